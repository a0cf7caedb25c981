"""What a designer should look at first, each with a game that shows it and the place in it to turn to."""

from dataclasses import dataclass

import numpy as np

from tablewright.engine import Variant
from tablewright.engine.records import record_for
from tablewright.lab import words
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.page import LookAt, link
from tablewright.lab.runs import Run
from tablewright.lab.study import Study
from tablewright.lab.survey import GameTrace, Surveyor

MOST = 6
MOST_CARDS = 4


@dataclass(frozen=True)
class Example:
    """A game of a run, and what is to be seen in it where."""

    run: Run
    trace: GameTrace
    where: str


@dataclass(frozen=True)
class Finding:
    """Something worth a look; the heavier the sooner."""

    weight: float
    text: str
    example: Example | None = None


def first(study: Study) -> list[LookAt]:
    """The findings that matter most."""
    found = _circles(study) + _seats(study) + _cards(study) + _comebacks(study)
    found.sort(key=lambda finding: -finding.weight)
    return [_look_at(study.variant, finding) for finding in found[:MOST]]


def _look_at(variant: Variant, finding: Finding) -> LookAt:
    example = finding.example
    if example is None:
        return LookAt(finding.text)
    trace, bots = example.trace, example.run.info.bots
    names = [bots[(seat + trace.shift) % variant.players] for seat in range(variant.players)]
    record = record_for(variant, trace.seed, [int(action) for action in trace.actions], names)
    record["game"] = example.run.info.source  # so that a game of one's own is found again
    return LookAt(finding.text, f"{variant.game.name}-{trace.seed}-{trace.shift}.tw.json", link(record), example.where)


def _circles(study: Study) -> list[Finding]:
    """Games without an end, dead ends, and positions that come back."""
    made = []
    if study.dead_ends:
        text = f"A player has no legal move in {len(study.dead_ends):,} of the games that were followed."
        made.append(Finding(90.0, text, Example(study.run, study.dead_ends[0], "at the end")))
    for run, search in zip(study.runs, study.circles, strict=True):
        stuck = int((~run.finished).sum())
        if stuck:
            text = f"{stuck:,} games of {words.bots_of(run.info)} ran into the limit on decisions."
            made.append(Finding(100.0, text, _stuck(study, run)))
        if search.circles:
            circle = search.circles[0]
            text = (
                f"Players can go round in circles: in {len(search.circles):,} of {search.games:,} games of "
                f"{words.bots_of(run.info)} a position came back, with nothing changed but counters."
            )
            where = f"the same after decisions {circle.before} and {circle.again}"
            made.append(Finding(30.0 if run is study.run else 0.5, text, Example(run, circle.trace, where)))
    return made


def _stuck(study: Study, run: Run) -> Example | None:
    """The first game that did not end, if it is among those that were followed."""
    found = [t for t in study.traces if not t.ended and run is study.run and t not in study.dead_ends]
    return Example(run, found[0], "it does not end") if found else None


def _seats(study: Study) -> list[Finding]:
    """The worst seat over all runs."""
    pairs = list(zip(study.runs, study.metrics, strict=True))
    run, metrics = max(pairs, key=lambda pair: words.unfair(*pair)[0])
    size, seat, share = words.unfair(run, metrics)
    if size == 0:
        return []
    text = f"{words.unfair_words(run, seat, share)}: {share.text(True)}, fair is {100 / run.info.players:.1f} %."
    return [Finding(100 * size, text, _typical_win(study, seat, share.value) if run is study.run else None)]


def _typical_win(study: Study, seat: str, share: float) -> Example | None:
    """A game of usual length in which the seat has its usual fate."""
    place, won = study.run.info.seats.index(seat), share > 1 / study.run.info.players
    fits = [t for t in study.traces if t.ended and (t.shares[place] == 1.0 if won else t.shares[place] == 0.0)]
    if not fits:
        return None
    middle = np.median([len(trace.actions) for trace in fits])
    trace = min(fits, key=lambda t: abs(len(t.actions) - middle))
    return Example(study.run, trace, f"{seat} {'wins' if won else 'does not win'} a game of usual length")


def _cards(study: Study) -> list[Finding]:
    names = words.card_names(study.variant)
    made = []
    for card in words.outstanding(study.cards)[:MOST_CARDS]:
        strong = (card.value or 0) > 0
        text = (
            f"{names[card.card]} may be too {'strong' if strong else 'weak'}: {words.beside_average(card)} points of "
            "win chance for one more use, beside the average card."
        )
        made.append(Finding(50 * abs(card.value or 0), text, _use(study, card, strong)))
    for card in study.cards:
        if card.dead:
            text = f"{names[card.card]} is hardly ever used: {card.used:,} of {card.offered:,} times that it could be."
            made.append(Finding(20.0, text, _chance_to_use(study, card)))
    return made


def _use(study: Study, card: CardValue, won: bool) -> Example | None:
    """A game in which a user of the card won, or lost: the one with most uses."""
    place = [c.card for c in study.cards].index(card.card)
    fits = [
        (int(trace.used[seat][place]), -i, seat)
        for i, trace in enumerate(study.traces)
        for seat, share in enumerate(trace.shares)
        if trace.used[seat][place] > 0 and (share == 1.0 if won else share == 0.0)
    ]
    if not fits:
        return None
    _, i, seat = max(fits)
    trace = study.traces[-i]
    name = study.run.info.seats[seat]
    decision = _first_move(study.variant, trace, place, seat, used=True)
    return Example(study.run, trace, f"{name}, who {'wins' if won else 'loses'}, uses it first in decision {decision}")


def _chance_to_use(study: Study, card: CardValue) -> Example | None:
    place = [c.card for c in study.cards].index(card.card)
    for trace in study.traces:
        for seat in range(study.variant.players):
            if trace.offered[seat][place] > 0:
                decision = _first_move(study.variant, trace, place, seat, used=False)
                where = f"{study.run.info.seats[seat]} could use it in decision {decision}"
                return Example(study.run, trace, where)
    return None


def _first_move(variant: Variant, trace: GameTrace, card: int, seat: int, used: bool) -> int | None:
    """The number of the first decision of a seat in which a card was used, or could have been."""
    rules, layout = variant.game.rules, variant.game.state
    states = Surveyor(variant, ()).states(trace)
    for i, action in enumerate(trace.actions):
        if trace.seats[i] != seat:
            continue
        state = layout.from_record(states[i : i + 1])
        moves = [int(action)] if used else _legal(variant, state)
        if any(rules.card(state, variant.cards, move) == card for move in moves):
            return i + 1
    return None


def _legal(variant: Variant, state: object) -> list[int]:
    from tablewright.engine.drivers import Moves

    moves = Moves.plain()
    variant.game.rules.legal(state, variant.cards, moves)
    return list(moves.a[: moves.n])


def _comebacks(study: Study) -> list[Finding]:
    followed = [trace for trace in study.traces if len(trace.points) > 2 and trace.ended]
    if not followed:
        return []
    deepest = min(followed, key=_lowest)
    if _lowest(deepest) > 1 / (2 * study.variant.players):
        return []
    low = 1 + int(deepest.chances[1:, deepest.shares > 0].min(axis=1).argmin())
    text = f"The deepest comeback: the winner's chance was once down to {100 * _lowest(deepest):.0f} %."
    return [Finding(0.1, text, Example(study.run, deepest, f"after decision {deepest.points[low]}"))]


def _lowest(trace: GameTrace) -> float:
    return float(trace.chances[1:, trace.shares > 0].min())
