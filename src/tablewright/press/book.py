"""The rulebook as pages: Markdown turned into the typesetter's own language."""

import re
from collections.abc import Callable, Iterable

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tablewright.engine import Game

RULEBOOK = "rulebook.md"
FACE = "face:"  # a picture of a card
Pictures = Callable[[str], str]  # the file with the picture of a card
SPECIAL = re.compile(r"([\\#*_`$<>@\[\]~/=+\-.:'\"])")
SIDEWAYS = 8  # a table with more columns is set smaller


def book_of(game: Game, language: str = "en") -> str:
    """The text that players read: how to play, if somebody wrote that; otherwise the rules clause by clause."""
    rules = game.folder / RULEBOOK
    return game.howto(language) or (rules.read_text("utf-8") if rules.is_file() else "")


def cards_in(text: str) -> list[str]:
    """The cards that a text shows."""
    return list(dict.fromkeys(re.findall(rf"\]\({FACE}([a-z0-9_]+)\)", text)))


def typeset(markdown: str, pictures: Pictures = lambda card: "") -> str:
    """Markdown in the typesetter's language. Nothing in the text can be a command."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return "".join(_blocks(tokens, pictures))


def literal(text: str) -> str:
    """A text that stands as it is written."""
    return SPECIAL.sub(r"\\\1", text)


def _blocks(tokens: list[Token], pictures: Pictures) -> Iterable[str]:
    """Blocks in order; a list item or a cell holds blocks of its own between brackets."""
    for n, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                yield f"\n#heading(level: {token.tag[1:]})["
            case "heading_close":
                yield "]\n"
            case "inline":
                parts = token.children or []
                alone = not any(part.content.strip() for part in parts if part.type != "image")
                yield "".join(_span(part, pictures, alone) for part in parts)
            case "paragraph_open":
                yield "" if token.hidden else "\n\n"
            case "bullet_list_open" | "ordered_list_open":
                numbered = token.type == "ordered_list_open"
                start = f", start: {token.attrGet('start') or 1}" if numbered else ""
                yield f"\n#{'enum' if numbered else 'list'}(tight: {str(_tight(tokens, n)).lower()}{start},"
            case "bullet_list_close" | "ordered_list_close":
                yield ")\n"
            case "list_item_open" | "td_open" | "th_open":
                yield "["
            case "td_close" | "th_close" | "list_item_close":
                yield "],"
            case "table_open":
                columns = _columns(tokens, n)
                yield f"\n#rows({columns}, {'true' if columns > SIDEWAYS else 'false'},"
            case "table_close":
                yield ")\n"
            case "blockquote_open":
                yield "\n#quote(block: true)["
            case "blockquote_close":
                yield "]\n"
            case "fence" | "code_block":
                yield f"\n#raw(block: true, {_quoted(token.content.rstrip())})\n"
            case "hr":
                yield "\n#line(length: 100%, stroke: 0.5pt + gray)\n"
            case _:
                pass


def _tight(tokens: list[Token], opened: int) -> bool:
    return any(token.hidden for token in tokens[opened:] if token.type == "paragraph_open")


def _columns(tokens: list[Token], opened: int) -> int:
    row = next(n for n, token in enumerate(tokens[opened:], opened) if token.type == "tr_close")
    return sum(token.type == "th_open" for token in tokens[opened:row])


def _span(token: Token, pictures: Pictures, alone: bool) -> str:
    match token.type:
        case "text" | "html_inline":
            return literal(token.content)
        case "code_inline":
            return f"#raw({_quoted(token.content)})"
        case "strong_open":
            return "#strong["
        case "em_open":
            return "#emph["
        case "link_open":
            return "#clause[" if str(token.attrGet("href")).startswith("#") else "#underline["
        case "strong_close" | "em_close" | "link_close":
            return "]"
        case "softbreak":
            return " "
        case "hardbreak":
            return "#linebreak()"
        case "image":
            return _picture(token, pictures, alone)
        case _:
            return ""


def _picture(token: Token, pictures: Pictures, alone: bool) -> str:
    """A card, large where it stands alone and small in a line; of other pictures only the words."""
    source = str(token.attrGet("src"))
    file = pictures(source.removeprefix(FACE)) if source.startswith(FACE) else ""
    return f'#card("{file}", {str(alone).lower()})' if file else literal(token.content)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
