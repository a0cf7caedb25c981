"""Many strange messages: pages and requests that send nearly right and wholly wrong things, as fast as they are taken.

Afterwards no line of the server's log may be an error, and after a restart every room must be as it was.
"""

import asyncio
import json
import random
import string
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets
from table_clients import MOVE, Room, Server, new_room, serving
from websockets.exceptions import ConnectionClosed

KINDS = ("move", "ask", "agree", "refuse", "alone", "stand_in", "back", "order", "hint", "why", "chat")
STRANGE: tuple[Any, ...] = (None, True, -1, 0, 2**31, 10**30, 1.5, "", "\x00", "\ud800", [], {}, "x" * 3000, [[[[]]]])
PATHS: tuple[str, ...] = (
    "/api/rooms",
    "/api/rooms/{}",
    "/api/rooms/{}/join",
    "/api/rooms/{}/moves",
    "/api/rooms/{}/view",
)
PATHS += (
    "/api/rooms/{}/order",
    "/rooms/{}",
    "/rooms/{}/replay/3",
    "/rooms/{}/arrange",
    "/records",
    "/play",
    "/api/nothing",
)
AT_ONCE = 50  # messages until the answers are waited for


@dataclass
class Seen:
    """What a page knows of its room."""

    number: int = 0
    moves: list[int] = field(default_factory=list)

    def take(self, news: dict[str, Any]) -> None:
        self.number = news.get("number", self.number)
        if "status" in news.get("show", {}):
            self.moves = [int(found) for found in MOVE.findall(news["show"]["status"])]


def message(chance: random.Random, seen: Seen) -> str | bytes:
    """Mostly well-formed, often with one strange value, sometimes nothing that anybody could understand."""
    number, value = max(0, seen.number - chance.choice([0, 0, 0, 1, 5])), chance.randrange(80)
    made: dict[str, Any] = {"do": chance.choice(KINDS), "number": number, "value": value}
    if seen.moves and chance.random() < 0.3:
        made |= {"do": "move", "value": chance.choice(seen.moves)}
    if made["do"] in ("chat", "order"):
        made["text"] = "".join(chance.choices(string.printable, k=chance.randrange(20)))
    kind = chance.random()
    if kind < 0.4:
        made[chance.choice(["do", "number", "value", "text", "more"])] = chance.choice(STRANGE)
    text = json.dumps(made)
    if kind < 0.1:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(string.printable) + text[at + chance.randrange(3) :]
    return chance.randbytes(20) if kind > 0.97 else text


async def page(address: str, room: Room, token: str, chance: random.Random, messages: int, told: Counter[str]) -> None:
    """One page that sends anything; whenever it is thrown out it comes back."""
    url, headers = f"ws://{address}/rooms/{room.id}/live", {"Cookie": f"tablewright={token}"}
    seen = Seen()
    while messages > 0:
        try:
            async with websockets.connect(url, additional_headers=headers) as socket:
                for _ in range(min(messages, AT_ONCE)):
                    messages -= 1
                    told["messages"] += 1
                    await socket.send(message(chance, seen))
                await socket.send('{"do": "sync"}')
                await read(socket, seen, told)
        except ConnectionClosed:
            told["pages thrown out"] += 1


async def read(socket: Any, seen: Seen, told: Counter[str]) -> None:
    """Until the whole state comes a second time: then everything that was sent has been dealt with."""
    wholes = 0
    async for text in socket:
        answer = json.loads(text)
        told["refusals" if "say" in answer else "done" if "done" in answer else "states and hints"] += 1
        seen.take(answer)
        wholes += "seats" in answer.get("show", {})
        if wholes == 2:
            return


async def requests(
    client: httpx.AsyncClient, room: Room, chance: random.Random, count: int, told: Counter[str]
) -> None:
    """Requests with bodies that fit no form; none may be answered with a fault of the server."""
    for _ in range(count):
        path = chance.choice(PATHS).format(room.id if chance.random() < 0.7 else chance.choice(["x", "0" * 400, "%00"]))
        body = {
            chance.choice(["game", "name", "number", "move", "seats", "set"]): chance.choice(STRANGE) for _ in range(3)
        }
        sent = json.dumps(body) if chance.random() < 0.8 else chance.choice(["[" * 10_000, "{", "null", "\x00"])
        headers = {"content-type": "application/json", "authorization": f"Bearer {chance.choice(room.tokens)}"}
        answer = await client.request(chance.choice(["GET", "POST", "POST"]), path, content=sent, headers=headers)
        told["requests"] += 1
        told[f"HTTP {answer.status_code}"] += 1
        assert answer.status_code < 500, (path, sent, answer.text)


async def attack(server: Server, messages: int, told: Counter[str]) -> list[Room]:
    chance = random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
        games = [game["name"] for game in (await client.get("/api/games")).json()]
        rooms = [await new_room(client, game) for game in games]
        each = messages * 9 // 10 // (3 * len(rooms))
        pages = [
            page(server.address, room, token, random.Random(chance.random()), each, told)
            for room in rooms
            for token in (*room.tokens, "nobody")
        ]
        more = [
            requests(client, room, random.Random(chance.random()), messages // 10 // len(rooms), told) for room in rooms
        ]
        await asyncio.gather(*pages, *more)
    return rooms


async def states(server: Server, rooms: list[Room]) -> list[Any]:
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
        return [(await client.get(f"/api/rooms/{room.id}")).json() for room in rooms]


def report_fuzz(messages: int) -> None:
    told: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder, began = Path(name), time.perf_counter()
        with (folder / "log").open("w") as log, serving(folder, errors=log, TABLEWRIGHT_LOGS="json") as server:
            rooms = asyncio.run(attack(server, messages, told))
            before = asyncio.run(states(server, rooms))
        faults = [line for line in (folder / "log").read_text().splitlines() if '"level": "error"' in line]
        with serving(folder) as server:
            assert asyncio.run(states(server, rooms)) == before, "a room is not what it was before the restart"
    print(", ".join(f"{count} {what}" for what, count in sorted(told.items())))
    print(
        f"{time.perf_counter() - began:.0f} s, errors in the log: {len(faults)}; all rooms are the same after a restart"
    )
    assert not faults, faults[0]
