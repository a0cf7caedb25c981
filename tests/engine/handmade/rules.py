"""Tiny with its decisions written out: players add numbers to a common count, a multiple of five scores (TNY-2.2).

Hands are hidden, and every turn draws a card by chance (TNY-2.3). Cards of one number are alike, so hands, deck and
played cards are kept as how many there are of each number.
"""

from collections.abc import Mapping
from typing import Any

from tablewright.engine import (
    NOBODY,
    OWNER,
    WHOLE_WIN,
    Blocks,
    CardsError,
    CardsLayout,
    Kinds,
    Moves,
    PositionError,
    StateLayout,
    Values,
    array,
    below,
    counter,
    counts,
    note,
    number,
    rule,
    seat_number,
    seed_chance,
)

NUMBERS = 6
SEATS = 4
BLOCKS = Blocks(play=NUMBERS)  # action c plays the number c + 1
CARD = Kinds("card", tuple(range(1, NUMBERS + 1)), copies="copies")
DREW = 0  # a note for the log: seat, number - 1


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    copies = number("i4")
    hand_size = number("i4")
    target = number("i4")


class State(StateLayout):
    """One position."""

    deck = counts("i1", NUMBERS, of=CARD, seen=NOBODY, rest=True)
    hand = counts("i1", SEATS, NUMBERS, of=CARD, seen=OWNER, size="held", key="hands")  # TNY-H.1
    held = array("i1", SEATS)  # cards in each hand
    played = counts("i1", NUMBERS, of=CARD)
    points = counter("i1", SEATS, most=60)
    count = counter("i2", most=210, informs=True)
    turn = seat_number("i1", key="to_move")
    plays = number("i1")


def constants(values: Values) -> dict[str, Any]:
    names = ("copies", "hand_size", "target")
    if values.players * values["hand_size"] > NUMBERS * values["copies"]:
        raise CardsError(f"{NUMBERS * values['copies']} cards are not enough for {values.players} hands")
    return {"players": values.players, **{name: values[name] for name in names}}


def bound(k: Cards) -> int:
    return NUMBERS * k.copies


# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """TNY-1.1, 1.2."""
    seed_chance(s, seed)
    for c in range(NUMBERS):
        s.deck[c] = k.copies
    for p in range(k.players):
        for _ in range(k.hand_size):
            draw(s, p)
    return 0


@rule
def draw(s: State, p: int) -> int:
    """Move a random card of the deck to a hand; returns its place among the numbers."""
    left = below(s, cards_in_deck(s))
    c = 0
    while left >= s.deck[c]:
        left -= s.deck[c]
        c += 1
    s.deck[c] -= 1
    s.hand[p][c] += 1
    s.held[p] += 1
    return c


@rule
def cards_in_deck(s: State) -> int:
    n = 0
    for c in range(NUMBERS):
        n += s.deck[c]
    return n


# A turn


@rule
def who(s: State, k: Cards) -> int:
    return s.turn


@rule
def turns(s: State, k: Cards) -> int:
    return s.plays


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    """TNY-2.1: one move for every number in hand."""
    n = 0
    for c in range(NUMBERS):
        if s.hand[s.turn][c] > 0:
            m.a[n] = c
            n += 1
    m.n = n
    return n


@rule
def apply(s: State, k: Cards, a: int) -> int:
    p = s.turn
    s.hand[p][a] -= 1
    s.held[p] -= 1
    s.played[a] += 1
    s.plays += 1
    s.count += a + 1
    if s.count % k.target == 0:
        s.points[p] += 1  # TNY-2.2
    if cards_in_deck(s) > 0:
        note(DREW, p, draw(s, p), 0)  # TNY-2.3
    for _ in range(k.players):  # TNY-2.4
        s.turn = (s.turn + 1) % k.players
        if s.held[s.turn] > 0:
            break
    return 0


# The end


@rule
def over(s: State, k: Cards) -> int:
    """TNY-3.1."""
    for p in range(k.players):
        if s.held[p] > 0:
            return 0
    return 1


@rule
def score(s: State, k: Cards, p: int) -> int:
    return s.points[p]


@rule
def result(s: State, k: Cards, p: int) -> int:
    """TNY-3.2."""
    tied = 0
    for other in range(k.players):
        if s.points[other] > s.points[p]:
            return 0
        if s.points[other] == s.points[p]:
            tied += 1
    return WHOLE_WIN // tied


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """What follows from the cards of a written position."""
    s.count = sum((c + 1) * n for c, n in enumerate(s.played))
    s.plays = sum(s.played)
    if sum(s.held) and not s.held[s.turn]:
        raise PositionError(f"{'ABCD'[s.turn]} is to move but has no cards")


@rule
def measure(s: State, k: Cards, p: int) -> int:
    return s.points[p]
