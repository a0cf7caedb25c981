"""A ladder that stays: the bots of a folder go on playing, newcomers join, and whoever fails is benched.

`look` reads the folder, `play_one` plays one duel, `board` tells how it stands. Each may run in a thread of its own.
"""

import hashlib
import logging
import os
import shlex
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablewright.arena.books import Books, Entrant, Played, duels_of
from tablewright.arena.duels import Duel, Hall
from tablewright.arena.standings import Standings
from tablewright.bots.allowance import of_them_waits, waits
from tablewright.engine import RuleFault, TablewrightError

FORM = 10  # deals that the form shows, the newest last
LATELY, MANY_FAULTS = 20, 3  # of so many last games, and a quarter of them: benched
BETWEEN_GAMES_TO_WATCH = 10.0  # seconds
MOST_TO_WATCH = 12
WON, LOST = 0.75, 0.25  # more and less than that of a deal

KeepRecord = Callable[[dict[str, Any]], str]
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Row:
    """One bot on the board."""

    bot: str
    rating: float
    interval: tuple[float, float]
    deals: int
    score: float  # the mean of its deals
    form: str  # its last deals, one letter each: W, D or L
    faults: int
    waits: int  # of the faults


@dataclass(frozen=True)
class Board:
    """How the ladder stands."""

    game: str
    rows: tuple[Row, ...] = ()
    waiting: tuple[str, ...] = ()  # who has not played yet
    benched: tuple[tuple[str, str], ...] = ()  # who, and why
    games: tuple[tuple[str, str, str], ...] = ()  # two bots, and the room that shows a game of theirs
    stopped: str = ""  # why nobody plays any more


def entrants(folder: Path, house: Sequence[str] = ()) -> list[Entrant]:
    """Whoever is in the folder: Python files, exported torch modules and programs; and bots that every table has."""
    found = [Entrant(name, name, "") for name in house]
    for path in sorted(folder.iterdir()):
        spec = None if path.name.startswith((".", "_")) or not path.is_file() else _spec(path.absolute())
        if spec is not None:
            found.append(Entrant(path.name, spec, hashlib.sha256(path.read_bytes()).hexdigest()[:16]))
    return found


def _spec(path: Path) -> str | None:
    if path.suffix == ".py":
        return str(path)
    if path.suffix == ".pt2":
        return f"torch:{path}"
    return f"run:{shlex.quote(str(path))}" if os.access(path, os.X_OK) else None


class Keeper:
    """Keeps one ladder going."""

    def __init__(
        self, hall: Hall, folder: Path, books: Books, house: Sequence[str], keep: KeepRecord, most_deals: int
    ) -> None:
        if not folder.is_dir():
            raise TablewrightError(f"{folder} is not a folder; bots are files in a folder")
        for name in house:
            hall.call(name)
        self.hall, self.folder, self.books, self.house, self.keep = hall, folder, books, tuple(house), keep
        self.most_deals = most_deals  # of each pair
        self.played, self.bench = books.played(), books.benched()
        self.present: list[Entrant] = []
        self._lock = threading.Lock()
        self._watched = -BETWEEN_GAMES_TO_WATCH
        self.stopped = ""
        self.board = Board(hall.variant.describe())

    # Who plays

    def look(self) -> None:
        """Read the folder again: whoever is new or changed is tried, whoever is gone plays no more."""
        found = entrants(self.folder, self.house)
        known = {(one.name, one.mark) for one in self.present} | set(self.bench)
        for one in found:
            if (one.name, one.mark) not in known:
                self._try(one)
        with self._lock:
            self.present = found
        self.post()

    def _try(self, newcomer: Entrant) -> None:
        try:
            self.hall.call(newcomer.spec)
        except TablewrightError as fault:
            self._bench(newcomer, str(fault))

    def _bench(self, entrant: Entrant, why: str) -> None:
        words = why.replace(entrant.spec, entrant.name)
        log.warning("%s is benched: %s", entrant.name, words)
        with self._lock:
            self.bench[entrant.name, entrant.mark] = words
        self.books.bench(entrant, words)

    def active(self) -> list[Entrant]:
        with self._lock:
            return [one for one in self.present if (one.name, one.mark) not in self.bench]

    # Playing

    def play_one(self) -> bool:
        """One deal in every seating between those who have played least; returns whether there was one to play."""
        pair = self._next_pair()
        if pair is None:
            return False
        one, other, first = pair
        try:
            self._keep(one, other, self.hall.duel(one.spec, other.spec, first, 1))
        except TablewrightError as fault:
            failing = [bot for bot in (one, other) if bot.mark and bot.spec in str(fault)]
            if not failing:
                raise
            for bot in failing:
                self._bench(bot, str(fault))
        except RuleFault as fault:
            raise TablewrightError(f"the rules of the game failed: {fault}") from None
        return True

    def _next_pair(self) -> tuple[Entrant, Entrant, int] | None:
        active = self.active()
        deals = {one.name: 0 for one in active}
        met = {frozenset((one.name, two.name)): 0 for one in active for two in active if one is not two}
        for duel in duels_of(self.played, active):
            for name in (duel.one, duel.other):
                deals[name] += len(duel.scores)
            met[frozenset((duel.one, duel.other))] += len(duel.scores)
        open_pairs = [pair for pair, made in met.items() if made < self.most_deals]
        if not open_pairs:
            return None
        chosen = min(open_pairs, key=lambda pair: (min(deals[name] for name in pair), met[pair], sorted(pair)))
        one, other = (bot for bot in active if bot.name in chosen)
        return one, other, met[chosen]

    def _keep(self, one: Entrant, other: Entrant, duel: Duel) -> None:
        names = {one.spec: one.name, other.spec: other.name}
        faults = tuple((names[spec], why.replace(spec, names[spec])) for spec, why in duel.faults)
        named = replace(duel, one=one.name, other=other.name, faults=faults)
        played = Played(named, (one.mark, other.mark), self._game_to_watch(one, other, duel.first, names))
        self.books.add(played)
        with self._lock:
            self.played.append(played)
        for bot in (one, other):
            self._judge(bot)

    def _game_to_watch(self, one: Entrant, other: Entrant, deal: int, names: dict[str, str]) -> str:
        """The room of a game of this duel, now and then."""
        if time.monotonic() < self._watched + BETWEEN_GAMES_TO_WATCH:
            return ""
        self._watched = time.monotonic()
        record = self.hall.record(one.spec, other.spec, deal)
        record["seats"] = [names.get(seat, seat) for seat in record["seats"]]
        for fault in record.get("faults", ()):
            for spec, name in names.items():
                fault["reason"] = fault["reason"].replace(spec, name)
        return self.keep(record)

    def _judge(self, bot: Entrant) -> None:
        """Bench a bot that failed in many of its last games."""
        games = self.hall.games_a_deal
        lately = [one.duel for one in self.played if one.of(bot)][-(LATELY // games) :]
        failed = [why for duel in lately for name, why in duel.faults if name == bot.name]
        played = sum(len(duel.scores) for duel in lately) * games
        if bot.mark and len(failed) >= max(MANY_FAULTS, played / 4):
            lately_failed = f"it failed in {len(failed)} of its last {played} games{of_them_waits(failed)}"
            self._bench(bot, f"{lately_failed}, the last time: {failed[-1]}")

    # Telling

    def stop(self, why: str) -> None:
        """Nobody plays any more, and the board says why."""
        log.error("the ladder stops: %s", why)
        self.stopped = why
        self.post()

    def post(self) -> None:
        """Write the board anew."""
        active = self.active()
        duels = duels_of(self.played, active)
        having = [one.name for one in active if any(one.name in (duel.one, duel.other) for duel in duels)]
        standings = Standings(having, duels, self.hall.seed) if duels else None
        with self._lock:
            benched = [
                (one.name, self.bench[key]) for one in self.present if (key := (one.name, one.mark)) in self.bench
            ]
        self.board = Board(
            self.hall.variant.describe(),
            tuple(_row(standings, name) for name in standings.ratings) if standings else (),
            tuple(one.name for one in active if one.name not in having),
            tuple(benched),
            tuple((one.duel.one, one.duel.other, one.room) for one in reversed(self.played) if one.room)[
                :MOST_TO_WATCH
            ],
            self.stopped,
        )


def _row(standings: Standings, bot: str) -> Row:
    scores = [score for duel in standings.duels if bot in (duel.one, duel.other) for score in duel.of(bot).tolist()]
    form = "".join("W" if score > WON else "L" if score < LOST else "D" for score in scores[-FORM:])
    return Row(
        bot,
        standings.ratings[bot],
        standings.interval(bot),
        len(scores),
        sum(scores) / len(scores),
        form,
        len(standings.faults(bot)),
        waits(standings.faults(bot)),
    )
