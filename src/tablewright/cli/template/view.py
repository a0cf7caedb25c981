"""Draft in words."""

from collections.abc import Sequence

from tablewright.engine import Counter, Event, Item, Move, Table, Zone

from .rules import CARDS, DECISIONS, DECK, Cards, State, play

SEATS = ("A", "B", "C", "D")


def move(s: State, k: Cards, a: int) -> Move:
    held = (f"hand{s.turn}.{a}",) if s.hand[s.turn][a] else ()
    return Move(a, f"play {DECK.names[a]}", DECK.title(a), "play", a, held)


def table(s: State, k: Cards, seat: int) -> Table:
    on_pile = tuple(_card(c, f"pile{i}") for i, c in enumerate(s.pile[: s.plays]))
    zones = [*(_hand(s, p, seat) for p in range(k.players)), Zone("pile", "Pile", "row", on_pile)]
    counters = [Counter("Points", str(s.points[p]), p) for p in range(k.players)]
    prompt, blocked = DECISIONS.prompt(s, k, seat, SEATS), DECISIONS.blocked(s, k, seat, SEATS, move)
    return Table(tuple(zones), tuple(counters), prompt, blocked)


def _card(c: int, place: str) -> Item:
    return Item(place, DECK.face(c), DECK.title(c), kind=DECK.names[c], tone=DECK.tone(c))


def _hand(s: State, p: int, seat: int) -> Zone:
    """DRF-H.1: other hands lie face down."""
    if p == seat:
        items = [_card(c, f"hand{p}.{c}") for c in range(CARDS) if s.hand[p][c]]
    else:
        items = [Item(f"hand{p}.{i}", "", hidden=True) for i in range(s.held[p])]
    return Zone(f"hand{p}", "Your hand" if p == seat else f"Hand of {SEATS[p]}", "fan", tuple(items), owner=p)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    after = State.copy(s)
    play(after, k, seat, action)
    scores = " and scores" if after.points[seat] > s.points[seat] else ""
    return [f"{SEATS[seat]} plays the {DECK.title(action)}{scores}."]
