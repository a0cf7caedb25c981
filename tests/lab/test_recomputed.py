"""The figures of a run, computed once more by another route: SQL over the Parquet file, loops, and resampling."""

from pathlib import Path

import duckdb
import numpy as np
import pytest

from tablewright import games
from tablewright.engine import Game
from tablewright.lab.experiments import compare_runs, per_game, rows_of
from tablewright.lab.metrics import CLOSE, average, margins, proportion, run_metrics, small_average, unfair_parts
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, joined, write_run
from tablewright.lab.simulate import play
from tablewright.lab.starters import by_turn_order
from tablewright.lab.statistics import Array, clustered_error


@pytest.fixture(scope="module")
def three() -> Run:
    """Three seats, three different bots, every seed in every seating."""
    plan = Plan.named(games.load("matrix").variant(3), ["greedy", "hasty", "random"])
    return rows_of(plan, 600, 11)


@pytest.fixture(scope="module")
def file(three: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "three.parquet"
    write_run(three, path)
    return path


def asked(file: Path, what: str) -> float:
    with duckdb.connect() as database:
        ((found,),) = database.execute(f"SELECT {what} FROM '{file}'").fetchall()
    return float(found)


@pytest.mark.parametrize("seat", ["N", "S", "W"])
def test_the_share_of_a_seat_is_what_sql_says(three: Run, file: Path, seat: str) -> None:
    assert run_metrics(three)[f"share.{seat}"].value == pytest.approx(asked(file, f'avg("{seat}_share")'))


@pytest.mark.parametrize("bot", ["greedy", "hasty", "random"])
def test_the_share_and_score_of_a_bot_are_what_sql_says(three: Run, file: Path, bot: str) -> None:
    """Every seat in turn; a bot credited to a wrong seat would not pass with three of them."""
    found = run_metrics(three)
    for what, name in (("share", f"bot.{bot}"), ("score", f"bot_score.{bot}")):
        sums = " + ".join(f"""sum(CASE WHEN "{s}_bot" = '{bot}' THEN "{s}_{what}" ELSE 0 END)""" for s in "NSW")
        assert found[name].value == pytest.approx(asked(file, f"({sums}) / count(*)"))


def test_the_stronger_bot_has_the_larger_share(three: Run) -> None:
    found = run_metrics(three)
    assert found["bot.greedy"].low > found["bot.hasty"].value > found["bot.random"].high


@pytest.mark.parametrize("name", ["turns", "decisions"])
def test_lengths_are_what_sql_says(three: Run, file: Path, name: str) -> None:
    assert run_metrics(three)[name].value == pytest.approx(asked(file, f"avg({name})"))


def test_close_games_and_margins_are_what_sql_says(three: Run, file: Path) -> None:
    best = 'greatest("N_score", "S_score", "W_score")'
    last = 'least("N_score", "S_score", "W_score")'
    second = f'("N_score" + "S_score" + "W_score" - {best} - {last})'
    margin = f"(({best} - {second}) / greatest(1, abs({best})))"
    found = run_metrics(three)
    assert found["margin"].value == pytest.approx(asked(file, f"avg({margin})"))
    assert found["close_games"].value == pytest.approx(asked(file, f"avg(({margin} <= {CLOSE})::INT)"))


def test_the_turn_order_is_what_sql_says(three: Run, file: Path) -> None:
    """`first_seat` is a number, the columns have names."""
    for place in range(3):
        cases = " ".join(f'WHEN {first} THEN "{"NSW"[(first + place) % 3]}_share"' for first in range(3))
        assert run_metrics(three)[f"order.{place + 1}"].value == pytest.approx(
            asked(file, f"avg(CASE first_seat {cases} END)")
        )


def test_columns_by_turn_order_one_game_at_a_time() -> None:
    chance = np.random.default_rng(1)
    shares, first = chance.uniform(size=(50, 4)), chance.integers(0, 4, 50)
    placed = by_turn_order(shares, first)
    for game in range(50):
        for place in range(4):
            assert placed[game, place] == shares[game, (first[game] + place) % 4]


def test_the_sums_of_a_simulation_are_those_of_its_rows(three: Run) -> None:
    plan = Plan.named(games.load("matrix").variant(3), ["greedy", "hasty", "random"])
    summed, rows = play(plan, 600, 11), run_metrics(three)
    for i, name in enumerate(("greedy", "hasty", "random")):
        assert summed.bot_share(i) == pytest.approx(rows[f"bot.{name}"].value)
        assert summed.bot_interval(i) == pytest.approx((rows[f"bot.{name}"].low, rows[f"bot.{name}"].high), abs=1e-9)
    for i, seat in enumerate("NSW"):
        assert summed.seat_interval(i) == pytest.approx((rows[f"share.{seat}"].low, rows[f"share.{seat}"].high))
    told = summed.to_json()
    assert [one["bot"] for one in told["by_bot"]] == ["greedy", "hasty", "random"]
    assert sum(one["share"] for one in told["by_bot"]) == pytest.approx(1)
    assert told["turn_order"][0]["share"] == pytest.approx(rows["order.1"].value)


# Errors of games that are not independent


def resampled(values: Array, clusters: Array, times: int = 600) -> float:
    """The spread of the mean when whole clusters are drawn again, by a loop."""
    chance, groups = np.random.default_rng(2), [values[clusters == c] for c in np.unique(clusters)]
    means = [
        np.concatenate([groups[i] for i in chance.integers(0, len(groups), len(groups))]).mean() for _ in range(times)
    ]
    return float(np.std(means))


@pytest.mark.parametrize("alike", [0.0, 0.5, 0.95])
def test_a_clustered_error_is_that_of_resampled_seeds(alike: float) -> None:
    chance = np.random.default_rng(4)
    clusters = np.repeat(np.arange(150), 3)
    values = alike * np.repeat(chance.normal(size=150), 3) + (1 - alike) * chance.normal(size=450)
    assert clustered_error(values, clusters) == pytest.approx(resampled(values, clusters), rel=0.12)


def test_clusters_of_one_game_are_single_games() -> None:
    values = np.random.default_rng(5).normal(3, 2, 200)
    assert clustered_error(values, np.arange(200)) == pytest.approx(values.std(ddof=1) / np.sqrt(200))


def test_the_order_of_the_rows_and_the_names_of_clusters_do_not_matter() -> None:
    chance = np.random.default_rng(6)
    values, clusters = chance.normal(size=90), np.repeat(np.arange(30), 3)
    shuffled = chance.permutation(90)
    assert clustered_error(values[shuffled], 7 * clusters[shuffled] + 1000) == pytest.approx(
        clustered_error(values, clusters)
    )


@pytest.mark.parametrize(("kind", "least"), [("clustered", 0.92), ("naive", 0.0)])
def test_the_interval_of_a_share_holds_the_truth_only_with_clusters(kind: str, least: float) -> None:
    """Three seatings of a seed that nearly always end alike."""
    chance, held, trials = np.random.default_rng(8), 0, 400
    clusters = np.repeat(np.arange(80), 3)
    for _ in range(trials):
        hits = np.where(chance.uniform(size=240) < 0.9, np.repeat(chance.uniform(size=80) < 0.4, 3), False)
        found = proportion(hits.astype(float), clusters if kind == "clustered" else None)
        held += found.low <= 0.36 <= found.high
    if kind == "clustered":
        assert held >= least * trials
    else:
        assert held < 0.85 * trials  # which is why seeds are the units


@pytest.mark.parametrize("n", [3, 6, 12])
def test_the_mean_of_few_games_has_students_interval(n: int) -> None:
    from scipy import stats

    chance, held, normal = np.random.default_rng(n), 0, 0
    for _ in range(1500):
        values = chance.normal(10, 3, n)
        few, usual = small_average(values), average(values)
        held += few.low <= 10 <= few.high
        normal += usual.low <= 10 <= usual.high
    theirs = stats.t.interval(0.95, n - 1, values.mean(), stats.sem(values))
    assert (few.low, few.high) == pytest.approx(theirs)
    assert held >= 0.93 * 1500
    assert normal < held


def test_one_game_says_nothing_of_the_mean() -> None:
    one = small_average(np.array([7.0]))
    assert (one.value, one.low, one.high) == (7.0, -np.inf, np.inf)


def test_no_games_and_one_game() -> None:
    assert vars(proportion(np.zeros(0))) == {"value": 0.0, "low": 0.0, "high": 1.0, "n": 0}
    assert vars(average(np.zeros(0))) == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 0}
    assert vars(average(np.array([7.0]))) == {"value": 7.0, "low": 7.0, "high": 7.0, "n": 1}


@pytest.mark.parametrize("wins", [50, 53, 60, 75])
def test_the_unfairness_is_never_less_than_none(wins: int) -> None:
    """With two seats it is the distance of either from half; its interval ends at zero where it would go below."""
    first = (np.arange(100) < wins).astype(float)
    run = made_up(np.column_stack([first, 1 - first]), np.zeros(100, np.int8))
    found = run_metrics(run)["unfairness"]
    assert found.value == pytest.approx((wins - 50) / 100)
    half = 1.959964 * np.sqrt(first.var(ddof=1) / 100)
    assert found.low == pytest.approx(max(0.0, found.value - half), abs=1e-6)
    assert found.high == pytest.approx(found.value + half, abs=1e-6)


# Unfairness and margins by hand


def made_up(shares: Array, first: Array) -> Run:
    """Rows of a game with as many seats as the shares have columns."""
    from dataclasses import replace

    base = rows_of(Plan.named(games.load("matrix").variant(shares.shape[1]), ["random"]), len(shares))
    return replace(base, shares=shares.astype(float), first=first)


@pytest.mark.parametrize(
    ("wins", "first", "unfair"),
    [
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.25),
        ([0, 0, 0, 0], [0, 0, 0, 0], 0.5),
        ([0, 1, 0, 1], [0, 1, 0, 1], 0.5),  # the seats are even, whoever begins always wins
        ([0, 1, 1, 1], [0, 1, 0, 1], 0.25),
    ],
)
def test_unfairness_by_hand(wins: list[int], first: list[int], unfair: float) -> None:
    run = made_up(np.eye(2)[wins], np.array(first))
    assert unfair_parts(run, run.finished).mean() == pytest.approx(unfair)


@pytest.mark.parametrize(
    ("scores", "margin"),
    [
        ([10, 5], 0.5),
        ([5, 10], 0.5),
        ([10, 10], 0.0),
        ([0, 0], 0.0),
        ([0, -4], 4.0),
        ([-5, -10], 1.0),
        ([9, 1, 8], 1 / 9),
    ],
)
def test_margins_by_hand(scores: list[int], margin: float) -> None:
    assert margins(np.array([scores]))[0] == pytest.approx(margin)


# Comparisons by a loop


def test_paired_differences_one_game_at_a_time(planted: Game) -> None:
    a, b = (rows_of(Plan.named(planted.variant(changes={"advantage": x}), ["random"]), 400, 3) for x in (0, 150))
    found = compare_runs(a, b).of(["share.A"])["share.A"]
    apart = [b.shares[i, 0] - a.shares[i, 0] for i in range(400)]
    assert found.change.value == pytest.approx(sum(apart) / 400)
    assert found.change.error == pytest.approx(np.std(apart, ddof=1) / 20)
    assert found.a == pytest.approx(a.shares[:, 0].mean())
    assert found.b == pytest.approx(b.shares[:, 0].mean())


def test_games_that_did_not_end_under_one_variant_are_left_out_of_both(planted: Game) -> None:
    from dataclasses import replace

    a, b = (rows_of(Plan.named(planted.variant(), ["random"]), 50, 3) for _ in range(2))
    stuck = b.decisions.copy()
    stuck[:20] = -1
    found = compare_runs(a, replace(b, decisions=stuck)).of(["turns"])["turns"]
    assert found.change.n == 30
    assert found.change.value == 0


def test_values_of_single_games_have_the_mean_of_the_metric(three: Run) -> None:
    metrics, single = run_metrics(three), per_game(three, three.finished)
    for name in ("share.N", "order.2", "turns", "margin", "draws", "unfairness"):
        assert single[name].mean() == pytest.approx(metrics[name].value), name


def test_batches_on_seeds_in_a_row_are_one_run(planted: Game) -> None:
    plan = Plan.named(planted.variant(), ["random"])
    parts = joined([rows_of(plan, 30, 5), rows_of(plan, 20, 35), rows_of(plan, 10, 55)])
    whole = rows_of(plan, 60, 5)
    assert parts.info == whole.info
    for name in ("games", "seeds", "shares", "scores", "turns", "decisions", "probes", "first"):
        assert np.array_equal(getattr(parts, name), getattr(whole, name)), name
