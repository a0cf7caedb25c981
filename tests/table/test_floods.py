"""Too many, too slow, too large: whatever somebody sends or leaves unsent, others are served and the server ends."""

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import uvicorn
import websockets
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table_helpers import Server, friends, new_game, stranger

from tablewright.table import patience, security
from tablewright.table.app import create_app
from tablewright.table.drawing import Drawing
from tablewright.table.hub import Hub, Watcher
from tablewright.table.presence import Crowd
from tablewright.table.settings import Settings

PATIENCE = 600
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: x"
HALF_A_BODY = (
    b"POST /records HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x"
)


def test_pages_are_limited_too(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"reads_per_second": 2}))) as client:
        assert {client.get("/openapi.json").status_code for _ in range(30)} == {200, 429}


def test_nobody_asks_for_somebody_else_unless_the_proxy_is_trusted(tmp_path: Path) -> None:
    server = Server(tmp_path, TABLEWRIGHT_REQUESTS_PER_SECOND="2")
    trusting = Server(tmp_path, TABLEWRIGHT_REQUESTS_PER_SECOND="2", TABLEWRIGHT_TRUSTED_PROXIES="127.0.0.1")
    try:
        assert 429 in posts(server)
        assert 429 not in posts(trusting)
    finally:
        server.kill()
        trusting.kill()


def posts(server: Server) -> set[int]:
    """The answers to many people behind one address."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        people = [{"x-forwarded-for": f"10.0.0.{n}"} for n in range(30)]
        return {client.post("/language", data={"language": "de"}, headers=one).status_code for one in people}


def test_sockets_of_an_address_and_of_a_room_are_limited(settings: Settings) -> None:
    for limit in ("sockets_per_address", "sockets_per_room"):
        with TestClient(create_app(settings.model_copy(update={limit: 2}))) as client:
            live = f"{new_game(client)}/live"
            with client.websocket_connect(live), client.websocket_connect(live):
                with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(live):
                    pass
                assert refused.value.code == security.TRY_LATER
            with client.websocket_connect(live) as again:
                assert "number" in again.receive_json()


def test_a_binary_message_is_not_understood(client: TestClient) -> None:
    with client.websocket_connect(f"{new_game(client)}/live") as page:
        page.receive_json()
        page.send_bytes(b"\x00\xff")
        while "say" not in (news := page.receive_json()):
            pass
        assert news["say"]


def test_everything_that_is_done_is_acknowledged_once(client: TestClient) -> None:
    room = friends(client)
    guest = stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    deciding = client.get(f"/api{room}").json()["deciding"]
    mover = [client, guest][deciding]
    with mover.websocket_connect(f"{room}/live") as page:
        first = page.receive_json()
        move = int(first["show"]["status"].split('data-move="')[1].split('"')[0])
        page.send_json({"do": "move", "number": 0, "value": move})
        page.send_json({"do": "move", "number": 0, "value": move})
        heard = [page.receive_json()]
        while "say" not in heard[-1]:
            heard.append(page.receive_json())
        assert [news["done"] for news in heard if "done" in news] == [0]


def test_a_request_that_is_never_finished_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its head and its body."""
    monkeypatch.setattr(patience, "HEAD", 0.3)
    monkeypatch.setattr(security, "SECONDS_FOR_A_BODY", 0.3)
    settings = Settings(database=f"sqlite:///{tmp_path / 't.db'}", bot_processes=0)
    asyncio.run(leave_unfinished(settings))


async def leave_unfinished(settings: Settings) -> None:
    from tablewright.table.serve import configured

    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(configured(settings))
    serving = asyncio.create_task(server._serve([listening]))
    port = listening.getsockname()[1]
    unfinished = (HALF_A_HEAD, b"", HALF_A_BODY)
    try:
        async with asyncio.timeout(PATIENCE):
            pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in unfinished]
            for (_, writer), begun in zip(pairs, unfinished, strict=True):
                writer.write(begun)
            for reader, writer in pairs:
                await reader.read()
                writer.close()
    finally:
        server.should_exit = True
        await serving


def test_the_server_ends_in_time_whatever_is_open(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        made = client.post("/play", data={"game": "matrix"})
    room = made.headers["location"]
    asyncio.run(end_with_open_things(server, room))


HELD_UP = """
import asyncio, sys, time, uvicorn
from tablewright.table.patience import Server

async def app(scope, receive, send):
    if sys.argv[1] == "starting":
        print("now", flush=True)
        await asyncio.Event().wait()
    await receive()
    await send({"type": "lifespan.startup.complete"})
    print("now", flush=True)
    time.sleep(999)

Server(uvicorn.Config(app, port=0, log_level="error")).run()
"""


@pytest.mark.slow
@pytest.mark.parametrize("when", ["starting", "busy"])
def test_a_server_that_hangs_ends_too(when: str) -> None:
    """While it waits for something at its start, and while its loop is held up."""
    with subprocess.Popen([sys.executable, "-c", HELD_UP, when], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "now\n"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


async def end_with_open_things(server: Server, room: str) -> None:
    """A page, half a head, half a body: all are open when the server is told to end."""
    halves = (HALF_A_HEAD, HALF_A_BODY)
    async with websockets.connect(f"{server.url.replace('http', 'ws')}{room}/live", open_timeout=PATIENCE) as page:
        await page.recv()
        pairs = [await asyncio.open_connection("127.0.0.1", int(server.port)) for _ in halves]
        for (_, writer), half in zip(pairs, halves, strict=True):
            writer.write(half)
            await writer.drain()
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(server.process.wait, PATIENCE)
        for _, writer in pairs:
            writer.close()


def test_spectators_of_one_room_share_one_drawing(client: TestClient) -> None:
    """However many look on, one picture is drawn for all who see the same."""
    room_id = friends(client).rpartition("/")[2]
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]

    async def look() -> tuple[Drawing, Drawing, str, str]:
        room, crowd = await hub.room(room_id), Crowd(frozenset(), 1000)
        one, two = (hub.gallery.drawing(room, token, "en", "/", crowd, []) for token in ("a", "b"))
        later = hub.gallery.drawing(room, "a", "en", "/", Crowd(frozenset(), 1001), [])
        return one, two, later.since(one), later.since(two)

    assert client.portal is not None
    one, two, news, other_news = client.portal.call(look)
    assert one is two
    assert news is other_news


def test_who_comes_at_once_is_told_of_at_once(client: TestClient) -> None:
    room_id = friends(client).rpartition("/")[2]
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    pages = [Watcher(f"t{n}") for n in range(50)]
    woken: list[int] = []

    async def come() -> None:
        await hub.room(room_id)
        for page in pages:
            page.wake = lambda: woken.append(1)  # type: ignore[method-assign]
            hub.watch(room_id, page)
        await asyncio.sleep(2)
        for page in pages:
            hub.leave(room_id, page)

    assert client.portal is not None
    client.portal.call(come)
    assert len(woken) <= 3 * len(pages)
