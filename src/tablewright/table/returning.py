"""What a browser comes back to: the games in which it has a seat, by its own cookie."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from tablewright.engine import TablewrightError
from tablewright.table.hub import Hub
from tablewright.table.rooms import GATHERING, OPEN, PLAYING, Room
from tablewright.table.schema import RoomRow
from tablewright.table.words import Words

MOST = 12  # games on the start page
MOST_LISTED = 60  # rooms that are looked at for free seats
UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60))


@dataclass(frozen=True)
class OwnGame:
    """A game of one's own as the start page lists it; `turn` names whoever decides, `winners` who has won."""

    room: str
    game: str
    title: str
    others: tuple[str, ...]
    status: str
    turn: str
    mine: bool
    since: datetime
    winners: tuple[str, ...] = ()
    won: bool = False  # by oneself, alone or with others


async def own_games(hub: Hub, token: str) -> list[OwnGame]:
    """Running games first, the newest of each kind before the others."""
    found = []
    for row in await hub.store.rooms_of(token, MOST) if token else []:
        with suppress(TablewrightError):  # a game whose rules have changed since cannot be gone on with
            found.append(_own(await hub.room(row.id), row, token))
    return sorted(found, key=lambda own: (own.status != PLAYING, not own.mine, -own.since.timestamp()))


def _own(room: Room, row: RoomRow, token: str) -> OwnGame:
    me, deciding = room.seat_of(token), room.deciding
    names = [seat.name or title for seat, title in zip(room.seats, room.variant.seats, strict=True)]
    since = room.last or row.created
    winners = room.winners if room.over else ()
    return OwnGame(
        room.id,
        room.variant.game.name,
        room.variant.game.cards.title,
        tuple(name for n, name in enumerate(names) if n != me and room.seats[n].kind != OPEN),
        room.status,
        names[deciding] if deciding is not None else "",
        deciding is not None and deciding == me,
        _aware(since),
        tuple(names[n] for n in winners),
        me in winners,
    )


def _aware(when: datetime) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=UTC)


@dataclass(frozen=True)
class OpenRoom:
    """A room whose host lets anybody join."""

    room: str
    game: str
    title: str
    names: tuple[str, ...]
    free: int
    since: datetime


async def open_rooms(hub: Hub, token: str) -> list[OpenRoom]:
    """Rooms to join, without those in which one sits already."""
    found = []
    for row in await hub.store.listed_rooms(MOST_LISTED):
        with suppress(TablewrightError):  # this server no longer has the game, or not with these rules
            room = await hub.room(row.id)
            if room.status == GATHERING and room.seat_of(token) is None:
                found.append(_open(room, row))
    return [one for one in found if one.free][:MOST]


def _open(room: Room, row: RoomRow) -> OpenRoom:
    cards = room.variant.game.cards
    names = tuple(seat.name for seat in room.seats if seat.kind != OPEN)
    free = len(room.seats) - len(names)
    return OpenRoom(room.id, room.variant.game.name, cards.title, names, free, _aware(row.created))


def ago(say: Words, then: datetime) -> str:
    """How long ago something was, in words."""
    seconds = (datetime.now(UTC) - then).total_seconds()
    unit, length = next(((unit, length) for unit, length in UNITS if seconds >= length), ("", 1))
    return say(f"ago.{unit}", count=int(seconds // length)) if unit else say("ago.now")
