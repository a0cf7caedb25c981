"""Pages that are made of what was kept look exactly like pages that are drawn anew, in every game and language.

More decisions than a run of the tests makes: TABLEWRIGHT_KEPT_PAGES=200 pytest tests/table/test_kept_pages.py
"""

import copy
import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tablewright.engine import Lately, remembering
from tablewright.engine.telling import Teller
from tablewright.games import load, names
from tablewright.table.drawing import Drawing, Gallery
from tablewright.table.edits import apply
from tablewright.table.painting import Painter
from tablewright.table.pieces import KEPT
from tablewright.table.presence import Crowd
from tablewright.table.rooms import PERSON, PLAYING, Happening, Room, Seat

DECISIONS = int(os.environ.get("TABLEWRIGHT_KEPT_PAGES", "10"))
LINK = "http://table.example/rooms/room"
TABLES = [
    pytest.param(game, players, marks=[pytest.mark.slow] * (players > load(game).cards.players[0]))
    for game in names()
    for players in load(game).cards.players
]
TOKENS = ["", "token0", "token1"]  # somebody who looks on, and two who play


def room_of(game: str, players: int) -> Room:
    seats = [Seat(PERSON, f"Guest {n}", token=f"token{n}") for n in range(players)]
    room = Room("room", load(game).variant(players), 2**250 + players, seats, host="token0", status=PLAYING)
    room.begin()
    return room


@contextmanager
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is remembered while somebody draws is not found, and not remembered either."""
    with monkeypatch.context() as patched:
        patched.setattr(remembering, "_values", lambda *_: os.urandom(16))
        patched.setattr(Teller, "_told", Lately(10_000))
        patched.setattr(KEPT, "pieces", Lately(10_000))
        yield


def anew(room: Room, token: str, language: str, crowd: Crowd) -> Drawing:
    """As a server draws it that has just been started."""
    fresh = copy.copy(room)
    fresh._worlds, fresh._before, fresh._lines = {}, {}, {}
    return Drawing(Painter(fresh, fresh.seat_of(token), token, language, LINK), crowd, [])


class Shown:
    """A page: it puts together what it is told."""

    def __init__(self) -> None:
        self.drawing: Drawing | None = None
        self.parts: dict[str, str] = {}
        self.log: list[str] = []

    def hear(self, drawing: Drawing) -> None:
        told: dict[str, Any] = json.loads(f"{{{drawing.since(self.drawing)}}}")
        self.drawing = drawing
        edited = {name: apply(self.parts[name], edit) for name, edit in told["edit"].items()}
        self.parts |= told["show"] | edited
        self.log[told["log"]["from"] :] = told["log"]["items"]


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_was_kept_is_what_would_be_drawn_now(
    game: str, players: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, chance, gallery = room_of(game, players), random.Random(players), Gallery()
    crowd, pages = Crowd(frozenset(range(players)), 1), {token: Shown() for token in TOKENS}
    for _ in range(DECISIONS):
        for token, page in pages.items():
            page.hear(gallery.drawing(room, token, language, LINK, crowd, []))
            with nothing_kept(monkeypatch):
                expected = anew(room, token, language, crowd)
                assert page.parts == expected.parts
                assert page.log == expected.painter.log()
            assert not any(
                "&lt;" in html for name, html in page.parts.items() if name != "zones"
            )  # nothing twice escaped
        if room.over:
            break
        room = happened(room, chance)


def happened(room: Room, chance: random.Random) -> Room:
    """A move, or now and then a decision that is taken back."""
    assert room.match is not None
    assert room.deciding is not None
    if room.match.steps and chance.random() < 0.15:
        return taken_back(room, room.match.steps[-1].seat)
    return room.after(Happening("move", room.deciding, chance.choice(room.match.legal_ids)))


def taken_back(room: Room, asker: int) -> Room:
    room = room.after(Happening("ask", asker))
    for other in [other for other in room.people if room.asked and room.must_agree(other)]:
        room = room.after(Happening("agree", other))
    return room
