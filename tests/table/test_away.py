"""Somebody is away: the others see it, a bot may play on after a while, and whoever comes back takes the seat again."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import friends, stranger

from tablewright.table.app import create_app
from tablewright.table.clock import Clock
from tablewright.table.hub import Hub
from tablewright.table.settings import Settings


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings.model_copy(update={"away_seconds": 0}))) as made:
        yield made


def told(socket: Any, word: str) -> dict[str, Any]:
    while word not in (message := socket.receive_json()):
        pass
    return message  # type: ignore[no-any-return]


def one_decides(client: TestClient) -> tuple[str, int, TestClient, TestClient]:
    """A duel that has begun: the room, whose turn it is, and the browsers of who waits and who decides."""
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    first = client.get(f"/api{room}").json()["deciding"]
    waiting, absent = (other, client) if first == 0 else (client, other)
    return room, first, waiting, absent


def test_a_bot_plays_on_and_the_person_comes_back(client: TestClient) -> None:
    room, first, waiting, absent = one_decides(client)
    with waiting.websocket_connect(f"{room}/live") as socket:
        status = told(socket, "show")["show"]["status"]
        assert "Let a bot play on" in status
        socket.send_json({"do": "stand_in", "number": 0, "value": 1 - first})
        assert "time to come back" in told(socket, "say")["say"]
        socket.send_json({"do": "stand_in", "number": 0, "value": first})
        while client.get(f"/api{room}").json()["number"] < 2:
            pass
    page = absent.get(room).text
    assert "Back to my seat" in page
    number = client.get(f"/api{room}").json()["number"]
    with absent.websocket_connect(f"{room}/live") as socket:
        socket.send_json({"do": "back", "number": number})
        while client.get(f"/api{room}").json()["number"] == number:
            pass
    assert "Back to my seat" not in absent.get(room).text


def test_who_is_there_is_not_replaced(client: TestClient) -> None:
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    first = client.get(f"/api{room}").json()["deciding"]
    waiting, there = (other, client) if first == 0 else (client, other)
    with there.websocket_connect(f"{room}/live") as page, waiting.websocket_connect(f"{room}/live") as socket:
        told(page, "show")
        socket.send_json({"do": "stand_in", "number": 0, "value": first})
        assert "time to come back" in told(socket, "say")["say"]


def test_whoever_gave_up_in_a_larger_game_is_offered_nothing_more(settings: Settings) -> None:
    """The page went on asking for the moves that a bot makes now."""
    seats = [{"kind": "person"}, *({"kind": "bot", "level": "easy"} for _ in range(2))]
    with TestClient(create_app(settings.model_copy(update={"bot_pause": 3600}))) as client:
        while True:
            made = client.post("/api/rooms", json={"game": "matrix", "players": 3, "seats": seats, "start": True})
            if token := made.headers.get("tablewright-token"):  # told once
                client.cookies.set("tablewright", token)
            room = f"/rooms/{made.json()['room']}"
            if client.get(f"/api{room}").json()["deciding"] == 0:
                break
        assert "dock mine" in client.get(room).text
        assert client.post(f"/api{room}/concede", json={"number": 0}).status_code == 200
        page = client.get(room).text
        assert client.get(f"/api{room}").json()["deciding"] == 0
        assert "You have given up. A bot plays on for you." in page
        assert "dock mine" not in page
        assert "data-move=" not in page


def test_a_question_that_was_refused_says_so(client: TestClient) -> None:
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    mover, asked = (client, other) if client.get(f"/api{room}").json()["deciding"] == 0 else (other, client)
    move = mover.get(f"/api{room}/view").json()["view"]["moves"][0]["text"]
    assert mover.post(f"/api{room}/moves", json={"number": 0, "move": move}).status_code == 200
    with mover.websocket_connect(f"{room}/live") as asks, asked.websocket_connect(f"{room}/live") as answers:
        told(asks, "show")
        asks.send_json({"do": "ask", "number": 1})
        while client.get(f"/api{room}").json()["number"] < 2:
            pass
        answers.send_json({"do": "refuse", "number": 2})
        while client.get(f"/api{room}").json()["number"] < 3:
            pass
    page = mover.get(room).text
    assert "The others would rather let this move stand." in page
    assert 'data-do="ask" disabled' in page
    assert "rather let this move stand" not in asked.get(room).text


def test_a_bot_may_play_on_at_the_first_asking_once_the_time_is_over(settings: Settings) -> None:
    """Without a clock nobody had looked how long: the first to ask was always refused, and nothing said when."""
    with TestClient(create_app(settings.model_copy(update={"away_seconds": 2}))) as client:
        hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
        time = [0.0]
        hub.clock = Clock(lambda: time[0])
        room, first, waiting, absent = one_decides(client)
        with waiting.websocket_connect(f"{room}/live") as socket:
            with absent.websocket_connect(f"{room}/live") as page:
                assert "patience" not in told(page, "show")
            assert told(socket, "patience")["patience"] == 2
            socket.send_json({"do": "stand_in", "number": 0, "value": first})
            assert "time to come back" in told(socket, "say")["say"]
            time[0] += 2
            socket.send_json({"do": "stand_in", "number": 0, "value": first})
            while client.get(f"/api{room}").json()["number"] < 2:
                assert "say" not in socket.receive_json()
