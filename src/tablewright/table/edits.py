"""A changed text as an edit of the one before: the lines that are new, and where the others are found in the old text.

`apply(old, edit(old, new)) == new`; the page puts them together in the same way (see `table.js`).
"""

Edit = list[list[int] | str]


def edit(old: str, new: str) -> Edit:
    """Pieces of the new text: `[first, count]` for lines of the old one, or a text of its own."""
    lines = old.split("\n")
    places = {line: n for n, line in enumerate(lines)}
    made: Edit = []
    fresh: list[str] = []
    run: list[int] = [0, 0]  # what was copied last; the old text most likely goes on where it ends
    for line in new.split("\n"):
        likely = run[0] + run[1] + len(fresh)
        found = likely if likely < len(lines) and lines[likely] == line else places.get(line)
        if found is None:
            fresh.append(line)
        elif found == likely and not fresh and run[1]:
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
