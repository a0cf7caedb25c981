"""Which cards are dead, must-takes, too strong or too weak: use, raw win rate and adjusted value of every card.

The raw difference between players with and without a card is confounded with seat, length and skill, so it is never
shown alone: the adjusted value comes from a ridge-logistic regression of the win on seat, bot and the uses of all
cards, and is taken beside that of the average card. The games of one seed are not independent, so seeds are the units
of the intervals; false discoveries are held at 5 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.lab.metrics import LEAST_GAMES, Estimate
from tablewright.lab.statistics import Z95, Array, discoveries, wilson
from tablewright.lab.survey import GameTrace

RIDGE = 1.0
DEAD, MUST_TAKE = 0.01, 0.95


@dataclass(frozen=True)
class CardValue:
    """What the games say of one card; values are None where there are too few games."""

    card: str
    offered: int  # decisions in which it could be used
    used: int
    raw: float | None  # win share of those who used it less that of those who did not
    value: float | None  # adjusted: what one more use adds to the win chance, beside the average card
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


def card_uses(names: Sequence[str], traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """For every card how often it is used when it can be (`use.CARD`), and the least of them (`use.least`)."""
    used, offered = (
        np.sum([getattr(trace, what)[:, : len(names)].sum(axis=0) for trace in traces], axis=0)
        for what in ("used", "offered")
    )
    made = {
        f"use.{name}": Estimate(float(u / o), *wilson(float(u), int(o)), int(o))
        for name, u, o in zip(names, used, offered, strict=True)
        if o >= LEAST_GAMES
    }
    return {**made, "use.least": min(made.values(), key=lambda use: use.value)} if made else {}


def card_values(names: Sequence[str], traces: Sequence[GameTrace], bots: Sequence[str]) -> list[CardValue]:
    """A row for every card of the game, in the order of its file."""
    used = np.stack([trace.used for trace in traces])[:, :, : len(names)]
    offered = np.stack([trace.offered for trace in traces])[:, :, : len(names)].sum(axis=(0, 1))
    wins = np.stack([trace.shares for trace in traces])
    users = (used > 0).sum(axis=(0, 1))
    known = (users >= LEAST_GAMES) & (wins.size - users >= LEAST_GAMES)
    value, error = _beside_average(*_values(used, wins, traces, bots), known)
    z = np.divide(value, error, out=np.zeros_like(value), where=error > 0)
    stands = np.zeros(len(names), bool)
    stands[known] = discoveries(2 * _tail(np.abs(z[known])))
    made = []
    for i, name in enumerate(names):
        uses = name, int(offered[i]), int(used[:, :, i].sum())
        if not known[i] or error[i] == 0:
            made.append(CardValue(*uses, None, None, None, None, False))
            continue
        middle, half = float(value[i]), Z95 * float(error[i])
        ends = middle, middle - half, middle + half
        raw = float(wins[used[:, :, i] > 0].mean() - wins[used[:, :, i] == 0].mean())
        made.append(CardValue(*uses, raw, *ends, bool(stands[i])))
    return made


def _beside_average(value: Array, covariance: Array, known: Array) -> tuple[Array, Array]:
    """Each known card's value less that of the average known card, and its standard error."""
    n = max(1, int(known.sum()))
    contrast = np.where(known[:, None] & known[None, :], np.eye(len(known)) - 1 / n, 0.0)
    return contrast @ value, np.sqrt(np.diag(contrast @ covariance @ contrast.T))


def _values(used: Array, wins: Array, traces: Sequence[GameTrace], bots: Sequence[str]) -> tuple[Array, Array]:
    """The mean effect of one more use of each card on the chance to win, and the covariance of the estimates."""
    games, players, cards = used.shape
    x = np.concatenate([used, _seats_and_bots(traces, players, bots)], axis=2).astype(float)
    rows, target = x.reshape(games * players, -1), wins.reshape(-1)
    _, seeds = np.unique([trace.seed for trace in traces], return_inverse=True)
    beta, covariance = logistic(rows, target, np.repeat(seeds, players))
    p = _chance(rows, beta)
    steepness = float((p * (1 - p)).mean())
    return beta[:cards] * steepness, covariance[:cards, :cards] * steepness**2


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


def logistic(x: Array, y: Array, clusters: Array, steps: int = 25) -> tuple[Array, Array]:
    """A ridge-logistic regression and the covariance of its estimates; rows of one cluster need not be independent.

    Newton's method; the win may be a share between 0 and 1. The covariance is the cluster-robust ("sandwich") one.
    """
    beta = np.zeros(x.shape[1])
    curvature = np.eye(x.shape[1])
    for _ in range(steps):
        p = _chance(x, beta)
        gradient = x.T @ (y - p) - RIDGE * beta
        curvature = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    scores = x * (y - _chance(x, beta))[:, None]
    sums = np.stack([np.bincount(clusters, column) for column in scores.T], axis=1)
    bread = np.linalg.inv(curvature)
    n = len(sums)
    return beta, bread @ (sums.T @ sums) @ bread * (n / max(1, n - 1))


def _chance(x: Array, beta: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(x @ beta, -30, 30))))


def _tail(z: Array) -> Array:
    from scipy.stats import norm

    return np.asarray(norm.sf(z))
