"""The log of Menagerie: one line for a decision, and lines for what follows from it by itself."""

from collections.abc import Sequence
from itertools import groupby

from tablewright.engine import REVEALED, Event, Say, Seat, say

from .descriptions import card
from .moves import described
from .notation import cell_name
from .state import SAY, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Everything is open, so every viewer reads the same."""
    deed = described(s, k, action)
    lines: list[str] = [say(f"log.{deed.word}", who=Seat(seat), **deed.said)]
    told = [event for event in events if event[0] not in (REVEALED, SAY.stack_power)]
    for kind, group in groupby(told, lambda event: event[0]):
        lines += _lines(s, k, kind, list(group), events)
    return lines


def _lines(s: State, k: Cards, kind: int, group: list[Event], events: Sequence[Event]) -> list[Say]:
    """What neighbouring events of one kind say; all but `filled` are about a seat, a card and a number."""
    if kind == SAY.filled:
        cards = tuple(say("stack.in_cell", card=card(code), cell=cell_name(cell)) for _, cell, code, _ in group)
        return [say("log.filled", n=len(group), cards=cards)]
    if kind == SAY.power:
        totals = tuple(say("log.power_of", who=Seat(p), n=total) for _, p, _, total in group)
        stacks = [event for event in events if event[0] == SAY.stack_power]
        return [say("log.power", powers=totals), *_by_seat("log.powers", stacks)]
    if kind == SAY.final_sale:
        return _by_seat("log.final_sale", group)
    if kind == SAY.next_start:
        powers = [total for said, _, _, total in events if said == SAY.power]
        tied, earliest = powers.count(min(powers)) > 1, bool(k.least_earliest)
        last = s.round == k.rounds
        return [] if last else [say("log.next_start", who=Seat(group[0][1]), tied=tied, earliest=earliest)]
    return [_line(k, *event) for event in group]


def _by_seat(key: str, stacks: list[Event]) -> list[Say]:
    """Every player's stacks with a number each, and their sum."""
    lines = []
    for p, group in groupby(stacks, lambda event: event[1]):
        own = [(code, n) for _, _, code, n in group]
        each = tuple(say("stack.worth", card=card(code // 4), level=code % 4, n=n) for code, n in own)
        lines.append(say(key, who=Seat(p), stacks=each, n=sum(n for _, n in own)))
    return lines


def _line(k: Cards, kind: int, p: int, code: int, n: int) -> Say:
    of, wounds = card(code) if code else None, bool(k.wounds)
    return say(f"log.{SAY._fields[kind]}", who=Seat(p), card=of, n=n, any=n > 0, chooses=n > k.spaces, wounds=wounds)
