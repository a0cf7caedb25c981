"""Bots by name: `random`, `greedy`, the levels, `ismcts:BUDGET`, and a user's own `module:name` or `file.py`."""

from tablewright.bots.levels import BUDGETS_ARE, LEVELS, parse_budget
from tablewright.bots.outside import FILE, SECONDS_A_MOVE, OutsideBot
from tablewright.bots.search import SearchBot
from tablewright.bots.seats import Bot, BotError, greedy_bot, random_bot
from tablewright.engine import unknown

SIMPLE = {"random": random_bot, "greedy": greedy_bot}
SEARCH = "ismcts"
NAMES = (*SIMPLE, *LEVELS)
HELP = (
    f"{', '.join(NAMES)}, {SEARCH}:2000 (iterations), {SEARCH}:300ms, or your own: module:name, file.py, file.py:name"
)


def find(text: str, threads: int = 1, seconds: float = SECONDS_A_MOVE) -> Bot:
    """The bot of a name, for one seat; a user's bot has so many seconds a move. BotError if there is none."""
    name = text.strip()
    if name in SIMPLE:
        return SIMPLE[name]()
    if name in LEVELS:
        return SearchBot(name, threads=threads)
    kind, colon, rest = name.partition(":")
    if kind == SEARCH:
        if not rest:
            raise BotError(f"{SEARCH} needs a budget, as in {SEARCH}:2000; {BUDGETS_ARE}")
        return SearchBot(name, parse_budget(rest), threads)
    if FILE.fullmatch(name) or (colon and kind not in NAMES):
        return OutsideBot(name, seconds)
    if colon:
        raise BotError(f"{kind!r} takes no budget; write {kind}, or {SEARCH}:{rest or '2000'}")
    raise BotError(unknown("bot", name, NAMES, f"bots are {HELP}"))
