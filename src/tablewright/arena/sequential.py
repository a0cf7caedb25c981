"""Is B better than A? Deals are played until the question is settled (Wald's sequential test on scores by deal)."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from tablewright.arena.duels import Advance, Duel, Hall
from tablewright.arena.standings import Cell, Standings
from tablewright.bots.stepping import Patience
from tablewright.engine import TablewrightError
from tablewright.lab.statistics import Array

MISTAKES = 0.05  # how often either answer may be wrong
BOUND = log((1 - MISTAKES) / MISTAKES)
BATCH = 10  # deals between two looks
LEAST = 20  # before the spread of the scores is known well enough
FLOOR = 0.01  # a spread of nought would settle anything at once

Answer = Literal["better", "not better", "open"]


def expected(elo: float) -> float:
    """The score that a lead of so many points of Elo brings."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class Question:
    """Is the second bot better by `least` points of Elo (then yes) or only by `most_not` (then no)?"""

    most_not: float
    least: float

    def __post_init__(self) -> None:
        if not -1000 <= self.most_not < self.least <= 1000:
            given = f"{self.most_not:g},{self.least:g}"
            raise TablewrightError(f"--sprt is {given}; it takes two numbers of Elo, the smaller first, as in 0,30")

    def ratio(self, scores: Array) -> float:
        """The log-likelihood ratio of yes against no (normal approximation with the spread that was seen)."""
        no, yes = expected(self.most_not), expected(self.least)
        spread = max(float(scores.var(ddof=1)), FLOOR)
        return float((yes - no) * (scores - (yes + no) / 2).sum() / spread)

    def answer(self, scores: Array) -> Answer:
        if len(scores) < LEAST:
            return "open"
        ratio = self.ratio(scores)
        return "better" if ratio >= BOUND else "not better" if ratio <= -BOUND else "open"


@dataclass(frozen=True)
class Contest:
    """Two bots and what is known about which of them is better."""

    one: str
    other: str
    duels: tuple[Duel, ...]
    question: Question | None

    @property
    def cell(self) -> Cell:
        """The second bot's results against the first."""
        made = Standings((self.one, self.other), self.duels).cell(self.other, self.one)
        assert made is not None
        return made

    @property
    def answer(self) -> Answer:
        if self.question is not None:
            return self.question.answer(np.concatenate([duel.of(self.other) for duel in self.duels]))
        low, high = self.cell.interval
        return "better" if low > 0.5 else "not better" if high < 0.5 else "open"

    @property
    def faults(self) -> list[tuple[str, str]]:
        return [fault for duel in self.duels for fault in duel.faults]


def contest(
    hall: Hall,
    one: str,
    other: str,
    deals: int,
    question: Question | None = None,
    advance: Advance | None = None,
) -> Contest:
    """Play at most so many deals; with a question only until it is settled."""
    made, patience = Contest(one, other, (), question), Patience()
    for duel in _batches(hall, one, other, deals, advance):
        patience.count(len(duel.scores) * hall.games_a_deal, duel.faults)
        made = Contest(one, other, (*made.duels, duel), question)
        if question is not None and made.answer != "open":
            break
    return made


def _batches(hall: Hall, one: str, other: str, deals: int, advance: Advance | None) -> Iterator[Duel]:
    for first in range(0, deals, BATCH):
        yield hall.duel(one, other, first, min(BATCH, deals - first), advance)
