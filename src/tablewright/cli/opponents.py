"""Who sits where: people, and bots by name."""

from collections.abc import Sequence

from tablewright.bots.registry import find, quoted
from tablewright.bots.seats import Bot, BotError
from tablewright.engine import TablewrightError, Variant

HUMAN = "human"
USUAL = "greedy"  # the opponent of a person who names none


def seats(text: str | None, variant: Variant) -> tuple[str, ...]:
    """Who sits where: `human,greedy` as typed; without it one person and bots."""
    if text is None:
        return (HUMAN, *[USUAL] * (variant.players - 1))
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != variant.players:
        right = ",".join(seats(None, variant))
        raise TablewrightError(
            f"--seats names {len(names)}, but the game is for {variant.players}; try --seats {right}"
        )
    return names


def seats_of_record(names: Sequence[str]) -> tuple[str, ...]:
    """The seats of a saved game: bots that are built in, and people; a program plays only if --seats names it."""
    return tuple(HUMAN if quoted(name) != name else name for name in names)


def seated(names: Sequence[str]) -> list[Bot | None]:
    """A bot for each seat that is not a person's."""
    return [None if name == HUMAN else _find(name) for name in names]


def _find(name: str) -> Bot:
    try:
        return find(name)
    except BotError as fault:
        if not str(fault).startswith("unknown bot"):
            raise
        raise BotError(f"{fault}; a person is {HUMAN!r}") from fault
