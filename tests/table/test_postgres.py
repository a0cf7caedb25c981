"""Two server processes on one PostgreSQL: either serves any room, and each hears what the other writes."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import websockets
from table_helpers import Server

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
FOUND = shutil.which("initdb") or next((str(folder / "initdb") for folder in PROGRAMS), None)
PATIENCE = 120  # seconds for what takes a moment on a machine that has nothing else to do
pytestmark = pytest.mark.skipif(FOUND is None, reason="PostgreSQL is not installed")


def command(*words: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    assert FOUND is not None
    program = str(Path(FOUND).parent / words[0])
    as_other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    return [*as_other, program, *words[1:]]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL of our own, in a folder that its user can reach."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data, port = str(folder / "data"), str(free_port())
        run("initdb", "-D", data, "-A", "trust", "-U", "tester")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        run("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")


def run(*words: str) -> None:
    subprocess.run(command(*words), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def servers(database: str, tmp_path: Path) -> Iterator[list[Server]]:
    made = [Server(tmp_path, TABLEWRIGHT_DATABASE=database) for _ in range(2)]
    yield made
    for one in made:
        one.kill()


@pytest.fixture
def web() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=PATIENCE) as made:
        yield made


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_game_over_two_servers(servers: list[Server], web: httpx.Client) -> None:
    one, two = (server.url for server in servers)
    made = web.post(f"{one}/api/rooms", json={"game": "matrix"}).json()
    room = f"/api/rooms/{made['room']}"
    joined = web.post(f"{two}{room}/join", json={}).json()
    wait_until(lambda: "open" not in kinds(web, f"{one}{room}"), "the first server hears that somebody sat down")
    web.post(f"{one}{room}/start", headers=bearer(made["token"])).raise_for_status()
    tokens = [made["token"], joined["token"]]
    homes = [one, two]
    for number in range(20):
        deciding = wait_for(web, f"{two}{room}", number)["deciding"]
        home, me = homes[number % 2], bearer(tokens[deciding])
        move = web.get(f"{home}{room}/view", headers=me).json()["view"]["moves"][0]["id"]
        wish = {"number": number, "move": move}
        assert web.post(f"{home}{room}/moves", json=wish, headers=me).status_code == 200
        assert web.post(f"{homes[1 - number % 2]}{room}/moves", json=wish, headers=me).status_code in (403, 409)
        for url in homes:
            wait_for(web, f"{url}{room}", number + 1)
    assert web.get(f"{one}{room}/record").json() == web.get(f"{two}{room}/record").json()


def kinds(web: httpx.Client, address: str) -> list[str]:
    return [seat["kind"] for seat in web.get(address).json()["seats"]]


def wait_for(web: httpx.Client, address: str, number: int) -> dict[str, Any]:
    """The room as a server knows it, as soon as it knows that decision; the start must have reached it too."""
    info: dict[str, Any] = {}

    def known() -> bool:
        info.update(web.get(address).json())
        return bool(info["number"] >= number and info["status"] != "gathering")

    wait_until(known, f"{address} comes to decision {number}")
    return info


def wait_until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


def begun(web: httpx.Client, url: str) -> tuple[str, list[dict[str, str]]]:
    """The id of a room in which two people play, and the headers of the one who decides first and of the other."""
    made = web.post(f"{url}/api/rooms", json={"game": "matrix"}).json()
    room = f"{url}/api/rooms/{made['room']}"
    people = [bearer(made["token"]), bearer(web.post(f"{room}/join", json={}).json()["token"])]
    deciding = web.post(f"{room}/start", headers=people[0]).json()["deciding"]
    return made["room"], [people[deciding], people[1 - deciding]]


def test_a_page_on_one_server_sees_a_move_on_the_other(servers: list[Server], web: httpx.Client) -> None:
    one, two = (server.url for server in servers)
    room, (me, _) = begun(web, one)
    asyncio.run(watch_and_move(one.replace("http", "ws"), two, room, me, lambda: None))


def test_a_page_sees_a_move_that_was_made_while_its_server_could_not_listen(
    servers: list[Server], web: httpx.Client, database: str
) -> None:
    one, two = (server.url for server in servers)
    room, (me, _) = begun(web, one)
    asyncio.run(watch_and_move(one.replace("http", "ws"), two, room, me, lambda: deafen(database)))


def deafen(database: str) -> None:
    """End all connections by which servers listen, and wait until they have ended."""
    end = f"select pg_terminate_backend(pid, {1000 * PATIENCE}) from pg_stat_activity where query like 'listen %'"
    with psycopg.connect(database, autocommit=True) as connection:
        assert connection.execute(end).fetchall() == [(True,), (True,)]


async def watch_and_move(watched: str, played: str, room: str, me: dict[str, str], before: Callable[[], None]) -> None:
    """Something happens before a move on one server; it is seen on the other all the same."""
    async with (
        websockets.connect(f"{watched}/rooms/{room}/live", open_timeout=PATIENCE) as page,
        httpx.AsyncClient(timeout=PATIENCE) as client,
    ):
        await page.recv()
        view = (await client.get(f"{played}/api/rooms/{room}/view", headers=me)).json()
        wish = {"number": 0, "move": view["view"]["moves"][0]["id"]}
        before()
        (await client.post(f"{played}/api/rooms/{room}/moves", json=wish, headers=me)).raise_for_status()
        async with asyncio.timeout(PATIENCE):
            while json.loads(await page.recv()).get("number") != 1:
                pass


def test_each_server_knows_who_is_at_the_other(servers: list[Server], web: httpx.Client) -> None:
    one, two = (server.url for server in servers)
    room, people = begun(web, one)
    addresses = [f"{home.replace('http', 'ws')}/rooms/{room}/live" for home in (one, two)]
    asyncio.run(come_and_go(addresses, people))


async def come_and_go(addresses: list[str], tokens: list[dict[str, str]]) -> None:
    """The player who waits is away, comes to the other server, and goes again."""
    async with (
        asyncio.timeout(PATIENCE),
        websockets.connect(addresses[0], additional_headers=tokens[0], open_timeout=PATIENCE) as page,
    ):
        await seats(page, away=True)
        async with websockets.connect(addresses[1], additional_headers=tokens[1], open_timeout=PATIENCE) as other:
            await seats(page, away=False)
            await seats(other, away=False)
        await seats(page, away=True)


async def seats(page: websockets.ClientConnection, away: bool) -> None:
    shown = ""
    while not shown or ("away" in shown) != away:
        shown = json.loads(await page.recv()).get("show", {}).get("seats", "")
