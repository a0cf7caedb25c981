"""Start the server: `tablewright serve`, or `python -m tablewright.table.serve` with settings from the environment."""

import gc
import os
import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from tablewright.engine import TablewrightError
from tablewright.games import load, names
from tablewright.table.addresses import announced
from tablewright.table.app import Beside, create_app
from tablewright.table.house import House, named
from tablewright.table.logs import configuration
from tablewright.table.patience import GRACE, Impatient, Server
from tablewright.table.security import LARGEST_SOCKET_MESSAGE
from tablewright.table.settings import Settings
from tablewright.table.store import Store
from tablewright.table.wire import Dense


def run(settings: Settings, show: bool = False, reload: bool = False, beside: Beside | None = None) -> None:
    """Serve until interrupted; whatever is wrong with games, port or database is said before."""
    check_games(settings)
    House(named(settings.bots)).check()
    Store(settings.database).upgrade()
    if reload:
        _run_reloading(settings)
        return
    with bind(settings) as listening:
        address = announced(settings.host, listening.getsockname()[1])
        print(f"Tablewright is at {address}", flush=True)
        if show and _has_screen():
            webbrowser.open(address.partition(" ")[0])
        _collect_seldom()
        Server(configured(settings, beside)).run(sockets=[listening])


def configured(settings: Settings, beside: Beside | None = None) -> uvicorn.Config:
    """Only proxies that the operator names are believed when they say for whom they ask."""
    return uvicorn.Config(
        create_app(settings, beside),
        http=Impatient,
        ws=Dense,
        log_config=configuration(settings.logs, settings.log_level),
        access_log=False,
        ws_max_size=LARGEST_SOCKET_MESSAGE,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE,
    )


def check_games(settings: Settings) -> None:
    """Further games must be there, right, and called differently from all others."""
    taken = names()
    for folder in [folder for folder in settings.games if folder not in names()]:
        name = Path(folder).resolve().name
        if name in taken:
            raise TablewrightError(f"there is another game called {name}; give the folder {folder} another name")
        load(folder).variant()
        taken.append(name)


def _collect_seldom() -> None:
    """A full garbage collection stops all tables for up to 300 ms; closed connections need one now and then."""
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)


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
    for name, value in settings.model_dump(mode="json").items():
        os.environ[f"TABLEWRIGHT_{name.upper()}"] = _as_text(name, value)
    target = "tablewright.table.app:create_app"
    uvicorn.run(target, factory=True, reload=True, host=settings.host, port=settings.port)


def _as_text(name: str, value: object) -> str:
    """A setting as the environment has it."""
    separator = {"games": os.pathsep, "bots": "\n"}.get(name)
    return separator.join(value) if separator is not None and isinstance(value, list) else str(value)


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    run(Settings())
