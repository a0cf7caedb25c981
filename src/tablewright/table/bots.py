"""The bots in seats: they decide in threads of their own, so that the server goes on answering."""

import logging
import random
import threading
from dataclasses import dataclass

from tablewright.bots.levels import LEVELS
from tablewright.bots.registry import find
from tablewright.bots.search import SearchBot, best_action, merged
from tablewright.bots.seats import Bot
from tablewright.engine import Match
from tablewright.engine.drivers import Moves
from tablewright.table.rooms import moment

DEFAULT_LEVEL = "medium"
ADVISER = "hard"
SIMPLE = "greedy"  # needs no compiled rules
WHOLE = 10_000  # the search counts shares of the win in ten-thousandths
log = logging.getLogger(__name__)


class _Own(threading.local):
    """Bots think with memory of their own, so every thread has its own."""

    def __init__(self) -> None:
        self.bots: dict[str, Bot] = {}

    def bot(self, level: str) -> Bot:
        if level not in self.bots:
            self.bots[level] = find(level)
        return self.bots[level]


_own = _Own()


@dataclass(frozen=True)
class Advice:
    """What a bot would play, and the share of the win that it expects, if it has searched."""

    action: int
    chance: float | None = None


def detached(match: Match) -> Match:
    """A match that another thread may look at while this one goes on."""
    then = moment(match, len(match.steps))
    then.state = match.game.state.copy(match.state)
    then._moves = Moves.plain()
    return then


def decide(match: Match, level: str, ready: bool) -> int:
    """What a bot plays; one that fails plays anything, so that no room is ever stuck."""
    assert match.seat is not None
    try:
        return _own.bot(level if ready else SIMPLE).choose(match, match.seat)
    except Exception:
        log.exception("the bot %s failed at %s", level, match.variant.describe())
        return random.choice(match.legal_ids)


def advise(match: Match, ready: bool) -> Advice:
    """What a strong bot would do in the place of the deciding seat."""
    bot, seat = _own.bot(ADVISER), match.seat
    assert seat is not None
    if not ready or not isinstance(bot, SearchBot):
        return Advice(decide(match, SIMPLE, ready))
    trees = bot.think(match, seat, bot.budget_in(match.game))
    action = best_action(trees)
    visits, won = merged(trees)[action]
    return Advice(action, won / (visits * WHOLE) if visits else None)


__all__ = ["DEFAULT_LEVEL", "LEVELS", "Advice", "advise", "decide", "detached"]
