"""Who sits where: people and bots by name."""

from collections.abc import Sequence

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import Match, TablewrightError, Variant, mixed, unknown
from tablewright.engine.kits import Chooser, plain_kit

HUMAN = "human"
ADVISER = GREEDY_BOT.name  # who gives hints
CHOOSERS = {bot.name: bot for bot in (RANDOM, GREEDY_BOT)}


class Bot:
    """An opponent for one seat; the same position, seed and step give the same move."""

    def __init__(self, chooser: Chooser) -> None:
        self.name = chooser.name
        self._chooser = chooser

    def choose(self, match: Match, seat: int) -> int:
        """The id of the move that the seat plays."""
        kit = plain_kit(match.variant)
        kit.state = match.known(seat)
        kit.rng = mixed(match.seed, 16 + len(match.steps))
        return int(self._chooser.decide(kit))

    def chooser(self, variant: Variant) -> Chooser:
        """The same opponent for simulations."""
        return self._chooser


def find(name: str) -> Bot:
    """A bot by its name."""
    if name not in CHOOSERS:
        raise TablewrightError(unknown("bot", name, CHOOSERS))
    return Bot(CHOOSERS[name])


def several(text: str) -> list[Bot]:
    """`greedy,random` as typed."""
    return [find(name.strip()) for name in text.split(",")]


def seats(text: str | None, variant: Variant) -> tuple[str, ...]:
    """Who sits where: `human,greedy` as typed; without it one human and greedy bots."""
    if text is None:
        return (HUMAN, *[ADVISER] * (variant.players - 1))
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != variant.players:
        raise TablewrightError(f"--seats names {len(names)} seats; {variant.describe()} has {variant.players}")
    return names


def seats_of_record(names: Sequence[str]) -> tuple[str, ...]:
    """The seats of a saved game: whoever is not a bot is a person."""
    return tuple(name if name in CHOOSERS else HUMAN for name in names)


def seated(names: Sequence[str]) -> list[Bot | None]:
    """A bot for each seat that is not a person's."""
    return [None if name == HUMAN else find(name) for name in names]
