"""What is written and drawn on a face, and where: every text with its size, colour and place, and simple shapes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin, sqrt
from xml.etree import ElementTree as Tree

from tablewright.press.drawings import SVG
from tablewright.press.ink import Colour, rgb

Placing = tuple[float, float, float, float, float, float]
SAME: Placing = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
ASCENT, DESCENT = 0.7, 0.2  # of a line, in parts of the letters' size
STEP = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
UNSEEN = {f"{{{SVG}}}{name}" for name in ("defs", "marker", "clipPath", "mask", "symbol", "pattern", "title", "desc")}


@dataclass(frozen=True)
class Box:
    """A rectangle in the units of a face."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    def common(self, other: "Box") -> "Box":
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


@dataclass(frozen=True)
class Line:
    """A line of text; `unit` is the size of its letters on the face, `box` where it stands once its width is known."""

    text: str
    x: float
    y: float
    anchor: str
    size: float
    family: str
    weight: int
    fill: Colour
    opacity: float
    spacing: float
    placing: Placing

    @property
    def unit(self) -> float:
        a, b, c, d, _, _ = self.placing
        return self.size * sqrt(abs(a * d - b * c))

    def box(self, width: float) -> Box:
        """`width` in parts of the letters' size."""
        wide = width * self.size + self.spacing * len(self.text)
        left = self.x - {"middle": wide / 2, "end": wide}.get(self.anchor, 0.0)
        return _box(self.placing, left, self.y - ASCENT * self.size, wide, (ASCENT + DESCENT) * self.size)


@dataclass(frozen=True)
class _Style:
    placing: Placing = SAME
    size: float = 16.0
    family: str = ""
    weight: int = 400
    anchor: str = "start"
    fill: Colour = (0, 0, 0)
    opacity: float = 1.0
    spacing: float = 0.0


def lines(root: Tree.Element) -> list[Line]:
    """Every text of a drawing."""
    return [found for element, style in _walk(root, _Style()) for found in _lines(element, style)]


def shapes(root: Tree.Element) -> list[Box]:
    """The rectangles, circles and ellipses of a drawing that are painted."""
    return [box for element, style in _walk(root, _Style()) if (box := _shape(element, style)) is not None]


def _walk(element: Tree.Element, style: _Style) -> Iterator[tuple[Tree.Element, _Style]]:
    if element.tag in UNSEEN:
        return
    style = _styled(element, style)
    yield element, style
    if element.tag != f"{{{SVG}}}text":
        for child in element:
            yield from _walk(child, style)


def _styled(element: Tree.Element, style: _Style) -> _Style:
    given, fill = element.attrib, rgb(element.get("fill", ""))
    opacity = float(given.get("opacity", 1)) * float(given.get("fill-opacity", 1))
    return replace(
        style,
        placing=_times(style.placing, _transform(given.get("transform", ""))),
        size=_first(given.get("font-size", ""), style.size),
        family=given.get("font-family", style.family),
        weight=int(_first(given.get("font-weight", ""), style.weight)),
        anchor=given.get("text-anchor", style.anchor),
        fill=fill or style.fill,
        opacity=style.opacity * opacity,
        spacing=_first(given.get("letter-spacing", ""), style.spacing),
    )


def _lines(element: Tree.Element, style: _Style) -> Iterator[Line]:
    if element.tag != f"{{{SVG}}}text":
        return
    x, y = _first(element.get("x", ""), 0.0), _first(element.get("y", ""), 0.0)
    parts = [(element.text, style, x, y)]
    for span in element:
        own = _styled(span, style)
        y = _first(span.get("y", ""), y) + _first(span.get("dy", ""), 0.0)
        parts += [(span.text, own, _first(span.get("x", ""), x), y), (span.tail, style, x, y)]
    for text, own, left, base in parts:
        words = " ".join((text or "").split())
        if words:
            yield Line(words, left, base, own.anchor, own.size, own.family, own.weight, own.fill, own.opacity,
                       own.spacing, own.placing)  # fmt: skip


def _shape(element: Tree.Element, style: _Style) -> Box | None:
    given, kind = element.attrib, element.tag.removeprefix(f"{{{SVG}}}")
    if given.get("fill") == "none" and given.get("stroke", "none") == "none":
        return None
    if kind == "rect":
        at = [_first(given.get(name, ""), 0.0) for name in ("x", "y", "width", "height")]
        return _box(style.placing, *at)
    if kind in ("circle", "ellipse"):
        x, y = _first(given.get("cx", ""), 0.0), _first(given.get("cy", ""), 0.0)
        rx, ry = (_first(given.get(name, given.get("r", "")), 0.0) for name in ("rx", "ry"))
        return _box(style.placing, x - rx, y - ry, 2 * rx, 2 * ry)
    return None


def _first(text: str, otherwise: float) -> float:
    found = NUMBER.search(text)
    return float(found[0]) if found else otherwise


def _box(placing: Placing, x: float, y: float, width: float, height: float) -> Box:
    a, b, c, d, e, f = placing
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    xs = [a * u + c * v + e for u, v in corners]
    ys = [b * u + d * v + f for u, v in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _transform(text: str) -> Placing:
    made = SAME
    for name, inside in STEP.findall(text):
        made = _times(made, _step(name, [float(n) for n in NUMBER.findall(inside)]))
    return made


def _step(name: str, n: list[float]) -> Placing:
    if len(n) == 6:
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0)
    if name == "scale":
        return (n[0], 0.0, 0.0, n[1] if len(n) > 1 else n[0], 0.0, 0.0)
    if name == "rotate":
        turned = (cos(radians(n[0])), sin(radians(n[0])), -sin(radians(n[0])), cos(radians(n[0])), 0.0, 0.0)
        if len(n) < 3:
            return turned
        return _times(_times(_step("translate", n[1:3]), turned), _step("translate", [-n[1], -n[2]]))
    slope = sin(radians(n[0])) / cos(radians(n[0]))
    return (1.0, 0.0, slope, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, slope, 0.0, 1.0, 0.0, 0.0)


def _times(one: Placing, other: Placing) -> Placing:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)
