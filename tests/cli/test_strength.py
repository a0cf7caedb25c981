"""`tablewright ladder` and `tablewright hint`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tablewright.engine import Match, save_record
from tablewright.games import load

Run = Callable[..., Result]


SHORT = ("--rung", "easy,random", "--rung", "medium,greedy")  # the whole ladder takes minutes


def test_the_ladder_as_a_table(run: Run) -> None:
    result = run("ladder", "matrix", "--games", 60, *SHORT)
    assert result.exit_code == 0
    row = next(line.split() for line in result.stdout.splitlines() if line.split()[:2] == ["easy", "random"])
    assert row[2] == "60"
    assert row[-1] == "yes"
    assert "Rating" in result.stdout
    assert "easy 30, medium 150" in result.stderr


def test_the_ladder_as_json(run: Run) -> None:
    made = json.loads(run("ladder", "matrix", "--games", 20, "--seed", 3, "--json", *SHORT).stdout)
    assert [row["bot"] for row in made["pairings"]] == ["easy", "medium"]
    assert made["seed"] == 3
    assert min(made["ratings"].values()) == 0


@pytest.mark.parametrize(
    ("rung", "message"),
    [
        ("hard", "--rung hard,medium"),
        ("hard,medium,easy", "--rung hard,medium"),
        ("hrad,easy", "did you mean 'hard'"),
        ("hard,hard", "cannot be compared with itself"),
        ("hard,nobody.py", "there is no such file"),
        ("ismcts:abc,easy", "'abc' is not a budget"),
    ],
)
def test_a_rung_that_is_none(run: Run, rung: str, message: str) -> None:
    result = run("ladder", "matrix", "--rung", rung)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = Match(load("matrix").variant(), seed=7)
    for _ in range(6):
        match.play(match.legal_ids[0])
    save_record(match, tmp_path / "game.tw.json")
    return tmp_path / "game.tw.json"


def test_a_hint_names_moves_and_chances(run: Run, saved: Path) -> None:
    result = run("hint", saved, "--budget", 2000, "--best", 3)
    assert result.exit_code == 0
    first, *moves = result.stdout.splitlines()
    assert first.startswith("Decision 7 is ")
    assert "Chances: N " in first
    assert sum(": wins " in line for line in moves) == 3


def test_a_hint_for_an_earlier_decision(run: Run, saved: Path) -> None:
    assert run("hint", saved, "--after", 2, "--budget", 200).stdout.startswith("Decision 3 is ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--budget", "abc"], "'abc' is not a budget"),
        (["--budget", 0], "a budget of 0"),
        (["--after", 99], "--after is 99"),
    ],
)
def test_bad_input_is_one_line(run: Run, saved: Path, options: list[object], message: str) -> None:
    result = run("hint", saved, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
