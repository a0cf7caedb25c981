"""The limit: Matrix' rules in C (matrix.c) beside our compiled ones, on the very same games."""

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from bars import Bar

from tablewright.bots.policies import RANDOM
from tablewright.engine import compiled_runner, outputs
from tablewright.games import load

SOURCE = Path(__file__).with_name("matrix.c")
GAMES = 40_000
TURNS = 9


def bars(notice: Callable[[str], None]) -> list[Bar]:
    """Decisions per CPU second of C's, for any machine and for this one."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        notice("Matrix in C: skipped, there is no C compiler")
        return []
    return [bar for flags in (("-O3",), ("-O3", "-march=native")) for bar in _beside(compiler, flags)]


def _beside(compiler: str, flags: tuple[str, ...]) -> list[Bar]:
    """In turn, the best of each."""
    variant = load("matrix").variant()
    ours, theirs = (outputs(GAMES, variant.players, len(variant.game.probes)) for _ in range(2))
    runner = compiled_runner(variant, [RANDOM] * variant.players)
    with tempfile.TemporaryDirectory() as folder:
        run = _built(compiler, flags, Path(folder) / "matrix.so")
        cards, places = variant.cards_record.ctypes.data, [rows.ctypes.data for rows in theirs]
        plays = partial(runner, 1, 0, 1, *ours), partial(run, cards, 1, GAMES, *places)
        best = [float("inf")] * 2
        for _ in range(TURNS):
            for i, play in enumerate(plays):
                start = time.process_time()
                play()
                best[i] = min(best[i], time.process_time() - start)
    same = all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))
    how = " ".join(flags)
    return [
        Bar(f"matrix, {GAMES:,} games equal those in C ({how}): 1 is yes", float(same), 1.0),
        Bar(f"matrix, of the speed of C ({how})", best[1] / best[0], 0.85),
    ]


def _built(compiler: str, flags: tuple[str, ...], target: Path) -> Callable[..., int]:
    words = [compiler, *flags, "-shared", "-fPIC", "-o", str(target), str(SOURCE)]
    subprocess.run(words, check=True)
    run: Callable[..., int] = ctypes.CDLL(str(target)).run_games
    run.argtypes = [ctypes.c_void_p, *[ctypes.c_int64] * 2, *[ctypes.c_void_p] * 5]  # type: ignore[attr-defined]
    run.restype = ctypes.c_int64  # type: ignore[attr-defined]
    return run
