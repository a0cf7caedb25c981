"""Matrix at the table: what a seat sees and what is asked of it."""

from functools import lru_cache

from tablewright.engine import Blocked, Card, Counter, Facts, Item, Seat, Table, Zone, named, remembered, say

from . import rules
from .log import tell
from .moves import hand_of, in_words, judge, move, numbers_of, parse, referee, scores_of
from .state import CENTRE, KINDS, Cards, State


def table(s: State, k: Cards, seat: int) -> Table:
    """MTX-7.8, MTX-H.1: what a seat (-1: a spectator) sees."""
    hand = (_own_hand(s, seat),) if seat >= 0 else ()
    zones = (_board(s, k), *hand, _unseen(s, k, seat), _history(s, k))
    return Table(zones, _counters(s, k), rules.DECISIONS.ask(s, k))


@remembered
def _board(s: State, k: Cards) -> Zone:
    numbers = [k.numbers[rank] for rank in s.board]
    items = tuple(_cell(c, x) for c, x in enumerate(numbers))
    north, south, *sides = in_words(scores_of(s, k))
    columns = (sides[0], "", sides[1] if len(sides) > 1 else "") if sides else ()
    return Zone("board", say("zone.board"), "grid", items, 3, column_labels=columns, row_labels=(north, "", south))


@lru_cache(1_000)
def _cell(c: int, x: int) -> Item:
    return Item(f"cell{c}", str(x), say(f"cell.{c}"), tone=("even", "odd")[x % 2], facts=Facts(number=x))


@lru_cache(1_000)
def _card(place: str, card: int, copies: int = 0) -> Item:
    kind = KINDS[card]
    marks = (say("mark.copies", copies=copies),) if copies > 1 else ()
    return Item(place, named(Card(kind)), say(f"card.{kind}.text"), kind, marks=marks, facts=Facts(copies=copies or 1))


@remembered
def _own_hand(s: State, seat: int) -> Zone:
    items = tuple(_card(f"hand{i}", card) for i, card in enumerate(hand_of(s, seat)))
    return Zone("hand", say("zone.hand"), "fan", items, owner=seat)


@remembered
def _unseen(s: State, k: Cards, seat: int) -> Zone:
    """MTX-H.2: what a player cannot see is known as a multiset, not by place."""
    others = [p for p in range(k.players) if p != seat]
    cards = _unseen_cards(s, k, seat)
    items = tuple(_card(f"unseen.{KINDS[c]}", c, cards.count(c)) for c in sorted(set(cards)))
    held = tuple(say("zone.holds", who=Seat(p), cards=s.held[p]) for p in others)
    note = say("zone.holders", held=held, aside=say("zone.aside", cards=s.asides) if s.asides else None)
    alone = len(others) == 1 and not s.asides
    title = say("zone.hand_of", who=Seat(others[0])) if alone else say("zone.unseen")
    return Zone("unseen", title, "row", items, note=note)


def _unseen_cards(s: State, k: Cards, seat: int) -> list[int]:
    return [c for p in range(k.players) if p != seat for c in hand_of(s, p)] + s.aside[: s.asides]


@remembered
def _history(s: State, k: Cards) -> Zone:
    items = tuple(_past(k, i, *s.history[i]) for i in reversed(range(s.plays)))
    return Zone("history", say("zone.history"), "pile", items)


@lru_cache(1_000)
def _past(k: Cards, i: int, p: int, card: int, x: int, y: int) -> Item:
    numbers = numbers_of(k, (p, card, x, y))
    key = "play.past_forfeit" if x == -2 else "play.past"
    text = say(key, who=Seat(p), card=Card(KINDS[card]), numbers=numbers)
    return Item(f"play{i}", text, kind=KINDS[card], facts=Facts(seat=p, numbers=numbers, forfeit=x == -2))


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    now, order = min(s.round, k.rounds), tuple(s.order[: k.players])
    rounds = Counter(say("counter.round"), say("counter.round_of", now=now, all=k.rounds), None, "round", now)
    seats = Counter(say("counter.order"), say("counter.seats", seats=tuple(map(Seat, order))), None, "order", order)
    scores = (Counter(say("counter.score"), str(x), p, "score", x, goal=True) for p, x in enumerate(scores_of(s, k)))
    return (rounds, seats, *scores)


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """What is not possible, and why."""
    if seat < 0 or rules.over(s, k):
        return []
    if s.decider != seat:
        return [Blocked(say("why.any"), say("why.not_your_turn", who=Seat(s.decider)), clause="MTX-3.2")]
    held, unseen = set(hand_of(s, seat)), _unseen_cards(s, k, seat)
    missing = [
        Blocked(named(Card(kind)), say("why.not_held"), f"unseen.{kind}" if c in unseen else "", "MTX-4.2")
        for c, kind in enumerate(KINDS)
        if c not in held
    ]
    centre = k.numbers[s.board[CENTRE]]
    if 6 + centre % 2 in held:
        what = say("play.said", card=Card(KINDS[6 + centre % 2]), numbers=(centre,))
        missing.append(Blocked(what, say("why.already_centre", number=centre), "cell4", "MTX-5.5"))
    return missing
