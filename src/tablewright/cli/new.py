"""`tablewright new`: a folder with a small complete game, to be changed into another one."""

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer

from tablewright import games as library
from tablewright.cli.screen import Screen
from tablewright.engine import TablewrightError

TEMPLATE = Path(__file__).parent / "template"
Folder = Annotated[Path, typer.Argument(metavar="NAME", help="The name of the game, and of its folder.")]


def new(folder: Folder) -> None:
    """Write a folder with a small game that checks, plays and has worked examples; change it into yours."""
    name = folder.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise TablewrightError(f"{name!r} is no name for a game: use small letters, digits and _, such as mygame")
    if name in library.names():
        raise TablewrightError(f"there is a game called {name} already; choose another name")
    if folder.exists():
        raise TablewrightError(f"{folder} is there already; choose another name")
    draft = folder.with_name(f".{name}.draft")
    try:
        _write(draft, name)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    shown = folder if folder.is_absolute() else f"./{folder}"
    screen = Screen()
    screen.say(f"{folder} holds a small game: rulebook.md, cards.toml, rules.py, view.py, examples.yaml.", "bold")
    for words in (f"play {shown}", f"check {shown}", f"examples {shown}/examples.yaml", f"serve {shown}"):
        screen.say(f"tablewright {words}")


def _write(folder: Path, name: str) -> None:
    """The template under another name, with clauses of its own code."""
    folder.mkdir(parents=True)
    title = name.replace("_", " ").capitalize()
    code = (re.sub(r"[^A-Z]", "", name.upper()) + "XXX")[:3]
    for file in sorted(path for path in TEMPLATE.iterdir() if path.is_file()):
        text = file.read_text("utf-8").replace("DRF", code).replace("Draft", title)
        (folder / file.name).write_text(text, "utf-8")
