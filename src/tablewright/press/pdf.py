"""One PDF of everything: what is in it, the sheets, the player aids, the rulebook."""

import io
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import typst
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, RectangleObject

from tablewright import faces
from tablewright.engine import TablewrightError, Variant
from tablewright.press import fonts
from tablewright.press.book import book_of, cards_in, literal, typeset
from tablewright.press.sheets import Plates, Sheet, Style, foot, sheets_of
from tablewright.press.sizes import POINT, Size
from tablewright.press.things import Order, Thing, only

PRELUDE = Path(__file__).with_name("press.typ")
AID = "pieces/aid.md"
TURNED = {
    "long": "print on both sides, turned over the long edge",
    "short": "print on both sides, turned over the short edge",
    "fold": "print on one side; fold every sheet in the middle and glue it before cutting",
    "none": "print on one side",
}


def whole_game(order: Order, things: list[Thing], style: Style, language: str = "en") -> bytes:
    """All that one needs to play at a kitchen table."""
    title = order.game.cards.title
    plates = Plates(style)
    sheets = list(sheets_of(things, plates, title))
    if style.single:
        return compiled(order, sheets, plates.files)
    aids = list(_aids(order, style))
    first = _contents(order, things, style, len(sheets) + len(aids))
    book = _rulebook(order, plates, language)
    return compiled(order, [first, *sheets, *aids], plates.files, book, style.backs in ("long", "short"))


def only_sheets(order: Order, things: list[Thing], style: Style) -> bytes:
    """Some cards and nothing else."""
    plates = Plates(style)
    return compiled(order, list(sheets_of(things, plates, order.game.cards.title)), plates.files)


def compiled(order: Order, sheets: list[Sheet], art: dict[str, str], book: str = "", duplex: bool = False) -> bytes:
    """The PDF of sheets and a book; where it is printed on both sides, every sheet begins with its front."""
    pages = list(_fronts_in_front(sheets)) if duplex else sheets
    if book and duplex and len(pages) % 2:
        pages.append(Sheet(pages[-1].size, "", is_back=True))
    sources = ['#import "press.typ": *', f'#set text(font: ("{fonts.FAMILY}", "DejaVu Sans Mono"), lang: "en")']
    sources.append(f"#set document(title: [{literal(order.game.cards.title)}])")
    for page in pages:
        size = f"width: {page.size.width}mm, height: {page.size.height}mm"
        sources.append(f"#page({size}, margin: 0mm)[\n{page.source}]")
    files = {"main.typ": "\n".join([*sources, book]), "press.typ": PRELUDE.read_text("utf-8"), **art}
    return _boxed(_typeset(order, files), pages)


def _fronts_in_front(sheets: list[Sheet]) -> Iterator[Sheet]:
    """An empty back behind every front that has none."""
    for sheet, following in zip(sheets, [*sheets[1:], None], strict=True):
        yield sheet
        if not sheet.is_back and following is not None and not following.is_back:
            yield Sheet(sheet.size, "", is_back=True)


def _typeset(order: Order, files: dict[str, str]) -> bytes:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("art", "fonts"):
            (root / name).mkdir()
        for path in fonts.files(order.game):
            (root / "fonts" / path.name).write_bytes(path.read_bytes())
        for name, text in files.items():
            (root / name).write_text(text, "utf-8")
        try:
            return typst.compile(root / "main.typ", font_paths=[root / "fonts"], ignore_system_fonts=True)
        except typst.TypstError as fault:
            raise TablewrightError(f"the sheets of {order.game.name} cannot be set: {fault}") from fault


def _boxed(pdf: bytes, pages: list[Sheet]) -> bytes:
    """Page boxes: the paper, and within it what is printed and what remains when it is cut."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    for page, sheet in zip(writer.pages, pages, strict=False):
        trim = sheet.trim / POINT
        box = page.mediabox
        inner = (box.left + trim, box.bottom + trim, box.right - trim, box.top - trim)
        page.bleedbox = RectangleObject(tuple(box))
        page.trimbox = RectangleObject(inner)
    writer.root_object.pop(
        NameObject("/MarkInfo"), None
    )  # not every reader understands what the typesetter writes there
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _contents(order: Order, things: list[Thing], style: Style, sheets: int) -> Sheet:
    """The first page: what there is, and how to print it."""
    cards, size = order.game.cards, style.paper
    counted: dict[str, list[Thing]] = {}
    for thing in things:
        counted.setdefault(thing.group, []).append(thing)
    rows = "".join(f"[{_amount(group)}], [{literal(name)}], [{_sizes(group)}],\n" for name, group in counted.items())
    seats = sorted(order.counts)
    players = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
    about = literal(f"{players} players, {cards.length}, by {cards.designer}. {_told(order.largest)}")
    how = literal(f"{TURNED[style.backs]}, at 100 % (actual size), on sheets of {size}")
    source = f"""#at(20, 20, box(width: {size.width - 40}mm)[
#text(size: 30pt, weight: "bold")[{literal(cards.title)}]

#text(size: 12pt)[{literal(cards.pitch)}]

{about}

#v(4mm)
#text(size: 14pt, weight: "bold")[What is in it]
#rows((auto, 1fr, auto), false, [*Number*], [*What*], [*Size*],
{rows})
#v(4mm)
#text(size: 14pt, weight: "bold")[How to print it]

{sheets} sides of sheets: {how}. The ruler at the edge of each sheet must measure 50 mm. Cut along the crop marks.
])
"""
    return Sheet(size, source + foot(size, 20, cards.title))


def _told(variant: Variant) -> str:
    changes = ", ".join(f"{name}={value}" for name, value in variant.changes.items())
    return f"Edition {variant.edition}{f', changed: {changes}' if changes else ''}."


def _amount(things: list[Thing]) -> int:
    return sum(thing.copies for thing in things)


def _sizes(things: list[Thing]) -> str:
    return ", ".join(dict.fromkeys(str(thing.size) for thing in things))


def _aids(order: Order, style: Style) -> Iterator[Sheet]:
    """A player aid for everybody, four on a sheet, where the game has a text for it."""
    variant = order.largest
    if not faces.has_piece(variant.game, AID):
        return
    text = faces.piece(variant.game, variant.values, AID, 0.0, {})
    size = Size(style.paper.width / 2 - 10, style.paper.height / 2 - 14)
    body = f"#set text(size: 10.5pt)\n#set list(spacing: 0.65em)\n{typeset(text)}"
    for first in range(0, variant.players, 4):
        lines = []
        for n in range(min(4, variant.players - first)):
            x, y = 10 + n % 2 * size.width, 12 + n // 2 * size.height
            lines.append(f"#frame({x}, {y}, {size.width}, {size.height})\n")
            lines.append(f"#at({x + 5}, {y + 5}, box(width: {size.width - 10}mm)[{body}])\n")
        lines.append(foot(style.paper, 10, f"{order.game.cards.title} · player aids"))
        yield Sheet(style.paper, "".join(lines))


def _rulebook(order: Order, plates: Plates, language: str) -> str:
    text = book_of(order.game, language)
    if not text:
        return ""
    known = [card for card in cards_in(text) if card in order.game.cards.cards]
    shown = {card.id: plates.add(card.front, card.size, 0.0) for card in only(order, known)}
    title = literal(f"{order.game.cards.title}: the rules")
    size = f"{plates.style.paper.width}, {plates.style.paper.height}"
    return f"#book([{title}], {size})[\n{typeset(text, lambda card: shown.get(card, ''))}\n]"
