"""What a room keeps at hand about a position is what the match itself would say."""

import random

import pytest

from tablewright.engine import Match
from tablewright.games import load, names
from tablewright.table.rooms import PERSON, PLAYING, Happening, Room, Seat


def room_of(game: str, seed: int) -> Room:
    variant = load(game).variant()
    room = Room("room", variant, seed, [Seat(PERSON, title, token=title) for title in variant.seats], status=PLAYING)
    room.begin()
    return room


@pytest.mark.parametrize("game", names())
def test_a_room_sees_and_tells_what_its_match_does(game: str) -> None:
    room, chance = room_of(game, 3), random.Random(3)
    match = Match(room.variant, 3, names=tuple(room.variant.seats))
    for number in range(30):
        if room.over:
            break
        action = chance.choice(match.legal_ids)
        match.play(action)
        assert room.deciding is not None
        room = room.after(Happening("move", room.deciding, action))
        for viewer in (None, *range(room.variant.players)):
            assert room.view(viewer).table == match.view(viewer).table
            assert room.log(viewer)[-1] == match.log(viewer, number, number + 1)
        assert room.match is not None
        assert [step.packed for step in room.match.steps] == [step.packed for step in match.steps]


@pytest.mark.parametrize("game", names())
def test_after_taking_back_a_room_sees_what_it_saw(game: str) -> None:
    room = room_of(game, 5)
    before = room.view(0).table
    assert room.match is not None
    assert room.deciding is not None
    seat = room.deciding
    room = room.after(Happening("move", seat, room.match.legal_ids[0]))
    assert room.log(0)
    room.view(0)
    room = room.after(Happening("ask", seat))
    for other in [other for other in room.people if room.must_agree(other)]:
        room = room.after(Happening("agree", other))
    assert room.view(0).table == before
    assert room.log(0) == []
