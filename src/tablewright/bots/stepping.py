"""Many games with a user's own bot: it is asked move by move, while all other seats decide in machine code."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablewright.bots.outside import OutsideBot
from tablewright.bots.registry import find
from tablewright.bots.seats import Bot, PolicyBot, stream_of, take_turn
from tablewright.engine import WHOLE_WIN, Match, Variant
from tablewright.engine.compiler import numba
from tablewright.engine.kits import Chooser, CompiledKit


@dataclass(frozen=True)
class MoveByMove:
    """A user's bot by its name; every thread that plays starts a process of it."""

    name: str


Player = Chooser | MoveByMove


def player(name: str, variant: Variant) -> Player:
    """Whom a name means in games by the thousand; a user's bot is loaded once to see that it can be."""
    bot = find(name)
    if not isinstance(bot, OutsideBot):
        return bot.chooser(variant)
    bot.close()
    return MoveByMove(bot.name)


class CompiledBot(Bot):
    """A bot of the drivers that decides in a match, in machine code."""

    def __init__(self, variant: Variant, chooser: Chooser) -> None:
        self.name = chooser.name
        self._kit = CompiledKit(variant)
        self._memory = chooser.memory_record()
        self._decide = chooser.compiled.call

    def choose(self, match: Match, seat: int) -> int:
        self._kit.put(match.known(seat), stream_of(match))
        return int(self._decide(self._kit.record[0], self._memory[0]))


class StepRunner:
    """Plays games as `drivers.run_games` does; also keeps, for each game that a bot failed in, its first failure."""

    def __init__(self, variant: Variant, players: Sequence[Player]) -> None:
        self.variant = variant
        self.bots = [self._seated(one) for one in players]
        self.faults: list[tuple[str, str]] = []  # whose, and how

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
        self.faults = []
        total = 0
        for row in range(len(turns)):
            seed, shift = first_seed + (first_game + row) // rotations, (first_game + row) % rotations
            match = self.play(seed, shift)
            outcome = match.outcome
            total += len(match.steps)
            decisions[row] = -1 if outcome is None else len(match.steps)
            turns[row] = match.turns
            if outcome is not None:
                shares[row] = [int(share * WHOLE_WIN) for share in outcome.shares]
                scores[row] = outcome.scores
            if probes.shape[1]:
                probes[row] = match.state.probe
        return total

    def play(self, seed: int, shift: int) -> Match:
        """One game to its end or its bound, the bots moved on by some seats."""
        seats = self.bots[shift:] + self.bots[:shift]
        match = Match(self.variant, seed, names=tuple(bot.name for bot in seats))
        while match.seat is not None and len(match.steps) <= self.variant.bound:
            take_turn(match, seats[match.seat])
        if match.faults:
            first = match.faults[0]
            self.faults.append((match.names[first.seat], first.reason))
        return match
