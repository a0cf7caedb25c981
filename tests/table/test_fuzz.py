"""Whatever pages send in whatever order: the server answers, only legal things happen, and the database has them.

`TABLEWRIGHT_FUZZ=100000` sends that many messages (see `benchmarks/table_load.py --fuzz`).
"""

import asyncio
import json
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from table_helpers import PATIENCE

from tablewright.games import names
from tablewright.table import gathering
from tablewright.table.app import create_app
from tablewright.table.hub import Hub
from tablewright.table.rooms import PERSON, Room, Seat
from tablewright.table.security import hashed
from tablewright.table.settings import Settings

MESSAGES = int(os.environ.get("TABLEWRIGHT_FUZZ", "300"))
STEPS = 50 if MESSAGES < 1000 else 300  # of one room
TOKENS = ("token-of-ann", "token-of-bob", "nobody")
WHO = st.integers(0, len(TOKENS) - 1)
KINDS = [
    "move",
    "ask",
    "agree",
    "refuse",
    "concede",
    "alone",
    "stand_in",
    "back",
    "order",
    "hint",
    "why",
    "chat",
    "sync",
]
NUMBERS = st.integers(-2, 40) | st.sampled_from([2**31 - 1, 2**31, 2**63, 10**30, -(2**63)])
VALUES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=20) | st.lists(st.integers(), max_size=3)
)
WILD = st.dictionaries(st.sampled_from(["do", "number", "value", "text", "x"]), VALUES | st.sampled_from(KINDS))
TAME = st.fixed_dictionaries(
    {"do": st.sampled_from([kind for kind in KINDS if kind != "concede"])},
    optional={"number": NUMBERS, "value": NUMBERS, "text": st.text(max_size=2100)},
)
RAW = st.text(max_size=60) | st.sampled_from(["[" * 5000, "9" * 5000, '{"do":', "null", "\x00", '"\\ud800"', "{}"])


class Line:
    """One open page of a room, without a network."""

    def __init__(self, app: Any, room: str, token: str) -> None:
        headers = [(b"host", b"table.example"), (b"cookie", f"tablewright={token}".encode())]
        address = {"path": f"/rooms/{room}/live", "query_string": b"", "root_path": "", "subprotocols": []}
        self.scope = {"type": "websocket", "scheme": "ws", "headers": headers, "client": ("127.0.0.1", 1), **address}
        self.app, self.closed, self.wholes = app, False, 0
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard = asyncio.Event()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(self.scope, self.inbox.get, self._hear))

    async def _hear(self, message: dict[str, Any]) -> None:
        self.closed = self.closed or message["type"] == "websocket.close"
        if message["type"] == "websocket.send":
            self.wholes += "seats" in json.loads(message["text"]).get("show", {})
        self.heard.set()

    async def whole(self) -> None:
        """Ask for everything and wait for it: then all that was sent before has been dealt with."""
        before = self.wholes
        self.inbox.put_nowait({"type": "websocket.receive", "text": '{"do": "sync"}'})
        async with asyncio.timeout(PATIENCE):
            while self.wholes == before and not self.closed:
                self.heard.clear()
                await self.heard.wait()

    async def leave(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait([self.task], timeout=PATIENCE)
        self.task.result()


class Pages(RuleBasedStateMachine):
    """Two players and a spectator who send anything."""

    told: ClassVar[Counter[str]] = Counter()

    @initialize(game=st.sampled_from(names()), seed=st.integers(0, 1000))
    def begin(self, game: str, seed: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.Runner()
        self.loop.run(self._begin(game, seed))

    async def _begin(self, game: str, seed: int) -> None:
        database = f"sqlite:///{Path(self.folder.name) / 'table.db'}"
        limits = {"messages_per_second": 1e9, "bot_processes": 0, "bot_pause": 0, "away_seconds": 0}
        self.app = create_app(Settings(database=database, **limits))  # type: ignore[arg-type]
        self.lifespan = self.app.router.lifespan_context(self.app)
        await self.lifespan.__aenter__()
        self.hub: Hub = self.app.state.hub
        seats = [Seat(PERSON, token, token=hashed(token)) for token in TOKENS[:2]]
        with patch("tablewright.table.gathering.secrets.randbelow", return_value=seed):
            variant, host = self.hub.variant(game, 2), hashed(TOKENS[0])
            self.room_id = (await gathering.create(self.hub, variant, host, "Ann", seats, start=True)).id
        self.lines = [Line(self.app, self.room_id, token) for token in TOKENS]
        for line in self.lines:
            await line.whole()

    @property
    def room(self) -> Room:
        return self.hub.rooms[self.room_id]

    @rule(who=WHO, message=TAME)
    def say_something_well_formed(self, who: int, message: dict[str, Any]) -> None:
        self._send(who, {"text": json.dumps(message)})

    @rule(who=WHO, message=WILD)
    def say_something_wild(self, who: int, message: dict[str, Any]) -> None:
        self._send(who, {"text": json.dumps(message)})

    @rule(who=WHO, text=RAW)
    def say_something_raw(self, who: int, text: str) -> None:
        self._send(who, {"text": text})

    @rule(who=WHO, data=st.binary(max_size=40))
    def say_something_binary(self, who: int, data: bytes) -> None:
        self._send(who, {"bytes": data})

    @rule(stranger=st.none() | WHO, late=st.sampled_from([0, 0, 1, 3]), data=st.data())
    def move(self, stranger: int | None, late: int, data: st.DataObject) -> None:
        """A legal move of whoever decides, perhaps late, perhaps by somebody else; it counts only if it may."""
        before, match = self.room, self.room.match
        assert match is not None
        who = (before.deciding or 0) if stranger is None else stranger
        action = data.draw(st.sampled_from(match.legal_ids or [0]))
        number = max(0, before.number - late)
        counts = before.deciding == who and before.since <= number
        self._send(who, {"text": json.dumps({"do": "move", "number": number, "value": action})})
        assert self.room.number == before.number + counts
        self.told["moves that counted"] += counts

    @rule(who=WHO, sure=st.integers(0, 30))
    def concede(self, who: int, sure: int) -> None:
        """Seldom, since it ends the game."""
        before = self.room
        if sure < 30:
            return
        self._send(who, {"text": json.dumps({"do": "concede", "number": before.number})})
        assert self.room.finished == (before.finished or who < 2)

    def _send(self, who: int, message: dict[str, Any]) -> None:
        before = self.room.number
        self.loop.run(self._exchange(who, message))
        assert before <= self.room.number <= before + 1
        assert who < 2 or self.room.number == before
        self.told["messages"] += 2

    async def _exchange(self, who: int, message: dict[str, Any]) -> None:
        line = self.lines[who]
        line.inbox.put_nowait({"type": "websocket.receive", **message})
        await line.whole()
        if line.closed:  # too many refusals; the person comes back
            await line.leave()
            self.lines[who] = Line(self.app, self.room_id, TOKENS[who])
            await self.lines[who].whole()
            self.told["lines that were closed"] += 1

    @invariant()
    def nobody_is_lost(self) -> None:
        if hasattr(self, "lines"):
            assert not any(line.task.done() for line in self.lines)
            assert [self.room.seat_of(hashed(token)) for token in TOKENS] == [0, 1, None]

    def teardown(self) -> None:
        if hasattr(self, "lines"):
            self.loop.run(self._end())
        if hasattr(self, "folder"):
            self.loop.close()
            self.folder.cleanup()

    async def _end(self) -> None:
        """The database has the same room as the memory."""
        shown = self.room
        for line in self.lines:
            await line.leave()
        self.hub.rooms.clear()
        again = await self.hub.room(self.room_id)
        assert (again.number, again.status, again.lost) == (shown.number, shown.status, shown.lost)
        assert again.match is not None
        assert shown.match is not None
        assert again.match.bytes == shown.match.bytes
        await self.lifespan.__aexit__(None, None, None)


def test_whatever_pages_send() -> None:
    Pages.told.clear()
    rounds = settings(
        max_examples=max(1, MESSAGES // (2 * STEPS)),
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=True,  # as Hypothesis does under CI by itself
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Pages, settings=rounds)
    print(", ".join(f"{count} {what}" for what, count in Pages.told.items()))
    assert Pages.told["moves that counted"] > 0
