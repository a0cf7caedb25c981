"""What a report says in words, and that it is so."""

import re
from dataclasses import replace

import numpy as np
import pytest

from tablewright import games
from tablewright.bots.registry import find
from tablewright.engine import Game
from tablewright.lab import findings, loops, words
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import Verdict
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.study import Study, study


def looked_at(game: Game, bot: str, number: int) -> Study:
    variant = game.variant()
    run = collect(variant, [find(bot).chooser(variant)], StopRule(number))
    return study([run], lambda _: game, lambda name: find(name).chooser(variant), seconds=3.0)


@pytest.fixture(scope="module")
def known(planted: Game) -> Study:
    return looked_at(planted, "greedy", 1500)


def said(made: Study, question: str) -> Verdict:
    return next(verdict for verdict in words.verdicts(made) if verdict.question == question)


def test_games_that_nobody_can_finish_stop_at_a_cap_and_go_round_in_circles(known: Study) -> None:
    variant = games.load("standoff").variant()
    random = find("random").chooser(variant)
    run = collect(variant, [random], StopRule(25))
    found = loops.search(variant, [random] * 2, run, 3.0)
    made = replace(known, variant=variant, runs=[run], metrics=[run_metrics(run)], circles=[found], cards=[])
    made = replace(made, traces=[circle.trace for circle in found.circles])
    verdict = said(made, "Does it end?")
    assert verdict.tone == "warn"
    assert "100 % of the games of random bots stop at the turn cap" in verdict.answer
    assert "A position came back, counters aside, in " in verdict.figures
    circle = next(item for item in findings.first(made) if "round in circles" in item.text)
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
    assert item.text.startswith("Dead is hardly ever used: 0 of ")
    assert item.where == "A could use it in decision 1"


def test_too_few_games_are_no_proof_of_fairness(planted: Game) -> None:
    few = collect(planted.variant(), [find("random").chooser(planted.variant())], StopRule(100))
    assert words.unfair(few, run_metrics(few))[0] == 0


def test_margins_only_where_points_count(planted: Game) -> None:
    made = {
        game.name: set(run_metrics(collect(v, [find("random").chooser(v)], StopRule(50))))
        for game in (planted, games.load("matrix"))
        for v in [game.variant()]
    }
    assert made["planted"].isdisjoint({"margin", "close_games", "score.A"})
    assert {"margin", "close_games", "score.N"} <= made["matrix"]
