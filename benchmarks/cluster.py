"""Two workers of a Ray cluster against two threads, in one run: the same games, ranges of about two seconds.

ray start --head --num-cpus=2; python benchmarks/cluster.py [GAME] [BOT] [GAMES] [ROUNDS]

By the clock the ratio is that of the times. On a machine that others use too, the clock says more of them than of us,
so the efficiency is also counted from what is ours alone: the CPU time that the games cost here and there (all of
Ray's processes count), times the part of the time in which workers had a range to play.
"""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tablewright import games
from tablewright.lab.executor import Cluster, Executor, Threads
from tablewright.lab.plan import Plan
from tablewright.lab.simulate import Chunk, play

WORKERS = 2
WANTED = 0.8


@dataclass(frozen=True)
class Spent:
    """What some games took."""

    seconds: float
    cpu: float
    busy: float  # the part of the time in which a worker had something to play
    longest: float  # seconds of the longest range

    def __str__(self) -> str:
        told = f"{self.seconds:.1f} s, {self.cpu:.1f} CPU s, busy {100 * self.busy:.0f} %"
        return f"{told}, ranges up to {self.longest:.1f} s"


def cpu() -> float:
    """CPU seconds so far of this process and of all processes of Ray."""
    ticks, total = os.sysconf("SC_CLK_TCK"), time.process_time()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            if b"ray::" in words or b"/ray/" in words:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                total += (int(stat[11]) + int(stat[12])) / ticks
        except OSError:  # it has ended meanwhile
            continue
    return total


def spent(plan: Plan, number: int, executor: Executor) -> Spent:
    ranges: list[Chunk] = []
    before, start = cpu(), time.perf_counter()
    play(plan, number, executor=executor, keep=ranges.append)
    seconds, used = time.perf_counter() - start, cpu() - before
    return Spent(
        seconds, used, sum(one.seconds for one in ranges) / (WORKERS * seconds), max(o.seconds for o in ranges)
    )


def main(game: str = "matrix", bot: str = "ismcts:400", number: str = "1500", rounds: str = "3") -> None:
    plan = Plan.named(games.load(game).variant(), [bot])
    near, far = Threads(WORKERS), Cluster("auto")
    far.workers, near.brisk = WORKERS, far.brisk
    for executor in (near, far):  # compiled, and sent, before the clock starts
        play(plan, 8, executor=executor)
    by_clock, own = [], []
    for _ in range(int(rounds)):
        there, here = spent(plan, int(number), far), spent(plan, int(number), near)
        by_clock.append(here.seconds / there.seconds)
        own.append(here.cpu / there.cpu * there.busy / here.busy)
        print(f"two workers {there}; two threads {here}: by the clock {by_clock[-1]:.2f}, of its own {own[-1]:.2f}")
    print(f"median by the clock {median(by_clock):.2f}, of its own {median(own):.2f}; at least {WANTED} is wanted")


if __name__ == "__main__":
    main(*sys.argv[1:])
