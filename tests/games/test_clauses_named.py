"""Every clause of a rulebook is named in full in its game's folder: where it is applied, or as one without code."""

import re

import pytest

from tablewright.engine import Game, read_clauses
from tablewright.games import load, names

SHORT = r"(?:,|,? and|,? or| to|/) ?(?:[0-9]+|[A-Z])\.[0-9]+\b"  # what may follow a clause: ", 8.4" and the like


def named(game: Game, pattern: str) -> dict[str, list[str]]:
    """What in the game's rules and cards fits, and the files that have it."""
    found: dict[str, list[str]] = {}
    for path in [*sorted(game.folder.rglob("*.py")), game.folder / "cards.toml"]:
        for match in re.findall(game.cards.code + pattern, path.read_text("utf-8")):
            found.setdefault(match, []).append(path.name)
    return found


@pytest.mark.parametrize("name", names())
def test_every_clause_is_named_and_every_name_is_a_clause(name: str) -> None:
    game = load(name)
    clauses = {clause.number for clause in read_clauses(game.folder / "rulebook.md")}
    found = named(game, r"-[0-9A-Z]+\.[0-9]+")
    assert sorted(clauses - set(found)) == [], "name it where it is applied, or at the end of rules.py"
    assert {clause: files for clause, files in found.items() if clause not in clauses} == {}


@pytest.mark.parametrize("name", names())
def test_no_clause_is_abbreviated(name: str) -> None:
    """`MTX-6.3, MTX-6.4`, not `MTX-6.3, 6.4` or `MTX-6.3 to 6.4`, or a search would miss one."""
    assert named(load(name), rf"-[0-9A-Z]+\.[0-9]+{SHORT}") == {}
