"""The parts of a search for better numbers: distance, price, the front, giving up early, and what is written down."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright import games
from tablewright.engine import Game
from tablewright.lab.expect import Expectation, Judgement
from tablewright.lab.search import IMPOSSIBLE, _key, _surely, _try
from tablewright.lab.statistics import Estimate
from tablewright.lab.tune import Confirmed, Goal, Lever, Task, Tried, Tuned, _farthest, front, judged, read_task
from tablewright.lab.tune_page import _with_line, card_file, tune_page

GOALS = """
game = "planted"
levels = ["random", "greedy"]
games = 400
[[goal]]
metric = "unfairness"
between = [0, 0.04]
weight = 2
[[goal]]
metric = "turns"
between = [6, 10]
[[lever]]
name = "advantage"
between = [-2, 2]
[[lever]]
name = "picks"
values = [2, 4, 8]
cost = 3
"""


def at(value: float, half: float = 0.0) -> Estimate:
    return Estimate(value, value - half, value + half, 100)


@pytest.fixture
def task(planted: Game, tmp_path: Path) -> Task:
    file = tmp_path / "goals.toml"
    file.write_text(GOALS, "utf-8")
    return read_task(file, lambda _: planted)


@pytest.mark.parametrize(
    ("value", "distance"),
    [(0.0, 0.0), (0.04, 0.0), (0.06, 2 * 0.5), (0.08, 2 * 1.0), (-0.02, 2 * 0.5)],
)
def test_the_distance_from_a_goal_is_in_widths_of_its_range(value: float, distance: float) -> None:
    goal = Goal(Expectation("unfairness", 0, 0.04, ""), 2)
    assert goal.distance(at(value)) == pytest.approx(distance)


def test_what_is_certainly_away_is_less_than_what_is_measured() -> None:
    goal = Goal(Expectation("turns", 6, 10, ""), 1)
    one = Judgement(goal.expectation, at(13, 1))
    assert goal.distance(one.measured) == pytest.approx(0.75)
    assert _surely(goal, one) == pytest.approx(0.5)
    assert _surely(goal, Judgement(goal.expectation, at(10.5, 1))) == 0


@pytest.mark.parametrize(
    ("value", "price"),
    [(4, 0.0), (5, 1 + 1 / 4), (8, 2.0), (6, 1.5)],
)
def test_a_number_costs_more_the_farther_it_moves(value: int, price: float) -> None:
    assert Lever("size", (4, 5, 6, 7, 8), 4, 1.0).price(value) == pytest.approx(price)


def test_words_and_switches_cost_the_same_whatever_they_become() -> None:
    assert Lever("rule", ("a", "b", "c"), "a", 2.0).price("c") == 2.0
    assert Lever("rule", (False, True), False, 2.0).price(True) == 2.0
    assert Lever("rule", (False, True), False, 2.0).price(False) == 0.0


def test_a_setting_costs_the_sum_of_its_levers(task: Task) -> None:
    assert task.price({"advantage": 0, "picks": 4}) == 0
    assert task.price({"advantage": 2, "picks": 4}) == pytest.approx(1.5)
    assert task.price({"advantage": 2, "picks": 8}) == pytest.approx(1.5 + 3 * (1 + 4 / 6))
    assert task.changed({"advantage": 2, "picks": 4}) == {"advantage": 2}


Points = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=25)


@given(Points)
def test_the_front_is_what_no_other_setting_beats(points: list[tuple[int, int]]) -> None:
    tried = [Tried({"x": i}, float(d), float(c), {}) for i, (d, c) in enumerate(points)]
    found = front(tried)
    for one in tried:
        beaten = any(
            o.distance <= one.distance and o.cost <= one.cost and (o.distance < one.distance or o.cost < one.cost)
            for o in tried
        )
        assert (one in found) is not beaten
    assert [one.distance for one in found] == sorted(one.distance for one in found)


def test_what_was_given_up_early_is_not_on_the_front() -> None:
    kept, dropped = Tried({"x": 1}, 2.0, 1.0, {}), Tried({"x": 2}, 0.0, 0.0, {}, whole=False)
    assert front([kept, dropped]) == [kept]


def test_the_farthest_card_counts_whichever_way_it_lies() -> None:
    assert _farthest([at(0.02), at(-0.05), at(0.03)]).value == pytest.approx(0.05)
    assert _farthest([at(0.02), at(-0.01)]).value == pytest.approx(0.02)


def tuned(task: Task, now: tuple[float, float], *others: tuple[float, float]) -> Tuned:
    """Settings that were confirmed at two levels with these values of the first goal."""

    def confirmed(i: int, values: tuple[float, float]) -> Confirmed:
        levels = tuple(
            (level, (Judgement(task.goals[0].expectation, at(x, 0.001)), Judgement(task.goals[1].expectation, at(8))))
            for level, x in zip(task.levels, values, strict=True)
        )
        return Confirmed(Tried({"advantage": i, "picks": 4}, 0.0, float(i), {"unfairness": values[0]}), levels)

    made = [confirmed(i, values) for i, values in enumerate((now, *others))]
    return Tuned(task, tuple(one.tried for one in made), made[0], tuple(made[1:]))


def test_a_setting_must_hold_at_every_level(task: Task) -> None:
    found = tuned(task, (0.1, 0.1), (0.01, 0.2), (0.03, 0.03))
    assert found.confirmed[0].outcome == "broken"  # with the second level
    assert found.best is found.confirmed[1]
    assert found.best.outcome == "holds"


def test_of_those_that_hold_the_cheapest_is_taken(task: Task) -> None:
    found = tuned(task, (0.1, 0.1), (0.02, 0.02), (0.01, 0.01))
    assert found.best is found.confirmed[0]


def test_nothing_is_changed_where_it_is_well_as_it_is(task: Task) -> None:
    assert tuned(task, (0.01, 0.01), (0.0, 0.0)).best.tried.cost == 0


def test_where_none_holds_the_nearest_over_all_levels_is_named(task: Task) -> None:
    found = tuned(task, (0.2, 0.2), (0.06, 0.3), (0.1, 0.1))
    assert found.best is found.confirmed[1]
    assert tune_page(found).verdicts[0].answer.startswith("No setting reaches it; the nearest is: advantage: 2")


def test_a_clearly_worse_setting_is_given_up_after_its_first_part(task: Task) -> None:
    good = Tried({"advantage": 0, "picks": 4}, 0.01, 0.0, {})
    played: list[int] = []
    bad = _try(task, {"advantage": 0, "picks": 8}, [good], played.append, None)
    assert not bad.whole
    assert bad.distance > good.distance
    assert sum(played) == 400  # the bar does not stand still
    fair = _try(task, {"advantage": 1, "picks": 4}, [Tried({}, 3.0, 0.0, {})], played.append, None)
    assert fair.whole


def test_a_setting_that_the_rules_do_not_allow_is_far_away(task: Task) -> None:
    made = _try(task, {"advantage": 0, "picks": 99}, [], None, None)
    assert (made.distance, made.whole, made.values) == (IMPOSSIBLE, False, {})


def test_another_task_begins_anew(task: Task, planted: Game, tmp_path: Path) -> None:
    """What was tried is kept under a name that everything it depends on goes into."""
    keys = {_key(task)}
    for old, new in (("games = 400", "games = 500"), ("weight = 2", "weight = 3"), ("[2, 4, 8]", "[2, 4, 6]")):
        file = tmp_path / "other.toml"
        file.write_text(GOALS.replace(old, new), "utf-8")
        keys.add(_key(read_task(file, lambda _: planted)))
    assert len(keys) == 4
    file.write_text(GOALS + "# a remark\n", "utf-8")
    assert _key(read_task(file, lambda _: planted)) == _key(task)


def test_goals_are_judged_in_their_order(task: Task) -> None:
    found = judged(task, {"turns": at(8), "unfairness": at(0.5), "draws": at(0.1)})
    assert [(one.expectation.metric, one.outcome) for one in found] == [("unfairness", "broken"), ("turns", "holds")]


TOML = """# numbers
[parameters.size]
type = "int"
default = 4      # of the board
range = [2, 8]

[parameters.sizes]
default = 4

[cards.swan]
power = [1, 2, 4]
name = "Swan"
"""


@pytest.mark.parametrize(
    ("table", "key", "value", "path"),
    [
        ("parameters.size", "default", 6, ("parameters", "size", "default")),
        ("parameters.sizes", "default", 6, ("parameters", "sizes", "default")),
        ("cards.swan", "power", [0, 1, 2], ("cards", "swan", "power")),
        ("cards.swan", "name", "Duck", ("cards", "swan", "name")),
    ],
)
def test_one_value_of_a_file_is_replaced_and_nothing_else(
    table: str, key: str, value: object, path: tuple[str, str, str]
) -> None:
    text = _with_line(TOML, table, key, value)  # type: ignore[arg-type]
    before, after = tomllib.loads(TOML), tomllib.loads(text)
    a, b, c = path
    assert after[a][b][c] == value
    after[a][b][c] = before[a][b][c]
    assert after == before
    assert "# numbers" in text
    assert "# of the board" in text


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent.parent / "balance" / "goals").glob("*.toml")), ids=lambda p: p.stem
)
def test_every_lever_of_the_shipped_goals_can_be_written_into_the_card_file(path: Path) -> None:
    """An earlier pattern never came to an end with long card files, or changed another table."""
    task = read_task(path, games.load)
    now, writable = {lever.name: lever.now for lever in task.levers}, 0
    for lever in task.levers:
        setting = {**now, lever.name: lever.values[-1]}
        if task.at(setting) is not None:
            assert card_file(task, setting) is not None, lever.name
            writable += 1
    assert writable > 0
