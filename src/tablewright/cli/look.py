"""What a card or a place on the table is, in words."""

from collections.abc import Iterator

from rich.text import Text

from tablewright.engine import IllegalMove, Item, Variant, View
from tablewright.terminal.canvas import Block, tone_style, wrapped


def described(variant: Variant, view: View, wanted: str, width: int) -> Block:
    """The items of the table whose text, kind or description has the wanted words."""
    found: dict[str, Item] = {}
    for item in _items(view):
        if wanted.casefold() in f"{item.text} {item.kind} {item.detail}".casefold():
            found.setdefault(f"{item.text}{item.detail}{item.lines}", item)
    if not wanted or not found:
        what = f"nothing on the table is called {wanted!r}" if wanted else "look needs the name of a card or a place"
        raise IllegalMove(f"{what}; there is {', '.join(_names(view))}")
    return [line for item in found.values() for line in _lines(variant, item, width)]


def _lines(variant: Variant, item: Item, width: int) -> Block:
    facts = [item.detail, *item.lines, *(f"with {under.text}" for under in item.under)]
    if item.detail in ("", item.kind):
        facts.append(str(variant.values.cards.get(item.kind, {}).get("text", "")))
    parts = [part for fact in facts for part in fact.split("; ")]
    words = "; ".join(dict.fromkeys(part for part in parts if part and part != item.text))
    head = item.text or "empty"
    named = f"{head}: {words}" if not words.startswith(head) else words  # a description may begin with the name
    lines = wrapped(named if words else head, width - 4)
    first = Text.assemble("  ", (lines[0][: len(head)], f"bold {tone_style(item.tone)}".strip()), lines[0][len(head) :])
    return [first, *(Text(f"    {line}") for line in lines[1:])]


def _items(view: View) -> Iterator[Item]:
    for zone in view.table.zones:
        for item in zone.items:
            yield item
            yield from item.under


def _names(view: View) -> list[str]:
    names = list(dict.fromkeys(item.text for item in _items(view) if item.text and not item.hidden))
    return [*names[:8], "..."] if len(names) > 8 else names
