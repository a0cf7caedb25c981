"""`tablewright press`: a game on paper, as pictures, or for Tabletop Simulator."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablewright.cli.options import Changes, EditionName, GameName, Players, changes_of, check_writable
from tablewright.cli.screen import Screen, progress_bar
from tablewright.engine import TablewrightError, replacing
from tablewright.games import load
from tablewright.games.sources import cards_from

if TYPE_CHECKING:
    from tablewright.press.sheets import Style
    from tablewright.press.things import Order, Thing

COMPLAINED = 1
MOST_BLEED = 10.0


class Paper(StrEnum):
    """Sheets; `card` makes every card a page of its own."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"
    CARD = "card"


class Backs(StrEnum):
    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


class Ink(StrEnum):
    COLOUR = "colour"
    GREY = "grey"
    SAVING = "saving"


Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="The PDF; default: GAME.pdf.")]
PaperSize = Annotated[Paper, typer.Option("--paper", help="The sheets; card: a page for every card, with its bleed.")]
BacksHow = Annotated[Backs, typer.Option("--backs", help="Over which edge the printer turns; fold: fold and glue.")]
InkHow = Annotated[Ink, typer.Option("--ink", help="All colours, greys, or pale grounds that save ink.")]
Bleed = Annotated[
    float, typer.Option(metavar="MM", min=0, max=MOST_BLEED, help="Ground beyond the edge; 0: cards touch.")
]
Only = Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this card or piece. May be repeated.")]
Since = Annotated[
    str | None, typer.Option("--changed-since", metavar="git:REV|FILE", help="Only cards that changed since then.")
]
Language = Annotated[str, typer.Option(metavar="CODE", help="Of the rules, where they are translated: en, de.")]
Proof = Annotated[bool, typer.Option("--proof", help="Every card once, and what a printer would complain about.")]
Images = Annotated[Path | None, typer.Option(metavar="DIR", help="PNG files at 300 dpi, named by id.")]
PixelSize = Annotated[
    str | None, typer.Option("--pixels", metavar="SIZE", help="For --images: makeplayingcards, gamecrafter or WxH.")
]
Tts = Annotated[Path | None, typer.Option(metavar="FILE", help="A saved object for Tabletop Simulator (JSON).")]
Listing = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="A table with pictures for other tables.")]
BaseUrl = Annotated[str | None, typer.Option(metavar="URL", help="Where --tts and --csv will find the pictures.")]


def press(
    game: GameName,
    out: Out = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    paper: PaperSize = Paper.A4,
    backs: BacksHow = Backs.LONG,
    bleed: Bleed = 3.0,
    ink: InkHow = Ink.COLOUR,
    only: Only = None,
    changed_since: Since = None,
    language: Language = "en",
    proof: Proof = False,
    images: Images = None,
    pixels: PixelSize = None,
    tts: Tts = None,
    csv: Listing = None,
    base_url: BaseUrl = None,
) -> None:
    """Print a game: cards, boards, tokens, player aids and rules; with --set cards=FILE a draft."""
    from tablewright.press import fonts, sizes, things
    from tablewright.press.changes import changed_since as changed
    from tablewright.press.sheets import Style

    if only and changed_since:
        raise TablewrightError("give one of --only and --changed-since")
    if pixels and not images:
        raise TablewrightError("--pixels is for --images DIR")
    screen, order = Screen(), _order(game, players, edition, changes)
    for path in filter(None, (out, tts, csv)):
        check_writable(path)
    wanted = things.only(order, only) if only else changed(order, changed_since) if changed_since else None
    if wanted is not None and not wanted:
        screen.say("No card has changed: nothing to print.")
        return
    sheet = sizes.PAPERS["a4" if paper is Paper.CARD else paper.value]
    style = Style(sheet, bleed, backs.value, ink.value, paper is Paper.CARD, fonts.families(order.game))
    job = _Job(screen, order, wanted, style)
    if images:
        job.images(images, pixels)
    if tts:
        job.simulator(tts, base_url)
    if csv:
        job.listing(csv, base_url)
    if proof:
        job.proof(out)
    elif out or not (images or tts or csv):
        job.pdf(out or Path(f"{order.game.name}.pdf"), language)


def _order(name: str, players: int | None, edition: str | None, changes: list[str] | None) -> "Order":
    from tablewright.press.things import Order

    game, values = load(name), changes_of(changes or [])
    cards = values.pop("cards", None)
    order = Order(cards_from(game, str(cards)) if cards is not None else game, players, edition, values)
    order.variants()  # what is wrong with the numbers is said before any work
    return order


class _Job:
    """What is to be printed, and how; each method writes one kind of file."""

    def __init__(self, screen: Screen, order: "Order", wanted: "list[Thing] | None", style: "Style") -> None:
        self.screen, self.order, self.wanted, self.style = screen, order, wanted, style

    @property
    def things(self) -> "list[Thing]":
        from tablewright.press.things import things_of

        return things_of(self.order) if self.wanted is None else self.wanted

    def pdf(self, path: Path, language: str) -> None:
        from tablewright.press.pdf import only_sheets, whole_game

        check_writable(path)
        with self.screen.thinking("setting the sheets"):
            if self.wanted is None:
                content = whole_game(self.order, self.things, self.style, language)
            else:
                content = only_sheets(self.order, self.things, self.style)
        with replacing(path) as file:
            file.write_bytes(content)
        copies = sum(thing.copies for thing in self.things)
        self.screen.say(f"{path}: {copies} cards and pieces of {self.order.game.cards.title}.")

    def proof(self, path: Path | None) -> None:
        from tablewright.press.proof import complaints
        from tablewright.press.proof_sheets import proof_pdf
        from tablewright.press.things import every_one

        things = every_one(self.order) if self.wanted is None else self.wanted
        path = path or Path(f"{self.order.game.name}-proof.pdf")
        check_writable(path)
        with progress_bar("looking at faces", len(things)) as advance:
            found = list(complaints(self.order.game, things, self.style.bleed, self.style.ink, advance))
        content = proof_pdf(self.order, things, self.style, found)
        with replacing(path) as file:
            file.write_bytes(content)
        for complaint in found:
            self.screen.entry("", str(complaint))
        self.screen.say(f"{path}: {len(things)} cards and pieces, {len(found)} complaints.")
        if found:
            raise typer.Exit(COMPLAINED)

    def images(self, folder: Path, pixels: str | None) -> None:
        from tablewright.press.images import write_images

        with progress_bar("drawing", None) as advance:
            made = write_images(self.order.game, self.things, folder, self.style.bleed, self.style.ink, pixels, advance)
        self.screen.say(f"{folder}: {len(made)} pictures.")

    def simulator(self, path: Path, base_url: str | None) -> None:
        from tablewright.press.simulator import write_saved_object

        with progress_bar("drawing", None) as advance:
            folder = write_saved_object(self.order, self.things, path, base_url, advance)
        self.screen.say(f"{path}: for Tabletop Simulator; its pictures are in {folder}.")

    def listing(self, path: Path, base_url: str | None) -> None:
        from tablewright.press.listing import write_listing

        with progress_bar("drawing", None) as advance:
            folder = write_listing(self.order, self.things, path, base_url, advance)
        self.screen.say(f"{path}: a table of the game; its pictures are in {folder}.")
