"""Web Push: only to known services, once a turn, encrypted for the browser, and forgotten when the browser is gone."""

import asyncio
import base64
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import new_game, stranger
from test_notices import Duel, until

from tablewright.table.hub import Hub
from tablewright.table.notices import Notices
from tablewright.table.pushes import Pushes
from tablewright.table.schema import PushRow
from tablewright.table.settings import Settings

KEYS = {"p256dh": "BPub", "auth": "secret"}
SERVICE = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture
def settings(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return settings.model_copy(update={"push_contact": "mailto:host@table.example"})


class Told:
    """What was delivered to whom."""

    def __init__(self, hub: Hub, status: int = 201) -> None:
        self.status, self.said = status, list[dict[str, Any]]()
        hub.pushes = Pushes(hub.store, hub.settings, self.deliver)
        hub.notices = Notices(None, "", hub.pushes.told, patience=0)

    def deliver(self, row: PushRow, said: str, room: str) -> int:
        self.said.append({"to": row.endpoint, "topic": room, **json.loads(said)})
        return self.status


@pytest.fixture
def hub(client: TestClient) -> Hub:
    found: Hub = client.app.state.hub  # type: ignore[attr-defined]
    return found


def subscribe(client: TestClient, duel: Duel, seat: int, endpoint: str = SERVICE, language: str = "en") -> int:
    headers = duel.by(seat) | {"accept-language": language}
    return client.post("/push", json={"endpoint": endpoint, **KEYS}, headers=headers).status_code


def test_whoever_wants_it_is_told_once_a_turn_in_their_language(client: TestClient, hub: Hub) -> None:
    told = Told(hub)
    duel = Duel(client)
    first = int(client.get(duel.room).json()["deciding"])
    assert subscribe(client, duel, 1 - first, language="de") == 204
    assert duel.move() == first
    until(told.said, 1)
    room = duel.room.rpartition("/")[2]
    said = {"to": SERVICE, "topic": room, "title": "Matrix", "body": "Du bist dran in Matrix.", "room": room}
    assert told.said == [said]
    assert client.get(f"/rooms/{room}/turn", headers=duel.by(1 - first)).json() == {"mine": True}
    assert client.get(f"/rooms/{room}/turn", headers=duel.by(first)).json() == {"mine": False}
    assert client.get(f"/rooms/{room}/turn").json() == {"mine": False}


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://10.0.0.1/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://user@fcm.googleapis.com/x",
        "http://127.0.0.1:5432/",
        "file:///etc/passwd",
        "https://[bad",
    ],
)
def test_the_server_writes_to_push_services_only(client: TestClient, hub: Hub, endpoint: str) -> None:
    Told(hub)
    assert subscribe(client, Duel(client), 0, endpoint) == 422


def test_strangers_and_servers_without_a_contact_offer_nothing(client: TestClient, hub: Hub) -> None:
    Told(hub)
    assert stranger(client).post("/push", json={"endpoint": SERVICE, **KEYS}).status_code == 403
    duel = Duel(client)
    hub.pushes = Pushes(hub.store, Settings(database=hub.settings.database))
    assert not hub.pushes.offered
    assert hub.pushes.key == ""
    assert subscribe(client, duel, 0) == 422
    assert "data-push" not in client.get(new_game(client)).text


def test_a_browser_that_is_gone_or_says_no_is_forgotten(client: TestClient, hub: Hub) -> None:
    told = Told(hub, status=410)
    duel = Duel(client)
    for seat in (0, 1):
        subscribe(client, duel, seat, f"{SERVICE}{seat}")
    away = 1 - duel.move()
    until(told.said, 1)
    assert client.portal is not None

    async def left(seat: int) -> int:
        from tablewright.table.security import hashed

        return len(await hub.store.pushes(hashed(duel.tokens[seat])))

    async def forgotten() -> None:
        while await left(away):
            await asyncio.sleep(0.01)

    client.portal.call(forgotten)
    assert client.portal.call(left, 1 - away) == 1
    ended = client.delete("/push", params={"endpoint": f"{SERVICE}{1 - away}"}, headers=duel.by(away))
    assert ended.status_code == 204
    assert client.portal.call(left, 1 - away) == 1  # it is not theirs
    client.delete("/push", params={"endpoint": f"{SERVICE}{1 - away}"}, headers=duel.by(1 - away))
    assert client.portal.call(left, 1 - away) == 0


@pytest.fixture
def service() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A push service of our own on this machine."""
    got: list[dict[str, Any]] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(201)
            self.end_headers()
            got.append({"body": body, "headers": self.headers})

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/push", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_what_is_sent_only_the_browser_can_read(
    client: TestClient, hub: Hub, service: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    """Needs the extra `push`."""
    pytest.importorskip("pywebpush")
    http_ece, kinds = import_module("http_ece"), import_module("cryptography.hazmat.primitives.serialization")
    ec = import_module("cryptography.hazmat.primitives.asymmetric.ec")

    address, got = service
    settings = hub.settings.model_copy(update={"push_services": "127.0.0.1"})
    hub.pushes = Pushes(hub.store, settings)
    hub.notices = Notices(None, "", hub.pushes.told, patience=0)
    browser, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = browser.public_key().public_bytes(kinds.Encoding.X962, kinds.PublicFormat.UncompressedPoint)
    said = {"endpoint": address, "p256dh": _written(point), "auth": _written(secret)}
    duel = Duel(client)
    first = int(client.get(duel.room).json()["deciding"])
    assert client.post("/push", json=said, headers=duel.by(1 - first)).status_code == 204
    duel.move()
    until(got, 1)
    read = json.loads(http_ece.decrypt(got[0]["body"], private_key=browser, auth_secret=secret, version="aes128gcm"))
    assert read["body"] == "It is your turn in Matrix."
    assert got[0]["headers"]["Topic"] == duel.room.rpartition("/")[2]
    assert got[0]["headers"]["Authorization"].startswith("vapid ")
    assert hub.pushes.key in got[0]["headers"]["Authorization"]
    kept = tmp_path / "data" / "tablewright" / "push.pem"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert Pushes(hub.store, settings).key == hub.pushes.key


def _written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
