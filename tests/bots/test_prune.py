"""Of all that a network may look at it keeps what taught it most for the time that it takes."""

import numpy as np
import pytest

from tablewright.bots.learn import prune
from tablewright.bots.learn.features import Rows
from tablewright.bots.learn.fit import Encoded
from tablewright.bots.learn.prune import looked_at, worthwhile
from tablewright.bots.net import CATEGORY, PARTS


def three_groups() -> Rows:
    rows = Rows()
    for first in range(3):
        rows.add([(CATEGORY, 8 + first, 1, 0, 1), (CATEGORY, 18 + first, 1, 0, 1)], 2, [(0, 0, 0)] * 2)
    return rows


def positions(n: int) -> Encoded:
    """Every position switches on both features of all three groups."""
    feature = np.tile(np.arange(6, dtype=np.int32), n)
    nothing = np.zeros((n, 2), np.float32)
    return Encoded(np.arange(0, 6 * n + 1, 6, dtype=np.int32), feature, np.ones(6 * n, np.float32), nothing, nothing)


def test_what_taught_most_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    data = positions(10)
    assert looked_at(data) == 6
    monkeypatch.setattr(prune, "MOST_LOOKED", 4.5)
    judging, leaning = np.array([0, 0, 9, 9, 1, 1.0]), np.array([5, 5, 0, 0, 1, 1.0])
    kept = worthwhile(three_groups(), data, [judging, leaning])
    assert kept.table()[:, 2].tolist() == [8, 18, 9, 19]  # the first and the second group
    assert kept.table()[:, 1].tolist() == [0, 0, 2, 2]
    assert kept.features == 4
    assert kept.table().shape[1] > PARTS


def test_what_takes_less_time_is_kept_of_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, n = Rows(), 10
    rows.add([(CATEGORY, 8, 1, 0, 1)] * 9, 2, [(0, 0, 0)] * 9)
    rows.add([(CATEGORY, 30, 1, 0, 1)], 2, [(0, 0, 0)])
    feature = np.tile(np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 2], np.int32), n)
    data = Encoded(
        np.arange(0, 10 * n + 1, 10, dtype=np.int32),
        feature,
        np.where(feature == 2, 9, 1).astype(np.float32),
        np.zeros((n, 2), np.float32),
        np.zeros((n, 2), np.float32),
    )
    monkeypatch.setattr(prune, "MOST_LOOKED", 10.5)
    kept = worthwhile(rows, data, [np.ones(4)])
    assert kept.table()[:, 2].tolist() == [30]
