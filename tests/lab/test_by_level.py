"""Does a finding hold at other strengths?"""

import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Game, TablewrightError
from tablewright.lab import levels
from tablewright.lab.compare_page import comparison_page
from tablewright.lab.experiments import Difference, _by_family, rows_of
from tablewright.lab.levels import (
    BATCH,
    LEAST,
    LevelBudget,
    Trend,
    budgets,
    compare_level,
    compare_levels,
    overall,
    rows,
    trend,
)
from tablewright.lab.plan import Plan
from tablewright.lab.statistics import Z95, Estimate


def effect(value: float, half: float = 0.02) -> Estimate:
    return Estimate(value, value - half, value + half, 1000)


@pytest.mark.parametrize(
    ("effects", "wanted"),
    [
        ([effect(0.1), effect(0.1)], "holds"),
        ([effect(-0.1), effect(-0.11)], "holds"),
        ([effect(0.1), effect(0.2)], "grows"),
        ([effect(-0.1), effect(-0.2)], "grows"),
        ([effect(0.2), effect(0.1)], "shrinks"),
        ([effect(0.1), effect(0.0, 0.01)], "shrinks"),
        ([effect(-0.08), effect(0.07)], "reverses"),
        ([effect(0.08), effect(-0.07)], "reverses"),
        ([effect(-0.08, 0.01), effect(0.03, 0.015)], "open"),  # certainly above zero, perhaps too little to notice
        ([effect(0.03, 0.015), effect(-0.08, 0.01)], "open"),
        ([effect(-0.08, 0.05), effect(0.14, 0.05)], "reverses"),
        ([effect(-0.07, 0.05), effect(0.14, 0.05)], "open"),  # not yet certain, and no growth
        ([effect(-0.01, 0.005), effect(0.14, 0.05)], "grows"),  # what nobody would notice has no direction
        ([effect(-0.021, 0.002), effect(0.018, 0.002)], "shrinks"),
        ([effect(-0.019, 0.0005), effect(0.018, 0.0005)], "nothing"),  # certain signs that nobody would notice
        ([effect(-0.08), effect(0.0), effect(0.07)], "reverses"),
        ([effect(0.0, 0.01), effect(0.005, 0.01)], "nothing"),
        ([effect(0.02, 0.2), effect(-0.1, 0.2)], "open"),
        ([effect(0.1), effect(0.08, 0.2)], "open"),
    ],
)
def test_what_becomes_of_an_effect(effects: list[Estimate], wanted: Trend) -> None:
    assert trend(effects, 0.02) == wanted


def test_what_matters_must_be_certain_although_two_are_looked_at() -> None:
    """At 2.1 standard errors beyond what matters one of two levels errs too often to say that a change reverses."""
    assert trend([effect(-0.1), effect(0.0314)], 0.01) != "reverses"
    assert trend([effect(-0.1), effect(0.034)], 0.01) == "reverses"


@pytest.mark.parametrize("tried", [2, 4])
def test_a_reversal_is_seldom_said_falsely(tried: int) -> None:
    """An effect that matters at one level and is exactly as large as would not matter, the other way, at the others."""
    chance, error, times = np.random.default_rng(tried), 0.01, 4000
    values = chance.normal([-0.2, *[0.02] * (tried - 1)], error, (times, tried))
    found = [trend([effect(x, Z95 * error) for x in row], 0.02) for row in values]
    assert sum(one == "reverses" for one in found) < 0.05 * times


def test_the_verdict_names_the_figure_that_reverses() -> None:
    before, after = (games.load("matrix").variant(3, None, change) for change in ({}, {"order_rule": "fixed"}))
    shared = [LevelBudget("hasty", 2000, 1.0), LevelBudget("greedy", 2000, 1.0)]
    verdict = comparison_page(compare_levels(before, after, shared), "as it is", "order_rule=fixed").verdicts[-1]
    assert (verdict.said, verdict.tone) == ("reverses", "bad")
    assert verdict.answer.endswith("All in all: unfairness reverses: do not act on it.")
    assert "Turns: no effect that matters at any level." in verdict.answer


def test_a_page_over_several_levels() -> None:
    before = games.load("matrix").variant(3)
    after = games.load("matrix").variant(3, None, {"order_rule": "fixed"})
    shared = [LevelBudget("greedy", 1500, 1.0), LevelBudget("random", 1500, 1.0)]
    found = compare_levels(before, after, shared)
    made = rows(found)
    page = comparison_page(found, "as it is", "order_rule=fixed")
    assert [row.metric for row in made] == ["unfairness", "turns", "margin"]
    assert page.verdicts[-1].said == overall(made)
    assert page.sections[0].title == "Level by level"
    assert [row[1] for row in page.sections[0].tables[0].rows] == ["random", "greedy"] * 3  # weak to strong
    assert {figure["level"] for figure in page.figures} == {"greedy", "random"}
    assert "only" not in page.title
    assert comparison_page(found[:1], "a", "b").title.endswith("(greedy bots only)")


def test_bots_that_think_stop_when_it_is_very_clear(planted: Game) -> None:
    clear, same = planted.variant(changes={"advantage": 400}), planted.variant(changes={"advantage": 1})
    one = LevelBudget("ismcts:1", 3 * BATCH, 1.0)
    assert len(compare_level(planted.variant(), clear, one).a.games) == BATCH
    whole = compare_level(planted.variant(), same, one)
    assert len(whole.a.games) == 3 * BATCH
    assert whole.a.games.tolist() == list(range(3 * BATCH))
    assert whole.a.seeds.tolist() == list(range(1, 3 * BATCH + 1))


def test_games_and_minutes_are_shared(planted: Game) -> None:
    variant = planted.variant()
    quick, slow = budgets(variant, ["random", "ismcts:1"], None, None, 2)
    assert (quick.games, slow.games) == (4000, 1000)
    assert [one.games for one in budgets(variant, ["random", "greedy"], 70, None, 2)] == [70, 70]
    assert all(one.games >= LEAST for one in budgets(variant, ["random", "ismcts:4"], None, 0.1, 2))
    assert str(LevelBudget("medium", 1000, 250.0)) == "medium: 1,000 games of each variant, about 4 minutes"


@pytest.mark.parametrize(
    ("names", "games", "minutes", "message"),
    [
        (["greedy", "greedy"], None, None, "--levels names a bot twice: greedy,greedy"),
        (["greedy"], 10, 1.0, "give --games or --minutes, not both"),
        (["gredy"], None, None, "unknown bot 'gredy'"),
    ],
)
def test_wrong_levels(planted: Game, names: list[str], games: int | None, minutes: float | None, message: str) -> None:
    with pytest.raises(TablewrightError, match=message):
        budgets(planted.variant(), names, games, minutes, 2)


# Families, budgets and batches


def told(metric: str, p: float) -> Difference:
    return Difference(metric, 0.5, 0.55, Estimate(0.05, 0.03, 0.07, 400), p)


def test_every_family_answers_for_itself_and_fairness_by_holm() -> None:
    """Of fifty counters one at .04 is chance; the length at .04 stands, as no other figure of its family was tried."""
    counters = [told(f"probe.counter_{i}", 0.04 if i == 0 else 0.9) for i in range(50)]
    found = {d.metric: d.stands for d in _by_family([told("turns", 0.04), *counters])}
    assert found["turns"]
    assert not any(stands for metric, stands in found.items() if metric != "turns")
    seats = [told("share.P0", 0.03), told("share.P1", 0.04), told("unfairness", 0.045)]
    assert not any(d.stands for d in _by_family(seats))  # Benjamini-Hochberg would let all three stand
    sure = [told("share.P0", 0.01), told("share.P1", 0.02), told("unfairness", 0.03)]
    assert all(d.stands for d in _by_family(sure))


def test_sure_fairness_does_not_carry_an_unsure_counter() -> None:
    """Corrected together, forty certain counters would let a chance find among the seats stand."""
    counters = [told(f"probe.counter_{i}", 1e-9) for i in range(40)]
    seats = [told("share.P0", 0.04), told("share.P1", 0.04), told("unfairness", 0.5)]
    found = {d.metric: d.stands for d in _by_family([*counters, *seats])}
    assert not found["share.P0"]
    assert found["probe.counter_7"]


def test_minutes_go_to_all_levels_alike(planted: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = {"random": 0.001, "greedy": 0.01, "ismcts:4": 0.1, "ismcts:8": 10.0}
    monkeypatch.setattr(levels, "_seconds_a_game", lambda plan, _: pace[plan.names[0]])
    made = budgets(planted.variant(), list(pace), None, 4.0, 2)
    assert [one.games for one in made] == [4000, 3000, 300, LEAST]  # a minute each, of two variants
    assert [one.seconds for one in made] == pytest.approx([8.0, 60.0, 60.0, 2000.0])


@pytest.mark.parametrize(
    ("first", "last", "wanted"), [(0.1, 0.1, "holds"), (0.05, 0.2, "grows"), (0.2, 0.05, "shrinks")]
)
def test_a_single_level_only_holds(first: float, last: float, wanted: Trend) -> None:
    assert trend([effect(first)], 0.02) == "holds"
    assert trend([effect(first), effect(last)], 0.02) == wanted
    assert trend([effect(-first), effect(-last)], 0.02) == wanted


def test_a_batch_begins_where_the_last_one_ended(planted: Game) -> None:
    """The same games as in one piece, so that stopping early only leaves some out."""
    other = planted.variant(changes={"advantage": 1})
    one = LevelBudget("ismcts:1", BATCH + 30, 1.0)
    found = compare_level(planted.variant(), other, one, seed=7)
    whole = rows_of(Plan.named(planted.variant(), ["ismcts:1"]), BATCH + 30, 7)
    assert np.array_equal(found.a.shares, whole.shares)
    assert found.a.seeds.tolist() == whole.seeds.tolist() == list(range(7, 7 + BATCH + 30))
