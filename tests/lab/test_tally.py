"""Games are counted in machine code as NumPy would count them, in both modes; those that did not end are left out."""

from typing import Any

import numpy as np
import pytest

from tablewright.engine import WHOLE_WIN, numba
from tablewright.lab.tally import tallied, tally


def rows(games: int) -> tuple[np.ndarray[Any, Any], ...]:
    chance = np.random.default_rng(5)
    turns, decisions = chance.integers(0, 90, (2, games), np.int32)
    scores, probes = (chance.integers(-(2**31), 2**31 - 1, (games, n), np.int32) for n in (3, 2))
    shares = chance.integers(0, WHOLE_WIN + 1, (games, 3), np.int8)
    decisions[::7] = -1
    return turns, decisions, scores, probes, shares


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_it_counts_as_numpy_does() -> None:
    turns, decisions, scores, probes, shares = rows(500)
    ended, counted = tallied(turns, decisions, scores, probes, shares)
    whole = np.column_stack([turns, decisions, scores, probes, shares / WHOLE_WIN])[decisions >= 0]
    wanted = [whole.mean(axis=0), whole.var(axis=0) * len(whole), whole.min(axis=0), whole.max(axis=0)]
    assert ended == len(whole)
    assert np.allclose(counted, wanted, rtol=1e-9)


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_both_modes_count_alike() -> None:
    turns, decisions, scores, probes, shares = rows(80)
    plain = np.zeros((2 + 3 + 2 + 3, 4))
    ended = tally(turns[:, None], decisions[:, None], scores, probes, shares, plain)
    compiled = tallied(turns, decisions, scores, probes, shares)
    assert ended == compiled[0]
    assert (compiled[1] == plain.T).all()


def test_nothing_that_ended_counts_nothing() -> None:
    turns, decisions, scores, probes, shares = rows(4)
    decisions[:] = -1
    assert tallied(turns, decisions, scores, probes, shares)[0] == 0
