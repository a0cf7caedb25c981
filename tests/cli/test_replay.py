"""`tablewright replay` without a terminal; test_terminal.py steps through one."""

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from tablewright.engine.records import match_of, read_record
from tablewright.games import load

Run = Callable[..., Result]


def recorded(run: Run, *options: object) -> Path:
    run("play", "matrix", "--seed", 7, "--seats", "greedy,random", "--record", "game.tw.json", *options)
    return Path("game.tw.json")


def test_the_whole_game_in_words(run: Run) -> None:
    file = recorded(run)
    shown = run("replay", file).stdout
    match = match_of(read_record(file), load)
    for number, line in enumerate(match.log(), 1):
        assert f"{number:>4}. {line}" in shown
    assert "N (greedy) wins" in shown or "S (random) wins" in shown or "A draw" in shown


def test_an_unfinished_game(run: Run) -> None:
    run("play", "matrix", "--seed", 7, "--record", "half.tw.json", typed=["1", "quit"])
    match = match_of(read_record(Path("half.tw.json")), load)
    made = len(match.steps)
    assert f"{made} of {made} decisions made" in run("replay", "half.tw.json").stdout


def test_other_rules_anyway(run: Run) -> None:
    """Opened as far as its moves are legal, and it says what is left out."""
    file = recorded(run)
    record = json.loads(file.read_text("utf-8"))
    record["rules"] = "000000000000"
    record["actions"][17] = 99999
    file.write_text(json.dumps(record), "utf-8")
    assert run("replay", file).exit_code == 2
    result = run("replay", file, "--anyway")
    assert result.exit_code == 0
    assert "The last 3 decisions are not possible under the present rules and are left out." in result.stdout
    assert "  17. " in result.stdout
    assert "  18. " not in result.stdout
