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
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import TypeVar

from tablewright.engine import (
    ENGLISH,
    Match,
    RuleFault,
    Variant,
    numba,
)
from tablewright.table import bots
from tablewright.table.bots import LEVELS, Advice, Judged, question_of
from tablewright.table.house import Answer, House, HouseFault

CHILD = """
import os, sys
os.nice(10) if hasattr(os, "nice") else None
from tablewright.bots.search import compile_search
from tablewright.games import load
compile_search(load(sys.argv[1]))
"""
SECONDS_A_MOVE = 60.0  # expert thinks 1.5 on a quiet machine; only a search that hangs takes so long
SECONDS_TO_WAIT = 60.0  # for a process that is free
SECONDS_BETWEEN = 0.02  # two looks whether one is
SECONDS_TO_WARM = 600.0
SECONDS_TO_COMPILE = 900.0
AGAIN = 30.0  # seconds until a search that could not be made ready is tried once more
T = TypeVar("T")
log = logging.getLogger(__name__)


class Thinkers:
    """Threads for simple bots, processes for the search, one compiler at a time."""

    def __init__(self, processes: int, house: House | None = None) -> None:
        self._processes = processes
        self._house = house or House({})
        self._asking = ThreadPoolExecutor(4, "house")
        self._threads = ThreadPoolExecutor(2, "bot")
        self._compiling = ThreadPoolExecutor(1, "compile")
        self._warm: dict[str, Future[None]] = {}
        self._failed: dict[str, float] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._making = threading.Lock()
        self._free = asyncio.Semaphore(max(1, processes))
        self._advising = asyncio.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._heeding: tuple[asyncio.AbstractEventLoop, Callable[[], None]] | None = None

    @property
    def can_search(self) -> bool:
        return self._processes > 0

    def ready(self, variant: Variant) -> bool:
        """Whether the search can answer at once; if not, see to it that it will."""
        if not self._processes:
            return False
        game = bots.source_of(variant)
        started = self._warm.get(game)
        if started is not None and started.done() and started.exception() is not None:
            started = None if time.monotonic() > self._failed.get(game, 0.0) + AGAIN else started
        if started is None and not self._closed:
            started = self._warm[game] = self._compiling.submit(self._prepare, game)
            started.add_done_callback(lambda _: self._tell_ready())
        return started is not None and started.done() and started.exception() is None

    def tell_when_ready(self, loop: asyncio.AbstractEventLoop, heed: Callable[[], None]) -> None:
        """Whom to tell, in their own loop, whenever bots can play as well as their names say."""
        self._heeding = loop, heed

    def _tell_ready(self) -> None:
        if self._heeding is not None and not self._closed:
            with suppress(RuntimeError):  # the server has ended meanwhile
                self._heeding[0].call_soon_threadsafe(self._heeding[1])

    def _prepare(self, game: str) -> None:
        try:
            if numba() is not None:
                self._compile(game)
                for done in [self._searching().submit(bots.warm, game) for _ in range(self._processes)]:
                    done.result(SECONDS_TO_WARM)
        except Exception as fault:
            self._failed[game] = time.monotonic()
            if not self._closed:
                log.error("the search for %s cannot be made ready, its bots stay simple for now: %r", game, fault)
                self._drop()
            raise

    def _compile(self, game: str) -> None:
        self._child = subprocess.Popen([sys.executable, "-P", "-c", CHILD, game], start_new_session=True)
        if self._child.wait(SECONDS_TO_COMPILE) != 0:
            raise RuntimeError(f"compiling ended with {self._child.returncode}")

    async def decide(self, match: Match, level: str, room: str = "") -> Answer:
        """What a bot of a level, or one of the operator's, plays."""
        if level in self._house.specs:
            return await self._ask(match, level)
        searched = level in LEVELS and self.ready(match.variant)
        if searched and match.seat is not None:
            question = question_of(match, match.seat, room)
            found = await self._search(SECONDS_A_MOVE, bots.search, question, level)
            if found in match.legal_ids:
                return Answer(found)
            if found is not None:
                log.error("%s of %s answered with %s, which is not possible", level, match.game.name, found)
        simple = asyncio.get_running_loop().run_in_executor(self._threads, bots.simple, match.fork())
        return Answer(await simple, searched)

    async def ponder(self, match: Match, seat: int, level: str, room: str) -> None:
        """Let a bot think on in the time of others, if nobody else needs the process now."""
        if level in LEVELS and self.ready(match.variant) and not self._free.locked() and not match.over:
            await self._search(SECONDS_A_MOVE, bots.ponder, question_of(match, seat, room), level)

    async def _ask(self, match: Match, name: str) -> Answer:
        """A bot of the operator's; where it fails, the simple one plays for it."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._asking, self._house.choose, name, match.fork())
        except HouseFault as fault:
            log.warning("the bot %s %s", name, fault)
            simple = loop.run_in_executor(self._threads, bots.simple, match.fork())
            return Answer(await simple, True, f"{name} {fault}; {bots.SIMPLE} played for it", fault.said)

    async def advise(self, match: Match, language: str = ENGLISH) -> Advice:
        """What a strong bot would do, and why. However many ask at once, a bot waits for one of them at most."""
        ready = self.ready(match.variant)
        asked = question_of(match, match.seat, language=language) if ready and match.seat is not None else None
        found = None
        if asked:
            async with self._advising:
                found = await self._search(SECONDS_A_MOVE, bots.advise, asked)
        return found or Advice((await self.decide(match, bots.SIMPLE)).action)

    async def judge(self, match: Match, action: int, iterations: int) -> Judged | None:
        """What the search thinks of a decision; None as long as it is not ready, or did not answer.

        Games that are played come first: it waits until a process has nothing to do.
        """
        if not self.ready(match.variant) or match.seat is None:
            return None
        while self._free.locked():
            await asyncio.sleep(SECONDS_BETWEEN)
        return await self._search(SECONDS_A_MOVE, bots.judge, question_of(match, match.seat), action, iterations)

    async def _search(self, seconds: float, think: Callable[..., T], *about: object) -> T | None:
        """What the search says; nothing if no process is free for long, or if one fails, hangs or is killed."""
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT):
                await self._free.acquire()
        except TimeoutError:
            log.warning("no process was free to search for %g seconds", SECONDS_TO_WAIT)
            return None
        try:
            thinking = asyncio.get_running_loop().run_in_executor(self._searching(), think, *about)
            return await asyncio.wait_for(thinking, seconds)
        except TimeoutError:
            log.error("a search gave no answer within %g seconds; its process is replaced", seconds)
            self._replace()
        except BrokenProcessPool:
            log.error("a process that searched has ended; it is replaced")
            self._replace()
        except RuleFault:
            raise
        except Exception:
            log.exception("the search failed")
        finally:
            self._free.release()
        return None

    def _searching(self) -> ProcessPoolExecutor:
        with self._making:
            if self._pool is None:
                context = get_context("spawn")
                self._pool = ProcessPoolExecutor(self._processes, context, _begin_searching, (os.getpid(),))
            return self._pool

    def _replace(self) -> None:
        """New processes, which load the rules before they are asked; until then bots are simple."""
        self._drop()
        self._warm = {game: done for game, done in self._warm.items() if not done.done()}

    def _drop(self) -> None:
        with self._making:
            pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # one that hangs would never end by itself
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self._closed = True
        for threads in (self._threads, self._compiling, self._asking):
            threads.shutdown(wait=False, cancel_futures=True)
        if self._child is not None and self._child.poll() is None:
            _kill_family(self._child)
        self._drop()
        self._house.close()


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
