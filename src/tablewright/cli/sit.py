"""`tablewright sit`: a bot on this machine takes a seat at a table on another one."""

import json
import re
import sys
from contextlib import ExitStack
from typing import Annotated, Any
from urllib.parse import urlencode

import typer

from tablewright.bots.allowance import Allowance, NoAnswer, Wall
from tablewright.bots.outside import command_of
from tablewright.bots.process import Program
from tablewright.bots.protocol import Message, line_of
from tablewright.cli.screen import Screen
from tablewright.engine import TablewrightError

LINK = re.compile(r"http(?P<secure>s?)://(?P<host>[^/?#]+)(?P<path>(?:/[^?#]*)?/rooms/[0-9a-f]{16})/?")
SECONDS_TO_LOAD = 300.0  # all seconds here are on the wall, as those of the table's clock
SECONDS_A_MOVE = 600.0  # without a clock

Link = Annotated[str, typer.Argument(metavar="LINK", help="The invite link of a room with an open seat.")]
OwnBot = Annotated[
    str, typer.Argument(metavar="BOT", help="Your bot: file.py, file.py:name, run:COMMAND, openspiel:mcts.")
]
Shown = Annotated[str, typer.Option(metavar="NAME", help="What it is called at the table.")]


def sit(link: Link, bot: OwnBot, name: Shown = "Bot") -> None:
    """Let a bot of this machine play at a table: it sits down by the invite link and stays until the game is over."""
    try:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect
    except ImportError as missing:
        raise TablewrightError("this needs websockets; try: pip install 'tablewright[table]'") from missing
    with ExitStack() as stack:
        try:
            program = Program(command_of(bot))
            stack.callback(program.stop)
            Relay(stack.enter_context(connect(address_of(link, name), max_size=None)), program, Screen()).play()
        except NoAnswer as silence:
            raise TablewrightError(f"the bot {bot} {silence}") from None
        except (OSError, WebSocketException) as fault:
            raise TablewrightError(f"{link} cannot be reached: {fault}") from None


def address_of(link: str, name: str) -> str:
    """Where the socket of a room is, by its invite link."""
    found = LINK.fullmatch(link.strip())
    if not found:
        raise TablewrightError(f"{link!r} is not an invite link; it looks like http://host:8000/rooms/0123456789abcdef")
    return f"ws{found['secure']}://{found['host']}{found['path']}/bot?{urlencode({'name': name})}"


class Relay:
    """Hands on what table and bot say to each other."""

    def __init__(self, socket: Any, program: Program, screen: Screen) -> None:
        self.socket, self.program, self.screen = socket, program, screen
        self.last_error = ""

    def play(self) -> None:
        """Until the game is over, or the table sends the bot away."""
        while (message := self._heard()).get("type") != "end":
            kind = message.get("type")
            if kind == "error":
                self.screen.complain(message["error"])
                self.last_error = message["error"]
            elif kind in ("hello", "game"):
                self._tell(message)
                self._check_loaded(self._answer(SECONDS_TO_LOAD))
            elif kind == "decide":
                self._tell(message)
                while self._answer(message.get("seconds") or SECONDS_A_MOVE).get("type") == "imagine":
                    self._tell(self._heard())
        self._tell(message)
        self.screen.say(f"The game is over; the bot's share of the win is {message['shares'][message['seat']]:g}.")

    def _heard(self) -> Message:
        from websockets.exceptions import ConnectionClosed

        try:
            made: Message = json.loads(self.socket.recv())
        except ConnectionClosed:
            raise TablewrightError(self.last_error or "the table has closed the connection") from None
        return made

    def _tell(self, message: Message) -> None:
        self.program.send(line_of(message))

    def _answer(self, seconds: float) -> Message:
        """Hand on the bot's next line, whatever it is; the table judges it."""
        try:
            line = self.program.receive(Allowance(Wall(), seconds))
        finally:
            for words in self.program.said():  # for whoever runs the bot; the table is not told
                print(words, file=sys.stderr)
        self.socket.send(line.decode("utf-8", "replace").strip())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = {}
        return answer if isinstance(answer, dict) else {}

    def _check_loaded(self, answer: Message) -> None:
        if "error" in answer:
            raise TablewrightError(str(answer["error"]))
