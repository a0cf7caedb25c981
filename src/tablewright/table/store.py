"""Where rooms last: SQLite by default, PostgreSQL by URL. Nothing is told to a player before it is committed here."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Update,
    create_engine,
    delete,
    event,
    func,
    make_url,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import aliased

from tablewright.table.errors import DatabaseProblem, NoConnection
from tablewright.table.presence import Crowd
from tablewright.table.ratings import BOTS, Result, first_rows, unrated
from tablewright.table.schema import EventRow, MessageRow, NoteRow, PushRow, RatingRow, RoomRow, RulesRow, SeatRow
from tablewright.table.writer import NOTIFY, SLOWEST, Entry, Writer

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
SYNCHRONOUS = {"sqlite+aiosqlite": "sqlite", "postgresql+psycopg": "postgresql+psycopg"}
CHANNEL = "tablewright_rooms"
BUSY_SECONDS = 5.0
LAST_MESSAGES = 100
MOST_BROWSERS = 5  # of one person that are told of a turn
MIGRATING = text("select pg_advisory_xact_lock(8201731605)")
LISTENER = "tablewright listens"  # how the database lists the connection that hears of changes
BEAT = 3.0  # seconds between two signs of life of the connection that listens
LOST: dict[str, Any] = {  # connections to a PostgreSQL that does not answer end after that many seconds
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}


@dataclass(frozen=True)
class Notice:
    """What another process tells of a room: that it has changed, or who watches it there."""

    process: str
    room: str
    crowd: Crowd | None = None


def plain_engine(url: str) -> Engine:
    """The same database for those who keep tables of their own in it."""
    return create_engine(_synchronous(_address(url)))


class Store:
    """All access to the database."""

    def __init__(self, url: str) -> None:
        self.url = _address(url)
        self.engine = _engine(self.url)
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)
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
                if self.shared:  # servers that start together upgrade one after the other
                    connection.execute(MIGRATING)
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
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A conversation with the database; one that does not answer is given up."""
        try:
            async with asyncio.timeout(SLOWEST), self._sessions() as session:
                yield session
        except TimeoutError as fault:
            self.engine.sync_engine.dispose(close=False)  # the other connections hang as well
            raise NoConnection("the database does not answer") from fault

    @asynccontextmanager
    async def _writing(self, room: str = "") -> AsyncIterator[AsyncSession]:
        async with self.session() as session, session.begin():
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

    async def rooms_of(self, token: str, most: int) -> list[RoomRow]:
        """The rooms in which somebody sits: those that are not over first, the newest first."""
        seated = select(SeatRow.room).where(SeatRow.token == token)
        wanted = select(RoomRow).where(RoomRow.id.in_(seated))
        async with self.session() as session:
            return list(
                await session.scalars(wanted.order_by(RoomRow.status == "over", RoomRow.created.desc()).limit(most))
            )

    async def listed_rooms(self, most: int) -> list[RoomRow]:
        """The newest rooms that have not started and that anybody may join."""
        listed = RoomRow.options["listed"].as_boolean()
        wanted = select(RoomRow).where(RoomRow.status == "gathering", listed).order_by(RoomRow.created.desc())
        async with self.session() as session:
            return list(await session.scalars(wanted.limit(most)))

    async def change_room(
        self, room: str, revision: int, seats: Sequence[SeatRow] | None = None, **values: Any
    ) -> bool:
        """Change what a room is, `seats` replaces all of them; False when it is not the one of that revision."""
        async with self._writing(room) as session:
            same = (RoomRow.id == room) & (RoomRow.revision == revision)
            if not await _updated(session, update(RoomRow).where(same).values(**values, revision=revision + 1)):
                return False
            if seats is not None:
                await session.execute(delete(SeatRow).where(SeatRow.room == room))
                session.add_all(seats)
        return True

    async def take_seat(self, seat: SeatRow) -> bool:
        """Sit down where nobody sits yet, in a room that has not begun; False when somebody was faster."""
        async with self._writing(seat.room) as session:
            waits = (RoomRow.id == seat.room) & (RoomRow.status == "gathering")
            if not await _updated(session, update(RoomRow).where(waits).values(revision=RoomRow.revision + 1)):
                return False
            free = (SeatRow.room == seat.room) & (SeatRow.number == seat.number) & (SeatRow.kind == "open")
            sits = {"kind": seat.kind, "name": seat.name, "level": seat.level, "token": seat.token, "rated": seat.rated}
            return await _updated(session, update(SeatRow).where(free).values(sits))

    async def add_next(self, room: str, made: RoomRow, seats: Sequence[SeatRow]) -> str:
        """The room that follows one: the given one, unless somebody was faster."""
        async with self._writing(room) as session:
            first = (RoomRow.id == room) & RoomRow.next_room.is_(None)
            if await _updated(session, update(RoomRow).where(first).values(next_room=made.id)):
                session.add(made)
                await session.flush()
                session.add_all(seats)
                return made.id
            return str(await session.scalar(select(RoomRow.next_room).where(RoomRow.id == room)))

    async def knows(self, token: str) -> bool:
        """Whether a seat or a host's right belongs to the token of this hash."""
        seat = select(SeatRow.number).where(SeatRow.token == token)
        host = select(RoomRow.players).where(RoomRow.host == token)
        async with self.session() as session:
            return (await session.scalar(union_all(seat, host).limit(1))) is not None

    async def rename(self, room: str, number: int, token: str, name: str) -> None:
        mine = (SeatRow.room == room, SeatRow.number == number, SeatRow.token == token)
        async with self._writing(room) as session:
            await session.execute(update(RoomRow).where(RoomRow.id == room).values(revision=RoomRow.revision + 1))
            await session.execute(update(SeatRow).where(*mine).values(name=name))

    # Rules of old games

    async def keep_rules(self, row: RulesRow) -> None:
        """Keep the folder of a game, unless another process has."""
        async with self.session() as session:
            if await session.get(RulesRow, (row.game, row.rules)) is not None:
                return
        with suppress(IntegrityError):
            async with self._writing() as session:
                session.add(row)

    async def kept_rules(self, game: str, rules: str) -> list[RulesRow]:
        """The folders of a game that have these rules; they may differ in their cards."""
        wanted = select(RulesRow).where(RulesRow.game == game, RulesRow.rules.startswith(f"{rules}-"))
        async with self.session() as session:
            return list(await session.scalars(wanted))

    # Events

    async def events(self, room: str, since: int = 0) -> list[EventRow]:
        async with self.session() as session:
            wanted = select(EventRow).where(EventRow.room == room, EventRow.number >= since)
            return list(await session.scalars(wanted.order_by(EventRow.number)))

    async def add_event(
        self, values: dict[str, Any], over: bool = False, no_orders: bool = False, result: Result | None = None
    ) -> None:
        """Commit an event, and with it what it changes: that the room is over, that all orders end, the ratings."""
        await self.writer.write(Entry(values, over, no_orders, result))

    async def set_order(self, room: str, seat: int, order: str) -> None:
        """Keep a seat's standing order."""
        async with self._writing(room) as session:
            mine = (SeatRow.room == room) & (SeatRow.number == seat)
            await session.execute(update(SeatRow).where(mine).values(standing=order))

    # Ratings

    async def ratings(self, most: int) -> list[RatingRow]:
        """The ratings of every game, the best first, of those who want to be listed."""
        place = func.row_number().over(
            partition_by=RatingRow.game, order_by=(RatingRow.mu - 2 * RatingRow.sigma).desc()
        )
        ranked = select(RatingRow, place.label("place")).where(RatingRow.shown).subquery()
        best = select(aliased(RatingRow, ranked)).where(ranked.c.place <= most)
        async with self.session() as session:
            return list(await session.scalars(best))

    async def show_ratings(self, token: str, shown: bool) -> None:
        """List somebody, or not any longer: neither now nor when a game ends that has begun already."""
        seated = select(SeatRow.room).where(SeatRow.token == token)
        games = select(RoomRow.game).where(RoomRow.id.in_(seated), RoomRow.status == "playing").distinct()
        async with self._writing() as session:
            await session.execute(update(RatingRow).where(RatingRow.player == token).values(shown=shown))
            for game in await session.scalars(games):
                await session.execute(first_rows(self.engine.dialect.name), unrated(game, token, shown))

    # Web Push

    async def add_push(self, row: PushRow) -> None:
        """A browser wants to be told; of one person's at most so many, the rest were given up long ago."""
        async with self._writing() as session:
            await session.merge(row)
            others = select(PushRow.id).where(PushRow.token == row.token, PushRow.id != row.id).order_by(PushRow.id)
            many = list(await session.scalars(others.offset(MOST_BROWSERS - 1)))
            await session.execute(delete(PushRow).where(PushRow.id.in_(many)))

    async def pushes(self, token: str) -> list[PushRow]:
        async with self.session() as session:
            return list(await session.scalars(select(PushRow).where(PushRow.token == token)))

    async def remove_push(self, token: str, push: str) -> None:
        async with self._writing() as session:
            await session.execute(delete(PushRow).where(PushRow.token == token, PushRow.id == push))

    # Chat

    async def messages(self, room: str) -> list[MessageRow]:
        async with self.session() as session:
            wanted = select(MessageRow).where(MessageRow.room == room).order_by(MessageRow.id.desc())
            return list(await session.scalars(wanted.limit(LAST_MESSAGES)))[::-1]

    async def add_message(self, room: str, name: str, words: str) -> None:
        async with self._writing(room) as session:
            said = select(MessageRow.id).where(MessageRow.room == room).order_by(MessageRow.id.desc())
            old = MessageRow.id <= said.offset(LAST_MESSAGES - 1).limit(1).scalar_subquery()
            await session.execute(delete(MessageRow).where(MessageRow.room == room, old))
            session.add(MessageRow(room=room, name=name, text=words, at=datetime.now(UTC)))

    # What people did beside the moves

    async def count(self, room: str, seat: int, what: str, about: str, most: int) -> None:
        """Once more, of at most so many different things; where there is but one, it counts once."""
        with suppress(IntegrityError):  # another process was faster with the same thing
            async with self._writing() as session:
                row = await session.get(NoteRow, (room, seat, what, about), with_for_update=True)
                if row is not None:
                    row.times += most > 1
                    return
                mine = select(NoteRow.about).where(NoteRow.room == room, NoteRow.seat == seat, NoteRow.what == what)
                if len(list(await session.scalars(mine))) < most:
                    session.add(NoteRow(room=room, seat=seat, what=what, about=about, times=1))

    async def notes(self, room: str) -> list[NoteRow]:
        async with self.session() as session:
            return list(await session.scalars(select(NoteRow).where(NoteRow.room == room)))

    # Forgetting

    async def forget(self, finished: datetime, unfinished: datetime) -> int:
        """Delete the rooms in which nothing has happened since a date, with all that belongs to them; how many."""
        count = 0
        for status, date in ((RoomRow.status == "over", finished), (RoomRow.status != "over", unfinished)):
            later = select(EventRow.room).where(EventRow.room == RoomRow.id, EventRow.at >= date).exists()
            async with self._writing() as session:
                done = await session.execute(delete(RoomRow).where(status, RoomRow.created < date, ~later))
                count += done.rowcount  # type: ignore[attr-defined]
        people = ~RatingRow.player.startswith(BOTS)
        async with self._writing() as session:
            await session.execute(delete(RatingRow).where(people, RatingRow.at < finished))
        return count

    # Other processes

    async def announce(self, room: str, crowd: Crowd) -> None:
        """Tell the other processes who watches a room here."""
        async with self.session() as session, session.begin():
            await session.execute(NOTIFY, {"channel": CHANNEL, "notice": f"{self.process} {room} {crowd}"})

    async def listen(self) -> AsyncGenerator[Notice | None]:
        """What other processes change and tell, PostgreSQL only; first None: whatever came before was not heard.

        A connection that was cut off without a word looks like a quiet one, so the database is asked for signs of life.
        """
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            async with asyncio.timeout(2 * BEAT):
                connection = await psycopg.AsyncConnection.connect(
                    url, autocommit=True, application_name=LISTENER, **LOST
                )
                await connection.execute(f"listen {CHANNEL}")
        except (psycopg.OperationalError, TimeoutError) as fault:
            raise DatabaseProblem(f"the database cannot be heard: {fault}") from fault
        try:
            self.listening.set()
            yield None
            while True:
                async for notice in connection.notifies(timeout=BEAT):
                    process, room, *crowd = notice.payload.split(" ")
                    if process != self.process:
                        yield Notice(process, room, Crowd.parse(*crowd) if crowd else None)
                async with asyncio.timeout(BEAT):
                    await connection.execute("select 1")
        except (psycopg.OperationalError, TimeoutError) as fault:
            raise DatabaseProblem(f"the database cannot be heard: {fault}") from fault
        finally:
            await connection.close()


async def _updated(session: AsyncSession, change: Update) -> bool:
    """Whether there was something to change."""
    done = await session.execute(change)
    return bool(done.rowcount)  # type: ignore[attr-defined]


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
        return create_async_engine(url, pool_pre_ping=True, connect_args=LOST)
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _writing_engine(url: URL) -> Engine:
    if url.drivername == DRIVERS["postgresql"]:
        return create_engine(url, pool_pre_ping=True, connect_args=LOST)
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
