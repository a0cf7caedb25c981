"""Two variants on the same seeds: what a change does, as paired differences, at one strength of bots or at several."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tablewright.engine import TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.measures import Measure, measure_of
from tablewright.lab.metrics import margins, unfair_parts
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, run_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.starters import by_turn_order
from tablewright.lab.statistics import Z95, Array, Estimate, clustered_error, discoveries, holm
from tablewright.lab.survey import Looks, survey
from tablewright.lab.tension import LEAST_FOLLOWED, decision_values, is_curve, tension_values

Progress = Callable[[int], None] | None
Weight = Literal["matters", "does not matter", "open"]


@dataclass(frozen=True)
class Difference:
    """One metric under two variants: both values, and the difference with its paired interval."""

    metric: str
    a: float
    b: float
    change: Estimate
    p: float
    stands: bool = False  # no false discovery among all the metrics of its family

    @property
    def measure(self) -> Measure:
        return measure_of(self.metric)

    @property
    def smallest(self) -> float:
        """The smallest change that matters."""
        return self.measure.smallest(self.a)

    @property
    def weight(self) -> Weight:
        """Real and large enough, certainly too small to notice, or not known from so few games."""
        extent = self.change.extent(self.smallest)
        if extent == "small":
            return "does not matter"
        return "matters" if extent == "large" and self.stands else "open"


@dataclass(frozen=True)
class Comparison:
    """Two variants played on the same seeds."""

    a: Run
    b: Run
    differences: tuple[Difference, ...]
    followed: tuple[Difference, ...] = ()  # decisions and tension of the games that were followed closely

    def of(self, metrics: Sequence[str]) -> dict[str, Difference]:
        """The named metrics."""
        known = {difference.metric: difference for difference in (*self.differences, *self.followed)}
        return {name: known[name] for name in metrics if name in known}

    @property
    def level(self) -> str:
        return ", ".join(dict.fromkeys(self.a.info.bots))


def compare(
    a: Variant,
    b: Variant,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    progress: Progress = None,
    closely: int = 0,
    executor: Executor | None = None,
) -> Comparison:
    """Play both variants on common seeds, compare every metric game by game, and follow some games closely."""
    if a.players != b.players or a.game.name != b.game.name:
        raise TablewrightError("two variants to compare must be of one game with the same number of players")
    plans = Plan.named(a, bots), Plan.named(b, bots)
    made = compare_runs(*(rows_of(plan, games, seed, progress, executor) for plan in plans))
    most = min(closely, games)
    if plans[0].choosers is None or most < LEAST_FOLLOWED:
        return made
    return replace(made, followed=follow(*plans, most, seed, progress, executor))


def follow(
    a: Plan, b: Plan, games: int, seed: int = 1, progress: Progress = None, executor: Executor | None = None
) -> tuple[Difference, ...]:
    """The paired differences of decisions and tension, from games of both variants that are followed closely."""
    ours, theirs = (survey(plan, games, seed, Looks(), 0, executor, progress) for plan in (a, b))
    pairs = [pair for pair in zip(ours, theirs, strict=True) if all(map(is_curve, pair))]
    if len(pairs) < LEAST_FOLLOWED:
        return ()
    seeds = np.array([trace.seed for trace, _ in pairs])
    before, after = ([{**decision_values(t), **tension_values(t)} for t in side] for side in zip(*pairs, strict=True))
    found = [
        difference(name, np.array([row[name] for row in before]), np.array([row[name] for row in after]), seeds)
        for name in before[0]
    ]
    return _by_family(found)


def _by_family(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The same, with a mark on those that are no false discoveries; every family of metrics answers for itself.

    Fairness decides about the rules, so in its family not even one false finding is allowed for (Holm).
    """
    made = list(found)
    for family in {d.measure.family for d in found}:
        places = [i for i, d in enumerate(found) if d.measure.family == family]
        correct = holm if family == "fairness" else discoveries
        for i, stands in zip(places, correct(np.array([found[i].p for i in places])), strict=True):
            made[i] = replace(found[i], stands=bool(stands))
    return tuple(made)


def rows_of(plan: Plan, games: int, seed: int = 1, progress: Progress = None, executor: Executor | None = None) -> Run:
    """All the games; fewer of them could not be compared with those of other variants."""
    run = run_of(plan, StopRule(games), seed, executor, progress)
    if len(run.games) < games:
        raise KeyboardInterrupt
    return run


def compare_runs(a: Run, b: Run) -> Comparison:
    """The paired differences of two runs on the same seeds."""
    if a.info.game != b.info.game or a.info.players != b.info.players:
        raise TablewrightError("runs of different games or numbers of players cannot be compared")
    if len(a.games) != len(b.games) or a.info.seed != b.info.seed or a.info.rotations != b.info.rotations:
        raise TablewrightError("runs to compare must have the same seeds and the same number of games")
    both = a.finished & b.finished
    if not both.any():
        raise TablewrightError("no game ended under both variants, so there is nothing to compare")
    by_order = not (a.same_begins and b.same_begins and a.first[0] == b.first[0])
    rows_a, rows_b = (per_game(run, both, by_order) for run in (a, b))
    clusters = a.seeds[both]
    found = [difference(name, rows_a[name], rows_b[name], clusters) for name in rows_a if name in rows_b]
    return Comparison(a, b, _by_family(found))


def metric_names(variant: Variant) -> list[str]:
    """The metrics of `per_game`."""
    kinds = ("share", "score") if variant.game.cards.points else ("share",)
    by_seat = [f"{kind}.{seat}" for kind in kinds for seat in variant.seats]
    order = [f"order.{i + 1}" for i in range(variant.players)]
    margin = ["margin"] if variant.game.cards.points else []
    common = ["unfairness", *order, "draws", "turns", "decisions", *margin]
    return [*by_seat, *common, *(f"probe.{name}" for name in variant.game.probes)]


def per_game(run: Run, rows: Array, by_order: bool = True) -> dict[str, Array]:
    """The metrics that every single game has a value of, for some rows."""
    seats, shares = run.info.seats, run.shares[rows]
    made = {f"share.{seat}": shares[:, i] for i, seat in enumerate(seats)}
    if by_order:
        placed = by_turn_order(shares, run.first[rows])
        made |= {f"order.{i + 1}": placed[:, i] for i in range(len(seats))}
    made["unfairness"] = unfair_parts(run, rows)
    made |= {"draws": ((shares > 0).sum(axis=1) > 1).astype(float)}
    made |= {"turns": run.turns[rows], "decisions": run.decisions[rows]}
    if run.info.points:
        made |= {"margin": margins(run.scores[rows])}
        made |= {f"score.{seat}": run.scores[rows][:, i] for i, seat in enumerate(seats)}
    return made | {f"probe.{name}": run.probes[rows][:, i] for i, name in enumerate(run.info.probes)}


def difference(metric: str, a: Array, b: Array, clusters: Array) -> Difference:
    """The mean paired difference of a metric; seeds are the units, as the seatings of one are not independent."""
    from scipy.stats import norm

    change = b.astype(float) - a.astype(float)
    mean, error = float(change.mean()), clustered_error(change, clusters)
    p = float(2 * norm.sf(abs(mean) / error)) if error > 0 else (1.0 if mean == 0 else 0.0)
    estimate = Estimate(mean, mean - Z95 * error, mean + Z95 * error, len(change))
    return Difference(metric, float(a.mean()), float(b.mean()), estimate, p)
