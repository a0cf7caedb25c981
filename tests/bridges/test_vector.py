"""The vector environment plays the games of the single one, in machine code and without copies."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.bots.registry import find
from tablewright.bots.seats import take_turn
from tablewright.engine import Match, RuleFault, TablewrightError, Variant, match_of
from tablewright.games import load

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from gymnasium.vector import AutoresetMode  # noqa: E402

from tablewright.bridges.gymnasium import IDS, SeatEnv  # noqa: E402
from tablewright.bridges.vector import SeatVectorEnv  # noqa: E402

GAMES = 5
TINY = Path(__file__).parents[2] / "examples" / "tiny"


class Alone:
    """The same episode, move by move in plain Python."""

    def __init__(self, variant: Variant, seed: int, seat: int) -> None:
        self.match, self.seat, self.bot = Match(variant, seed), seat, find("random")
        self.let_others_play()

    def let_others_play(self) -> None:
        while self.match.seat not in (None, self.seat):
            take_turn(self.match, self.bot)

    def step(self, action: int) -> None:
        self.match.play(action)
        self.let_others_play()

    @property
    def legal(self) -> list[int]:
        return [] if self.match.over else self.match.legal_ids

    @property
    def reward(self) -> float:
        return float(self.match.outcome.rewards[self.seat]) if self.match.outcome else 0.0


def picked(masks: Any, chance: np.random.Generator) -> Any:
    """A random legal action in every game."""
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize(("game", "players", "seat"), [("matrix", 2, 0), ("matrix", 3, 2), ("menagerie", 3, 1)])
def test_it_plays_the_games_of_single_matches(game: str, players: int, seat: int) -> None:
    env, chance = SeatVectorEnv(GAMES, game, "random", seat, players), np.random.default_rng(3)
    seen, _ = env.reset(seed=[40, 41, 42, 43, 44])
    alone = [Alone(load(game).variant(players), 40 + i, seat) for i in range(GAMES)]
    left = set(range(GAMES))
    while left:
        actions = picked(seen["action_mask"], chance)
        for i in left:
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == alone[i].legal
            assert seen["observation"][i].tolist() == alone[i].match.observe(seat).tolist()
            alone[i].step(int(actions[i]))
        seen, rewards, ended, cut, _ = env.step(actions)
        assert not cut.any()
        for i in list(left):
            assert (ended[i], rewards[i]) == (alone[i].match.over, pytest.approx(alone[i].reward))
        left -= {i for i in left if alone[i].match.over}


def test_nothing_is_copied() -> None:
    env = gymnasium.make_vec("tablewright/Matrix-v0", num_envs=4, opponents="greedy")
    first, _ = env.reset(seed=1)
    before = first["observation"].copy()
    second, *_ = env.step(first["action_mask"].argmax(axis=1))
    assert second["observation"] is first["observation"]
    assert second["action_mask"] is first["action_mask"]
    assert np.shares_memory(env.unwrapped.action_masks(), second["action_mask"])
    assert not np.array_equal(first["observation"], before)


def course(env: Any, steps: int, seed: int) -> list[Any]:
    """What a random player meets."""
    chance, seen, met = np.random.default_rng(seed), env.reset(seed=seed)[0], []
    for _ in range(steps):
        actions = picked(seen["action_mask"], chance)
        seen, rewards, ended, _, _ = env.step(actions)
        met.append((actions.tolist(), rewards.tolist(), ended.tolist(), seen["observation"].tolist()))
    return met


@pytest.mark.parametrize("id_", IDS)
def test_a_seed_gives_the_same_course_again(id_: str) -> None:
    env = gymnasium.make_vec(id_, num_envs=3, opponents="random")
    assert course(env, 30, 5) == course(env, 30, 5) != course(env, 30, 6)


@pytest.mark.parametrize("id_", IDS)
def test_what_it_gives_lies_in_its_spaces(id_: str) -> None:
    env = gymnasium.make_vec(id_, num_envs=3, opponents="random")
    seen, _ = env.reset(seed=2)
    assert seen in env.observation_space
    for _ in range(20):
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
        assert seen in env.observation_space


def test_a_game_begins_anew_at_the_next_step_or_at_once() -> None:
    later = SeatVectorEnv(2, "matrix", "random", seat=0)
    soon = SeatVectorEnv(2, "matrix", "random", seat=0, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, _ = later.reset(seed=[7, 8])
    at_once, _ = soon.reset(seed=[7, 8])
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        actions = seen["action_mask"].argmax(axis=1)
        seen, _, ended, _, _ = later.step(actions)
        at_once, _, also, _, infos = soon.step(actions)
        assert also.tolist() == ended.tolist()
    assert ended.all()
    assert not seen["action_mask"].any()
    assert infos["final_obs"]["observation"].tolist() == seen["observation"].tolist()
    seen, rewards, ended, _, _ = later.step(actions)
    assert (rewards.tolist(), ended.tolist()) == ([0, 0], [False, False])
    assert at_once["observation"].tolist() == seen["observation"].tolist()


def test_an_illegal_action_loses_only_its_own_game() -> None:
    env = SeatVectorEnv(3, "matrix")
    seen, _ = env.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    actions[1] = env.variant.game.blocks.count
    _, rewards, ended, _, infos = env.step(actions)
    assert ended.tolist() == infos["illegal"].tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]


def test_every_seat_is_played_unless_one_is_asked_for() -> None:
    env = SeatVectorEnv(6, "menagerie", "random", players=3)
    env.reset(seed=1)
    assert env.batch.seats.tolist() == [0, 1, 2, 0, 1, 2]
    assert SeatEnv("menagerie", seat=1).seat == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "at least 1 game"),
        ({"seat": 2}, "seat is 2; it must be 0 to 1"),
        ({"opponents": "greedy,random"}, "takes one for all, or 1"),
        ({"opponents": "gready"}, "gready"),
        ({"autoreset_mode": "Disabled"}, "must be one of NextStep, SameStep"),
    ],
)
def test_wrong_options_are_refused_in_a_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises(TablewrightError, match=words):
        SeatVectorEnv(**{"num_envs": 2, "game": "matrix", **options})


def test_actions_for_another_number_of_games_are_refused() -> None:
    env = SeatVectorEnv(3, "matrix")
    env.reset(seed=1)
    with pytest.raises(TablewrightError, match="there are 3 games"):
        env.step(np.zeros(2, np.int64))


def play_on(env: SeatVectorEnv, chance: np.random.Generator) -> None:
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        seen, *_ = env.step(picked(seen["action_mask"], chance))


def test_a_fault_is_told_with_the_record_of_its_game(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "faulty", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "faulty" / "rules.py"
    planted = "    s.count += a + 1\n    if s.count == 24 and s.rng % 8 == 0:\n        s.played[6 + a] += 1\n"
    path.write_text(path.read_text("utf-8").replace("    s.count += a + 1\n", planted), "utf-8")
    env, chance = SeatVectorEnv(50, str(tmp_path / "faulty"), "random"), np.random.default_rng(1)
    with pytest.raises(RuleFault) as met:
        play_on(env, chance)
    with pytest.raises(RuleFault) as again:
        match_of(met.value.record, lambda _: env.variant.game)
    assert (again.value.seed, again.value.decision) == (met.value.seed, met.value.decision)
