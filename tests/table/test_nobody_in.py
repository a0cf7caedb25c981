"""Whatever strange things somebody sends: a clear refusal, no fault of the server, and nobody else's seat."""

import json
import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from table_helpers import friends, new_game, stranger

from tablewright.engine import SECRET_SEEDS, game, match_of
from tablewright.games import load
from tablewright.table import face_pages, pages
from tablewright.table.app import create_app
from tablewright.table.settings import Settings

JSON = {"content-type": "application/json"}
SURROGATE = "\\ud800"
MANY_DIGITS, MANY_BRACKETS = "9" * 5000, "[" * 100_000


@pytest.mark.parametrize("kind", ["card", "art", "x" * 300, "..%2fcard", "a%00b"])
def test_no_face_but_of_a_card(client: TestClient, kind: str) -> None:
    assert client.get(f"/games/wtactics/faces/{kind}.svg").status_code == 404


@pytest.mark.parametrize("language", ["x" * 3000, "../cards", "a\0b", "q1", "q2", "EN"])
def test_a_face_in_a_language_that_nobody_speaks_is_the_usual_one(client: TestClient, language: str) -> None:
    room = client.post("/play", data={"game": "wtactics"}, follow_redirects=False).headers["location"]
    face = f"{room}/faces/{next(iter(load('wtactics').cards.cards))}.svg"
    usual, known = client.get(face), game._catalogue.cache_info().currsize
    assert client.get(face, params={"language": language}).text == usual.text
    assert game._catalogue.cache_info().currsize == known, "whatever is asked for would stay in memory"


def test_a_long_host(client: TestClient) -> None:
    assert client.get(f"{friends(client)}/invite.svg", headers={"host": "h" * 5000}).status_code == 400


@pytest.mark.parametrize("value", [MANY_DIGITS, MANY_BRACKETS, "[[[[", "\x00", "1e999"])
@pytest.mark.parametrize("field", ["set.hand_size", "set.numbers", "clock", "players", "edition", "revision", "seat1"])
def test_strange_values_in_the_form_of_the_host(client: TestClient, field: str, value: str) -> None:
    room = friends(client)
    answer = client.post(f"{room}/arrange", data={"seat0": "person", field: value}, follow_redirects=False)
    assert answer.status_code in (204, 303, 409, 422)


@pytest.mark.parametrize(
    "body",
    [
        f'{{"game": "matrix", "name": "{SURROGATE}"}}',
        f'{{"game": "{SURROGATE}"}}',
        f'{{"game": "matrix", "edition": "{SURROGATE}"}}',
        f'{{"game": "matrix", "set": {{"{SURROGATE}": 1}}}}',
        f'{{"game": "matrix", "players": {MANY_DIGITS}}}',
        MANY_BRACKETS,
        '{"game": "matrix", "set": {"\\u0000": "\\u0000"}}',
    ],
)
def test_strange_texts_for_the_interface(client: TestClient, body: str) -> None:
    assert client.post("/api/rooms", content=body, headers=JSON).status_code in (400, 422)


def test_a_token_that_somebody_brings_along_is_not_adopted(client: TestClient) -> None:
    """Who could make others use a token that they know would sit in their seats."""
    room = friends(client)
    for path, body in ((f"{room}/join", None), ("/play", {"game": "matrix"})):
        victim = stranger(client)
        victim.cookies.set("tablewright", "known-to-the-attacker")
        answer = victim.post(path, data=body or {"name": "Victim"}, follow_redirects=False)
        assert answer.status_code == 303
        assert "known-to-the-attacker" not in answer.headers["set-cookie"]


def test_a_token_that_sits_somewhere_is_kept(client: TestClient) -> None:
    friends(client)
    mine = client.cookies["tablewright"]
    friends(client)
    assert client.cookies["tablewright"] == mine


def test_no_body_and_no_header_tells_a_browser_its_token(client: TestClient) -> None:
    room = friends(client)
    answer = client.post(f"/api{room}/join", json={"name": "Ann"})
    assert answer.status_code == 200
    assert client.cookies["tablewright"] not in answer.text + str(answer.headers)


def test_over_https_the_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 't.db'}", bot_processes=0, secure_cookies=True)
    with TestClient(create_app(settings), base_url="https://testserver") as client:
        answer = client.post("/play", data={"game": "matrix"}, follow_redirects=False)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-tablewright=")
        assert "secure" in cookie.lower()
        assert "domain" not in cookie.lower()
        assert "max-age=31536000" in answer.headers["strict-transport-security"]
        assert "Your turn" in client.get(answer.headers["location"]).text


def test_the_seed_of_a_deal_comes_from_a_cryptographic_generator(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 77)
    room = friends(client).rpartition("/")[2]
    assert client.app.state.hub.rooms[room].seed == SECRET_SEEDS - 77  # type: ignore[attr-defined]


def test_a_secret_deal_is_the_same_after_a_restart_and_in_its_record(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 77)
    seats = {"seats": [{"kind": "person"}, {"kind": "bot", "level": "easy"}], "start": True}
    with TestClient(create_app(settings)) as client:
        made = client.post("/api/rooms", json={"game": "wallet", **seats})
        room, token = made.json()["room"], {"authorization": f"Bearer {made.headers['tablewright-token']}"}
        seen = client.get(f"/api/rooms/{room}/view", headers=token).json()["view"]["table"]
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/api/rooms/{room}/view", headers=token).json()["view"]["table"] == seen
        client.post(f"/api/rooms/{room}/concede", json={"number": 0}, headers=token).raise_for_status()
        record = client.get(f"/api/rooms/{room}/record", headers=token).json()
        assert record["seed"] == SECRET_SEEDS - 77
        assert match_of(record, load).bytes == client.app.state.hub.rooms[room].match.bytes  # type: ignore[attr-defined]
        shown = client.post("/records", files={"file": ("game.json", json.dumps(record))}, follow_redirects=False)
        assert client.get(shown.headers["location"]).status_code == 200


STRANGE = [
    "",
    "x",
    "x" * 3000,
    "../cards",
    "\0",
    "-1",
    "0",
    "1",
    "9" * 30,
    "1e999",
    "[[[[",
    "\u0663",
    "\u00bd",
    "\r\nX: y",
    "NaN",
]
FITTING = ["matrix", "wtactics", "en", "on", "off", "person", "bot:hard", "here", "duel", "2", "edition", "a4"]
FIELDS = ["seat0", "seat1", "set.rounds", "set.own_deck_a", "set.deck_a", "clock", "increment", "at_once", "revision"]
REQUESTS = int(os.environ.get("TABLEWRIGHT_FUZZ", "250"))


def test_no_page_gets_a_server_error(client: TestClient) -> None:
    """Pages, forms and pictures are not in the description of the interface, so here is their own heap of nonsense."""
    chance = random.Random(11)
    rooms = [new_game(client, "wtactics"), friends(client, "wtactics"), friends(client)]
    routes = [route for route in [*pages.router.routes, *face_pages.router.routes] if isinstance(route, APIRoute)]
    operations = [(method, route) for route in routes for method in route.methods or ()]

    def some(names: Iterable[str]) -> dict[str, str]:
        return {name: chance.choice([*STRANGE, *FITTING]) for name in names if chance.random() < 0.6}

    for _ in range(REQUESTS):
        method, route = chance.choice(operations)
        path = route.path
        for field in route.dependant.path_params:
            known = [room.rpartition("/")[2] for room in rooms] if field.name == "room_id" else FITTING[:2]
            given = chance.choice(known if chance.random() < 0.8 else STRANGE)
            path = path.replace(f"{{{field.name}}}", quote(given, safe=""))
        query = some(field.alias for field in route.dependant.query_params)
        form = some(field.alias for field in route.dependant.body_params) | some(chance.sample(FIELDS, 3))
        body: dict[str, Any] = (
            {} if method in ("GET", "DELETE") else {"data": form} if chance.random() < 0.7 else {"json": form}
        )
        answer = client.request(method, path, params=query, follow_redirects=False, **body)
        assert answer.status_code < 500 or answer.status_code == 503, f"{method} {path} {query} {form}"
