"""How long the server waits: for the head of a request, and for its own end."""

import asyncio
import os
import threading
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0  # seconds in which a connection must have sent the head of a request
GRACE = 2  # seconds that open requests get when the server ends
LAST = 4.5  # seconds after which it ends, whatever hangs


class Impatient(H11Protocol):
    """Closes a connection that begins a request and does not come to the end of its head."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(None)

    def _wait(self, before: object) -> None:
        self.loop.call_later(HEAD, self._look, before)

    def _look(self, before: object) -> None:
        """A request between two looks, or one that is being answered, is a reason to go on."""
        if self not in self.connections:  # closed, or a socket by now
            return
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.cycle is before:
            self.transport.close()
        else:
            self._wait(self.cycle)


class Server(uvicorn.Server):
    """A server that ends soon when it shall, even if a database or a search does not answer."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The time runs from the signal on, also if it comes while the server starts or its loop is held up."""
        end = threading.Timer(LAST, os._exit, [0])
        end.daemon = True
        end.start()
        super().handle_exit(sig, frame)
