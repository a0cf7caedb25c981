"""The hub: the rooms that this process has in memory, who watches them, and every change on its way to the database."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError

from tablewright.engine import Game, Match, Variant
from tablewright.engine.cards import Value
from tablewright.engine.records import record_of
from tablewright.games import load
from tablewright.table.bots import Advice
from tablewright.table.errors import Refusal
from tablewright.table.motor import Motor
from tablewright.table.orders import orders_of
from tablewright.table.presence import HEARTBEAT, Crowd, Elsewhere
from tablewright.table.rooms import BOT, GATHERING, Happening, Room
from tablewright.table.rows import event_values, happening_of, room_of
from tablewright.table.schema import MessageRow
from tablewright.table.security import LONGEST_MESSAGE, clean
from tablewright.table.settings import Settings
from tablewright.table.store import Store
from tablewright.table.thinkers import Thinkers
from tablewright.table.writer import Taken

MOST_ROOMS = 1000  # kept in memory when nobody watches them
MOST_VARIANTS = 200
T = TypeVar("T")


class Watcher:
    """One open page: it is woken when its room changes and then shows the newest state, however much it missed."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.changed = asyncio.Event()
        self.notices: list[dict[str, Any]] = []

    def wake(self) -> None:
        self.changed.set()

    def tell(self, notice: dict[str, Any]) -> None:
        """Something for this page alone."""
        self.notices.append(notice)
        self.changed.set()


class Hub:
    """All rooms of a server."""

    def __init__(self, store: Store, settings: Settings, games: Mapping[str, str]) -> None:
        self.store, self.settings, self.games = store, settings, games
        self.rooms: dict[str, Room] = {}
        self.chats: dict[str, list[MessageRow]] = {}
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.thinkers = Thinkers(settings.bot_processes)
        self.motor = Motor(self)
        self.elsewhere = Elsewhere()
        self._variants: dict[str, Variant] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._changes: dict[str, int] = defaultdict(int)
        self._telling = asyncio.Lock()

    async def close(self) -> None:
        await self.motor.close()
        await asyncio.to_thread(self.thinkers.close)
        await self.store.close()

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Refusal("refused.no_game", 404, name=name[:80])
        return load(self.games[name])

    def variant(
        self,
        game: str,
        players: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
    ) -> Variant:
        """A variant of a game; rooms that play the same one share it."""
        key = json.dumps([game, players, edition, changes or {}], sort_keys=True)
        if key not in self._variants:
            if len(self._variants) > MOST_VARIANTS:
                self._variants.clear()
            self._variants[key] = self.game(game).variant(players, edition, changes)
        return self._variants[key]

    # Rooms in memory

    async def room(self, room_id: str) -> Room:
        """A room; from the database if this process does not have it."""
        if room_id not in self.rooms:
            room = await self._newest(room_id, self._read)
            if room_id not in self.rooms:  # somebody else may have waited for it too
                self._make_place()
                self.rooms[room_id] = room
                self.motor.set_going(room)
        return self.rooms[room_id]

    async def _newest(self, room_id: str, read: Callable[[str], Awaitable[T]]) -> T:
        """What the database has of a room; read again if that changes meanwhile."""
        while True:
            before = self._changes.get(room_id, 0)
            found = await read(room_id)
            if self._changes.get(room_id, 0) == before:
                return found

    async def _read(self, room_id: str) -> Room:
        found = await self.store.room(room_id)
        if found is None:
            raise Refusal("refused.no_room", 404)
        row, seats = found
        variant = self.variant(row.game, row.players, row.edition, row.changes)  # type: ignore[arg-type]
        room = room_of(row, seats, variant)
        if (row.rules, row.cards) != (variant.game.rules_version, variant.cards_version) and row.status != GATHERING:
            raise Refusal("refused.other_rules")
        if room.status != GATHERING:
            room.begin()
            room.replay(happening_of(event) for event in await self.store.events(room_id))
        return room

    def _make_place(self) -> None:
        idle = [room for room in self.rooms if not self.watchers.get(room)]
        for room in idle[: max(0, len(self.rooms) - MOST_ROOMS)]:
            self._forget(room)

    def _forget(self, room_id: str) -> None:
        """Whoever asks for the room gets it from the database again."""
        del self.rooms[room_id]
        self.chats.pop(room_id, None)
        self._changes.pop(room_id, None)
        if not self._locks[room_id].locked():
            del self._locks[room_id]

    def locked(self, room_id: str) -> asyncio.Lock:
        """Whatever changes a room holds this."""
        return self._locks[room_id]

    async def reread(self, room_id: str) -> None:
        """The database has a room that is not the one in memory."""
        async with self.locked(room_id):
            self.rooms[room_id] = await self._read(room_id)
        self._wake(room_id)

    async def refresh(self, room_id: str) -> None:
        """Another process has changed the room."""
        self._changes[room_id] += 1
        self.chats.pop(room_id, None)
        if room_id in self.rooms:
            with suppress(Refusal):  # one that a server with other rules has started stays as it is here
                await self.reread(room_id)

    async def refresh_all(self) -> None:
        """Other processes may have changed any room."""
        for room_id in list(self.rooms):
            if self.watchers.get(room_id):
                await self.refresh(room_id)
            else:
                self._forget(room_id)

    def _wake(self, room_id: str) -> None:
        for watcher in self.watchers.get(room_id, ()):
            watcher.wake()
        if room_id in self.rooms:
            self.motor.set_going(self.rooms[room_id])

    # Watching

    def watch(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].add(watcher)
        self._crowd_changed(room_id)

    def leave(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].discard(watcher)
        if not self.watchers[room_id]:
            del self.watchers[room_id]
        self._crowd_changed(room_id)

    def present(self, room: Room) -> Crowd:
        """Who has the page open, at any server."""
        here, there = self._here(room), self.elsewhere.crowd(room.id)
        return Crowd(here.seats | there.seats, here.spectators + there.spectators)

    def _here(self, room: Room) -> Crowd:
        seats = [room.seat_of(watcher.token) for watcher in self.watchers.get(room.id, ())]
        return Crowd(frozenset(seat for seat in seats if seat is not None), seats.count(None))

    def _crowd_changed(self, room_id: str) -> None:
        self._wake(room_id)
        if self.store.shared:
            self.motor.spawn(self._tell(room_id))

    async def _tell(self, room_id: str) -> None:
        """One after the other, so that the last thing said is the newest."""
        async with self._telling:
            with suppress(DBAPIError):
                await self.store.announce(room_id, self._here(await self.room(room_id)))

    async def tell_regularly(self) -> None:
        """Give signs of life to the other processes, and notice who gives none."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for room_id in list(self.watchers):
                await self._tell(room_id)
                self._wake(room_id)

    async def hear(self, room_id: str, process: str, crowd: Crowd) -> None:
        """Another process tells who watches a room there."""
        if self.elsewhere.hear(room_id, process, crowd) and room_id in self.watchers:
            await self._tell(room_id)
        self._wake(room_id)

    # Playing

    async def act(self, room_id: str, token: str, number: int, kind: str, value: int = 0) -> Room:
        """Something that a person does in a running game."""
        seat = _sitting(await self.room(room_id), token)
        return await self.happen(room_id, number, Happening(kind, seat, value))

    async def happen(self, room_id: str, number: int, happening: Happening) -> Room:
        """Commit an event, then show it; whoever goes away meanwhile leaves nothing half done."""
        return await asyncio.shield(self._happen(room_id, number, happening))

    async def _happen(self, room_id: str, number: int, happening: Happening) -> Room:
        async with self.locked(room_id):
            room = await self.room(room_id)
            then = room.after(room.check(number, happening))
            try:
                await self.store.add_event(event_values(room, happening), then.over, then.dropped_orders(room))
            except Taken:
                self.rooms[room_id] = await self._read(room_id)
                raise Refusal("refused.stale") from None
            self.rooms[room_id] = then
        self._wake(room_id)
        return then

    async def order(self, room_id: str, token: str, order: str) -> Room:
        """Let the table pass for a person until something happens; an empty order ends that."""
        async with self.locked(room_id):
            room = await self.room(room_id)
            seat = _sitting(room, token)
            if order and order not in orders_of(room.variant.game):
                raise Refusal("refused.no_order", 422)
            if order and order not in room.orders(seat):
                raise Refusal("refused.order_not_now")
            await self.store.set_order(room_id, seat, order)
            self.rooms[room_id] = then = room.ordering(seat, order)
        self._wake(room_id)
        return then

    async def say(self, room_id: str, token: str, text: str) -> None:
        room = await self.room(room_id)
        seat = _sitting(room, token)
        if not room.options.get("chat", True):
            raise Refusal("refused.no_chat", 403)
        words = clean(text, LONGEST_MESSAGE, "message")
        if words:
            await self.store.add_message(room_id, room.seats[seat].name, words)
            self._changes[room_id] += 1
            self.chats.pop(room_id, None)
            self._wake(room_id)

    async def chat(self, room_id: str) -> list[MessageRow]:
        if room_id not in self.chats:
            self.chats[room_id] = await self._newest(room_id, self.store.messages)
        return self.chats[room_id]

    # Bots and afterwards

    async def advise(self, match: Match) -> Advice:
        return await self.thinkers.advise(match)

    async def curve(self, room_id: str) -> list[tuple[float, ...]] | None:
        """The chances through a finished game; None as long as the search is not ready."""
        record = await self.record(room_id)
        return await self.thinkers.curve(self.rooms[room_id].variant, record)

    async def record(self, room_id: str) -> dict[str, Any]:
        """The record of a finished game; of a running one it would tell what is in the deck."""
        room = await self.room(room_id)
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        names = [seat.level if seat.kind == BOT else seat.name for seat in room.seats]
        return record_of(room.match) | {"seats": names}


def _sitting(room: Room, token: str) -> int:
    seat = room.seat_of(token)
    if seat is None:
        raise Refusal("refused.no_seat", 403)
    return seat
