"""In a game with payoffs the lab, the ladder, duels and ranks go by them, not by who has most points."""

import shutil

import numpy as np
import pytest
from tests.conftest import ROOT
from typer.testing import CliRunner

from tablewright.arena.duels import Hall
from tablewright.arena.ladder import pair
from tablewright.bots.stepping import StepRunner, player
from tablewright.cli.app import app
from tablewright.engine import Game, outputs
from tablewright.games import load
from tablewright.lab.simulate import Chunk, simulate

PAID = '''
def payoff_range(k: Cards) -> tuple[int, int]:
    return -60, 0


@rule
def payoff(s: State, k: Cards, p: int) -> int:
    """Who scores pays for it."""
    return -s.points[p]
'''


@pytest.fixture(scope="module")
def paying(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The example game, in which everybody wants as few points as possible; the most points still win."""
    folder = tmp_path_factory.mktemp("paid") / "paying"
    shutil.copytree(ROOT / "examples" / "tiny", folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n" + PAID, "utf-8")
    return load(str(folder))


def test_the_bot_that_gets_more_is_the_stronger_one_though_it_wins_less(paying: Game) -> None:
    variant = paying.variant(2)
    made = simulate(variant, [player("greedy", variant), player("random", variant)], 4000, 1)
    assert made.bot_share(0) < 0.35
    share, (low, high) = made.strength(0)
    assert low > 0.5
    assert low < share < high
    assert made.bot_scores.mean[0] > made.bot_scores.mean[1]
    assert pair(variant, "greedy", "random", 4000, 1).share == share
    assert Hall(variant).duel("greedy", "random", 0, 400).score > 0.5


def test_in_other_games_it_is_the_share_of_the_win(tiny: Game) -> None:
    variant = tiny.variant(3)
    made = simulate(variant, [player("greedy", variant), *[player("random", variant)] * 2], 300, 1)
    assert made.strength(0) == (made.bot_share(0), made.bot_interval(0))


def test_parts_of_what_was_gained_add_up() -> None:
    scores = np.array([[-3, -1], [-4, -4], [0, 0], [-1, -3]])
    decisions = np.array([5, 5, -1, 5])
    empty = np.zeros(0)
    chunk = Chunk(0, 2, np.zeros((4, 2)), scores, np.zeros(4), decisions, empty, 3, empty)
    gains = chunk.gains_by_bot(-4)
    assert gains[0].tolist() == [0.25, 0.75]
    assert gains[1].tolist() == [0.5, 0.5]  # nobody gained anything
    assert np.isnan(gains[2]).all()  # it was stopped
    assert gains[3].tolist() == [0.25, 0.75]  # the bots have changed seats


def test_ranks_and_columns_are_those_of_payoffs(paying: Game) -> None:
    match = paying.start(2, seed=4)
    while not match.over:
        match.play(match.legal_ids[0])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores[0] != outcome.scores[1]
    assert outcome.ranks[outcome.scores.index(max(outcome.scores))] == 2
    variant = paying.variant(2)
    arrays = outputs(6, 2, 0)
    StepRunner(variant, [player("random", variant), player("random", variant)])(1, 0, 1, *arrays)
    assert arrays[1].max() <= 0 > arrays[1].min()


def test_the_terminal_says_payoff(paying: Game) -> None:
    shown = CliRunner().invoke(app, ["simulate", str(paying.folder), "--games", "50", "--bots", "greedy,random"])
    assert shown.exit_code == 0
    assert shown.output.count("Mean payoff") == 2
    climbed = CliRunner().invoke(app, ["ladder", str(paying.folder), "--games", "200", "--rung", "random,greedy"])
    assert "Payoffs %" in climbed.output
