"""What the report says of people: times, habits, answers, rules that are not understood, decisions that cost most."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Match
from tablewright.lab.mistakes import costliest
from tablewright.lab.people import NOTES, Played, run_of_people
from tablewright.lab.people_page import people_section
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, read_run, run_of, write_run
from tablewright.lab.simulate import StopRule
from tablewright.lab.study import Closely, Study, study


def played(seed: int) -> Match:
    match, chance = games.load("matrix").start(seed=seed), random.Random(seed)
    while match.seat is not None:
        match.play(chance.choice(match.moves).id)
    return match


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    return [played(seed) for seed in range(1, 7)]


@pytest.fixture(scope="module")
def people(matches: list[Match]) -> Run:
    notes = [
        {"hint": 2, "looked": 1, "looked.MTX-2.1": 1, "mood.good": 1, "clear.yes": 1},
        {"blocked": 3, "blocked.MTX-4.2": 3, "mood.poor": 1},
        {"blocked": 1, "blocked.MTX-4.2": 1, "looked": 2, "looked.MTX-4.2": 2},
        {"mood.good": 2, "clear.no": 1},
        {},
        {},
    ]
    found = [
        Played(match, (True, True), 120.0 * (i + 1), 20, i % 2, i == 5, note, (0.1 * i, f"decision {i}") if i else None)
        for i, (match, note) in enumerate(zip(matches, notes, strict=True))
    ]
    return run_of_people(found)


@pytest.fixture(scope="module")
def beside(people: Run) -> Study:
    bots = run_of(Plan.named(games.load("matrix").variant(), ["greedy"]), StopRule(120))
    return study([people, bots], games.load, Closely(0, 120, 5, 0, 10))


def table(beside: Study, people: Run, head: str) -> list[list[str]]:
    found = [one.rows for one in people_section(beside, people).tables if one.head[0] == head]
    return [list(row) for row in found[0]] if found else []


def test_games_times_and_habits(beside: Study, people: Run) -> None:
    told = dict(table(beside, people, "people"))
    assert told["games"] == "5"  # one of six was given up
    assert told["games that somebody gave up"].startswith("16.7 %")
    assert told["minutes a game"].startswith("6.00 (")  # 2, 4, 6, 8, 10 minutes
    assert told["seconds a decision"].startswith("18.0 (")
    assert told["turns a game"].endswith("(20.0 of the bots)")
    assert told["games with a move taken back"].startswith("50.0 %")
    assert told["games with a hint"].startswith("16.7 %")
    assert told["games in which somebody tried what is not allowed"].startswith("33.3 %")


def test_minutes_of_few_games_have_students_interval(beside: Study, people: Run) -> None:
    from scipy import stats

    low, high = stats.t.interval(0.95, 4, 6, stats.sem([2, 4, 6, 8, 10]))
    assert dict(table(beside, people, "people"))["minutes a game"] == f"6.00 ({low:.2f} to {high:.2f})"


def test_answers_count_only_those_who_gave_one(beside: Study, people: Run) -> None:
    told = dict(table(beside, people, "people"))
    assert told["said it was good"].startswith("75.0 %")
    assert told["said it was good"].endswith("of 4 answers")
    assert told["said the rules were clear"].endswith("of 2 answers")


def test_without_answers_nothing_is_said_of_them(beside: Study, people: Run) -> None:
    silent = replace(people, more={n: np.zeros(6) if n in NOTES else c for n, c in people.more.items()})
    assert not any("said" in row[0] for row in table(beside, silent, "people"))


def test_rules_that_are_not_understood_come_with_their_clauses(beside: Study, people: Run) -> None:
    assert table(beside, people, "rule") == [["MTX-4.2", "4", "2", "2"], ["MTX-2.1", "0", "1", "1"]]


def test_the_dearest_decisions_come_first(beside: Study, people: Run) -> None:
    rows = table(beside, people, "points lost")
    assert [row[0] for row in rows] == ["50", "40", "30", "20", "10"]
    assert rows[0][1] == "game 5, decision 5"


def test_cards_that_people_use_otherwise_come_with_intervals(beside: Study, people: Run) -> None:
    rows = table(beside, people, "card")
    assert rows
    for _, ours, bots, could in rows:
        assert " to " in ours
        assert bots.endswith(" %")
        assert int(could.replace(",", "")) >= 30


def test_all_columns_read_back(people: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("people") / "people.parquet"
    write_run(people, path)
    back = read_run(path)
    assert set(back.more) == set(people.more)
    for name, column in people.more.items():
        assert back.more[name].tolist() == column.tolist(), name
    assert back.finished.tolist() == [True] * 5 + [False]


def test_the_search_finds_the_decision_that_gave_most_away() -> None:
    """A game with one move left: the search sees the end of every move, so a worse one has its exact price."""
    match = played(4)
    one = Played(match.at(len(match.steps)), (True, True))
    found = costliest(one)
    assert found is not None
    cost, words = found
    assert 0 <= cost <= 1
    assert words.startswith("decision ")
    assert " instead of " in words
    assert costliest(Played(match, (False, False))) is None  # bots' decisions are not people's
