"""Other inks: every colour as the grey of its own brightness, or pale grounds with dark lines that save ink."""

from typing import Literal
from xml.etree import ElementTree as Tree

from PIL import ImageColor

Ink = Literal["colour", "grey", "saving"]
Colour = tuple[int, int, int]
PAINTS = ("fill", "stroke", "stop-color", "flood-color", "color")
SIGNS = ("path", "circle", "ellipse", "polygon")
DARK: Colour = (34, 40, 42)
WHITE: Colour = (255, 255, 255)
PALE = 0.82  # so much of the way to white
WIDE = 6.0  # units of a stroke
BRIGHT = 0.55  # lines and letters brighter than this would be lost on a pale ground


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it, 0 to 1."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(paint: str) -> Colour | None:
    """The colour of a paint; None for `none`, patterns and gradients."""
    try:
        return ImageColor.getrgb(paint)[:3]
    except ValueError:
        return None


def inked(root: Tree.Element, ink: Ink) -> None:
    """Repaint a drawing."""
    if ink == "colour":
        return
    _paint_letters(root, "black")
    letters = {element for text in root.iter() if text.tag.endswith("}text") for element in text.iter()}
    for element in root.iter():
        if ink == "saving":
            _outline(element)
        for paint in PAINTS:
            colour = rgb(element.get(paint, ""))
            if colour is not None:
                line = element in letters or (paint == "stroke" and not _is_wide(element))
                element.set(paint, _hex(_grey(colour) if ink == "grey" else _saving(colour, line)))


def _outline(element: Tree.Element) -> None:
    """A sign that was told from its ground by being bright or dark gets an edge instead."""
    fill = rgb(element.get("fill", ""))
    sign = element.tag.rsplit("}")[-1] in SIGNS and "fill-opacity" not in element.attrib
    if fill is not None and sign and element.get("stroke", "none") == "none":
        element.set("stroke", _hex(DARK if luminance(fill) > BRIGHT else fill))
        element.set("stroke-width", "1")


def _paint_letters(element: Tree.Element, fill: str) -> None:
    """Every text its own colour, also where its group has it."""
    fill = element.get("fill", fill)
    if element.tag.endswith("}text"):
        element.set("fill", fill)
    for child in element:
        _paint_letters(child, fill)


def _grey(colour: Colour) -> Colour:
    """The grey of the same luminance, so that contrasts stay what they are."""
    linear = luminance(colour)
    value = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return (round(value * 255),) * 3


def _saving(colour: Colour, line: bool) -> Colour:
    if line:
        return DARK if luminance(colour) > BRIGHT else colour
    return tuple(round(c + (255 - c) * PALE) for c in colour)  # type: ignore[return-value]


def _is_wide(element: Tree.Element) -> bool:
    """Whether a bright stroke is so wide that it is a ground, not a line."""
    colour, width = rgb(element.get("stroke", "")), element.get("stroke-width", "1")
    return (
        colour is not None and luminance(colour) > BRIGHT and width.replace(".", "").isdecimal() and float(width) > WIDE
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
