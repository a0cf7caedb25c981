"""A match: moves in words, undo, views, the log, the outcome."""

from fractions import Fraction
from random import Random

import pytest

from tablewright.engine import Fault, Game, IllegalMove, Match, PositionError
from tablewright.games import load

GIVEN = {"board": "463/792/185", "hands": {"N": ["swap_odd"], "S": ["swap_even"]}}


def test_a_game_from_start_to_end(tiny: Game) -> None:
    match = Match(tiny.variant(), seed=3)
    while not match.over:
        before, moves = match.seat, match.moves
        step = match.play(moves[0])
        assert (step.seat, step.action) == (before, moves[0].id)
    assert match.seat is None
    assert match.legal_ids == []
    assert match.moves == []
    assert match.turns == 12
    outcome = match.outcome
    assert outcome is not None
    assert sum(outcome.shares) == 1
    assert sum(outcome.rewards) == 0
    assert all(outcome.shares[seat] > 0 for seat in outcome.winners)


@pytest.mark.parametrize("text", ["swap_even(6)", "SWAP_EVEN( 6 )", "Swap Even (6)", "swap_even(6"])
def test_moves_by_what_a_person_types(matrix: Game, text: str) -> None:
    match = Match(matrix.variant(), 0, GIVEN)
    match.play(text)
    assert match.game.position.dump(match.state, match.variant.cards)["history"] == [["S", "swap_even", [6]]]


def test_a_text_that_could_be_several_moves(matrix: Game) -> None:
    match = Match(matrix.variant(), 0, GIVEN)
    with pytest.raises(IllegalMove, match="takes one number"):
        match.play("swap_even")


def test_an_illegal_move_changes_nothing(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    before = match.bytes
    for move in ("play 9", "", 77, -1):
        with pytest.raises(IllegalMove, match="not a legal move now; legal: play"):
            match.play(move)
    assert match.bytes == before
    assert match.steps == []


def test_a_long_list_of_moves_is_cut_short(matrix: Game) -> None:
    match = Match(matrix.variant(), 0)
    with pytest.raises(IllegalMove, match=r"and \d+ more$"):
        match.play(9999)


def test_undo_to_the_start(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    states = [match.bytes]
    while not match.over:
        match.play(match.legal_ids[-1])
        states.append(match.bytes)
    while match.steps:
        assert match.bytes == states.pop()
        match.undo()
    assert [match.bytes] == states
    with pytest.raises(IllegalMove, match="nothing to undo"):
        match.undo()


def test_another_seed_another_game_the_same_seed_the_same(tiny: Game) -> None:
    assert Match(tiny.variant(), 3).bytes == Match(tiny.variant(), 3).bytes != Match(tiny.variant(), 4).bytes
    assert Match(tiny.variant()).seed != Match(tiny.variant()).seed


@pytest.mark.parametrize("seed", [-1, 2**256])
def test_seeds_out_of_range(tiny: Game, seed: int) -> None:
    with pytest.raises(PositionError, match="it must be 0 to"):
        Match(tiny.variant(), seed)


def test_only_the_deciding_seat_gets_moves(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    assert [move.id for move in match.view(0).moves] == match.legal_ids
    assert match.view(1).moves == ()
    assert match.view(None).moves == ()
    assert match.view(1).deciding == 0


def test_the_real_generator_is_not_in_what_a_seat_knows(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    assert match.known(0).rng != match.state.rng
    assert match.known(0).hand[0] == match.state.hand[0]


def test_the_log_names_secrets_only_to_who_knows_them(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    match.play(match.legal_ids[0])
    match.play(match.legal_ids[0])
    assert match.log(0)[1] != match.log(1)[1] == "A draws a card."
    assert match.log(0)[3] == "B draws a card." != match.log(1)[3]
    assert match.log(0, since=1) == match.log(0)[2:]


def test_a_bots_answer_is_taken_strictly(matrix: Game) -> None:
    match = Match(matrix.variant(), 0, GIVEN)
    with pytest.raises(IllegalMove) as caught:
        match.submit(0, "swap_odd(1)")
    assert caught.value.reason == "not_your_turn"
    with pytest.raises(IllegalMove) as caught:
        match.submit(1, "swap_even(6")
    assert caught.value.reason == "not_in_hand"
    match.submit(1, "swap_even(6)")
    match.submit(0, "swap_odd(9)")
    with pytest.raises(IllegalMove) as caught:
        match.submit(0, "swap_odd(1)")
    assert caught.value.reason == "game_over"


def test_rewards_are_zero_sum_for_any_number(tiny: Game) -> None:
    given = {"hands": {}, "points": {"A": 2, "B": 2, "C": 1, "D": 0}}
    outcome = Match(tiny.variant(4), 0, given).outcome
    assert outcome is not None
    assert outcome.shares == (Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(0))
    assert outcome.rewards == (Fraction(1, 3), Fraction(1, 3), Fraction(-1, 3), Fraction(-1, 3))
    assert outcome.ranks == (1, 1, 3, 4)
    assert outcome.winners == (0, 1)


def test_a_fork_and_an_earlier_moment_go_on_by_themselves(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    states = [match.bytes]
    while not match.over:
        match.play(match.legal_ids[0])
        states.append(match.bytes)
    for number, state in enumerate(states):
        then = match.at(number)
        assert (then.bytes, len(then.steps)) == (state, number)
    earlier, other = match.at(4), match.at(4).fork()
    other.play(other.legal_ids[-1])
    assert (earlier.bytes, match.bytes) == (states[4], states[-1])
    with pytest.raises(IllegalMove, match="has 12 decisions"):
        match.at(13)


def test_undo_takes_back_what_a_bot_failed_to_do_since(tiny: Game) -> None:
    match = Match(tiny.variant(), 3)
    for _ in range(3):
        match.play(match.legal_ids[0])
    match.faults = [Fault(decision, 0, "failed", lost=False) for decision in (1, 2, 3)]
    match.undo()
    assert [fault.decision for fault in match.faults] == [1]


def test_a_long_game_takes_little_memory() -> None:
    """500 decisions of the game with the largest state; the states before them are packed."""
    match, chance = load("wtactics").start(seed=5), Random(5)
    while not match.over and len(match.steps) < 500:
        match.play(chance.choice(match.legal_ids))
    held = sum(len(step.packed) + 200 + 200 * len(step.events) for step in match.steps)
    assert len(match.steps) > 100
    assert held < 3_000_000 * len(match.steps) / 500
    assert match.at(50).bytes == match.game.state.to_bytes(match.steps[50].before)


def test_a_match_and_a_view_can_be_printed(tiny: Game) -> None:
    match = tiny.start(seed=3)
    told = str(match)
    assert told.startswith("tiny, edition standard, 2 players, seed 3, 0 decisions made\n")
    assert all(move.text in told for move in match.moves)
    assert str(match.view(match.seat)) in told
    while not match.over:
        match.play(match.legal_ids[0])
    assert "The win: A" in str(match)


def test_a_match_from_a_written_position(matrix: Game) -> None:
    match = matrix.start(seed=0, position=GIVEN)
    assert match.bytes == Match(matrix.variant(), 0, GIVEN).bytes
