"""Sizes in millimetres: sheets of paper, cards, and how a place on the front of a sheet is seen from its back."""

from dataclasses import dataclass
from typing import Any

from tablewright.engine import CardsError, unknown

POINT = 25.4 / 72
UNPRINTABLE = 5.0  # what most printers leave white at the edges of a sheet
LARGEST = 2000.0


@dataclass(frozen=True)
class Size:
    """Width and height."""

    width: float
    height: float

    def turned(self) -> "Size":
        return Size(self.height, self.width)

    def grown(self, by: float) -> "Size":
        """Larger by so much on every side."""
        return Size(self.width + 2 * by, self.height + 2 * by)

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4), "a3": Size(297, 420)}
CARDS = {
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "tarot": Size(69.85, 120.65),
    "mini": Size(44.45, 63.5),
    "square": Size(63.5, 63.5),
}


def size_of(value: Any, where: str) -> Size:
    """A size as it is written in cards.toml: a name, one number or two."""
    if isinstance(value, str):
        if value not in CARDS:
            raise CardsError(f"{where}: {unknown('size', value, CARDS)}; or [width, height] in mm")
        return CARDS[value]
    numbers = [value, value] if not isinstance(value, list) else value
    fits = len(numbers) == 2 and all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)
    if not fits or not all(1 <= n <= LARGEST for n in numbers):
        raise CardsError(f"{where} is {value!r}; it must be a name such as 'poker', or [width, height] in mm")
    return Size(float(numbers[0]), float(numbers[1]))
