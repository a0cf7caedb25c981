"""Compile ahead of use, in processes of their own, so that nothing and nobody waits: the results go to the cache."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from tablewright.engine.compiler import NO_NUMBA, numba
from tablewright.engine.errors import TablewrightError
from tablewright.engine.game import Game

Load = Callable[[str], Game]


def missing(load: Load, names: Sequence[str]) -> list[tuple[str, str]]:
    """What is still to compile, as (game, unit)."""
    if numba() is None:
        raise TablewrightError(NO_NUMBA)
    games = [(name, load(name)) for name in names]
    return [(name, unit) for name, game in games if not game.compiled.cached for unit in _units(game)]


def build(load: Load, units: Sequence[tuple[str, str]], processes: int | None = None) -> Iterator[tuple[str, str]]:
    """Compile units of games into the cache; yields each when it is done."""
    workers = processes or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_at_ctrl_c)
    try:
        with _children_deaf_to_ctrl_c():  # until their initializer runs
            waiting: dict[Any, tuple[str, str]] = {pool.submit(_compile, load, *unit): unit for unit in units}
        left = Counter(name for name, _ in units)
        for future in as_completed(waiting):
            future.result()
            name, unit = waiting[future]
            left[name] -= 1
            if not left[name]:
                load(name).compiled.mark_cached()
            yield name, unit
    finally:
        pool.shutdown(cancel_futures=True)


def _units(game: Game) -> list[str]:
    """The largest first, so that no process is left with a long one at the end."""
    first = ("apply", "legal", "setup", "greedy")
    names = list(game.compiled.units)
    chapters = [name for name in names if "." in name]
    return chapters + sorted((n for n in names if n not in chapters), key=lambda n: (n not in first, n))


@contextmanager
def _children_deaf_to_ctrl_c() -> Iterator[None]:
    """A process that starts in here inherits a blocked SIGINT; ours waits for the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_at_ctrl_c() -> None:
    """The compiler in a process of its own does not look for interrupts, so they end the process itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _compile(load: Load, game: str, unit: str) -> None:
    load(game).compiled.unit(unit)
