"""Bots in any language: the examples of docs/bots.md play, and nothing that a program does hurts the game."""

import os
import select
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest

from tablewright.bots import BotError, find, play_out, process
from tablewright.bots.allowance import PATIENCE, NoAnswer
from tablewright.bots.outside import OutsideBot
from tablewright.bots.process import Program
from tablewright.bots.protocol import decide_message, view_of
from tablewright.bots.seats import BotFault
from tablewright.engine import Match, View
from tablewright.games import load, names

NO_SANDBOX = "NO SANDBOX TESTS: bubblewrap is not installed, or not allowed to make namespaces"
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
TALK = """
    import json, sys
    def say(**message): print(json.dumps(message), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] in ("hello", "game"): say(type="ready")
        if message["type"] == "decide":
            moves = message["moves"]
            {move}
"""


@pytest.fixture(params=["shut in", "bare"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is promised in any case is promised with bubblewrap and without it."""
    if request.param == "bare":
        monkeypatch.setattr(process, "sandbox", tuple)
    elif not process.sandbox():
        pytest.skip(NO_SANDBOX)
    return str(request.param)


def talking(folder: Path, move: str) -> str:
    """A program that answers as the text says."""
    (folder / "talking.py").write_text(dedent(TALK).format(move=move))
    return f"run:{sys.executable} {folder / 'talking.py'}"


def plays_on(bot: OutsideBot | object) -> Match:
    match = Match(load("matrix").variant(), seed=3)
    play_out(match, [bot, find("random")])  # type: ignore[list-item]
    return match


def commands(folder: Path) -> dict[str, str]:
    found = {"python": f"run:{sys.executable} {EXAMPLES / 'first.py'}"}
    if shutil.which("node"):
        found["node"] = f"run:node {EXAMPLES / 'first.js'}"
    if shutil.which("cc"):
        subprocess.run(["cc", "-O2", "-o", folder / "first", EXAMPLES / "first.c"], check=True)
        found["c"] = f"run:{folder / 'first'}"
    return found


@pytest.mark.parametrize("language", ["python", "node", "c"])
def test_the_example_plays_whole_games(language: str, tmp_path: Path) -> None:
    command = commands(tmp_path).get(language)
    if command is None:
        pytest.skip(f"nothing here runs or builds the example in {language}")
    bot = find(command)
    for _ in range(2):
        match = plays_on(bot)
        assert match.outcome is not None
        assert match.faults == []
    bot.close()


@pytest.mark.parametrize("name", names())
def test_a_view_comes_back_from_json_as_it_was(name: str) -> None:
    match = Match(load(name).variant(), seed=4)
    seat = match.seat or 0
    assert view_of(decide_message(match, seat, 1.0), View) == match.view(seat)


def test_a_bot_may_note_why(tmp_path: Path) -> None:
    bot = find(talking(tmp_path, 'say(type="move", text=moves[1]["text"], note="it felt right")'))
    match = Match(load("matrix").variant(), seed=3)
    assert bot.choose(match, match.seat or 0) == match.legal_ids[1]
    assert bot.remark == "it felt right"
    bot.close()


def test_it_is_told_how_games_end_and_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "sandbox", tuple)  # it writes down what it hears
    heard = tmp_path / "heard"
    text = dedent(TALK).format(move='say(type="move", id=moves[0]["id"])')
    (tmp_path / "hearing.py").write_text(
        text.replace("    message =", f"    open({str(heard)!r}, 'a').write(line)\n    message =")
    )
    bot = find(f"run:{sys.executable} {tmp_path / 'hearing.py'}")
    plays_on(bot)
    plays_on(bot)
    bot.close()
    kinds = [line.partition('"type":"')[2].partition('"')[0] for line in heard.read_text().splitlines()]
    assert kinds[0] == "hello"
    assert kinds.count("game") == 2
    assert kinds[kinds.index("end") + 1] == "game"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ('print("castle", flush=True)', "is not a line of JSON"),
        ('print("[1, 2]", flush=True)', "a message is an object such as"),
        ('say(type="resign")', 'answered a message of the type .resign.; it must be "move"'),
        ('say(type="move")', "answered the id None"),
        ('say(type="move", id=True)', "answered the id True"),
        ('say(type="move", id=10**30)', "which is not a legal move now"),
        ('say(type="move", text="castle")', "played 'castle'"),
        ('say(type="move", id=0, seat=7)', "answered for the seat 7; it sits on 0"),
        ('sys.stdout.write("x" * (1 << 21)); sys.stdout.flush()', "wrote a line of more than 1,048,576 bytes"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", r"ended its process \(SIGSEGV\)"),
        ("sys.exit(0)", "ended its process"),
    ],
)
def test_nonsense_is_a_fault_that_says_what_was_wrong(tmp_path: Path, move: str, words: str) -> None:
    bot = find(talking(tmp_path, move))
    match = Match(load("matrix").variant(), seed=3)
    with pytest.raises(BotFault, match=words):
        bot.choose(match, match.seat or 0)
    bot.close()


def test_a_flood_of_lines_is_cut_off() -> None:
    program = Program([sys.executable, "-c", "while True: print('{}')"])
    with pytest.raises(NoAnswer, match="wrote more than 1,000 lines that nobody had asked for"):
        drain(program)
    program.stop()


def drain(program: Program) -> None:
    """Read on, once too much has come."""
    program._process.wait()  # its pipe is closed
    while True:
        program.receive(program.allowance(60))


@pytest.mark.slow
def test_a_bot_that_asks_and_does_not_read_is_given_up(tmp_path: Path) -> None:
    asks = "[say(type='imagine', seed=seed) for seed in range(900)]; import time; time.sleep(99)"
    bot = OutsideBot(talking(tmp_path, asks), seconds=0.5, patience=24)
    match = Match(load("matrix").variant(), seed=3)
    with pytest.raises(BotFault, match=r"did not read what it was told: it gave no answer, it sleeps or waits"):
        bot.choose(match, match.seat or 0)
    bot.close()


def test_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr("tablewright.bots.process.Program.__init__.__defaults__", (300 << 20, PATIENCE))
    bot = find(talking(tmp_path, 'x = bytearray(1 << 30); say(type="move", id=moves[0]["id"])'))
    match = Match(load("matrix").variant(), seed=3)
    with pytest.raises(BotFault, match="ended its process"):
        bot.choose(match, match.seat or 0)
    bot.close()


def alive(word: str) -> list[int]:
    """The processes with a word in their command that are neither gone nor dead and only not yet buried."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (one / "cmdline").read_bytes().split(b"\0")
            if word.encode() in told and (one / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append(int(one.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks into /proc")
def test_grandchildren_end_with_it(tmp_path: Path, way: str) -> None:
    """Shut in, even one that has left its session."""
    word = f"{tmp_path.name} {way}"
    child = f"[{sys.executable!r}, '-c', 'import time; time.sleep(99)', {word!r}], start_new_session={way != 'bare'}"
    begin = f"import subprocess; subprocess.Popen({child})"
    bot = find(talking(tmp_path, f'{begin}; say(type="move", id=moves[0]["id"])'))
    match = Match(load("matrix").variant(), seed=3)
    bot.choose(match, match.seat or 0)
    children = [os.pidfd_open(number) for number in alive(word)]
    assert children
    bot.close()
    for child_there in children:
        assert select.select([child_there], [], [], 60)[0], "a grandchild is still there"
        os.close(child_there)


def test_no_open_file_is_inherited(tmp_path: Path, way: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the seed")
    with secret.open() as file:
        there = f'str(os.path.exists("/proc/self/fd/{file.fileno()}"))'
        bot = find(talking(tmp_path, f'import os; say(type="move", id=moves[0]["id"], note={there})'))
        match = Match(load("matrix").variant(), seed=3)
        bot.choose(match, match.seat or 0)
    assert bot.remark == "False"
    bot.close()


def test_a_bank_of_seconds_is_used_up(tmp_path: Path) -> None:
    computes = "import time; end = time.process_time() + 0.5; any(iter(lambda: time.process_time() > end, True))"
    slow = f'{computes}; say(type="move", id=moves[0]["id"], note=str(message["seconds"]))'
    bot = OutsideBot(talking(tmp_path, slow), seconds=0.1, bank=60.0)
    match = Match(load("matrix").variant(), seed=3)
    seat = match.seat or 0
    allowed = []
    for _ in range(2):
        bot.choose(match, seat)
        allowed.append(float(bot.remark))
    bot.close()
    assert allowed[0] == pytest.approx(60.1)
    assert allowed[1] <= 60.1 - 0.4


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("run:", "run: needs a command"),
        ("run:'", "is not a command: No closing quotation"),
        ("run:./no-such-program", "cannot be started: No such file or directory"),
        ("run:true", "did not load: it ended its process"),
    ],
)
def test_a_command_that_is_none_is_refused(spec: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        find(spec)


LOOKAHEAD = """
    def choose(view, moves):
        def worth(move):
            total = 0
            for seed in range(3):
                world = view.imagine(seed)
                before = world.view(view.seat)
                assert before.table == view.table, "another table"
                assert [m.id for m in before.moves] == [m.id for m in moves], "other moves"
                world.play(move.id)
                total += world.game.rules.score(world.state, world.variant.cards, view.seat)
            return total
        assert len(view.observation) > 10
        return max(moves, key=worth)
"""


@pytest.mark.parametrize("name", ["matrix", "menagerie"])
def test_a_bot_may_play_on_in_worlds_that_it_cannot_tell_from_the_real_one(name: str, tmp_path: Path) -> None:
    (tmp_path / "ahead.py").write_text(dedent(LOOKAHEAD))
    bot = find(str(tmp_path / "ahead.py"), seconds=60)
    match = Match(load(name).variant(3), seed=2)
    for _ in range(4):
        before = match.bytes
        action = bot.choose(match, match.seat or 0)
        assert match.bytes == before
        match.play(action)
    bot.close()


def test_worlds_differ_where_the_seat_cannot_know(tmp_path: Path) -> None:
    match = Match(load("matrix").variant(4), seed=2)
    seat = match.seat or 0
    worlds = [match.imagine(seat, seed) for seed in range(8)]
    others = [p for p in range(4) if p != seat]
    assert len({tuple(tuple(world.state.hand[p]) for p in others) for world in worlds}) > 1
    assert {tuple(world.state.hand[seat]) for world in worlds} == {tuple(match.state.hand[seat])}
    assert all(world.steps == [] for world in worlds)


def test_a_seed_that_is_none_is_a_fault(tmp_path: Path) -> None:
    bot = find(talking(tmp_path, 'say(type="imagine", seed=-1)'))
    match = Match(load("matrix").variant(), seed=3)
    with pytest.raises(BotFault, match="asked to imagine with the seed -1"):
        bot.choose(match, match.seat or 0)
    bot.close()
