"""Things to print with known marks on them, and how to measure what was printed."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tablewright.games import load
from tablewright.press.drawings import Drawing
from tablewright.press.sizes import CARDS, Size
from tablewright.press.things import Order, Thing

DPI = 300
Mask = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
PIXEL = 25.4 / DPI
needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")


def order(game: str, players: int | None = None, edition: str | None = None) -> Order:
    return Order(load(game), players, edition, {})


def svg(inside: str, width: float = 100, height: float = 140) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inside}</svg>'


def drawing(name: str, inside: str, bleeds: bool = True) -> Drawing:
    return Drawing(name, lambda _: svg(inside), bleeds)


def thing(front: Drawing, back: Drawing | None = None, copies: int = 1, size: Size = CARDS["poker"]) -> Thing:
    return Thing(front.name, front.name, "Cards", copies, size, front, back)


def rendered(pdf: bytes, folder: Path, dpi: int = DPI) -> list[Image.Image]:
    """Every page as pixels."""
    file = folder / "made.pdf"
    file.write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(dpi), str(file), str(folder / "page")], check=True, capture_output=True)
    return [Image.open(path).convert("RGB") for path in sorted(folder.glob("page-*.ppm"))]


def words_on(pdf: bytes, folder: Path) -> list[str]:
    """The text of every page."""
    file = folder / "made.pdf"
    file.write_bytes(pdf)
    said = subprocess.run(["pdftotext", "-layout", str(file), "-"], check=True, capture_output=True, text=True).stdout
    return said.split("\f")[:-1]


def painted(page: Image.Image, colour: tuple[int, int, int]) -> Mask:
    """Where a colour is."""
    pixels = np.asarray(page).astype(np.int16)
    near = [abs(pixels[..., c] - value) < 40 for c, value in enumerate(colour)]
    return np.asarray(np.logical_and.reduce(near), np.bool_)
