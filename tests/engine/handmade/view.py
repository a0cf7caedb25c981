"""Tiny in words."""

from collections.abc import Sequence

from tablewright.engine import Blocked, Counter, Event, Item, Move, Prompt, Table, Zone

from . import rules
from .rules import DREW, NUMBERS, Cards, State

SEATS = ("A", "B", "C", "D")


def move(s: State, k: Cards, a: int) -> Move:
    count = s.count + a + 1
    label = f"the count goes to {count}" + (", a point" if count % k.target == 0 else "")
    return Move(a, f"play {a + 1}", label, "play", a, (f"hand{s.turn}.{sum(s.hand[s.turn][:a])}",))


def table(s: State, k: Cards, seat: int) -> Table:
    zones = [_hand(s, p, seat) for p in range(k.players)]
    played = tuple(Item(f"played{i}", str(c)) for i, c in enumerate(numbers(s.played)))
    zones.append(Zone("played", "Played", "row", played))
    counters = [Counter("Count", str(s.count)), Counter("Cards in the deck", str(sum(s.deck)))]
    counters += [Counter("Points", str(s.points[p]), p) for p in range(k.players)]
    return Table(tuple(zones), tuple(counters), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


def numbers(pile: list[int]) -> list[int]:
    """The cards of a pile, ascending."""
    return [c + 1 for c in range(NUMBERS) for _ in range(pile[c])]


def _hand(s: State, p: int, seat: int) -> Zone:
    """TNY-H.1: other hands lie face down."""
    cards = [str(c) if p == seat else "" for c in numbers(s.hand[p])]
    items = tuple(Item(f"hand{p}.{i}", text, hidden=p != seat) for i, text in enumerate(cards))
    return Zone(f"hand{p}", "Your hand" if p == seat else f"Hand of {SEATS[p]}", "fan", items, owner=p)


def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if rules.over(s, k):
        return Prompt("game_over", "The game is over.", "TNY-3.1")
    text = "Play a card." if s.turn == seat else f"{SEATS[s.turn]} plays a card."
    return Prompt("turn", text, "TNY-2.1")


def _blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    if seat < 0 or rules.over(s, k):
        return []
    if s.turn != seat:
        return [Blocked("play", f"it is {SEATS[s.turn]}'s turn", clause="TNY-2.4")]
    missing = [c + 1 for c in range(NUMBERS) if s.hand[seat][c] == 0]
    return [Blocked(f"play {c}", "not in your hand", clause="TNY-2.1") for c in missing]


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    made = move(s, k, action)
    lines = [f"{SEATS[seat]} plays {action + 1}, {made.label}."]
    for kind, p, c, _ in events:
        if kind == DREW:
            lines.append(f"{SEATS[p]} draws {c + 1 if p == viewer else 'a card'}.")
    return lines
