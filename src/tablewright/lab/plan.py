"""A plan: a variant and who plays it, found once and handed on; it can be sent to another machine."""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tablewright import games
from tablewright.bots.stepping import MoveByMove, Player, StepRunner, player
from tablewright.engine import (
    Chooser,
    Game,
    Runner,
    TablewrightError,
    Variant,
    compiled_runner,
    numba,
    plain_runner,
    unpacked,
)
from tablewright.games.sources import with_cards_text
from tablewright.lab.abstain import WITHOUT, abstainer

QUICK = ("random", "hasty", "greedy")  # decide at once; all others think, and take a thousand times as long


@dataclass(frozen=True)
class Plan:
    """A variant, and one bot for each seat."""

    variant: Variant
    bots: tuple[Player, ...]

    @classmethod
    def of(cls, variant: Variant, bots: Sequence[Player]) -> "Plan":
        """A single bot takes all seats."""
        if len(bots) == 1:
            return cls(variant, tuple(bots) * variant.players)
        if len(bots) != variant.players:
            wanted = f"{variant.players} players need {variant.players} bots, or one for all"
            raise TablewrightError(f"{wanted}; not {len(bots)}")
        return cls(variant, tuple(bots))

    @classmethod
    def named(cls, variant: Variant, names: Sequence[str]) -> "Plan":
        """The same with bots by name."""
        return cls.of(variant, [_bot(name, variant) for name in names])

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.bots)

    @cached_property
    def rotations(self) -> int:
        """Different bots play every seed once in every seat; equal ones need not."""
        return len(self.bots) if len(set(self.names)) > 1 else 1

    @cached_property
    def choosers(self) -> tuple[Chooser, ...] | None:
        """The bots, if all of them decide in drivers, so that a game can be played again and followed."""
        found = tuple(bot for bot in self.bots if isinstance(bot, Chooser))
        return found if len(found) == len(self.bots) else None

    @property
    def compiled(self) -> bool:
        return numba() is not None and self.choosers is not None

    @property
    def quick(self) -> bool:
        """Whether all bots decide at once."""
        return all(name.partition(WITHOUT)[0] in QUICK for name in self.names)

    def runner(self) -> Runner:
        """What plays games on one thread; the first time in a while it compiles."""
        if self.choosers is None:
            return StepRunner(self.variant, self.bots)
        return (compiled_runner if numba() is not None else plain_runner)(self.variant, self.choosers)

    def __reduce__(self) -> tuple[Callable[..., "Plan"], tuple[Any, ...]]:
        """Sent to another process as the source of the game, its numbers and the bots with what they have learned."""
        for bot in self.bots:
            if isinstance(bot, MoveByMove):
                raise TablewrightError(f"{bot.name} is a bot of this machine; a cluster plays with built-in bots only")
        variant = self.variant
        changes = tuple(variant.changes.items())
        return _rebuilt, (_source(variant.game), variant.players, variant.edition, changes, self.bots)


def _bot(name: str, variant: Variant) -> Player:
    """The bot of a name, or one that does without a card."""
    inner, without, card = name.partition(WITHOUT)
    found = player(inner, variant)
    if not without:
        return found
    if isinstance(found, MoveByMove):
        raise TablewrightError(f"{inner} is a bot of your own, which cannot be told to do without a card")
    return abstainer(found, card, variant)


@dataclass(frozen=True)
class Source:
    """Where the game of a plan comes from: a name, or the files of a folder; and its cards where they are others."""

    name: str
    folder: bytes = b""
    cards: str = ""


def _source(game: Game) -> Source:
    folder = b"" if game.name in games.names() and games.load(game.name).folder == game.folder else _packed(game.folder)
    return Source(game.name, folder, game.cards_text)


def _packed(folder: Path) -> bytes:
    """The files of a game's folder; the same files are the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.writestr(zipfile.ZipInfo(str(file.relative_to(folder))), file.read_bytes())
    return packed.getvalue()


def _rebuilt(
    source: Source, players: int, edition: str, changes: tuple[tuple[str, Any], ...], bots: tuple[Chooser, ...]
) -> Plan:
    game = games.load(str(unpacked(source.folder, source.name)) if source.folder else source.name)
    if source.cards:
        game = with_cards_text(game, source.cards, "the cards of the plan")
    return Plan(game.variant(players, edition, dict(changes)), bots)
