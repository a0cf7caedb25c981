"""Which cards are dead, must-takes, too strong or too weak: use, raw win rate and adjusted value of every card.

The raw difference between players with and without a card is confounded with seat, length and skill, so it is never
shown alone. The adjusted value comes from one model of who wins a game: each player's weight is that of the seat, the
bot and all cards it used, and the chance to win is the weight's part of all players' weights (a conditional logit), so
what the opponents used is in it. A value is what one more use of the card adds instead of an average use of any card.
The games of one seed are not independent, so seeds are the units of the intervals; false discoveries are held at 5 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.lab.measures import NOTICEABLE
from tablewright.lab.metrics import LEAST_GAMES
from tablewright.lab.statistics import Z95, Array, Estimate, clustered_error, clustered_wilson, discoveries
from tablewright.lab.survey import GameTrace

RIDGE = 1.0  # a card that was never used is taken to be worth nothing, give or take a lot
DEAD, MUST_TAKE = 0.01, 0.95


@dataclass(frozen=True)
class CardValue:
    """What the games say of one card; nothing of one that could never be used."""

    card: str
    offered: int  # decisions in which it could be used
    used: int
    raw: float | None  # win share of those who used it less that of those who did not
    value: Estimate | None  # adjusted: what one more use adds to the win chance, instead of an average use
    stands: bool  # the adjusted value is no false discovery

    @property
    def rate(self) -> float:
        return self.used / self.offered if self.offered else 0.0

    @property
    def dead(self) -> bool:
        return self.offered >= LEAST_GAMES and self.rate < DEAD

    @property
    def must_take(self) -> bool:
        return self.offered >= LEAST_GAMES and self.rate > MUST_TAKE

    @property
    def outstanding(self) -> bool:
        """Certainly better or worse than the average use, and noticeably."""
        return self.stands and self.value is not None and abs(self.value.value) >= NOTICEABLE

    @property
    def even(self) -> bool:
        """Certainly too near to the average use to be noticed."""
        return self.value is not None and self.value.extent(NOTICEABLE) == "small"


def card_uses(names: Sequence[str], traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """For every card how often it is used when it can be (`use.CARD`), and the least of them (`use.least`).

    The decisions of one seed are not independent: the interval is that of a ratio of sums over seeds.
    """
    used, offered = (
        np.stack([getattr(trace, what)[:, : len(names)].sum(axis=0) for trace in traces])
        for what in ("used", "offered")
    )
    seeds = np.array([trace.seed for trace in traces])
    made = {f"use.{n}": use_rate(used[:, i], offered[:, i], seeds) for i, n in enumerate(names)}
    made = {name: use for name, use in made.items() if use.n >= LEAST_GAMES}
    return {**made, "use.least": min(made.values(), key=lambda use: use.value)} if made else {}


def use_rate(used: Array, offered: Array, seeds: Array) -> Estimate:
    """A ratio of sums over games; those of one seed are not independent."""
    chances = int(offered.sum())
    if not chances:
        return Estimate(0.0, 0.0, 1.0, 0)
    rate = float(used.sum() / chances)
    error = clustered_error(used - rate * offered, seeds) * len(used) / chances
    return Estimate(rate, *clustered_wilson(rate, error, chances), chances)


def card_values(names: Sequence[str], traces: Sequence[GameTrace], bots: Sequence[str]) -> list[CardValue]:
    """A row for every card of the game, in the order of its file."""
    ended = [trace for trace in traces if trace.ended]
    offered = np.sum([trace.offered[:, : len(names)].sum(axis=0) for trace in traces], axis=0)
    if not ended:
        return [CardValue(name, int(offered[i]), 0, None, None, False) for i, name in enumerate(names)]
    used = np.stack([trace.used for trace in ended])[:, :, : len(names)]
    wins = np.stack([trace.shares for trace in ended])
    value, error = _beside_average(used, wins, ended, bots)
    known = (offered > 0) & (error > 0)
    stands = np.zeros(len(names), bool)
    stands[known] = discoveries(2 * _tail(np.abs(value[known]) / error[known]))
    return [
        CardValue(
            name,
            int(offered[i]),
            int(used[:, :, i].sum()),
            _raw(used[:, :, i], wins),
            _estimate(float(value[i]), float(error[i]), len(ended)) if known[i] else None,
            bool(stands[i]),
        )
        for i, name in enumerate(names)
    ]


def _estimate(value: float, error: float, games: int) -> Estimate:
    return Estimate(value, value - Z95 * error, value + Z95 * error, games)


def _raw(used: Array, wins: Array) -> float | None:
    """Only where there are enough players on both sides."""
    users = int((used > 0).sum())
    if min(users, used.size - users) < LEAST_GAMES:
        return None
    return float(wins[used > 0].mean() - wins[used == 0].mean())


def _beside_average(used: Array, wins: Array, traces: Sequence[GameTrace], bots: Sequence[str]) -> tuple[Array, Array]:
    """What one more use of each card adds to the chance to win, less an average use of any card, and the errors.

    The error is the cluster-robust one or that of the penalised curvature, whichever is larger: the first says too
    little of a card that was hardly ever used.
    """
    cards, players = used.shape[2], used.shape[1]
    x = np.concatenate([used, _seats_and_bots(traces, players, bots)], axis=2).astype(float)
    _, seeds = np.unique([trace.seed for trace in traces], return_inverse=True)
    fit = conditional_logit(x, wins, seeds)
    p = _chances(x, fit.beta)
    uses = used.sum(axis=(0, 1))
    contrast = (np.eye(cards) - uses / max(1, uses.sum())) * float((p * (1 - p)).mean())
    errors = [
        np.sqrt(np.diag(contrast @ covariance[:cards, :cards] @ contrast.T)) for covariance in (fit.robust, fit.curved)
    ]
    return contrast @ fit.beta[:cards], np.where(uses > 0, np.maximum(*errors), 0.0)


def _seats_and_bots(traces: Sequence[GameTrace], players: int, bots: Sequence[str]) -> Array:
    """Indicator columns: one for each seat but the first and, where bots differ, one for each bot but the first."""
    names = list(dict.fromkeys(bots))
    shifts = np.array([trace.shift for trace in traces])
    sitting = np.array([names.index(bot) for bot in bots])[(np.arange(players) + shifts[:, None]) % players]
    seats = np.broadcast_to(np.eye(players)[:, 1:], (len(traces), players, players - 1))
    return np.concatenate([seats, np.eye(len(names))[sitting][:, :, 1:]], axis=2)


@dataclass(frozen=True)
class Fit:
    """Estimates and their covariance: cluster-robust ("sandwich"), and that of the penalised curvature."""

    beta: Array
    robust: Array
    curved: Array


def conditional_logit(x: Array, wins: Array, clusters: Array, steps: int = 25) -> Fit:
    """Ridge estimates of what makes a player win a game; x is game by player by column. A win may be shared."""
    beta = np.zeros(x.shape[2])
    curvature = np.eye(x.shape[2])
    for _ in range(steps):
        p = _chances(x, beta)
        gradient = np.einsum("gp,gpc->c", wins - p, x) - RIDGE * beta
        mean = np.einsum("gp,gpc->gc", p, x)
        curvature = np.einsum("gp,gpc,gpd->cd", p, x, x, optimize=True) - mean.T @ mean + RIDGE * np.eye(len(beta))
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    scores = np.einsum("gp,gpc->gc", wins - _chances(x, beta), x)
    sums = np.stack([np.bincount(clusters, column) for column in scores.T], axis=1)
    bread = np.linalg.inv(curvature)
    n = len(sums)
    return Fit(beta, bread @ (sums.T @ sums) @ bread * (n / max(1, n - 1)), bread)


def _chances(x: Array, beta: Array) -> Array:
    """Each player's chance to win, game by game."""
    weight = x @ beta
    parts = np.exp(weight - weight.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))


def _tail(z: Array) -> Array:
    from scipy.stats import norm

    return np.asarray(norm.sf(z))
