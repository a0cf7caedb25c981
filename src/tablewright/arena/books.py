"""What a ladder that stays has played, in tables of its own beside those of the table: duels, and who is benched."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import JSON, Column, DateTime, Engine, Integer, MetaData, String, Table, Text, delete, insert, select

from tablewright.arena.duels import Duel, Hall

tables = MetaData()
DUELS = Table(
    "arena_duels",
    tables,
    Column("id", Integer, primary_key=True),
    Column("ladder", String(32), index=True, nullable=False),
    Column("one", String(255), nullable=False),
    Column("one_mark", String(32), nullable=False),
    Column("other", String(255), nullable=False),
    Column("other_mark", String(32), nullable=False),
    Column("first", Integer, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("faults", JSON, nullable=False),
    Column("room", String(32), nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)
BENCH = Table(
    "arena_bench",
    tables,
    Column("ladder", String(32), primary_key=True),
    Column("bot", String(255), primary_key=True),
    Column("mark", String(32), primary_key=True),
    Column("why", Text, nullable=False),
)


@dataclass(frozen=True)
class Entrant:
    """A bot of the ladder: its name, how it is called in, and a mark that changes with its file."""

    name: str
    spec: str
    mark: str


@dataclass(frozen=True)
class Played:
    """A duel of two versions of bots, under their names; `room` shows a game of it."""

    duel: Duel
    marks: tuple[str, str]
    room: str = ""

    def of(self, entrant: Entrant) -> bool:
        return (entrant.name, entrant.mark) in self.versions

    @property
    def versions(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return (self.duel.one, self.marks[0]), (self.duel.other, self.marks[1])


class Books:
    """The results of one ladder: one game with its numbers and rules."""

    def __init__(self, engine: Engine, hall: Hall) -> None:
        self.engine, variant = engine, hall.variant
        told = f"{variant.describe()} {variant.game.rules_version} {variant.cards_version} {hall.seed}"
        self.ladder = hashlib.sha256(told.encode()).hexdigest()[:32]
        tables.create_all(engine)

    def played(self) -> list[Played]:
        with self.engine.connect() as connection:
            rows = connection.execute(select(DUELS).where(DUELS.c.ladder == self.ladder).order_by(DUELS.c.id)).all()
        return [
            Played(
                Duel(row.one, row.other, row.first, tuple(row.scores), tuple((bot, why) for bot, why in row.faults)),
                (row.one_mark, row.other_mark),
                row.room,
            )
            for row in rows
        ]

    def add(self, played: Played) -> None:
        duel = played.duel
        values = {
            "ladder": self.ladder,
            "one": duel.one,
            "one_mark": played.marks[0],
            "other": duel.other,
            "other_mark": played.marks[1],
            "first": duel.first,
            "scores": list(duel.scores),
            "faults": [list(fault) for fault in duel.faults],
            "room": played.room,
            "at": datetime.now(UTC),
        }
        with self.engine.begin() as connection:
            connection.execute(insert(DUELS).values(values))

    def benched(self) -> dict[tuple[str, str], str]:
        """Why a version of a bot does not play any more."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(BENCH).where(BENCH.c.ladder == self.ladder)).all()
        return {(row.bot, row.mark): row.why for row in rows}

    def bench(self, entrant: Entrant, why: str) -> None:
        key = {"ladder": self.ladder, "bot": entrant.name, "mark": entrant.mark}
        with self.engine.begin() as connection:
            connection.execute(delete(BENCH).filter_by(**key))
            connection.execute(insert(BENCH).values(**key, why=why))


def duels_of(played: Sequence[Played], entrants: Sequence[Entrant]) -> list[Duel]:
    """What present versions of bots have played among each other."""
    versions = {(one.name, one.mark) for one in entrants}
    return [one.duel for one in played if set(one.versions) <= versions]
