"""Where things lie on a sheet: as many as fit, their backs behind them, and boards over several sheets. All in mm."""

from dataclasses import dataclass
from math import ceil
from typing import Literal

from tablewright.engine import CardsError
from tablewright.press.sizes import UNPRINTABLE, Size

Backs = Literal["long", "short", "fold", "none"]
OVERLAP = 10.0  # of the parts of a board that are glued together
FOOT = 9.0  # the least margin in which the ruler and a line of text have room
ROOM = 1e-6  # sums of decimal fractions do not hit the edge exactly


@dataclass(frozen=True)
class Place:
    """The upper left corner of a thing as it is cut, and whether it stands on its head."""

    x: float
    y: float
    upside_down: bool = False


@dataclass(frozen=True)
class Grid:
    """Things of one size in rows and columns, in the middle of a sheet, or of its left half."""

    sheet: Size
    thing: Size
    bleed: float
    columns: int
    rows: int
    folded: bool = False

    @property
    def places(self) -> list[Place]:
        """Row by row; on a folded sheet only the fronts, to the left of the fold."""
        cell = self.thing.grown(self.bleed)
        width = self.sheet.width / 2 if self.folded else self.sheet.width
        left = (width - self.columns * cell.width) / 2 + self.bleed
        top = (self.sheet.height - self.rows * cell.height) / 2 + self.bleed
        return [
            Place(left + column * cell.width, top + row * cell.height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def behind(self, front: Place, backs: Backs) -> Place:
        """Where the back of a thing is printed. Turned over a horizontal edge, the sheet shows backs upside down."""
        landscape = self.sheet.width > self.sheet.height
        if backs != "fold" and (backs == "long") == landscape:
            return Place(front.x, self.sheet.height - front.y - self.thing.height, True)
        return Place(self.sheet.width - front.x - self.thing.width, front.y)


def grid(paper: Size, thing: Size, bleed: float, backs: Backs, what: str) -> Grid:
    """The way to lay out a sheet that holds the most; upright where that is the same."""
    folded = backs == "fold"
    tried = [_grid(sheet, thing, bleed, folded) for sheet in (paper, paper.turned())]
    best = max(tried, key=lambda made: made.columns * made.rows)
    if best.columns * best.rows == 0:
        half = " folded" if folded else ""
        raise CardsError(f"{what} of {thing} with {bleed:g} mm of bleed does not fit on a{half} sheet of {paper}")
    return best


def _grid(sheet: Size, thing: Size, bleed: float, folded: bool) -> Grid:
    width = sheet.width / 2 - UNPRINTABLE if folded else sheet.width - 2 * UNPRINTABLE
    cell = thing.grown(bleed)
    columns, rows = (width + ROOM) // cell.width, (sheet.height - 2 * UNPRINTABLE + ROOM) // cell.height
    if rows > 1 and width - columns * cell.width < 2 * (FOOT - UNPRINTABLE):
        rows = (sheet.height - 2 * FOOT + ROOM) // cell.height
    return Grid(sheet, thing, bleed, int(columns), int(rows), folded)


@dataclass(frozen=True)
class Part:
    """A part of a board on one sheet: which, and what of the board it shows."""

    column: int
    row: int
    x: float
    y: float
    size: Size


@dataclass(frozen=True)
class Tiling:
    """A board over several sheets; each part but the first ones begins with what the one before it ends with."""

    sheet: Size
    board: Size
    columns: int
    rows: int

    @property
    def parts(self) -> list[Part]:
        width = _part(self.board.width, self.columns)
        height = _part(self.board.height, self.rows)
        return [
            Part(column, row, column * (width - OVERLAP), row * (height - OVERLAP), Size(width, height))
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def tiling(paper: Size, board: Size) -> Tiling:
    """The fewest sheets for a board; upright where that is the same."""
    tried = [_tiling(sheet, board) for sheet in (paper, paper.turned())]
    return min(tried, key=lambda made: made.columns * made.rows)


def _tiling(sheet: Size, board: Size) -> Tiling:
    columns = _needed(board.width, sheet.width - 2 * UNPRINTABLE)
    return Tiling(sheet, board, columns, _needed(board.height, sheet.height - 2 * FOOT))


def _needed(length: float, room: float) -> int:
    """So many parts, each but one shorter by what overlaps."""
    return max(1, ceil((length - OVERLAP - ROOM) / (room - OVERLAP)))


def _part(length: float, count: int) -> float:
    return (length + (count - 1) * OVERLAP) / count
