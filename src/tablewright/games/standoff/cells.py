"""Cells and cards by name: how they are written in moves and positions, and which item of the table they are."""

import re

from tablewright.engine import At, Card

from .state import ALL, CELL_NAMES, NAMES, SIDE, TABLE

LETTER_FIRST = re.compile(r"([a-z])(\d{1,2})")
ROW_FIRST = re.compile(r"\((\d{1,2}),(\d{1,2})\)")


def cell_name(cell: int) -> str:
    """`g7`: the column as a letter from the left, the row as a number from the top; the rulebook's (6,6)."""
    return CELL_NAMES[cell]


def cell_item(cell: int) -> str:
    return f"cell.{CELL_NAMES[cell]}"


def at_cell(cell: int) -> At:
    return At(cell_item(cell), CELL_NAMES[cell])


def at_cells(cells: list[int]) -> tuple[At, ...]:
    return tuple(at_cell(cell) for cell in sorted(cells))


def cell_of(text: str) -> int | None:
    """The cell called `g7` or `(6,6)`; None if it is off the board or no cell at all."""
    plain = "".join(text.split()).casefold()
    if found := LETTER_FIRST.fullmatch(plain):
        row, column = int(found[2]) - 1, ord(found[1]) - ord("a")
    elif found := ROW_FIRST.fullmatch(plain):
        row, column = int(found[1]), int(found[2])
    else:
        return None
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def looks_like_cell(text: str) -> bool:
    plain = "".join(text.split()).casefold()
    return bool(LETTER_FIRST.fullmatch(plain) or ROW_FIRST.fullmatch(plain))


def kind_of(card: int) -> str:
    """The card's id in cards.toml; Horses of all planters are one card there."""
    return NAMES[card] if card < TABLE else "horse"


def the(card: int) -> Card:
    return Card(kind_of(card))


def cards_in(counts: list[int]) -> list[int]:
    """The distinct cards of a pile of counts."""
    return [card for card in range(ALL) if counts[card]]


def in_words(counts: list[int]) -> list[str]:
    """`3 credit_1`, `poly_1`: the cards of a pile of counts as positions have them, in the order of the table."""
    return [f"{counts[c]} {NAMES[c]}" if counts[c] > 1 else NAMES[c] for c in cards_in(counts)]
