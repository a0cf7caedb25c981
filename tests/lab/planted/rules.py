"""Each seat uses four of five cards, in turn; then a coin weighted by seat and by uses of `strong` decides."""

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

CARDS = 5
DEAD = 4
BLOCKS = Blocks(use=CARDS)
PROBES = ("uses_of_strong",)


class Cards(CardsLayout):
    advantage = number("i4")
    strong = number("i4")
    picks = number("i4")


class State(StateLayout):
    made = number("i1")
    used = array("i1", 2, CARDS)
    winner = number("i1")
    probe = array("i4", 1)


def constants(values: Values) -> dict[str, Any]:
    return {name: values[name] for name in ("advantage", "strong", "picks")}


def bound(k: Cards) -> int:
    return 2 * k.picks


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    return 0


@rule
def who(s: State, k: Cards) -> int:
    return s.made % 2


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.made == 2 * k.picks else 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.made


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    for card in range(CARDS):
        m.a[card] = card
    m.n = CARDS
    return CARDS


@rule
def apply(s: State, k: Cards, a: int) -> int:
    s.used[s.made % 2][a] += 1
    if a == 0:
        s.probe[0] += 1
    s.made += 1
    if s.made == 2 * k.picks:
        chance = 500 + k.advantage + k.strong * (s.used[0][0] - s.used[1][0])
        s.winner = 0 if below(s, 1000) < chance else 1
    return 0


@rule
def result(s: State, k: Cards, p: int) -> int:
    return WHOLE_WIN if s.winner == p else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    return 1 if s.winner == p else 0


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    return 0


@rule
def measure(s: State, k: Cards, p: int) -> int:
    return -s.used[p][DEAD]


@rule
def card(s: State, k: Cards, a: int) -> int:
    return a
