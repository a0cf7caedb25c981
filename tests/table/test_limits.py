"""Limits that need a clock or a broken database."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from table_helpers import friends, stranger

from tablewright.table.app import create_app
from tablewright.table.security import Bucket
from tablewright.table.settings import Settings
from tablewright.table.store import Store


def test_too_many_requests_are_slowed_down(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"requests_per_second": 2}))) as client:
        answers = [client.post("/language", data={"language": "de"}, follow_redirects=False) for _ in range(30)]
    assert {answer.status_code for answer in answers} == {303, 429}


def test_one_address_does_not_fill_the_disk_with_rooms(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"rooms_per_hour": 6}))) as client:
        record = client.get(f"{over(client)}/record").content
        ways = [
            client.post("/rooms", data={"game": "matrix"}, follow_redirects=False),
            client.post("/play", data={"game": "matrix"}, follow_redirects=False),
            client.post("/learn", data={"game": "matrix"}, follow_redirects=False),
            client.post("/api/rooms", json={"game": "matrix"}),
            client.post("/records", files={"file": ("game.json", record)}, follow_redirects=False),
        ]
        assert [answer.status_code for answer in ways] == [303, 303, 303, 201, 303]
        again = client.post("/rooms", data={"game": "matrix"}, headers={"accept": "text/html"})
        assert again.status_code == 429
        assert "try again in an hour" in again.text
        assert client.get(ways[0].headers["location"]).status_code == 200


def over(client: TestClient) -> str:
    """A finished room."""
    room = friends(client)
    stranger(client).post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    client.post(f"/api{room}/concede", json={"number": 0}).raise_for_status()
    return room


def test_a_long_absence_allows_no_more_requests_at_once() -> None:
    now = 1000.0
    bucket = Bucket(rate=2, clock=lambda: now)
    assert [bucket.take() for _ in range(9)] == [True] * 8 + [False]
    now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now += 3600
    assert [bucket.take() for _ in range(9)] == [True] * 8 + [False]


def test_a_locked_database_loses_nothing(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = friends(client)
    monkeypatch.setattr("tablewright.table.store.BUSY_SECONDS", 0.1)
    hub = client.app.state.hub  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(hub.store.close)
    hub.store = Store(settings.database)
    with sqlite3.connect(settings.database.removeprefix("sqlite:///"), isolation_level=None) as other:
        other.execute("begin immediate")
        answer = client.post("/rooms", data={"game": "matrix"})
        other.execute("rollback")
    other.close()
    assert answer.status_code == 503
    assert "nothing is lost" in answer.json()["detail"]
    assert client.get(room).status_code == 200
    assert client.post("/rooms", data={"game": "matrix"}, follow_redirects=False).status_code == 303


def serve(**settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tablewright.cli import main; main()", "serve", "--no-browser"]
    return subprocess.run(command, check=False, env=os.environ | settings, capture_output=True, text=True, timeout=600)


@pytest.mark.skipif(sys.platform == "win32", reason="folders can always be written there")
def test_a_read_only_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "t.db").mkdir()
    done = serve(TABLEWRIGHT_DATABASE=f"sqlite:///{tmp_path / 't.db'}", TABLEWRIGHT_PORT="0")
    assert done.returncode == 2
    assert "cannot be used" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_port_in_use_is_refused_in_one_line(server: object, tmp_path: Path) -> None:
    port = server.port  # type: ignore[attr-defined]
    done = serve(TABLEWRIGHT_DATABASE=f"sqlite:///{tmp_path / 'u.db'}", TABLEWRIGHT_PORT=port)
    assert done.returncode == 2
    assert done.stderr.startswith(f"tablewright: 127.0.0.1:{port} cannot be used")
    assert done.stderr.count("\n") == 1


def test_an_open_page_waits_for_a_database_that_is_away_without_a_traceback(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = friends(client)
    hub = client.app.state.hub  # type: ignore[attr-defined]
    monkeypatch.setattr("tablewright.table.live.AGAIN", 0.05)
    real = hub.store.messages

    async def away(*_: object) -> None:
        raise OperationalError("select", {}, Exception("the server closed the connection"))

    with client.websocket_connect(f"{room}/live") as page:
        page.receive_json()
        hub.store.messages = away
        page.send_json({"do": "chat", "text": "are you there?"})
        page.send_json({"do": "nonsense"})
        assert any("say" in page.receive_json() for _ in range(5))  # the page may be told first who is there
        hub.store.messages = real
        while "are you there?" not in page.receive_text():
            pass
    assert not [record for record in caplog.records if record.exc_info]
