"""What several tests of the table need."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from fastapi.testclient import TestClient

from tablewright.engine import Match

DEALT = Path(__file__).with_name("dealt_server.py")

PATIENCE = 600  # seconds: only what never happens takes so long


class Server:
    """The real server in its own process; it can be killed and started again on the same port and database.

    With a `deal` its games are dealt by that seed and the following ones: what a browser finds today it finds tomorrow.
    """

    def __init__(self, folder: Path, errors: IO[str] | None = None, deal: int | None = None, **settings: str) -> None:
        self.folder, self.errors, self.settings, self.port = folder, errors, settings, "0"
        self.program = ["-m", "tablewright.table.serve"] if deal is None else [str(DEALT), str(deal)]
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        given = {
            "TABLEWRIGHT_DATABASE": f"sqlite:///{self.folder / 'table.db'}",
            "TABLEWRIGHT_PORT": self.port,
            "TABLEWRIGHT_BOT_PAUSE": "0",
            "TABLEWRIGHT_BOT_PROCESSES": "0",
            "TABLEWRIGHT_MESSAGES_PER_SECOND": "1000",
            "TABLEWRIGHT_REQUESTS_PER_SECOND": "1000",
            "TABLEWRIGHT_READS_PER_SECOND": "10000",
        }
        environment = os.environ | given | self.settings
        command = [sys.executable, *self.program]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found, "the server did not start"
        self.port, self.url = found[1], found[0]

    def deal_again(self) -> None:
        """The next game is dealt by the first seed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()


def seated(answer: Any) -> dict[str, Any]:
    """What the HTTP interface says to somebody who is new, with the token that comes beside it."""
    return {**answer.json(), "token": answer.headers["tablewright-token"]}


def new_game(client: TestClient, game: str = "matrix") -> str:
    answer = client.post("/play", data={"game": game}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def friends(client: TestClient, game: str = "matrix") -> str:
    answer = client.post("/rooms", data={"game": game, "name": "Ann"}, follow_redirects=False)
    return str(answer.headers["location"])


def stranger(client: TestClient) -> TestClient:
    """Another browser at the same server, which runs in the event loop of the first."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


def play_out(match: Match, choice: int = 0) -> Match:
    """The match, played to its end by always the same place in the list of legal moves."""
    while not match.over:
        legal = match.legal_ids
        match.play(legal[choice % len(legal)])
    return match
