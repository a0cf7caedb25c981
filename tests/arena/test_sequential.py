"""The sequential test stops early where the answer is plain, and is wrong no more often than it says."""

import numpy as np
import pytest

from tablewright.arena.duels import Hall
from tablewright.arena.sequential import BATCH, MISTAKES, Question, contest, expected
from tablewright.engine import TablewrightError
from tablewright.games import load


def test_a_plainly_better_bot_is_found_quickly() -> None:
    made = contest(Hall(load("matrix").variant()), "random", "greedy", 1000, Question(0, 50))
    assert made.answer == "better"
    assert made.cell.deals < 200
    assert made.cell.score > 0.5


def test_a_plainly_worse_one_too() -> None:
    made = contest(Hall(load("matrix").variant()), "greedy", "random", 1000, Question(0, 50))
    assert made.answer == "not better"
    assert made.cell.deals < 200


def test_without_a_question_all_deals_are_played() -> None:
    made = contest(Hall(load("matrix").variant()), "greedy", "ismcts:4", 30)
    assert made.cell.deals == 30


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "better"), (40.0, "not better")])
def test_wrong_answers_are_as_rare_as_promised(truth: float, wrong: str) -> None:
    """Made-up deals at both ends of the question; a little over the promise is left for looking only every batch."""
    chance, question, mistakes = np.random.default_rng(7), Question(0, 40), 0
    for _ in range(200):
        scores = chance.binomial(2, expected(truth), 3000) / 2
        for n in range(2 * BATCH, len(scores), BATCH):
            answer = question.answer(scores[:n])
            if answer != "open":
                break
        mistakes += answer == wrong
    assert mistakes / 200 < 2 * MISTAKES


@pytest.mark.parametrize("ends", [(30, 30), (30, 0), (-2000, 0), (0, 9999)])
def test_a_question_without_sense_is_refused(ends: tuple[float, float]) -> None:
    with pytest.raises(TablewrightError, match="the smaller first, as in 0,30"):
        Question(*ends)
