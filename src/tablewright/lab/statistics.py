"""Small statistics of running sums: memory does not grow with the number of games."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, inf, log10, sqrt
from typing import Any, Literal

import numpy as np

Array = np.ndarray[Any, Any]
Z95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution


Extent = Literal["small", "large", "some", "open"]
"""Certainly too small to matter; certainly large enough; there, but perhaps too small; not known."""
MOST_GAMES = 10_000_000  # nobody plays more to settle a question


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval, from n games."""

    value: float
    low: float
    high: float
    n: int

    def plus(self, constant: float) -> "Estimate":
        return Estimate(self.value + constant, self.low + constant, self.high + constant, self.n)

    def times(self, factor: float) -> "Estimate":
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high, self.n)

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * Z95)

    def text(self, percent: bool = False) -> str:
        scale, unit = (100, " %") if percent else (1, "")
        digits = 1 if percent or abs(self.value) >= 10 else 2
        return (
            f"{self.value * scale:.{digits}f}{unit} ({self.low * scale:.{digits}f} to {self.high * scale:.{digits}f})"
        )

    def extent(self, small: float) -> Extent:
        """What the interval says for certain of an effect, given the smallest one that matters."""
        if max(abs(self.low), abs(self.high)) <= small:
            return "small"
        if self.low > small or self.high < -small:
            return "large"
        return "some" if self.low > 0 or self.high < 0 else "open"

    def games_to_settle(self, small: float) -> int | None:
        """About how many games would tell whether an effect matters; None where no practical number would."""
        half, distance = (self.high - self.low) / 2, abs(abs(self.value) - small)
        if half == 0:
            return self.n
        needed = self.n * (half / distance) ** 2 if distance > 0 else inf
        return _rounded_up(max(needed, self.n + 1)) if needed <= MOST_GAMES else None


def _rounded_up(n: float) -> int:
    """To two digits: 12,345 becomes 13,000."""
    step = int(10 ** max(0, floor(log10(n)) - 1))
    return ceil(n / step) * step


class Moments:
    """Count, mean, spread and extremes of columns of numbers, taken block by block (Chan, Golub and LeVeque 1983)."""

    def __init__(self, columns: int = 1) -> None:
        self.n = 0
        self.mean = np.zeros(columns)
        self.squares = np.zeros(columns)  # sums of squared distances from the mean
        self.least = np.zeros(columns) + inf
        self.most = np.zeros(columns) - inf

    def add(self, rows: Array) -> None:
        """Take in some rows, one number a column."""
        if len(rows):
            mean = rows.mean(axis=0)
            apart = rows - mean
            squares = np.einsum("ij,ij->j", apart, apart)
            self.merge(len(rows), mean, squares, rows.min(axis=0), rows.max(axis=0))

    def merge(self, n: int, mean: Array, squares: Array, least: Array, most: Array) -> None:
        """Take in n rows that were counted elsewhere."""
        if not n:
            return
        if not self.n:
            self.n, self.mean, self.squares = n, mean.astype(float), squares.astype(float)
            self.least, self.most = least.astype(float), most.astype(float)
            return
        total = self.n + n
        apart = mean - self.mean
        self.squares += squares + apart * apart * (self.n * n / total)
        self.mean += apart * (n / total)
        self.n = total
        np.minimum(self.least, least, out=self.least)
        np.maximum(self.most, most, out=self.most)

    def part(self, first: int, end: int) -> "Moments":
        """Some of the columns."""
        made = Moments(0)
        made.n, made.mean, made.squares = self.n, self.mean[first:end], self.squares[first:end]
        made.least, made.most = self.least[first:end], self.most[first:end]
        return made

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
        self.add_seeds(rows)

    def add_seeds(self, rows: Array) -> None:
        """The same rows as units."""
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


class Pairs:
    """Who beats whom, from running sums over seeds: the games of one seed are not independent."""

    def __init__(self, sides: int) -> None:
        self._games, self._won, self._won2, self._cross, self._games2 = np.zeros((5, sides, sides))
        self._seeds = np.zeros((sides, sides))

    def add(self, sides: Array, won: Array, seeds: Array) -> None:
        """The sides of both seats in some games, the first seat's share of each win, and the seeds (never cut)."""
        n = len(self._games)
        pairs, share = np.concatenate([sides, sides[:, ::-1]]), np.concatenate([won, 1 - won])
        code = (
            np.tile(seeds.astype(np.int64) - int(seeds.min(initial=2**62)), 2) * n * n + pairs[:, 0] * n + pairs[:, 1]
        )
        cell, unit = np.unique(code, return_inverse=True)
        at = (cell % (n * n)) // n, cell % n
        wins, games = np.bincount(unit, share), np.bincount(unit)
        sums = (self._games, games), (self._won, wins), (self._won2, wins**2), (self._cross, wins * games)
        for total, more in (*sums, (self._games2, games**2), (self._seeds, np.ones(len(cell)))):
            np.add.at(total, at, more)

    def wins(self, side: int, other: int) -> Estimate:
        """A side's share of the wins against another one, whoever began."""
        n = int(self._games[side, other])
        if not n:
            return Estimate(0.0, 0.0, 1.0, 0)
        share, seeds = float(self._won[side, other] / n), int(self._seeds[side, other])
        if seeds == n:
            return Estimate(share, *wilson(share * n, n), n)
        apart = self._won2[side, other] - 2 * share * self._cross[side, other] + share**2 * self._games2[side, other]
        error = sqrt(max(0.0, float(apart)) * seeds / max(1, seeds - 1)) / n
        return Estimate(share, *clustered_wilson(share, error, n), n)

    @property
    def any(self) -> bool:
        return bool(self._games.any())

    def seen(self) -> list[int]:
        """The sides that met somebody."""
        return [i for i in range(len(self._games)) if self._games[i].any()]


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


def holm(p_values: Array, rate: float = 0.05) -> Array:
    """Which of a few findings stand when the chance of even one false one is held down (Holm 1979)."""
    order = np.argsort(p_values)
    stands = np.zeros(len(p_values), bool)
    for place, i in enumerate(order):
        if p_values[i] > rate / (len(p_values) - place):
            break
        stands[i] = True
    return stands


def between_groups(means: Array, times: int) -> Estimate:
    """The part of the variance of wins that lies between groups of so many games each, with the interval by F."""
    from scipy.stats import f

    k, m = len(means), times
    within = float((means * (1 - means)).sum() * m / max(1, k * (m - 1)))
    if k < 2 or m < 2 or within == 0:
        return Estimate(1.0 if k > 1 and means.var() > 0 else 0.0, 0.0, 1.0, k)
    ratio = float(m * means.var(ddof=1)) / within

    def part(x: float) -> float:
        return (x - 1) / (x + m - 1)

    low, high = ratio / f.ppf(0.975, k - 1, k * (m - 1)), max(1.0, ratio) * f.ppf(0.975, k * (m - 1), k - 1)
    # groups that differ less than chance alone would make them say no more than groups that differ just as much
    return Estimate(max(0.0, part(ratio)), max(0.0, part(low)), part(high), k)


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
