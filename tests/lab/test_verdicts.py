"""Verdicts from figures that are made up, so that every branch has its words; and metrics by their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright import games
from tablewright.engine import Game
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.expect import Expectation, Judgement, over_levels
from tablewright.lab.experiments import Difference
from tablewright.lab.judgements import judge_cards, judge_sides, place
from tablewright.lab.levels import TREND_WORDS, Row, conclusion, duration, overall
from tablewright.lab.matchups import Matchup
from tablewright.lab.measures import BY_NAME, KINDS, NOTICEABLE, SMALL_PART, SMALL_POINTS, measure_of, no_such_metric
from tablewright.lab.page import Figure
from tablewright.lab.phrases import listed, sentence, settled_by
from tablewright.lab.statistics import Estimate, Extent
from tablewright.lab.words import _odds, _part, decided_words, how_often


def at(value: float, half: float = 0.01, n: int = 1000) -> Estimate:
    return Estimate(value, value - half, value + half, n)


# Metrics by name


@pytest.mark.parametrize(
    "name", [*BY_NAME, "share.P0", "order.2", "bot.greedy", "score.P0", "use.swan", "probe.end_cap"]
)
def test_every_metric_has_a_family_a_unit_and_words(name: str) -> None:
    measure = measure_of(name)
    assert measure.name == name
    assert measure.words
    assert measure.title[0].isupper()
    assert measure.scale == (100 if measure.unit == "share" else 1)


def test_a_kind_and_a_single_metric_do_not_share_a_name() -> None:
    assert not set(KINDS) & set(BY_NAME)


def test_the_smallest_effect_that_matters() -> None:
    assert measure_of("share.P0").smallest(0.9) == SMALL_POINTS
    assert measure_of("turns").smallest(40) == pytest.approx(SMALL_PART * 40)
    assert measure_of("score.P0").smallest(-40) == pytest.approx(SMALL_PART * 40)
    assert measure_of("turns").smallest(0) > 0


def test_values_and_changes_in_words() -> None:
    share, turns = measure_of("share.P0"), measure_of("turns")
    assert share.shown(0.505) == "50.5 %"
    assert turns.shown(12.345) == "12.35" or turns.shown(12.345) == "12.34"
    assert share.change(at(0.021, 0.011)) == "+2.1 points (+1.0 to +3.2)"
    assert turns.change(at(-1.5, 0.5)) == "-1.50 (-2.00 to -1.00)"


def test_a_metric_that_is_none_is_told_from_one_that_the_game_lacks(planted: Game) -> None:
    assert "did you mean 'turns'?" in no_such_metric("turn", ["turns", "draws"], planted.variant())
    standoff = games.load("standoff").variant()
    assert no_such_metric("margin", ["turns"], standoff).endswith("its scores only rank the players")


# What a difference weighs


@pytest.mark.parametrize(
    ("change", "stands", "weight"),
    [
        (at(0.05, 0.01), True, "matters"),
        (at(0.05, 0.01), False, "open"),  # one of many figures: perhaps chance
        (at(0.05, 0.04), True, "open"),  # certainly there, perhaps too small to matter
        (at(0.0, 0.01), False, "does not matter"),
        (at(0.01, 0.005), True, "does not matter"),  # certain and too small: 50.2 % of two million games
        (at(0.0, 0.03), False, "open"),
    ],
)
def test_a_change_matters_does_not_or_is_open(change: Estimate, stands: bool, weight: str) -> None:
    assert Difference("share.P0", 0.5, 0.5 + change.value, change, 0.01, stands).weight == weight


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0.001, 0.5))
def test_an_extent_is_what_every_value_of_the_interval_allows(value: float, half: float, small: float) -> None:
    found, ends = at(value, half).extent(small), (value - half, value + half)
    if found == "small":
        assert max(map(abs, ends)) <= small
    elif found == "large":
        assert ends[0] > small or ends[1] < -small
    elif found == "some":
        assert ends[0] > 0 or ends[1] < 0
    else:
        assert ends[0] <= 0 <= ends[1]


@given(st.floats(-0.2, 0.2), st.floats(0.001, 0.2), st.integers(100, 5000))
def test_the_games_that_settle_it_do(value: float, half: float, n: int) -> None:
    """With so many games, and the interval that much narrower, it is on one side of what matters."""
    needed = Estimate(value, value - half, value + half, n).games_to_settle(0.02)
    if needed is None:
        return
    narrow = half * (n / needed) ** 0.5
    assert abs(abs(value) - 0.02) >= narrow * (1 - 1e-6)


# Levels


def test_what_reverses_anywhere_is_named_and_decides() -> None:
    made = [Row("unfairness", (), "holds"), Row("turns", (), "reverses"), Row("margin", (), "reverses")]
    assert overall(made) == "reverses"
    assert conclusion(made) == "turns and winner's margin reverses: do not act on it"
    assert conclusion(made[:1]) == TREND_WORDS["holds"]


@pytest.mark.parametrize(("seconds", "words"), [(0.1, "1 s"), (89, "89 s"), (91, "2 minutes"), (3600, "60 minutes")])
def test_a_duration_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words


# Cards and sides


def card(name: str, value: Estimate | None, stands: bool = True, offered: int = 1000, used: int = 500) -> CardValue:
    return CardValue(name, offered, used, None, value, stands)


def test_cards_are_sorted_into_strong_weak_dead_and_open() -> None:
    cards = [
        card("a", at(0.04)),
        card("b", at(0.08)),
        card("c", at(-0.05)),
        card("d", at(0.0, 0.01), stands=False),
        card("e", at(0.02, 0.03), stands=False),
        card("f", at(0.0, 0.01), used=2),
        card("g", None, offered=0, used=0),
    ]
    found = judge_cards(cards)
    assert [c.card for c in found.strong] == ["b", "a"]
    assert [c.card for c in found.weak] == ["c"]
    assert [c.card for c in found.dead] == ["f"]
    assert [c.card for c in found.open] == ["e"]
    assert found.needed is not None
    assert not found.even


def test_cards_that_are_all_known_to_be_near_are_even() -> None:
    assert judge_cards([card("a", at(0.01)), card("b", at(-0.02))]).even
    assert not judge_cards([card("a", at(0.01)), card("b", at(-0.02, 0.02), stands=False)]).even
    assert not judge_cards([card("a", at(0.01)), card("b", None)]).even  # offered, and nothing is known of it


def test_a_card_stands_out_from_three_points_on() -> None:
    assert card("a", at(NOTICEABLE)).outstanding
    assert not card("a", at(NOTICEABLE - 0.001)).outstanding
    assert not card("a", at(0.5), stands=False).outstanding


def pair(value: float, half: float, n: int = 400) -> list[Matchup]:
    return [Matchup("a", "b", at(value, half, n)), Matchup("b", "a", at(1 - value, half, n))]


@pytest.mark.parametrize(
    ("value", "half", "extent"),
    [(0.5, 0.03, "small"), (0.5, 0.08, "open"), (0.53, 0.02, "some"), (0.7, 0.05, "large"), (0.3, 0.05, "large")],
)
def test_a_matchup_is_even_open_or_not(value: float, half: float, extent: Extent) -> None:
    found, worst, _ = judge_sides(pair(value, half))
    assert found == extent
    if extent == "large":
        assert worst.wins.value > 0.5  # the side that beats the other one is named


def test_one_uneven_pair_among_many_may_be_chance() -> None:
    many = [one for _ in range(30) for one in pair(0.5, 0.04)]
    assert judge_sides([*many, *pair(0.542, 0.04)])[0] == "open"


# Words


@pytest.mark.parametrize(
    ("since", "begins"),
    [
        (Estimate(1.0, 1.0, 1.0, 100), "it stays open until late: with an eighth to go whoever leads wins fewer than"),
        (Estimate(0.0, 0.0, 0.1, 100), "whoever is in front after the deal"),
        (Estimate(0.5, 0.4, 0.6, 100), "from about 50 % of its length on"),
    ],
)
def test_from_when_on_it_is_decided(since: Estimate, begins: str) -> None:
    assert decided_words(since).startswith(begins)


def test_what_few_games_say_of_an_open_end_is_hedged() -> None:
    assert decided_words(at(1.0, 0.0)).endswith("9 of ten games.")
    assert decided_words(Estimate(1.0, 0.75, 1.0, 100)).endswith("9 of ten games, as far as so few games tell.")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.0, 0.04, "Comebacks are rare."),
        (0.01, 0.2, "How rare comebacks are is open."),
        (0.06, 0.2, "Comebacks are not rare."),
        (0.3, 0.4, "Comebacks are common."),
    ],
)
def test_how_rare_comebacks_are_is_said_only_as_far_as_the_interval_allows(low: float, high: float, words: str) -> None:
    assert how_often(Estimate((low + high) / 2, low, high, 100)) == words


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.3, "3 of ten decisions"),
        (0.9, "9 of ten decisions"),
        (0.97, "nearly all decisions"),
        (1.0, "practically all decisions"),
        (0.01, "1 of ten decisions"),
    ],
)
def test_a_part_in_words(share: float, words: str) -> None:
    assert _part(share) == words


def test_lists_odds_and_numbers_in_words() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b", "c"], 2) == "a, b and 1 more"
    assert _odds(0.0004) == "less than once in 1,000 times"
    assert _odds(0.25) == "250 times in 1,000"
    assert settled_by(12_000) == "About 12,000 games would settle it."
    assert settled_by(None).startswith("It is so near to what matters")
    assert sentence("open: P0 may win") == "Open: P0 may win"
    assert [place(i) for i in range(3)] == ["who begins", "number 2 in turn order", "number 3 in turn order"]


# Expectations


@pytest.mark.parametrize(
    ("value", "half", "outcome"),
    [(0.5, 0.04, "holds"), (0.5, 0.06, "open"), (0.6, 0.04, "broken"), (0.4, 0.04, "broken"), (0.55, 0.01, "open")],
)
def test_an_expectation_holds_is_broken_or_open(value: float, half: float, outcome: str) -> None:
    assert Judgement(Expectation("share.A", 0.45, 0.55, ""), at(value, half)).outcome == outcome


def test_expectations_over_levels_in_a_line() -> None:
    rows: list[Figure] = [
        {"file": "a", "level": level, "metric": metric, "verdict": verdict}
        for level, metric, verdict in (
            ("greedy", "turns", "holds"),
            ("medium", "turns", "holds"),
            ("greedy", "share.A", "holds"),
            ("medium", "share.A", "broken"),
        )
    ]
    assert over_levels(rows, "a") == [
        "turns: holds at all levels.",
        "share.A: holds with greedy, broken with medium.",
    ]
