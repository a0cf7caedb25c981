"""A side of a card or piece as SVG that is ready for paper: with bleed, with fonts that can be embedded, in any ink."""

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from xml.etree import ElementTree as Tree

from tablewright.engine import TablewrightError
from tablewright.press.fonts import family_for, weight_for
from tablewright.press.ink import Ink, inked
from tablewright.press.sizes import Size

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
STYLED = re.compile(r"\s*([a-z-]+)\s*:\s*([^;]+)")

Tree.register_namespace("", SVG)
Tree.register_namespace("xlink", XLINK)


@dataclass(frozen=True)
class Drawing:
    """`draw` makes SVG text with a ground that goes so many units beyond the edge, if it can do that."""

    name: str
    draw: Callable[[float], str]
    bleeds: bool

    def on_paper(
        self, size: Size, bleed: float = 0.0, ink: Ink = "colour", families: frozenset[str] = frozenset()
    ) -> str:
        """SVG of the size with its bleed, in mm."""
        root, box = self._parsed(0.0)
        across, down = bleed * box[2] / size.width, bleed * box[3] / size.height
        if bleed and self.bleeds:
            root, box = self._parsed(across)
        elif bleed:
            root = _stretched(root, box, across, down)
        root.set("viewBox", _numbers(box[0] - across, box[1] - down, box[2] + 2 * across, box[3] + 2 * down))
        grown = size.grown(bleed)
        root.set("width", f"{grown.width:g}mm")
        root.set("height", f"{grown.height:g}mm")
        root.set("preserveAspectRatio", "none")
        for element in root.iter():
            _unstyle(element)
            _set_fonts(element, families)
        inked(root, ink)
        return Tree.tostring(root, "unicode")

    def _parsed(self, bleed: float) -> tuple[Tree.Element, tuple[float, float, float, float]]:
        try:
            root = Tree.fromstring(self.draw(bleed))
        except Tree.ParseError as fault:
            raise TablewrightError(f"the face of {self.name} is not SVG: {fault}") from fault
        numbers = re.findall(r"-?[\d.]+", root.get("viewBox", ""))
        if root.tag != f"{{{SVG}}}svg" or len(numbers) != 4:
            raise TablewrightError(f"the face of {self.name} is not SVG: it must be an <svg> with a viewBox")
        x, y, width, height = map(float, numbers)
        return root, (x, y, width, height)


def _stretched(root: Tree.Element, box: tuple[float, ...], across: float, down: float) -> Tree.Element:
    """A face that ends at its edge, over a larger copy of itself that fills the bleed."""
    x, y, width, height = box
    made = Tree.Element(f"{{{SVG}}}svg", {k: v for k, v in root.attrib.items() if k not in ("width", "height")})
    for by_x, by_y in ((across, down), (0.0, 0.0)):
        at = {"x": f"{x - by_x:g}", "y": f"{y - by_y:g}", "viewBox": _numbers(*box), "preserveAspectRatio": "none"}
        at |= {"width": f"{width + 2 * by_x:g}", "height": f"{height + 2 * by_y:g}"}
        Tree.SubElement(made, f"{{{SVG}}}svg", at).extend(deepcopy(list(root)))
    return made


def _unstyle(element: Tree.Element) -> None:
    """What `style` says as attributes, which is all that the rest looks at."""
    for name, value in STYLED.findall(element.attrib.pop("style", "")):
        element.set(name, value.strip())


def _set_fonts(element: Tree.Element, families: frozenset[str]) -> None:
    if "font-family" in element.attrib:
        element.set("font-family", family_for(element.attrib["font-family"], families))
    if "font-weight" in element.attrib:
        element.set("font-weight", weight_for(element.attrib["font-weight"]))


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in values)
