"""Card faces: SVG templates in a game's `faces/` folder, filled from its card data.

`card.svg` draws every card, `<card>.svg` one that needs its own, `back.svg` the back.
"""

import textwrap
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tablewright.engine import Game, Values


@cache
def has_face(game: Game, kind: str) -> bool:
    """Whether a card can be drawn; the back is called `back`."""
    folder = _folder(game)
    return (folder / f"{kind}.svg").is_file() or (kind in game.cards.cards and (folder / "card.svg").is_file())


def face(game: Game, values: Values, kind: str, tone: str = "", turned: int = 0, at: str = "") -> str:
    """The SVG text of a card with the numbers of a variant; `tone` is its side that is up, `at` the place it lies."""
    own = f"{kind}.svg"
    template = _environment(_folder(game)).get_template(own if (_folder(game) / own).is_file() else "card.svg")
    card = values.cards.get(kind, {})
    lies = {"tone": tone, "turned": turned % 360, "at": at}
    return template.render(id=kind, card=card, parameters=values.parameters, game=game, **lies)


@cache
def follows_turning(game: Game) -> bool:
    """Whether a game's face shows which side is up and how the card is turned."""
    file = _folder(game) / "card.svg"
    return file.is_file() and "turned" in file.read_text("utf-8")


def _folder(game: Game) -> Path:
    return game.folder / "faces"


@cache
def _environment(folder: Path) -> Environment:
    made = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["wrapped"] = _wrapped
    return made


def _wrapped(text: Any, width: int) -> list[str]:
    """A text in lines of at most so many letters; SVG does not break lines."""
    return textwrap.wrap(str(text), width)
