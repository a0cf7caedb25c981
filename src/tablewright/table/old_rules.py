"""The rules of old games: a game's folder is kept in the database as it was, and taken out where rooms need it.

What was played by rules that have changed since can still be shown, replayed and exported, but not gone on with.
The database is as trusted as the program: whoever can write to it can make the server run a folder from it.
"""

import hashlib
import io
import zipfile
from contextlib import suppress

from tablewright.engine import Game, Lately, TablewrightError, Variant, unpacked
from tablewright.games import load
from tablewright.table.schema import RoomRow, RulesRow

MOST_VARIANTS = 200  # of old games that are kept at hand
KEPT = (".py", ".toml", ".html", ".css", ".svg", ".md", ".yaml", ".json")


def rules_row(game: Game) -> RulesRow:
    """The folder of a game, packed; its version is that of the rules and of all the rest."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(game.folder.rglob("*")):
            if file.is_file() and file.suffix in KEPT and "__pycache__" not in file.parts:
                name = zipfile.ZipInfo(
                    str(file.relative_to(game.folder))
                )  # without a date: the same files, the same bytes
                archive.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED)
    files = packed.getvalue()
    return RulesRow(game=game.name, rules=_version(game, files), files=files)


def _version(game: Game, files: bytes) -> str:
    return f"{game.rules_version}-{hashlib.sha256(files).hexdigest()[:12]}"


class OldRules:
    """The variants of old games, from folders that are unpacked once."""

    def __init__(self) -> None:
        self._variants: Lately[tuple[str, str], Variant] = Lately(MOST_VARIANTS)

    def variant(self, room: RoomRow, kept: list[RulesRow]) -> Variant | None:
        """The variant that a room was played with, by one of the folders that were kept."""
        key = (room.rules, room.cards)
        for row in kept:
            if self._variants[key] is None:
                with suppress(TablewrightError):  # made for an engine that is another by now
                    variant = load(str(unpacked(row.files, row.game))).variant(room.players, room.edition, room.changes)  # type: ignore[arg-type]
                    if (variant.game.rules_version, variant.cards_version) == key:
                        self._variants[key] = variant
        return self._variants[key]
