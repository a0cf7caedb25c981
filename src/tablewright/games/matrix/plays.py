"""A turn of Matrix: the legal plays (MTX-5) and carrying one out (MTX-4.3)."""

from tablewright.engine import Moves, rule

from .effects import rotate, shift, trade
from .state import BLANK, CENTRE, PAIRS, TO, WHY, Cards, State

# The legal plays


@rule
def list_plays(s: State, k: Cards, m: Moves) -> int:
    """MTX-4.2, MTX-4.6, MTX-5.7: every play of every kind in hand, once, in the canonical order."""
    kinds = 0
    p = s.decider
    for i in range(s.held[p]):
        kinds |= 1 << s.hand[p][i]
    n = 0
    if kinds & 1:
        n = list_pairs(m, n, TO.switch_corners, s.board[0], s.board[2], s.board[6], s.board[8])
    if kinds & 2:
        n = list_pairs(m, n, TO.switch_edges, s.board[1], s.board[3], s.board[5], s.board[7])
    for card in range(2, 6):
        if kinds & (1 << card):
            first = TO.shift_north + 3 * (card - 2)
            for line in range(3):
                m.a[n] = first + line
                n += 1
    if kinds & 64:
        n = list_swaps(s, k, m, n, TO.swap_even, 0)
    if kinds & 128:
        n = list_swaps(s, k, m, n, TO.swap_odd, 1)
    for card in range(8, 10):
        if kinds & (1 << card):
            m.a[n] = TO.rotate_clockwise + card - 8
            n += 1
    m.n = n
    return n


@rule
def list_pairs(m: Moves, n: int, start: int, a: int, b: int, c: int, d: int) -> int:
    """MTX-5.2, MTX-5.3: the six pairs of four numbers, ascending."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    m.a[n] = start + pair(a, b)
    m.a[n + 1] = start + pair(a, c)
    m.a[n + 2] = start + pair(a, d)
    m.a[n + 3] = start + pair(b, c)
    m.a[n + 4] = start + pair(b, d)
    m.a[n + 5] = start + pair(c, d)
    return n + 6


@rule
def pair(low: int, high: int) -> int:
    """The number of a pair of ranks among the 36, ascending by first, then second."""
    return low * (17 - low) // 2 + high - low - 1


@rule
def first_of_pair(number: int) -> int:
    """The lower rank of a pair, from the pair's number."""
    low = 0
    while low < 7 and pair(low + 1, low + 2) <= number:
        low += 1
    return low


@rule
def second_of_pair(number: int) -> int:
    low = first_of_pair(number)
    return number - pair(low, low + 1) + low + 1


@rule
def list_swaps(s: State, k: Cards, m: Moves, n: int, start: int, parity: int) -> int:
    """MTX-5.5: each number of the parity that is not in the centre; MTX-10.1: the blank play where there is none."""
    before = n
    for rank in range(9):
        if k.numbers[rank] % 2 == parity and s.board[CENTRE] != rank:
            m.a[n] = start + rank
            n += 1
    if n == before:
        m.a[n] = start + BLANK
        n += 1
    return n


# What is against a play, 0 if nothing


@rule
def refuse_play(s: State, k: Cards, p: int, a: int) -> int:
    """MTX-4.2; for the numbers of a switch MTX-5.2, MTX-5.3, for that of a swap MTX-5.5; any line can be shifted."""
    card = card_of(a)
    if place_in_hand(s, p, card) < 0:
        return WHY.not_in_hand
    if card < 2:
        x = first_of_pair(a - card * PAIRS)
        y = second_of_pair(a - card * PAIRS)
        return WHY.none if lies_right(s, card, x) and lies_right(s, card, y) else WHY.wrong_cell
    if card < 6 or card >= 8:
        return WHY.none
    return refuse_swap(s, k, card - 6, (a - TO.swap_even) % 10)


@rule
def lies_right(s: State, card: int, rank: int) -> bool:
    """Whether a number is in a corner, for Switch Corners, or on an edge."""
    cell = 0
    while s.board[cell] != rank:
        cell += 1
    return cell != CENTRE and cell % 2 == card


@rule
def refuse_swap(s: State, k: Cards, parity: int, rank: int) -> int:
    if rank != BLANK:
        if k.numbers[rank] % 2 != parity:
            return WHY.wrong_parity
        return WHY.already_centre if s.board[CENTRE] == rank else WHY.none
    for other in range(9):  # MTX-10.1
        if k.numbers[other] % 2 == parity and s.board[CENTRE] != other:
            return WHY.needs_number
    return WHY.none


# Carrying out a play


@rule
def card_of(a: int) -> int:
    if a < TO.shift_north:
        return a // PAIRS
    if a < TO.swap_even:
        return 2 + (a - TO.shift_north) // 3
    if a < TO.rotate_clockwise:
        return 6 + (a - TO.swap_even) // 10
    return 8 + a - TO.rotate_clockwise


@rule
def play(s: State, k: Cards, p: int, card: int, a: int) -> None:
    """MTX-6: the effect of the card; the history gets the canonical arguments of MTX-5.6."""
    if card < 2:
        x = first_of_pair(a - card * PAIRS)
        y = second_of_pair(a - card * PAIRS)
        write_history(s, p, card, x, y)
        trade(s, x, y)
    elif card < 6:
        line = (a - TO.shift_north) % 3
        write_history(s, p, card, s.board[4 * line], -1)
        shift(s, card, line)
    elif card < 8:
        x = (a - TO.swap_even) % 10
        if x == BLANK:
            write_history(s, p, card, -1, -1)
        else:
            write_history(s, p, card, x, -1)
            trade(s, x, s.board[CENTRE])
    else:
        write_history(s, p, card, -1, -1)
        for _ in range(k.rotate_steps if card == 8 else 8 - k.rotate_steps):
            rotate(s)


@rule
def place_in_hand(s: State, p: int, card: int) -> int:
    """MTX-2.4: of two copies the one nearer the front."""
    for i in range(s.held[p]):
        if s.hand[p][i] == card:
            return i
    return -1


@rule
def discard(s: State, p: int, card: int) -> None:
    """MTX-2.4, MTX-4.5: the card leaves the hand, the gap closes."""
    last = s.held[p] - 1
    for i in range(place_in_hand(s, p, card), last):
        s.hand[p][i] = s.hand[p][i + 1]
    s.hand[p][last] = 0
    s.held[p] = last


@rule
def write_history(s: State, p: int, card: int, x: int, y: int) -> None:
    s.history[s.plays][0] = p
    s.history[s.plays][1] = card
    s.history[s.plays][2] = x
    s.history[s.plays][3] = y
