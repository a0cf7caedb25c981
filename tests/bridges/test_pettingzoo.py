"""PettingZoo's own suite on our games."""

import os
import shutil
import sys
import warnings
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablewright.bridges.positions import observable
from tablewright.engine import TablewrightError
from tablewright.games import load, names
from tablewright.table.camera import BROWSERS
from tablewright.terminal.canvas import UNICODE
from tablewright.terminal.table import Drawing

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from tablewright.bridges import pettingzoo as bridge

TOGETHER = str(Path(__file__).parents[1] / "engine" / "together")  # both choose at the same time
BROWSER = any(map(shutil.which, BROWSERS)) or os.environ.get("CI") == "true"
drawn = pytest.mark.skipif(not BROWSER, reason="chromium is not installed")
TABLES = [(name, players) for name in observable() for players in load(name).cards.players]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_api_suite_passes(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are dictionaries, which it documents itself
        api_test(bridge.env(name, players), num_cycles=30)


@pytest.mark.parametrize("name", observable())
def test_equal_seeds_give_equal_games(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: bridge.env(name), num_cycles=20)


def acts(env: Any, seen: dict[str, Any], chance: np.random.Generator) -> dict[str, int]:
    """A legal action of everybody who has one."""
    masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
    return {agent: int(chance.choice(legal)) for agent, legal in masks.items() if len(legal)}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_suite_of_parallel_environments_passes(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(bridge.parallel_env(name, players), num_cycles=30)


@pytest.mark.parametrize("name", [*observable(), TOGETHER])
def test_equal_seeds_give_equal_parallel_games(name: str) -> None:
    parallel_seed_test(lambda: bridge.parallel_env(name), num_cycles=20)


def test_its_test_of_max_cycles_passes_where_all_decide_at_the_same_time() -> None:
    """It wants every agent to act in every cycle, by actions that are drawn without a mask."""
    settings: dict[str, Any] = {"game": TOGETHER, "changes": {"rounds": 9}}
    max_cycles_test(
        SimpleNamespace(env=partial(bridge.env, **settings), parallel_env=partial(bridge.parallel_env, **settings))
    )
    parallel_api_test(bridge.parallel_env(**settings), num_cycles=4)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_are_cut_off_after_so_many_cycles(name: str, players: int) -> None:
    chance = np.random.default_rng(5)
    parallel = bridge.parallel_env(name, players, max_cycles=7)
    seen, _ = parallel.reset(seed=3)
    for step in range(1, 8):
        seen, _, ended, cut, _ = parallel.step(acts(parallel, seen, chance))
        assert not any(ended.values())
        assert set(cut.values()) == {step == 7}
    assert parallel.agents == []
    env = bridge.env(name, players, max_cycles=7)
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, _, over, cut_off, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if over or cut_off else int(env.action_space(agent).sample(mask)))
    assert env.unwrapped.cycles == 7
    with pytest.raises(TablewrightError, match="max_cycles is 0; it must be 1 or more"):
        bridge.env(name, players, max_cycles=0)


def test_those_who_decide_at_the_same_time_do_so_in_one_step() -> None:
    env = bridge.parallel_env(TOGETHER)
    seen, _ = env.reset(seed=1)
    for round_ in range(1, 10):
        assert [int(seen[agent]["action_mask"].sum()) for agent in env.possible_agents] == [3, 3]
        seen, rewards, ended, _, _ = env.step({"player_0": 0, "player_1": 1})
        assert env.position.shown()[0].state.points == [0, round_]
        if ended["player_0"]:
            break
    assert rewards == {"player_0": -1, "player_1": 1}
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("name", observable())
def test_a_parallel_game_is_the_same_game(name: str) -> None:
    """The same seed and the same decisions, in steps and in turns."""
    chance, played = np.random.default_rng(8), list[int]()
    parallel, env = bridge.parallel_env(name), bridge.raw_env(name)
    seen, _ = parallel.reset(seed=6)
    env.reset(seed=6)
    for _ in range(40):
        actions = acts(parallel, seen, chance)
        seen, rewards, ended, _, _ = parallel.step(actions)
        for _ in actions:
            env.step(actions[env.agent_selection])
        assert parallel.position.record() == env.position.record()
        played += actions.values()
        if any(ended.values()):
            assert rewards == env.rewards
            break
    assert len(parallel.position.actions) == len(played) > 10


def test_an_illegal_action_or_none_ends_a_parallel_game() -> None:
    env = bridge.parallel_env("menagerie", 3)
    seen, _ = env.reset(seed=1)
    deciding = next(agent for agent in env.agents if seen[agent]["action_mask"].any())
    wrong = int(np.flatnonzero(seen[deciding]["action_mask"] == 0)[0])
    for actions in ({deciding: wrong}, {}):
        env.reset(seed=1)
        seen, rewards, ended, cut, infos = env.step(actions)
        assert rewards == dict.fromkeys(env.possible_agents, 0.0) | {deciding: -1.0}
        assert all(ended.values())
        assert not any(cut.values())
        assert infos[deciding] == {"illegal": actions.get(deciding)}
        assert not any(one["action_mask"].any() for one in seen.values())


@pytest.mark.slow
@drawn
def test_its_test_of_pictures_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: bridge.env("matrix", render_mode=render_mode))
    assert "┌" in capsys.readouterr().out
    with pytest.raises(TablewrightError, match="must be one of human, ansi, rgb_array"):
        bridge.env("matrix", render_mode="video")


@pytest.mark.parametrize("name", names())
def test_the_text_is_the_terminals(name: str) -> None:
    env = bridge.env(name, render_mode="ansi")
    env.reset(seed=1)
    match, seat = env.unwrapped.position.shown()
    text = env.render()
    assert match.view(seat).table.prompt.text.split()[0] in text
    for line in Drawing(match.view(seat), match.names, 100, UNICODE).table():
        assert line.plain.rstrip() in text.splitlines()


@pytest.mark.slow
@drawn
@pytest.mark.parametrize("name", names())
def test_a_picture_shows_the_table_of_the_browser(name: str) -> None:
    """What is drawn changes with the game, and is the same for the same position but for the edges of some letters."""
    env = bridge.env(name, render_mode="rgb_array")
    pictures = []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        pictures.append(env.render())
    env.close()
    assert pictures[0].shape == (860, 1280, 3)
    assert len(np.unique(pictures[0].reshape(-1, 3), axis=0)) > 50
    again, other = ((pictures[0] != one).any(axis=2).mean() for one in pictures[1:])
    assert again < 0.002
    assert other > 0.01


def test_without_a_browser_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.table.camera.BROWSERS", ("no-such-browser",))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "/nowhere")
    env = bridge.env("matrix", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(TablewrightError, match="no browser can be started to draw the table: install Chromium"):
        env.render()
    env.close()


def test_without_the_parts_for_pictures_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tablewright.table.camera", None)
    env = bridge.env("matrix", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(TablewrightError, match=r"render_mode rgb_array needs .*; try: pip install 'tablewright"):
        env.render()


def test_an_illegal_action_ends_the_game_for_its_agent() -> None:
    env = bridge.env("matrix")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    agent = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_rewards_come_at_the_end_and_add_up() -> None:
    env = bridge.env("menagerie", players=3)
    env.reset(seed=2)
    chance, total = np.random.default_rng(4), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0
