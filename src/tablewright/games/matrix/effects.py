"""What the cards of Matrix do to the board (MTX-6), and what it scores."""

from tablewright.engine import rule

from .state import Cards, State


@rule
def score(s: State, k: Cards, p: int) -> int:
    """MTX-1.4: the sum of the three numbers in front of the seat, on the board as it stands."""
    total = 0
    for i in range(3):
        total += k.numbers[s.board[k.line[p][i]]]
    return total


@rule
def trade(s: State, x: int, y: int) -> None:
    """MTX-6.1, MTX-6.2, MTX-6.7, MTX-6.8: two numbers trade cells."""
    for cell in range(9):
        if s.board[cell] == x:
            s.board[cell] = y
        elif s.board[cell] == y:
            s.board[cell] = x


@rule
def shift(s: State, card: int, line: int) -> None:
    """MTX-6.3, MTX-6.4, MTX-6.5, MTX-6.6: a line moves one cell, its end goes round; MTX-1.5: as the board lies."""
    if card == 2:
        cycle(s, line, line + 3, line + 6)
    elif card == 3:
        cycle(s, line + 6, line + 3, line)
    elif card == 4:
        cycle(s, 3 * line, 3 * line + 1, 3 * line + 2)
    else:
        cycle(s, 3 * line + 2, 3 * line + 1, 3 * line)


@rule
def cycle(s: State, a: int, b: int, c: int) -> None:
    """Cell a gets the number of b, b that of c, c that of a (MTX-4.4: all at once)."""
    held = s.board[a]
    s.board[a] = s.board[b]
    s.board[b] = s.board[c]
    s.board[c] = held


@rule
def rotate(s: State) -> None:
    """MTX-6.9: every ring number moves one ring cell clockwise. One step back is seven steps on (MTX-6.10)."""
    held = s.board[0]
    s.board[0] = s.board[3]
    s.board[3] = s.board[6]
    s.board[6] = s.board[7]
    s.board[7] = s.board[8]
    s.board[8] = s.board[5]
    s.board[5] = s.board[2]
    s.board[2] = s.board[1]
    s.board[1] = held


@rule
def packed(s: State) -> int:
    """The board as one number."""
    number = 0
    for cell in range(9):
        number = number * 16 + s.board[cell]
    return number


@rule
def unpack(s: State, number: int) -> None:
    """The inverse of `packed`."""
    for cell in range(9):
        s.board[cell] = (number >> (4 * (8 - cell))) & 15
