"""The spaces of a game as Gymnasium knows them: what is observed, what may be done; and who plays which seat."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from tablewright.bridges.encoding import Numbers
from tablewright.bridges.positions import utility_range
from tablewright.engine import TablewrightError, Variant

Mask = np.ndarray[tuple[int], np.dtype[np.int8]]


def observation_space(variant: Variant) -> spaces.Dict:
    """The numbers a seat may know within their ranges, which actions are legal, and which seat it is."""
    known, actions = variant.observation, variant.game.blocks.count
    numbers: Any = spaces.Box(known.low, known.high, dtype=np.int32)
    mask, seat = spaces.Box(0, 1, (actions,), np.int8), spaces.Discrete(variant.players, dtype=np.int32)
    return spaces.Dict({"observation": numbers, "action_mask": mask, "seat": seat})


def observed(variant: Variant, numbers: Numbers, legal: Sequence[int], seat: int) -> dict[str, Any]:
    """One point of that space."""
    return {"observation": numbers, "action_mask": action_mask(variant, legal), "seat": np.int32(seat)}


def action_mask(variant: Variant, legal: Sequence[int]) -> Mask:
    mask = np.zeros(variant.game.blocks.count, np.int8)
    mask[list(legal)] = 1
    return mask


def action_space(variant: Variant) -> spaces.Discrete:
    return spaces.Discrete(variant.game.blocks.count)


def reward_of_illegal(variant: Variant) -> float:
    """No better than the worst that a legal game can bring."""
    return min(-1.0, utility_range(variant)[0])


def checked_seat(variant: Variant, seat: int | None) -> int | None:
    if seat is not None and not 0 <= seat < variant.players:
        raise TablewrightError(f"seat is {seat}; it must be 0 to {variant.players - 1}, or None for each in turn")
    return seat


def one_each(opponents: str, seats: int) -> list[str]:
    """A bot for each other seat; one name stands for all."""
    given = [name.strip() for name in opponents.split(",")]
    if len(given) == 1:
        return given * seats
    if len(given) != seats:
        raise TablewrightError(f"opponents names {len(given)} bots; it takes one for all, or {seats}")
    return given
