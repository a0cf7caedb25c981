"""Start the server: `tablewright serve`, or `python -m tablewright.table.serve`."""

import socket

import uvicorn

from tablewright.engine import TablewrightError
from tablewright.table.app import create_app
from tablewright.table.security import LARGEST_SOCKET_MESSAGE
from tablewright.table.settings import Settings


def run(settings: Settings) -> None:
    """Serve until interrupted."""
    listening = bind(settings)
    host, port = listening.getsockname()[:2]
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        ws_max_size=LARGEST_SOCKET_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )
    print(f"Tablewright is at http://{host}:{port}", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


def bind(settings: Settings) -> socket.socket:
    """The open port, or one line that says why not."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as fault:
        listening.close()
        raise TablewrightError(
            f"{settings.host}:{settings.port} cannot be used: {fault.strerror}; choose another with --port"
        ) from fault
    return listening


if __name__ == "__main__":
    run(Settings())
