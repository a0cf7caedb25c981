"""Compiling games in a process of its own: the compiler would hold up every thread of this one.

The child fills the cache; afterwards loading the compiled rules takes a moment. Until then bots play by simpler means.
"""

import logging
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor

from tablewright.bots.search import WARMUP
from tablewright.engine import Game
from tablewright.engine.compiler import numba
from tablewright.games import names

CHILD = """
import os, sys
os.nice(10) if hasattr(os, "nice") else None
from tablewright.bots.search import compile_search
from tablewright.games import load
compile_search(load(sys.argv[1]))
"""
log = logging.getLogger(__name__)


class Warming:
    """Compiles one game after the other."""

    def __init__(self) -> None:
        self._turn = ThreadPoolExecutor(1, "compile")
        self._started: dict[str, Future[None]] = {}
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ready(self, game: Game) -> bool:
        """Whether the search can run at once; if not, see to it that it will."""
        if numba() is None:
            return True
        if game.name not in self._started and not self._closed:
            self._started[game.name] = self._turn.submit(self._compile, game)
        started = self._started.get(game.name)
        return started is not None and started.done() and started.exception() is None

    def _compile(self, game: Game) -> None:
        name = game.name if game.name in names() else str(game.folder)
        self._child = subprocess.Popen([sys.executable, "-c", CHILD, name])
        if self._child.wait() != 0:
            if not self._closed:
                log.error("%s cannot be compiled; its bots stay simple", game.name)
            raise RuntimeError(name)
        WARMUP.wait(game)

    def close(self) -> None:
        self._closed = True
        self._turn.shutdown(wait=False, cancel_futures=True)
        if self._child is not None and self._child.poll() is None:
            self._child.kill()
            self._child.wait()
