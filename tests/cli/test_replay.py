"""`tablewright replay` without a terminal; test_terminal.py steps through one."""

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from tablewright.engine import match_of, read_record
from tablewright.games import load

Run = Callable[..., Result]


def recorded(run: Run, *options: object) -> Path:
    run("play", "matrix", "--seed", 7, "--seats", "greedy,random", "--record", "game.tw.json", *options)
    return Path("game.tw.json")


def test_the_whole_game_in_words(run: Run) -> None:
    file = recorded(run)
    shown = " ".join(run("replay", file).stdout.split())
    match = match_of(read_record(file), load)
    for number, line in enumerate(match.log(), 1):
        assert f"{number}. {line}" in shown
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


def test_what_bots_noted_and_said_stands_beside_their_moves(run: Run) -> None:
    Path("mine.py").write_text("def choose(view, moves):\n    print('heard')\n    return moves[0], 'noted'\n", "utf-8")
    run("play", "matrix", "--seed", 7, "--seats", "mine.py,random", "--record", "game.tw.json")
    lines = [line.rstrip() for line in run("replay", "game.tw.json").stdout.splitlines()]
    match = match_of(read_record(Path("game.tw.json")), load)
    own = [n for n, step in enumerate(match.steps, 1) if step.seat == 0]
    assert len(own) > 3
    assert lines.count("      noted") == lines.count("      | heard") == len(own)
    first, then = (
        next(n for n, line in enumerate(lines) if line.startswith(f"{k:>4}. ")) for k in (own[0], own[0] + 1)
    )
    assert first < lines.index("      noted") < lines.index("      | heard") < then


def test_the_last_words_of_a_bot_that_lost_by_a_fault(run: Run) -> None:
    Path("mine.py").write_text("def choose(view, moves):\n    return 1 / 0\n", "utf-8")
    run("play", "wallet", "--seed", 7, "--seats", "mine.py,random", "--record", "game.tw.json")
    shown = run("replay", "game.tw.json").stdout
    assert "failed: ZeroDivisionError: division by zero" in " ".join(shown.split())
    assert "      | ZeroDivisionError: division by zero" in shown
