"""Faults on purpose: two servers on one PostgreSQL are killed, paused, cut off and restarted while people play.

Every acknowledged move is in the record at its place, once; both servers come to show the same. A few faults in
`make test-rest`; `TABLEWRIGHT_FAULTS=200 pytest tests/table/test_faults.py -s` tries more and prints what
docs/reliability.md has.
"""

import asyncio
import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from cut_line import Line
from table_helpers import Server, seated
from test_postgres import FOUND, bearer, database, port_of

__all__ = ["database"]  # the fixture

FAULTS = int(os.environ.get("TABLEWRIGHT_FAULTS", "4"))
PATIENCE = 600
MOVE = re.compile(r'data-move="(\d+)"')
pytestmark = [pytest.mark.slow, pytest.mark.skipif(FOUND is None, reason="PostgreSQL is not installed")]


class Home:
    """A server with a line to the database of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.line = Line(port_of(database))
        address = database.replace(str(port_of(database)), str(self.line.port))
        self.server = Server(folder, TABLEWRIGHT_DATABASE=address)

    def restart(self, how: signal.Signals) -> None:
        self.server.kill(how)
        self.server.start()

    def kill(self) -> None:
        self.restart(signal.SIGKILL)

    def end(self) -> None:
        self.restart(signal.SIGTERM)

    def pause(self) -> None:
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(3)
        self.server.process.send_signal(signal.SIGCONT)

    def cut(self) -> None:
        """Longer than the connections live."""
        self.line.cut()
        time.sleep(8)
        self.line.mend()

    def cut_for_a_moment(self) -> None:
        self.line.cut()
        time.sleep(0.5)
        self.line.mend()

    def close(self) -> None:
        self.server.kill()
        self.line.close()


class Player:
    """One seat: it plays at random at either server, and remembers what was acknowledged."""

    def __init__(self, room: str, token: str, homes: list[Home]) -> None:
        self.room, self.token, self.homes = room, token, homes
        self.acknowledged: dict[int, int] = {}
        self.over = False

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set() and not self.over:
            port = random.choice(self.homes).server.port
            address = f"ws://127.0.0.1:{port}/rooms/{self.room}/live"
            try:
                async with (
                    asyncio.timeout(20),
                    websockets.connect(address, additional_headers=bearer(self.token), ping_interval=2) as page,
                ):
                    await self._at(page, stop)
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(0.2)

    async def _at(self, page: Any, stop: asyncio.Event) -> None:
        hoped: tuple[int, int] | None = None
        status = ""
        async for text in page:
            news = json.loads(text)
            if "done" in news and hoped:
                assert news["done"] not in self.acknowledged
                self.acknowledged[news["done"]] = hoped[1]
                hoped = None
            if stop.is_set():
                return
            if "show" not in news:
                continue
            status, self.over = news["show"].get("status", status), news["status"] == "over"
            found = MOVE.findall(status)
            if self.over or (hoped and news["number"] > hoped[0] + 1):
                return
            if found and not hoped:
                await asyncio.sleep(random.uniform(0, 0.1))
                hoped = news["number"], int(random.choice(found))
                await page.send(json.dumps({"do": "move", "number": hoped[0], "value": hoped[1]}))


@pytest.fixture
def homes(database: str, tmp_path: Path) -> Iterator[list[Home]]:
    made = [Home(tmp_path, database) for _ in range(2)]
    yield made
    for home in made:
        home.close()


def sit_down(web: httpx.Client, homes: list[Home]) -> list[Player]:
    url = homes[0].server.url
    made = seated(web.post(f"{url}/api/rooms", json={"game": "wallet"}))
    room = f"{url}/api/rooms/{made['room']}"
    joined = seated(web.post(f"{room}/join", json={}))
    web.post(f"{room}/start", headers=bearer(made["token"])).raise_for_status()
    return [Player(made["room"], token, homes) for token in (made["token"], joined["token"])]


async def trouble(faults: list[Callable[[], None]], players: list[Player]) -> None:
    stop = asyncio.Event()
    playing = asyncio.gather(*(player.play(stop) for player in players))
    for fault in faults:
        await asyncio.sleep(random.uniform(0.2, 1.0))
        await asyncio.to_thread(fault)
    await asyncio.sleep(1)
    stop.set()
    async with asyncio.timeout(PATIENCE):
        await playing


def check(web: httpx.Client, homes: list[Home], pair: list[Player]) -> int:
    """Both servers come to show the same; it holds every acknowledged move at its place."""
    urls = [f"{home.server.url}/api/rooms/{pair[0].room}" for home in homes]
    end = time.monotonic() + PATIENCE
    while len({json.dumps(web.get(url).json(), sort_keys=True) for url in urls}) > 1:
        assert time.monotonic() < end, "one server never came to show what the other shows"
        time.sleep(0.2)
    info = web.get(urls[0]).json()
    if info["status"] == "playing":
        concede, key = {"number": info["number"]}, bearer(pair[0].token)
        while (answer := web.post(f"{urls[0]}/concede", json=concede, headers=key)).status_code == 503:
            assert time.monotonic() < end, "a server never found its database again"
            time.sleep(0.2)
        answer.raise_for_status()
    actions = web.get(f"{urls[0]}/record").json()["actions"]
    for player in pair:
        for number, action in player.acknowledged.items():
            assert actions[number] == action
    return sum(len(player.acknowledged) for player in pair)


def test_no_fault_of_a_server_or_of_its_line_loses_or_doubles_a_move(homes: list[Home]) -> None:
    random.seed(FAULTS)
    kinds = ("kill", "end", "pause", "cut", "cut_for_a_moment")
    chosen = [(kinds[n % len(kinds)], random.choice(homes)) for n in range(FAULTS)]
    random.shuffle(chosen)
    tried, acknowledged = Counter(kind for kind, _ in chosen), 0
    with httpx.Client(timeout=PATIENCE) as web:
        for start in range(0, FAULTS, 10):
            tables = [sit_down(web, homes) for _ in range(3)]
            faults = [getattr(home, kind) for kind, home in chosen[start : start + 10]]
            asyncio.run(trouble(faults, [player for pair in tables for player in pair]))
            acknowledged += sum(check(web, homes, pair) for pair in tables)
    print(f"\nfaults: {dict(tried)}; acknowledged moves: {acknowledged}; lost or doubled: 0")
    assert acknowledged > 0
