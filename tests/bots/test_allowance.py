"""A bot is limited by its own processor time: of all its processes, and however busy the machine is."""

import os
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from threading import Thread

import pytest

from tablewright.bots import BotFault, process
from tablewright.bots.allowance import Allowance, NoAnswer, TooLate, Wall
from tablewright.bots.outside import OutsideBot
from tablewright.bots.process import Program
from tablewright.engine import Match
from tablewright.games import load

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux shows processor time")

BURN = """
    import os, signal, subprocess, sys, threading, time
    def burn(seconds, clock=time.process_time):
        end = clock() + seconds
        while clock() < end:
            pass
"""
READY = "print('ready', flush=True)"
# Each uses 0.6 s and says so.
WAYS = {
    "itself": "burn(0.6)",
    "a thread": "one = threading.Thread(target=burn, args=(0.6,)); one.start(); one.join()",
    "a child that is waited for": "os.fork() or (burn(0.6), os._exit(0)); os.wait()",
    "a child that goes on": "os.fork() or (burn(0.6), print('ready', flush=True)); time.sleep(99)",
    "an orphan": "os.fork() or (os.fork() and os._exit(0), burn(0.6), print('ready', flush=True)); time.sleep(99)",
    "a child of another session": "os.fork() or (os.setsid(), burn(0.6), print('ready', flush=True)); time.sleep(99)",
}


@pytest.fixture(params=["shut in", "bare"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "bare":
        monkeypatch.setattr(process, "sandbox", tuple)
    elif not process.sandbox():
        pytest.skip("NO SANDBOX TESTS: bubblewrap is not installed, or not allowed to make namespaces")
    return str(request.param)


@pytest.fixture
def program(request: pytest.FixtureRequest, way: str) -> Iterator[Program]:
    """A program that says `ready`, and once more when it is asked and has done what the test wants."""
    text = "\n".join((dedent(BURN), READY, "input()", request.param, READY, "input()"))
    made = Program([sys.executable, "-c", text])
    assert made.receive(made.allowance(60)) == b"ready\n"
    yield made
    made.stop()


@pytest.mark.parametrize("program", WAYS.values(), ids=WAYS, indirect=True)
def test_all_that_it_starts_is_measured(program: Program) -> None:
    allowance = program.allowance(60)
    assert allowance.used() < 0.3
    program.send(b"go\n")
    assert program.receive(allowance) == b"ready\n"
    assert 0.55 <= allowance.used() < 5


@pytest.mark.parametrize("program", ["burn(0.6)"], indirect=True)
def test_what_it_used_before_is_not_counted(program: Program) -> None:
    program.send(b"go\n")
    program.receive(program.allowance(60))
    assert program.allowance(60).used() < 0.3


@pytest.mark.parametrize(
    "program", ["signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.fork() or burn(99); time.sleep(99)"], indirect=True
)
def test_a_program_that_computes_is_stopped_by_its_processor_time(program: Program) -> None:
    allowance = program.allowance(0.5)
    program.send(b"go\n")
    with pytest.raises(TooLate, match=r"^gave no answer within 0\.5 seconds of processor time$"):
        program.receive(allowance)
    assert allowance.used() >= 0.5


@pytest.mark.parametrize("program", ["time.sleep(99)"], indirect=True)
def test_a_program_that_sleeps_is_stopped_on_the_wall(program: Program) -> None:
    with pytest.raises(
        NoAnswer, match=r"^gave no answer, it sleeps or waits; it used 0\.\d\d s of processor time in 0\.5 s$"
    ):
        program.receive(Allowance(program._measure, 0.5, patience=1))


def test_without_a_measure_time_on_the_wall_counts() -> None:
    allowance = Allowance(Wall(), 0.0)
    with pytest.raises(TooLate, match=r"^gave no answer within 0 seconds$"):
        allowance.check()


STOPS = """
    import os
    def choose(view, moves):
        os.write(os.open({told!r}, os.O_RDWR), str(os.getpid()).encode())
        os.read(os.open({go!r}, os.O_RDWR), 1)
        return moves[0]
"""


def test_a_bot_that_the_machine_does_not_run_is_not_punished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "sandbox", tuple)  # its number is that of its process here
    for name in ("told", "go"):
        os.mkfifo(tmp_path / name)
    told, go = (os.open(tmp_path / name, os.O_RDWR) for name in ("told", "go"))
    text = dedent(STOPS).format(told=str(tmp_path / "told"), go=str(tmp_path / "go"))
    (tmp_path / "mine.py").write_text(text)
    bot, match = OutsideBot(str(tmp_path / "mine.py"), seconds=0.5, patience=1000), Match(load("matrix").variant(), 1)
    made: list[int | BotFault] = []
    thinking = Thread(target=lambda: made.append(_choice(bot, match)))
    thinking.start()
    assert select.select([told], [], [], 600)[0], made
    number = int(os.read(told, 20))
    os.kill(number, signal.SIGSTOP)
    os.write(go, b".")  # it may go on, and cannot
    thinking.join(1)  # twice its seconds on the wall
    assert thinking.is_alive(), made
    os.kill(number, signal.SIGCONT)
    thinking.join()
    bot.close()
    os.close(told)
    os.close(go)
    assert made == [match.legal_ids[0]]
    assert bot.spent < 0.5


def _choice(bot: OutsideBot, match: Match) -> int | BotFault:
    try:
        return bot.choose(match, match.seat or 0)
    except BotFault as fault:
        return fault
