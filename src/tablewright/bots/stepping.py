"""Many games with a user's own bot: it is asked move by move, while all other seats decide in machine code."""

from collections import Counter
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tablewright.bots.outside import OutsideBot
from tablewright.bots.policies import RANDOM
from tablewright.bots.registry import find
from tablewright.bots.seats import Bot, BotError, PolicyBot, stream_of, take_turn
from tablewright.engine import (
    WHOLE_WIN,
    Chooser,
    CompiledKit,
    Match,
    Variant,
    faults_shown_by,
    numba,
)

TRIED = 3
SELDOM = 4


@dataclass(frozen=True)
class MoveByMove:
    """A user's bot by its name; every thread that plays starts a process of it."""

    name: str


Player = Chooser | MoveByMove


class Thought(NamedTuple):
    """The processor time of a user's bot over some decisions, and of the slowest of them."""

    bot: str
    seconds: float
    decisions: int = 1
    slowest: float = 0.0


def summed(thoughts: Iterable[Thought]) -> list[Thought]:
    """One for each bot."""
    made: dict[str, Thought] = {}
    for one in thoughts:
        before = made.get(one.bot, Thought(one.bot, 0.0, 0))
        slowest = max(before.slowest, one.slowest or one.seconds)
        made[one.bot] = Thought(one.bot, before.seconds + one.seconds, before.decisions + one.decisions, slowest)
    return list(made.values())


def player(name: str, variant: Variant) -> Player:
    """Whom a name means in games by the thousand; a user's bot is loaded once to see that it can be."""
    bot = find(name)
    if not isinstance(bot, OutsideBot):
        return bot.chooser(variant)
    bot.close()
    return MoveByMove(bot.name)


class PlayedGames(Protocol):
    """Some games in a row, as a simulation tells them."""

    @property
    def turns(self) -> Sized: ...
    @property
    def faults(self) -> tuple[tuple[str, str], ...]: ...


class Patience:
    """Ends a run with a word where a user's bot fails in the same way in three games, and in a quarter of them all."""

    def __init__(self) -> None:
        self._games = 0
        self._ways: Counter[tuple[str, str]] = Counter()

    def watch(self, chunk: "PlayedGames") -> None:
        self.count(len(chunk.turns), chunk.faults)

    def count(self, games: int, faults: Sequence[tuple[str, str]]) -> None:
        """Some more games, and who failed in them how."""
        self._games += games
        for bot, reason in faults:
            way = bot, reason.partition(";")[0]  # after that, the particulars of the position
            self._ways[way] += 1
            if self._ways[way] >= max(TRIED, self._games / SELDOM):
                raise BotError(f"it failed in the same way in {TRIED} games, so no more are played: {reason}")


def try_out(variant: Variant, names: Sequence[str], seed: int = 1) -> None:
    """A few games with every user's bot in every seat, before many: BotError if it fails there in the same way."""
    for name in dict.fromkeys(names):
        one = player(name, variant)
        if not isinstance(one, MoveByMove):
            continue
        table = StepRunner(variant, [one, *[RANDOM] * (variant.players - 1)])
        for seat in range(variant.players):
            _try_seat(table, seat, seed)
        table.bots[0].close()


def _try_seat(table: "StepRunner", shift: int, seed: int) -> None:
    patience = Patience()
    for deal in range(TRIED):
        table.faults = []
        table.play(seed + deal, shift)
        if not table.faults:
            return
        patience.count(1, table.faults)


class CompiledBot(Bot):
    """A bot of the drivers that decides in a match, in machine code."""

    def __init__(self, variant: Variant, chooser: Chooser) -> None:
        self.name = chooser.name
        self._kit = CompiledKit(variant)
        self._memory = chooser.memory_record()
        self._decide = chooser.compiled

    def choose(self, match: Match, seat: int) -> int:
        self._kit.put(match.known(seat), stream_of(match))
        with faults_shown_by(match):
            return self._kit.run(self._decide, self._memory[0])


class StepRunner:
    """Plays games as `drivers.run_games` does; also keeps, for each game that a bot failed in, its first failure."""

    def __init__(self, variant: Variant, players: Sequence[Player]) -> None:
        self.variant = variant
        self.bots = [self._seated(one) for one in players]
        self.faults: list[tuple[str, str]] = []  # whose, and how
        self.times: list[Thought] = []  # of users' bots, one entry a decision

    def _seated(self, one: Player) -> Bot:
        if isinstance(one, MoveByMove):
            return find(one.name)
        return CompiledBot(self.variant, one) if numba() is not None else PolicyBot(one)

    def __call__(
        self,
        first_seed: int,
        first_game: int,
        rotations: int,
        shares: Any,
        scores: Any,
        turns: Any,
        decisions: Any,
        probes: Any,
    ) -> int:
        self.faults, self.times = [], []
        total = 0
        for row in range(len(turns)):
            seed, shift = first_seed + (first_game + row) // rotations, (first_game + row) % rotations
            match = self.play(seed, shift)
            outcome = match.outcome
            total += len(match.steps)
            assert outcome is not None
            decisions[row] = len(match.steps)
            turns[row] = match.turns
            shares[row] = [int(share * WHOLE_WIN) for share in outcome.shares]
            scores[row] = outcome.payoffs if match.game.has("payoff") else outcome.scores
            if probes.shape[1]:
                probes[row] = match.state.probe
        return total

    def play(self, seed: int, shift: int) -> Match:
        """One game to its end, the bots moved on by some seats."""
        seats = self.bots[shift:] + self.bots[:shift]
        match = Match(self.variant, seed, names=tuple(bot.name for bot in seats))
        while match.seat is not None:
            bot = seats[match.seat]
            take_turn(match, bot)
            if isinstance(bot, OutsideBot):
                self.times.append(Thought(bot.name, bot.spent))
        if match.faults:
            first = match.faults[0]
            self.faults.append((match.names[first.seat], first.reason))
        return match
