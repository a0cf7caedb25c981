"""`tablewright check`, `examples` and `compile`: for those who write games."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tablewright import games as library
from tablewright.cli.options import (
    Changes,
    EditionName,
    Folders,
    GameName,
    Players,
    SomeGames,
    folder_option,
    load_variant,
)
from tablewright.cli.screen import Screen, progress_bar
from tablewright.engine import Variant

FAILED = 1
WATCHED = "medium"  # the level that `check` looks at
FEW_GAMES = 8  # a seat

Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Files of worked examples, or a game's folder with an examples.yaml."),
]
Games = Annotated[int, typer.Option(metavar="N", min=1, help="How many random games.")]


def examples(files: Files, folders: Folders = None) -> None:
    """Run worked examples as written and compiled, and print those that fail with the difference."""
    from tablewright.engine import run_file

    screen = Screen()
    named = [file / "examples.yaml" if file.is_dir() else file for file in files]
    here = [file.parent for file in named if (file.parent / "rules.py").is_file()]
    find = library.finder([*here, *(folders or ())])
    results = [result for file in named for result in run_file(file, find)]
    modes: dict[str, list[str]] = {}
    for result in results:
        if result.passed:
            modes.setdefault(result.name, []).append(result.mode)
        else:
            screen.entry("FAILED", f"{result.name} ({result.mode})", "red")
            screen.entry("", result.difference)
    for name, passed in modes.items():
        screen.entry("passed", f"{name} ({', '.join(passed)})")
    for note in dict.fromkeys(result.note for result in results if result.note):
        screen.complain(note)
    failed = sum(not result.passed for result in results)
    screen.say(f"{len(results) - failed} passed, {failed} failed", "bold red" if failed else "bold green")
    if failed:
        raise typer.Exit(FAILED)


def check(
    game: GameName,
    games: Games = 500,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
) -> None:
    """Play random games and check everything that must hold for every game; a failure comes with a short record."""
    from tablewright.engine import check as run_check

    screen, variant = Screen(), load_variant(game, players, edition, changes)
    with progress_bar(f"{variant.game.name}: games", games) as advance:
        report = run_check(variant, games, progress=lambda *_: advance(1))
    screen.say(f"{variant.describe()}: {report.games:,} games, {report.decisions:,} decisions", "bold")
    for sentence in report.passed_checks:
        screen.entry("holds", sentence)
    for failure in report.failures:
        screen.entry("FAILS", f"{failure.sentence}: {failure.message}")
        screen.console.print(json.dumps(failure.record), soft_wrap=True)
    for note in report.notes:
        screen.entry("note", note, "dim")
    if report.passed and report.compiled:
        _tell_weakness(screen, variant)
    if not report.passed:
        replay = f"tablewright replay FILE{folder_option(game)}"
        screen.say(f"Save the record of a failure in a file and look at it with: {replay}", "dim")
        raise typer.Exit(FAILED)


def _tell_weakness(screen: Screen, variant: Variant) -> None:
    """A level that loses to the game's own simple bot helps nobody: a few games show it where it is plain."""
    from tablewright.arena.ladder import pair

    if variant.players < 2:
        return
    with screen.thinking(f"{WATCHED} and greedy play {FEW_GAMES} games"):
        made = pair(variant, WATCHED, "greedy", FEW_GAMES * variant.players, seed=1)
    if made.loses:
        screen.entry("note", f"the level {made}: its settings in levels.toml do not fit this game", "yellow")


def compile_(game: SomeGames = None) -> None:
    """Compile games ahead of use, so that no simulation and no strong bot has to wait."""
    from tablewright.engine import build_units, missing_units

    names = game or library.names()
    units = missing_units(library.load, names)
    with progress_bar("compiling", len(units)) as advance:
        for _ in build_units(library.load, units):
            advance(1)
    Screen().say(f"Compiled: {', '.join(names)}.")
