"""A game's rulebook on the terminal: all of it, one clause, its rulings, or which clauses the tests name."""

from pathlib import Path

from tablewright.cli.screen import Screen
from tablewright.engine import Game, TablewrightError, unknown
from tablewright.engine.clauses import coverage, read_clauses


def show(screen: Screen, game: Game, clause: str | None) -> None:
    """Page the rulebook, or print one clause."""
    path = game.folder / "rulebook.md"
    if clause is None:
        screen.page(_read(path))
        return
    clauses = {found.number: found.text for found in read_clauses(path)}
    code = f"{game.cards.code}-"
    number = clause.upper() if clause.upper().startswith(code) else f"{code}{clause.upper()}"
    if number not in clauses:
        raise TablewrightError(unknown("clause", number, clauses))
    screen.print_markdown(f"**{number}** {clauses[number]}")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as fault:
        raise TablewrightError(f"{path} cannot be read: {fault.strerror}") from fault


def show_rulings(screen: Screen, game: Game) -> None:
    """The ledger of ambiguities: how each is read, and how to play the other reading."""
    for ruling in game.cards.rulings:
        screen.entry(ruling.clause, ruling.question, "bold")
        screen.entry("", f"Here: {ruling.default}")
        if ruling.alternative != "none":
            screen.entry("", f"Also possible: {ruling.alternative}", "dim")
    if not game.cards.rulings:
        screen.say(f"The rulebook of {game.name} has no ambiguities on record.")


def show_coverage(screen: Screen, game: Game, tests: Path) -> bool:
    """Clauses that no test names, and names in tests that are no clauses; whether there are none of either."""
    if not tests.is_dir():
        raise TablewrightError(f"{tests} is not a folder of tests; name it with --tests FOLDER")
    found = coverage(game, tests)
    for clause in found.missing:
        screen.entry(clause.number, clause.text)
    for name, places in found.unknown.items():
        screen.entry(name, f"is not in the rulebook, but named in {', '.join(places)}", "red")
    covered = len(found.clauses) - len(found.missing)
    complete = not found.missing and not found.unknown
    screen.say(
        f"{game.name}: {covered} of {len(found.clauses)} clauses are named by a test",
        "bold green" if complete else "bold red",
    )
    return complete
