"""The fonts on paper: one family that comes with the press, and those that lie beside a game's faces."""

from functools import cache
from pathlib import Path

import font_source_sans_pro
from fontTools.ttLib import TTFont, TTLibError

from tablewright.engine import Game, TablewrightError
from tablewright.faces import fonts_of

FAMILY = "Source Sans Pro"
FOLDER = Path(font_source_sans_pro.__file__).parent / "files"
STYLES = ("Regular", "It", "Semibold", "Bold", "BoldIt")
NORMAL, SEMIBOLD, BOLD = 400, 600, 700
WORDS = {"normal": NORMAL, "bold": BOLD, "lighter": NORMAL, "bolder": BOLD}


def files(game: Game) -> list[Path]:
    """Every font file that may be embedded."""
    return [*(FOLDER / f"SourceSansPro-{style}.ttf" for style in STYLES), *fonts_of(game)]


def families(game: Game) -> frozenset[str]:
    """The families of a game's own fonts."""
    return frozenset(_opened(path).name for path in fonts_of(game))


def family_for(wanted: str, own: frozenset[str]) -> str:
    """The first of the named families that is a game's own, or the one that comes with the press."""
    named = [name.strip(" '\"") for name in wanted.split(",")]
    return next((name for name in named if name in own), FAMILY)


def weight_for(wanted: str) -> str:
    """The nearest weight that there is."""
    weight = WORDS.get(wanted) or (int(wanted) if wanted.isdecimal() else NORMAL)
    return str(min((NORMAL, SEMIBOLD, BOLD), key=lambda there: abs(there - weight)))


class Face:
    """One font file: its family, and how wide its letters are."""

    def __init__(self, path: Path) -> None:
        try:
            with TTFont(path, lazy=True) as font:
                self.name: str = font["name"].getBestFamilyName()
                self.glyphs: dict[int, str] = font.getBestCmap()
                self.widths: dict[str, int] = {name: width for name, (width, _) in font["hmtx"].metrics.items()}
                self.unit: int = font["head"].unitsPerEm
        except (TTLibError, OSError, KeyError) as fault:
            raise TablewrightError(f"{path} is not a font that can be embedded: {fault}") from fault

    def width(self, text: str) -> float:
        """Of a text in letters of size 1."""
        return sum(self.widths.get(self.glyphs.get(ord(letter), ".notdef"), self.unit) for letter in text) / self.unit

    def lacks(self, text: str) -> list[str]:
        """The letters that it has not."""
        return sorted({letter for letter in text if ord(letter) not in self.glyphs and not letter.isspace()})


@cache
def _opened(path: Path) -> Face:
    return Face(path)


@cache
def face_for(family: str, weight: int, own: tuple[Path, ...]) -> Face:
    """The font that a text is set in; own fonts come in one weight."""
    for path in own:
        if _opened(path).name == family:
            return _opened(path)
    style = {SEMIBOLD: "Semibold", BOLD: "Bold"}.get(weight, "Regular")
    return _opened(FOLDER / f"SourceSansPro-{style}.ttf")
