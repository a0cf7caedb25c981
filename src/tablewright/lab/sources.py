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
    made.__dict__["cards"] = cards
    return made


def _from_git(folder: Path, revision: str) -> str:
    shown = subprocess.run(
        ["git", "-C", str(folder), "show", f"{revision}:./cards.toml"], capture_output=True, text=True, check=False
    )
    if shown.returncode:
        raise CardsError(f"git has no cards.toml at {revision!r}: {shown.stderr.strip().splitlines()[-1]}")
    return shown.stdout
