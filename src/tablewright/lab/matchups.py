"""Which side (deck, faction) beats which, whoever sits where, for games that name their sides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.lab.metrics import LEAST_GAMES, proportion
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Estimate


@dataclass(frozen=True)
class Matchup:
    """A side against another one."""

    side: str
    against: str
    wins: Estimate


def matchups(run: Run, sides: Sequence[str]) -> list[Matchup]:
    """Every pair of different sides that met often enough, both ways round."""
    if not sides or run.info.players != 2 or not run.info.side_counters:
        return []
    first, second = (run.probe(name)[run.finished] for name in run.info.side_counters)
    shares, seeds = run.shares[run.finished], run.dependent_seeds
    made = []
    for i, side in enumerate(sides):
        for j, other in enumerate(sides):
            here, there = (first == i) & (second == j), (first == j) & (second == i)
            won = np.concatenate([shares[here, 0], shares[there, 1]])
            if i != j and len(won) >= LEAST_GAMES:
                common = None if seeds is None else np.concatenate([seeds[here], seeds[there]])
                made.append(Matchup(side, other, proportion(won, common)))
    return made


def grid(found: Sequence[Matchup]) -> tuple[list[str], np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """The sides that met, and the percent that each row wins against each column."""
    names = list(dict.fromkeys(one.side for one in found))
    values = np.full((len(names), len(names)), np.nan)
    for one in found:
        values[names.index(one.side), names.index(one.against)] = 100 * one.wins.value
    return names, values
