"""Legal placements of Standoff by definition (STA-6), worked out with sets of (row, column) without the rules."""

from collections.abc import Iterator
from functools import cache

Cell = tuple[int, int]
Placement = frozenset[Cell]
BOARD = frozenset((row, column) for row in range(16) for column in range(16))


def sides(cell: Cell) -> Iterator[Cell]:
    row, column = cell
    yield from ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))


@cache
def connected_sets(n: int) -> tuple[tuple[Cell, ...], ...]:
    """All connected sets of n cells of the board, numbered as in STA-6.9."""
    found: set[Placement] = {frozenset([cell]) for cell in BOARD}
    for _ in range(n - 1):
        found = {
            group | {other} for group in found for cell in group for other in sides(cell) if other in BOARD - group
        }
    return tuple(sorted(tuple(sorted(group)) for group in found))


def legal_placements(n: int, own: set[Cell], taken: set[Cell], fields: set[Cell], reach: int = 2) -> set[Placement]:
    """STA-6.2 to 6.6: connected, on empty cells, touching, outside of the reach of other players' forcefields."""

    def touches(cell: Cell) -> bool:
        return 0 in cell or 15 in cell or any(other in own for other in sides(cell))

    def shielded(cell: Cell) -> bool:
        return any(abs(cell[0] - row) + abs(cell[1] - column) <= reach for row, column in fields)

    free = {cell for cell in BOARD - taken if not shielded(cell)}
    return {
        frozenset(group)
        for group in connected_sets(n)
        if free.issuperset(group) and any(touches(cell) for cell in group)
    }
