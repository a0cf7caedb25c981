"""A line plot as SVG, for benchmark results that people would rather look at."""

from collections.abc import Sequence
from html import escape

import numpy as np

WIDTH, HEIGHT, EDGE = 640, 360, 60


def r_squared(x: Sequence[float], y: Sequence[float]) -> float:
    """How well a straight line fits."""
    return float(np.corrcoef(x, y)[0, 1] ** 2)


def line(x: Sequence[float], y: Sequence[float], title: str) -> str:
    """Points, the straight line through them, and both scales from zero."""
    slope, offset = np.polyfit(x, y, 1)
    right, top = max(x), max(y) * 1.1

    def at(a: float, b: float) -> tuple[float, float]:
        return EDGE + a / right * (WIDTH - 2 * EDGE), HEIGHT - EDGE - b / top * (HEIGHT - 2 * EDGE)

    dots = "".join(f'<circle cx="{at(a, b)[0]:.1f}" cy="{at(a, b)[1]:.1f}" r="5"/>' for a, b in zip(x, y, strict=True))
    (x0, y0), (x1, y1) = at(0, max(offset, 0)), at(right, slope * right + offset)
    labels = "".join(
        f'<text x="{at(a, 0)[0]:.1f}" y="{HEIGHT - EDGE + 20}" text-anchor="middle">{a:,.0f}</text>' for a in x[2:]
    )
    scale = "".join(
        f'<text x="{EDGE - 8}" y="{at(0, b)[1] + 4:.1f}" text-anchor="end">{b:.2f} s</text>'
        for b in np.linspace(0, top, 5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/><text x="{EDGE}" y="30" font-size="16">{escape(title)}</text>'
        f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="#2563a8" stroke-width="2"/>'
        f'<g fill="#1a1a1a">{dots}</g>{labels}{scale}</svg>\n'
    )
