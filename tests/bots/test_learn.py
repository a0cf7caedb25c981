"""Networks: the same judgement in both modes, fitted to games, kept only through the gate, refused for other rules."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.bots import BotError, find
from tablewright.bots.choices import by_place
from tablewright.bots.habits import chance_of, weigh
from tablewright.bots.learn import settle
from tablewright.bots.learn.features import rows_for
from tablewright.bots.learn.fit import MOST_SLOWED, Descent, Weights, encoded, fit, fresh
from tablewright.bots.learn.play import (
    FEW_MOVES,
    Harvest,
    Order,
    choose_whimsical,
    harvest,
    joined,
    one_by_one,
    some_of,
)
from tablewright.bots.learn.settle import Settler, Thinker, at_equal_time, difference, first_guesses
from tablewright.bots.learn.train import Plan, Trainer
from tablewright.bots.learn.wants import no_habits, unlearned
from tablewright.bots.levels import Settings
from tablewright.bots.net import HOOK, ONE, PARTS, SEAT, WEIGHT, judge
from tablewright.bots.nets import Arrays, as_record, net_of, path_of, settings_of, told_of, turned
from tablewright.bots.policies import choose_greedy
from tablewright.bots.search import CompiledSearcher, PlainSearcher, chooser_of, compile_search, merged
from tablewright.engine import Chooser, Game, Match, Variant
from tablewright.games import load

TINY = Path(__file__).parents[2] / "examples" / "tiny"
SMALL = Plan(minutes=0, games=120, search_games=8, gate=2, threads=1)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The example game in a folder of its own; in training one game shows how long a decision takes."""
    monkeypatch.setattr(settle, "TIMED", 0.001)
    shutil.copytree(TINY, tmp_path / "tiny", ignore=shutil.ignore_patterns("__pycache__", "learned"))
    return load(str(tmp_path / "tiny"))


@pytest.fixture(scope="module")
def matrix() -> Variant:
    variant = load("matrix").variant()
    compile_search(variant.game)
    return variant


def some_weights(variant: Variant) -> Weights:
    """A network that nobody has trained, and that says something."""
    sample = harvest(variant, chooser_of("x", Settings(1)), Order(40, 300, 100, searching=False), 1)
    weights = fresh(rows_for(variant, sample.states, sample.movers), seed=3)
    chance = np.random.default_rng(5)
    weights.weight += np.float32(0.1) * chance.standard_normal(weights.weight.shape, np.float32)
    weights.out += np.float32(0.1) * chance.standard_normal(weights.out.shape, np.float32)
    return weights


def some_habits(variant: Variant) -> dict[str, Any]:
    """A network and habits that nobody has trained, and that differ from move to move."""
    weights = some_weights(variant)
    searched = harvest(variant, chooser_of("x", Settings(20)), Order(6, 100, 100, searching=True), 1)
    wants = unlearned(searched.moves, weights.rows.features, seed=2)
    wants.want_bias += np.random.default_rng(7).standard_normal(len(wants.want_bias)).astype(np.float32)
    return {**weights.arrays(), **wants.arrays()}


def grown(variant: Variant, settings: Settings, learned: Arrays, seed: int) -> list[dict[int, tuple[int, int]]]:
    """The moves at the root after the same search in both modes."""
    trees = []
    for one in (PlainSearcher(variant, settings, learned), CompiledSearcher(variant, settings, learned)):
        match = Match(variant, seed)
        for _ in range(seed):
            match.play(match.legal_ids[0])
        one.start(match.known(match.seat or 0), stream=seed)
        one.grow(25)
        trees.append(merged([one.tree]))
    return trees


def test_both_modes_judge_alike(matrix: Variant) -> None:
    learned = as_record(matrix, {**some_weights(matrix).arrays(), **no_habits()})
    plain = PlainSearcher(matrix, Settings(1), learned)
    found = set()
    for seed in range(6):
        match = Match(matrix, seed)
        for _ in range(seed):
            match.play(match.legal_ids[0])
        judge(plain.kit, plain.tree, match.state, plain.tree.share)
        found.add(tuple(plain.tree.share[:2]))
        trees = grown(matrix, Settings(1, depth=2), learned, seed)
        assert trees[0] == trees[1]
    assert len(found) == 6
    assert all(9990 <= sum(shares) <= 10000 for shares in found)


@pytest.mark.parametrize("name", ["matrix", pytest.param("standoff", marks=pytest.mark.slow)])
def test_both_modes_have_the_same_habits(name: str) -> None:
    variant = load(name).variant()
    compile_search(variant.game)
    learned = as_record(variant, some_habits(variant))
    for seed in range(3):
        settings = Settings(1, depth=3, habit=1000, reflex=50, judge=0)
        trees = grown(variant, settings, learned, seed)
        assert trees[0] == trees[1]
        assert len(trees[0]) > 1


def test_habits_say_how_likely_each_move_is(matrix: Variant) -> None:
    one = PlainSearcher(matrix, Settings(1), as_record(matrix, some_habits(matrix)))
    match = Match(matrix, 4)
    one.kit.world = match.state
    n = weigh(one.kit, one.tree, match.state, match.seat or 0)
    chances = [chance_of(one.tree, i) for i in range(n)]
    assert n == len(match.legal_ids)
    assert 9900 <= sum(chances) <= 10000
    assert len(set(chances)) > 2


def test_the_search_follows_its_habits(matrix: Variant) -> None:
    """The same move is visited early if it is wanted, and not at all if it is shunned."""
    visits = list[int]()
    match = Match(matrix, 4)
    for wish in (-6, 6):
        plain = PlainSearcher(
            matrix, Settings(1, habit=5000, widening=5, judge=0), as_record(matrix, some_habits(matrix))
        )
        plain.tree.want_bias[plain.tree.class_of[by_place(plain.tree, match.legal_ids[3])]] += wish * WEIGHT * ONE
        plain.start(match.known(match.seat or 0), stream=1)
        plain.grow(60)
        visits.append(merged([plain.tree]).get(match.legal_ids[3], (0, 0))[0])
    assert visits[0] == 0
    assert visits[1] >= 3


def test_what_belongs_to_a_seat_is_read_from_the_mover_on(matrix: Variant) -> None:
    table = some_weights(matrix).rows.table()
    rows = turned(table, 2)
    owned = table[:, PARTS + 1] > 0
    assert owned.any()
    assert (rows[0, : len(table), 2] == table[:, 2])[table[:, 0] != HOOK].all()
    steps = np.where(table[:, PARTS] == 0, 1, -1) * table[:, PARTS + 1]
    assert (rows[1, : len(table), 2] - rows[0, : len(table), 2] == steps)[owned].all()
    hooks = table[:, 0] == HOOK
    assert (rows[1, : len(table), 3][hooks] == 1 - table[:, 3][hooks]).all()


def test_a_seat_is_counted_from_the_mover_on() -> None:
    variant = load("wallet").variant()
    compile_search(variant.game)
    sample = harvest(variant, chooser_of("x", Settings(1)), Order(20, 300, 100, searching=False), 1)
    table = rows_for(variant, sample.states, sample.movers).table()
    seats = table[table[:, 0] == SEAT]
    assert len(seats) >= 2
    assert set(turned(table, 2)[1, : len(table)][table[:, 0] == SEAT][:, 7]) == {1}


def test_moves_that_were_searched_are_kept_with_their_visits(matrix: Variant) -> None:
    order = Order(3, 0, 100, searching=True)
    parts = [harvest(matrix, chooser_of("x", Settings(30)), order, seed) for seed in (1, 50)]
    games = joined(parts)
    counts = np.diff(games.start)
    assert len(counts) == len(games.states) == len(games.movers)
    assert counts.max() <= FEW_MOVES
    several = np.flatnonzero(counts > 1)
    assert len(several) > 20
    for i in several[:20]:
        visits = games.moves[games.start[i] : games.start[i + 1], 3]
        assert 9000 <= visits.sum() <= 10000
        assert visits.max() >= 5000  # the move that was made


def test_quick_games_try_other_plans_too(matrix: Variant) -> None:
    """One seat of two wants something by a whim; the others play as the game's own bot."""
    one = PlainSearcher(matrix, Settings(1), as_record(matrix, some_habits(matrix)))
    one.kit.state, one.kit.rng = Match(matrix, 4).state, 1
    own = choose_greedy(one.kit, 0)
    chosen = list[int]()
    for whims in range(200):
        one.kit.rng = 1
        chosen.append(choose_whimsical(one.kit, one.tree, whims))
    assert 60 < chosen.count(own) < 190
    assert len(set(chosen)) > 3
    assert set(chosen) <= set(Match(matrix, 4).legal_ids)


def test_some_positions_keep_their_moves(matrix: Variant) -> None:
    games = harvest(matrix, chooser_of("x", Settings(30)), Order(3, 0, 100, searching=True), 1)
    some = some_of(games, 10)
    assert len(some.states) == len(some.movers) == len(some.start) - 1 == 10
    assert some_of(games, len(games.states)) is games
    for i in range(10):
        [was] = [n for n in range(len(games.states)) if (games.states[n] == some.states[i]).all()]
        theirs = games.moves[games.start[was] : games.start[was + 1]]
        assert (some.moves[some.start[i] : some.start[i + 1]] == theirs).all()


def test_a_network_begins_with_the_games_own_judgement() -> None:
    variant = load("wallet").variant()
    compile_search(variant.game)
    sample = harvest(variant, chooser_of("x", Settings(1)), Order(20, 300, 100, searching=False), 1)
    weights = fresh(rows_for(variant, sample.states, sample.movers), seed=3)
    plain = PlainSearcher(variant, Settings(1), as_record(variant, {**weights.arrays(), **no_habits()}))
    found = set()
    for i in range(0, len(sample.states), 40):
        state = variant.game.state.from_record(sample.states[i : i + 1])
        judge(plain.kit, plain.tree, state, plain.tree.share)
        assert variant.game.rules.estimate is not None
        own = [min(max(variant.game.rules.estimate(state, variant.cards, p), 100), 9900) for p in (0, 1)]
        assert plain.tree.share[0] == pytest.approx(10000 * own[0] / sum(own), abs=2)
        found.add(plain.tree.share[0])
    assert len(found) > 3


@pytest.mark.slow
def test_what_is_learned_from_little_is_not_worse_than_nothing() -> None:
    """A few games and thousands of features: it is the others that say how far to go."""
    variant = load("wtactics").variant()
    compile_search(variant.game)
    games = harvest(variant, chooser_of("x", Settings(1)), Order(60, 100, 20, searching=False), 1)
    weights = fresh(rows_for(variant, games.states, games.movers), seed=3)
    data = encoded(variant, weights, games.states, games.targets, games.movers)
    testing = games.games % 2 == 0
    places = np.flatnonzero(~testing), np.flatnonzero(testing)
    prior = -(data.target * (data.prior - np.log(np.exp(data.prior).sum(1, keepdims=True)))).sum(1)
    before, after = fit(weights, data, *places, passes=3)
    assert before == pytest.approx(prior[testing].mean(), abs=1e-3)
    assert after <= before
    assert fit(weights, data, *places, passes=0) == pytest.approx((after, after), abs=1e-6)


def test_what_is_worse_is_taken_back_and_tried_more_slowly() -> None:
    part = np.zeros(2)
    descent = Descent([part], best=1.0, rate=0.9)
    part += 1
    assert descent.goes_on(0.8)
    part += 1
    assert descent.goes_on(0.9)
    assert (part == 1).all()
    assert descent.rate == pytest.approx(0.3)
    assert not [descent.goes_on(0.9) for _ in range(MOST_SLOWED)][-1]
    assert descent.best == 0.8


def test_settings_for_long_thought_are_looked_for_from_those_for_short(matrix: Variant) -> None:
    reference, learned = Thinker(Settings(50, solve=900)), some_habits(matrix)
    best = Thinker(Settings(7, habit=2500, judge=0, plies=2, solve=20), learned)
    assert best.with_settings(solve=900) in first_guesses(matrix, reference, best)
    unused = Thinker(Settings(7, judge=0), learned)
    assert unused not in first_guesses(matrix, reference, unused)
    in_turns = first_guesses(matrix, Thinker(Settings(50, turns=6)), best)
    assert [one.settings.judge for one in in_turns if one.settings.turns == 2] == [1]


def test_it_never_reads_the_generator(matrix: Variant) -> None:
    table = some_weights(matrix).rows.table()
    assert len(table) > 50
    rows = turned(table, 2)[:2, : len(table)]
    reads = [row for seat in rows for row in seat if row[0] != HOOK]
    assert min(int(row[2]) for row in reads) >= 8  # the generator is the first field
    assert max(int(row[2] + row[3]) for row in reads) <= matrix.game.state.dtype.fields["probe"][1]


def test_time_is_equal_whatever_is_changed(matrix: Variant) -> None:
    reference = Thinker(Settings(200))
    slow = at_equal_time(matrix, Thinker(Settings(200, greed=100)), reference, seed=1)
    assert slow.settings.iterations < 150  # playouts of its own bot take longer
    assert difference(reference.settings, replace(reference.settings, depth=3)) == "depth 60 -> 3"


def test_settings_that_win_are_kept(matrix: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel that only likes short playouts leads to them."""
    monkeypatch.setattr(settle, "TIMED", 0.001)

    def likes_short(
        _: Variant, one: Chooser, other: Chooser, games: int, seed: int
    ) -> tuple[float, tuple[float, float]]:
        share = 0.9 if dict(one.settings)["depth"] < dict(other.settings)["depth"] else 0.1
        return share, (share, share)

    told = list[str]()
    settler = Settler(matrix, likes_short, Thinker(Settings(2, depth=60)), 10**6, told.append)
    found = settler.settled(Thinker(Settings(2), some_habits(matrix)), lambda tried: tried == 200)
    assert found.settings.depth == 0
    assert any("depth" in line for line in told)


def duel(share: float) -> Any:
    """A gate with a fixed result."""

    def result(_: Variant, one: Chooser, other: Chooser, games: int, seed: int) -> tuple[float, tuple[float, float]]:
        assert one.weights
        assert seed > 10**9
        return share, (share - 0.1, share + 0.1)

    return result


def test_what_passes_the_gate_is_kept_and_plays(tiny: Game) -> None:
    variant, told = tiny.variant(), list[str]()
    made, long = Trainer(variant, SMALL, duel(0.7), told.append).run()
    assert made.kept
    assert long.kept
    assert long.name == "master"
    assert told_of(path_of(variant))["gate"]["share"] == 0.7
    assert settings_of(variant, "master").iterations > settings_of(variant, "learned").iterations
    match = Match(variant, 3)
    bot = find("learned:50")
    bot.prepare(variant)
    assert bot.choose(match, match.seat or 0) in match.legal_ids
    again = Trainer(variant, SMALL, duel(0.7), told.append)
    assert again.best.learned is not None
    assert "goes on from" in told[-1]


def test_habits_are_not_learned_from_a_search_that_follows_them(tiny: Game) -> None:
    variant, teachers = tiny.variant(), list[Chooser]()

    def watched(asked: Variant, teacher: Chooser, order: Order, seeds: Sequence[int]) -> list[Harvest]:
        teachers.append(teacher)
        return one_by_one(asked, teacher, order, seeds)

    Trainer(variant, SMALL, duel(0.7), lambda _: None).run()
    again = Trainer(variant, SMALL, duel(0.7), lambda _: None, gather=watched)
    again.best = again.best.with_settings(habit=1200, reflex=30, judge=1)
    again.run()
    assert teachers
    for teacher in teachers:
        settings = dict(teacher.settings)
        assert (settings["habit"], settings["reflex"], settings["judge"]) == (0, 0, 1)


def test_what_does_not_pass_is_not_kept(tiny: Game) -> None:
    variant = tiny.variant()
    [made] = Trainer(variant, SMALL, duel(0.55), lambda _: None).run()
    assert not made.kept
    assert not path_of(variant).parent.exists()


def test_a_network_of_other_numbers_is_refused_by_name(tiny: Game) -> None:
    variant = tiny.variant()
    Trainer(variant, SMALL, duel(0.7), lambda _: None).run()
    other = tiny.variant(changes={"target": 4})
    name = path_of(variant).name
    with pytest.raises(BotError, match=rf"{name} was trained for other rules or cards.*tablewright train"):
        net_of(other)
    with pytest.raises(BotError, match="there is no network for"):
        find("master").chooser(other)


def test_a_file_that_is_no_network_is_said_to_be_none(tiny: Game) -> None:
    path = path_of(tiny.variant())
    path.parent.mkdir()
    path.write_bytes(b"not a network")
    with pytest.raises(BotError, match="is not a network"):
        net_of(tiny.variant())


def test_training_is_the_same_for_three(tiny: Game) -> None:
    variant = tiny.variant(players=3)
    made, _ = Trainer(variant, SMALL, duel(0.7), lambda _: None).run()
    assert made.fair == pytest.approx(1 / 3)
    assert net_of(variant)["rows"] > 0


def test_a_network_of_other_numbers_is_gone_on_from_if_it_passes(tiny: Game) -> None:
    Trainer(tiny.variant(), SMALL, duel(0.7), lambda _: None).run()
    other, told = tiny.variant(changes={"target": 4}), list[str]()
    made, _ = Trainer(other, SMALL, duel(0.7), told.append).run()
    assert made.kept
    assert made.positions == 0
    assert path_of(tiny.variant()).name in told[0]
    assert (net_of(other)["weight"] == net_of(tiny.variant())["weight"]).all()
