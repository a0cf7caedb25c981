"""The lab finds what was planted and does not find what was not."""

import numpy as np
import pytest

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import Game
from tablewright.lab.cardvalues import card_values
from tablewright.lab.change_pages import changes_page
from tablewright.lab.experiments import compare, grid, knockout, sweep
from tablewright.lab.metrics import run_metrics
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.survey import survey

GAMES = 20_000


def test_a_seat_advantage_of_five_points_is_found(planted: Game) -> None:
    run = collect(planted.variant(changes={"advantage": 50}), [RANDOM], StopRule(GAMES))
    found = run_metrics(run)["first_player_advantage"]
    assert found.low <= 0.05 <= found.high
    assert found.low > 0


def test_a_card_worth_three_points_is_found_and_no_other(planted: Game) -> None:
    variant = planted.variant(changes={"strong": 30})
    traces = survey(variant, [RANDOM] * 2, GAMES, seed=7_000_001)
    values = {value.card: value for value in card_values(list(planted.cards.cards), traces, ["random"] * 2)}
    strong = values["strong"]
    others = [value.value for name, value in values.items() if name != "strong" and value.value is not None]
    assert strong.value is not None
    assert strong.value - np.mean(others) == pytest.approx(0.03, abs=0.01)
    assert strong.stands
    assert max(values.values(), key=lambda v: v.value or 0).card == "strong"


def test_a_dead_card_is_called_dead(planted: Game) -> None:
    traces = survey(planted.variant(), [GREEDY_BOT] * 2, 500)
    values = {value.card: value for value in card_values(list(planted.cards.cards), traces, ["greedy"] * 2)}
    assert values["dead"].dead
    assert not any(value.dead for name, value in values.items() if name != "dead")


def test_nothing_planted_nothing_found(planted: Game) -> None:
    false = 0
    for trial in range(20):
        traces = survey(planted.variant(), [RANDOM] * 2, 400, seed=1 + 1000 * trial)
        values = card_values(list(planted.cards.cards), traces, ["random"] * 2)
        false += any(value.stands for value in values)
    assert false <= 4


def test_the_same_seeds_shrink_the_interval_of_a_comparison(planted: Game) -> None:
    before, after = planted.variant(), planted.variant(changes={"advantage": 20})
    paired = compare(before, after, [RANDOM], 4000)
    change = next(d for d in paired.differences if d.metric == "share.A").change
    alone = run_metrics(collect(before, [RANDOM], StopRule(4000)))["share.A"]
    unpaired = (alone.high - alone.low) * np.sqrt(2)
    assert change.low <= 0.02 <= change.high
    assert change.high - change.low < unpaired / 2


def test_a_change_that_does_nothing_changes_nothing(planted: Game) -> None:
    same = compare(planted.variant(), planted.variant(changes={"strong": 0}), [RANDOM], 1000)
    assert all(d.change.value == 0 and not d.stands for d in same.differences)


def test_a_sweep_measures_each_change_against_the_same_base(planted: Game) -> None:
    made = list(sweep(planted, [("advantage", 100), ("advantage", -100), ("picks", 2)], [RANDOM], 2000))
    effects = [next(d for d in c.comparison.differences if d.metric == "share.A").change.value for c in made]
    assert effects[0] == pytest.approx(0.1, abs=0.03)
    assert effects[1] == pytest.approx(-0.1, abs=0.03)
    turns = next(d for d in made[2].comparison.differences if d.metric == "turns")
    assert (turns.a, turns.b, turns.stands) == (8, 4, True)


def test_the_value_that_it_has_anyway_is_a_point_of_the_curve_and_no_change(planted: Game) -> None:
    made = list(sweep(planted, [("picks", 2), ("picks", 4), ("picks", 6)], [RANDOM], 200))
    assert [change.same for change in made] == [False, True, False]
    page = changes_page(made, ["turns"], "what each change does")
    assert [section.title for section in page.sections] == ["Turns", "Turns over picks"]
    assert [row[0] for row in page.sections[0].tables[0].rows] == ["picks = 2", "picks = 6"]
    assert not any("picks = 4" in item.text for item in page.first)


def test_a_heat_map_says_how_sure_its_cells_are(planted: Game) -> None:
    made = grid(planted, ("advantage", [0, 100]), ("picks", [1, 2]), [RANDOM], 400, ["share.A", "turns"])
    assert made.values["turns"].tolist() == [[2, 4], [2, 4]]
    assert made.half["turns"] == 0
    assert made.half["share.A"] == pytest.approx(196 * 0.5 / 20, rel=0.03)  # points, of 400 games that are even
    assert made.values["share.A"][1].mean() == pytest.approx(60, abs=6)


def test_games_are_followed_in_both_variants(planted: Game) -> None:
    made = compare(planted.variant(), planted.variant(changes={"picks": 2}), [RANDOM], 200, seconds=3.0)
    known = {difference.metric: difference for difference in made.followed}
    assert (known["options"].a, known["options"].b, known["options"].change.value) == (5, 5, 0)
    size = known["tree_size"]
    assert [size.a, size.b] == pytest.approx([8 * np.log10(5), 4 * np.log10(5)])
    assert size.stands
    assert known["comeback"].change.n >= 30


def test_a_game_without_a_knockout_says_so(planted: Game) -> None:
    with pytest.raises(Exception, match=r"no \[knockout\] table"):
        next(knockout(planted, [RANDOM], 100))
