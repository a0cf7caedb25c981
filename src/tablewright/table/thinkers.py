"""Where bots think: never in the event loop, and the search not even in this process.

Compiling and loading compiled rules would hold up every thread of the server for seconds. So a child process fills the
cache of compiled rules, another one loads them and searches, and until then the game's simple bot plays at once.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from tablewright.engine import Match, Variant
from tablewright.engine.compiler import numba
from tablewright.table import bots
from tablewright.table.bots import LEVELS, Advice, detached, question_of

CHILD = """
import os, sys
os.nice(10) if hasattr(os, "nice") else None
from tablewright.bots.search import compile_search
from tablewright.games import load
compile_search(load(sys.argv[1]))
"""
T = TypeVar("T")
log = logging.getLogger(__name__)


class Thinkers:
    """Threads for simple bots, processes for the search, one compiler at a time."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._threads = ThreadPoolExecutor(2, "bot")
        self._compiling = ThreadPoolExecutor(1, "compile")
        self._warm: dict[str, Future[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ready(self, variant: Variant) -> bool:
        """Whether the search can answer at once; if not, see to it that it will."""
        if not self._processes:
            return False
        game = bots.source_of(variant)
        if game not in self._warm and not self._closed:
            self._warm[game] = self._compiling.submit(self._prepare, game)
        started = self._warm.get(game)
        return started is not None and started.done() and started.exception() is None

    def _prepare(self, game: str) -> None:
        if numba() is not None:
            self._child = subprocess.Popen([sys.executable, "-c", CHILD, game], start_new_session=True)
            if self._child.wait() != 0:
                if not self._closed:
                    log.error("%s cannot be compiled; its bots stay simple", game)
                raise RuntimeError(game)
            for done in [self._searching().submit(bots.warm, game) for _ in range(self._processes)]:
                done.result()

    async def decide(self, match: Match, level: str) -> int:
        """What a bot of a level plays."""
        if level in LEVELS and self.ready(match.variant):
            found = await self._search(bots.search, question_of(match), level)
            if found is not None:
                return found
        return await asyncio.get_running_loop().run_in_executor(self._threads, bots.simple, detached(match))

    async def advise(self, match: Match) -> Advice:
        """What a strong bot would do, and why."""
        found = await self._search(bots.advise, question_of(match)) if self.ready(match.variant) else None
        return found or Advice(await self.decide(match, bots.SIMPLE))

    async def curve(self, variant: Variant, record: Mapping[str, Any]) -> list[tuple[float, ...]] | None:
        """The chances through a game; None as long as the search is not ready."""
        return await self._search(bots.curve, record) if self.ready(variant) else None

    async def _search(self, think: Callable[..., T], *about: object) -> T | None:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._searching(), think, *about)
        except BrokenProcessPool:
            self._pool = None
        except Exception:
            log.exception("the search failed")
        return None

    def _searching(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _begin_searching, (os.getpid(),))
        return self._pool

    def close(self) -> None:
        self._closed = True
        for threads in (self._threads, self._compiling):
            threads.shutdown(wait=False, cancel_futures=True)
        if self._child is not None and self._child.poll() is None:
            _kill_family(self._child)
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _kill_family(child: subprocess.Popen[bytes]) -> None:
    """The compiler has children of its own."""
    if hasattr(os, "killpg"):
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def _begin_searching(parent: int) -> None:
    """A process that searches ends with its server, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
