"""Tiny in words."""

from collections.abc import Sequence

from tablewright.engine import Drawing, Event, Move, Table

from .rules import CARD, DECISIONS, DREW, Cards, State

SEATS = ("A", "B", "C", "D")
DRAWING = Drawing(State, SEATS)


def move(s: State, k: Cards, a: int) -> Move:
    count = s.count + a + 1
    label = f"the count goes to {count}" + (", a point" if count % k.target == 0 else "")
    return Move(a, f"play {CARD.name(a)}", label, "play", a, (f"hand{s.turn}.{sum(s.hand[s.turn][:a])}",))


def table(s: State, k: Cards, seat: int) -> Table:
    prompt, blocked = DECISIONS.prompt(s, k, seat, SEATS), DECISIONS.blocked(s, k, seat, SEATS, move)
    return Table(DRAWING.zones(s, k, seat), DRAWING.counters(s, k, seat), prompt, blocked)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    made = move(s, k, action)
    lines = [f"{SEATS[seat]} plays {action + 1}, {made.label}."]
    drawn = [(p, CARD.name(c) if p == viewer else "a card") for kind, p, c, _ in events if kind == DREW]
    return lines + [f"{SEATS[p]} draws {what}." for p, what in drawn]
