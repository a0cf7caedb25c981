"""Rock, paper, scissors: both choose before either choice is seen."""

from tablewright.engine import (
    OWNER,
    Blocks,
    CardsLayout,
    Decision,
    Decisions,
    Moves,
    StateLayout,
    below,
    counter,
    note,
    number,
    offer,
    rule,
    seat_number,
    seed_chance,
)

SHAPES = ("rock", "paper", "scissors")
SEATS = 2
BLOCKS = Blocks(choose=len(SHAPES))
SHOWN = 0  # a note for the log: both choices


class Cards(CardsLayout):
    players = number("i4")
    rounds = number("i4")


class State(StateLayout):
    chosen = counter("i1", SEATS, most=3, category=True, seen=OWNER)  # 0: nothing yet (TGT-H.1)
    points = counter("i1", SEATS, most=9)
    round = counter("i1", most=9)
    turn = seat_number("i1")


def bound(k: Cards) -> int:
    return 2 * k.rounds


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    return seed_chance(s, seed)


@rule
def shapes(m: Moves) -> int:
    for a in range(len(SHAPES)):
        offer(m, a)
    return 0


@rule
def choose(s: State, p: int, a: int) -> int:
    """TGT-1.1: kept until the last one has chosen."""
    s.chosen[p] = a + 1
    s.turn = 1 - p
    if p == 1:
        compare(s)
    return 0


@rule
def compare(s: State) -> int:
    """TGT-1.2."""
    note(SHOWN, s.chosen[0] - 1, s.chosen[1] - 1, 0)
    ahead = (s.chosen[0] - s.chosen[1]) % 3
    if ahead > 0:
        s.points[ahead - 1] += 1
    s.chosen[0] = 0
    s.chosen[1] = 0
    s.round += 1
    return 0


@rule
def secret(s: State, k: Cards, a: int) -> int:
    """TGT-H.1: the second choice is shown at once, with the first."""
    return 1 if s.turn == 0 else 0


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """TGT-H.1: what the other has chosen may be anything."""
    for p in range(SEATS):
        if p != seat and s.chosen[p] > 0:
            s.chosen[p] = 1 + below(s, 3)
    return 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.round


@rule
def over(s: State, k: Cards) -> int:
    """TGT-1.3."""
    return 1 if s.round == k.rounds else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    return s.points[p]


CHOICE = Decision("choice", "TGT-1.1", "Choose.", options=shapes, answer=choose)
DECISIONS = Decisions(CHOICE, blocks=BLOCKS, by="turn", over=over, ended_clause="TGT-1.3")
