"""How the table holds up: many two-person rooms on one machine, clients beside the server.

    python benchmarks/table_load.py --rooms 200 --seconds 30

Every room makes a move every two seconds. The time of a move runs from the sending of it until both players have the
new state; the script prints the percentiles, the bytes of a page and of a move, and the memory of the server.
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
from statistics import mean, quantiles
from typing import Any

import httpx
import websockets

MOVE = re.compile(r'data-move="(\d+)"')


@dataclass
class Room:
    """One table with its two players."""

    id: str
    tokens: list[str]
    number: int = 0
    sent: float = 0.0
    waiting: int = 0
    times: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)


def start_server(folder: Path) -> tuple[subprocess.Popen[str], str]:
    settings = {
        "TABLEWRIGHT_DATABASE": f"sqlite:///{folder / 'table.db'}",
        "TABLEWRIGHT_PORT": "0",
        "TABLEWRIGHT_REQUESTS_PER_SECOND": "10000",
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


async def play(room: Room, seat: int, address: str, pause: float, until: float) -> None:
    """One player: moves at random, about `pause` seconds after the other one."""
    headers = {"Cookie": f"tablewright={room.tokens[seat]}"}
    async with websockets.connect(f"ws://{address}/rooms/{room.id}/live", additional_headers=headers) as socket:
        async for text in socket:
            message = json.loads(text)
            if "show" not in message:
                continue
            count(room, message, len(text))
            if time.perf_counter() > until or message["status"] == "over":
                return
            found = MOVE.findall(message["show"].get("status", ""))
            if found:
                await asyncio.sleep(pause * random.uniform(0.75, 1.25))
                room.sent, room.waiting = time.perf_counter(), 2
                await socket.send(
                    json.dumps({"do": "move", "number": message["number"], "value": int(random.choice(found))})
                )


def count(room: Room, message: dict[str, Any], size: int) -> None:
    if room.waiting and message["number"] > room.number:
        room.waiting -= 1
        room.bytes.append(size)
        if room.waiting == 0:
            room.number = message["number"]
            room.times.append(time.perf_counter() - room.sent)


def memory(process: subprocess.Popen[str]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def processor(process: subprocess.Popen[str]) -> float:
    """Seconds that the server has computed; says more than the clock where other programs run."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(address: str, process: subprocess.Popen[str], options: argparse.Namespace) -> None:
    print(f"idle memory: {memory(process):.0f} MB")
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        rooms = [await new_room(client, options.game) for _ in range(options.rooms)]
        cookies = {"cookie": f"tablewright={rooms[0].tokens[0]}"}
        await report_page(client, rooms[0].id, cookies)
    before = processor(process)
    until = time.perf_counter() + options.seconds
    players = [play(room, seat, address, options.pause, until) for room in rooms for seat in (0, 1)]
    await asyncio.wait([asyncio.create_task(player) for player in players], timeout=options.seconds + 10)
    times = sorted(t for room in rooms for t in room.times)
    sizes = [size for room in rooms for size in room.bytes]
    cuts = quantiles(times, n=100)
    print(f"rooms: {len(rooms)}, moves: {len(times)}, {len(times) / options.seconds:.0f} a second")
    print(
        f"answered to both within: 50 % {cuts[49] * 1000:.0f} ms, 95 % {cuts[94] * 1000:.0f} ms, "
        f"99 % {cuts[98] * 1000:.0f} ms, slowest {times[-1] * 1000:.0f} ms"
    )
    print(f"processor time of the server: {(processor(process) - before) / len(times) * 1000:.1f} ms a move")
    print(f"a move, to one player, before compression: {mean(sizes) / 1000:.1f} kB")
    print(f"memory with {len(rooms)} rooms: {memory(process):.0f} MB")


async def report_page(client: httpx.AsyncClient, room: str, headers: dict[str, str]) -> None:
    page = await client.get(f"/rooms/{room}", headers=headers)
    parts = set(re.findall(r'(?:src|href)="(/(?:static|rooms|games)[^"]+\.(?:svg|css|js))', page.text))
    total = len(page.content) + sum([len((await client.get(part)).content) for part in parts])
    print(f"a table page, uncached, with everything it loads: {total / 1000:.0f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between the moves of a room")
    parser.add_argument("--game", default="matrix")
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
