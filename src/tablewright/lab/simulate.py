"""Bulk simulation: many games between bots, on all cores, in chunks of constant memory."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from tablewright.bots.stepping import Player, StepRunner
from tablewright.engine import WHOLE_WIN, TablewrightError, Variant
from tablewright.engine.compiler import numba
from tablewright.engine.drivers import outputs
from tablewright.engine.kits import Chooser, Runner, compiled_runner, plain_runner
from tablewright.lab.statistics import Array, Moments, Shares, wilson

AnyPlayer = TypeVar("AnyPlayer", bound=Player)
CHUNK = 8000
BRISK = 0.2  # chunks that take fewer seconds than this grow, so that slow bots still show progress and can be stopped


@dataclass(frozen=True)
class Chunk:
    """Some games in a row: one row a game, one column a seat or a counter."""

    first: int
    rotations: int
    shares: Array  # of the win, in twelfths, by seat
    scores: Array
    turns: Array
    decisions: Array  # -1: the game passed its stated bound and was stopped
    probes: Array
    faults: tuple[tuple[str, str], ...] = ()  # of the games that a user's bot failed in: its name and how

    def shares_by_seat(self) -> Array:
        """Shares of the win between 0 and 1; not-a-number in games that were stopped."""
        return np.where(self.decisions[:, None] >= 0, self.shares / WHOLE_WIN, np.nan)

    def shares_by_bot(self) -> Array:
        """The same by the bot's place in the list instead of by seat."""
        seats = self.shares.shape[1]
        shift = (self.first + np.arange(len(self.turns))) % self.rotations
        bots = np.arange(seats)[None, :]
        return np.take_along_axis(self.shares_by_seat(), (bots - shift[:, None]) % seats, axis=1)


@dataclass
class Simulation:
    """What came out of many games."""

    variant: Variant
    bots: tuple[str, ...]
    seed: int
    rotations: int
    compiled: bool
    games: int = 0
    unfinished: int = 0
    seconds: float = 0.0
    total_decisions: int = 0
    turns: Moments = field(default_factory=Moments)
    decisions: Moments = field(default_factory=Moments)
    shares: Shares = field(init=False)  # one column a seat, as for the scores
    scores: Moments = field(init=False)
    bot_shares: Shares = field(init=False)  # one column for each bot of the list
    probes: Moments = field(init=False)
    faults: list[tuple[str, str]] = field(default_factory=list)  # of users' bots, one a game: name and reason
    met: Array = field(init=False)  # side of the first seat, side of the second: games, and shares of the first

    def __post_init__(self) -> None:
        players = self.variant.players
        self.shares, self.bot_shares = Shares(players, self.rotations), Shares(players, self.rotations)
        self.scores = Moments(players)
        self.probes = Moments(len(self.variant.game.probes))
        sides = len(self.variant.game.sides)
        self.met = np.zeros((2, sides, sides))

    def add(self, chunk: Chunk) -> None:
        """Take in some more games."""
        done = chunk.decisions >= 0
        self.games += len(done)
        self.faults += chunk.faults
        self.unfinished += int((~done).sum())
        self.total_decisions += int(chunk.decisions[done].sum())
        self.turns.add(chunk.turns[done, None])
        self.decisions.add(chunk.decisions[done, None])
        self.shares.add(chunk.shares_by_seat())
        self.bot_shares.add(chunk.shares_by_bot())
        self.scores.add(chunk.scores[done])
        self.probes.add(chunk.probes[done])
        if self.variant.game.sides and self.variant.players == 2:
            at = [self.variant.game.probes.index(f"side.{seat}") for seat in self.variant.seats]
            first, second = chunk.probes[done][:, at].T
            np.add.at(self.met[0], (first, second), 1)
            np.add.at(self.met[1], (first, second), chunk.shares[done, 0] / WHOLE_WIN)

    def matchup(self, side: int, other: int) -> tuple[float, int]:
        """How often a side beat another, whoever began, and in how many games."""
        games, won = self.met
        n = int(games[side, other] + games[other, side])
        return float(won[side, other] + games[other, side] - won[other, side]), n

    def seat_interval(self, seat: int) -> tuple[float, float]:
        return self.shares.interval_of(seat)

    def bot_interval(self, bot: int) -> tuple[float, float]:
        return self.bot_shares.interval_of(bot)

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        return {
            "game": self.variant.game.name,
            "edition": self.variant.edition,
            "players": self.variant.players,
            "set": self.variant.changes,
            "rules": self.variant.game.rules_version,
            "cards": self.variant.cards_version,
            "bots": list(self.bots),
            "seed": self.seed,
            "rotations": self.rotations,
            "compiled": self.compiled,
            "games": self.games,
            "unfinished": self.unfinished,
            "faults": [{"bot": name, "reason": reason} for name, reason in self.faults],
            "seconds": round(self.seconds, 3),
            "turns": self.turns.summary(),
            "decisions": self.decisions.summary(),
            "seats": {
                name: {
                    "share": float(self.shares.mean[i]),
                    "interval": self.seat_interval(i),
                    "score": self.scores.summary(i),
                }
                for i, name in enumerate(self.variant.seats)
            },
            "by_bot": [
                {"bot": name, "share": float(self.bot_shares.mean[i]), "interval": self.bot_interval(i)}
                for i, name in enumerate(self.bots)
            ],
            "probes": {name: self.probes.summary(i) for i, name in enumerate(self.variant.game.probes)},
            "matchups": [
                {"side": a, "against": b, "games": n, "won": won, "interval": wilson(won, n)}
                for i, a in enumerate(self.variant.game.sides)
                for j, b in enumerate(self.variant.game.sides)
                for won, n in [self.matchup(i, j)]
                if i != j and n
            ],
        }


@dataclass(frozen=True)
class StopRule:
    """When to stop: after so many games, so many seconds, or when the first seat's interval is narrow enough."""

    games: int = 10_000
    seconds: float | None = None
    within: float | None = None  # half of the 95 % interval of the first seat's share, in points

    def met(self, started: float, shares: Shares) -> bool:
        if self.seconds is not None and time.monotonic() - started >= self.seconds:
            return True
        if self.within is None or shares.n < 200:
            return False
        low, high = shares.interval_of(0)
        return (high - low) / 2 <= self.within / 100


def until(
    variant: Variant, bots: Sequence[Player], stop: StopRule, seed: int = 1, threads: int | None = None
) -> Iterator[Chunk]:
    """The games until the stop rule or Ctrl-C says so."""
    chosen = seat_bots(variant, bots)
    runner_of(variant, chosen)  # compiling does not count as time
    started, shares = time.monotonic(), Shares(variant.players, rotations_of(chosen))
    with _noticing_ctrl_c() as interrupted:
        for chunk in stream(variant, bots, stop.games, seed, threads):
            yield chunk
            shares.add(chunk.shares_by_seat())
            if interrupted.is_set() or stop.met(started, shares):
                return


@contextmanager
def _noticing_ctrl_c() -> Iterator[threading.Event]:
    """Ctrl-C between two chunks, so that sums stay whole; a second one interrupts at once."""
    noticed = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only that one gets signals
        yield noticed
        return

    def notice(*_: object) -> None:
        noticed.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield noticed
    finally:
        signal.signal(signal.SIGINT, before)


def simulate(
    variant: Variant,
    bots: Sequence[Player],
    games: int | StopRule,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[Chunk], None] | None = None,
) -> Simulation:
    """Play the games and sum them up; `progress` is told how many more are done, `keep` gets the rows themselves."""
    chosen = seat_bots(variant, bots)
    rotations = rotations_of(chosen)
    compiled = numba() is not None and all(isinstance(bot, Chooser) for bot in chosen)
    made = Simulation(variant, tuple(bot.name for bot in chosen), seed, rotations, compiled)
    start = time.perf_counter()
    for chunk in until(variant, chosen, games if isinstance(games, StopRule) else StopRule(games), seed, threads):
        made.add(chunk)
        if keep is not None:
            keep(chunk)
        if progress is not None:
            progress(len(chunk.turns))
    made.seconds = time.perf_counter() - start
    return made


def seat_bots(variant: Variant, bots: Sequence[AnyPlayer]) -> tuple[AnyPlayer, ...]:
    """One bot a seat; a single one takes all seats."""
    if len(bots) == 1:
        return tuple(bots) * variant.players
    if len(bots) != variant.players:
        raise TablewrightError(
            f"{variant.players} players need {variant.players} bots, or one for all; not {len(bots)}"
        )
    return tuple(bots)


def rotations_of(bots: Sequence[Player]) -> int:
    """Different bots play every seed once in every seat; equal ones need not."""
    return len(bots) if len({bot.name for bot in bots}) > 1 else 1


def stream(
    variant: Variant, bots: Sequence[Player], games: int, seed: int = 1, threads: int | None = None
) -> Iterator[Chunk]:
    """The games in order, chunk by chunk; at most a few chunks a thread are in memory at once."""
    if games < 1:
        raise TablewrightError(f"the number of games is {games}; it must be at least 1")
    chosen = seat_bots(variant, bots)
    rotations = rotations_of(chosen)
    workers = (threads or os.cpu_count() or 1) if numba() is not None else 1
    runners = [runner_of(variant, chosen) for _ in range(workers)]
    most = min(CHUNK, -(-games // workers))  # a short run is divided among all threads
    first, number, size = 0, 0, 1
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[Future[tuple[Chunk, float]]] = []
        while first < games or waiting:
            while first < games and len(waiting) < workers:
                size = min(size, games - first)
                # Chunk n runs on runner n mod workers, whose previous chunk has been collected just now.
                waiting.append(pool.submit(_chunk, runners[number % workers], variant, first, size, seed, rotations))
                first, number = first + size, number + 1
            chunk, seconds = waiting.pop(0).result()
            if seconds < BRISK:
                size = min(2 * size, most)
            yield chunk


def runner_of(variant: Variant, bots: Sequence[Player]) -> Runner:
    """What plays games on one thread; the first time in a while it compiles."""
    choosers = [bot for bot in bots if isinstance(bot, Chooser)]
    if len(choosers) < len(bots):
        return StepRunner(variant, bots)
    return (compiled_runner if numba() is not None else plain_runner)(variant, choosers)


def _chunk(runner: Runner, variant: Variant, first: int, size: int, seed: int, rotations: int) -> tuple[Chunk, float]:
    """Some games, and how many seconds they took."""
    start = time.perf_counter()
    shares, scores, turns, decisions, probes = outputs(size, variant.players, len(variant.game.probes))
    runner(seed, first, rotations, shares, scores, turns, decisions, probes)
    faults = tuple(runner.faults) if isinstance(runner, StepRunner) else ()
    chunk = Chunk(first, rotations, shares, scores, turns, decisions, probes, faults)
    return chunk, time.perf_counter() - start
