"""Clients for the benchmarks of the table: a server of its own, rooms in it, and players who move at random."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

MOVE = re.compile(r'data-move="(\d+)"')
AS_A_BROWSER = [ClientPerMessageDeflateFactory(client_max_window_bits=True)]  # the server may remember all it sends


class Counting(ClientConnection):
    """A connection that counts what comes over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


@dataclass
class Room:
    """One table with its two players, and what was measured there."""

    id: str
    tokens: list[str]
    number: int = 0
    sent: float = 0.0
    waiting: int = 0
    over: bool = False
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    times: list[float] = field(default_factory=list)
    wire: list[int] = field(default_factory=list)
    plain: list[int] = field(default_factory=list)


@dataclass
class Pace:
    """How fast to play, and when to begin."""

    pause: float
    most: int = 1_000_000  # moves of a room
    ready: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    go: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def wait(self) -> float:
        return self.pause * random.uniform(0.75, 1.25)


class Player:
    """One seat: it moves at random, as soon as the decision is its own and the pause is over."""

    def __init__(self, room: Room, seat: int, pace: Pace) -> None:
        self.room, self.token, self.pace = room, room.tokens[seat], pace
        self.status, self.number, self.answered, self.counted = "", 0, -1, 0

    async def play(self, address: str) -> None:
        url, headers = f"ws://{address}/rooms/{self.room.id}/live", {"Cookie": f"tablewright={self.token}"}
        about: Any = {"additional_headers": headers, "compression": None, "extensions": AS_A_BROWSER}
        async with websockets.connect(url, create_connection=Counting, **about) as socket:
            await self._take(socket, await socket.recv())
            self.pace.ready.release()
            await self.pace.go.wait()
            await asyncio.sleep(self.pace.wait * random.random())
            await self._answer(socket)
            async for text in socket:
                await self._take(socket, text)
                if self.room.over or self.number >= self.pace.most:
                    return
                await self._answer(socket)

    async def _take(self, socket: Any, text: str | bytes) -> None:
        message = json.loads(text)
        if "show" not in message:
            return
        self.status = message["show"].get("status", self.status)
        if message["number"] > self.number:
            self._measure(message["number"], socket.received - self.counted, len(text))
        self.counted = socket.received
        self.room.over = self.room.over or message["status"] == "over"

    def _measure(self, number: int, wire: int, plain: int) -> None:
        """A move has come; its time ends when both have it."""
        self.number, room = number, self.room
        room.wire.append(wire)
        room.plain.append(plain)
        if room.waiting and number > room.number:
            room.waiting -= 1
            if room.waiting == 0:
                room.times.append(time.perf_counter() - room.sent)
                room.heard.set()

    async def _answer(self, socket: Any) -> None:
        number, found = self.number, MOVE.findall(self.status)
        if not found or number <= self.answered:
            return
        self.answered = number
        if self.pace.pause:
            await asyncio.sleep(self.pace.wait)
        if self.room.waiting:
            await self.room.heard.wait()
        self.room.heard.clear()
        self.room.sent, self.room.waiting, self.room.number = time.perf_counter(), 2, number
        await socket.send(json.dumps({"do": "move", "number": number, "value": int(random.choice(found))}))


@dataclass
class Server:
    """A server of its own; it counts the seconds that it computes and the memory that it takes."""

    process: subprocess.Popen[str]
    address: str

    @property
    def memory(self) -> float:
        """In MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    @property
    def computed(self) -> float:
        """Seconds of processor time; says more than the clock where other programs run."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: Path, source: Path | None = None, errors: IO[str] | None = None, **more: str) -> Iterator[Server]:
    """A server with a database in a folder; with the sources of another revision if they are given."""
    settings = {
        "TABLEWRIGHT_DATABASE": f"sqlite:///{folder / 'table.db'}",
        "TABLEWRIGHT_PORT": "0",
        "TABLEWRIGHT_REQUESTS_PER_SECOND": "10000",
        "TABLEWRIGHT_READS_PER_SECOND": "10000",
        "TABLEWRIGHT_MESSAGES_PER_SECOND": "10000",
        "TABLEWRIGHT_SOCKETS_PER_ADDRESS": "10000",
        "TABLEWRIGHT_ROOMS_PER_HOUR": "1000000",
        **({"PYTHONPATH": str(source)} if source else {}),
        **more,
    }
    command = [sys.executable, "-m", "tablewright.table.serve"]
    process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://(\S+)", process.stdout.readline())
        assert found
        yield Server(process, found[1])
    finally:
        process.terminate()
        process.wait()


async def new_room(client: httpx.AsyncClient, game: str) -> Room:
    made = await client.post("/api/rooms", json={"game": game})
    room = made.json()["room"]
    joined = await client.post(f"/api/rooms/{room}/join", json={})
    tokens = [token_of(answer) for answer in (made, joined)]
    headers = {"authorization": f"Bearer {tokens[0]}"}
    (await client.post(f"/api/rooms/{room}/start", headers=headers)).raise_for_status()
    return Room(room, tokens)


def token_of(answer: httpx.Response) -> str:
    """In a header; the first edition told it in the body."""
    return str(answer.headers.get("tablewright-token") or answer.json()["token"])


async def play(rooms: list[Room], address: str, pace: Pace) -> list[asyncio.Task[None]]:
    """All players at their tables; they begin when told to."""
    players = [Player(room, seat, pace) for room in rooms for seat in (0, 1)]
    tasks = [asyncio.create_task(player.play(address)) for player in players]
    for _ in players:
        await pace.ready.acquire()
    return tasks


async def end(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
