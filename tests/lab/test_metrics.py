"""Metrics of rows that are written out by hand, and luck that was planted."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Game
from tablewright.lab.deals import deal_chances
from tablewright.lab.judgements import fairness
from tablewright.lab.metrics import luck_of_the_deal, run_metrics
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, run_of
from tablewright.lab.simulate import StopRule, play
from tablewright.lab.starters import Starters, by_turn_order
from tablewright.lab.statistics import Estimate
from tablewright.lab.words import height, ladder


def test_luck_is_all_or_nothing() -> None:
    chance = np.random.default_rng(3)
    assert luck_of_the_deal(np.array([0.0, 1.0] * 50), 24).value == pytest.approx(1.0)
    assert luck_of_the_deal(chance.binomial(24, 0.5, 500) / 24, 24).value < 0.01
    half = chance.binomial(24, chance.choice([0.25, 0.75], 2000)) / 24
    found = luck_of_the_deal(half, 24)
    assert found.low <= 0.25 <= found.high


@pytest.mark.parametrize(("deals", "times"), [(30, 16), (200, 16)])
def test_no_luck_leaves_room_for_as_much_as_chance_could_hide(deals: int, times: int) -> None:
    """Groups that differ less than chance would make them are chance too: never 0.0 to 0.0 in print."""
    chance = np.random.default_rng(deals)
    found = [luck_of_the_deal(chance.binomial(times, 0.5, deals) / times, times) for _ in range(200)]
    assert all(100 * one.high >= 0.5 for one in found)
    assert all(one.low <= one.value <= one.high for one in found)


def test_no_luck_is_never_certain() -> None:
    """With 30 deals an interval of 0.0 to 0.0 would say more than anybody knows."""
    chance = np.random.default_rng(11)
    found = [luck_of_the_deal(chance.binomial(16, 0.5, 30) / 16, 16) for _ in range(200)]
    assert all(one.high > 0 for one in found)
    assert sum(one.low <= 0 for one in found) >= 180


def test_a_game_without_a_deal_has_no_luck_of_the_deal(planted: Game) -> None:
    chances = deal_chances(Plan.named(planted.variant(), ["random"]), 24, 100)
    assert luck_of_the_deal(chances, 24).low < 0.02


@dataclass(frozen=True)
class Step:
    stronger: str
    weaker: str
    wins: Estimate
    fair: float

    @property
    def beaten(self) -> bool:
        return self.wins.low > self.fair


def rung(step: int, low: float) -> Step:
    return Step(f"ismcts:{16 * 4**step}", "another", Estimate(low + 0.05, low, low + 0.1, 400), 0.5)


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


# Who begins


def test_a_game_with_a_fixed_beginner_and_one_that_draws_lots() -> None:
    wallet = games.load("wallet")
    assert Starters(wallet.variant()).fixed == 0
    assert Starters(wallet.variant(changes={"start_player": 1})).fixed == 1
    drawn = Starters(wallet.variant(changes={"start_player": "random"}))
    seeds = np.arange(1, 201)
    first = drawn.of(seeds)
    assert drawn.fixed is None
    assert 60 < first.sum() < 140
    assert drawn.of(seeds[::-1]).tolist() == first[::-1].tolist()


def test_columns_by_place_in_turn_order() -> None:
    by_seat = np.array([[1, 2, 3], [4, 5, 6]])
    assert by_turn_order(by_seat, np.array([0, 2])).tolist() == [[1, 2, 3], [6, 4, 5]]


def test_drawing_lots_hides_nothing_from_the_turn_order() -> None:
    """A game whose first player wins too often is not fair because who begins is drawn."""
    variant = games.load("wallet").variant(changes={"start_player": "random"})
    run = run_of(Plan.named(variant, ["greedy"]), StopRule(1500))
    metrics = run_metrics(run)
    assert metrics["share.P0"].low < 0.5 < metrics["share.P0"].high
    assert metrics["order.1"].low > 0.55
    found = fairness(run, metrics)
    assert (found.extent, found.who) == ("large", "who begins")
    assert metrics["unfairness"].low > 0.05


# Bots in seats


@pytest.fixture(scope="module")
def mixed() -> Run:
    """Three bots of which the first is by far the best, moved through all seats."""
    return run_of(Plan.named(games.load("matrix").variant(3), ["greedy", "random", "random"]), StopRule(600))


def test_with_three_seats_every_win_goes_to_the_bot_that_sat_there(mixed: Run) -> None:
    sitting = mixed.bot_in_seat()
    assert sitting[:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    by_hand = np.mean([mixed.shares[g, list(sitting[g]).index(0)] for g in range(len(mixed.games))])
    metrics = run_metrics(mixed)
    assert metrics["bot.greedy"].value == pytest.approx(by_hand)
    assert by_hand > 0.5
    assert metrics["bot_score.greedy"].value > metrics["bot_score.random"].value


def test_sums_and_rows_credit_the_same_bot(mixed: Run) -> None:
    made = play(Plan.named(games.load("matrix").variant(3), ["greedy", "random", "random"]), 600)
    metrics = run_metrics(mixed)
    assert made.bot_share(0) == pytest.approx(metrics["bot.greedy"].value)
    assert made.bot_interval(0) == pytest.approx((metrics["bot.greedy"].low, metrics["bot.greedy"].high), abs=2e-3)
    assert made.bot_scores.mean[0] == pytest.approx(metrics["bot_score.greedy"].value)
    assert made.order_shares is not None
    assert made.order_shares.mean[0] == pytest.approx(metrics["order.1"].value)


def test_the_unfairness_is_the_part_of_the_wins_with_the_wrong_seats(mixed: Run) -> None:
    shares = np.tile([0.5, 0.3, 0.2], (600, 1))
    fixed = replace(mixed, shares=shares, first=np.zeros(600, np.int8))
    assert run_metrics(fixed)["unfairness"].value == pytest.approx(1 / 6)
