"""Whoever is away is told once a turn that it is theirs, and never of a turn that is past."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import PATIENCE, seated

from tablewright.table.hub import Hub
from tablewright.table.notices import Notices, sender_of
from tablewright.table.presence import Crowd


class Duel:
    """Two people at a table of matrix, both without a page open."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        host = seated(client.post("/api/rooms", json={"game": "matrix", "name": "Ann"}))
        client.cookies.clear()
        self.room = f"/api/rooms/{host['room']}"
        guest = seated(client.post(f"{self.room}/join", json={"name": "Bob"}))
        client.cookies.clear()
        self.tokens = [host["token"], guest["token"]]
        client.post(f"{self.room}/start", headers=self.by(0))

    def by(self, seat: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def move(self) -> int:
        """One move of whoever decides; who that was."""
        seat = int(self.client.get(self.room).json()["deciding"])
        seen: Any = self.client.get(f"{self.room}/view", headers=self.by(seat)).json()
        wish = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
        assert self.client.post(f"{self.room}/moves", json=wish, headers=self.by(seat)).status_code == 200
        return seat


@pytest.fixture
def sent(client: TestClient) -> list[str]:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    messages: list[str] = []
    hub.notices = Notices(messages.append, "http://table.example", patience=0)
    return messages


def until(messages: Sequence[object], count: int) -> None:
    end = time.monotonic() + PATIENCE
    while len(messages) < count and time.monotonic() < end:
        time.sleep(0.01)
    assert len(messages) == count


def test_every_turn_is_told_once(client: TestClient, sent: list[str]) -> None:
    duel = Duel(client)
    other = 1 - duel.move()
    until(sent, 1)
    assert sent[0].startswith(f"{('Ann', 'Bob')[other]}, it is your turn in Matrix. http://table.example/rooms/")
    while client.get(duel.room).json()["deciding"] == other:  # who ends a round may begin the next
        duel.move()
    until(sent, 2)
    assert sent[1].startswith(f"{('Ann', 'Bob')[1 - other]}, it is your turn")


def test_a_turn_that_is_past_is_not_told(client: TestClient, sent: list[str]) -> None:
    """Somebody has decided while the notice waited."""
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.notices = Notices(None, "")
    duel = Duel(client)
    duel.move()
    before = hub.rooms[duel.room.rpartition("/")[2]]
    while hub.rooms[before.id].deciding == before.deciding:  # who ends a round may begin the next
        duel.move()
    seen = iter([before, hub.rooms[before.id]])
    asyncio.run(Notices(sent.append, "", patience=0).consider(before.id, lambda: (next(seen), Crowd())))
    assert sent == []
    still = iter([before, before])
    asyncio.run(Notices(sent.append, "", patience=0).consider(before.id, lambda: (next(still), Crowd())))
    assert len(sent) == 1


def test_who_is_there_is_not_told(client: TestClient, sent: list[str]) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.notices = Notices(None, "")
    duel = Duel(client)
    duel.move()
    room = hub.rooms[duel.room.rpartition("/")[2]]
    asyncio.run(Notices(sent.append, "", patience=0).consider(room.id, lambda: (room, Crowd(frozenset({0, 1})))))
    assert sent == []


def test_without_addresses_nothing_is_sent() -> None:
    assert sender_of(" ") is None
    assert not Notices(None, "").offered
