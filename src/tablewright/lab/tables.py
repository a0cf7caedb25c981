"""The rows of a run for other programs: games, decisions, card_uses and looks as tidy tables."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from tablewright.engine import TablewrightError, replacing, unknown
from tablewright.games import finder
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, read_run, variant_of
from tablewright.lab.survey import GameTrace, Looks, survey

TABLES = ("games", "decisions", "card_uses", "looks")
CLOSELY = 100  # games that are followed for tables of single decisions, unless said otherwise
Columns = dict[str, np.ndarray[Any, Any]]


class Opened:
    """A kept run: `games` as it is, the other tables by playing some games again."""

    def __init__(self, path: Path, folders: Iterable[str | Path] = ()) -> None:
        self.run = read_run(path)
        self.path = path
        self._find = finder(folders)
        self._connection = duckdb.connect()
        self._traces: dict[int, list[GameTrace]] = {}

    @property
    def info(self) -> Any:
        return self.run.info

    @cached_property
    def _plan(self) -> Plan:
        return Plan.named(variant_of(self.run.info, self._find), self.run.info.bots)

    @property
    def games(self) -> duckdb.DuckDBPyRelation:
        """One row for each game."""
        return self._connection.read_parquet(str(self.path))

    def table(self, name: str, closely: int = CLOSELY) -> duckdb.DuckDBPyRelation:
        """A table by its name; all but `games` are of the first so many games, which are played again."""
        if name not in TABLES:
            raise TablewrightError(unknown("table", name, TABLES))
        if name == "games":
            return self.games
        if closely not in self._traces:
            self._traces[closely] = followed(self._plan, self.run, closely)
        columns = MAKERS[name](self._plan, self.run, self._traces[closely])  # noqa: F841  (DuckDB finds it by its name)
        return self._connection.sql("SELECT * FROM columns")

    def df(self, name: str = "games", closely: int = CLOSELY) -> Any:
        """A table as a pandas frame."""
        try:
            return self.table(name, closely).df()
        except ModuleNotFoundError:
            raise TablewrightError("a frame needs the package pandas; try: pip install pandas") from None

    def pl(self, name: str = "games", closely: int = CLOSELY) -> Any:
        """A table as a polars frame."""
        try:
            return self.table(name, closely).pl()
        except ModuleNotFoundError:
            raise TablewrightError("a frame needs the package polars; try: pip install polars pyarrow") from None


def followed(plan: Plan, run: Run, closely: int) -> list[GameTrace]:
    """The first games of a run, played again and followed."""
    return survey(plan, min(closely, len(run.games)), run.info.seed, Looks())


def number_of(run: Run, trace: GameTrace) -> int:
    """The number of a game in its run."""
    return (trace.seed - run.info.seed) * run.info.rotations + trace.shift


def decisions(_: Plan, run: Run, traces: Sequence[GameTrace]) -> Columns:
    """One row for each decision: who, how many moves were legal, which was taken."""
    lengths = [len(trace.actions) for trace in traces]
    seats = np.array(run.info.seats, object)
    return {
        "game": np.repeat([number_of(run, trace) for trace in traces], lengths),
        "decision": np.concatenate([np.arange(1, n + 1) for n in lengths]),
        "seat": seats[np.concatenate([trace.seats for trace in traces])],
        "options": np.concatenate([trace.options for trace in traces]),
        "action": np.concatenate([trace.actions for trace in traces]),
    }


def card_uses(plan: Plan, run: Run, traces: Sequence[GameTrace]) -> Columns:
    """One row for each game, seat and card that could be used: how often, and how often it was."""
    names = np.array(list(plan.variant.game.cards.cards), object)
    offered = np.stack([trace.offered[:, : len(names)] for trace in traces])
    game, seat, card = np.nonzero(offered)
    used = np.stack([trace.used[:, : len(names)] for trace in traces])
    return {
        "game": np.array([number_of(run, trace) for trace in traces])[game],
        "seat": np.array(run.info.seats, object)[seat],
        "card": names[card],
        "offered": offered[game, seat, card],
        "used": used[game, seat, card],
        "share": np.stack([trace.shares for trace in traces])[game, seat],
    }


def looks(_: Plan, run: Run, traces: Sequence[GameTrace]) -> Columns:
    """One row for each game, look and seat: the chance to win, from each half of the playouts."""
    halves = np.stack([trace.halves for trace in traces])  # game, look, half, seat
    game, look, seat = (axis.ravel() for axis in np.indices(halves.shape[:2] + halves.shape[3:]))
    return {
        "game": np.array([number_of(run, trace) for trace in traces])[game],
        "look": look,
        "decision": np.stack([trace.points for trace in traces])[game, look],
        "seat": np.array(run.info.seats, object)[seat],
        "chance_one": halves[game, look, 0, seat],
        "chance_two": halves[game, look, 1, seat],
    }


MAKERS: dict[str, Callable[[Plan, Run, Sequence[GameTrace]], Columns]] = {
    "decisions": decisions,
    "card_uses": card_uses,
    "looks": looks,
}


def write_tables(plan: Plan, run: Run, path: Path, closely: int) -> list[Path]:
    """The tables of single decisions beside a run: `run.decisions.parquet` and so on."""
    traces, made = followed(plan, run, closely), []
    for name, maker in MAKERS.items():
        file = path.with_suffix(f".{name}.parquet")
        with replacing(file) as whole, duckdb.connect() as database:
            database.register("columns", maker(plan, run, traces))
            target = str(whole).replace("'", "''")
            database.execute(f"COPY columns TO '{target}' (FORMAT parquet)")
        made.append(file)
    return made
