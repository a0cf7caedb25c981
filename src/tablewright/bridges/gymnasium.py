"""Gymnasium: one seat of a game against bots. Importing this registers every game as `tablewright/<Name>-v0`.

gymnasium.make("tablewright/Matrix-v0", opponents="greedy")
gymnasium.make_vec("tablewright/Matrix-v0", num_envs=1024, opponents="greedy")
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from tablewright.bots.registry import find
from tablewright.bots.seats import Bot, take_turn
from tablewright.bridges.pictures import MODES, Pictures
from tablewright.bridges.positions import gains, observable
from tablewright.bridges.spaces import (
    action_mask,
    action_space,
    checked_seat,
    observation_space,
    observed,
    one_each,
    reward_of_illegal,
)
from tablewright.engine import Match, Value, Variant
from tablewright.games import load

LARGEST_SEED = 2**31


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat's decisions; the others are made by bots between two steps.

    An illegal action ends the episode as lost (`info["illegal"]`), so that a program cannot gain by it.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: str = "greedy",
        seat: int | None = None,
        players: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.variant: Variant = load(game).variant(players, edition, changes)
        self.seat_asked, self.render_mode = checked_seat(self.variant, seat), render_mode
        self.seat = seat or 0
        self._pictures = Pictures(render_mode)
        self.bots: list[Bot] = [find(name) for name in one_each(opponents, self.variant.players - 1)]
        self.observation_space = observation_space(self.variant)
        self.action_space = action_space(self.variant)
        self.match = Match(self.variant, 0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; without a seat of one's own the seats take turns by chance."""
        super().reset(seed=seed)
        self.match = Match(self.variant, int(self.np_random.integers(LARGEST_SEED)))
        self.seat = int(self.np_random.integers(self.variant.players)) if self.seat_asked is None else self.seat_asked
        self._let_others_play()
        return self._seen(), {}

    def step(self, action: int | np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if int(action) not in self.match.legal_ids:
            return self._seen(), reward_of_illegal(self.variant), True, False, {"illegal": int(action)}
        self.match.play(int(action))
        self._let_others_play()
        outcome = self.match.outcome
        reward = 0.0 if outcome is None else gains(self.variant, outcome)[self.seat]
        return self._seen(), reward, self.match.over, False, {}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What sb3-contrib's MaskablePPO asks for."""
        return action_mask(self.variant, self._legal()).astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it: text of the terminal, or the browser's picture as an array."""
        return self._pictures.of(self.match, self.seat)

    def close(self) -> None:
        self._pictures.close()
        for bot in self.bots:
            bot.close()

    def _let_others_play(self) -> None:
        while self.match.seat not in (None, self.seat):
            turn = (int(self.match.seat or 0) - self.seat) % self.variant.players
            take_turn(self.match, self.bots[turn - 1])

    def _legal(self) -> list[int]:
        return self.match.legal_ids if self.match.seat == self.seat else []

    def _seen(self) -> dict[str, Any]:
        numbers = np.asarray(self.match.observe(self.seat), np.int32)
        return observed(self.variant, numbers, self._legal(), self.seat)


def register(name: str) -> str:
    """Register a game for `gymnasium.make`; returns the id."""
    id_ = f"tablewright/{name.capitalize()}-v0"
    gymnasium.register(
        id=id_,
        entry_point=f"{__name__}:{SeatEnv.__name__}",
        vector_entry_point="tablewright.bridges.vector:SeatVectorEnv",
        kwargs={"game": name},
        disable_env_checker=True,
    )
    return id_


IDS = tuple(register(name) for name in observable())
