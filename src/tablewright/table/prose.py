"""The games' words made readable for people: card ids become names that show their card, seats become badges."""

import re
from functools import cache, lru_cache

from markupsafe import Markup, escape

from tablewright.engine import Game, Span, Told

NUMBERED = re.compile(r"[a-z]+_(\d+)")
TYPED = (
    (re.compile(r"(?<=[a-z]):(?=\S)"), " "),
    (re.compile(r"(?<=\w)\((?=\d)"), " ("),
)  # as in `buy:m0`, `swap_odd(3)`


def card_name(game: Game, kind: str) -> str:
    """What people call a card; cards without a name go by their number."""
    name = str(game.cards.cards[kind].get("name", ""))
    if not name and (found := NUMBERED.fullmatch(kind)):
        return f"№ {int(found[1])}"
    return name or kind.replace("_", " ")


@cache
def _vocabulary(game: Game) -> tuple[re.Pattern[str], dict[str, str]]:
    """Everything that means a card: its id, and its name unless that could be an amount, as `1 credit`."""
    names = {card_name(game, kind): kind for kind in game.cards.cards}
    kinds = {name: kind for name, kind in names.items() if not name[:1].isdecimal()}
    kinds |= {kind: kind for kind in game.cards.cards}
    longest_first = sorted(kinds, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?:#\d+)?(?!\w)"), kinds


def spoken(game: Game, text: str) -> Markup:
    """A text in which every card is named and can be looked at."""
    return marked(text) if game.speaks else _searched(game, text)


def marked(text: str, viewer: int | None = None) -> Markup:
    """A text with what its parts mean: cards that can be looked at, people, things on the table."""
    return _with_spans(text, text.spans, viewer) if isinstance(text, Told) else escape(text)


@lru_cache(1_000)
def _with_spans(text: str, spans: tuple[Span, ...], viewer: int | None) -> Markup:
    made, end = "", 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if span.start < end:
            continue  # inside of one that is marked already
        chip = not span.start and not text[span.end :].startswith("'")  # a badge cannot take the 's of Bruno's
        made += f"{escape(text[end : span.start])}{_mark(text[span.start : span.end], span, chip, viewer)}"
        end = span.end
    return Markup(f"{made}{escape(text[end:])}")


@lru_cache(1_000)
def _mark(word: str, span: Span, chip: bool, viewer: int | None) -> str:
    name, text = escape(span.id), escape(word)
    if span.kind == "card":
        at = f' data-at="{escape(span.at)}"' if span.at else ""
        return f'<span class="named" data-kind="{name}"{at}>{text}</span>'
    if span.kind == "item":
        return f'<span class="meant" data-at="{name}">{text}</span>'
    first, mine = " chip" if chip else "", " mine" if span.id == str(viewer) else ""
    return f'<b class="person seat{name}{first}{mine}">{text}</b>'


@lru_cache(1_000)
def _searched(game: Game, text: str) -> Markup:
    """A text of a game without catalogues, in which the names of cards are looked for."""
    pattern, kinds = _vocabulary(game)
    made, end = Markup(""), 0
    for found in pattern.finditer(text):
        word, _, entry = found[0].partition("#")
        kind = kinds[word]
        at = Markup(' data-at="e{}"').format(entry) if entry else Markup("")
        made += escape(text[end : found.start()])
        made += Markup('<span class="named" data-kind="{}"{}>{}</span>').format(kind, at, card_name(game, kind))
        end = found.end()
    return made + escape(text[end:])


@lru_cache(1_000)
def order(game: Game, text: str) -> Markup:
    """A move as people say it: `play:poly_2` is Play 2-polyomino, `shift_east(3)` is Shift East 3."""
    plain = re.sub(r"[(:+]", " ", text.replace("()", "").replace("->", " → ")).replace(")", "")
    cards = game.cards.cards
    plain = re.sub(r"[a-z]\w*", lambda word: word[0] if word[0] in cards else word[0].replace("_", " "), plain)
    return spoken(game, plain[:1].upper() + plain[1:] if plain.split(" ")[0] not in cards else plain)


def told(game: Game, seats: tuple[str, ...], viewer: int | None, line: str) -> Markup:
    """A line of the log, with a badge for the seat that it begins with."""
    return marked(line, viewer) if game.speaks else _told(game, seats, viewer, line)


@lru_cache(1_000)
def _told(game: Game, seats: tuple[str, ...], viewer: int | None, line: str) -> Markup:
    line = line.replace("()", "")
    for written, said in TYPED:
        line = written.sub(said, line)
    named = re.match(rf"\s*({'|'.join(map(re.escape, seats))})(?=[ :'])(:?)", line)
    if named is None:
        return spoken(game, line)
    mine = " mine" if viewer is not None and named[1] == seats[viewer] else ""
    return Markup('<b class="chip{}">{}</b>').format(mine, named[1]) + spoken(game, line[named.end() :])
