"""Bots by name, for the seats of a match and for simulations."""

from collections.abc import Sequence

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import Match, TablewrightError, Variant, mixed, unknown
from tablewright.engine.kits import Chooser, plain_kit

HUMAN = "human"
ADVISER = GREEDY_BOT.name  # who gives hints
BOTS = {bot.name: bot for bot in (RANDOM, GREEDY_BOT)}


def bot(name: str) -> Chooser:
    """A bot by its name."""
    if name not in BOTS:
        raise TablewrightError(unknown("bot", name, BOTS))
    return BOTS[name]


def bots(text: str) -> list[Chooser]:
    """`greedy,random` as typed."""
    return [bot(name.strip()) for name in text.split(",")]


def seats(text: str | None, variant: Variant) -> tuple[str, ...]:
    """Who sits where: `human,greedy` as typed; without it one human and greedy bots."""
    if text is None:
        return (HUMAN, *[GREEDY_BOT.name] * (variant.players - 1))
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name != HUMAN and name not in BOTS:
            raise TablewrightError(unknown("seat", name, [HUMAN, *BOTS]))
    if len(names) != variant.players:
        raise TablewrightError(f"--seats names {len(names)} seats; {variant.describe()} has {variant.players}")
    return names


def seats_of_record(names: Sequence[str]) -> tuple[str, ...]:
    """The seats of a saved game: whoever is not a bot is a human."""
    return tuple(name if name in BOTS else HUMAN for name in names)


def decide(name: str, match: Match) -> int:
    """A bot's move in a match: the same position, seed and step give the same move."""
    kit = plain_kit(match.variant)
    kit.state = match.game.state.copy(match.state)
    kit.rng = mixed(mixed(match.seed, 1), len(match.steps))
    return int(bot(name).decide(kit))
