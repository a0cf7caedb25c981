"""Starting and compiling against an older revision, in one run: `python benchmarks/start.py --against REV`.

The older revision is checked out into a git worktree of its own and has a cache of its own.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bars import Bar, show
from rich.console import Console

from tablewright import games

HERE = Path(__file__).parent.parent
ROUNDS = 5
MANY = 20_000
ENOUGH = 1.0  # CPU seconds of playing, so that starting is small beside them


class Revision:
    """A source tree with a cache of its own."""

    def __init__(self, root: Path, cache: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._environment = {**kept, "PYTHONPATH": str(root / "src"), "XDG_CACHE_HOME": str(cache)}

    def cpu(self, *words: str) -> float:
        """CPU seconds of a command, with those of the processes that it starts."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "tablewright", *words]
        subprocess.run(command, env=self._environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def played(self, game: str, number: int) -> float:
        return self.cpu("simulate", game, "--games", str(number), "--bots", "random", "--threads", "1")


@contextmanager
def both(against: str) -> Iterator[tuple[Revision, Revision]]:
    """Today's sources and those of a revision."""
    with tempfile.TemporaryDirectory() as made:
        old = Path(made) / "old"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(old), against], cwd=HERE, check=True)
        try:
            yield Revision(HERE, Path(made) / "new-cache"), Revision(old, Path(made) / "old-cache")
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(old)], cwd=HERE, check=True)


def bars(against: str, notice: Callable[[str], None] = print) -> list[Bar]:
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{against}^{{commit}}"], cwd=HERE, capture_output=True, check=False
    )
    if known.returncode:
        notice(f"Starting and compiling: skipped, the revision {against} is not here")
        return []
    with both(against) as (new, old):
        cold = [one.cpu("compile") for one in (new, old)]
        made = [Bar(f"cold compile of all games, of {against}", cold[0] / cold[1], 0.7, at_most=True)]
        for game in games.names():
            made += _of_game(game, new, old, against)
    return made


def _of_game(game: str, new: Revision, old: Revision, against: str) -> list[Bar]:
    """Both in turn, the best of each."""
    warm, many = [float("inf")] * 2, [float("inf")] * 2
    for one in (new, old):
        one.played(game, 1)  # compiles the drivers
    number = MANY
    while new.played(game, number) - new.played(game, 1) < ENOUGH:
        number *= 4
    for _ in range(ROUNDS):
        for i, one in enumerate((new, old)):
            warm[i], many[i] = min(warm[i], one.played(game, 1)), min(many[i], one.played(game, number))
    return [
        Bar(f"{game}, warm start, of {against}", warm[0] / warm[1], 0.5, at_most=True),
        Bar(f"{game}, speed with all checks, of {against}", (many[1] - warm[1]) / (many[0] - warm[0]), 0.97),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", required=True, metavar="REV", help="a revision of this repository")
    show(bars(parser.parse_args().against), Console(width=110))


if __name__ == "__main__":
    main()
