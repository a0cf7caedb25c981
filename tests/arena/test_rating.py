"""A bot's rating lies on the scale of the known bots, and its interval shrinks with the number of games."""

from pathlib import Path

import pytest

from tablewright.arena.rating import rate
from tablewright.engine import TablewrightError, Variant
from tablewright.games import load

FIRST = "def choose(view, moves):\n    return moves[0]\n"
KNOWN = ("random", "greedy")


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load("matrix").variant()


def test_a_strong_bot_is_above_all_known_ones(variant: Variant) -> None:
    made = rate(variant, "ismcts:300", 100, against=KNOWN)
    assert [pairing.weaker for pairing in made.games] == ["random", "greedy"]
    assert [pairing.stronger for pairing in made.ladder.pairings] == ["ismcts:300", "ismcts:300", "greedy"]
    known = made.ladder.ratings()
    assert made.interval[0] > known["greedy"] - known["random"]
    assert made.interval[0] < made.rating < made.interval[1]


def test_more_games_mean_a_narrower_interval(variant: Variant) -> None:
    few, many = (rate(variant, "ismcts:30", games, against=KNOWN).interval for games in (20, 500))
    assert many[1] - many[0] < (few[1] - few[0]) / 2


def test_a_weak_bot_of_ones_own_is_below_zero(variant: Variant, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST)
    made = rate(variant, str(tmp_path / "mine.py"), 30, against=KNOWN)
    assert made.rating < 100
    assert made.games[1].share < 0.3


def test_nobody_is_rated_against_itself(variant: Variant) -> None:
    with pytest.raises(TablewrightError, match="needs somebody else"):
        rate(variant, "greedy", 10, against=("greedy",))
