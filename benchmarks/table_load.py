"""How the table holds up: many two-person rooms on one machine, clients beside the server.

    python benchmarks/table_load.py --rooms 200 --seconds 30

Every room makes a move every two seconds. The time of a move runs from the sending of it until both players have the
new state; the script prints the percentiles, the processor time of server and clients, and the memory of the server.
Before that, one game of every kind is played flat out, and the bytes of its page (with everything that it loads) and of
its moves (to one player) are counted: on the wire, compressed as browsers ask for it, and plain.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

MOVE = re.compile(r'data-move="(\d+)"')
PARTS = re.compile(r'(?:src|href)="(/(?:static|rooms|games)[^"]+\.(?:svg|css|js)[^"]*)"')


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
    times: list[float] = field(default_factory=list)
    wire: list[int] = field(default_factory=list)
    plain: list[int] = field(default_factory=list)


@dataclass
class Pace:
    """How fast to play, from when until when."""

    pause: float
    seconds: float
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
        async with websockets.connect(url, additional_headers=headers, create_connection=Counting) as socket:
            await self._take(socket, await socket.recv())
            self.pace.ready.release()
            await self.pace.go.wait()
            await asyncio.sleep(self.pace.wait * random.random())
            await self._answer(socket)
            async for text in socket:
                await self._take(socket, text)
                if self.room.over:
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

    async def _answer(self, socket: Any) -> None:
        number, found = self.number, MOVE.findall(self.status)
        if not found or number <= self.answered:
            return
        self.answered = number
        if self.pace.pause:
            await asyncio.sleep(self.pace.wait)
        self.room.sent, self.room.waiting, self.room.number = time.perf_counter(), 2, number
        await socket.send(json.dumps({"do": "move", "number": number, "value": int(random.choice(found))}))


def start_server(folder: Path) -> tuple[subprocess.Popen[str], str]:
    settings = {
        "TABLEWRIGHT_DATABASE": f"sqlite:///{folder / 'table.db'}",
        "TABLEWRIGHT_PORT": "0",
        "TABLEWRIGHT_REQUESTS_PER_SECOND": "10000",
        "TABLEWRIGHT_MESSAGES_PER_SECOND": "10000",
    }
    command = [sys.executable, "-m", "tablewright.table.serve"]
    process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://(\S+)", process.stdout.readline())
    assert found
    return process, found[1]


async def new_room(client: httpx.AsyncClient, game: str) -> Room:
    made = (await client.post("/api/rooms", json={"game": game})).json()
    joined = (await client.post(f"/api/rooms/{made['room']}/join", json={})).json()
    headers = {"authorization": f"Bearer {made['token']}"}
    (await client.post(f"/api/rooms/{made['room']}/start", headers=headers)).raise_for_status()
    return Room(made["room"], [made["token"], joined["token"]])


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


def memory(process: subprocess.Popen[str]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def processor(process: subprocess.Popen[str]) -> float:
    """Seconds that the server has computed; says more than the clock where other programs run."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def report_bytes(client: httpx.AsyncClient, address: str, seconds: float) -> None:
    """A table of all games: the page with everything that it loads, and a move to one player."""
    print(f"{'kB':<12}{'page':>8}{'plain':>8}{'moves':>8}{'median':>8}{'most':>8}{'plain':>8}{'most':>8}")
    for game in [game["name"] for game in (await client.get("/api/games")).json()]:
        room = await new_room(client, game)
        pace = Pace(0, seconds)
        tasks = await play([room], address, pace)
        pace.go.set()
        await end(tasks, seconds)
        page = [f"{size / 1000:>8.0f}" for size in await page_bytes(client, room)]
        sizes = (median(room.wire), max(room.wire), median(room.plain), max(room.plain))
        moves = [f"{size / 1000:>8.1f}" for size in sizes]
        end_of_it = "" if room.over else "   (not to its end)"
        print(f"{game:<12}{''.join(page)}{len(room.wire) // 2:>8}{''.join(moves)}{end_of_it}")


async def page_bytes(client: httpx.AsyncClient, room: Room) -> tuple[int, int]:
    """On the wire, and uncompressed."""
    page = await client.get(f"/rooms/{room.id}", headers={"cookie": f"tablewright={room.tokens[0]}"})
    parts = set(PARTS.findall(page.text.replace("&amp;", "&")))
    loaded = [page, *[await client.get(part) for part in parts]]
    return sum(part.num_bytes_downloaded for part in loaded), sum(len(part.content) for part in loaded)


async def report_load(client: httpx.AsyncClient, address: str, process: Any, options: argparse.Namespace) -> None:
    rooms = [await new_room(client, options.game) for _ in range(options.rooms)]
    pace = Pace(options.pause, options.seconds)
    tasks = await play(rooms, address, pace)
    server, own = processor(process), time.process_time()
    pace.go.set()
    await end(tasks, options.seconds)
    server, own = processor(process) - server, time.process_time() - own
    times = sorted(t for room in rooms for t in room.times)
    cuts = [cut * 1000 for cut in quantiles(times, n=100)]
    print(f"{options.game}: {len(rooms)} rooms, {len(times)} moves, {len(times) / options.seconds:.0f} a second")
    print(
        f"answered to both within: 50 % {cuts[49]:.0f} ms, 95 % {cuts[94]:.0f} ms, 99 % {cuts[98]:.0f} ms, "
        f"slowest {times[-1] * 1000:.0f} ms"
    )
    print(
        f"processor time a move: server {server / len(times) * 1000:.1f} ms, clients {own / len(times) * 1000:.1f} ms; "
        f"of one core: server {server / options.seconds:.0%}, clients {own / options.seconds:.0%}"
    )
    print(f"memory with {len(rooms)} rooms: {memory(process):.0f} MB")


async def run(address: str, process: subprocess.Popen[str], options: argparse.Namespace) -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    print(f"idle memory: {memory(process):.0f} MB")
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        if options.bytes:
            await report_bytes(client, address, options.bytes)
        if options.rooms:
            await report_load(client, address, process, options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200, help="0: count bytes only")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between the moves of a room")
    parser.add_argument("--game", default="matrix")
    parser.add_argument("--bytes", type=float, default=20, help="seconds for a game of each kind; 0: none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, address = start_server(Path(folder))
        try:
            asyncio.run(run(address, process, options))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
