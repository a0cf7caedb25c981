"""The HTTP interface for bots and scripts: create a room, join, look, move. `/openapi.json` describes it."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from tablewright.table import gathering
from tablewright.table.bots import DEFAULT_LEVEL
from tablewright.table.errors import Refusal
from tablewright.table.hub import Hub
from tablewright.table.pages import A_NEW_ROOM, Me, TheHub
from tablewright.table.replays import open_view
from tablewright.table.rooms import Room, Seat
from tablewright.table.security import TOKEN_HEADER
from tablewright.table.visitors import Visitor

REFUSED = {
    403: {"description": "The seat or the host's right is not yours."},
    404: {"description": "There is no such room or game."},
    409: {"description": "The room is not in a state for this, or the number of the decision is not the present one."},
    422: {"description": "The request is not well formed, or the move is not legal."},
    413: {"description": "The request is too large."},
    429: {"description": "Too many requests."},
    503: {"description": "The database cannot be written just now."},
}
router = APIRouter(prefix="/api", tags=["table"], responses={s: {**d, "model": None} for s, d in REFUSED.items()})
RoomId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Words = Annotated[str, Field(min_length=1, max_length=24)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GameInfo(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    pitch: str
    players: list[int]
    length: str
    editions: dict[str, str]


class SeatWish(Strict):
    """Who may sit on a seat: a person, a bot of a level, or whoever comes."""

    kind: Annotated[str, Field(pattern="^(open|person|bot)$")] = "open"
    level: Annotated[str, Field(max_length=16)] = DEFAULT_LEVEL


class NewRoom(Strict):
    """What a room shall be. The caller takes the first seat for a person; without one, nobody sits yet."""

    game: Annotated[str, Field(max_length=80)]
    name: Words = "Player"
    edition: Annotated[str, Field(max_length=64)] | None = None
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    set: dict[str, int | bool | str | list[int] | list[str]] = {}
    seats: Annotated[list[SeatWish], Field(max_length=8)] = []
    start: bool = False


class SeatInfo(BaseModel):
    kind: str
    name: str
    level: str
    title: str


class RoomInfo(BaseModel):
    """A room as everybody may see it."""

    id: str
    game: str
    edition: str
    players: int
    status: str
    number: int
    deciding: int | None
    seats: list[SeatInfo]
    winners: list[int] | None


class Seated(BaseModel):
    """Your seat. Whoever came without a token gets one in the header `tablewright-token`, once: it proves the seat.

    Send it as `Authorization: Bearer TOKEN`.
    """

    room: str
    seat: int | None


class Joining(Strict):
    name: Words = "Player"
    seat: Annotated[int, Field(ge=0, le=7)] | None = None


class MoveWish(Strict):
    """A move by id or by what a person would type; `number` is the number of the decision it answers."""

    number: Annotated[int, Field(ge=0, lt=2**31)]
    move: Annotated[int, Field(ge=0, lt=2**31)] | Annotated[str, Field(max_length=200)]


class Sight(BaseModel):
    """What your seat sees; a spectator's view without a seat.

    `orders` are the standing orders that you may give now, with their meanings, `order` is the one you have given.
    """

    number: int
    view: dict[str, Any]
    log: list[str]
    orders: dict[str, str] = {}
    order: str = ""


class OrderWish(Strict):
    """A standing order by its name; an empty one ends it."""

    order: Annotated[str, Field(max_length=16)]


def info(room: Room) -> RoomInfo:
    variant = room.variant
    seats = [
        SeatInfo(kind=seat.kind, name=seat.name, level=seat.level, title=title)
        for seat, title in zip(room.seats, variant.seats, strict=True)
    ]
    return RoomInfo(
        id=room.id,
        game=variant.game.name,
        edition=variant.edition,
        players=variant.players,
        status=room.status,
        number=room.number,
        deciding=room.deciding,
        seats=seats,
        winners=list(room.winners) if room.over else None,
    )


@router.get("/games")
async def games(hub: TheHub) -> list[GameInfo]:
    """The games of this table."""
    return [_game_info(hub, name) for name in hub.games]


def _game_info(hub: Hub, name: str) -> GameInfo:
    cards = hub.game(name).cards
    editions = {edition.name: edition.help for edition in cards.editions.values()}
    return GameInfo(
        name=name,
        title=cards.title,
        pitch=cards.pitch,
        players=list(cards.players),
        length=cards.length,
        editions=editions,
    )


@router.post("/rooms", status_code=201, dependencies=A_NEW_ROOM)
async def create(hub: TheHub, me: Me, wish: NewRoom, response: Response) -> Seated:
    """Make a room; you are its host."""
    variant = hub.variant(wish.game, wish.players, wish.edition, wish.set)
    if len(wish.seats) not in (0, variant.players):
        raise Refusal("refused.seat_count", 422, players=variant.players)
    wishes = wish.seats or [SeatWish(kind="person"), *(SeatWish() for _ in variant.seats[1:])]
    seats = [Seat(w.kind, level=w.level if w.kind == "bot" else "") for w in wishes]
    await hub.recognise(me)
    room = await gathering.create(hub, variant, me.hash, wish.name, seats, {"chat": True}, wish.start, me.rated)
    _hand_over(me, response)
    return Seated(room=room.id, seat=room.seat_of(me.hash))


def _hand_over(me: Visitor, response: Response) -> None:
    """A new token; one that a browser keeps out of reach of its scripts is never told to them."""
    if me.fresh:
        response.headers[TOKEN_HEADER] = me.token


@router.get("/rooms/{room_id}")
async def look(hub: TheHub, room_id: RoomId) -> RoomInfo:
    """Who sits where and how far the game is."""
    return info(await hub.room(room_id))


@router.post("/rooms/{room_id}/join")
async def join(hub: TheHub, me: Me, room_id: RoomId, wish: Joining, response: Response) -> Seated:
    """Sit down on an open seat."""
    await hub.recognise(me)
    seat = await gathering.join(hub, room_id, me.hash, wish.name, wish.seat, me.rated)
    _hand_over(me, response)
    return Seated(room=room_id, seat=seat)


@router.post("/rooms/{room_id}/start")
async def start(hub: TheHub, me: Me, room_id: RoomId) -> RoomInfo:
    """Begin; only the host, and when no seat is open."""
    await gathering.start(hub, room_id, me.hash)
    return info(await hub.room(room_id))


@router.get("/rooms/{room_id}/view")
async def view(hub: TheHub, me: Me, room_id: RoomId) -> Sight:
    """The table as your seat sees it, with the legal moves if the decision is yours."""
    room = await hub.room(room_id)
    if room.match is None:
        raise Refusal("refused.not_started")
    return _sight(room, room.seat_of(me.hash))


def _sight(room: Room, viewer: int | None) -> Sight:
    log = [line for lines in room.log(viewer) for line in lines]
    assert room.match is not None
    view = replace(room.view(viewer), history=room.match.history(viewer)).to_json()
    return Sight(number=room.number, view=view, log=log, orders=room.orders(viewer), order=room.order(viewer))


@router.post("/rooms/{room_id}/moves")
async def move(hub: TheHub, me: Me, room_id: RoomId, wish: MoveWish) -> Sight:
    """Decide; the answer comes after the move is committed."""
    room = await hub.room(room_id)
    if room.match is None:
        raise Refusal("refused.not_started")
    seat = room.seat_of(me.hash)
    if seat is None:
        raise Refusal("refused.no_seat", 403)
    room.check_number(wish.number)
    if room.deciding != seat:
        raise Refusal("refused.not_your_turn", 403)
    action = room.match.find(wish.move) if isinstance(wish.move, str) else wish.move
    room = await hub.act(room_id, me.hash, wish.number, "move", action)
    return _sight(room, seat)


@router.post("/rooms/{room_id}/order")
async def order(hub: TheHub, me: Me, room_id: RoomId, wish: OrderWish) -> Sight:
    """Let the table pass for you until something happens."""
    room = await hub.order(room_id, me.hash, wish.order)
    if room.match is None:
        raise Refusal("refused.not_started")
    return _sight(room, room.seat_of(me.hash))


@router.post("/rooms/{room_id}/concede")
async def concede(hub: TheHub, me: Me, room_id: RoomId, wish: "Deciding") -> RoomInfo:
    """Give up."""
    return info(await hub.act(room_id, me.hash, wish.number, "concede"))


class Deciding(Strict):
    number: Annotated[int, Field(ge=0, lt=2**31)]


@router.get("/rooms/{room_id}/moments/{number}")
async def moment(
    hub: TheHub,
    me: Me,
    room_id: RoomId,
    number: Annotated[int, Path(ge=0, lt=2**31)],
    seat: Annotated[int | None, Query(ge=0, lt=8)] = None,
    everything: Annotated[bool, Query(alias="open")] = False,
) -> Sight:
    """The table after `number` decisions as a seat or (without one) a spectator saw it.

    While the game runs, only your own seat's eyes are yours. Afterwards any seat's are, and `open=true` shows what all
    seats saw, at once.
    """
    room = await hub.room(room_id)
    match = room.shown_at(number, seat, room.seat_of(me.hash), everything)
    view = open_view(match) if everything else match.view(seat)
    log = [line for lines in room.log(seat)[:number] for line in lines]
    return Sight(number=number, view=view.to_json(), log=log)


@router.get("/rooms/{room_id}/record")
async def record(hub: TheHub, room_id: RoomId) -> dict[str, Any]:
    """The record of a finished game; it opens in the terminal as well."""
    return await hub.record(room_id)
