"""Where rooms last: SQLite by default, PostgreSQL by URL. Nothing is told to a player before it is committed here."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, select, update
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from tablewright.table.errors import DatabaseProblem
from tablewright.table.presence import Crowd
from tablewright.table.schema import EventRow, MessageRow, RoomRow, SeatRow
from tablewright.table.writer import NOTIFY, Entry, Writer

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
SYNCHRONOUS = {"sqlite+aiosqlite": "sqlite", "postgresql+psycopg": "postgresql+psycopg"}
CHANNEL = "tablewright_rooms"
BUSY_SECONDS = 5.0
LAST_MESSAGES = 100


@dataclass(frozen=True)
class Notice:
    """What another process tells of a room: that it has changed, or who watches it there."""

    process: str
    room: str
    crowd: Crowd | None = None


class Store:
    """All access to the database."""

    def __init__(self, url: str) -> None:
        self.url = _address(url)
        self.engine = _engine(self.url)
        self.session = async_sessionmaker(self.engine, expire_on_commit=False)
        self.shared = self.engine.dialect.name == "postgresql"
        self.process = secrets.token_hex(4)
        self.listening = asyncio.Event()
        self.writer = Writer(_writing_engine(self.url), CHANNEL if self.shared else "", self.process)

    def upgrade(self) -> None:
        """Create or upgrade the tables."""
        engine = create_engine(_synchronous(self.url))
        where = self.url.render_as_string(hide_password=True)
        try:
            with engine.begin() as connection:
                _migrate(connection)
        except CommandError as fault:
            message = f"the database {where} was made by a newer version of Tablewright; upgrade Tablewright"
            raise DatabaseProblem(message) from fault
        except DBAPIError as fault:
            raise DatabaseProblem(f"the database {where} cannot be used: {fault.orig}") from fault
        finally:
            engine.dispose()

    async def close(self) -> None:
        await asyncio.to_thread(self.writer.close)
        await self.engine.dispose()

    @asynccontextmanager
    async def _writing(self, room: str = "") -> AsyncIterator[AsyncSession]:
        async with self.session.begin() as session:
            yield session
            if room and self.shared:
                await session.flush()
                await session.execute(NOTIFY, {"channel": CHANNEL, "notice": f"{self.process} {room}"})

    # Rooms

    async def add_room(self, room: RoomRow, seats: Sequence[SeatRow], events: Sequence[EventRow] = ()) -> None:
        """A new room; `events` are what it starts with."""
        async with self._writing() as session:
            session.add(room)
            await session.flush()
            session.add_all([*seats, *events])

    async def room(self, room: str) -> tuple[RoomRow, list[SeatRow]] | None:
        async with self.session() as session:
            row = await session.get(RoomRow, room)
            if row is None:
                return None
            seats = await session.scalars(select(SeatRow).where(SeatRow.room == room).order_by(SeatRow.number))
            return row, list(seats)

    async def change_room(self, room: str, seats: Sequence[SeatRow] | None = None, **values: Any) -> None:
        """Change what a room is; `seats` replaces all of them."""
        async with self._writing(room) as session:
            if values:
                await session.execute(update(RoomRow).where(RoomRow.id == room).values(**values))
            if seats is not None:
                await session.execute(SeatRow.__table__.delete().where(SeatRow.room == room))  # type: ignore[attr-defined]
                session.add_all(seats)

    async def take_seat(self, seat: SeatRow, kind: str = "open") -> bool:
        """Sit down where nobody sits yet; False when somebody was faster."""
        async with self._writing(seat.room) as session:
            free = (SeatRow.room == seat.room) & (SeatRow.number == seat.number) & (SeatRow.kind == kind)
            done = await session.execute(
                update(SeatRow).where(free).values(kind=seat.kind, name=seat.name, level=seat.level, token=seat.token)
            )
            return bool(done.rowcount)  # type: ignore[attr-defined]

    # Events

    async def events(self, room: str, since: int = 0) -> list[EventRow]:
        async with self.session() as session:
            wanted = select(EventRow).where(EventRow.room == room, EventRow.number >= since)
            return list(await session.scalars(wanted.order_by(EventRow.number)))

    async def add_event(self, values: dict[str, Any], over: bool = False, no_orders: bool = False) -> None:
        """Commit an event, and with it what it changes about the room: that it is over, that all orders end."""
        await self.writer.write(Entry(values, over, no_orders))

    async def set_order(self, room: str, seat: int, order: str) -> None:
        """Keep a seat's standing order."""
        async with self._writing(room) as session:
            mine = (SeatRow.room == room) & (SeatRow.number == seat)
            await session.execute(update(SeatRow).where(mine).values(standing=order))

    # Chat

    async def messages(self, room: str) -> list[MessageRow]:
        async with self.session() as session:
            wanted = select(MessageRow).where(MessageRow.room == room).order_by(MessageRow.id.desc())
            return list(await session.scalars(wanted.limit(LAST_MESSAGES)))[::-1]

    async def add_message(self, room: str, name: str, words: str) -> None:
        async with self._writing(room) as session:
            session.add(MessageRow(room=room, name=name, text=words, at=datetime.now(UTC)))

    # Other processes

    async def announce(self, room: str, crowd: Crowd) -> None:
        """Tell the other processes who watches a room here."""
        async with self.session.begin() as session:
            await session.execute(NOTIFY, {"channel": CHANNEL, "notice": f"{self.process} {room} {crowd}"})

    async def listen(self) -> AsyncGenerator[Notice | None]:
        """What other processes change and tell, PostgreSQL only; first None: whatever came before was not heard."""
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"listen {CHANNEL}")
                self.listening.set()
                yield None
                async for notice in connection.notifies():
                    process, room, *crowd = notice.payload.split(" ")
                    if process != self.process:
                        yield Notice(process, room, Crowd.parse(*crowd) if crowd else None)
        except psycopg.OperationalError as fault:
            raise DatabaseProblem(f"the database cannot be heard: {fault}") from fault


def _address(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError as fault:
        raise DatabaseProblem(f"{url!r} is not the address of a database, such as sqlite:///table.db") from fault
    if parsed.drivername not in DRIVERS:
        raise DatabaseProblem(f"the database must be sqlite or postgresql, not {parsed.drivername!r}")
    if parsed.drivername == "sqlite":
        if not parsed.database:
            raise DatabaseProblem("give the database a file, such as sqlite:///table.db")
        _make_folder(Path(parsed.database).parent)
    return parsed.set(drivername=DRIVERS[parsed.drivername])


def _engine(url: URL) -> AsyncEngine:
    if url.drivername == DRIVERS["postgresql"]:
        return create_async_engine(url, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _writing_engine(url: URL) -> Engine:
    if url.drivername == DRIVERS["postgresql"]:
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(_synchronous(url), connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _synchronous(url: URL) -> URL:
    return url.set(drivername=SYNCHRONOUS[url.drivername])


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise DatabaseProblem(f"the folder {folder} cannot be made: {fault.strerror}") from fault


def _prepare_sqlite(connection: Any, _: object) -> None:
    """A committed move survives even a power cut; readers never wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
