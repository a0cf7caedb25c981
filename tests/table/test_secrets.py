"""Nothing that a viewer may not know is in any byte that is sent to them; tokens are never stored or shown."""

import json
import random
import re
import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import friends, new_game, stranger

from tablewright.engine import Match, mixed
from tablewright.games import load, names
from tablewright.table.painting import Painter
from tablewright.table.presence import Crowd
from tablewright.table.rooms import PERSON, PLAYING, Happening, Room, Seat

ROOM_ID = "0123456789abcdef"
POSITIONS = 15


def sent(room: Room, viewer: int | None) -> str:
    """Everything that a page of this viewer gets."""
    painter = Painter(room, viewer, "", "en", "http://table/rooms/x")
    return json.dumps([painter.parts(Crowd(frozenset({0})), []), painter.log()])


def believed(room: Room, viewer: int | None, salt: int) -> Room:
    """The same room in another world that the viewer thinks possible, in the past as in the present."""
    assert room.match is not None
    then = Room(room.id, room.variant, 999, room.seats, status=PLAYING)
    then.begin()
    match = then.match
    assert match is not None
    match.state = other_world(room.match, room.match.state, viewer, salt)
    match.steps = [
        replace(step, packed=zlib.compress(step.layout.to_bytes(other_world(room.match, step.before, viewer, salt))))
        for step in room.match.steps
    ]
    then.number = room.number
    return then


def other_world(match: Match, state: Any, viewer: int | None, salt: int) -> Any:
    world = match.game.state.copy(state)
    real = world.rng
    world.rng = mixed(salt, 11)
    match.game.rules.determinize(world, match.variant.cards, -1 if viewer is None else viewer)
    world.rng = real
    return world


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_is_sent_does_not_depend_on_what_the_viewer_cannot_know(game: str, seed: int) -> None:
    variant = load(game).variant()
    room = Room(ROOM_ID, variant, seed, [Seat(PERSON, f"P{n}") for n in range(variant.players)], status=PLAYING)
    room.begin()
    chance = random.Random(seed)
    assert room.match is not None
    for _ in range(POSITIONS):
        for viewer in (None, *range(variant.players)):
            real = sent(room, viewer)
            assert sent(believed(room, viewer, chance.randrange(10**6)), viewer) == real
        for _ in range(chance.randrange(1, 6)):
            if room.over:
                return
            seat = room.deciding
            assert seat is not None
            room.happen(Happening("move", seat, chance.choice(room.match.legal_ids)))


@pytest.mark.parametrize("game", names())
def test_no_byte_tells_the_seed_or_a_token(client: TestClient, tmp_path: Path, game: str) -> None:
    room = new_game(client, game)
    client.cookies.set("tablewright-language", "en")
    own = client.cookies["tablewright"]
    received = [client.get(room).text, client.get(f"/api{room}").text, client.get(f"{room}/replay").text]
    with client.websocket_connect(f"{room}/live") as socket:
        status, answered = "", -1
        for _ in range(200):
            text = socket.receive_text()
            received.append(text)
            message = json.loads(text)
            if message.get("status") == "over":
                break
            status = message.get("show", {}).get("status", status)
            found = re.findall(r'data-move="(\d+)"', status)
            if found and message.get("number", answered) > answered:
                answered = message["number"]
                socket.send_json({"do": "move", "number": answered, "value": int(random.choice(found))})
    with sqlite3.connect(tmp_path / "table.db") as database:
        seeds = [str(row[0]) for row in database.execute("select seed from rooms")]
        hashes = [row[0] for row in database.execute("select token from seats where token != ''")]
        stored = [
            str(row) for table in ("rooms", "seats", "events") for row in database.execute(f"select * from {table}")
        ]
    database.close()
    everything = "\n".join(received)
    assert len(everything) > 20_000
    for secret in (*seeds, *hashes, own):
        assert secret not in everything
    assert not any(own in row for row in stored)


def test_the_cookie_is_out_of_reach_of_scripts(client: TestClient) -> None:
    answer = client.post("/play", data={"game": "matrix"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.cookies["tablewright"] not in answer.headers["location"]


def test_every_answer_has_the_headers(client: TestClient) -> None:
    room = friends(client)
    for path in ("/", room, "/static/table.css", "/static/table.js", "/nothing", "/openapi.json"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_no_page_has_inline_script_or_style(client: TestClient) -> None:
    room = friends(client)
    for path in ("/", room, new_game(client), "/games/matrix/rules"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page), path


def test_other_sites_and_large_bodies_are_turned_away(client: TestClient) -> None:
    foreign = client.post("/play", data={"game": "matrix"}, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert client.post("/records", files={"file": ("x", b"x" * 3_000_000)}).status_code == 413
    assert client.post("/records", files={"file": ("x", b"x" * 1_000_000)}).status_code == 422


def test_a_seat_is_its_owners_alone(client: TestClient) -> None:
    room = friends(client)
    thief = stranger(client)
    thief.cookies.set("tablewright", "0" * 43)
    client.post(f"{room}/arrange", data={"seat0": "person", "seat1": "bot:easy", "edition": "duel"})
    client.post(f"{room}/start")
    assert "You are watching." in thief.get(room).text
