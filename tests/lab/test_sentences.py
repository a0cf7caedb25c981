"""Sentences name who played, levels go from weak to strong, and examples open where they say."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright import games
from tablewright.bots.levels import LEVELS
from tablewright.engine import Game, match_of
from tablewright.lab import findings, words
from tablewright.lab.experiments import rows_of
from tablewright.lab.judgements import Fairness, fairness, seat_trend
from tablewright.lab.levels import STRENGTHS, weak_to_strong
from tablewright.lab.measures import SMALL_POINTS
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import TABLE, Page, Section, csv_of, opened
from tablewright.lab.phrases import bots_of, fair_words, listed, percent, points, unfair_words
from tablewright.lab.plan import QUICK, Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import PEOPLE, Run
from tablewright.lab.statistics import Estimate
from tablewright.lab.study import Closely, Study, study
from tablewright.lab.survey import GameTrace
from tablewright.lab.tension import tension_values, winners

PART = Closely(40, 400, 10, 20, 60)


def played(game: Game, bot: str, number: int = 400, **changes: int) -> Run:
    return rows_of(Plan.named(game.variant(changes=dict(changes)), [bot]), number)


@pytest.fixture(scope="module")
def both(planted: Game) -> Study:
    """The weaker bots second."""
    return study([played(planted, "greedy"), played(planted, "random")], lambda _: planted, PART)


# Who played


def test_every_answer_names_the_bots_it_is_about(both: Study) -> None:
    named = 0
    for verdict in words.verdicts(both):
        if verdict.question != "Does it end?" and not verdict.answer.startswith("Skill"):
            assert "greedy" in verdict.answer or "random" in verdict.answer, verdict
            named += 1
    assert named > 0


def test_every_finding_names_the_bots_it_is_about(both: Study) -> None:
    found = findings.first(both)
    assert found
    assert all("reedy bots" in item.text or "andom bots" in item.text for item in found)


def test_the_length_is_said_for_every_strength(planted: Game) -> None:
    made = study([played(planted, "greedy"), played(planted, "random", 300)], lambda _: planted, PART)
    long = replace(made.runs[1], turns=np.full(300, 30), decisions=np.full(300, 30))
    runs = [made.runs[0], long]
    told = words.verdicts(replace(made, runs=runs, metrics=[run_metrics(run) for run in runs]))[2]
    assert told.answer == "Always 8 turns, with greedy bots. Always 30 turns, with random bots."
    assert (told.tone, told.word) == ("unknown", "as measured")


def test_an_uneven_length_is_worth_a_look_and_says_with_whom(both: Study) -> None:
    turns = np.where(np.arange(400) % 4 == 0, 5, 40)
    uneven = replace(both.runs[1], turns=turns)
    told = words.verdicts(replace(both, runs=[both.runs[0], uneven]))[2]
    assert told.tone == "warn"
    assert told.answer.endswith(" Very uneven with random bots.")


def test_people_are_no_bots(planted: Game) -> None:
    run = played(planted, "random", 10)
    people = replace(run, info=replace(run.info, bots=(PEOPLE, PEOPLE)))
    assert bots_of(people.info) == "people"
    assert bots_of(run.info) == "random bots"
    assert bots_of(replace(run.info, bots=("greedy", "random", "greedy"))) == "greedy and random bots"


def test_circles_are_those_of_the_bots_that_go_round(both: Study) -> None:
    trace = both.traces[0]
    from tablewright.lab.loops import Circle, Search

    made = replace(both, circles=[both.circles[0], Search(10, (Circle(trace, 3, 5),))])
    assert words.verdicts(made)[0].answer == "Yes, but random bots go round in circles on the way in some games."
    item = next(item for item in findings.first(made) if "circles" in item.text)
    assert item.text.startswith("Random bots go round in circles: in 1 of 10 games a position came back")
    assert "#at=5&" in item.opened


def test_skill_is_shown_by_the_first_run_that_is_not_random(planted: Game) -> None:
    made = study([played(planted, "random"), played(planted, "greedy")], lambda _: planted, PART)
    assert made.skilled == "greedy"
    assert made.agency is not None
    assert words.skill(made).startswith("greedy wins ")
    alone = study([played(planted, "random")], lambda _: planted, PART)
    assert (alone.skilled, alone.agency) == ("random", None)
    assert words.skill(alone) == "Give a run with better bots to see skill."


# From weak to strong


def test_the_order_of_strengths_is_that_of_the_levels() -> None:
    assert (*QUICK, *LEVELS) == STRENGTHS


@given(st.permutations(STRENGTHS))
def test_known_bots_are_put_into_their_order(names: list[str]) -> None:
    assert [names[i] for i in weak_to_strong(names)] == list(STRENGTHS)


@pytest.mark.parametrize("names", [["medium", "learned", "greedy"], ["mine.py", "greedy"], ["ismcts:9", "random"]])
def test_bots_of_unknown_strength_stay_as_they_were_typed(names: list[str]) -> None:
    assert weak_to_strong(names) == list(range(len(names)))


def uneven(planted: Game, bot: str, wins: float, number: int = 4000) -> Run:
    """A run in which the first seat has won such a share."""
    run = played(planted, bot, 10)
    first = (np.arange(number) < wins * number).astype(float)
    shares = np.column_stack([first, 1 - first])
    rows = {name: np.zeros(number) for name in ("turns", "first")}
    more = {"games": np.arange(number), "decisions": np.full(number, 8), "probes": np.zeros((number, 1))}
    return replace(run, shares=shares, scores=shares, **rows, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [("random", "greedy"), ("greedy", "random")])
def test_an_advantage_grows_with_skill_whichever_run_is_given_first(planted: Game, order: tuple[str, str]) -> None:
    wins = {"random": 0.55, "greedy": 0.65}
    runs = [uneven(planted, bot, wins[bot]) for bot in order]
    assert seat_trend(runs, [run_metrics(run) for run in runs]) == ("grows", "A")


def test_people_and_mixed_tables_are_no_strength(planted: Game) -> None:
    greedy, random = uneven(planted, "greedy", 0.65), uneven(planted, "random", 0.55)
    for bots in ((PEOPLE, PEOPLE), ("greedy", "random")):
        other = replace(random, info=replace(random.info, bots=bots))
        runs = [greedy, other]
        assert seat_trend(runs, [run_metrics(run) for run in runs]) is None
        three = [greedy, other, random]
        assert seat_trend(three, [run_metrics(run) for run in three]) == ("grows", "A")


# Fair, in words


@pytest.mark.parametrize(
    ("low", "value", "high", "extent"),
    [
        (0.49, 0.5, 0.51, "small"),
        (0.53, 0.55, 0.57, "large"),
        (0.505, 0.52, 0.535, "some"),
        (0.45, 0.5, 0.55, "open"),
    ],
)
def test_what_is_said_of_one_run_follows_from_the_interval(
    planted: Game, low: float, value: float, high: float, extent: str
) -> None:
    run = played(planted, "random", 10)
    found = Fairness(extent, "A", Estimate(value, low, high, 900), 0.5, 1200)  # type: ignore[arg-type]
    answer, tone = fair_words(found, run)
    assert tone == {"small": "good", "large": "warn"}.get(extent, "unknown")
    assert "random bots" in answer
    assert ("1,200 games would settle it" in answer) == (extent in ("some", "open"))
    assert (found.certain > 0) == (extent in ("large", "some"))
    assert unfair_words(run, found) == f"A wins too {'often' if value > 0.5 else 'seldom'} with random bots"


@pytest.mark.parametrize("share", [0.3, 0.45, 0.49, 0.5, 0.51, 0.55, 0.7])
@pytest.mark.parametrize("number", [100, 2000, 100_000])
def test_a_green_light_means_that_two_points_are_excluded(planted: Game, share: float, number: int) -> None:
    run = uneven(planted, "random", share, number)
    metrics = run_metrics(run)
    found = fairness(run, metrics)
    tone = fair_words(found, run)[1]
    excluded = max(abs(metrics["share.A"].low - 0.5), abs(metrics["share.A"].high - 0.5)) <= SMALL_POINTS
    assert (tone == "good") == excluded
    if tone in ("warn", "bad"):
        assert not metrics["share.A"].low <= 0.5 <= metrics["share.A"].high


def test_small_words() -> None:
    assert listed(["a", "b"]) == "a and b"
    assert points(None) == ""
    assert points(0.0123) == "+1.2"
    assert percent(Estimate(0.256, 0.2, 0.3, 10)) == "26 %"


# Tension


def trace(shares: list[float], half_time: list[float]) -> GameTrace:
    """A game with these chances at half time."""
    looks = np.tile(np.array(half_time), (8, 2, 1))
    nothing = np.zeros(1, np.int32)
    rows = nothing, nothing, np.ones(1), np.zeros((len(shares), 1)), np.zeros((len(shares), 1))
    return GameTrace(1, 0, *rows, np.arange(8), looks, np.array(shares), True)


@pytest.mark.parametrize(
    ("shares", "who"),
    [
        ([1.0, 0.0], [True, False]),
        ([0.5, 0.5], [False, False]),
        ([1 / 3] * 3, [False] * 3),
        ([0.5, 0.5, 0.0], [True, True, False]),
        ([0.25] * 4, [False] * 4),
    ],
)
def test_a_winner_has_more_than_a_fair_share(shares: list[float], who: list[bool]) -> None:
    assert winners(trace(shares, [1 / len(shares)] * len(shares))).tolist() == who


@pytest.mark.parametrize(
    ("half_time", "comeback"),
    [
        ([0.17, 0.5, 0.33], 0.0),
        ([0.16, 0.5, 0.34], 1.0),
        ([0.30, 0.4, 0.30], 0.0),  # behind, but not by half: doubling the limit would count it
    ],
)
def test_with_three_players_a_comeback_is_won_from_half_of_a_third(half_time: list[float], comeback: float) -> None:
    assert tension_values(trace([1.0, 0.0, 0.0], half_time))["comeback"] == comeback
    assert tension_values(trace([1 / 3] * 3, half_time))["comeback"] == 0


@pytest.mark.parametrize(
    ("low", "high", "tone"), [(0.6, 1.0, "good"), (0.1, 0.5, "warn"), (0.3, 0.8, "unknown"), (0.0, 0.0, "warn")]
)
def test_it_is_tense_where_no_lead_is_safe_before_half_time(both: Study, low: float, high: float, tone: str) -> None:
    dynamics = {**both.dynamics, "decided": Estimate((low + high) / 2, low, high, 150)}
    told = next(v for v in words.verdicts(replace(both, dynamics=dynamics)) if v.question == "Is it tense?")
    assert told.tone == tone


# Examples


def test_an_example_carries_its_game_and_the_decision_to_the_table(both: Study) -> None:
    item = next(item for item in findings.first(both) if "could use it in decision" in item.where)
    address = urlsplit(item.opened)
    assert f"{address.scheme}://{address.netloc}{address.path}" == f"{TABLE}/open"
    carried = parse_qs(address.fragment)
    decision = int(item.where.rpartition(" ")[2])
    assert int(carried["at"][0]) == decision - 1
    record = json.loads(carried["record"][0])
    assert record["game"] == "planted"  # as a table that serves the folder knows it
    match = match_of(record, lambda _: both.variant.game)
    assert match.outcome is not None
    assert record["seats"] == ["greedy", "greedy"]


@pytest.mark.parametrize("table", ["https://play.example", "https://play.example/"])
def test_the_table_may_be_another_one(both: Study, table: str) -> None:
    page = report_page(both, table)
    assert all(item.opened.startswith("https://play.example/open#at=") for item in page.first if item.record)
    assert "127.0.0.1" not in page.html()


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=20), max_size=4), st.integers(0, 900))
def test_any_record_survives_the_way_through_an_address(record: dict[str, str], at: int) -> None:
    carried = parse_qs(urlsplit(opened(record, at, TABLE)).fragment, strict_parsing=True)
    assert json.loads(carried["record"][0]) == record
    assert carried["at"] == [str(at)]


def test_every_shipped_game_has_examples_that_replay() -> None:
    for name in ("matrix", "wallet"):
        run = rows_of(Plan.named(games.load(name).variant(), ["greedy"]), 60)
        made, opened = study([run], games.load, Closely(35, 60, 5, 0, 20)), 0
        for item in findings.first(made):
            if item.opened:
                carried = parse_qs(urlsplit(item.opened).fragment)
                match = match_of(json.loads(carried["record"][0]), games.load)
                assert 0 <= int(carried["at"][0]) <= len(match.steps)
                opened += 1
        assert opened > 0


# Figures for other programs


def test_rows_with_different_columns_make_one_table() -> None:
    assert csv_of([{"a": 1, "b": "x,y"}, {"a": 2, "c": None}]) == 'a,b,c\n1,"x,y",\n2,,\n'
    assert csv_of([]) == "\n"


def test_what_a_page_says_as_values(both: Study) -> None:
    page = report_page(both)
    told = page.to_json()
    assert [v["question"] for v in told["verdicts"]] == [v.question for v in page.verdicts]
    assert [v["verdict"] for v in told["verdicts"]] == [v.word for v in page.verdicts]
    assert json.loads(json.dumps(told)) == told
    levels = {(row["level"], row["metric"]) for row in told["figures"]}
    assert {("greedy", "share.A"), ("random", "share.A"), ("greedy", "agency")} <= levels
    families = {row["metric"]: row["family"] for row in told["figures"]}
    assert (families["share.A"], families["turns"], families["comeback"]) == ("fairness", "length", "tension")


def test_a_page_escapes_what_others_have_named() -> None:
    text = Page("<b>", "a & b", [Section("<i>", ["1 < 2"], (), ())]).html()
    assert "&lt;b&gt;" in text
    assert "1 &lt; 2" in text
    assert "<i>" not in text
