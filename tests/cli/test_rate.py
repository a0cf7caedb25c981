"""`tablewright rate` in the terminal."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
FIRST = "def choose(view, moves):\n    return moves[0]\n"


def test_a_bot_gets_its_rating(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST)
    result = run("rate", "matrix", "mine.py", "--against", "random,greedy", "--games", 10)
    assert result.exit_code == 0
    assert "mine.py is rated" in result.output
    assert "95 % interval" in result.output


def test_as_json(run: Run) -> None:
    made = json.loads(run("rate", "matrix", "greedy", "--against", "random", "--games", 20, "--json").stdout)
    assert made["bot"] == "greedy"
    assert made["interval"][0] < made["rating"] < made["interval"][1]
    assert made["known"] == {"random": 0}


def test_a_bot_that_is_none(run: Run) -> None:
    result = run("rate", "matrix", "gredy")
    assert result.exit_code == 2
    assert "did you mean 'greedy'" in result.stderr
    assert run("rate", "matrix", "nowhere.py").stderr.count("\n") == 1
