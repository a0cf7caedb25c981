"""Decisions and tension, from games that were followed closely.

Chances come from playouts and are noisy, and noise looks like drama. So only such figures are kept as it does not bend:
a look at half time, a product of two halves of the playouts that know nothing of each other. Every value is one of a
single game, so that the interval of its mean holds the noise too.
"""

from collections.abc import Callable, Sequence

import numpy as np

from tablewright.lab.measures import TENSION
from tablewright.lab.metrics import average, proportion
from tablewright.lab.statistics import Array, Estimate, bootstrap
from tablewright.lab.survey import GameTrace

LEAST_FOLLOWED = 30  # fewer games give no figures of tension
SAFE = 0.9  # a lead is safe where those who have it win so many games


def survey_metrics(traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """Decisions and tension, from games that were followed closely."""
    made = _averages([decision_values(trace) for trace in traces])
    curves = [trace for trace in traces if is_curve(trace)]
    if len(curves) < LEAST_FOLLOWED:
        return made
    return made | _averages([tension_values(trace) for trace in curves]) | {"decided": decided(curves)}


def _averages(rows: Sequence[dict[str, float]]) -> dict[str, Estimate]:
    """The mean of every value; Wilson's interval for those that are yes or no."""
    made = {}
    for name in rows[0]:
        values = np.array([row[name] for row in rows])
        made[name] = proportion(values) if name == "comeback" else average(values)
    return made


def decision_values(trace: GameTrace) -> dict[str, float]:
    """What one game tells of its decisions."""
    return {
        "options": float(trace.options.mean()),
        "real_decisions": float((trace.options > 1).mean()),
        "tree_size": float(np.log10(trace.options).sum()),
    }


def is_curve(trace: GameTrace) -> bool:
    """Whether the chances of a game were followed to its end."""
    return len(trace.points) > 2 and trace.ended


def tension_values(trace: GameTrace) -> dict[str, float]:
    """What one game tells of its tension."""
    return {name: float(VALUES[name](trace)) for name in TENSION}


def leads(chances: Array) -> Array:
    """1 for whoever leads; parts of it where several do."""
    best = chances >= chances.max(axis=-1, keepdims=True)
    return np.asarray(best / best.sum(axis=-1, keepdims=True))


def leader_wins_at(trace: GameTrace) -> Array:
    """The leaders' share of the win, look by look."""
    return np.asarray((leads(trace.chances) * trace.shares).sum(axis=1))


def decided(curves: Sequence[GameTrace]) -> Estimate:
    """The part of the game from which on whoever leads wins at least nine games of ten; 1 where no lead is safe."""
    wins = np.stack([leader_wins_at(trace) for trace in curves])

    def since(rows: Array) -> float:
        unsafe = np.flatnonzero(rows.mean(axis=0) < SAFE)
        return (int(unsafe[-1]) + 1) / rows.shape[1] if len(unsafe) else 0.0

    return Estimate(since(wins), *bootstrap(wins, since), len(wins))


def winners(trace: GameTrace) -> Array:
    """Who has more than a fair share of the win: nobody where all share it."""
    return np.asarray(trace.shares > 1 / len(trace.shares) + 1e-9)


def _uncertainty(trace: GameTrace) -> float:
    """1 while all players have equal chances, 0 when it is decided: how often two playouts have different winners."""
    players = trace.halves.shape[2]
    same = (trace.halves[:, 0] * trace.halves[:, 1]).sum(axis=1)
    return float(((1 - same) * players / (players - 1)).mean()) if players > 1 else 0.0


def _half_time(trace: GameTrace) -> int:
    return len(trace.points) // 2


def _comeback(trace: GameTrace) -> bool:
    """A winner who at half time had at most half of a fair chance."""
    fair = 1 / trace.halves.shape[2]
    return bool((trace.chances[_half_time(trace)][winners(trace)] <= fair / 2).any())


def _leader_wins(trace: GameTrace) -> float:
    return float(leader_wins_at(trace)[_half_time(trace)])


VALUES: dict[str, Callable[[GameTrace], float]] = {
    "leader_wins": _leader_wins,
    "comeback": _comeback,
    "uncertainty": _uncertainty,
}
