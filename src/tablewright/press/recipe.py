"""The table `[print]` of a card file: the size of cards, supplies, and the pieces that are no cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablewright.engine import ANY, TABLE, TABLES, TEXT, TEXTS, CardsError, Game, check_table, unknown
from tablewright.faces import has_piece
from tablewright.press.sizes import CARDS, Size, size_of

KEYS = {"size": ANY, "sides": TEXTS, "supply": TABLE, "decks": TABLES, "pieces": TABLES}
DECK_KEYS = {"title": TEXT, "set": TABLE, "seat": TEXT}
PIECE_KEYS = {
    **dict.fromkeys(("id", "title", "template", "back", "shape", "label", "caption", "colour", "component"), TEXT),
    **dict.fromkeys(("size", "copies", "each"), ANY),
}
SHAPES = ("square", "round")
MOST_COPIES = 500


@dataclass(frozen=True)
class Deck:
    """A deck of its own: what one seat, or all, has with these values."""

    title: str
    set: Mapping[str, Any]
    seat: str = ""


@dataclass(frozen=True)
class Piece:
    """Something that is no card; `copies` of each may be a number, a parameter or `card.field`."""

    id: str
    title: str
    size: Size
    copies: int | str = 1
    each: str | tuple[Any, ...] = ("",)
    template: str = ""
    back: str = ""
    shape: str = "square"
    label: str = ""
    caption: str = ""
    colour: str = "#37474f"
    component: str = ""


@dataclass(frozen=True)
class Recipe:
    """How a game is printed."""

    size: Size = CARDS["poker"]
    sides: tuple[str, ...] = ()
    supply: Mapping[str, int] = field(default_factory=dict)
    decks: tuple[Deck, ...] = ()
    pieces: tuple[Piece, ...] = ()


def recipe_of(game: Game) -> Recipe:
    """The checked table `[print]`; without one, poker cards and nothing else."""
    data, where = game.cards.print, "cards.toml [print]"
    check_table(data, KEYS, where, "key")
    sides = tuple(data.get("sides", ()))
    if len(sides) not in (0, 2):
        raise CardsError(f"{where} sides is {list(sides)}; it must name the front and the back of a card")
    pieces = tuple(_piece(game, one, f"{where} [[pieces]]") for one in data.get("pieces", []))
    ids = [piece.id for piece in pieces]
    if len(set(ids)) < len(ids):
        raise CardsError(f"{where} [[pieces]] has an id twice among {', '.join(ids)}")
    return Recipe(
        size_of(data.get("size", "poker"), f"{where} size"),
        sides,
        {card: _supply(game, card, n, where) for card, n in data.get("supply", {}).items()},
        tuple(_deck(game, one, f"{where} [[decks]]") for one in data.get("decks", [])),
        pieces,
    )


def _supply(game: Game, card: str, copies: Any, where: str) -> int:
    if card not in game.cards.cards:
        raise CardsError(f"{where} supply: {unknown('card', card, game.cards.cards)}")
    return _count(copies, f"{where} supply {card}")


def _count(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_COPIES:
        raise CardsError(f"{where} is {value!r}; it must be 0 to {MOST_COPIES}")
    return value


def _deck(game: Game, data: Mapping[str, Any], where: str) -> Deck:
    check_table(data, DECK_KEYS, where, "key", {"title", "set"})
    if data.get("seat") and data["seat"] not in game.cards.seats:
        raise CardsError(f"{where}: {unknown('seat', data['seat'], game.cards.seats)}")
    game.cards.resolve(None, None, data["set"])
    return Deck(**data)


def _piece(game: Game, data: Mapping[str, Any], where: str) -> Piece:
    check_table(data, PIECE_KEYS, where, "key", {"id", "title", "size"})
    at = f"{where} {data['id']}"
    if data.get("shape", "square") not in SHAPES:
        raise CardsError(f"{at} has the shape {data['shape']!r}; it must be one of {', '.join(SHAPES)}")
    for name in ("template", "back"):
        if data.get(name) and not has_piece(game, data[name]):
            raise CardsError(f"{at} {name}: there is no {data[name]} in the folder faces")
    each = data.get("each", [""])
    if isinstance(each, int):
        each = list(range(1, _count(each, f"{at} each") + 1))
    made = {**data, "size": size_of(data["size"], f"{at} size"), "each": each if isinstance(each, str) else tuple(each)}
    return Piece(**made)
