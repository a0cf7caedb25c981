"""What games teach: a judgement of positions and habits, fitted to nine games of ten and tested on the others."""

from dataclasses import dataclass

import numpy as np

from tablewright.bots.learn.features import Array, Rows
from tablewright.bots.learn.fit import Encoded, encoded, fit, fresh, stretch_for
from tablewright.bots.learn.play import Harvest
from tablewright.bots.learn.wants import fit_habits, no_habits, unlearned
from tablewright.bots.nets import Arrays
from tablewright.engine import Variant

TESTING = 10  # every tenth game only tests the fit


@dataclass(frozen=True)
class Lesson:
    """Networks, and how they came about."""

    learned: Arrays
    told: str  # how well they fit games that they have not seen
    data: Encoded
    moved: tuple[Array, ...]  # by network and feature: how far its weights went from where they began


def fitted_to(variant: Variant, games: Harvest, rows: Rows, seed: int) -> Lesson:
    """Networks that look at these rows."""
    weights = fresh(rows, seed, stretch_for(variant, games.targets))
    data = encoded(variant, weights, games.states, games.targets, games.movers)
    tests = games.games % TESTING == 0
    training, testing = np.flatnonzero(~tests), np.flatnonzero(tests)
    began = weights.weight.copy()
    before, after = fit(weights, data, training, testing, passes=12)
    told, moved = f"loss {before:.4f} -> {after:.4f}", np.abs(weights.weight - began).sum(axis=1)
    if not len(games.moves):
        return Lesson({**weights.arrays(), **no_habits()}, told, data, (moved,))
    wants = unlearned(games.moves, rows.features, seed=1)
    began = wants.lean.copy()
    fitted = fit_habits(wants, data, games.start, games.moves, training, testing, passes=8, rate=0.02)
    leaning = np.abs(wants.lean - began).sum(axis=1)
    return Lesson({**weights.arrays(), **wants.arrays()}, f"{told}, {fitted}", data, (moved, leaning))
