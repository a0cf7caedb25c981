"""What many duels say about the strength of bots: ratings with intervals by deal, and who is above whom."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from tablewright.arena.duels import Duel
from tablewright.bots.allowance import of_them_waits
from tablewright.bots.stepping import Thought, summed
from tablewright.engine import TablewrightError
from tablewright.lab.statistics import Array, clustered_wilson

ELO = 400 / log(10)
PRIOR = 0.01  # keeps the rating of a bot that won every game finite
JEFFREYS = 0.5  # wins on both sides of every pair, so that a clean sweep is not taken for certainty
DRAWS = 400
EQUAL = 1e-6  # ratings nearer than this differ only by rounding
SURE = (2.5, 97.5)  # per cent of the draws below and above the interval


@dataclass(frozen=True)
class Cell:
    """One bot against another, all their deals together."""

    deals: int
    score: float
    interval: tuple[float, float]

    @property
    def sure(self) -> bool:
        """Whether the first of the two is stronger beyond chance."""
        return self.interval[0] > 0.5


class Standings:
    """The bots of a tournament by their results."""

    def __init__(self, bots: Sequence[str], duels: Sequence[Duel], seed: int = 1) -> None:
        self.bots = tuple(bots)
        self.duels = tuple(duels)
        self.seed = seed
        self._scores: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
        for duel in duels:
            for one, other in ((duel.one, duel.other), (duel.other, duel.one)):
                self._scores[one, other].update(enumerate(duel.of(one).tolist(), duel.first))

    def cell(self, one: str, other: str) -> Cell | None:
        """How one did against another; None if they have not met."""
        scores = np.array(list(self._scores[one, other].values()))
        if not len(scores):
            return None
        share = float(scores.mean())
        error = float(scores.std(ddof=1) / np.sqrt(len(scores))) if len(scores) > 1 else 0.0
        return Cell(len(scores), share, clustered_wilson(share, error, len(scores)))

    def points(self, bot: str) -> float:
        """The deals that a bot has won, parts counted as parts."""
        return sum(sum(self._scores[bot, other].values()) for other in self.bots)

    def deals(self, bot: str) -> int:
        return sum(len(self._scores[bot, other]) for other in self.bots)

    @cached_property
    def ratings(self) -> dict[str, float]:
        """On the scale of Elo, best first; the weakest bot has 0."""
        fitted = self._fitted - self._fitted.min()
        return dict(sorted(zip(self.bots, fitted.tolist(), strict=True), key=lambda pair: -pair[1]))

    def interval(self, bot: str) -> tuple[float, float]:
        """Where the rating would be with other deals, in 95 of 100 cases."""
        low, high = np.percentile(self._drawn[:, self.bots.index(bot)] - self._fitted.min(), SURE)
        return float(low), float(high)

    def above(self, one: str, other: str) -> float:
        """The chance that one is stronger than the other, given these deals."""
        drawn = self._drawn[:, self.bots.index(one)] - self._drawn[:, self.bots.index(other)]
        return float((drawn > EQUAL).mean() + (abs(drawn) <= EQUAL).mean() / 2)

    def circles(self) -> list[list[str]]:
        """Bots that beat each other in a circle, every step beyond chance: no single number ranks them."""
        reach = np.array([[self._beats(one, other) for other in self.bots] for one in self.bots])
        for middle in range(len(self.bots)):
            reach |= reach[:, middle : middle + 1] & reach[middle : middle + 1, :]
        both = reach & reach.T
        return [
            [self.bots[j] for j in np.flatnonzero(both[i])]
            for i in range(len(self.bots))
            if both[i].any() and np.flatnonzero(both[i])[0] == i
        ]

    def faults(self, bot: str) -> list[str]:
        return [reason for duel in self.duels for name, reason in duel.faults if name == bot]

    def fault_count(self, bot: str) -> str:
        """The number of faults, and of waits among them."""
        reasons = self.faults(bot)
        return f"{len(reasons)}{of_them_waits(reasons)}"

    def time(self, bot: str) -> Thought | None:
        """How long a user's bot thought; the others are too quick to be asked."""
        return next((one for one in summed(time for duel in self.duels for time in duel.times) if one.bot == bot), None)

    def _beats(self, one: str, other: str) -> bool:
        cell = self.cell(one, other) if one != other else None
        return cell is not None and cell.sure

    def _wins(self, weights: Array) -> Array:
        """Points of each bot over each other, a matrix for every row of weights, which say how often a deal counts."""
        n = len(self.bots)
        wins = np.zeros((len(weights), n, n))
        for (one, other), scores in self._scores.items():
            numbers, values = np.array(list(scores), int), np.array(list(scores.values()))
            wins[:, self.bots.index(one), self.bots.index(other)] = weights[:, numbers] @ values
        return wins

    @cached_property
    def _last(self) -> int:
        """The number of the last deal and one."""
        if not self.duels:
            raise TablewrightError("nobody has played yet")
        return max(duel.first + len(duel.scores) for duel in self.duels)

    @cached_property
    def _fitted(self) -> Array:
        wins = self._wins(np.ones((1, self._last)))[0]
        return strengths(wins + JEFFREYS * _met(wins))

    @cached_property
    def _drawn(self) -> Array:
        """Ratings for deals drawn again with replacement, the same for all pairs, since all play the same deals."""
        chance = np.random.default_rng(self.seed)
        weights = chance.multinomial(self._last, np.full(self._last, 1 / self._last), size=DRAWS)
        met = _met(self._wins(np.ones((1, self._last)))[0])
        half = chance.gamma(JEFFREYS, size=(DRAWS // 2, *met.shape))
        luck = met * np.concatenate([half, half.transpose(0, 2, 1)])  # every luck also on the other side
        return np.array([strengths(wins) for wins in self._wins(weights) + luck])


def _met(wins: Array) -> Array:
    """Which pairs have met. Each of them has half a win more on both sides, which chance makes more or less."""
    return np.where(wins + wins.T > 0, 1.0, 0.0)


def strengths(wins: Array) -> Array:
    """Bradley and Terry's strengths on the scale of Elo, nought in the mean."""
    try:
        import choix
    except ImportError:
        raise TablewrightError("ratings need the package choix; try: pip install choix") from None
    return ELO * np.asarray(choix.ilsr_pairwise_dense(wins, alpha=PRIOR, max_iter=1000))
