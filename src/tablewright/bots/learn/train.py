"""Expert iteration: games, a network fitted to them, and a gate; only what beats the best so far on fresh deals stays.

The first games are those of the game's own bot with many random moves, which is quick and shows much. As soon as there
is a network, every round adds games of the search with it. All stay in a buffer. Interrupted, it goes on from the last
network that passed.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import log10
from typing import Any

import numpy as np

from tablewright.bots.learn.features import Rows, rows_for
from tablewright.bots.learn.fit import encoded, fit, fresh
from tablewright.bots.learn.play import Harvest, harvest
from tablewright.bots.levels import levels_of
from tablewright.bots.net import SEATS
from tablewright.bots.nets import Arrays, has_net, net_of, older_net, path_of, save_net, version_of
from tablewright.bots.search import chooser_of, compile_search
from tablewright.bots.seats import BotError
from tablewright.engine import NO_NUMBA, Chooser, Variant, numba

FRESH = 1_000_000_000  # training deals begin here, far from those of simulations and ladders
SEARCHED = 250_000_000  # those of the search so much further on
GATE = 1_500_000_000  # and those of the gate here, every round further on
BUFFER = 200_000
SAMPLE = 60
TESTING = 10  # every tenth game only tests the fit

Duel = Callable[[Variant, Chooser, Chooser, int, int], tuple[float, tuple[float, float]]]
"""(variant, one, other, games, seed) -> the share of the first, and its 95 % interval by deal."""


def rating_of(share: float, fair: float) -> float:
    """Points of rating that a share of the wins stands for, where `fair` is that of an equal."""
    share, even = min(max(share, 0.01), 0.99), fair / (1 - fair)
    return 400 * log10(share / (1 - share) / even)


def deals_to_learn() -> tuple[int, int]:
    """Where the deals of training begin, and those of a gate that no earlier one has seen."""
    return FRESH, GATE + int(time.time()) % 90_000_000


@dataclass(frozen=True)
class Plan:
    """How to train; what is left open follows from the game."""

    minutes: float = 10.0
    games: int = 20_000  # of the game's own bot in the first round
    search_games: int = 400  # of the search in every later one
    gate: int = 120
    noise: int = 300  # random moves of a thousand, on average
    threads: int = 2


@dataclass(frozen=True)
class Round:
    """What one round of training came to."""

    number: int
    positions: int
    loss: tuple[float, float]
    share: float
    interval: tuple[float, float]
    fair: float

    @property
    def kept(self) -> bool:
        return self.interval[0] > self.fair

    def __str__(self) -> str:
        low, high = (100 * end for end in self.interval)
        verdict = "kept" if self.kept else "not kept"
        return (
            f"round {self.number}: {self.positions:,} positions, loss {self.loss[0]:.4f} -> {self.loss[1]:.4f}; "
            f"{100 * self.share:.1f} % ({low:.1f} to {high:.1f}) against the best so far: {verdict}"
        )


@dataclass
class Trainer:
    """One training; `best` is the network that passed last."""

    variant: Variant
    plan: Plan
    duel: Duel
    tell: Callable[[str], None] = print
    stop: threading.Event = field(default_factory=threading.Event)
    best: Arrays | None = None
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        if numba() is None:
            raise BotError(NO_NUMBA)
        if self.variant.players > SEATS:
            raise BotError(f"networks are for up to {SEATS} players, not for {self.variant.players}")
        self.settings = levels_of(self.variant.game)["learned"]
        self._buffer: list[Harvest] = []
        self._features = 0
        if has_net(self.variant):
            self.best = net_of(self.variant)
            self.tell(f"goes on from {path_of(self.variant).name}")

    def run(self) -> list[Round]:
        """Train until the time is over or somebody says stop; a round that has begun is finished."""
        compile_search(self.variant.game)
        began = time.monotonic()
        self._adopt()
        while not self.stop.is_set() and (not self.rounds or time.monotonic() - began < 60 * self.plan.minutes):
            self.rounds.append(self._round(len(self.rounds)))
            left = max(0.0, self.plan.minutes - (time.monotonic() - began) / 60)
            self.tell(f"{self.rounds[-1]}; {self._strength()}; {left:.0f} minutes left")
        return self.rounds

    def _strength(self) -> str:
        """By how much the rounds that passed raise the rating, over what there was when the training began."""
        points = sum(rating_of(made.share, made.fair) for made in self.rounds if made.kept)
        return f"{points:+.0f} points since the beginning"

    def _adopt(self) -> None:
        """Without a network for these rules, one for earlier ones has to pass the gate and is gone on from."""
        older = older_net(self.variant) if self.best is None else None
        if older is not None:
            path, arrays = older
            self.rounds.append(self._gate(0, arrays, int((arrays["weight"] != 0).any(1).nonzero()[0].max()) + 1))
            self.tell(f"{path.name} was trained for other rules or cards; {self.rounds[-1]}")

    def _round(self, number: int) -> Round:
        if self.best is None or not self._buffer:
            self._buffer += self._play(number, searching=False)
        if self.best is not None:
            self._buffer += self._play(number, searching=True)
        while sum(len(one.states) for one in self._buffer) > BUFFER and len(self._buffer) > 1:
            self._buffer.pop(0)
        states = np.concatenate([one.states for one in self._buffer])
        targets = np.concatenate([one.targets for one in self._buffer])
        games = np.concatenate([one.games for one in self._buffer])
        self._check_targets(targets)
        weights = fresh(self._rows(states), number)
        data = encoded(self.variant, weights, states, targets)
        tests = games % TESTING == 0
        before, after = fit(weights, data, np.flatnonzero(~tests), np.flatnonzero(tests), passes=8, rate=0.008)
        return self._gate(number, weights.arrays(), weights.rows.features, len(states), (before, after))

    def _play(self, number: int, searching: bool) -> list[Harvest]:
        """Games on all threads, each with its own deals."""
        plan, chooser = self.plan, self._chooser(self.best)
        each = -(-(plan.search_games if searching else plan.games) // plan.threads)
        seeds = [FRESH + (number * plan.threads + i) * 1_000_000 for i in range(plan.threads)]
        seeds = [seed + SEARCHED * searching for seed in seeds]
        keep = 50 if searching else 10  # positions of one game have one outcome: few of many games teach more
        noise = plan.noise // 4 if searching else plan.noise

        def play(seed: int) -> Harvest:
            return harvest(self.variant, chooser, seed, each, noise, keep, searching)

        with ThreadPoolExecutor(plan.threads) as pool:
            return list(pool.map(play, seeds))

    def _rows(self, states: Any) -> Rows:
        picked = np.random.default_rng(1).choice(len(states), min(len(states), 4000), replace=False)
        return rows_for(self.variant, states[picked])

    def _check_targets(self, targets: Any) -> None:
        sums = targets.sum(axis=1)
        if abs(sums - sums[0]).max() > 0.02:
            name = self.variant.game.name
            raise BotError(f"{name}: what one seat gains no other loses; networks learn shares that add up to the same")

    def _gate(
        self, number: int, arrays: Arrays, features: int, positions: int = 0, loss: tuple[float, float] = (0.0, 0.0)
    ) -> Round:
        seed = GATE + number * 100_000 + int(time.time()) % 90_000  # deals that no earlier gate has seen
        share, interval = self.duel(
            self.variant, self._chooser(arrays, "new"), self._chooser(self.best), self.plan.gate, seed
        )
        made = Round(number, positions, loss, share, interval, 1 / self.variant.players)
        if made.kept:
            self.best = arrays
            save_net(path_of(self.variant), arrays, features, self._told(made, seed))
        return made

    def _chooser(self, weights: Arrays | None, name: str = "best") -> Chooser:
        """The search as `learned` plays; before the first network, with the game's own judgement."""
        return chooser_of(name, self.settings, weights)

    def _told(self, made: Round, seed: int) -> dict[str, Any]:
        return {
            "game": self.variant.game.name,
            "version": version_of(self.variant),
            "state": self.variant.game.state.hash,
            "players": self.variant.players,
            "edition": self.variant.edition,
            "set": self.variant.changes,
            "round": made.number,
            "positions": made.positions,
            "loss": made.loss,
            "gate": {"games": self.plan.gate, "seed": seed, "share": made.share, "interval": made.interval},
        }
