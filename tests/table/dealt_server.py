"""The server with known deals: its first game is dealt by SEED, the next by SEED + 1 (`dealt_server.py SEED`).

SIGUSR1 begins with SEED again, so that many tests can use one server and each finds the same deals.
"""

import itertools
import secrets
import signal
import sys

from tablewright.table.serve import run
from tablewright.table.settings import Settings


class Deals:
    """The seeds of games, one after the other."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.again()

    def again(self, *_: object) -> None:
        self.seeds = itertools.count(self.first)

    def __call__(self, exclusive_upper_bound: int) -> int:
        return next(self.seeds) % exclusive_upper_bound


if __name__ == "__main__":
    deals = Deals(int(sys.argv[1]))
    signal.signal(signal.SIGUSR1, deals.again)
    secrets.randbelow = deals
    run(Settings())
