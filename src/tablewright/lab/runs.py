"""A run: many games as rows, kept in one Parquet file that DuckDB, pandas or a spreadsheet can open.

Every row names its seed and its seating, so any game of a run can be played again exactly.
"""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

import tablewright
from tablewright.bots.registry import quoted
from tablewright.bots.stepping import Player, StepRunner
from tablewright.engine import (
    COUNT,
    TABLE,
    TEXT,
    TEXTS,
    WHOLE_WIN,
    Chooser,
    TablewrightError,
    Variant,
    check_table,
    match_of,
    record_for,
    record_of,
    replacing,
)
from tablewright.games import Find
from tablewright.games.sources import with_cards_text
from tablewright.lab.abstain import WITHOUT
from tablewright.lab.executor import Executor
from tablewright.lab.plan import Plan
from tablewright.lab.simulate import Chunk, StopRule, play
from tablewright.lab.starters import Starters
from tablewright.lab.statistics import Array
from tablewright.lab.survey import Surveyor

FORMAT = 2
PEOPLE = "people"  # instead of the name of a bot
CONCEDED = "conceded"  # a column of games that people gave up
MORE = "more_"  # before the names of columns that only some runs have


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
    points: str = ""  # what a score counts; nothing where scores only rank the players
    cards_text: str = ""  # of another card file than the game's own
    endings: tuple[str, ...] = ()  # the counters that say how a game ended
    side_counters: tuple[str, ...] = ()  # for each seat the counter that says which side it played
    cutoffs: tuple[str, ...] = ()  # the endings that players do not strive for

    def describe(self) -> str:
        changes = "".join(f", {name}={value}" for name, value in self.set.items())
        return f"{self.game}, edition {self.edition}, {self.players} players{changes}"


@dataclass(frozen=True)
class Run:
    """The rows of a run as arrays: one row per game, one column per seat or counter."""

    info: RunInfo
    games: Array  # the number of each game in the run
    shares: Array  # of the win, by seat
    scores: Array
    turns: Array
    decisions: Array  # -1: stopped at the stated bound
    probes: Array
    first: Array  # the seat that began
    more: dict[str, Array] = field(
        default_factory=dict
    )  # what only some runs have: people's thinking time, their cards

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
    def stopped(self) -> Array:
        """Games that ran into the stated bound of decisions."""
        return self.decisions < 0

    @property
    def finished(self) -> Array:
        """Games that ended by their rules, not because somebody gave up."""
        return ~self.stopped & (self.more[CONCEDED] == 0) if CONCEDED in self.more else ~self.stopped

    @property
    def same_begins(self) -> bool:
        """Whether always the same seat begins, so that places in turn order say no more than seats."""
        return bool((self.first == self.first[0]).all())

    def bot_in_seat(self) -> Array:
        """Which bot of the list sat in each seat, game by game."""
        seats = np.arange(self.info.players)
        return np.asarray((seats[None, :] + self.shifts[:, None]) % self.info.players)

    def is_ending(self, probe: int) -> bool:
        """Whether a counter says that a game ended in a certain way, as the game declares."""
        return self.info.probes[probe] in self.info.endings

    def probe(self, name: str) -> Array:
        if name not in self.info.probes:
            raise TablewrightError(f"the run has no counter {name!r}; it has {', '.join(self.info.probes[:8])} ...")
        return np.asarray(self.probes[:, self.info.probes.index(name)])


def info_of(plan: Plan, seed: int) -> RunInfo:
    variant = plan.variant
    return RunInfo(
        variant.game.name,
        variant.edition,
        variant.players,
        variant.changes,
        variant.game.rules_version,
        variant.cards_version,
        plan.names,
        seed,
        plan.rotations,
        variant.seats,
        variant.game.probes,
        tablewright.__version__,
        variant.game.cards.points,
        variant.game.cards_text,
        variant.game.cards.endings,
        variant.game.cards.side_counters,
        variant.game.cards.cutoffs,
    )


def collect(
    variant: Variant,
    bots: Sequence[Player],
    stop: StopRule,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Play games until the stop rule says so; Ctrl-C keeps what is done."""
    return run_of(Plan.of(variant, bots), stop, seed, executor, progress)


def run_of(
    plan: Plan,
    stop: StopRule,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """The games of a plan as rows."""
    keeper = Keeper()
    play(plan, stop, seed, executor, progress, keeper.add)
    return keeper.run(plan, seed)


class Keeper:
    """Keeps the rows of all games."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []

    def add(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)

    def run(self, plan: Plan, seed: int) -> "Run":
        def joined(name: str) -> Array:
            return np.concatenate([getattr(chunk, name) for chunk in self.chunks])

        numbers, shares = joined("games"), joined("shares") / WHOLE_WIN
        rows = joined("scores"), joined("turns"), joined("decisions"), joined("probes")
        first = Starters(plan.variant).of(seed + numbers // plan.rotations)
        return Run(info_of(plan, seed), numbers, shares, *rows, first)


def joined(runs: Sequence[Run]) -> Run:
    """Runs of one plan, each on the seeds after those of the one before."""
    first = runs[0]
    starts = np.cumsum([0, *(len(run.games) for run in runs[:-1])])
    rows: dict[str, Any] = {
        f: np.concatenate([getattr(r, f) for r in runs]) for f in vars(first) if f not in ("info", "games", "more")
    }
    numbers = np.concatenate([run.games + start for run, start in zip(runs, starts, strict=True)])
    return Run(info=first.info, games=numbers, **rows)


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
    columns |= {"turns": run.turns, "decisions": run.decisions, "first_seat": run.first}
    columns |= {f"probe_{name}": run.probes[:, i].copy() for i, name in enumerate(run.info.probes)}
    return columns | {f"{MORE}{name}": column for name, column in run.more.items()}


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
    info = _info(path, notes["tablewright"])
    _check_columns(path, columns, info)
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
        columns["first_seat"],
        {name.removeprefix(MORE): column for name, column in columns.items() if name.startswith(MORE)},
    )


KINDS: dict[Any, str] = {int: COUNT, str: TEXT, tuple[str, ...]: TEXTS, dict[str, Any]: TABLE}
INFO = {one.name: KINDS[one.type] for one in fields(RunInfo)}
NEEDED = {one.name for one in fields(RunInfo) if one.default is MISSING}


def _info(path: Path, note: str) -> RunInfo:
    """What a run was made with, as its file says; a bot that is not built in is a name there and no program."""
    try:
        values = json.loads(note)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or values.pop("format", FORMAT) != FORMAT:
        raise TablewrightError(f"{path} was written by another version of Tablewright; this one reads format {FORMAT}")
    values.pop("source", None)  # the folder of the game, in runs of earlier versions
    check_table(values, INFO, f"{path}:", "entry", NEEDED, TablewrightError)
    made: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    info = RunInfo(**made)
    if not info.players == len(info.bots) == len(info.seats) or info.rotations not in (1, info.players):
        raise TablewrightError(f"{path}: players, bots, seats and rotations contradict each other")
    return replace(info, bots=tuple(_named(bot) for bot in info.bots))


def _named(bot: str) -> str:
    """The name of a bot in a run, perhaps of one that does without a card."""
    inner, without, card = bot.partition(WITHOUT)
    return bot if bot == PEOPLE else f"{quoted(inner)}{without}{card}"


def _check_columns(path: Path, columns: dict[str, Array], info: RunInfo) -> None:
    """A run that somebody worked on may lack a column or hold a game twice."""
    wanted = ["game", "turns", "decisions", "first_seat", *(f"probe_{name}" for name in info.probes)]
    wanted += [f"{seat}_{what}" for seat in info.seats for what in ("share", "score")]
    missing = [name for name in wanted if name not in columns]
    if missing:
        raise TablewrightError(f"{path} lacks the column {missing[0]}; a run has all that simulate --out wrote")
    for name in wanted:
        if np.ma.is_masked(columns[name]) or columns[name].dtype.kind not in "iuf":
            raise TablewrightError(f"{path}: the column {name} must hold a number in every row")
    numbers, times = np.unique(columns["game"], return_counts=True)
    if not len(numbers):
        raise TablewrightError(f"{path} holds no games")
    if times.max() > 1:
        raise TablewrightError(
            f"{path} holds game {numbers[times.argmax()]} {times.max()} times; each may be there once"
        )


def variant_of(info: RunInfo, find: Find) -> Variant:
    """The variant a run was made with; refused if the rules or cards have changed since."""
    game = find(info.game)
    game = with_cards_text(game, info.cards_text, "the cards of the run") if info.cards_text else game
    variant = game.variant(info.players, info.edition, info.set)
    for part, then, now in (
        ("rules", info.rules, variant.game.rules_version),
        ("cards", info.cards, variant.cards_version),
    ):
        if then != now:
            raise TablewrightError(
                f"the run was made with other {part} of {info.game} ({then}, here {now}); simulate again"
            )
    if (info.seats, info.probes) != (variant.seats, variant.game.probes):
        raise TablewrightError(f"the run names other seats or counters than {info.game} has; simulate again")
    return variant


def _first_line(fault: Exception) -> str:
    """What went wrong; DuckDB wraps the system's own errors in a report of its writers."""
    number = re.search(r'"errno":"(\d+)"', str(fault))
    return os.strerror(int(number[1])) if number else (str(fault) or type(fault).__name__).splitlines()[0]


def record_of_game(
    run: Run, game: int, find: Find, bot: Callable[[str, Variant], Player], bots: Sequence[str] = ()
) -> dict[str, Any]:
    """The record of one game of a run, played once more; `bots` are played instead of the names in the run."""
    if not (run.games == game).any():
        raise TablewrightError(f"the run has the games 0 to {int(run.games.max())}, not {game}")
    variant = variant_of(run.info, find)
    players = Plan.of(variant, [bot(name, variant) for name in bots or run.info.bots]).bots
    shift = game % run.info.rotations
    seed = run.info.seed + game // run.info.rotations
    record = played_again(variant, players, seed, shift)
    row = int(np.flatnonzero(run.games == game)[0])
    outcome = match_of(record, find).outcome
    now = None if outcome is None else (len(record["actions"]), outcome.scores)
    if now != (int(run.decisions[row]), tuple(int(score) for score in run.scores[row])):
        raise TablewrightError(f"game {game} took another course this time: one of its bots does not repeat itself")
    return record


def played_again(variant: Variant, bots: Sequence[Player], seed: int, shift: int) -> dict[str, Any]:
    """The record of one game, the bots moved on by some seats; a user's bot need not decide as it did before."""
    choosers = [one for one in bots if isinstance(one, Chooser)]
    if len(choosers) < len(bots):
        return record_of(StepRunner(variant, bots).play(seed, shift))
    trace = Surveyor(variant, choosers).game(seed, shift)
    names = [bots[(seat + shift) % variant.players].name for seat in range(variant.players)]
    return record_for(variant, trace.seed, [int(action) for action in trace.actions], names)
