"""Drawings as pictures of so many pixels."""

import io
from xml.etree import ElementTree as Tree

import resvg_py
from PIL import Image

from tablewright.engine import Game, TablewrightError
from tablewright.press import fonts
from tablewright.press.sizes import Size

INCH = 25.4
DPI = 300


def at_300_dpi(size: Size) -> tuple[int, int]:
    """The pixels of a size."""
    return round(size.width / INCH * DPI), round(size.height / INCH * DPI)


def png(game: Game, svg: str, pixels: tuple[int, int]) -> bytes:
    """A picture of exactly these pixels, transparent where nothing is drawn."""
    root = Tree.fromstring(svg)
    root.set("width", str(pixels[0]))
    root.set("height", str(pixels[1]))
    paths = [str(path) for path in fonts.files(game)]
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=Tree.tostring(root, "unicode"),
                width=pixels[0],
                height=pixels[1],
                font_files=paths,
                skip_system_fonts=True,
                dpi=96,
            )
        )
    except ValueError as fault:
        raise TablewrightError(f"a face of {game.name} cannot be drawn: {fault}") from fault


def picture(game: Game, svg: str, pixels: tuple[int, int]) -> Image.Image:
    return Image.open(io.BytesIO(png(game, svg, pixels))).convert("RGBA")
