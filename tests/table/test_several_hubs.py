"""Two hubs on one database, as two servers are: what races, what is not heard, and what nobody knows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tablewright.games import names
from tablewright.table import gathering
from tablewright.table.errors import Refusal
from tablewright.table.hub import Hub, Watcher
from tablewright.table.rooms import OPEN, PERSON, Happening, Room, Seat
from tablewright.table.settings import Settings
from tablewright.table.store import Store


@asynccontextmanager
async def hubs(path: Path) -> AsyncIterator[tuple[Hub, Hub]]:
    url = f"sqlite:///{path}"
    await asyncio.to_thread(Store(url).upgrade)
    games = {name: name for name in names()}
    one, two = (Hub(Store(url), Settings(database=url, bot_processes=0), games) for _ in range(2))
    try:
        yield one, two
    finally:
        await one.close()
        await two.close()


def run(tmp_path: Path, test: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    async def within() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            await test(one, two)

    asyncio.run(within())


async def gathered(hub: Hub, guests: int = 1) -> Room:
    seats = [Seat(PERSON), *(Seat(OPEN) for _ in range(guests))]
    return await gathering.create(hub, hub.variant("menagerie", guests + 1), "host", "Host", seats)


async def begun(hub: Hub) -> Room:
    seats = [Seat(PERSON), Seat(PERSON, "two", "", "t2")]
    return await gathering.create(hub, hub.variant("matrix"), "t1", "one", seats, start=True)


async def move(hub: Hub, room_id: str) -> Room:
    room = await hub.room(room_id)
    assert room.deciding is not None
    assert room.match is not None
    return await hub.happen(room_id, room.number, Happening("move", room.deciding, room.match.legal_ids[0]))


def test_whoever_was_told_that_they_sit_does_sit(tmp_path: Path) -> None:
    """The host arranges the table while people sit down, at either server."""

    async def race(one: Hub, two: Hub) -> None:
        for turn in range(5):
            room = await gathered(one, 3)
            wanted = {"seat0": "person", "seat1": "open", "seat2": "open", "seat3": "open"}
            wanted |= {"chat": "on" if turn % 2 else "off", "revision": str(room.revision)}
            joins = [gathering.join(hub, room.id, f"g{n}", f"G{n}") for n, hub in enumerate((one, two, two))]
            arranging = [gathering.arrange(one, room.id, "host", wanted) for _ in range(3)]
            done = await asyncio.gather(*joins, *arranging, return_exceptions=True)
            await two.reread(room.id)
            sitting = [seat.token for seat in (await two.room(room.id)).seats]
            for number, seat in enumerate(done[:3]):
                assert isinstance(seat, int | Refusal)
                assert not isinstance(seat, int) or sitting[seat] == f"g{number}"
            assert all(answer is None or isinstance(answer, Refusal) for answer in done[3:])

    run(tmp_path, race)


def test_the_host_still_frees_a_seat_that_was_looked_at(tmp_path: Path) -> None:
    async def free(one: Hub, two: Hub) -> None:
        room = await gathered(one)
        await gathering.join(two, room.id, "guest", "Guest")
        await one.reread(room.id)
        freed = {"seat0": "person", "seat1": "open"}
        with pytest.raises(Refusal, match="sat_down"):
            await gathering.arrange(one, room.id, "host", freed | {"revision": str(room.revision)})
        seen = (await one.room(room.id)).revision
        await gathering.arrange(one, room.id, "host", freed | {"revision": str(seen)})
        assert (await one.room(room.id)).seats[1].kind == OPEN

    run(tmp_path, free)


def test_nobody_sits_down_in_a_room_that_begins(tmp_path: Path) -> None:
    async def late(one: Hub, two: Hub) -> None:
        room = await gathered(one)
        await two.room(room.id)
        await gathering.arrange(one, room.id, "host", {"seat1": "bot:easy"})
        await gathering.start(one, room.id, "host")
        with pytest.raises(Refusal, match="started"):
            await gathering.join(two, room.id, "guest", "Guest")

    run(tmp_path, late)


def test_both_find_the_same_rematch(tmp_path: Path) -> None:
    async def again(one: Hub, two: Hub) -> None:
        room = await begun(one)
        await two.room(room.id)
        await one.happen(room.id, 0, Happening("concede", 0))
        await two.reread(room.id)
        rooms = await asyncio.gather(*(gathering.rematch(h, room.id, t) for h, t in ((one, "t1"), (two, "t2"))))
        assert len(set(rooms)) == 1
        assert (await one.room(rooms[0])).status == "playing"

    run(tmp_path, again)


@pytest.mark.parametrize("heard", [True, False], ids=["heard", "nothing-is-heard"])
def test_a_room_that_is_being_read_while_it_changes_is_not_an_old_one(tmp_path: Path, heard: bool) -> None:
    async def stale(one: Hub, two: Hub) -> None:
        room = await begun(two)
        began, gate, real = asyncio.Event(), asyncio.Event(), one.store.events

        async def slow(*about: Any) -> Any:
            rows = await real(*about)
            began.set()
            await gate.wait()
            return rows

        one.store.events = slow  # type: ignore[method-assign, assignment]
        reading = asyncio.create_task(one.room(room.id))
        await began.wait()
        await move(two, room.id)
        await (one.refresh(room.id) if heard else one.refresh_all())
        gate.set()
        assert (await reading).number == 1

    run(tmp_path, stale)


def test_a_commit_without_an_answer_is_shown_to_every_page(tmp_path: Path) -> None:
    async def doubt(one: Hub, _: Hub) -> None:
        room = await begun(one)
        page, real = Watcher("t2"), one.store.writer._try
        one.watch(room.id, page)
        page.changed.clear()

        def committed_but_lost(entries: Any) -> Exception:
            real(entries)
            return OperationalError("commit", {}, Exception("the connection was lost"))

        one.store.writer._try = committed_but_lost  # type: ignore[method-assign]
        with pytest.raises(OperationalError):
            await move(one, room.id)
        one.store.writer._try = real  # type: ignore[method-assign]
        assert page.changed.is_set()
        assert (await one.room(room.id)).number == 1

    run(tmp_path, doubt)


def test_locks_of_rooms_do_not_pile_up(tmp_path: Path) -> None:
    async def many(one: Hub, _: Hub) -> None:
        for n in range(50):
            with pytest.raises(Refusal, match="no_room"):
                await one.order(f"{n:016x}", "t", "")
        assert len(one._locks) < 5

    run(tmp_path, many)


def test_fields_that_are_changed_at_the_same_time_all_hold(tmp_path: Path) -> None:
    async def race() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            room = await gathering.create(one, one.variant("wtactics"), "host", "Ann", [Seat(PERSON), Seat(OPEN)])
            fields = {
                "set.start_influence": "10",
                "set.turn_limit": "40",
                "clock": "5",
                "increment": "3",
                "chat": "off",
            }
            changes = [
                gathering.arrange(hub, room.id, "host", {name: value})
                for hub, (name, value) in zip([one, two, one, two, one], fields.items(), strict=True)
            ]
            await asyncio.gather(*changes)
            await one.reread(room.id)
            newest = await one.room(room.id)
            assert newest.variant.changes == {"start_influence": 10, "turn_limit": 40}
            assert newest.options == {"clock": 5, "increment": 3, "chat": False}

    asyncio.run(race())
