"""Tension of games that are written out by hand, and of a game whose chances are known exactly."""

import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Game
from tablewright.lab.measures import TENSION
from tablewright.lab.plan import Plan
from tablewright.lab.statistics import Estimate
from tablewright.lab.survey import NO_LOOKS, GameTrace, Looks, survey
from tablewright.lab.tension import LEAST_FOLLOWED, decided, survey_metrics, tension_values
from tablewright.lab.words import decided_words

# The first seat falls behind, is far behind at half time, and wins.
CURVE = [0.5, 0.4, 0.3, 0.3, 0.2, 0.4, 0.6, 0.8]


def trace(first: list[float], won: float = 1.0, options: tuple[int, ...] = (1, 3, 10, 2)) -> GameTrace:
    """A game with chances that both halves of the playouts agree on."""
    one = np.column_stack([first, 1 - np.array(first)])
    nothing = np.zeros((2, 1), np.int32)
    moves = np.zeros(len(options), np.int32)
    line = np.arange(len(first), dtype=np.int32)
    halves = np.stack([one, one], axis=1)
    return GameTrace(
        1, 0, moves, moves, np.array(options), nothing, nothing, line, halves, np.array([won, 1 - won]), True
    )


def noisy(chance: float, games: int, playouts: int, won: np.ndarray, looks: int = 8) -> list[GameTrace]:
    """Games in which the first seat's chance is always the same, seen through so many playouts."""
    numbers = np.random.default_rng(5)
    made = []
    for i in range(games):
        hits = numbers.binomial(playouts // 2, chance, (looks, 2)) / (playouts // 2)
        one = trace([0.5] * looks, float(won[i]))
        made.append(GameTrace(**{**vars(one), "halves": np.stack([hits, 1 - hits], axis=2)}))
    return made


def measured(*traces: GameTrace) -> dict[str, float]:
    return {name: value.value for name, value in survey_metrics(list(traces) * LEAST_FOLLOWED).items()}


def test_decisions() -> None:
    found = measured(trace(CURVE))
    assert found["options"] == 4
    assert found["real_decisions"] == 0.75
    assert found["tree_size"] == pytest.approx(np.log10(60))


def test_a_comeback_by_hand() -> None:
    found = measured(trace(CURVE))
    assert found["uncertainty"] == pytest.approx(np.mean([4 * p * (1 - p) for p in CURVE]))
    assert found["comeback"] == 1.0
    assert found["leader_wins"] == 0.0


@pytest.mark.parametrize(("chance", "comeback"), [(0.26, 0.0), (0.25, 1.0), (0.2, 1.0)])
def test_half_of_a_fair_chance_is_the_limit_of_a_comeback(chance: float, comeback: float) -> None:
    assert measured(trace([0.5] * 4 + [chance] * 4))["comeback"] == comeback


def test_a_walkover_by_hand() -> None:
    found = measured(trace([0.6, 0.7, 0.7, 0.8, 0.8, 0.9, 0.9, 1.0]))
    assert (found["comeback"], found["leader_wins"]) == (0, 1)
    assert found["decided"] == 0.0


def test_a_game_that_stays_open_is_uncertain() -> None:
    assert measured(trace([0.5] * 8))["uncertainty"] == pytest.approx(1.0)
    assert measured(trace([1.0] * 8))["uncertainty"] == pytest.approx(0.0)


def test_too_few_games_give_no_tension() -> None:
    assert "comeback" not in survey_metrics([trace(CURVE)] * (LEAST_FOLLOWED - 1))


@pytest.mark.parametrize("playouts", [16, 64, 400])
def test_the_noise_of_playouts_is_no_tension(playouts: int) -> None:
    """58 to 42 until a coin decides: it stays open, there are no comebacks, and who leads wins 58 % of the games."""
    won = (np.random.default_rng(7).uniform(size=400) < 0.58).astype(float)
    found = survey_metrics(noisy(0.58, 400, playouts, won))
    assert found["uncertainty"].low <= 4 * 0.58 * 0.42 <= found["uncertainty"].high
    assert found["leader_wins"].high < 0.7
    if playouts >= 64:  # the grade that is used
        assert found["leader_wins"].low <= 0.58 <= found["leader_wins"].high
        assert found["comeback"].value < 0.01


def test_nothing_is_decided_by_hindsight() -> None:
    """The winner is known at the end only, so at no time is a lead safe."""
    won = (np.random.default_rng(7).uniform(size=400) < 0.58).astype(float)
    found = decided(noisy(0.58, 400, 64, won))
    assert (found.value, found.low) == (1.0, 1.0)
    assert decided_words(found).endswith("with an eighth to go whoever leads wins fewer than 9 of ten games.")


def test_a_lead_is_safe_from_some_time_on() -> None:
    """The first seat wins, but it leads from five eighths on only."""
    made = [trace([0.4] * 5 + [0.9] * 3) for _ in range(40)]
    found = decided(made)
    assert (found.value, found.low, found.high) == (0.625, 0.625, 0.625)
    assert decided_words(found).startswith("from about 62 % of its length on")
    assert decided_words(Estimate(0.0, 0.0, 0.0, 40)).startswith("whoever is in front after the deal")


def test_a_value_of_one_game_needs_no_other() -> None:
    assert tension_values(trace(CURVE))["comeback"] == 1.0


def test_a_survey_plays_the_same_games_whatever_is_looked_at(planted: Game) -> None:
    plan = Plan.named(planted.variant(), ["random"])
    plain = survey(plan, 20, seed=5, looks=NO_LOOKS)
    closely = survey(plan, 20, seed=5, looks=Looks(8, 4))
    later = survey(plan, 5, seed=5, first=15)
    assert [one.actions.tolist() for one in plain] == [one.actions.tolist() for one in closely]
    assert [one.actions.tolist() for one in plain[15:]] == [one.actions.tolist() for one in later]
    assert all(one.halves.shape == (8, 2, 2) for one in closely)
    assert np.allclose(np.concatenate([one.chances for one in closely]).sum(axis=1), 1)


def test_the_chances_of_the_planted_game_are_even_to_the_last_pick(planted: Game) -> None:
    traces = survey(Plan.named(planted.variant(), ["random"]), 200, looks=Looks())
    found = survey_metrics(traces)
    assert found["uncertainty"].low <= 1.0 <= found["uncertainty"].high + 0.01
    assert found["decided"].value == 1.0


def test_more_playouts_do_not_change_the_figures() -> None:
    plan = Plan.named(games.load("matrix").variant(), ["greedy"])
    usual, fine = (survey_metrics(survey(plan, 100, looks=Looks(8, n))) for n in (64, 800))
    for name in TENSION:
        assert usual[name].low <= fine[name].value <= usual[name].high, name
