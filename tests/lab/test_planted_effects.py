"""The lab finds what was planted and does not find what was not."""

from dataclasses import replace

import numpy as np
import pytest

from tablewright import games
from tablewright.bots.policies import RANDOM
from tablewright.engine import Game, TablewrightError, Value, Variant
from tablewright.lab.cardvalues import CardValue, card_uses, card_values
from tablewright.lab.changes import abstinence, grid, knockout, sweep
from tablewright.lab.compare_page import comparison_verdicts
from tablewright.lab.experiments import compare, compare_runs, rows_of
from tablewright.lab.judgements import judge_cards
from tablewright.lab.metrics import run_metrics
from tablewright.lab.plan import Plan
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import wilson
from tablewright.lab.survey import GameTrace, survey
from tablewright.lab.sweep_page import changes_page

GAMES = 20_000


def test_a_seat_advantage_of_five_points_is_found(planted: Game) -> None:
    run = collect(planted.variant(changes={"advantage": 50}), [RANDOM], StopRule(GAMES))
    found = run_metrics(run)["first_player_advantage"]
    assert found.low <= 0.05 <= found.high
    assert found.low > 0


def valued(variant: Variant, bot: str, games: int, seed: int = 1) -> dict[str, CardValue]:
    plan = Plan.named(variant, [bot])
    found = card_values(list(variant.game.cards.cards), survey(plan, games, seed), plan.names)
    return {value.card: value for value in found}


def test_a_card_worth_three_points_is_found_and_no_other(planted: Game) -> None:
    values = valued(planted.variant(changes={"strong": 30}), "random", GAMES, 7_000_001)
    found = values["strong"].value
    assert found is not None
    assert found.low <= 0.8 * 0.03 <= found.high  # a fifth of the average use is the card itself
    assert values["strong"].stands
    assert not any(value.outstanding for name, value in values.items() if name != "strong")


def test_a_card_that_everybody_uses_has_a_value_too(planted: Game) -> None:
    """With eight picks hardly a player does without a card: the number of uses tells, not whether it was used."""
    values = valued(planted.variant(changes={"strong": 30, "picks": 8}), "random", 4000)
    assert all(value.value is not None for value in values.values())
    assert values["strong"].outstanding or values["strong"].stands


def test_the_reference_does_not_move_with_the_number_of_games(planted: Game) -> None:
    variant = planted.variant(changes={"strong": 60})
    few, many = (valued(variant, "random", games)["strong"].value for games in (1500, 12_000))
    assert few is not None
    assert many is not None
    assert few.low <= many.value <= few.high


def test_a_dead_card_is_called_dead(planted: Game) -> None:
    values = valued(planted.variant(), "greedy", 500)
    assert values["dead"].dead
    assert not any(value.dead for name, value in values.items() if name != "dead")
    assert judge_cards(list(values.values())).dead == [values["dead"]]


def test_cards_are_even_only_where_every_card_is_known_to_be(planted: Game) -> None:
    few, many = (judge_cards(list(valued(planted.variant(), "random", n).values())) for n in (300, 20_000))
    assert few.open
    assert not few.even
    assert few.needed is not None
    assert few.needed > 300
    assert many.even


def test_nothing_planted_nothing_found(planted: Game) -> None:
    false = sum(
        any(v.stands for v in valued(planted.variant(), "random", 400, 1 + 1000 * t).values()) for t in range(20)
    )
    assert false <= 4


def test_the_intervals_of_card_values_hold_the_truth(planted: Game) -> None:
    held = 0
    for trial in range(40):
        found = valued(planted.variant(changes={"strong": 50}), "random", 600, 1 + 1000 * trial)["strong"].value
        assert found is not None
        held += found.low <= 0.8 * 0.05 <= found.high
    assert held >= 34


def test_the_use_of_a_card_counts_games_and_not_decisions() -> None:
    """Decisions of one game are alike, so an interval from single decisions would be too narrow."""
    chance, truth, held, naive = np.random.default_rng(3), 0.5, 0, 0
    for _ in range(200):
        offered = np.full(100, 10)
        used = np.where(chance.uniform(size=100) < truth, 9, 1)  # a game likes the card or does not
        traces = [made_up(u, o, seed) for seed, (u, o) in enumerate(zip(used, offered, strict=True))]
        found = card_uses(["card"], traces)["use.card"]
        held += found.low <= truth <= found.high
        low, high = wilson(float(used.sum()), int(offered.sum()))
        naive += low <= truth <= high
    assert held >= 180
    assert naive < 160


def made_up(used: int, offered: int, seed: int) -> GameTrace:
    nothing = np.zeros(0)
    uses, chances = (np.array([[n], [0]]) for n in (used, offered))
    return GameTrace(seed, 0, nothing, nothing, nothing, uses, chances, nothing, nothing, np.array([1.0, 0.0]), True)


def test_the_same_seeds_shrink_the_interval_of_a_comparison(planted: Game) -> None:
    before, after = planted.variant(), planted.variant(changes={"advantage": 20})
    paired = compare(before, after, ["random"], 4000)
    change = next(d for d in paired.differences if d.metric == "share.A").change
    alone = run_metrics(collect(before, [RANDOM], StopRule(4000)))["share.A"]
    unpaired = (alone.high - alone.low) * np.sqrt(2)
    assert change.low <= 0.02 <= change.high
    assert change.high - change.low < unpaired / 2


def test_a_change_that_does_nothing_changes_nothing(planted: Game) -> None:
    same = compare(planted.variant(), planted.variant(changes={"strong": 0}), ["random"], 1000)
    assert all(d.change.value == 0 and not d.stands for d in same.differences)


def test_a_sweep_measures_each_change_against_the_same_base(planted: Game) -> None:
    steps: list[tuple[str, Value]] = [("advantage", 100), ("advantage", -100), ("picks", 2)]
    made = sweep(planted.variant(), steps, ["random"], 2000)
    effects = [c.comparison.of(["share.A"])["share.A"].change.value for c in made]
    assert effects[0] == pytest.approx(0.1, abs=0.03)
    assert effects[1] == pytest.approx(-0.1, abs=0.03)
    turns = made[2].comparison.of(["turns"])["turns"]
    assert (turns.a, turns.b, turns.stands, turns.weight) == (8, 4, True, "matters")


def test_the_value_that_it_has_anyway_is_a_point_of_the_curve_and_no_change(planted: Game) -> None:
    made = sweep(planted.variant(), [("picks", 2), ("picks", 4), ("picks", 6)], ["random"], 200)
    assert [change.same for change in made] == [False, True, False]
    page = changes_page(made, ["turns"], "what each change does")
    assert [section.title for section in page.sections] == ["Turns", "Turns over picks"]
    assert [row[0] for row in page.sections[0].tables[0].rows] == ["picks = 2", "picks = 6"]
    assert not any("picks = 4" in item.text for item in page.first)
    curve = page.sections[1].plots[0]
    assert curve.count('class="dot"') == 3
    assert "4 (now)" in curve
    assert "4: 8 (8 to 8), as it is now" in curve


def test_a_value_that_comes_to_the_same_is_no_change() -> None:
    """Another way to write what is so anyway is not measured as a change that does not matter."""
    wallet = games.load("wallet").variant()
    now = wallet.values.parameters["purchase_target"]
    made = sweep(wallet, [("purchase_target", now)], ["random"], 20)
    assert [change.same for change in made] == [True]


def test_the_ends_of_a_range_are_not_the_first_thing_to_look_at(planted: Game) -> None:
    made = sweep(planted.variant(), [("picks", 1), ("picks", 5)], ["random"], 100)
    assert [change.far for change in made] == [True, False]
    assert changes_page(made, ["turns"], "").first[0].text.startswith("picks = 5 changes turns most")


def test_a_heat_map_says_how_sure_its_cells_are(planted: Game) -> None:
    made = grid(planted.variant(), ("advantage", [0, 100]), ("picks", [1, 2]), ["random"], 400, ["share.A", "turns"])
    assert made.values["turns"].tolist() == [[2, 4], [2, 4]]
    assert made.half["turns"] == 0
    assert made.half["share.A"] == pytest.approx(196 * 0.5 / 20, rel=0.03)  # points, of 400 games that are even
    assert made.values["share.A"][1].mean() == pytest.approx(60, abs=6)


def test_games_are_followed_in_both_variants(planted: Game) -> None:
    made = compare(planted.variant(), planted.variant(changes={"picks": 2}), ["random"], 200, closely=60)
    known = made.of(["options", "tree_size", "comeback"])
    assert (known["options"].a, known["options"].b, known["options"].change.value) == (5, 5, 0)
    size = known["tree_size"]
    assert [size.a, size.b] == pytest.approx([8 * np.log10(5), 4 * np.log10(5)])
    assert size.stands
    assert known["comeback"].change.n == 60


def test_a_game_without_a_knockout_says_so(planted: Game) -> None:
    with pytest.raises(TablewrightError, match=r"no \[knockout\] table"):
        knockout(planted.variant(), ["random"], 100)


def test_a_player_who_alone_does_without_a_card_loses_what_it_is_worth(planted: Game) -> None:
    variant = planted.variant(changes={"strong": 100})
    found = {one.card: one for one in abstinence(variant, "random", 4000)}
    worth = 0.1 * 4 / 5  # a random player uses it in every fifth of four picks
    strong = found["strong"].cost
    assert strong.low <= worth <= strong.high
    assert found["strong"].stands
    assert found["plain"].cost.high < 0  # who does without a plain card uses the strong one more often


def test_doing_without_is_the_same_as_written_and_compiled(planted: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["greedy without strong", "random"]
    fast = rows_of(Plan.named(planted.variant(), names), 40)
    monkeypatch.setattr("tablewright.lab.plan.numba", lambda: None)
    plain = rows_of(Plan.named(planted.variant(), names), 40)
    assert fast.shares.tolist() == plain.shares.tolist()
    assert fast.probes.tolist() == plain.probes.tolist()


@pytest.mark.slow
def test_the_headline_answers_for_its_own_family(planted: Game) -> None:
    """That counters change says nothing of the seats, however many counters there are."""
    base = rows_of(Plan.named(planted.variant(), ["random"]), 400)
    many = tuple(f"counter_{i}" for i in range(200))
    chance = np.random.default_rng(5)
    false = 0
    for _ in range(60):
        info = replace(base.info, probes=many)
        runs = []
        for count in range(2):
            shares = chance.multinomial(1, [0.5, 0.5], 400).astype(float)
            runs.append(replace(base, info=info, shares=shares, probes=np.full((400, 200), count)))
        verdict = comparison_verdicts(compare_runs(*runs))[0]
        false += verdict.answer.startswith(("Fairer", "Less fair"))
    assert false <= 6  # 5 % of 60 are 3
