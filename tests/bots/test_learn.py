"""Networks: the same judgement in both modes, fitted to games, kept only through the gate, refused for other rules."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.bots import BotError, find
from tablewright.bots.learn.features import rows_for
from tablewright.bots.learn.fit import Weights, fresh
from tablewright.bots.learn.play import harvest
from tablewright.bots.learn.train import Plan, Trainer
from tablewright.bots.levels import Settings
from tablewright.bots.net import judge
from tablewright.bots.nets import net_of, path_of, told_of
from tablewright.bots.search import CompiledSearcher, PlainSearcher, chooser_of, compile_search, merged
from tablewright.engine import Chooser, Game, Match, Variant
from tablewright.games import load

TINY = Path(__file__).parents[2] / "examples" / "tiny"
SMALL = Plan(minutes=0, games=120, search_games=8, gate=2, threads=1)


@pytest.fixture
def tiny(tmp_path: Path) -> Game:
    shutil.copytree(TINY, tmp_path / "tiny", ignore=shutil.ignore_patterns("__pycache__", "learned"))
    return load(str(tmp_path / "tiny"))


@pytest.fixture(scope="module")
def matrix() -> Variant:
    variant = load("matrix").variant()
    compile_search(variant.game)
    return variant


def some_weights(variant: Variant) -> Weights:
    """A network that nobody has trained, and that says something."""
    sample = harvest(variant, chooser_of("x", Settings(1)), 1, 40, 300, 100, searching=False)
    weights = fresh(rows_for(variant, sample.states), seed=3)
    chance = np.random.default_rng(5)
    weights.weight += np.float32(0.1) * chance.standard_normal(weights.weight.shape, np.float32)
    return weights


def test_both_modes_judge_alike(matrix: Variant) -> None:
    weights = some_weights(matrix).arrays()
    plain = PlainSearcher(matrix, Settings(1), weights)
    found = set()
    for seed in range(6):
        match = Match(matrix, seed)
        for _ in range(seed):
            match.play(match.legal_ids[0])
        judge(plain.kit, plain.tree, match.state, plain.tree.share)
        found.add(tuple(plain.tree.share[:2]))
        trees = []
        for one in (plain, CompiledSearcher(matrix, Settings(1, depth=2), weights)):
            one.tree.depth = 2
            one.start(match.known(match.seat or 0), stream=seed)
            one.grow(25)
            trees.append(merged([one.tree]))
        assert trees[0] == trees[1]
    assert len(found) == 6
    assert all(9990 <= sum(shares) <= 10000 for shares in found)


def test_it_never_reads_the_generator(matrix: Variant) -> None:
    table = some_weights(matrix).rows.table()
    assert len(table) > 50
    reads = [row for row in table if row[0] < 4]
    assert min(int(row[2]) for row in reads) >= 8  # the generator is the first field
    assert max(int(row[2] + row[3]) for row in reads) <= matrix.game.state.dtype.fields["probe"][1]


def duel(share: float) -> Any:
    """A gate with a fixed result."""

    def result(_: Variant, one: Chooser, other: Chooser, games: int, seed: int) -> tuple[float, tuple[float, float]]:
        assert one.weights
        assert seed > 10**9
        return share, (share - 0.1, share + 0.1)

    return result


def test_what_passes_the_gate_is_kept_and_plays(tiny: Game) -> None:
    variant, told = tiny.variant(), list[str]()
    [made] = Trainer(variant, SMALL, duel(0.7), told.append).run()
    assert made.kept
    assert made.loss[1] < made.loss[0]
    assert told_of(path_of(variant))["gate"]["share"] == 0.7
    match = Match(variant, 3)
    bot = find("learned:50")
    bot.prepare(variant)
    assert bot.choose(match, match.seat or 0) in match.legal_ids
    again = Trainer(variant, SMALL, duel(0.7), told.append)
    assert again.best is not None
    assert "goes on from" in told[-1]


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
    [made] = Trainer(variant, SMALL, duel(0.7), lambda _: None).run()
    assert made.fair == pytest.approx(1 / 3)
    assert net_of(variant)["rows"] > 0


def test_a_network_of_other_numbers_is_gone_on_from_if_it_passes(tiny: Game) -> None:
    Trainer(tiny.variant(), SMALL, duel(0.7), lambda _: None).run()
    other, told = tiny.variant(changes={"target": 4}), list[str]()
    [made] = Trainer(other, SMALL, duel(0.7), told.append).run()
    assert made.kept
    assert made.positions == 0
    assert path_of(tiny.variant()).name in told[0]
    assert (net_of(other)["weight"] == net_of(tiny.variant())["weight"]).all()
