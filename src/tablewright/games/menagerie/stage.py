"""The combat phase of Menagerie, moment by moment: who kills whom, then every row's power and what it wins."""

from collections.abc import Sequence

from tablewright.engine import Beat, Event, Figure

from .state import CARDS, SAY, Cards, State

STAGED = frozenset({SAY.acts, SAY.power})
COUNTED = (SAY.stack_power, SAY.power, SAY.prize_first, SAY.prize_second)


def stage(s: State, k: Cards, events: Sequence[Event]) -> list[Beat]:
    """MEN-9, MEN-11: the abilities in their order, then the powers."""
    beats: list[Beat] = []
    for event in events:
        kind, p, card, value = event
        if kind == SAY.acts:
            beats.append(Beat((event,), (Figure(CARDS[card - 1], p),)))
        elif kind == SAY.harmed and beats:
            fallen = Figure(CARDS[card - 1], p, str(value), lost=True)
            beats[-1] = Beat((*beats[-1].events, event), beats[-1].by, (*beats[-1].on, fallen))
    return beats + [_power(events, p) for kind, p, _, _ in events if kind == SAY.power]


def _power(events: Sequence[Event], p: int) -> Beat:
    own = tuple(event for event in events if event[0] in COUNTED and event[1] == p)
    stacks = [event for event in own if event[0] == SAY.stack_power]
    return Beat(own, tuple(Figure(CARDS[stack // 4 - 1], p, str(value)) for _, _, stack, value in stacks))
