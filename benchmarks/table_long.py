"""Much of the same: very many who look on at one room, and many rooms for a long time."""

import argparse
import asyncio
import json
import random
import time
from statistics import linear_regression, quantiles
from typing import Any

import httpx
import websockets
from table_clients import MOVE, Pace, Room, Server, end, new_room, play

HALVES = 2
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: x"
HALF_A_BODY = (
    b"POST /records HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x"
)
MOVES = 10


async def look_on(address: str, room: Room, heard: asyncio.Queue[int]) -> None:
    """A spectator who tells which numbers have come."""
    async with websockets.connect(f"ws://{address}/rooms/{room.id}/live", open_timeout=60) as socket:
        async for text in socket:
            heard.put_nowait(json.loads(text).get("number", 0))


async def settled(server: Server) -> float:
    """The processor time of the server once it has nothing more to do."""
    before = -1.0
    while server.computed - before > 0.02:
        before = server.computed
        await asyncio.sleep(1)
    return server.computed


async def report_spectators(client: httpx.AsyncClient, server: Server, options: argparse.Namespace) -> None:
    """Twice as many who come cost twice as much, and a move costs as much for each of them."""
    room, heard = await new_room(client, options.game), asyncio.Queue[int]()
    tasks: list[asyncio.Task[None]] = []
    async with _seat(server, room, 0) as first, _seat(server, room, 1) as other:
        for socket in (first, other):
            await _whole(socket)
        for _ in range(HALVES):
            before = await settled(server)
            for _ in range(options.spectators // HALVES):
                tasks.append(asyncio.create_task(look_on(server.address, room, heard)))
                await asyncio.sleep(0.005)
            arrived = await settled(server) - before
            moved = await _moves(server, [first, other])
            print(
                f"{len(tasks)} spectators: the last {options.spectators // HALVES} came for {arrived:.1f} s of server "
                f"time, a move costs {1000 * moved:.0f} ms: {1e6 * moved / len(tasks):.0f} us for each"
            )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _seat(server: Server, room: Room, seat: int) -> Any:
    headers = {"Cookie": f"tablewright={room.tokens[seat]}"}
    return websockets.connect(f"ws://{server.address}/rooms/{room.id}/live", additional_headers=headers)


async def _moves(server: Server, seats: list[Any]) -> float:
    """Processor time of a move, of some by whoever decides, one after the other."""
    before, first = await settled(server), int((await _synced(seats[0]))["number"])
    for _ in range(MOVES):
        for socket in seats:
            news = await _synced(socket)
            if found := MOVE.findall(news["show"]["status"]):
                await socket.send(
                    json.dumps({"do": "move", "number": news["number"], "value": int(random.choice(found))})
                )
                break
        await asyncio.sleep(0.5)
    spent, made = await settled(server) - before, int((await _synced(seats[0]))["number"]) - first
    assert made == MOVES, f"{made} moves were made"
    return spent / made


async def _synced(socket: Any) -> dict[str, Any]:
    """How the game stands now; whatever came before is passed over."""
    await socket.send('{"do": "sync"}')
    return await _whole(socket)


async def _whole(socket: Any) -> dict[str, Any]:
    while True:
        news: dict[str, Any] = json.loads(await socket.recv())
        if "zones" in news.get("show", {}):  # whole, not what has changed
            return news


async def report_stop(client: httpx.AsyncClient, server: Server, options: argparse.Namespace) -> None:
    """How long the server takes to end with pages, half heads and half bodies of requests open, and a bot thinking."""
    rooms = [await new_room(client, options.game) for _ in range(10)]
    pages = [await _seat(server, room, seat) for room in rooms for seat in (0, 1)]
    seats = [{"kind": "person"}, {"kind": "bot", "level": "expert"}]
    (await client.post("/api/rooms", json={"game": "wtactics", "seats": seats, "start": True})).raise_for_status()
    host, _, port = server.address.partition(":")
    halves = [await asyncio.open_connection(host, int(port)) for _ in range(options.stop)]
    for n, (_, writer) in enumerate(halves):
        writer.write(HALF_A_BODY if n % 2 else HALF_A_HEAD)
        await writer.drain()
    began = time.perf_counter()
    server.process.terminate()
    await asyncio.to_thread(server.process.wait)
    spent = time.perf_counter() - began
    print(f"with {len(pages)} pages and {len(halves)} half requests open it ended {spent:.2f} s after SIGTERM")
    for page in pages:
        await page.close()


async def report_soak(client: httpx.AsyncClient, server: Server, options: argparse.Namespace) -> None:
    """Rooms that are played to their end and replaced, for minutes; memory and latency must not rise."""
    began, memory, times, made = time.perf_counter(), [], [], 0
    while (spent := time.perf_counter() - began) < 60 * options.soak:
        rooms = [await new_room(client, options.game) for _ in range(options.rooms)]
        pace = Pace(options.pause)
        tasks = await play(rooms, server.address, pace)
        pace.go.set()
        await end(tasks, min(60.0, 60 * options.soak - spent))
        late = [t for room in rooms for t in room.times]
        made += len(late)
        memory.append(((time.perf_counter() - began) / 60, server.memory))
        times.append(quantiles(late, n=100)[98] * 1000)
        print(
            f"{memory[-1][0]:5.1f} min: {made} moves, {memory[-1][1]:.0f} MB, 99 % within {times[-1]:.0f} ms",
            flush=True,
        )
    later = memory[len(memory) // 3 :]
    slope = linear_regression([at for at, _ in later], [size for _, size in later]).slope if len(later) > 1 else 0.0
    print(f"in the last two thirds the memory grows by {slope:.2f} MB a minute")
