"""The hub: the rooms that this process has in memory, who watches them, and every change on its way to the database."""

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import DBAPIError

from tablewright.engine import Game, Match, Variant
from tablewright.engine.cards import Value
from tablewright.engine.match import LARGEST_SEED
from tablewright.engine.records import check_record, match_of, record_of
from tablewright.games import load
from tablewright.table.bots import DEFAULT_LEVEL, LEVELS, Advice
from tablewright.table.errors import Refusal
from tablewright.table.rooms import BOT, GATHERING, OPEN, OVER, PERSON, PLAYING, Happening, Room, Seat
from tablewright.table.schema import EventRow, MessageRow, RoomRow, SeatRow
from tablewright.table.security import LONGEST_MESSAGE, LONGEST_NAME, clean, new_room_id
from tablewright.table.settings import Settings
from tablewright.table.store import Store, Taken
from tablewright.table.thinkers import Thinkers

MOST_ROOMS = 1000  # kept in memory when nobody watches them
MOST_VARIANTS = 200


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
        self._variants: dict[str, Variant] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinkers = Thinkers(settings.bot_processes)

    async def close(self) -> None:
        tasks = [*self._bots.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for clock in self._clocks.values():
            clock.cancel()
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
        room = self.rooms.get(room_id)
        if room is None:
            room = await self._read(room_id)
            self._make_place()
            self.rooms[room_id] = room
            self._set_going(room)
        return room

    async def _read(self, room_id: str) -> Room:
        found = await self.store.room(room_id)
        if found is None:
            raise Refusal("refused.no_room", 404)
        row, seats = found
        variant = self.variant(row.game, row.players, row.edition, row.changes)  # type: ignore[arg-type]
        room = _room_of(row, seats, variant)
        if (row.rules, row.cards) != (variant.game.rules_version, variant.cards_version) and row.status != GATHERING:
            raise Refusal("refused.other_rules")
        if room.status != GATHERING:
            room.begin()
            room.replay(_happening(event) for event in await self.store.events(room_id))
        return room

    def _make_place(self) -> None:
        idle = [room for room in self.rooms if not self.watchers.get(room)]
        for room in idle[: max(0, len(self.rooms) - MOST_ROOMS)]:
            del self.rooms[room]
            self.chats.pop(room, None)

    async def refresh(self, room_id: str) -> None:
        """Another process has changed the room."""
        self.chats.pop(room_id, None)
        if room_id in self.rooms:
            async with self._locks[room_id]:
                self.rooms[room_id] = await self._read(room_id)
            self._wake(room_id)

    def _wake(self, room_id: str) -> None:
        for watcher in self.watchers.get(room_id, ()):
            watcher.wake()
        if room_id in self.rooms:
            self._set_going(self.rooms[room_id])

    def _set_going(self, room: Room) -> None:
        """Start what the room waits for and no person does: a bot's decision, a clock."""
        if any(seat.kind == BOT for seat in room.seats) and not room.over:
            self.thinkers.ready(room.variant)
        if room.bot_to_move is not None and room.id not in self._bots:
            task = asyncio.create_task(self._play_bots(room.id))
            self._bots[room.id] = task
            task.add_done_callback(lambda _: self._bots.pop(room.id, None))
        self._set_clock(room)

    # Watching

    def watch(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].add(watcher)
        self._wake(room_id)

    def leave(self, room_id: str, watcher: Watcher) -> None:
        self.watchers[room_id].discard(watcher)
        if not self.watchers[room_id]:
            del self.watchers[room_id]
        self._wake(room_id)

    def present(self, room: Room) -> tuple[set[int], int]:
        """The seats whose people have the page open, and the number of spectators."""
        seats = [room.seat_of(watcher.token) for watcher in self.watchers.get(room.id, ())]
        return {seat for seat in seats if seat is not None}, sum(seat is None for seat in seats)

    # Getting together

    async def create(
        self,
        variant: Variant,
        token: str,
        name: str,
        seats: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        start: bool = False,
    ) -> Room:
        """A new room; whoever makes it is its host and sits in the first seat of a person."""
        placed = [Seat(seat.kind, seat.name, seat.level, seat.token) for seat in seats]
        mine = next((seat for seat in placed if seat.kind == PERSON), None)
        if mine is not None:
            mine.name, mine.token = clean(name, LONGEST_NAME, "name"), token
        room = Room(new_room_id(), variant, secrets.randbelow(LARGEST_SEED), placed, token, options=options or {})
        if start:
            self._check_ready(room)
            room.status = PLAYING
        await self.store.add_room(_row(room), _seat_rows(room))
        return await self.room(room.id)

    async def join(self, room_id: str, token: str, name: str, seat: int | None = None) -> int:
        """Sit down on an open seat; a person who sits already keeps the seat."""
        name = clean(name, LONGEST_NAME, "name")
        room = await self.room(room_id)
        sitting = room.seat_of(token)
        if sitting is not None:
            return sitting
        if room.status != GATHERING:
            raise Refusal("refused.started")
        wanted = [n for n, s in enumerate(room.seats) if s.kind == OPEN and seat in (None, n)]
        for number in wanted:
            row = SeatRow(room=room_id, number=number, kind=PERSON, name=name, level="", token=token)
            if await self.store.take_seat(row):
                await self._reread(room_id)
                return number
        raise Refusal("refused.full" if seat is None else "refused.taken")

    async def arrange(self, room_id: str, token: str, variant: Variant, kinds: Sequence[Seat], options: Any) -> None:
        """The host changes seats, edition, parameters and options; people who sit already stay where they can."""
        async with self._locks[room_id]:
            room = await self._hosted(room_id, token)
            seats = [_arranged(room, n, seat) for n, seat in enumerate(kinds)]
            if token not in [seat.token for seat in seats]:
                raise Refusal("refused.host_needs_seat", 422)
            changed = Room(room_id, variant, room.seed, seats, room.host, options=options)
            row = _row(changed)
            values = {
                name: getattr(row, name) for name in ("edition", "players", "changes", "options", "rules", "cards")
            }
            await self.store.change_room(room_id, _seat_rows(changed), **values)
        await self._reread(room_id)

    async def start(self, room_id: str, token: str) -> None:
        async with self._locks[room_id]:
            room = await self._hosted(room_id, token)
            self._check_ready(room)
            await self.store.change_room(room_id, status=PLAYING)
        await self._reread(room_id)

    async def _hosted(self, room_id: str, token: str) -> Room:
        room = await self.room(room_id)
        if room.host != token or not token:
            raise Refusal("refused.not_host", 403)
        if room.status != GATHERING:
            raise Refusal("refused.started")
        return room

    @staticmethod
    def _check_ready(room: Room) -> None:
        if any(seat.kind == OPEN for seat in room.seats):
            raise Refusal("refused.open_seats")

    async def _reread(self, room_id: str) -> None:
        async with self._locks[room_id]:
            self.rooms[room_id] = await self._read(room_id)
        self._wake(room_id)

    # Playing

    async def act(self, room_id: str, token: str, number: int, kind: str, value: int = 0) -> Room:
        """Something that a person does in a running game."""
        seat = (await self.room(room_id)).seat_of(token)
        if seat is None:
            raise Refusal("refused.no_seat", 403)
        return await self._happen(room_id, number, Happening(kind, seat, value))

    async def _happen(self, room_id: str, number: int, happening: Happening) -> Room:
        async with self._locks[room_id]:
            room = await self.room(room_id)
            then = room.after(room.check(number, happening))
            row = EventRow(
                room=room_id,
                number=room.number,
                kind=happening.kind,
                seat=happening.seat,
                value=happening.value,
                at=happening.at,
            )
            try:
                await self.store.add_event(row, **({"status": OVER} if then.over else {}))
            except Taken:
                self.rooms[room_id] = await self._read(room_id)
                raise Refusal("refused.stale") from None
            self.rooms[room_id] = then
        self._wake(room_id)
        return then

    async def say(self, room_id: str, token: str, text: str) -> None:
        room = await self.room(room_id)
        seat = room.seat_of(token)
        if seat is None:
            raise Refusal("refused.no_seat", 403)
        if not room.options.get("chat", True):
            raise Refusal("refused.no_chat", 403)
        words = clean(text, LONGEST_MESSAGE, "message")
        if words:
            await self.store.add_message(room_id, room.seats[seat].name, words)
            self.chats.pop(room_id, None)
            self._wake(room_id)

    async def chat(self, room_id: str) -> list[MessageRow]:
        if room_id not in self.chats:
            self.chats[room_id] = await self.store.messages(room_id)
        return self.chats[room_id]

    # Bots and clocks

    async def advise(self, match: Match) -> Advice:
        return await self.thinkers.advise(match)

    async def curve(self, room_id: str) -> list[tuple[float, ...]] | None:
        """The chances through a finished game; None as long as the search is not ready."""
        record = await self.record(room_id)
        return await self.thinkers.curve(self.rooms[room_id].variant, record)

    async def _play_bots(self, room_id: str) -> None:
        while True:
            room = self.rooms.get(room_id)
            seat = room.bot_to_move if room else None
            if room is None or seat is None:
                return
            assert room.match is not None
            thinking = self.thinkers.decide(room.match, room.level(seat))
            action, _ = await asyncio.gather(thinking, asyncio.sleep(self.settings.bot_pause))
            with suppress(Refusal, DBAPIError):
                await self._happen(room_id, room.number, Happening("move", seat, action))

    def _set_clock(self, room: Room) -> None:
        running = self._clocks.pop(room.id, None)
        if running is not None:
            running.cancel()
        left = room.time_left(room.deciding)
        if left is not None and room.deciding is not None:
            loop = asyncio.get_running_loop()
            self._clocks[room.id] = loop.call_later(max(0.0, left), self._time_is_up, room.id, room.number)

    def _time_is_up(self, room_id: str, number: int) -> None:
        room = self.rooms.get(room_id)
        if room is None or room.number != number or room.deciding is None:
            return
        happening = Happening("timeout", room.deciding)
        task = asyncio.create_task(self._end_by_clock(room_id, number, happening))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_by_clock(self, room_id: str, number: int, happening: Happening) -> None:
        with suppress(Refusal):
            await self._happen(room_id, number, happening)

    # Afterwards

    async def rematch(self, room_id: str, token: str) -> str:
        """The next room: the same people, everybody one seat further; whoever asks second finds the same room."""
        async with self._locks[room_id]:
            room = await self.room(room_id)
            if room.seat_of(token) is None:
                raise Refusal("refused.no_seat", 403)
            if not room.over:
                raise Refusal("refused.not_over")
            if room.next_room:
                return room.next_room
            seats = [room.seats[(n + 1) % len(room.seats)] for n in range(len(room.seats))]
            made = Room(
                new_room_id(), room.variant, secrets.randbelow(LARGEST_SEED), seats, token, PLAYING, room.options
            )
            await self.store.add_room(_row(made), _seat_rows(made))
            await self.store.change_room(room_id, next_room=made.id)
            self.rooms[room_id] = replace(room, next_room=made.id)
        self._wake(room_id)
        return made.id

    async def play_on(self, room_id: str, token: str, name: str, number: int, seat: int) -> str:
        """A new room that goes on from a position of a finished game: one person, the others are bots."""
        room = await self.room(room_id)
        if not room.over or room.match is None:
            raise Refusal("refused.not_over")
        if not 0 <= seat < len(room.seats) or not 0 <= number <= len(room.match.steps):
            raise Refusal("refused.no_such_moment", 422)
        seats = [_bot(title) for title in room.variant.seats]
        seats[seat] = Seat(PERSON, clean(name, LONGEST_NAME, "name"), "", token)
        made = Room(new_room_id(), room.variant, room.seed, seats, token, PLAYING, {}, room.position)
        actions = [(step.seat, step.action) for step in room.match.steps[:number]]
        await self.store.add_room(_row(made), _seat_rows(made), actions)
        return made.id

    async def upload(self, record: object, token: str) -> str:
        """A room to look at the game of a record."""
        match = await asyncio.to_thread(match_of, check_record(record), self._by_record)
        seats = [Seat(PERSON, name[:LONGEST_NAME]) for name in match.names]
        made = Room(new_room_id(), match.variant, match.seed, seats, token, OVER, {}, match.position)
        actions = [(step.seat, step.action) for step in match.steps]
        await self.store.add_room(_row(made), _seat_rows(made), actions)
        return made.id

    def _by_record(self, name: str) -> Game:
        return self.game(name)

    async def record(self, room_id: str) -> dict[str, Any]:
        """The record of a finished game; of a running one it would tell what is in the deck."""
        room = await self.room(room_id)
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        names = [seat.level if seat.kind == BOT else seat.name for seat in room.seats]
        return record_of(room.match) | {"seats": names}


def bots_for(variant: Variant, me: int = 0, level: str = DEFAULT_LEVEL) -> list[Seat]:
    """One person, and bots in all other seats."""
    return [Seat(PERSON) if n == me else _bot(title, level) for n, title in enumerate(variant.seats)]


def _bot(title: str, level: str = DEFAULT_LEVEL) -> Seat:
    if level not in LEVELS:
        raise Refusal("refused.no_level", 422, level=level[:40], known=", ".join(LEVELS))
    return Seat(BOT, f"Bot {title} ({level})", level)


def _arranged(room: Room, number: int, wanted: Seat) -> Seat:
    if wanted.kind == BOT:
        return _bot(str(number + 1), wanted.level)
    sitting = room.seats[number] if number < len(room.seats) else Seat()
    return sitting if sitting.kind == PERSON and wanted.kind == PERSON else Seat()


def _room_of(row: RoomRow, seats: Sequence[SeatRow], variant: Variant) -> Room:
    sitting = [Seat(seat.kind, seat.name, seat.level, seat.token) for seat in seats]
    return Room(
        row.id, variant, row.seed, sitting, row.host, row.status, row.options, row.position, next_room=row.next_room
    )


def _row(room: Room) -> RoomRow:
    variant = room.variant
    return RoomRow(
        id=room.id,
        game=variant.game.name,
        edition=variant.edition,
        players=variant.players,
        changes=dict(variant.changes),
        options=dict(room.options),
        rules=variant.game.rules_version,
        cards=variant.cards_version,
        seed=room.seed,
        position=dict(room.position) if room.position is not None else None,
        host=room.host,
        status=room.status,
        next_room=None,
        created=datetime.now(UTC),
    )


def _seat_rows(room: Room) -> list[SeatRow]:
    return [
        SeatRow(room=room.id, number=n, kind=seat.kind, name=seat.name, level=seat.level, token=seat.token)
        for n, seat in enumerate(room.seats)
    ]


def _happening(row: EventRow) -> Happening:
    return Happening(row.kind, row.seat, row.value, row.at)
