"""Plots as plain SVG: they open offline, print well, weigh little, and every mark has its number as a tooltip."""

from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from tablewright.lab.statistics import Array, Estimate

WIDTH = 640
MOST_COLUMNS = 40
RIGHT, TOP, BOTTOM = 24, 8, 34


def _svg(height: int, body: str, label: str) -> str:
    name = escape(label, quote=True)
    drawn = f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}">{body}</svg>'
    return f"<figure><figcaption>{name}</figcaption>{drawn}</figure>"


def _margin(names: Sequence[str]) -> int:
    """Room for names on the left, also as large as a phone shows them."""
    return min(320, max(90, 24 + round(10.5 * max(map(len, names)))))


def _text(x: float, y: float, words: str, anchor: str = "middle", small: bool = False) -> str:
    kind = ' class="small"' if small else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def _ticks(low: float, high: float, count: int = 5) -> list[tuple[float, str]]:
    """Round numbers within a range, with as many decimals as tell them apart."""
    raw = ((high - low) or 1.0) / count
    size = 10 ** np.floor(np.log10(raw))
    step = float(next(size * m for m in (1, 2, 5, 10) if size * m >= raw))
    digits = max(0, -int(np.floor(np.log10(step))))
    places = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step + 0.0  # and never -0
    return [(float(x), f"{x:,.{digits}f}") for x in places]


def _number(x: float) -> str:
    return f"{x:,.0f}" if abs(x) >= 10 or x == int(x) else f"{x:.2f}".rstrip("0")


Row = tuple[str, float, float, float]  # a name, a value and its interval


def row(name: str, measured: Estimate, scale: float = 100) -> Row:
    """An estimate as a line of a plot."""
    return name, scale * measured.value, scale * measured.low, scale * measured.high


def intervals(rows: Sequence[Row], label: str, reference: float | None = None, unit: str = "") -> str:
    """One line a row: a dot with its 95 % interval; a dashed line marks the reference."""
    return tornado([(row[0], [row]) for row in rows], label, reference, unit)


def tornado(
    groups: Sequence[tuple[str, Sequence[Row]]], label: str, reference: float | None = None, unit: str = ""
) -> str:
    """One line a group: all its values with their intervals, and a broad band from the least to the greatest."""
    if not groups:
        return ""
    marks = [x for _, rows in groups for row in rows for x in row[1:]]
    ends = marks if reference is None else [*marks, reference]
    pad = (max(ends) - min(ends)) * 0.06 or 1.0
    low, high = min(ends) - pad, max(ends) + pad
    left, height = _margin([name for name, _ in groups]), TOP + 26 * len(groups) + BOTTOM

    def at(x: float) -> float:
        return left + (x - low) / (high - low) * (WIDTH - left - RIGHT)

    parts = _x_axis(low, high, at, height, unit)
    if reference is not None:
        x = f"{at(reference):.1f}"
        parts.append(f'<line class="reference" x1="{x}" x2="{x}" y1="{TOP}" y2="{height - BOTTOM}"/>')
    for i, (name, rows) in enumerate(groups):
        y = TOP + 26 * i + 13
        parts.append(_text(left - 10, y + 4, name, "end"))
        if len(rows) > 1:
            least, most = (at(f(row[1] for row in rows)) for f in (min, max))
            parts.append(f'<rect class="band" x="{least:.1f}" y="{y - 9}" width="{most - least:.1f}" height="18"/>')
        apart = min(9.0, 22 / len(rows))  # so that intervals of one line can be told apart
        for j, row in enumerate(rows):
            level = y + (j - (len(rows) - 1) / 2) * apart
            parts.append(_mark(row, at, level, unit))
            if len(rows) > 1:  # which value the dot is of
                value = row[0].partition(" = ")[2]
                parts.append(_text(at(row[3]) + 4, level + 3, value, "start", small=True))
    return _svg(height, "".join(parts), label)


def _mark(row: Row, at: Callable[[float], float], y: float, unit: str) -> str:
    name, value, least, most = row
    tip = f"{name}: {_number(value)}{unit} ({_number(least)} to {_number(most)})"
    return (
        f"<g><title>{escape(tip)}</title>"
        f'<line class="bar" x1="{at(least):.1f}" x2="{at(most):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle class="dot" cx="{at(value):.1f}" cy="{y:.1f}" r="4.5"/></g>'
    )


def _x_axis(low: float, high: float, at: Callable[[float], float], height: int, unit: str) -> list[str]:
    parts = []
    for tick, name in _ticks(low, high):
        x = f"{at(tick):.1f}"
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{height - BOTTOM}"/>')
        parts.append(_text(at(tick), height - BOTTOM + 18, f"{name}{unit}", small=True))
    return parts


def histogram(
    values: Array, label: str, unit: str = "", what: str = "games", ends: tuple[int, int] | None = None
) -> str:
    """How often each size occurs."""
    low, high = ends or (int(values.min()), int(values.max()))
    if low == high:
        return ""
    size = -(-(high - low + 1) // MOST_COLUMNS)  # whole numbers, so that every column holds as many
    bins = -(-(high - low + 1) // size)
    high = low + bins * size - 1
    counts, edges = np.histogram(values, bins=bins, range=(low - 0.5, high + 0.5))
    height, left = 220, 50
    wide = (WIDTH - left - RIGHT) / bins
    top = counts.max()
    parts = []
    for i, count in enumerate(counts):
        tall = (height - TOP - BOTTOM) * count / top
        first, last = int(np.ceil(edges[i])), int(np.floor(edges[i + 1]))
        name = f"{first}" if first >= last else f"{first} to {last}"
        parts.append(
            f"<g><title>{name}{unit}: {count:,} {what}</title>"
            f'<rect class="column" x="{left + i * wide + 1:.1f}" y="{height - BOTTOM - tall:.1f}" '
            f'width="{max(1, wide - 2):.1f}" height="{tall:.1f}"/></g>'
        )
    for tick, shown in _ticks(low, high, 6):
        x = left + (tick - low + 0.5) / (high - low + 1) * (WIDTH - left - RIGHT)
        parts.append(_text(x, height - BOTTOM + 18, shown, small=True))
    parts.append(_text(left - 6, TOP + 10, f"{top:,}", "end", small=True))
    return _svg(height, "".join(parts), label)


def lines(
    series: Sequence[tuple[str, Sequence[float], Sequence[float]]],
    label: str,
    y_range: tuple[float, float] | None = None,
    unit: str = "",
) -> str:
    """Curves over a common scale; each has its own dash and its name at the end."""
    height, left, right = 260, 50, 90 if any(name for name, _, _ in series) else RIGHT
    xs = [x for _, values, _ in series for x in values]
    ys = [y for _, _, values in series for y in values]
    x0, x1 = min(xs), max(xs)
    y0, y1 = y_range or (min(ys), max(ys))
    if y1 == y0:
        y0, y1 = y0 - 1, y1 + 1

    def at(x: float, y: float) -> tuple[float, float]:
        across = left + (x - x0) / ((x1 - x0) or 1) * (WIDTH - left - right)
        return across, height - BOTTOM - (y - y0) / (y1 - y0) * (height - TOP - BOTTOM)

    parts = []
    for tick, shown in _ticks(y0, y1):
        y = at(x0, tick)[1]
        parts.append(f'<line class="grid" x1="{left}" x2="{WIDTH - right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(left - 6, y + 4, shown, "end", small=True))
    for tick, shown in _ticks(x0, x1):
        parts.append(_text(at(tick, y0)[0], height - BOTTOM + 18, f"{shown}{unit}", small=True))
    taken: list[float] = []
    for i, (name, across, up) in enumerate(series):
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (at(x, y) for x, y in zip(across, up, strict=True)))
        end = at(across[-1], up[-1])
        last = _clear_of(taken, end[1])
        taken.append(last)
        parts.append(f'<polyline class="curve curve{i % 4}" points="{points}"><title>{escape(name)}</title></polyline>')
        parts.append(_text(end[0] + 6, last + 4, name, "start", small=True))
    return _svg(height, "".join(parts), label)


Point = tuple[float, float, float, float, bool]  # x, a value and its interval, and whether that is how it is now


def curve(points: Sequence[Point], label: str) -> str:
    """Values over a number as dots with intervals, from zero on; a ring marks how it is now."""
    height, left = 260, 50
    xs, top = [p[0] for p in points], max(p[3] for p in points)
    low, high = min(0.0, *(p[2] for p in points)), top * 1.05 or 1.0
    x0, x1 = min(xs), max(xs)

    def at(x: float, y: float) -> tuple[float, float]:
        across = left + 14 + (x - x0) / ((x1 - x0) or 1) * (WIDTH - left - RIGHT - 28)
        return across, height - BOTTOM - (y - low) / (high - low) * (height - TOP - BOTTOM)

    parts = []
    for tick, shown in _ticks(low, high):
        y = at(x0, tick)[1]
        parts.append(f'<line class="grid" x1="{left}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(left - 6, y + 4, shown, "end", small=True))
    through = " ".join(f"{a:.1f},{b:.1f}" for a, b in (at(p[0], p[1]) for p in points))
    parts.append(f'<polyline class="curve" stroke-opacity=".35" points="{through}"/>')
    for x, value, least, most, now in points:
        (a, b), (_, c), (_, d) = at(x, value), at(x, least), at(x, most)
        tip = f"{_number(x)}: {_number(value)} ({_number(least)} to {_number(most)}){', as it is now' if now else ''}"
        ring = f'<circle class="now" cx="{a:.1f}" cy="{b:.1f}" r="9"/>' if now else ""
        parts.append(
            f'<g><title>{tip}</title><line class="bar" x1="{a:.1f}" x2="{a:.1f}" y1="{c:.1f}" y2="{d:.1f}"/>'
            f'<circle class="dot" cx="{a:.1f}" cy="{b:.1f}" r="4.5"/>{ring}</g>'
        )
        parts.append(_text(a, height - BOTTOM + 18, f"{_number(x)}{' (now)' if now else ''}", small=True))
    return _svg(height, "".join(parts), label)


def _clear_of(taken: Sequence[float], y: float) -> float:
    """The nearest height at which a name covers no other one."""
    places = [y, *(other + side * 17 for other in taken for side in (-1, 1))]
    free = [place for place in places if place >= TOP and all(abs(place - other) >= 17 for other in taken)]
    return min(free, key=lambda place: abs(place - y))


def heat_map(rows: Sequence[str], columns: Sequence[str], values: Array, label: str) -> str:
    """A table of numbers with shades; the number stands in every cell."""
    left = _margin(rows)
    cell = (WIDTH - left - RIGHT) / max(1, len(columns))
    height = TOP + 28 * len(rows) + BOTTOM
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    digits = 0 if high - low >= 20 else 1
    parts = []
    for i, name in enumerate(rows):
        y = TOP + 28 * i
        parts.append(_text(left - 10, y + 18, name, "end"))
        for j, column in enumerate(columns):
            value = float(values[i, j])
            shade = 0.0 if high == low or np.isnan(value) else (value - low) / (high - low)
            shown = "" if np.isnan(value) else f"{value:,.{digits}f}"
            words = _text(left + (j + 0.5) * cell, y + 18, shown)
            parts.append(
                f"<g><title>{escape(name)}, {escape(column)}: {shown}</title>"
                f'<rect class="cell" x="{left + j * cell:.1f}" y="{y}" width="{cell - 2:.1f}" height="26" '
                f'fill-opacity="{0.08 + 0.6 * shade:.2f}"/>{words}</g>'
            )
    for j, column in enumerate(columns):
        parts.append(_text(left + (j + 0.5) * cell, height - BOTTOM + 18, column, small=True))
    return _svg(height, "".join(parts), label)
