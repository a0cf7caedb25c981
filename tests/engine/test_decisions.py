"""Declared decisions: rules, prompts and reasons that follow from them, beside the same game written out by hand."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine import Blocks, Decision, Decisions, Game, Match, Move, Moves, Reason, TablewrightError, rule
from tablewright.games import load

HANDMADE = str(Path(__file__).parent / "handmade")
BLOCKS = Blocks(play=3, done=1)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), choices=st.lists(st.integers(0, 99), max_size=12))
def test_what_follows_is_what_was_written_by_hand(seed: int, players: int, choices: list[int]) -> None:
    """Same legal moves, bytes, results, and the same words for the same things."""
    declared = Match(load(str(Path(__file__).parents[2] / "examples" / "tiny")).variant(players), seed)
    written = Match(load(HANDMADE).variant(players), seed)
    for choice in [*choices, *[0] * (12 - len(choices))]:
        assert declared.legal_ids == written.legal_ids
        assert declared.seat == written.seat
        seat = declared.seat or 0
        mine, other = declared.view(seat).table, written.view(seat).table
        assert mine.prompt == other.prompt
        assert mine.blocked == other.blocked
        assert declared.view(None).table.prompt == written.view(None).table.prompt
        action = declared.legal_ids[choice % len(declared.legal_ids)]
        declared.play(action)
        written.play(action)
        assert declared.bytes == written.bytes
    assert declared.outcome == written.outcome
    assert declared.view(0).table.prompt == written.view(0).table.prompt


@rule
def over(s: Any, k: Any) -> int:
    return s.over  # type: ignore[no-any-return]


@rule
def options(s: Any, m: Any) -> int:
    m.a[m.n] = 3
    m.n += 1
    return 0


@rule
def high(a: int, p: int) -> int:
    return 1 if a > p else 0


@rule
def count(s: Any, a: int) -> int:
    s.count += a
    return 0


@rule
def strange(s: Any, x: int) -> int:
    return 0


class Position:
    """A state that is only looked at."""

    def __init__(self, asked: int, seat: int) -> None:
        self.asked, self.seat, self.count, self.over = asked, seat, 0, 0
        self.kept: list[int] = []


FIRST = Decision(
    name="play",
    clause="X-1.1",
    prompt="Play.",
    blocks=("play",),
    refuses=high,
    reasons=("too high",),
    answer=count,
    ask=1,
)
SECOND = Decision(name="end", clause="X-1.2", prompt="End.", options=options, answer=count, ask=2)


def both(**more: Any) -> Decisions:
    return Decisions(FIRST, SECOND, blocks=BLOCKS, by="seat", asked="asked", over=over, **more)


def test_the_pending_decision_says_what_is_legal_and_what_an_answer_does() -> None:
    rules, moves = both(after=count).module, Moves.plain()
    assert rules.legal(Position(1, 1), None, moves) == 2
    assert moves.a[:2] == [0, 1]
    assert rules.legal(Position(2, 1), None, moves) == 1
    assert moves.a[0] == 3
    at = Position(2, 0)
    rules.apply(at, None, 3)
    assert at.count == 6  # by the answer, and by what comes after every answer


@rule
def keep(s: Any, a: int) -> None:
    s.kept.append(a)


def test_whole_blocks_are_offered_also_into_the_state() -> None:
    whole = Decision("whole", "X-1.3", blocks=("play", "done"), answer=count)
    assert whole.prompt == "ask.whole"
    moves, at = Moves.plain(), Position(1, 0)
    assert Decisions(whole, blocks=BLOCKS, by="seat", over=over).module.legal(at, None, moves) == 4
    Decisions(whole, blocks=BLOCKS, by="seat", over=over, keep=keep).module.options(at, None, 0)
    assert at.kept == moves.a[:4] == [0, 1, 2, 3]


@rule
def only_three(a: int) -> int:
    return 1 if a == 3 else 0


def test_what_is_allowed_follows_where_every_decision_says_it() -> None:
    assert not hasattr(both().module, "allows")
    rules = Decisions(
        FIRST, replace(SECOND, allows=only_three), blocks=BLOCKS, by="seat", asked="asked", over=over
    ).module
    assert [rules.allows(Position(1, 1), None, a) for a in range(-1, 5)] == [0, 1, 1, 0, 0, 0]
    assert [rules.allows(Position(2, 1), None, a) for a in range(-1, 5)] == [0, 0, 0, 0, 1, 0]


def test_reasons_and_prompts_of_the_pending_decision() -> None:
    decisions = both(ended_clause="X-9.9")
    words: Callable[..., Any] = load(HANDMADE).view.move
    at = Position(1, 1)
    assert decisions.prompt(at, None, 1, "AB").text == "Play."
    assert decisions.prompt(at, None, 0, "AB").text == "B decides."
    assert [why.reason for why in decisions.blocked(at, None, 0, "AB", words)] == ["B decides"]
    at.over = 1
    assert decisions.prompt(at, None, 0, "AB").clause == "X-9.9"
    assert decisions.blocked(at, None, 0, "AB", words) == ()


def test_a_listed_decision_may_say_why_not() -> None:
    """Its own list is taken; a reason may have a clause of its own."""
    listed = Decision(
        name="listed",
        clause="X-1.3",
        prompt="Play.",
        options=options,
        blocks=("play",),
        refuses=high,
        reasons=(Reason("too high", "X-2.1"),),
        answer=count,
        ask=1,
    )
    decisions = Decisions(listed, SECOND, blocks=BLOCKS, by="seat", asked="asked", over=over)
    moves, at = Moves.plain(), Position(1, 1)
    assert decisions.module.legal(at, None, moves) == 1
    assert moves.a[0] == 3
    assert [decisions.why(at, None, a) for a in range(3)] == [None, None, Reason("too high", "X-2.1")]
    assert both().why(at, None, 2) == Reason("too high", "X-1.1")
    assert both().why(Position(2, 1), None, 2) is None  # a decision that only lists has nothing to say


def test_declarations_that_make_no_sense() -> None:
    with pytest.raises(TypeError, match="needs options, or blocks"):
        Decision(name="none", clause="", prompt="", answer=count)
    with pytest.raises(TypeError, match="what it allows follows from what it refuses"):
        replace(FIRST, allows=only_three)
    half = Decision(name="half", clause="", prompt="", answer=count, refuses=high, blocks=("play",))
    with pytest.raises(TypeError, match="go together"):
        Decisions(half, blocks=BLOCKS, by="seat", over=over)
    with pytest.raises(TypeError, match="must be marked with @rule"):
        Decision(name="loose", clause="", prompt="", answer=lambda s: 0, options=options)
    with pytest.raises(TypeError, match="a number of its own"):
        Decisions(SECOND, SECOND, blocks=BLOCKS, by="seat", asked="asked", over=over)
    odd = Decision(name="odd", clause="", prompt="", answer=strange, options=options)
    with pytest.raises(TypeError, match="strange takes 'x'; a rule of a decision may take s, k, a, p"):
        Decisions(odd, blocks=BLOCKS, by="seat", over=over).module  # noqa: B018


def test_a_game_that_declares_wrongly_is_one_line(tmp_path: Path, tiny: Game) -> None:
    folder = tmp_path / "wrong"
    folder.mkdir()
    for file in tiny.folder.glob("*.*"):
        text = file.read_text("utf-8").replace("    reasons=(", "    # reasons=(")
        (folder / file.name).write_text(text, "utf-8")
    with pytest.raises(TablewrightError, match=r"rules.py: line \d+: TypeError: the decision 'turn'"):
        load(str(folder))


@rule
def odd(a: int) -> int:
    return -1 if a == 2 else 1 if a % 2 else 0


def test_what_is_against_an_answer_may_be_said_for_all_decisions_at_once() -> None:
    """Those that say it themselves go first, and what is listed stays as the options say."""
    decisions = both(refuses=odd, reasons=[Reason("why.odd", "X-2.2")])
    listed = Position(2, 1)
    assert [decisions.why(listed, None, a) for a in range(3)] == [None, Reason("why.odd", "X-2.2"), None]
    assert [decisions.refusal(listed, None, a) for a in range(4)] == [0, 1, -1, 1]
    assert decisions.why(Position(1, 0), None, 1) == Reason("too high", "X-1.1")
    found = decisions.why_not(listed, None, 1, lambda s, k, a: Move(a, str(a), "", "play", a), lambda s, k, a: {})
    assert [one.text for one in found] == ["1", "3"]
    moves = Moves.plain()
    assert decisions.module.legal(listed, None, moves) == 1
    assert moves.a[0] == 3
