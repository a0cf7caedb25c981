"""Do positions come back? A game that can return to where it was may go round in circles for ever."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Array
from tablewright.lab.survey import GameTrace, Surveyor


@dataclass(frozen=True)
class Circle:
    """A game in which the position before a decision was that before an earlier one."""

    trace: GameTrace
    before: int
    again: int


@dataclass(frozen=True)
class Search:
    """How many games of a run were searched, and the circles in them."""

    games: int
    circles: tuple[Circle, ...]


def search(plan: Plan, run: Run, most: int, progress: Callable[[int], None] | None = None) -> Search:
    """Search the first games of a run for positions that come back."""
    surveyor, found = Surveyor(plan.variant, plan.choosers or ()), []
    numbers = run.games[:most]
    for number in numbers:
        trace = surveyor.game(run.info.seed + int(number) // run.info.rotations, int(number) % run.info.rotations)
        again = repeated(surveyor.states(trace))
        if again is not None:
            found.append(Circle(trace, *again))
        if progress is not None:
            progress(1)
    return Search(len(numbers), tuple(found))


def repeated(states: Array) -> tuple[int, int] | None:
    """The first two places at which all of the state is the same but chance and what only counts on."""
    kept = [name for name in states.dtype.names or () if name not in ("rng", "probe") and not _counts(states[name])]
    rows = np.concatenate([states[name].reshape(len(states), -1).astype(np.int64) for name in kept], axis=1)
    seen: dict[bytes, int] = {}
    for place, row in enumerate(rows):
        first = seen.setdefault(row.tobytes(), place)
        if first != place:
            return first, place
    return None


def _counts(values: Array) -> bool:
    """Whether a single number only ever grows, as a counter of turns does."""
    return values.ndim == 1 and bool((np.diff(values.astype(np.int64)) >= 0).all()) and values[0] != values[-1]
