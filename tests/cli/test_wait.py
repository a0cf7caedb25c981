"""`wait` at the terminal: the screen passes for a person until something happens."""

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from tablewright.engine import Match, match_of, read_record, save_record
from tablewright.games import load

Run = Callable[..., Result]

GIVEN = {
    "turn": 4,
    "A": {"hand": ["sudden_donations"]},
    "B": {"hand": ["erode", "longbow"], "offensive": ["wild_warg"]},
}


def waiting() -> str:
    """A, with a card to respond, in B's turn."""
    match = Match(load("wtactics").variant(changes={"quests": False, "lays_per_turn": 2}), seed=1, position=GIVEN)
    match.play("lay erode")
    assert match.seat == 0
    save_record(match, Path("waiting.tw.json"))
    return "waiting.tw.json"


def steps(path: str) -> list[tuple[int, str]]:
    match = match_of(read_record(Path(path)), load)
    return [(step.seat, json.dumps(step.action)) for step in match.steps]


def test_wait_turn_passes_everything(run: Run) -> None:
    path = waiting()
    result = run("play", "--resume", path, "--seats", "human,random", typed=["wait turn", "quit"])
    match = match_of(read_record(Path(path)), load)
    own = [step for step in match.steps if step.seat == 0]
    assert result.exit_code == 0
    assert own
    assert all(step.action == 0 for step in own)
    assert match.over or match.turns == 5 or match.moves[0].text != "pass"


def test_wait_lists_and_refuses(run: Run) -> None:
    path = waiting()
    shown = run("play", "--resume", path, "--seats", "human,random", typed=["wait", "quit"]).stdout
    assert "wait attack" in shown
    assert "pass until you are attacked" in shown
    assert len(steps(path)) == 1
    refused = run("play", "--resume", path, "--seats", "human,random", typed=["wait dinner", "quit"])
    assert "unknown order 'dinner'" in refused.output


def test_a_game_without_orders(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, "--record", "game.tw.json", typed=["wait turn", "quit"])
    assert "there is nothing to wait for in matrix" in result.output
