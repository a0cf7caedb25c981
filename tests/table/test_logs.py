"""What the server tells whoever runs it: lines that programs can read, without tokens, passwords and seeds."""

import json
import logging
import sqlite3
import subprocess
import sys
from contextlib import closing
from logging.config import dictConfig
from pathlib import Path

import httpx
import pytest
from table_helpers import PATIENCE, Server

from tablewright.table.logs import FORMATS, configuration, without_secrets
from tablewright.table.settings import Settings

TOKEN = "R4bNkm___OVxns2iIBEB8kIrih0cUvFDu-Cur6ASk1g"  # of the form of those that the server makes
TELLING = [
    f"Cookie: tablewright={TOKEN}; other=1",
    f"cookie: __Host-tablewright={TOKEN}",
    f"{{'authorization': 'Bearer {TOKEN}'}}",
    f"('tablewright-token', '{TOKEN}')",
    f'{{"tablewright-token": "{TOKEN}"}}',
    f"cannot reach postgresql://table:{TOKEN}@db.example/tables",
    f"connection failed: host=db user=table password={TOKEN}",
]


@pytest.mark.parametrize("text", TELLING)
def test_a_secret_is_struck_out(text: str) -> None:
    assert TOKEN in text
    assert TOKEN not in without_secrets(text)


def test_the_rest_of_a_line_stays() -> None:
    text = "room abc123: move by seat 1 is number 12 at http://127.0.0.1:8000/rooms/abc123"
    assert without_secrets(text) == text
    assert "4711" not in without_secrets("Match(seed=4711)")


@pytest.mark.parametrize("how", FORMATS)
def test_a_failure_is_told_with_its_traceback_and_without_its_secret(how: str) -> None:
    logger = logging.Logger("tablewright.table.trial")
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(FORMATS[how]().format(record))  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        raise RuntimeError(f"tablewright={TOKEN}")
    except RuntimeError:
        logger.exception("it failed for Bearer %s", TOKEN)
    (line,) = lines
    assert TOKEN not in line
    assert "RuntimeError" in line
    if how == "json":
        assert "\n" not in line
        told = json.loads(line)
        assert told["level"] == "error"
        assert told["from"] == "tablewright.table.trial"
        assert told["text"].startswith("it failed for Bearer")


def test_the_server_tells_what_happens_as_lines_of_json(tmp_path: Path) -> None:
    """Every line can be read, and none has a token or the seed of the game in it."""
    heard = tmp_path / "told"
    with heard.open("w") as out:
        server = Server(tmp_path, errors=out, TABLEWRIGHT_LOGS="json", TABLEWRIGHT_LOG_LEVEL="info")
        try:
            tokens = play_some(server.url)
        finally:
            server.kill()
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    assert any("move by seat" in line["text"] for line in lines)
    with closing(sqlite3.connect(tmp_path / "table.db")) as database:
        seeds = [str(seed) for (seed,) in database.execute("select secret from rooms")]
    assert all(len(seed) > 40 for seed in seeds)
    assert seeds
    assert not [secret for secret in tokens + seeds if secret in heard.read_text()]


def play_some(url: str) -> list[str]:
    with httpx.Client(base_url=f"{url}/api", timeout=PATIENCE) as client:
        made = client.post("/rooms", json={"game": "matrix"})
        room = f"/rooms/{made.json()['room']}"
        tokens = [made.headers["tablewright-token"], client.post(f"{room}/join", json={}).headers["tablewright-token"]]
        people = [{"authorization": f"Bearer {token}"} for token in tokens]
        client.post(f"{room}/start", headers=people[0]).raise_for_status()
        seat = client.get(room).json()["deciding"]
        seen = client.get(f"{room}/view", headers=people[seat]).json()
        wish = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
        client.post(f"{room}/moves", json=wish, headers=people[seat]).raise_for_status()
        return tokens


def test_a_format_that_there_is_not_is_refused_in_one_line() -> None:
    command = [sys.executable, "-m", "tablewright", "serve", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, env={"TABLEWRIGHT_LOGS": "xml"}, check=False)
    assert done.returncode == 2
    assert "TABLEWRIGHT_LOGS" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_configuration_is_one_that_python_takes() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        dictConfig(configuration(Settings().logs, Settings().log_level))
        assert len(root.handlers) == 1
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
