"""The rules of a game as HTML: how to play it, and the rulebook with every clause at an address of its own."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from tablewright.engine import Game
from tablewright.table.faces_at import face_query
from tablewright.table.words import Words, speaker

ID = r"[A-Z]{2,5}-[A-Z0-9][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*"
CLAUSE = re.compile(rf"<strong>({ID})</strong>")
REFERENCE = re.compile(rf'<a href="#({ID})">\1</a>')
WRITTEN = re.compile(rf"<[^>]+>|({ID})")  # a tag, or a clause that a text names
MARKED = re.compile(r" ?\[([A-Z]{2,5}-[A-Z0-9.]+)\]\(#\1\)|[*`]")  # references to clauses, and what makes words bold
STEM = re.compile(r"^(\([^)]+\)|[^\W\d][^~(]*?)( n| \d.*)?( \(.*)?$")  # `Stealth n`, `Upkeep 2 ~ ...`, `Purse (zone)`
FACE = re.compile(r'<img src="face:([a-z0-9_]+)" alt="[^"]*"')  # the text beside it names the card
SOURCE = re.compile(r'</td>\s*<td>(<a class="clause-ref"[^>]*>[^<]*</a>)</td>')  # a cell with nothing but a reference
NO_HEAD = re.compile(r"\s*<td></td>(?=\s*</tr>\s*</thead>)")
TITLE = re.compile(r"<h1>.*?</h1>|<hr ?/?>")
PART = re.compile(r"<h2>(.*?)</h2>")
SECTION = re.compile(r"<h3>(.*?)</h3>")
TAG = re.compile(r"<[^>]+>")


@cache
def how_to_play(game: Game, language: str) -> Markup:
    """How a game is played, short and with pictures; of a game that does not say so, its numbered rules."""
    text = game.howto(language)
    if text is None:
        return numbered_rules(game, language)
    book, say = f"/games/{game.name}/rulebook", speaker(language)
    played = REFERENCE.sub(lambda found: _reference(book, found[1]), _html(text))
    face = rf"/games/{game.name}/faces/\1.svg{face_query(game, language)}"
    played = FACE.sub(rf'<img class="howto-face" loading="lazy" src="{face}" alt=""', played)
    played = NO_HEAD.sub("", SOURCE.sub(r" \1</td>", played))
    first = '<h2 id="how-0"'
    played = _addressed(played).replace(first, _contents(say, played) + first, 1)
    more = f'<p><a class="button" href="{book}" data-clause="">{say("rules.book")}</a></p>'
    return Markup(f'<article class="howto">{played}{more}</article>')


def _reference(book: str, clause: str) -> str:
    number = clause.partition("-")[2]
    return f'<a class="clause-ref" href="{book}#{clause}" data-clause="{clause}" title="{clause}">{number}</a>'


def _contents(say: Words, html: str) -> str:
    lines = (f'<li><a href="#how-{n}">{TAG.sub("", title)}</a></li>' for n, title in enumerate(PART.findall(html)))
    return f'<nav class="contents" aria-label="{say("rules.contents")}"><ul>{"".join(lines)}</ul></nav>'


def _addressed(html: str) -> str:
    """A text with an address at every part."""
    numbers = iter(range(html.count("<h2>")))
    return PART.sub(lambda found: f'<h2 id="how-{next(numbers)}" tabindex="-1">{found[1]}</h2>', html)


@cache
def numbered_rules(game: Game, language: str) -> Markup:
    """Every clause, in parts that are folded until they are opened, or until what is looked for stands there."""
    say = speaker(language)
    html = _linked(_html((game.folder / "rulebook.md").read_text("utf-8")))
    about, *parts = PART.split(TITLE.sub("", html))
    titles = [*parts[::2], say("rules.about")]
    chapters = "".join(map(_chapter, titles, [*parts[1::2], about]))
    played = f'<a href="/games/{game.name}/rules" data-howto>{say("rules.howto")}</a>' if game.howto(language) else ""
    return Markup(f'<div class="book"><p>{say("rules.exact")} {played}</p>{_search(say, game)}{chapters}</div>')


def _search(say: Words, game: Game) -> str:
    field = f'<input type="search" data-look-for placeholder="{game.cards.code}-1.1">'
    found = f'<output data-found="{say("rules.found", count="{count}")}"></output>'
    return f'<p class="look-for"><label>{say("rules.search")} {field}</label> {found}</p>'


def _linked(html: str) -> str:
    """Clauses get addresses, and whatever text names one leads there."""
    known = set(CLAUSE.findall(html))
    linked = WRITTEN.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[0], html)
    stated = re.compile(rf'<strong>(<a href="#({ID})">\2</a>)</strong>')
    return stated.sub(r'<strong class="clause" id="\2" tabindex="-1">\1</strong>', linked)


def _chapter(title: str, html: str) -> str:
    """A part of the rulebook, and its sections where it has several."""
    before, *sections = SECTION.split(html)
    inside = "".join(_folded(3, *section) for section in zip(sections[::2], sections[1::2], strict=True))
    return _folded(2, title, before + inside) if TAG.sub("", html).strip() else ""


def _folded(level: int, title: str, html: str) -> str:
    return f"<details><summary><h{level}>{title}</h{level}></summary>{html}</details>"


def _html(text: str) -> str:
    """Raw HTML in our texts stays text. A corner cell without words heads nothing, so it is a plain cell."""
    return str(MarkdownIt("js-default").render(text)).replace("<th></th>", "<td></td>")


@cache
def words_explained(game: Game, language: str) -> dict[str, str]:
    """Keywords and signs that stand on cards, as they stand there, and what they mean."""
    found = {STEM.match(name): MARKED.sub("", meaning).strip(" ,") for name, meaning in game.glossary(language).items()}
    return {stem[1]: meaning for stem, meaning in found.items() if stem}
