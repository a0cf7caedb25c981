"""Intervals and moments against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from tablewright.lab.cardvalues import RIDGE, logistic
from tablewright.lab.experiments import difference
from tablewright.lab.metrics import proportion
from tablewright.lab.statistics import (
    Moments,
    Shares,
    bootstrap,
    clustered_uniform_p,
    discoveries,
    median_interval,
    uniform_p,
    wilson,
)


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


@pytest.mark.parametrize("n", [50, 201, 4000])
def test_the_interval_of_a_median_is_scipys(n: int) -> None:
    values = np.random.default_rng(n).gamma(3, 2, n)
    theirs = stats.quantile_test(values, q=np.median(values), p=0.5).confidence_interval()
    ranked = np.sort(values)
    for ours, wanted in zip(median_interval(values), theirs, strict=True):
        assert abs(np.searchsorted(ranked, ours) - np.searchsorted(ranked, wanted)) <= 1


def test_a_paired_difference_is_scipys_paired_test() -> None:
    chance = np.random.default_rng(11)
    a = chance.normal(5, 2, 3000)
    b = a + chance.normal(0.05, 1, 3000)
    found = difference("turns", a, b, np.arange(3000))
    low, high = stats.norm.interval(0.95, (b - a).mean(), stats.sem(b - a))
    assert (found.change.low, found.change.high) == pytest.approx((low, high), rel=1e-6)
    assert found.p == pytest.approx(stats.ttest_rel(b, a).pvalue, rel=0.02)


def test_games_of_one_seed_count_as_one() -> None:
    once = np.random.default_rng(13).normal(0.1, 1, 500)
    zeros, seeds = np.zeros(500), np.arange(500)
    alone = difference("turns", zeros, once, seeds).change
    twice = difference("turns", np.tile(zeros, 2), np.tile(once, 2), np.tile(seeds, 2)).change
    assert (twice.low, twice.high) == pytest.approx((alone.low, alone.high))


def sample(games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows in pairs (one a game) whose wins follow a known logistic law."""
    chance = np.random.default_rng(17)
    x = np.column_stack([chance.poisson(1.0, 2 * games), chance.poisson(1.0, 2 * games), np.ones(2 * games)])
    p = 1 / (1 + np.exp(-(x @ [0.5, -0.3, -0.2])))
    return x, (chance.uniform(size=2 * games) < p).astype(float), np.repeat(np.arange(games), 2)


def test_the_regression_is_the_best_penalised_fit() -> None:
    x, y, clusters = sample(400)

    def loss(beta: np.ndarray) -> float:
        z = x @ beta
        return float(np.logaddexp(0, z).sum() - y @ z + RIDGE / 2 * beta @ beta)

    ours, _ = logistic(x, y, clusters)
    assert ours == pytest.approx(optimize.minimize(loss, np.zeros(3), method="BFGS").x, abs=1e-4)


def test_its_errors_are_those_of_resampled_games() -> None:
    games = 400
    x, y, clusters = sample(games)
    errors = np.sqrt(np.diag(logistic(x, y, clusters)[1]))
    chance, fits = np.random.default_rng(19), []
    for _ in range(300):
        drawn = chance.integers(0, games, games)
        rows = (2 * drawn[:, None] + np.arange(2)).ravel()
        fits.append(logistic(x[rows], y[rows], np.repeat(np.arange(games), 2))[0])
    assert errors == pytest.approx(np.std(fits, axis=0, ddof=1), rel=0.15)


def mirrored(chance: np.random.Generator, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """The first seat's wins in two seatings of each seed: now the better bot wins both games, now the better deal."""
    better_deal = chance.uniform(size=(seeds, 1)) < 0.3
    deal, bot = (chance.uniform(size=(seeds, 1)) < chance_of for chance_of in (0.5, 0.8))
    first = np.where(better_deal, deal, np.hstack([bot, ~bot])).astype(float)
    return first.ravel(), np.repeat(np.arange(seeds), 2)


def test_the_interval_of_rotated_games_covers_the_truth_as_often_as_it_says() -> None:
    chance, held, naive = np.random.default_rng(23), 0, 0
    for _ in range(400):
        first, seeds = mirrored(chance, 200)
        found = proportion(first, seeds)
        held += found.low <= 0.5 <= found.high
        low, high = wilson(first.sum(), len(first))
        naive += low <= 0.5 <= high
    assert 370 <= held <= 392  # 95 % of 400 are 380
    assert naive > held  # games that mirror each other tell more of the seats than as many independent ones


def test_games_that_repeat_each_other_tell_no_more_than_one_of_them() -> None:
    once = (np.random.default_rng(29).uniform(size=400) < 0.3).astype(float)
    alone, twice = proportion(once), proportion(np.repeat(once, 2), np.repeat(np.arange(400), 2))
    assert (twice.low, twice.high) == pytest.approx((alone.low, alone.high), abs=1e-3)


def test_running_shares_have_the_intervals_of_all_rows() -> None:
    first, seeds = mirrored(np.random.default_rng(31), 150)
    running = Shares(2, 2)
    rows = np.column_stack([first, 1 - first])
    for i in range(0, len(rows), 7):  # blocks that cut seeds in two
        running.add(rows[i : i + 7])
    whole = proportion(first, seeds)
    assert running.interval_of(0) == pytest.approx((whole.low, whole.high))
    rows[5] = np.nan
    stopped = Shares(2, 2)
    stopped.add(rows)
    assert (stopped.n, stopped.seeds.n) == (299, 149)


def test_the_test_of_all_seats_holds_its_rate_with_rotated_games() -> None:
    chance = np.random.default_rng(37)
    found = 0
    for _ in range(400):
        first, seeds = mirrored(chance, 200)
        found += clustered_uniform_p(np.column_stack([first, 1 - first]), seeds) < 0.05
    assert 8 <= found <= 34  # 5 % of 400 are 20
    uneven = np.column_stack([first, 1 - first])
    uneven[::3] = [1, 0]
    assert clustered_uniform_p(uneven, seeds) < 0.001
