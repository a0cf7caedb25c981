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
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import httpx
from table_clients import Pace, Room, Server, end, new_room, play, serving
from table_cpu import report_cpu
from table_fuzz import report_fuzz
from table_long import report_soak, report_spectators, report_stop

from tablewright.engine import Match, record_of
from tablewright.games import load

PARTS = re.compile(r'(?:src|href)="(/(?:static|rooms|games)[^"]+\.(?:svg|css|js)[^"]*)"')


async def report_bytes(client: httpx.AsyncClient, address: str, seconds: float) -> None:
    """A table of all games: the page with everything that it loads, and a move to one player."""
    print(f"{'kB':<12}{'page':>8}{'plain':>8}{'moves':>8}{'median':>8}{'most':>8}{'plain':>8}{'most':>8}")
    for game in [game["name"] for game in (await client.get("/api/games")).json()]:
        room = await new_room(client, game)
        pace = Pace(0)
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


async def report_load(client: httpx.AsyncClient, server: Server, options: argparse.Namespace) -> None:
    rooms = [await new_room(client, options.game) for _ in range(options.rooms)]
    pace = Pace(options.pause)
    tasks = await play(rooms, server.address, pace)
    computed, own = server.computed, time.process_time()
    pace.go.set()
    await end(tasks, options.seconds)
    computed, own = server.computed - computed, time.process_time() - own
    times = sorted(t for room in rooms for t in room.times)
    cuts = [cut * 1000 for cut in quantiles(times, n=100)]
    print(f"{options.game}: {len(rooms)} rooms, {len(times)} moves, {len(times) / options.seconds:.0f} a second")
    print(
        f"answered to both within: 50 % {cuts[49]:.0f} ms, 95 % {cuts[94]:.0f} ms, 99 % {cuts[98]:.0f} ms, "
        f"slowest {times[-1] * 1000:.0f} ms"
    )
    print(
        f"processor time a move: server {computed / len(times) * 1000:.1f} ms, "
        f"clients {own / len(times) * 1000:.1f} ms; "
        f"of one core: server {computed / options.seconds:.0%}, clients {own / options.seconds:.0%}"
    )
    print(f"memory with {len(rooms)} rooms: {server.memory:.0f} MB")


async def report_memory(client: httpx.AsyncClient, server: Server, options: argparse.Namespace) -> None:
    """Finished games that somebody looked at, then running ones: what stays in memory."""
    match = Match(load(options.game).variant(), seed=7)
    chance = random.Random(7)
    while not match.over:
        match.play(chance.choice(match.legal_ids))
    before = server.memory
    for number in range(options.finished):
        record = record_of(match) | {"seats": [f"a{number}", *match.names[1:]]}
        made = await client.post("/records", files={"file": ("game.json", json.dumps(record))})
        (await client.get(made.headers["location"])).raise_for_status()
    looked_at = server.memory
    for _ in range(options.running):
        await grow(client, options.game, chance, 30)
    print(
        f"memory: {before:.0f} MB, after {options.finished} finished games of {len(match.steps)} decisions "
        f"{looked_at:.0f} MB, with {options.running} running ones {server.memory:.0f} MB"
    )


async def grow(client: httpx.AsyncClient, game: str, chance: random.Random, moves: int) -> None:
    """A running game with some moves."""
    room = await new_room(client, game)
    for number in range(moves):
        info = (await client.get(f"/api/rooms/{room.id}")).json()
        headers = {"authorization": f"Bearer {room.tokens[info['deciding']]}"}
        seen = (await client.get(f"/api/rooms/{room.id}/view", headers=headers)).json()
        wish = {"number": number, "move": chance.choice(seen["view"]["moves"])["id"]}
        (await client.post(f"/api/rooms/{room.id}/moves", json=wish, headers=headers)).raise_for_status()


async def run(server: Server, options: argparse.Namespace) -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    print(f"idle memory: {server.memory:.0f} MB")
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
        if options.bytes:
            await report_bytes(client, server.address, options.bytes)
        if options.finished:
            await report_memory(client, server, options)
        if options.spectators:
            await report_spectators(client, server, options)
        elif options.stop:
            await report_stop(client, server, options)
        elif options.soak:
            await report_soak(client, server, options)
        elif options.rooms:
            await report_load(client, server, options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200, help="0: count bytes only")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between the moves of a room")
    parser.add_argument("--game", default="", help="matrix, or with --cpu all, unless another is named")
    parser.add_argument("--bytes", type=float, default=20, help="seconds for a game of each kind; 0: none")
    parser.add_argument("--finished", type=int, default=0, help="finished games to look at, for what they take")
    parser.add_argument("--running", type=int, default=0, help="running games beside them")
    parser.add_argument(
        "--cpu", type=int, default=0, help="only count the server's processor time for so many moves a game"
    )
    parser.add_argument("--against", default="", metavar="REVISION", help="beside it the same for another revision")
    parser.add_argument("--spectators", type=int, default=0, help="only let so many look on at one room")
    parser.add_argument("--soak", type=float, default=0, help="minutes of play, for memory and latencies that rise")
    parser.add_argument("--stop", type=int, default=0, help="only end the server, with so many half requests open")
    parser.add_argument("--fuzz", type=int, default=0, help="only send so many strange messages")
    options = parser.parse_args()
    if options.fuzz:
        report_fuzz(options.fuzz)
        return
    if options.cpu:
        report_cpu(options.cpu, options.against, options.game)
        return
    options.game = options.game or "matrix"
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        asyncio.run(run(server, options))


if __name__ == "__main__":
    main()
