"""Several threads that compile at once: every unit ends up in the cache, and nothing beside it."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablewright.engine import numba
from tablewright.engine.game import CompiledRules
from tablewright.games import load

PROGRAM = """
from concurrent.futures import ThreadPoolExecutor
from tablewright.games import load
compiled = [load(name).compiled for name in ("matrix", "wallet")]
units = [(one, name) for one in compiled for name in ("who", "over", "turns", "score")]
with ThreadPoolExecutor(4) as pool:
    list(pool.map(lambda unit: unit[0].unit(unit[1]), units))
"""


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_threads_that_compile_leave_nothing_beside_the_cache(tmp_path: Path) -> None:
    here, cache = tmp_path / "here", tmp_path / "cache"
    here.mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    subprocess.run([sys.executable, "-c", PROGRAM], cwd=here, env=environment, check=True)
    assert list(here.iterdir()) == []
    assert len(list((cache / "tablewright" / "units").iterdir())) == 8


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_threads_that_load_the_same_code_at_once_hold_the_same_address() -> None:
    """Machine code that one of them drops would be gone under the other's feet."""
    game = load("matrix")
    with ThreadPoolExecutor(8) as pool:
        entries = list(pool.map(lambda _: CompiledRules(game).unit("who"), range(32)))
    assert len({entry.address for entry in entries}) == 1
