"""What a bot notes on its moves and what its program says are in the record, and so in every replay."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tablewright.bots import BotError, find, play_out, take_turn
from tablewright.bots.process import KEPT_LETTERS, KEPT_LINES
from tablewright.bots.seats import MOST_SAID, keep_remark
from tablewright.bots.stepping import MoveByMove
from tablewright.engine import Match, RecordError, Remark, check_record, match_of, record_of
from tablewright.games import load
from tablewright.lab.runs import played_again

TALK = """
    import json, sys
    def say(**message): print(json.dumps(message), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] in ("hello", "game"): say(type="ready")
        if message["type"] == "decide":
            moves, number = message["moves"], message["number"]
            {move}
"""
NOTED = 'print("I see", len(moves), file=sys.stderr); say(type="move", id=moves[0]["id"], note=f"number {number}")'


def talking(folder: Path, move: str) -> str:
    (folder / "talking.py").write_text(dedent(TALK).format(move=move))
    return f"run:{sys.executable} {folder / 'talking.py'}"


def matrix() -> Match:
    return Match(load("matrix").variant(), seed=3)


def test_notes_and_error_output_stand_beside_their_moves(tmp_path: Path) -> None:
    bot, match = find(talking(tmp_path, NOTED)), matrix()
    offered = []
    for _ in range(6):
        if match.seat == 0:
            offered.append((len(match.steps), len(match.legal_ids)))
            take_turn(match, bot)
        else:
            take_turn(match, find("random"))
    bot.close()
    assert match.remarks == [Remark(n, 0, f"number {n}", (f"I see {moves}",)) for n, moves in offered]


def test_a_record_keeps_them(tmp_path: Path) -> None:
    bot, match = find(talking(tmp_path, NOTED)), matrix()
    play_out(match, [bot, find("random")])
    bot.close()
    record = record_of(match)
    assert len(record["remarks"]) > 1
    again = match_of(check_record(record), load)
    assert again.remarks == match.remarks
    first = again.remarks[0].decision
    assert again.at(first).remarks == []
    assert again.at(first + 1).remarks == match.remarks[:1]
    while len(again.steps) > first:
        again.undo()
    assert again.remarks == []


def test_games_of_tournaments_and_runs_have_them_too(tmp_path: Path) -> None:
    variant = load("matrix").variant()
    record = played_again(variant, [MoveByMove(talking(tmp_path, NOTED)), MoveByMove("random")], 3, 0)
    assert record["remarks"][0]["note"] == f"number {record['remarks'][0]['decision']}"
    assert record["remarks"][0]["said"][0].startswith("I see ")


def test_what_a_bot_in_python_prints_and_notes_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def choose(view, moves):\n    print('thinking')\n    return moves[0], 'why not'\n"
    )
    bot, match = find(str(tmp_path / "mine.py")), matrix()
    take_turn(match, bot)
    bot.close()
    assert match.remarks == [Remark(0, 0, "why not", ("thinking",))]


def test_the_last_words_of_a_bot_that_fails_are_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(view, moves):\n    return moves[len(moves)]\n")
    bot, match = find(str(tmp_path / "mine.py")), matrix()
    take_turn(match, bot)
    bot.close()
    assert match.lost == 0
    assert match.remarks[0].decision == 0
    assert match.remarks[0].said[-1] == "IndexError: tuple index out of range"


def test_the_last_words_of_a_program_that_dies_are_kept(tmp_path: Path) -> None:
    bot = find(talking(tmp_path, 'import os; os.write(2, b"out of ideas"); os.abort()'))
    match = matrix()
    take_turn(match, bot)
    bot.close()
    assert match.faults[0].reason.endswith("ended its process (SIGABRT)")
    assert "out of ideas" in match.remarks[0].said[0]


def test_a_program_that_does_not_load_is_told_with_its_last_words() -> None:
    with pytest.raises(BotError, match="ended its process; the last that it said: no licence"):
        find("run:sh -c 'echo no licence >&2; exit 1'")


def test_much_is_cut_and_nothing_commands_a_terminal(tmp_path: Path) -> None:
    loud = (
        'sys.stderr.write("\\x1b[2J" + "x" * 9999 + "\\n" + "y\\n" * 5 + "\\x1b[2J"); sys.stderr.flush(); '
        'say(type="move", id=moves[0]["id"], note="\\x07z")'
    )
    bot, match = find(talking(tmp_path, loud)), matrix()
    take_turn(match, bot)
    bot.close()
    remark = match.remarks[0]
    assert remark.note == " z"
    assert len(remark.said) <= KEPT_LINES
    assert all(len(line) <= KEPT_LETTERS and line.isprintable() for line in remark.said)


def test_a_flood_of_error_output_neither_blocks_the_bot_nor_the_game(tmp_path: Path) -> None:
    flood = 'sys.stderr.write("a line\\n" * 100_000); sys.stderr.flush(); say(type="move", id=moves[0]["id"])'
    bot, match = find(talking(tmp_path, flood), seconds=60), matrix()
    take_turn(match, bot)
    bot.close()
    assert not match.faults
    assert match.remarks[0].said == ("a line",) * KEPT_LINES


def test_a_game_keeps_only_so_much() -> None:
    match = matrix()
    for n in range(MOST_SAID // 400 + 2):
        keep_remark(match, Remark(n, 0, "", ("words",) * 400))
    keep_remark(match, Remark(9, 0, "a note", ("words",)))
    assert sum(len(remark.said) for remark in match.remarks) == MOST_SAID
    assert match.remarks[-1] == Remark(9, 0, "a note")


@pytest.mark.parametrize(
    "remark",
    [
        7,
        {"decision": 0},
        {"decision": -1, "seat": 0, "note": "", "said": []},
        {"decision": 0, "seat": 5, "note": "", "said": []},
        {"decision": True, "seat": 0, "note": "", "said": []},
        {"decision": 0, "seat": 0, "note": 3, "said": []},
        {"decision": 0, "seat": 0, "note": "", "said": [3]},
        {"decision": 0, "seat": 0, "note": "", "said": 3},
    ],
)
def test_wrong_remarks_are_refused(remark: object) -> None:
    with pytest.raises(RecordError, match="is damaged: remarks must give decision, seat, note and said"):
        check_record({**record_of(matrix()), "remarks": [remark]})
