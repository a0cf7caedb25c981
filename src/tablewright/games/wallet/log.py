"""The log of the Wallet Game: what was decided, then what followed from it."""

from collections.abc import Sequence

from tablewright.engine import REVEALED, Event, Say, Seat, say

from .descriptions import colour, number
from .moves import move, spoken
from .state import DO, END, SAY, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Nothing of it is secret."""
    made = move(s, k, action)
    lines: list[str] = [say("log.move", who=Seat(seat), move=made.says, label=made.label)]
    merged: list[list[int]] = []
    for event in events:
        if merged and event[0] <= SAY.destroyed and merged[-1][:3] == list(event[:3]):
            merged[-1][3] += event[3]
        elif event[0] != REVEALED:
            merged.append(list(event))
    return lines + [_event(s, k, *event) for event in merged]


def _event(s: State, k: Cards, kind: int, a: int, b: int, c: int) -> Say:
    if kind <= SAY.destroyed:
        return say(f"log.{SAY._fields[kind]}", who=Seat(a), n=c, colour=colour(b))
    if kind == SAY.skipped:
        return say(f"log.no_{DO._fields[a]}", who=Seat(s.active), colour=colour(b))
    if kind == SAY.replaced:
        return say("log.replaced", card=number(b), colour=colour(c))
    if kind == SAY.refilled:
        return say("log.refilled", slot=f"m{a}", card=number(b), colour=colour(c // 4), n=c % 4)
    if kind == SAY.reshuffled:
        return say("log.reshuffled", n=a)
    if kind == SAY.passed:
        return say("log.passed", who=Seat(a), acted=bool(b))
    if kind == SAY.only_option:
        return say("log.only_option", move=spoken(s, k, a))
    if kind == SAY.bought:
        return say("log.bought", who=Seat(a), card=number(b))
    return say("log.last_turn" if a == END.rounds else "log.empty_piles")
