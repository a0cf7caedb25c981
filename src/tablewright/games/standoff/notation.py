"""Cells and cards by name: how they are written in moves and positions, and which item of the table they are."""

import re

from tablewright.engine import At, Card

from .state import ALL, CELL_NAMES, IS, NAMES, SIDE, TABLE, TYPE

CELL = re.compile(r"([a-z])(\d{1,2})|\((\d{1,2}),(\d{1,2})\)")  # `g7`: column and row; the rulebook's (6,6)


def cell_item(cell: int) -> str:
    return f"cell.{CELL_NAMES[cell]}"


def at_cell(cell: int) -> At:
    return At(cell_item(cell), CELL_NAMES[cell])


def at_cells(cells: list[int]) -> tuple[At, ...]:
    return tuple(at_cell(cell) for cell in sorted(cells))


def cell_of(text: str) -> int | None:
    """The cell called `g7` or `(6,6)`; None if it is off the board or no cell at all."""
    found = CELL.fullmatch("".join(text.split()).casefold())
    if not found:
        return None
    letter, number, row, column = found.groups()
    r, c = (int(number) - 1, ord(letter) - ord("a")) if letter else (int(row), int(column))
    return SIDE * r + c if 0 <= r < SIDE and 0 <= c < SIDE else None


def looks_like_cell(text: str) -> bool:
    return CELL.fullmatch(text.casefold()) is not None


def kind_of(card: int) -> str:
    """The card's id in cards.toml; Horses of all planters are one card there."""
    return NAMES[card] if card < TABLE else "horse"


def type_of(card: int) -> str:
    return IS._fields[TYPE[card]]


def the(card: int) -> Card:
    return Card(kind_of(card))


def cards_in(counts: list[int]) -> list[int]:
    """The distinct cards of a pile of counts."""
    return [card for card in range(ALL) if counts[card]]


def hand_items(hand: list[int], card: int) -> tuple[str, ...]:
    """Every copy lies on the table as an item of its own."""
    return tuple(f"hand.{NAMES[card]}.{i}" for i in range(hand[card]))
