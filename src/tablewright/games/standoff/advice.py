"""stub"""

from tablewright.engine import Moves, rule
from tablewright.games.standoff.layout import Cards, State


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    return 0


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    return 0


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    return 0
