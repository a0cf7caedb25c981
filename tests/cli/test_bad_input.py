"""Whatever a person gets wrong: one clear line on stderr, nothing on stdout, exit code 2."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from typer.testing import Result

Run = Callable[..., Result]

WRONG = {
    "play matrx": "unknown game 'matrx'; did you mean 'matrix'?",
    "play": "play needs the name of a game, or --resume FILE; tablewright games lists the games",
    "plya matrix": "No such command 'plya'. Did you mean 'play'",
    "play matrix --seets human": "No such option: --seets",
    "play matrix --seats human,gredy": "unknown bot 'gredy'; did you mean 'greedy'?",
    "play matrix --seats human": "--seats names 1, but the game is for 2; try --seats human,greedy",
    "play matrix --players 7": "7 players cannot play; it takes 2, 3 or 4",
    "play matrix --players two": "Invalid value for '--players': it must be a whole number",
    "play matrix --players 0": "0 players cannot play; it takes 2, 3 or 4",
    "play ./nowhere": "./nowhere is not the folder of a game: there is no nowhere/rules.py",
    "play .": ". is not the folder of a game: there is no rules.py",
    "play matrix --seats human,": "unknown bot ''; bots are random, hasty, greedy",
    "play matrix --seats human,ismcts:0": "a budget of 0 leaves no time to think",
    "play matrix --seats human,nowhere.py": "nowhere.py: there is no such file",
    "play matrix --seats human,nowhere:bot": "nowhere:bot: there is no module 'nowhere'",
    "play matrix --seats human,:bot": ":bot: there is no module ''",
    "play matrix --seed -1": "the seed is -1; it must be 0 to",
    "play matrix --edition dule": "unknown edition 'dule'; did you mean 'duel'?",
    "play matrix --set rotate_step=2": "unknown parameter 'rotate_step'; did you mean 'rotate_steps'?",
    "play matrix --set rotate_steps=9": "parameter 'rotate_steps' is 9; it must be 1 to 7",
    "play matrix --set rotate_steps": "--set takes name=value, not 'rotate_steps'",
    "play matrix --set rotate_steps=1 --set rotate_steps=2": "'rotate_steps' is given twice, as 1 and as 2",
    "play matrix --set numbers=@nowhere": "nowhere cannot be read: No such file or directory",
    "play --resume .": ". cannot be read: Is a directory",
    "play --resume nowhere.tw.json": "nowhere.tw.json cannot be read: No such file or directory",
    "play matrix --record nowhere/x.tw.json": "nowhere/x.tw.json cannot be written: No such file or directory",
    "play matrix --record a --resume b": "--resume and --record name the same thing: give one of them",
    "replay nowhere.tw.json": "nowhere.tw.json cannot be read: No such file or directory",
    "serve ./nowhere": "./nowhere is not the folder of a game: there is no nowhere/rules.py",
    "serve . matrix": ". is not the folder of a game: there is no rules.py",
    "rules matrix --clause 4.99": "unknown clause 'MTX-4.99'; did you mean",
    "rules matrix --clause 4.2 --rulings": "give one of --clause, --numbered, --coverage and --rulings",
    "rules matrix --coverage --tests nowhere": "nowhere is not a folder of tests; name it with --tests FOLDER",
    "games matrx": "unknown game 'matrx'; did you mean 'matrix'?",
    "simulate matrix --bots gredy": "unknown bot 'gredy'; did you mean 'greedy'?",
    "simulate matrix --bots greedy,random,random": "2 players need 2 bots, or one for all; not 3",
    "simulate matrix --games 0": "Invalid value for '--games': it must be at least 1",
    "simulate matrix --seconds soon": "Invalid value for '--seconds': it must be a number",
    "simulate matrix --seed 9999999999999999999": "Invalid value for '--seed': it must be at most",
    "simulate matrix --out nowhere/run.parquet": "nowhere/run.parquet cannot be written: there is no folder nowhere",
    "report .": ". is a folder; a run is a file, made with: tablewright simulate GAME --out FILE",
    "compare matrix --b rotate_steps": "--a and --b take name=value, edition=NAME or cards=FILE, not 'rotate_steps'",
    "compare matrix --b cards=git:": "cards=git: needs a revision, as in cards=git:HEAD~1",
    "compare matrix --b cards=.": ". cannot be read: Is a directory",
    "sweep matrix --over rotate_steps=1,,2": "--over takes name=value,value, not 'rotate_steps=1,,2'",
    "knockout matrix --metrics wins": "unknown metric 'wins'; known: decisions, draws, margin, order.1, order.2, "
    "score.N, score.S, share.N, share.S, turns, unfairness, and probe.NAME for what the game itself counts",
    "ladder matrix --rung hard,mdium": "unknown bot 'mdium'; did you mean 'medium'?",
    "rate matrix gredy": "unknown bot 'gredy'; did you mean 'greedy'?",
    "hint nowhere.tw.json": "nowhere.tw.json cannot be read: No such file or directory",
    "simulate": "Missing argument 'GAME'",
    "check matrx": "unknown game 'matrx'; did you mean 'matrix'?",
    "compile matrx": "unknown game 'matrx'; did you mean 'matrix'?",
    "bench matrx": "unknown game 'matrx'; did you mean 'matrix'?",
    "examples nowhere.yaml": "nowhere.yaml cannot be read",
}


@pytest.mark.parametrize(("typed", "message"), WRONG.items(), ids=list(WRONG))
def test_one_line_and_exit_code_2(run: Run, typed: str, message: str) -> None:
    result = run(*typed.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"tablewright: {message}")
    assert result.stderr.count("\n") == 1


def saved(run: Run, **changes: object) -> Path:
    """A saved game of one move, with some of its contents changed."""
    run("play", "matrix", "--seed", 7, "--record", "game.tw.json", typed=["1", "quit"])
    file = Path("game.tw.json")
    record = {**json.loads(file.read_text("utf-8")), **changes}
    file.write_text(json.dumps(record), "utf-8")
    return file


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "000000000000"}, "the record was made with other rules of matrix"),
        ({"cards": "000000000000"}, "the record was made with other cards of matrix"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"players": 9}, "the record cannot be opened: 9 players cannot play"),
        ({"actions": [99999]}, "the record is damaged: action 99999 is not legal at decision 0"),
        ({"actions": "all"}, "game.tw.json is damaged: actions must be a list of whole numbers"),
        ({"tablewright": 99}, "game.tw.json has the format 99; this version reads 1"),
        ({"extra": 1}, "game.tw.json is damaged: extra is missing or does not belong there"),
    ],
)
def test_a_damaged_record(run: Run, changes: dict[str, object], message: str) -> None:
    file = saved(run, **changes)
    for command in (["play", "--resume", file], ["replay", file]):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"tablewright: {message}")
        assert result.stderr.count("\n") == 1


def test_a_record_that_is_no_json(run: Run) -> None:
    Path("game.tw.json").write_bytes(b"\xff\x00{")
    result = run("replay", "game.tw.json")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "game.tw.json is not a saved game: it is not JSON" in result.stderr


@pytest.mark.parametrize("content", [b"", b"hello", b"[]", b"3", b"[" * 100_000, bytes(range(256))])
def test_files_of_another_kind(run: Run, content: bytes) -> None:
    Path("other").write_bytes(content)
    for command in ("replay other", "play --resume other", "hint other", "report other", "expect other"):
        result = run(*command.split())
        assert (command, result.exit_code, result.stderr.count("\n")) == (command, 2, 1)
        assert result.stderr.startswith("tablewright: other ")


def test_a_run_is_not_one_game(run: Run) -> None:
    Path("run.parquet").write_bytes(b"PAR1...")
    result = run("replay", "run.parquet")
    assert result.stderr == "tablewright: run.parquet is a run of many games; say which one with --game N\n"


MATRIX = Path(__file__).parents[2] / "src" / "tablewright" / "games" / "matrix"


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("view.py", None, "lacks view.py; see docs/new-game.md"),
        ("rules.py", "def (:\n", "rules.py: line 1 is not Python: invalid syntax"),
        ("rules.py", "x = 1\n1 / 0\n", "rules.py: line 2: ZeroDivisionError: division by zero"),
        ("view.py", "import nowhere\n", "view.py: line 1: ModuleNotFoundError: No module named 'nowhere'"),
        ("cards.toml", "game = \n", "cards.toml is not valid TOML"),
    ],
)
def test_a_game_of_ones_own_that_is_broken(run: Run, part: str, text: str | None, message: str) -> None:
    folder = Path("broken").absolute()
    copytree(MATRIX, folder, ignore=ignore_patterns("__pycache__"))
    (folder / part).unlink()
    if text is not None:
        (folder / part).write_text(text, "utf-8")
    result = run("games", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr


def test_no_room_for_the_output(run: Run) -> None:
    command = [sys.executable, "-c", "from tablewright.cli import main; main()", "games"]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (
        2,
        "tablewright: the output cannot be written: No space left on device\n",
    )


def test_a_record_of_another_game(run: Run, tmp_path: Path) -> None:
    file = saved(run)
    other = tmp_path / "other"
    other.mkdir()
    for path in MATRIX.glob("*.*"):
        (other / path.name).write_bytes(path.read_bytes())
    result = run("play", other, "--resume", file)
    assert result.exit_code == 2
    assert result.stderr == "tablewright: game.tw.json is a game of matrix, not of other\n"


def test_a_saved_game_goes_on_as_it_began(run: Run) -> None:
    file = saved(run)
    result = run("play", "--resume", file, "--seed", 0)
    assert result.exit_code == 2
    assert "goes on as it began: without --players, --seed, --edition and --set" in result.stderr


def test_a_wrong_move_in_a_script(run: Run, dealt: str) -> None:
    result = run("play", "--resume", dealt, typed=["1", "swap_even(9)", "1"])
    assert (result.exit_code, result.stderr) == (2, "tablewright: 9 is not even\n")


def test_a_number_that_is_not_on_the_list(run: Run, dealt: str) -> None:
    result = run("play", "--resume", dealt, typed=["99"])
    assert result.exit_code == 2
    assert result.stderr == "tablewright: 99 is not on the list; the moves are 1 to 24\n"


def test_examples_with_a_misspelt_card(run: Run) -> None:
    text = """
game: matrix
examples:
  - name: misspelt
    given: {board: 463/792/185, hands: {N: [swap_evn], S: [swap_odd]}}
    moves: [swap_odd(1)]
"""
    Path("wrong.yaml").write_text(text, "utf-8")
    result = run("examples", "wrong.yaml")
    assert result.exit_code == 1
    assert "did you mean 'swap_even'?" in " ".join(result.stdout.split())
