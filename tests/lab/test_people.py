"""People's games: from saved games and from the database of a table, beside those of bots."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from tablewright import games
from tablewright.bots.policies import GREEDY_BOT
from tablewright.cli.app import app
from tablewright.engine import Match, save_record
from tablewright.lab.metrics import run_metrics
from tablewright.lab.people import Left, run_of_people, saved_game
from tablewright.lab.report import report_page
from tablewright.lab.runs import PEOPLE, collect, read_run, write_run
from tablewright.lab.simulate import StopRule
from tablewright.lab.study import Closely, study
from tablewright.table.schema import Base, EventRow, RoomRow, SeatRow

Event = tuple[str, int, int, float | None]


def played(seed: int, most: int = 1000) -> Match:
    match, chance = games.load("matrix").start(seed=seed), random.Random(seed)
    while match.seat is not None and len(match.steps) < most:
        match.play(chance.choice(match.moves).id)
    return match


def moves(match: Match, seconds: float = 12.0) -> list[Event]:
    return [("move", step.seat, step.action, seconds) for step in match.steps]


def database(path: Path, rooms: dict[int, tuple[Match, list[Event], tuple[str, str]]]) -> Path:
    """A table's database with these rooms."""
    engine = create_engine(f"sqlite:///{path}")
    Base.metadata.create_all(engine)
    now = datetime.now(UTC)
    with Session(engine) as session:
        for number, (match, events, kinds) in rooms.items():
            variant, room = match.variant, f"room{number}"
            session.add(
                RoomRow(
                    id=room,
                    game="matrix",
                    edition=variant.edition,
                    players=2,
                    changes={},
                    options={},
                    rules=variant.game.rules_version,
                    cards=variant.cards_version,
                    seed=match.seed,
                    position=None,
                    host="",
                    status="over",
                    next_room=None,
                    revision=0,
                    created=now,
                )
            )
            session.flush()
            for i, kind in enumerate(kinds):
                session.add(SeatRow(room=room, number=i, kind=kind, name=f"Ann {i}", level="", token="", standing=""))
            for i, (kind, seat, value, spent) in enumerate(events):
                session.add(EventRow(room=room, number=i, kind=kind, seat=seat, value=value, at=now, spent=spent))
        session.commit()
    engine.dispose()
    return path


def test_finished_rooms_become_rows_and_the_others_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole, other, half = played(1), played(2), played(3, 5)
    last = other.steps[2]
    agrees = ("agree", 1 - last.seat, 0, None)
    mistaken = [*moves(other)[:3], ("ask", last.seat, 0, None), agrees, *moves(other)[2:]]
    database(
        tmp_path / "table.sqlite",
        {
            1: (whole, moves(whole), ("person", "bot")),
            2: (other, mistaken, ("person", "person")),
            3: (half, moves(half), ("person", "person")),
            4: (whole, moves(whole), ("bot", "bot")),
            5: (half, [*moves(half), ("concede", 0, 0, None)], ("person", "person")),
        },
    )
    told = CliRunner().invoke(app, ["collect", "matrix", "table.sqlite"])
    assert "3 games of people are in people.parquet" in told.stdout
    assert "left out: 1 not finished; 1 without people" in " ".join(told.stdout.split())
    run = read_run(tmp_path / "people.parquet")
    assert run.info.bots == (PEOPLE, PEOPLE)
    done = run.finished
    assert done.tolist() == [True, True, False]  # the third was given up
    assert run.shares[done].tolist() == [
        [float(s) for s in one.outcome.shares] for one in (whole, other) if one.outcome
    ]
    assert run.shares[2].tolist() == [0, 1]
    assert run.more["conceded"].tolist() == [0, 0, 1]
    assert run.more["take_backs"].tolist() == [0, 1, 0]
    assert run.more["seconds"].tolist() == pytest.approx([12 * 10, 12 * 21, 12 * 5])  # the bot's do not count
    assert run.more["people"].tolist() == [1, 2, 2]
    metrics = run_metrics(run)
    assert (metrics["unfinished"].value, metrics["turns"].n, metrics["turns"].value) == (0, 2, 20)
    assert sum(run.more[f"used.{card}"][1] for card in games.load("matrix").cards.cards) == 20
    assert "Ann" not in repr(run)


def test_a_report_puts_people_beside_bots(tmp_path: Path) -> None:
    files = []
    for seed in range(1, 9):
        files.append(tmp_path / f"{seed}.tw.json")
        save_record(played(seed), files[-1])
    run = run_of_people([one for file in files if (one := saved_game(file, games.load("matrix"), Left()))])
    write_run(run, tmp_path / "people.parquet")
    back = read_run(tmp_path / "people.parquet")
    assert back.more["timed"].tolist() == [0] * 8
    assert run_metrics(back)["turns"].value == 20
    bots = collect(games.load("matrix").variant(), [GREEDY_BOT], StopRule(200))
    page = report_page(study([back, bots], games.load, Closely(30, 200, 10, 10, 50)))
    assert page.sections[-1].title == "People beside bots"
    assert page.sections[-1].tables[0].rows[0] == ["games", "8"]
    assert page.sections[-1].tables[1].head[:3] == ["card", "people use it", "greedy bots"]
    assert "only" not in page.title


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "nowhere is not there; give a table's database"),
        ("empty.sqlite", "empty.sqlite is not the database of a table: it has no rooms"),
        ("half.tw.json", "no finished game of matrix, edition duel, 2 players is there (1 not finished)"),
        ("wrong.txt", "wrong.txt is not a saved game"),
    ],
)
def test_what_is_no_source_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("empty.sqlite")) as made:
        made.execute("CREATE TABLE a (b)")
    save_record(played(3, 5), Path("half.tw.json"))
    Path("wrong.txt").write_text("nothing", "utf-8")
    before = sorted(tmp_path.iterdir())
    told = CliRunner().invoke(app, ["collect", "matrix", name])
    assert told.exit_code == 2
    assert told.stderr.startswith(f"tablewright: {message}")
    assert sorted(tmp_path.iterdir()) == before
