"""A changed text as an edit of the one before: the lines that are new, and where the others are found in the old text.

`apply(old, edit(lines of old, lines of new)) == new`; the page puts them together in the same way (see `table.js`).
"""

from itertools import compress, count
from operator import ne

Edit = list[list[int] | str]


def edit(lines: list[str], wanted: list[str]) -> Edit:
    """Pieces of the wanted lines: `[first, count]` for some of the old ones, or a text of its own."""
    first = _same(lines, wanted)
    last = _same(lines[: first - 1 : -1] if first else lines[::-1], wanted[: first - 1 : -1] if first else wanted[::-1])
    made: Edit = [[0, first]] if first else []
    made += _between(lines[: len(lines) - last], wanted[first : len(wanted) - last], first)
    if last and made and made[-1] == [0, len(lines) - last]:
        return [[0, len(lines)]]
    return [*made, [len(lines) - last, last]] if last else made


def _same(some: list[str], others: list[str]) -> int:
    """How many lines are the same from the beginning on."""
    return next(compress(count(), map(ne, some, others)), min(len(some), len(others)))


def _between(lines: list[str], wanted: list[str], first: int) -> Edit:
    """The pieces for what is not the same at either end; the lines before `first` were copied."""
    places = {line: n for n, line in enumerate(lines[first:], first)} if wanted else {}
    made: Edit = []
    fresh: list[str] = []
    run: list[int] = [0, first]  # what was copied last; the old text most likely goes on where it ends
    for line in wanted:
        likely = run[0] + run[1] + len(fresh)
        found = likely if likely < len(lines) and lines[likely] == line else places.get(line)
        if found is None:
            fresh.append(line)
        elif found == likely and not fresh and made:
            run[1] += 1
        else:
            made += ["\n".join(fresh)] if fresh else []
            fresh = []
            run = [found, 1]
            made.append(run)
    return [*made, "\n".join(fresh)] if fresh else made


def apply(old: str, pieces: Edit) -> str:
    """The new text."""
    lines = old.split("\n")
    return "\n".join(p if isinstance(p, str) else "\n".join(lines[p[0] : p[0] + p[1]]) for p in pieces)
