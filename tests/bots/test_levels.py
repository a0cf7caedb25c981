"""Levels that a game tunes in its own folder."""

from pathlib import Path

import pytest

from tablewright.bots import BotError
from tablewright.bots.levels import DEFAULTS, LEARNED, LEVELS, Budget, levels_of, parse_budget
from tablewright.engine import Game
from tablewright.games import load, names


class Folder(Game):
    """As much of a game as levels need."""

    def __init__(self, folder: Path) -> None:
        self.name, self.folder = "folder", folder


def game_with(folder: Path, text: str) -> Game:
    (folder / "levels.toml").write_text(text, "utf-8")
    return Folder(folder)


def test_budgets_are_iterations_or_times() -> None:
    assert parse_budget("2000") == Budget(iterations=2000)
    assert parse_budget("300ms") == Budget(milliseconds=300)
    assert parse_budget("2s") == Budget(milliseconds=2000)
    assert str(parse_budget("2s")) == "2000ms"


def test_a_game_without_a_table_has_the_default_levels(tmp_path: Path) -> None:
    levels = levels_of(Folder(tmp_path))
    assert levels == DEFAULTS
    assert not {*LEARNED} & {*levels}  # how they think is found by training


def test_a_game_changes_what_it_names(tmp_path: Path) -> None:
    levels = levels_of(game_with(tmp_path, "[hard]\niterations = 77\ndepth = 5\n"))
    assert (levels["hard"].iterations, levels["hard"].depth) == (77, 5)
    assert levels["easy"] == DEFAULTS["easy"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[hrad]\niterations = 1\n", "unknown level 'hrad'; did you mean 'hard'"),
        ("[hard]\ndepth = 1\n", r"\[hard\] needs iterations"),
        ("[hard]\niterations = 1\ndeph = 1\n", "unknown setting 'deph'; did you mean 'depth'"),
        ("[hard]\niterations = 0\n", "iterations is 0; it must be a whole number 1 to"),
        ("[hard]\niterations = true\n", "iterations is True"),
        ("[hard\n", "levels.toml cannot be read"),
    ],
)
def test_a_table_that_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        levels_of(game_with(tmp_path, text))


@pytest.mark.parametrize("name", names())
def test_higher_levels_think_longer(name: str) -> None:
    levels = levels_of(load(name))
    iterations = [levels[level].iterations for level in LEVELS]
    assert iterations == sorted(set(iterations))
