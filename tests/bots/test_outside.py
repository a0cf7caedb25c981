"""A user's bot sees its view and nothing else, and no way of failing hurts the game."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from tablewright.bots import BotError, find, play_out, take_turn
from tablewright.bots.allowance import PATIENCE
from tablewright.bots.outside import OutsideBot
from tablewright.bots.seats import BotFault
from tablewright.engine import Fault, Match, match_of, record_of
from tablewright.games import load

GOOD = """
    def choose(view, moves):
        return moves[0]

    def by_text(view, moves):
        return moves[-1].text

    def by_id(view, moves):
        return moves[0].id

    class Counting:
        def __init__(self):
            self.turns = 0

        def choose(self, view, moves):
            self.turns += 1
            return moves[self.turns % len(moves)]
"""


def bot_file(folder: Path, text: str) -> str:
    path = folder / "mybot.py"
    path.write_text(dedent(text), "utf-8")
    return str(path)


def matrix(**changes: str) -> Match:
    return Match(load("matrix").variant(changes=changes), seed=5)


@pytest.mark.parametrize("name", ["", ":choose", ":by_text", ":by_id", ":Counting"])
def test_a_function_or_a_class_plays_a_game(tmp_path: Path, name: str) -> None:
    bot = find(bot_file(tmp_path, GOOD) + name)
    match = matrix()
    play_out(match, [bot, find("random")])
    bot.close()
    assert match.outcome is not None
    assert not match.faults


def test_a_module_with_a_name_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_file(tmp_path, GOOD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    bot = find("mybot:by_id")
    match = matrix()
    assert bot.choose(match, match.seat or 0) == match.legal_ids[0]
    bot.close()


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("def choose(view, moves)\n    return 1\n", "", r"mybot.py: line 1 is not Python: expected ':'"),
        ("import nothing_of_the_kind\n", "", "loading it failed with ModuleNotFoundError: No module named"),
        ("x = 1\n", "", "there is no 'choose' in it"),
        ("choose = 3\n", "", "is a int; a bot is a function or a class"),
        ("def choose(view, moves, seed): ...\n", "", r"takes \(view, moves, seed\); a bot takes \(view, moves\)"),
        ("class B:\n    def __init__(self, seed): ...\n", ":B", "made without arguments, a bot gets no seed"),
        ("import sys\nsys.exit(3)\n", "", "loading it failed with SystemExit: 3"),
        ("import os\nos._exit(3)\n", "", "did not load: it ended its process"),
    ],
)
def test_a_file_that_is_no_bot(tmp_path: Path, text: str, name: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as caught:
        find(bot_file(tmp_path, text) + name)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BotError, match="there is no such file"):
        find("nowhere/bot.py")


FAULTS = [
    ("raise ValueError('no idea')", r"failed: ValueError: no idea \(line 4 of mybot.py\)"),
    ("return None", "it answered None, which is neither one of its moves nor a text"),
    ("return 99999", "played the id 99999, which is not a legal move now"),
    ("return 'castle'", "played 'castle'"),
    ("return view.seed", "object has no attribute 'seed'"),
    ("view.deciding = 0", "FrozenInstanceError"),
    ("import os; os._exit(1)", "ended its process"),
    (
        "import time; time.sleep(1000)",
        r"gave no answer, it sleeps or waits; it used 0\.\d\d s of processor time in 4\.2 s",
    ),
    ("while True: pass", r"gave no answer within 0\.7 seconds of processor time"),
    ("return input()", "EOFError"),
]


@pytest.mark.parametrize(("line", "message"), FAULTS)
def test_a_failing_bot_loses_and_the_record_says_why(tmp_path: Path, line: str, message: str) -> None:
    file = bot_file(tmp_path, f"def choose(view, moves):\n\n\n        {line}\n")
    bot = OutsideBot(file, seconds=0.7, patience=6 if "sleep" in line else PATIENCE)
    match = matrix()
    seat = match.seat or 0
    fault = take_turn(match, bot)
    bot.close()
    assert isinstance(fault, Fault)
    assert fault.lost
    assert match.over
    assert match.outcome is not None
    assert match.outcome.shares[seat] == 0
    assert match.outcome.shares[1 - seat] == 1
    again = match_of(record_of(match), load)
    assert again.faults == [fault]
    assert again.outcome == match.outcome
    assert re.search(message, again.faults[0].reason)


def test_the_referee_of_a_game_decides_what_a_failure_costs(tmp_path: Path) -> None:
    bot = find(bot_file(tmp_path, "def choose(view, moves):\n    raise RuntimeError\n"))
    match = matrix(illegal_policy="forfeit")
    play_out(match, [bot, find("random")])
    bot.close()
    assert len(match.faults) == 10  # MTX-7.7: every turn the first card is discarded, and the game goes on
    assert not any(fault.lost for fault in match.faults)
    assert match.outcome is not None
    assert match_of(record_of(match), load).bytes == match.bytes


def test_what_a_bot_prints_does_not_disturb_its_answers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot = find(bot_file(tmp_path, "def choose(view, moves):\n    print('{\"id\": 1}')\n    return moves[2]\n"))
    match = matrix()
    assert bot.choose(match, match.seat or 0) == match.legal_ids[2]
    bot.close()
    assert capfd.readouterr().out == ""


def test_what_a_bot_does_to_its_view_changes_nothing(tmp_path: Path) -> None:
    spoil = "def choose(view, moves):\n    view.__dict__.clear()\n    return moves[0]\n"
    bot = find(bot_file(tmp_path, spoil))
    match = matrix()
    before = match.bytes
    bot.choose(match, match.seat or 0)
    bot.close()
    assert match.bytes == before


def test_a_bot_that_overran_its_time_is_started_again(tmp_path: Path) -> None:
    bot = find(bot_file(tmp_path, "def choose(view, moves):\n    while True: pass\n"), seconds=0.5)
    match = matrix()
    for _ in range(2):
        with pytest.raises(BotFault, match="gave no answer"):
            bot.choose(match, match.seat or 0)
    bot.close()
