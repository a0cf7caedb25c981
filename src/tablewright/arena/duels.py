"""Two bots over a range of deals: every deal in every seating, one number a deal.

A score is the first bot's part of the win in a deal, 0 to 1, whoever sat where. With more than two players each deal
is played with one seat of the first bot among the other's, and with one seat of the other among the first's, so equal
bots score one half however many play.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.bots.stepping import Player, Thought, player, summed
from tablewright.engine import TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.runs import played_again
from tablewright.lab.simulate import Chunk, simulate
from tablewright.lab.statistics import Array

Advance = Callable[[int], None]


@dataclass(frozen=True)
class Duel:
    """What two bots made of some deals."""

    one: str
    other: str
    first: int  # the number of the first deal
    scores: tuple[float, ...]  # the first bot's, deal by deal
    faults: tuple[tuple[str, str], ...] = ()  # whose, and how
    times: tuple[Thought, ...] = ()  # of users' bots

    @property
    def score(self) -> float:
        return float(np.mean(self.scores))

    def of(self, bot: str) -> Array:
        """The scores as that bot sees them."""
        scores = np.asarray(self.scores)
        return scores if bot == self.one else 1 - scores

    def __str__(self) -> str:
        return f"{self.one} against {self.other}: {self.score:.1%} of {len(self.scores)} deals"


def _written(folder: Path) -> str:
    """A mark of the rules and cards in a game's folder."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".toml"))
    return hashlib.sha256(b"\0".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()


class Hall:
    """Where bots meet: a variant, the first seed, and the bots that have been called in by name."""

    def __init__(self, variant: Variant, seed: int = 1, executor: Executor | None = None) -> None:
        if variant.players < 2:
            raise TablewrightError("a game for one has no opponents; it takes two players or more")
        self.variant = variant
        self.seed = seed
        self.executor = executor
        self._players: dict[str, Player] = {}
        self._rules = _written(variant.game.folder)

    @property
    def games_a_deal(self) -> int:
        """How many seatings a deal is played in."""
        return 2 if self.variant.players == 2 else 2 * self.variant.players

    def call(self, name: str) -> Player:
        """The bot of a name; what is wrong with it is said here."""
        if name not in self._players:
            self._players[name] = player(name, self.variant)
        return self._players[name]

    def duel(self, one: str, other: str, first: int, deals: int, advance: Advance | None = None) -> Duel:
        """Both bots over some deals, from the deal of that number on."""
        if one == other:
            raise TablewrightError(f"{one} cannot play against itself")
        if _written(self.variant.game.folder) != self._rules:
            name = self.variant.game.name
            raise TablewrightError(
                f"the folder of {name} has changed while bots play it; start again with the new rules"
            )
        faults, times = list[tuple[str, str]](), list[Thought]()
        scores = self._shares(one, other, first, deals, faults, times, advance)
        if self.variant.players > 2:
            scores = (scores + 1 - self._shares(other, one, first, deals, faults, times, advance)) / 2
        return Duel(one, other, first, tuple(scores.tolist()), tuple(faults), tuple(summed(times)))

    def record(self, one: str, other: str, deal: int) -> dict[str, Any]:
        """The record of a deal's first game, played once more; a bot that does not repeat itself plays another one."""
        bots = [self.call(one), *[self.call(other)] * (self.variant.players - 1)]
        return played_again(self.variant, bots, self.seed + deal, 0)

    def _shares(
        self,
        alone: str,
        rest: str,
        first: int,
        deals: int,
        faults: list[tuple[str, str]],
        times: list[Thought],
        advance: Advance | None,
    ) -> Array:
        """The mean share, deal by deal, of one bot among others of one kind, moved through all seats."""
        seats = self.variant.players
        chunks: list[Chunk] = []
        bots = [self.call(alone), *[self.call(rest)] * (seats - 1)]
        made = simulate(
            self.variant, bots, deals * seats, self.seed + first, self.executor, advance, keep=chunks.append
        )
        faults += made.faults
        times += made.times
        low = self.variant.payoff_range[0]
        shares = np.concatenate([(c.gains_by_bot(low) if made.pays else c.shares_by_bot())[:, 0] for c in chunks])
        if len(shares) < deals * seats:  # Ctrl-C, which the simulation answers by stopping early
            raise KeyboardInterrupt
        if np.isnan(shares).any():
            raise TablewrightError(f"a game of {alone} and {rest} passed its bound of {self.variant.bound} decisions")
        return np.asarray(shares.reshape(-1, seats).mean(axis=1))
