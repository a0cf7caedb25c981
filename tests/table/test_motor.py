"""Bots and orders: how long bots wait before they decide, and that none of them waits for ever."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from tablewright.engine import Match
from tablewright.games import load
from tablewright.table.house import Answer
from tablewright.table.hub import Hub
from tablewright.table.motor import GOING_ON, Motor, pause_before
from tablewright.table.rooms import BOT, PERSON, PLAYING, Happening, Room, Seat


def test_a_bot_hurries_through_the_rest_of_its_turn() -> None:
    match = Match(load("standoff").variant(), 5)
    first = match.seat
    assert first is not None
    assert pause_before(match, first, 0.6) == 0.6
    match.play(match.legal_ids[0])
    assert match.seat == first
    assert pause_before(match, first, 0.6) == 0.6 / GOING_ON
    assert pause_before(match, 1 - first, 0.6) == 0.6


def test_a_bot_decides_also_when_its_turn_came_while_an_order_ended() -> None:
    seats = [Seat(PERSON, "Ann", token="a", order="an old one"), Seat(BOT, "Bruno", "easy")]
    room = Room("r", load("wtactics").variant(), 3, seats, "a", PLAYING)
    room.begin()
    while room.deciding != 0:
        room = moved(room)
    played: list[int] = []

    async def order(*_: str) -> None:
        """The person has moved while this waited."""
        after = moved(room.ordering(0, ""))
        while after.deciding != 1:
            after = moved(after)
        hub.rooms["r"] = after

    async def decide(match: Match, *_: str) -> Answer:
        return Answer(match.legal_ids[0])

    async def happen(room_id: str, _: int, happening: Happening) -> None:
        played.append(happening.seat)
        del hub.rooms[room_id]

    async def play() -> None:
        motor = Motor(cast(Hub, hub))
        motor.set_going(room)
        await motor._playing["r"]

    thinkers: Any = SimpleNamespace(ready=lambda _: True, decide=decide)
    clock, settings = SimpleNamespace(now=lambda: 0.0), SimpleNamespace(bot_pause=0)
    hub = SimpleNamespace(
        rooms={"r": room}, order=order, happen=happen, thinkers=thinkers, clock=clock, settings=settings
    )
    asyncio.run(play())
    assert played == [1]


def moved(room: Room) -> Room:
    """The room after the first move that is possible."""
    assert room.match is not None
    assert room.deciding is not None
    return room.after(room.check(room.number, Happening("move", room.deciding, room.match.legal_ids[0])))
