"""The server is killed in the middle of games again and again: no move that was acknowledged is lost."""

import asyncio
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import httpx
import websockets
from table_helpers import Server, seated

from tablewright.games import names

KILLS = int(os.environ.get("TABLEWRIGHT_KILLS", "5"))
PATIENCE = 600  # seconds for what takes a moment on a machine that has nothing else to do
MOVE = re.compile(r'data-move="(\d+)"')


class Player:
    """One seat at one table: it plays at random as long as the server lives and remembers what was acknowledged."""

    def __init__(self, room: str, token: str) -> None:
        self.room, self.token = room, token
        self.acknowledged: list[tuple[int, int]] = []
        self.over = False

    async def play(self, port: str, progress: asyncio.Event) -> None:
        headers = {"Cookie": f"tablewright={self.token}"}
        address = f"ws://127.0.0.1:{port}/rooms/{self.room}/live"
        try:
            async with websockets.connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
                await self._play(socket, progress)
        except (OSError, websockets.WebSocketException):
            return

    async def _play(self, socket: Any, progress: asyncio.Event) -> None:
        hoped: tuple[int, int] | None = None
        status = ""
        async for text in socket:
            message = json.loads(text)
            if "show" not in message:
                continue
            status = message["show"].get("status", status)
            if hoped and message["number"] > hoped[0]:
                self.acknowledged.append(hoped)
                hoped = None
                progress.set()
            self.over = message["status"] == "over"
            found = MOVE.findall(status)
            if self.over:
                return
            if found and not hoped:
                hoped = message["number"], int(random.choice(found))
                await socket.send(json.dumps({"do": "move", "number": hoped[0], "value": hoped[1]}))


def new_players(client: httpx.Client, game: str) -> list[Player]:
    made = seated(client.post("/api/rooms", json={"game": game}))
    room = f"/api/rooms/{made['room']}"
    joined = seated(client.post(f"{room}/join", json={}))
    client.post(f"{room}/start", headers=bearer(made["token"])).raise_for_status()
    return [Player(made["room"], made["token"]), Player(made["room"], joined["token"])]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def play_until_killed(server: Server, players: list[Player], delay: float) -> None:
    """The kill comes at a random moment after the first acknowledged move."""
    progress = asyncio.Event()
    playing = asyncio.gather(*(player.play(server.port, progress) for player in players if not player.over))
    async with asyncio.timeout(PATIENCE):
        await progress.wait()
    await asyncio.sleep(delay)
    await asyncio.to_thread(server.kill)
    await playing


def check(client: httpx.Client, pair: list[Player]) -> int:
    """End the game; its record holds every acknowledged move at its place. How many there were."""
    room = f"/api/rooms/{pair[0].room}"
    info = client.get(room).json()
    if info["status"] == "playing":
        given_up = client.post(f"{room}/concede", json={"number": info["number"]}, headers=bearer(pair[0].token))
        given_up.raise_for_status()
    actions = client.get(f"{room}/record").json()["actions"]
    for number, action in (move for player in pair for move in player.acknowledged):
        assert actions[number] == action
    return sum(len(player.acknowledged) for player in pair)


def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    server, chance, acknowledged = Server(tmp_path), random.Random(1), 0
    try:
        with httpx.Client(timeout=PATIENCE) as client:
            client.base_url = server.url
            tables = {game: new_players(client, game) for game in names()}
            for _ in range(KILLS):
                players = [player for pair in tables.values() for player in pair]
                asyncio.run(play_until_killed(server, players, chance.uniform(0, 0.2)))
                server.port = "0"
                server.start()
                client.base_url = server.url
                for game, pair in tables.items():
                    if any(player.over for player in pair):
                        acknowledged += check(client, pair)
                        tables[game] = new_players(client, game)
            acknowledged += sum(check(client, pair) for pair in tables.values())
    finally:
        server.kill()
    assert acknowledged >= KILLS
