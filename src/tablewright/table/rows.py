"""Between rooms in memory and rows in the database."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tablewright.engine import LARGEST_SEED, Step, Variant
from tablewright.table.rooms import ANSWERS, BOT, Happening, Room, Seat
from tablewright.table.schema import EventRow, RoomRow, SeatRow


def room_of(row: RoomRow, seats: Sequence[SeatRow], variant: Variant) -> Room:
    sitting = [Seat(seat.kind, seat.name, seat.level, seat.token, seat.standing, seat.rated) for seat in seats]
    return Room(
        row.id,
        variant,
        seed_of(row),
        sitting,
        row.host,
        row.status,
        row.options,
        row.position,
        row.next_room,
        row.revision,
    )


def seed_of(row: RoomRow) -> int:
    return int(row.secret, 16) if row.secret else row.seed


def room_row(room: Room) -> RoomRow:
    variant, long = room.variant, room.seed >= LARGEST_SEED
    return RoomRow(
        id=room.id,
        game=variant.game.name,
        edition=variant.edition,
        players=variant.players,
        changes=dict(variant.changes),
        options=dict(room.options),
        rules=variant.game.rules_version,
        cards=variant.cards_version,
        seed=0 if long else room.seed,
        secret=f"{room.seed:x}" if long else "",
        position=dict(room.position) if room.position is not None else None,
        host=room.host,
        status=room.status,
        next_room=None,
        revision=0,
        created=datetime.now(UTC),
    )


def seat_rows(room: Room) -> list[SeatRow]:
    return [
        SeatRow(
            room=room.id,
            number=n,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            token=seat.token,
            standing="",
            rated=seat.rated,
        )
        for n, seat in enumerate(room.seats)
    ]


def move_rows(room_id: str, steps: Sequence[Step]) -> list[EventRow]:
    """The decisions of a match as the first events of a room."""
    now = datetime.now(UTC)
    return [
        EventRow(room=room_id, number=n, kind="move", seat=step.seat, value=step.action, at=now)
        for n, step in enumerate(steps)
    ]


def event_values(room: str, number: int, happening: Happening) -> dict[str, Any]:
    """The row of what happens next in a room."""
    return {
        "room": room,
        "number": number,
        "kind": happening.kind,
        "seat": happening.seat,
        "value": happening.value,
        "at": happening.at,
        "spent": happening.spent,
        "remark": {"note": happening.note, "said": happening.said} if happening.note or happening.said else None,
    }


def bare_record(row: RoomRow, seats: Sequence[SeatRow], events: Sequence[EventRow]) -> dict[str, Any]:
    """The record of a room without its rules: what was taken back is known by what was left."""
    actions: list[int] = []
    for event in events:
        if event.kind == "move":
            actions.append(event.value)
        elif event.kind in ANSWERS and event.value:
            del actions[event.value - 1 :]
    record: dict[str, Any] = {"tablewright": 1, "game": row.game, "edition": row.edition, "players": row.players}
    record |= {"set": row.changes, "rules": row.rules, "cards": row.cards, "seed": seed_of(row)}
    record |= {"seats": [seat.level if seat.kind == BOT else seat.name for seat in seats], "actions": actions}
    return record | ({"position": row.position} if row.position is not None else {})


def happening_of(row: EventRow) -> Happening:
    told = row.remark or {"note": "", "said": ()}
    return Happening(row.kind, row.seat, row.value, row.at, row.spent, told["note"], tuple(told["said"]))
