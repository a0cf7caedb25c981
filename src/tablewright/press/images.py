"""Every side as a picture: for print shops, and for tables on other screens."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tablewright.engine import Game, TablewrightError, replacing
from tablewright.press import fonts
from tablewright.press.drawings import Drawing
from tablewright.press.ink import Ink
from tablewright.press.pixels import DPI, INCH, at_300_dpi, png
from tablewright.press.sizes import CARDS, Size
from tablewright.press.things import Thing

SHOPS = {"makeplayingcards": (822, 1122), "gamecrafter": (825, 1125)}  # poker cards with their bleed
MOST_PIXELS = 5000
STRETCH = 0.02  # as much as nobody sees
Progress = Callable[[int], None]


def named_sides(things: list[Thing]) -> Iterator[tuple[str, Thing, Drawing]]:
    """The name of a picture, and what is on it; a back that all share is there once."""
    seen: set[str] = set()
    for thing in things:
        for drawing, name in ((thing.front, thing.id), (thing.back, back_name(thing))):
            if drawing is not None and name not in seen:
                seen.add(name)
                yield name, thing, drawing


def back_name(thing: Thing) -> str:
    """A card's other side has a name of its own, a common back is `back`."""
    return "back" if thing.back is not None and thing.back.name == "back" else f"{thing.id}-back"


def pixels_of(text: str, size: Size, bleed: float) -> tuple[tuple[int, int], float]:
    """Pixels as asked for, a shop's name or WIDTHxHEIGHT, and the bleed that they leave."""
    if text in SHOPS:
        if size != CARDS["poker"]:
            raise TablewrightError(f"the pixels of {text} are for cards of {CARDS['poker']}; these are {size}")
        return SHOPS[text], (SHOPS[text][0] / DPI * INCH - size.width) / 2
    wide, _, high = text.partition("x")
    if not (wide.isdecimal() and high.isdecimal() and 0 < int(wide) <= MOST_PIXELS and 0 < int(high) <= MOST_PIXELS):
        raise TablewrightError(f"--pixels is {text!r}; it must be {', '.join(SHOPS)} or as in 750x1050")
    grown = size.grown(bleed)
    if abs(int(wide) / int(high) / (grown.width / grown.height) - 1) > STRETCH:
        right = f"{wide}x{round(int(wide) * grown.height / grown.width)}"
        raise TablewrightError(f"{text} pixels would distort cards of {grown}; use {right}")
    return (int(wide), int(high)), bleed


def write_images(
    game: Game, things: list[Thing], folder: Path, bleed: float, ink: Ink, pixels: str | None, progress: Progress
) -> list[Path]:
    """PNG files named by id, at 300 dpi; `pixels` is asked for cards, other pieces keep 300 dpi."""
    sides = list(named_sides(things))
    sized = {
        name: pixels_of(pixels, thing.size, bleed) if pixels and thing.is_card else (None, bleed)
        for name, thing, _ in sides
    }
    drawn = {}
    for name, thing, drawing in sides:
        asked, around = sized[name]
        svg = drawing.on_paper(thing.size, around, ink, fonts.families(game))
        drawn[f"{name}.png"] = png(game, svg, asked or at_300_dpi(thing.size.grown(around)))
        progress(1)
    return write_files(folder, drawn)


def write_files(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """All of them, when all are ready."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as fault:
        raise TablewrightError(f"{folder} cannot be made: {fault.strerror}") from fault
    for name, content in contents.items():
        with replacing(folder / name) as made:
            made.write_bytes(content)
    return [folder / name for name in contents]
