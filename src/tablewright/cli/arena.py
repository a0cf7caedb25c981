"""`tablewright arena serve`: a ladder that stays, beside the table and in its database."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablewright.arena.duels import Hall
from tablewright.bots.registry import NAMES
from tablewright.cli.measure import FirstSeed
from tablewright.cli.options import Changes, EditionName, GameName, Players, load_variant
from tablewright.cli.serve import Database, Host, Port, Quiet, settings_of
from tablewright.engine import TablewrightError
from tablewright.lab.executor import executor_of

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tablewright.arena.keeper import Keeper

BETWEEN_LOOKS = 5.0  # seconds between two looks into the folder
IDLE = 1.0  # seconds to wait where there is nothing to play
SECONDS_TO_KEEP = 300.0
log = logging.getLogger(__name__)

Action = Annotated[str, typer.Argument(metavar="serve", help="What to do; there is only serve.")]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the bots are: .py files, .pt2 files, programs.")]
House = Annotated[str, typer.Option("--with", metavar="BOTS", help=f"Bots that play along: of {', '.join(NAMES)}.")]
MostDeals = Annotated[
    int, typer.Option("--deals", metavar="N", min=1, help="Deals after which a pair has played enough.")
]


def arena(
    action: Action,
    game: GameName,
    folder: Folder,
    house: House = "random,greedy",
    deals: MostDeals = 1000,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    quiet: Quiet = False,
) -> None:
    """Keep the bots of a folder playing and show at /arena how they stand: new files join, faulty ones are benched."""
    if action != "serve":
        raise TablewrightError(f"arena {action} is unknown; use: tablewright arena serve GAME FOLDER")
    settings = settings_of(host=host, port=port, database=database, games=None if "/" not in game else [game])
    from tablewright.arena.books import Books
    from tablewright.arena.keeper import Keeper
    from tablewright.table.serve import run
    from tablewright.table.store import Store, plain_engine

    hall = Hall(load_variant(game, players, edition, changes), seed, executor_of(None, 1))
    Store(settings.database).upgrade()
    books = Books(plain_engine(settings.database), hall)
    named = [name.strip() for name in house.split(",") if name.strip()]
    keeper = Keeper(hall, folder, books, named, lambda _: "", deals)
    print("The ladder is at /arena", flush=True)
    run(settings, not quiet, beside=lambda app: _keeping(keeper, app))


@contextmanager
def _keeping(keeper: "Keeper", app: "FastAPI") -> Iterator[None]:
    """The ladder goes on in two threads as long as the server runs."""
    from tablewright.table.gathering import upload

    loop, hub, end = asyncio.get_running_loop(), app.state.hub, threading.Event()

    def keep(record: dict[str, Any]) -> str:
        return asyncio.run_coroutine_threadsafe(upload(hub, record, ""), loop).result(SECONDS_TO_KEEP)

    keeper.keep, app.state.keeper = keep, keeper
    for work in (_looking, _playing):
        threading.Thread(target=work, args=(keeper, end), daemon=True).start()
    try:
        yield
    finally:
        end.set()


def _looking(keeper: "Keeper", end: threading.Event) -> None:
    while not end.is_set():
        try:
            keeper.look()
        except Exception:
            log.exception("the folder %s cannot be read", keeper.folder)
        end.wait(BETWEEN_LOOKS)


def _playing(keeper: "Keeper", end: threading.Event) -> None:
    while not end.is_set():
        try:
            if not keeper.play_one():
                end.wait(IDLE)
        except TablewrightError as fault:
            keeper.stop(str(fault))
            return
        except Exception:
            if not end.is_set():
                log.exception("a duel could not be played")
            end.wait(IDLE)
