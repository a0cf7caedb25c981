"""Find numbers that reach a designer's goals: levers within their ranges, goals as in `expect`, the cost of a change.

    game = "wallet"
    levels = ["greedy", "medium"]   # the first one searches, all of them confirm

    [[goal]]
    metric = "unfairness"           # as in a file of expectations; also cards.worst and sides.worst
    between = [0, 0.02]
    weight = 2

    [[lever]]
    name = "purchase_target"        # a parameter, or CARD.FIELD
    between = [3, 6]                # or values = [...]
    cost = 1                        # of being changed at all; a number adds its part of the range

Every setting plays the same seeds. One that is clearly no better than another that costs no more is given up early. The
best few are confirmed on seeds that the search has not seen, at every level.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablewright.bots.registry import quoted
from tablewright.engine import (
    ANY,
    COUNT,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    CardsError,
    TablewrightError,
    Value,
    Variant,
    check_table,
    unknown,
)
from tablewright.games import Find
from tablewright.games.sources import varied
from tablewright.lab.cardvalues import card_uses, card_values
from tablewright.lab.changes import toml
from tablewright.lab.executor import Executor
from tablewright.lab.expect import Expectation, Judgement, Outcome
from tablewright.lab.matchups import matchups
from tablewright.lab.measures import no_such_metric
from tablewright.lab.metrics import run_metrics
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Estimate
from tablewright.lab.survey import Looks, survey
from tablewright.lab.tension import survey_metrics

KEYS = {
    **dict.fromkeys(("game", "edition"), TEXT),
    **dict.fromkeys(("players", "games", "confirm", "trials", "seed", "survey"), COUNT),
    "set": TABLE,
    "levels": TEXTS,
    "goal": TABLES,
    "lever": TABLES,
}
GOAL_KEYS = {"metric": TEXT, "between": ANY, "weight": ANY, "why": TEXT}
LEVER_KEYS = {"name": TEXT, "between": ANY, "values": ANY, "cost": ANY}
CONFIRMED = 3  # settings that are played again on fresh seeds
FIRST_PART = 4  # the first part of a setting's games, after which it may be given up
Setting = dict[str, Value]
Progress = Callable[[int], None] | None


@dataclass(frozen=True)
class Goal:
    """A metric, the range it should lie in, and how much that counts."""

    expectation: Expectation
    weight: float

    def distance(self, measured: Estimate) -> float:
        """0 inside; outside how far away, in widths of the range, times the weight."""
        low, high = self.expectation.low, self.expectation.high
        away = max(0.0, low - measured.value, measured.value - high)
        return self.weight * away / max(high - low, 1e-9)


@dataclass(frozen=True)
class Lever:
    """A value that may be changed, to what, and what that costs."""

    name: str
    values: tuple[Value, ...]
    now: Value
    cost: float

    def price(self, value: Value) -> float:
        """Of being changed at all; a number adds the part of its range that it moves."""
        if value == self.now:
            return 0.0
        numbers = [x for x in self.values if isinstance(x, int) and not isinstance(x, bool)]
        far = 0.0
        if len(numbers) == len(self.values) > 1 and isinstance(value, int) and isinstance(self.now, int):
            far = abs(value - self.now) / max(1, max(*numbers, self.now) - min(*numbers, self.now))
        return self.cost * (1 + far)


@dataclass(frozen=True)
class Task:
    """A checked file of goals."""

    variant: Variant
    levels: tuple[str, ...]
    games: int
    confirm: int
    trials: int
    seed: int
    survey: int
    goals: tuple[Goal, ...]
    levers: tuple[Lever, ...]

    def at(self, setting: Setting) -> Variant | None:
        """The variant with a setting, if there is such a one."""
        base = self.variant
        try:
            return base.game.variant(base.players, base.edition, {**base.changes, **self.changed(setting)})
        except CardsError:
            return None

    def changed(self, setting: Setting) -> Setting:
        """What of a setting is not as it is."""
        now = {lever.name: lever.now for lever in self.levers}
        return {name: value for name, value in setting.items() if value != now[name]}

    def price(self, setting: Setting) -> float:
        return sum(lever.price(setting[lever.name]) for lever in self.levers)


@dataclass(frozen=True)
class Tried:
    """A setting that was played: how far from the goals it is, what it costs, and what was measured."""

    setting: Setting
    distance: float
    cost: float
    values: dict[str, float]
    whole: bool = True  # not given up early


@dataclass(frozen=True)
class Confirmed:
    """A setting on fresh seeds: every goal at every level."""

    tried: Tried
    levels: tuple[tuple[str, tuple[Judgement, ...]], ...]
    runs: tuple[Run, ...] = ()  # level by level, to compare it with others on the same seeds

    @property
    def outcome(self) -> Outcome:
        found = {one.outcome for _, judged in self.levels for one in judged}
        return "broken" if "broken" in found else "open" if "open" in found else "holds"

    def distance(self, goals: Sequence[Goal]) -> float:
        return sum(
            goal.distance(one.measured) for _, judged in self.levels for goal, one in zip(goals, judged, strict=True)
        )


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    task: Task
    tried: tuple[Tried, ...]
    now: Confirmed  # as it is
    confirmed: tuple[Confirmed, ...]  # the best first

    @property
    def best(self) -> Confirmed:
        """The setting that reaches the goals at the least cost, or else the nearest."""
        order = ("holds", "open", "broken")
        goals = self.task.goals

        def rank(one: Confirmed) -> tuple[float, ...]:
            return order.index(one.outcome), round(one.distance(goals), 6), one.tried.cost

        return min((self.now, *self.confirmed), key=rank)


def read_task(path: Path, find: Find, game: str | None = None) -> Task:
    """Read and check a file of goals; the game may be named outside of it."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise TablewrightError(f"{path} cannot be read: {fault.strerror}") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise TablewrightError(f"{path} is not valid TOML: {fault}") from fault
    check_table(data, KEYS, str(path), "key", fault=TablewrightError)
    name = game or data.get("game")
    if not name or not data.get("goal") or not data.get("lever"):
        raise TablewrightError(f"{path} must name its game and have at least one [[goal]] and one [[lever]]")
    if game is not None and data.get("game", game) != game:
        raise TablewrightError(f"{path} is about {data['game']}, not {game}")
    variant = varied(find(name), data.get("players"), data.get("edition"), data.get("set", {}))
    goals = tuple(_goal(entry, path) for entry in data["goal"])
    _check_goals(goals, path)
    levers = tuple(_lever(entry, path, variant) for entry in data["lever"])
    numbers = {key: data.get(key, usual) for key, usual in (("games", 600), ("confirm", 400), ("trials", 40))}
    for key, number in numbers.items():
        if number < 1:
            raise TablewrightError(f"{path}: {key} is {number}; it must be a number from 1 on")
    levels = tuple(map(quoted, data.get("levels", ["greedy", "medium"])))
    needs_cards = any(goal.expectation.metric.startswith(("use.", "cards.")) for goal in goals)
    closely = data.get("survey", numbers["games"] if needs_cards else 0)
    games, again, trials = (numbers[key] for key in ("games", "confirm", "trials"))
    return Task(variant, levels, games, again, trials, data.get("seed", 1), closely, goals, levers)


def _goal(entry: Any, path: Path) -> Goal:
    check_table(entry, GOAL_KEYS, f"{path} [[goal]]", "key", fault=TablewrightError)
    between, weight = entry.get("between"), entry.get("weight", 1)
    if "metric" not in entry:
        raise TablewrightError(f"{path} [[goal]] needs a metric")
    if not isinstance(between, list) or len(between) != 2 or not all(isinstance(x, int | float) for x in between):
        raise TablewrightError(f"{path}: {entry['metric']} needs between = [low, high]")
    if between[0] >= between[1]:
        raise TablewrightError(f"{path}: {entry['metric']} lies between {between[0]} and {between[1]}; low comes first")
    if not isinstance(weight, int | float) or weight <= 0:
        raise TablewrightError(f"{path}: the weight of {entry['metric']} is {weight!r}; it must be above 0")
    low, high = map(float, between)
    return Goal(Expectation(entry["metric"], low, high, entry.get("why", "")), float(weight))


def _check_goals(goals: Sequence[Goal], path: Path) -> None:
    """Goals for one metric must leave something."""
    for i, one in enumerate(goals):
        for other in goals[:i]:
            a, b = one.expectation, other.expectation
            if a.metric == b.metric and (a.high < b.low or b.high < a.low):
                told = f"{b.low:g} to {b.high:g} and {a.low:g} to {a.high:g}"
                raise TablewrightError(f"{path}: the goals for {a.metric} contradict each other: {told}")


def _lever(entry: Any, path: Path, variant: Variant) -> Lever:
    check_table(entry, LEVER_KEYS, f"{path} [[lever]]", "key", fault=TablewrightError)
    name, cost = entry.get("name", ""), entry.get("cost", 1)
    now = _now(variant, name, path)
    between, values = entry.get("between"), entry.get("values")
    if (between is None) == (values is None):
        raise TablewrightError(f"{path}: the lever {name} needs either between = [low, high] or values = [...]")
    if between is not None:
        if not isinstance(between, list) or len(between) != 2 or not all(type(x) is int for x in between):
            raise TablewrightError(f"{path}: the lever {name} needs between = [low, high], whole numbers")
        values = list(range(between[0], between[1] + 1))
    if not isinstance(values, list) or not values:
        raise TablewrightError(f"{path}: the lever {name} has no values to try")
    if not isinstance(cost, int | float) or cost < 0:
        raise TablewrightError(f"{path}: the cost of {name} is {cost!r}; it must be 0 or more")
    for value in (values[0], values[-1]):
        variant.game.variant(
            variant.players, variant.edition, {**variant.changes, name: value}
        )  # or says what is wrong
    unique = [value for i, value in enumerate([now, *values]) if value not in [now, *values][:i]]
    return Lever(name, tuple(unique), now, float(cost))


def _now(variant: Variant, name: str, path: Path) -> Value:
    """What a lever stands at."""
    card, _, field = name.rpartition(".")
    if card in variant.values.cards and field in variant.values.cards[card]:
        found: Value = variant.values.cards[card][field]
        return found
    if name in variant.values.parameters:
        found = variant.values.parameters[name]
        return found
    known = [*variant.values.parameters, *(f"{c}.{f}" for c, fields in variant.values.cards.items() for f in fields)]
    raise TablewrightError(f"{path}: {unknown('lever', name, known)}")


# Playing a setting


def measured(task: Task, plan: Plan, run: Run, executor: Executor | None) -> dict[str, Estimate]:
    """Everything that goals can ask for, of a run of this plan."""
    made, variant = run_metrics(run), plan.variant
    found = matchups(run, variant.game.sides)
    if found:
        made["sides.worst"] = max((m.wins.plus(-0.5) for m in found), key=lambda x: x.value)
    if task.survey and plan.choosers is not None:
        wanted = {goal.expectation.metric for goal in task.goals}
        looks = Looks() if wanted & {"decided", "leader_wins", "comeback", "uncertainty"} else Looks(0, 0)
        traces = survey(plan, min(task.survey, len(run.games)), run.info.seed, looks, 0, executor)
        made |= survey_metrics(traces)
        if "card" in variant.game.hooks():
            cards = list(variant.game.cards.cards)
            made |= card_uses(cards, traces)
            values = [v.value for v in card_values(cards, traces, plan.names) if v.value and v.offered >= 200]
            if values:
                made["cards.worst"] = _farthest(values)
    return made


def _farthest(values: Sequence[Estimate]) -> Estimate:
    """How far the farthest card is from an average use."""
    worst = max(values, key=lambda x: abs(x.value))
    return worst if worst.value > 0 else worst.times(-1)


def judged(task: Task, metrics: dict[str, Estimate]) -> tuple[Judgement, ...]:
    for goal in task.goals:
        if goal.expectation.metric not in metrics:
            raise TablewrightError(no_such_metric(goal.expectation.metric, metrics, task.variant))
    return tuple(Judgement(goal.expectation, metrics[goal.expectation.metric]) for goal in task.goals)


def distance_of(task: Task, found: Sequence[Judgement]) -> float:
    return sum(goal.distance(one.measured) for goal, one in zip(task.goals, found, strict=True))


def words_of(task: Task, setting: Setting) -> list[str]:
    """The differences from how it is, one a line: `purchase_target: 5 instead of 4`."""
    now = {lever.name: lever.now for lever in task.levers}
    return [f"{name}: {toml(value)} instead of {toml(now[name])}" for name, value in task.changed(setting).items()]


def front(tried: Sequence[Tried]) -> list[Tried]:
    """The settings that no other one beats in both distance and cost; the nearest to the goals first."""
    kept = [one for one in tried if one.whole]
    best = [
        one
        for one in kept
        if not any(
            o.distance <= one.distance and o.cost <= one.cost and (o.distance, o.cost) != (one.distance, one.cost)
            for o in kept
        )
    ]
    unique = {tuple(sorted((k, str(v)) for k, v in one.setting.items())): one for one in best}
    return sorted(unique.values(), key=lambda one: (one.distance, one.cost))
