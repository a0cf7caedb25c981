"""Balance as a test: a small TOML file of expectations, checked with intervals.

    game = "matrix"
    bots = ["greedy"]
    games = 20000

    [[expect]]
    metric = "share.N"
    between = [0.45, 0.55]
    why = "the seats are equal but for the first tie"

An expectation holds if the whole 95 % interval lies inside, is broken if it lies outside, and is open in between.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tablewright.bots.registry import quoted
from tablewright.engine import (
    ANY,
    COUNT,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    TablewrightError,
    Variant,
    check_table,
)
from tablewright.games import Find
from tablewright.games.sources import varied
from tablewright.lab.cardvalues import card_uses
from tablewright.lab.executor import Executor
from tablewright.lab.measures import no_such_metric
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import Figure
from tablewright.lab.plan import Plan
from tablewright.lab.runs import run_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Estimate
from tablewright.lab.survey import Looks, survey
from tablewright.lab.tension import survey_metrics

Progress = Callable[[int], None] | None
KEYS = {
    **dict.fromkeys(("game", "edition"), TEXT),
    **dict.fromkeys(("players", "games", "seed", "survey"), COUNT),
    "set": TABLE,
    "bots": TEXTS,
    "expect": TABLES,
}
EXPECT_KEYS = {"metric": ANY, "between": ANY, "why": TEXT}
Outcome = Literal["holds", "broken", "open"]


@dataclass(frozen=True)
class Expectation:
    """A metric and the range it should lie in."""

    metric: str
    low: float
    high: float
    why: str


@dataclass(frozen=True)
class Judgement:
    """An expectation, what was measured, and whether it holds."""

    expectation: Expectation
    measured: Estimate

    @property
    def outcome(self) -> Outcome:
        low, high = self.expectation.low, self.expectation.high
        if low <= self.measured.low and self.measured.high <= high:
            return "holds"
        return "broken" if self.measured.high < low or self.measured.low > high else "open"


@dataclass(frozen=True)
class ExpectFile:
    """A checked file of expectations."""

    variant: Variant
    bots: tuple[str, ...]
    games: int
    seed: int
    survey: int
    expectations: tuple[Expectation, ...]


def read_expectations(path: Path, find: Find) -> ExpectFile:
    """Read and check a file of expectations."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise TablewrightError(f"{path} cannot be read: {fault.strerror}") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise TablewrightError(f"{path} is not valid TOML: {fault}") from fault
    check_table(data, KEYS, str(path), "key", fault=TablewrightError)
    if "game" not in data or not data.get("expect"):
        raise TablewrightError(f"{path} must name its game and have at least one [[expect]]")
    games = data.get("games", 10_000)
    if games < 1:
        raise TablewrightError(f"{path}: games is {games!r}; it must be a number from 1 on")
    variant = varied(find(data["game"]), data.get("players"), data.get("edition"), data.get("set", {}))
    return ExpectFile(
        variant,
        tuple(map(quoted, data.get("bots", ["random"]))),
        games,
        data.get("seed", 1),
        data.get("survey", 0),
        tuple(_expectation(entry, path) for entry in data["expect"]),
    )


def _expectation(entry: Any, path: Path) -> Expectation:
    check_table(entry, EXPECT_KEYS, f"{path} [[expect]]", "key", fault=TablewrightError)
    between = entry.get("between")
    if not isinstance(entry.get("metric"), str):
        raise TablewrightError(f"{path} [[expect]] needs a metric")
    if not isinstance(between, list) or len(between) != 2 or not all(isinstance(x, int | float) for x in between):
        raise TablewrightError(f"{path}: {entry['metric']} needs between = [low, high]")
    if between[0] > between[1]:
        raise TablewrightError(f"{path}: {entry['metric']} lies between {between[0]} and {between[1]}; low comes first")
    return Expectation(entry["metric"], float(between[0]), float(between[1]), entry.get("why", ""))


def judge(
    file: ExpectFile, bots: Sequence[str] | None = None, progress: Progress = None, executor: Executor | None = None
) -> list[Judgement]:
    """Play the games, perhaps with other bots than the file's own, and hold every expectation against them."""
    metrics = measured(file, bots or file.bots, progress, executor)
    for expectation in file.expectations:
        if expectation.metric not in metrics:
            hint = "" if file.survey else " (metrics of decisions, tension and cards need survey = GAMES)"
            raise TablewrightError(no_such_metric(expectation.metric, metrics, file.variant) + hint)
    return [Judgement(expectation, metrics[expectation.metric]) for expectation in file.expectations]


def measured(
    file: ExpectFile, bots: Sequence[str], progress: Progress = None, executor: Executor | None = None
) -> dict[str, Estimate]:
    """All the metrics that the file can ask for."""
    plan = Plan.named(file.variant, bots)
    metrics = run_metrics(run_of(plan, StopRule(file.games), file.seed, executor, progress))
    if file.survey:
        if plan.choosers is None:
            raise TablewrightError("games of a bot of your own cannot be followed closely; leave out survey")
        traces = survey(plan, file.survey, file.seed, Looks(), 0, executor, progress)
        metrics |= survey_metrics(traces)
        if "card" in file.variant.game.hooks():
            metrics |= card_uses(list(file.variant.game.cards.cards), traces)
    return metrics


def as_row(file: str, level: str, one: Judgement) -> Figure:
    """A judgement as a tidy row."""
    wanted, got = one.expectation, one.measured
    ends: Figure = {"value": got.value, "low": got.low, "high": got.high, "games": got.n}
    between: Figure = {"least": wanted.low, "most": wanted.high, "verdict": one.outcome}
    return {"file": file, "level": level, "metric": wanted.metric, **ends, **between}


def over_levels(rows: Sequence[Figure], file: str) -> list[str]:
    """What becomes of every expectation from one strength to the next, in a line."""
    made = []
    for metric in dict.fromkeys(row["metric"] for row in rows if row["file"] == file):
        found = [row for row in rows if row["file"] == file and row["metric"] == metric]
        outcomes = {str(row["verdict"]) for row in found}
        if len(outcomes) == 1:
            told = f"{outcomes.pop()} at all levels"
        else:
            told = ", ".join(f"{row['verdict']} with {row['level']}" for row in found)
        made.append(f"{metric}: {told}.")
    return made
