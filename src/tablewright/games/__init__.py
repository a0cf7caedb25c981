"""The games that ship with Tablewright, one folder each; a path to a folder of the same form works as well."""

import sys
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path

from tablewright.engine import Game, Match, TablewrightError, unknown
from tablewright.engine.records import match_of, read_record

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of the games that ship with Tablewright."""
    return sorted(folder.parent.name for folder in HERE.glob("*/rules.py"))


@cache
def load(name: str) -> Game:
    """A game by its name, or by the path of its folder."""
    if name in names():
        return Game(name, f"{__name__}.{name}")
    folder = Path(name)
    if (folder / "rules.py").is_file():
        return Game(folder.resolve().name, _package(folder.resolve()))
    raise TablewrightError(unknown("game", name, names()))


def open_match(path: str | Path) -> Match:
    """The match that was saved in a file, to be looked at or gone on with."""
    return match_of(read_record(Path(path)), load)


def _package(folder: Path) -> str:
    """Make a folder outside of this package importable."""
    package = f"tablewright_game_{folder.name.replace('-', '_')}"
    spec = ModuleSpec(package, None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    sys.modules[package] = module_from_spec(spec)
    return package
