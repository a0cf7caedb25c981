"""Texts that are said in several places: amounts, what each card does in a variant, what is on a cell."""

from collections.abc import Callable

from tablewright.engine import Say, Seat, say

from . import board
from .cells import at_cell, kind_of
from .state import BLACK, CELLS, EMPTY, IS, KIND, TOKEN, TOKENS, TYPE, Cards, State

PATCHES = ("", "small", "large")
YES = "yes"  # an argument that is there; None is one that is not
NUMBERS: dict[int, Callable[[Cards], dict[str, str | int | None]]] = {
    KIND.refinery: lambda k: {"small": k.mine[1], "large": k.mine[2]},
    KIND.restock: lambda k: {"n": k.restock_cards},
    KIND.blitz: lambda k: {"n": k.blitz_actions},
    KIND.fundraiser: lambda k: {"itself": YES if k.fundraiser_counts_itself else None},
    KIND.airdrop: lambda k: {"anywhere": YES if k.airdrop_anywhere else None},
    KIND.artillery: lambda k: {"cost": amount(k.artillery_cost), "far": k.artillery_range},
    KIND.forcefield: lambda k: {"far": k.forcefield_range},
    KIND.disposal: lambda k: {"n": k.disposal_max},
    KIND.steve: lambda k: {"n": k.steve_cards},
    KIND.linda: lambda k: {"n": k.linda_credits},
    KIND.bart: lambda k: {"n": k.bart_credits},
    KIND.zelda: lambda k: {"works": YES if k.zelda_free else None},
}  # the numbers of the variant that the text of a card names


def amount(credits: int, minerals: int = 0) -> Say:
    """`3 credits and 1 mineral`."""
    if not minerals:
        return say("money.credits", n=credits)
    ore = say("money.minerals", n=minerals)
    return say("money.both", credits=say("money.credits", n=credits), minerals=ore) if credits else ore


def price(pair: list[int]) -> str:
    """`3/1`: credits and minerals, as in the rulebook."""
    return f"{pair[0]}/{pair[1]}"


def effect(k: Cards, card: int) -> Say:
    """What a card does, with the numbers of the variant."""
    if TYPE[card] == IS.polyomino:
        return say("effect.polyomino", n=card + 1) if card else say("effect.block")
    if TYPE[card] == IS.resource:
        fast = card >= KIND.fast_credit_3
        return say("effect.fast_credits" if fast else "effect.credits", n=k.credits[card], debt=k.fast_credit_debt)
    numbers = NUMBERS[card](k) if card in NUMBERS else {}
    return Say(f"effect.{kind_of(card)}", tuple(numbers.items()))


def forcefields(s: State) -> list[int]:
    if not any(tokens[TOKEN.forcefield] for tokens in s.tokens):
        return []
    return [cell for cell in range(CELLS) if s.token[cell] == TOKEN.forcefield]


def shields_over(s: State, k: Cards, cell: int, fields: list[int]) -> tuple[int, ...]:
    """STA-7.6: the players whose forcefields reach a cell."""
    return tuple(sorted({s.block[c] - 1 for c in fields if board.distance(c, cell) <= k.forcefield_range}))


def cell_words(cell: int, colour: int, token: int, patch: int, gun: bool, owners: tuple[int, ...]) -> Say:
    what = "cell.empty" if colour == EMPTY else "cell.black" if colour == BLACK else "cell.block"
    return say(
        "cell.words",
        cell=at_cell(cell),
        what=say(what, who=Seat(colour - 1) if EMPTY < colour < BLACK else None),
        token=say(f"token.{TOKENS[token]}") if token else None,
        patch=say(f"cell.{PATCHES[patch]}") if patch else None,
        gun=YES if gun else None,
        shields=tuple(say("cell.shield", who=Seat(p)) for p in owners) or None,
    )
