"""The database: migrations, and everything that can be wrong with it."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from tablewright.table.errors import DatabaseProblem
from tablewright.table.schema import Base, RoomRow
from tablewright.table.store import Store
from tablewright.table.writer import Taken


def opened(path: Path) -> Store:
    store = Store(f"sqlite:///{path}")
    store.upgrade()
    return store


def test_the_migrations_make_exactly_the_tables_of_the_schema(tmp_path: Path) -> None:
    async def differences() -> list[object]:
        store = Store(f"sqlite:///{tmp_path / 't.db'}")
        store.upgrade()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(_differences)
        await store.close()
        return found

    assert asyncio.run(differences()) == []


def _differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


def test_no_two_events_have_one_number(tmp_path: Path) -> None:
    async def twice() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.db'}")
        store.upgrade()
        await store.add_room(_room(), [])
        await store.add_event(_event())
        try:
            with pytest.raises(Taken):
                await store.add_event(_event())
            assert len(await store.events("r")) == 1
        finally:
            await store.close()

    asyncio.run(twice())


def test_events_that_come_together_are_committed_together_and_a_taken_one_alone_is_refused(tmp_path: Path) -> None:
    async def crowd() -> tuple[list[object], int]:
        store = opened(tmp_path / "t.db")
        await store.add_room(_room(), [])
        numbers = [0, 1, 2, 1, 3, 4]
        done = await asyncio.gather(*(store.add_event(_event(n)) for n in numbers), return_exceptions=True)
        stored = len(await store.events("r"))
        await store.close()
        return list(done), stored

    done, stored = asyncio.run(crowd())
    assert [isinstance(answer, Taken) for answer in done] == [False, False, False, True, False, False]
    assert stored == 5


def _room() -> RoomRow:
    return RoomRow(
        id="r",
        game="matrix",
        edition="duel",
        players=2,
        changes={},
        options={},
        rules="x",
        cards="y",
        seed=1,
        position=None,
        host="",
        status="playing",
        next_room=None,
        created=datetime.now(UTC),
    )


def _event(number: int = 0) -> dict[str, Any]:
    return {"room": "r", "number": number, "kind": "move", "seat": 0, "value": 1, "at": datetime.now(UTC)}


def test_a_database_of_a_newer_version_is_refused_in_words(tmp_path: Path) -> None:
    opened(tmp_path / "t.db")
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    with pytest.raises(DatabaseProblem, match="newer version of Tablewright"):
        opened(tmp_path / "t.db")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("this is not a database, but long enough to be looked at as one" * 20)
    with pytest.raises(DatabaseProblem, match="cannot be used: file is not a database"):
        opened(tmp_path / "t.db")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseProblem, match="cannot be made"):
        Store(f"sqlite:///{tmp_path / 'file' / 'folder' / 't.db'}")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "not the address"),
        ("mysql://x/y", "sqlite or postgresql"),
        ("sqlite://", "give the database a file"),
    ],
)
def test_addresses_that_are_none(url: str, message: str) -> None:
    with pytest.raises(DatabaseProblem, match=message):
        Store(url)
