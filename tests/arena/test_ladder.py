"""Strength is measured: shares, intervals and ratings that follow from them."""

import pytest

from tablewright.arena.ladder import Ladder, Pairing, climb, pair
from tablewright.engine import TablewrightError, Variant
from tablewright.games import load, names

FEW = (("greedy", "random"), ("ismcts:100", "greedy"))


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load("matrix").variant()


def test_the_stronger_bot_wins_in_all_seats(variant: Variant) -> None:
    ladder = climb(variant, 200, rungs=FEW)
    assert [pairing.games for pairing in ladder.pairings] == [200, 200]
    assert all(pairing.beaten for pairing in ladder.pairings)
    assert list(ladder.ratings()) == ["ismcts:100", "greedy", "random"]
    assert ladder.ratings()["random"] == 0


SHORT = ("matrix", "wallet")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in SHORT)) for name in names()]
)
def test_in_every_game_easy_beats_random_and_medium_beats_greedy(name: str) -> None:
    """Measured with more games in docs/strength.md; the wins there leave a wide margin."""
    game = load(name).variant()
    assert pair(game, "easy", "random", 20, seed=1).share > 0.6
    assert pair(game, "medium", "greedy", 40, seed=1).share > 0.5


def test_equal_bots_share_the_wins(variant: Variant) -> None:
    pairing = pair(variant, "ismcts:60", "ismcts:61", 300, seed=2)
    assert pairing.interval[0] < 0.5 < pairing.interval[1]
    assert not pairing.beaten


def test_one_plays_all_the_others_where_there_are_more(variant: Variant) -> None:
    four = load("matrix").variant(players=4)
    pairing = pair(four, "greedy", "random", 200, seed=1)
    assert pairing.fair == 0.25
    assert pairing.beaten


def test_games_are_rounded_up_to_whole_rotations(variant: Variant) -> None:
    assert climb(variant, 3, rungs=FEW[:1]).pairings[0].games == 4


def test_ratings_are_those_of_the_shares(variant: Variant) -> None:
    pairing = Pairing("strong", "weak", 10_000, 10 / 11, (0.9, 0.92), 0.5)
    assert Ladder(variant, 1, (pairing,)).ratings()["strong"] == pytest.approx(400, abs=5)
    three = Pairing("strong", "weak", 10_000, 10 / 12, (0.8, 0.85), 1 / 3)
    assert Ladder(variant, 1, (three,)).ratings()["strong"] == pytest.approx(400, abs=5)


@pytest.mark.parametrize(
    ("rungs", "games", "message"),
    [
        ((("hard", "hard"),), 10, "cannot be compared with itself"),
        ((("hrad", "easy"),), 10, "did you mean 'hard'"),
        ((("easy", "random"), ("hard", "esay")), 10**9, "did you mean 'easy'"),  # said before a game is played
        ((("ismcts:30ms", "easy"),), 10, "cannot play in bulk"),
        (FEW, 0, "at least 1"),
    ],
)
def test_what_cannot_be_measured(
    variant: Variant, rungs: tuple[tuple[str, str], ...], games: int, message: str
) -> None:
    with pytest.raises(TablewrightError, match=message):
        climb(variant, games, rungs=rungs)
