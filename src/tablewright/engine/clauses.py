"""Which clauses of a rulebook are named by a test, and which are not.

A test names clauses by the `clauses:` of a worked example or by `@pytest.mark.clause("TNY-1.1", ...)`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tablewright.engine.errors import TablewrightError
from tablewright.engine.example_files import ExamplesError, read_examples
from tablewright.engine.game import Game

CLAUSE = re.compile(r"^\s*-\s+\*\*([A-Z]{2,5}-[0-9A-Z]+\.[0-9]+)\*\*\s*(.*)")


@dataclass(frozen=True)
class Clause:
    """A numbered clause of a rulebook."""

    number: str
    text: str
    line: int


@dataclass(frozen=True)
class Coverage:
    """The clauses of a rulebook, the tests that name them, and names that are no clauses."""

    clauses: tuple[Clause, ...]
    tests: dict[str, list[str]]  # by clause: where it is named
    unknown: dict[str, list[str]]

    @property
    def missing(self) -> list[Clause]:
        """The clauses that no test names, in the order of the rulebook."""
        return [clause for clause in self.clauses if clause.number not in self.tests]


def read_clauses(path: Path) -> tuple[Clause, ...]:
    """The clauses of a rulebook in order: lines that begin with `- **TNY-1.1**`."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as fault:
        raise TablewrightError(f"{path} cannot be read: {fault.strerror}") from fault
    found = [(number, CLAUSE.match(line)) for number, line in enumerate(lines, 1)]
    clauses = tuple(Clause(match[1], match[2], line) for line, match in found if match)
    numbers = [clause.number for clause in clauses]
    twice = [clause for clause in clauses if numbers.count(clause.number) > 1]
    if twice:
        raise TablewrightError(f"{path}, line {twice[-1].line}: the clause {twice[-1].number} appears twice")
    return clauses


def coverage(game: Game, *tests: Path) -> Coverage:
    """The clauses of a game's rulebook and the tests in some folders that name them."""
    clauses = read_clauses(game.folder / "rulebook.md")
    numbers = {clause.number for clause in clauses}
    named: dict[str, list[str]] = {}
    unknown: dict[str, list[str]] = {}
    for name, where in chain.from_iterable(map(named_clauses, tests)):
        if name in numbers:
            named.setdefault(name, []).append(where)
        elif name.startswith(f"{game.cards.code}-"):
            unknown.setdefault(name, []).append(where)
    return Coverage(clauses, named, unknown)


def named_clauses(tests: Path) -> Iterator[tuple[str, str]]:
    """Every clause that the tests in a folder name, and where."""
    for path in sorted(tests.rglob("*.yaml")):
        yield from _in_examples(path)
    for path in sorted(tests.rglob("test_*.py")):
        yield from _in_source(path)


def _in_examples(path: Path) -> Iterator[tuple[str, str]]:
    try:
        examples = read_examples(path).examples
    except ExamplesError:
        return  # some other YAML, or a file that the examples runner complains about
    for example in examples:
        yield from ((number, example.where) for number in example.clauses)


def _in_source(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text if "clause" in text else "")):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for number in _marks(node.decorator_list):
                yield number, f"{path.name}: {node.name}"
        elif isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["pytestmark"]:
            listed = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
            for number in _marks(listed):
                yield number, path.name


def _marks(decorators: Iterable[ast.expr]) -> Iterator[str]:
    """The numbers in `pytest.mark.clause("TNY-1.1", "TNY-1.2")`."""
    for node in decorators:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield from (value for value in values if isinstance(value, str))
