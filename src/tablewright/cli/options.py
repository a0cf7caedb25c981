"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from tablewright.engine import CardsError, Game, Match, TablewrightError, Value, Variant, parse_change, unknown
from tablewright.games import load, names

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of its folder.")]
SomeGames = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games; default: all.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="How many play.")]
EditionName = Annotated[str | None, typer.Option("--edition", metavar="NAME", help="A named set of rules and cards.")]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a value of cards.toml; @FILE: a list, an entry a line. May be repeated.",
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="N", help="The same seed gives the same game.")]
Language = Annotated[str, typer.Option(metavar="LANGUAGE", help="The language of the game's words: en, de.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
Folders = Annotated[
    list[Path] | None,
    typer.Option("--folder", metavar="FOLDER", help="The folder of a game of your own that FILE names. Repeatable."),
]


def folder_option(game: str) -> str:
    """What a command on a file of a game needs besides, the game being named as a person did."""
    return f" --folder {game}" if game and game not in names() else ""


def variant_of(game: Game, players: int | None, edition: str | None, changes: list[str] | None) -> Variant:
    """The variant that the options ask for."""
    return game.variant(players, edition, changes_of(changes or []))


def speak(match: Match, language: str) -> None:
    """Let a match speak a language that its game has words in."""
    if language not in match.game.languages:
        raise TablewrightError(unknown("language", language, match.game.languages))
    match.language = language


def load_variant(name: str, players: int | None, edition: str | None, changes: list[str] | None) -> Variant:
    return measured_variant(load(name), players, edition, changes)


def measured_variant(game: Game, players: int | None, edition: str | None, changes: list[str] | None) -> Variant:
    """The same for those who measure: also cards=FILE or cards=git:REVISION, and edition=NAME."""
    from tablewright.games.sources import varied

    return varied(game, players, edition, changes_of(changes or []))


def check_writable(path: Path) -> None:
    """Better before the work than after it."""
    if not path.parent.is_dir():
        raise TablewrightError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise TablewrightError(f"{path} cannot be written: it is a folder")


def changes_of(texts: list[str]) -> dict[str, Value]:
    """The changed values by name; none may be given twice."""
    changes: dict[str, Value] = {}
    for name, value in map(change_of, texts):
        if name in changes:
            raise CardsError(f"{name!r} is given twice, as {changes[name]!r} and as {value!r}")
        changes[name] = value
    return changes


def change_of(text: str) -> tuple[str, Value]:
    """`name=value`; at the terminal also `name=@FILE`, a list with an entry a line (a # begins a comment)."""
    name, _, value = text.partition("=")
    if not value.strip().startswith("@"):
        return parse_change(text)
    path = Path(value.strip()[1:])
    try:
        lines = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as fault:
        raise CardsError(f"{path} cannot be read: {getattr(fault, 'strerror', None) or 'it is not a text'}") from fault
    return name.strip(), [line for line in lines if line]
