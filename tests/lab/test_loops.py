"""Positions that come back are found, and progress is not mistaken for a circle."""

import numpy as np

from tablewright import games
from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import match_of, record_for
from tablewright.lab.loops import repeated, search
from tablewright.lab.plan import Plan
from tablewright.lab.runs import run_of
from tablewright.lab.simulate import StopRule

KINDS = np.dtype([("rng", "i8"), ("turn", "i2"), ("at", "i1"), ("pile", "i1", 2), ("probe", "i4", 1)])


def states(*rows: tuple[int, list[int]]) -> np.ndarray:
    """One row a decision: who decides and two piles; chance, the turn and the counter are never the same."""
    return np.array([(7 * i, i, at, pile, [i]) for i, (at, pile) in enumerate(rows)], KINDS)


def test_the_same_piles_before_the_same_player_are_a_circle() -> None:
    assert repeated(states((0, [2, 3]), (1, [2, 3]), (0, [1, 4]), (1, [2, 3]), (0, [2, 3]))) == (1, 3)


def test_progress_is_no_circle() -> None:
    assert repeated(states((0, [3, 0]), (1, [2, 0]), (0, [2, 1]), (1, [1, 1]))) is None


def test_aimless_players_of_the_wallet_game_get_back_to_where_they_were() -> None:
    variant = games.load("wallet").variant()
    plan = Plan.of(variant, [RANDOM])
    found = search(plan, run_of(plan, StopRule(20)), 20)
    assert found.games == 20
    circle = found.circles[0]
    match = match_of(record_for(variant, circle.trace.seed, [int(a) for a in circle.trace.actions]), games.load)
    seen = {}
    while match.steps:
        words = variant.game.position.dump(match.state, variant.cards)
        seen[len(match.steps)] = {key: value for key, value in words.items() if key != "round"}
        match.undo()
    assert seen[circle.before] == seen[circle.again]


def test_sensible_players_do_not() -> None:
    variant = games.load("wallet").variant()
    plan = Plan.of(variant, [GREEDY_BOT])
    assert search(plan, run_of(plan, StopRule(20)), 20).circles == ()
