"""A combat moment by moment: who fights, who is hit and by how much, who falls, what it costs in influence."""

from collections.abc import Sequence
from dataclasses import replace

from tablewright.engine import Beat, Event, Figure

from .ids import GOES, SAY
from .state import CARD_IDS, Cards, State

STAGED = frozenset({SAY.damage, SAY.influence})


def stage(s: State, k: Cards, events: Sequence[Event]) -> list[Beat]:
    """WTA-13.9: one beat a combat; what is hit outside of combats is told by the log alone."""
    beats = [Beat((), (_attacker(s),))] if s.combat else []
    for event in events:
        kind, p, card, _ = event
        if kind == SAY.combat:
            beats.append(Beat((event,), (Figure(CARD_IDS[card], p),)))
        elif beats:
            beats[-1] = _with(beats[-1], event)
    return [beat for beat in beats if beat.on or beat.by[0].sign]


def _attacker(s: State) -> Figure:
    fights = s.combat - 1
    return Figure(CARD_IDS[s.card[fights]], s.player[fights])


def _with(beat: Beat, event: Event) -> Beat:
    """The beat with one more thing that happened in it."""
    kind, p, card, n = event
    if kind == SAY.influence and card < 0:
        return Beat((*beat.events, event), beat.by, (*beat.on, Figure("", p, str(card))))
    if kind == SAY.damage:
        return _hit(beat, event, Figure(CARD_IDS[card], p, f"-{n}"))
    if kind == SAY.left and n == GOES.fell:
        return _fallen(beat, event, CARD_IDS[card], p)
    return beat


def _hit(beat: Beat, event: Event, hit: Figure) -> Beat:
    """Several defenders hit one attacker, each with its own damage."""
    events, attacker = (*beat.events, event), beat.by[0]
    if (hit.kind, hit.seat) != (attacker.kind, attacker.seat):
        return Beat(events, beat.by, (*beat.on, hit))
    return Beat(events, (replace(hit, sign=f"{int(attacker.sign or 0) + int(hit.sign)}"),), beat.on)


def _fallen(beat: Beat, event: Event, kind: str, seat: int) -> Beat:
    """The first of these that is still standing falls."""
    figures = [*beat.by, *beat.on]
    n = next((n for n, one in enumerate(figures) if (one.kind, one.seat, one.lost) == (kind, seat, False)), None)
    if n is None:  # it was hit before
        n = len(figures)
        figures.append(Figure(kind, seat))
    figures[n] = replace(figures[n], lost=True)
    return Beat((*beat.events, event), (figures[0],), tuple(figures[1:]))
