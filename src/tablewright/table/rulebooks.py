"""The rules of a game as HTML: how to play it, then the rulebook with every clause at an address of its own."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from tablewright.engine import Game
from tablewright.table.words import speaker

CLAUSE = re.compile(r"<strong>([A-Z]{2,5}-[A-Z0-9][A-Za-z0-9.]*)</strong>")
REFERENCE = re.compile(r'<a href="#(([A-Z]{2,5})-([A-Z0-9][A-Za-z0-9.]*))">\1</a>')
MARKED = re.compile(r" ?\[([A-Z]{2,5}-[A-Z0-9.]+)\]\(#\1\)|[*`]")  # references to clauses, and what makes words bold
STEM = re.compile(r"^(\([^)]+\)|[^\W\d][^~(]*?)( n| \d.*)?( \(.*)?$")  # `Stealth n`, `Upkeep 2 ~ ...`, `Purse (zone)`
FACE = re.compile(r'<img src="face:([a-z0-9_]+)" alt="[^"]*"')  # the text beside it names the card
HEADING = re.compile(r"<h2>(.*?)</h2>")
TAG = re.compile(r"<[^>]+>")


@cache
def rulebook(game: Game, language: str) -> Markup:
    """The texts are our own files, and raw HTML in them stays text."""
    numbered = _html((game.folder / "rulebook.md").read_text("utf-8"))
    numbered = CLAUSE.sub(r'<strong class="clause" id="\1" tabindex="-1">\1</strong>', numbered)
    text = game.howto(language)
    numbered, clauses = _contents(numbered, "part")
    if text is None:
        return Markup(_listed(language, clauses) + numbered)
    played = REFERENCE.sub(r'<a class="clause-ref" href="#\1" title="\1">\3</a>', _html(text))
    played = FACE.sub(rf'<img class="howto-face" loading="lazy" src="/games/{game.name}/faces/\1.svg" alt=""', played)
    played, parts = _contents(played, "how")
    book = f"<details><summary>{speaker(language)('rules.book')}</summary>{clauses}</details>"
    return Markup(f'{_listed(language, parts + book)}<article class="howto">{played}</article><hr>{numbered}')


def _contents(html: str, prefix: str) -> tuple[str, str]:
    """The text with an address at every part, and the list of its parts."""
    titles = HEADING.findall(html)
    count = iter(range(len(titles)))
    html = HEADING.sub(lambda found: f'<h2 id="{prefix}-{next(count)}" tabindex="-1">{found[1]}</h2>', html)
    lines = (f'<li><a href="#{prefix}-{n}">{TAG.sub("", title)}</a></li>' for n, title in enumerate(titles))
    return html, f"<ul>{''.join(lines)}</ul>" if titles else ""


def _listed(language: str, parts: str) -> str:
    return f'<nav class="contents" aria-label="{speaker(language)("rules.contents")}">{parts}</nav>'


def _html(text: str) -> str:
    """A corner cell without words heads nothing, so it is a plain cell."""
    return str(MarkdownIt("js-default").render(text)).replace("<th></th>", "<td></td>")


@cache
def words_explained(game: Game, language: str) -> dict[str, str]:
    """Keywords and signs that stand on cards, as they stand there, and what they mean."""
    found = {STEM.match(name): MARKED.sub("", meaning).strip(" ,") for name, meaning in game.glossary(language).items()}
    return {stem[1]: meaning for stem, meaning in found.items() if stem}
