"""After a game: what the search thinks of it, in the background: roughly of all, then closely of what decided."""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablewright.engine import Game, Match, Move
from tablewright.table.bots import Judged
from tablewright.table.errors import Refusal
from tablewright.table.prose import order, told
from tablewright.table.rooms import Room
from tablewright.table.thinkers import Thinkers

MOST_KEPT = 200
MOST_WAITING = 20  # games that are looked through one after the other
PATIENCE = 900  # seconds until the search must be ready
TRIES = 5  # for one decision
AGAIN = 60  # seconds until a game of which nothing could be said is looked through once more
ROUGH, CLOSE = 100, 1200  # iterations of the search: a first look at every decision, then a closer one
DECIDING = 3  # decisions that are told as those that mattered most
MATTERS = 0.02  # of the chance to win
FOLLOWED = 3  # lines of what followed it: the end of a phase says little without the combat that it brought
MISSED = 5  # of one's own decisions that could have been better


@dataclass
class Analysis:
    """What is known of every decision so far; a rough look at all of them comes first."""

    of: int
    shares: tuple[float, ...] | None = None  # how it ended
    rough: dict[int, Judged] = field(default_factory=dict)
    close: dict[int, Judged] = field(default_factory=dict)
    ended: bool = False
    failed_at: float = math.inf  # when it ended and nothing had come of it

    @property
    def done(self) -> float:
        """How far it is, from 0 to 1."""
        return 1.0 if self.ended else (len(self.rough) + len(self.close)) / (2 * self.of + 1)

    @property
    def seen(self) -> bool:
        """Whether every decision has been looked at, as far as the search could."""
        return self.ended or len(self.rough) == self.of

    @property
    def chances(self) -> list[tuple[float, ...] | None]:
        """Everybody's chance before every decision and at the end; None where nothing is known yet."""
        found = [self.judged(n) for n in range(self.of)]
        return [*(one.chances if one else None for one in found), self.shares]

    def swings(self) -> list[tuple[int, float]]:
        """The decisions that changed the chances most, in their order, and by how much."""
        by = self._changes()
        most = sorted(by, key=lambda n: -by[n])[:DECIDING]
        return [(n, by[n]) for n in sorted(most) if by[n] > MATTERS]

    def by_weight(self) -> list[int]:
        """The decisions in the order of what they seem to have changed."""
        by = self._changes()
        return sorted(by, key=lambda n: -by[n])

    def _changes(self) -> dict[int, float]:
        """What each decision gave away, as whoever made it could know.

        The chances before two decisions are seen by two pairs of eyes: what only one of them knew changed nothing.
        """
        return {n: max(0.0, one.worth - one.made) for n in range(self.of) if (one := self.judged(n))}

    def judged(self, n: int) -> Judged | None:
        """The closest look at a decision so far."""
        return self.close.get(n, self.rough.get(n))

    def missed(self, match: Match, seat: int, guided: int = 0) -> list[tuple[int, int, float]]:
        """A seat's decisions that cost it most: which, what would have been better, and by how much.

        The first ones may have been those of a lesson, which nobody is to blame for.
        """
        found = [
            (n, one.best, one.worth - one.made)
            for n, one in self.close.items()
            if n >= guided
            and match.steps[n].seat == seat
            and one.best != match.steps[n].action
            and one.worth - one.made > MATTERS
        ]
        return sorted(sorted(found, key=lambda one: -one[2])[:MISSED])


class Analyses:
    """The analyses of a server. A first look at one game never waits for a close look at another."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._kept: dict[str, Analysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._first, self._closer = asyncio.Lock(), asyncio.Lock()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def of(self, room: Room) -> Analysis:
        """The analysis of a finished game; it is begun when somebody asks for the first time."""
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        found = self._kept.get(room.id)
        if found is None or found.failed_at < time.monotonic() - AGAIN:
            if not self.thinkers.can_search or room.closed or len(self._tasks) >= MOST_WAITING:
                raise Refusal("refused.not_ready", 503)
            found = self._kept[room.id] = Analysis(len(room.match.steps), _shares(room.match))
            task = asyncio.create_task(self._work(found, room.match))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            for old in list(self._kept)[:-MOST_KEPT]:
                del self._kept[old]
        return found

    def known(self, room: Room) -> Analysis | None:
        """What has been worked out of a finished game so far; nothing is begun."""
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        return self._kept.get(room.id)

    async def _work(self, analysis: Analysis, match: Match) -> None:
        try:
            await self._until_ready(match)
            async with self._first:
                await self._look(analysis.rough, match, spread(analysis.of), ROUGH)
            async with self._closer:
                await self._look(analysis.close, match, analysis.by_weight(), CLOSE)
        finally:
            analysis.ended = True
            if not analysis.rough:
                analysis.failed_at = time.monotonic()

    async def _until_ready(self, match: Match) -> None:
        for _ in range(PATIENCE):
            if self.thinkers.ready(match.variant):
                return
            await asyncio.sleep(1)

    async def _look(self, found: dict[int, Judged], match: Match, numbers: Sequence[int], iterations: int) -> None:
        """Look at decisions one by one; what cannot be looked at is left out."""
        for n in numbers:
            judged = await self._judged(match.at(n), match.steps[n].action, iterations)
            if judged is not None:
                found[n] = judged

    async def _judged(self, position: Match, action: int, iterations: int) -> Judged | None:
        for _ in range(TRIES):
            found = await self.thinkers.judge(position, action, iterations)
            if found is not None:
                return found
        return None


def spread(count: int) -> list[int]:
    """All numbers below a count, widely spread ones first: the halves, the quarters, and so on."""
    return sorted(range(count), key=lambda n: (-(n & -n) if n else -count, n))


def _shares(match: Match) -> tuple[float, ...] | None:
    """How a game ended; nothing if somebody gave up, for then no move made it so."""
    given_up = any(fault.lost for fault in match.faults)
    return tuple(map(float, match.outcome.shares)) if match.outcome and not given_up else None


def told_to(analysis: Analysis, room: Room, viewer: int | None, language: str) -> dict[str, Any]:
    """An analysis as a page shows it: chances, what decided most, and what the viewer could have done better."""
    match = room.match
    assert match is not None
    if not analysis.rough:
        return {"done": analysis.done}
    told = {"done": analysis.done, "names": list(match.names), "chances": analysis.chances, "decided": [], "missed": []}
    if not analysis.seen:
        return told
    log = room.log(viewer, language)
    return told | {
        "decided": [_decided(analysis, room, viewer, language, log, n) for n, _ in analysis.swings()],
        "missed": [
            {
                "at": n,
                "text": deed(room, viewer, language, log, n),
                "best": _named(match.at(n).move(best, language), match.game),
                "by": by,
            }
            for n, best, by in ([] if viewer is None else analysis.missed(match, viewer, room.guided))
        ],
    }


def _decided(
    analysis: Analysis, room: Room, viewer: int | None, language: str, log: Sequence[Sequence[str]], n: int
) -> dict[str, Any]:
    """A decision that mattered: whose chance is told, and what it was before and after, by one measure.

    In a duel it is one's own chance, else that of whoever decided.
    """
    match, one = room.match, analysis.judged(n)
    assert match is not None
    assert one is not None
    mover = match.steps[n].seat
    seat = mover if viewer is None or len(match.names) > 2 else viewer
    was, now = (share if seat == mover else 1 - share for share in (one.worth, one.made))
    text = " ".join([deed(room, viewer, language, log, n), *_followed(room, viewer, log, n)])
    return {"at": n + 1, "text": text, "by": abs(was - now), "seat": seat, "was": was, "now": now}


def _named(move: Move, game: Game) -> str:
    return move.says or order(game, move.text).striptags()


def deed(room: Room, viewer: int | None, language: str, log: Sequence[Sequence[str]], n: int) -> str:
    """What a decision did; of one that the log does not tell, what it was."""
    match = room.match
    assert match is not None
    if not log[n]:
        return _named(match.at(n).move(match.steps[n].action, language), match.game)
    return told(match.game, tuple(room.variant.seats), viewer, log[n][0]).striptags()


def _followed(room: Room, viewer: int | None, log: Sequence[Sequence[str]], n: int) -> list[str]:
    """What a decision brought, as far as the log tells it."""
    seats = tuple(room.variant.seats)
    return [told(room.variant.game, seats, viewer, line).striptags() for line in log[n][1 : 1 + FOLLOWED]]
