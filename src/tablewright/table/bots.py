"""What a bot answers. Simple bots answer in a thread; the search answers in a process of its own (see thinkers.py)."""

import json
import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablewright.bots.explain import explain, win_chances
from tablewright.bots.levels import LEVELS as LEVELS
from tablewright.bots.levels import Budget
from tablewright.bots.registry import find
from tablewright.bots.search import WARMUP, SearchBot
from tablewright.bots.seats import Bot
from tablewright.engine import Match, Variant
from tablewright.engine.drivers import Moves
from tablewright.engine.records import match_of
from tablewright.games import load, names
from tablewright.table.rooms import moment

DEFAULT_LEVEL = "medium"
SIMPLE = "greedy"  # needs no compiled rules
CURVE = Budget(iterations=300)  # for every position of a game
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Advice:
    """What a bot would play; if it has searched, the share of the win it expects and how the game may go on."""

    action: int
    chance: float | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A position for another process to think about."""

    game: str
    players: int
    edition: str
    changes: str
    state: bytes

    def match(self) -> Match:
        variant = _variant(self.game, self.players, self.edition, self.changes)
        match = Match(variant, random.getrandbits(60))
        match.state = variant.game.state.from_bytes(self.state)
        return match


def question_of(match: Match) -> Question:
    variant = match.variant
    changes = json.dumps(variant.changes, sort_keys=True)
    return Question(source_of(variant), variant.players, variant.edition, changes, match.bytes)


def source_of(variant: Variant) -> str:
    """What `load` takes: the name of a game that ships with Tablewright, or the folder of another."""
    return variant.game.name if variant.game.name in names() else str(variant.game.folder)


@cache
def _variant(game: str, players: int, edition: str, changes: str) -> Variant:
    return load(game).variant(players, edition, json.loads(changes))


@cache
def _bot(level: str) -> Bot:
    return find(level)


# In the process of the search


def warm(game: str) -> None:
    """Load the compiled rules, so that the first decision takes no longer than the others."""
    WARMUP.wait(load(game))


def search(question: Question, level: str) -> int:
    """The move of a bot that searches."""
    match = question.match()
    assert match.seat is not None
    bot = _bot(level)
    if isinstance(bot, SearchBot):
        bot.wait(match.variant)
    return bot.choose(match, match.seat)


def advise(question: Question) -> Advice:
    """What a strong bot would do in the place of the deciding seat, and why."""
    best = explain(question.match()).best
    return Advice(best.move.id, best.chance, best.line)


def curve(record: Mapping[str, Any]) -> list[tuple[float, ...]]:
    """Every seat's chance of winning before each decision of a game."""
    return list(win_chances(match_of(record, load), CURVE))


# In this process


def simple(match: Match) -> int:
    """A move at once; a bot that fails plays anything, so that no room is ever stuck."""
    assert match.seat is not None
    try:
        return find(SIMPLE).choose(match, match.seat)
    except Exception:
        log.exception("the bot %s failed at %s", SIMPLE, match.variant.describe())
        return random.choice(match.legal_ids)


def detached(match: Match) -> Match:
    """A match that another thread may look at while this one goes on."""
    then = moment(match, len(match.steps))
    then.state = match.game.state.copy(match.state)
    then._moves = Moves.plain()
    return then
