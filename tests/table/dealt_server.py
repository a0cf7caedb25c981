"""The server with known deals: its first game is dealt by SEED, the next by SEED + 1 (`dealt_server.py SEED`)."""

import itertools
import secrets
import sys

from tablewright.table.serve import run
from tablewright.table.settings import Settings

if __name__ == "__main__":
    seeds = itertools.count(int(sys.argv[1]))
    secrets.randbelow = lambda exclusive_upper_bound: next(seeds) % exclusive_upper_bound
    run(Settings())
