"""The command on a real terminal: colours, hiding, wrong input, Ctrl-C, closed input, and no compiler on the way."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Start = Callable[..., Any]
COMMAND = [sys.executable, "-c", "from tablewright.cli import main; main()"]


def test_a_wrong_move_is_explained_and_the_game_goes_on(terminal: Start, dealt: str) -> None:
    at = terminal("play", "--resume", dealt)
    at.wait_for("N> ")
    at.type("swap_even(9)\n")
    assert "9 is not even" in at.wait_for("N> ")
    at.type("swap_even(2)\n")
    assert "You play Swap Even 2: you 19, greedy 13." in at.wait_for("N> ")
    at.type("quit\n")
    at.wait_for("Go on with: tablewright play --resume dealt.tw.json")
    assert at.finish() == 0


def test_ctrl_c_saves_and_leaves_the_terminal_as_it_was(terminal: Start, tmp_path: Path) -> None:
    at = terminal("play", "matrix", "--seed", 7)
    at.wait_for("N> ")
    at.type("1\n")
    at.wait_for("N> ")
    at.type("\x03")
    shown = at.wait_for("Go on with: tablewright play --resume matrix-7.tw.json")
    assert "Interrupted. The game is saved." in shown
    assert "Traceback" not in shown
    assert at.finish() == 130
    assert at.attributes() == at.before
    assert (tmp_path / "matrix-7.tw.json").exists()


def test_ctrl_d_ends_the_input(terminal: Start) -> None:
    at = terminal("play", "matrix", "--seed", 7, "--record", "kept.tw.json")
    at.wait_for("N> ")
    at.type("\x04")
    at.wait_for("Go on with: tablewright play --resume kept.tw.json")
    assert at.finish() == 1


def test_hot_seat_hides_the_hand_before(terminal: Start, dealt: str) -> None:
    at = terminal("play", "--resume", dealt, "--seats", "human,human")
    at.wait_for("Hand the screen to N (human), who presses Enter: ")
    at.type("\n")
    at.wait_for("N> ")
    at.type("1\n")
    asked = at.wait_for("Hand the screen to S (human), who presses Enter: ")
    assert "Your hand" not in asked
    assert "\x1b[2J\x1b[3J" in at.seen
    at.type("\n")
    shown = at.wait_for("S> ")
    assert "Hand of human (N)" in shown
    assert "\x1b[2J\x1b[3J" in at.seen


def test_colours_only_where_they_are_wanted(terminal: Start) -> None:
    coloured = terminal("play", "matrix", "--seed", 7)
    coloured.wait_for("N> ")
    plain = terminal("play", "matrix", "--seed", 7, NO_COLOR="1")
    plain.wait_for("N> ")
    assert "\x1b[36m" in coloured.seen
    assert "\x1b[36m" not in plain.seen
    assert coloured.plain == plain.plain


def test_sixty_columns(terminal: Start, dealt: str) -> None:
    at = terminal("play", "--resume", dealt, columns=60)
    shown = at.wait_for("N> ")
    assert "You 19 │ 7 │ 4 │ 8 │" in shown
    assert max(len(line) for line in shown.splitlines()) <= 60


def test_replay_step_by_step(terminal: Start, dealt: str) -> None:
    made = terminal("play", "--resume", dealt, "--seats", "greedy,greedy")
    assert made.finish() == 0
    at = terminal("replay", dealt)
    assert "0 of 20 decisions made" in at.wait_for("quit> ")
    at.type("\n")
    assert "   1. greedy (N) plays" in at.wait_for("quit> ")
    at.type("e\n")
    assert re.search("wins: |A draw: ", at.wait_for("quit> "))
    at.type("b\n")
    assert "19 of 20 decisions made" in at.wait_for("quit> ")
    at.type("21\n")
    assert "'21' is not one of them; the decisions are 0 to 20" in at.wait_for("quit> ")
    at.type("q\n")
    assert at.finish() == 0


def test_ctrl_c_in_a_simulation_keeps_what_is_done(terminal: Start) -> None:
    at = terminal("simulate", "matrix", "--games", 1_000_000_000)
    at.wait_for(re.compile(r"[1-9]\d*/1000000000"))
    at.type("\x03")
    shown = at.wait_for(" of 1,000,000,000 games")
    assert "95 % interval" in shown
    assert "Traceback" not in shown
    assert at.finish() == 130
    assert at.attributes() == at.before


def test_ctrl_c_stops_the_compiler(terminal: Start, tmp_path: Path) -> None:
    at = terminal("compile", "matrix", XDG_CACHE_HOME=str(tmp_path))
    at.wait_for("compiling")
    at.type("\x03")
    assert at.finish() == 130
    assert "Traceback" not in at.plain


def test_closed_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "play", "matrix", "--seed", "7"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Standard input has ended in the middle of the game. Nothing was played" in done.stdout
    assert done.stderr == ""


def test_a_terminal_without_unicode(tmp_path: Path, dealt: str) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--resume", dealt],
        input="look caf\u00e9".encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert "You 19 | 7 | 4 | 8 |" in done.stdout.decode("ascii")
    assert done.returncode == 2
    assert done.stderr.decode("ascii").startswith("tablewright: nothing on the table is called")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -1', "sh", *COMMAND, "rules", "matrix"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "# How to play Matrix\n"
    assert done.stderr == ""


def test_playing_does_not_wait_for_the_compiler_nor_for_the_lab(tmp_path: Path) -> None:
    code = """
import atexit, sys
atexit.register(lambda: print([name for name in ("numba", "duckdb", "tablewright.lab") if name in sys.modules]))
from tablewright.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "play", "matrix"],
        input="1\nhint\nquit\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
