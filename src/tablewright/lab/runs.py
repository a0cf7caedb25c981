"""A run: many games as rows, kept in one Parquet file that DuckDB, pandas or a spreadsheet can open.

Every row names its seed and its seating, so any game of a run can be played again exactly.
"""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

import tablewright
from tablewright import games
from tablewright.bots.stepping import Player, StepRunner
from tablewright.engine import WHOLE_WIN, Game, Match, TablewrightError, Variant
from tablewright.engine.files import replacing
from tablewright.engine.kits import Chooser
from tablewright.engine.records import record_for, record_of
from tablewright.lab.simulate import Chunk, StopRule, rotations_of, seat_bots, until
from tablewright.lab.statistics import Array
from tablewright.lab.survey import Surveyor

FORMAT = 1


@dataclass(frozen=True)
class RunInfo:
    """What a run was made with; every number of a report carries it."""

    game: str
    edition: str
    players: int
    set: dict[str, Any]
    rules: str
    cards: str
    bots: tuple[str, ...]
    seed: int
    rotations: int
    seats: tuple[str, ...]
    probes: tuple[str, ...]
    version: str
    source: str  # the game's name, or the path of its folder if it does not ship with Tablewright
    points: str = ""  # what a score counts; nothing where scores only rank the players

    def describe(self) -> str:
        changes = "".join(f", {name}={value}" for name, value in self.set.items())
        return f"{self.game}, edition {self.edition}, {self.players} players{changes}"


@dataclass(frozen=True)
class Run:
    """The rows of a run as arrays: one row a game, one column a seat or a counter."""

    info: RunInfo
    games: Array  # the number of each game in the run
    shares: Array  # of the win, by seat
    scores: Array
    turns: Array
    decisions: Array  # -1: stopped at the stated bound
    probes: Array

    @property
    def seeds(self) -> Array:
        return self.info.seed + self.games // self.info.rotations

    @property
    def dependent_seeds(self) -> Array | None:
        """The seeds of the finished games, where several games share one and are therefore not independent."""
        return self.seeds[self.finished] if self.info.rotations > 1 else None

    @property
    def shifts(self) -> Array:
        return self.games % self.info.rotations

    @property
    def finished(self) -> Array:
        return self.decisions >= 0

    def bot_in_seat(self) -> Array:
        """Which bot of the list sat in each seat, game by game."""
        seats = np.arange(self.info.players)
        return np.asarray((seats[None, :] + self.shifts[:, None]) % self.info.players)

    def is_ending(self, probe: int) -> bool:
        """Whether a counter says that a game ended in a certain way: it is named `end_...` and is 0 or 1."""
        return self.info.probes[probe].startswith("end_") and bool(self.probes[:, probe].max() <= 1)

    def probe(self, name: str) -> Array:
        if name not in self.info.probes:
            raise TablewrightError(f"the run has no counter {name!r}; it has {', '.join(self.info.probes[:8])} ...")
        return np.asarray(self.probes[:, self.info.probes.index(name)])


def info_of(variant: Variant, bots: Sequence[Player], seed: int) -> RunInfo:
    chosen = seat_bots(variant, bots)
    return RunInfo(
        variant.game.name,
        variant.edition,
        variant.players,
        variant.changes,
        variant.game.rules_version,
        variant.cards_version,
        tuple(bot.name for bot in chosen),
        seed,
        rotations_of(chosen),
        variant.seats,
        variant.game.probes,
        tablewright.__version__,
        variant.game.name if variant.game.name in games.names() else str(variant.game.folder),
        variant.game.cards.points,
    )


def collect(
    variant: Variant,
    bots: Sequence[Player],
    stop: StopRule,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Play games until the stop rule says so; Ctrl-C keeps what is done."""
    keeper = Keeper()
    for chunk in until(variant, bots, stop, seed, threads):
        keeper.add(chunk)
        if progress is not None:
            progress(len(chunk.turns))
    return keeper.run(variant, bots, seed)


class Keeper:
    """Keeps the rows of all games."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []

    def add(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)

    def run(self, variant: Variant, bots: Sequence[Player], seed: int) -> "Run":
        return _run(info_of(variant, bots, seed), self.chunks)


def _run(info: RunInfo, chunks: Sequence[Chunk]) -> Run:
    def joined(name: str) -> Array:
        return np.concatenate([getattr(chunk, name) for chunk in chunks])

    numbers = np.concatenate([chunk.first + np.arange(len(chunk.turns)) for chunk in chunks])
    shares = joined("shares") / WHOLE_WIN
    return Run(info, numbers, shares, joined("scores"), joined("turns"), joined("decisions"), joined("probes"))


def write_run(run: Run, path: Path) -> None:
    """Write a run; the file is either complete or not there."""
    note = json.dumps({"format": FORMAT, **run.info.__dict__}).replace("'", "''")
    with replacing(path) as made, duckdb.connect() as database:
        database.register("games", _columns(run))
        target = str(made).replace("'", "''")
        try:
            database.execute(f"COPY games TO '{target}' (FORMAT parquet, KV_METADATA {{tablewright: '{note}'}})")
        except duckdb.Error as fault:
            raise TablewrightError(f"{path} cannot be written: {_first_line(fault)}") from fault


def _columns(run: Run) -> dict[str, Array]:
    bots = np.array(run.info.bots)[run.bot_in_seat()]
    columns: dict[str, Array] = {"game": run.games, "seed": run.seeds, "rotation": run.shifts}
    for i, seat in enumerate(run.info.seats):
        columns |= {f"{seat}_bot": bots[:, i].astype(object), f"{seat}_share": run.shares[:, i].copy()}
        columns[f"{seat}_score"] = run.scores[:, i].copy()
    columns |= {"turns": run.turns, "decisions": run.decisions}
    return columns | {f"probe_{name}": run.probes[:, i].copy() for i, name in enumerate(run.info.probes)}


def read_run(path: Path) -> Run:
    """Read a run back."""
    if path.is_dir():
        raise TablewrightError(f"{path} is a folder; a run is a file, made with: tablewright simulate GAME --out FILE")
    if not path.is_file():
        raise TablewrightError(f"{path} is not there; make a run with: tablewright simulate GAME --out {path}")
    try:
        with duckdb.connect() as database:
            kept = database.execute("SELECT key, value FROM parquet_kv_metadata(?)", [str(path)]).fetchall()
            columns = database.execute("SELECT * FROM read_parquet(?)", [str(path)]).fetchnumpy()
    except duckdb.Error as fault:
        raise TablewrightError(f"{path} is not a complete Parquet file: {_first_line(fault)}") from fault
    notes = {bytes(key).decode(): bytes(value).decode() for key, value in kept}
    if "tablewright" not in notes:
        raise TablewrightError(f"{path} is not a run of Tablewright")
    values = json.loads(notes["tablewright"])
    if values.pop("format") != FORMAT:
        raise TablewrightError(f"{path} was written by another version of Tablewright; this one reads format {FORMAT}")
    kinds: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in values.items()}
    info = RunInfo(**kinds)
    if not len(columns["game"]):
        raise TablewrightError(f"{path} holds no games")
    seats = info.seats
    return Run(
        info,
        columns["game"],
        np.stack([columns[f"{seat}_share"] for seat in seats], axis=1),
        np.stack([columns[f"{seat}_score"] for seat in seats], axis=1),
        columns["turns"],
        columns["decisions"],
        np.stack([columns[f"probe_{n}"] for n in info.probes], axis=1)
        if info.probes
        else np.zeros((len(columns["game"]), 0)),
    )


def variant_of(info: RunInfo, load: Callable[[str], Game]) -> Variant:
    """The variant a run was made with; refused if the rules or cards have changed since."""
    variant = load(info.source).variant(info.players, info.edition, info.set)
    for part, then, now in (
        ("rules", info.rules, variant.game.rules_version),
        ("cards", info.cards, variant.cards_version),
    ):
        if then != now:
            raise TablewrightError(
                f"the run was made with other {part} of {info.game} ({then}, here {now}); simulate again"
            )
    return variant


def _first_line(fault: Exception) -> str:
    """What went wrong; DuckDB wraps the system's own errors in a report of its writers."""
    number = re.search(r'"errno":"(\d+)"', str(fault))
    return os.strerror(int(number[1])) if number else (str(fault) or type(fault).__name__).splitlines()[0]


def record_of_game(
    run: Run, game: int, load: Callable[[str], Game], bot: Callable[[str, Variant], Player]
) -> dict[str, Any]:
    """The record of one game of a run, played once more."""
    if not (run.games == game).any():
        raise TablewrightError(f"the run has the games 0 to {int(run.games.max())}, not {game}")
    variant = variant_of(run.info, load)
    bots = [bot(name, variant) for name in run.info.bots]
    shift = game % run.info.rotations
    seed = run.info.seed + game // run.info.rotations
    choosers = [one for one in bots if isinstance(one, Chooser)]
    if len(choosers) < len(bots):
        return _played_again(run, game, StepRunner(variant, bots).play(seed, shift))
    trace = Surveyor(variant, choosers).game(seed, shift)
    names = [run.info.bots[(seat + shift) % variant.players] for seat in range(variant.players)]
    return record_for(variant, trace.seed, [int(action) for action in trace.actions], names)


def _played_again(run: Run, game: int, match: Match) -> dict[str, Any]:
    """The record of a game with a user's bot, if that bot decided as it did then."""
    row = int(np.flatnonzero(run.games == game)[0])
    outcome = match.outcome
    now = None if outcome is None else (len(match.steps), outcome.scores)
    if now != (int(run.decisions[row]), tuple(int(score) for score in run.scores[row])):
        raise TablewrightError(f"game {game} took another course this time: a bot of {run.info.bots} does not repeat")
    return record_of(match)
