"""What a designer should look at first, each with a game that shows it and the place in it to turn to."""

from dataclasses import dataclass

import numpy as np

from tablewright.engine import Variant, record_for
from tablewright.lab import phrases
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.judgements import fairness, judge_cards
from tablewright.lab.page import TABLE, LookAt, link, opened
from tablewright.lab.runs import Run
from tablewright.lab.study import Study
from tablewright.lab.survey import GameTrace, Surveyor
from tablewright.lab.tension import is_curve, winners

MOST = 6
MOST_CARDS = 4


@dataclass(frozen=True)
class Example:
    """A game of a run, and what is to be seen in it where."""

    run: Run
    trace: GameTrace
    where: str
    at: int = 0  # after how many decisions


@dataclass(frozen=True)
class Finding:
    """Something worth a look; the heavier the sooner."""

    weight: float
    text: str
    example: Example | None = None


def first(study: Study, table: str = TABLE) -> list[LookAt]:
    """The findings that matter most; examples open at the table of this address."""
    found = _circles(study) + _seats(study) + _cards(study) + _comebacks(study)
    found.sort(key=lambda finding: -finding.weight)
    return [_look_at(study.variant, finding, table) for finding in found[:MOST]]


def _look_at(variant: Variant, finding: Finding, table: str) -> LookAt:
    example = finding.example
    if example is None:
        return LookAt(finding.text)
    trace, bots = example.trace, example.run.info.bots
    names = [bots[(seat + trace.shift) % variant.players] for seat in range(variant.players)]
    record = record_for(variant, trace.seed, [int(action) for action in trace.actions], names)
    file = f"{variant.game.name}-{trace.seed}-{trace.shift}.tw.json"
    return LookAt(finding.text, file, link(record), example.where, opened(record, example.at, table))


def _circles(study: Study) -> list[Finding]:
    """Games without an end, dead ends, and positions that come back."""
    made = []
    if study.dead_ends:
        text = f"A player has no legal move in {len(study.dead_ends):,} of the games that were followed."
        made.append(Finding(90.0, text, _at_the_end(study.run, study.dead_ends[0], "at the end")))
    for run, search in zip(study.runs, study.circles, strict=True):
        stuck = int(run.stopped.sum())
        if stuck:
            text = f"{stuck:,} games of {phrases.bots_of(run.info)} ran into the limit on decisions."
            made.append(Finding(100.0, text, _stuck(study, run)))
        if search.circles:
            circle = search.circles[0]
            text = (
                f"{phrases.sentence(phrases.bots_of(run.info))} go round in circles: in {len(search.circles):,} of "
                f"{search.games:,} games a position came back, with nothing changed but counters."
            )
            where = f"the same after decisions {circle.before} and {circle.again}"
            example = Example(run, circle.trace, where, circle.again)
            made.append(Finding(30.0 if run is study.run else 0.5, text, example))
    return made


def _stuck(study: Study, run: Run) -> Example | None:
    """The first game that did not end, if it is among those that were followed."""
    found = [t for t in study.traces if not t.ended and run is study.run and t not in study.dead_ends]
    return _at_the_end(run, found[0], "it does not end") if found else None


def _at_the_end(run: Run, trace: GameTrace, where: str) -> Example:
    return Example(run, trace, where, len(trace.actions))


def _seats(study: Study) -> list[Finding]:
    """The worst seat over all runs."""
    judged = [(run, fairness(run, metrics)) for run, metrics in zip(study.runs, study.metrics, strict=True)]
    unfair = [(run, found) for run, found in judged if found.extent == "large"]
    if not unfair:
        return []
    run, worst = max(unfair, key=lambda pair: pair[1].certain)
    told = phrases.sentence(phrases.unfair_words(run, worst))
    text = f"{told}: {worst.wins.text(True)}, fair is {100 * worst.fair:.1f} %."
    shown = run is study.run and worst.who in run.info.seats
    return [Finding(100 * worst.certain, text, _typical_win(study, worst.who, worst.wins.value) if shown else None)]


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
    names, judged = phrases.card_names(study.variant), judge_cards(study.cards)
    made = []
    found = sorted((*judged.strong, *judged.weak), key=lambda c: -_worth(c))
    for card in found[:MOST_CARDS]:
        strong = card in judged.strong
        text = (
            f"{names[card.card]} may be too {'strong' if strong else 'weak'}: {phrases.beside_average(card)} points of "
            f"win chance with one more use instead of an average one, with {phrases.bots_of(study.run.info)}."
        )
        made.append(Finding(50 * _worth(card), text, _use(study, card, strong)))
    for card in study.cards:
        if card.dead:
            times = f"{card.used:,} of {card.offered:,} times that it could be"
            text = f"{phrases.sentence(phrases.bots_of(study.run.info))} hardly ever use {names[card.card]}: {times}."
            made.append(Finding(20.0, text, _chance_to_use(study, card)))
    return made


def _worth(card: CardValue) -> float:
    return abs(card.value.value) if card.value else 0.0


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
    where = f"{name}, who {'wins' if won else 'loses'}, uses it first in decision {decision}"
    return Example(study.run, trace, where, decision - 1)


def _chance_to_use(study: Study, card: CardValue) -> Example | None:
    place = [c.card for c in study.cards].index(card.card)
    for trace in study.traces:
        for seat in range(study.variant.players):
            if trace.offered[seat][place] > 0:
                decision = _first_move(study.variant, trace, place, seat, used=False)
                where = f"{study.run.info.seats[seat]} could use it in decision {decision}"
                return Example(study.run, trace, where, decision - 1)
    return None


def _first_move(variant: Variant, trace: GameTrace, card: int, seat: int, used: bool) -> int:
    """The number of the first decision of a seat in which a card was used, or could have been; 1 where none was."""
    card_of, layout = variant.game.rule("card"), variant.game.state
    states = Surveyor(variant, ()).states(trace)
    for i, action in enumerate(trace.actions):
        if trace.seats[i] != seat:
            continue
        state = layout.from_record(states[i : i + 1])
        moves = [int(action)] if used else _legal(variant, state)
        if any(card_of(state, variant.cards, move) == card for move in moves):
            return i + 1
    return 1


def _legal(variant: Variant, state: object) -> list[int]:
    from tablewright.engine import Moves

    moves = Moves.plain()
    variant.game.rules.legal(state, variant.cards, moves)
    return list(moves.a[: moves.n])


def _comebacks(study: Study) -> list[Finding]:
    followed = [trace for trace in study.traces if is_curve(trace) and winners(trace).any()]
    if not followed:
        return []
    deepest = min(followed, key=_lowest)
    if _lowest(deepest) > 1 / (2 * study.variant.players):
        return []
    low = 1 + int(deepest.chances[1:, winners(deepest)].min(axis=1).argmin())
    at = int(deepest.points[low])
    once = f"the winner once won only {100 * _lowest(deepest):.0f} % of the playouts"
    text = f"A comeback of {phrases.bots_of(study.run.info)}: {once}."
    return [Finding(0.1, text, Example(study.run, deepest, f"after decision {at}", at))]


def _lowest(trace: GameTrace) -> float:
    return float(trace.chances[1:, winners(trace)].min())
