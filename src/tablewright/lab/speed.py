"""How fast a game runs here: both modes, threads, growth, memory, compilation. Read the ratios, not the digits."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tablewright.engine import Chooser, Runner, Variant, compiled_runner, outputs, plain_runner
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate


@dataclass(frozen=True)
class Modes:
    """Decisions per CPU second, plain and compiled, measured in turn in one process."""

    plain: float
    compiled: float

    @property
    def ratio(self) -> float:
        return self.compiled / self.plain


def measure_modes(variant: Variant, bots: Sequence[Chooser], bursts: int = 7, seconds: float = 0.25) -> Modes:
    """Short bursts of both modes in turn; the best of each, because other programs only ever slow us down."""
    runners = {"plain": plain_runner(variant, bots), "compiled": compiled_runner(variant, bots)}
    games = {mode: _games_for(variant, runner, seconds) for mode, runner in runners.items()}
    best = dict.fromkeys(runners, 0.0)
    for burst in range(bursts):
        for mode, runner in runners.items():
            best[mode] = max(best[mode], _rate(variant, runner, games[mode], burst))
    return Modes(best["plain"], best["compiled"])


def _games_for(variant: Variant, runner: Runner, seconds: float) -> int:
    games = 1
    while True:
        start = time.process_time()
        _rate(variant, runner, games, 0)
        spent = time.process_time() - start
        if spent > seconds / 4:
            return max(1, int(games * seconds / spent))
        games *= 4


def _rate(variant: Variant, runner: Runner, games: int, burst: int) -> float:
    arrays = outputs(games, variant.players, len(variant.game.probes))
    start = time.process_time()
    decisions = runner(1 + burst * games, 0, 1, *arrays)
    return decisions / (time.process_time() - start)


def thread_gain(variant: Variant, bots: Sequence[Chooser], games: int, threads: int = 2, rounds: int = 7) -> float:
    """How many times faster several threads are than one, by the wall clock; the median of alternating rounds."""
    gains = []
    for _ in range(rounds):
        one = simulate(variant, bots, games, executor=Threads(1)).seconds
        gains.append(one / simulate(variant, bots, games, executor=Threads(threads)).seconds)
    return median(gains)


def growth(variant: Variant, bots: Sequence[Chooser], sizes: Sequence[int], rounds: int = 3) -> list[float]:
    """CPU seconds for each number of games, the best of some rounds."""

    def spent(games: int) -> float:
        start = time.process_time()
        simulate(variant, bots, games, executor=Threads(1))
        return time.process_time() - start

    simulate(variant, bots, sizes[0], executor=Threads(1))
    return [min(spent(games) for _ in range(rounds)) for games in sizes]


COMPILE = """
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate
from tablewright.bots.policies import RANDOM
simulate(load({name!r}).variant(), [RANDOM], 1, executor=Threads(1))
"""

MEMORY = """
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate
from tablewright.lab.speed import own_peak
from tablewright.bots.policies import RANDOM
simulate(load({name!r}).variant(), [RANDOM], {games}, executor=Threads(1))
print(own_peak())
"""


def start_seconds(name: str) -> tuple[float, float]:
    """CPU seconds from a new process to the first simulated game: with an empty cache, and with a full one."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        cold = _cpu(lambda: _python(COMPILE.format(name=name), environment))
        return cold, _cpu(lambda: _python(COMPILE.format(name=name), environment))


def own_peak() -> int:
    """The largest memory of this process so far, in KiB."""
    try:  # what getrusage says of a new process begins with the memory of the one that started it
        return int(Path("/proc/self/status").read_text("utf-8").partition("VmHWM:")[2].split()[0])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peak_memory(name: str, games: int) -> int:
    """The largest memory of a process that simulates so many games, in KiB."""
    return int(_python(MEMORY.format(name=name, games=games), dict(os.environ)))


def _cpu(run: Callable[[], object]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _python(code: str, environment: dict[str, str]) -> str:
    return subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout
