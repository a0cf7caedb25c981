"""Texts that are said in several places: amounts, what each card does in a variant, what is on a cell."""

from functools import lru_cache

from tablewright.engine import Say, Seat, say

from .board import distance
from .notation import at_cell, kind_of, type_of
from .state import BLACK, CELLS, EMPTY, KIND, TOKEN, Cards, State

PATCH_NAMES = ("", "small", "large")
SWITCHES = ("fundraiser_counts_itself", "airdrop_anywhere", "zelda_free")


def amount(credits: int, minerals: int = 0) -> Say:
    """`3 credits and 1 mineral`."""
    if not minerals:
        return say("money.credits", n=credits)
    ore = say("money.minerals", n=minerals)
    return say("money.both", credits=say("money.credits", n=credits), minerals=ore) if credits else ore


@lru_cache(500)
def effect(k: Cards, card: int) -> Say:
    """What a card does, with the numbers of the variant."""
    kind = kind_of(card)
    if type_of(card) == "polyomino":
        kind = "polyomino"
    elif type_of(card) == "resource":
        kind = "fast_credits" if card >= KIND.fast_credit_3 else "credits"
    numbers: dict[str, int] = {name: getattr(k, name) for name, field in Cards.fields.items() if not field.shape}
    numbers |= {name: bool(numbers[name]) for name in SWITCHES}
    return say(f"effect.{kind}", n=card + 1, credits=k.credits[card], small=k.mine[1], large=k.mine[2], **numbers)


def forcefields(s: State) -> list[int]:
    if not any(tokens[TOKEN.forcefield] for tokens in s.tokens):
        return []
    return [cell for cell in range(CELLS) if s.token[cell] == TOKEN.forcefield]


def shields_over(s: State, k: Cards, cell: int, fields: list[int]) -> tuple[int, ...]:
    """STA-7.6: the players whose forcefields reach a cell."""
    return tuple(sorted({s.block[c] - 1 for c in fields if distance(c, cell) <= k.forcefield_range}))


def lies_on(colour: int) -> str:
    """What is on a cell, as a key of the catalogue."""
    return "empty" if colour == EMPTY else "black" if colour == BLACK else "block"


def cell_words(cell: int | None, colour: int, token: int, patch: int, gun: bool, owners: tuple[int, ...]) -> Say:
    return say(
        "cell.words",
        cell=None if cell is None else at_cell(cell),
        what=say(f"cell.{lies_on(colour)}", who=Seat(colour - 1)),
        token=say(f"token.{TOKEN._fields[token]}") if token else None,
        patch=say(f"cell.{PATCH_NAMES[patch]}") if patch else None,
        gun=gun,
        shields=tuple(say("cell.shield", who=Seat(p)) for p in owners) or None,
    )
