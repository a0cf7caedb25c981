"""What follows from the events of a room."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tablewright.engine import Match
from tablewright.games import load
from tablewright.table.errors import Refusal
from tablewright.table.rooms import BOT, PERSON, PLAYING, Happening, Room, Seat


def made(*kinds: str, seed: int = 7, **options: object) -> Room:
    seats = [Seat(kind, f"{kind} {n}", "easy" if kind == BOT else "", f"t{n}") for n, kind in enumerate(kinds)]
    variant = load("matrix").variant(len(kinds))
    room = Room("r", variant, seed, seats, "t0", PLAYING, options)
    room.begin()
    return room


def move(room: Room, place: int = 0) -> Room:
    assert room.match is not None
    assert room.match.seat is not None
    happening = Happening("move", room.match.seat, room.match.legal_ids[place])
    return room.after(room.check(room.number, happening))


def match(room: Room) -> Match:
    assert room.match is not None
    return room.match


def test_the_next_room_leaves_this_one_as_it_is() -> None:
    room = made(PERSON, PERSON)
    before = match(room).bytes
    then = move(room)
    assert (room.number, match(room).bytes, len(match(room).steps)) == (0, before, 0)
    assert (then.number, len(match(then).steps)) == (1, 1)
    assert match(then).bytes != before


def test_the_same_events_give_the_same_room() -> None:
    room, again = made(PERSON, PERSON), made(PERSON, PERSON)
    events = []
    for place in (3, 1, 4, 1, 5):
        seat = room.deciding
        assert seat is not None
        events.append(Happening("move", seat, match(room).legal_ids[place]))
        room = room.after(events[-1])
    again.replay(events)
    assert match(again).bytes == match(room).bytes
    assert again.log(0) == room.log(0)


@pytest.mark.parametrize(
    ("number", "seat_off", "value", "key"),
    [(5, 0, None, "stale"), (0, 1, None, "not_your_turn"), (0, 0, 10**6, "illegal")],
)
def test_moves_that_are_refused(number: int, seat_off: int, value: int | None, key: str) -> None:
    room = made(PERSON, PERSON)
    assert room.deciding is not None
    action = match(room).legal_ids[0] if value is None else value
    with pytest.raises(Refusal) as caught:
        room.check(number, Happening("move", (room.deciding + seat_off) % 2, action))
    assert caught.value.key == f"refused.{key}"


def test_taking_back_against_bots_is_free() -> None:
    room = made(PERSON, BOT)
    while room.deciding != 0:
        room = move(room)
    start = match(room).bytes
    room = move(room)
    while room.deciding != 0:
        room = move(room)
    take_back = room.take_back(0)
    assert take_back is not None
    assert take_back.free
    then = room.after(room.check(room.number, Happening("ask", 0)))
    assert match(then).bytes == start
    assert then.number == room.number + 1
    assert then.log(0) == room.log(0)[: len(match(then).steps)]


def test_taking_back_from_a_person_needs_consent() -> None:
    room = made(PERSON, PERSON)
    mover = room.deciding
    assert mover is not None
    before = match(room).bytes
    room = move(room)
    if room.deciding == mover:
        room = move(room)
    take_back = room.take_back(mover)
    assert take_back is not None
    assert (take_back.free, take_back.reason) == (False, "undo.passed")
    asked = room.after(room.check(room.number, Happening("ask", mover)))
    assert len(match(asked).steps) == len(match(room).steps)
    assert asked.must_agree(1 - mover)
    assert not asked.must_agree(mover)
    agreed = asked.after(asked.check(asked.number, Happening("agree", 1 - mover)))
    assert len(match(agreed).steps) == take_back.keep
    assert take_back.keep > 0 or match(agreed).bytes == before
    refused = asked.after(asked.check(asked.number, Happening("refuse", 1 - mover)))
    assert refused.asked is None
    assert len(match(refused).steps) == len(match(room).steps)


def test_a_move_answers_the_question_too() -> None:
    room = made(PERSON, PERSON)
    mover = room.deciding
    assert mover is not None
    room = move(room)
    asked = room.after(room.check(room.number, Happening("ask", mover)))
    assert move(asked).asked is None


def test_chance_and_revelations_stop_free_taking_back() -> None:
    room = made(PERSON, PERSON)
    mover = room.deciding
    assert mover is not None
    room = move(room)
    step = match(room).steps[-1]
    assert room._why_not_free(mover, [replace(step, drew=True)]) == "undo.chance"
    revealing = replace(step, drew=False, events=((-1, mover, 0, 0),))
    assert room._why_not_free(mover, [revealing]) == "undo.revealed"


def test_nobody_can_agree_to_nothing() -> None:
    room = made(PERSON, PERSON)
    with pytest.raises(Refusal, match="not_asked"):
        room.check(0, Happening("agree", 1))
    with pytest.raises(Refusal, match="nothing_to_undo"):
        room.check(0, Happening("ask", 1))


def test_giving_up_ends_a_duel_and_hands_a_larger_game_to_a_bot() -> None:
    duel = made(PERSON, PERSON).after(Happening("concede", 0))
    assert duel.over
    assert duel.winners == (1,)
    with pytest.raises(Refusal, match="over"):
        duel.check(duel.number, Happening("concede", 1))
    four = made(PERSON, PERSON, PERSON, PERSON)
    loser = four.deciding
    assert loser is not None
    four = four.after(Happening("concede", loser))
    assert not four.over
    assert four.bot_to_move == loser


def test_the_clock_runs_for_whoever_decides() -> None:
    room = made(PERSON, PERSON, clock=5)
    assert room.deciding is not None
    assert room.time_left(room.deciding, now=100.0) == 300
    assert room.time_left(room.deciding, now=110.0) == 290
    assert room.time_left(1 - room.deciding, now=110.0) == 300
    assert made(PERSON, PERSON).time_left(0, now=100.0) is None


def test_dates_charge_nobody_who_was_measured() -> None:
    """The date of an event may be far from the one before: the server was down, or its clock was set."""
    room, then = made(PERSON, PERSON, clock=5), datetime(2030, 1, 1, tzinfo=UTC)
    for date in (then, then + timedelta(hours=3), then - timedelta(hours=3)):
        seat = room.deciding
        assert seat is not None
        room = room.after(Happening("move", seat, match(room).legal_ids[0], date, spent=2.0))
    assert sum(room.used) == 6.0
    assert room.time_left(room.deciding, now=5.0) == 300 - room.used[room.deciding or 0]
