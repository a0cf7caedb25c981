"""Bots' heads."""

from tablewright.engine import Moves, below, rule

from .layout import Cards, State


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    return s.option[below(m, s.n_options)] + 0


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    return s.option[below(m, s.n_options)] + 0


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    return 5000
