"""What goes on in a room without a person: bots decide, clocks run out, standing orders are carried out."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from tablewright.engine import Match, RuleFault
from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.numbers import SEARCHES
from tablewright.table.orders import ordered
from tablewright.table.rooms import BOT, BROKEN, NOTHING, Happening, Room

if TYPE_CHECKING:
    from tablewright.table.hub import Hub

AGAIN = 1.0  # seconds until a database that failed is asked once more
GOING_ON = 3  # a bot that goes on with its turn waits so many times less than one that begins

log = logging.getLogger(__name__)


def pause_before(match: Match, seat: int, pause: float) -> float:
    """How long a bot waits, so that people can follow, but not for long in a turn of many decisions."""
    goes_on = bool(match.steps) and match.steps[-1].seat == seat
    return pause / GOING_ON if goes_on else pause


class Motor:
    """Keeps the rooms of a hub going."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        tasks = [*self._playing.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for clock in self._clocks.values():
            clock.cancel()

    def set_going(self, room: Room) -> None:
        """Start what the room waits for and no person does."""
        if any(seat.kind == BOT for seat in room.seats) and not room.over:
            self.hub.thinkers.ready(room.variant)
        if (room.bot_to_move is not None or room.order_to_obey) and room.id not in self._playing:
            task = asyncio.create_task(self._play(room.id))
            self._playing[room.id] = task
        self._set_clock(room)

    async def _play(self, room_id: str) -> None:
        """Decide for bots and by standing orders, until a person has to decide."""
        try:
            while await self._decide(self.hub.rooms.get(room_id)):
                pass
        finally:
            del self._playing[room_id]
        self._ponder(self.hub.rooms.get(room_id))

    def _ponder(self, room: Room | None) -> None:
        """A bot whose opponent thinks may think too; the next to decide of several."""
        if room is None or room.match is None or (deciding := room.deciding) is None:
            return
        turns = [(deciding + i) % len(room.seats) for i in range(1, len(room.seats))]
        seat = next((seat for seat in turns if room.seats[seat].kind == BOT), None)
        if seat is not None:
            self.spawn(self.hub.thinkers.ponder(room.match.fork(), seat, room.level(seat), room.id))

    async def _decide(self, room: Room | None) -> bool:
        """Make one decision, if it is not a person's; whether to look again. A database that fails is tried again."""
        if room is None or (seat := room.deciding) is None:
            return False
        try:
            if room.bot_to_move is not None:
                await self._play_bot(room, seat)
                return True
            return bool(room.order_to_obey) and await self._obey(room, seat)
        except Refusal:
            return True
        except RuleFault as fault:
            log.error("room %s: %s", room.id, fault)
            await self.hub.happen(room.id, room.number, Happening(BROKEN, seat, NOTHING))
            return True
        except DATABASE_FAULTS:
            await asyncio.sleep(AGAIN)
            return True

    async def _play_bot(self, room: Room, seat: int) -> None:
        assert room.match is not None
        pause = pause_before(room.match, seat, self.hub.settings.bot_pause)
        if room.expected is not None:
            await asyncio.sleep(pause)
            await self.hub.happen(room.id, room.number, Happening("move", seat, room.expected))
            return
        thinking = self.hub.thinkers.decide(room.match, room.level(seat), room.id)
        answer, _ = await asyncio.gather(thinking, asyncio.sleep(pause))
        SEARCHES.labels("failed" if answer.failed else "done").inc()
        if answer.failed:
            self.hub.tell_all(room.id, "bot.failed")
        happening = Happening("move", seat, answer.action, note=answer.note, said=answer.said)
        await self.hub.happen(room.id, room.number, happening)

    async def _obey(self, room: Room, seat: int) -> bool:
        """Carry out the deciding person's order; one that is fulfilled ends."""
        assert room.match is not None
        order = room.order_to_obey
        if order not in room.orders(seat):
            await self.hub.order(room.id, room.seats[seat].token, "")
            return True  # the person may have moved meanwhile, and a bot be the next
        action = ordered(room.match, seat, order)
        if action is not None:
            await self.hub.happen(room.id, room.number, Happening("move", seat, action))
        return action is not None

    # Clocks

    def _set_clock(self, room: Room) -> None:
        running = self._clocks.pop(room.id, None)
        if running is not None:
            running.cancel()
        left = room.time_left(room.deciding, self.hub.clock.now())
        if left is not None and room.deciding is not None:
            loop = asyncio.get_running_loop()
            self._clocks[room.id] = loop.call_later(max(0.0, left), self._time_is_up, room.id, room.number)

    def _time_is_up(self, room_id: str, number: int) -> None:
        room = self.hub.rooms.get(room_id)
        if room is None or room.number != number or room.deciding is None:
            return
        if (room.time_left(room.deciding, self.hub.clock.now()) or 0.0) > 0:
            self._set_clock(room)  # the server stood still for a while
        else:
            self.spawn(self._end_by_clock(room_id, number, Happening("timeout", room.deciding)))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Work that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_by_clock(self, room_id: str, number: int, happening: Happening) -> None:
        try:
            await self.hub.happen(room_id, number, happening)
        except Refusal:
            return
        except DATABASE_FAULTS:
            await asyncio.sleep(AGAIN)
            self._time_is_up(room_id, number)
