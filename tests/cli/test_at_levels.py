"""`--levels`, `--json`, `--csv` and `cards=FILE` with every command of the lab."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tablewright.lab.levels import TREND_WORDS

Run = Callable[..., Result]
PLANTED = Path(__file__).parent.parent / "lab" / "planted"
LEVELS = ["--levels", "random,greedy", "--games", 120]
EXPECT = 'game = "planted"\ngames = 300\n[[expect]]\nmetric = "share.A"\nbetween = [0.3, 0.7]\n'


WITH_FIGURES = ("report", "compare", "sweep", "knockout", "expect")  # in JSON; the others have a form of their own


def commands() -> dict[str, list[object]]:
    return {
        "simulate": ["simulate", PLANTED, "--games", 20],
        "ladder": ["ladder", PLANTED, "--games", 2, "--rung", "greedy,random"],
        "rate": ["rate", PLANTED, "greedy", "--games", 2, "--against", "random"],
        "tournament": ["tournament", PLANTED, "random", "greedy", "--deals", 3],
        "match": ["match", PLANTED, "random", "greedy", "--deals", 3],
        "plans": ["plans", PLANTED, "--minutes", 0.01, "--runs", 1, "--games", 10],
        "report": ["report", PLANTED, *LEVELS, "--closely", 30, "--ladder", 0],
        "compare": ["compare", PLANTED, "--b", "advantage=300", *LEVELS],
        "sweep": ["sweep", PLANTED, "--over", "advantage=-300,300", *LEVELS],
        "knockout": ["knockout", "matrix", "--levels", "random,greedy", "--games", 20, "--metrics", "turns"],
        "expect": ["expect", "a.toml", "--levels", "random,greedy", "--folder", PLANTED],
    }


@pytest.fixture(autouse=True)
def expectations(run: Run) -> None:
    Path("a.toml").write_text(EXPECT, "utf-8")


def test_a_comparison_ends_in_one_verdict(run: Run) -> None:
    result = run(*commands()["compare"])
    shown = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert shown.endswith(f"All in all: {TREND_WORDS['holds']}.")
    assert "Is it fairer? (random)" in shown
    assert "Is it fairer? (greedy)" in shown
    assert result.stderr.startswith("tablewright: random: 120 games of each variant, about ")
    assert "Level by level" in Path("compare.html").read_text("utf-8")


def test_a_report_of_a_game_plays_its_levels_itself(run: Run) -> None:
    shown = " ".join(run(*commands()["report"]).stdout.split())
    assert "From weaker bots to stronger ones: " in shown
    assert "With random bots A " in shown
    assert "With greedy bots A " in shown


def test_a_sweep_tests_its_best_again_on_fresh_seeds(run: Run) -> None:
    shown = " ".join(run(*commands()["sweep"]).stdout.split())
    assert "Does advantage = -300 hold? [" in shown
    assert "On fresh seeds, random: A's wins " in shown
    assert "The best few again, on fresh seeds" in Path("sweep.html").read_text("utf-8")


def test_a_knockout_says_what_a_card_is_worth_to_one_player(run: Run) -> None:
    assert run(*commands()["knockout"]).exit_code == 0
    text = Path("knockout.html").read_text("utf-8")
    assert "A player without it, random" in text
    assert "How often a random player wins who alone does without the card" in text


def test_expectations_at_several_levels(run: Run) -> None:
    result = run(*commands()["expect"])
    assert result.exit_code == 0
    assert "share.A: holds at all levels." in result.stdout


@pytest.mark.parametrize("name", list(commands()))
def test_figures_for_other_programs(run: Run, name: str) -> None:
    told = json.loads(run(*commands()[name], "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*commands()[name], "--csv").stdout)))
    assert {"metric", "value", "low", "high", "games"} <= set(rows[0])
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)
    if name in WITH_FIGURES:
        figures = told["figures"] if isinstance(told, dict) else told
        assert {"metric", "value", "low", "high", "games"} <= set(figures[0])
        assert [row["metric"] for row in rows] == [figure["metric"] for figure in figures]
    wrong = run(*commands()[name], "--csv", "--json")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr == "tablewright: give --json or --csv, not both\n"


def test_a_summary_as_values(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("simulate", PLANTED, "--games", 50, "--csv").stdout)))
    assert {"turns", "share.A", "score.B", "probe.uses_of_strong"} <= {row["metric"] for row in rows}


def test_another_card_file_with_every_command(run: Run) -> None:
    text = (PLANTED / "cards.toml").read_text("utf-8").replace("default = 4", "default = 3")
    Path("mine.toml").write_text(text, "utf-8")
    other = ["--set", "cards=mine.toml"]
    summary = json.loads(run("simulate", PLANTED, *other, "--games", 20, "-o", "a.parquet", "--json").stdout)
    assert summary["turns"]["mean"] == 6
    assert run("report", "a.parquet", "--ladder", 0, "--folder", PLANTED).exit_code == 0
    assert "With nothing changed: 6.00." in Path(swept(run, other)).read_text("utf-8")


def test_another_card_file_in_files_of_expectations_and_goals(run: Run) -> None:
    """Three picks a player instead of four: six turns."""
    text = (PLANTED / "cards.toml").read_text("utf-8").replace("default = 4", "default = 3")
    Path("mine.toml").write_text(text, "utf-8")
    head = 'game = "planted"\ngames = 40\nset = { cards = "mine.toml" }\n'
    Path("six.toml").write_text(f'{head}[[expect]]\nmetric = "turns"\nbetween = [5.9, 6.1]\n', "utf-8")
    assert run("expect", "six.toml", "--strict", "--folder", PLANTED).exit_code == 0
    levers = '[[lever]]\nname = "picks"\nvalues = [3, 4]\n'
    goal = '[[goal]]\nmetric = "turns"\nbetween = [7.9, 8.1]\n'
    Path("goals.toml").write_text(f'{head}levels = ["random"]\nconfirm = 40\ntrials = 2\n{goal}{levers}', "utf-8")
    shown = " ".join(run("tune", PLANTED, "--goal", "goals.toml").stdout.split())
    assert "Yes: picks: 4 instead of 3. Every goal holds with random." in shown
    assert "default = 4" in Path("tune-cards.toml").read_text("utf-8")


def test_a_ladder_with_another_card_file(run: Run) -> None:
    text = (PLANTED / "cards.toml").read_text("utf-8").replace("default = 4", "default = 3")
    Path("mine.toml").write_text(text, "utf-8")
    other = ["--set", "cards=mine.toml"]
    assert run(*commands()["ladder"], *other).exit_code == 0
    assert run(*commands()["plans"], *other).exit_code == 0
    wrong = run(*commands()["plans"], "--set", "cards=nowhere.toml")
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1)


def swept(run: Run, other: list[str]) -> str:
    over = ["--over", "picks=2,5", "--metrics", "turns", "--bots", "random", "--games", 20]
    assert run("sweep", PLANTED, *over, *other).exit_code == 0
    return "sweep.html"


WRONG = {
    "compare matrix --b rotate_steps=2 --minutes 3": "--minutes goes with --levels; without them say --games",
    "compare matrix --b rotate_steps=2 --levels greedy,greedy": "--levels names a bot twice: greedy,greedy",
    "compare matrix --b rotate_steps=2 --levels greedy,gredy": "unknown bot 'gredy'; did you mean 'greedy'?",
    "report matrix menagerie --levels greedy": "--levels takes one game: tablewright report GAME --levels",
    "knockout matrix --bots greedy,random": "knockout takes one bot for all seats, or --levels",
    "simulate matrix --tables 5": "--tables needs --out FILE, beside which they are written",
    "simulate matrix --cluster auto --threads 2": "give --threads or --cluster, not both",
    "simulate matrix --set cards=nowhere.toml": "nowhere.toml cannot be read: No such file or directory",
    "tune matrix --goal nowhere.toml": "nowhere.toml cannot be read: No such file or directory",
    "tune matrix --goal a.toml": "a.toml: unknown key 'expect'",
}


@pytest.mark.parametrize("typed", list(WRONG))
def test_one_line_and_exit_code_2(run: Run, typed: str) -> None:
    before = sorted(Path().iterdir())
    result = run(*typed.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tablewright: {WRONG[typed]}")
    assert result.stderr.count("\n") == 1
    assert sorted(Path().iterdir()) == before
