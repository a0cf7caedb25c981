"""The pages that people see; the room's page goes on through its socket (see live.py)."""

import io
import json
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Form, Query, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from tablewright.engine import Game, TablewrightError, Variant
from tablewright.engine.cards import Spec, Value, parse_change
from tablewright.engine.errors import RecordError
from tablewright.table import gathering
from tablewright.table.errors import Refusal
from tablewright.table.faces import face, has_face
from tablewright.table.gathering import bots_for
from tablewright.table.hub import Hub
from tablewright.table.render import Painter, log_lines, page, primer
from tablewright.table.replays import moment_parts, open_parts
from tablewright.table.rooms import BOT, OPEN, PERSON, Room, Seat
from tablewright.table.rulebooks import rulebook
from tablewright.table.security import LARGEST_BODY
from tablewright.table.visitors import A_YEAR, LANGUAGE_COOKIE, Visitor, visitor_of
from tablewright.table.words import languages, speaker

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
AN_HOUR = {"cache-control": "private, max-age=3600"}


def get_hub(request: Request) -> Hub:
    return request.app.state.hub  # type: ignore[no-any-return]


def get_visitor(request: Request) -> Visitor:
    return visitor_of(request)


TheHub = Annotated[Hub, Depends(get_hub)]
Me = Annotated[Visitor, Depends(get_visitor)]
Name = Annotated[str, Form()]


def seen(to: str) -> RedirectResponse:
    return RedirectResponse(to, 303)


# The start


@router.get("/")
async def start(hub: TheHub, me: Me) -> str:
    """All games, two clicks away from playing."""
    games = [hub.game(name) for name in hub.games]
    return page("start.html", me.language, games=games, me=me, languages=languages(), pictures=pictures)


def pictures(game: Game) -> list[str]:
    """Three cards that stand for a game on the start page."""
    faced = [kind for kind in game.cards.cards if has_face(game, kind)]
    return faced[:: max(1, len(faced) // 3)][:3]


@router.get("/games/{name}/faces/{kind}.svg")
async def game_face(hub: TheHub, name: str, kind: str) -> Response:
    return _svg(hub.variant(name), kind)


@router.get("/rooms/{room_id}/faces/{kind}.svg")
async def room_face(hub: TheHub, room_id: str, kind: str, side: str = "", turned: int = 0, at: str = "") -> Response:
    return _svg((await hub.room(room_id)).variant, kind, side, turned, at)


def _svg(variant: Variant, kind: str, side: str = "", turned: int = 0, at: str = "") -> Response:
    if not has_face(variant.game, kind):
        raise Refusal("refused.no_card", 404)
    drawn = face(variant.game, variant.values, kind, side[:16], turned, at[:16])
    return Response(drawn, media_type="image/svg+xml", headers=AN_HOUR)


@router.get("/games/{name}/rules")
async def rules(hub: TheHub, me: Me, name: str, part: bool = False) -> str:
    """The rulebook: a page of its own, or only its text for the panel at the table."""
    game = hub.game(name)
    return rulebook(game) if part else page("rules.html", me.language, game=game, text=rulebook(game), me=me)


@router.get("/games/{name}/table.css")
async def game_style(hub: TheHub, name: str) -> Response:
    file = hub.game(name).folder / "table.css"
    text = file.read_text("utf-8") if file.is_file() else ""
    return Response(text, media_type="text/css", headers=AN_HOUR)


@router.post("/language")
async def choose_language(language: Annotated[str, Form()], back: Annotated[str, Form()] = "/") -> Response:
    response = seen(back if back.startswith("/") and not back.startswith("//") else "/")
    if language in languages():
        response.set_cookie(LANGUAGE_COOKIE, language, A_YEAR, samesite="lax")
    return response


@router.post("/play")
async def play_now(hub: TheHub, me: Me, game: Annotated[str, Form()], name: Name = "") -> Response:
    """A game against bots, started at once."""
    variant = hub.variant(game)
    me.known()
    shown = name or me.name or speaker(me.language)("start.you")
    room = await gathering.create(hub, variant, me.hash, shown, bots_for(variant), {"chat": False}, start=True)
    response = seen(f"/rooms/{room.id}")
    me.remember(response, name)
    return response


@router.post("/rooms")
async def new_room(hub: TheHub, me: Me, game: Annotated[str, Form()], name: Name = "") -> Response:
    """A room to invite friends to."""
    variant = hub.variant(game)
    me.known()
    shown = name or me.name or speaker(me.language)("start.host")
    seats = [Seat(PERSON), *(Seat(OPEN) for _ in variant.seats[1:])]
    room = await gathering.create(hub, variant, me.hash, shown, seats, {"chat": True})
    response = seen(f"/rooms/{room.id}")
    me.remember(response, name)
    return response


# A room


@router.get("/rooms/{room_id}")
async def show_room(hub: TheHub, me: Me, room_id: str) -> str:
    room = await hub.room(room_id)
    viewer, game = room.seat_of(me.hash), room.variant.game
    painter = Painter(room, viewer, me.hash, me.language, me.link(room_id))
    parts = painter.parts(hub.present(room), await hub.chat(room_id))
    log = painter.log() if room.match else []
    shown = {"room": room, "viewer": viewer, "parts": parts, "log": log, "game": game, "primer": primer(game)}
    return page("room.html", me.language, **shown)


@router.get("/rooms/{room_id}/invite.svg")
async def invite(hub: TheHub, me: Me, room_id: str) -> Response:
    """The invite link as a QR code."""
    await hub.room(room_id)
    drawn = io.BytesIO()
    segno.make(me.link(room_id), error="m").save(drawn, kind="svg", scale=4, border=2, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@router.post("/rooms/{room_id}/join")
async def join(
    hub: TheHub, me: Me, room_id: str, name: Name = "", seat: Annotated[int | None, Form()] = None
) -> Response:
    me.known()
    await gathering.join(hub, room_id, me.hash, name or speaker(me.language)("start.guest"), seat)
    response = seen(f"/rooms/{room_id}")
    me.remember(response, name)
    return response


@router.post("/rooms/{room_id}/arrange")
async def arrange(hub: TheHub, me: Me, room_id: str, request: Request) -> Response:
    """The host's form: seats, edition, players, parameters, chat and clock."""
    room = await hub.room(room_id)
    async with request.form() as form:
        given = {key: value for key, value in form.items() if isinstance(value, str)}
    variant = _variant_of(room, given)
    seats = [_seat_of(given.get(f"seat{n}", OPEN)) for n in range(variant.players)]
    options = {"chat": given.get("chat") == "on", "clock": _minutes(given.get("clock", "0"))}
    await gathering.arrange(hub, room_id, me.hash, variant, seats, options)
    return seen(f"/rooms/{room_id}")


def _minutes(text: str) -> int:
    if not text.isdecimal() or int(text) > 600:
        raise Refusal("refused.clock", 422)
    return int(text)


def _seat_of(text: str) -> Seat:
    kind, _, level = text.partition(":")
    return Seat(kind if kind in (PERSON, BOT) else OPEN, level=level)


def _variant_of(room: Room, given: dict[str, str]) -> Variant:
    game = room.variant.game
    edition = given.get("edition", room.variant.edition)
    fixed = game.cards.editions[edition].players if edition in game.cards.editions else None
    players = given.get("players", "")
    count = fixed if fixed and edition != room.variant.edition else int(players) if players.isdecimal() else None
    _, base = game.cards.resolve(count, edition, {})
    changes: dict[str, Value] = {}
    for name, spec in game.cards.parameters.items():
        text = given.get(f"set.{name}", "").strip()
        if text and edition == room.variant.edition and (value := _value(spec, text)) != base[name]:
            changes[name] = value
    return game.variant(count, edition, changes)


def _value(spec: Spec, text: str) -> Value:
    """A field of the form as a value of its parameter; words are taken as they are written."""
    if spec.type == "text":
        return text
    if spec.type == "texts":
        return [part.strip(" \"'") for part in text.strip("[]").split(",") if part.strip()]
    written = f"[{text}]" if spec.type == "ints" and not text.startswith("[") else text
    return parse_change(f"{spec.name}={written}")[1]


@router.post("/rooms/{room_id}/start")
async def begin(hub: TheHub, me: Me, room_id: str) -> Response:
    await gathering.start(hub, room_id, me.hash)
    return seen(f"/rooms/{room_id}")


@router.post("/rooms/{room_id}/rematch")
async def rematch(hub: TheHub, me: Me, room_id: str) -> Response:
    return seen(f"/rooms/{await gathering.rematch(hub, room_id, me.hash)}")


# Afterwards


@router.get("/rooms/{room_id}/replay")
async def replay(hub: TheHub, me: Me, room_id: str) -> str:
    """Every position of a game, with the eyes of a seat; while it runs, only one's own or a spectator's."""
    room = await hub.room(room_id)
    if room.match is None:
        raise Refusal("refused.not_started")
    viewer = room.seat_of(me.hash)
    parts = moment_parts(room.match, room_id, viewer, me.language)
    game, log = room.variant.game, log_lines(room, viewer)
    return page("replay.html", me.language, room=room, viewer=viewer, game=game, log=log, parts=parts)


@router.get("/rooms/{room_id}/replay/{number}")
async def replay_moment(
    hub: TheHub,
    me: Me,
    room_id: str,
    number: int,
    seat: Annotated[int, Query(ge=-1)] = -1,
    everything: Annotated[bool, Query(alias="open")] = False,
) -> Response:
    """One position: `seat=-1` is a spectator's eyes, `open=true` everybody's at once, after the end."""
    room = await hub.room(room_id)
    viewer = None if seat < 0 else seat
    match = room.shown_at(number, viewer, room.seat_of(me.hash), everything)
    if everything:
        return JSONResponse(open_parts(match, room_id, me.language))
    return JSONResponse(moment_parts(match, room_id, viewer, me.language))


@router.get("/rooms/{room_id}/chances")
async def chances(hub: TheHub, room_id: str) -> Response:
    """Every seat's chance of winning through a finished game; takes a while."""
    found = await hub.curve(room_id)
    if found is None:
        raise Refusal("refused.not_ready", 503)
    return JSONResponse(found)


@router.post("/rooms/{room_id}/play-on")
async def play_on(
    hub: TheHub, me: Me, room_id: str, number: Annotated[int, Form()], seat: Annotated[int, Form()]
) -> Response:
    me.known()
    name = me.name or speaker(me.language)("start.you")
    response = seen(f"/rooms/{await gathering.play_on(hub, room_id, me.hash, name, number, seat)}")
    me.remember(response)
    return response


@router.get("/rooms/{room_id}/record")
async def download(hub: TheHub, room_id: str) -> Response:
    record = await hub.record(room_id)
    name = f"{record['game']}-{room_id}.json"
    return JSONResponse(record, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/records")
async def upload(hub: TheHub, me: Me, file: UploadFile) -> Response:
    """Open a record that the terminal or another table saved."""
    try:
        data = json.loads(await file.read(LARGEST_BODY))
    except (ValueError, RecursionError) as fault:
        raise RecordError(f"{file.filename or 'the file'} is not a saved game: it is not JSON") from fault
    return seen(f"/rooms/{await gathering.upload(hub, data, me.hash)}/replay")


def problem(request: Request, fault: TablewrightError, status: int, words: str) -> Response:
    """A refusal: a page for people, JSON for programs."""
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"detail": words}, status)
    me = visitor_of(request)
    return HTMLResponse(page("problem.html", me.language, me=me, words=words), status)
