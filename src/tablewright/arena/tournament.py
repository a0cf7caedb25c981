"""Tournaments: who meets whom in which round, and a journal from which an interrupted one goes on."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import ceil, log2
from pathlib import Path
from typing import Any, Literal, get_args

from tablewright.arena.duels import Advance, Duel, Hall
from tablewright.arena.standings import Standings
from tablewright.bots.outside import file_of
from tablewright.bots.stepping import Thought
from tablewright.engine import TablewrightError

Form = Literal["roundrobin", "swiss", "elimination"]
FORMS: tuple[Form, ...] = get_args(Form)
BATCH = 10  # deals between two entries of the journal
REPLAYS = 5  # times a tied knock-out is played on, before the higher seed goes through
JOURNAL = 2  # the format of the file

Pair = tuple[str, str]


@dataclass(frozen=True)
class Plan:
    """Who plays what: everything that decides the course of a tournament but chance."""

    bots: tuple[str, ...]
    form: Form
    deals: int  # of each meeting
    rounds: int  # of a Swiss tournament

    def __post_init__(self) -> None:
        twice = sorted({bot for bot in self.bots if self.bots.count(bot) > 1})
        if twice:
            raise TablewrightError(f"{twice[0]} appears twice; every bot plays under a name of its own")
        if len(self.bots) < 2:
            raise TablewrightError(f"a tournament takes at least two bots, not {len(self.bots)}")
        if self.form not in FORMS:
            raise TablewrightError(f"--format is {self.form!r}; it must be one of {', '.join(FORMS)}")

    @property
    def meetings(self) -> int:
        """How many there will be, ties of a knock-out not counted."""
        n = len(self.bots)
        if self.form == "roundrobin":
            return n * (n - 1) // 2
        return n - 1 if self.form == "elimination" else self.rounds * (n // 2)


def swiss_rounds(bots: int) -> int:
    """Enough rounds to find one winner."""
    return max(1, ceil(log2(bots)))


class Journal:
    """What has been played so far, one line a batch; a tournament that was interrupted goes on from it."""

    def __init__(self, path: Path | None, hall: Hall, plan: Plan) -> None:
        self.path = path
        self.duels: list[Duel] = []
        if path is None:
            return
        head = _head(hall, plan)
        if path.exists():
            self.duels = _read(path, head)
        else:
            path.write_text(json.dumps(head) + "\n", "utf-8")

    def between(self, one: str, other: str) -> list[Duel]:
        return [duel for duel in self.duels if {duel.one, duel.other} == {one, other}]

    def add(self, duel: Duel) -> None:
        self.duels.append(duel)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(duel)) + "\n")


def _head(hall: Hall, plan: Plan) -> dict[str, Any]:
    """What a journal belongs to."""
    variant = hall.variant
    return {
        "tablewright tournament": JOURNAL,
        "game": variant.describe(),
        "rules": variant.game.rules_version,
        "cards": variant.cards_version,
        "seed": hall.seed,
        "format": plan.form,
        "deals": plan.deals,
        "rounds": plan.rounds,
        "bots": {bot: _text_of(bot) for bot in plan.bots},
    }


def _text_of(bot: str) -> str:
    """A mark of the file that a bot is written in, so that an edited bot does not go on under its old results."""
    path = file_of(bot)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path else ""


def _read(path: Path, head: dict[str, Any]) -> list[Duel]:
    lines = path.read_text("utf-8").splitlines()
    try:
        told = json.loads(lines[0])
        whole = [json.loads(line) for line in lines[1:]]
        duels = [_duel(line) for line in whole]
    except (IndexError, ValueError, TypeError, KeyError) as fault:
        raise TablewrightError(f"{path} is not the journal of a tournament; name another file or delete it") from fault
    differs = [key for key in head if told.get(key) != head[key]] if isinstance(told, dict) else ["everything"]
    if differs:
        raise TablewrightError(
            f"{path} belongs to another tournament: it differs in {', '.join(differs)}; name another file or delete it"
        )
    return duels


def _duel(line: dict[str, Any]) -> Duel:
    faults = tuple((bot, reason) for bot, reason in line["faults"])
    times = tuple(Thought(*one) for one in line["times"])
    return Duel(**{**line, "scores": tuple(line["scores"]), "faults": faults, "times": times})


class Tournament:
    """One tournament: play it, then ask for its standings and its order."""

    def __init__(self, hall: Hall, plan: Plan, journal: Path | None = None) -> None:
        self.hall = hall
        self.plan = plan
        for bot in plan.bots:  # what is wrong with one is said before the first game
            hall.call(bot)
        self.journal = Journal(journal, hall, plan)
        self.rounds: list[list[Pair]] = []
        self._beaten_in: dict[str, int] = {}

    @property
    def standings(self) -> Standings:
        return Standings(self.plan.bots, self.journal.duels, self.hall.seed)

    def play(self, advance: Advance | None = None) -> None:
        """Play what is left; Ctrl-C loses at most the batch it falls into."""
        for pairs in self._schedule():
            self.rounds.append(pairs)
            for one, other in pairs:
                self._meet(one, other, self.plan.deals, advance)

    def _meet(self, one: str, other: str, until: int, advance: Advance | None = None) -> None:
        """The deals of one pair, as far as the journal does not have them; the journal grows batch by batch."""
        done = sum(len(duel.scores) for duel in self.journal.between(one, other))
        if advance is not None and done:
            advance(min(done, until) * self.hall.games_a_deal)
        while done < until:
            deals = min(BATCH, until - done)
            self.journal.add(self.hall.duel(one, other, done, deals, advance))
            done += deals

    def _schedule(self) -> Iterator[list[Pair]]:
        bots = list(self.plan.bots)
        if self.plan.form == "roundrobin":
            yield list(combinations(bots, 2))
        elif self.plan.form == "swiss":
            yield from self._swiss()
        else:
            yield from self._elimination(bots)

    def _swiss(self) -> Iterator[list[Pair]]:
        """Whoever has as many points meets, and nobody meets the same twice while there is another."""
        met: set[frozenset[str]] = set()
        rested: list[str] = []
        for _ in range(self.plan.rounds):
            ranked = sorted(self.plan.bots, key=lambda bot: -self.standings.points(bot))
            if len(ranked) % 2:
                resting = min(reversed(ranked), key=rested.count)
                rested.append(resting)
                ranked.remove(resting)
            pairs = _paired(ranked, met)
            met |= {frozenset(pair) for pair in pairs}
            yield pairs

    def _elimination(self, bots: list[str]) -> Iterator[list[Pair]]:
        """The list is the seeding: the first meets the last, byes go to the first."""
        left = bots
        while len(left) > 1:
            size = 2 ** ceil(log2(len(left)))
            byes = size - len(left)
            playing = left[byes:]
            pairs = [(playing[i], playing[-1 - i]) for i in range(len(playing) // 2)]
            yield pairs
            losers = {self._loser(*pair) for pair in pairs}
            self._beaten_in |= dict.fromkeys(losers, len(self.rounds))
            left = [bot for bot in left if bot not in losers]

    def _loser(self, one: str, other: str) -> str:
        """Who goes out; a tie is played on, and in the end the higher seed stays."""
        for times in range(2, REPLAYS + 2):
            cell = self.standings.cell(one, other)
            if cell is not None and cell.score != 0.5:
                return other if cell.score > 0.5 else one
            self._meet(one, other, times * self.plan.deals)
        return other

    def order(self) -> list[str]:
        """The bots, best first: by rating, in a knock-out by how far they came, in a Swiss tournament by points."""
        standings = self.standings
        ratings = standings.ratings
        if self.plan.form == "elimination":
            last = len(self.rounds) + 1
            return sorted(self.plan.bots, key=lambda bot: (-self._beaten_in.get(bot, last), -ratings[bot]))
        if self.plan.form == "swiss":
            return sorted(self.plan.bots, key=lambda bot: (-standings.points(bot), -ratings[bot]))
        return list(ratings)


def _paired(ranked: Sequence[str], met: set[frozenset[str]]) -> list[Pair]:
    """Neighbours in the ranking, old pairs only where nothing else is left."""
    if not ranked:
        return []
    first, rest = ranked[0], ranked[1:]
    fresh = [other for other in rest if frozenset((first, other)) not in met]
    for other in fresh:
        pairs = _paired([bot for bot in rest if bot != other], met)
        if all(frozenset(pair) not in met for pair in pairs):
            return [(first, other), *pairs]
    other = (fresh or list(rest))[0]
    return [(first, other), *_paired([bot for bot in rest if bot != other], met)]
