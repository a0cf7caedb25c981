"""Drawings of rooms: made once for all who see the same, and gone when the room has gone on."""

import gc
import weakref

from tablewright.games import load
from tablewright.table.drawing import Drawing, Gallery
from tablewright.table.presence import Crowd
from tablewright.table.rooms import PERSON, PLAYING, Happening, Room, Seat

MOVES = 30
CROWD = Crowd(frozenset({0, 1}))


def begun() -> Room:
    seats = [Seat(PERSON, "Ann", token="a"), Seat(PERSON, "Bob", token="b")]
    room = Room("room", load("wallet").variant(2), 7, seats, status=PLAYING)
    room.begin()
    return room


def drawn(gallery: Gallery, room: Room, token: str) -> Drawing:
    return gallery.drawing(room, token, "en", "http://table.example/rooms/room", CROWD, [])


def moved(room: Room) -> Room:
    assert room.match is not None
    assert room.deciding is not None
    return room.after(Happening("move", room.deciding, room.match.legal_ids[0]))


def test_what_was_before_the_last_move_does_not_stay_in_memory() -> None:
    gallery, room, rooms = Gallery(), begun(), []
    gc.collect()
    gc.disable()
    try:
        shown = {token: drawn(gallery, room, token) for token in "ab"}
        for _ in range(MOVES):
            room = moved(room)
            rooms.append(weakref.ref(room))
            for token in "ab":
                now = drawn(gallery, room, token)
                now.since(shown[token])
                shown[token] = now
        gc.collect(0)  # templates leave young circles; the server has hardly any collection of older ones
        assert len([one for one in rooms if one() is not None]) <= 2
    finally:
        gc.enable()


def test_who_see_the_same_share_a_drawing() -> None:
    gallery, room = Gallery(), begun()
    assert drawn(gallery, room, "") is drawn(gallery, room, "somebody")
    assert drawn(gallery, room, "a") is not drawn(gallery, room, "b")
    gallery.forget("room")
    assert drawn(gallery, moved(room), "a").since(None)
