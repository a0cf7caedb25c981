"""Gymnasium's vector environment: one seat of many games at once, stepped in machine code with its opponents.

gymnasium.make_vec("tablewright/Matrix-v0", num_envs=1024, opponents="greedy")
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tablewright.bots.registry import find
from tablewright.bots.seat_batch import ENDED, ILLEGAL, SeatBatch
from tablewright.bridges.positions import has_payoffs
from tablewright.bridges.spaces import action_space, checked_seat, observation_space, one_each, reward_of_illegal
from tablewright.engine import LARGEST_SEED, WHOLE_WIN, TablewrightError, Value, Variant
from tablewright.games import load

Seen = dict[str, np.ndarray[Any, Any]]
Line = np.ndarray[Any, Any]
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class SeatVectorEnv(VectorEnv[Seen, Line, Line]):
    """Like `SeatEnv`, many at a time: the same spaces, rewards and answers to an illegal action.

    What `step` gives are the arrays that the compiled rules write to, without a copy: the next step overwrites them.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        opponents: str = "greedy",
        seat: int | None = None,
        players: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.variant: Variant = load(game).variant(players, edition, changes)
        mode = _autoreset(autoreset_mode)
        self.num_envs, self.metadata = num_envs, {"autoreset_mode": mode}
        bots = [find(name).chooser(self.variant) for name in one_each(opponents, self.variant.players - 1)]
        seat = checked_seat(self.variant, seat)
        self.batch = SeatBatch(self.variant, num_envs, bots, seat, mode is AutoresetMode.SAME_STEP)
        self.single_observation_space = observation_space(self.variant)
        self.single_action_space = action_space(self.variant)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen: Seen = {
            "observation": self.batch.observations,
            "action_mask": self.batch.masks,
            "seat": self.batch.seats,
        }
        self._slope, self._least = _rewards(self.variant)
        self._illegal = reward_of_illegal(self.variant)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> Any:
        """New games; one seed makes all of them the same again, a list gives each its own."""
        if isinstance(seed, int) or seed is None:
            super().reset(seed=seed)
            first = int(self.np_random.integers(LARGEST_SEED // 2))
            self.batch.reset(range(first, first + self.num_envs))
        else:
            self.batch.reset([int(self.np_random.integers(LARGEST_SEED // 2)) if one is None else one for one in seed])
        return self._seen, {}

    def step(self, actions: Line) -> tuple[Seen, Line, Line, Line, dict[str, Any]]:
        ended = self.batch.step(actions)
        over = self.batch.ended
        rewards = np.where(over == ENDED, self.batch.gains * self._slope + self._least, 0.0)
        infos: dict[str, Any] = {}
        if ended:
            rewards[over == ILLEGAL] = self._illegal
            infos = self._told(over)
        return self._seen, rewards, over.astype(np.bool_), self._never, infos

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What sb3-contrib's MaskablePPO asks for."""
        return self.batch.masks.view(np.bool_)

    def _told(self, over: Line) -> dict[str, Any]:
        """Who made an illegal move, and the last sight of a game that has begun anew already."""
        infos: dict[str, Any] = {"illegal": over == ILLEGAL}
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
            nothing = np.zeros_like(self.batch.masks)
            last, seats = self.batch.last_observations, self.batch.last_seats
            infos["final_obs"] = {"observation": last, "action_mask": nothing, "seat": seats}
            infos["_final_obs"] = over != 0
        return infos


def _autoreset(asked: AutoresetMode | str) -> AutoresetMode:
    for mode in MODES:
        if asked in (mode, mode.value):
            return mode
    raise TablewrightError(f"autoreset_mode is {asked!r}; it must be one of {', '.join(mode.value for mode in MODES)}")


def _rewards(variant: Variant) -> tuple[float, float]:
    """A reward as a line through gains: the payoff, or 1 for the whole win and together 0."""
    if has_payoffs(variant):
        return 1.0, 0.0
    others = variant.players - 1
    return (variant.players / WHOLE_WIN / others, -1 / others) if others else (1 / WHOLE_WIN, 0.0)
