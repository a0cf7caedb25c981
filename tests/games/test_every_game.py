"""What every game that ships must have: worked examples that hold, a test for every clause, and conformance."""

import ast
import re
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from tablewright.engine import Match, assert_conforms, coverage, numba, run_file
from tablewright.games import finder, load, names

TESTS = Path(__file__).parent.parent
FILES = sorted((TESTS / "examples").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_worked_examples(path: Path) -> None:
    results = run_file(path, finder([str(TESTS.parent / "examples" / "tiny")]))
    assert not [result.difference for result in results if not result.passed]
    assert numba() is None or {result.mode for result in results} == {"plain", "compiled"}


@pytest.mark.parametrize("name", names())
def test_every_clause_has_a_test(name: str) -> None:
    found = coverage(load(name), TESTS)
    assert found.clauses
    assert [clause.number for clause in found.missing] == []
    assert found.unknown == {}


@pytest.mark.parametrize("name", names())
def test_the_cards_name_real_clauses(name: str) -> None:
    game = load(name)
    clauses = {clause.number for clause in coverage(game).clauses}
    named = [spec.clause for spec in game.cards.parameters.values()] + [ruling.clause for ruling in game.cards.rulings]
    numbers = {number for text in named for number in re.findall(r"[A-Z]{2,5}-[0-9A-Z]+\.[0-9]+", text)}
    assert numbers - clauses == set()


@pytest.mark.parametrize("name", names())
def test_every_number_of_players_conforms(name: str) -> None:
    game = load(name)
    for players in game.cards.players:
        assert_conforms(game, 1, players=players, seed=1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_edition_conforms(name: str) -> None:
    game = load(name)
    for edition in game.cards.editions:
        assert_conforms(game, 3, edition=edition)
    for players in game.cards.players:
        assert_conforms(game, 3, players=players, seed=1000)


@pytest.mark.parametrize("name", names())
def test_no_module_reads_a_number_by_a_name_that_it_has_not(name: str) -> None:
    """`ASK.tkae`: types do not know the names of numbers, and the check of the language reads rules only."""
    read = 0
    for path in load(name).folder.glob("*.py"):
        known = vars(import_module(f"tablewright.games.{name}.{path.stem}"))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                numbers = known.get(node.value.id)
                if isinstance(numbers, tuple):
                    assert hasattr(numbers, node.attr), f"{path.name}, line {node.lineno}: {ast.unparse(node)}"
                    read += 1
    assert read > 0


@pytest.mark.parametrize("name", names())
def test_what_a_decision_refuses_is_not_legal(name: str) -> None:
    """Where options are listed by a rule of their own, the reasons why others are none agree with it."""
    game = load(name)
    decisions, chance = getattr(game.rules, "DECISIONS", None), Random(7)
    match = Match(game.variant(), 3)
    while decisions and not match.over and len(match.steps) < 150:
        assert [a for a in match.legal_ids if decisions.refusal(match.state, match.variant.cards, a) > 0] == []
        match.play(chance.choice(match.legal_ids))
