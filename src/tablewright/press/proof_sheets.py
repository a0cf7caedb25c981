"""The proof on paper: every side once with its id, the edge and the safe area drawn in, and the complaints."""

from collections.abc import Iterator

from tablewright.press.book import literal
from tablewright.press.images import named_sides
from tablewright.press.layout import grid
from tablewright.press.pdf import compiled
from tablewright.press.proof import SAFE, Complaint
from tablewright.press.sheets import Plates, Sheet, Style
from tablewright.press.sizes import UNPRINTABLE, Size
from tablewright.press.things import Order, Thing

LABEL = 6.0  # mm below a card for its id
Side = tuple[str, Thing, str]


def proof_pdf(order: Order, things: list[Thing], style: Style, found: list[Complaint]) -> bytes:
    plates = Plates(style)
    sheets = list(_sheets(things, plates, order.game.cards.title))
    return compiled(order, sheets, plates.files, _list(order, found, style))


def _sheets(things: list[Thing], plates: Plates, title: str) -> Iterator[Sheet]:
    """Sides of one size share sheets; what is larger than a sheet is shown smaller."""
    sides: dict[tuple[Size, float], list[Side]] = {}
    for name, thing, drawing in named_sides(things):
        shown = _shown(thing.size, plates.style)
        bleed = plates.style.bleed if shown == thing.size else 0.0
        art = plates.add(drawing, thing.size, bleed)
        sides.setdefault((shown, bleed), []).append((name, thing, art))
    for (size, bleed), group in sides.items():
        laid = grid(plates.style.paper, Size(size.width, size.height + LABEL), bleed, "none", title)
        for start in range(0, len(group), len(laid.places)):
            lines: list[str] = []
            for (name, thing, art), place in zip(group[start:], laid.places, strict=False):
                scaled = "" if size == thing.size else f", at {size.width / thing.size.width:.0%}"
                lines += _proofed(f"{name}{scaled}", art, place.x, place.y, size, bleed)
            foot = (
                f"#foot-below({UNPRINTABLE}, {laid.sheet.height - 2 * UNPRINTABLE + 1}, [{literal(title)} · proof])\n"
            )
            yield Sheet(laid.sheet, "".join(lines) + foot)


def _shown(size: Size, style: Style) -> Size:
    room = style.paper.grown(-2 * UNPRINTABLE)
    scale = min(1.0, room.width / size.width, (room.height - LABEL) / size.height)
    return size if scale == 1.0 else Size(size.width * scale, size.height * scale)


def _proofed(name: str, art: str, x: float, y: float, size: Size, bleed: float) -> Iterator[str]:
    grown = size.grown(bleed)
    yield f'#art("{art}", {x - bleed:.3f}, {y - bleed:.3f}, {grown.width:.3f}, {grown.height:.3f})\n'
    yield f"#frame({x:.3f}, {y:.3f}, {size.width:.3f}, {size.height:.3f})\n"
    if min(size.width, size.height) > 4 * SAFE:
        inner = size.grown(-SAFE)
        yield f"#frame({x + SAFE:.3f}, {y + SAFE:.3f}, {inner.width:.3f}, {inner.height:.3f})\n"
    yield f"#note({x:.3f}, {y + size.height + bleed + 1:.3f}, [{literal(name)}], size: 8pt)\n"


def _list(order: Order, found: list[Complaint], style: Style) -> str:
    said = "".join(f"- {literal(str(complaint))}\n" for complaint in found) or "Nothing."
    title = literal(f"{order.game.cards.title}: proof")
    size = f"{style.paper.width}, {style.paper.height}"
    return f"#book([{title}], {size})[\n#heading(level: 1)[What a printer would complain about]\n{said}\n]"
