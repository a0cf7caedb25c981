"""The fourteen ways in which the first lab concluded too much, each as a case that must not come back."""

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from tablewright import games
from tablewright.bots.registry import find
from tablewright.cli.app import app
from tablewright.engine import Game
from tablewright.lab import words
from tablewright.lab.changes import FRESH, abstinence, knockout, sweep
from tablewright.lab.compare_page import comparison_page, comparison_verdicts
from tablewright.lab.executor import Threads
from tablewright.lab.experiments import compare, compare_runs, rows_of
from tablewright.lab.levels import LevelBudget, compare_levels
from tablewright.lab.matchups import matchups
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import Page, Verdict
from tablewright.lab.plan import Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import Run, collect
from tablewright.lab.simulate import StopRule, play
from tablewright.lab.statistics import Estimate, wilson
from tablewright.lab.study import Closely, Study, study
from tablewright.lab.survey import Looks, survey
from tablewright.lab.sweep_page import changes_page
from tablewright.lab.tension import survey_metrics


def looked_at(game: Game, changes: dict[str, int], number: int, bot: str = "random") -> Study:
    variant = game.variant(changes=dict(changes))
    run = collect(variant, [find(bot).chooser(variant)], StopRule(number))
    return study([run], lambda _: game, Closely(40, number, 10, 20, 100))


def said(page: Page, question: str) -> Verdict:
    return next(verdict for verdict in page.verdicts if verdict.question == question)


def rows(base: Run, shares: np.ndarray, **more: np.ndarray) -> Run:
    """A run with made-up results."""
    n = len(shares)
    usual = {
        "games": np.arange(n),
        "scores": shares,
        "turns": np.full(n, 20),
        "decisions": np.full(n, 20),
        "probes": np.zeros((n, len(base.info.probes))),
        "first": np.zeros(n, np.int8),
    }
    return replace(base, shares=shares.astype(float), **(usual | more))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def two(planted: Game) -> Run:
    return rows_of(Plan.named(planted.variant(), ["random"]), 10)


# 1. A false all-clear on cards, and a baseline that moved


def test_1_a_strong_card_that_everybody_uses_is_not_folded_away(planted: Game) -> None:
    page = report_page(looked_at(planted, {"strong": 60, "picks": 8}, 3000))
    verdict = said(page, "Are the cards even?")
    assert verdict.tone == "warn"
    assert "Strong looks strong" in verdict.answer
    (section,) = [section for section in page.sections if section.title == "Cards"]
    assert sorted(row[0] for row in section.tables[0].rows) == ["Dead", "Dull", "Even", "Plain", "Strong"]


@pytest.mark.parametrize("number", [60, 200, 500])
def test_1_few_games_never_clear_the_cards(planted: Game, number: int) -> None:
    assert said(report_page(looked_at(planted, {}, number)), "Are the cards even?").tone == "unknown"


def test_1_cards_that_nobody_uses_are_not_a_matter_of_more_games(planted: Game) -> None:
    made = looked_at(planted, {}, 300, "greedy")
    unused = [replace(card, value=None, used=0, offered=100) for card in made.cards]
    told = words.verdicts(replace(made, cards=unused))[5]
    assert told.tone == "unknown"
    assert told.answer.endswith("5 of them nobody used, so more games of these bots would hardly tell.")


# 2. A share that was the excess over a fair one


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_the_leader_wins_a_share_of_the_games(players: int) -> None:
    plan = Plan.named(games.load("matrix").variant(players), ["greedy"])
    traces = survey(plan, 60, looks=Looks())
    by_hand = []
    for trace in traces:
        chances = trace.halves.mean(axis=1)[4]
        leaders = np.flatnonzero(chances == chances.max())
        by_hand.append(trace.shares[leaders].sum() / len(leaders))
    found = survey_metrics(traces)["leader_wins"]
    assert found.value == pytest.approx(np.mean(by_hand))


# 3. A tone from the bound of a wide interval


@pytest.mark.parametrize(("low", "value", "high"), [(0.2, 1.0, 1.0), (0.5, 0.75, 0.95), (0.3, 0.52, 0.75)])
def test_3_a_wide_interval_has_no_tone(planted: Game, low: float, value: float, high: float) -> None:
    made = replace(looked_at(planted, {}, 60, "greedy"), agency=Estimate(value, low, high, 4))
    verdict = said(report_page(made), "Skill or luck?")
    assert verdict.tone == "unknown"
    assert verdict.answer.startswith("4 games are too few to tell how much skill counts")


# 4. Cures that turn into their opposite


def test_4_a_page_of_one_strength_says_so_in_its_headline(planted: Game) -> None:
    base = planted.variant()
    swept = changes_page(sweep(base, [("picks", 2)], ["random"], 50), ["turns"], "what each change does")
    one = comparison_page([compare(base, planted.variant(changes={"picks": 2}), ["random"], 50)], "a", "b")
    out = knockout(games.load("matrix").variant(), ["random"], 20, cards=["swap_odd"])
    for page in (swept, one, changes_page(out, ["turns"], "each card taken out in turn")):
        assert page.title.endswith("(random bots only)")


@pytest.mark.parametrize("order", [("hasty", "greedy"), ("greedy", "hasty")])
def test_4_a_reversal_is_one_whichever_level_is_typed_first(order: tuple[str, str]) -> None:
    before, after = (games.load("matrix").variant(3, None, change) for change in ({}, {"order_rule": "fixed"}))
    found = compare_levels(before, after, [LevelBudget(name, 1500, 1.0) for name in order])
    assert comparison_page(found, "as it is", "order_rule=fixed").verdicts[-1].said == "reverses"


# 5. and 6. Tension that was the noise of playouts, decided by hindsight


@pytest.mark.parametrize("playouts", [32, 64, 400])
def test_5_6_a_game_that_a_weighted_coin_decides_at_its_end(planted: Game, playouts: int) -> None:
    """58 to 42 until the last decision: no comebacks, no safe lead, and the openness that follows from 58 %."""
    plan = Plan.named(planted.variant(changes={"advantage": 80}), ["random"])
    found = survey_metrics(survey(plan, 300, looks=Looks(8, playouts)))
    assert found["uncertainty"].low <= 4 * 0.58 * 0.42 <= found["uncertainty"].high
    assert (found["decided"].value, found["decided"].low) == (1.0, 1.0)
    if playouts >= Looks().rollouts:
        assert found["comeback"].value <= 0.01
        assert found["leader_wins"].low <= 0.58 <= found["leader_wins"].high + 0.02


def test_5_a_shared_win_is_no_comeback() -> None:
    """Random players of standoff run to the turn cap: whoever was behind has not won."""
    plan = Plan.named(games.load("standoff").variant(), ["random"])
    traces = [trace for trace in survey(plan, 32, looks=Looks(8, 8)) if (trace.shares == 0.5).all()]
    assert len(traces) >= 30
    assert survey_metrics(traces)["comeback"].value == 0


# 7. A cure that only hid who begins


def test_7_drawing_lots_is_said_to_be_unfair_to_whoever_does_not_begin() -> None:
    wallet = games.load("wallet")
    variant = wallet.variant(changes={"start_player": "random"})
    run = collect(variant, [find("greedy").chooser(variant)], StopRule(1500))
    made = study([run], games.load, Closely(0, 30, 5, 0, 50))
    verdict = said(report_page(made), "Is every seat fair?")
    assert verdict.tone in ("warn", "bad")
    assert "who begins wins too often with greedy bots" in verdict.answer
    assert "whoever begins 6" in verdict.figures


# 8. A headline that answered for two hundred counters


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_8_the_headline_is_seldom_wrong_when_only_counters_change(seats: int) -> None:
    base = rows_of(Plan.named(games.load("matrix").variant(seats), ["random"]), 10)
    base = replace(base, info=replace(base.info, probes=tuple(f"counter_{i}" for i in range(150)), points=""))
    chance, wrong, trials = np.random.default_rng(seats), 0, 80
    for _ in range(trials):
        runs = [
            rows(base, chance.multinomial(1, [1 / seats] * seats, 300), probes=np.full((300, 150), changed))
            for changed in range(2)
        ]
        answer = comparison_verdicts(compare_runs(*runs))[0].answer
        wrong += answer.startswith(("Fairer", "Less fair"))
    assert wrong <= 0.1 * trials  # 7 and 16 % before


# 9. Absence of evidence in green


@pytest.mark.parametrize(("number", "word"), [(60, "open"), (20_000, "fine")])
def test_9_as_before_takes_games_enough(two: Run, number: int, word: str) -> None:
    chance = np.random.default_rng(9)
    shares = chance.multinomial(1, [0.5, 0.5], number)
    a, b = (rows(two, shares, turns=chance.normal(20 - drop, 6, number)) for drop in (0.0, 0.2))
    verdict = next(v for v in comparison_verdicts(compare_runs(a, b)) if v.question == "Is it longer?")
    assert verdict.word == word


# 10. The largest of many effects


def test_10_the_best_of_a_screening_is_tested_on_seeds_that_it_has_not_seen(planted: Game) -> None:
    base, other = planted.variant(), planted.variant(changes={"advantage": 200})
    (screened,) = sweep(base, [("advantage", 200)], ["random"], 500, seed=1)
    shared = [LevelBudget("random", 300, 1.0), LevelBudget("greedy", 300, 1.0)]
    fresh = compare_levels(base, other, shared, 1 + FRESH)
    assert all(one.a.seeds.min() > screened.comparison.a.seeds.max() for one in fresh)
    page = changes_page([screened], ["share.A"], "what each change does", [(screened, fresh)])
    assert page.verdicts[0].question == "Does advantage = 200 hold?"
    assert {row["level"] for row in page.figures if row.get("fresh")} == {"random", "greedy"}
    assert "(random bots only)" not in page.title


# 11. A page that hung on the speed of the day


def test_11_a_slow_machine_gives_the_same_page(planted: Game) -> None:
    variant = planted.variant()
    run = collect(variant, [find("greedy").chooser(variant)], StopRule(200))

    def page(threads: Threads) -> str:
        return report_page(study([run], lambda _: planted, Closely(30, 100, 10, 20, 60), (), None, threads)).html()

    slow = Threads(1)
    slow.brisk = 1e-9  # seconds for a part: too few even for a part of one game
    assert page(slow) == page(Threads(2))


def test_11_no_page_has_a_budget_of_seconds() -> None:
    for command in ("report", "compare", "sweep", "knockout", "expect", "tune"):
        shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).output
        assert "--seconds" not in shown, command


# 12. A knockout that said nothing in a symmetric game


def test_12_taken_from_all_a_card_is_worth_nothing_taken_from_one_it_is(planted: Game) -> None:
    """Both sides lose it: the seats stay even. One side alone loses it: that side wins less."""
    variant = planted.variant(changes={"strong": 100})
    seats = run_metrics(rows_of(Plan.named(variant, ["random without strong"]), 3000))["share.A"]
    assert seats.low <= 0.5 <= seats.high
    (alone,) = abstinence(variant, "random", 3000, cards=["strong"])
    assert alone.stands
    assert alone.cost.low > 0.04


# 13. No smallest effect that matters


@pytest.mark.parametrize(
    ("number", "wins", "begins"),
    [
        (2_000_000, 0.502, "Yes, within 2 points"),
        (20_000, 0.5, "Yes, within 2 points"),
        (20_000, 0.60, "No: A wins too often"),
        (100, 0.5, "Open: 100 games"),
    ],
)
def test_13_a_comparison_says_whether_b_is_fair(two: Run, number: int, wins: float, begins: str) -> None:
    first = (np.arange(number) < wins * number).astype(float)
    b = rows(two, np.column_stack([first, 1 - first]))
    told = comparison_verdicts(compare_runs(b, b))[0].figures
    assert told.partition("Is B fair? ")[2].startswith(begins)


# 14. Smaller ones


@pytest.mark.parametrize("names", [["greedy", "random", "hasty"], ["hasty", "greedy", "random", "random"]])
def test_14_with_three_and_four_seats_the_best_bot_gets_its_own_wins(names: list[str]) -> None:
    """A bot of the list sits one seat further back in every seating; a wrong seat gives its wins to another."""
    plan = Plan.named(games.load("matrix").variant(len(names)), names)
    made = play(plan, 40 * len(names), 3)
    run = rows_of(plan, 40 * len(names), 3)
    for i, name in enumerate(names):
        seats = [(i - game) % len(names) for game in range(len(run.games))]
        own = np.mean([run.shares[game, seat] for game, seat in enumerate(seats)])
        assert made.bot_share(i) == pytest.approx(own), name
        assert made.bot_scores.mean[i] == pytest.approx(
            np.mean([run.scores[game, seat] for game, seat in enumerate(seats)])
        )
    assert max(range(len(names)), key=made.bot_share) == names.index("greedy")


def test_14_simulate_and_report_give_a_matchup_one_interval() -> None:
    """Both count seeds, not games."""
    plan = Plan.named(games.load("wtactics").variant(), ["greedy", "random"])
    made, run = play(plan, 240, 5), rows_of(plan, 240, 5)
    sides = plan.variant.game.sides
    won = run.shares[:, 0]
    at = [run.probe(name) for name in run.info.side_counters]
    for i, side in enumerate(sides):
        for j, other in enumerate(sides):
            here, there = (at[0] == i) & (at[1] == j), (at[0] == j) & (at[1] == i)
            if i != j and (here | there).any():
                hits = np.concatenate([won[here], 1 - won[there]])
                assert made.met.wins(i, j).value == pytest.approx(hits.mean()), (side, other)
                assert made.met.wins(i, j).n == len(hits)
    assert matchups(run, sides) == []  # fewer than 200 games of any pair


def test_14_a_card_that_a_game_likes_or_does_not_is_as_sure_as_its_games(planted: Game) -> None:
    """Ten decisions of one game that always go alike are one observation."""
    from tablewright.lab.cardvalues import use_rate

    used = np.repeat([10, 0], 50)
    found = use_rate(used, np.full(100, 10), np.arange(100))
    games_alone = wilson(50, 100)
    assert (found.low, found.high) == pytest.approx(games_alone, abs=0.003)
