"""A game's rulebook on the terminal: all of it, one clause, its rulings, or which clauses the tests name."""

import re
from pathlib import Path

from tablewright.cli.screen import Screen
from tablewright.engine import Game, TablewrightError, coverage, read_clauses, unknown

REFERENCE = re.compile(r" ?\[([A-Z]{2,5}-[A-Z0-9.]+)\]\(#\1\)")
FACE = re.compile(r"!\[[^\]]*\]\(face:[a-z0-9_]+\) ?")


def show(screen: Screen, game: Game, clause: str | None, numbered: bool = False) -> None:
    """Page how the game is played, or all its numbered rules; or print one clause."""
    path = game.folder / "rulebook.md"
    text = None if numbered else game.howto()
    if clause is None:
        screen.page(_read(path) if text is None else _for_a_terminal(text, game.name))
        return
    word = word_of(game, clause)
    if word is not None:
        screen.print_markdown(word)
        return
    clauses = {found.number: found.text for found in read_clauses(path)}
    code = f"{game.cards.code}-"
    number = clause.upper() if clause.upper().startswith(code) else f"{code}{clause.upper()}"
    if number not in clauses:
        spelled = clause.isalpha()
        raise TablewrightError(
            unknown("word", clause, game.glossary()) if spelled else unknown("clause", number, clauses)
        )
    screen.print_markdown(f"**{number}** {clauses[number]}")


def word_of(game: Game, text: str) -> str | None:
    """What a word of the game means, if it has such a word: as it is written, or as it begins."""
    words = {name.casefold(): f"**{name}**: {meaning}" for name, meaning in game.glossary().items()}
    wanted = text.strip().casefold()
    fitting = [name for name in words if name == wanted] or [name for name in words if name.startswith(wanted)]
    return REFERENCE.sub(r" (\1)", words[fitting[0]]) if len(fitting) == 1 else None


def _for_a_terminal(text: str, name: str) -> str:
    """Clauses as plain numbers behind the sentence, and no pictures."""
    plain = FACE.sub("", REFERENCE.sub(r" (\1)", text))
    return f"{plain}\nThe numbered rules: tablewright rules {name} --numbered\n"


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


TESTS = Path("tests")


def show_coverage(screen: Screen, game: Game, tests: Path | None) -> bool:
    """Clauses that no test names, and names in tests that are no clauses; whether there are none of either."""
    if tests is not None and not tests.is_dir():
        raise TablewrightError(f"{tests} is not a folder of tests; name it with --tests FOLDER")
    found = coverage(game, *([tests] if tests else [game.folder, TESTS]))
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
