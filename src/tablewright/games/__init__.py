"""The games that ship with Tablewright, one folder each, and games in other folders of the same form.

`load` runs the code of a folder: it takes what a person typed. What a file names goes through `finder`, which does not.
"""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from traceback import extract_tb

from tablewright.engine import Game, Match, TablewrightError, match_of, read_record, require_language, unknown

HERE = Path(__file__).parent
PARTS = ("cards.toml", "view.py")  # beside rules.py
Find = Callable[[str], Game]  # a game by the name that a file gives it


def names() -> list[str]:
    """The names of the games that ship with Tablewright."""
    return sorted(folder.parent.name for folder in HERE.glob("*/rules.py"))


def load(name: str) -> Game:
    """A game by its name, or by the path of its folder, as a person gives it."""
    if _ships(name):
        return _shipped(name)
    if (Path(name) / "rules.py").is_file() or Path(name).is_dir() or "/" in name:
        return _outside(_folder(name))
    raise TablewrightError(unknown("game", name, names()))


def finder(folders: Iterable[str | Path] = (), games: Iterable[Game] = ()) -> Find:
    """Finds the games that files name: those that ship, and those that a person has named beside the file."""
    loaded = {game.name: game for game in games}
    own = {folder.name: folder for folder in map(_folder, folders)}

    def find(name: str) -> Game:
        if name in loaded:
            return loaded[name]
        if name in own:
            return _outside(own[name])
        if _ships(name):
            return _shipped(name)
        raise TablewrightError(unknown("game", name, [*loaded, *own, *names()], "name your own by --folder FOLDER"))

    return find


def _folder(name: str | Path) -> Path:
    """The folder of a game, as a person names it."""
    if not (Path(name) / "rules.py").is_file():
        raise TablewrightError(f"{name} is not the folder of a game: there is no {Path(name) / 'rules.py'}")
    return Path(name).resolve()


def _ships(name: str) -> bool:
    return name.isidentifier() and (HERE / name / "rules.py").is_file()


@cache
def _shipped(name: str) -> Game:
    return Game(name, f"{__name__}.{name}")


def open_match(path: str | Path, folders: Iterable[str | Path] = ()) -> Match:
    """The match that was saved in a file; a game that does not ship needs its folder."""
    return match_of(read_record(Path(path)), finder(folders))


@cache
def _outside(folder: Path) -> Game:
    """The game of a folder of somebody's own, whose code may be at fault: where, in one line."""
    lacking = [name for name in PARTS if not (folder / name).is_file()]
    if lacking:
        raise TablewrightError(f"{folder} lacks {', '.join(lacking)}; see docs/new-game.md")
    try:
        game = Game(folder.name, _package(folder))
        require_language(game)
        return game
    except TablewrightError:
        raise
    except SyntaxError as fault:
        raise TablewrightError(f"{fault.filename}: line {fault.lineno} is not Python: {fault.msg}") from fault
    except Exception as fault:
        frames = [frame for frame in extract_tb(fault.__traceback__) if Path(frame.filename).parent == folder]
        where = f"{frames[-1].filename}: line {frames[-1].lineno}" if frames else str(folder)
        raise TablewrightError(f"{where}: {type(fault).__name__}: {fault}") from fault


def _package(folder: Path) -> str:
    """Make a folder outside of this package importable."""
    package = f"tablewright_game_{folder.name.replace('-', '_')}"
    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        del sys.modules[name]  # of another folder of that name
    spec = ModuleSpec(package, None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    sys.modules[package] = module_from_spec(spec)
    return package
