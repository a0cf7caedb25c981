"""From the checked numbers of cards.toml to the record that the rules read; plain Python."""

from collections import Counter
from typing import Any

from tablewright.engine import CardsError, Values

from .board import distance
from .state import ALL, CELLS, KIND, KINDS, LARGE_PATCHES, PERMANENT, RED_GUN, SIDE, SMALL_PATCHES, TABLE, Cards

CODE_COSTS = {"poly_3": ([3, 0], [3, 1]), "poly_4": ([4, 1], [4, 2]), "duplicate": ([4, 1], [4, 1])}
MOST_MINERALS = 4
LONGEST_DECK = 40


def constants(values: Values) -> dict[str, Any]:
    """The record of a variant (Parameters)."""
    _check(values)
    starting = Counter(values["starting_deck"])
    same = {name: int(values[name]) for name in values.parameters if name in Cards.fields and name != "starting_deck"}
    return {
        "players": values.players,
        "copies": _copies(values) + [0] * (ALL - TABLE),
        "cost": _prices(values, "cost"),
        "price": _prices(values, "price"),
        "credits": [values.cards[card]["credits"] for card in KINDS] + [0] * (ALL - TABLE),
        "starting_deck": [starting[card] for card in KINDS],
        **same,
        "most_polyominoes": values["max_polyomino_cards_per_turn"],
        "mine": [0, values["mine_small"], values["mine_large"]],
        "most_actions": values["max_actions_per_turn"],
        "most_turns": values["max_turns_per_player"],
        "cap_tie_chain": int(values["cap_tie"] == "chain"),
        **_features(),
    }


def _features() -> dict[str, Any]:
    """STA-1.3: the board's prints, by cell."""
    return {
        "near": [_neighbours(cell) for cell in range(CELLS)],
        "border": [int(-1 in _neighbours(cell)) for cell in range(CELLS)],
        "patch": [1 if cell in SMALL_PATCHES else 2 if cell in LARGE_PATCHES else 0 for cell in range(CELLS)],
        "in_gun": [int(cell in RED_GUN) for cell in range(CELLS)],
        "to_gun": [min(distance(cell, other) for other in RED_GUN) for cell in range(CELLS)],
    }


def _neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, SIDE)
    sides = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [SIDE * r + c if 0 <= r < SIDE and 0 <= c < SIDE else -1 for r, c in sides]


def _copies(values: Values) -> list[int]:
    copies = [values.cards[card]["copies"] for card in KINDS]
    for card in (KIND.horse, *range(KIND.fast_credit_3, TABLE)):
        if copies[card]:
            right = "Horses are unlimited" if card == KIND.horse else "set fast_credit_copies instead"
            raise CardsError(f"{KINDS[card]}.copies is {copies[card]}; it must be 0: {right}")
        copies[card] = values["fast_credit_copies"] if card != KIND.horse else 0
    for card in range(KIND.horse):
        low, high = (4, 40) if card < PERMANENT else (0, 12)
        if copies[card] and not low <= copies[card] <= high:
            right = f"{low} to {high}" + (", or 0 to leave it out" if low else "")
            raise CardsError(f"{KINDS[card]}.copies is {copies[card]}; it must be {right}")
    return copies


def _prices(values: Values, field: str) -> list[list[int]]:
    """Costs or prices as credits and minerals; `cost_set = "code"` replaces those of three cards."""
    found = {card: values.cards[card][field] for card in KINDS}
    if values["cost_set"] == "code":
        found |= {card: pair[field == "price"] for card, pair in CODE_COSTS.items()}
    for card, (_, minerals) in found.items():
        if minerals > MOST_MINERALS:
            raise CardsError(f"{card}.{field} asks for {minerals} minerals; it must be 0 to {MOST_MINERALS}")
    return [found[card] for card in KINDS] + [[0, 0]] * (ALL - TABLE)


def _check(values: Values) -> None:
    if values["draw_up_to"] > values["hand_limit"]:
        raise CardsError(
            f"parameter 'draw_up_to' is {values['draw_up_to']}; it must be at most hand_limit, {values['hand_limit']}"
        )
    start = len(values["starting_deck"])
    if start > LONGEST_DECK:
        raise CardsError(f"parameter 'starting_deck' has {start} cards; it must have at most {LONGEST_DECK}")


def bound(k: Cards) -> int:
    """Termination: an action brings choices, cards or minerals; each card and mineral is used once for free."""
    minerals = len(SMALL_PATCHES) * k.mine[1] + len(LARGE_PATCHES) * k.mine[2]
    uses = 5  # a polyomino card and its cells
    drawn = max(1, k.restock_cards)
    an_action = 1 + max(uses, k.disposal_max + 1) + uses * drawn + minerals
    a_turn = k.most_actions * an_action + uses * (k.draw_up_to + k.steve_cards * k.copies[KINDS.index("steve")]) + 2
    return k.most_turns * k.players * a_turn + uses * k.starting_hand * k.players
