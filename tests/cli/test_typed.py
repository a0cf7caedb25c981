"""What a person may type for a move, and what a text that is none is answered with."""

import pytest

from tablewright.cli import typed
from tablewright.engine import IllegalMove, Match, match_of, read_record
from tablewright.games import load


@pytest.fixture
def match(dealt: str, tmp_path: object) -> Match:
    return match_of(read_record(tmp_path / dealt), load)  # type: ignore[operator]


def refusal(match: Match, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        typed.find(match, text)
    return str(caught.value)


@pytest.mark.parametrize("text", ["swap even 2", "Swap Even (2)", "swap-even 2", "SWAPEVEN2", "19"])
def test_signs_between_the_words_do_not_count(match: Match, text: str) -> None:
    assert match.move(typed.find(match, text)).text == "swap_even(2)"


def test_a_text_that_several_moves_begin_with(match: Match) -> None:
    assert refusal(match, "rotate") == "'rotate' may be Rotate Clockwise or Rotate CounterClockwise; type more of it"
    assert refusal(match, "shift").startswith("'shift' may be Shift North 7, Shift North 9, Shift North 1, ")
    assert refusal(match, "shift").endswith(" or 8 others; type more of it")
    assert typed._some("abcde") == "a, b, c, d or e"


def test_the_games_own_words_for_what_is_wrong(match: Match) -> None:
    assert refusal(match, "swap_even(9)") == "9 is not even"
    assert refusal(match, "").startswith("'no card' is not a card in your hand")


def test_a_card_by_its_name() -> None:
    drafting = Match(load("menagerie").variant(), 5)
    market = [move for move in drafting.moves if "Horse" in move.says]
    named = [f"{move.name} ({move.label})" for move in market]
    assert len(named) > 1
    assert refusal(drafting, "horse").startswith(f"'horse' is not a move; perhaps {named[0]}")


def test_why_a_card_cannot_be_played_in_any_spelling() -> None:
    playing = Match(load("wtactics").variant(), 5)
    while "lay" not in {move.block for move in playing.moves}:
        playing.play(playing.legal_ids[0])
    rider = next(one for one in playing.view(playing.seat).table.blocked if one.text == "play wolf_rider")
    assert refusal(playing, "play wolf_rider") == f"Play Wolf Rider: {rider.reason} ({rider.clause})"
    assert typed.reasons(playing, "wolf_rider") == [f"Play Wolf Rider: {rider.reason} ({rider.clause})"]


def test_numbers_are_typed_one_at_a_time() -> None:
    """Said instead of four moves that were not meant: after the first move the second number means something else."""
    with pytest.raises(IllegalMove, match="one number at a time"):
        typed.find(Match(load("standoff").variant(), 3), "1 1")
