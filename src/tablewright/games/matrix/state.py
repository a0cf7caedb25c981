"""What Matrix is made of: cards, action ids, and the two records that the rules work on."""

from tablewright.engine import (
    NOBODY,
    OWNER,
    Blocks,
    CardsLayout,
    Kinds,
    StateLayout,
    array,
    counter,
    number,
    numbered,
    past,
    pile,
    rule,
    slots,
)

# Pairs and swaps are named by ranks, shifts by line: ids ascend in the order of MTX-5.7.

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
TO = BLOCKS.starts

ORDER = numbered("high_first low_first fixed")  # mTX-10.4: who moves first in a round
TIE = numbered("previous seat reverse")  # mTX-10.5: who of two with the same score moves first
WHY = numbered(  # what may be against a play (MTX-7.1)
    "none not_in_hand wrong_cell wrong_parity already_centre needs_number"
)

KINDS = BLOCKS.names[:-1]

CENTRE = 4  # MTX-1.1: cells are numbered row by row
SEAT_CELLS = ((0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8))  # MTX-1.4, MTX-9.1: what N, S, W and E score

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


CARD = Kinds("card", KINDS, copies="copies")
RANK = Kinds("number", tuple(f"rank {i}" for i in range(9)), copies=1, called="numbers")  # MTX-1.2
ORDINALS = ("first", "second", "third", "fourth")


@rule
def seat_in_order(s: "State", k: Cards, seat: int, owner: int, i: int) -> int:
    """Who is the i-th of this round, counted from the seat."""
    return (s.order[i] - seat) % k.players if i < k.players else 0


@rule
def this_round(s: "State", k: Cards, seat: int, owner: int, i: int) -> int:
    return min(s.round, k.rounds)


@rule
def times_played(s: "State", k: Cards, seat: int, owner: int, card: int) -> int:
    n = 0
    for i in range(s.plays):
        if s.history[i][1] == card:
            n += 1
    return n


class State(StateLayout):
    """One position, complete between any two plays."""

    board = slots("i1", 9, of=RANK, columns=3, grid=(3, 3), sample="463/792/185")  # rank on each cell
    # MTX-2.4: in the order dealt. MTX-H.1, MTX-H.3, MTX-H.4: others know neither the cards of a hand nor their order
    hand = pile("i1", SEATS, MOST_HAND, of=CARD, size="held", seen=OWNER, ordered=False, key="hands")
    held = array("i1", SEATS)
    aside = pile("i1", MOST_CARDS, of=CARD, size="asides", seen=NOBODY)  # MTX-2.5; during the setup it is the deck
    asides = number("i1")
    order = counter("i1", SEATS, parts=ORDINALS, shows=seat_in_order, most=SEATS - 1, category=True, written=False)
    at = counter("i1", most=SEATS, written=False)  # whose turn it is, as a place in this round's order
    decider = number("i1")  # the seat at that place
    round = counter("i1", least=1, most="rounds", shows=this_round)
    leader = number("i1")  # the last seat that led alone, plus 1
    plays = counter("i1", parts=KINDS, shows=times_played, most=MOST_CARDS, written=False)
    history = past("i1", MOST_CARDS, 4)  # MTX-4.3 d: seat, card, arguments as ranks; -1 none, -2 forfeit
    probe = array("i4", len(PROBES))
