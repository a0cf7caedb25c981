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
from tablewright.lab.deals import deal_chances
from tablewright.lab.ladder import Rung
from tablewright.lab.matchups import Matchup, grid, matchups
from tablewright.lab.metrics import Estimate, luck_of_the_deal, run_metrics, survey_metrics
from tablewright.lab.page import LookAt, Page, PageTable, Section, link
from tablewright.lab.runs import Run, collect, variant_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Array
from tablewright.lab.survey import COARSE, NO_LOOKS, GameTrace, Looks, Surveyor, survey

CURVES = 4  # games whose chances are drawn
WANTED = 200  # games with measured chances; fewer looks at each where that would take too long
DEAL_GAMES = 16  # of each deal
LEAST_DEALS = 20
RANDOM = "random"
CHANCES, DECISIONS, DEALS, RANDOM_DEALS, AGENCY = 0.4, 0.2, 0.25, 0.05, 0.1  # parts of the time


@dataclass(frozen=True)
class Deals:
    """The first seat's chance from deal to deal, with one kind of bots."""

    bots: str
    chances: Array
    luck: Estimate


@dataclass(frozen=True)
class Study:
    """Everything that a report says, as numbers."""

    variant: Variant
    runs: Sequence[Run]
    metrics: Sequence[dict[str, Estimate]]  # one for each run
    traces: Sequence[GameTrace]
    looks: Looks
    dynamics: dict[str, Estimate]
    cards: Sequence[CardValue]
    deals: Sequence[Deals]  # with the first run's first bot, then with random ones
    agency: Estimate | None  # win share of the first run's first bot against random ones
    rungs: Sequence[Rung]
    sides: Sequence[Matchup] = ()  # in games whose sides differ

    @property
    def run(self) -> Run:
        return self.runs[0]


def study(
    runs: Sequence[Run],
    load: Callable[[str], Game],
    bot: Callable[[str], Chooser],
    seconds: float = 4.0,
    rungs: Sequence[Rung] = (),
) -> Study:
    """Look closer at games of the first run for about the given time, and at what the runs tell together."""
    variant = _common_variant(runs, load)
    first = runs[0].info
    bots = [bot(name) for name in first.bots]
    looks = _looks(variant, bots, seconds * CHANCES)
    traces = _followed(variant, bots, runs[0], looks, seconds)
    names = list(variant.game.cards.cards) if "card" in variant.game.hooks() else []
    strengths = list({one.name: one for one in (bots[0], bot(RANDOM))}.values())
    return Study(
        variant,
        runs,
        [run_metrics(run) for run in runs],
        traces,
        looks,
        survey_metrics(traces),
        card_values(names, traces, first.bots) if names else [],
        [_deals(variant, one, seconds * part) for one, part in zip(strengths, (DEALS, RANDOM_DEALS), strict=False)],
        _agency(variant, bots[0], bot(RANDOM), seconds * AGENCY),
        rungs,
        matchups(runs[0], variant.game.sides),
    )


def _common_variant(runs: Sequence[Run], load: Callable[[str], Game]) -> Variant:
    """The one variant that all runs are of."""
    if not runs:
        raise TablewrightError("a report needs at least one run")
    first = runs[0].info
    for info in (run.info for run in runs[1:]):
        if info.game != first.game:
            raise TablewrightError(f"runs of different games: {first.game} and {info.game}; give runs of one game")
        if (info.players, info.rules, info.cards) != (first.players, first.rules, first.cards):
            raise TablewrightError(
                f"runs of different variants: {first.describe()} and {info.describe()}; "
                "a report takes one, two are for: tablewright compare"
            )
    return variant_of(first, load)


def _looks(variant: Variant, bots: Sequence[Chooser], seconds: float) -> Looks:
    """As close as the time allows."""
    surveyor, full = Surveyor(variant, bots), Looks()
    surveyor.game(1, looks=Looks(1, 1))  # compiled before the clock starts
    start = time.perf_counter()
    surveyor.game(1, looks=COARSE)
    dear = (full.points * full.rollouts) / (COARSE.points * COARSE.rollouts)
    return full if (time.perf_counter() - start) * dear * WANTED < seconds else COARSE


def _followed(variant: Variant, bots: Sequence[Chooser], run: Run, looks: Looks, seconds: float) -> list[GameTrace]:
    """Some games with measured chances; then others without, which tell of decisions and cards."""
    info, games = run.info, len(run.games)
    traces = survey(variant, bots, games, info.seed, looks, info.rotations, seconds * CHANCES)
    done = len(traces) // info.rotations + 1
    rest = games - done * info.rotations
    if rest > 0:
        first = info.seed + done
        traces += survey(variant, bots, rest, first, NO_LOOKS, info.rotations, seconds * DECISIONS)
    return traces


def _deals(variant: Variant, bot: Chooser, seconds: float) -> Deals:
    chances = deal_chances(variant, [bot] * variant.players, DEAL_GAMES, seconds)
    return Deals(bot.name, chances, luck_of_the_deal(chances, DEAL_GAMES))


def _agency(variant: Variant, bot: Chooser, random: Chooser, seconds: float) -> Estimate | None:
    if bot.name == random.name or variant.players < 2:
        return None
    run = collect(variant, [bot] + [random] * (variant.players - 1), StopRule(20_000, seconds=seconds))
    return run_metrics(run)[f"bot.{bot.name}"]


def report_page(study: Study) -> Page:
    """The page of a study."""
    info = study.run.info
    games = sum(len(run.games) for run in study.runs)
    bots = "; ".join(f"{len(run.games):,} games of {', '.join(run.info.bots)}" for run in study.runs)
    followed = sum(len(trace.points) > 0 for trace in study.traces)
    meta = (
        f"{info.describe()}. {bots}. Seeds from {info.seed}. {len(study.traces):,} games were followed "
        f"decision by decision, {followed:,} of them with {study.looks.points} looks at the chances "
        f"({study.looks.rollouts} playouts each). "
        f"Rules {info.rules}, cards {info.cards}, Tablewright {info.version}."
    )
    sections = [_seats(study), _length(study), _decisions(study), _tension(study)]
    sections += [_cards(study)] if study.cards else []
    sections += [_sides(study)] if study.sides else []
    sections.append(_luck(study))
    return Page(
        f"{study.variant.game.cards.title}: {games:,} games",
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
    return Section(
        "Seats and results",
        [words.seats(study), *words.endings(study)],
        [plot],
        [PageTable(head, table)],
        words.SEATS_NOTE,
    )


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
    if not table:
        return Section("Tension", [words.TOO_FEW_FOLLOWED, *text], [plot])
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


def _sides(study: Study) -> Section:
    names, values = grid(study.sides)
    words_of = [name.replace("_", " ") for name in names]
    plot = plots.heat_map(words_of, words_of, values, "Wins of the side on the left against that below, in percent")
    table = [
        [one.side.replace("_", " "), one.against.replace("_", " "), one.wins.text(True), f"{one.wins.n:,}"]
        for one in study.sides
        if one.wins.value > 0.5
    ]
    return Section("Sides", (), [plot], [PageTable(["side", "against", "wins", "games"], table)])


def _luck(study: Study) -> Section:
    seat = study.run.info.seats[0]
    text, drawn = [words.luck(study)], []
    for deals in study.deals:
        if len(deals.chances) >= LEAST_DEALS:
            wins = np.round(deals.chances * DEAL_GAMES).astype(int)
            label = f"{seat}'s wins in {DEAL_GAMES} games of one deal, with {deals.bots} bots"
            drawn.append(plots.histogram(wins, label, " wins", "deals"))
    if study.rungs:
        rows = [
            (f"{r.stronger} against {r.weaker}", 100 * r.share.value, 100 * r.share.low, 100 * r.share.high)
            for r in study.rungs
        ]
        text.append(words.ladder(study.rungs))
        drawn.append(plots.intervals(rows, "Wins of the longer search", 100 * study.rungs[0].fair, " %"))
    return Section("Skill and luck", text, drawn, (), words.LUCK_NOTE)


def _first(study: Study) -> list[LookAt]:
    """The findings that matter most, each with a game that shows it."""
    found = sorted(words.findings(study), key=lambda item: -item[0])
    return [LookAt(text, weight, *_example(study, trace)) for weight, text, trace in found[:6]]


def _example(study: Study, trace: GameTrace | None) -> tuple[str, str]:
    if trace is None:
        return "", ""
    record = record_for(study.variant, trace.seed, [int(a) for a in trace.actions])
    return f"{study.variant.game.name}-{trace.seed}.tw.json", link(record)
