"""Several threads that compile at once share one setting of Numba; every cached file must still be in its folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.engine.compiler import numba

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
    assert len(list(cache.rglob("*.nbi"))) == 8
