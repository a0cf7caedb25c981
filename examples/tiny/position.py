"""A position of Tiny in words.

hands: {A: [1, 5], B: [3]}
played: [2, 2]              # the cards that are nowhere named are the deck
points: {A: 1}              # default 0
to_move: B                  # default A
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablewright.engine import PositionError, unknown

from . import rules
from .rules import NUMBERS, Cards, State
from .view import SEATS, numbers

KEYS = {"hands", "played", "points", "to_move"}
INFORMS = {"count", "deck"}


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    for key in given:
        if key not in KEYS | INFORMS:
            raise PositionError(unknown("key of a position", str(key), KEYS))
    seats = SEATS[: k.players]
    s.deck[:] = [k.copies] * NUMBERS
    for seat, cards in _by_seat(given, "hands", seats).items():
        p = seats.index(seat)
        _take(s, cards, s.hand[p], f"hand of {seat}")
        s.held[p] = sum(s.hand[p])
    _take(s, given.get("played", []), s.played, "played")
    for seat, points in _by_seat(given, "points", seats).items():
        s.points[seats.index(seat)] = points
    s.count = sum(numbers(s.played))
    s.plays = sum(s.played)
    s.turn = _seat(given.get("to_move", seats[0]), seats)
    if not rules.over(s, k) and not s.held[s.turn]:
        raise PositionError(f"{seats[s.turn]} is to move but has no cards")


def _by_seat(given: Mapping[str, Any], key: str, seats: tuple[str, ...]) -> Mapping[str, Any]:
    values = given.get(key, {})
    if not isinstance(values, Mapping):
        raise PositionError(f"{key} must be given by seat, such as {{A: ...}}, not {values!r}")
    for seat in values:
        _seat(seat, seats)
    return values


def _seat(seat: object, seats: tuple[str, ...]) -> int:
    if seat not in seats:
        raise PositionError(unknown("seat", str(seat), seats))
    return seats.index(str(seat))


def _take(s: State, cards: object, to: list[int], where: str) -> None:
    if not isinstance(cards, list):
        raise PositionError(f"{where} must be a list of numbers, not {cards!r}")
    for card in cards:
        if not isinstance(card, int) or not 1 <= card <= NUMBERS:
            raise PositionError(f"{where}: {card!r} is not a card; cards are 1 to {NUMBERS}")
        if s.deck[card - 1] == 0:
            raise PositionError(f"{where}: there are not so many cards {card}")
        s.deck[card - 1] -= 1
        to[card - 1] += 1


def dump(s: State, k: Cards) -> dict[str, Any]:
    seats = SEATS[: k.players]
    return {
        "hands": {seat: numbers(s.hand[p]) for p, seat in enumerate(seats)},
        "played": numbers(s.played),
        "deck": numbers(s.deck),
        "points": {seat: s.points[p] for p, seat in enumerate(seats)},
        "count": s.count,
        "to_move": seats[s.turn],
    }


def components(s: State, k: Cards) -> Counter[str]:
    cards = numbers(s.deck) + numbers(s.played) + [c for p in range(k.players) for c in numbers(s.hand[p])]
    return Counter(map(str, cards))
