"""From the checked values of `cards.toml` to the record that the rules read."""

from typing import Any

from tablewright.engine import CardsError, Values

from .state import KINDS, MOST_HAND, ORDER, SEAT_CELLS, TIE, Cards


def constants(values: Values) -> dict[str, Any]:
    """The record that the rules read, from checked values (MTX-10, Parameters)."""
    copies = [values.cards[kind]["copies"] for kind in KINDS]
    most = sum(copies) // values.players  # MTX-9.2, MTX-10.8
    hand_size = most if values["hand_size"] == "auto" else values["hand_size"]
    if not 1 <= hand_size <= min(most, MOST_HAND):
        raise CardsError(f"parameter 'hand_size' is {hand_size}; {sum(copies)} cards allow 1 to {min(most, MOST_HAND)}")
    rounds = hand_size if values["rounds"] == "auto" else values["rounds"]
    if rounds > hand_size:
        raise CardsError(f"parameter 'rounds' is {rounds}; it must be 1 to {hand_size}, the size of a hand")
    numbers = sorted(values["numbers"])
    centre = numbers[-1] if values["centre"] == "auto" else values["centre"]
    if centre != "none" and centre not in numbers:
        raise CardsError(f"parameter 'centre' is {centre}; it must be none or one of {', '.join(map(str, numbers))}")
    if values["time_limit"] != "none" and values["illegal_policy"] != "forfeit":
        raise CardsError("parameter 'time_limit' needs illegal_policy = forfeit, which says what an overrun costs")
    return {
        "players": values.players,
        "line": SEAT_CELLS,
        "copies": copies,
        "hand_size": hand_size,
        "rounds": rounds,
        "numbers": numbers,
        "centre": -1 if centre == "none" else numbers.index(centre),
        "rotate_steps": values["rotate_steps"],
        "order_rule": ORDER._fields.index(values["order_rule"]),
        "tie_break": TIE._fields.index(values["tie_break"]),
        "final_tie_by_order": int(values["final_tie"] == "order"),
        "forfeit": int(values["illegal_policy"] == "forfeit"),
    }


def bound(k: Cards) -> int:
    """Every turn removes one card from a hand, so a game has exactly this many decisions (Termination)."""
    return k.players * k.rounds
