"""The hub: the rooms that this process has in memory, who watches them, and every change on its way to the database."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from tablewright.engine import Game, Match, RuleFault, TablewrightError, Value, Variant, record_of
from tablewright.games import load
from tablewright.table.addresses import in_messages
from tablewright.table.analysis import Analyses
from tablewright.table.bots import LEVELS, Advice
from tablewright.table.clock import Clock
from tablewright.table.drawing import Gallery
from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.freshness import Readings
from tablewright.table.house import House, named
from tablewright.table.motor import Motor
from tablewright.table.notes import MOST_RULES, QUESTIONS
from tablewright.table.notices import Notices, sender_of
from tablewright.table.numbers import COMMIT, EVENTS
from tablewright.table.old_rules import OldRules, rules_row
from tablewright.table.orders import orders_of
from tablewright.table.presence import HEARTBEAT, Crowd, Elsewhere
from tablewright.table.pushes import Pushes
from tablewright.table.ratings import result_of
from tablewright.table.rooms import ANSWERS, BOT, BROKEN, CLOSED, GATHERING, NOTHING, OVER, Happening, Room, Seat
from tablewright.table.rows import bare_record, event_values, happening_of, room_of
from tablewright.table.schema import MessageRow, RoomRow
from tablewright.table.security import LONGEST_MESSAGE, clean
from tablewright.table.settings import Settings
from tablewright.table.store import Store
from tablewright.table.thinkers import Thinkers
from tablewright.table.visitors import Visitor
from tablewright.table.writer import Taken

MOST_ROOMS = 1000  # kept in memory when nobody watches them
MOST_VARIANTS = 200
SETTLED = 60.0  # seconds after its start when a server has time for other things
FORGET = 6 * 3600.0  # seconds between two times of deleting what is too old
MOMENT = 0.1  # seconds in which people who come or go are told of together,
A_LOOK = 0.01  # and so many more for everybody who looks on
DOUBTFUL = 30.0  # seconds until a commit without an answer has happened or never will
T = TypeVar("T")
log = logging.getLogger(__name__)


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
        self.thinkers = Thinkers(settings.bot_processes, House(named(settings.bots)))
        self.analyses = Analyses(self.thinkers)
        self.pushes = Pushes(store, settings)
        push = self.pushes.told if self.pushes.offered else None
        base = in_messages(settings.public_url, settings.host, settings.port)
        self.notices = Notices(sender_of(settings.notify), base, push)
        self.motor = Motor(self)
        self.elsewhere = Elsewhere()
        self.clock = Clock()
        self.gallery = Gallery()
        self.old_rules = OldRules()
        self._kept: set[Game] = set()
        self._crowds: set[str] = set()
        self._counted: WeakKeyDictionary[Room, Crowd] = WeakKeyDictionary()
        self._variants: dict[str, Variant] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._readings = Readings()
        self._telling = asyncio.Lock()

    async def close(self) -> None:
        await self.motor.close()
        await self.analyses.close()
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

    async def recognise(self, me: Visitor) -> None:
        """Whoever has neither a seat nor a room gets a token of our own making."""
        if not me.token or not await self.store.knows(me.hash):
            me.begin()

    # Rooms in memory

    async def room(self, room_id: str) -> Room:
        """A room; from the database if this process does not have it."""
        if room_id not in self.rooms:
            room = await self._newest(room_id, self._read)
            if room_id not in self.rooms:  # somebody else may have waited for it too
                self._make_place()
                self.rooms[room_id] = room
                self.motor.set_going(room)
        self.rooms[room_id] = self.rooms.pop(room_id)  # the one that was used last comes last
        return self.rooms[room_id]

    async def _newest(self, room_id: str, read: Callable[[str], Awaitable[T]]) -> T:
        """What the database has of a room; read again if that changes meanwhile."""
        while True:
            with self._readings.of(room_id) as reading:
                found = await read(room_id)
            if not reading.late:
                return found

    async def _read(self, room_id: str) -> Room:
        found = await self.store.room(room_id)
        if found is None:
            raise Refusal("refused.no_room", 404)
        row, seats = found
        variant, old = await self._variant_of(row)
        room = room_of(row, seats, variant)
        if room.status != GATHERING:
            room.begin()
            room.replay(happening_of(event) for event in await self.store.events(room_id))
            room.old = old
            if old and not room.finished:
                await self._close(room_id, room.number)
                return await self._read(room_id)
        return room

    async def _close(self, room_id: str, number: int) -> None:
        """A running game with other rules ends at all servers, unless it has gone on: only then may it be shown."""
        closing = Happening(CLOSED, NOTHING)
        with suppress(Taken):
            await self.store.add_event(event_values(room_id, number, closing), over=True)
            log.info("room %s was begun with other rules and is closed", room_id)

    async def _variant_of(self, row: RoomRow) -> tuple[Variant, bool]:
        """What a room is played with, and whether that is an old one by now."""
        try:
            variant = self.variant(row.game, row.players, row.edition, row.changes)  # type: ignore[arg-type]
        except TablewrightError:
            if row.status == GATHERING:
                raise
            variant = None
        if row.status == GATHERING and variant is not None:
            return variant, False
        if variant is not None and (row.rules, row.cards) == (variant.game.rules_version, variant.cards_version):
            await self._keep_rules(variant.game)
            return variant, False
        kept = await self.store.kept_rules(row.game, row.rules)
        old = await asyncio.to_thread(self.old_rules.variant, row, kept)
        if old is None:
            raise Refusal("refused.other_rules")
        return old, True

    async def _keep_rules(self, game: Game) -> None:
        """So that what is played now can be shown when the rules are others."""
        if game not in self._kept:
            self._kept.add(game)
            await self.store.keep_rules(await asyncio.to_thread(rules_row, game))

    def _make_place(self) -> None:
        """Rooms that nobody looks at go, those that were not used for longest first, until the others fit."""
        sizes = {room_id: room.size for room_id, room in self.rooms.items()}
        taken, most = sum(sizes.values()), self.settings.memory_for_rooms * 1_000_000
        for room_id in [room_id for room_id in sizes if not self.watchers.get(room_id)]:
            if taken <= most and len(self.rooms) <= MOST_ROOMS:
                return
            taken -= sizes[room_id]
            self._forget(room_id)

    def _forget(self, room_id: str) -> None:
        """Whoever asks for the room gets it from the database again."""
        del self.rooms[room_id]
        self.chats.pop(room_id, None)

    def locked(self, room_id: str) -> asyncio.Lock:
        """Whatever changes a room holds this."""
        return self._locks.setdefault(room_id, asyncio.Lock())

    async def reread(self, room_id: str) -> None:
        """The database has a room that is not the one in memory."""
        async with self.locked(room_id):
            await self._replace(room_id)
        self._wake(room_id)

    async def _replace(self, room_id: str) -> None:
        before = self.rooms.get(room_id)
        then = self.rooms[room_id] = await self._newest(room_id, self._read)
        if before is not None and before.number == then.number:
            then.thinking_since, then.absent_since = before.thinking_since, before.absent_since

    async def refresh(self, room_id: str) -> None:
        """Another process has changed the room."""
        self._readings.changed(room_id)
        self.chats.pop(room_id, None)
        if room_id in self.rooms:
            with suppress(Refusal):  # one that a server with other rules has started stays as it is here
                await self.reread(room_id)

    async def refresh_all(self) -> None:
        """Other processes may have changed any room, also one that is being read just now."""
        self._readings.all_changed()
        self.chats.clear()
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

    def _wake_all(self) -> None:
        for room_id in list(self.watchers):
            self._wake(room_id)

    def tell_all(self, room_id: str, key: str) -> None:
        """A word of the catalogue for every page of a room."""
        for watcher in self.watchers.get(room_id, ()):
            watcher.tell({"key": key})

    # Watching

    def watch(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].add(watcher)
        self.thinkers.tell_when_ready(asyncio.get_running_loop(), self._wake_all)
        watcher.wake()
        self._crowd_changed(room_id)

    def leave(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].discard(watcher)
        if not self.watchers[room_id]:
            del self.watchers[room_id]
            self.gallery.forget(room_id)
        self._crowd_changed(room_id)

    def present(self, room: Room) -> Crowd:
        """Who has the page open, at any server."""
        here, there = self._here(room), self.elsewhere.crowd(room.id)
        simple = any(seat.level in LEVELS for seat in room.seats) and not self.thinkers.ready(room.variant)
        return Crowd(here.seats | there.seats, here.spectators + there.spectators, simple and not room.over)

    def _here(self, room: Room) -> Crowd:
        """Counted once for all pages that ask, until somebody comes or goes or the room changes."""
        if room not in self._counted:
            seats = [room.seats_of(watcher.token) for watcher in self.watchers.get(room.id, ())]
            self._counted[room] = Crowd(frozenset(seat for own in seats for seat in own), seats.count([]))
        return self._counted[room]

    def _crowd_changed(self, room_id: str) -> None:
        """All who come and go within a moment are told of at once; the more look on, the longer it is."""
        if room_id in self.rooms:
            self._counted.pop(self.rooms[room_id], None)
        if room_id not in self._crowds:
            self._crowds.add(room_id)
            self.motor.spawn(self._tell_of_crowd(room_id, MOMENT + A_LOOK * len(self.watchers.get(room_id, ()))))

    async def _tell_of_crowd(self, room_id: str, moment: float) -> None:
        await asyncio.sleep(moment)
        self._crowds.discard(room_id)
        self._wake(room_id)
        if self.store.shared:
            await self._tell(room_id)

    async def _tell(self, room_id: str) -> None:
        """One after the other, so that the last thing said is the newest."""
        async with self._telling:
            with suppress(*DATABASE_FAULTS):
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

    async def act(
        self,
        room_id: str,
        token: str,
        number: int,
        kind: str,
        value: int = 0,
        note: str = "",
        page: Watcher | None = None,
    ) -> Room:
        """Something that a person, or a bot from another machine, does in a running game; its page is told first."""
        seat = _sitting(await self.room(room_id), token)
        return await self.happen(room_id, number, Happening(kind, seat, value, note=note), page)

    async def stand_in(self, room_id: str, token: str, number: int, seat: int) -> Room:
        """Let a bot play on for somebody who has to decide and is away for a while; they may come back."""
        room = await self.room(room_id)
        asker = _sitting(room, token)
        if room.deciding != seat or self.patience(room) != 0:
            raise Refusal("refused.not_away")
        return await self.happen(room_id, number, Happening("stand_in", asker, seat))

    def patience(self, room: Room) -> float | None:
        """Seconds until a bot may play on for whoever has to decide; None if they are there."""
        absent = room.absent(self.present(room).seats, self.clock.now())
        return None if absent is None else max(0.0, self.settings.away_seconds - absent)

    async def happen(self, room_id: str, number: int, happening: Happening, page: Watcher | None = None) -> Room:
        """Commit an event, then show it; whoever goes away meanwhile leaves nothing half done."""
        done = asyncio.ensure_future(self._happen(room_id, number, happening, page))
        done.add_done_callback(_heard)
        return await asyncio.shield(done)

    async def _happen(self, room_id: str, number: int, happening: Happening, page: Watcher | None) -> Room:
        async with self.locked(room_id):
            room = await self.room(room_id)
            timed = replace(happening, spent=room.thought(self.clock.now()))
            timed, then = self._outcome(room, room.check(number, timed))
            values = event_values(room.id, room.number, timed) | ({"value": then.kept} if timed.kind in ANSWERS else {})
            try:
                with COMMIT.time():
                    ended = then.finished, then.dropped_orders(room), result_of(room, then)
                    await self.store.add_event(values, *ended)
            except Taken:
                await self._replace(room_id)
                raise Refusal("refused.stale") from None
            except DATABASE_FAULTS:  # nobody knows whether it was committed
                self._doubt(room_id)
                raise
            self.rooms[room_id] = then
        EVENTS.labels(happening.kind).inc()
        log.info("room %s: %s by seat %d is number %d", room_id, happening.kind, happening.seat, then.number)
        if page is not None:
            page.tell({"done": then.number - 1})
        self._wake(room_id)
        if self.notices.offered:
            self.motor.spawn(self.notices.consider(room_id, lambda: self._look(room_id)))
        return then

    def _look(self, room_id: str) -> tuple[Room | None, Crowd]:
        """A room as it is in memory, and who is there."""
        room = self.rooms.get(room_id)
        return room, self.present(room) if room is not None else Crowd()

    def _outcome(self, room: Room, happening: Happening) -> tuple[Happening, Room]:
        """What an event makes of a room; one in which the rules fail ends the game."""
        try:
            return happening, room.after(happening)
        except RuleFault as fault:
            log.error("room %s: %s", room.id, fault)
            broken = replace(happening, kind=BROKEN)
            return broken, room.after(broken)

    def _doubt(self, room_id: str) -> None:
        """The room in memory may be an old one: forget it, and let every page ask for it anew."""
        self._readings.changed(room_id)
        self.rooms.pop(room_id, None)
        for watcher in self.watchers.get(room_id, ()):
            watcher.wake()
        self.motor.spawn(self._settle(room_id))

    async def _settle(self, room_id: str) -> None:
        """A database that was cut off may commit as long as it takes the connection for alive."""
        await asyncio.sleep(DOUBTFUL)
        with suppress(*DATABASE_FAULTS):
            await self.refresh(room_id)

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
            self._readings.changed(room_id)
            self.chats.pop(room_id, None)
            self._wake(room_id)

    async def chat(self, room_id: str) -> list[MessageRow]:
        if room_id not in self.chats:
            self.chats[room_id] = await self._newest(room_id, self.store.messages)
        return self.chats[room_id]

    async def note(self, room_id: str, token: str, what: str, about: str = "") -> None:
        """Count what somebody in a seat did beside the moves; an answer counts once, and only after the game."""
        room = await self.room(room_id)
        seat = _sitting(room, token)
        if what in QUESTIONS and not room.over:
            raise Refusal("refused.not_over")
        await self.store.count(room_id, seat, what, about, 1 if what in QUESTIONS else MOST_RULES)

    # Bots and afterwards

    async def advise(self, match: Match, language: str) -> Advice:
        return await self.thinkers.advise(match, language)

    async def record(self, room_id: str) -> dict[str, Any]:
        """The record of a finished game; of a running one it would tell what is in the deck."""
        try:
            room = await self.room(room_id)
        except Refusal as fault:
            if fault.key != "refused.other_rules":
                raise
            return await self._bare_record(room_id)
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        return record_of(room.match) | {"seats": _names(room.seats)}

    async def _bare_record(self, room_id: str) -> dict[str, Any]:
        """The record of a game whose rules nobody has any longer, from its rows alone."""
        found = await self.store.room(room_id)
        assert found is not None
        row, seats = found
        events = await self.store.events(room_id)
        if row.status == GATHERING:
            raise Refusal("refused.not_over")
        if row.status != OVER:
            await self._close(room_id, len(events))
            return await self._bare_record(room_id)
        return bare_record(row, seats, events)

    async def forget_regularly(self) -> None:
        """Delete what is older than the operator wants to keep."""
        await asyncio.sleep(SETTLED)
        while True:
            now, kept = datetime.now(UTC), self.settings
            dates = [now - timedelta(days=days) for days in (kept.keep_finished_days, kept.keep_unfinished_days)]
            with suppress(*DATABASE_FAULTS):
                await self.store.forget(*dates)
            await asyncio.sleep(FORGET)


def _heard(done: asyncio.Future[Room]) -> None:
    """What went wrong is told to whoever waits; if nobody does any longer, it is no fault of the server."""
    if not done.cancelled():
        done.exception()


def _names(seats: Sequence[Seat]) -> list[str]:
    return [seat.level if seat.kind == BOT else seat.name for seat in seats]


def _sitting(room: Room, token: str) -> int:
    seat = room.seat_of(token)
    if seat is None:
        raise Refusal("refused.no_seat", 403)
    return seat
