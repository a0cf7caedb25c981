"""A ladder that stays: who joins, who is benched, what it keeps, and what the page shows."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine

from tablewright.arena.books import Books
from tablewright.arena.duels import Hall
from tablewright.arena.keeper import Keeper, entrants
from tablewright.engine import TablewrightError
from tablewright.games import load
from tablewright.lab.executor import Threads

LEDUC = Path(__file__).parents[2] / "examples" / "leduc"
FIRST, LAST = "def choose(view, moves):\n    return moves[0]\n", "def choose(view, moves):\n    return moves[-1]\n"
FAILING = "def choose(view, moves):\n    raise ValueError('no idea')\n"
PATIENCE = 300  # seconds until something that never happens is given up


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bots"
    made.mkdir()
    (made / "first.py").write_text(FIRST, "utf-8")
    (made / "notes.txt").write_text("no bot", "utf-8")
    return made


@pytest.fixture
def open_ladder(tmp_path: Path, folder: Path) -> Callable[..., Keeper]:
    def opened(house: tuple[str, ...] = ("random",), deals: int = 50, game: Path = LEDUC) -> Keeper:
        hall = Hall(load(str(game)).variant(), executor=Threads(1))
        books = Books(create_engine(f"sqlite:///{tmp_path / 'table.db'}"), hall)
        made = Keeper(hall, folder, books, house, lambda record: "-".join(record["seats"]), deals)
        made.look()
        return made

    return opened


Opened = Callable[..., Keeper]


def play(keeper: Keeper, duels: int) -> None:
    for _ in range(duels):
        assert keeper.play_one()
    keeper.post()


def test_the_bots_of_a_folder_play_and_the_board_says_how_they_stand(open_ladder: Opened) -> None:
    keeper = open_ladder(("random", "greedy"))
    assert keeper.board.waiting == ("random", "greedy", "first.py")
    play(keeper, 6)
    rows = keeper.board.rows
    assert {row.bot for row in rows} == {"random", "greedy", "first.py"}
    assert [row.deals for row in rows] == [4, 4, 4]
    for row in rows:
        assert row.interval[0] <= row.rating <= row.interval[1]
        assert re.fullmatch("[WDL]{4}", row.form)
    assert len(keeper.board.games[0][2].split("-")) == 2


@pytest.mark.slow
def test_what_was_played_is_still_there_after_a_new_start(open_ladder: Opened) -> None:
    play(open_ladder(), 1)
    again = open_ladder()
    assert [row.deals for row in again.board.rows] == [1, 1]
    play(again, 1)
    assert [one.duel.first for one in again.played] == [0, 1]


@pytest.mark.slow
def test_a_new_file_joins_and_plays_next(open_ladder: Opened, folder: Path) -> None:
    keeper = open_ladder()
    play(keeper, 1)
    (folder / "second.py").write_text(FIRST, "utf-8")
    keeper.look()
    assert keeper.board.waiting == ("second.py",)
    play(keeper, 1)
    assert "second.py" in (keeper.played[-1].duel.one, keeper.played[-1].duel.other)


def test_an_edited_bot_begins_anew_and_a_removed_one_is_gone(open_ladder: Opened, folder: Path) -> None:
    keeper = open_ladder()
    play(keeper, 1)
    assert "first.py" not in keeper.board.waiting
    (folder / "first.py").write_text(LAST, "utf-8")
    keeper.look()
    assert set(keeper.board.waiting) == {"random", "first.py"}
    (folder / "first.py").unlink()
    keeper.look()
    assert list(keeper.board.waiting) == ["random"]


def test_a_faulty_bot_is_benched_with_a_word_why(open_ladder: Opened, folder: Path) -> None:
    (folder / "failing.py").write_text(FAILING, "utf-8")
    (folder / "broken.py").write_text("def choose(view:\n", "utf-8")
    keeper = open_ladder()
    assert dict(keeper.board.benched).keys() == {"broken.py"}
    assert "is not Python" in dict(keeper.board.benched)["broken.py"]
    while "failing.py" not in dict(keeper.board.benched):
        play(keeper, 1)
    why = dict(keeper.board.benched)["failing.py"]
    assert "games, the last time: failing.py failed: ValueError: no idea" in why
    assert str(folder) not in why
    assert dict(open_ladder().board.benched).keys() == {"broken.py", "failing.py"}
    (folder / "failing.py").write_text(FIRST, "utf-8")
    keeper.look()
    assert "failing.py" in keeper.board.waiting


@pytest.mark.slow
def test_pairs_play_until_it_is_enough(open_ladder: Opened) -> None:
    keeper = open_ladder(("random", "greedy"), deals=1)
    play(keeper, 3)
    assert not keeper.play_one()


def test_one_bot_alone_waits(open_ladder: Opened, folder: Path) -> None:
    keeper = open_ladder(())
    assert not keeper.play_one()
    assert keeper.board.waiting == ("first.py",)


def test_a_game_that_changes_in_the_middle_is_noticed(open_ladder: Opened, tmp_path: Path) -> None:
    game = tmp_path / "changing"
    shutil.copytree(LEDUC, game, ignore=shutil.ignore_patterns("__pycache__"))
    keeper = open_ladder(("random", "greedy"), game=game)
    keeper.hall.duel("random", "greedy", 0, 1)
    with (game / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n# another word\n")
    with pytest.raises(TablewrightError, match="the folder of changing has changed while bots play it; start again"):
        keeper.play_one()
    keeper.stop("it changed")
    assert keeper.board.stopped == "it changed"


def test_programs_are_found_by_their_kind(folder: Path) -> None:
    (folder / "program").write_text("#!/bin/sh\n", "utf-8")
    (folder / "program").chmod(0o755)
    (folder / "net.pt2").write_bytes(b"")
    (folder / "_helper.py").write_text(FIRST, "utf-8")
    specs = {one.name: one.spec.partition(":")[0] for one in entrants(folder)}
    assert specs.keys() == {"first.py", "net.pt2", "program"}
    assert (specs["net.pt2"], specs["program"]) == ("torch", "run")


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    hall = Hall(load(str(LEDUC)).variant())
    with pytest.raises(TablewrightError, match="is not a folder"):
        Keeper(hall, tmp_path / "none", Books(create_engine("sqlite://"), hall), (), lambda _: "", 1)


@pytest.fixture
def served(folder: Path, tmp_path: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "tablewright", "arena", "serve", str(LEDUC), str(folder), "--no-browser"]
    command += ["--port", "0", "--with", "random", "--database", f"sqlite:///{tmp_path / 'served.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = server.stdout.readline() + server.stdout.readline()
        found = re.search(r"http://\S+:\d+", told)
        assert found, told
        yield found[0]
        server.terminate()


def until(url: str, wanted: Callable[[Any], bool]) -> Any:
    """The board when it is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while not wanted(board := httpx.get(f"{url}/api/arena", timeout=PATIENCE).json()):
        assert time.monotonic() < deadline, board
        time.sleep(0.2)
    return board


@pytest.mark.slow
def test_the_page_shows_the_ladder_its_games_and_newcomers(served: str, folder: Path) -> None:
    board = until(served, lambda board: len(board["rows"]) == 2 and board["games"])
    page = httpx.get(f"{served}/arena", timeout=PATIENCE).text
    assert "first.py" in page
    assert httpx.get(f"{served}/rooms/{board['games'][0][2]}/replay", timeout=PATIENCE).status_code == 200
    assert str(folder) not in page
    (folder / "newcomer.py").write_text(LAST, "utf-8")
    until(served, lambda board: "newcomer.py" in [row["bot"] for row in board["rows"]])


def test_without_a_ladder_there_is_no_page(tmp_path: Path) -> None:
    from fastapi.testclient import TestClient

    from tablewright.table.app import create_app
    from tablewright.table.settings import Settings

    settings = Settings(database=f"sqlite:///{tmp_path / 'plain.db'}", bot_processes=0)
    with TestClient(create_app(settings)) as client:
        assert client.get("/arena").status_code == 404
        assert client.get("/api/arena").status_code == 404
        described = client.get("/openapi.json").json()["paths"]
        assert "/api/arena" in described
        assert "/arena" not in described
