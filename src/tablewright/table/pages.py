"""The pages that people see; the room's page goes on through its socket (see live.py)."""

import asyncio
import io
import json
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Form, Query, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from tablewright.engine import Game, RecordError, TablewrightError
from tablewright.faces import has_face
from tablewright.table import gathering
from tablewright.table.analysis import told_to
from tablewright.table.bots import DEFAULT_LEVEL
from tablewright.table.errors import Refusal
from tablewright.table.faces_at import face_query, faces_of
from tablewright.table.gathering import bots_for
from tablewright.table.hub import Hub
from tablewright.table.lessons import has_lesson
from tablewright.table.painting import Painter, log_beats, log_lines
from tablewright.table.printing import Backs, Ink, Paper, available, printed
from tablewright.table.pushes import LONGEST_ENDPOINT
from tablewright.table.ratings import listed
from tablewright.table.replays import moment_parts, open_parts
from tablewright.table.returning import ago, open_rooms, own_games
from tablewright.table.rooms import OPEN, PERSON, Seat
from tablewright.table.rulebooks import how_to_play, numbered_rules, words_explained
from tablewright.table.security import LARGEST_BODY, LONGEST_NAME, REVISION_HEADER, Buckets, address_of, clean, hashed
from tablewright.table.souvenir import souvenir
from tablewright.table.templating import page, primer
from tablewright.table.visitors import A_YEAR, LANGUAGE_COOKIE, Visitor, Wish, visitor_of
from tablewright.table.words import languages, speaker

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
MOST_LISTED = 50  # of one game
AN_HOUR = {"cache-control": "private, max-age=3600"}


async def get_hub(request: Request) -> Hub:
    return request.app.state.hub  # type: ignore[no-any-return]


async def get_visitor(request: Request) -> Visitor:
    return visitor_of(request)


async def count_room(request: Request) -> None:
    """Nobody fills the disk with rooms."""
    new_rooms: Buckets = request.app.state.new_rooms
    if not new_rooms.take(address_of(request.scope)):
        raise Refusal("refused.too_many_rooms", 429)


A_NEW_ROOM = [Depends(count_room)]
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
    own, say = await own_games(hub, me.hash), speaker(me.language)
    shown = {
        "games": games,
        "me": me,
        "languages": languages(),
        "pictures": pictures,
        "face_query": face_query,
        "own": own,
    }
    shown["has_lesson"] = has_lesson
    shown["at_once"] = lambda game: hub.variant(game.name, changes=game.cards.at_once)
    shown["open_rooms"] = await open_rooms(hub, me.hash)
    return page("start.html", me.language, ago=lambda then: ago(say, then), **shown)


def pictures(game: Game) -> list[str]:
    """Three cards that stand for a game on the start page."""
    faced = [kind for kind in game.cards.cards if has_face(game, kind)]
    return faced[:: max(1, len(faced) // 3)][:3]


@router.get("/games/{name}/rules")
async def rules(hub: TheHub, me: Me, name: str, part: bool = False) -> str:
    """How to play: a page of its own, or only its text for the panel at the table."""
    game = hub.game(name)
    text = how_to_play(game, me.language)
    shown = {"game": game, "text": text, "me": me, "printable": available()}
    return text if part else page("rules.html", me.language, **shown)


@router.get("/games/{name}/rulebook")
async def rulebook(hub: TheHub, me: Me, name: str, part: bool = False) -> str:
    """The numbered rules, in the same way."""
    game = hub.game(name)
    text = numbered_rules(game, me.language)
    return text if part else page("rulebook.html", me.language, game=game, text=text)


@router.get("/games/{name}/print.pdf")
async def print_game(
    hub: TheHub, me: Me, name: str, paper: Paper = "a4", backs: Backs = "long", ink: Ink = "colour"
) -> Response:
    """Everything that is needed to play it at a kitchen table."""
    game = hub.game(name)
    named = {"content-disposition": f'attachment; filename="{game.name}.pdf"'}
    made = await printed(game, paper, backs, ink, me.language)
    return Response(made, media_type="application/pdf", headers=named)


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


@router.post("/play", dependencies=A_NEW_ROOM)
async def play_now(
    hub: TheHub,
    me: Me,
    game: Annotated[str, Form()],
    name: Name = "",
    level: Annotated[str, Form()] = DEFAULT_LEVEL,
    players: Annotated[int | None, Form()] = None,
) -> Response:
    """A game against bots, started at once; level and number of players are remembered for the next time."""
    variant = hub.variant(game, players, changes=hub.game(game).cards.at_once)
    await hub.recognise(me)
    shown = name or me.name or speaker(me.language)("start.guest")
    seats = bots_for(variant, level=level)
    room = await gathering.create(hub, variant, me.hash, shown, seats, {"chat": False}, start=True, rated=me.rated)
    response = seen(f"/rooms/{room.id}")
    me.remember(response, name)
    me.remember_wish(response, game, Wish(level, variant.players))
    return response


@router.post("/learn", dependencies=A_NEW_ROOM)
async def learn(hub: TheHub, me: Me, game: Annotated[str, Form()], name: Name = "") -> Response:
    """The guided first game."""
    await hub.recognise(me)
    shown = name or me.name or speaker(me.language)("start.guest")
    response = seen(f"/rooms/{await gathering.teach(hub, hub.game(game), me.hash, shown)}")
    me.remember(response, name)
    return response


@router.post("/name")
async def choose_name(hub: TheHub, me: Me, name: Name = "") -> Response:
    """What this browser's person is called from now on."""
    response = seen("/")
    await hub.recognise(me)
    me.remember(response, clean(name, LONGEST_NAME, "name"))
    return response


@router.post("/rooms", dependencies=A_NEW_ROOM)
async def new_room(hub: TheHub, me: Me, game: Annotated[str, Form()], name: Name = "") -> Response:
    """A room to invite friends to; it begins quickly unless the host prefers the rulebook's beginning."""
    variant = hub.variant(game, changes=hub.game(game).cards.at_once)
    await hub.recognise(me)
    shown = name or me.name or speaker(me.language)("start.guest")
    seats = [Seat(PERSON), *(Seat(OPEN) for _ in variant.seats[1:])]
    room = await gathering.create(hub, variant, me.hash, shown, seats, {"chat": True}, rated=me.rated)
    response = seen(f"/rooms/{room.id}")
    me.remember(response, name)
    return response


@router.get("/ratings")
async def ratings(hub: TheHub, me: Me) -> str:
    """How well people and bots play each game here, and whether one takes part."""
    rows = await hub.store.ratings(MOST_LISTED)
    lists = [(hub.game(name), listed([row for row in rows if row.game == name], me.hash)) for name in hub.games]
    return page("ratings.html", me.language, me=me, lists=[(game, found) for game, found in lists if found])


@router.post("/ratings")
async def take_part(hub: TheHub, me: Me, rated: Annotated[str, Form()] = "off") -> Response:
    """From now on this browser's games count, or not any longer."""
    response = seen("/ratings")
    me.remember_rated(response, rated == "on")
    if me.token:
        await hub.store.show_ratings(me.hash, rated == "on")
    return response


# A room


@router.get("/rooms/{room_id}")
async def show_room(hub: TheHub, me: Me, room_id: str) -> str:
    room = await hub.room(room_id)
    viewer, game = room.seat_of(me.hash), room.variant.game
    painter = Painter(room, viewer, me.hash, me.language, me.link(room_id))
    parts = painter.parts(hub.present(room), await hub.chat(room_id))
    log = painter.log() if room.match else []
    shown = {
        "room": room,
        "viewer": viewer,
        "parts": parts,
        "log": log,
        "game": game,
        "faces": faces_of(room),
        "face_query": face_query(game, me.language),
        "primer": primer(game, me.language),
        "explained": words_explained(game, me.language),
        "nick": me.name,
        "token": me.hash,
        "push_key": await asyncio.to_thread(lambda: hub.pushes.key) if viewer is not None else "",
    }
    return page("room.html", me.language, **shown)


@router.get("/rooms/{room_id}/turn")
async def turn(hub: TheHub, me: Me, room_id: str) -> Response:
    """Whether it is this browser's turn: a message that arrives late shows nothing."""
    room = await hub.room(room_id)
    return JSONResponse({"mine": room.deciding is not None and room.deciding in room.seats_of(me.hash)})


class Subscription(BaseModel):
    """What a browser says about where it may be told."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, Field(max_length=128, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(max_length=64, pattern="^[A-Za-z0-9_=-]+$")]


@router.post("/push")
async def push(hub: TheHub, me: Me, wish: Subscription) -> Response:
    """This browser wants to be told of its turns."""
    if not me.token or not await hub.store.knows(me.hash):
        raise Refusal("refused.no_seat", 403)
    await hub.pushes.subscribe(me.hash, wish.endpoint, wish.p256dh, wish.auth, me.language)
    return Response(status_code=204)


@router.delete("/push")
async def no_push(hub: TheHub, me: Me, endpoint: Annotated[str, Query(max_length=LONGEST_ENDPOINT)]) -> Response:
    """Not any longer."""
    await hub.store.remove_push(me.hash, hashed(endpoint))
    return Response(status_code=204)


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
    await hub.recognise(me)
    await gathering.join(hub, room_id, me.hash, name or speaker(me.language)("start.guest"), seat, me.rated)
    response = seen(f"/rooms/{room_id}")
    me.remember(response, name)
    return response


@router.post("/rooms/{room_id}/arrange")
async def arrange(hub: TheHub, me: Me, room_id: str, request: Request) -> Response:
    """The host changes seats, edition, players, parameters, chat or clock; what is not given stays as it is."""
    async with request.form() as form:
        given = {key: value for key, value in form.items() if isinstance(value, str)}
    await gathering.arrange(hub, room_id, me.hash, given)
    return await _held(hub, room_id, request)


@router.post("/rooms/{room_id}/choose")
async def choose(hub: TheHub, me: Me, room_id: str, request: Request) -> Response:
    """What players choose for their own seats, such as a deck; the host chooses for bots."""
    async with request.form() as form:
        given = {key: value for key, value in form.items() if isinstance(value, str)}
    seat = given.get("seat", "")[:2]
    picked = {key.removeprefix("set."): value for key, value in given.items() if key.startswith("set.")}
    await gathering.choose(hub, room_id, me.hash, int(seat) if seat.isdecimal() else -1, picked)
    return await _held(hub, room_id, request)


@router.post("/rooms/{room_id}/rated")
async def want_rating(
    hub: TheHub, me: Me, room_id: str, request: Request, rated: Annotated[str, Form()] = "off"
) -> Response:
    """Whether this browser's person wants this game, and those after it, to count."""
    await gathering.want_rating(hub, room_id, me.hash, rated == "on")
    response = await _held(hub, room_id, request)
    me.remember_rated(response, rated == "on")
    return response


@router.post("/rooms/{room_id}/name")
async def rename(
    hub: TheHub, me: Me, room_id: str, request: Request, name: Name = "", seat: Annotated[int | None, Form()] = None
) -> Response:
    """What somebody wants to be called, here and in the next room."""
    await gathering.rename(hub, room_id, me.hash, name, seat)
    response = await _held(hub, room_id, request)
    me.remember(response, name if seat is None else "")
    return response


def _wants_a_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


async def _held(hub: Hub, room_id: str, request: Request) -> Response:
    """The answer to a change of the lobby: the revision from which on it is shown."""
    if _wants_a_page(request):
        return seen(f"/rooms/{room_id}")
    return Response(status_code=204, headers={REVISION_HEADER: str((await hub.room(room_id)).revision)})


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
    parts = moment_parts(room.match, faces_of(room), viewer, me.language)
    game, log = room.variant.game, log_lines(room, viewer, me.language)
    shown = {"room": room, "viewer": viewer, "game": game, "log": log, "parts": parts}
    pictures = {"faces": faces_of(room), "face_query": face_query(game, me.language)}
    shown["explained"] = words_explained(game, me.language)
    return page("replay.html", me.language, beats=log_beats(room, viewer, me.language), **pictures, **shown)


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
        return JSONResponse(open_parts(match, faces_of(room), me.language))
    return JSONResponse(moment_parts(match, faces_of(room), viewer, me.language))


@router.get("/rooms/{room_id}/analysis")
async def analysis(hub: TheHub, me: Me, room_id: str) -> Response:
    """What the search thinks of a finished game; it takes a while, and `done` says how far it is, from 0 to 1."""
    room = await hub.room(room_id)
    return JSONResponse(told_to(hub.analyses.of(room), room, room.seat_of(me.hash), me.language))


@router.get("/rooms/{room_id}/souvenir.svg")
async def picture(hub: TheHub, me: Me, room_id: str) -> Response:
    """A picture of a finished game; with the chances through it as soon as they have been worked out."""
    room = await hub.room(room_id)
    drawn = souvenir(room, hub.analyses.known(room), me.language)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.post("/rooms/{room_id}/play-on", dependencies=A_NEW_ROOM)
async def play_on(
    hub: TheHub, me: Me, room_id: str, number: Annotated[int, Form()], seat: Annotated[int, Form()]
) -> Response:
    await hub.recognise(me)
    name = me.name or speaker(me.language)("start.guest")
    response = seen(f"/rooms/{await gathering.play_on(hub, room_id, me.hash, name, number, seat)}")
    me.remember(response)
    return response


@router.get("/rooms/{room_id}/record")
async def download(hub: TheHub, room_id: str) -> Response:
    record = await hub.record(room_id)
    name = f"{record['game']}-{room_id}.json"
    return JSONResponse(record, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/open")
async def opening(me: Me) -> str:
    """A page that opens the saved game which its own address carries after the #: an example of a report."""
    return page("open.html", me.language)


@router.post("/records", dependencies=A_NEW_ROOM)
async def upload(hub: TheHub, me: Me, file: UploadFile) -> Response:
    """Open a record that the terminal or another table saved."""
    try:
        data = json.loads(await file.read(LARGEST_BODY))
    except (ValueError, RecursionError) as fault:
        raise RecordError(f"{file.filename or 'the file'} is not a saved game: it is not JSON") from fault
    return seen(f"/rooms/{await gathering.upload(hub, data, me.hash)}/replay")


def problem(request: Request, fault: TablewrightError, status: int, words: str) -> Response:
    """A refusal: a page for people, JSON for programs."""
    if not _wants_a_page(request):
        return JSONResponse({"detail": words}, status)
    me = visitor_of(request)
    return HTMLResponse(page("problem.html", me.language, me=me, words=words), status)
