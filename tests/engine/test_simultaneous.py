"""Simultaneous choices are hidden successive decisions; the check proves that nobody sees the other's."""

import shutil
from pathlib import Path

import pytest

from tablewright.engine import Game, Match, assert_conforms, check
from tablewright.games import load

TOGETHER = Path(__file__).parent / "together"


def edited(folder: Path, file: str, old: str, new: str) -> Game:
    shutil.copytree(TOGETHER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")
    return load(str(folder))


def test_the_pattern_conforms() -> None:
    game = load(str(TOGETHER))
    assert_conforms(game, games=30)
    match = Match(game.variant(), 0)
    match.play("rock")
    assert match.log(1) == match.log(None) == ["A has chosen."]
    match.play("paper")
    assert match.log(0)[-1] == "A has rock, B has paper."
    assert match.state.points == [0, 1]


OPTIONS = "def shapes(m: Moves) -> int:\n    for a in range(len(SHAPES)):\n        offer(m, a)\n"
LEAKING = OPTIONS.replace("(m:", "(s: State, m:").replace(
    "        offer", "        if a + 1 != s.chosen[0]:\n            offer"
)
LEAKS = [
    ("redeal", "depends on what it cannot know", "view.py", 'if p == seat else ""', ""),
    ("redeal", "the legal moves of seat", "rules.py", OPTIONS, LEAKING),
    (
        "history",
        "the log tells",
        "view.py",
        'f"{NAMES[seat]} has chosen."',
        'f"{NAMES[seat]} has chosen {SHAPES[action]}."',
    ),
    ("history", "the history tells", "rules.py", "return 1 if s.turn == 0 else 0", "return 0"),
    ("varies", "the field chosen is hidden, but no redeal", "rules.py", "1 + below(s, 3)", "s.chosen[p]"),
]


@pytest.mark.parametrize(
    ("name", "message", "file", "old", "new"), LEAKS, ids=[f"{i}-{r[0]}" for i, r in enumerate(LEAKS)]
)
def test_a_leak_is_found(tmp_path: Path, name: str, message: str, file: str, old: str, new: str) -> None:
    game = edited(tmp_path / "leak", file, old, new)
    report = check(game.variant(), games=10, compiled=False)
    assert message in {failure.check: failure.message for failure in report.failures}[name]


def test_a_game_keeps_its_own_modules_beside_another_of_its_name(tmp_path: Path) -> None:
    first = load(str(TOGETHER))
    edited(tmp_path / "together", "rules.py", "most=9)", "most=8)")
    assert_conforms(first, games=3)
