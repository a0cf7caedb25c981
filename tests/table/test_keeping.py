"""Looking after a table: what is wrong is said, a copy holds everything, numbers and health are told."""

import sqlite3
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from table_helpers import friends, new_game

from tablewright.table.app import create_app
from tablewright.table.errors import DatabaseProblem
from tablewright.table.keeping import backup, examine, restore
from tablewright.table.settings import Settings


def test_the_doctor_finds_nothing_wrong_and_what_is(tmp_path: Path) -> None:
    right = examine(Settings(database=f"sqlite:///{tmp_path / 't.db'}"))
    assert all(one.right for one in right), right
    (tmp_path / "broken.db").write_text("no database")
    wrong = examine(Settings(database=f"sqlite:///{tmp_path / 'broken.db'}", games=[str(tmp_path)]))
    assert {one.what for one in wrong if not one.right} == {"database", f"game {tmp_path}"}


@pytest.mark.parametrize(("words", "told"), [(("bwrap",), "shut in by bubblewrap"), ((), "run with your rights")])
def test_the_doctor_says_what_bots_of_others_may_do(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.setattr("tablewright.table.keeping.sandbox", lambda: words)
    assert [one.words.startswith(told) for one in examine(settings) if one.what == "bots of others"] == [True]


def test_a_copy_holds_everything_and_overwrites_nothing(client: TestClient, settings: Settings, tmp_path: Path) -> None:
    room = new_game(client)
    copy = tmp_path / "copy.db"
    backup(settings, copy)
    with pytest.raises(DatabaseProblem, match="exists already"):
        backup(settings, copy)
    with pytest.raises(DatabaseProblem, match="exists already"):
        restore(settings, copy)
    restored = settings.model_copy(update={"database": f"sqlite:///{tmp_path / 'again.db'}"})
    restore(restored, copy)
    with TestClient(create_app(restored)) as other:
        other.cookies = client.cookies
        assert "Your turn" in other.get(room).text
    (tmp_path / "nonsense").write_text("nonsense" * 1000)
    with pytest.raises(DatabaseProblem, match="not a copy"):
        restore(settings.model_copy(update={"database": f"sqlite:///{tmp_path / 'third.db'}"}), tmp_path / "nonsense")
    assert not (tmp_path / "third.db").exists()


def test_health_readiness_and_numbers(client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/health").text == "alive"
    assert client.get("/ready").text == "ready"
    assert client.get("/metrics").status_code == 404

    async def away(_: str) -> bool:
        raise OperationalError("select", {}, Exception("away"))

    monkeypatch.setattr(client.app.state.hub.store, "knows", away)  # type: ignore[attr-defined]
    assert client.get("/ready").status_code == 503
    assert client.get("/health").status_code == 200
    with TestClient(create_app(settings.model_copy(update={"metrics": True}))) as counted:
        friends(counted)
        told = counted.get("/metrics").text
        assert "tablewright_rooms 1.0" in told
        assert counted.cookies["tablewright"] not in told


def test_rooms_that_nobody_looks_at_make_place(settings: Settings, tmp_path: Path) -> None:
    with TestClient(create_app(settings.model_copy(update={"memory_for_rooms": 1}))) as client:
        rooms = [new_game(client) for _ in range(40)]
        hub = client.app.state.hub  # type: ignore[attr-defined]
        assert len(hub.rooms) < 40
        assert rooms[-1].rpartition("/")[2] in hub.rooms
        assert client.get(rooms[0]).status_code == 200
    with sqlite3.connect(tmp_path / "table.db") as database:
        assert database.execute("select count(*) from rooms").fetchone() == (40,)
    database.close()
