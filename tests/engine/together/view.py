"""Together in words."""

from collections.abc import Sequence

from tablewright.engine import Counter, Event, Item, Move, Table, Zone

from .rules import DECISIONS, SHAPES, SHOWN, Cards, State

NAMES = ("A", "B")


def move(s: State, k: Cards, a: int) -> Move:
    return Move(a, SHAPES[a], "", "choose", a)


def table(s: State, k: Cards, seat: int) -> Table:
    zones = tuple(Zone(f"choice{p}", f"Choice of {NAMES[p]}", "row", _choice(s, p, seat)) for p in range(2))
    counters = tuple(Counter("Points", str(s.points[p]), p) for p in range(2))
    rounds = Counter("Round", str(s.round))
    prompt, blocked = DECISIONS.prompt(s, k, seat, NAMES), DECISIONS.blocked(s, k, seat, NAMES, move)
    return Table(zones, (rounds, *counters), prompt, blocked)


def _choice(s: State, p: int, seat: int) -> tuple[Item, ...]:
    if s.chosen[p] == 0:
        return ()
    return (Item(f"choice{p}", SHAPES[s.chosen[p] - 1] if p == seat else "", hidden=p != seat),)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    shown = [(SHAPES[a], SHAPES[b]) for kind, a, b, _ in events if kind == SHOWN]
    return [f"{NAMES[seat]} has chosen.", *(f"A has {a}, B has {b}." for a, b in shown)]
