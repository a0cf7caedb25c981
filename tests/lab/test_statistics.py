"""Intervals and moments against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tablewright.lab.statistics import Moments, bootstrap, discoveries, uniform_p, wilson


@given(st.integers(1, 5000), st.data())
def test_wilson_is_scipys_wilson(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    theirs = stats.binomtest(hits, n).proportion_ci(method="wilson")
    assert wilson(hits, n) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(st.lists(st.lists(st.integers(-1000, 1000), min_size=2, max_size=2), min_size=2, max_size=60), st.integers(1, 5))
def test_moments_by_blocks_are_those_of_all_rows(rows: list[list[int]], size: int) -> None:
    values = np.array(rows)
    moments = Moments(2)
    for i in range(0, len(values), size):
        moments.add(values[i : i + size])
    assert moments.n == len(values)
    assert moments.mean == pytest.approx(values.mean(axis=0))
    assert moments.deviation == pytest.approx(values.std(axis=0, ddof=1), abs=1e-9)
    assert list(moments.least) == list(values.min(axis=0))
    assert list(moments.most) == list(values.max(axis=0))


def test_the_interval_of_a_mean_is_the_normal_one() -> None:
    values = np.random.default_rng(3).normal(5, 2, (4000, 1))
    moments = Moments()
    moments.add(values)
    low, high = stats.norm.interval(0.95, values.mean(), stats.sem(values[:, 0]))
    assert np.stack(moments.interval())[:, 0] == pytest.approx([low, high])


def test_no_games_give_no_knowledge() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Moments().summary() == {"n": 0}


def test_bootstrap_covers_the_true_median() -> None:
    chance = np.random.default_rng(5)
    hits = 0
    for trial in range(60):
        low, high = bootstrap(chance.normal(0, 1, 200), lambda v: float(np.median(v)), trial)
        hits += low <= 0 <= high
    assert hits >= 50


def test_discoveries_hold_the_rate_and_find_the_real_ones() -> None:
    chance = np.random.default_rng(7)
    nothing = sum(bool(discoveries(chance.uniform(size=50)).any()) for _ in range(200))
    assert nothing <= 20
    p = np.concatenate([chance.uniform(size=45), np.full(5, 1e-6)])
    assert discoveries(p)[45:].all()


def test_an_even_split_is_likely_and_an_uneven_one_is_not() -> None:
    assert uniform_p(np.array([500.0, 500.0])) == pytest.approx(1.0)
    assert uniform_p(np.array([600.0, 400.0])) < 1e-6
