"""Bots by name: `random`, `hasty`, `greedy`, levels, `ismcts:BUDGET`, and a user's own `module:name` or `file.py`.

`find` starts programs: it takes what a person typed. A name in a file goes through `built_in` or `quoted`.
"""

from tablewright.bots.levels import BUDGETS_ARE, LEARNED, LEVELS, parse_budget
from tablewright.bots.outside import FILE, SECONDS_A_MOVE, OutsideBot
from tablewright.bots.search import SearchBot
from tablewright.bots.seats import Bot, BotError, greedy_bot, hasty_bot, random_bot
from tablewright.engine import unknown

SIMPLE = {"random": random_bot, "hasty": hasty_bot, "greedy": greedy_bot}
SEARCH = "ismcts"
SEARCHES = (*LEVELS, *LEARNED)
NAMES = (*SIMPLE, *SEARCHES)
QUOTE, UNQUOTE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
HELP = (
    f"{', '.join(NAMES)}, hard:500 (a level with other iterations), {SEARCH}:2000, {SEARCH}:300ms, "
    "or your own: module:name, file.py, file.py:name, run:COMMAND, openspiel:mcts, pettingzoo:file.py:name, "
    "torch:file.pt2"
)


def find(text: str, threads: int = 1, seconds: float = SECONDS_A_MOVE) -> Bot:
    """The bot that a person names, for one seat; a program has so many seconds a move. BotError if there is none."""
    name = text.strip()
    kind, colon, _ = name.partition(":")
    if kind in (*NAMES, SEARCH) or not (colon or FILE.fullmatch(name)):
        return built_in(name, threads)
    if name.startswith(QUOTE):
        raise BotError(f"{name} is named in a file, which starts no program; give the bot with --bots or --seats")
    return OutsideBot(name, seconds)


def built_in(text: str, threads: int = 1) -> Bot:
    """The bot of a name that comes with Tablewright; BotError for all others."""
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
    if colon and kind in NAMES:
        raise BotError(f"{kind!r} takes no budget; write {kind}, or {SEARCH}:{rest or '2000'}")
    raise BotError(unknown("bot", name, NAMES, f"bots are {HELP}"))


def quoted(text: str) -> str:
    """The name of a bot as a file gives it: in quotation marks unless it is built in, so that no program is started."""
    try:
        built_in(text)
    except BotError:
        return text if text.startswith(QUOTE) else f"{QUOTE}{text}{UNQUOTE}"
    return text
