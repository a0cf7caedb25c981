"""Tell: A holds one of eight cards and says low or high, true or not; B names a card, and wins if it is that one."""

from tablewright.engine import (
    NOBODY,
    OWNER,
    WHOLE_WIN,
    Blocks,
    CardsLayout,
    Kinds,
    Moves,
    StateLayout,
    array,
    below,
    counter,
    counts,
    draw_kind,
    number,
    offer,
    rule,
    seat_number,
    seed_chance,
    total,
)

FACES = 8
SEATS = 2
BLOCKS = Blocks(say=2, name=FACES)
SAY, NAME = BLOCKS.starts
CARD = Kinds("card", tuple(f"card_{i}" for i in range(FACES)), copies=1)


class Cards(CardsLayout):
    players = number("i4")


class State(StateLayout):
    aside = counts("i1", FACES, of=CARD, seen=NOBODY, size="left", rest=True)
    left = number("i1")
    hand = counts("i1", SEATS, FACES, of=CARD, seen=OWNER, size="held", key="hands")
    held = array("i1", SEATS)
    said = counter("i1", most=2)  # 0: nothing yet, 1: low, 2: high
    named = counter("i1", most=FACES)  # 0: none yet
    turn = seat_number("i1", key="to_move")


def bound(k: Cards) -> int:
    return 2


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    for c in range(FACES):
        s.aside[c] = 1
    s.hand[0][draw_kind(s, s.aside)] = 1
    s.held[0] = 1
    s.left = total(s.aside)
    return 0


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    m.n = 0
    first = SAY if s.turn == 0 else NAME
    for a in range(first, first + (2 if s.turn == 0 else FACES)):
        offer(m, a)
    return m.n


@rule
def apply(s: State, k: Cards, a: int) -> int:
    if s.turn == 0:
        s.said = a - SAY + 1
    else:
        s.named = a - NAME + 1
    s.turn = 1
    return 0


@rule
def who(s: State, k: Cards) -> int:
    return s.turn


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.named > 0 else 0


@rule
def turns(s: State, k: Cards) -> int:
    return 1 if s.said > 0 else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    hit = 1 if s.named > 0 and s.hand[0][s.named - 1] > 0 else 0
    return hit if p == 1 else 1 - hit


@rule
def result(s: State, k: Cards, p: int) -> int:
    return WHOLE_WIN * score(s, k, p)


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """A tells the truth, B names anything."""
    if s.turn == 1:
        return NAME + below(m, FACES)
    high = 0
    for c in range(FACES // 2, FACES):
        high += s.hand[0][c]
    return SAY + high
