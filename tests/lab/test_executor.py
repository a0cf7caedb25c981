"""The same work on threads, after a trip through pickle, and on a real Ray cluster that loses a node."""

import importlib.util
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tablewright import games
from tablewright.bots.stepping import MoveByMove
from tablewright.engine import Game, TablewrightError
from tablewright.games.sources import cards_from
from tablewright.lab.executor import Cluster, Threads, _answers, _do, _workers, executor_of
from tablewright.lab.plan import Plan
from tablewright.lab.runs import read_run, run_of
from tablewright.lab.simulate import Chunk, Games, StopRule

PLANTED = Path(__file__).parent / "planted"


class Squares:
    """A job that squares numbers."""

    def worker(self) -> Callable[[int], int]:
        return lambda part: part * part


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_parts(threads: int) -> None:
    assert list(Threads(threads).map(Squares(), range(40))) == [n * n for n in range(40)]


def test_parts_are_drawn_as_results_are_taken() -> None:
    drawn: list[int] = []

    def parts() -> Iterator[int]:
        for n in range(100):
            drawn.append(n)
            yield n

    results = Threads(2).map(Squares(), parts())
    next(results)
    assert len(drawn) <= 5
    results.close()  # type: ignore[attr-defined]
    assert len(drawn) <= 5


def test_the_first_fault_ends_it() -> None:
    class Broken:
        def worker(self) -> Callable[[int], int]:
            return lambda part: 1 // (3 - part)

    with pytest.raises(ZeroDivisionError):
        list(Threads(2).map(Broken(), range(10)))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_rows_do_not_depend_on_the_threads(planted: Game, threads: int) -> None:
    plan = Plan.named(planted.variant(), ["greedy", "random"])
    one, other = (run_of(plan, StopRule(501), 7, Threads(n)) for n in (1, threads))
    for name in ("games", "shares", "scores", "turns", "decisions", "probes", "first"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()


class Slow:
    """An executor of four workers on which every game takes a known time; it notes the ranges."""

    workers, brisk = 4, 2.0

    def __init__(self, seconds: float) -> None:
        self.seconds, self.ranges = seconds, list[int]()

    def map(self, job: Games, parts: Iterable[tuple[int, int]]) -> Iterator[Chunk]:
        work = job.worker()
        for part in parts:
            self.ranges.append(part[1])
            yield replace(work(part), seconds=self.seconds * part[1])


@pytest.mark.parametrize(("seconds", "usual"), [(0.01, 200), (0.1, 20), (10.0, 1)])
def test_ranges_take_about_as_long_as_asked_and_get_smaller_in_the_end(
    planted: Game, seconds: float, usual: int
) -> None:
    """Otherwise the last worker plays on alone for as long as a whole range."""
    slow, number = Slow(seconds), 40 * usual
    plan = Plan.named(planted.variant(), ["ismcts:1"])
    run = run_of(plan, StopRule(number), 3, slow)  # type: ignore[arg-type]
    assert run.games.tolist() == list(range(number))
    assert max(slow.ranges) == usual
    assert sum(slow.ranges) == number
    assert slow.ranges[-1] <= max(1, usual // 4)
    assert min(slow.ranges[2:-1], default=1) >= max(1, usual // 8)  # and not so small that sending them counts


def test_ranges_do_not_cut_a_seed_in_two(planted: Game) -> None:
    slow = Slow(0.3)
    run_of(Plan.named(planted.variant(), ["ismcts:1", "random"]), StopRule(100), 3, slow)  # type: ignore[arg-type]
    assert all(number % 2 == 0 for number in slow.ranges)


def chunk_of(plan: Plan) -> bytes:
    chunk = Games(plan, 3).worker()((10, 20))
    return chunk.shares.tobytes() + chunk.scores.tobytes() + chunk.probes.tobytes()


def test_a_plan_travels_with_its_changes_and_bots() -> None:
    plan = Plan.named(games.load("matrix").variant(3, None, {"rotate_steps": 2}), ["greedy", "random", "ismcts:8"])
    there = pickle.loads(pickle.dumps(plan))
    assert (there.names, there.variant.describe()) == (plan.names, plan.variant.describe())
    assert chunk_of(there) == chunk_of(plan)


def test_a_folder_and_a_card_file_of_ones_own_travel_too(planted: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((PLANTED / "cards.toml").read_text("utf-8").replace("default = 4", "default = 3"), "utf-8")
    plan = Plan.named(cards_from(planted, str(file)).variant(), ["random"])
    packed = pickle.dumps(plan)
    code = (
        "import pickle, sys; from tablewright.lab.simulate import Games;"
        "plan = pickle.load(sys.stdin.buffer); chunk = Games(plan, 3).worker()((10, 20));"
        "sys.stdout.buffer.write(chunk.shares.tobytes() + chunk.scores.tobytes() + chunk.probes.tobytes())"
    )
    told = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True, check=True, cwd=tmp_path)
    assert told.stdout == chunk_of(plan)
    assert plan.variant.bound == 6


def test_a_bot_of_this_machine_does_not_travel(planted: Game) -> None:
    with pytest.raises(TablewrightError, match="a cluster plays with built-in bots only"):
        pickle.dumps(Plan.of(planted.variant(), [MoveByMove("own.py")]))


def test_a_bot_for_each_seat_or_one_for_all(planted: Game) -> None:
    with pytest.raises(TablewrightError, match="2 players need 2 bots, or one for all; not 3"):
        Plan.named(planted.variant(), ["random"] * 3)


class Lost(Exception):
    """Stands for Ray's own exceptions."""


class Failed(Lost):
    """One that carries what a worker raised."""

    def __init__(self, text: str, cause: Exception | None = None) -> None:
        super().__init__(text)
        self.cause = cause


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            Failed("ray::_do()\n  File x\nTablewrightError: no such game", TablewrightError("unknown game 'mine'")),
            "a worker of the cluster failed: unknown game 'mine'",
        ),
        (Failed("ray::_do()\n  File x\nMemoryError: 3 GB"), "a worker of the cluster failed: MemoryError: 3 GB"),
        (Lost("The head is gone.\nSee the logs."), "the cluster is lost: The head is gone."),
    ],
)
def test_what_goes_wrong_on_a_worker_is_one_line_here(fault: Lost, told: str) -> None:
    def get(promise: Lost) -> None:
        raise promise

    cluster = Cluster.__new__(Cluster)
    cluster._ray = SimpleNamespace(get=get, exceptions=SimpleNamespace(RayTaskError=Failed, RayError=Lost))
    with pytest.raises(TablewrightError) as raised:
        cluster._collected(fault)
    assert str(raised.value) == told


@pytest.mark.parametrize("address", ["nowhere", "host:", "host:port"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    with pytest.raises(ValueError, match="an address is HOST:PORT, or auto"):
        _answers(address)


def test_a_part_keeps_its_worker_for_the_parts_to_come() -> None:
    made: list[int] = []

    class Counted:
        def worker(self) -> Callable[[int], int]:
            made.append(1)
            return lambda part: part + len(made)

    _workers.clear()
    _workers["key"] = Counted().worker()
    assert [_do(b"never read", "key", part) for part in (1, 2, 3)] == [2, 3, 4]
    assert len(made) == 1
    packed = pickle.dumps(Squares())
    assert _do(packed, "other", 5) == 25
    assert list(_workers) == ["other"]  # the worker before is let go


HAS_RAY = importlib.util.find_spec("ray") is not None


def test_threads_or_a_cluster() -> None:
    with pytest.raises(TablewrightError, match="give --threads or --cluster, not both"):
        executor_of("auto", 2)
    if not HAS_RAY:
        with pytest.raises(TablewrightError, match="needs the package ray"):
            executor_of("auto")


ray = pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed (pip install 'tablewright[cluster]')")


def command(*words: object, folder: Path) -> "subprocess.CompletedProcess[str]":
    typed = [sys.executable, "-m", "tablewright", *map(str, words)]
    return subprocess.run(typed, cwd=folder, capture_output=True, text=True, check=False, timeout=1200)


@ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_a_cluster_that_is_not_there(address: str, tmp_path: Path) -> None:
    told = command("simulate", "matrix", "--games", 10, "--cluster", address, folder=tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith(f"tablewright: there is no Ray cluster at '{address}'")
    assert told.stderr.count("\n") == 1


def node(*words: str) -> "subprocess.Popen[bytes]":
    """A node of a cluster, which lives as long as its process group."""
    script = Path(sys.executable).with_name("ray")
    common = ["--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats", "--block"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([script, "start", *words, *common], stdout=quiet, stderr=quiet, start_new_session=True)


def end(one: "subprocess.Popen[bytes]") -> None:
    if one.poll() is None:
        os.killpg(one.pid, signal.SIGTERM)
        try:
            one.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(one.pid, signal.SIGKILL)
            one.wait()


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def listening(port: int, seconds: float) -> None:
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        try:
            socket.create_connection(("127.0.0.1", port), 60).close()
            return
        except OSError:
            time.sleep(0.3)
    raise AssertionError("the cluster did not start")


NODES = (
    "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False); print(ray.cluster_resources().get('CPU', 0))"
)
PLAYS = """
import sys
from pathlib import Path
from tablewright import games
from tablewright.lab.executor import Cluster
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Keeper, write_run
from tablewright.lab.simulate import play

folder, address, number, file = sys.argv[1:]
plan, keeper = Plan.named(games.load(folder).variant(), ["ismcts:20000", "random"]), Keeper()
play(plan, int(number), 5, Cluster(address), lambda more: print(more, flush=True), keeper.add)
write_run(keeper.run(plan, 5), Path(file))
"""


def both_nodes(address: str, seconds: float) -> None:
    """Wait until the cluster has two workers."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        told = subprocess.run([sys.executable, "-c", NODES, address], capture_output=True, text=True, check=False)
        if told.stdout.strip() == "2.0":
            return
    raise AssertionError("the second node did not join")


def driver(address: str, number: int, file: str, folder: Path) -> "subprocess.Popen[bytes]":
    """Plays games on the cluster; the first range is done when this returns."""
    words = [sys.executable, "-c", PLAYS, str(PLANTED), address, str(number), file]
    made = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert made.stdout is not None
    assert int(made.stdout.readline() or 0) > 0, made.communicate()[1].decode()
    return made


@ray
def test_a_cluster_that_loses_a_node_gives_the_same_bytes(tmp_path: Path) -> None:
    """Two nodes play a game of one's own folder: one is interrupted, then one of the nodes is killed in the middle."""
    port, short = free_port(), tempfile.mkdtemp(prefix="tw")  # the names of Ray's sockets must be short
    address, number = f"127.0.0.1:{port}", 400
    nodes = [node("--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={short}")]
    try:
        listening(port, 600)
        nodes.append(node(f"--address={address}"))
        both_nodes(address, 600)
        stopped = driver(address, 10 * number, "part.parquet", tmp_path)
        stopped.send_signal(signal.SIGINT)
        said = stopped.communicate(timeout=1200)[1]
        assert stopped.returncode == 0, said
        assert 0 < len(read_run(tmp_path / "part.parquet").games) < 10 * number
        far = driver(address, number, "far.parquet", tmp_path)
        end(nodes[1])
        said = far.communicate(timeout=1200)[1]
        assert far.returncode == 0, said
        near = ["simulate", PLANTED, "--games", number, "--bots", "ismcts:20000,random", "--seed", 5]
        assert command(*near, "-o", "near.parquet", folder=tmp_path).returncode == 0
    finally:
        for one in reversed(nodes):
            end(one)
        shutil.rmtree(short, ignore_errors=True)
    away, home = (read_run(tmp_path / name) for name in ("far.parquet", "near.parquet"))
    assert away.info == home.info
    for name in ("games", "shares", "scores", "turns", "decisions", "probes", "first"):
        assert np.array_equal(getattr(away, name), getattr(home, name)), name
    assert (tmp_path / "far.parquet").read_bytes() == (tmp_path / "near.parquet").read_bytes()
