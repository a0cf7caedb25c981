"""Leduc poker in words."""

from collections.abc import Sequence

from tablewright.engine import Counter, Event, Item, Move, Table, Zone

from .rules import CALL, CARDS, DEALT, DECISIONS, DECK, FIRST, RAISE, SHOWN, Cards, State, payoff, turns

NAMES = ("A", "B")
WORDS = ("fold", "call", "raise")


def move(s: State, k: Cards, a: int) -> Move:
    owed = s.stake - s.paid[s.turn]
    more = (k.small_bet if s.round == FIRST else k.large_bet) if a == RAISE else 0
    label = f"pay {owed + more}" if a >= CALL else "give up the pot"
    return Move(a, WORDS[a], label, WORDS[a], 0)


def table(s: State, k: Cards, seat: int) -> Table:
    zones = [_hand(s, p, seat) for p in range(k.players)]
    zones.append(Zone("common", "Common card", "row", tuple(_card(c, "common") for c in _held(s.common))))
    counters = [Counter("Pot", str(sum(s.paid))), Counter("Stake", str(s.stake)), Counter("Round", str(turns(s, k)))]
    counters += [Counter("Paid", str(s.paid[p]), p) for p in range(k.players)]
    prompt, blocked = DECISIONS.prompt(s, k, seat, NAMES), DECISIONS.blocked(s, k, seat, NAMES, move)
    return Table(tuple(zones), tuple(counters), prompt, blocked)


def _held(cards: list[int]) -> list[int]:
    return [c for c in range(CARDS) for _ in range(cards[c])]


def _card(c: int, where: str) -> Item:
    return Item(where, DECK.face(c), DECK.title(c), kind=DECK.names[c], tone=DECK.tone(c))


def _hand(s: State, p: int, seat: int) -> Zone:
    """LDC-H.1."""
    shown = p == seat or s.round == SHOWN
    items = [_card(c, f"hand{p}") if shown else Item(f"hand{p}", "", hidden=True) for c in _held(s.hand[p])]
    return Zone(f"hand{p}", "Your card" if p == seat else f"Card of {NAMES[p]}", "fan", tuple(items), owner=p)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    lines = [f"{NAMES[seat]} {WORDS[action]}s ({move(s, k, action).label})."]
    return lines + [f"The common card is the {DECK.title(c)}." for kind, c, _, _ in events if kind == DEALT]


def final(s: State, k: Cards, p: int) -> str:
    return f"{payoff(s, k, p):+} chips"
