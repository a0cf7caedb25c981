"""Standing orders: the table passes for a person until what they wait for has come."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import seated

from tablewright.engine import Match
from tablewright.games import load
from tablewright.table.app import create_app
from tablewright.table.errors import Refusal
from tablewright.table.orders import ordered, standing
from tablewright.table.rooms import PERSON, PLAYING, Happening, Room, Seat
from tablewright.table.settings import Settings

ORDER = "turn"


def waiting_match() -> tuple[Match, int]:
    """A game of wtactics in which a seat is asked to answer and may wait for its turn."""
    for seed in range(50):
        match, chance = Match(load("wtactics").variant(), seed=seed), random.Random(seed)
        for _ in range(150):
            seat = match.seat
            if seat is None:
                break
            if (
                match.steps
                and ORDER in standing(match, seat, match.known(seat))
                and ordered(match, seat, ORDER) is not None
            ):
                return match, seat
            match.play(chance.choice(match.legal_ids))
    raise AssertionError("nobody was ever asked to answer")


def tables(client: TestClient) -> tuple[str, list[str], int]:
    """The same game at the table: its address, the tokens, the seat that is asked."""
    match, seat = waiting_match()
    made = seated(client.post("/api/rooms", json={"game": "wtactics"}))
    room = f"/api/rooms/{made['room']}"
    tokens = [made["token"], seated(client.post(f"{room}/join", json={}))["token"]]
    with sqlite3.connect(client.app.state.settings.database.removeprefix("sqlite:///")) as database:  # type: ignore[attr-defined]
        database.execute("update rooms set seed = ?", (match.seed,))
    database.close()
    client.post(f"{room}/start", headers=bearer(tokens[0])).raise_for_status()
    for step in match.steps:
        wish = {"number": client.get(room).json()["number"], "move": step.action}
        client.post(f"{room}/moves", json=wish, headers=bearer(tokens[step.seat])).raise_for_status()
    return room, tokens, seat


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def order(client: TestClient, room: str, token: str, name: str) -> Any:
    return client.post(f"{room}/order", json={"order": name}, headers=bearer(token))


def seen(client: TestClient, room: str, token: str) -> dict[str, Any]:
    return client.get(f"{room}/view", headers=bearer(token)).json()  # type: ignore[no-any-return]


def test_the_table_passes_for_whoever_waits(client: TestClient) -> None:
    room, tokens, seat = tables(client)
    client.cookies.clear()
    before = seen(client, room, tokens[seat])
    assert ORDER in before["orders"]
    assert order(client, room, tokens[seat], ORDER).json()["order"] == ORDER
    assert seen(client, room, tokens[1 - seat])["order"] == ""
    with client.websocket_connect(f"{room.removeprefix('/api')}/live") as spectator:
        while json.loads(spectator.receive_text()).get("number", 0) <= before["number"]:
            pass


def test_an_order_ends_when_its_time_has_come(client: TestClient) -> None:
    room, tokens, seat = tables(client)
    client.cookies.clear()
    with sqlite3.connect(client.app.state.settings.database.removeprefix("sqlite:///")) as database:  # type: ignore[attr-defined]
        database.execute("update seats set standing = ?", (ORDER,))
    database.close()
    hub = client.app.state.hub  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(hub.reread, room.removeprefix("/api/rooms/"))
    client.cookies.set("tablewright", tokens[1 - seat])
    with client.websocket_connect(f"{room.removeprefix('/api')}/live") as socket:
        while seen(client, room, tokens[1 - seat])["order"]:
            socket.receive_text()
    assert client.get(room).json()["deciding"] == 1 - seat


def test_an_order_survives_a_restart_and_ends_with_a_word(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        room, tokens, seat = tables(client)
        assert order(client, room, tokens[seat], ORDER).json()["order"] == ORDER
    with TestClient(create_app(settings)) as again:
        seen = again.get(f"{room}/view", headers=bearer(tokens[seat])).json()
        assert seen["order"] == ORDER
        assert order(again, room, tokens[seat], "").json()["order"] == ""


def test_orders_that_make_no_sense(client: TestClient) -> None:
    room, tokens, seat = tables(client)
    client.cookies.clear()
    assert order(client, room, tokens[seat], "nonsense").status_code == 422
    assert order(client, room, "wrong", ORDER).status_code == 403
    made = seated(client.post("/api/rooms", json={"game": "matrix"}))
    assert order(client, f"/api/rooms/{made['room']}", made["token"], ORDER).status_code == 422
    waiting = seated(client.post("/api/rooms", json={"game": "wtactics"}))
    assert order(client, f"/api/rooms/{waiting['room']}", waiting["token"], ORDER).status_code == 409


def test_the_socket_takes_orders(client: TestClient) -> None:
    room, tokens, seat = tables(client)
    client.cookies.clear()
    client.cookies.set("tablewright", tokens[seat])
    number = client.get(room).json()["number"]
    with client.websocket_connect(f"{room.removeprefix('/api')}/live") as socket:
        socket.send_json({"do": "order", "text": ORDER})
        socket.send_json({"do": "why"})  # answered after the order
        while "reasons" not in socket.receive_json():
            pass
    stands = seen(client, room, tokens[seat])["order"] == ORDER
    assert stands or client.get(room).json()["number"] > number  # or was obeyed since


def test_taking_back_ends_all_orders() -> None:
    match, seat = waiting_match()
    room = Room("r", match.variant, match.seed, [Seat(PERSON, str(n)) for n in range(2)], status=PLAYING)
    room.begin()
    room.replay(Happening("move", step.seat, step.action) for step in match.steps)
    room = room.ordering(seat, ORDER)
    assert room.order_to_obey == ORDER
    asker = match.steps[-1].seat
    asked = room.after(Happening("ask", asker))
    assert asked.order(seat) == ORDER
    taken = asked.after(Happening("agree", 1 - asker))
    assert taken.match is not None
    assert len(taken.match.steps) < len(match.steps)
    assert taken.order(seat) == ""
    assert taken.dropped_orders(asked)


def test_only_a_game_with_orders_has_some(tmp_path: Path) -> None:
    room = Room("r", load("matrix").variant(), 1, [Seat(PERSON), Seat(PERSON)], status=PLAYING)
    room.begin()
    assert room.orders(0) == {}
    with pytest.raises(Refusal):
        room.check(5, Happening("move", 0, 0))
