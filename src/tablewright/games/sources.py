"""A game with another card file: from a path, or from a revision of the game's own file in git."""

import copy
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path

from tablewright.engine import CardFile, CardsError, Game, Value, Variant, check_cards

GIT = "git:"


def cards_from(game: Game, source: str) -> Game:
    """The same rules with the cards of a file, or of `git:REVISION`."""
    return with_cards_text(game, *_text_of(game, source))


def with_cards_text(game: Game, text: str, source: str) -> Game:
    """The same rules with the cards of a text."""
    cards = _checked(text, source)
    for part in ("cards", "parameters", "card_fields"):
        here, there = set(getattr(game.cards, part)), set(getattr(cards, part))
        if here != there:
            names = ", ".join(sorted(here ^ there)[:5])
            raise CardsError(f"{source} has other {part.replace('_', ' ')} than the rules of {game.name} know: {names}")
    made = copy.copy(game)
    made.__dict__["cards"] = cards
    made.cards_text = text
    return made


def varied(game: Game, players: int | None, edition: str | None, values: Mapping[str, Value]) -> Variant:
    """A variant; beside the game's own values also `cards` (a file, or git:REVISION) and `edition` may be given."""
    rest = dict(values)
    if "edition" in rest and edition is not None:
        raise CardsError(f"the edition is given twice, as {edition!r} and as {rest['edition']!r}")
    chosen, cards = rest.pop("edition", edition), rest.pop("cards", None)
    found = game if cards is None else cards_from(game, str(cards))
    return found.variant(players, None if chosen is None else str(chosen), rest)


def cards_of(game: Game, source: str) -> CardFile:
    """The card file at a path, or the game's own as it was at `git:REVISION`; it may have other cards."""
    return _checked(*_text_of(game, source))


def _checked(text: str, source: str) -> CardFile:
    try:
        return check_cards(tomllib.loads(text), source)
    except tomllib.TOMLDecodeError as fault:
        raise CardsError(f"{source} is not valid TOML: {fault}") from fault


def _text_of(game: Game, source: str) -> tuple[str, str]:
    """The text of a card file, and what it is called."""
    if source.startswith(GIT):
        return _from_git(game.folder, source.removeprefix(GIT)), f"cards.toml at {source}"
    try:
        return Path(source).read_text("utf-8"), source
    except OSError as fault:
        raise CardsError(f"{source} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        raise CardsError(f"{source} is not valid TOML: {fault}") from fault


def _from_git(folder: Path, revision: str) -> str:
    if not revision or revision.startswith("-"):  # that would be an option of git's
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
