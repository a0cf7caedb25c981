"""What it costs that no fault of compiled rules is swallowed: the rules with and without their checks, in one run.

Without: a number that does not fit its field is cut off, an index out of bounds reads or writes what lies there. What
the bar of 3 % is about, today's engine against that of 0.1, which had bounds checks and nothing else, is in start.py.
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
    """Rules of the game that are loaded in here check nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, XDG_CACHE_HOME=folder),
        patch("tablewright.engine.strict.StrictLower._check", lambda *_: None),
        patch("tablewright.engine.strict.StrictLower._is_place", lambda *_: False),
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
    return Bar(f"{name}, cost of all checks, against none at all", 100 * (best[0] / best[1] - 1), None, " %")
