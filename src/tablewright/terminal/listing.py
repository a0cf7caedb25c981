"""The legal moves as a person reads them: numbered and grouped, or one a line with what it does."""

from collections.abc import Sequence

from rich.text import Text

from tablewright.engine import Move
from tablewright.terminal.canvas import Block, flowed, indented, joined, padded, width_of, wrapped

FEW = 12  # so many moves are shown with what they do without being asked
MOST_SHOWN = 90


def numbered(moves: Sequence[Move]) -> bool:
    """Whether moves have numbers to type; not where a number may be a move itself."""
    return not any(move.name.strip().isdigit() for move in moves)


def short_list(moves: Sequence[Move], width: int, labels: bool = True) -> Block:
    """What is shown at the prompt; few moves with what they do, if `labels` are wanted."""
    if labels and len(moves) <= FEW:
        return full_list(moves, width)
    groups: dict[str, list[int]] = {}
    for i, move in enumerate(moves[:MOST_SHOWN]):
        groups.setdefault(move.block, []).append(i)
    prefixes = {block: _common_words([moves[i].name for i in places]) for block, places in groups.items()}
    head = max((len(prefix.strip()) + 2 for prefix in prefixes.values() if prefix), default=0) + 2
    lines: Block = []
    alone: list[Text] = []
    for block, places in groups.items():
        prefix = prefixes[block]
        pieces = [_piece(moves, i, moves[i].name[len(prefix) :].strip()) for i in places]
        if prefix:
            lines += _with_head(prefix, pieces, head, width)
        else:
            alone += pieces
    lines += indented(_in_columns(alone, width - 2))
    if len(moves) > MOST_SHOWN:
        lines.append(Text(f"  and {len(moves) - MOST_SHOWN} more: moves lists them all", "dim"))
    return _fitted(lines, width)


def _with_head(prefix: str, pieces: Sequence[Text], head: int, width: int) -> Block:
    block = flowed(pieces, width - head)
    return [joined(padded(Text(f"  {prefix.strip()}" if i == 0 else ""), head), line) for i, line in enumerate(block)]


def _in_columns(pieces: Sequence[Text], width: int) -> Block:
    """Pieces of equal width, read line by line."""
    each = width_of(pieces)
    return flowed([padded(piece, each) for piece in pieces], width)


def full_list(moves: Sequence[Move], width: int, places: Sequence[int] | None = None) -> Block:
    """One move a line: number, text, what it does."""
    chosen = range(len(moves)) if places is None else places
    texts = [_piece(moves, i, moves[i].name) for i in chosen]
    column = min(width_of(texts) + 2, width // 2)
    lines: Block = []
    for i, text in zip(chosen, texts, strict=True):
        label = Text(moves[i].label, "dim")
        if text.cell_len < column and 2 + column + label.cell_len <= width:
            lines.append(joined("  ", padded(text, column), label))
        else:
            lines += [
                joined("  ", text),
                *indented([Text(part, "dim") for part in wrapped(moves[i].label, width - 6)], 6),
            ]
    return _fitted(lines, width)


def _fitted(block: Block, width: int) -> Block:
    """Moves with long names go on below, indented."""
    lines: Block = []
    for line in block:
        parts = [line] if line.cell_len <= width else [Text(part) for part in wrapped(line.plain, width - 6)]
        lines += [
            part if i == 0 and part is line else joined("      " if i else "  ", part) for i, part in enumerate(parts)
        ]
    return lines


def _piece(moves: Sequence[Move], i: int, text: str) -> Text:
    if not numbered(moves):
        return Text(text, "bold")
    return Text.assemble((f"{i + 1:>2}. ", "cyan"), text)


def _common_words(texts: Sequence[str]) -> str:
    """The longest beginning that all of several texts share and that ends with a whole word."""
    first, last = min(texts), max(texts)
    size = next((i for i, sign in enumerate(first) if sign != last[i]), len(first))
    while size and not all(_ends_a_word(text, size) for text in texts):
        size -= 1
    return first[:size].rstrip("([{") if len(texts) > 1 else ""


def _ends_a_word(text: str, at: int) -> bool:
    return at < len(text) and not (_in_word(text[at - 1]) and _in_word(text[at]))


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
