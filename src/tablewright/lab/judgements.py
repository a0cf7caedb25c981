"""What the numbers allow to say, before anybody says it: certain, certainly not, or open, and what would settle it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.lab.cardvalues import CardValue
from tablewright.lab.levels import Trend, trend, weak_to_strong
from tablewright.lab.matchups import Matchup
from tablewright.lab.measures import EVEN_SIDES, NOTICEABLE, SMALL_POINTS
from tablewright.lab.runs import PEOPLE, Run
from tablewright.lab.starters import by_turn_order
from tablewright.lab.statistics import Estimate, Extent, clustered_uniform_p, discoveries, uniform_p

EVEN_P = 0.05


@dataclass(frozen=True)
class Fairness:
    """Whether the seats, or the places in turn order, are equal within what matters."""

    extent: Extent
    who: str  # the seat or place that is farthest from its fair share
    wins: Estimate
    fair: float
    needed: int | None = None  # games that would settle it, where it is open

    @property
    def above(self) -> bool:
        return self.wins.value > self.fair

    @property
    def certain(self) -> float:
        """How far from a fair share it certainly is."""
        return max(0.0, self.wins.low - self.fair, self.fair - self.wins.high)


def fairness(run: Run, metrics: dict[str, Estimate]) -> Fairness:
    """What a run says for certain of its seats and of who begins."""
    fair = 1 / run.info.players
    if not run.finished.any():
        return Fairness("open", run.info.seats[0], Estimate(fair, 0.0, 1.0, 0), fair)
    kinds = [{seat: metrics[f"share.{seat}"] for seat in run.info.seats if f"share.{seat}" in metrics}]
    kinds.append({place(i): metrics[f"order.{i + 1}"] for i in range(run.info.players) if f"order.{i + 1}" in metrics})
    found = [_of(kind, fair, p) for kind, p in zip(kinds, even_ps(run), strict=False) if kind]
    order: tuple[Extent, ...] = ("large", "some", "open", "small")
    return min(found, key=lambda one: (order.index(one.extent), -abs(one.wins.value - fair)))


def place(i: int) -> str:
    return "who begins" if i == 0 else f"number {i + 1} in turn order"


def _of(shares: dict[str, Estimate], fair: float, p: float) -> Fairness:
    who, wins = max(shares.items(), key=lambda item: (round(abs(item[1].value - fair), 6), item[1].value))
    extents = {share.plus(-fair).extent(SMALL_POINTS) for share in shares.values()}
    needed = wins.plus(-fair).games_to_settle(SMALL_POINTS)
    if extents == {"small"}:
        return Fairness("small", who, wins, fair)
    if p >= EVEN_P:
        return Fairness("open", who, wins, fair, needed)
    return Fairness("large" if "large" in extents else "some", who, wins, fair, needed)


def even_ps(run: Run) -> list[float]:
    """How likely so uneven a split of the wins is if all are equal: by seat and, where that differs, by turn order."""
    shares, seeds = run.shares[run.finished], run.dependent_seeds
    kinds = [shares] if run.same_begins else [shares, by_turn_order(shares, run.first[run.finished])]
    return [uniform_p(x.sum(axis=0)) if seeds is None else clustered_uniform_p(x, seeds) for x in kinds]


def seat_trend(runs: Sequence[Run], metrics: Sequence[dict[str, Estimate]]) -> tuple[Trend, str] | None:
    """What becomes of the largest advantage of a seat from weak bots to strong ones; None with one strength.

    People are no strength of bots, and runs in which bots differ have none.
    """
    known = [
        (run, one)
        for run, one in zip(runs, metrics, strict=True)
        if "draws" in one and len(set(run.info.bots)) == 1 and run.info.bots[0] != PEOPLE
    ]
    if len(known) < 2:
        return None
    known = [known[i] for i in weak_to_strong([run.info.bots[0] for run, _ in known])]
    worst = max((fairness(run, one) for run, one in known), key=lambda one: one.certain)
    name = f"share.{worst.who}" if worst.who in runs[0].info.seats else f"order.{1 + _places(runs[0]).index(worst.who)}"
    effects = [one[name].plus(-worst.fair) for _, one in known if name in one]
    return (trend(effects, SMALL_POINTS), worst.who) if len(effects) == len(known) else None


def _places(run: Run) -> list[str]:
    return [place(i) for i in range(run.info.players)]


@dataclass(frozen=True)
class CardsJudged:
    """Which cards are uneven for certain, which certainly are not, and which are open."""

    strong: Sequence[CardValue]
    weak: Sequence[CardValue]
    dead: Sequence[CardValue]
    open: Sequence[CardValue]
    needed: int | None  # games that would settle the open ones, as far as games can

    @property
    def even(self) -> bool:
        return not (self.strong or self.weak or self.dead or self.open)


def judge_cards(cards: Sequence[CardValue]) -> CardsJudged:
    """Every card that could be used counts; the farthest from the average first."""
    found = sorted((c for c in cards if c.outstanding), key=lambda c: -abs(c.value.value if c.value else 0.0))
    dead = [c for c in cards if c.dead]
    left = [c for c in cards if c.offered and not c.outstanding and not c.even and not c.dead]
    needs = [c.value.games_to_settle(NOTICEABLE) if c.value else None for c in left]
    known = [n for n in needs if n is not None]
    return CardsJudged(
        [c for c in found if c.value and c.value.value > 0],
        [c for c in found if c.value and c.value.value < 0],
        dead,
        left,
        max(known) if known and len(known) == len(needs) else None,
    )


def judge_sides(found: Sequence[Matchup]) -> tuple[Extent, Matchup, int | None]:
    """The most uneven pair of sides; that it is uneven stands although many pairs were looked at."""
    from scipy.stats import norm

    errors = [max(one.wins.error, 1e-12) for one in found]
    z = np.array([abs(one.wins.value - 0.5) / error for one, error in zip(found, errors, strict=True)])
    stands = discoveries(2 * norm.sf(z))
    sure = [one for one, real in zip(found, stands, strict=True) if real and one.wins.low > 0.5]
    if sure:
        worst = max(sure, key=lambda one: one.wins.low)
        return ("large" if worst.wins.low > 0.5 + EVEN_SIDES else "some"), worst, None
    widest = max(found, key=lambda one: max(abs(one.wins.low - 0.5), abs(one.wins.high - 0.5)))
    even = widest.wins.plus(-0.5).extent(EVEN_SIDES) == "small"
    return ("small" if even else "open"), widest, widest.wins.plus(-0.5).games_to_settle(EVEN_SIDES)
