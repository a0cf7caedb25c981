"""`tablewright simulate` and `tablewright bench`."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from tablewright.bots.registry import find
from tablewright.games import load
from tablewright.lab.simulate import simulate
from tablewright.lab.speed import Modes
from tablewright.lab.statistics import wilson

Run = Callable[..., Result]


def test_json_is_the_summary_of_the_same_games(run: Run) -> None:
    options = ["--games", 60, "--seed", 5, "--players", 3, "--set", "rotate_steps=2"]
    shown = json.loads(run("simulate", "matrix", *options, "--json").stdout)
    variant = load("matrix").variant(3, None, {"rotate_steps": 2})
    made = json.loads(json.dumps(simulate(variant, [find("random").chooser(variant)], 60, 5).to_json()))
    del shown["seconds"], made["seconds"]
    assert shown == made


def test_the_tables_show_wilson_intervals(run: Run) -> None:
    result = run("simulate", "matrix", "--games", 100, "--bots", "greedy")
    assert result.exit_code == 0
    row = next(line.split() for line in result.stdout.splitlines() if line.split()[:1] == ["N"])
    low, high = wilson(float(row[1]), 100)
    assert row[2:5] == [f"{100 * low:.2f}", "to", f"{100 * high:.2f}"]
    assert "lead changes" in result.stdout
    assert "100 games in" in result.stdout


def test_one_bot_for_all_has_no_table_of_bots(run: Run) -> None:
    shown = run("simulate", "matrix", "--games", 20).stdout
    assert "Bot" not in shown
    assert "Seat" in shown


def test_sixty_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = run("simulate", "matrix", "--games", 20, "--bots", "greedy,random").stdout
    assert max(len(line) for line in shown.splitlines()) <= 60


def test_bench_shows_ratios(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.lab.speed.measure_modes", lambda *_: Modes(100_000, 5_000_000))
    monkeypatch.setattr("tablewright.lab.speed.thread_gain", lambda *_: 1.75)
    monkeypatch.setattr("tablewright.lab.speed.start_seconds", lambda *_: (4.5, 0.5))
    row = run("bench", "matrix").stdout.splitlines()[-2].split()
    assert row == ["matrix", "5,000,000", "100,000", "50", "x", "1.75", "x", "4.5", "s", "0.50", "s"]
