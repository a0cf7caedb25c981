"""Small statistics of running sums: memory does not grow with the number of games."""

from collections.abc import Callable
from math import inf, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Z95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution


class Moments:
    """Count, mean, spread and extremes of columns of numbers, taken block by block (Chan, Golub and LeVeque 1983)."""

    def __init__(self, columns: int = 1) -> None:
        self.n = 0
        self.mean = np.zeros(columns)
        self.squares = np.zeros(columns)  # sums of squared distances from the mean
        self.least = np.full(columns, inf)
        self.most = np.full(columns, -inf)

    def add(self, rows: Array) -> None:
        """Take in some rows, one number a column."""
        if not len(rows):
            return
        n, mean = len(rows), rows.mean(axis=0)
        total = self.n + n
        apart = rows - mean
        self.squares += np.einsum("ij,ij->j", apart, apart) + (mean - self.mean) ** 2 * (self.n * n / total)
        self.mean += (mean - self.mean) * (n / total)
        self.n = total
        self.least = np.minimum(self.least, rows.min(axis=0))
        self.most = np.maximum(self.most, rows.max(axis=0))

    @property
    def deviation(self) -> Array:
        return np.sqrt(self.squares / max(self.n - 1, 1))

    def interval(self) -> tuple[Array, Array]:
        """The 95 % interval of each mean (normal approximation)."""
        half = Z95 * self.deviation / sqrt(max(self.n, 1))
        return self.mean - half, self.mean + half

    def summary(self, column: int = 0) -> dict[str, Any]:
        """One column as plain values."""
        if not self.n:
            return {"n": 0}
        low, high = self.interval()
        ends = [float(low[column]), float(high[column])]
        least, most = float(self.least[column]), float(self.most[column])
        return {"n": self.n, "mean": float(self.mean[column]), "interval": ends, "min": least, "max": most}


def wilson(successes: float, n: float) -> tuple[float, float]:
    """The 95 % Wilson score interval of a proportion; a draw may count as half a success."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    centre = p + Z95**2 / (2 * n)
    half = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    scale = 1 + Z95**2 / n
    low, high = (centre - half) / scale, (centre + half) / scale
    return low if successes > 0 else 0.0, high if successes < n else 1.0


def clustered_error(values: Array, clusters: Array) -> float:
    """The standard error of a mean whose values are independent only between clusters (the seatings of one seed)."""
    _, unit = np.unique(clusters, return_inverse=True)
    sums, sizes = np.bincount(unit, values), np.bincount(unit)
    n = len(sums)
    apart = sums - values.mean() * sizes
    return float(np.sqrt((apart**2).sum() * n / max(1, n - 1))) / len(values)


def clustered_wilson(share: float, error: float, n: int) -> tuple[float, float]:
    """Wilson's interval for as many independent games as would have the given standard error."""
    alike = share * (1 - share) / error**2 if error > 0 else n
    return wilson(share * alike, alike)


class Shares(Moments):
    """Running shares of the win with 95 % intervals; games come in order, a game without a result as not-a-number.

    Where a seed is played in several seatings these are not independent, so whole seeds are the units.
    """

    def __init__(self, columns: int, seatings: int) -> None:
        super().__init__(columns)
        self.seatings = seatings
        self.seeds = Moments(columns)
        self._waiting = np.zeros((0, columns))

    def add(self, rows: Array) -> None:
        super().add(rows[~np.isnan(rows[:, 0])])
        if self.seatings > 1:
            rows = np.concatenate([self._waiting, rows])
            whole = len(rows) - len(rows) % self.seatings
            means = rows[:whole].reshape(-1, self.seatings, rows.shape[1]).mean(axis=1)
            self.seeds.add(means[~np.isnan(means[:, 0])])
            self._waiting = rows[whole:]

    def interval_of(self, column: int) -> tuple[float, float]:
        share = float(self.mean[column])
        if self.seatings == 1 or self.seeds.n < 2:
            return wilson(share * self.n, self.n)
        return clustered_wilson(share, float(self.seeds.deviation[column]) / sqrt(self.seeds.n), self.n)


def median_interval(values: Array) -> tuple[float, float]:
    """The 95 % interval of a median, from the order of the values alone (binomial, normal approximation)."""
    n, ranked = len(values), np.sort(values)
    half = Z95 * sqrt(n) / 2
    low, high = max(0, int(np.floor(n / 2 - half)) - 1), min(n - 1, int(np.ceil(n / 2 + half)))
    return float(ranked[low]), float(ranked[high])


def bootstrap(
    values: Array, statistic: Callable[[Array], float], seed: int = 1, times: int = 400
) -> tuple[float, float]:
    """The 95 % percentile interval of a statistic under resampling of rows."""
    if len(values) < 2:
        return -inf, inf
    chance = np.random.default_rng(seed)
    made = [statistic(values[chance.integers(0, len(values), len(values))]) for _ in range(times)]
    low, high = np.quantile(made, [0.025, 0.975])
    return float(low), float(high)


def discoveries(p_values: Array, rate: float = 0.05) -> Array:
    """Which of many findings stand when the share of false ones is held down (Benjamini and Hochberg 1995)."""
    if not len(p_values):
        return np.zeros(0, bool)
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(p_values) <= rate)


def uniform_p(wins: Array) -> float:
    """How likely so uneven a split of wins is if all seats are equal (chi-square)."""
    from scipy.stats import chisquare

    return float(chisquare(wins).pvalue)


def clustered_uniform_p(shares: Array, clusters: Array) -> float:
    """The same where only games of different clusters are independent: a Wald test with cluster-robust variance."""
    from scipy.stats import chi2

    _, unit = np.unique(clusters, return_inverse=True)
    apart = (shares - 1 / shares.shape[1])[:, :-1]  # the last seat has what the others leave
    sums = np.stack([np.bincount(unit, column) for column in apart.T], axis=1)
    total, spread = sums.sum(axis=0), sums - sums.mean(axis=0)
    distance = total @ np.linalg.pinv(spread.T @ spread) @ total
    return float(chi2.sf(distance, len(total)))
