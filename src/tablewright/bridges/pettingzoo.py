"""PettingZoo: `env("matrix", players=3)` is a game as an environment of agents that take turns (AEC).

`parallel_env` is the same game in steps: in each of them whoever has to decide does, most often one agent, several
where the rules let them choose at the same time. An agent whose mask is empty has nothing to decide.

An observation is a dictionary: `observation`, the numbers that the seat may know (see `Variant.observation`),
`action_mask` and `seat`. Rewards come at the end: the payoff, or 1 for the win and less than 0 for a loss, 0 in all.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tablewright.bridges.pictures import MODES, Pictures
from tablewright.bridges.positions import Position
from tablewright.bridges.spaces import action_space, observation_space, observed, reward_of_illegal
from tablewright.engine import TablewrightError, Value, Variant
from tablewright.games import load

LARGEST_SEED = 2**31

ByAgent = dict[str, Any]


def env(
    game: str,
    players: int | None = None,
    edition: str | None = None,
    changes: Mapping[str, Value] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> Any:
    """The environment with PettingZoo's usual guards around it."""
    made: Any = raw_env(game, players, edition, changes, render_mode, max_cycles)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=reward_of_illegal(made.variant))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(
    game: str,
    players: int | None = None,
    edition: str | None = None,
    changes: Mapping[str, Value] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> "TableEnv":
    """The environment alone."""
    return TableEnv(load(game).variant(players, edition, changes), render_mode, max_cycles)


def parallel_env(
    game: str,
    players: int | None = None,
    edition: str | None = None,
    changes: Mapping[str, Value] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> "ParallelTableEnv":
    """The same game in steps of all agents."""
    return ParallelTableEnv(load(game).variant(players, edition, changes), render_mode, max_cycles)


class Game:
    """What both kinds of environment share: a game being played, its agents, and how it looks.

    A cycle is a decision, or all that are made at the same time; after `max_cycles` of them the game is cut off.
    """

    def __init__(self, variant: Variant, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise TablewrightError(f"max_cycles is {max_cycles}; it must be 1 or more, or None for whole games")
        self.variant, self.render_mode, self.max_cycles = variant, render_mode, max_cycles
        name = f"tablewright_{variant.game.name}_v0"
        self.metadata = {"name": name, "render_modes": MODES, "is_parallelizable": False, "render_fps": 2}
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self.observation_spaces = {agent: observation_space(variant) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(variant) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._pictures = Pictures(render_mode)
        self._deal(None)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """A new game; a seed makes this one and all that follow it the same again."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.position = Position(self.variant, int(self._seeds.integers(LARGEST_SEED)))
        self.cycles = 0

    def _seen(self, agent: str, choices: Mapping[int, list[int]]) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return observed(self.variant, self.position.observe(seat), choices.get(seat, []), seat)

    def _is_cut(self) -> bool:
        """Whether the game ends here without a result."""
        return self.max_cycles is not None and self.cycles >= self.max_cycles and not self.position.over

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.position.returns(), strict=True))

    def render(self) -> Any:
        """The table as the deciding seat sees it: text of the terminal, or the browser's picture as an array."""
        return self._pictures.of(*self.position.shown())

    def close(self) -> None:
        self._pictures.close()


class TableEnv(Game, AECEnv):  # type: ignore[misc]
    """One game, seat by seat."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()
        self._begin_cycle()

    def _begin_cycle(self) -> None:
        """Those who decide at the same time; nobody asks where cycles do not count."""
        self._to_come = len(self.position.together()) if self.max_cycles is not None else 1

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.position.seat
        return self._seen(agent, {} if seat is None else {seat: self.position.legal})

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.position.play(int(action))
        self._clear_rewards()
        self._count()
        if self.position.over:
            self.rewards = self._returns()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._deciding()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _count(self) -> None:
        self._to_come -= 1
        if not self._to_come:
            self.cycles += 1
            self._begin_cycle()

    def _deciding(self) -> str:
        seat = self.position.seat
        assert seat is not None
        return self.possible_agents[seat]


class ParallelTableEnv(Game, ParallelEnv):  # type: ignore[misc]
    """One game in steps of all agents. An illegal action ends it, as lost for whoever chose it."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[ByAgent, ByAgent]:
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self._choices = dict(self.position.together())
        return self._observations(self.agents), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """What agents with an empty mask give is not looked at; they may give nothing."""
        playing, infos = self.agents, {agent: dict[str, Any]() for agent in self.agents}
        if not playing:
            return {}, {}, {}, {}, {}
        wrong = self._first_illegal(actions)
        if wrong is None:
            for seat in self._choices:
                self.position.play(int(actions[self.possible_agents[seat]]))
            rewards = self._returns()
        else:
            rewards = dict.fromkeys(playing, 0.0) | {wrong: reward_of_illegal(self.variant)}
            infos[wrong]["illegal"] = actions.get(wrong)
        self.cycles += 1
        self._choices = dict(self.position.together()) if wrong is None else {}
        ended = self.position.over or wrong is not None
        cut = not ended and self._is_cut()
        self.agents = [] if ended or cut else playing
        if self.render_mode == "human":
            self.render()
        over, cut_off = dict.fromkeys(playing, ended), dict.fromkeys(playing, cut)
        return self._observations(playing), rewards, over, cut_off, infos

    def _first_illegal(self, actions: Mapping[str, Any]) -> str | None:
        """The first agent that has to decide and does not, or not by the rules."""
        for seat, legal in self._choices.items():
            agent = self.possible_agents[seat]
            if agent not in actions or int(actions[agent]) not in legal:
                return agent
        return None

    def _observations(self, agents: list[str]) -> ByAgent:
        return {agent: self._seen(agent, self._choices) for agent in agents}
