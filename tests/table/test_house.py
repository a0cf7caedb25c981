"""Bots of the operator's at the table: offered in the lobby, playing in processes of their own."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from table_helpers import stranger

from tablewright.bots.seats import BotFault
from tablewright.engine import Match, TablewrightError
from tablewright.games import load
from tablewright.table.app import create_app
from tablewright.table.house import House, named
from tablewright.table.settings import Settings

PATIENCE = 600  # seconds for what takes a moment on a machine that has nothing else to do
LAST = """
class choose:
    def __init__(self):
        self.asked = 0

    def __call__(self, view, moves):
        self.asked += 1
        print("asked", self.asked)
        return (moves[-1] if self.asked == 1 else moves[0]), "my secret plan"
"""
FAILING = "def choose(view, moves):\n    raise ValueError('no idea')\n"


@pytest.fixture
def specs(tmp_path: Path) -> list[str]:
    (tmp_path / "last.py").write_text(LAST, "utf-8")
    (tmp_path / "failing.py").write_text(FAILING, "utf-8")
    return [f"mine={tmp_path / 'last.py'}", f"broken={tmp_path / 'failing.py'}"]


@pytest.fixture
def client(settings: Settings, specs: list[str]) -> Iterator[TestClient]:
    with TestClient(create_app(settings.model_copy(update={"bots": specs}))) as one:
        yield one
    create_app(Settings())  # the next server offers no bots of this one


@pytest.fixture
def house(specs: list[str]) -> Iterator[House]:
    made = House(named(specs))
    yield made
    made.close()


def test_a_bot_remembers_its_game_and_no_other(house: House) -> None:
    one, other = (Match(load("matrix").variant(), seed) for seed in (3, 4))
    first = one.legal_ids
    one.play(house.choose("mine", one.fork()).action)
    assert one.steps[0].action == first[-1]
    assert house.choose("mine", other.fork()).action == other.legal_ids[-1]
    while one.seat != one.steps[0].seat:
        one.play(one.legal_ids[0])
    assert house.choose("mine", one.fork()).action == one.legal_ids[0]


def test_a_bot_that_fails_says_how(house: House) -> None:
    with pytest.raises(BotFault, match="ValueError: no idea"):
        house.choose("broken", Match(load("matrix").variant(), 3))


def test_only_so_many_processes_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.table.house.MOST_PROCESSES", 2)
    for seed in range(4):
        house.choose("mine", Match(load("matrix").variant(), seed))
    assert len(house._seated) == 2


def test_the_lobby_and_the_start_page_offer_it(client: TestClient) -> None:
    assert '<option value="mine">mine</option>' in client.get("/").text
    room = client.post("/rooms", data={"game": "matrix", "name": "Ann"}, follow_redirects=False).headers["location"]
    assert '<option value="bot:mine">' in client.get(room).text


@pytest.mark.parametrize("level", ["mine", "broken"])
def test_a_game_against_it_is_played_to_its_end(client: TestClient, level: str) -> None:
    room = client.post("/play", data={"game": "matrix", "level": level}, follow_redirects=False).headers["location"]
    place = f"/api{room}"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told = client.get(place).json()
        if told["status"] == "over":
            break
        sight = client.get(f"{place}/view").json()
        if sight["view"]["moves"]:
            wish = {"number": sight["number"], "move": sight["view"]["moves"][0]["id"]}
            client.post(f"{place}/moves", json=wish)
        if "secret plan" in client.get(f"{room}/replay").text:
            assert client.get(place).json()["status"] == "over", "a note is told while the game runs"
    assert told["status"] == "over"
    record, page = client.get(f"{place}/record").json(), client.get(f"{room}/replay").text
    assert level in record["seats"]
    notes, said = zip(*((remark["note"], remark["said"]) for remark in record["remarks"]), strict=True)
    if level == "mine":
        assert set(notes) == {"my secret plan"}
        assert list(said) == [[f"asked {n}"] for n in range(1, len(said) + 1)]
        assert "<q>my secret plan</q>" in page
    else:
        assert all("no idea" in note and "greedy played for it" in note for note in notes)
        assert all(lines[-1] == "ValueError: no idea" for lines in said)


def test_a_visitor_cannot_name_a_program(client: TestClient, tmp_path: Path) -> None:
    other = stranger(client)
    spec = str(tmp_path / "last.py")
    assert other.post("/play", data={"game": "matrix", "level": spec}).status_code == 422
    assert other.post("/play", data={"game": "matrix", "level": "run:true"}).status_code == 422


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["mybot.py"], "a bot is given as NAME=SPEC"),
        (["a b=mybot.py"], "a bot is given as NAME=SPEC"),
        (["medium=mybot.py"], "there is another bot called medium"),
        (["a=x.py", "a=y.py"], "there is another bot called a"),
    ],
)
def test_wrong_names_are_refused(texts: list[str], words: str) -> None:
    with pytest.raises(TablewrightError, match=words):
        named(texts)


@pytest.mark.parametrize(("spec", "words"), [("greedy", "is a bot of every table"), ("none.py", "no such file")])
def test_what_cannot_play_is_said_before_anybody_plays(spec: str, words: str) -> None:
    with pytest.raises(TablewrightError, match=words):
        House({"one": spec}).check()
