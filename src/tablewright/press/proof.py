"""What a printer would complain about: text that does not fit, is too small or too pale, letters that no font has."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree as Tree

import numpy as np
from PIL import Image

from tablewright.engine import Game
from tablewright.faces import fonts_of
from tablewright.press import fonts
from tablewright.press.drawings import SVG, Drawing
from tablewright.press.images import Progress
from tablewright.press.ink import Ink, contrast
from tablewright.press.pixels import picture
from tablewright.press.reading import Box, Line, lines, shapes
from tablewright.press.sizes import POINT, Size
from tablewright.press.things import Thing

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]

SMALLEST = 6.0  # points
CONTRAST = 4.5
SAFE = 3.0  # mm from the edge: what is nearer may be cut off
SAFE_SHARE = 0.1  # on a small token that would leave nothing: then this share of its shorter side
OVERLAP = 0.12
PALE_SHARE = 25  # percent of a text's ground that may be too near its colour
SCALE = 300  # pixels across
COVERED = 250  # of 255: less is not a ground
FILLED = 0.99  # of the pixels; the edge itself is half of one
SLACK = 0.3  # units that a shape may reach over the edge by


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a side of a card or piece."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def complaints(
    game: Game, things: list[Thing], bleed: float, ink: Ink, progress: Progress = lambda _: None
) -> Iterator[Complaint]:
    """Everything that is wrong with these things; a back that many share is looked at once."""
    seen: set[str] = set()
    for thing in things:
        for drawing in filter(None, (thing.front, thing.back)):
            if drawing.name not in seen:
                seen.add(drawing.name)
                said = _Side(game, drawing, thing, bleed, ink).complaints()
                yield from (Complaint(drawing.name, text) for text in said)
        progress(1)


class _Side:
    """One side, read and drawn."""

    def __init__(self, game: Game, drawing: Drawing, thing: Thing, bleed: float, ink: Ink) -> None:
        self.game, self.drawing, self.thing, self.bleed, self.ink = game, drawing, thing, bleed, ink
        self.families = fonts.families(game)
        self.root = self._drawn(0.0)
        x, y, width, height = map(float, self.root.get("viewBox", "").split())
        self.face = Box(x, y, x + width, y + height)
        self.mm = thing.size.width / width
        self.lines = [(line, self._box(line)) for line in lines(self.root)]

    def _drawn(self, bleed: float) -> Tree.Element:
        return Tree.fromstring(self.drawing.on_paper(self.thing.size, bleed, self.ink, self.families))

    def _font(self, line: Line) -> fonts.Face:
        return fonts.face_for(line.family, line.weight, tuple(fonts_of(self.game)))

    def _box(self, line: Line) -> Box:
        return line.box(self._font(line).width(line.text))

    def complaints(self) -> Iterator[str]:
        for line, box in self.lines:
            yield from self._letters(line)
            yield from self._place(line, box)
        yield from self._overlaps()
        yield from self._contrasts()
        if self.drawing.bleeds and self.bleed:
            yield from self._in_the_bleed()

    def _letters(self, line: Line) -> Iterator[str]:
        points = line.unit * self.mm / POINT
        if points < SMALLEST:
            yield f"{_short(line)} is {points:.1f} pt small; at least {SMALLEST:g} pt can be read"
        lacking = self._font(line).lacks(line.text)
        if lacking:
            yield f"{_short(line)} has letters that the font lacks: {' '.join(lacking)}"

    def _place(self, line: Line, box: Box) -> Iterator[str]:
        safe = min(SAFE, SAFE_SHARE * min(self.thing.size.width, self.thing.size.height))
        gaps = (
            box.left - self.face.left,
            box.top - self.face.top,
            self.face.right - box.right,
            self.face.bottom - box.bottom,
        )
        gap = min(gaps) * self.mm
        if gap < 0:
            yield f"{_short(line)} does not fit: it is {-gap:.1f} mm over the edge"
        elif gap < safe - 0.05:
            yield f"{_short(line)} is {gap:.1f} mm from the edge; less than {safe:g} mm may be cut off"

    def _overlaps(self) -> Iterator[str]:
        for (one, box), (other, other_box) in combinations(self.lines, 2):
            smaller = min(box.area, other_box.area)
            if box.common(other_box).area > OVERLAP * smaller:
                yield f"{_short(one)} does not fit: it runs into {_short(other)}"

    def _contrasts(self) -> Iterator[str]:
        """Against what is painted where a text stands, over it too: a text that is covered is hard to read."""
        ground = self._ground()
        scale = SCALE / (self.face.right - self.face.left)
        for line, box in self.lines:
            inside = box.common(self.face)
            left, top = int((inside.left - self.face.left) * scale), int((inside.top - self.face.top) * scale)
            right, bottom = int((inside.right - self.face.left) * scale), int((inside.bottom - self.face.top) * scale)
            pixels = ground[top : bottom + 1, left : right + 1].reshape(-1, 3)
            if len(pixels):
                found = _contrast(line, pixels)
                if found < CONTRAST:
                    yield f"{_short(line)} has a contrast of {found:.1f} to its ground; at least {CONTRAST} is needed"

    def _ground(self) -> Pixels:
        """The face without its texts, on white paper."""
        root = self._drawn(0.0)
        for parent in list(root.iter()):
            for child in list(parent):
                if child.tag == f"{{{SVG}}}text":
                    parent.remove(child)
        height = round(SCALE * self.thing.size.height / self.thing.size.width)
        drawn = picture(self.game, Tree.tostring(root, "unicode"), (SCALE, height))
        paper = Image.new("RGBA", drawn.size, "white")
        paper.alpha_composite(drawn)
        return np.asarray(paper.convert("RGB"))

    def _in_the_bleed(self) -> Iterator[str]:
        root = self._drawn(self.bleed)
        reach = self.bleed / self.mm
        face, outer = self.face, Box(
            self.face.left - reach, self.face.top - reach, self.face.right + reach, self.face.bottom + reach
        )  # fmt: skip
        for box in shapes(root):
            over = (face.left - box.left, face.top - box.top, box.right - face.right, box.bottom - face.bottom)
            short = (box.left - outer.left, box.top - outer.top, outer.right - box.right, outer.bottom - box.bottom)
            if any(o > SLACK and s > SLACK for o, s in zip(over, short, strict=True)):
                yield f"a shape {max(over) * self.mm:.1f} mm over the edge ends in the bleed"
        if not self._covered(root):
            yield f"the ground does not fill the {self.bleed:g} mm of bleed"

    def _covered(self, root: Tree.Element) -> bool:
        size: Size = self.thing.size.grown(self.bleed)
        height = round(SCALE * size.height / size.width)
        alpha = np.asarray(picture(self.game, Tree.tostring(root, "unicode"), (SCALE, height)))[:, :, 3]
        if self.thing.shape == "round":
            y, x = np.ogrid[:height, :SCALE]
            alpha = alpha[np.hypot((x + 0.5) / SCALE - 0.5, (y + 0.5) / height - 0.5) < 0.49]
        return bool((alpha >= COVERED).mean() > FILLED)


def _contrast(line: Line, pixels: Pixels) -> float:
    """Of a text to the part of its ground that is nearest to its colour."""
    colours, counts = np.unique(pixels // 8 * 8 + 4, axis=0, return_counts=True)
    found = []
    for colour in colours:
        behind = (int(colour[0]), int(colour[1]), int(colour[2]))
        mixed = tuple(round(f * line.opacity + b * (1 - line.opacity)) for f, b in zip(line.fill, behind, strict=True))
        found.append(contrast(mixed, behind))  # type: ignore[arg-type]
    order = np.argsort(found)
    share = np.cumsum(counts[order]) / counts.sum() * 100
    return float(np.array(found)[order][np.searchsorted(share, PALE_SHARE)])


def _short(line: Line) -> str:
    return f"{line.text if len(line.text) <= 24 else line.text[:23] + '…'!r}"
