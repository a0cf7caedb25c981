"""Blocks of styled lines: wrapping, boxes, and putting blocks side by side on a given width."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

Block = list[Text]

COLOURS = {
    "red": "red",
    "green": "green",
    "blue": "bright_blue",
    "yellow": "yellow",
    "orange": "dark_orange",
    "gold": "gold3",
    "tan": "tan",
    "brown": "orange4",
    "teal": "dark_cyan",
    "cyan": "cyan",
    "purple": "medium_purple",
    "pink": "hot_pink",
    "white": "bright_white",
    "black": "bright_black",
    "grey": "bright_black",
    "silver": "grey70",
}
PALETTE = ("cyan", "yellow", "green", "magenta", "bright_blue", "red")


@dataclass(frozen=True)
class Glyphs:
    """The signs that lines are drawn with; `square` and `round` hold corners and edges in reading order."""

    across: str
    down: str
    square: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    card: tuple[str, str, str, str]
    empty: str
    here: str
    hidden: str
    dot: str
    cut: str


UNICODE = Glyphs(
    "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), ("╭", "╮", "╰", "╯"), "·", "▶", "▒", "·", "…"
)
ASCII = Glyphs(
    "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+", "+"), ".", ">", "#", "-", "~"
)


def tone_style(tone: str) -> str:
    """The colour of a tone: the colour it names, or one that the word always gets."""
    if not tone:
        return ""
    return COLOURS.get(tone) or PALETTE[zlib.crc32(tone.encode()) % len(PALETTE)]


def width_of(block: Sequence[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def joined(*parts: Text | str) -> Text:
    """Parts one after another, each in its own style (adding texts would spread the style of the first)."""
    return Text.assemble(*parts)


def padded(line: Text, width: int) -> Text:
    return joined(line, " " * max(0, width - line.cell_len))


def centred(line: Text, width: int) -> Text:
    spare = max(0, width - line.cell_len)
    return padded(joined(" " * (spare // 2), line), width)


def wrapped(text: str, width: int) -> list[str]:
    """Words on lines of at most this width; a longer word is cut."""
    lines: list[str] = []
    for word in (part for whole in text.split() for part in _chunks(whole, width)):
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def in_a_row(parts: Iterable[str]) -> str:
    """Facts after each other: a comma between them, but none after a sentence."""
    return ", ".join(parts).replace("., ", ". ")


def _chunks(word: str, width: int) -> list[str]:
    if cell_len(word) <= width:
        return [word]
    return [word[i : i + width] for i in range(0, len(word), width)]


def flowed(pieces: Sequence[Text], width: int, gap: int = 2) -> Block:
    """Pieces one after another, on as many lines as it takes."""
    lines: Block = []
    for piece in pieces:
        if lines and lines[-1].cell_len + gap + piece.cell_len <= width:
            lines[-1] = joined(lines[-1], " " * gap, piece)
        else:
            lines.append(piece)
    return lines


def beside(left: Block, right: Block, gap: int = 3) -> Block:
    """Two blocks side by side, their tops level."""
    if not right:
        return left
    width = width_of(left) + gap
    height = max(len(left), len(right))
    full = [*left, *[Text()] * (height - len(left))]
    return [joined(padded(line, width), right[i] if i < len(right) else "") for i, line in enumerate(full)]


def indented(block: Block, by: int = 2) -> Block:
    return [joined(" " * by, line) for line in block]
