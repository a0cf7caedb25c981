"""Bots by name: `random`, `hasty`, `greedy`, levels, `ismcts:BUDGET`, and a user's own `module:name` or `file.py`."""

from tablewright.bots.levels import BUDGETS_ARE, LEARNED, LEVELS, parse_budget
from tablewright.bots.outside import COMMAND, FILE, SECONDS_A_MOVE, OutsideBot
from tablewright.bots.search import SearchBot
from tablewright.bots.seats import Bot, BotError, greedy_bot, hasty_bot, random_bot
from tablewright.engine import unknown

SIMPLE = {"random": random_bot, "hasty": hasty_bot, "greedy": greedy_bot}
SEARCH = "ismcts"
SEARCHES = (*LEVELS, *LEARNED)
NAMES = (*SIMPLE, *SEARCHES)
HELP = (
    f"{', '.join(NAMES)}, hard:500 (a level with other iterations), {SEARCH}:2000, {SEARCH}:300ms, "
    "or your own: module:name, file.py, file.py:name, run:COMMAND, openspiel:mcts, pettingzoo:file.py:name, "
    "torch:file.pt2"
)


def find(text: str, threads: int = 1, seconds: float = SECONDS_A_MOVE) -> Bot:
    """The bot of a name, for one seat; a user's bot has so many seconds a move. BotError if there is none."""
    name = text.strip()
    if name in SIMPLE:
        return SIMPLE[name]()
    if name in SEARCHES:
        return SearchBot(name, threads=threads)
    kind, colon, rest = name.partition(":")
    if kind in SEARCHES and rest:
        return SearchBot(name, parse_budget(rest), threads, kind)
    if kind == SEARCH:
        if not rest:
            raise BotError(f"{SEARCH} needs a budget, as in {SEARCH}:2000; {BUDGETS_ARE}")
        return SearchBot(name, parse_budget(rest), threads)
    if name.startswith(COMMAND) or FILE.fullmatch(name) or (colon and kind not in NAMES):
        return OutsideBot(name, seconds)
    if colon:
        raise BotError(f"{kind!r} takes no budget; write {kind}, or {SEARCH}:{rest or '2000'}")
    raise BotError(unknown("bot", name, NAMES, f"bots are {HELP}"))
