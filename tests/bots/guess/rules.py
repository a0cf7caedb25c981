"""Guess: in turn, each seat names the next throw of a die or the card of this turn; a hit scores a point.

Every turn has a card of its own, one of six, dealt face down before the game (or face up, by a parameter).
"""

from typing import Any

from tablewright.engine import (
    WHOLE_WIN,
    Blocks,
    CardsLayout,
    Moves,
    StateLayout,
    Values,
    array,
    below,
    number,
    rule,
    seed_chance,
)

FACES = 6
TURNS = 12
BLOCKS = Blocks(die=FACES, card=FACES)
DIE, CARD = BLOCKS.starts


class Cards(CardsLayout):
    players = number("i4")
    open = number("i4")


class State(StateLayout):
    turn = number("i1")
    secret = array("i1", TURNS)
    points = array("i1", 3)


def constants(values: Values) -> dict[str, Any]:
    return {"players": values.players, "open": int(values["open"])}


def bound(k: Cards) -> int:
    return TURNS


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    return deal(s, 0)


@rule
def deal(s: State, first: int) -> int:
    for turn in range(first, TURNS):
        s.secret[turn] = below(s, FACES)
    return 0


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    for a in range(2 * FACES):
        m.a[a] = a
    m.n = 2 * FACES
    return 2 * FACES


@rule
def apply(s: State, k: Cards, a: int) -> int:
    thrown = below(s, FACES)
    truth = s.secret[s.turn] if a >= CARD else thrown
    if a % FACES == truth:
        s.points[s.turn % k.players] += 1
    s.turn += 1
    return 0


@rule
def who(s: State, k: Cards) -> int:
    return s.turn % k.players


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.turn == TURNS else 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.turn


@rule
def score(s: State, k: Cards, p: int) -> int:
    return s.points[p]


@rule
def result(s: State, k: Cards, p: int) -> int:
    tied = 0
    for other in range(k.players):
        if s.points[other] > s.points[p]:
            return 0
        if s.points[other] == s.points[p]:
            tied += 1
    return WHOLE_WIN // tied


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    if k.open:
        return 0
    return deal(s, s.turn)
