"""Tiny in words; the table follows from the declared zones and decisions."""

from collections.abc import Sequence

from tablewright.engine import Event, Move

from .rules import CARD, DREW, Cards, State


def move(s: State, k: Cards, a: int) -> Move:
    count = s.count + a + 1
    label = f"the count goes to {count}" + (", a point" if count % k.target == 0 else "")
    return Move(a, f"play {CARD.name(a)}", label, "play", a, (f"hand{s.turn}.{sum(s.hand[s.turn][:a])}",))


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    drawn = [(p, CARD.name(c) if p == viewer else "a card") for kind, p, c, _ in events if kind == DREW]
    played = f"{'ABCD'[seat]} plays {action + 1}, {move(s, k, action).label}."
    return [played, *(f"{'ABCD'[p]} draws {what}." for p, what in drawn)]
