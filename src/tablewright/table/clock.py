"""The server's own clock: setting the one on the wall has no effect on it, and it stands still while the server does.

A server that was stopped, suspended or too busy to look at its clock for seconds does not charge them to a player.
"""

import asyncio
import time
from collections.abc import Callable

TICK = 1.0
LONGEST = 3.0  # seconds between two looks; what is more was no time to think


class Clock:
    """Seconds during which the server was at work."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._looked, self._now = monotonic(), 0.0

    def now(self) -> float:
        looked = self._monotonic()
        self._now += min(LONGEST, looked - self._looked)
        self._looked = looked
        return self._now

    async def run(self) -> None:
        """Look often enough."""
        while True:
            self.now()
            await asyncio.sleep(TICK)
