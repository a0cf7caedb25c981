"""Which cards are dead, must-takes, too strong or too weak: use, raw win rate and adjusted value of every card.

The raw difference between games with and without a card is confounded with seat, length and skill, so it is never shown
alone: the adjusted value comes from a ridge-logistic regression of the win on seat, bot and the uses of all cards, with
intervals from resampling whole seeds and with the share of false discoveries held at 5 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.lab.metrics import LEAST_GAMES
from tablewright.lab.statistics import Array, discoveries
from tablewright.lab.survey import GameTrace

RIDGE = 1.0
RESAMPLES = 120
DEAD, MUST_TAKE = 0.01, 0.95


@dataclass(frozen=True)
class CardValue:
    """What the games say of one card; values are None where there are too few games."""

    card: str
    offered: int  # decisions in which it could be used
    used: int
    raw: float | None  # win share of those who used it less that of those who did not
    value: float | None  # adjusted: points of win chance for one more use, for an even player
    low: float | None
    high: float | None
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


def card_values(names: Sequence[str], traces: Sequence[GameTrace], bots: Sequence[str]) -> list[CardValue]:
    """A row for every card of the game, in the order of its file."""
    used = np.stack([trace.used for trace in traces])[:, :, : len(names)]
    offered = np.stack([trace.offered for trace in traces])[:, :, : len(names)].sum(axis=(0, 1))
    wins = np.stack([trace.shares for trace in traces])
    fits = _fits(used, wins, traces, bots)
    centre, spread = fits[0], fits[1:].std(axis=0, ddof=1)
    z = np.divide(centre, spread, out=np.zeros_like(centre), where=spread > 0)
    p = 2 * _tail(np.abs(z))
    stands = discoveries(p)
    low, high = np.quantile(fits[1:], [0.025, 0.975], axis=0)
    made = []
    for i, name in enumerate(names):
        with_card, without = used[:, :, i] > 0, used[:, :, i] == 0
        enough = with_card.sum() >= LEAST_GAMES and without.sum() >= LEAST_GAMES
        raw = float(wins[with_card].mean() - wins[without].mean()) if enough else None
        known = enough and spread[i] > 0
        made.append(
            CardValue(
                name,
                int(offered[i]),
                int(used[:, :, i].sum()),
                raw,
                float(centre[i]) if known else None,
                float(low[i]) if known else None,
                float(high[i]) if known else None,
                bool(known and stands[i]),
            )
        )
    return made


def _fits(used: Array, wins: Array, traces: Sequence[GameTrace], bots: Sequence[str]) -> Array:
    """The fit of all games, then those of resampled seeds, in points of win chance for an even player."""
    games, players, cards = used.shape
    others = _seats_and_bots(traces, players, bots)
    x = np.concatenate([used, others], axis=2).astype(float)
    seeds = np.array([trace.seed for trace in traces])
    _, cluster = np.unique(seeds, return_inverse=True)
    chance = np.random.default_rng(1)
    weights = [np.ones(games)]
    for _ in range(RESAMPLES):
        drawn = np.bincount(chance.integers(0, cluster.max() + 1, cluster.max() + 1), minlength=cluster.max() + 1)
        weights.append(drawn[cluster].astype(float))
    rows, target = x.reshape(games * players, -1), wins.reshape(-1)
    slopes = np.stack([_logistic(rows, target, np.repeat(w, players))[:cards] for w in weights])
    fair = 1 / players
    return np.asarray(slopes * fair * (1 - fair))


def _seats_and_bots(traces: Sequence[GameTrace], players: int, bots: Sequence[str]) -> Array:
    """Indicator columns: one for each seat and, where bots differ, one for each bot but the first."""
    names = list(dict.fromkeys(bots))
    made = np.zeros((len(traces), players, players + len(names) - 1))
    made[:, np.arange(players), np.arange(players)] = 1
    for g, trace in enumerate(traces):
        for seat in range(players):
            bot = names.index(bots[(seat + trace.shift) % players])
            if bot:
                made[g, seat, players + bot - 1] = 1
    return made


def _logistic(x: Array, y: Array, weights: Array, steps: int = 12) -> Array:
    """Newton's method for a ridge-logistic regression; the win may be a share between 0 and 1."""
    beta = np.zeros(x.shape[1])
    ridge = RIDGE * np.eye(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (weights * (y - p)) - RIDGE * beta
        curvature = (x * (weights * p * (1 - p))[:, None]).T @ x + ridge
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-6:
            break
    return beta


def _tail(z: Array) -> Array:
    from scipy.stats import norm

    return np.asarray(norm.sf(z))
