"""`tablewright games` and `tablewright rules`: what there is to play, and by which rules."""

from pathlib import Path
from typing import Annotated

import typer

from tablewright.cli import rulebook
from tablewright.cli.options import GameName
from tablewright.cli.screen import Screen
from tablewright.engine import CardFile, Game, Spec, TablewrightError, Value
from tablewright.games import load, names

OneGame = Annotated[str | None, typer.Argument(metavar="GAME", help="Show the editions and parameters of this game.")]
Clause = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Only this clause, such as 4.2, or a word of the game.")
]
Coverage = Annotated[bool, typer.Option("--coverage", help="Which clauses are covered by a test, and which are not.")]
Numbered = Annotated[bool, typer.Option("--numbered", help="All the rules as numbered clauses.")]
Rulings = Annotated[bool, typer.Option("--rulings", help="How ambiguities of the designer's text are read.")]
Tests = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Where --coverage looks for tests.", show_default="tests, and the game's own folder"
    ),
]

INCOMPLETE = 1


def games(game: OneGame = None) -> None:
    """List the games, or show the editions and parameters of one."""
    screen = Screen()
    if game is not None:
        _show_game(screen, load(game))
        return
    for name in names():
        cards = load(name).cards
        screen.entry(name, f"{cards.title}: {cards.pitch}")
        screen.entry("", f"{_players(cards)}, {cards.length}, by {cards.designer}", "dim")
    screen.say("Play one: tablewright play GAME. Its editions and parameters: tablewright games GAME.", "dim")


def _players(cards: CardFile) -> str:
    counts = sorted(cards.players)
    return f"{counts[0]} to {counts[-1]} players" if len(counts) > 1 else f"{counts[0]} players"


def _show_game(screen: Screen, game: Game) -> None:
    cards = game.cards
    screen.say(f"{cards.title}: {cards.pitch}", "bold")
    screen.say(f"{_players(cards)} (seats {', '.join(cards.seats)}), {cards.length}, by {cards.designer}")
    screen.say("\nEditions, for --edition", "bold")
    for name, edition in cards.editions.items():
        screen.entry(name, edition.help + (" (default)" if name == cards.edition else ""))
    screen.say("\nParameters, for --set NAME=VALUE", "bold")
    for name, spec in cards.parameters.items():
        screen.entry(name, spec.help)
        screen.entry("", f"{_toml(spec.default)}; may be {spec.allowed()}{_clause(spec)}", "dim")
    if cards.cards:
        fields = ", ".join(cards.card_fields)
        screen.say("\nValues of cards, for --set CARD.VALUE=...", "bold")
        screen.entry("cards", ", ".join(cards.cards))
        screen.entry("values", fields)


def _toml(value: Value | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _clause(spec: Spec) -> str:
    return f" ({spec.clause})" if spec.clause else ""


def rules(
    game: GameName,
    clause: Clause = None,
    coverage: Coverage = False,
    rulings: Rulings = False,
    tests: Tests = None,
    numbered: Numbered = False,
) -> None:
    """Read how a game is played, or its numbered rules."""
    if sum((clause is not None, coverage, rulings, numbered)) > 1:
        raise TablewrightError("give one of --clause, --numbered, --coverage and --rulings")
    screen, found = Screen(), load(game)
    if coverage:
        if not rulebook.show_coverage(screen, found, tests):
            raise typer.Exit(INCOMPLETE)
    elif rulings:
        rulebook.show_rulings(screen, found)
    else:
        rulebook.show(screen, found, clause, numbered)
