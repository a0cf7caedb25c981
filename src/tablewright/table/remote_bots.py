"""Bots on other machines: a socket at the room's invite link that speaks the protocol of docs/protocol.md.

`ws://HOST/rooms/ROOM/bot?name=NAME` sits down on an open seat and is told `hello`, `game`, `decide` and `end`. For the
table it is a person: clocks run for it, others see whether it is there, and it comes back with its token.
"""

import asyncio
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from tablewright.bots import protocol
from tablewright.bots.seats import BotFault
from tablewright.engine import RuleFault, TablewrightError
from tablewright.table import gathering
from tablewright.table.attending import attend
from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.hub import Hub, Watcher
from tablewright.table.rooms import Room
from tablewright.table.security import LONGEST_NAME, TOKEN_HEADER, TRY_LATER, Bucket, same_origin
from tablewright.table.visitors import Visitor, visitor_of
from tablewright.table.words import explain

router = APIRouter()
POLICY_VIOLATION, NORMAL, REFUSED = 1008, 1000, 4409
SECONDS_TO_BE_READY = 120.0  # on the wall: its processor time is not known here
MOST_FAULTS = 3  # wrong answers in a row, after which it gives up
AGAIN = 1.0  # seconds until a database that failed is asked once more
A_MOMENT = 0.05
UNANSWERED = 64  # messages that may wait to be read


@router.websocket("/rooms/{room_id}/bot")
async def bot(socket: WebSocket, room_id: str, name: str = "Bot", seat: int | None = None) -> None:
    """Sit down, or come back, and play until the game is over."""
    hub: Hub = socket.app.state.hub
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION)
        return
    if len(hub.watchers.get(room_id, ())) >= hub.settings.sockets_per_room:
        await socket.close(TRY_LATER)
        return
    me = visitor_of(socket)
    try:
        await hub.recognise(me)
        await gathering.join(hub, room_id, me.hash, name[:LONGEST_NAME], seat)
    except (TablewrightError, *DATABASE_FAULTS) as fault:
        await socket.accept()
        await socket.send_json({"type": "error", "error": _words(fault, me)})
        await socket.close(REFUSED)
        return
    told = [(TOKEN_HEADER.encode(), me.token.encode())] if me.fresh else []
    await socket.accept(headers=told)
    await RemoteBot(socket, hub, room_id, me).serve()


def _words(fault: Exception, me: Visitor) -> str:
    return explain(fault if isinstance(fault, TablewrightError) else Refusal("refused.database"), me.language)


class GaveUp(Exception):
    """The bot has answered wrongly too often, or not at all."""


class RemoteBot:
    """One connected bot."""

    def __init__(self, socket: WebSocket, hub: Hub, room_id: str, me: Visitor) -> None:
        self.socket, self.hub, self.room_id, self.me = socket, hub, room_id, me
        self.watcher = Watcher(me.hash)
        self.bucket = Bucket(hub.settings.messages_per_second)
        self.heard: asyncio.Queue[str] = asyncio.Queue(UNANSWERED)
        self.owed = 0  # answers to questions that the game has overtaken
        self.faults = 0
        self.told_of_game = False

    async def serve(self) -> None:
        await attend(self.hub, self.room_id, self.watcher, self._playing(), self._listening())

    async def _listening(self) -> None:
        """Read what comes, no faster than a page may speak."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", NORMAL))
            while not self.bucket.take():
                await asyncio.sleep(A_MOMENT)
            await self.heard.put(str(message.get("text") or ""))

    async def _playing(self) -> None:
        try:
            await self._say(protocol.hello())
            await self._be_ready()
            while not await self._go_on():
                pass
            await self.socket.close(NORMAL)
        except GaveUp as why:
            await self._give_up(str(why))

    async def _go_on(self) -> bool:
        """Do what the room asks of the seat now; returns whether the game is over."""
        try:
            room = await self.hub.room(self.room_id)
            seat = room.seat_of(self.me.hash)
            if seat is None:
                raise GaveUp("the host has given the seat to somebody else")
            if room.match is not None and not room.finished and await self._decided(room, seat):
                return False
        except DATABASE_FAULTS:
            asyncio.get_running_loop().call_later(AGAIN, self.watcher.wake)
        except (Refusal, RuleFault):  # the game went on without it; the newest state is looked at
            return False
        else:
            if room.match is not None and room.finished:
                await self._say(protocol.end_message(room.match, seat))
                return True
        await self.watcher.changed.wait()
        self._look_up()
        return False

    def _look_up(self) -> None:
        """What pages are told in words is not for bots."""
        self.watcher.changed.clear()
        self.watcher.notices.clear()

    async def _decided(self, room: Room, seat: int) -> bool:
        """Tell of the game, agree to take-backs, decide; returns whether anything was done."""
        assert room.match is not None
        if not self.told_of_game:
            seconds = room.time_left(seat, self.hub.clock.now())
            told = protocol.game_message(room.match, seat, seconds)
            await self._say({**told, "source": room.variant.game.name})
            await self._be_ready()
            self.told_of_game = True
        if room.must_agree(seat):
            await self.hub.act(self.room_id, self.me.hash, room.number, "agree")
            return True
        if room.deciding != seat or not room.is_person(seat):
            return False
        await self._decide(room, seat)
        return True

    async def _decide(self, room: Room, seat: int) -> None:
        assert room.match is not None
        seconds = room.time_left(seat, self.hub.clock.now())
        await self._say(protocol.decide_message(room.match, seat, seconds))
        while True:
            answer = await self._answer(room)
            if answer is None:
                return
            try:
                message = protocol.read_line(answer.encode())
                if message.get("type") == "imagine":
                    await self._say(protocol.world_message(room.match, seat, message))
                    continue
                action, note = protocol.action_of(room.match, message)
            except BotFault as fault:
                self.faults += 1
                if self.faults >= MOST_FAULTS:
                    raise GaveUp(f"{self.faults} wrong answers in a row, the last: it {fault}") from None
                await self._say({"type": "error", "error": str(fault)})
                return
            self.faults = 0
            await self.hub.act(self.room_id, self.me.hash, room.number, "move", action, note)
            return

    async def _answer(self, asked: Room) -> str | None:
        """Its next message; None if the game went on meanwhile, and then the answer is not waited for any more."""
        while True:
            hearing, waking = (
                asyncio.ensure_future(self.heard.get()),
                asyncio.ensure_future(self.watcher.changed.wait()),
            )
            try:
                await asyncio.wait([hearing, waking], return_when=asyncio.FIRST_COMPLETED)
            finally:
                waking.cancel()
                if not hearing.done():
                    hearing.cancel()
            if hearing.done() and not hearing.cancelled():
                if not self.owed or '"imagine"' in hearing.result():
                    return hearing.result()
                self.owed -= 1
                continue
            self._look_up()
            if self._overtaken(asked, await self.hub.room(self.room_id)):
                self.owed += 1
                return None

    def _overtaken(self, asked: Room, room: Room) -> bool:
        """Whether nobody waits for the answer to a question any more."""
        seat = room.seat_of(self.me.hash)
        return room.since != asked.since or room.finished or seat is None or room.must_agree(seat)

    async def _be_ready(self) -> None:
        try:
            async with asyncio.timeout(SECONDS_TO_BE_READY):
                await self.heard.get()
        except TimeoutError:
            raise GaveUp(f"it was not ready within {SECONDS_TO_BE_READY:g} seconds") from None

    async def _give_up(self, why: str) -> None:
        """The seat gives up, as a person would, and the bot is told why."""
        await self._say({"type": "error", "error": why})
        room = await self.hub.room(self.room_id)
        if room.match is not None and not room.finished and room.seat_of(self.me.hash) is not None:
            await self.hub.act(self.room_id, self.me.hash, room.number, "concede")
        await self.socket.close(REFUSED)

    async def _say(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(protocol.line_of(message).decode())
