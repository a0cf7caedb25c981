"""Whether what is being read from the database is still so when it comes: rooms may change while one waits for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(eq=False)
class Reading:
    """Somebody reads what the database has of a room; `late` once that has changed, or may have."""

    room: str
    late: bool = False


class Readings:
    """All that is being read just now; it is forgotten as soon as it has come."""

    def __init__(self) -> None:
        self._going: set[Reading] = set()

    @contextmanager
    def of(self, room: str) -> Iterator[Reading]:
        reading = Reading(room)
        self._going.add(reading)
        try:
            yield reading
        finally:
            self._going.discard(reading)

    def changed(self, room: str) -> None:
        for reading in self._going:
            reading.late = reading.late or reading.room == room

    def all_changed(self) -> None:
        """Changes of any room may not have been heard."""
        for reading in self._going:
            reading.late = True
