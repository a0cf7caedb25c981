"""From the checked values of `cards.toml` to the record that the rules read."""

import re
from typing import Any

from tablewright.engine import CardsError, Values

from .state import CARDS, COLOURS, DO, SIDES, Cards

WORDING = re.compile(
    r"(?P<plain>activate|buy|swap)"
    r"|(?P<of>gain|destroy) (?P<colour>tan|teal) (?P<n>[1-3])"
    r"|trade (?P<pays>tan>teal|teal>tan) (?P<gets>[1-3])"
    r"|discard (?P<cards>[1-3])"
)
WORDINGS = (
    "activate, buy, swap, 'gain tan 1' (1 to 3, tan or teal), 'trade tan>teal 2' (1 to 3, either way), "
    "'discard 2' (1 to 3) or 'destroy tan 1' (1 or 2, tan or teal)"
)
LARGEST_PRICE = 4


def constants(values: Values) -> dict[str, Any]:
    """What the rules read that is not a number of that name in cards.toml (rulebook: Parameters)."""
    start = values["start_player"]
    if start != "random" and start >= values.players:
        raise CardsError(f"parameter 'start_player' is {start}; it must be 0 to {values.players - 1} or random")
    if values["initial_facing"] == 2:
        raise CardsError("parameter 'initial_facing' is 2; it must be 1 or 3, a long edge")
    faces = [[_face(values, card, colour) for colour in COLOURS] for card in CARDS]
    blank = [[0, 0], [0, 0]]
    return {
        "ability": [blank, *([[ability[0] for ability in sides] for sides in card] for card in faces)],
        "colour": [blank, *([[ability[1] for ability in sides] for sides in card] for card in faces)],
        "amount": [blank, *([[ability[2] for ability in sides] for sides in card] for card in faces)],
        "price": [blank, *([_price(values, card, colour) for colour in COLOURS] for card in CARDS)],
        "target": _target(values),
        "allowance": [values["market_allowance"], values["zone_allowance"], values["adjust_allowance"]],
        "market_reads": int(values["market_reads"] == "far"),
        "swap_any_player": int(values["swap_scope"] == "any_player"),
        "destroy_all": int(values["destroy_scope"] == "all"),
        "start_player": -1 if start == "random" else start,
        "pairs": int(values["bought_cards"] == "zone"),
        "bought_keeps_facing": int(values["bought_facing"] == "keep"),
    }


def bound(k: Cards) -> int:
    """No game has more decisions (Termination): per turn, each action and what it can set off."""
    units = k.pairs * (
        LARGEST_PRICE + k.energy_per_activation
    )  # WAL-P.3: each unit that an activation moves may be a decision
    market_action = 1 + k.market_size * (1 + units)
    zone_action = 1 + (k.market_size + 1) * (1 + units)
    turn = k.allowance[0] * market_action + k.allowance[1] * zone_action + k.allowance[2]
    return k.players + k.players * k.max_rounds * max(1, turn)


def _target(values: Values) -> int:
    """WAL-9.1: 4 purchases with two players, 3 with three."""
    most, usual = (6, 4) if values.players == 2 else (4, 3)
    target = values["purchase_target"]
    if target == "auto":
        return usual
    if target > most:
        raise CardsError(f"parameter 'purchase_target' is {target}; {values.players} players can play to 1 to {most}")
    return int(target)


def _price(values: Values, card: str, colour: str) -> list[int]:
    price: list[int] = values.cards[card][f"{colour}_price"]
    if not 2 <= sum(price) <= LARGEST_PRICE:
        raise CardsError(f"{card}.{colour}_price is {price}; tan and teal together must be 2 to {LARGEST_PRICE}")
    return price


def _face(values: Values, card: str, colour: str) -> list[tuple[int, int, int]]:
    """The left and the right ability of a face."""
    return [_ability(values, card, f"{colour}_{side}") for side in SIDES]


def _ability(values: Values, card: str, name: str) -> tuple[int, int, int]:
    """Number of the ability, its colour, its amount."""
    ability, colour, amount = read_ability(values.cards[card][name], f"{card}.{name}")
    if (card, name, ability) == ("wal_17", "teal_right", DO.destroy) and values["wal_17_destroy"] == "tan":
        colour = 0  # Open questions, 6
    return ability, colour, amount


def read_ability(text: str, where: str) -> tuple[int, int, int]:
    """`trade teal>tan 2` as numbers."""
    found = WORDING.fullmatch(text)
    if found is None or (found["of"] == "destroy" and found["n"] == "3"):
        raise CardsError(f"{where} is {text!r}; an ability is {WORDINGS}")
    if found["plain"]:
        return getattr(DO, found["plain"]), 0, 0
    if found["of"]:
        return getattr(DO, found["of"]), COLOURS.index(found["colour"]), int(found["n"])
    if found["pays"]:
        return DO.trade, COLOURS.index(found["pays"].partition(">")[0]), int(found["gets"])
    return DO.discard, 0, int(found["cards"])
