"""Ratings: counted once, only among those who want it, and never for a game that proves nothing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from table_helpers import friends, new_game, stranger
from test_several_hubs import hubs

from tablewright.games import load
from tablewright.table import gathering
from tablewright.table.errors import Refusal
from tablewright.table.hub import Hub
from tablewright.table.ratings import rerated
from tablewright.table.rooms import BOT, PERSON, PLAYING, Happening, Room, Seat
from tablewright.table.schema import RatingRow


async def duel(hub: Hub, *, wanted: tuple[bool, bool] = (True, True), tokens: tuple[str, str] = ("t1", "t2")) -> Room:
    seats = [Seat(PERSON), Seat("open")]
    room = await gathering.create(hub, hub.variant("matrix"), tokens[0], "One", seats, rated=wanted[0])
    if tokens[0] != tokens[1]:
        await gathering.join(hub, room.id, tokens[1], "Two", None, wanted[1])
    else:
        await gathering.arrange(hub, room.id, tokens[0], {"seat1": "here"})
    await gathering.start(hub, room.id, tokens[0])
    return await hub.room(room.id)


async def rows(hub: Hub) -> dict[str, RatingRow]:
    return {row.player: row for row in await hub.store.ratings(50)}


def test_the_end_counts_once_although_two_servers_see_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            room = await duel(one)
            await two.room(room.id)
            giving_up = [hub.happen(room.id, 0, Happening("concede", 0)) for hub in (one, two)]
            done = await asyncio.gather(*giving_up, return_exceptions=True)
            assert sorted(isinstance(answer, Refusal) for answer in done) == [False, True]
            found = await rows(two)
            assert {row.games for row in found.values()} == {1}
            assert found["t2"].mu > 25 > found["t1"].mu
            assert found["t2"].sigma < 25 / 3
            assert (found["t1"].name, found["t2"].name) == ("One", "Two")

    asyncio.run(play())


def test_ratings_of_many_games_that_end_together_add_up(tmp_path: Path) -> None:
    """Two servers, the same two people in five rooms: nobody's change is lost."""

    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            rooms = [await duel(one) for _ in range(5)]
            ends = [hub.happen(r.id, 0, Happening("concede", 0)) for r, hub in zip(rooms, [one, two] * 3, strict=False)]
            await asyncio.gather(*ends)
            before = [(25.0, 25 / 3), (25.0, 25 / 3)]
            for _ in rooms:
                before = rerated(before, [1, 0])
            found = await rows(one)
            assert [row.games for row in found.values()] == [5, 5]
            assert found["t2"].mu == pytest.approx(before[1][0])
            assert found["t2"].sigma == pytest.approx(before[1][1])

    asyncio.run(play())


@pytest.mark.parametrize(
    "how",
    [{"wanted": (True, False)}, {"wanted": (False, True)}, {"tokens": ("t1", "t1")}],
    ids=["guest does not want", "host does not want", "both at one screen"],
)
def test_a_game_that_somebody_does_not_want_to_count_does_not(tmp_path: Path, how: Any) -> None:
    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (hub, _):
            room = await duel(hub, **how)
            assert not room.rated
            await hub.happen(room.id, 0, Happening("concede", 0))
            assert await rows(hub) == {}

    asyncio.run(play())


def test_house_rules_and_games_that_are_played_on_do_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (hub, _):
            seats = [Seat(PERSON), Seat(BOT, level="easy")]
            fast = hub.variant("matrix", changes={"rounds": 5})
            house = await gathering.create(hub, fast, "t1", "One", seats, start=True, rated=True)
            usual = await gathering.create(hub, hub.variant("matrix"), "t1", "One", seats, start=True, rated=True)
            assert (house.rated, usual.rated) == (False, True)
            assert (usual.hints, house.hints) == (False, True)
            await give_up(hub, usual.id)
            on = await hub.room(await gathering.play_on(hub, usual.id, "t1", "One", 0, 0))
            assert not on.rated
            lesson = await hub.room(await gathering.teach(hub, hub.game("matrix"), "t1", "One"))
            assert not lesson.rated
            found = await rows(hub)
            assert set(found) == {"t1", "bot:easy"}

    asyncio.run(play())


@pytest.mark.parametrize(("rated", "known"), [(True, None), (False, "undo.only_bots")])
def test_a_rated_game_against_bots_takes_nothing_back_that_has_shown_something(rated: bool, known: str | None) -> None:
    seats = [Seat(PERSON, "One", "", "t1", "", rated), Seat(BOT, "Ada", "easy")]
    room = Room("r", load("matrix").variant(2), 7, seats, "t1", PLAYING)
    room.begin()
    assert room.match is not None
    while {step.seat for step in room.match.steps} != {0, 1} or room.match.steps[-1].seat == 0:
        assert room.deciding is not None
        room.happen(Happening("move", room.deciding, room.match.legal_ids[0]))
    back = room.take_back(0)
    assert (back.reason if back else None) == known
    if rated:
        with pytest.raises(Refusal, match="nothing_to_undo"):
            room.check(room.number, Happening("ask", 0))


@pytest.mark.slow
def test_whoever_gives_up_in_a_larger_game_comes_last(tmp_path: Path) -> None:
    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (hub, _):
            seats = [Seat(PERSON), Seat("open"), Seat(BOT, level="easy")]
            variant = hub.variant("matrix", 3)
            room = await gathering.create(hub, variant, "t1", "One", seats, rated=True)
            await gathering.join(hub, room.id, "t2", "Two", None, True)
            await gathering.start(hub, room.id, "t1")
            await give_up(hub, room.id, moving=1)
            while not (now := await hub.room(room.id)).over:
                if now.deciding == 1 and now.match is not None:
                    await hub.happen(room.id, now.number, Happening("move", 1, now.match.legal_ids[0]))
                await asyncio.sleep(0.001)
            found = await rows(hub)
            assert found["t1"].mu < min(found["t2"].mu, found["bot:easy"].mu)

    asyncio.run(play())


def test_who_does_not_want_it_any_longer_is_not_listed(tmp_path: Path) -> None:
    """Neither now nor when a game ends that had begun."""

    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (hub, _):
            room = await duel(hub)
            await hub.store.show_ratings("t1", False)
            await hub.happen(room.id, 0, Happening("concede", 0))
            assert set(await rows(hub)) == {"t2"}
            await hub.store.show_ratings("t1", True)
            assert set(await rows(hub)) == {"t1", "t2"}

    asyncio.run(play())


def test_an_event_that_is_taken_changes_no_rating(tmp_path: Path) -> None:
    async def play() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            room = await duel(one)
            stale = await two.room(room.id)
            assert stale.match is not None
            await one.happen(room.id, 0, Happening("move", stale.deciding or 0, stale.match.legal_ids[0]))
            with pytest.raises(Refusal, match="stale"):
                await two.happen(room.id, 0, Happening("concede", 0))
            assert await rows(one) == {}

    asyncio.run(play())


async def give_up(hub: Hub, room: str, moving: int | None = None) -> None:
    """As soon as it is the person's turn: until then the bot may move at any moment, and `moving` moves."""
    while (now := hub.rooms[room]).deciding != 0:
        if now.deciding == moving and now.match is not None:
            await hub.happen(room, now.number, Happening("move", 1, now.match.legal_ids[0]))
        await asyncio.sleep(0.001)
    await hub.happen(room, hub.rooms[room].number, Happening("concede", 0))


def test_the_page_and_the_wish_of_a_browser(client: TestClient) -> None:
    assert "Let my games count" in client.get("/ratings").text
    unrated = new_game(client)
    assert "rated" not in client.get(unrated).text.partition("<main")[2].partition("status")[0]
    client.post("/ratings", data={"rated": "on"})
    room = new_game(client).rpartition("/")[2]
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    assert hub.rooms[room].rated
    assert client.portal is not None
    client.portal.call(give_up, hub, room)
    shown = client.get("/ratings").text
    assert "Bot, medium" in shown
    assert 'class="mine"' in shown
    assert "This game counts for the ratings." in client.get(f"/rooms/{room}").text
    client.post("/ratings", data={"rated": "off"})
    shown = client.get("/ratings").text
    assert "Bot, medium" in shown
    assert 'class="mine"' not in shown


def test_everybody_in_the_lobby_says_whether_it_counts(client: TestClient) -> None:
    room = friends(client)
    guest = stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/rated", data={"rated": "on"})
    assert "It counts if everybody wants it" in client.get(room).text
    guest.post(f"{room}/rated", data={"rated": "on"})
    assert "This game counts." in client.get(room).text
    assert stranger(client).post(f"{room}/rated", data={"rated": "on"}).status_code == 403


def test_old_ratings_of_people_are_forgotten_and_bots_stay(client: TestClient) -> None:
    client.post("/ratings", data={"rated": "on"})
    room = new_game(client).rpartition("/")[2]
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(give_up, hub, room)

    async def age_and_forget() -> set[str]:
        from datetime import UTC, datetime, timedelta

        async with hub.store.session() as session, session.begin():
            await session.execute(text("update ratings set at = '2001-01-01 00:00:00'"))
        long_ago = datetime.now(UTC) - timedelta(days=30)
        await hub.store.forget(long_ago, long_ago)
        return set(await rows(hub))

    assert client.portal.call(age_and_forget) == {"bot:medium"}
