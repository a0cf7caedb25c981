"""Saved games, runs, files and databases of a stranger: no folder and no program that they name is run."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import tablewright
import tablewright.lab
from tablewright import games
from tablewright.bots import registry
from tablewright.bots.registry import find, quoted
from tablewright.bots.seats import BotError
from tablewright.cli.app import app
from tablewright.engine import Match, TablewrightError, record_of, run_file
from tablewright.games import finder
from tablewright.lab.expect import read_expectations
from tablewright.lab.runs import read_run
from tablewright.lab.tune import read_task
from tablewright.table.app import create_app
from tablewright.table.bots import question_of, search
from tablewright.table.settings import Settings

TINY = Path(__file__).parent.parent / "examples" / "tiny"
Command = Callable[..., Result]
GAMES = ("{folder}", "evil", "./evil", "../{here}/evil", "evil/", "evil/../evil", "matrix/../evil", "evil.rules", ".")
BOTS = ("run:{touch}", " run:{touch}", "bot.py", "bot.py:choose", "./bot.py", "bot:choose", "RUN:{touch}")


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder and a bot that leave a mark when they are run; afterwards there must be none."""
    mark = tmp_path / "mark"
    code = f"from pathlib import Path\nPath({str(mark)!r}).touch()\n"
    folder = tmp_path / "evil"
    folder.mkdir()
    for name in ("rules.py", "view.py", "position.py", "__init__.py"):
        (folder / name).write_text(code, "utf-8")
    (folder / "cards.toml").write_bytes((TINY / "cards.toml").read_bytes())
    (tmp_path / "bot.py").write_text(f"{code}def choose(view, moves): return moves[0]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    yield mark
    assert not mark.exists()


@pytest.fixture
def run(mark: Path) -> Command:
    def run_with(*arguments: object) -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input="quit\n")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert not mark.exists(), arguments
        return result

    return run_with


def spelled(text: str, mark: Path) -> str:
    return text.format(folder=mark.parent / "evil", here=mark.parent.name, touch=f"touch {mark}")


def saved(file: str = "game.tw.json", **changes: Any) -> str:
    record = record_of(Match(games.load("matrix").variant(), 7)) | changes
    Path(file).write_text(json.dumps(record), "utf-8")
    return file


def kept(run: Command, file: str = "run.parquet", **changes: Any) -> str:
    """A run of matrix whose file says something else of itself."""
    assert run("simulate", "matrix", "--games", 8, "--bots", "greedy", "-o", "honest.parquet").exit_code == 0
    rewritten(Path("honest.parquet"), Path(file), changes)
    return file


def rewritten(rows: Path, file: Path, changes: dict[str, Any]) -> None:
    """The rows of a run in another file, which says something else of them."""
    with duckdb.connect() as database:
        note = dict(database.execute("SELECT key, value FROM parquet_kv_metadata(?)", [str(rows)]).fetchall())
        told = json.dumps({**json.loads(note[b"tablewright"]), **changes}).replace("'", "''").replace("\\u0000", "")
        source = f"COPY (SELECT * FROM '{rows}') TO '{file}'"
        database.execute(f"{source} (FORMAT parquet, KV_METADATA {{tablewright: '{told}'}})")


def refused(result: Result) -> bool:
    return result.exit_code == 2 and result.stderr.startswith("tablewright: ") and result.stderr.count("\n") == 1


# Saved games


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_runs_no_folder(run: Command, mark: Path, game: str) -> None:
    file = saved(game=spelled(game, mark))
    for command in (["play", "--resume"], ["replay"], ["replay", "--anyway"], ["hint"]):
        assert refused(run(*command, file)), command
    with pytest.raises(TablewrightError, match="unknown game"):
        tablewright.open_match(file)
    assert "of another game" in run("collect", "matrix", file).stderr


@pytest.mark.parametrize("bot", BOTS)
def test_a_saved_game_starts_no_program(run: Command, mark: Path, bot: str) -> None:
    file = saved(seats=[spelled(bot, mark), "greedy"])
    shown = run("play", "--resume", file)
    assert shown.exit_code == 0
    assert "--seats names others" in shown.stderr
    assert run("replay", file).exit_code == 0
    assert run("hint", file, "--budget", "50").exit_code == 0


def test_programs_and_folders_that_a_person_types_are_run(mark: Path, tmp_path: Path) -> None:
    """So that the tests above can fail."""
    result = CliRunner().invoke(app, ["play", "--resume", saved(), "--seats", "bot.py,human"], input="quit\n")
    assert result.exit_code == 0
    assert mark.exists()
    mark.unlink()
    result = CliRunner().invoke(app, ["replay", saved(game="evil"), "--folder", "evil"])
    assert result.exit_code == 2
    assert mark.exists()
    mark.unlink()


def test_the_folder_of_a_saved_game_is_named_beside_it(run: Command) -> None:
    match = Match(games.load(str(TINY)).variant(), 3)
    match.save("tiny.tw.json")
    assert refused(run("replay", "tiny.tw.json"))
    assert "name your own by --folder FOLDER" in run("replay", "tiny.tw.json").stderr
    for command in (["replay"], ["hint", "--budget", "50"], ["play", "--resume"]):
        assert run(*command, "tiny.tw.json", "--folder", TINY).exit_code == 0
    assert tablewright.open_match("tiny.tw.json", [TINY]).bytes == match.bytes


def test_an_uploaded_game_runs_nothing(tmp_path: Path, mark: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 't.db'}", bot_processes=0, bot_pause=0)
    with TestClient(create_app(settings)) as client:
        for game in GAMES:
            record = Path(saved(game=spelled(game, mark))).read_text("utf-8")
            answer = client.post("/records", files={"file": ("g.json", record)}, follow_redirects=False)
            assert 400 <= answer.status_code < 500
        for bot in BOTS:
            assert client.get(uploaded(client, saved(seats=[spelled(bot, mark), "greedy"]))).status_code == 200


def uploaded(client: TestClient, file: str) -> str:
    answer = client.post("/records", files={"file": ("g.json", Path(file).read_text("utf-8"))}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


# Runs


@pytest.mark.parametrize("game", GAMES)
def test_a_run_runs_no_folder(run: Command, mark: Path, game: str) -> None:
    for changes in ({"game": spelled(game, mark)}, {"source": spelled(game, mark)}):
        file = kept(run, **changes)
        report = run("report", file, "--ladder", 0, "--closely", 2)
        replayed = run("replay", file, "--game", 0)
        if "game" in changes:
            assert refused(report)
            assert refused(replayed)
            with pytest.raises(TablewrightError, match="unknown game"):
                tablewright.lab.open(file).table("decisions", 2)
        else:  # what earlier versions wrote there is not looked at
            assert (report.exit_code, replayed.exit_code) == (0, 0)


@pytest.mark.parametrize("bot", [*BOTS, "run:{touch} without swap_odd"])
def test_a_run_starts_no_program(run: Command, mark: Path, bot: str) -> None:
    file = kept(run, bots=[spelled(bot, mark), "greedy"])
    for command in (["report", "--ladder", 0], ["replay", "--game", 0]):
        assert refused(run(*command, file))
    assert run("report", file, "honest.parquet", "--ladder", 0, "--closely", 2).exit_code == 0
    with pytest.raises(BotError):
        tablewright.lab.open(file).table("decisions", 2)


@given(
    name=st.text()
    | st.lists(st.sampled_from([*registry.NAMES, "run:", ":", ".py", " ", "x", "“", "ismcts"])).map("".join)
)
def test_no_name_in_a_file_is_a_program(name: str) -> None:
    assert quoted(quoted(name)) == quoted(name)
    try:
        bot = find(quoted(name))
    except BotError:
        return
    assert type(bot).__module__ != "tablewright.bots.outside"


@given(
    name=st.text() | st.sampled_from(["/", ".", "..", "a/b", str(TINY), f"{TINY}/", "examples/tiny", "matrix.rules"])
)
def test_no_name_in_a_file_is_a_folder(name: str) -> None:
    if name not in games.names():
        with pytest.raises(TablewrightError):
            finder()(name)


NOTES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
ENTRIES = ("game", "edition", "players", "set", "bots", "seed", "rotations", "seats", "probes", "version", "cards_text")


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("run") / "run.parquet"
    made = CliRunner().invoke(app, ["simulate", "matrix", "--games", "4", "-o", str(file)])
    assert made.exit_code == 0
    return file


@given(changes=st.dictionaries(st.sampled_from(ENTRIES) | st.text(max_size=5), NOTES, min_size=1, max_size=2))
def test_a_run_that_says_nonsense_of_itself_is_refused_in_a_line(rows: Path, changes: dict[str, Any]) -> None:
    file = rows.with_name("changed.parquet")
    rewritten(rows, file, changes)
    try:
        info = read_run(file).info
    except TablewrightError:
        return
    assert info.players == len(info.bots) == len(info.seats)
    assert all(type(bot) is str for bot in info.bots)


# Files that people write


@pytest.mark.parametrize("game", GAMES)
def test_files_of_examples_expectations_and_goals_run_no_folder(run: Command, mark: Path, game: str) -> None:
    name = json.dumps(spelled(game, mark))
    Path("some.yaml").write_text(f"game: {name}\nexamples:\n  - name: one\n", "utf-8")
    Path("some.toml").write_text(f'game = {name}\n[[expect]]\nmetric = "turns"\nbetween = [1, 2]\n', "utf-8")
    goal = '[[goal]]\nmetric = "turns"\nbetween = [1, 2]\n[[lever]]\nname = "rotate_steps"\nvalues = [1]\n'
    Path("goal.toml").write_text(f"game = {name}\n{goal}", "utf-8")
    assert refused(run("examples", "some.yaml"))
    assert refused(run("expect", "some.toml"))
    assert refused(run("tune", "matrix", "--goal", "goal.toml"))
    for read in (run_file, read_expectations, read_task):
        file = {run_file: "some.yaml", read_expectations: "some.toml", read_task: "goal.toml"}[read]
        with pytest.raises(TablewrightError):
            read(Path(file), finder())


@pytest.mark.parametrize("bot", BOTS)
def test_files_of_expectations_and_goals_start_no_program(run: Command, mark: Path, bot: str) -> None:
    names = json.dumps([spelled(bot, mark)])
    expect = '[[expect]]\nmetric = "turns"\nbetween = [1, 20]\n'
    Path("some.toml").write_text(f'game = "matrix"\ngames = 4\nbots = {names}\n{expect}', "utf-8")
    assert refused(run("expect", "some.toml"))
    assert run("expect", "some.toml", "--bots", "random").exit_code == 0
    goal = '[[goal]]\nmetric = "turns"\nbetween = [1, 20]\n[[lever]]\nname = "rotate_steps"\nvalues = [1]\n'
    head = f'game = "matrix"\ngames = 4\nconfirm = 4\ntrials = 1\nlevels = {names}\n'
    Path("goal.toml").write_text(f"{head}{goal}", "utf-8")
    assert refused(run("tune", "matrix", "--goal", "goal.toml"))
    assert run("tune", "matrix", "--goal", "goal.toml", "--levels", "random").exit_code == 0


def test_a_revision_in_a_file_is_no_option_of_git(run: Command, mark: Path) -> None:
    told = f'set = {{ cards = "git:--output={mark}" }}'
    Path("some.toml").write_text(f'game = "matrix"\n{told}\n[[expect]]\nmetric = "turns"\nbetween = [1, 2]\n', "utf-8")
    assert refused(run("expect", "some.toml"))


# Databases


@pytest.mark.parametrize("game", ["{folder}", "evil", "./evil"])
def test_the_database_of_a_stranger_runs_no_folder(run: Command, mark: Path, tmp_path: Path, game: str) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 't.db'}", bot_processes=0, bot_pause=0)
    with TestClient(create_app(settings)) as client:
        room = uploaded(client, saved())
    with sqlite3.connect(tmp_path / "t.db") as database:
        database.execute("update rooms set game = ?", [spelled(game, mark)])
        database.execute("update seats set kind = 'bot', level = 'run:x'")
    database.close()
    assert refused(run("collect", "matrix", "t.db"))
    with TestClient(create_app(settings)) as client:
        assert 400 <= client.get(room).status_code < 500


def test_a_level_in_the_database_is_no_program(mark: Path, tmp_path: Path) -> None:
    match = games.load("matrix").start(players=2, seed=1)
    for bot in BOTS:
        with pytest.raises(BotError, match="unknown bot"):
            search(question_of(match, 0), spelled(bot, mark))


# Terminals


def test_no_name_and_no_note_commands_the_terminal(run: Command) -> None:
    evil = "\x1b]0;title\x07\x1b[2J\x9b1m\x08\u202e"
    fault = {"decision": 0, "seat": 0, "reason": evil, "lost": False}
    remark = {"decision": 0, "seat": 0, "note": evil, "said": [evil]}
    for command in (["replay"], ["hint", "--budget", "50"], ["play", "--resume"]):
        file = saved(seats=[f"Ann{evil}", "greedy"], faults=[fault], remarks=[remark])
        result = run(*command, file)
        assert result.exit_code == 0
        assert "Ann" in result.output
        assert not set(result.output) & set(evil) - set("]0;title[2J1m")
    result = run("report", kept(run, bots=[f"bot{evil}", "greedy"]), "--ladder", 0)
    assert "bot" in result.output
    assert not set(result.output) & set(evil) - set("]0;title[2J1m")
