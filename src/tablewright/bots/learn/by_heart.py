"""Training of a strategy by heart, and its gate: fresh deals in both seats, counted in what the seats gain."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from tablewright.bots.learn.regrets import SLICE, Learner
from tablewright.bots.levels import LIKE, levels_of
from tablewright.bots.nets import path_of, save_strategy, version_of
from tablewright.bots.search import by_heart, chooser_of, compile_search
from tablewright.bots.stepping import StepRunner
from tablewright.bots.strategy import Strategy, choose_by_heart
from tablewright.engine import Chooser, Variant

MOST_DEALS = 2_000_000
SURE = 1.96  # standard errors


@dataclass(frozen=True)
class Lesson:
    """What a training came to: how many different things there are to see, and what a game gains against the best."""

    sights: int
    deals: int
    gain: float
    error: float

    @property
    def kept(self) -> bool:
        return self.gain - SURE * self.error > 0

    def __str__(self) -> str:
        low, high = self.gain - SURE * self.error, self.gain + SURE * self.error
        verdict = "kept" if self.kept else "not kept"
        return (
            f"{self.deals:,} deals, {self.sights:,} different things to see; it gains {self.gain:+.2f} a game "
            f"({low:+.2f} to {high:+.2f}) against the best so far: {verdict}"
        )


def train_by_heart(
    variant: Variant,
    minutes: float,
    gate: int,
    seeds: tuple[int, int],
    tell: Callable[[str], None],
    stop: threading.Event,
) -> Lesson:
    """Learn, let it play the best so far, and keep it if it gains more beyond chance."""
    compile_search(variant.game)
    rival = by_heart("best", variant) or chooser_of("best", levels_of(variant.game)[LIKE["learned"]])
    learner, began = Learner(variant, seeds[0]), time.monotonic()
    while learner.deals < MOST_DEALS and not stop.is_set():
        learner.learn(SLICE)
        if time.monotonic() - began > 60 * minutes:
            break
    new = Chooser("new", choose_by_heart, Strategy, (), learner.arrays())
    gain, error = gains(variant, new, rival, gate, seeds[1])
    made = Lesson(learner.sights, learner.deals, gain, error)
    tell(str(made))
    if made.kept:
        told = {"game": variant.game.name, "version": version_of(variant), "players": variant.players}
        result = {"games": gate, "seed": seeds[1], "gain": gain, "error": error}
        save_strategy(path_of(variant), new.weights, {**told, "deals": made.deals, "gate": result})
    return made


def gains(variant: Variant, one: Chooser, other: Chooser, games: int, seed: int) -> tuple[float, float]:
    """What the first bot gains a game, its payoff or share less what all get on average; with its standard error."""
    table, by_deal = StepRunner(variant, [one, other]), list[float]()
    for deal in range(-(-games // 2)):
        won = 0.0
        for shift in range(2):
            outcome = table.play(seed + deal, shift).outcome
            assert outcome is not None
            payoffs = [float(payoff) for payoff in outcome.payoffs]
            won += (payoffs[shift] - sum(payoffs) / 2) / 2  # bots moved on by one: the first sits in seat 1
        by_deal.append(won)
    return float(np.mean(by_deal)), float(np.std(by_deal, ddof=1)) / sqrt(len(by_deal))
