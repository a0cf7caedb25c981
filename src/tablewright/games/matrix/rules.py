"""Matrix: nine numbers on a 3x3 board; every card rearranges them; your score is the line in front of you.

Two players (N, S) hold ten cards each and play one card a round; the higher score moves first (MTX-3). After the last
card the higher score wins (MTX-8). With three or four players W and E score the columns (MTX-9).
Numbers are kept as ranks 0 to 8 (`k.numbers` gives the number itself), so any nine integers can be on the board.
"""

from tablewright.engine import WHOLE_WIN, Moves, below, rule, seed_chance, shuffle
from tablewright.games.matrix.components import (
    BLANK,
    BLOCKS,
    CENTRE,
    CLOCKWISE,
    CORNERS,
    EDGES,
    EVEN,
    FIXED,
    FORFEIT,
    LEAD_CHANGES,
    LOW_FIRST,
    MOST_HAND,
    NORTH,
    ODD,
    PAIRS,
    PROBES,
    TIE_REVERSE,
    TIE_SEAT,
    Cards,
    State,
    bound,
    constants,
)
from tablewright.games.matrix.effects import rotate, shift, trade

__all__ = [
    "BLOCKS",
    "PROBES",
    "Cards",
    "State",
    "apply",
    "bound",
    "card",
    "constants",
    "determinize",
    "legal",
    "measure",
    "over",
    "penalties",
    "result",
    "score",
    "setup",
    "turns",
    "who",
]


# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    lay_board(s, k)
    deal(s, k)
    s.round = 1
    for p in range(k.players):
        s.order[p] = p  # MTX-3.4: before round 1 the order is the seat order
    start_round(s, k)
    return 0


@rule
def lay_board(s: State, k: Cards) -> int:
    """MTX-2.1, 10.2: the numbers at random, one of them in the centre."""
    for cell in range(9):
        s.board[cell] = cell
    shuffle(s, s.board, 9)
    if k.centre >= 0:
        for cell in range(9):
            if s.board[cell] == k.centre:
                s.board[cell] = s.board[CENTRE]
        s.board[CENTRE] = k.centre
    return 0


@rule
def deal(s: State, k: Cards) -> int:
    """MTX-2.2, 2.3, 2.5: shuffle the deck, deal the hands in seat order, set the rest aside."""
    n = 0
    for card in range(10):
        for _ in range(k.copies[card]):
            s.aside[n] = card
            n += 1
    shuffle(s, s.aside, n)
    dealt = 0
    for p in range(k.players):
        for i in range(k.hand_size):
            s.hand[p][i] = s.aside[dealt]
            dealt += 1
        s.held[p] = k.hand_size
    s.asides = n - dealt
    for i in range(n):
        s.aside[i] = s.aside[dealt + i] if dealt + i < n else 0
    return 0


# Rounds and turn order


@rule
def score(s: State, k: Cards, p: int) -> int:
    """MTX-1.4: the sum of the three numbers in front of the seat, on the board as it stands."""
    total = 0
    for i in range(3):
        total += k.numbers[s.board[k.line[p][i]]]
    return total


@rule
def start_round(s: State, k: Cards) -> int:
    """MTX-3.6: a stable sort of the previous order by score; MTX-10.4 and 10.5 are its variants."""
    s.at = 0
    if k.order_rule == FIXED or k.tie_break == TIE_SEAT:
        for p in range(k.players):
            s.order[p] = p
    elif k.tie_break == TIE_REVERSE and s.round > 1:
        for i in range(k.players // 2):
            other = k.players - 1 - i
            held = s.order[i]
            s.order[i] = s.order[other]
            s.order[other] = held
    if k.order_rule != FIXED:
        sort_by_score(s, k)
    return 0


@rule
def sort_by_score(s: State, k: Cards) -> int:
    sign = -1 if k.order_rule == LOW_FIRST else 1
    for i in range(1, k.players):
        p = s.order[i]
        mine = sign * score(s, k, p)
        j = i
        while j > 0 and sign * score(s, k, s.order[j - 1]) < mine:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
    return 0


@rule
def who(s: State, k: Cards) -> int:
    return s.order[s.at]


@rule
def turns(s: State, k: Cards) -> int:
    return s.plays


# A turn: the legal plays


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    """MTX-4.2, 4.6, 5.7: every play of every kind in hand, once, in the canonical order."""
    kinds = 0
    p = s.order[s.at]
    for i in range(s.held[p]):
        kinds |= 1 << s.hand[p][i]
    n = 0
    if kinds & 1:
        n = list_pairs(m, n, CORNERS, s.board[0], s.board[2], s.board[6], s.board[8])
    if kinds & 2:
        n = list_pairs(m, n, EDGES, s.board[1], s.board[3], s.board[5], s.board[7])
    for card in range(2, 6):
        if kinds & (1 << card):
            first = NORTH + 3 * (card - 2)
            for line in range(3):
                m.a[n] = first + line
                n += 1
    if kinds & 64:
        n = list_swaps(s, k, m, n, EVEN, 0)
    if kinds & 128:
        n = list_swaps(s, k, m, n, ODD, 1)
    for card in range(8, 10):
        if kinds & (1 << card):
            m.a[n] = CLOCKWISE + card - 8
            n += 1
    m.n = n
    return n


@rule
def list_pairs(m: Moves, n: int, start: int, a: int, b: int, c: int, d: int) -> int:
    """MTX-5.2, 5.3: the six pairs of four numbers, ascending."""
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


@rule
def penalties(s: State, k: Cards, m: Moves) -> int:
    """MTX-7.3: what the referee may impose under the forfeit policy."""
    n = 0
    if k.forfeit:
        m.a[0] = FORFEIT
        n = 1
        for card in range(10):
            if place_in_hand(s, s.order[s.at], card) >= 0:
                m.a[n] = FORFEIT + 1 + card
                n += 1
    m.n = n
    return n


# A turn: carrying out a play


@rule
def apply(s: State, k: Cards, a: int) -> int:
    """MTX-4.3: the card leaves the hand, the board changes, the play enters the history, the turn ends."""
    p = s.order[s.at]
    if a >= FORFEIT:
        card = s.hand[p][0] if a == FORFEIT else a - FORFEIT - 1  # MTX-7.4, 7.5
        write_history(s, p, card, -2, -1)
    else:
        card = card_of(a)
        play(s, k, p, card, a)
    discard(s, p, card)
    s.probe[card * MOST_HAND + s.round - 1] += 1
    count_lead(s, k)
    end_turn(s, k)
    return 0


@rule
def card_of(a: int) -> int:
    if a < NORTH:
        return a // PAIRS
    if a < EVEN:
        return 2 + (a - NORTH) // 3
    if a < CLOCKWISE:
        return 6 + (a - EVEN) // 10
    return 8 + a - CLOCKWISE


@rule
def play(s: State, k: Cards, p: int, card: int, a: int) -> int:
    """MTX-6: the effect of the card; the history gets the canonical arguments of MTX-5.6."""
    if card < 2:
        x = first_of_pair(a - card * PAIRS)
        y = a - card * PAIRS - pair(x, x + 1) + x + 1
        write_history(s, p, card, x, y)
        trade(s, x, y)
    elif card < 6:
        line = (a - NORTH) % 3
        write_history(s, p, card, s.board[4 * line], -1)
        shift(s, card, line)
    elif card < 8:
        x = (a - EVEN) % 10
        if x == BLANK:
            write_history(s, p, card, -1, -1)
        else:
            write_history(s, p, card, x, -1)
            trade(s, x, s.board[CENTRE])
    else:
        write_history(s, p, card, -1, -1)
        for _ in range(k.rotate_steps if card == 8 else 8 - k.rotate_steps):
            rotate(s)
    return 0


@rule
def place_in_hand(s: State, p: int, card: int) -> int:
    """MTX-2.4: of two copies the one nearer the front."""
    for i in range(s.held[p]):
        if s.hand[p][i] == card:
            return i
    return -1


@rule
def discard(s: State, p: int, card: int) -> int:
    """MTX-2.4, 4.5: the card leaves the hand, the gap closes."""
    last = s.held[p] - 1
    for i in range(place_in_hand(s, p, card), last):
        s.hand[p][i] = s.hand[p][i + 1]
    s.hand[p][last] = 0
    s.held[p] = last
    return 0


@rule
def write_history(s: State, p: int, card: int, x: int, y: int) -> int:
    s.history[s.plays][0] = p
    s.history[s.plays][1] = card
    s.history[s.plays][2] = x
    s.history[s.plays][3] = y
    return 0


@rule
def count_lead(s: State, k: Cards) -> int:
    """For the lab: how often another seat leads alone."""
    best = 0
    alone = True
    for p in range(1, k.players):
        difference = score(s, k, p) - score(s, k, best)
        if difference > 0:
            best = p
            alone = True
        elif difference == 0:
            alone = False
    if alone:
        if s.leader > 0 and s.leader != best + 1:
            s.probe[LEAD_CHANGES] += 1
        s.leader = best + 1
    return 0


@rule
def end_turn(s: State, k: Cards) -> int:
    """MTX-3.2, 3.3: the next in this round's order; after the last one a new round."""
    s.plays += 1
    s.at += 1
    if s.at == k.players:
        s.round += 1
        if s.round <= k.rounds:
            start_round(s, k)
    return 0


# Hidden information


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """MTX-H.2 to H.4: the cards that the seat cannot see are shuffled among the places where they may be."""
    n = s.asides
    for p in range(k.players):
        if p != seat:
            n += s.held[p]
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = unseen(s, k, seat, i, -1)
        unseen(s, k, seat, i, unseen(s, k, seat, j, held))
    return 0


@rule
def unseen(s: State, k: Cards, seat: int, i: int, put: int) -> int:
    """The i-th card that the seat cannot see: other hands in seat order, then what is set aside; `put` replaces it."""
    for p in range(k.players):
        if p != seat:
            if i < s.held[p]:
                card = int(s.hand[p][i])
                if put >= 0:
                    s.hand[p][i] = put
                return card
            i -= s.held[p]
    card = int(s.aside[i])
    if put >= 0:
        s.aside[i] = put
    return card


# The end


@rule
def over(s: State, k: Cards) -> int:
    """MTX-8.1: after the last turn of the last round, never earlier."""
    return 1 if s.round > k.rounds else 0


@rule
def result(s: State, k: Cards, p: int) -> int:
    """MTX-8.3, 8.4, 9.4: the players on the highest score share the win; MTX-10.7: or the earliest of them takes it."""
    best = score(s, k, p)
    tied = 1
    for other in range(k.players):
        if other != p:
            theirs = score(s, k, other)
            if theirs > best:
                return 0
            if theirs == best:
                tied += 1
    if not k.final_tie_by_order:
        return WHOLE_WIN // tied
    for i in range(k.players):
        if score(s, k, s.order[i]) == best:
            return WHOLE_WIN if s.order[i] == p else 0
    return 0


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card a play uses."""
    return card_of(a) if a < FORFEIT else -1


@rule
def measure(s: State, k: Cards, p: int) -> int:
    """How good a position is for a seat: its score less the best of the others."""
    best = -1000000
    for other in range(k.players):
        if other != p:
            best = max(best, score(s, k, other))
    return score(s, k, p) - best
