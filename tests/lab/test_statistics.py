"""Intervals and moments against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from tablewright.lab.cardvalues import RIDGE, conditional_logit
from tablewright.lab.experiments import difference
from tablewright.lab.metrics import proportion
from tablewright.lab.statistics import (
    Estimate,
    Moments,
    Pairs,
    Shares,
    between_groups,
    bootstrap,
    clustered_error,
    clustered_uniform_p,
    discoveries,
    holm,
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
    """Games of three players whose chances follow a known law; every seed is played twice."""
    chance = np.random.default_rng(17)
    x = chance.poisson(1.0, (games // 2, 3, 2)).astype(float).repeat(2, axis=0)
    weight = np.exp(x @ [0.5, -0.3])
    drawn = (chance.uniform(size=games // 2).repeat(2)[:, None] < np.cumsum(weight / weight.sum(1)[:, None], 1)).argmax(
        1
    )
    return x, np.eye(3)[drawn], np.arange(games) // 2


def test_the_regression_is_the_best_penalised_fit() -> None:
    x, wins, clusters = sample(400)

    def loss(beta: np.ndarray) -> float:
        z = x @ beta
        return float((np.log(np.exp(z).sum(axis=1)) - (wins * z).sum(axis=1)).sum() + RIDGE / 2 * beta @ beta)

    ours = conditional_logit(x, wins, clusters).beta
    assert ours == pytest.approx(optimize.minimize(loss, np.zeros(2), method="BFGS").x, abs=1e-4)


def test_its_errors_are_those_of_resampled_seeds() -> None:
    games = 600
    x, wins, clusters = sample(games)
    errors = np.sqrt(np.diag(conditional_logit(x, wins, clusters).robust))
    chance, fits = np.random.default_rng(19), []
    for _ in range(200):
        drawn = chance.integers(0, games // 2, games // 2)
        rows = (2 * drawn[:, None] + np.arange(2)).ravel()
        fits.append(conditional_logit(x[rows], wins[rows], np.repeat(np.arange(games // 2), 2)).beta)
    assert errors == pytest.approx(np.std(fits, axis=0, ddof=1), rel=0.15)
    alone = np.sqrt(np.diag(conditional_logit(x, wins, np.arange(games)).robust))
    assert (errors > 1.25 * alone).all()  # two games of one seed are one: without clusters it would look surer


def test_what_was_never_seen_is_not_known() -> None:
    x, wins, clusters = sample(400)
    rare = np.concatenate([x, np.zeros((400, 3, 1))], axis=2)
    rare[0, 0, 2] = 1
    assert np.sqrt(np.diag(conditional_logit(rare, wins, clusters).curved))[2] > 0.5


# What an interval says


@pytest.mark.parametrize(
    ("low", "high", "extent"),
    [
        (-0.01, 0.015, "small"),
        (0.005, 0.015, "small"),
        (0.021, 0.05, "large"),
        (-0.05, -0.021, "large"),
        (0.01, 0.05, "some"),
        (-0.05, 0.05, "open"),
    ],
)
def test_what_an_interval_says_for_certain(low: float, high: float, extent: str) -> None:
    assert Estimate((low + high) / 2, low, high, 100).extent(0.02) == extent


def test_the_games_that_would_settle_it() -> None:
    assert Estimate(0.0, -0.1, 0.1, 100).games_to_settle(0.02) == 2500  # a fifth of the width takes 25 times as many
    assert Estimate(0.05, 0.0, 0.1, 400).games_to_settle(0.02) == 1200
    assert Estimate(0.02, 0.0, 0.04, 400).games_to_settle(0.02) is None
    assert Estimate(0.05, 0.05, 0.05, 400).games_to_settle(0.02) == 400


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_allows_for_no_more_than_single_tests_and_for_no_less_than_bonferroni(p: list[float]) -> None:
    values = np.array(p)
    stands = holm(values)
    assert (stands <= (values <= 0.05)).all()
    assert (stands >= (values <= 0.05 / len(p))).all()


def test_pairs_in_blocks_are_those_of_all_games_and_seeds_are_the_units() -> None:
    chance = np.random.default_rng(41)
    seeds = np.repeat(np.arange(300), 2)
    sides = np.column_stack([np.zeros(600, int), np.ones(600, int)])
    won = np.repeat((chance.uniform(size=300) < 0.6).astype(float), 2)
    met = Pairs(3)
    for i in range(0, 600, 100):
        met.add(sides[i : i + 100], won[i : i + 100], seeds[i : i + 100])
    wanted = proportion(won, seeds)
    assert vars(met.wins(0, 1)) == pytest.approx(vars(wanted))
    assert met.wins(1, 0).value == pytest.approx(1 - wanted.value)
    assert met.seen() == [0, 1]
    plain = wilson(won.sum(), 600)
    assert met.wins(0, 1).high - met.wins(0, 1).low > 1.3 * (plain[1] - plain[0])


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


# Once more by another route


@pytest.mark.parametrize(("groups", "times", "spread"), [(30, 16, 0.0), (200, 16, 0.2), (60, 4, 0.35)])
def test_the_part_between_groups_is_that_of_an_analysis_of_variance(groups: int, times: int, spread: float) -> None:
    chance = np.random.default_rng(groups)
    odds = np.clip(chance.normal(0.5, spread, groups), 0.05, 0.95)
    games = (chance.uniform(size=(groups, times)) < odds[:, None]).astype(float)
    ratio = float(stats.f_oneway(*games).statistic)
    found = between_groups(games.mean(axis=1), times)
    assert found.value == pytest.approx(max(0.0, (ratio - 1) / (ratio + times - 1)), abs=1e-9)
    freedom = groups - 1, groups * (times - 1)
    low = ratio / stats.f.isf(0.025, *freedom)
    high = max(1.0, ratio) / stats.f.isf(0.975, *freedom)
    assert found.low == pytest.approx(max(0.0, (low - 1) / (low + times - 1)), abs=1e-9)
    assert found.high == pytest.approx((high - 1) / (high + times - 1), abs=1e-9)


def test_the_part_between_groups_where_nothing_can_be_told() -> None:
    assert vars(between_groups(np.array([0.5]), 16)) == {"value": 0.0, "low": 0.0, "high": 1.0, "n": 1}
    assert between_groups(np.array([0.0, 1.0, 1.0]), 16).value == 1.0
    assert between_groups(np.array([1.0, 1.0, 1.0]), 16).value == 0.0
    assert between_groups(np.array([0.25, 0.75]), 1).value == 1.0
    two = between_groups(np.array([0.25, 0.75]), 16)
    assert 0 <= two.low < two.value < two.high < 1


def test_one_row_is_not_resampled_and_two_are() -> None:
    assert bootstrap(np.array([3.0]), lambda v: float(v.mean())) == (-np.inf, np.inf)
    assert bootstrap(np.array([3.0, 5.0]), lambda v: float(v.mean())) == (3.0, 5.0)


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_the_interval_of_a_median_of_few_values_stays_among_them(n: int) -> None:
    low, high = median_interval(np.arange(n))
    assert (low, high) == (0.0, n - 1.0) if n < 6 else (0 <= low <= n // 2 <= high <= n - 1)


def test_a_single_seed_in_two_seatings_has_wilsons_interval() -> None:
    """One unit has no spread; two have."""
    running = Shares(2, 2)
    running.add(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert running.interval_of(0) == wilson(1.0, 2)
    running.add(np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert running.interval_of(0) != wilson(3.0, 4)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=40), st.randoms(use_true_random=False))
def test_the_clustered_error_is_the_root_of_the_summed_squares(clusters: list[int], chance: object) -> None:
    values = np.array([chance.random() for _ in clusters])  # type: ignore[attr-defined]
    found: dict[int, float] = {}
    for cluster, value in zip(clusters, values, strict=True):
        found[cluster] = found.get(cluster, 0.0) + value - values.mean()
    n = len(found)
    wanted = np.sqrt(sum(x * x for x in found.values()) * n / max(1, n - 1)) / len(values)
    assert clustered_error(values, np.array(clusters)) == pytest.approx(wanted, abs=1e-12)


def test_holm_stops_at_the_first_that_fails() -> None:
    assert holm(np.array([0.01, 0.04, 0.03])).tolist() == [True, False, False]
    assert holm(np.array([0.01, 0.024, 0.04])).tolist() == [True, True, True]
    assert holm(np.array([0.02, 0.001, 0.2])).tolist() == [True, True, False]


@pytest.mark.parametrize("seed", range(5))
def test_benjamini_and_hochberg_by_their_own_words(seed: int) -> None:
    """The largest k with p(k) at most k / m of the rate; all up to it stand."""
    p = np.random.default_rng(seed).beta(0.3, 1, 40)
    ranked = np.sort(p)
    passed = [k for k in range(1, 41) if ranked[k - 1] <= 0.05 * k / 40]
    limit = ranked[max(passed) - 1] if passed else -1.0
    assert discoveries(p).tolist() == (p <= limit).tolist()
    assert discoveries(np.array([])).tolist() == []
