"""Getting together: making a room, sitting down, arranging, starting, and what follows a game."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from tablewright.bots.nets import levels_for, nearest_level
from tablewright.engine import SECRET_SEEDS, Game, Variant, check_record, match_of
from tablewright.table.arranging import chosen, options_of, seats_of, variant_of
from tablewright.table.bots import DEFAULT_LEVEL, LEVELS
from tablewright.table.choices import moved_on, with_choices
from tablewright.table.errors import Refusal
from tablewright.table.house import OFFERED
from tablewright.table.hub import Hub
from tablewright.table.lessons import has_lesson, lesson_of
from tablewright.table.rooms import BOT, GATHERING, HERE, OPEN, OVER, PERSON, PLAYING, Room, Seat
from tablewright.table.rows import move_rows, room_row, seat_rows
from tablewright.table.schema import SeatRow
from tablewright.table.security import LONGEST_NAME, clean, new_room_id

ARRANGED = ("edition", "players", "changes", "options", "rules", "cards", "status")
NAMES = ("Ada", "Bruno", "Cleo", "Dario", "Edda", "Fabio", "Greta", "Hugo", "Ines")  # of bots; more than seats
TRIES = 20  # to change a room that others change at the same time

Entered = Callable[[Hub, str, str], Awaitable[Room]]  # the room that somebody may change


async def create(
    hub: Hub,
    variant: Variant,
    token: str,
    name: str,
    seats: Sequence[Seat],
    options: Mapping[str, Any] | None = None,
    start: bool = False,
    rated: bool = False,
) -> Room:
    """A new room; whoever makes it is its host and sits in the first seat of a person."""
    placed = [
        _bot(variant, n, seat.level, [name]) if seat.kind == BOT else Seat(seat.kind, seat.name, seat.level, seat.token)
        for n, seat in enumerate(seats)
    ]
    mine = next((seat for seat in placed if seat.kind == PERSON), None)
    if mine is not None:
        mine.name, mine.token, mine.rated = clean(name, LONGEST_NAME, "name"), token, rated
    room = Room(new_room_id(), variant, secrets.randbelow(SECRET_SEEDS), placed, token, options=options or {})
    if start:
        _check_ready(room)
        room.status = PLAYING
    await hub.store.add_room(room_row(room), seat_rows(room))
    return await hub.room(room.id)


async def join(hub: Hub, room_id: str, token: str, name: str, seat: int | None = None, rated: bool = False) -> int:
    """Sit down on an open seat; a person who sits already keeps the seat."""
    name = clean(name, LONGEST_NAME, "name")
    for _ in range(TRIES):
        room = await hub.room(room_id)
        sitting = room.seat_of(token)
        if sitting is not None:
            return sitting
        if room.status != GATHERING:
            raise Refusal("refused.started")
        wanted = [n for n, s in enumerate(room.seats) if s.kind == OPEN and seat in (None, n)]
        if not wanted:
            break
        await hub.store.take_seat(
            SeatRow(room=room_id, number=wanted[0], kind=PERSON, name=name, level="", token=token, rated=rated)
        )
        await hub.reread(room_id)
    raise Refusal("refused.full" if seat is None else "refused.taken")


async def arrange(hub: Hub, room_id: str, token: str, given: Mapping[str, str]) -> None:
    """The host changes seats, edition, parameters and options, field by field; what is not given stays as it is then.

    `revision` among the fields is what the host looked at: nobody is sent away who has sat down since.
    """
    seen = given.get("revision", "")[:9]

    def arranged(room: Room) -> Room:
        variant = variant_of(room, given)
        seats = [_arranged(room, n, seat, token) for n, seat in enumerate(seats_of(given, variant.players))]
        if token not in [seat.token for seat in seats]:
            raise Refusal("refused.host_needs_seat", 422)
        gone = {seat.token for seat in room.seats} - {seat.token for seat in seats}
        if seen.isdecimal() and int(seen) != room.revision and gone:
            raise Refusal("refused.sat_down")
        newest = with_choices(variant, room.variant.changes)  # another edition begins without other changes
        return Room(room_id, newest, room.seed, seats, room.host, options=options_of(room, given))

    await _change(hub, room_id, token, arranged)


async def choose(hub: Hub, room_id: str, token: str, seat: int, given: Mapping[str, str]) -> None:
    """Choose for one's own seat, or as the host for a bot, what the game lets a seat choose."""

    def answered(room: Room) -> Room:
        if not 0 <= seat < len(room.seats):
            raise Refusal("refused.no_seat", 403)
        sits = room.seats[seat]
        if not (sits.token == token or (sits.kind == BOT and room.host == token)) or not token:
            raise Refusal("refused.not_your_choice", 403)
        return replace(room, variant=chosen(room, seat, given))

    await _change(hub, room_id, token, answered, _gathering)


async def want_rating(hub: Hub, room_id: str, token: str, wanted: bool) -> None:
    """Whether somebody wants the game to count for the ratings; all who have a seat must want it."""

    def wished(room: Room) -> Room:
        if not room.seats_of(token):
            raise Refusal("refused.no_seat", 403)
        seats = [replace(seat, rated=wanted) if seat.token == token else seat for seat in room.seats]
        return replace(room, seats=seats)

    await _change(hub, room_id, token, wished, _gathering)


async def rename(hub: Hub, room_id: str, token: str, name: str, seat: int | None = None) -> None:
    """Be called otherwise at this table; `seat` is which of those who share a screen."""
    shown = clean(name, LONGEST_NAME, "name")
    if not shown:
        raise Refusal("refused.no_name", 422)
    async with hub.locked(room_id):
        room = await hub.room(room_id)
        own = room.seats_of(token)
        if not own or seat not in (None, *own):
            raise Refusal("refused.no_seat", 403)
        await hub.store.rename(room_id, own[0] if seat is None else seat, token, shown)
    await hub.reread(room_id)


async def start(hub: Hub, room_id: str, token: str) -> None:
    def begun(room: Room) -> Room:
        _check_ready(room)
        return replace(room, status=PLAYING)

    await _change(hub, room_id, token, begun)


async def _change(
    hub: Hub, room_id: str, token: str, change: Callable[[Room], Room], entered: Entered | None = None
) -> None:
    """What the host does to a room that gathers; if somebody sits down meanwhile, it is done to the newest one.

    `entered` lets others than the host change it.
    """
    for _ in range(TRIES):
        room = await (entered or _hosted)(hub, room_id, token)
        changed = _with_levels(change(room))
        row = room_row(changed)
        values = {name: getattr(row, name) for name in ARRANGED}
        done = await hub.store.change_room(room_id, room.revision, seat_rows(changed), **values)
        await hub.reread(room_id)
        if done:
            return
    raise Refusal("refused.busy")


def _with_levels(room: Room) -> Room:
    """Bots of a level that the variant does not have play the one that is nearest, and everybody sees so at once."""
    seats = [replace(seat, level=nearest_level(room.variant, seat.level)) for seat in room.seats]
    return replace(room, seats=seats)


async def _hosted(hub: Hub, room_id: str, token: str) -> Room:
    if (await hub.room(room_id)).host != token or not token:
        raise Refusal("refused.not_host", 403)
    return await _gathering(hub, room_id, token)


async def _gathering(hub: Hub, room_id: str, _: str) -> Room:
    room = await hub.room(room_id)
    if room.status != GATHERING:
        raise Refusal("refused.started")
    return room


def _check_ready(room: Room) -> None:
    if any(seat.kind == OPEN for seat in room.seats):
        raise Refusal("refused.open_seats")


# Afterwards


async def rematch(hub: Hub, room_id: str, token: str) -> str:
    """The next room: the same people, everybody one seat further; whoever asks second finds the same room.

    With a clock it begins when its host says so: nobody's time runs before the others have come.
    """
    room = await hub.room(room_id)
    if room.seat_of(token) is None:
        raise Refusal("refused.no_seat", 403)
    if not room.over:
        raise Refusal("refused.not_over")
    if room.next_room:
        return room.next_room
    seats = [room.seats[(n + 1) % len(room.seats)] for n in range(len(room.seats))]
    seed = secrets.randbelow(SECRET_SEEDS)
    options = {name: value for name, value in room.options.items() if name != "tutorial"}  # its moves fit its own deal
    others = any(seat.kind == PERSON and seat.token != token for seat in seats)
    status = GATHERING if others and options.get("clock") else PLAYING
    made = Room(new_room_id(), moved_on(room.variant), seed, seats, token, status, options)
    first = await hub.store.add_next(room_id, room_row(made), seat_rows(made))
    await hub.reread(room_id)
    return first


async def play_on(hub: Hub, room_id: str, token: str, name: str, number: int, seat: int) -> str:
    """A new room that goes on from a position of a finished game: one person, the others are bots."""
    room = await hub.room(room_id)
    if room.match is None or not room.finished:
        raise Refusal("refused.not_over")
    if not 0 <= seat < len(room.seats) or not 0 <= number <= len(room.match.steps):
        raise Refusal("refused.no_such_moment", 422)
    seats = bots_for(room.variant, seat)
    seats[seat] = Seat(PERSON, clean(name, LONGEST_NAME, "name"), "", token)
    made = Room(new_room_id(), room.variant, room.seed, seats, token, PLAYING, {}, room.position)
    await hub.store.add_room(room_row(made), seat_rows(made), move_rows(made.id, room.match.steps[:number]))
    return made.id


async def teach(hub: Hub, game: Game, token: str, name: str) -> str:
    """A room for the guided first game."""
    if not has_lesson(game):
        raise Refusal("refused.no_lesson", 404)
    lesson = lesson_of(game)
    seats = bots_for(lesson.variant, lesson.seat)
    seats[lesson.seat] = Seat(PERSON, clean(name, LONGEST_NAME, "name"), "", token)
    options = {"tutorial": True, "chat": False}
    made = Room(new_room_id(), lesson.variant, lesson.seed, seats, token, PLAYING, options, lesson.position)
    await hub.store.add_room(room_row(made), seat_rows(made))
    return made.id


async def upload(hub: Hub, record: object, token: str) -> str:
    """A room to look at the game of a record."""
    match = await asyncio.to_thread(match_of, check_record(record), hub.game)
    seats = [Seat(PERSON, name[:LONGEST_NAME]) for name in match.names]
    told = {"faults": [*map(asdict, match.faults)], "remarks": [*map(asdict, match.remarks)]}
    options = {name: those for name, those in told.items() if those}
    made = Room(new_room_id(), match.variant, match.seed, seats, token, OVER, options, match.position)
    await hub.store.add_room(room_row(made), seat_rows(made), move_rows(made.id, match.steps))
    return made.id


# Seats


def bots_for(variant: Variant, me: int = 0, level: str = DEFAULT_LEVEL) -> list[Seat]:
    """One person, and bots in all other seats."""
    return [Seat(PERSON) if n == me else _bot(variant, n, level) for n in range(variant.players)]


def _bot(variant: Variant, number: int, level: str = DEFAULT_LEVEL, taken: Sequence[str] = ()) -> Seat:
    """A bot of a level, or of the nearest that there is; its name is one that nobody else at the table has."""
    if level not in (*LEVELS, *OFFERED):
        known = ", ".join((*levels_for(variant), *OFFERED))
        raise Refusal("refused.no_level", 422, level=level[:40], known=known)
    names = NAMES[number:] + NAMES[:number]
    return Seat(BOT, next(name for name in names if name not in taken), nearest_level(variant, level))


def _arranged(room: Room, number: int, wanted: Seat | None, host: str) -> Seat:
    sitting = room.seats[number] if number < len(room.seats) else Seat()
    if wanted is None:
        return sitting
    if wanted.kind == BOT:
        return _bot(room.variant, number, wanted.level, [seat.name for n, seat in enumerate(room.seats) if n != number])
    if wanted.kind == HERE:
        return sitting if sitting.token == host else Seat(PERSON, _beside(room, host, number), token=host)
    return sitting if sitting.kind == PERSON and wanted.kind == PERSON else Seat()


def _beside(room: Room, host: str, number: int) -> str:
    """A name for whoever shares the host's screen, until they write their own."""
    own = next((seat.name for seat in room.seats if seat.token == host), "")
    return f"{own[: LONGEST_NAME - 3]} {number + 1}".strip()
