"""A table of everything with its pictures, for other tables on the screen that read CSV."""

import csv
import io
from pathlib import Path
from typing import Any

from tablewright.engine import replacing
from tablewright.press.images import Progress, back_name, write_images
from tablewright.press.things import Order, Thing

HEAD = ("id", "name", "deck", "copies", "front", "back", "width_mm", "height_mm")


def write_listing(order: Order, things: list[Thing], path: Path, base_url: str | None, progress: Progress) -> Path:
    """A row for each card and piece; the pictures go into a folder beside the file. Returns that folder."""
    folder = path.with_name(f"{path.stem}-images")
    write_images(order.game, things, folder, 0.0, "colour", None, progress)
    base = base_url.rstrip("/") if base_url else folder.name
    fields = [name for name in order.game.cards.card_fields if name not in HEAD]
    cards = order.largest.values.cards
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*HEAD, *fields])
    for thing in things:
        card = cards.get(thing.id, {}) if thing.is_card else {}
        table.writerow([*_row(thing, base), *(_cell(card.get(name, "")) for name in fields)])
    with replacing(path) as made:
        made.write_text(text.getvalue(), "utf-8")
    return folder


def _row(thing: Thing, base: str) -> list[Any]:
    back = f"{base}/{back_name(thing)}.png" if thing.back else ""
    size = (f"{thing.size.width:g}", f"{thing.size.height:g}")
    return [thing.id, thing.title, thing.group, thing.copies, f"{base}/{thing.id}.png", back, *size]


def _cell(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)
