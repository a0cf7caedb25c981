"""The search of `tune`: Optuna proposes settings, common seeds compare them, a file keeps them over Ctrl-C."""

import hashlib
import json
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from tablewright.engine import TablewrightError, Variant
from tablewright.lab.changes import FRESH
from tablewright.lab.executor import Executor
from tablewright.lab.expect import Judgement
from tablewright.lab.experiments import rows_of
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, info_of, read_run, write_run
from tablewright.lab.tune import (
    CONFIRMED,
    FIRST_PART,
    Confirmed,
    Progress,
    Setting,
    Task,
    Tried,
    Tuned,
    distance_of,
    front,
    judged,
    measured,
)

CLEARLY = 2.0  # a first part must be so many times as far away as the whole of a better one
PROPOSALS = 4  # for each setting that is wanted: a search that has settled proposes what it knows
IMPOSSIBLE = 1e6  # the distance of a setting that the rules do not allow


def tune(task: Task, memory: Path, progress: Progress = None, executor: Executor | None = None) -> Tuned:
    """Search, then confirm; what was tried before (in the file) is not played again."""
    try:
        import optuna
    except ImportError:
        raise TablewrightError("tune needs the package optuna; try: pip install 'tablewright[lab]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    storage = optuna.storages.RDBStorage(f"sqlite:///{memory}")
    found: Any = optuna.create_study(
        study_name=_key(task),
        storage=storage,
        directions=["minimize", "minimize"],
        sampler=optuna.samplers.NSGAIISampler(seed=task.seed, population_size=12),
        load_if_exists=True,
    )
    for places in _at_first(task):
        if not _known(found, {lever.name: lever.values[places[lever.name]] for lever in task.levers}):
            found.enqueue_trial(places)
    try:
        wanted = min(task.trials, _settings(task))
        while len(_done(found)) < wanted and len(found.trials) < PROPOSALS * wanted:
            trial = found.ask()
            setting = _proposed(trial, task)
            one = _known(found, setting) or _try(task, setting, _done(found), progress, executor)
            trial.set_user_attr("tried", json.dumps(vars(one)))
            found.tell(trial, [one.distance, one.cost])
        tried = _done(found)
    finally:
        storage.engine.dispose()
    return _confirmed(task, tried, memory.with_suffix(".runs"), progress, executor)


def _confirmed(task: Task, tried: list[Tried], folder: Path, progress: Progress, executor: Executor | None) -> Tuned:
    first = next(one for one in tried if not task.changed(one.setting))
    best = [one for one in front(tried) if task.changed(one.setting)][:CONFIRMED]
    made = [confirm(task, one, folder, progress, executor) for one in (first, *best)]
    return Tuned(task, tuple(tried), made[0], tuple(made[1:]))


def confirm(
    task: Task, tried: Tried, folder: Path, progress: Progress = None, executor: Executor | None = None
) -> Confirmed:
    """A setting on fresh seeds, at every level; the games are kept in the folder and not played again."""
    variant = task.at(tried.setting)
    assert variant is not None  # it was played before
    plans = [Plan.named(variant, [level]) for level in task.levels]
    runs = [_kept(plan, task, folder, progress, executor) for plan in plans]
    found = [judged(task, measured(task, plan, run, executor)) for plan, run in zip(plans, runs, strict=True)]
    return Confirmed(tried, tuple(zip(task.levels, found, strict=True)), tuple(runs))


def _kept(plan: Plan, task: Task, folder: Path, progress: Progress, executor: Executor | None) -> Run:
    """The games that confirm a plan: those that are there, or else played and kept."""
    seed = task.seed + FRESH
    told = repr((info_of(plan, seed), plan.variant.game.hooks_version, task.confirm))
    file = folder / f"{hashlib.sha256(told.encode()).hexdigest()[:16]}.parquet"
    if file.is_file():
        if progress is not None:
            progress(task.confirm)
        return read_run(file)
    run = rows_of(plan, task.confirm, seed, progress, executor)
    folder.mkdir(exist_ok=True)
    write_run(run, file)
    return run


def _settings(task: Task) -> int:
    return prod(len(lever.values) for lever in task.levers)


def _at_first(task: Task) -> list[dict[str, int]]:
    """How it is; where settings are few, all of them, else generations that learn from each other follow."""
    now = {lever.name: lever.values.index(lever.now) for lever in task.levers}
    if _settings(task) > 2 * task.trials:
        return [now]
    names = [lever.name for lever in task.levers]
    every = [dict(zip(names, places, strict=True)) for places in product(*(range(len(x.values)) for x in task.levers))]
    Random(task.seed).shuffle(every)
    return [now, *(places for places in every if places != now)]


def _key(task: Task) -> str:
    """The same search has the same name: another game, goal, lever or number of games begins anew."""
    game = task.variant.game
    told = [task.variant.describe(), game.rules_version, game.hooks_version, task.variant.cards_version, task.levels[0]]
    told += [str(x) for x in (task.games, task.seed, task.survey, task.goals, task.levers)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _proposed(trial: Any, task: Task) -> Setting:
    """Levers by the place of their value, so that any kind of value will do."""
    return {lever.name: lever.values[trial.suggest_int(lever.name, 0, len(lever.values) - 1)] for lever in task.levers}


def _done(found: Any) -> list[Tried]:
    """What was tried, the earliest first, each once; a setting that was broken off is not among them."""
    told = [trial.user_attrs["tried"] for trial in found.trials if "tried" in trial.user_attrs and trial.values]
    return [Tried(**json.loads(text)) for text in dict.fromkeys(told)]


def _known(found: Any, setting: Setting) -> Tried | None:
    return next((one for one in _done(found) if one.setting == setting), None)


def _try(task: Task, setting: Setting, before: list[Tried], progress: Progress, executor: Executor | None) -> Tried:
    """Play a setting; after the first part it is given up if it is clearly beaten by one that costs no more."""
    variant, cost = task.at(setting), task.price(setting)
    if variant is None:
        if progress is not None:
            progress(task.games)
        return Tried(setting, IMPOSSIBLE, cost, {}, False)
    part = task.games // FIRST_PART
    better = [one.distance for one in before if one.whole and one.cost <= cost]
    if part >= 100 and better and not task.survey:
        told = _played(task, variant, part, None, executor)
        far = sum(_surely(goal, one) for goal, one in zip(task.goals, told, strict=True))
        if far > CLEARLY * min(better) + 1e-9:
            if progress is not None:
                progress(task.games)
            return Tried(setting, distance_of(task, told), cost, _values(told), False)
    told = _played(task, variant, task.games, progress, executor)
    return Tried(setting, distance_of(task, told), cost, _values(told))


def _played(
    task: Task, variant: Variant, games: int, progress: Progress, executor: Executor | None
) -> tuple[Judgement, ...]:
    """Games of a setting at the level that searches, held against the goals."""
    plan = Plan.named(variant, task.levels[:1])
    return judged(task, measured(task, plan, rows_of(plan, games, task.seed, progress, executor), executor))


def _surely(goal: Any, one: Any) -> float:
    """How far a metric certainly is from its goal."""
    wanted, got = goal.expectation, one.measured
    away = max(0.0, wanted.low - got.high, got.low - wanted.high)
    return float(goal.weight * away / max(wanted.high - wanted.low, 1e-9))


def _values(told: Any) -> dict[str, float]:
    return {one.expectation.metric: one.measured.value for one in told}
