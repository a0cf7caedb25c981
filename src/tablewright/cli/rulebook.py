"""A game's rulebook on the terminal: all of it, or one clause."""

import re

from tablewright.cli.screen import Screen
from tablewright.engine import Game, TablewrightError, unknown


def show(screen: Screen, game: Game, clause: str | None) -> None:
    """Page the rulebook, or print one clause."""
    text = (game.folder / "rulebook.md").read_text("utf-8")
    if clause is None:
        screen.page(text)
        return
    clauses = dict(re.findall(rf"^- \*\*({game.cards.code}-[\w.]+)\*\* (.*)$", text, re.MULTILINE))
    number = clause.upper()
    number = number if number.startswith(f"{game.cards.code}-") else f"{game.cards.code}-{number}"
    if number not in clauses:
        raise TablewrightError(unknown("clause", number, clauses))
    screen.page(f"**{number}** {clauses[number]}")


def show_rulings(screen: Screen, game: Game) -> None:
    """The ledger of ambiguities: how each is read, and how to play the other reading."""
    for ruling in game.cards.rulings:
        screen.entry(ruling.clause, ruling.question, "bold")
        screen.entry("", f"Here: {ruling.default}")
        if ruling.alternative != "none":
            screen.entry("", f"Also possible: {ruling.alternative}", "dim")
