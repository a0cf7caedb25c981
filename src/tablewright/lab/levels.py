"""Does a finding hold at other strengths? The same question asked of bots from weak to strong, and one verdict."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal

from tablewright.bots.levels import LEVELS
from tablewright.engine import TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.experiments import Comparison, Progress, compare, compare_runs, rows_of
from tablewright.lab.measures import measure_of
from tablewright.lab.plan import QUICK, Plan
from tablewright.lab.runs import Run, joined
from tablewright.lab.simulate import StopRule, play
from tablewright.lab.statistics import Z95, Estimate

Trend = Literal["holds", "grows", "shrinks", "reverses", "nothing", "open"]
TREND_WORDS: dict[Trend, str] = {
    "holds": "holds at all levels",
    "grows": "grows with skill",
    "shrinks": "shrinks with skill",
    "reverses": "reverses: do not act on it",
    "nothing": "no effect that matters at any level",
    "open": "too few games to tell whether it holds",
}
QUICK_GAMES, THINKING_GAMES = 4000, 1000  # of each variant, unless said otherwise
BATCH, CLEAR = 250, 3.0  # bots that think stop after a batch that is clearer than so many standard errors
LEAST = 100  # games of a level for an interval that is of use
TRIAL = 2  # games that tell how long others will take
STRENGTHS = (*QUICK, *LEVELS)  # as docs/strength.md shows for every game
HEADLINES = ("unfairness", "turns", "margin")


def trend(effects: Sequence[Estimate], small: float) -> Trend:
    """What becomes of an effect from the first level to the last; what is certain is so although several are tested.

    It reverses only where it matters in both directions: an effect too small to notice has no sign worth a warning. One
    that may matter in the other direction neither grows nor shrinks: it is open.
    """
    if all(effect.extent(small) == "small" for effect in effects):
        return "nothing"
    z = _z(len(effects))
    if all(any(sign * e.value - z * e.error > small for e in effects) for sign in (1, -1)):
        return "reverses"
    certain = [e.value for e in effects if abs(e.value) > z * e.error]
    if not certain:
        return "open"
    sign = 1 if max(certain, key=abs) > 0 else -1
    if any(sign * e.value < 0 and sign * e.value - Z95 * e.error < -small for e in effects):
        return "open"
    more = sign * (effects[-1].value - effects[0].value)
    sure = Z95 * hypot(effects[0].error, effects[-1].error)
    if len(effects) > 1 and abs(more) > max(sure, small):
        return "grows" if more > 0 else "shrinks"
    return "holds" if all(sign * e.value > Z95 * e.error for e in effects) else "open"


def _z(tests: int) -> float:
    """The point of the normal distribution beyond which one of several tests errs in 5 % of the cases, both sides."""
    from scipy.stats import norm

    return float(norm.ppf(1 - 0.025 / max(1, tests)))


@dataclass(frozen=True)
class LevelBudget:
    """How many games a level plays of each variant, and about how long that takes."""

    level: str
    games: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.level}: {self.games:,} games of each variant, about {duration(self.seconds)}"


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} minutes"


def budgets(
    variant: Variant,
    levels: Sequence[str],
    games: int | None,
    minutes: float | None,
    variants: int,
    executor: Executor | None = None,
) -> list[LevelBudget]:
    """Share games or minutes among levels so that each gets a useful interval; says how long it will take.

    Minutes are shared by the time that a game takes: every level gets at least so many games as make an interval, what
    is left goes to all alike, and the quick ones do not play more than is of use.
    """
    if len(set(levels)) < len(levels):
        raise TablewrightError(f"--levels names a bot twice: {','.join(levels)}")
    if games is not None and minutes is not None:
        raise TablewrightError("give --games or --minutes, not both")
    plans = [Plan.named(variant, [level]) for level in levels]
    pace = [_seconds_a_game(plan, executor) for plan in plans]
    wanted = [games or (QUICK_GAMES if plan.quick else THINKING_GAMES) for plan in plans]
    if minutes is not None:
        share = 60 * minutes / len(levels)
        wanted = [max(LEAST, min(QUICK_GAMES, int(share / (one * variants)))) for one in pace]
    return [
        LevelBudget(level, number, number * one * variants)
        for level, number, one in zip(levels, wanted, pace, strict=True)
    ]


def _seconds_a_game(plan: Plan, executor: Executor | None) -> float:
    play(plan, 1, executor=executor)  # compiled before the clock starts
    start = time.perf_counter()
    made = play(plan, StopRule(QUICK_GAMES if plan.quick else TRIAL), executor=executor)
    return (time.perf_counter() - start) / made.games


@dataclass(frozen=True)
class Row:
    """One metric over the levels."""

    metric: str
    found: Sequence[Comparison]
    trend: Trend


def compare_levels(
    a: Variant,
    b: Variant,
    shared: Sequence[LevelBudget],
    seed: int = 1,
    progress: Progress = None,
    closely: int = 0,
    executor: Executor | None = None,
) -> list[Comparison]:
    """The same comparison at every level, from the first to the last."""
    return [compare_level(a, b, one, seed, progress, closely, executor) for one in shared]


def compare_level(
    a: Variant,
    b: Variant,
    one: LevelBudget,
    seed: int = 1,
    progress: Progress = None,
    closely: int = 0,
    executor: Executor | None = None,
) -> Comparison:
    """One level. Bots that think play batch by batch and stop early where the change of fairness is very clear.

    Looking in between costs next to nothing of the certainty, as it takes three standard errors to stop (Haybittle and
    Peto); and the number of games depends on the games alone, not on the machine.
    """
    bots = one.level.split(",")
    plans = Plan.named(a, bots), Plan.named(b, bots)
    if plans[0].quick or plans[0].choosers is None or plans[0].rotations > 1:
        return compare(a, b, bots, one.games, seed, progress, closely, executor)
    runs: list[list[Run]] = [[], []]
    for first in range(0, one.games, BATCH):
        size = min(BATCH, one.games - first)
        for kept, plan in zip(runs, plans, strict=True):
            kept.append(rows_of(plan, size, seed + first, progress, executor))
        made = compare_runs(*(joined(kept) for kept in runs))
        change = made.of(["unfairness"])["unfairness"].change
        if abs(change.value) > CLEAR * change.error > 0:
            break
    return made


def weak_to_strong(names: Sequence[str]) -> list[int]:
    """The places of bots from weak to strong; as they come where one is not among those whose order is known."""
    places = range(len(names))
    known = set(names) <= set(STRENGTHS)
    return sorted(places, key=lambda i: STRENGTHS.index(names[i])) if known else list(places)


def rows(found: Sequence[Comparison], metrics: Sequence[str] = HEADLINES) -> list[Row]:
    """What becomes of the change of every metric from the weakest bots to the strongest."""
    made = []
    found = [found[i] for i in weak_to_strong([one.level for one in found])]
    for metric in metrics:
        differences = [one.of([metric])[metric] for one in found if one.of([metric])]
        if len(differences) == len(found):
            made.append(Row(metric, found, trend([d.change for d in differences], differences[0].smallest)))
    return made


def overall(made: Sequence[Row]) -> Trend:
    """One verdict: what reverses anywhere must not be acted on; else what becomes of the first metric."""
    return "reverses" if any(row.trend == "reverses" for row in made) else made[0].trend


def conclusion(made: Sequence[Row]) -> str:
    """The verdict in words; what reverses is named."""
    turned = " and ".join(measure_of(row.metric).words for row in made if row.trend == "reverses")
    return f"{turned} {TREND_WORDS['reverses']}" if turned else TREND_WORDS[overall(made)]
