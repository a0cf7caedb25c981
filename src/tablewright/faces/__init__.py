"""Card faces: SVG templates in a game's `faces/` folder, filled from its card data; screen and paper use the same.

`card.svg` draws every card, `<card>.svg` one that needs its own, `back.svg` the back; `pieces/` holds what is only
printed. A template that mentions `bleed` draws its ground so many units beyond its edges when that is not 0.
"""

import re
import textwrap
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from tablewright.engine import ENGLISH, CardsError, Game, Values

PLAIN = Path(__file__).parent / "templates"
SHOWN = "text"  # the field that says what a card does
HIDDEN = ("name", "copies", "count", SHOWN)  # the fields that a plain card shows elsewhere or not at all
FONTS = ("ttf", "otf")


def has_face(game: Game, kind: str) -> bool:
    """Whether a card can be drawn; the back is called `back`. What templates include is not a card."""
    return (kind == "back" or kind in game.cards.cards) and _template_of(game, kind) is not None


@cache
def _template_of(game: Game, kind: str) -> str | None:
    """The template of a card's own, or the one for all; a back has only its own."""
    names = [f"{kind}.svg"] if kind == "back" else [f"{kind}.svg", "card.svg"]
    return next((name for name in names if (_folder(game) / name).is_file()), None)


def face(
    game: Game,
    values: Values,
    kind: str,
    tone: str = "",
    turned: int = 0,
    at: str = "",
    bleed: float = 0.0,
    language: str = "",
) -> str:
    """The SVG text of a card with the numbers of a variant; `tone` is its side that is up, `at` the place it lies."""
    card = _in_language(game, kind, values.cards.get(kind, {}), language)
    about = {
        "word": game.catalogue(language or ENGLISH).text,
        "id": kind,
        "card": card,
        "tone": tone,
        "turned": turned % 360,
        "at": at,
    }
    return piece(game, values, str(_template_of(game, kind)), bleed, about)


def _in_language(game: Game, kind: str, card: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """A card with its texts in a language; what a variant has changed stays as it is."""
    texts, usual = game.catalogue(language or ENGLISH).texts, game.cards.cards.get(kind, {})
    kept = {name: value for name, value in card.items() if value != usual.get(name)}  # changed by a variant
    return {name: texts.get(f"card.{kind}.{name}", value) for name, value in card.items()} | kept


def piece(game: Game, values: Values, template: str, bleed: float, about: Mapping[str, Any]) -> str:
    """The SVG text of a template in a game's `faces/` folder."""
    shared = {"parameters": values.parameters, "cards": values.cards, "players": values.players, "game": game}
    return _drawn(_folder(game), template, {**shared, **about, "bleed": bleed})


def has_piece(game: Game, template: str) -> bool:
    return (_folder(game) / template).is_file()


def plain_card(title: str, card: Mapping[str, Any], bleed: float = 0.0) -> str:
    """A card without a template of its own: its name, its numbers and its words."""
    facts = [f"{name.replace('_', ' ')}: {_said(value)}" for name, value in card.items() if name not in HIDDEN]
    about = {"title": str(card.get("name") or title), "facts": facts, "text": str(card.get(SHOWN, ""))}
    return _drawn(PLAIN, "card.svg", {**about, "bleed": bleed})


def plain_back(title: str, bleed: float = 0.0) -> str:
    """A back for games that draw none."""
    return _drawn(PLAIN, "back.svg", {"title": title, "bleed": bleed})


def plain_token(label: str, caption: str, colour: str, shape: str, bleed: float = 0.0) -> str:
    """A token: a short label on a colour."""
    return _drawn(
        PLAIN, "token.svg", {"label": label, "caption": caption, "colour": colour, "shape": shape, "bleed": bleed}
    )


def draws_bleed(game: Game, kind: str) -> bool:
    """Whether a card's template, or one of `pieces/`, draws its ground beyond its edges."""
    return _mentions(_folder(game) / (_template_of(game, kind) or kind), "bleed")


def fonts_of(game: Game) -> list[Path]:
    """Fonts that lie beside the faces and can be named in them."""
    return sorted(path for ending in FONTS for path in _folder(game).glob(f"*.{ending}"))


@cache
def _mentions(file: Path, word: str) -> bool:
    return file.is_file() and re.search(rf"\b{word}\b", file.read_text("utf-8")) is not None


def _folder(game: Game) -> Path:
    return game.folder / "faces"


def _drawn(folder: Path, template: str, about: Mapping[str, Any]) -> str:
    try:
        return _environment(folder).get_template(template).render(about)
    except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as fault:
        raise CardsError(f"{folder / template} cannot be drawn: {fault}") from fault


@cache
def _environment(folder: Path) -> Environment:
    made = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["wrapped"] = _wrapped
    return made


def _wrapped(text: Any, width: int) -> list[str]:
    """A text in lines of at most so many letters; SVG does not break lines."""
    return textwrap.wrap(str(text), width)


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
