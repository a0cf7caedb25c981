"""Bulk simulation: many games between bots, in chunks of constant memory, on threads or on a cluster."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tablewright.bots.stepping import Player, StepRunner, Thought, summed
from tablewright.engine import WHOLE_WIN, Runner, TablewrightError, Variant, outputs
from tablewright.lab.executor import Executor, Threads
from tablewright.lab.page import Figure
from tablewright.lab.plan import Plan
from tablewright.lab.starters import Starters, by_turn_order
from tablewright.lab.statistics import Array, Moments, Pairs, Shares
from tablewright.lab.tally import tallied

CHUNK = 8000
SLOW = 1e-5  # seconds that a quick bot takes for a decision at most
LAST, SMALLEST = 2, 8  # a range is at most this part of a worker's rest, and at least this part of the usual size


@dataclass(frozen=True)
class Chunk:
    """Some games in a row: one row per game, one column per seat or counter."""

    first: int
    rotations: int
    shares: Array  # of the win, in twelfths, by seat
    scores: Array  # payoffs, where the game has them
    turns: Array
    decisions: Array  # -1: the game passed its stated bound and was stopped
    probes: Array
    ended: int
    counted: Array  # every column of those that ended; see `tally`
    seconds: float = 0.0  # that they took
    faults: tuple[tuple[str, str], ...] = ()  # of the games that a user's bot failed in: its name and how
    times: tuple[Thought, ...] = ()  # of users' bots

    @property
    def games(self) -> Array:
        return self.first + np.arange(len(self.turns))

    def shares_by_seat(self) -> Array:
        """Shares of the win between 0 and 1; not-a-number in games that were stopped."""
        return np.where(self.decisions[:, None] >= 0, self.shares / WHOLE_WIN, np.nan)

    def shares_by_bot(self) -> Array:
        return self.by_bot(self.shares_by_seat())

    def gains_by_bot(self, least: int) -> Array:
        """Each bot's part of all that was gained above the least payoff; where nobody gained anything, equal parts."""
        gained = np.where(self.decisions[:, None] >= 0, self.scores - least, np.nan)
        total = gained.sum(axis=1, keepdims=True)
        equal = np.full_like(gained, 1 / gained.shape[1])
        return self.by_bot(np.divide(gained, total, out=equal, where=total != 0))

    def by_bot(self, by_seat: Array) -> Array:
        """Columns by the bot's place in the list instead of by seat."""
        seats = self.shares.shape[1]
        bots = np.arange(seats)[None, :]
        return np.take_along_axis(by_seat, (bots - (self.games % self.rotations)[:, None]) % seats, axis=1)


@dataclass
class Simulation:
    """What came out of many games."""

    plan: Plan
    seed: int
    games: int = 0
    unfinished: int = 0
    seconds: float = 0.0
    shares: Shares = field(init=False)  # one column a seat, as for the scores
    bot_shares: Shares = field(init=False)  # one column for each bot of the list, as for their scores
    bot_gains: Shares = field(init=False)  # the same of all that was paid, in a game with payoffs; see `gains_by_bot`
    bot_scores: Moments = field(init=False)
    order_shares: Shares | None = field(init=False)  # by place in turn order, where not always the same seat begins
    faults: list[tuple[str, str]] = field(default_factory=list)  # of users' bots, one a game: name and reason
    times: list[Thought] = field(default_factory=list)  # that users' bots thought
    met: Pairs = field(init=False)  # side against side

    def __post_init__(self) -> None:
        players, seatings = self.variant.players, self.plan.rotations
        self.shares = Shares(players, seatings)
        self.bot_shares = Shares(players, seatings) if seatings > 1 else self.shares
        self.bot_gains = Shares(players, seatings) if self.pays and seatings > 1 else self.bot_shares
        self.bot_scores = Moments(players)
        self._columns = Moments(2 + players + len(self.variant.game.probes))
        self._starters = Starters(self.variant)
        self.order_shares = Shares(players, seatings) if self._starters.fixed is None else None
        self.met = Pairs(len(self.variant.game.sides))
        self._in_detail = seatings > 1 or self.order_shares is not None or bool(self.variant.game.sides)

    @property
    def variant(self) -> Variant:
        return self.plan.variant

    @property
    def pays(self) -> bool:
        """Whether the game has payoffs; they are then its scores, and what says which bot is stronger."""
        return self.variant.game.has("payoff")

    @property
    def bots(self) -> tuple[str, ...]:
        return self.plan.names

    @property
    def rotations(self) -> int:
        return self.plan.rotations

    @property
    def compiled(self) -> bool:
        return self.plan.compiled

    @property
    def turns(self) -> Moments:
        return self._columns.part(0, 1)

    @property
    def decisions(self) -> Moments:
        return self._columns.part(1, 2)

    @property
    def scores(self) -> Moments:
        return self._columns.part(2, 2 + self.variant.players)

    @property
    def probes(self) -> Moments:
        return self._columns.part(2 + self.variant.players, len(self._columns.mean))

    @property
    def total_decisions(self) -> int:
        return round(float(self.decisions.mean[0]) * self.decisions.n)

    def add(self, chunk: Chunk) -> None:
        """Take in some more games."""
        self.games += len(chunk.turns)
        self.unfinished += len(chunk.turns) - chunk.ended
        self.faults += chunk.faults
        self.times = summed([*self.times, *chunk.times])
        self._columns.merge(chunk.ended, *chunk.counted[:, : -self.variant.players])
        self.shares.merge(chunk.ended, *chunk.counted[:, -self.variant.players :])
        if self._in_detail:
            self._add_rows(chunk)

    def _add_rows(self, chunk: Chunk) -> None:
        """What hangs on more than one column of a game, or on its seed."""
        done, shares = chunk.decisions >= 0, chunk.shares_by_seat()
        seeds = self.seed + chunk.games // chunk.rotations
        if chunk.rotations > 1:
            self.shares.add_seeds(shares)
            self.bot_shares.add(chunk.shares_by_bot())
            self.bot_scores.add(chunk.by_bot(chunk.scores)[done])
            if self.pays:
                self.bot_gains.add(chunk.gains_by_bot(self.variant.payoff_range[0]))
        if self.order_shares is not None:
            self.order_shares.add(by_turn_order(shares, self._starters.of(seeds)))
        if self.variant.game.sides and self.variant.players == 2:
            at = [self.variant.game.probes.index(name) for name in self.variant.game.cards.side_counters]
            self.met.add(chunk.probes[done][:, at], shares[done, 0], seeds[done])

    def seat_interval(self, seat: int) -> tuple[float, float]:
        return self.shares.interval_of(seat)

    def bot_interval(self, bot: int) -> tuple[float, float]:
        return self.bot_shares.interval_of(bot)

    def strength(self, bot: int) -> tuple[float, tuple[float, float]]:
        """What tells how strong a bot is, with its interval: its share of the win, or its part of all payoffs."""
        return float(self.bot_gains.mean[bot]), self.bot_gains.interval_of(bot)

    def bot_share(self, bot: int) -> float:
        """Of the wins; where all bots are the same, those of the seat."""
        return float(self.bot_shares.mean[bot])

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
            "turn_order": [
                {"share": float(self.order_shares.mean[i]), "interval": self.order_shares.interval_of(i)}
                for i in range(self.variant.players)
            ]
            if self.order_shares is not None
            else [],
            "by_bot": [
                {
                    "bot": name,
                    "share": self.bot_share(i),
                    "interval": self.bot_interval(i),
                    "score": (self.bot_scores if self.rotations > 1 else self.scores).summary(i),
                }
                for i, name in enumerate(self.bots)
            ],
            "probes": {name: self.probes.summary(i) for i, name in enumerate(self.variant.game.probes)},
            "matchups": [
                {
                    "side": a,
                    "against": b,
                    "games": wins.n,
                    "won": wins.value * wins.n,
                    "interval": [wins.low, wins.high],
                }
                for i, a in enumerate(self.variant.game.sides)
                for j, b in enumerate(self.variant.game.sides)
                for wins in [self.met.wins(i, j)]
                if i != j and wins.n
            ],
        }

    def figures(self) -> list[Figure]:
        """The same figures, one a row."""
        told = self.to_json()
        rows = [("turns", told["turns"]), ("decisions", told["decisions"])]
        rows += [(f"share.{seat}", _as_mean(one, self.games)) for seat, one in told["seats"].items()]
        rows += [(f"score.{seat}", one["score"]) for seat, one in told["seats"].items()]
        rows += [(f"order.{i + 1}", _as_mean(one, self.games)) for i, one in enumerate(told["turn_order"])]
        rows += [(f"bot.{one['bot']}", _as_mean(one, self.games)) for one in told["by_bot"] if self.rotations > 1]
        rows += [(f"side.{m['side']}.{m['against']}", _as_mean(m, m["games"])) for m in told["matchups"]]
        rows += [(f"probe.{name}", one) for name, one in told["probes"].items()]
        return [
            {"metric": name, "value": x["mean"], "low": x["interval"][0], "high": x["interval"][1], "games": x["n"]}
            for name, x in rows
            if x["n"]
        ]


def _as_mean(one: dict[str, Any], games: int) -> dict[str, Any]:
    share = one["share"] if "share" in one else one["won"] / one["games"]
    return {"mean": share, "interval": one["interval"], "n": games}


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
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[Chunk], None] | None = None,
) -> Simulation:
    """Play the games and sum them up; `progress` is told how many more are done, `keep` gets the rows themselves."""
    return play(Plan.of(variant, bots), games, seed, executor, progress, keep)


def play(
    plan: Plan,
    games: int | StopRule,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[Chunk], None] | None = None,
) -> Simulation:
    """The games of a plan, until the stop rule or Ctrl-C says so."""
    stop = games if isinstance(games, StopRule) else StopRule(games)
    made = Simulation(plan, seed)
    runner = plan.runner()  # compiling does not count as time
    start, started = time.perf_counter(), time.monotonic()
    with _noticing_ctrl_c() as interrupted:
        for chunk in stream(plan, stop.games, seed, executor, runner):
            made.add(chunk)
            if keep is not None:
                keep(chunk)
            if progress is not None:
                progress(len(chunk.turns))
            if interrupted.is_set() or stop.met(started, made.shares):
                break
    made.seconds = time.perf_counter() - start
    return made


@dataclass(frozen=True)
class Games:
    """The job of playing games of a plan; a part is the first game and how many."""

    plan: Plan
    seed: int

    def worker(self, made: Runner | None = None) -> Callable[[tuple[int, int]], Chunk]:
        runner, plan = made or self.plan.runner(), self.plan

        def chunk(part: tuple[int, int]) -> Chunk:
            start = time.perf_counter()
            shares, scores, turns, decisions, probes = outputs(
                part[1], plan.variant.players, len(plan.variant.game.probes)
            )
            runner(self.seed, part[0], plan.rotations, shares, scores, turns, decisions, probes)
            told = (tuple(runner.faults), tuple(summed(runner.times))) if isinstance(runner, StepRunner) else ((), ())
            counted = tallied(turns, decisions, scores, probes, shares)
            spent = time.perf_counter() - start
            return Chunk(part[0], plan.rotations, shares, scores, turns, decisions, probes, *counted, spent, *told)

        return chunk


def stream(
    plan: Plan, games: int, seed: int = 1, executor: Executor | None = None, runner: Runner | None = None
) -> Iterator[Chunk]:
    """The games in order, chunk by chunk; at most a few chunks a worker are in memory at once."""
    if games < 1:
        raise TablewrightError(f"the number of games is {games}; it must be at least 1")
    by = executor or Threads()
    job = Games(plan, seed)
    size = max(1, int(by.brisk / SLOW / plan.variant.bound)) if plan.quick and plan.compiled else 1
    if games <= min(size, CHUNK) and isinstance(by, Threads):
        yield job.worker(runner)((0, games))  # sooner done than threads are started
        return
    most = min(CHUNK, -(-games // by.workers))  # a short run is divided among all workers
    size = min(size, most)

    def parts() -> Iterator[tuple[int, int]]:
        first = 0
        while first < games:
            fair = -(-(games - first) // (LAST * by.workers))  # smaller in the end, so that all workers end together
            wanted = max(min(size, fair), size // SMALLEST, 1)
            whole = min(-(-wanted // plan.rotations) * plan.rotations, games - first)  # seeds are not cut in two
            yield first, whole
            first += whole

    for chunk in by.map(job, parts()):
        size = max(1, min(int(by.brisk * len(chunk.turns) / max(chunk.seconds, 1e-9)), most))
        yield chunk
