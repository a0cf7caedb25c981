"""`tablewright play` through standard input: whole games, commands, hot-seat, saving and going on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tablewright.engine import Match
from tablewright.engine.records import match_of, read_record
from tablewright.games import load

Run = Callable[..., Result]

ROUNDS = 10


def opened(name: str) -> Match:
    return match_of(read_record(Path(name)), load)


def test_a_whole_game(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, "--record", "game.tw.json", typed=["1"] * ROUNDS)
    assert result.exit_code == 0
    match = opened("game.tw.json")
    outcome = match.outcome
    assert outcome is not None
    north, south = outcome.scores
    assert f"S (greedy) wins: S (greedy) {south}, N (you) {north}." in result.stdout
    assert "Look at it again with: tablewright replay game.tw.json" in result.stdout
    for line in match.log(0):
        assert line in result.stdout


def test_the_same_game_typed_in_words(run: Run) -> None:
    """Texts as they are listed, in capitals and with spaces: each is the move of that number."""
    run("play", "matrix", "--seed", 7, "--record", "numbers.tw.json", typed=["19", "6", "quit"])
    match = opened("numbers.tw.json")
    own = [step for step in match.steps if step.seat == 0]
    texts = [match.game.view.move(step.before, match.variant.cards, step.action).text for step in own]
    typed = [texts[0].upper().replace("(", " ( "), f"  {texts[1]} ", "quit"]
    run("play", "matrix", "--seed", 7, "--record", "words.tw.json", typed=typed)
    assert opened("words.tw.json").bytes == match.bytes


def test_the_beginning_of_a_move_is_enough(run: Run) -> None:
    run("play", "matrix", "--seed", 7, "--record", "short.tw.json", typed=["rotate_co", "quit"])
    assert "rotate_counterclockwise()" in opened("short.tw.json").log()[1]


def test_the_screen_shows_the_position(run: Run) -> None:
    shown = run("play", "matrix", "--seed", 7, typed=["quit"]).stdout
    board = ["N 6 │ 2 │ 3 │ 1 │", "│ 5 │ 9 │ 6 │", "S 19 │ 7 │ 4 │ 8 │"]
    assert all(row in shown for row in board)
    assert "▶ N (you)          6" in shown
    assert "Your hand (10)" in shown
    assert "Play one card: its name and the numbers it concerns.  MTX-4.1" in shown
    assert "shift_north      7 (2)   8 (9)   9 (8)" in shown


def test_four_seats_and_values(run: Run) -> None:
    options = ["--players", 4, "--set", "rotate_steps=2", "--set", "swap_even.copies=3"]
    result = run("play", "matrix", "--seed", 7, *options, "--record", "four.tw.json", typed=["1"] * 5)
    assert result.exit_code == 0
    record = json.loads(Path("four.tw.json").read_text("utf-8"))
    assert record["set"] == {"rotate_steps": 2, "swap_even.copies": 3}
    assert record["seats"] == ["human", "greedy", "greedy", "greedy"]


def test_bots_only(run: Run) -> None:
    result = run("play", "matrix", "--seats", "greedy,random", "--seed", 7)
    assert result.exit_code == 0
    assert result.stdout.count(" plays ") == 2 * ROUNDS
    assert "wins:" in result.stdout


def test_hot_seat(run: Run) -> None:
    """Everybody sees their own hand only."""
    result = run("play", "matrix", "--seats", "human,human", "--seed", 7, "--record", "two.tw.json", typed=["1", "1"])
    first, second = result.stdout.split("> 1\n")[:2]
    assert [step.seat for step in opened("two.tw.json").steps] == [1, 0]
    assert "▶ S (human)" in first
    assert "▶ N (human)" in second
    assert "Hand of N" in first
    assert "Hand of S" in second
    assert first.count("Your hand (10)") == second.count("Your hand (10)") == 1


def test_undo_takes_back_the_bots_answer(run: Run) -> None:
    run("play", "matrix", "--seed", 7, "--record", "one.tw.json", typed=["3", "quit"])
    result = run(
        "play", "matrix", "--seed", 7, "--record", "undone.tw.json", typed=["1", "2", "undo", "undo", "3", "quit"]
    )
    assert opened("undone.tw.json").bytes == opened("one.tw.json").bytes
    assert "N (you) takes back switch_corners(1, 2)." in result.stdout


def test_nothing_to_undo(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["undo"])
    assert (result.exit_code, result.stderr) == (2, "tablewright: there is nothing to undo\n")


@pytest.mark.parametrize(
    "going_on", [["play", "--resume", "half.tw.json"], ["play", "matrix", "--record", "half.tw.json"]]
)
def test_save_and_go_on(run: Run, going_on: list[str]) -> None:
    whole = run("play", "matrix", "--seed", 7, "--record", "whole.tw.json", typed=["1"] * ROUNDS)
    half = run("play", "matrix", "--seed", 7, typed=["1", "1", "1", "save half.tw.json", "quit"])
    assert "Saved in half.tw.json." in half.stdout
    rest = run(*going_on, typed=["1"] * (ROUNDS - 3))
    assert rest.exit_code == 0
    assert opened("half.tw.json").bytes == opened("whole.tw.json").bytes
    assert rest.stdout.splitlines()[-2] == whole.stdout.splitlines()[-2]


def test_quit_saves_and_says_how_to_go_on(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["1", "quit"])
    assert result.exit_code == 0
    assert result.stdout.endswith("The game is saved.\nGo on with: tablewright play --resume matrix-7.tw.json\n")
    again = run("play", "matrix", "--seed", 7, typed=["1", "quit"])
    assert again.stdout.endswith("--resume matrix-7-2.tw.json\n")
    assert opened("matrix-7.tw.json").bytes == opened("matrix-7-2.tw.json").bytes


def test_quit_before_the_first_move_leaves_nothing(run: Run, tmp_path: Path) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["quit"])
    assert result.stdout.endswith("Nothing was played, so nothing is saved.\n")
    assert list(tmp_path.iterdir()) == []


def test_standard_input_ends_in_the_middle(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["1", "1"])
    assert result.exit_code == 1
    assert "Standard input has ended in the middle of the game. The game is saved." in result.stdout
    assert result.stdout.endswith("Go on with: tablewright play --resume matrix-7.tw.json\n")
    assert len(opened("matrix-7.tw.json").steps) > 2


def test_a_folder_of_ones_own_is_named_in_the_way_back(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for path in load("matrix").folder.glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    result = run("play", "./mine", "--seed", 7, typed=["1", "quit"])
    assert result.stdout.endswith("Go on with: tablewright play ./mine --resume mine-7.tw.json\n")
    assert run("play", "./mine", "--resume", "mine-7.tw.json", typed=["quit"]).exit_code == 0


def turn_twice_in_a_row() -> tuple[int, list[str]]:
    """A seed with which the seat that ends the first round begins the second, and its two moves."""
    for seed in range(50):
        match = Match(load("matrix").variant(), seed)
        match.play(match.legal_ids[0])
        seat = match.seat
        for move in match.moves:
            match.play(move)
            if match.seat == seat:
                return seed, [move.text, match.moves[0].text]
            match.undo()
    raise AssertionError("no such seed")


def test_several_decisions_typed_at_once(run: Run) -> None:
    seed, texts = turn_twice_in_a_row()
    seats = ["--seats", "human,human"]
    run("play", "matrix", "--seed", seed, *seats, "--record", "one.tw.json", typed=["1", *texts, "quit"])
    run("play", "matrix", "--seed", seed, *seats, "--record", "both.tw.json", typed=["1", " ".join(texts), "quit"])
    assert opened("both.tw.json").bytes == opened("one.tw.json").bytes
    assert len(opened("both.tw.json").steps) == 3


def test_several_decisions_all_or_nothing(run: Run) -> None:
    seed, texts = turn_twice_in_a_row()
    start = ["play", "matrix", "--seed", seed, "--seats", "human,human", "--record", "none.tw.json"]
    result = run(*start, typed=["1", f"{texts[0]} swap_evn(2)"])
    assert result.exit_code == 2
    assert result.stderr == "tablewright: 'swap_evn(2)' is no move at that point, so nothing was played\n"
    assert len(opened("none.tw.json").steps) == 1


def test_moves_say_what_they_do(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["moves swap_even", "moves xyz"])
    assert "22 swap_even(8)  then 231/586/749: N 6, S 20" in result.stdout
    assert result.stdout.count("then ") == 1 + 4  # the bot's first move, four swaps
    assert result.stderr == "tablewright: no legal move has 'xyz' in it\n"


def test_hint_is_what_the_bot_would_play(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["hint", "quit"])
    assert "greedy would play switch_corners(1, 8), then 238/596/741: N 13, S 12" in result.stdout


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why", "switch_edges: not in your hand (MTX-4.2)"),
        ("why swap_odd", "swap_odd: not in your hand (MTX-4.2)"),
        ("why swap_even(2)", "swap_even(2) can be played: then 931/526/748: N 13, S 19"),
    ],
)
def test_why(run: Run, question: str, answer: str) -> None:
    assert answer in run("play", "matrix", "--seed", 7, typed=[question, "quit"]).stdout


def test_why_a_move_is_wrong(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["why shift_north(77)"])
    assert result.stderr == "tablewright: 77 is not a number on the board\n"


def test_look_and_rules_and_log_and_help(run: Run) -> None:
    typed = ["log", "look swap even", "rules 5.5", "help", "", "quit"]
    shown = run("play", "matrix", "--seed", 7, typed=typed).stdout
    assert "· S plays shift_south(1), then 231/596/748: N 6, S 19." in shown.split("> log")[1]
    assert "Swap Even: swap_even; An even number trades places with the centre." in shown
    assert "**MTX-5.5** `swap_even` takes one even number" in shown
    assert "take back your last decision" in shown
    assert shown.count("Your hand (10)") == 2


def test_look_at_nothing(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, typed=["look zebra"])
    assert result.stderr.startswith("tablewright: nothing on the table is called 'zebra'; there is 2, 3, 1,")


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_every_line_fits(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    typed = ["moves", "why", "look swap", "help", "log", "1", "quit"]
    for players in (2, 4):
        shown = run("play", "matrix", "--players", players, "--seed", 7, typed=typed).stdout
        assert max(len(line) for line in shown.splitlines()) <= min(columns, 100)
        assert "▶ N (you)" in shown
