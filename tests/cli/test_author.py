"""`tablewright examples`, `check` and `compile`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import ROOT
from typer.testing import Result

from tablewright.engine import Match, check_record, rule
from tablewright.games import load

Run = Callable[..., Result]

GIVEN = "{board: 463/792/185, hands: {N: [rotate_clockwise], S: [rotate_clockwise]}}"


def example(name: str, board: str) -> str:
    return f"""
  - name: {name}
    given: {GIVEN}
    moves: [rotate_clockwise()]
    expect: {{board: {board}}}
"""


def test_examples_that_hold(run: Run) -> None:
    Path("good.yaml").write_text("game: matrix\nexamples:" + example("a turn", "746/193/852"), "utf-8")
    result = run("examples", "good.yaml")
    assert result.exit_code == 0
    assert "a turn (plain, compiled)" in result.stdout
    assert result.stdout.endswith("2 passed, 0 failed\n")


def test_examples_that_do_not(run: Run) -> None:
    text = "game: matrix\nexamples:" + example("right", "746/193/852") + example("wrong", "463/792/185")
    Path("bad.yaml").write_text(text, "utf-8")
    result = run("examples", "bad.yaml")
    assert result.exit_code == 1
    assert "FAILED            wrong (plain)" in result.stdout
    assert "746/193/852" in result.stdout
    assert result.stdout.endswith("2 passed, 1 failed\n")


def test_check_passes(run: Run) -> None:
    result = run("check", "matrix", "--games", 25)
    assert result.exit_code == 0
    assert "matrix, edition duel, 2 players: 25 games, 500 decisions" in result.stdout
    assert "FAILS" not in result.stdout


def test_check_fails_with_a_record(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("matrix").rules
    monkeypatch.setattr(rules, "result", rule(lambda s, k, p: 12))
    monkeypatch.setattr("tablewright.engine.conformance.numba", lambda: None)
    result = run("check", "matrix", "--games", 2)
    assert result.exit_code == 1
    line = next(line for line in result.stdout.splitlines() if line.startswith("{"))
    record = check_record(json.loads(line))
    match = Match(load("matrix").variant(), record["seed"])
    assert [match.replay(action).action for action in record["actions"]] == record["actions"]
    assert match.over


def test_compile(run: Run) -> None:
    result = run("compile", "matrix")
    assert (result.exit_code, result.stdout) == (0, "Compiled: matrix.\n")


def test_compile_without_the_compiler(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.engine.build.numba", lambda: None)
    result = run("compile", "matrix")
    assert result.exit_code == 2
    assert result.stderr.startswith("tablewright: Numba is not installed")


def test_a_level_that_loses_to_greedy_is_named(run: Run) -> None:
    shutil.copytree(ROOT / "examples" / "tiny", "weak", ignore=shutil.ignore_patterns("__pycache__", "learned"))
    Path("weak/levels.toml").write_text("[medium]\niterations = 1\nadvice = 0\n", "utf-8")
    result = run("check", "./weak", "--games", "5")
    assert result.exit_code == 0
    assert "the level medium against greedy" in result.stdout
