"""The open page: a socket that sends what has changed and takes what a person does.

From the page: {"do": "move", "number": 12, "value": 34}; `do` is move, ask, agree, refuse, concede, hint, sync, chat or
order; the last two have a "text".
To the page: {"number": 13, "show": {part: html}, "edit": {part: lines}, "log": {"from": n, "items": [...]}}, or
{"say": text}, or {"hint": ...}. A part that was shown before comes as an edit of it (see edits.py); after a "sync" all
comes whole.
"""

import asyncio
import json
from typing import Any, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import DBAPIError

from tablewright.engine import Game, TablewrightError
from tablewright.table.edits import edit
from tablewright.table.errors import Refusal
from tablewright.table.hub import Hub, Watcher
from tablewright.table.presence import Crowd
from tablewright.table.prose import order, spoken
from tablewright.table.render import Painter
from tablewright.table.rooms import Room
from tablewright.table.schema import MessageRow
from tablewright.table.security import Bucket, same_origin
from tablewright.table.visitors import Visitor, visitor_of
from tablewright.table.words import explain, speaker

router = APIRouter()
POLICY_VIOLATION = 1008
NO_SUCH_ROOM = 4404
EDITED = ("zones",)  # parts of which only the changed lines are sent
MOST_FAULTS = 100  # so many more refused messages than good ones end a connection


class Request(BaseModel):
    """One message from a page."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: Literal["move", "ask", "agree", "refuse", "concede", "order", "hint", "chat", "sync"]
    number: int = Field(0, ge=0, lt=2**31)
    value: int = Field(0, ge=0, lt=2**31)
    text: str = Field("", max_length=2000)


@router.websocket("/rooms/{room_id}/live")
async def live(socket: WebSocket, room_id: str) -> None:
    """Serve one open page until it goes away."""
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    hub: Hub = socket.app.state.hub
    visitor = visitor_of(socket)
    page = Page(socket, hub, room_id, visitor)
    try:
        await hub.room(room_id)
    except TablewrightError as fault:
        await socket.send_json({"say": explain(fault, visitor.language)})
        await socket.close(NO_SUCH_ROOM)
        return
    await page.serve()


class Page:
    """One open page of a room."""

    def __init__(self, socket: WebSocket, hub: Hub, room_id: str, visitor: Visitor) -> None:
        self.socket, self.hub, self.room_id, self.visitor = socket, hub, room_id, visitor
        self.watcher = Watcher(visitor.hash)
        self.bucket = Bucket(hub.settings.messages_per_second)
        self.seen: tuple[Any, ...] | None = None
        self.shown: dict[str, str] = {}
        self.told: list[list[str]] = []

    async def serve(self) -> None:
        self.hub.watch(self.room_id, self.watcher)
        tasks = [asyncio.create_task(self._sending()), asyncio.create_task(self._receiving())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (fault := task.exception()) and not isinstance(fault, WebSocketDisconnect | RuntimeError):
                    raise fault
        finally:
            for task in tasks:
                task.cancel()
            self.hub.leave(self.room_id, self.watcher)

    # To the page

    async def _sending(self) -> None:
        while True:
            await self.watcher.changed.wait()
            self.watcher.changed.clear()
            notices, self.watcher.notices = self.watcher.notices, []
            for notice in notices:
                await self.socket.send_json(notice)
            await self.socket.send_text(json.dumps(await self._news(), ensure_ascii=False))

    async def _news(self) -> dict[str, Any]:
        room, chat = await self.hub.room(self.room_id), await self.hub.chat(self.room_id)
        crowd = self.hub.present(room)
        news: dict[str, Any] = {"number": room.number, "status": room.status, "show": {}, "edit": {}, "gone": []}
        seen = (room, chat, crowd)
        if self.seen is None or any(now is not then and now != then for now, then in zip(seen, self.seen, strict=True)):
            self.seen = seen
            news |= self._changes(room, crowd, chat)
        clocks = {str(n): left for n in range(len(room.seats)) if (left := room.time_left(n)) is not None}
        return news | ({"clocks": clocks, "running": room.deciding} if clocks else {})

    def _changes(self, room: Room, crowd: Crowd, chat: list[MessageRow]) -> dict[str, Any]:
        viewer = room.seat_of(self.visitor.hash)
        painter = Painter(room, viewer, self.visitor.hash, self.visitor.language, self.visitor.link(self.room_id))
        parts = painter.parts(crowd, chat)
        changed = {name: html for name, html in parts.items() if self.shown.get(name) != html}
        known = [name for name in EDITED if name in changed and name in self.shown]
        edits = {name: edit(self.shown[name], changed.pop(name)) for name in known}
        changes: dict[str, Any] = {"show": changed, "edit": edits}
        changes["gone"] = [name for name in self.shown if name not in parts]
        self.shown = parts
        if room.match is not None:
            changes["log"] = self._log_news(room.log(viewer), painter)
        return changes

    def _log_news(self, told: list[list[str]], painter: Painter) -> dict[str, Any]:
        """What has been told since; most often that is one entry more, so the last one is looked at first."""
        before, same = self.told, min(len(told), len(self.told))
        if same and told[same - 1] is not before[same - 1]:
            same = next((n for n in range(same) if told[n] != before[n]), same)
        self.told = list(told)
        return {"from": same, "items": painter.log(same)}

    # From the page

    async def _receiving(self) -> None:
        faults = 0
        while faults < MOST_FAULTS:
            text = await self.socket.receive_text()
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
            except DBAPIError:
                self._say(Refusal("refused.database", 503))
        await self.socket.close(POLICY_VIOLATION)

    def _say(self, fault: TablewrightError) -> None:
        """Refuse in words; the newest state goes with it."""
        if len(self.watcher.notices) < MOST_FAULTS:
            self.watcher.tell({"say": explain(fault, self.visitor.language)})

    async def _do(self, request: Request) -> None:
        if request.do == "sync":
            self.seen, self.shown, self.told = None, {}, []
            self.watcher.wake()
        elif request.do == "chat":
            await self.hub.say(self.room_id, self.visitor.hash, request.text)
        elif request.do == "order":
            await self.hub.order(self.room_id, self.visitor.hash, request.text)
        elif request.do == "hint":
            await self._hint()
        else:
            await self.hub.act(self.room_id, self.visitor.hash, request.number, request.do, request.value)

    async def _hint(self) -> None:
        room = await self.hub.room(self.room_id)
        seat = room.seat_of(self.visitor.hash)
        if seat is None or room.match is None or room.deciding != seat:
            raise Refusal("refused.not_your_turn", 403)
        advice = await self.hub.advise(room.match)
        move = room.match.move(advice.action)
        say = speaker(self.visitor.language)
        game = room.variant.game
        why = (
            spoken(game, move.label).striptags() if advice.chance is None else say("hint.chance", chance=advice.chance)
        )
        line = ", ".join(_said(game, step) for step in advice.line)
        why += " " + say("hint.line", line=line) if line else ""
        text = say("hint.text", move=order(game, move.text).striptags(), why=why)
        self.watcher.tell({"hint": {"move": advice.action, "touches": list(move.touches), "text": text}})


def _said(game: Game, step: str) -> str:
    """A step of the bot's line, `P1: buy:m0`, in words."""
    seat, _, move = step.partition(": ")
    return f"{seat}: {order(game, move).striptags()}"
