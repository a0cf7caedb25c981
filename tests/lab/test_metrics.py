"""Metrics of games that are written out by hand, and luck that was planted."""

import numpy as np
import pytest

from tablewright.bots.policies import RANDOM
from tablewright.engine import Game
from tablewright.lab.deals import deal_chances
from tablewright.lab.ladder import Rung, height
from tablewright.lab.metrics import LEAST_FOLLOWED, Estimate, luck_of_the_deal, survey_metrics
from tablewright.lab.survey import NO_LOOKS, GameTrace, Looks, survey
from tablewright.lab.words import ladder

# The first seat falls behind after one look, is last after two, and wins.
CURVE = [0.5, 0.4, 0.2, 0.6, 1.0]


def trace(first: list[float], won: float = 1.0, options: tuple[int, ...] = (1, 3, 10, 2)) -> GameTrace:
    line = np.arange(len(first), dtype=np.int32)
    chances = np.column_stack([first, 1 - np.array(first)])
    nothing = np.zeros((2, 1), np.int32)
    shares = np.array([won, 1 - won])
    moves = np.zeros(len(options), np.int32)
    return GameTrace(1, 0, moves, moves, np.array(options), nothing, nothing, line, chances, shares, True)


def measured(*traces: GameTrace) -> dict[str, float]:
    return {name: value.value for name, value in survey_metrics(list(traces) * LEAST_FOLLOWED).items()}


def test_decisions() -> None:
    found = measured(trace(CURVE))
    assert found["options"] == 4
    assert found["real_decisions"] == 0.75
    assert found["tree_size"] == pytest.approx(np.log10(60))


def test_a_comeback_by_hand() -> None:
    found = measured(trace(CURVE))
    assert found["drama"] == pytest.approx((0 + 0.2 + 0.6 + 0 + 0) / 5)
    assert found["lead_changes"] == 2 / 4
    assert found["decisiveness"] == 1.0  # only the end exceeds the 0.8 that the loser once had
    assert found["killer_move"] == pytest.approx(0.4)
    assert found["comeback"] == 1.0
    assert found["snowball"] == -0.5  # the leader at half time lost


def test_a_walkover_by_hand() -> None:
    found = measured(trace([0.6, 0.7, 0.8, 0.9, 1.0]))
    assert (found["drama"], found["lead_changes"], found["comeback"], found["snowball"]) == (0, 0, 0, 0.5)
    assert found["decisiveness"] == 0.0


def test_a_game_that_stays_open_is_uncertain() -> None:
    assert measured(trace([0.5] * 5))["uncertainty"] == pytest.approx(1.0)
    assert measured(trace([1.0] * 5))["uncertainty"] == pytest.approx(0.0, abs=1e-9)


def test_too_few_games_give_no_dynamics() -> None:
    assert "drama" not in survey_metrics([trace(CURVE)] * (LEAST_FOLLOWED - 1))


def test_luck_is_all_or_nothing() -> None:
    chance = np.random.default_rng(3)
    assert luck_of_the_deal(np.array([0.0, 1.0] * 50), 24).value == pytest.approx(1.0)
    assert luck_of_the_deal(chance.binomial(24, 0.5, 500) / 24, 24).value < 0.01
    half = chance.binomial(24, chance.choice([0.25, 0.75], 2000)) / 24
    found = luck_of_the_deal(half, 24)
    assert found.low <= 0.25 <= found.high


def test_a_game_without_a_deal_has_no_luck_of_the_deal(planted: Game) -> None:
    chances = deal_chances(planted.variant(), [RANDOM] * 2, 24, seconds=2.0)
    assert luck_of_the_deal(chances, 24).low < 0.02


def test_a_survey_plays_the_same_games_whatever_is_looked_at(planted: Game) -> None:
    plain = survey(planted.variant(), [RANDOM] * 2, 20, seed=5, looks=NO_LOOKS)
    closely = survey(planted.variant(), [RANDOM] * 2, 20, seed=5, looks=Looks(8, 4))
    hurried = survey(planted.variant(), [RANDOM] * 2, 10**6, seed=5, seconds=0.5)
    assert len(hurried) < 10**6
    in_time = {trace.seed: trace.actions.tolist() for trace in hurried}  # a thread that got no time leaves gaps
    assert in_time.keys() & {trace.seed for trace in plain}
    for one, other in zip(plain, closely, strict=True):
        assert one.actions.tolist() == other.actions.tolist() == in_time.get(one.seed, one.actions.tolist())
    assert all(len(one.points) == 8 for one in closely)
    assert np.allclose(np.concatenate([one.chances for one in closely]).sum(axis=1), 1)


def rung(step: int, low: float) -> Rung:
    return Rung(f"ismcts:{16 * 4**step}", "another", Estimate(low + 0.05, low, low + 0.1, 400), 0.5)


@pytest.mark.parametrize(
    ("lows", "steps", "words"),
    [
        ([0.6, 0.55, 0.51], 3, "helps up to 256 imagined games a decision, the most that was tried"),
        (
            [0.6, 0.45, 0.6],
            1,
            "helps up to 16 imagined games a decision; that 64 imagined games a decision win more is not",
        ),
        ([0.45, 0.6, 0.6], 0, "A search with 16 imagined games a decision does not beat random play"),
        ([0.6], 1, "beats random play; what more thinking brings takes longer to see"),
        ([], 0, "takes longer to see"),
    ],
)
def test_a_ladder_ends_at_the_first_rung_that_is_not_climbed(lows: list[float], steps: int, words: str) -> None:
    rungs = [rung(step, low) for step, low in enumerate(lows)]
    assert height(rungs) == steps
    assert words in ladder(rungs)
