"""Things and places of the table as HTML. Pages are mostly made of them, so they are no templates: those take long."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup, escape

from tablewright.engine import Item, Zone
from tablewright.table.words import speaker

COLOURS = frozenset(
    [
        "red",
        "orange",
        "yellow",
        "green",
        "teal",
        "cyan",
        "blue",
        "purple",
        "magenta",
        "pink",
        "brown",
        "tan",
        "black",
        "white",
        "grey",
        "gray",
    ]
)  # that the style sheet knows
HUES = 6  # of all other words


@dataclass(frozen=True)
class Looks:
    """How a thing is to be drawn; what can be done with it now is marked by the page (`marking.js`)."""

    cells: bool  # as a sign on a cell, otherwise as a card
    face: str
    turned: int
    first: bool
    extra: str
    language: str


@lru_cache(1_000)
def safe(text: str) -> str:
    return str(escape(text))


def drawn(item: Item, looks: Looks, under: str) -> Markup:
    slot = f"slot turned{looks.turned}" if looks.turned else "slot"
    below = f'<span class="under">{under}</span>' if under else ""
    button = f'<button type="button" class="{_classes(item, looks)}"{_attributes(item, looks)}>{_inside(item, looks)}'
    return Markup(f'<span class="{slot}">{button}{_marks(item)}</button>{below}</span>')


def _classes(item: Item, looks: Looks) -> str:
    words = {
        "vacant": not item.text.strip() and not item.kind,
        _tone(item.tone): bool(item.tone),
        "facedown": item.hidden,
        "faced": bool(looks.face),
    }
    kind = "cell" if looks.cells else "card"
    return " ".join(["item", kind, *(word for word, holds in words.items() if holds)]) + safe(looks.extra)


@cache
def _tone(tone: str) -> str:
    """The colour that a tone names, or one that the word always gets."""
    hue = "" if tone in COLOURS else f" hue-{zlib.crc32(tone.encode()) % HUES}"
    return f"tone-{safe(tone)}{hue}"


def _attributes(item: Item, looks: Looks) -> str:
    line = " " if looks.cells else "\n"  # cards change in parts, and only changed lines are sent
    values = {
        "data-item": item.id,
        "data-kind": item.kind or None,
        "tabindex": "0" if looks.first else "-1",
        f"{line}aria-label": _label(item, looks),
        f"{line}data-name": item.text,
        "data-detail": item.detail or None,
        "data-lines": "\n".join(item.lines) if item.lines else None,
        "data-face": looks.face or None,
    }
    return "".join(f' {name}="{safe(value)}"' for name, value in values.items() if value is not None)


def _label(item: Item, looks: Looks) -> str:
    """What is read aloud."""
    label = item.text or (speaker(looks.language)("table.face_down") if item.hidden and not item.detail else "")
    if item.detail and item.detail != item.text:
        label += f", {item.detail}" if item.text.strip() else item.detail
    label = label.rstrip(".")  # more may follow, and the page adds whether it can be chosen
    return label + "".join(f", {mark}" for mark in item.marks)


def _inside(item: Item, looks: Looks) -> str:
    if looks.face:
        return f'<img src="{safe(looks.face)}" alt="" draggable="false">'
    lines = "".join(f"<span>{safe(line)}</span>" for line in item.lines) if not looks.cells else ""
    return f'<span class="text">{safe(item.text)}</span>' + (f'<span class="lines">{lines}</span>' if lines else "")


def _marks(item: Item) -> str:
    if not item.marks:
        return ""
    return (
        '<span class="marks">' + "".join(f'<span class="mark">{safe(mark)}</span>' for mark in item.marks) + "</span>"
    )


def place(zone: Zone, kind: str, group: str, inside: str) -> str:
    """A place with what lies there; `kind` are its further classes, `group` its further attributes."""
    title = safe(zone.title)
    note = f" <small>{safe(zone.note)}</small>" if zone.note else ""
    start = f'<section class="zone kind-{zone.kind}{kind}" data-zone="{safe(zone.id)}" aria-label="{title}"{group}>'
    return f"{start}\n<h3>{title}{note}</h3>\n{inside}\n</section>\n"


def items(zone: Zone, labels: Sequence[str], things: Sequence[str]) -> str:
    """What lies in a place, in its rows and columns."""
    labelled = " labelled" if zone.row_labels else ""
    about = f'role="group" aria-label="{safe(zone.title)}" data-columns="{zone.columns}"'
    inside = "\n".join([*labels, *things])
    return f'<div class="items columns-{zone.columns}{labelled}" {about}>\n{inside}\n</div>'
