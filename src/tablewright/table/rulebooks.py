"""A game's rulebook as HTML, with every clause at an address of its own."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from tablewright.engine import Game

CLAUSE = re.compile(r"<strong>([A-Z]{2,5}-[A-Z0-9][A-Za-z0-9.]*)</strong>")


@cache
def rulebook(game: Game) -> Markup:
    """The text is our own file, and raw HTML in it stays text."""
    text = (game.folder / "rulebook.md").read_text("utf-8")
    html = MarkdownIt("js-default").render(text)
    return Markup(CLAUSE.sub(r'<strong class="clause" id="\1" tabindex="-1">\1</strong>', html))
