"""`tablewright games` and `tablewright rules`."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tablewright.cli.app import COMMANDS
from tablewright.games import load, names

Run = Callable[..., Result]


def words(text: str) -> str:
    return " ".join(text.split())


def test_games_are_listed(run: Run) -> None:
    shown = words(run("games").stdout)
    for name in names():
        cards = load(name).cards
        assert f"{name} {cards.title}: {cards.pitch}" in shown
        assert cards.designer in shown


@pytest.mark.parametrize("game", names())
def test_one_game_with_everything_that_can_be_set(run: Run, game: str) -> None:
    shown = words(run("games", game).stdout)
    cards = load(game).cards
    assert cards.parameters
    for name, spec in cards.parameters.items():
        assert f"{name} {spec.help}" in shown
        assert f"may be {spec.allowed()}" in shown
    for name, edition in cards.editions.items():
        assert f"{name} {edition.help}" in shown


def test_numbered_rules_without_a_terminal_are_the_rulebook(run: Run) -> None:
    shown = run("rules", "matrix", "--numbered").stdout
    assert shown == (load("matrix").folder / "rulebook.md").read_text("utf-8") + "\n"


def test_rules_say_how_to_play_with_the_clauses_behind_the_sentences(run: Run) -> None:
    shown = run("rules", "matrix").stdout
    assert shown.startswith("# How to play Matrix")
    assert "only the last board counts. (MTX-8.2)" in shown
    assert "face:" not in shown
    assert shown.rstrip().endswith("tablewright rules matrix --numbered")


@pytest.mark.parametrize("word", ["Overrun", "overrun", "overr"])
def test_a_word_of_the_game_is_explained(run: Run, word: str) -> None:
    shown = words(run("rules", "wtactics", "--clause", word).stdout)
    assert shown.startswith("**Overrun**: damage beyond what its defenders can take hits the player. (WTA-16.9)")


def test_an_unknown_word_names_a_near_one(run: Run) -> None:
    result = run("rules", "wtactics", "--clause", "flyng")
    assert result.exit_code == 2
    assert "Flying" in result.stderr


@pytest.mark.parametrize("number", ["4.2", "MTX-4.2", "mtx-4.2"])
def test_one_clause(run: Run, number: str) -> None:
    shown = run("rules", "matrix", "--clause", number).stdout
    assert shown.startswith("**MTX-4.2** A play is a card in the player's hand")
    assert shown.count("\n") == 1


def test_rulings(run: Run) -> None:
    shown = words(run("rules", "matrix", "--rulings").stdout)
    rulings = load("matrix").cards.rulings
    assert rulings
    for ruling in rulings:
        assert f"{ruling.clause} {ruling.question} Here: {ruling.default}" in shown


def test_coverage_of_a_folder_of_tests(run: Run) -> None:
    Path("tests").mkdir()
    text = "@pytest.mark.clause('MTX-4.2', 'MTX-99.9')\ndef test_it(): ..."
    Path("tests/test_it.py").write_text(text, "utf-8")
    result = run("rules", "matrix", "--coverage")
    shown = words(result.stdout)
    assert result.exit_code == 1
    assert "MTX-4.3 " in shown
    assert "MTX-4.2 " not in shown
    assert "MTX-99.9 is not in the rulebook, but named in test_it.py: test_it" in shown
    assert shown.endswith("matrix: 1 of 72 clauses are named by a test")


def test_coverage_without_a_folder_of_tests_looks_into_the_game(run: Run) -> None:
    tiny = Path(__file__).parents[2] / "examples" / "tiny"
    shutil.copytree(tiny, "mine")
    shown = words(run("rules", "./mine", "--coverage").stdout)
    assert shown.endswith("mine: 0 of 9 clauses are named by a test")
    Path("mine/examples.yaml").write_text("game: .\nexamples: [{name: one, clauses: [TNY-2.1]}]", "utf-8")
    shown = words(run("rules", "./mine", "--coverage").stdout)
    assert shown.endswith("mine: 1 of 9 clauses are named by a test")


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"For example: tablewright {command}" in words(result.stdout)


def test_no_command_shows_the_commands(run: Run) -> None:
    result = run()
    shown = result.stdout
    assert result.stderr == ""
    assert all(f" {command} " in shown for command in COMMANDS)


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("tablewright 0.")


def test_the_changes_in_the_examples_are_possible(run: Run) -> None:
    shown = words(run("sweep", "--help").stdout)
    name, values = re.findall(r"--over (\w+)=([\d,]+)", shown)[0]
    for value in values.split(","):
        load(names()[0]).variant(changes={name: int(value)})
    assert f"--b {name}=" in words(run("compare", "--help").stdout)
