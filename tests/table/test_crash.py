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
from table_helpers import Server

KILLS = int(os.environ.get("TABLEWRIGHT_KILLS", "8"))
ROOMS = 4
MOVE = re.compile(r'data-move="(\d+)"')


class Player:
    """One seat at one table: it plays at random as long as the server lives and remembers what was acknowledged."""

    def __init__(self, room: str, token: str) -> None:
        self.room, self.token = room, token
        self.acknowledged: list[tuple[int, int]] = []
        self.over = False

    async def play(self, port: str) -> None:
        headers = {"Cookie": f"tablewright={self.token}"}
        address = f"ws://127.0.0.1:{port}/rooms/{self.room}/live"
        try:
            async with websockets.connect(address, additional_headers=headers) as socket:
                await self._play(socket)
        except (OSError, websockets.WebSocketException):
            return

    async def _play(self, socket: Any) -> None:
        hoped: tuple[int, int] | None = None
        async for text in socket:
            message = json.loads(text)
            if "show" not in message:
                continue
            if hoped and message["number"] > hoped[0]:
                self.acknowledged.append(hoped)
                hoped = None
            self.over = message["status"] == "over"
            found = MOVE.findall(message["show"].get("status", ""))
            if found and not hoped:
                hoped = message["number"], int(random.choice(found))
                await socket.send(json.dumps({"do": "move", "number": hoped[0], "value": hoped[1]}))
            if self.over:
                return


def new_players(url: str) -> list[Player]:
    players = []
    for _ in range(ROOMS):
        made = httpx.post(f"{url}/api/rooms", json={"game": "matrix"}).json()
        joined = httpx.post(f"{url}/api/rooms/{made['room']}/join", json={}).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        httpx.post(f"{url}/api/rooms/{made['room']}/start", headers=headers).raise_for_status()
        players += [Player(made["room"], made["token"]), Player(made["room"], joined["token"])]
    return players


async def play_until_killed(server: Server, players: list[Player], delay: float) -> None:
    playing = asyncio.gather(*(player.play(server.port) for player in players))
    await asyncio.sleep(delay)
    await asyncio.to_thread(server.kill)
    await playing


def check(server: Server, players: list[Player]) -> None:
    """The record holds every acknowledged move at its place."""
    for player in players:
        record = httpx.get(f"{server.url}/api/rooms/{player.room}/record").json()
        for number, action in player.acknowledged:
            assert record["actions"][number] == action


def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    server = Server(tmp_path)
    chance = random.Random(1)
    acknowledged = 0
    players = new_players(server.url)
    for _ in range(KILLS):
        asyncio.run(play_until_killed(server, players, chance.uniform(0.02, 0.25)))
        server.start()
        if all(player.over for player in players):
            check(server, players)
            acknowledged += sum(len(player.acknowledged) for player in players)
            players = new_players(server.url)
    try:
        while not all(player.over for player in players):
            asyncio.run(finish(server, players))
        check(server, players)
    finally:
        server.kill()
    assert acknowledged + sum(len(player.acknowledged) for player in players) > ROOMS * 10


async def finish(server: Server, players: list[Player]) -> None:
    await asyncio.gather(*(player.play(server.port) for player in players if not player.over))
