"""Counting games as fast as they are played: mean, spread and extremes of all columns, in one rule."""

from functools import cache
from typing import Any

import numpy as np

from tablewright.engine import WHOLE_WIN, ArrayOf, Compiler, Entry, numba, rule
from tablewright.lab.statistics import Array

MEAN, SQUARES, LEAST, MOST = range(4)


@rule
def tally(turns: Any, decisions: Any, scores: Any, probes: Any, shares: Any, counted: Any) -> int:
    """Count the columns in this order; games that did not end are left out. Returns how many ended."""
    ended = 0
    for row in range(len(decisions)):
        if decisions[row][0] >= 0:
            ended += 1
    if ended:
        at = count(turns, decisions, ended, 1.0, counted, 0)
        at = count(decisions, decisions, ended, 1.0, counted, at)
        at = count(scores, decisions, ended, 1.0, counted, at)
        at = count(probes, decisions, ended, 1.0, counted, at)
        count(shares, decisions, ended, 1.0 * WHOLE_WIN, counted, at)
    return ended


@rule
def count(grid: Any, decisions: Any, ended: int, unit: float, counted: Any, at: int) -> int:
    """Count every column of a grid whose numbers stand for parts of a unit; returns where the next one is counted."""
    for column in range(grid.shape[1]):
        near, least, most, total, squares = 0, 2**62, -(2**62), 0, 0.0
        for row in range(len(grid)):
            if decisions[row][0] >= 0:
                value = int(grid[row][column])
                if least > most:
                    near = value  # squares of distances from a value of the column stay small
                least, most = min(least, value), max(most, value)
                total += value - near
                squares += float(value - near) * float(value - near)
        counted[at][MEAN] = (near + total / ended) / unit
        counted[at][SQUARES] = max(0.0, squares - total * (total / ended)) / unit / unit
        counted[at][LEAST] = least / unit
        counted[at][MOST] = most / unit
        at += 1
    return at


@cache
def _compiled() -> Entry:
    grid, small = ArrayOf("int32", 2), ArrayOf("int8", 2)
    return Compiler().entry(tally, grid, grid, grid, grid, small, ArrayOf("float64", 2))


def tallied(turns: Array, decisions: Array, scores: Array, probes: Array, shares: Array) -> tuple[int, Array]:
    """How many games ended, and of each column MEAN, SQUARES, LEAST and MOST, one row for each of the four."""
    counted = np.zeros((2 + scores.shape[1] + probes.shape[1] + shares.shape[1], 4))
    given = turns[:, None], decisions[:, None], scores, probes, shares, counted
    return (tally(*given) if numba() is None else _compiled().call(*given)), counted.T
