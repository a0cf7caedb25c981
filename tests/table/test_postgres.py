"""Two server processes on one PostgreSQL: either serves any room, and each hears what the other writes."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import websockets
from cut_line import Line
from table_helpers import Server, seated

from tablewright.table.errors import DATABASE_FAULTS, DatabaseProblem
from tablewright.table.keeping import backup, restore
from tablewright.table.ratings import Result, Standing, put, rerated
from tablewright.table.settings import Settings
from tablewright.table.store import LISTENER, Store
from tablewright.table.writer import Taken

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
FOUND = shutil.which("initdb") or next((str(folder / "initdb") for folder in PROGRAMS), None)
PATIENCE = 600  # seconds for what takes a moment on a machine that has nothing else to do
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


@pytest.fixture(scope="module")
def servers(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two for all tests: every test has rooms of its own."""
    folder = tmp_path_factory.mktemp("servers")
    made = [Server(folder, TABLEWRIGHT_DATABASE=database) for _ in range(2)]
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
    made = seated(web.post(f"{one}/api/rooms", json={"game": "matrix"}))
    room = f"/api/rooms/{made['room']}"
    joined = seated(web.post(f"{two}{room}/join", json={}))
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


@pytest.mark.skipif(shutil.which("pg_dump") is None, reason="pg_dump is not in the path")
def test_an_open_room_is_found_at_the_other_server(servers: list[Server], web: httpx.Client) -> None:
    one, two = (server.url for server in servers)
    made = seated(web.post(f"{one}/api/rooms", json={"game": "matrix"}))
    room, host = f"/rooms/{made['room']}", bearer(made["token"])
    assert room not in web.get(two).text
    web.post(f"{one}{room}/arrange", data={"listed": "on"}, headers=host).raise_for_status()
    wait_until(lambda: room in web.get(two).text, "the other server hears of it")


def test_a_copy_is_restored_into_another_database(
    servers: list[Server], database: str, web: httpx.Client, tmp_path: Path
) -> None:
    """While it is served; what is there already is not overwritten."""
    room = seated(web.post(f"{servers[0].url}/api/rooms", json={"game": "matrix"}))["room"]
    copy = tmp_path / "tables.copy"
    backup(Settings(database=database), copy)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("create database again")
    again = f"{database.rpartition('/')[0]}/again"
    restore(Settings(database=again), copy)
    with psycopg.connect(again) as connection:
        assert connection.execute("select count(*) from rooms where id = %s", [room]).fetchone() == (1,)
    with pytest.raises(DatabaseProblem, match="pg_restore failed"):
        restore(Settings(database=database), copy)


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
    made = seated(web.post(f"{url}/api/rooms", json={"game": "matrix"}))
    room = f"{url}/api/rooms/{made['room']}"
    people = [bearer(made["token"]), bearer(seated(web.post(f"{room}/join", json={}))["token"])]
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
    """End all connections by which servers listen, and wait until they have ended; a busy one may just come back."""
    listening = f"from pg_stat_activity where application_name = '{LISTENER}'"
    late = time.monotonic() + PATIENCE
    with psycopg.connect(database, autocommit=True) as connection:
        while connection.execute(f"select count(*) {listening}").fetchall() != [(2,)]:
            assert time.monotonic() < late, "the servers do not listen"
            time.sleep(0.05)
        ended = connection.execute(f"select pg_terminate_backend(pid, {1000 * PATIENCE}) {listening}").fetchall()
        assert ended == [(True,), (True,)]


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


@pytest.mark.slow
def test_servers_that_start_together_upgrade_one_after_the_other(database: str) -> None:
    name = f"fresh_{time.monotonic_ns()}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    fresh = f"{database.rpartition('/')[0]}/{name}"
    code = "import sys; from tablewright.table.store import Store; Store(sys.argv[1]).upgrade()"
    started = [subprocess.Popen([sys.executable, "-c", code, fresh], stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate(timeout=PATIENCE)[1].decode() for process in started]
    assert [process.returncode for process in started] == [0] * 4, said


def port_of(database: str) -> int:
    return int(database.rpartition(":")[2].partition("/")[0])


@pytest.fixture
def line(database: str) -> Iterator[Line]:
    made = Line(port_of(database))
    yield made
    made.close()


@pytest.mark.slow
def test_a_listener_that_is_cut_off_without_a_word_is_noticed(database: str, line: Line) -> None:
    asyncio.run(cut_off(Store(database.replace(str(port_of(database)), str(line.port))), line))


async def cut_off(store: Store, line: Line) -> None:
    """The listener notices by itself, and begins anew with the word that something may have been missed."""
    await asyncio.to_thread(store.upgrade)
    async with asyncio.timeout(PATIENCE):
        async with aclosing(store.listen()) as heard:
            assert await anext(heard) is None
            line.cut()
            with pytest.raises(DatabaseProblem, match="cannot be heard"):
                await anext(heard)
        line.mend()
        async with aclosing(store.listen()) as heard:
            assert await anext(heard) is None
    await store.close()


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_given_up_and_asked_anew(
    database: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading and writing: what is sent is taken, and no answer ever comes."""
    monkeypatch.setattr("tablewright.table.store.SLOWEST", 2.0)
    monkeypatch.setattr("tablewright.table.writer.SLOWEST", 2.0)
    asyncio.run(silence(Store(database.replace(str(port_of(database)), str(line.port))), line))


async def silence(store: Store, line: Line) -> None:
    await asyncio.to_thread(store.upgrade)
    event = {"room": "none", "number": 0, "kind": "move", "seat": 0, "value": 0, "at": datetime.now(UTC), "spent": None}
    with pytest.raises(Taken):  # there is no such room
        await store.add_event(event)
    assert await store.room("none") is None
    line.cut()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(DATABASE_FAULTS):
            await store.add_event(event)
        with pytest.raises(DATABASE_FAULTS):
            await store.room("none")
    line.mend()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(Taken):
            await store.add_event(event)
        assert await store.room("none") is None
    line.close()  # what hung ends now
    await store.close()


def test_ratings_changed_by_two_servers_at_once_add_up(database: str) -> None:
    """Results of the same people in the other order: neither waits for ever, nothing is lost, nothing counts twice."""

    async def play() -> None:
        stores = [Store(database) for _ in range(2)]
        await asyncio.to_thread(stores[0].upgrade)
        people = [Standing("p1", "One", 0), Standing("p2", "Two", 1)]
        results = [Result("rated", tuple(people)), Result("rated", tuple(reversed(people)))]

        def ten_times(store: Store, result: Result) -> None:
            for _ in range(10):
                with store.writer.engine.begin() as connection:
                    put(connection, [result])

        await asyncio.gather(
            *(asyncio.to_thread(ten_times, store, result) for store, result in zip(stores, results, strict=True))
        )
        before = [(25.0, 25 / 3), (25.0, 25 / 3)]
        for _ in range(20):
            before = rerated(before, [0, 1])
        found = {row.player: row for row in await stores[0].ratings(10) if row.game == "rated"}
        assert [found[p].games for p in ("p1", "p2")] == [20, 20]
        assert [found[p].mu for p in ("p1", "p2")] == [pytest.approx(mu) for mu, _ in before]
        for store in stores:
            await store.close()

    asyncio.run(play())
