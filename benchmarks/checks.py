"""What it costs that a number must fit its field: the rules with and without that check, in one run.

Bounds are checked in both, as they always were.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from bars import Bar

from tablewright.bots.policies import RANDOM
from tablewright.engine import Game, compiled_runner, outputs
from tablewright.games import load, names

DECISIONS = 300_000
TURNS = 9


@contextmanager
def unchecked(game: Game) -> Iterator[None]:
    """Rules of the game that are loaded in here cut numbers off, as NumPy's records do."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, XDG_CACHE_HOME=folder),
        patch("tablewright.engine.strict.StrictLower._check", lambda *_: None),
        patch.dict(vars(game), compiled=type(game.compiled)(game)),
    ):
        yield


def bars() -> list[Bar]:
    return [_bar(name) for name in names()]


def _bar(name: str) -> Bar:
    game = load(name)
    variant = game.variant()
    bots = [RANDOM] * variant.players
    checked = compiled_runner(variant, bots)
    with unchecked(game):
        bare = compiled_runner(variant, bots)
    games = max(1, DECISIONS // variant.bound)
    rows = outputs(games, variant.players, len(game.probes))
    best = [float("inf")] * 2
    for _ in range(TURNS):
        for i, run in enumerate((checked, bare)):
            start = time.process_time()
            run(1, 0, 1, *rows)
            best[i] = min(best[i], time.process_time() - start)
    return Bar(f"{name}, cost of checking that numbers fit", 100 * (best[0] / best[1] - 1), 3.0, " %", at_most=True)
