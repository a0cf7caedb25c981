"""Pages about many single changes: what is called first, what is tested again, and which reading of a rule matters."""

from dataclasses import replace

import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Game, Ruling, Value
from tablewright.lab.changes import (
    Abstinence,
    Change,
    Grid,
    alternatives,
    changed,
    knockout,
    ruling_changes,
    sweep,
    together,
    toml,
)
from tablewright.lab.experiments import Comparison, Difference, compare_runs, rows_of
from tablewright.lab.page import Page
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Estimate
from tablewright.lab.sweep_page import (
    candidates,
    changes_page,
    effects_of,
    rulings_page,
    weight_of,
    with_abstinences,
    with_grids,
)


@pytest.fixture(scope="module")
def base(planted: Game) -> Run:
    return rows_of(Plan.named(planted.variant(), ["random"]), 20)


def difference(metric: str, value: float, half: float, stands: bool = True) -> Difference:
    p = 0.0 if stands else 1.0
    return Difference(metric, 0.5, 0.5 + value, Estimate(value, value - half, value + half, 400), p, stands)


def change(base: Run, label: str, *differences: Difference, level: str = "random", far: bool = False) -> Change:
    """A change with these effects."""
    info = replace(base.info, bots=(level, level))
    comparison = Comparison(replace(base, info=info), base, differences)
    return Change(label.partition(" = ")[0], 1, label, comparison, far=far)


SURE, SMALL, OPEN = (0.1, 0.01), (0.0, 0.01), (0.05, 0.2)


def test_what_matters_comes_first_then_what_is_open(base: Run) -> None:
    made = [
        change(base, "a = 1", difference("share.A", *SMALL, stands=False)),
        change(base, "b = 1", difference("share.A", *OPEN, stands=False)),
        change(base, "c = 1", difference("share.A", *SURE)),
        change(base, "d = 1", difference("share.A", -0.2, 0.01)),
    ]
    assert [one.label for one, _ in effects_of(made, "share.A")] == ["d = 1", "c = 1", "b = 1", "a = 1"]
    first = [item.text for item in changes_page(made, ["share.A"], "what each change does").first]
    assert first == [
        "d = 1 changes A's wins most, by -20.0 points (-21.0 to -19.0).",
        "Does not matter for any of these: a = 1.",
        "Open, too few games to tell: b = 1.",
    ]


def test_nothing_is_shown_to_matter_is_no_all_clear(base: Run) -> None:
    made = [change(base, "b = 1", difference("share.A", *OPEN, stands=False))]
    first = [item.text for item in changes_page(made, ["share.A"], "x").first]
    assert first == ["Nothing is shown to matter for A's wins.", "Open, too few games to tell: b = 1."]


@pytest.mark.parametrize(
    ("shares", "turns", "weight"),
    [
        (SURE, SMALL, "matters"),
        (SMALL, SMALL, "does not matter"),
        (OPEN, SMALL, "open"),
        (OPEN, SURE, "matters"),
    ],
)
def test_a_change_matters_for_any_metric_and_does_not_for_all(
    base: Run, shares: tuple[float, float], turns: tuple[float, float], weight: str
) -> None:
    made = change(base, "a = 1", difference("share.A", *shares), difference("draws", *turns))
    assert weight_of(made, ["share.A", "draws"]) == weight


def test_the_best_few_are_taken_from_every_metric_in_turn(base: Run) -> None:
    none = difference("draws", *SMALL, stands=False)
    made = [
        change(base, "a = 1", difference("share.A", 0.3, 0.01), none),
        change(base, "b = 1", difference("share.A", 0.2, 0.01), none),
        change(base, "c = 1", difference("share.A", *SMALL, stands=False), difference("draws", 0.1, 0.01)),
        change(base, "d = 1", difference("share.A", *OPEN, stands=False), none),
        change(base, "e = 9", difference("share.A", 0.9, 0.01), none, far=True),
    ]
    found = candidates(made, ["share.A", "draws"], 3)
    assert [one.label for one in found] == ["a = 1", "c = 1", "b = 1"]  # the end of a range waits
    assert [one.label for one in candidates(made, ["share.A", "draws"], 9)][-1] == "e = 9"
    assert candidates(made[3:4], ["share.A"]) == []


def retested(base: Run, *effects: tuple[str, float]) -> Page:
    """A change that was tested again at some levels, with its effect on the unfairness at each."""
    found = [change(base, "a = 1", difference("unfairness", x, 0.01), level=name).comparison for name, x in effects]
    made = change(base, "a = 1", difference("unfairness", 0.1, 0.01))
    return changes_page([made], ["unfairness"], "what each change does", [(made, found)])


@pytest.mark.parametrize(
    ("effects", "said", "tone"),
    [
        ([("greedy", 0.1), ("medium", 0.1)], "holds", "good"),
        ([("greedy", 0.1), ("medium", -0.1)], "reverses", "bad"),
        ([("greedy", 0.1), ("medium", 0.2)], "grows", "good"),
        ([("medium", 0.2), ("greedy", 0.1)], "grows", "good"),  # however they were typed
        ([("medium", 0.1), ("greedy", 0.2)], "shrinks", "warn"),
        ([("greedy", 0.0), ("medium", 0.001)], "nothing", "good"),
    ],
)
def test_what_was_tested_again_has_one_verdict(
    base: Run, effects: list[tuple[str, float]], said: str, tone: str
) -> None:
    page = retested(base, *effects)
    (verdict,) = page.verdicts
    assert (verdict.question, verdict.said, verdict.tone) == ("Does a = 1 hold?", said, tone)
    (table,) = page.sections[0].tables
    assert [row[2] for row in table.rows] == ["greedy", "medium"]
    assert [row[-1] for row in table.rows] == ["", said]


def test_a_sweep_answers_for_all_changes_together(base: Run) -> None:
    """One of twenty changes at p = .04 is what chance makes of twenty."""
    lucky = Difference("share.A", 0.5, 0.53, Estimate(0.03, 0.001, 0.059, 400), 0.04, True)
    none = Difference("share.A", 0.5, 0.5, Estimate(0.0, -0.03, 0.03, 400), 0.9, False)
    alone = together([change(base, "a = 1", lucky)])
    many = together([change(base, "a = 1", lucky), *(change(base, f"b = {i}", none) for i in range(19))])
    assert alone[0].comparison.differences[0].stands
    assert not many[0].comparison.differences[0].stands


def test_the_value_that_it_has_anyway_is_not_counted_among_the_tests(base: Run) -> None:
    sure = Difference("share.A", 0.5, 0.53, Estimate(0.03, 0.001, 0.059, 400), 0.04, True)
    same = replace(change(base, "a = 0", Difference("share.A", 0.5, 0.5, Estimate(0, 0, 0, 400), 1.0)), same=True)
    assert together([same, change(base, "a = 1", sure)])[1].comparison.differences[0].stands


# Which changes there are


def test_every_parameter_has_its_other_values() -> None:
    found: dict[str, list[Value]] = {}
    for name, value in alternatives(games.load("matrix")):
        found.setdefault(name, []).append(value)
    specs = games.load("matrix").cards.parameters
    now = games.load("matrix").variant().values.parameters
    assert found
    for name, values in found.items():
        assert now[name] not in values
        assert len(set(map(str, values))) == len(values)
        if specs[name].type == "bool":
            assert values == [not now[name]]
        elif specs[name].choices:
            assert set(values) >= set(specs[name].choices) - {now[name]}


def test_a_number_has_its_neighbours_and_the_ends_of_its_range(planted: Game) -> None:
    assert [value for name, value in alternatives(planted) if name == "picks"] == [1, 3, 5, 8]
    assert [value for name, value in alternatives(planted) if name == "advantage"] == [-400, -1, 1, 400]


def test_a_change_that_the_rules_do_not_allow_is_none(planted: Game) -> None:
    assert changed(planted.variant(), "picks", 99) is None
    made = changed(planted.variant(changes={"strong": 5}), "picks", 2)
    assert made is not None
    assert made.changes == {"strong": 5, "picks": 2}


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (False, "false"), (3, "3"), ("fixed", "fixed")])
def test_a_value_as_it_is_typed(value: Value, text: str) -> None:
    assert toml(value) == text


def test_open_questions_are_switched_by_their_parameters() -> None:
    every = 0
    for name in games.names():
        game = games.load(name)
        parameters = {ruling.parameter for ruling in game.cards.rulings}
        found = ruling_changes(game)
        assert {parameter for parameter, _ in found} <= parameters
        now = game.variant().values.parameters
        assert all(value != now[parameter] for parameter, value in found)
        every += len(found)
    assert every > 0


# Open questions


def ruling(parameter: str, alternative: str = "the other") -> Ruling:
    return Ruling(f"What of {parameter}?", "As it is.", alternative, parameter)


def test_the_readings_that_matter_come_first_and_a_missing_one_is_said(base: Run) -> None:
    made = [
        change(base, "a = 1", difference("share.A", *SMALL, stands=False)),
        change(base, "b = 1", difference("share.A", *SURE)),
        change(base, "c = 1", difference("share.A", *OPEN, stands=False)),
    ]
    rulings = [ruling("a"), ruling("b"), ruling("c"), ruling("d"), ruling("e", "none")]
    page = rulings_page(rulings, made, ["share.A"])
    assert [(v.question, v.said) for v in page.verdicts] == [
        ("What of b?", "matters"),
        ("What of a?", "does not matter"),
        ("What of c?", "open"),
        ("What of d?", "read so"),
        ("What of e?", "read so"),
    ]
    assert page.verdicts[0].figures == "Otherwise, b = 1: A's wins +10.0 points (+9.0 to +11.0)."
    assert page.verdicts[3].figures == "The other reading (the other) is no single value and is not measured here."
    assert page.verdicts[4].figures == "No other reading is programmed."


# Two together, and one card less


def test_a_heat_map_stands_before_the_single_changes(base: Run) -> None:
    page = changes_page([change(base, "a = 1", difference("share.A", *SURE))], ["share.A"], "x")
    grid = Grid(
        ("a", [0, 1]), ("b", [True, False]), {"share.A": np.array([[50.0, 51.0], [np.nan, 60.0]])}, {"share.A": 1.5}
    )
    made = with_grids(page, grid)
    assert [section.title for section in made.sections] == ["a and b together", *(s.title for s in page.sections)]
    (drawn,) = made.sections[0].plots
    assert "each cell is within 1.5 of the truth 95 times in 100" in drawn
    assert "a = 0, b = true: 50" in drawn
    assert "a = 1, b = true: <" in drawn  # a combination that makes no sense has no number


def wins(card: str, value: float, stands: bool) -> Abstinence:
    return Abstinence(card, Estimate(value, value - 0.02, value + 0.02, 800), 0.5, stands)


def test_the_cards_that_are_hardest_to_do_without_come_first(base: Run) -> None:
    page = changes_page([change(base, "a = 1", difference("share.A", *SURE))], ["share.A"], "x")
    found = [wins("a", 0.48, False), wins("b", 0.40, True), wins("c", 0.60, True)]
    made = with_abstinences(page, [("greedy", found)], {"a": "Ant", "b": "Bee", "c": "Cat"})
    assert made.first[0].text == (
        "Hardest to do without, with greedy bots: Bee (40.0 % (38.0 to 42.0)); a fair share is 50.0 %."
    )
    (table,) = made.sections[0].tables
    assert [(row[0], row[-1]) for row in table.rows] == [("Bee", "yes"), ("Ant", ""), ("Cat", "yes")]
    rows = [row for row in made.figures if str(row["metric"]).startswith("without.")]
    assert [(row["metric"], row["value"], row["beyond_chance"]) for row in rows] == [
        ("without.a", 0.48, False),
        ("without.b", 0.40, True),
        ("without.c", 0.60, True),
    ]
    assert found[1].cost.value == pytest.approx(0.1)
    assert (found[1].cost.low, found[1].cost.high) == pytest.approx((0.08, 0.12))


def test_a_card_taken_out_is_compared_on_the_same_seeds() -> None:
    variant = games.load("matrix").variant()
    (made,) = knockout(variant, ["random"], 60, cards=["swap_odd"])
    assert made.label == "swap_odd"
    assert made.comparison.a.seeds.tolist() == made.comparison.b.seeds.tolist()
    before = rows_of(Plan.named(variant, ["random"]), 60)
    assert made.comparison.a.shares.tolist() == before.shares.tolist()


def test_a_sweep_plays_the_base_once_and_says_how_much_is_done(planted: Game) -> None:
    done: list[int] = []
    made = sweep(planted.variant(), [("picks", 2), ("picks", 4), ("picks", 99)], ["random"], 60, progress=done.append)
    assert [one.label for one in made] == ["picks = 2", "picks = 4"]
    assert sum(done) == 60 * 3
    assert made[0].comparison.a is made[1].comparison.a
    again = compare_runs(made[0].comparison.a, made[0].comparison.b)
    assert again.of(["turns"])["turns"].change == made[0].comparison.of(["turns"])["turns"].change
