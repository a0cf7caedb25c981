"""Matrix once more, as slowly and plainly as possible: straight from the rulebook, sharing nothing with the game."""

CORNERS, EDGES, CENTRE, RING = (0, 2, 6, 8), (1, 3, 5, 7), 4, (0, 1, 2, 5, 8, 7, 6, 3)
CELLS = {"N": (0, 1, 2), "S": (6, 7, 8), "W": (0, 3, 6), "E": (2, 5, 8)}
CARDS = (
    *("switch_corners", "switch_edges", "shift_north", "shift_south", "shift_west", "shift_east"),
    *("swap_even", "swap_odd", "rotate_clockwise", "rotate_counterclockwise"),
)
Board = tuple[int, ...]
Play = tuple[str, tuple[int, ...]]


def score(board: Board, seat: str) -> int:
    return sum(board[cell] for cell in CELLS[seat])


def order(board: Board, previous: list[str]) -> list[str]:
    """MTX-3.6: a stable sort by descending score."""
    return sorted(previous, key=lambda seat: -score(board, seat))


def pairs(board: Board, cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    numbers = sorted(board[cell] for cell in cells)
    return [(x, y) for x in numbers for y in numbers if x < y]


def arguments(board: Board, card: str) -> list[tuple[int, ...]]:
    """MTX-5: every canonical list of arguments, in the order of MTX-5.7."""
    if card == "switch_corners":
        return pairs(board, CORNERS)
    if card == "switch_edges":
        return pairs(board, EDGES)
    if card.startswith("shift"):
        return [(board[0],), (board[4],), (board[8],)]
    if card.startswith("rotate"):
        return [()]
    parity = 0 if card == "swap_even" else 1
    found: list[tuple[int, ...]] = [(x,) for x in sorted(board) if x % 2 == parity and board[CENTRE] != x]
    return found or [()]


def plays(board: Board, hand: list[str]) -> list[Play]:
    return [(card, args) for card in CARDS if card in hand for args in arguments(board, card)]


def after(board: Board, card: str, args: tuple[int, ...], steps: int = 1) -> Board:
    """MTX-6, written as its formulas: n is the board after, b the board before."""
    b, n = board, list(board)
    if card.startswith("switch") or (card.startswith("swap") and args):
        x, y = args if card.startswith("switch") else (args[0], b[CENTRE])
        n[b.index(x)], n[b.index(y)] = y, x
    elif card in ("shift_north", "shift_south"):
        c = b.index(args[0]) % 3
        column = (b[c + 3], b[c + 6], b[c]) if card == "shift_north" else (b[c + 6], b[c], b[c + 3])
        n[c], n[c + 3], n[c + 6] = column
    elif card in ("shift_west", "shift_east"):
        r = b.index(args[0]) // 3 * 3
        row = (b[r + 1], b[r + 2], b[r]) if card == "shift_west" else (b[r + 2], b[r], b[r + 1])
        n[r], n[r + 1], n[r + 2] = row
    elif card.startswith("rotate"):
        ahead = steps if card == "rotate_clockwise" else -steps
        for i, cell in enumerate(RING):
            n[RING[(i + ahead) % 8]] = b[cell]
    return tuple(n)


def spelt(play: Play) -> str:
    return f"{play[0]}({', '.join(map(str, play[1]))})"
