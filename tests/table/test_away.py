"""Somebody is away: the others see it, a bot may play on after a while, and whoever comes back takes the seat again."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import friends, stranger

from tablewright.table.app import create_app
from tablewright.table.settings import Settings


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings.model_copy(update={"away_seconds": 0}))) as made:
        yield made


def told(socket: Any, word: str) -> dict[str, Any]:
    while word not in (message := socket.receive_json()):
        pass
    return message  # type: ignore[no-any-return]


def test_a_bot_plays_on_and_the_person_comes_back(client: TestClient) -> None:
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    first = client.get(f"/api{room}").json()["deciding"]
    waiting, absent = (other, client) if first == 0 else (client, other)
    with waiting.websocket_connect(f"{room}/live") as socket:
        status = told(socket, "show")["show"]["status"]
        assert "Let a bot play on" in status
        socket.send_json({"do": "stand_in", "number": 0, "value": 1 - first})
        assert "minute" in told(socket, "say")["say"]
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
        assert "minute" in told(socket, "say")["say"]
