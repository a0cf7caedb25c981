"""How much a search may think: budgets, and the named levels that a game tunes in its own `levels.toml`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tablewright.bots.seats import BotError
from tablewright.bots.tree import MOST_WORLDS
from tablewright.engine import Game, unknown

LEVELS = ("easy", "medium", "hard", "expert")
LEARNED = ("learned", "master")  # with a network: think as long as `medium` and as `expert`
MOST_ITERATIONS = 100_000_000
MOST_MILLISECONDS = 600_000
BUDGET = re.compile(r"(?P<number>\d+)(?P<unit>ms|s)?")
BUDGETS_ARE = "a budget is a number of iterations such as 2000, or a time such as 300ms or 2s"


@dataclass(frozen=True)
class Budget:
    """Either iterations (the same move every time) or milliseconds."""

    iterations: int = 0
    milliseconds: int = 0

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.milliseconds else str(self.iterations)


@dataclass(frozen=True)
class Settings:
    """One strength of the search; docs/new-game.md says what each means."""

    iterations: int
    depth: int = 60
    turns: int = 0
    plies: int = 0
    exploration: int = 700
    widening: int = 0
    sense: int = 100
    greed: int = 0
    caution: int = 0
    advice: int = 1
    solve: int = 0
    worlds: int = 0
    infer: int = 0
    habit: int = 0
    reflex: int = 0
    judge: int = 1

    def scaled(self, longer: int, shorter: int) -> "Settings":
        """The same for a thought that is longer in this proportion."""
        return replace(self, iterations=min(MOST_ITERATIONS, max(1, self.iterations * longer // shorter)))


RANGES = {
    "iterations": (1, MOST_ITERATIONS),
    "depth": (0, 100_000),
    "turns": (0, 1000),
    "plies": (0, 100),
    "exploration": (0, 10_000),
    "widening": (0, 1000),
    "sense": (0, 100),
    "greed": (0, 100),
    "caution": (0, 10_000),
    "advice": (0, 1),
    "solve": (0, 100_000_000),
    "worlds": (0, MOST_WORLDS),
    "infer": (0, 100_000),
    "habit": (0, 100_000),
    "reflex": (0, 100),
    "judge": (0, 1),
}

DEFAULTS: Mapping[str, Settings] = {
    "easy": Settings(60),
    "medium": Settings(400, exploration=500, greed=50, caution=300),
    "hard": Settings(3000, exploration=500, greed=50, caution=300, solve=20_000, worlds=MOST_WORLDS),
    "expert": Settings(15000, exploration=500, greed=50, caution=300, solve=500_000, worlds=MOST_WORLDS),
}
LIKE = {"learned": "medium", "master": "expert"}  # as long do they think


def parse_budget(text: str) -> Budget:
    """`2000`, `300ms` or `2s`."""
    found = BUDGET.fullmatch(text.strip())
    if not found:
        raise BotError(f"{text!r} is not a budget; {BUDGETS_ARE}")
    number, unit = int(found["number"]), found["unit"]
    if number == 0:
        raise BotError(f"a budget of 0 leaves no time to think; {BUDGETS_ARE}")
    if unit is None:
        return Budget(iterations=_at_most(number, MOST_ITERATIONS, "iterations"))
    return Budget(milliseconds=_at_most(number * (1000 if unit == "s" else 1), MOST_MILLISECONDS, "milliseconds"))


def _at_most(number: int, most: int, what: str) -> int:
    if number > most:
        raise BotError(f"a budget of {number} {what} is too much; it may be up to {most}")
    return number


@cache
def levels_of(game: Game) -> Mapping[str, Settings]:
    """The game's levels: its `levels.toml` where it has one, the defaults for the rest."""
    path = game.folder / "levels.toml"
    return {**DEFAULTS, **(_read(path) if path.is_file() else {})}


def _read(path: Path) -> dict[str, Settings]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise BotError(f"{path.name} cannot be read: {fault}") from fault
    for level in data:
        if level not in LEVELS:
            raise BotError(f"{path.name}: {unknown('level', level, LEVELS)}")
    return {level: checked_settings(level, values, path.name) for level, values in data.items()}


def checked_settings(level: str, values: Any, where: str) -> Settings:
    """The settings of a level, as a file has them."""
    if not isinstance(values, dict) or "iterations" not in values:
        raise BotError(f"{where} [{level}] needs iterations")
    for name, value in values.items():
        if name not in RANGES:
            raise BotError(f"{where} [{level}]: {unknown('setting', name, RANGES)}")
        low, high = RANGES[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BotError(f"{where} [{level}] {name} is {value!r}; it must be a whole number {low} to {high}")
    return Settings(**values)
