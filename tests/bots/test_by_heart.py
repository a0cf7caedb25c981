"""Small games learned by heart: how much the best answer to a strategy wins is enumerated, not sampled."""

import shutil
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import ROOT
from typer.testing import CliRunner

from tablewright.bots import find
from tablewright.bots.learn.regrets import Learner, is_small
from tablewright.bots.nets import path_of, strategy_of
from tablewright.bots.seats import PolicyBot
from tablewright.bots.stepping import CompiledBot
from tablewright.bots.strategy import Strategy, choose_by_heart, sight_mark
from tablewright.cli.app import app
from tablewright.engine import OBSERVE, Chooser, Match, Variant, chances, openings, plain_kit
from tablewright.games import load

Sight = tuple[int, ...]
Policy = Callable[[Sight, int], list[float]]
"""(what a seat sees, how many moves it has) -> how often it plays each."""


@pytest.fixture(scope="module")
def leduc(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    folder = tmp_path_factory.mktemp("games") / "leduc"
    shutil.copytree(ROOT / "examples" / "leduc", folder, ignore=shutil.ignore_patterns("__pycache__", "learned"))
    return load(str(folder)).variant()


class Whole:
    """All of a game for two: every position with what its seat sees and what follows with which probability."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.openings = [(float(one.probability), self._node(one.state)) for one in openings(variant)]

    def _node(self, state: Any) -> Any:
        rules, cards = self.variant.game.rules, self.variant.cards
        if rules.over(state, cards):
            return float(self.variant.game.rule("payoff")(state, cards, 0))
        match = Match(self.variant, 0)
        match.state = state
        assert match.seat is not None
        follows = [
            [(float(one.probability), self._node(one.state)) for one in chances(self.variant, state, action)]
            for action in match.legal_ids
        ]
        return match.seat, tuple(match.observe(match.seat).tolist()), follows

    def exploitability(self, policy: Policy) -> float:
        """What the best answer to a policy wins a game, on average over both seats."""
        return sum(self._best_answer(seat, policy) for seat in range(2)) / 2

    def _best_answer(self, seat: int, policy: Policy) -> float:
        sights: dict[Any, list[Any]] = defaultdict(list)
        best: dict[Any, int] = {}

        def collect(node: Any, reach: float, past: Any) -> None:
            if isinstance(node, float):
                return
            mover, sight, follows = node
            often = [1.0] * len(follows) if mover == seat else policy(sight, len(follows))
            if mover == seat:
                past = (*past, sight)
                sights[past].append((node, reach))
            for i, ways in enumerate(follows):
                for probability, after in ways:
                    collect(after, reach * probability * often[i], (*past, i) if mover == seat else past)

        def value(node: Any, past: Any) -> float:
            if isinstance(node, float):
                return node if seat == 0 else -node
            mover, sight, follows = node
            if mover == seat:
                past = (*past, sight)
                chosen = best[past]
                return float(sum(p * value(after, (*past, chosen)) for p, after in follows[chosen]))
            often = policy(sight, len(follows))
            return float(sum(often[i] * p * value(after, past) for i, ways in enumerate(follows) for p, after in ways))

        for probability, node in self.openings:
            collect(node, probability, ())
        for past in sorted(sights, key=len, reverse=True):
            moves = range(len(sights[past][0][0][2]))
            worth = [
                sum(reach * p * value(after, (*past, i)) for node, reach in sights[past] for p, after in node[2][i])
                for i in moves
            ]
            best[past] = max(moves, key=lambda i: worth[i])
        return sum(probability * value(node, ()) for probability, node in self.openings)


def uniform(_: Sight, moves: int) -> list[float]:
    return [1 / moves] * moves


def policy_of(variant: Variant, arrays: Any) -> Policy:
    kit = plain_kit(variant)
    often = {int(mark): row for mark, row in zip(arrays["mark"], arrays["often"], strict=True) if mark}

    def policy(sight: Sight, moves: int) -> list[float]:
        kit.rule[OBSERVE] = lambda s, k, seat, seen: _told(sight, seen)
        row = often.get(sight_mark(kit, None, 0))
        if row is None or not row.sum():
            return uniform(sight, moves)
        return [float(x) for x in row[:moves] / row[:moves].sum()]

    return policy


def _told(sight: Sight, seen: Any) -> int:
    seen.a[: len(sight)] = sight
    return len(sight)


def test_a_betting_game_is_exploited_less_than_a_third_as_much_as_random_play(leduc: Variant) -> None:
    whole, learner = Whole(leduc), Learner(leduc, 10**9)
    at_random = whole.exploitability(uniform)
    assert at_random == pytest.approx(2.3736, abs=1e-4)
    assert learner.learn(40_000)
    assert learner.sights == 576
    assert whole.exploitability(policy_of(leduc, learner.arrays())) < at_random / 6


@pytest.mark.slow
def test_both_modes_play_it_alike(leduc: Variant) -> None:
    learner = Learner(leduc, 10**9)
    assert learner.learn(2_000)
    chooser = Chooser("heart", choose_by_heart, Strategy, (), learner.arrays())
    plain, compiled = PolicyBot(chooser), CompiledBot(leduc, chooser)
    decided = set()
    for seed in range(12):
        match = Match(leduc, seed)
        while match.seat is not None:
            chosen = plain.choose(match, match.seat)
            assert chosen == compiled.choose(match, match.seat)
            decided.add(chosen)
            match.play(chosen)
    assert len(decided) == 3


def test_a_game_with_too_much_to_see_is_not_learned_by_heart() -> None:
    assert not is_small(load("matrix").variant())
    assert not is_small(load(str(ROOT / "examples" / "tiny")).variant(players=3))


@pytest.mark.slow
def test_one_command_learns_it_and_the_bots_play_it(leduc: Variant) -> None:
    done = CliRunner().invoke(app, ["train", str(leduc.game.folder), "--minutes", "0.02"])
    assert done.exit_code == 0, done.output
    assert "learned by heart" in done.output
    assert "kept" in done.output
    assert strategy_of(leduc) is not None
    assert path_of(leduc).stat().st_size < 200_000
    assert find("learned").chooser(leduc).decide is choose_by_heart
    match, bot = Match(leduc, 3), find("master")
    while match.seat is not None:
        match.play(bot.choose(match, match.seat))
    assert match.outcome is not None
