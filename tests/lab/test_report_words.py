"""What a report says in words, and that it is so."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tablewright import games
from tablewright.bots.registry import find
from tablewright.engine import CardsError, Game
from tablewright.games.sources import with_cards_text
from tablewright.lab import findings, loops, words
from tablewright.lab.compare_page import comparison_verdicts
from tablewright.lab.executor import Threads
from tablewright.lab.experiments import Difference, compare, compare_runs
from tablewright.lab.matchups import Matchup
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import Verdict
from tablewright.lab.plan import Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Estimate
from tablewright.lab.study import Closely, Study, study, work_of


def looked_at(game: Game, bot: str, number: int) -> Study:
    variant = game.variant()
    run = collect(variant, [find(bot).chooser(variant)], StopRule(number))
    return study([run], lambda _: game, Closely(40, number, 30, 20, 200))


@pytest.fixture(scope="module")
def known(planted: Game) -> Study:
    return looked_at(planted, "greedy", 1500)


def said(made: Study, question: str) -> Verdict:
    return next(verdict for verdict in words.verdicts(made) if verdict.question == question)


def test_games_that_nobody_can_finish_stop_at_a_cap_and_go_round_in_circles(known: Study) -> None:
    variant = games.load("standoff").variant()
    random = find("random").chooser(variant)
    run = collect(variant, [random], StopRule(25))
    found = loops.search(Plan.of(variant, [random]), run, 25)
    made = replace(known, variant=variant, runs=[run], metrics=[run_metrics(run)], circles=[found], cards=[])
    made = replace(made, traces=[circle.trace for circle in found.circles])
    verdict = said(made, "Does it end?")
    assert verdict.tone == "warn"
    assert "100 % of the games of random bots stop at the turn cap" in verdict.answer
    assert "A position came back, counters aside, in " in verdict.figures
    circle = next(item for item in findings.first(made) if "go round in circles" in item.text)
    assert circle.where.startswith("the same after decisions ")


def test_a_game_that_goes_well(known: Study) -> None:
    verdict = said(known, "Does it end?")
    assert (verdict.answer, verdict.tone) == ("Yes, every game ended by its rules.", "good")
    assert re.search(r"in none of \d+ games of greedy bots", verdict.figures)


def test_a_player_without_a_legal_move(known: Study) -> None:
    dead = replace(known.traces[0], ended=False, actions=known.traces[0].actions[:3])
    made = replace(known, traces=[dead, *known.traces[1:]])
    assert said(made, "Does it end?").answer == "Not always: a player can be left without a legal move."
    assert findings.first(made)[0].text == "A player has no legal move in 1 of the games that were followed."


def test_games_that_do_not_end(known: Study) -> None:
    decisions = np.where(np.arange(1500) < 3, -1, known.run.decisions)
    run = replace(known.run, decisions=decisions)
    made = replace(known, runs=[run], metrics=[run_metrics(run)])
    assert said(made, "Does it end?").answer == "No: 3 of 1,500 games ran into the limit on decisions."


def test_no_game_ends_at_all(known: Study) -> None:
    run = replace(known.run, decisions=np.full(1500, -1))
    traces = [replace(trace, ended=False) for trace in known.traces]
    made = replace(known, runs=[run], metrics=[run_metrics(run)], traces=traces)
    assert said(made, "Does it end?").tone == "bad"
    assert said(made, "How long is it?").answer == "No game ended."


def test_a_dead_card_comes_first_and_the_example_has_it_on_offer(known: Study) -> None:
    assert "Dead is hardly ever used" in said(known, "Are the cards even?").answer
    item = findings.first(known)[0]
    assert item.text.startswith("Greedy bots hardly ever use Dead: 0 of ")
    assert item.where == "A could use it in decision 1"


def one_run(game: Game, games: int, wins: int) -> Study:
    """A run of two seats in which the first one has won so many games."""
    made = looked_at(game, "random", 60)
    shares = np.zeros((games, 2))
    shares[:wins, 0] = shares[wins:, 1] = 1
    rows: dict[str, Any] = {
        "games": np.arange(games),
        "shares": shares,
        "scores": shares,
        "turns": np.full(games, 8),
        "decisions": np.full(games, 8),
        "probes": np.zeros((games, 1)),
        "first": np.zeros(games, np.int8),
    }
    run = replace(made.run, **rows)
    return replace(made, runs=[run], metrics=[run_metrics(run)])


@pytest.mark.parametrize(
    ("games", "wins", "tone", "begins"),
    [
        (2_000_000, 1_004_000, "good", "Yes, within 2 points, with random bots."),
        (10_000, 5_000, "good", "Yes, within 2 points"),
        (100, 50, "unknown", "Open: 100 games of random bots do not exclude an advantage of 2 points. About "),
        (10_000, 5_250, "unknown", "Not quite: A wins more than a fair share with random bots; whether that matters"),
        (10_000, 5_500, "warn", "No: A wins too often with random bots."),
        (10_000, 6_400, "bad", "No: A wins too often with random bots."),
        (10_000, 3_600, "bad", "No: B wins too often with random bots."),
    ],
)
def test_fair_is_said_only_where_the_games_exclude_what_matters(
    planted: Game, games: int, wins: int, tone: str, begins: str
) -> None:
    verdict = said(one_run(planted, games, wins), "Is every seat fair?")
    assert (verdict.tone, verdict.answer[: len(begins)]) == (tone, begins)
    assert "One strength of bots only" in verdict.answer


def test_a_page_of_one_strength_says_so_in_its_headline(known: Study) -> None:
    assert report_page(known).title.endswith("(greedy bots only)")
    two = replace(known, runs=[known.run] * 2, metrics=[known.metrics[0]] * 2, circles=[known.circles[0]] * 2)
    assert "only" not in report_page(two).title
    assert "From weaker bots to stronger ones: " in said(two, "Is every seat fair?").answer


def test_the_same_run_gives_the_same_page_whatever_the_threads(planted: Game) -> None:
    variant = planted.variant()
    run = collect(variant, [find("greedy").chooser(variant)], StopRule(300))
    part = Closely(40, 200, 20, 20, 100)
    pages = [report_page(study([run], lambda _: planted, part, executor=Threads(n))).html() for n in (1, 2)]
    assert pages[0] == pages[1]


def test_a_study_looks_at_as_many_games_as_it_says(planted: Game) -> None:
    variant = planted.variant()
    run = collect(variant, [find("greedy").chooser(variant)], StopRule(300))
    part, done = Closely(40, 200, 20, 20, 100), list[int]()
    study([run], lambda _: planted, part, progress=done.append)
    assert sum(done) == work_of([run], variant, part)


def test_bots_that_think_are_followed_less(planted: Game) -> None:
    quick, slow = (Closely().of(Plan.named(planted.variant(), [bot])) for bot in ("greedy", "ismcts:16"))
    assert (quick.decisions, slow.decisions) == (5000, 40)


def test_a_choice_is_a_legal_move_and_not_one_that_matters(known: Study) -> None:
    verdict = said(known, "Is there a choice?")
    told = "practically all decisions of greedy bots have more than one legal move, 5 on average"
    assert (verdict.answer, verdict.word) == (f"Yes: {told}.", "as measured")
    assert "Whether it matters which of them is taken is not measured." in verdict.figures


def pair(side: str, wins: Estimate) -> Matchup:
    return Matchup(side, "blue", wins)


@pytest.mark.parametrize(
    ("wins", "tone", "begins"),
    [
        (Estimate(0.5, 0.47, 0.53, 1000), "good", "Yes, with greedy bots: every pair is between 45 and 55 %."),
        (Estimate(0.52, 0.42, 0.62, 100), "unknown", "Open: greedy bots show neither that a side beats another nor"),
        (Estimate(0.62, 0.58, 0.66, 1000), "warn", "No: red beats blue most clearly, with greedy bots."),
        (Estimate(0.9, 0.85, 0.94, 1000), "bad", "No: red beats blue most clearly, with greedy bots."),
    ],
)
def test_sides_are_even_uneven_or_open(known: Study, wins: Estimate, tone: str, begins: str) -> None:
    verdict = said(replace(known, sides=[pair("red", wins)]), "Are the sides even?")
    assert (verdict.tone, verdict.answer[: len(begins)]) == (tone, begins)


def test_cards_that_are_not_known_leave_the_question_open(planted: Game) -> None:
    verdict = said(looked_at(planted, "random", 250), "Are the cards even?")
    assert verdict.tone == "unknown"
    cards = "Strong, Dull, Plain, Even and 1 more"
    assert verdict.answer.startswith(f"Open: {cards} are not known to be even, with random bots. About ")


def test_margins_only_where_points_count(planted: Game) -> None:
    made = {
        game.name: set(run_metrics(collect(v, [find("random").chooser(v)], StopRule(50))))
        for game in (planted, games.load("matrix"))
        for v in [game.variant()]
    }
    assert made["planted"].isdisjoint({"margin", "close_games", "score.A"})
    assert {"margin", "close_games", "score.N"} <= made["matrix"]


@pytest.mark.parametrize(
    ("share", "tone", "begins"),
    [
        (Estimate(1.0, 0.207, 1.0, 1), "unknown", "1 game is too few"),
        (Estimate(1.0, 0.99, 1.0, 5000), "good", "Skill counts: greedy beats a random player practically always"),
        (Estimate(0.52, 0.50, 0.54, 5000), "bad", "Skill hardly counts: greedy beats a random player in 52 %"),
        (Estimate(0.65, 0.60, 0.70, 500), "warn", "Skill counts a little"),
    ],
)
def test_how_much_skill_counts_is_said_only_where_the_whole_interval_says_it(
    known: Study, share: Estimate, tone: str, begins: str
) -> None:
    verdict = said(replace(known, agency=share), "Skill or luck?")
    assert verdict.tone == tone
    assert verdict.answer.startswith(begins)


def moved(metric: str, a: float, b: float, stands: bool = True, half: float = 0.01) -> Difference:
    return Difference(metric, a, b, Estimate(b - a, b - a - half, b - a + half, 300), 0.0 if stands else 1.0, stands)


def asked(known: Study, question: str, *differences: Difference) -> Verdict:
    made = compare_runs(known.run, known.run)
    names = {d.metric for d in differences}
    kept = tuple(d for d in made.differences if d.metric not in names)
    told = comparison_verdicts(replace(made, differences=(*kept, *differences)))
    return next(verdict for verdict in told if verdict.question == question)


def test_the_leader_at_half_time_wins_a_share_of_the_games_and_not_its_excess(known: Study) -> None:
    tension = moved("uncertainty", 0.5, 0.4), moved("comeback", 0.1, 0.05), moved("leader_wins", 0.73, 0.97)
    verdict = asked(known, "Is it tenser?", *tension)
    assert "the leader at half time wins more (97 % instead of 73 % of the games)" in verdict.answer
    assert verdict.answer.startswith("Less tense: ")


@pytest.mark.parametrize(
    ("half", "shift", "tone", "begins"),
    [
        (0.1, 0.0, "good", "No, 8.0 turns, within 5 % of 8.0."),
        (2.0, -0.5, "unknown", "Open: turns may change by -0.50 (-2.50 to +1.50). "),
        (0.1, 2.0, "warn", "Longer: 10 instead of 8 turns."),
        (0.1, -2.0, "warn", "Shorter: 6 instead of 8 turns."),
    ],
)
def test_as_before_is_said_only_where_the_games_exclude_what_matters(
    known: Study, half: float, shift: float, tone: str, begins: str
) -> None:
    verdict = asked(known, "Is it longer?", moved("turns", 8.0, 8.0 + shift, abs(shift) > 1, half))
    assert (verdict.tone, verdict.answer[: len(begins)]) == (tone, begins)


def test_compare_says_whether_b_is_fair(known: Study) -> None:
    assert "Is B fair? " in asked(known, "Is it fairer?").figures


def test_a_cure_that_only_hides_who_begins_is_none() -> None:
    wallet = games.load("wallet")
    a, b = wallet.variant(), wallet.variant(changes={"start_player": "random"})
    verdict = comparison_verdicts(compare(a, b, ["greedy"], 1500))[0]
    assert not verdict.answer.startswith("Fairer")
    assert "who begins wins too often" in verdict.figures


def test_which_endings_cut_a_game_off_is_declared(known: Study) -> None:
    """Whatever their names are."""
    standoff = games.load("standoff")
    text = (standoff.folder / "cards.toml").read_text("utf-8")
    assert 'cutoffs = ["end_turn_cap"]' in text
    striven = with_cards_text(standoff, text.replace('cutoffs = ["end_turn_cap"]\n', ""), "edited").variant()
    run = collect(striven, [find("random").chooser(striven)], StopRule(25))
    found = loops.search(Plan.of(striven, [find("random").chooser(striven)]), run, 25)
    made = replace(known, variant=striven, runs=[run], metrics=[run_metrics(run)], circles=[found], cards=[])
    made = replace(made, traces=[circle.trace for circle in found.circles])
    assert "stop at the turn cap" not in said(made, "Does it end?").answer
    with pytest.raises(CardsError, match="unknown ending 'end_cap'; did you mean 'end_turn_cap'"):
        with_cards_text(standoff, text.replace('cutoffs = ["end_turn_cap"]', 'cutoffs = ["end_cap"]'), "e").variant()
