"""Observations as numbers between 0 and 1: a name in the form of a number becomes one of several switches."""

import numpy as np

from tablewright.engine import Observation, Variant

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int32]]
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
MOST_SWITCHES = 256  # a name with more values than this is told as one number


class Encoding:
    """Where every number of an observation goes; the parts have names."""

    def __init__(self, known: Observation) -> None:
        self.known = known
        choices = known.high.astype(np.int64) - known.low + 1
        switched = known.category & (choices <= MOST_SWITCHES)
        wide = np.where(switched, choices, 1)
        self.starts = np.concatenate([[0], np.cumsum(wide)[:-1]]).astype(np.int64) if len(wide) else wide
        self.size = int(wide.sum())
        self.widths = wide
        self._switches = np.flatnonzero(switched)
        self._amounts = np.flatnonzero(~switched)
        low, high = known.low[self._amounts], known.high[self._amounts]
        self._low = low.astype(np.float32)
        self._span = np.maximum(high - low, 1).astype(np.float32)

    def parts(self) -> list[tuple[str, int, int]]:
        """Name, beginning and length of each part."""
        return [
            (name, int(start), int(width))
            for name, start, width in zip(self.known.names, self.starts, self.widths, strict=True)
        ]

    def into(self, numbers: Numbers, out: Floats) -> Floats:
        """Encode one observation (a row of numbers) or many (a row each) into a given array."""
        out[...] = 0
        rows, made = numbers.reshape(-1, len(self.known)), out.reshape(-1, self.size)
        at = self.starts[self._switches] + rows[:, self._switches] - self.known.low[self._switches]
        np.put_along_axis(made, at, np.float32(1), axis=1)
        made[:, self.starts[self._amounts]] = (rows[:, self._amounts] - self._low) / self._span
        return out

    def __call__(self, numbers: Numbers) -> Floats:
        return self.into(numbers, np.zeros((*numbers.shape[:-1], self.size), np.float32))


class SeatEncoding:
    """What a network is given: a switch for each seat, then the observation; one row per game."""

    def __init__(self, variant: Variant) -> None:
        self.players, self._numbers = variant.players, Encoding(variant.observation)
        self.size = self.players + self._numbers.size

    def __call__(self, numbers: Numbers, seats: Numbers) -> Floats:
        made = np.zeros((len(numbers), self.size), np.float32)
        made[np.arange(len(numbers)), seats] = 1
        made[:, self.players :] = self._numbers(numbers)
        return made
