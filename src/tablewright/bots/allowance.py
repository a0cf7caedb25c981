"""What a program may use: processor time of its own and of its children, so that a busy machine costs it nothing.

Time on the wall only ends a wait for a program that sleeps or is deadlocked.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROCESSES = Path("/proc")
PROCESSORS = os.cpu_count() or 1
PATIENCE = 12.0  # seconds on the wall for a second of processor time
SHORTEST_LOOK, LONGEST_LOOK = 0.01, 0.25  # seconds between two measurements
ITS_CLOCK = 2  # CPUCLOCK_SCHED of Linux: nanoseconds, where /proc has hundredths of a second
WAITED = "it sleeps or waits"


class NoAnswer(Exception):
    """No line came; the message says why, as in `it ended its process`."""


class TooLate(NoAnswer):
    """None came within the processor time that it may use."""


class Process(NamedTuple):
    """A process as `/proc/PID/stat` shows it, and its processor time in seconds."""

    parent: int
    session: int
    start: int
    own: float
    reaped: float  # of children that it has waited for, and of theirs


def waits(reasons: Iterable[str]) -> int:
    """How many of some faults are waits, by their reasons."""
    return sum(WAITED in reason for reason in reasons)


def of_them_waits(reasons: Iterable[str]) -> str:
    """Words behind a number of faults; none where no program slept or waited."""
    number = waits(reasons)
    return f" ({number:,} waited)" if number else ""


class Wall:
    """Time on the wall: for a program whose processor time this system does not show, and for a clock on the wall."""

    unit = "seconds"

    def seconds(self) -> float:
        return time.monotonic()


class Family:
    """A process, what it starts, and what is in its session: also in bubblewrap, whose processes are its children."""

    unit = "seconds of processor time"

    def __init__(self, root: int) -> None:
        self._root = root
        self._newest = -1
        self._members: dict[int, int] = {}  # the start of each process, by its number
        self._own: dict[tuple[int, int], float] = {}  # of all processes that were ever seen, by number and start
        self._seconds = 0.0

    def seconds(self) -> float:
        """Processor time so far: the larger of two sums, each of which may miss some of it and counts nothing twice.

        One is the time of all members that are there, with that of the children that each has reaped: parents are read
        before children, so that a child that is reaped meanwhile is missed. The other is the time that was last seen of
        every member, for children that nobody reaps.
        """
        self._meet()
        total = 0.0
        for number, start in sorted(self._members.items(), key=lambda member: member[::-1]):
            process = _process(number)
            if process is None or process.start != start:
                del self._members[number]
                continue
            self._own[number, start] = process.own
            total += process.own + process.reaped
        self._seconds = max(self._seconds, total, sum(self._own.values()))
        return self._seconds

    def _meet(self) -> None:
        """Look for new members, unless there is no new process on this machine."""
        newest = int((PROCESSES / "loadavg").read_bytes().split()[-1])
        if newest == self._newest:
            return
        self._newest = newest
        running = dict(_running())
        found = {number for number, one in running.items() if self._root in (number, one.session)}
        found |= {number for number, one in running.items() if one.start == self._members.get(number)}
        self._members = {}
        while found:
            self._members |= {number: running.pop(number).start for number in found}
            found = {number for number, one in running.items() if one.parent in self._members}


def measure_of(root: int) -> Family | Wall:
    """The measure of a process that was just started; Linux shows processor time, other systems do not."""
    return Family(root) if _process(root) else Wall()


def _running() -> Iterator[tuple[int, Process]]:
    for folder in os.listdir(PROCESSES):
        process = _process(int(folder)) if folder.isdigit() else None
        if process is not None:
            yield int(folder), process


def _process(number: int) -> Process | None:
    with suppress(OSError):
        words = (PROCESSES / str(number) / "stat").read_bytes().rpartition(b")")[2].split()
        parent, session, user, system, start = (int(words[place]) for place in (1, 3, 13, 14, 19))
        own = time.clock_gettime(~number << 3 | ITS_CLOCK)  # as clock_getcpuclockid(3) makes it
        return Process(parent, session, start, own, (user + system) / os.sysconf("SC_CLK_TCK"))
    return None


class Allowance:
    """Seconds for one answer; the only place that decides whether a program is too late."""

    def __init__(self, measure: Family | Wall, seconds: float, patience: float = PATIENCE) -> None:
        self._measure, self._seconds, self._longest = measure, seconds, seconds * patience
        self._before, self._start = measure.seconds(), time.monotonic()
        self.pause = self._until_spent(0.0)  # until it can be used up at the soonest

    def used(self) -> float:
        return self._measure.seconds() - self._before

    def check(self) -> None:
        """NoAnswer if it is used up."""
        used, waited = self.used(), time.monotonic() - self._start
        if used >= self._seconds:
            raise TooLate(f"gave no answer within {self._seconds:g} {self._measure.unit}")
        if waited >= self._longest:
            raise NoAnswer(f"gave no answer, {WAITED}; it used {used:.2f} s of processor time in {self._longest:g} s")
        self.pause = min(self._until_spent(used), self._longest - waited)

    def _until_spent(self, used: float) -> float:
        return min(max((self._seconds - used) / PROCESSORS, SHORTEST_LOOK), LONGEST_LOOK)
