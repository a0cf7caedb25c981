"""`tablewright report`, `compare`, `sweep`, `knockout`, `expect`, and runs that are kept."""

import base64
import json
import re
import resource
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import duckdb
import pytest
from typer.testing import Result

from tablewright.games import load
from tablewright.lab.runs import read_run

Run = Callable[..., Result]
PLANTED = Path(__file__).parent.parent / "lab" / "planted"
OWN_GAME = ["--folder", PLANTED]
CARDS = (load("matrix").folder / "cards.toml").read_text("utf-8")


def kept(run: Run, name: str = "run.parquet", *options: object) -> str:
    assert run("simulate", PLANTED, "--games", 400, "--out", name, *options).exit_code == 0
    return name


def the_row(query: str) -> tuple[Any, ...]:
    with duckdb.connect() as database:
        (row,) = database.execute(query).fetchall()
    return tuple(row)


def sections(page: str) -> list[str]:
    text = unescape(Path(page).read_text("utf-8"))
    return [part.partition("</h2>")[0] for part in text.split("<h2>")[1:]]


# Runs


def test_a_run_is_kept_with_what_it_was_made_with(run: Run) -> None:
    result = run(
        "simulate", "matrix", "--games", 60, "--bots", "greedy,random", "--set", "rotate_steps=2", "-o", "a.parquet"
    )
    assert "tablewright report a.parquet" in result.stdout
    info = read_run(Path("a.parquet")).info
    assert (info.bots, info.set, info.rotations) == (("greedy", "random"), {"rotate_steps": 2}, 2)


def test_time_stops_a_run(run: Run) -> None:
    summary = json.loads(run("simulate", PLANTED, "--games", 10**9, "--seconds", 0.3, "--json").stdout)
    assert 0 < summary["games"] < 10**9


def test_a_narrow_interval_stops_a_run(run: Run) -> None:
    summary = json.loads(run("simulate", PLANTED, "--within", 2, "--json").stdout)
    low, high = summary["seats"]["A"]["interval"]
    assert 0.03 < high - low <= 0.04


def test_the_number_of_games_stops_a_run_first(run: Run) -> None:
    summary = json.loads(run("simulate", PLANTED, "--games", 50, "--within", 1, "--seconds", 60, "--json").stdout)
    assert summary["games"] == 50


def test_any_game_of_a_run_replays_to_its_result(run: Run) -> None:
    run("simulate", "matrix", "--games", 30, "--bots", "greedy,random", "-o", "a.parquet")
    row = the_row("SELECT N_score, S_score, N_bot FROM 'a.parquet' WHERE game = 17")
    shown = run("replay", "a.parquet", "--game", 17).stdout
    assert f"N ({row[2]})" in shown
    assert any(f"{row[0]}" in line and f"{row[1]}" in line for line in shown.splitlines()[-4:])


# The report


def test_a_report_answers_the_questions(run: Run) -> None:
    kept(run, "a.parquet", "--bots", "greedy")
    kept(run, "b.parquet", "--bots", "random")
    result = run("report", "a.parquet", "b.parquet", "-o", "page.html", "--ladder", 0, *OWN_GAME)
    assert result.exit_code == 0
    assert "Does it end? [fine]" in result.stdout
    wanted = ["In short", "What to look at first", "Seats and results", "Length", "Decisions", "Tension", "Cards"]
    assert sections("page.html") == [*wanted, "Skill and luck"]


def test_a_ladder_shows_how_far_thinking_helps(run: Run) -> None:
    run("simulate", "matrix", "--games", 100, "--bots", "greedy", "-o", "a.parquet")
    result = run("report", "a.parquet", "--ladder", 64)
    text = Path("report.html").read_text("utf-8")
    assert "ismcts:16 against random" in text
    assert "Wins of the search that thinks longer" in text
    assert "imagined games a decision" in result.stdout


# What a change does


def test_compare_says_what_got_better_and_what_got_worse(run: Run) -> None:
    result = run("compare", PLANTED, "--b", "advantage=200", "--bots", "random", "--games", 2000)
    shown = " ".join(result.stdout.split())
    assert re.search(r"Less fair: A wins 7\d % instead of 5\d %\. Unfairness: \+(18|19|20|21)\.\d points", shown)
    assert "No, 8.0 turns, within 5 % of 8.0." in shown
    assert "Is it tenser?" in shown
    assert "A: as it is. B: advantage=200" in Path("compare.html").read_text("utf-8")


def test_compare_two_changed_sides_is_a_difference_of_both(run: Run) -> None:
    sides = ["--a", "picks=2", "--b", "picks=4"]
    result = run("compare", PLANTED, *sides, "--bots", "random", "--games", 500)
    assert "Longer: 8 instead of 4 turns." in result.stdout
    assert "Turns: +4.00 (+4.00 to +4.00), 500 games of each." in result.stdout


def test_compare_with_another_card_file(run: Run) -> None:
    Path("mine.toml").write_text(CARDS.replace("copies = 2", "copies = 3"), "utf-8")
    result = run("compare", "matrix", "--b", "cards=mine.toml", "--games", 100)
    assert result.exit_code == 0
    assert "Longer: 30 instead of 20 turns." in result.stdout


def test_compare_with_a_revision_of_the_card_file(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "mine"
    game.mkdir()
    for file in PLANTED.iterdir():
        if file.is_file():
            (game / file.name).write_bytes(file.read_bytes())
    author = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", str(game), *command], check=True)
    cards = game / "cards.toml"
    cards.write_text(cards.read_text("utf-8").replace("default = 4", "default = 6"), "utf-8")
    result = run("compare", game, "--a", "cards=git:HEAD", "--b", "picks=6", "--bots", "random", "--games", 100)
    assert "Longer: 12 instead of 8 turns." in result.stdout
    wrong = run("compare", game, "--b", "cards=git:nowhere", "--bots", "random")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("tablewright: git has no cards.toml at 'nowhere'")


def test_a_sweep_over_all_parameters_has_a_line_for_each(run: Run) -> None:
    result = run("sweep", PLANTED, "--bots", "random", "--games", 400)
    assert "advantage = 400 changes A's wins most" in result.stdout or "advantage = -400" in result.stdout
    assert "picks = 3 changes turns most, by -2.00" in result.stdout
    assert sections("sweep.html")[:4] == ["What to look at first", "A's wins", "Unfairness", "Turns"]


def test_numbers_make_a_curve_and_two_parameters_a_heat_map(run: Run) -> None:
    over = ["--over", "picks=1,2,4", "--over", "advantage=0,100"]
    assert run("sweep", PLANTED, *over, "--metrics", "turns", "--bots", "random", "--games", 50).exit_code == 0
    assert sections("sweep.html") == [
        "What to look at first",
        "picks and advantage together",
        "Turns",
        "Turns over picks",
    ]


def test_rulings_say_which_open_question_matters(run: Run) -> None:
    shown = " ".join(run("sweep", "matrix", "--rulings", "--games", 300).stdout.split())
    assert "Equal final scores. [" in shown
    assert "final_tie = order: " in shown
    assert "The other reading (edition four_seat) is no single value" in shown
    assert "No other reading is programmed." in shown


def test_knockout_takes_every_card_out(run: Run) -> None:
    assert run("knockout", "matrix", "--games", 50, "--metrics", "turns").exit_code == 0
    text = Path("knockout.html").read_text("utf-8")
    assert all(f"<td>{card}</td>" in text for card in load("matrix").cards.cards)


# Balance as a test


EXPECT = 'game = "{game}"\ngames = 2000\n[[expect]]\nmetric = "{metric}"\nbetween = {between}\n'


@pytest.mark.parametrize(
    ("between", "strict", "code", "word"),
    [
        ("[0.4, 0.6]", False, 0, "holds"),
        ("[0.6, 0.7]", False, 1, "broken"),
        ("[0.499, 0.501]", False, 0, "open"),
        ("[0.499, 0.501]", True, 1, "open"),
    ],
)
def test_expectations_hold_are_broken_or_open(run: Run, between: str, strict: bool, code: int, word: str) -> None:
    Path("a.toml").write_text(EXPECT.format(game="planted", metric="share.A", between=between), "utf-8")
    result = run("expect", "a.toml", *OWN_GAME, *(["--strict"] if strict else []))
    assert result.exit_code == code
    assert word in result.stdout


WRONG_FILES = {
    'game = "matrix"': "must name its game and have at least one [[expect]]",
    "game = ": "is not valid TOML",
    EXPECT.format(game="matrix", metric="share.N", between="[0.6, 0.4]"): "low comes first",
    EXPECT.format(game="matrix", metric="share.N", between="0.4"): "needs between = [low, high]",
    EXPECT.format(game="matrix", metric="shar.N", between="[0, 1]"): "unknown metric 'shar.N'; did you mean 'share.N'?",
    EXPECT.format(game="matrix", metric="comeback", between="[0, 1]"): "need survey = GAMES",
    EXPECT.format(game="matrx", metric="turns", between="[0, 1]"): "unknown game 'matrx'; did you mean 'matrix'?",
    "game = 3": "game is 3; it must be a text",
    'game = "matrix"\nset = 3': "set is 3; it must be a table of names and values",
    'game = "matrix"\nbots = "greedy"': "bots is 'greedy'; it must be a list",
    'game = "matrix"\nseed = -1': "seed is -1; it must be a whole number from 0 on",
    'gmae = "matrix"': "unknown key 'gmae'; did you mean 'game'?",
}


@pytest.mark.parametrize(("text", "message"), WRONG_FILES.items(), ids=list(WRONG_FILES.values()))
def test_a_wrong_file_of_expectations(run: Run, text: str, message: str) -> None:
    Path("a.toml").write_text(text.replace("games = 2000", "games = 20"), "utf-8")
    result = run("expect", "a.toml")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# Bad input: one line, exit code 2, nothing written

WRONG = {
    "report nowhere.parquet": "nowhere.parquet is not there; make a run with: tablewright simulate GAME --out",
    "report run.parquet other.parquet": "runs of different games:",
    "report run.parquet variant.parquet": "runs of different variants:",
    "report cut.parquet": "cut.parquet is not a complete Parquet file",
    "report old.parquet --folder {planted}": "the run was made with other rules of",
    "report empty.parquet": "empty.parquet holds no games",
    "report run.parquet -o nowhere/page.html": "nowhere/page.html cannot be written: there is no folder nowhere",
    "replay run.parquet --game 400": "the run has the games 0 to 399, not 400",
    "replay cut.parquet --game 1": "cut.parquet is not a complete Parquet file",
    "simulate matrix -o nowhere/a.parquet": "nowhere/a.parquet cannot be written: there is no folder nowhere",
    "simulate matrix --set rotate_step=2 -o a.parquet": "unknown parameter 'rotate_step'; did you mean 'rotate_steps'?",
    "compare matrix --b rotate_step=2": "unknown parameter 'rotate_step'; did you mean 'rotate_steps'?",
    "compare matrix --b rotate_steps": "--a and --b take name=value, edition=NAME or cards=FILE, not 'rotate_steps'",
    "compare matrix --b edition=four_seat": "two variants to compare must be of one game",
    "compare matrix --b cards=nowhere.toml": "nowhere.toml cannot be read: No such file or directory",
    "compare matrix --b cards=planted.toml": "planted.toml has other cards than the rules of matrix know",
    "compare matrix": "Missing option '--b'",
    "sweep matrix --over rotate_step=1,2": "unknown parameter 'rotate_step'; did you mean 'rotate_steps'?",
    "sweep matrix --over rotate_steps": "--over takes name=value,value, not 'rotate_steps'",
    "sweep matrix --over rotate_steps=1,9": "parameter 'rotate_steps' is 9; it must be 1 to 7",
    "sweep matrix --metrics turn": "unknown metric 'turn'; did you mean 'turns'?",
    "sweep matrix --rulings --over rotate_steps=1": "give --rulings or --over, not both",
    "sweep {planted} --metrics margin": "planted has no metric 'margin': its scores only rank the players",
    "knockout matrix --metrics shar.N": "unknown metric 'shar.N'; did you mean 'share.N'?",
    "knockout {planted}": "planted's cards.toml has no [knockout] table that says how a card is taken out",
    "expect nowhere.toml": "nowhere.toml cannot be read: No such file or directory",
}


@pytest.fixture
def files(run: Run, tmp_path: Path) -> None:
    """Runs that are right, cut, empty, of other rules, of another variant and of another game."""
    kept(run)
    kept(run, "variant.parquet", "--set", "picks=2")
    assert run("simulate", "matrix", "--games", 10, "-o", "other.parquet").exit_code == 0
    whole = Path("run.parquet").read_bytes()
    Path("cut.parquet").write_bytes(whole[: len(whole) // 2])
    Path("planted.toml").write_text((PLANTED / "cards.toml").read_text("utf-8"), "utf-8")
    rewrite("SELECT * FROM 'run.parquet' WHERE game < 0", "empty.parquet")
    rewrite("SELECT * FROM 'run.parquet'", "old.parquet", rules="0" * 12)


def rewrite(query: str, target: str, **changes: str) -> None:
    with duckdb.connect() as database:
        note = dict(database.execute("SELECT key, value FROM parquet_kv_metadata('run.parquet')").fetchall())
        told = {**json.loads(note[b"tablewright"]), **changes}
        database.execute(f"COPY ({query}) TO '{target}' (KV_METADATA {{tablewright: '{json.dumps(told)}'}})")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("typed", "message"), WRONG.items(), ids=list(WRONG))
def test_one_line_and_exit_code_2(run: Run, typed: str, message: str) -> None:
    before = sorted(Path().iterdir())
    result = run(*(str(PLANTED) if part == "{planted}" else part for part in typed.split()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tablewright: {message}")
    assert result.stderr.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_a_full_disk_leaves_nothing_half_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    name = kept(run)

    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    result = run("report", name, "--ladder", 0, *OWN_GAME)
    assert result.exit_code == 2
    assert result.stderr == "tablewright: report.html cannot be written: No space left on device\n"
    assert [path.name for path in Path().iterdir()] == [name]


def test_a_disk_that_fills_up_keeps_no_half_of_a_run(run: Run) -> None:
    name = kept(run)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, most[1]))
    try:
        result = run("simulate", PLANTED, "--games", 5000, "--out", "big.parquet")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert result.exit_code == 2
    assert result.stderr == "tablewright: big.parquet cannot be written: File too large\n"
    assert [path.name for path in Path().iterdir()] == [name]


def test_a_package_that_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'duckdb'", name="duckdb")

    monkeypatch.setattr("tablewright.cli.app.import_module", missing)
    result = run("report", "run.parquet", *OWN_GAME)
    assert result.exit_code == 2
    assert result.stderr.startswith("tablewright: this needs the package duckdb; try: pip install")


def test_the_examples_of_a_report_are_games_that_open_and_show_it(run: Run) -> None:
    run("report", kept(run, "a.parquet", "--bots", "greedy"), "--ladder", 0, *OWN_GAME)
    text = unescape(Path("report.html").read_text("utf-8"))
    item = re.search(
        r"<li>Greedy bots hardly ever use Dead: 0 of .*?href=\"data:application/json;base64,(?P<data>[^\"]+)\">"
        r"(?P<file>[^<]+)</a>, (?P<seat>\w) could use it in decision (?P<decision>\d+)",
        text,
    )
    assert item is not None
    Path(item["file"]).write_bytes(base64.b64decode(item["data"]))
    shown = run("replay", item["file"], *OWN_GAME).stdout.splitlines()
    told = next(line for line in shown if line.strip().startswith(f"{item['decision']}."))
    assert f"{item['seat']} uses " in told
    assert "dead" not in told
    assert any("(greedy) wins" in line for line in shown)


OWN = "def choose(view, moves):\n    return moves[-1]\n"


def test_a_bot_of_ones_own_in_the_lab(run: Run) -> None:
    Path("own.py").write_text(OWN, "utf-8")
    assert kept(run, "own.parquet", "--bots", "own.py,random", "--games", 40) == "own.parquet"
    alone = run("report", "own.parquet", "--ladder", 0, *OWN_GAME)
    assert alone.exit_code == 2
    assert "a report plays games again, which “own.py”, random cannot; give it another run too" in alone.stderr
    both = run("report", "own.parquet", kept(run, "run.parquet", "--bots", "random"), "--ladder", 0, *OWN_GAME)
    assert both.exit_code == 0
    assert "With “own.py” and random bots A " in " ".join(both.stdout.split())
    compared = run("compare", PLANTED, "--b", "picks=2", "--bots", "own.py,random", "--games", 20)
    assert "Shorter: 4 instead of 8 turns." in compared.stdout
    text = EXPECT.format(game="planted", metric="bot.own.py", between="[0.2, 0.8]").replace("2000", "40")
    own = ["--bots", "own.py,random", *OWN_GAME]
    Path("a.toml").write_text(text, "utf-8")
    assert "bot.own.py" in run("expect", "a.toml", *own).stdout
    Path("a.toml").write_text(f"survey = 5\n{text}", "utf-8")
    assert "cannot be followed closely; leave out survey" in run("expect", "a.toml", *own).stderr
