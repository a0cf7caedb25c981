"""Games to learn from are the same wherever they are played, with bots that have no name elsewhere."""

import pickle

import numpy as np

from tablewright.bots.learn.play import Order, one_by_one
from tablewright.bots.levels import Settings
from tablewright.bots.search import chooser_of, compile_search
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.harvests import Harvesting, gathered_by
from tablewright.lab.plan import Plan

ORDER = Order(3, 100, 100, searching=True)


def test_threads_play_the_same_games_as_one() -> None:
    variant, teacher = load("matrix").variant(), chooser_of("teacher", Settings(20))
    compile_search(variant.game)
    here = one_by_one(variant, teacher, ORDER, [1, 50, 99])
    there = gathered_by(Threads(2))(variant, teacher, ORDER, [1, 50, 99])
    assert len(here) == len(there) == 3
    for one, other in zip(here, there, strict=True):
        assert len(one.states) > 30
        assert (one.states == other.states).all()
        assert (one.moves == other.moves).all()


def test_another_process_gets_the_teacher_itself_not_its_name() -> None:
    variant, teacher = load("matrix").variant(), chooser_of("nobody knows this name", Settings(20, greed=100))
    compile_search(variant.game)
    sent = pickle.loads(pickle.dumps(Harvesting(Plan.of(variant, [teacher]), ORDER)))
    assert sent.plan.bots[0].settings == teacher.settings
    [here] = one_by_one(variant, teacher, ORDER, [7])
    assert np.array_equal(sent.worker()(7).moves, here.moves)
