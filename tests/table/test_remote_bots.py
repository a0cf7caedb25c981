"""Bots on other machines: they sit down by the invite link and speak the protocol over a socket."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from table_helpers import PATIENCE, Server, seated
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

FIRST = "def choose(view, moves):\n    print('heard')\n    return moves[0], 'the first'\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("remote"))
    yield made
    made.kill()


class Host:
    """A person with a room of two seats, who plays the first move that there is."""

    def __init__(self, server: Server, **wish: Any) -> None:
        self.server = server
        made = seated(httpx.post(f"{server.url}/api/rooms", json={"game": "matrix", **wish}, timeout=PATIENCE))
        self.room, self.headers = made["room"], {"authorization": f"Bearer {made['token']}"}

    @property
    def link(self) -> str:
        return f"{self.server.url}/rooms/{self.room}"

    def ask(self, path: str = "") -> dict[str, Any]:
        place = f"{self.server.url}/api/rooms/{self.room}{path}"
        return httpx.get(place, headers=self.headers, timeout=PATIENCE).json()  # type: ignore[no-any-return]

    def post(self, path: str, **what: Any) -> None:
        place = f"{self.server.url}/api/rooms/{self.room}/{path}"
        assert httpx.post(place, json=what, headers=self.headers, timeout=PATIENCE).status_code == 200

    def wait_for(self, key: str, value: Any) -> dict[str, Any]:
        """Ask until the room is so; the test's own time limit ends what never happens."""
        while (told := self.ask())[key] != value:
            threading.Event().wait(0.05)
        return told

    def wait_for_guest(self) -> None:
        while self.ask()["seats"][1]["kind"] != "person":
            threading.Event().wait(0.05)

    def play_out(self) -> dict[str, Any]:
        while (told := self.ask())["status"] != "over":
            sight = self.ask("/view")
            if sight["view"]["moves"]:
                self.post("moves", number=sight["number"], move=sight["view"]["moves"][0]["id"])
            else:
                threading.Event().wait(0.02)
        return told


def sits_down(host: Host, name: str = "Rex", **headers: str) -> ClientConnection:
    return connect(
        f"{host.link.replace('http', 'ws')}/bot?name={name}", additional_headers=headers, open_timeout=PATIENCE
    )


def hears(socket: ClientConnection) -> dict[str, Any]:
    return json.loads(socket.recv(timeout=PATIENCE))  # type: ignore[no-any-return]


def says(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def begun(host: Host, socket: ClientConnection) -> dict[str, Any]:
    """The bot is told of the game; returns its first question, which the host may have to play for."""
    assert hears(socket) == {"type": "hello", "protocol": 1}
    says(socket, type="ready")
    host.post("start")
    told = hears(socket)
    assert (told["type"], told["seat"], told["source"]) == ("game", 1, "matrix")
    says(socket, type="ready")
    sight = host.ask("/view")
    if sight["view"]["moves"]:
        host.post("moves", number=sight["number"], move=sight["view"]["moves"][0]["id"])
    asked = hears(socket)
    assert asked["type"] == "decide"
    return asked


def test_a_bot_of_any_kind_plays_by_the_invite_link(server: Server, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST, "utf-8")
    host = Host(server)
    command = [sys.executable, "-m", "tablewright", "sit", host.link, str(tmp_path / "first.py"), "--name", "Rex"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        host.wait_for_guest()
        host.post("start")
        told = host.play_out()
        output, said = bot.communicate()
    assert told["seats"][1]["name"] == "Rex"
    assert bot.returncode == 0
    assert "The game is over" in output
    record = host.ask("/record")
    moves = len([remark for remark in record["remarks"] if (remark["seat"], remark["note"]) == (1, "the first")])
    assert len(record["remarks"]) == moves > 3
    assert said.splitlines() == ["heard"] * moves
    assert "<q>the first</q>" in httpx.get(f"{host.link}/replay", timeout=PATIENCE).text


def test_it_imagines_and_decides_over_the_socket(server: Server) -> None:
    host = Host(server)
    with sits_down(host) as socket:
        asked = begun(host, socket)
        says(socket, type="imagine", seed=7)
        world = hears(socket)
        assert (world["type"], set(world)) == ("world", {"type", "position", "state"})
        number = host.ask()["number"]
        says(socket, type="move", id=asked["moves"][0]["id"], note="why not")
        host.wait_for("number", number + 1)


def test_wrong_answers_are_told_and_asked_again_and_three_of_them_lose(server: Server) -> None:
    host = Host(server)
    with sits_down(host) as socket:
        begun(host, socket)
        for words, answer in (("not a line of JSON", "what?"), ("not a legal move", '{"type":"move","id":99999}')):
            socket.send(answer)
            assert words in hears(socket)["error"]
            assert hears(socket)["type"] == "decide"
        says(socket, type="move", seat=0)
        assert "3 wrong answers in a row" in hears(socket)["error"]
        with pytest.raises(ConnectionClosed):
            hears(socket)
    assert host.wait_for("deciding", None)["status"] in ("playing", "over")
    assert "gave up" in json.dumps(host.ask("/record")["faults"])


def test_a_bot_whose_line_broke_comes_back_with_its_token(server: Server) -> None:
    host = Host(server)
    with sits_down(host) as socket:
        assert socket.response is not None
        token = socket.response.headers["tablewright-token"]
        begun(host, socket)
    with sits_down(host, authorization=f"Bearer {token}") as socket:
        assert hears(socket)["type"] == "hello"
        says(socket, type="ready")
        assert hears(socket)["type"] == "game"
        says(socket, type="ready")
        asked = hears(socket)
        number = host.ask()["number"]
        says(socket, type="move", id=asked["moves"][0]["id"])
        host.wait_for("number", number + 1)


@pytest.mark.parametrize("room", ["", "0" * 16])
def test_without_an_open_seat_nobody_sits_down(server: Server, room: str) -> None:
    host = Host(server, seats=[{"kind": "person"}, {"kind": "bot"}])
    place = f"{server.url.replace('http', 'ws')}/rooms/{room or host.room}/bot"
    with connect(place, open_timeout=PATIENCE) as socket:
        told = hears(socket)
        assert told["type"] == "error"
        with pytest.raises(ConnectionClosed):
            hears(socket)
    assert told["error"]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://127.0.0.1:9/rooms/0123456789abcdef", "cannot be reached"),
        ("http://127.0.0.1:9/games", "is not an invite link"),
    ],
)
def test_a_wrong_link_is_one_line(tmp_path: Path, link: str, words: str) -> None:
    (tmp_path / "first.py").write_text(FIRST, "utf-8")
    command = [sys.executable, "-m", "tablewright", "sit", link, str(tmp_path / "first.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, words in done.stderr, done.stderr.count("\n")) == (2, True, 1)
