"""Where the faces of cards are: the same for all rooms with the same cards, so that a browser fetches them once."""

import hashlib
import json
from functools import lru_cache

from tablewright.engine import ENGLISH, Game, Variant
from tablewright.table.choices import house_rules, seat_parameters
from tablewright.table.rooms import Room


def faces_of(room: Room) -> str:
    """The folder of a room's faces; old rules and house rules may show other numbers, so those rooms have their own."""
    variant = room.variant
    if room.old or house_rules(variant):
        return f"/rooms/{room.id}/faces"
    return f"/games/{variant.game.name}/{variant.players}/{variant.edition}/{looks(variant)}/faces"


def in_language(game: Game, language: str) -> str:
    """The language that faces are asked for in; nothing where that is English, or all the game knows."""
    return language if language != ENGLISH and language in game.languages else ""


def face_query(game: Game, language: str) -> str:
    """What is added to the address of a face that lies nowhere."""
    asked = in_language(game, language)
    return f"?language={asked}" if asked else ""


@lru_cache(200)
def looks(variant: Variant) -> str:
    """Changes with all that faces are drawn from: templates, words, and the numbers of a variant."""
    own, values = seat_parameters(variant), variant.values
    parameters = {name: value for name, value in values.parameters.items() if name not in own}
    told = json.dumps([parameters, values.cards], sort_keys=True, default=list)
    return hashlib.sha256(_drawn_from(variant.game) + told.encode()).hexdigest()[:12]


@lru_cache(50)
def _drawn_from(game: Game) -> bytes:
    files = [*sorted(game.folder.glob("faces/*")), *sorted(game.folder.glob("words/*.toml"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files if file.is_file())).digest()
