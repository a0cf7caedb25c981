"""Bots of OpenSpiel, policies for PettingZoo and torch modules in a seat, by name."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablewright.arena.rating import rate
from tablewright.bots.registry import find
from tablewright.bots.seats import Bot, BotError, take_turn
from tablewright.engine import Match, Step
from tablewright.games import load

LEDUC = str(Path(__file__).parents[2] / "examples" / "leduc")
FIRST_OF_MASK = """
import numpy as np

def first(observation, agent):
    assert agent == f"player_{observation['seat']}"
    return np.flatnonzero(observation["action_mask"])[0]

def wrong(observation, agent):
    return -1
"""
OWN_BOT = """
import pyspiel

class Last(pyspiel.Bot):
    def __init__(self, game, player):
        pyspiel.Bot.__init__(self)
        self.player = player

    def step(self, state):
        assert state.current_player() == self.player
        assert state.information_state_string(self.player)
        return state.legal_actions()[-1]

def make(game, player):
    return Last(game, player)
"""


@contextmanager
def seated(name: str) -> Iterator[Bot]:
    bot = find(name, seconds=60)
    try:
        yield bot
    finally:
        bot.close()


def decided(bot: Bot, game: str = "matrix", steps: int = 2) -> list[Step]:
    """Its first decisions of a game against nobody but itself."""
    match = Match(load(game).variant(), 3)
    made = [take_turn(match, bot) for _ in range(steps)]
    return [step for step in made if isinstance(step, Step)]


@pytest.mark.parametrize("name", ["openspiel:mcts:3", "openspiel:ismcts:3"])
def test_openspiels_searches_take_a_seat(name: str) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    with seated(name) as bot:
        assert len(decided(bot)) == 2
        assert len(decided(bot, LEDUC)) == 2


def test_a_bot_of_ones_own_for_openspiel_takes_a_seat(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    (tmp_path / "own.py").write_text(OWN_BOT, "utf-8")
    match = Match(load("matrix").variant(), 3)
    last = match.legal_ids[-1]
    with seated(f"openspiel:{tmp_path / 'own.py'}:make") as bot:
        step = take_turn(match, bot)
    assert isinstance(step, Step)
    assert step.action == last


@pytest.mark.slow
def test_a_policy_for_pettingzoo_is_rated(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    (tmp_path / "policy.py").write_text(FIRST_OF_MASK, "utf-8")
    made = rate(load(LEDUC).variant(), f"pettingzoo:{tmp_path / 'policy.py'}:first", 4, against=["random"])
    assert [pairing.games for pairing in made.games] == [4]
    assert not any(pairing.faults for pairing in made.games)


def test_a_policy_that_answers_nonsense_is_at_fault(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    (tmp_path / "policy.py").write_text(FIRST_OF_MASK, "utf-8")
    match = Match(load(LEDUC).variant(), 3)
    with seated(f"pettingzoo:{tmp_path / 'policy.py'}:wrong") as bot:
        take_turn(match, bot)
    assert "played the id -1, which is not a legal move now" in match.faults[0].reason


def test_a_torch_module_takes_a_seat(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from tablewright.bridges.encoding import SeatEncoding

    match = Match(load(LEDUC).variant(), 3)
    size, actions = SeatEncoding(match.variant).size, match.game.blocks.count
    module, wanted = torch.nn.Linear(size, actions), match.legal_ids[-1]
    with torch.no_grad():
        module.weight.zero_()
        module.bias.zero_()
        module.bias[wanted] = 1
    torch.export.save(torch.export.export(module, (torch.zeros(1, size),)), tmp_path / "policy.pt2")
    with seated(f"torch:{tmp_path / 'policy.pt2'}") as bot:
        step = take_turn(match, bot)
    assert isinstance(step, Step)
    assert step.action == wanted


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openspiel:alphabet", "openspiel:alphabet is unknown; it may be mcts, ismcts or FILE.py:NAME"),
        ("openspiel:mcts:none", "a whole number from 1 on"),
        ("pettingzoo:missing.py:policy", "there is no such file"),
    ],
)
def test_what_cannot_play_is_said_in_a_line(name: str, words: str) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    with pytest.raises(BotError, match=words):
        find(name)


def test_a_library_that_is_missing_is_named() -> None:
    if subprocess.run([sys.executable, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
        pytest.skip("torch is installed")
    with pytest.raises(BotError, match=r"needs torch; try: pip install 'tablewright\[rl\]'"):
        find("torch:policy.pt2")


def test_simulate_takes_them_by_name(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    (tmp_path / "policy.py").write_text(FIRST_OF_MASK, "utf-8")
    bots = f"pettingzoo:{tmp_path / 'policy.py'}:first,random"
    command = [sys.executable, "-m", "tablewright", "simulate", LEDUC, "--games", "4", "--bots", bots, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 4
