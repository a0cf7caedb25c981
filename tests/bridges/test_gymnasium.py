"""Gymnasium's own check on our environments, and what an agent may rely on."""

import os
import shutil
import warnings
from typing import Any

import numpy as np
import pytest

from tablewright.engine import TablewrightError
from tablewright.table.camera import BROWSERS

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from tablewright.bridges import gymnasium as bridge  # noqa: E402


@pytest.mark.parametrize("id_", bridge.IDS)
def test_its_check_passes(id_: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(id_, opponents="random").unwrapped, skip_render_check=True)


@pytest.mark.skipif(
    not any(map(shutil.which, BROWSERS)) and os.environ.get("CI") != "true", reason="chromium is not installed"
)
def test_its_check_of_pictures_passes(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make("tablewright/Matrix-v0", opponents="random", render_mode="ansi").unwrapped)
    env = gymnasium.make("tablewright/Matrix-v0", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    assert "Your hand" in env.render()


def episode(env: Any, seed: int) -> tuple[list[int], float]:
    """One random episode: what was done and what it brought."""
    chance, done = np.random.default_rng(seed), []
    seen, _ = env.reset(seed=seed)
    while True:
        done.append(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        seen, reward, ended, cut, _ = env.step(done[-1])
        assert not cut
        if ended:
            return done, reward


def test_a_seed_gives_the_same_episode_again() -> None:
    env = gymnasium.make("tablewright/Matrix-v0", opponents="greedy")
    assert episode(env, 5) == episode(env, 5)
    assert episode(env, 5) != episode(env, 6)


def test_every_seat_is_played_unless_one_is_asked_for() -> None:
    env = bridge.SeatEnv("menagerie", players=3)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    asked = bridge.SeatEnv("menagerie", players=3, seat=2)
    asked.reset(seed=1)
    assert asked.seat == 2


def test_an_illegal_action_loses() -> None:
    env = bridge.SeatEnv("matrix", seat=0)
    seen, _ = env.reset(seed=1)
    _, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, ended) == (-1.0, True)
    assert "illegal" in info


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seat": 2}, "seat is 2; it must be 0 to 1"),
        ({"opponents": "greedy,random"}, "takes one for all, or 1"),
        ({"opponents": "gready"}, "gready"),
    ],
)
def test_wrong_options_are_refused_in_a_line(options: dict[str, object], words: str) -> None:
    with pytest.raises(TablewrightError, match=words):
        bridge.SeatEnv("matrix", **options)  # type: ignore[arg-type]
