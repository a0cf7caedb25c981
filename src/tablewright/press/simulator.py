"""A saved object for Tabletop Simulator: decks, boards, tokens, hands, and the rulebook as tabs of the notebook.

Its own rules: a sheet has at most 10 x 7 faces of which the last is what others see of a card in a hand, so at most 69
cards; a card's number is a hundred times its sheet's plus its place; cards with two fronts have a sheet of backs.
"""

import hashlib
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from PIL import Image

from tablewright.engine import TablewrightError, replacing
from tablewright.press import fonts
from tablewright.press.book import book_of
from tablewright.press.drawings import Drawing
from tablewright.press.images import Progress, write_files
from tablewright.press.pixels import INCH, at_300_dpi, picture, png
from tablewright.press.sizes import Size
from tablewright.press.things import Order, Thing

COLUMNS, ROWS = 10, 7
MOST_FACES = COLUMNS * ROWS - 1
FEWEST = 2  # columns and rows of a sheet
WIDEST = 400  # pixels of a card: ten of them stay below what graphics cards take
LARGEST = 2048  # pixels of a board
COLOURS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange")
CARD = (2.2, 3.1)  # width and height of a card on the table, in its units
TABLE = 16.0  # from the middle to a seat
TILE = {"square": 0, "round": 2}
GREY = {"r": 0.5, "g": 0.5, "b": 0.5}
MARKUP = re.compile(r"[*`]|\[(?=[a-z])")
REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[[^\]]*\]\(#[^)]*\)")  # pictures, and where a sentence comes from
LONGEST_TAB = 20_000


@dataclass
class Gallery:
    """The pictures of a saved object by name, and the addresses under which they will be found."""

    order: Order
    folder: Path
    base_url: str | None
    progress: Progress
    files: dict[str, bytes] = field(default_factory=dict)

    def address(self, name: str) -> str:
        if self.base_url:
            return f"{self.base_url.rstrip('/')}/{name}"
        return (self.folder / name).resolve().as_uri()

    def keep(self, name: str, content: bytes) -> str:
        """A picture more; its address."""
        self.files[name] = content
        self.progress(1)
        return self.address(name)

    def drawn(self, drawing: Drawing, size: Size, pixels: tuple[int, int]) -> Image.Image:
        svg = drawing.on_paper(size, 0.0, "colour", fonts.families(self.order.game))
        return picture(self.order.game, svg, pixels)

    def one(self, name: str, drawing: Drawing, size: Size) -> str:
        wide, high = at_300_dpi(size)
        scale = min(1.0, LARGEST / max(wide, high))
        svg = drawing.on_paper(size, 0.0, "colour", fonts.families(self.order.game))
        return self.keep(name, png(self.order.game, svg, (round(wide * scale), round(high * scale))))

    def sheet(self, name: str, drawings: list[Drawing], hidden: Drawing, size: Size) -> tuple[str, int, int]:
        """Faces row by row and the hidden one in the last place; the address, and how many columns and rows."""
        columns = min(COLUMNS, max(FEWEST, len(drawings) + 1))
        rows = max(FEWEST, -(-(len(drawings) + 1) // columns))
        cell = (WIDEST, round(WIDEST * size.height / size.width))
        made = Image.new("RGB", (columns * cell[0], rows * cell[1]), "white")
        for place, drawing in [*enumerate(drawings), (columns * rows - 1, hidden)]:
            face = self.drawn(drawing, size, cell)
            made.paste(face, (place % columns * cell[0], place // columns * cell[1]), face)
        content = io.BytesIO()
        made.save(content, "PNG")
        return self.keep(name, content.getvalue()), columns, rows


def write_saved_object(order: Order, things: list[Thing], path: Path, base_url: str | None, progress: Progress) -> Path:
    """The JSON file, and beside it a folder of pictures; returns the folder."""
    if base_url is not None and not re.match(r"https?://[^\s/]+", base_url):
        raise TablewrightError(f"--base-url is {base_url!r}; it must be an address such as https://example.org/cards")
    folder = path.with_name(f"{path.stem}-images")
    gallery = Gallery(order, folder, base_url, progress)
    objects = [*_decks(gallery, things), *_pieces(gallery, things), *_hands(order)]
    for number, one in enumerate(objects):
        _number(one, f"{order.game.name} {number}")
    saved = {
        "SaveName": order.game.cards.title,
        "GameMode": order.game.cards.title,
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": order.game.cards.pitch,
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "TabStates": _notebook(order),
        "ObjectStates": objects,
    }
    write_files(folder, gallery.files)
    with replacing(path) as made:
        made.write_text(json.dumps(saved, indent=1, ensure_ascii=False), "utf-8")
    return folder


def _decks(gallery: Gallery, things: list[Thing]) -> Iterator[dict[str, Any]]:
    """One deck for every group of cards, side by side; a seat's own deck lies before the seat."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        if thing.is_card:
            groups.setdefault(thing.group, []).append(thing)
    first = 1
    for number, (group, cards) in enumerate(groups.items()):
        sheets, ids = _card_sheets(gallery, cards, first)
        first += len(sheets)
        at = _place(gallery.order, _seat_of(gallery.order, group), number - (len(groups) - 1) / 2, CARD[0] + 0.8)
        yield _deck(group, cards, sheets, ids, at)


def _card_sheets(gallery: Gallery, cards: list[Thing], first: int) -> tuple[dict[str, Any], dict[str, int]]:
    """The sheets by their numbers, and the number of every card."""
    sheets: dict[str, Any] = {}
    ids: dict[str, int] = {}
    for start in range(0, len(cards), MOST_FACES):
        part, number = cards[start : start + MOST_FACES], first + start // MOST_FACES
        back, size = part[0].back, part[0].size
        assert back is not None  # every card has one
        unique = any(card.back is not None and card.back.name != back.name for card in part[1:])
        face, columns, rows = gallery.sheet(f"sheet-{number}.png", [card.front for card in part], back, size)
        backs = [card.back for card in part if card.back]
        behind = gallery.sheet(f"sheet-{number}-back.png", backs, back, size)[0] if unique else gallery.one(
            f"back-{number}.png", back, size
        )  # fmt: skip
        sheets[str(number)] = {
            "FaceURL": face,
            "BackURL": behind,
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": not unique,
            "UniqueBack": unique,
            "Type": 0,
        }
        ids |= {card.id: number * 100 + place for place, card in enumerate(part)}
    return sheets, ids


def _deck(
    title: str, cards: list[Thing], sheets: dict[str, Any], ids: dict[str, int], at: dict[str, float]
) -> dict[str, Any]:
    inside = [
        {
            **_object("Card", card.title, at),
            "CardID": ids[card.id],
            "CustomDeck": {str(ids[card.id] // 100): sheets[str(ids[card.id] // 100)]},
            "SidewaysCard": card.size.width > card.size.height,
            "Description": card.id,
        }
        for card in cards
        for _ in range(card.copies)
    ]
    if len(inside) == 1:
        return inside[0]
    made = _object("DeckCustom", title, at)
    listed = [card["CardID"] for card in inside]
    sideways = inside[0]["SidewaysCard"]
    return {**made, "DeckIDs": listed, "CustomDeck": sheets, "SidewaysCard": sideways, "ContainedObjects": inside}


def _pieces(gallery: Gallery, things: list[Thing]) -> Iterator[dict[str, Any]]:
    """Boards in the middle, everything else in stacks around, a seat's own before the seat."""
    taken: dict[int | None, int] = {}
    for thing in (thing for thing in things if not thing.is_card):
        large = max(thing.size.width, thing.size.height) > 4 * INCH
        number = taken.get(thing.seat, 0)
        taken[thing.seat] = number + (0 if large else 1)
        at = _transform(0, 1, 0) if large else _place(gallery.order, thing.seat, number - 4.0, 1.4, -5.0)
        at |= dict.fromkeys(("scaleX", "scaleZ"), max(thing.size.width, thing.size.height) / INCH / 2) | {"scaleY": 1.0}
        yield _tile(gallery, thing, at, large)


def _tile(gallery: Gallery, thing: Thing, at: dict[str, float], large: bool) -> dict[str, Any]:
    face = gallery.one(f"{thing.id}.png", thing.front, thing.size)
    behind = gallery.one(f"{thing.id}-back.png", thing.back, thing.size) if thing.back else face
    stacked = thing.copies > 1
    tile = {"Type": TILE[thing.shape], "Thickness": 0.1, "Stackable": stacked, "Stretch": True}
    made = _object("Custom_Tile_Stack" if stacked else "Custom_Tile", thing.title, at)
    image = {"ImageURL": face, "ImageSecondaryURL": behind, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": tile}
    return {**made, "Locked": large, "CustomImage": image, **({"Number": thing.copies} if stacked else {})}


def _hands(order: Order) -> Iterator[dict[str, Any]]:
    for seat, name in enumerate(order.largest.seats):
        at = _place(order, seat, 0.0, 0.0, 4.0) | {"scaleX": 11.0, "scaleY": 9.0, "scaleZ": 4.5}
        yield {**_object("HandTrigger", f"Hand of {name}", at), "FogColor": COLOURS[seat], "Locked": True}


def _seat_of(order: Order, group: str) -> int | None:
    seats = order.largest.seats
    return next((seat for seat, name in enumerate(seats) if group == f"Deck of {name}"), None)


def _place(order: Order, seat: int | None, step: float, width: float, nearer: float = 0.0) -> dict[str, float]:
    """A place in the middle, or before a seat, so many steps to the right."""
    if seat is None:
        return _transform(step * width, 1.0, nearer)
    angle = 2 * pi * seat / len(order.largest.seats)
    across, out = step * width, TABLE + nearer - (CARD[1] if nearer <= 0 else 0.0)
    x, z = across * cos(angle) - out * sin(angle), -across * sin(angle) - out * cos(angle)
    return _transform(x, 1.0, z, angle * 180 / pi)


def _transform(x: float, y: float, z: float, turned: float = 0.0) -> dict[str, float]:
    place = {"posX": round(x, 3), "posY": y, "posZ": round(z, 3), "rotX": 0.0, "rotY": round(180 + turned, 3) % 360}
    return {**place, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _object(name: str, title: str, at: dict[str, float]) -> dict[str, Any]:
    switches = dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True)
    about = {"Name": name, "Transform": at, "Nickname": title, "Description": "", "Locked": False}
    return {**about, "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, **switches, "LuaScript": "", "LuaScriptState": ""}


def _number(one: dict[str, Any], seed: str) -> None:
    """Every object a GUID of its own, the same one each time."""
    one["GUID"] = hashlib.sha256(seed.encode()).hexdigest()[:6]
    for place, inside in enumerate(one.get("ContainedObjects", [])):
        _number(inside, f"{seed} {place}")


def _notebook(order: Order) -> dict[str, Any]:
    """The rulebook, a tab for each of its chapters."""
    text = REFERENCE.sub("", book_of(order.game))
    chapters = re.split(r"(?m)^(?=## )", text) if text else []
    tabs = {}
    for number, chapter in enumerate(chapters):
        title = chapter.strip().partition("\n")[0].lstrip("# ")
        body = MARKUP.sub("", chapter)[:LONGEST_TAB]
        tabs[str(number)] = {"title": title[:40], "body": body, "color": "Grey", "visibleColor": GREY, "id": number}
    return tabs
