"""Compile ahead of use, in processes of their own, so that nothing and nobody waits: the results go to the cache."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context

from tablewright.engine.compiler import NO_NUMBA, numba
from tablewright.engine.errors import TablewrightError
from tablewright.engine.game import Game

Load = Callable[[str], Game]


def missing_units(load: Load, names: Sequence[str]) -> list[tuple[str, str]]:
    """What is still to compile, as (game, unit)."""
    if numba() is None:
        raise TablewrightError(NO_NUMBA)
    games = [(name, load(name)) for name in names]
    return [(name, unit) for name, game in games for unit in _units(game)]


def build_units(
    load: Load, units: Sequence[tuple[str, str]], processes: int | None = None
) -> Iterator[tuple[str, str]]:
    """Compile units of games into the cache; yields each when it is done."""
    parts = _shared_out(units, processes or os.cpu_count() or 1)
    pools = [ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin) for _ in parts]
    try:
        with _children_deaf_to_ctrl_c():  # until their initializer runs
            waiting: dict[Future[None], tuple[str, str]] = {
                pool.submit(_compile, load, *unit): unit
                for pool, part in zip(pools, parts, strict=True)
                for unit in part
            }
        for future in as_completed(waiting):
            future.result()
            yield waiting[future]
    finally:
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in pools:
            pool.shutdown()


def _shared_out(units: Sequence[tuple[str, str]], processes: int) -> list[list[tuple[str, str]]]:
    """What each process compiles: whole games, since the units of a game have most of their code in common."""
    parts: list[list[tuple[str, str]]] = [[] for _ in range(min(processes, len(units)))]
    games = {game: [unit for unit in units if unit[0] == game] for game, _ in units}
    whole = sorted(games.values(), key=len, reverse=True) if len(games) >= len(parts) else [[unit] for unit in units]
    for some in whole:
        min(parts, key=len).extend(some)
    return parts


def _units(game: Game) -> list[str]:
    """The largest first, so that no process is left with a long one at the end."""
    first = ("apply", "legal", "setup", "greedy")
    names = game.compiled.missing()
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


def _begin() -> None:
    """The compiler in a process of its own does not look for interrupts, so they end the process itself.

    Numba would import SciPy if it were there, for a linear algebra that no rule has.
    """
    sys.modules["scipy"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _compile(load: Load, game: str, unit: str) -> None:
    load(game).compiled.unit(unit)
