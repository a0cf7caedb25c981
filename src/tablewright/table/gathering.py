"""Getting together: making a room, sitting down, arranging, starting, and what follows a game."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tablewright.engine import Variant
from tablewright.engine.match import LARGEST_SEED
from tablewright.engine.records import check_record, match_of
from tablewright.table.bots import DEFAULT_LEVEL, LEVELS
from tablewright.table.errors import Refusal
from tablewright.table.hub import Hub
from tablewright.table.rooms import BOT, GATHERING, OPEN, OVER, PERSON, PLAYING, Room, Seat
from tablewright.table.rows import move_rows, room_row, seat_rows
from tablewright.table.schema import SeatRow
from tablewright.table.security import LONGEST_NAME, clean, new_room_id

ARRANGED = ("edition", "players", "changes", "options", "rules", "cards")


async def create(
    hub: Hub,
    variant: Variant,
    token: str,
    name: str,
    seats: Sequence[Seat],
    options: Mapping[str, Any] | None = None,
    start: bool = False,
) -> Room:
    """A new room; whoever makes it is its host and sits in the first seat of a person."""
    placed = [Seat(seat.kind, seat.name, seat.level, seat.token) for seat in seats]
    mine = next((seat for seat in placed if seat.kind == PERSON), None)
    if mine is not None:
        mine.name, mine.token = clean(name, LONGEST_NAME, "name"), token
    room = Room(new_room_id(), variant, secrets.randbelow(LARGEST_SEED), placed, token, options=options or {})
    if start:
        _check_ready(room)
        room.status = PLAYING
    await hub.store.add_room(room_row(room), seat_rows(room))
    return await hub.room(room.id)


async def join(hub: Hub, room_id: str, token: str, name: str, seat: int | None = None) -> int:
    """Sit down on an open seat; a person who sits already keeps the seat."""
    name = clean(name, LONGEST_NAME, "name")
    room = await hub.room(room_id)
    sitting = room.seat_of(token)
    if sitting is not None:
        return sitting
    if room.status != GATHERING:
        raise Refusal("refused.started")
    wanted = [n for n, s in enumerate(room.seats) if s.kind == OPEN and seat in (None, n)]
    for number in wanted:
        row = SeatRow(room=room_id, number=number, kind=PERSON, name=name, level="", token=token)
        if await hub.store.take_seat(row):
            await hub.reread(room_id)
            return number
    raise Refusal("refused.full" if seat is None else "refused.taken")


async def arrange(hub: Hub, room_id: str, token: str, variant: Variant, kinds: Sequence[Seat], options: Any) -> None:
    """The host changes seats, edition, parameters and options; people who sit already stay where they can."""
    async with hub.locked(room_id):
        room = await _hosted(hub, room_id, token)
        seats = [_arranged(room, n, seat) for n, seat in enumerate(kinds)]
        if token not in [seat.token for seat in seats]:
            raise Refusal("refused.host_needs_seat", 422)
        changed = Room(room_id, variant, room.seed, seats, room.host, options=options)
        row = room_row(changed)
        await hub.store.change_room(room_id, seat_rows(changed), **{name: getattr(row, name) for name in ARRANGED})
    await hub.reread(room_id)


async def start(hub: Hub, room_id: str, token: str) -> None:
    async with hub.locked(room_id):
        room = await _hosted(hub, room_id, token)
        _check_ready(room)
        await hub.store.change_room(room_id, status=PLAYING)
    await hub.reread(room_id)


async def _hosted(hub: Hub, room_id: str, token: str) -> Room:
    room = await hub.room(room_id)
    if room.host != token or not token:
        raise Refusal("refused.not_host", 403)
    if room.status != GATHERING:
        raise Refusal("refused.started")
    return room


def _check_ready(room: Room) -> None:
    if any(seat.kind == OPEN for seat in room.seats):
        raise Refusal("refused.open_seats")


# Afterwards


async def rematch(hub: Hub, room_id: str, token: str) -> str:
    """The next room: the same people, everybody one seat further; whoever asks second finds the same room."""
    async with hub.locked(room_id):
        room = await hub.room(room_id)
        if room.seat_of(token) is None:
            raise Refusal("refused.no_seat", 403)
        if not room.over:
            raise Refusal("refused.not_over")
        if room.next_room:
            return room.next_room
        seats = [room.seats[(n + 1) % len(room.seats)] for n in range(len(room.seats))]
        seed = secrets.randbelow(LARGEST_SEED)
        made = Room(new_room_id(), room.variant, seed, seats, token, PLAYING, room.options)
        await hub.store.add_room(room_row(made), seat_rows(made))
        await hub.store.change_room(room_id, next_room=made.id)
    await hub.reread(room_id)
    return made.id


async def play_on(hub: Hub, room_id: str, token: str, name: str, number: int, seat: int) -> str:
    """A new room that goes on from a position of a finished game: one person, the others are bots."""
    room = await hub.room(room_id)
    if room.match is None or not room.finished:
        raise Refusal("refused.not_over")
    if not 0 <= seat < len(room.seats) or not 0 <= number <= len(room.match.steps):
        raise Refusal("refused.no_such_moment", 422)
    seats = [_bot(title) for title in room.variant.seats]
    seats[seat] = Seat(PERSON, clean(name, LONGEST_NAME, "name"), "", token)
    made = Room(new_room_id(), room.variant, room.seed, seats, token, PLAYING, {}, room.position)
    await hub.store.add_room(room_row(made), seat_rows(made), move_rows(made.id, room.match.steps[:number]))
    return made.id


async def upload(hub: Hub, record: object, token: str) -> str:
    """A room to look at the game of a record."""
    match = await asyncio.to_thread(match_of, check_record(record), hub.game)
    seats = [Seat(PERSON, name[:LONGEST_NAME]) for name in match.names]
    options = {"faults": [asdict(fault) for fault in match.faults]} if match.faults else {}
    made = Room(new_room_id(), match.variant, match.seed, seats, token, OVER, options, match.position)
    await hub.store.add_room(room_row(made), seat_rows(made), move_rows(made.id, match.steps))
    return made.id


# Seats


def bots_for(variant: Variant, me: int = 0, level: str = DEFAULT_LEVEL) -> list[Seat]:
    """One person, and bots in all other seats."""
    return [Seat(PERSON) if n == me else _bot(title, level) for n, title in enumerate(variant.seats)]


def _bot(title: str, level: str = DEFAULT_LEVEL) -> Seat:
    if level not in LEVELS:
        raise Refusal("refused.no_level", 422, level=level[:40], known=", ".join(LEVELS))
    return Seat(BOT, f"Bot {title} ({level})", level)


def _arranged(room: Room, number: int, wanted: Seat) -> Seat:
    if wanted.kind == BOT:
        return _bot(str(number + 1), wanted.level)
    sitting = room.seats[number] if number < len(room.seats) else Seat()
    return sitting if sitting.kind == PERSON and wanted.kind == PERSON else Seat()
