"""While the search gets ready, a bot is named as what it plays now; everybody is told as soon as that changes."""

import asyncio
import threading

import pytest
from fastapi.testclient import TestClient
from table_helpers import new_game

from tablewright.games import load
from tablewright.table.hub import Hub
from tablewright.table.thinkers import Thinkers


def test_a_bot_is_named_as_what_it_plays_now(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    room = new_game(client)
    assert "medium: still warming up, playing simply" in client.get(room).text
    monkeypatch.setattr(hub.thinkers, "ready", lambda _: True)
    assert "playing simply" not in client.get(room).text
    assert "Bot, medium" in client.get(room).text


def test_pages_are_told_when_the_bots_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        told = asyncio.Event()
        thinkers = Thinkers(1)
        prepared = threading.Event()
        monkeypatch.setattr(thinkers, "_prepare", lambda _: prepared.wait())
        thinkers.tell_when_ready(asyncio.get_running_loop(), told.set)
        try:
            assert not thinkers.ready(load("matrix").variant())
            prepared.set()
            await told.wait()
            assert thinkers.ready(load("matrix").variant())
        finally:
            thinkers.close()

    asyncio.run(wait())
