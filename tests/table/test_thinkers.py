"""The search thinks in a process of its own, in plain mode here: nothing is compiled for a test."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tablewright.bots.search import children
from tablewright.engine import MOST_PLAYERS, Match
from tablewright.games import load
from tablewright.table import bots, thinkers
from tablewright.table.bots import Advice
from tablewright.table.house import Answer
from tablewright.table.thinkers import Thinkers


def matrix(decisions: int) -> Match:
    match = Match(load("matrix").variant(), seed=4)
    for _ in range(decisions):
        match.play(match.legal_ids[0])
    return match


def test_house_rules_without_end_take_bounded_memory() -> None:
    """Every visitor may make rooms with house rules of their own, and the process that searches meets them all."""
    game = load("wtactics")
    for n in range(bots.MOST_VARIANTS + 10):
        match = Match(game.variant(changes={"start_influence": 10 + n % 31, "vp_to_win": 3 + n // 31}), 1)
        assert bots.question_of(match, 0).match().bytes == match.bytes
    assert bots._variant.cache_info().currsize == bots.MOST_VARIANTS


def test_without_processes_the_simple_bot_answers_at_once() -> None:
    thinkers = Thinkers(0)
    match = matrix(3)
    try:
        assert not thinkers.ready(match.variant)
        answer = asyncio.run(thinkers.decide(match, "hard"))
        assert answer.action in match.legal_ids
        assert not answer.failed
        assert asyncio.run(thinkers.judge(match, match.legal_ids[0], 100)) is None
    finally:
        thinkers.close()


def test_a_finished_game_is_judged_only_while_no_bot_has_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a bot does not wait for what is said of a game that is over."""
    thinkers, match, begun = Thinkers(1), matrix(3), list[str]()

    async def search(_: float, think: Callable[..., object], *about: object) -> None:
        begun.append(think.__name__)

    async def judged() -> None:
        await thinkers._free.acquire()  # a bot thinks
        judging = asyncio.create_task(thinkers.judge(match, match.legal_ids[0], 100))
        await asyncio.sleep(0.1)
        assert begun == []
        thinkers._free.release()
        await judging
        assert begun == ["judge"]

    monkeypatch.setattr(thinkers, "ready", lambda _: True)
    monkeypatch.setattr(thinkers, "_search", search)
    try:
        asyncio.run(judged())
    finally:
        thinkers.close()


def test_what_is_not_possible_is_not_played_and_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that answered so was asked again once a second for ever, and its room stood still."""
    thinkers, match = Thinkers(1), matrix(3)
    wrong = next(action for action in range(max(match.legal_ids) + 2) if action not in match.legal_ids)

    async def search(*_: object) -> int:
        return wrong

    monkeypatch.setattr(thinkers, "ready", lambda _: True)
    monkeypatch.setattr(thinkers, "_search", search)
    try:
        answer = asyncio.run(thinkers.decide(match, "medium"))
    finally:
        thinkers.close()
    assert answer.action in match.legal_ids
    assert answer.failed
    assert "which is not possible" in caplog.text


def test_the_search_answers_from_its_own_process() -> None:
    """In a fresh interpreter, as the choice of the plain mode is made once for a process."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_thinkers; test_thinkers.think()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        env=os.environ | {"TABLEWRIGHT_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


def think() -> None:
    asyncio.run(_think())


async def _think() -> None:
    thinkers, match = Thinkers(1), matrix(16)
    try:
        while not thinkers.ready(match.variant):
            await asyncio.sleep(0.01)
        answer = await thinkers.decide(match, "easy")
        assert answer.action in match.legal_ids
        assert not answer.failed
        advice = await thinkers.advise(match)
        assert isinstance(advice, Advice)
        assert advice.action in match.legal_ids
        assert advice.chance is not None
        for action in match.legal_ids:
            judged = await thinkers.judge(match, action, 100)
            assert judged is not None
            assert abs(sum(judged.chances) - 1) < 1e-6
            assert judged.best in match.legal_ids
            assert 0 <= judged.made <= 1
        assert match.seat is not None
        await thinkers.ponder(match, 1 - match.seat, "easy", "a room")
        pondered(match, 1 - match.seat)
    finally:
        thinkers.close()


def pondered(match: Match, seat: int) -> None:
    """A bot that thought in the other's time goes on from there; in another room it begins anew."""
    question = bots.question_of(match, seat, "a room")
    bots.ponder(question, "easy")
    variant = question.match().variant
    [before] = bots._bot("easy", "a room", seat)._searchers_for(variant, plain=True)
    node = max(children(before.tree, 0), key=lambda child: int(before.tree.visits[child]))
    known = int(before.tree.visits[node])
    match.play(int(before.tree.key[node]) // MOST_PLAYERS)
    assert known > 0
    assert match.seat == seat
    for room in ("a room", "another"):
        assert bots.search(bots.question_of(match, seat, room), "easy") in match.legal_ids
        [after] = bots._bot("easy", room, seat)._searchers_for(variant, plain=True)
        assert int(after.tree.visits[0]) == 1 + (known if room == "a room" else 0)


# What a process that searches may do


def hang(*_: object) -> int:
    time.sleep(3600)
    return 0


def die(*_: object) -> int:
    os._exit(1)


def first(*_: object) -> int:
    return 0


def lowest(*_: object) -> int:
    return matrix(3).legal_ids[0]


async def until_ready(search: Thinkers, match: Match) -> None:
    async with asyncio.timeout(600):
        while not search.ready(match.variant):
            await asyncio.sleep(0.02)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    """A search that needs no compiler."""
    monkeypatch.setattr(Thinkers, "_compile", lambda self, game: None)
    monkeypatch.setattr(bots, "warm", first)
    monkeypatch.setattr(thinkers, "AGAIN", 0.0)
    return Thinkers(1)


@pytest.mark.parametrize("fault", [pytest.param(hang, marks=pytest.mark.slow), die])
def test_a_search_that_hangs_or_is_killed_is_replaced(
    search: Thinkers, monkeypatch: pytest.MonkeyPatch, fault: object
) -> None:
    async def play() -> None:
        match = matrix(3)
        await until_ready(search, match)
        monkeypatch.setattr(thinkers, "SECONDS_A_MOVE", 3.0)
        monkeypatch.setattr(bots, "search", fault)
        answer = await search.decide(match, "hard")
        assert answer.failed
        assert answer.action in match.legal_ids
        monkeypatch.setattr(thinkers, "SECONDS_A_MOVE", 120.0)
        monkeypatch.setattr(bots, "search", lowest)
        await until_ready(search, match)
        assert await search.decide(match, "hard") == Answer(match.legal_ids[0])

    try:
        asyncio.run(play())
    finally:
        search.close()


@pytest.mark.parametrize("fault", [pytest.param(hang, marks=pytest.mark.slow), die])
def test_a_search_that_does_not_come_to_be_ready_is_tried_again(
    search: Thinkers, monkeypatch: pytest.MonkeyPatch, fault: object
) -> None:
    async def play() -> None:
        match = matrix(3)
        monkeypatch.setattr(thinkers, "SECONDS_TO_WARM", 1.0)
        monkeypatch.setattr(bots, "warm", fault)
        async with asyncio.timeout(600):
            while not search._failed:
                assert not search.ready(match.variant)
                await asyncio.sleep(0.02)
        monkeypatch.setattr(thinkers, "SECONDS_TO_WARM", 120.0)
        monkeypatch.setattr(bots, "warm", first)
        await until_ready(search, match)

    try:
        asyncio.run(play())
    finally:
        search.close()


def test_many_who_ask_for_advice_do_not_keep_bots_waiting(search: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def think(_: object, what: Callable[..., object], *about: object) -> int:
        async with search._free:
            order.append(what.__name__)
            await asyncio.sleep(0)
        return matrix(3).legal_ids[0]

    async def ask() -> None:
        match = matrix(3)
        asking = [asyncio.create_task(search.advise(match)) for _ in range(20)]
        await asyncio.sleep(0)
        bot = asyncio.create_task(search.decide(match, "hard"))
        await asyncio.gather(*asking, bot)

    monkeypatch.setattr(search, "ready", lambda _: True)
    monkeypatch.setattr(search, "_search", think)
    try:
        asyncio.run(ask())
    finally:
        search.close()
    assert order.index("search") <= 2


def test_who_waits_too_long_for_a_process_gets_a_simple_move(search: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        match = matrix(3)
        await until_ready(search, match)
        monkeypatch.setattr(thinkers, "SECONDS_TO_WAIT", 0.05)
        await search._free.acquire()
        answer = await search.decide(match, "hard")
        assert answer.failed
        assert answer.action in match.legal_ids

    try:
        asyncio.run(play())
    finally:
        search.close()
