"""Print this game: the same PDF that `tablewright press` makes, one at a time, and kept for the next who asks."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import Literal

from tablewright.engine import Game
from tablewright.table.errors import Refusal

Paper = Literal["a4", "letter"]
Backs = Literal["long", "short", "fold", "none"]
Ink = Literal["colour", "grey", "saving"]
MOST_KEPT = 16
PRINTER = ThreadPoolExecutor(1, "press")


def available() -> bool:
    """Whether the extra `press` is installed."""
    return find_spec("typst") is not None


async def printed(game: Game, paper: Paper, backs: Backs, ink: Ink, language: str) -> bytes:
    if not available():
        raise Refusal("refused.no_press", 404)
    return await asyncio.get_running_loop().run_in_executor(PRINTER, _pdf, game, paper, backs, ink, language)


@lru_cache(MOST_KEPT)
def _pdf(game: Game, paper: Paper, backs: Backs, ink: Ink, language: str) -> bytes:
    from tablewright.press import fonts
    from tablewright.press.pdf import whole_game
    from tablewright.press.sheets import Style
    from tablewright.press.sizes import PAPERS
    from tablewright.press.things import Order, things_of

    order = Order(game, None, None, {})
    style = Style(PAPERS[paper], backs=backs, ink=ink, families=fonts.families(game))
    return whole_game(order, things_of(order), style, language)
