"""Events on their way into the database: whatever waits is committed together, in one transaction in a thread.

Every event is told of its own commit, so nothing is acknowledged that a crash could take back, and a hundred rooms that
move in the same moment cost one transaction instead of a hundred.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import IntegrityError

from tablewright.table.errors import NoConnection
from tablewright.table.ratings import Result, put
from tablewright.table.schema import EventRow, RoomRow, SeatRow

ADD = insert(EventRow.__table__)  # type: ignore[arg-type]
END = update(RoomRow.__table__).where(RoomRow.id == bindparam("ended")).values(status="over")  # type: ignore[arg-type]
DROP = update(SeatRow.__table__).where(SeatRow.room == bindparam("free")).values(standing="")  # type: ignore[arg-type]
SLOWEST = 15.0  # seconds after which a database that does not answer is given up
NOTIFY = text("select pg_notify(:channel, :notice)")


class Taken(Exception):
    """Another process has written an event of this number already."""


@dataclass(frozen=True)
class Entry:
    """An event, whether it ends the game or all standing orders, and what it means for the ratings."""

    values: dict[str, Any]
    over: bool = False
    no_orders: bool = False
    result: Result | None = None

    @property
    def room(self) -> str:
        return str(self.values["room"])


class Writer:
    """One transaction at a time; what comes meanwhile goes into the next."""

    def __init__(self, engine: Engine, channel: str = "", process: str = "") -> None:
        self.engine, self.channel, self.process = engine, channel, process
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "writer")

    async def write(self, entry: Entry) -> None:
        """Return when the entry is committed; Taken if its number is."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                entries = [entry for entry, _ in batch]
                try:
                    committing = loop.run_in_executor(self._thread, self._commit, entries)
                    faults = await asyncio.wait_for(committing, SLOWEST)
                except TimeoutError:
                    faults = [self._begin_anew()] * len(batch)
                for (_, done), fault in zip(batch, faults, strict=True):
                    _settle(done, fault)
        finally:
            self._writing = None

    def _begin_anew(self) -> Exception:
        """The database does not answer, and perhaps never will: another thread and other connections go on."""
        self._thread.shutdown(wait=False)
        self._thread = ThreadPoolExecutor(1, "writer")
        self.engine.dispose(close=False)
        return NoConnection("the database does not answer")

    def _commit(self, entries: list[Entry]) -> list[Exception | None]:
        """What went wrong with each; one that is taken does not hold up the others."""
        fault = self._try(entries)
        if fault is not None and len(entries) > 1:
            return [self._try([entry]) for entry in entries]
        return [fault] * len(entries)

    def _try(self, entries: list[Entry]) -> Exception | None:
        try:
            with self.engine.begin() as connection:
                self._put(connection, entries)
        except IntegrityError:
            return Taken()
        except Exception as fault:
            return fault
        return None

    def _put(self, connection: Connection, entries: list[Entry]) -> None:
        connection.execute(ADD, [entry.values for entry in entries])
        if ended := [{"ended": entry.room} for entry in entries if entry.over]:
            connection.execute(END, ended)
        if free := [{"free": entry.room} for entry in entries if entry.no_orders]:
            connection.execute(DROP, free)
        if results := [entry.result for entry in entries if entry.result]:
            put(connection, results)
        if self.channel:
            for entry in entries:
                connection.execute(NOTIFY, {"channel": self.channel, "notice": f"{self.process} {entry.room}"})

    def close(self) -> None:
        self._thread.shutdown(wait=True)
        self.engine.dispose()


def _settle(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.cancelled():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
