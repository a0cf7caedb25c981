"""What a bot answers. Simple bots answer in a thread; the search answers in a process of its own (see thinkers.py)."""

import json
import logging
import os
import random
from dataclasses import dataclass
from functools import cache, lru_cache

from tablewright.bots.explain import explain, weigh
from tablewright.bots.levels import LEARNED, Budget
from tablewright.bots.levels import LEVELS as UNLEARNED
from tablewright.bots.registry import built_in
from tablewright.bots.search import WARMUP, SearchBot
from tablewright.engine import (
    ENGLISH,
    Decided,
    Match,
    RuleFault,
    Variant,
)
from tablewright.games import load, names

REMEMBERED = 8  # bots of rooms, of about 7 MB a thread
MOST_VARIANTS = 64  # that are kept at hand; a visitor can make as many as there are house rules
LEVELS = (*UNLEARNED, *LEARNED)  # all that search; `levels_for` says which of them a variant has
DEFAULT_LEVEL = "medium"
SIMPLE = "greedy"  # needs no compiled rules
FORCED = 100  # iterations at most for a decision without a choice
HARDLY, TENTH = 20, 10  # a move that was tried less often, or in less than a tenth of a search, is looked at on its own
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Advice:
    """What a bot would play; if it has searched, the share of the win it expects and how the game may go on."""

    action: int
    chance: float | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """A decision in the eyes of the search: all chances before it, the best move, its worth, that of the one made.

    All of it is what the deciding seat could know: so what a move cost is never what others knew better.
    """

    chances: tuple[float, ...]
    best: int
    worth: float
    made: float


@dataclass(frozen=True)
class Question:
    """A position for another process to think about."""

    game: str
    players: int
    edition: str
    changes: str
    state: bytes
    seat: int  # who thinks about it
    past: tuple[Decided, ...]  # what that seat knows to have been decided
    names: tuple[str, ...]
    language: str  # of the answer
    about: str = ""  # the room, so that a bot may go on from what it thought there

    def match(self) -> Match:
        variant = _variant(self.game, self.players, self.edition, self.changes)
        made = Match.standing(variant, self.state, random.getrandbits(60), self.past)
        made.names, made.language = self.names, self.language
        return made


def question_of(match: Match, seat: int, about: str = "", language: str = ENGLISH) -> Question:
    """What a seat is to think about."""
    variant, past = match.variant, match.history(seat)
    changes = json.dumps(variant.changes, sort_keys=True)
    where = (source_of(variant), variant.players, variant.edition, changes, match.bytes)
    return Question(*where, seat, past, tuple(match.names), language, about)


def source_of(variant: Variant) -> str:
    """What `load` takes: the name of a game that ships with Tablewright, or the folder of another."""
    return variant.game.name if variant.game.name in names() else str(variant.game.folder)


@lru_cache(MOST_VARIANTS)
def _variant(game: str, players: int, edition: str, changes: str) -> Variant:
    return load(game).variant(players, edition, json.loads(changes))


@lru_cache(REMEMBERED)
def _bot(level: str, about: str, seat: int) -> SearchBot:
    """A bot with its trees, one a thread; those that have not been asked for longest are forgotten."""
    bot = built_in(level, os.cpu_count() or 1)
    assert isinstance(bot, SearchBot)
    bot.keeps = True
    return bot


# In the process of the search


def warm(game: str) -> None:
    """Load the compiled rules, so that the first decision takes no longer than the others."""
    WARMUP.wait(load(game))


def search(question: Question, level: str) -> int:
    """The move of a bot that searches."""
    match, bot = question.match(), _bot(level, question.about, question.seat)
    bot.wait(match.variant)
    return bot.choose(match, question.seat)


def ponder(question: Question, level: str) -> None:
    """Think on while somebody else has to decide."""
    match, bot = question.match(), _bot(level, question.about, question.seat)
    bot.wait(match.variant)
    bot.think(match, question.seat, bot.budget_in(match.variant))


@cache
def _adviser() -> SearchBot:
    return SearchBot("hard", threads=os.cpu_count() or 1)


def advise(question: Question) -> Advice:
    """What a strong bot would do in the place of the deciding seat, and why."""
    best = explain(question.match(), bot=_adviser()).best
    return Advice(best.move.id, best.chance, best.line)


@cache
def _judge() -> SearchBot:
    """On one thread: a finished game leaves the other cores to those that are played."""
    return SearchBot("hard")


def judge(question: Question, action: int, iterations: int) -> Judged:
    """What the search thinks of a decision that was made, as its seat could see it then."""
    match, thinker = question.match(), _judge()
    thinker.wait(match.variant)
    budget = Budget(iterations if len(match.legal_ids) > 1 else min(iterations, FORCED))
    found = weigh(match, budget, thinker)
    visits, made = found.tried.get(action, (0, 0.0))
    if action != found.best and visits < max(HARDLY, budget.iterations // TENTH):
        match.replay(action)
        made = chance_after(match, found.seat, budget, thinker)
    return Judged(found.chances, found.best, found.worth(found.best), made)


def chance_after(match: Match, seat: int, budget: Budget, thinker: SearchBot) -> float:
    """The chance of a seat in a position in which anybody may have to decide, as that seat knows it."""
    if match.outcome is not None:
        return float(match.outcome.shares[seat])
    if match.seat == seat:
        return weigh(match, budget, thinker).chances[seat]
    trees = thinker.think(match, seat, budget)
    totals = [sum(int(tree.total[p]) for tree in trees) for p in range(match.variant.players)]
    return totals[seat] / sum(totals)


# In this process


def simple(match: Match) -> int:
    """A move at once; a bot that fails plays anything, so that no room is ever stuck."""
    assert match.seat is not None
    try:
        return built_in(SIMPLE).choose(match, match.seat)
    except RuleFault:
        raise
    except Exception:
        log.exception("the bot %s failed at %s", SIMPLE, match.variant.describe())
        return random.choice(match.legal_ids)
