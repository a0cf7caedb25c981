"""Sheets in the typesetter's language: grids of things with crop marks and backs, boards in parts, and a ruler."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from tablewright.press.book import literal
from tablewright.press.drawings import Drawing
from tablewright.press.ink import Ink
from tablewright.press.layout import FOOT, OVERLAP, Backs, Grid, Part, Place, Tiling, grid, tiling
from tablewright.press.sizes import UNPRINTABLE, Size
from tablewright.press.things import Thing

GAP, MARK = 1.0, 2.5  # between the bleed and a crop mark, and its length
RULER = 3.0


@dataclass(frozen=True)
class Style:
    """How sheets look: paper, bleed, backs, ink."""

    paper: Size
    bleed: float = 3.0
    backs: Backs = "long"
    ink: Ink = "colour"
    single: bool = False  # a page for every card, as print shops take them
    families: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Sheet:
    """One printed side. `trim` is what remains of it when it is cut, if it is a page of its own."""

    size: Size
    source: str
    trim: float = 0.0
    is_back: bool = False


@dataclass
class Plates:
    """The drawings that are on the sheets, each once, by the name of its file."""

    style: Style
    files: dict[str, str] = field(default_factory=dict)
    names: dict[tuple[int, Size, float], str] = field(default_factory=dict)
    held: list[Drawing] = field(default_factory=list)

    def add(self, drawing: Drawing, size: Size, bleed: float) -> str:
        key = (id(drawing), size, bleed)
        if key not in self.names:
            svg = drawing.on_paper(size, bleed, self.style.ink, self.style.families)
            same = next((name for name, text in self.files.items() if text == svg), None)
            self.names[key] = same or f"art/{len(self.files)}.svg"
            self.files[self.names[key]] = svg
            self.held.append(drawing)  # so that its id stays its own
        return self.names[key]


def sheets_of(things: list[Thing], plates: Plates, title: str) -> Iterator[Sheet]:
    """All sheets; things of one size and kind share them, and a board that is too large gets several."""
    for (size, shape, _), group in groupby(things, key=lambda one: (one.size, one.shape, one.is_card)):
        alike = list(group)
        whole = [thing for thing in alike if thing.is_card or not _too_large(thing, plates.style)]
        if whole:
            yield from _grid_sheets(whole, size, shape, plates, title)
        for thing in alike:
            if thing not in whole:
                yield from _board_sheets(thing, plates, title)


def _too_large(thing: Thing, style: Style) -> bool:
    room = style.paper.grown(-UNPRINTABLE)
    wide, high = thing.size.grown(style.bleed).width, thing.size.grown(style.bleed).height
    return not style.single and not any(wide <= r.width and high <= r.height for r in (room, room.turned()))


def _grid_sheets(things: list[Thing], size: Size, shape: str, plates: Plates, title: str) -> Iterator[Sheet]:
    style = plates.style
    if style.single:
        laid = Grid(size.grown(style.bleed), size, style.bleed, 1, 1)
    else:
        laid = grid(
            style.paper, size, style.bleed, style.backs if _has_backs(things, style) else "none", things[0].title
        )
    copies = [thing for thing in things for _ in range(thing.copies)]
    pages = [copies[n : n + len(laid.places)] for n in range(0, len(copies), len(laid.places))]
    for number, page in enumerate(pages, 1):
        said = f"{title} · {_groups(page)} · sheet {number} of {len(pages)}"
        yield from _both_sides(page, laid, shape, plates, said)


def _has_backs(things: list[Thing], style: Style) -> bool:
    return style.backs != "none" and any(thing.back for thing in things)


def _groups(things: list[Thing]) -> str:
    return ", ".join(dict.fromkeys(thing.group for thing in things))


def _both_sides(things: list[Thing], laid: Grid, shape: str, plates: Plates, said: str) -> Iterator[Sheet]:
    style = plates.style
    fronts = [(thing.front, place) for thing, place in zip(things, laid.places, strict=False)]
    if not _has_backs(things, style):
        yield _sheet(fronts, laid, shape, plates, said)
        return
    turn = "fold" if style.single else style.backs  # a single page is turned like a leaf of a book
    placed = zip(things, laid.places, strict=False)
    backs = [(thing.back, laid.behind(place, turn)) for thing, place in placed if thing.back]
    if laid.folded:
        yield _sheet([*fronts, *backs], laid, shape, plates, f"{said} · fold in the middle, then glue and cut")
        return
    yield _sheet(fronts, laid, shape, plates, f"{said} · front")
    yield _sheet(backs, laid, shape, plates, f"{said} · back, turned over the {turn} edge", is_back=True)


def _sheet(
    drawn: list[tuple[Drawing, Place]], laid: Grid, shape: str, plates: Plates, said: str, is_back: bool = False
) -> Sheet:
    size, bleed = laid.thing, laid.bleed
    lines = [_art(plates.add(drawing, size, bleed), place, size, bleed) for drawing, place in drawn]
    if plates.style.single:
        return Sheet(laid.sheet, "".join(lines), bleed, is_back)
    places = [place for _, place in drawn]
    if shape == "round":
        lines += [f"#ring({place.x:.3f}, {place.y:.3f}, {size.width:.3f})\n" for place in places]
    else:
        lines += _crop_marks(places, laid)
    if laid.folded:
        middle = laid.sheet.width / 2
        lines.append(f"#dashes({middle:.3f}, {UNPRINTABLE}, {middle:.3f}, {laid.sheet.height - UNPRINTABLE:.3f})\n")
    lines.append(_foot(laid.sheet, min(p.x for p in places) - bleed, laid.places[0].y - bleed, said))
    return Sheet(laid.sheet, "".join(lines), is_back=is_back)


def _art(name: str, place: Place, size: Size, bleed: float) -> str:
    grown = size.grown(bleed)
    over = ", over: true" if place.upside_down else ""
    x, y = place.x - bleed, place.y - bleed
    return f'#art("{name}", {x:.3f}, {y:.3f}, {grown.width:.3f}, {grown.height:.3f}{over})\n'


def _crop_marks(places: list[Place], laid: Grid) -> Iterator[str]:
    """In the margins, so that nothing of them is on a card: where to cut across the whole sheet."""
    across = sorted({round(x, 3) for place in places for x in (place.x, place.x + laid.thing.width)})
    down = sorted({round(y, 3) for place in places for y in (place.y, place.y + laid.thing.height)})
    near, far = laid.bleed + GAP, laid.bleed + GAP + MARK
    for x in across:
        for y, way in ((down[0], -1), (down[-1], 1)):
            yield f"#mark({x}, {y + way * near:.3f}, {x}, {y + way * far:.3f})\n"
    for y in down:
        for x, way in ((across[0], -1), (across[-1], 1)):
            yield f"#mark({x + way * near:.3f}, {y}, {x + way * far:.3f}, {y})\n"


def _foot(sheet: Size, left: float, top: float, said: str) -> str:
    """The ruler and a line of text below the things, or beside them where there is more room."""
    if top >= FOOT or top >= left:
        return foot(sheet, max(left, UNPRINTABLE), said)
    return f"#foot-beside({UNPRINTABLE:.3f}, {sheet.height - 2 * UNPRINTABLE:.3f}, [{literal(said)}])\n"


def foot(sheet: Size, left: float, said: str) -> str:
    """The ruler and a line of text at the lower edge."""
    return f"#foot-below({left:.3f}, {sheet.height - UNPRINTABLE - RULER:.3f}, [{literal(said)}])\n"


def _board_sheets(thing: Thing, plates: Plates, title: str) -> Iterator[Sheet]:
    laid = tiling(plates.style.paper, thing.size)
    name = plates.add(thing.front, thing.size, 0.0)
    for _ in range(thing.copies):
        for number, part in enumerate(laid.parts, 1):
            yield _board_sheet(name, laid, part, f"{title} · {thing.title} · part {number} of {len(laid.parts)}")


def _board_sheet(name: str, laid: Tiling, part: Part, said: str) -> Sheet:
    x, y = (laid.sheet.width - part.size.width) / 2, (laid.sheet.height - part.size.height) / 2
    shown = f"{x:.3f}, {y:.3f}, {part.size.width:.3f}, {part.size.height:.3f}, {part.x:.3f}, {part.y:.3f}"
    lines = [f'#part("{name}", {shown}, {laid.board.width:.3f}, {laid.board.height:.3f})\n']
    lines += _crop_marks([Place(x, y)], Grid(laid.sheet, part.size, 0.0, 1, 1))
    if part.column + 1 < laid.columns:
        at = x + part.size.width - OVERLAP
        lines.append(f"#dashes({at:.3f}, {y - GAP:.3f}, {at:.3f}, {y + part.size.height + GAP:.3f})\n")
        said += " · glue the part to the right over the strip behind the dashed line"
    if part.row + 1 < laid.rows:
        at = y + part.size.height - OVERLAP
        lines.append(f"#dashes({x - GAP:.3f}, {at:.3f}, {x + part.size.width + GAP:.3f}, {at:.3f})\n")
        said += " · glue the part below over the strip below the dashed line"
    lines.append(_foot(laid.sheet, x, y, said))
    return Sheet(laid.sheet, "".join(lines))
