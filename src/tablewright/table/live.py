"""The open page: a socket that sends what has changed and takes what a person does.

From the page: {"do": "move", "number": 12, "value": 34}; `do` is move, ask, agree, refuse, concede, hint, why, sync,
chat, order or note; the last three have a "text".
To the page: {"number": 13, "show": {part: html}, "edit": {part: lines}, "log": {"from": n, "items": [...]}}, or
{"done": 12} once for everything that was done and committed (with the news of it), its number among all, {"say": text},
{"hint": ...}, or {"reasons": ...} for why. A part that was shown before comes as an edit of it (see edits.py); after a
"sync" all comes whole.
"""

import asyncio
import json
import logging
from typing import Any, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tablewright.engine import (
    Game,
    RuleFault,
    TablewrightError,
)
from tablewright.table.attending import attend
from tablewright.table.drawing import Drawing
from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.hub import Hub, Watcher
from tablewright.table.notes import note_of
from tablewright.table.prose import order, spoken
from tablewright.table.render import reasons
from tablewright.table.security import TRY_LATER, Bucket, same_origin
from tablewright.table.visitors import Visitor, visitor_of
from tablewright.table.words import explain, speaker

router = APIRouter()
log = logging.getLogger(__name__)
POLICY_VIOLATION = 1008
NO_SUCH_ROOM = 4404
NORMAL = 1000
NOTHING_NEW = '"show": {}, "edit": {}, "gone": []'
AGAIN = 1.0  # seconds until a database that failed is asked once more
MOST_FAULTS = 100  # so many more refused messages than good ones end a connection


class Request(BaseModel):
    """One message from a page."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: Literal[
        "move",
        "ask",
        "agree",
        "refuse",
        "concede",
        "alone",
        "stand_in",
        "back",
        "order",
        "hint",
        "why",
        "note",
        "chat",
        "sync",
    ]
    number: int = Field(0, ge=0, lt=2**31)
    value: int = Field(0, ge=0, lt=2**31)
    text: str = Field("", max_length=2000)


@router.websocket("/rooms/{room_id}/live")
async def live(socket: WebSocket, room_id: str) -> None:
    """Serve one open page until it goes away."""
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION)
        return
    hub: Hub = socket.app.state.hub
    if len(hub.watchers.get(room_id, ())) >= hub.settings.sockets_per_room:
        await socket.close(TRY_LATER)
        return
    await socket.accept()
    visitor = visitor_of(socket)
    page = Page(socket, hub, room_id, visitor)
    try:
        await hub.room(room_id)
    except TablewrightError as fault:
        await socket.send_json({"say": explain(fault, visitor.language)})
        await socket.close(NO_SUCH_ROOM)
        return
    except DATABASE_FAULTS:
        await socket.close(TRY_LATER)
        return
    await page.serve()


class Page:
    """One open page of a room."""

    def __init__(self, socket: WebSocket, hub: Hub, room_id: str, visitor: Visitor) -> None:
        self.socket, self.hub, self.room_id, self.visitor = socket, hub, room_id, visitor
        self.watcher = Watcher(visitor.hash)
        self.bucket = Bucket(hub.settings.messages_per_second)
        self.shown: Drawing | None = None
        self.fresh = False  # whether the last news told anything

    async def serve(self) -> None:
        await attend(self.hub, self.room_id, self.watcher, self._sending(), self._receiving())

    # To the page

    async def _sending(self) -> None:
        while True:
            await self.watcher.changed.wait()
            self.watcher.changed.clear()
            notices, self.watcher.notices = self.watcher.notices, []
            last = notices.pop() if notices and "done" in notices[-1] else None  # it goes with the news of it
            for notice in notices:
                await self.socket.send_json(self._in_words(notice))
            try:
                news = await self._news()
            except DATABASE_FAULTS:  # the page stays as it is until the database is back
                asyncio.get_running_loop().call_later(AGAIN, self.watcher.wake)
                news = ""
            if last and news and self.fresh:
                news = f"{json.dumps(last)[:-1]}, {news[1:]}"
            elif last:
                await self.socket.send_json(last)
            answered = bool(last or notices) and all("reasons" in notice for notice in notices)
            if news and (self.fresh or not answered):
                await self.socket.send_text(news)

    def _in_words(self, notice: dict[str, Any]) -> dict[str, Any]:
        """A notice for all pages names its words; each says them in its own language."""
        return {"say": speaker(self.visitor.language)(notice["key"])} if "key" in notice else notice

    async def _news(self) -> str:
        room, chat = await self.hub.room(self.room_id), await self.hub.chat(self.room_id)
        me, token, crowd = self.visitor, self.watcher.token, self.hub.present(room)
        drawing = self.hub.gallery.drawing(room, token, me.language, me.link(self.room_id), crowd, chat)
        news: dict[str, Any] = {"number": room.number, "status": room.status, "seat": room.seat_of(token)}
        now = self.hub.clock.now()
        clocks = {str(n): left for n in range(len(room.seats)) if (left := room.time_left(n, now)) is not None}
        news |= {"clocks": clocks, "running": room.deciding} if clocks else {}
        patience = self.hub.patience(room)
        news |= {} if patience is None else {"patience": patience}
        self.fresh = drawing is not self.shown
        changes = drawing.since(self.shown) if self.fresh else NOTHING_NEW
        self.shown = drawing
        return f"{json.dumps(news)[:-1]}, {changes}}}"

    # From the page

    async def _receiving(self) -> None:
        faults = 0
        while faults < MOST_FAULTS:
            text = await self._message()
            if not self.bucket.take():
                faults += 1
                self._say(Refusal("refused.too_fast", 429))
                continue
            try:
                await self._do(Request.model_validate_json(text))
                faults = max(0, faults - 1)
            except ValidationError:
                faults += 1
                self._say(Refusal("refused.not_understood", 422))
            except TablewrightError as fault:
                faults += 1
                self._say(fault)
            except RuleFault as fault:  # in full it would tell the seed
                log.error("room %s: %s", self.room_id, fault)
                self._say(Refusal("refused.broken", 422))
            except DATABASE_FAULTS:
                self._say(Refusal("refused.database", 503))
        await self.socket.close(POLICY_VIOLATION)

    async def _message(self) -> str:
        """The next message; one that is no text is one that nobody understands."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        return str(message.get("text") or "")

    def _say(self, fault: TablewrightError) -> None:
        """Refuse in words; the newest state goes with it."""
        if len(self.watcher.notices) < MOST_FAULTS:
            self.watcher.tell({"say": explain(fault, self.visitor.language)})

    async def _do(self, request: Request) -> None:
        if request.do == "sync":
            self.shown = None
            self.watcher.wake()
        elif request.do == "chat":
            await self.hub.say(self.room_id, self.watcher.token, request.text)
        elif request.do == "order":
            await self.hub.order(self.room_id, self.watcher.token, request.text)
        elif request.do == "hint":
            await self._hint()
        elif request.do == "why":
            await self._say_why()
        elif request.do == "note":
            note = note_of(request.text)
            if note is None:
                raise Refusal("refused.not_understood", 422)
            await self.hub.note(self.room_id, self.watcher.token, *note)
        elif request.do == "stand_in":
            await self.hub.stand_in(self.room_id, self.watcher.token, request.number, request.value)
        else:
            what = (self.room_id, self.watcher.token, request.number, request.do, request.value)
            await self.hub.act(*what, page=self.watcher)

    async def _say_why(self) -> None:
        """Why things cannot be chosen: asked for when somebody points at one."""
        room = await self.hub.room(self.room_id)
        if room.match is None:
            raise Refusal("refused.not_started")
        view = room.view(room.seat_of(self.watcher.token), self.visitor.language)
        self.watcher.tell({"reasons": {"number": room.number, **reasons(view)}})

    async def _hint(self) -> None:
        room = await self.hub.room(self.room_id)
        seat = room.seat_of(self.watcher.token)
        if seat is None or room.match is None or room.deciding != seat:
            raise Refusal("refused.not_your_turn", 403)
        if not room.hints:
            raise Refusal("refused.no_hints", 403)
        language, game = self.visitor.language, room.variant.game
        advice = await self.hub.advise(room.match, language)
        move, say = room.match.move(advice.action, language), speaker(language)
        label = spoken(game, move.label).striptags()
        why = label if advice.chance is None else say("hint.chance", chance=advice.chance)
        own, you = f"{room.match.names[seat]}: ", f"{say('table.you')}: "
        steps = (step if game.speaks else _said(game, step) for step in advice.line)
        line = ", ".join(you + step.removeprefix(own) if step.startswith(own) else step for step in steps)
        why += " " + say("hint.line", line=line) if line else ""
        named = move.says or order(game, move.text).striptags()
        text = say("hint.text", move=named, why=why)
        await self.hub.note(self.room_id, self.watcher.token, "hint")
        self.watcher.tell({"hint": {"move": advice.action, "touches": list(move.touches), "text": text}})


def _said(game: Game, step: str) -> str:
    """A step of the bot's line, `P1: buy:m0`, in words."""
    seat, _, move = step.partition(": ")
    return f"{seat}: {order(game, move).striptags()}"
