"""Gin in words."""

from collections.abc import Sequence

from tablewright.engine import Counter, Drawing, Event, Move, Table

from .rules import BLOCKS, DECISIONS, DECK, DREW, Cards, State, cards_of, deadwood, payoff

SEATS = ("A", "B")
DRAWN = Drawing(State, SEATS)


def move(s: State, k: Cards, a: int) -> Move:
    block, c = BLOCKS.decode(a)
    if block in ("take", "draw"):
        label = f"take the {DECK.title(s.top[0])}" if block == "take" and s.tops else "draw from the stock"
        return Move(a, block, label, block, 0)
    label = f"discard the {DECK.title(c)}" + (" and knock" if block == "knock" else "")
    return Move(a, f"{block} {DECK.names[c]}", label, block, c)


def table(s: State, k: Cards, seat: int) -> Table:
    counters = [*DRAWN.counters(s, k, seat)]
    if seat >= 0:
        counters.append(Counter("Deadwood", str(deadwood(k, cards_of(s.hand[seat]))), seat))
    prompt, blocked = DECISIONS.prompt(s, k, seat, SEATS), DECISIONS.blocked(s, k, seat, SEATS, move)
    return Table(DRAWN.zones(s, k, seat), tuple(counters), prompt, blocked)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    drawn = [c for kind, _, c, _ in events if kind == DREW]
    if drawn:
        return [f"{SEATS[seat]} draws {DECK.face(drawn[0]) if viewer == seat else 'a card'}."]
    block, c = BLOCKS.decode(action)
    if block == "take":
        return [f"{SEATS[seat]} takes {DECK.face(s.top[0])}."]
    return [f"{SEATS[seat]} {block}s {'with ' if block == 'knock' else ''}{DECK.face(c)}."]


def final(s: State, k: Cards, p: int) -> str:
    return f"{payoff(s, k, p):+} points"
