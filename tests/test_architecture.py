"""The arrows between the packages point one way, and nothing outside `games` names a game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablewright.engine
from tablewright.games import names

SOURCE = Path(tablewright.__file__).parent
USERS = {"engine", "games"}
MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {*USERS, "bots"},
    "faces": {*USERS, "faces"},
    "lab": {*USERS, "bots", "faces", "lab"},
    "arena": {*USERS, "bots", "lab", "arena"},
    "table": {*USERS, "bots", "faces", "press", "table"},
    "press": {*USERS, "faces", "press"},
    "terminal": {*USERS, "terminal"},
    "bridges": {*USERS, "bots", "terminal", "table", "bridges"},
}
COMMAND = ("cli", "__main__.py")
FILES = sorted(path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] not in COMMAND)


def imports(path: Path) -> Iterator[str]:
    """The packages of Tablewright that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tablewright"):
            parts = (node.module or "").split(".")
            yield from [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("tablewright."):
                    yield alias.name.split(".")[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    assert set(imports(path)) <= (MAY_IMPORT[parts[0]] if len(parts) > 1 else USERS)


ROOT = Path(__file__).parents[1]
OUTSIDE = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "engine"]
OUTSIDE += [*(ROOT / "examples").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]


def test_nobody_outside_imports_a_module_of_the_engine() -> None:
    """Its names stand in one place, `engine/__init__.py`."""
    for path in OUTSIDE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            reached = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom) and node.module == "tablewright.engine":
                assert set(reached) <= set(tablewright.engine.__all__), path
            elif isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("tablewright.engine."), path
            assert not [name for name in reached if name.startswith("tablewright.engine.")], path


def test_nobody_finds_the_games_of_a_file_by_load() -> None:
    """`load` runs the folder that a person names; what a file names goes through `finder`."""
    handed = [
        (path.name, ast.unparse(call.func))
        for path in SOURCE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        for given in [*call.args, *(keyword.value for keyword in call.keywords)]
        if ast.unparse(given).split(".")[-1] in ("load", "load_game")
    ]
    typed = {("author.py", "missing_units"), ("author.py", "build_units")}  # and what a job or a bot calls `load`
    assert typed <= set(handed) <= {*typed, ("build.py", "pool.submit"), ("worker.py", "partial")}


def test_no_child_imports_from_the_folder_in_which_a_command_is_typed() -> None:
    """A file that is called numpy.py there would be run."""
    begun = [
        ast.unparse(node.elts[1])
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.List) and node.elts and ast.unparse(node.elts[0]) == "sys.executable"
    ]
    assert len(begun) > 3
    assert set(begun) == {"'-P'", "'-IS'"}


@pytest.mark.parametrize("game", names())
def test_a_game_imports_no_other_game(game: str) -> None:
    for path in (SOURCE / "games" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            if module.startswith("tablewright.games"):
                assert module.startswith(f"tablewright.games.{game}")


def named(path: Path) -> list[str]:
    """The games named in the strings and names of a module; comments and docstrings may give examples."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)}
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    texts = [text for text in texts if text not in docstrings]
    texts += [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    return [game for game in names() if any(re.search(rf"\b{game}\b", text, re.IGNORECASE) for text in texts)]


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.parametrize(
    "path", [p for p in sorted(SOURCE.rglob("*.py")) if p.relative_to(SOURCE).parts[0] != "games"], ids=lambda p: p.name
)
def test_nothing_outside_of_games_names_a_game(path: Path) -> None:
    assert named(path) == []


def test_the_engine_does_not_print() -> None:
    for path in (SOURCE / "engine").glob("*.py"):
        calls = [n.func.id for n in ast.walk(ast.parse(path.read_text("utf-8"))) if _is_call(n)]  # type: ignore[attr-defined]
        assert not {"print", "input"} & set(calls), path.name


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def test_nobody_asks_a_game_whether_it_has_something() -> None:
    """What a game may leave out stands in `engine/contract.py`, and its modules have it once they are loaded."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "hasattr"):
                asked = ast.unparse(node.args[0]).rpartition(".")[2]
                assert asked not in ("rules", "view", "position", "game", "variant"), (path, node.lineno)
