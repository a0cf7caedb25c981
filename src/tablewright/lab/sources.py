"""A game with another card file: from a path, or from a revision of the game's own file in git."""

import copy
import subprocess
import tomllib
from pathlib import Path

from tablewright.engine import CardsError, Game
from tablewright.engine.cards import check_cards, read_cards

GIT = "git:"


def cards_from(game: Game, source: str) -> Game:
    """The same rules with the cards of a file, or of `git:REVISION`."""
    made = copy.copy(game)
    if source.startswith(GIT):
        text = _from_git(game.folder, source.removeprefix(GIT))
        try:
            cards = check_cards(tomllib.loads(text), source)
        except tomllib.TOMLDecodeError as fault:
            raise CardsError(f"cards.toml at {source} is not valid TOML: {fault}") from fault
    else:
        cards = read_cards(Path(source))
    for part in ("cards", "parameters", "card_fields"):
        here, there = set(getattr(game.cards, part)), set(getattr(cards, part))
        if here != there:
            names = ", ".join(sorted(here ^ there)[:5])
            raise CardsError(f"{source} has other {part.replace('_', ' ')} than the rules of {game.name} know: {names}")
    made.__dict__["cards"] = cards
    return made


def _from_git(folder: Path, revision: str) -> str:
    if not revision:
        raise CardsError("cards=git: needs a revision, as in cards=git:HEAD~1")
    asked = ["git", "-C", str(folder), "show", f"{revision}:./cards.toml"]
    try:
        shown = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError as fault:
        raise CardsError(f"git cannot be run: {fault.strerror}") from fault
    if shown.returncode:
        said = (shown.stderr.strip() or "it does not say why").splitlines()[-1]
        raise CardsError(f"git has no cards.toml at {revision!r}: {said}")
    return shown.stdout
