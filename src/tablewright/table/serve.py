"""Start the server: `tablewright serve`, or `python -m tablewright.table.serve` with settings from the environment."""

import gc
import os
import socket
import sys
import webbrowser

import uvicorn

from tablewright.engine import TablewrightError
from tablewright.table.app import create_app
from tablewright.table.security import LARGEST_SOCKET_MESSAGE
from tablewright.table.settings import Settings
from tablewright.table.store import Store


def run(settings: Settings, show: bool = False, reload: bool = False) -> None:
    """Serve until interrupted; whatever is wrong with port or database is said before."""
    Store(settings.database).upgrade()
    if reload:
        _run_reloading(settings)
        return
    with bind(settings) as listening:
        address = f"http://{settings.host}:{listening.getsockname()[1]}"
        print(f"Tablewright is at {address}", flush=True)
        if show and _has_screen():
            webbrowser.open(address)
        config = uvicorn.Config(create_app(settings), log_level="warning", ws_max_size=LARGEST_SOCKET_MESSAGE)
        _collect_seldom()
        uvicorn.Server(config).run(sockets=[listening])


def _collect_seldom() -> None:
    """A full garbage collection stops all tables for up to 300 ms; hardly anything here needs one."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 1000)


def bind(settings: Settings) -> socket.socket:
    """The open port, or one line that says why not."""
    listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen()
    except OSError as fault:
        listening.close()
        where = f"{settings.host}:{settings.port}"
        raise TablewrightError(f"{where} cannot be used: {fault.strerror}; choose another with --port") from fault
    return listening


def _run_reloading(settings: Settings) -> None:
    """For developers: start again when a source file changes; the child reads its settings from the environment."""
    for name, value in settings.model_dump(mode="json", exclude={"games"}).items():
        os.environ[f"TABLEWRIGHT_{name.upper()}"] = str(value)
    target = "tablewright.table.app:create_app"
    uvicorn.run(target, factory=True, reload=True, host=settings.host, port=settings.port)


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    run(Settings())
