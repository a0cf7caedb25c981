"""The report on a game: does it end, is it fair, how long, how tense, which cards, skill or luck; words first."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.engine import Game, TablewrightError, Variant
from tablewright.engine.kits import Chooser
from tablewright.engine.records import record_for
from tablewright.lab import plots, words
from tablewright.lab.cardvalues import CardValue, card_values
from tablewright.lab.metrics import Estimate, luck_of_the_deal, run_metrics, survey_metrics
from tablewright.lab.page import LookAt, Page, PageTable, Section, link
from tablewright.lab.runs import Run, collect, variant_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.survey import GameTrace, survey

ROLLOUTS = 48
CURVES = 4  # games whose chances are drawn


@dataclass(frozen=True)
class Study:
    """Everything that a report says, as numbers."""

    game: Game
    variant: Variant
    runs: Sequence[Run]
    metrics: Sequence[dict[str, Estimate]]  # one for each run
    traces: Sequence[GameTrace]
    dynamics: dict[str, Estimate]
    cards: Sequence[CardValue]
    deal: Estimate
    deal_chances: Sequence[float]
    agency: Estimate | None  # win share of the first run's first bot against random ones

    @property
    def run(self) -> Run:
        return self.runs[0]


def study(
    runs: Sequence[Run],
    load: Callable[[str], Game],
    bot: Callable[[str], Chooser],
    seconds: float = 4.0,
    progress: Callable[[str], None] | None = None,
) -> Study:
    """Look closer at games of the first run for about the given time, and at what the runs tell together."""
    if not runs:
        raise TablewrightError("a report needs at least one run")
    first = runs[0].info
    for run in runs[1:]:
        if run.info.game != first.game:
            raise TablewrightError(f"runs of different games: {first.game} and {run.info.game}; give runs of one game")
    variant = variant_of(first, load)
    bots = [bot(name) for name in first.bots]
    tell = progress or (lambda words: None)
    tell("following games closely")
    survey(variant, bots, 1, rollouts=1)  # compiled before the clock starts
    traces = _for_seconds(variant, bots, first.seed, first.rotations, seconds)
    tell("weighing the cards")
    names = list(variant.game.cards.cards) if "card" in variant.game.hooks() else []
    cards = card_values(names, traces, first.bots) if names else []
    tell("playing against random bots")
    agency = _agency(variant, bots[0], bot("random"))
    curves = [trace for trace in traces if len(trace.points)]
    deal, chances = luck_of_the_deal(curves, ROLLOUTS)
    return Study(
        variant.game,
        variant,
        runs,
        [run_metrics(run) for run in runs],
        traces,
        survey_metrics(traces),
        cards,
        deal,
        [float(p) for p in chances],
        agency,
    )


def _for_seconds(
    variant: Variant, bots: Sequence[Chooser], seed: int, rotations: int, seconds: float
) -> list[GameTrace]:
    """Half of the time goes to games with measured chances, half to plain ones, which tell of decisions and cards."""
    traces: list[GameTrace] = []
    for rollouts in (ROLLOUTS, 0):
        start, batch, done = time.perf_counter(), 8, 0
        while time.perf_counter() - start < seconds / 2 and done < 20_000:
            first = seed + len(traces) // rotations
            traces += survey(variant, bots, batch * rotations, first, rollouts, rotations)
            done += batch * rotations
            spent = time.perf_counter() - start
            batch = max(1, min(2000, int(done / rotations / max(spent, 1e-3) * max(0.05, seconds / 2 - spent))))
    return traces


def _agency(variant: Variant, bot: Chooser, random: Chooser) -> Estimate | None:
    if bot.name == random.name:
        return None
    run = collect(variant, [bot] + [random] * (variant.players - 1), StopRule(20_000, seconds=2.0))
    return run_metrics(run)[f"bot.{bot.name}"]


def report_page(study: Study) -> Page:
    """The page of a study."""
    info = study.run.info
    games = sum(len(run.games) for run in study.runs)
    bots = "; ".join(f"{len(run.games):,} games of {', '.join(run.info.bots)}" for run in study.runs)
    meta = (
        f"{info.describe()}. {bots}. Seeds from {info.seed}. {len(study.traces):,} games were followed closely. "
        f"Rules {info.rules}, cards {info.cards}, Tablewright {info.version}."
    )
    sections = [_seats(study), _length(study), _decisions(study), _tension(study)]
    sections += [_cards(study)] if study.cards else []
    sections.append(_luck(study))
    return Page(
        f"{study.game.cards.title}: {games:,} games",
        meta,
        sections,
        words.verdicts(study),
        _first(study),
        "Brackets are 95 % intervals: 95 of 100 such intervals hold the true value. Definitions: docs/metrics.md.",
    )


def _seats(study: Study) -> Section:
    seats, fair = study.run.info.seats, 100 / study.run.info.players
    rows, table = [], []
    for run, metrics in zip(study.runs, study.metrics, strict=True):
        name = ", ".join(dict.fromkeys(run.info.bots))
        for seat in seats:
            share = metrics[f"share.{seat}"]
            rows.append((f"{seat} ({name})", 100 * share.value, 100 * share.low, 100 * share.high))
            table.append([seat, name, share.text(True), metrics[f"score.{seat}"].text(), f"{share.n:,}"])
    plot = plots.intervals(rows, "Share of wins by seat", fair, " %")
    head = ["seat", "bots", "share of wins", "mean score", "games"]
    return Section("Seats", [words.seats(study)], [plot], [PageTable(head, table)], words.SEATS_NOTE)


def _length(study: Study) -> Section:
    run = study.run
    done = run.finished
    turns = plots.histogram(run.turns[done], "Turns of a game", " turns")
    decisions = plots.histogram(run.decisions[done], "Decisions of a game", " decisions")
    return Section("Length", [words.length(run)], [turns, decisions])


def _decisions(study: Study) -> Section:
    d = study.dynamics
    return Section("Decisions", [words.decisions(d)], [_options_plot(study)])


def _options_plot(study: Study) -> str:
    """How many moves there are to choose from, along the game."""
    tenths = np.linspace(0, 1, 11)
    rows = [np.interp(tenths, np.linspace(0, 1, len(t.options)), t.options) for t in study.traces if len(t.options) > 1]
    mean = np.mean(rows, axis=0)
    return plots.lines(
        [("moves", list(100 * tenths), list(mean))], "Legal moves along the game, in percent of its length"
    )


def _tension(study: Study) -> Section:
    d = study.dynamics
    table = [
        [words.METRIC_NAMES[name], d[name].text(name in words.PERCENT), words.METRIC_HELP[name]]
        for name in words.METRIC_NAMES
        if name in d
    ]
    curves = [trace for trace in study.traces if len(trace.points) > 2][:CURVES]
    seat = study.run.info.seats[0]
    series = [
        (f"game {i + 1}", list(100 * t.points / t.points[-1]), list(100 * t.chances[:, 0]))
        for i, t in enumerate(curves)
    ]
    plot = plots.lines(series, f"{seat}'s chance to win along some games", (0, 100)) if series else ""
    text = [f"{seat}'s chance to win, in percent, along {len(series)} games (in percent of their length):"]
    return Section("Tension", text, [plot], [PageTable(["what", "value", "meaning"], table)])


def _cards(study: Study) -> Section:
    known = [c for c in study.cards if c.value is not None and c.low is not None and c.high is not None]
    ranked = sorted(known, key=lambda c: -(c.value or 0))
    rows = [(c.card, 100 * (c.value or 0), 100 * (c.low or 0), 100 * (c.high or 0)) for c in ranked]
    plot = plots.intervals(rows, "Adjusted value of each card in points of win chance", 0.0)
    table = [
        [
            c.card,
            f"{c.used:,} of {c.offered:,}",
            f"{100 * c.rate:.0f} %" if c.offered else "",
            _points(c.raw),
            f"{_points(c.value)} ({_points(c.low)} to {_points(c.high)})" if c.value is not None else "too few games",
            "stands" if c.stands else "",
        ]
        for c in study.cards
    ]
    head = ["card", "used when offered", "rate", "raw", "adjusted value", "no chance find"]
    return Section("Cards", [words.cards(study.cards)], [plot], [PageTable(head, table)], words.CARDS_NOTE)


def _points(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.1f}"


def _luck(study: Study) -> Section:
    chances = np.round(np.array(study.deal_chances) * 100).astype(int)
    seat = study.run.info.seats[0]
    plot = plots.histogram(chances, f"{seat}'s chance before the first decision, by deal", " %")
    text = [words.luck(study), f"{seat}'s chance before the first decision, in percent, over {len(chances):,} deals:"]
    return Section("Skill and luck", text, [plot])


def _first(study: Study) -> list[LookAt]:
    """The findings that matter most, each with a game that shows it."""
    found = sorted(words.findings(study), key=lambda item: -item[0])
    return [LookAt(text, weight, *_example(study, trace)) for weight, text, trace in found[:6]]


def _example(study: Study, trace: GameTrace | None) -> tuple[str, str]:
    if trace is None:
        return "", ""
    record = record_for(study.variant, trace.seed, [int(a) for a in trace.actions])
    return f"{study.game.name}-{trace.seed}.tw.json", link(record)
