"""`tablewright play` through standard input: whole games, commands, hot-seat, saving and going on."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import Result

from tablewright.bots.levels import Budget
from tablewright.cli import session
from tablewright.engine import Match, match_of, read_record
from tablewright.games import load
from tablewright.terminal.table import verdict

Run = Callable[..., Result]

ROUNDS = 10


def opened(name: str) -> Match:
    return match_of(read_record(Path(name)), load)


def test_a_whole_game(run: Run) -> None:
    result = run("play", "matrix", "--seed", 7, "--record", "game.tw.json", typed=["1"] * ROUNDS)
    assert result.exit_code == 0
    match = opened("game.tw.json")
    assert verdict(match, ["N (you)", "S (greedy)"]) in result.stdout
    assert "Look at it again with: tablewright replay game.tw.json" in result.stdout
    for line in match.log(0):
        assert line in result.stdout


@pytest.mark.parametrize("typed", ["19", "swap_even(2)", "  SWAP_EVEN ( 2 ) ", "swap_even (2"])
def test_a_move_by_its_number_and_in_words(run: Run, dealt: str, typed: str) -> None:
    run("play", "--resume", dealt, typed=[typed, "quit"])
    assert opened(dealt).log()[0].startswith("human plays Swap Even 2: human 19, greedy 13")


def test_the_beginning_of_a_move_is_enough(run: Run, dealt: str) -> None:
    run("play", "--resume", dealt, typed=["rotate_co", "quit"])
    assert "Rotate CounterClockwise" in opened(dealt).log()[0]


def test_the_screen_shows_the_position(run: Run, dealt: str) -> None:
    shown = run("play", "--resume", dealt, typed=["quit"]).stdout
    board = ["You 19 │ 7 │ 4 │ 8 │", "│ 5 │ 9 │ 6 │", "greedy 6 │ 2 │ 3 │ 1 │"]
    assert all(row in shown for row in board)
    assert "▶ N (you)         19" in shown
    assert "Your hand (10)" in shown
    assert "Play one card: choose it and the numbers that it moves.  MTX-4.1" in shown
    assert "Shift North      7. 7   8. 9   9. 1" in shown


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


def test_hot_seat(run: Run, dealt: str) -> None:
    """Everybody sees their own hand only."""
    result = run("play", "--resume", dealt, "--seats", "human,human", typed=["1", "1"])
    north, south = result.stdout.split("> 1\n")[:2]
    assert "▶ N (human)" in north
    assert "▶ S (human)" in south
    assert "Hand of human (S)" in north
    assert "Hand of human (N)" in south
    assert north.count("Your hand (10)") == south.count("Your hand (10)") == 1


def test_undo_takes_back_the_bots_answer(run: Run, dealt: str) -> None:
    run("play", "--resume", dealt, typed=["3", "quit"])
    once = opened(dealt).bytes
    typed = ["undo", "1", "2", "undo", "undo", "3", "quit"]
    result = run("play", "--resume", dealt, typed=typed)
    assert opened(dealt).bytes == once
    assert "N (you) takes back Switch Corners 1 and 2." in result.stdout


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
    copytree(load("matrix").folder, folder)
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
    assert result.stderr.startswith("tablewright: nothing was played: 'swap_evn' is not a card in your hand")
    assert len(opened("none.tw.json").steps) == 1


def test_why_a_cell_in_the_middle_is_refused(run: Run) -> None:
    result = run("play", "standoff", "--seed", "3", "--seats", "human,human", typed=["play poly_1 e2", ""])
    assert result.exit_code == 2
    assert result.stderr == "tablewright: nothing was played: e2 is neither on the border nor beside a block of yours\n"


def test_the_beginning_of_another_move_is_not_taken_for_a_part(run: Run) -> None:
    result = run("play", "standoff", "--seed", "3", "--seats", "human,human", typed=["buy poly_2"])
    assert result.exit_code == 2
    assert result.stderr.startswith("tablewright: 2-polyomino cannot be bought: it takes 2 credits; you have 0 credits")


def test_nothing_is_played_after_the_end_of_the_turn(run: Run) -> None:
    result = run("play", "standoff", "--seed", "3", "--seats", "human,human", typed=["end end"])
    assert result.exit_code == 2
    assert result.stderr == "tablewright: nothing was played: 'end' comes after the end of your turn\n"


def test_moves_say_what_they_do(run: Run, dealt: str) -> None:
    result = run("play", "--resume", dealt, typed=["moves swap_even", "moves xyz"])
    assert "19. Swap Even 2  then 748/526/931: you 19, greedy 13" in result.stdout
    assert result.stdout.count("then ") == 4
    assert result.stderr == "tablewright: no legal move has 'xyz' in it\n"


def test_a_hint_is_what_the_search_thinks(run: Run, dealt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "PLAIN_HINT", Budget(4000))
    result = run("play", "--resume", dealt, typed=["hint", "quit"])
    texts = [move.name for move in opened(dealt).moves]
    told = [line for line in result.stdout.splitlines() if ": wins " in line]
    assert len(told) == 3
    assert all(line.split(" (")[0].strip() in texts for line in told)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why", "Switch Edges, Swap Odd: not in your hand (MTX-4.2)"),
        ("why swap_odd", "Swap Odd: not in your hand (MTX-4.2)"),
        ("why swap_even(2)", "Swap Even 2 can be played: then 748/526/931: you 19, greedy 13"),
    ],
)
def test_why(run: Run, dealt: str, question: str, answer: str) -> None:
    assert answer in run("play", "--resume", dealt, typed=[question, "quit"]).stdout


def test_why_a_move_is_wrong(run: Run, dealt: str) -> None:
    result = run("play", "--resume", dealt, typed=["why shift_north(77)"])
    assert result.stderr == "tablewright: 77 is not a number on the board\n"


def test_look_and_rules_and_log_and_help(run: Run, dealt: str) -> None:
    typed = ["log", "look swap even", "rules 5.5", "help", "", "swap_even(2)", "log", "quit"]
    shown = run("play", "--resume", dealt, typed=typed).stdout
    assert "nothing has happened yet" in shown.split("> log")[1]
    assert "· You play Swap Even 2: you 19, greedy 13." in shown.split("> log")[2]
    assert "Swap Even: An even number trades places with the centre." in shown
    assert "**MTX-5.5** `swap_even` takes one even number" in shown
    assert "take back your last decision" in shown
    assert shown.count("Your hand (10)") == 2


def test_look_names_a_card_once(run: Run) -> None:
    shown = run("play", "standoff", "--seed", "3", typed=["look poly_2", "quit"]).stdout
    assert "2-polyomino (polyomino, cost 2, price 2): Place 2 connected blocks." in shown
    assert "2-polyomino: 2-polyomino" not in shown


def test_look_at_nothing(run: Run, dealt: str) -> None:
    result = run("play", "--resume", dealt, typed=["look zebra"])
    assert result.stderr.startswith("tablewright: nothing on the table is called 'zebra'; there is 7, 4, 8,")


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_every_line_fits(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    typed = ["moves", "why", "look swap", "help", "log", "1", "quit"]
    for players in (2, 4):
        shown = run("play", "matrix", "--players", players, "--seed", 7, typed=typed).stdout
        assert max(len(line) for line in shown.splitlines()) <= min(columns, 100)
        assert "▶ N (you)" in shown


@pytest.mark.parametrize("command", ["look overrun", "rules overrun"])
def test_a_word_on_a_card_can_be_looked_up(run: Run, command: str) -> None:
    shown = " ".join(run("play", "wtactics", "--seed", 1, typed=[command, "quit"]).stdout.split())
    assert "damage beyond what its defenders can take hits the player" in shown
