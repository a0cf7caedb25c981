"""What a simple bot thinks of a position: how far its line is ahead, and which card to play."""

from tablewright.engine import Moves, below, rule

from .effects import packed, score, unpack
from .plays import card_of, list_plays, play
from .state import Cards, State


@rule
def measure(s: State, k: Cards, p: int) -> int:
    """How good a position is for a seat: its score less the best of the others."""
    best = -1000000
    for other in range(k.players):
        if other != p:
            best = max(best, score(s, k, other))
    return score(s, k, p) - best


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """A card that can be played in the fewest ways, so as to have a choice in the end, where it is best at once."""
    list_plays(s, k, m)
    n = int(m.n)
    fewest = n + 1
    chosen = 0
    ties = 0
    start = 0
    for i in range(n):
        if i + 1 == n or card_of(m.a[i + 1]) != card_of(m.a[i]):  # the plays of a card follow each other
            ways = i + 1 - start
            if ways < fewest:
                fewest = ways
                ties = 0
            if ways == fewest:
                ties += 1
                if below(m, ties) == 0:
                    chosen = start
            start = i + 1
    return best_at_once(s, k, m, chosen, fewest)


@rule
def best_at_once(s: State, k: Cards, m: Moves, start: int, count: int) -> int:
    """Of some listed plays in a row the one that leads to the best measure; ties at random."""
    best = -1000000
    chosen = start
    ties = 0
    for i in range(start, start + count):
        value = measure_after(s, k, m.a[i])
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if below(m, ties) == 0:
                chosen = i
    return m.a[chosen]


@rule
def measure_after(s: State, k: Cards, a: int) -> int:
    """The measure of a play for the one who makes it; the play is taken back."""
    board = packed(s)
    p = int(s.decider)
    play(s, k, p, card_of(a), a)
    value = measure(s, k, p)
    unpack(s, board)
    for i in range(4):
        s.history[s.plays][i] = 0
    return value
