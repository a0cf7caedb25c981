"""A game of the size of gin rummy without any hook: it conforms, and learning begins from nothing."""

import shutil
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.bots.gin.rules import CARD, CARDS, RANKS, bit_of, deadwood
from tests.bots.gin_by_deadwood import by_deadwood

from tablewright.bots.foresight import choose_foreseeing
from tablewright.bots.learn import train
from tablewright.bots.learn.features import rows_for
from tablewright.bots.learn.fit import fresh, stretch_for
from tablewright.bots.learn.play import Order, harvest
from tablewright.bots.learn.train import Plan, Trainer
from tablewright.bots.learn.wants import no_habits
from tablewright.bots.levels import Settings
from tablewright.bots.net import SUM, read_features
from tablewright.bots.nets import as_record
from tablewright.bots.policies import RANDOM
from tablewright.bots.search import CompiledSearcher, PlainSearcher, chooser_of, compile_search
from tablewright.bots.tree import Tree, reach
from tablewright.engine import Chooser, Game, Match, Variant, assert_conforms
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate

GIN = Path(__file__).parent / "gin"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("learning") / "gin"
    shutil.copytree(GIN, folder, ignore=shutil.ignore_patterns("__pycache__", "learned"))
    return load(str(folder))


@pytest.fixture(scope="module")
def variant(game: Game) -> Variant:
    compile_search(game)
    return game.variant()


@pytest.mark.slow
def test_many_games_conform(game: Game) -> None:
    assert_conforms(game, games=4)


def test_it_conforms_and_has_no_hook_for_any_bot(game: Game) -> None:
    assert_conforms(game, games=1)
    assert set(game.hooks()) == {"payoff", "observe", "allows"}  # the latter two follow from its declarations


def least(cards: frozenset[int]) -> int:
    """Deadwood by trying every meld, one after the other."""
    points = sum(min(10, c // 4 + 1) for c in cards)
    melds = [m for n in (3, 4, 5) for m in combinations(sorted(cards), n) if is_meld(m)]
    return min([points, *(least(cards - set(meld)) for meld in melds)])


def is_meld(cards: tuple[int, ...]) -> bool:
    ranks, suits = [c // 4 for c in cards], {c % 4 for c in cards}
    row = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(cards)))
    return row or (len(set(ranks)) == 1 and len(cards) < 5)


def test_deadwood_is_the_least_that_any_melds_leave(game: Game) -> None:
    dice, cards, melded = Random(3), game.variant().cards, 0
    for _ in range(150):
        near = [c for c in range(CARDS) if c // 4 < 5 + dice.randrange(RANKS - 4)]  # few ranks: melds that compete
        hand = frozenset(dice.sample(near, min(len(near), dice.choice((7, 10, 11)))))
        known = least(hand)
        melded += known < sum(min(10, c // 4 + 1) for c in hand)
        assert deadwood(cards, sum(bit_of(c) for c in hand)) == known, [CARD.names[c] for c in hand]
    assert melded > 50


def test_the_opponent_is_no_fool(variant: Variant) -> None:
    made = simulate(variant, [by_deadwood(variant), RANDOM], 200, executor=Threads(1))
    assert made.bot_shares.mean[0] > 0.97


def test_ranks_suits_and_rows_are_counted_alike_in_both_modes(variant: Variant) -> None:
    sample = harvest(variant, chooser_of("x", Settings(1)), Order(60, 300, 20, searching=False), 1)
    weights = fresh(rows_for(variant, sample.states, sample.movers), 3, stretch_for(variant, sample.targets))
    weights.weight += np.float32(0.1) * np.random.default_rng(5).standard_normal(weights.weight.shape, np.float32)
    learned = as_record(variant, {**weights.arrays(), **no_habits()})
    assert (weights.rows.table()[:, 0] == SUM).sum() >= 2 * (13 + 4 + 44)
    searchers = (
        PlainSearcher(variant, Settings(8, depth=0), learned),
        CompiledSearcher(variant, Settings(8, depth=0), learned),
    )
    for seed in range(2):
        match = Match(variant, seed)
        for _ in range(7 * seed):
            match.play(match.legal_ids[0])
        for one in searchers:
            one.start(match.known(match.seat or 0), stream=seed)
            one.grow(8)
        plain, compiled = (one.tree for one in searchers)
        assert list(plain.total[:2]) == list(compiled.total[:2])
        assert (plain.least, plain.most) == (compiled.least, compiled.most)
        assert 0 < reach(plain) < 1  # of all that could be won


def test_three_sevens_are_one_feature_whatever_their_suits(variant: Variant) -> None:
    """A row adds up what lies in even steps: the cards of a rank, seen by whoever decides."""
    sample = harvest(variant, chooser_of("x", Settings(1)), Order(60, 300, 20, searching=False), 1)
    weights = fresh(rows_for(variant, sample.states, sample.movers), 3)
    learned = as_record(variant, {**weights.arrays(), **no_habits()})
    searcher = PlainSearcher(variant, Settings(1), learned)
    rows = weights.rows.table()
    sevens = next(
        row for row in rows if row[0] == SUM and row[6] == 4 and row[7] == 1 and row[2] == offset(variant, 24)
    )
    found = set[int]()
    for left_out in range(4):
        state = Match(variant, 1).state
        for c in range(CARDS):
            state.hand[0][c] = int(c // 4 == 6 and c % 4 != left_out)
        n = read_features(searcher.kit, searcher.tree, state, 0)
        active = set(searcher.tree.feature[:n])
        assert sevens[1] + 3 in active
        found |= active & set(range(sevens[1], sevens[1] + 5))
    assert found == {sevens[1] + 3}


def offset(variant: Variant, card: int) -> int:
    return int(variant.game.state.dtype.fields["hand"][1]) + card


@pytest.mark.slow
def test_a_few_generations_of_quick_games_learn_from_nothing(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random play is undecided in more than nine of ten games; what is learned from it wins, and is learned from."""
    monkeypatch.setattr(train, "GENERATIONS", 4)
    told = list[str]()
    plan = Plan(minutes=0, games=600, search_games=2, gate=2, threads=1)
    trainer = Trainer(variant, plan, lambda *_: (0.5, (0.4, 0.6)), told.append)
    trainer._first_games(0)
    assert trainer._beginner is not None
    assert sum("quick games, generation" in line for line in told) == 3
    record = as_record(variant, trainer._beginner)
    learned = Chooser("learned", choose_foreseeing, Tree, (("judge", 1),), record)
    assert simulate(variant, [learned, RANDOM], 200, executor=Threads(1)).bot_shares.mean[0] > 0.7
    thinker = trainer._teacher()
    assert thinker.learned is trainer._beginner
    assert (thinker.settings.judge, thinker.settings.depth) == (1, 0)
