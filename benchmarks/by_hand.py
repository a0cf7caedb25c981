"""Matrix as a designer would write it today: plain Python, lists and `random`, nothing but the winner is counted."""

import random

KINDS = [
    "switch_corners",
    "switch_edges",
    "shift_north",
    "shift_south",
    "shift_west",
    "shift_east",
    "swap_even",
    "swap_odd",
    "rotate_clockwise",
    "rotate_counterclockwise",
]
CORNERS, EDGES, CENTRE = [0, 2, 6, 8], [1, 3, 5, 7], 4
RING = [0, 1, 2, 5, 8, 7, 6, 3]


def new_board() -> list[int]:
    others = list(range(1, 9))
    random.shuffle(others)
    return [*others[:4], 9, *others[4:]]


def plays(card: str, board: list[int]) -> list[tuple[int, ...]]:
    """The arguments with which a card can be played, as cells or lines."""
    if card == "switch_corners":
        return [(a, b) for a in CORNERS for b in CORNERS if a < b]
    if card == "switch_edges":
        return [(a, b) for a in EDGES for b in EDGES if a < b]
    if card.startswith("shift"):
        return [(line,) for line in range(3)]
    if card.startswith("swap"):
        wanted = 0 if card == "swap_even" else 1
        return [(cell,) for cell in range(9) if cell != CENTRE and board[cell] % 2 == wanted]
    return [()]


def play(card: str, where: tuple[int, ...], board: list[int]) -> None:
    if card.startswith("switch"):
        a, b = where
        board[a], board[b] = board[b], board[a]
    elif card.startswith("swap"):
        board[CENTRE], board[where[0]] = board[where[0]], board[CENTRE]
    elif card.startswith("shift"):
        line = where[0]
        upright = card in ("shift_north", "shift_south")
        cells = [line, line + 3, line + 6] if upright else [3 * line, 3 * line + 1, 3 * line + 2]
        if card in ("shift_south", "shift_east"):
            cells.reverse()
        a, b, c = (board[cell] for cell in cells)
        board[cells[0]], board[cells[1]], board[cells[2]] = b, c, a
    else:
        step = 1 if card == "rotate_clockwise" else -1
        before = list(board)
        for i, cell in enumerate(RING):
            board[RING[(i + step) % 8]] = before[cell]


def score(player: int, board: list[int]) -> int:
    return sum(board[:3]) if player == 0 else sum(board[6:])


def random_game() -> float:
    """One game between two random players: the first one's share of the win."""
    board, deck = new_board(), KINDS * 2
    random.shuffle(deck)
    hands = [deck[:10], deck[10:]]
    order = [0, 1]
    for _ in range(10):
        order.sort(key=lambda player: -score(player, board))
        for player in order:
            card, where = random.choice([(c, w) for c in sorted(set(hands[player])) for w in plays(c, board)])
            hands[player].remove(card)
            play(card, where, board)
    north, south = score(0, board), score(1, board)
    return 1.0 if north > south else 0.5 if north == south else 0.0
