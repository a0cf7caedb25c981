"""`tablewright play`: a game at the terminal, with people and bots."""

from pathlib import Path
from typing import Annotated

import typer

from tablewright.cli import opponents
from tablewright.cli.opponents import HUMAN
from tablewright.cli.options import Changes, EditionName, Folders, Language, Players, Seed, speak, variant_of
from tablewright.cli.screen import EndOfInput, Screen
from tablewright.cli.session import Left, Session
from tablewright.engine import ENGLISH, Game, Match, TablewrightError, match_of, read_record
from tablewright.games import finder, load

INTERRUPTED = 130
ENDED = 1

GameToPlay = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's name, or the path of its folder.", show_default=False)
]
Seats = Annotated[
    str | None, typer.Option(metavar="WHO,WHO", help="human or a bot for each seat, such as human,greedy.")
]
Record = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the game in a file; continue it if the file exists.")
]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")]


def play(
    game: GameToPlay = None,
    seats: Seats = None,
    players: Players = None,
    seed: Seed = None,
    edition: EditionName = None,
    changes: Changes = None,
    record: Record = None,
    resume: Resume = None,
    folders: Folders = None,
    language: Language = ENGLISH,
) -> None:
    """Play a game at the terminal, against bots or with several people at one screen."""
    file = resume or record
    if resume is not None and record is not None:
        raise TablewrightError("--resume and --record name the same thing: give one of them")
    if file is not None and (resume is not None or file.exists()):
        _refuse_changes(file, players, seed, edition, changes)
        match = _open(file, game, folders or [])
    elif game is None:
        raise TablewrightError("play needs the name of a game, or --resume FILE; tablewright games lists the games")
    else:
        found = load(game)  # it begins as quickly as at the table, unless an edition is asked for
        quick = [f"{name}={value}" for name, value in found.cards.at_once.items()] if edition is None else []
        variant = variant_of(found, players, edition, [*quick, *(changes or [])])
        match = Match(variant, seed, names=opponents.seats(seats, variant))
    who = opponents.seats(seats, match.variant) if seats else opponents.seats_of_record(match.names)
    screen = Screen()
    replaced = [name for name, seat in zip(match.names, who, strict=True) if seat == HUMAN != name]
    if replaced and not seats:
        screen.complain(f"People play for {', '.join(replaced)}; --seats names others.")
    match.names = who
    speak(match, language)
    named = [game, *map(str, folders or ())]
    own = next((one for one in named if one and Path(one).resolve() == match.game.folder), "")
    _run(match, who, screen, file, own)


def _refuse_changes(file: Path, *options: object) -> None:
    if any(option not in (None, []) for option in options):
        raise TablewrightError(f"{file} goes on as it began: without --players, --seed, --edition and --set")


def _open(file: Path, name: str | None, folders: list[Path]) -> Match:
    """The match of a record; a name that was given must be that of its game."""
    given, known = load(name) if name is not None else None, finder(folders)

    def find(recorded: str) -> Game:
        if given is None:
            return known(recorded)
        if given.name != recorded:
            raise TablewrightError(f"{file} is a game of {recorded}, not of {given.name}")
        return given

    return match_of(read_record(file), find)


def _run(match: Match, seats: tuple[str, ...], screen: Screen, file: Path | None, folder: str) -> None:
    session = Session(match, seats, screen, file, folder)
    try:
        session.run()
    except Left:
        session.leave("")
    except EndOfInput:
        session.leave("Standard input has ended in the middle of the game.")
        raise typer.Exit(ENDED) from None
    except KeyboardInterrupt:
        print()
        session.leave("Interrupted.")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        session.close()
