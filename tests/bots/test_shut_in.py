"""A program of somebody else's in its sandbox: a program that means harm tries every promise of docs/protocol.md."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tablewright.bots import process
from tablewright.bots.limits import MORE
from tablewright.bots.process import LIMITS, Program, sandbox

PROBES = {
    "network": "socket.create_connection(('127.0.0.1', {port}), 5)",
    "socket of another program": "socket.socket(socket.AF_UNIX).connect({unix!r})",
    "our process": "os.stat('/proc/{pid}/cmdline') and open('/proc/{pid}/cmdline', 'rb').read().index({me!r})",
    "ending our process": "os.kill({pid}, 0) or os.readlink('/proc/{pid}/cwd').index('')",
    "a file beside it": "open({folder!r} + '/made', 'w')",
    "a file of the home": "open(os.path.expanduser('~/.tablewright-tried'), 'w')",
    "a file of the system": "open('/etc/tablewright-tried', 'w')",
    "the database": "os.environ['TABLEWRIGHT_DATABASE']",
    "more of the file system": "ctypes.CDLL(None, use_errno=True).mount(b'/', b'/tmp', None, 4096, None) and 1 / 0",
}
TALK = """
    import ctypes, json, os, socket, sys
    done = []
    for name, code in json.loads(sys.argv[1]).items():
        try:
            exec(code)
            done.append(name)
        except Exception:
            pass
    os.makedirs({temporary!r} + "/own")
    print(json.dumps(done), flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """A port, a socket, a process, a folder and a setting that a bot has no business with."""
    if not sandbox():
        pytest.skip("NO SANDBOX TESTS: bubblewrap is not installed, or not allowed to make namespaces")
    monkeypatch.setenv("TABLEWRIGHT_DATABASE", "postgresql://user:password@host/tables")
    port, unix = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX)
    place = Path(process._temporary()) / f"tablewright-{os.getpid()}"
    unix.bind(str(place))
    unix.listen()
    me = Path(f"/proc/{os.getpid()}/cmdline").read_bytes()
    told = {"port": port.getsockname()[1], "unix": str(place), "pid": os.getpid(), "me": me, "folder": str(tmp_path)}
    yield told
    port.close()
    unix.close()
    place.unlink()


def tried(folder: Path, probes: dict[str, str]) -> list[str]:
    """Which of the probes succeed in a program of a bot."""
    file = folder / "harmful.py"
    file.write_text(dedent(TALK).format(temporary=process._temporary()))
    program = Program([sys.executable, str(file), json.dumps(probes)])
    try:
        return list(json.loads(program.receive(program.allowance(60))))
    finally:
        program.stop()


def test_nothing_outside_can_be_reached(there: dict[str, object], tmp_path: Path) -> None:
    assert tried(tmp_path, {name: code.format(**there) for name, code in PROBES.items()}) == []
    assert not Path(process._temporary(), "own").exists()  # what it wrote to its temporary folder is gone


def test_without_a_sandbox_the_probes_do_succeed(
    there: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise they would show nothing; the setting is not told in any case."""
    monkeypatch.setattr(process, "sandbox", tuple)
    monkeypatch.setattr(process, "_temporary", lambda: str(tmp_path / "temporary"))
    harmless = ("network", "socket of another program", "our process", "a file beside it", "the database")
    probes = {name: PROBES[name].format(**there) for name in harmless}
    assert tried(tmp_path, probes) == [name for name in harmless if name != "the database"]


FORKS = """
import os, sys, time
made = 0
try:
    while made < {most}:
        if os.fork() == 0:
            time.sleep(99)
        made += 1
except BlockingIOError:
    pass
print(made, flush=True)
os.killpg(0, 9)
"""


def test_the_number_of_processes_is_bounded() -> None:
    """For everybody but root, whom Linux does not bound."""
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable  # one for everybody
    command = [python, "-ISc", LIMITS.read_text(), str(1 << 30), python, "-c", FORKS.format(most=2 * MORE)]
    somebody: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, start_new_session=True, cwd="/", **somebody
        )
    except PermissionError:
        pytest.skip("only root may run this Python")
    assert 0 < int(done.stdout) <= MORE, done.stderr
