"""Looking after a table: is everything in order, and a copy of the database for bad days."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

from tablewright.bots.process import sandbox
from tablewright.engine import TablewrightError, cache_root
from tablewright.games import load, names
from tablewright.table.errors import DatabaseProblem
from tablewright.table.settings import Settings
from tablewright.table.store import Store

ENOUGH = 200_000_000  # bytes of disk below which something will go wrong soon


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what, what was found, and whether it is right."""

    what: str
    words: str
    right: bool = True


def examine(settings: Settings) -> list[Finding]:
    """Database, cache, disk, bots and games."""
    looks: list[tuple[str, Callable[[], str]]] = [
        ("database", lambda: _database(settings)),
        ("cache", _cache),
        ("disk", lambda: _disk(settings)),
        ("bots of others", _outside_bots),
        *((f"game {name}", lambda name=name: _game(name)) for name in [*names(), *settings.games]),
    ]
    return [_look(what, look) for what, look in looks]


def _look(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, look())
    except (TablewrightError, OSError) as fault:
        return Finding(what, str(fault), right=False)


def _database(settings: Settings) -> str:
    store = Store(settings.database)
    store.upgrade()
    engine = create_engine(store.writer.engine.url)
    with engine.begin() as connection:
        rooms = connection.execute(text("select count(*) from rooms")).scalar()
    engine.dispose()
    store.writer.close()
    return f"{store.url.render_as_string(hide_password=True)} is up to date, {rooms} rooms"


def _cache() -> str:
    folder = cache_root()
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise TablewrightError(f"{folder} cannot be written: compiled rules are made anew at every start")
    return f"{folder} can be written"


def _disk(settings: Settings) -> str:
    path = _sqlite_file(settings)
    folder = path.parent if path else Path.cwd()
    free = shutil.disk_usage(folder).free
    if free < ENOUGH:
        raise TablewrightError(f"only {free // 1_000_000} MB are free in {folder}")
    return f"{free // 1_000_000} MB are free in {folder}"


def _outside_bots() -> str:
    return "shut in by bubblewrap" if sandbox() else "run with your rights: bubblewrap is not there or not allowed"


def _game(name: str) -> str:
    game = load(name)
    for players in game.cards.players:
        game.variant(players)
    return f"rules {game.rules_version}"


def _sqlite_file(settings: Settings) -> Path | None:
    url = Store(settings.database).url
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


def backup(settings: Settings, target: Path) -> str:
    """Copy the database, also while servers write to it; the file is complete or not there."""
    if target.exists():
        raise DatabaseProblem(f"{target} exists already; name a file that does not")
    unfinished = target.with_name(f"{target.name}.unfinished")
    source = _sqlite_file(settings)
    try:
        if source is None:
            _program("pg_dump", "--format=custom", f"--file={unfinished}", settings.database)
        else:
            _copy(source, unfinished)
        unfinished.replace(target)
    except (OSError, sqlite3.Error) as fault:
        raise DatabaseProblem(f"{target} cannot be written: {fault}") from fault
    finally:
        unfinished.unlink(missing_ok=True)
    return f"{target}: {target.stat().st_size} bytes"


def restore(settings: Settings, source: Path) -> str:
    """Put a copy back into an empty place; what is there already is never overwritten."""
    if not source.is_file():
        raise DatabaseProblem(f"there is no file {source}")
    target = _sqlite_file(settings)
    if target is None:
        _program("pg_restore", "--exit-on-error", "--single-transaction", f"--dbname={settings.database}", str(source))
    elif target.exists():
        raise DatabaseProblem(f"{target} exists already; move it away, or name another with --database")
    else:
        try:
            _copy(source, target)
        except sqlite3.Error as fault:
            target.unlink(missing_ok=True)
            raise DatabaseProblem(f"{source} is not a copy of a table's database: {fault}") from fault
    return _database(settings)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise DatabaseProblem(f"there is no database {source}")
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as here:
        there.backup(here)
        broken = here.execute("pragma integrity_check").fetchone()
    if broken != ("ok",):
        raise DatabaseProblem(f"{source} is damaged: {broken[0]}")


def _program(*command: str) -> None:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except FileNotFoundError as fault:
        raise DatabaseProblem(f"{command[0]} is not installed; it comes with PostgreSQL") from fault
    if done.returncode:
        raise DatabaseProblem(f"{command[0]} failed: {' '.join(done.stderr.split())[:300]}")
