"""`tablewright new`: the folder it writes is a whole game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_new_game_checks_and_its_examples_and_clauses_hold(run: Run) -> None:
    shown = words(run("new", "high_card").stdout)
    assert "tablewright serve ./high_card" in shown
    assert run("check", "./high_card", "--games", 30).exit_code == 0
    assert run("check", "./high_card", "--games", 15, "--players", 4).exit_code == 0
    for named in ("high_card/examples.yaml", "high_card"):
        assert words(run("examples", named).stdout).endswith("6 passed, 0 failed")
    assert words(run("rules", "./high_card", "--coverage").stdout).endswith("8 of 8 clauses are named by a test")
    text = "".join(path.read_text("utf-8") for path in Path("high_card").iterdir() if path.is_file())
    assert "High card: in turn, everybody plays a card" in text
    assert "HIG-2.2" in text
    assert "Draft" not in text
    assert "DRF" not in text


def test_the_new_game_is_played_to_its_end(run: Run) -> None:
    run("new", "mine")
    shown = words(run("simulate", "./mine", "--games", 20, "--bots", "greedy,random").stdout)
    assert "decisions 10.00" in shown


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My Game", "'My Game' is no name for a game: use small letters, digits and _, such as mygame"),
        ("matrix", "there is a game called matrix already; choose another name"),
        ("there", "there is there already; choose another name"),
    ],
)
def test_names_that_will_not_do(run: Run, name: str, message: str) -> None:
    Path("there").mkdir()
    result = run("new", name)
    assert result.exit_code == 2
    assert words(result.stderr) == f"tablewright: {message}"
    assert not [path for path in Path().iterdir() if path.name != "there"]
