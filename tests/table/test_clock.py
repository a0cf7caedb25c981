"""The server's own clock, and what it charges to players."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tablewright.games import names
from tablewright.table import gathering
from tablewright.table.clock import LONGEST, Clock
from tablewright.table.hub import Hub
from tablewright.table.painting import Painter
from tablewright.table.rooms import PERSON, Happening, Room, Seat
from tablewright.table.settings import Settings
from tablewright.table.store import Store


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time

    def turn(self, clock: Clock, seconds: int) -> None:
        for _ in range(seconds):
            self.time += 1
            clock.now()


def test_a_pause_of_the_server_is_no_time() -> None:
    hand = Hand()
    clock = Clock(hand)
    hand.turn(clock, 10)
    assert clock.now() == 10
    hand.time += 600
    assert clock.now() == 10 + LONGEST


async def opened(path: Path, hand: Hand) -> Hub:
    url = f"sqlite:///{path}"
    await asyncio.to_thread(Store(url).upgrade)
    hub = Hub(Store(url), Settings(database=url, bot_processes=0), {name: name for name in names()})
    hub.clock = Clock(hand)
    return hub


async def started(hub: Hub) -> Room:
    seats = [Seat(PERSON), Seat(PERSON, "two", "", "t2")]
    return await gathering.create(hub, hub.variant("matrix"), "t1", "one", seats, {"clock": 5}, start=True)


async def move(hub: Hub, room_id: str) -> Room:
    room = await hub.room(room_id)
    assert room.deciding is not None
    assert room.match is not None
    return await hub.happen(room_id, room.number, Happening("move", room.deciding, room.match.legal_ids[0]))


def test_whoever_decides_is_charged(tmp_path: Path) -> None:
    async def play() -> tuple[list[float], list[float]]:
        hand, thought = Hand(), [0.0, 0.0]
        hub = await opened(tmp_path / "t.db", hand)
        room = await started(hub)
        for seconds in range(1, 9):
            assert room.deciding is not None
            room.time_left(room.deciding, hub.clock.now())
            hand.turn(hub.clock, seconds)
            thought[room.deciding] += seconds
            room = await move(hub, room.id)
        await hub.close()
        return room.used, thought

    used, thought = asyncio.run(play())
    assert used == thought
    assert all(thought), "both have decided"


def test_thinking_is_charged_and_downtime_is_not(tmp_path: Path) -> None:
    async def play() -> tuple[float, float]:
        hand = Hand()
        hub = await opened(tmp_path / "t.db", hand)
        room = await started(hub)
        room.time_left(room.deciding, hub.clock.now())
        hand.turn(hub.clock, 20)
        used = sum((await move(hub, room.id)).used)
        await hub.close()
        hand.time += 10_000  # nobody serves
        later = await opened(tmp_path / "t.db", hand)
        again = await later.room(room.id)
        left = again.time_left(again.deciding, later.clock.now())
        await later.close()
        assert left is not None
        return used, left + again.used[again.deciding or 0]

    assert asyncio.run(play()) == (20.0, 300.0)


def test_a_jump_of_the_clock_on_the_wall_is_no_time(tmp_path: Path) -> None:
    """An hour forwards, then two back: only what the server measured itself counts."""

    async def play() -> list[float]:
        hand, wall = Hand(), datetime(2030, 1, 1, 12, tzinfo=UTC)
        hub = await opened(tmp_path / "t.db", hand)
        room = await started(hub)
        room.time_left(room.deciding, hub.clock.now())
        for hours in (1, -2, 0):
            wall += timedelta(hours=hours)
            hand.turn(hub.clock, 5)
            room = await hub.room(room.id)
            assert room.deciding is not None
            assert room.match is not None
            happening = Happening("move", room.deciding, room.match.legal_ids[0], at=wall)
            room = await hub.happen(room.id, room.number, happening)
            room.time_left(room.deciding, hub.clock.now())
        await hub.close()
        return room.used

    assert sum(asyncio.run(play())) == 15.0


def test_reading_a_room_anew_gives_no_time_back(tmp_path: Path) -> None:
    async def play() -> float:
        hand = Hand()
        hub = await opened(tmp_path / "t.db", hand)
        room = await started(hub)
        room.time_left(room.deciding, hub.clock.now())
        hand.turn(hub.clock, 20)
        await hub.refresh(room.id)  # somebody has chatted at another server
        again = await hub.room(room.id)
        left = again.time_left(again.deciding, hub.clock.now())
        await hub.close()
        assert left is not None
        return left

    assert asyncio.run(play()) == 280.0


def test_the_end_by_the_clock_says_whose_time_was_up(tmp_path: Path) -> None:
    """To the one who was too slow, to the other, and with the clock at nothing instead of at its beginning."""

    async def play() -> tuple[list[str], float | None]:
        hand = Hand()
        hub = await opened(tmp_path / "t.db", hand)
        room = await started(hub)
        late = room.deciding
        assert late is not None
        room.time_left(late, hub.clock.now())
        hand.turn(hub.clock, 301)
        room = await hub.happen(room.id, room.number, Happening("timeout", late))
        seats = (late, 1 - late)
        shown = [Painter(room, seat, f"t{seat + 1}", "en", "").parts(hub.present(room), [])["status"] for seat in seats]
        left = room.time_left(late, hub.clock.now())
        name = room.seats[late].name
        await hub.close()
        return [text.replace(name, "NAME") for text in shown], left

    (loser, winner), left = asyncio.run(play())
    assert "You have run out of time." in loser
    assert "You win." in winner
    assert "NAME has run out of time." in winner
    assert "plays a card" not in winner
    assert left == 0
