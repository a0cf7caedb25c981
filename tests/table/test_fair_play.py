"""No request of one player makes another's move late; a free take-back tells nothing."""

import os
import random

import pytest

from tablewright.engine import Match
from tablewright.engine.chance import mixed
from tablewright.games import load, names
from tablewright.table.errors import Refusal
from tablewright.table.rooms import BOT, PERSON, PLAYING, Happening, Room, Seat

GAMES = int(os.environ.get("TABLEWRIGHT_TAKE_BACKS", "2"))
MOVES = 80
WORLDS = 2


def begun(game: str, *kinds: str, seed: int = 5) -> Room:
    seats = [Seat(kind, f"P{n}", "easy" if kind == BOT else "", f"t{n}") for n, kind in enumerate(kinds)]
    room = Room("r", load(game).variant(len(kinds)), seed, seats, "t0", PLAYING)
    room.begin()
    return room


def handed_over(room: Room) -> tuple[Room, int, int]:
    """The room after moves until another person decides; who moved last, and who decides."""
    mover = room.deciding
    while room.deciding == mover:
        room = happened(room, "move", mover, legal(room)[0])
    assert mover is not None
    assert room.deciding is not None
    return room, mover, room.deciding


def legal(room: Room) -> list[int]:
    assert room.match is not None
    return list(room.match.legal_ids)


def happened(room: Room, kind: str, seat: int | None, value: int = 0, number: int | None = None) -> Room:
    assert seat is not None
    return room.after(room.check(room.number if number is None else number, Happening(kind, seat, value)))


def test_a_second_question_is_refused_while_one_is_open() -> None:
    room, mover, _ = handed_over(begun("matrix", PERSON, PERSON))
    asked = happened(room, "ask", mover)
    with pytest.raises(Refusal, match="asked_already"):
        happened(asked, "ask", mover)


def test_what_was_refused_is_not_asked_again_before_the_next_move() -> None:
    room, mover, other = handed_over(begun("matrix", PERSON, PERSON))
    refused = happened(happened(room, "ask", mover), "refuse", other)
    with pytest.raises(Refusal, match="asked_already"):
        happened(refused, "ask", mover)
    moved = happened(refused, "move", other, legal(refused)[0])
    assert moved.take_back(mover) is not None
    assert happened(moved, "ask", mover).asked is not None


def test_a_question_makes_nobodys_move_late() -> None:
    room, mover, other = handed_over(begun("matrix", PERSON, PERSON))
    seen, action = room.number, legal(room)[0]
    asked = happened(room, "ask", mover)
    moved = happened(asked, "move", other, action, number=seen)
    assert moved.match is not None
    assert moved.match.steps[-1].action == action
    with pytest.raises(Refusal, match="stale"):
        happened(moved, "move", moved.deciding, legal(moved)[0], number=seen)


def test_giving_up_makes_nobodys_move_late() -> None:
    room = begun("menagerie", PERSON, PERSON, PERSON)
    decides, seen, action = room.deciding, room.number, legal(room)[0]
    assert decides is not None
    room = happened(room, "concede", (decides + 1) % 3)
    assert happened(room, "move", decides, action, number=seen).number == seen + 2


def test_an_answer_is_to_the_question_that_was_seen() -> None:
    room, mover, other = handed_over(begun("matrix", PERSON, PERSON))
    before = room.number
    asked = happened(room, "ask", mover)
    with pytest.raises(Refusal, match="not_asked"):
        happened(asked, "agree", other, number=before)
    assert happened(asked, "agree", other).asked is None


def test_everybody_may_answer_what_they_saw_at_the_same_time() -> None:
    room, mover, _ = handed_over(begun("menagerie", PERSON, PERSON, PERSON))
    asked = happened(room, "ask", mover)
    first, second = [seat for seat in range(3) if seat != mover]
    one = happened(asked, "agree", first)
    both = happened(one, "agree", second, number=asked.number)
    assert both.asked is None
    assert len(both.match.steps if both.match else ()) < len(room.match.steps if room.match else ())


def test_what_a_bot_answered_is_not_taken_back_for_nothing() -> None:
    room, free = begun("menagerie", PERSON, PERSON, BOT, seed=3), 0
    for _ in range(MOVES):
        mover = room.deciding
        if mover is None:
            break
        room = happened(room, "move", mover, legal(room)[0])
        assert room.match is not None
        for seat in room.people:
            take_back = room.take_back(seat)
            if take_back is not None and take_back.free:
                assert {step.seat for step in room.match.steps[take_back.keep :]} == {seat}
                free += 1
    assert free > 0


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, GAMES))])
def test_a_free_take_back_tells_nothing(game: str, seed: int) -> None:
    """In every world that the seat cannot tell from the real one, the same move leads to the same sight."""
    variant, chance, free = load(game).variant(), random.Random(seed), 0
    room = begun(game, *[PERSON] * variant.players, seed=seed)
    for _ in range(MOVES):
        if room.over:
            room = begun(game, *[PERSON] * variant.players, seed=chance.randrange(2**40))
        match, mover = room.match, room.deciding
        if match is None or mover is None:
            break
        action = chance.choice(legal(room))
        room = room.after(Happening("move", mover, action))
        take_back = room.take_back(mover)
        if take_back is not None and take_back.free and room.match is not None:
            free += 1
            seen = sight(room.match, mover)
            for _ in range(WORLDS):
                assert led_to(match, match.state, mover, action, chance.randrange(2**40)) == seen
    assert free > 0


def led_to(match: Match, before: object, seat: int, action: int, salt: int) -> dict[str, object]:
    """What the seat would see after its move, had another world been dealt that it could not tell from the real one."""
    world = match.game.state.copy(before)
    world.rng, real = mixed(salt, 11), world.rng
    match.game.rules.determinize(world, match.variant.cards, seat)
    world.rng = real
    other = Match(match.variant, 0, names=match.names)
    other.state = world
    other.play(action)
    return sight(other, seat)


def sight(match: Match, seat: int) -> dict[str, object]:
    """What a seat sees now; what was decided before is the same in all worlds."""
    return {key: value for key, value in match.view(seat).to_json().items() if key != "history"}
