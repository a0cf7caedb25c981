"""Games under rules that have changed since: they are shown, replayed and exported; running ones end with a word."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablewright.games import _outside, load
from tablewright.table.app import create_app
from tablewright.table.hub import Hub
from tablewright.table.settings import Settings
from tablewright.table.store import Store

EXAMPLE = Path(__file__).parents[2] / "examples" / "tiny"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """A game of somebody's own, which will change."""
    folder = tmp_path / "tiny"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    yield folder
    forget_games()


def forget_games() -> None:
    """As a process that has just started."""
    _outside.cache_clear()


def served(tmp_path: Path, game: Path) -> TestClient:
    database = f"sqlite:///{tmp_path / 't.db'}"
    return TestClient(create_app(Settings(database=database, bot_processes=0, bot_pause=0, games=[str(game)])))


def change_rules(game: Path) -> None:
    before = load(str(game)).rules_version
    rules = game / "rules.py"
    text = rules.read_text("utf-8")
    assert "return s.points[p]" in text
    rules.write_text(text.replace("return s.points[p]", "return s.points[p] * 1"), "utf-8")
    forget_games()
    assert load(str(game)).rules_version != before


def started(client: TestClient) -> tuple[str, list[str]]:
    made = client.post("/api/rooms", json={"game": "tiny"})
    room = f"/rooms/{made.json()['room']}"
    joined = client.post(f"/api{room}/join", json={})
    tokens = [answer.headers["tablewright-token"] for answer in (made, joined)]
    client.post(f"/api{room}/start", headers=bearer(tokens[0])).raise_for_status()
    return room, tokens


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def play(client: TestClient, room: str, tokens: list[str], moves: int) -> None:
    for _ in range(moves):
        info = client.get(f"/api{room}").json()
        if info["status"] != "playing":
            return
        me = bearer(tokens[info["deciding"]])
        move = client.get(f"/api{room}/view", headers=me).json()["view"]["moves"][0]["id"]
        client.post(f"/api{room}/moves", json={"number": info["number"], "move": move}, headers=me).raise_for_status()


def test_a_finished_game_is_shown_replayed_and_exported_under_new_rules(tmp_path: Path, game: Path) -> None:
    with served(tmp_path, game) as client:
        room, tokens = started(client)
        play(client, room, tokens, 1000)
        record = client.get(f"/api{room}/record").json()
        seen = client.get(f"/api{room}/moments/1?seat=0").json()
    change_rules(game)
    with served(tmp_path, game) as client:
        assert client.get(f"/api{room}/record").json() == record
        assert client.get(f"/api{room}/moments/1?seat=0").json() == seen
        assert client.get(room).status_code == 200
        assert client.get(f"{room}/replay").status_code == 200
        assert client.get(f"{room}/replay/1?open=true").status_code == 200


def test_a_running_game_ends_with_a_word_and_new_ones_begin(tmp_path: Path, game: Path) -> None:
    with served(tmp_path, game) as client:
        room, tokens = started(client)
        play(client, room, tokens, 1)
    change_rules(game)
    with served(tmp_path, game) as client:
        for token in tokens:
            page = client.get(room, headers=bearer(token)).text
            assert "The rules of this game have changed" in page
            assert "data-move" not in page
            wish = {"number": 1, "move": 0}
            answer = client.post(f"/api{room}/moves", json=wish, headers=bearer(token))
            assert answer.status_code in (403, 409)
        assert len(client.get(f"/api{room}/record").json()["actions"]) == 1
        play(client, *started(client), 1)


@pytest.mark.parametrize("which", ["newer", "older"])
def test_a_running_game_is_never_taken_for_a_finished_one(tmp_path: Path, game: Path, which: str) -> None:
    """Two servers of one database with different rules, while one is upgraded or rolled back."""
    other = tmp_path / "other" / "tiny"
    shutil.copytree(game, other)
    if which == "older":
        change_rules(game)
    else:
        change_rules(other)
    with served(tmp_path, game) as here, served(tmp_path, other) as there:
        room, tokens = started(here)
        play(here, room, tokens, 1)
        with sqlite3.connect(tmp_path / "t.db") as database:
            assert database.execute("select status from rooms").fetchall() == [("playing",)]
        database.close()
        secret = here.app.state.hub.rooms[room.rpartition("/")[2]].seed  # type: ignore[attr-defined]
        for path in (f"/api{room}/record", f"{room}/replay/1?open=true"):
            assert str(secret) not in here.get(path).text
        assert "The rules of this game have changed" in there.get(room, headers=bearer(tokens[0])).text
        assert there.get(f"/api{room}/record").json()["seed"] == secret
        with sqlite3.connect(tmp_path / "t.db") as database:  # committed before anything was shown
            assert database.execute("select status from rooms").fetchall() == [("over",)]
            assert database.execute("select kind from events order by number").fetchall()[-1] == ("closed",)
        database.close()
        for _ in range(2):  # the first answer may be that something has happened
            info = here.get(f"/api{room}").json()
            for token in tokens:
                wish = {"number": info["number"], "move": 0}
                moved = here.post(f"/api{room}/moves", json=wish, headers=bearer(token))
                assert moved.status_code in (403, 409)
        assert here.get(f"/api{room}").json()["status"] == "over"
        assert here.get(f"/api{room}/record").json() == there.get(f"/api{room}/record").json()


def test_a_running_game_whose_rules_nobody_has_is_closed_before_its_record_is_given(tmp_path: Path, game: Path) -> None:
    with served(tmp_path, game) as client:
        gathering = client.post("/api/rooms", json={"game": "tiny"}).json()["room"]
        room, tokens = started(client)
        play(client, room, tokens, 1)
    change_rules(game)
    with sqlite3.connect(tmp_path / "t.db") as database:
        database.execute("delete from rulebooks")
    database.close()
    with served(tmp_path, game) as client:
        assert client.get(f"/api/rooms/{gathering}/record").status_code == 409
        assert len(client.get(f"/api{room}/record").json()["actions"]) == 1
    with sqlite3.connect(tmp_path / "t.db") as database:
        kinds = database.execute("select kind from events order by number").fetchall()
        assert database.execute("select distinct status from rooms").fetchall() == [("gathering",), ("over",)]
    database.close()
    assert kinds == [("move",), ("closed",)]


def test_a_record_needs_no_rules_at_all(tmp_path: Path, game: Path) -> None:
    """Of a game from a time when no rules were kept: also what was taken back is known."""
    with served(tmp_path, game) as client:
        room, tokens = started(client)
        play(client, room, tokens, 1)
        decides = client.get(f"/api{room}").json()["deciding"]
        with client.websocket_connect(f"{room}/live", headers=bearer(tokens[1 - decides])) as asker:
            asker.send_json({"do": "ask", "number": 1})
            while "done" not in asker.receive_json():
                pass
        if client.get(f"/api{room}").json()["number"] == 2:
            with client.websocket_connect(f"{room}/live", headers=bearer(tokens[decides])) as other:
                other.send_json({"do": "agree", "number": 2})
                while "done" not in other.receive_json():
                    pass
        play(client, room, tokens, 1000)
        record = client.get(f"/api{room}/record").json()
    change_rules(game)
    with sqlite3.connect(tmp_path / "t.db") as database:
        database.execute("delete from rulebooks")
    database.close()
    with served(tmp_path, game) as client:
        assert client.get(f"/api{room}/record").json() == record
        assert client.get(room).status_code == 409


def test_what_is_old_is_deleted_with_all_that_belongs_to_it(tmp_path: Path, game: Path) -> None:
    with served(tmp_path, game) as client:
        over, tokens = started(client)
        play(client, over, tokens, 1000)
        running, others = started(client)
        play(client, running, others, 1)
        hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
        assert client.portal is not None
        now = datetime.now(UTC)
        client.portal.call(hub.store.add_message, over.rpartition("/")[2], "A", "hello")
        assert client.portal.call(hub.store.forget, now - timedelta(days=1), now - timedelta(days=1)) == 0
        assert client.portal.call(hub.store.forget, now + timedelta(days=1), now - timedelta(days=1)) == 1
    with sqlite3.connect(tmp_path / "t.db") as database:
        rooms = {row[0] for row in database.execute("select id from rooms")}
        left = [database.execute(f"select distinct room from {t}").fetchall() for t in ("events", "seats", "messages")]
    database.close()
    assert rooms == {running.rpartition("/")[2]}
    assert [{row[0] for row in rows} for rows in left] == [rooms, rooms, set()]


def test_chat_does_not_grow_for_ever(tmp_path: Path) -> None:
    async def chatter() -> int:
        store = Store(f"sqlite:///{tmp_path / 't.db'}")
        await asyncio.to_thread(store.upgrade)
        hub = Hub(store, Settings(database=f"sqlite:///{tmp_path / 't.db'}", bot_processes=0), {"matrix": "matrix"})
        from tablewright.table import gathering
        from tablewright.table.rooms import PERSON, Seat

        room = await gathering.create(hub, hub.variant("matrix"), "t", "A", [Seat(PERSON), Seat(PERSON)])
        for n in range(130):
            await store.add_message(room.id, "A", f"line {n}")
        said = [message.text for message in await store.messages(room.id)]
        await hub.close()
        assert said[-1] == "line 129"
        return len(said)

    assert asyncio.run(chatter()) == 100
