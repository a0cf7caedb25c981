"""What Matrix is made of: cards, action ids, the two records that the rules work on, and the numbers of cards.toml."""

from typing import Any

from tablewright.engine import Blocks, CardsError, CardsLayout, StateLayout, Values, array, number

# Constants and action blocks. Pairs and swaps are named by ranks, shifts by line: ids ascend in the order of MTX-5.7.

KINDS = (
    "switch_corners",
    "switch_edges",
    "shift_north",
    "shift_south",
    "shift_west",
    "shift_east",
    "swap_even",
    "swap_odd",
    "rotate_clockwise",
    "rotate_counterclockwise",
)
SEATS = 4
MOST_CARDS = 40
MOST_HAND = 20
PAIRS = 36
BLANK = 9  # the last index of a swap block: the play without effect of MTX-10.1

BLOCKS = Blocks(
    switch_corners=PAIRS,
    switch_edges=PAIRS,
    shift_north=3,
    shift_south=3,
    shift_west=3,
    shift_east=3,
    swap_even=10,
    swap_odd=10,
    rotate_clockwise=1,
    rotate_counterclockwise=1,
    forfeit=11,
)
CORNERS, EDGES, NORTH, SOUTH, WEST, EAST, EVEN, ODD, CLOCKWISE, COUNTER, FORFEIT = BLOCKS.starts

CENTRE = 4
SEAT_CELLS = ((0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8))  # MTX-1.4, 9.1: what N, S, W and E score

HIGH_FIRST, LOW_FIRST, FIXED = range(3)
TIE_PREVIOUS, TIE_SEAT, TIE_REVERSE = range(3)

PROBES = (*(f"{kind}.round_{r}" for kind in KINDS for r in range(1, MOST_HAND + 1)), "lead_changes")
LEAD_CHANGES = len(PROBES) - 1


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    line = array("i4", SEATS, 3)
    copies = array("i4", 10)
    hand_size = number("i4")
    rounds = number("i4")
    numbers = array("i4", 9)
    centre = number("i4")  # rank of the number that starts in the centre, -1 for none
    rotate_steps = number("i4")
    order_rule = number("i4")
    tie_break = number("i4")
    final_tie_by_order = number("i4")
    forfeit = number("i4")


class State(StateLayout):
    """One position, complete between any two plays."""

    board = array("i1", 9)  # rank on each cell
    hand = array("i1", SEATS, MOST_HAND)  # MTX-2.4: in the order dealt
    held = array("i1", SEATS)
    aside = array("i1", MOST_CARDS)  # MTX-2.5; during the setup it is the deck
    asides = number("i1")
    order = array("i1", SEATS)  # this round's order; before a round starts, the previous one
    at = number("i1")  # whose turn it is, as a place in the order
    round = number("i1")
    leader = number("i1")  # the last seat that led alone, plus 1
    plays = number("i1")
    history = array("i1", MOST_CARDS, 4)  # MTX-4.3 d: seat, card, arguments as ranks; -1 none, -2 forfeit
    probe = array("i4", len(PROBES))


def constants(values: Values) -> dict[str, Any]:
    """The record that the rules read, from checked values (MTX-10, Parameters)."""
    copies = [values.cards[kind]["copies"] for kind in KINDS]
    most = sum(copies) // values.players
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
        "order_rule": ("high_first", "low_first", "fixed").index(values["order_rule"]),
        "tie_break": ("previous", "seat", "reverse").index(values["tie_break"]),
        "final_tie_by_order": int(values["final_tie"] == "order"),
        "forfeit": int(values["illegal_policy"] == "forfeit"),
    }


def bound(k: Cards) -> int:
    """Every turn removes one card from a hand, so a game has exactly this many decisions (Termination)."""
    return k.players * k.rounds
