"""Who has a room's page open: the watchers of this process, and what the other processes tell of theirs.

A process tells the others when somebody comes or goes, and once in a while that it is still there; one that falls
silent is forgotten. Who hears of a room from a stranger answers, so that a process that has just started knows soon.
"""

import time
from collections import defaultdict
from dataclasses import dataclass

HEARTBEAT = 20.0  # seconds between two signs of life
SILENCE = 3 * HEARTBEAT  # after which a process counts as gone


@dataclass(frozen=True)
class Crowd:
    """The seats whose people are there, the number of spectators, and whether bots play simply as yet."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0
    simple: bool = False

    def __str__(self) -> str:
        return f"{','.join(map(str, sorted(self.seats)))} {self.spectators}"

    @staticmethod
    def parse(seats: str, spectators: str) -> "Crowd":
        return Crowd(frozenset(int(seat) for seat in seats.split(",") if seat), int(spectators))


class Elsewhere:
    """The crowds of other processes."""

    def __init__(self) -> None:
        self._crowds: dict[str, dict[str, tuple[Crowd, float]]] = defaultdict(dict)

    def hear(self, room: str, process: str, crowd: Crowd) -> bool:
        """Take note; True if nothing was known of that process in this room, so that it should be answered."""
        known = self._crowds[room]
        stranger = process not in known
        known[process] = crowd, time.monotonic()
        self._forget(room, [process] if crowd == Crowd() else [])
        return stranger

    def crowd(self, room: str) -> Crowd:
        """Everybody elsewhere, without those who fell silent."""
        now = time.monotonic()
        self._forget(room, [process for process, (_, heard) in self._of(room).items() if now - heard > SILENCE])
        crowds = [crowd for crowd, _ in self._of(room).values()]
        seats = frozenset(seat for crowd in crowds for seat in crowd.seats)
        return Crowd(seats, sum(crowd.spectators for crowd in crowds))

    def _of(self, room: str) -> dict[str, tuple[Crowd, float]]:
        return self._crowds.get(room, {})

    def _forget(self, room: str, processes: list[str]) -> None:
        for process in processes:
            del self._crowds[room][process]
        if not self._of(room):
            self._crowds.pop(room, None)
