"""After a game: what the search thinks of every decision, worked out in the background, one position at a time."""

import asyncio
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
DECIDING = 3  # decisions that are told as those that mattered most
MATTERS = 0.02  # of the chance to win
MISSED = 5  # of one's own decisions that could have been better


@dataclass
class Analysis:
    """How far one is, and what came out."""

    of: int
    judged: list[Judged] = field(default_factory=list)
    chances: list[tuple[float, ...]] = field(default_factory=list)
    failed: bool = False

    @property
    def done(self) -> bool:
        return len(self.chances) == self.of + 1

    def swings(self) -> list[tuple[int, float]]:
        """The decisions that changed the chances most, in their order, and by how much."""
        pairs = list(zip(self.chances, self.chances[1:], strict=False))
        by = [max(abs(b - a) for a, b in zip(*pair, strict=True)) for pair in pairs]
        most = sorted(range(len(by)), key=lambda n: -by[n])[:DECIDING]
        return [(n, by[n]) for n in sorted(most) if by[n] > MATTERS]

    def missed(self, match: Match, seat: int) -> list[tuple[int, int, float]]:
        """A seat's decisions that cost it most: which, what would have been better, and by how much."""
        found = [
            (n, one.best, one.worth - one.made)
            for n, (one, step) in enumerate(zip(self.judged, match.steps, strict=True))
            if step.seat == seat and one.best != step.action and one.worth - one.made > MATTERS
        ]
        return sorted(sorted(found, key=lambda one: -one[2])[:MISSED])


class Analyses:
    """The analyses of a server, one game after the other."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._kept: dict[str, Analysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def of(self, room: Room) -> Analysis:
        """The analysis of a finished game; it is begun when somebody asks for the first time."""
        if room.match is None or not room.finished:
            raise Refusal("refused.not_over")
        found = self._kept.get(room.id)
        if found is None or found.failed:
            if not self.thinkers.can_search or room.closed or len(self._tasks) >= MOST_WAITING:
                raise Refusal("refused.not_ready", 503)
            found = self._kept[room.id] = Analysis(len(room.match.steps))
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
        async with self._one:
            try:
                await self._judge_all(analysis, match)
            finally:
                analysis.failed = not analysis.done

    async def _judge_all(self, analysis: Analysis, match: Match) -> None:
        for _ in range(PATIENCE):
            if self.thinkers.ready(match.variant):
                break
            await asyncio.sleep(1)
        for n, step in enumerate(match.steps):
            judged = await self._judged(match.at(n), step.action)
            if judged is None:
                return
            analysis.judged.append(judged)
            analysis.chances.append(judged.chances)
        outcome = match.outcome
        analysis.chances.append(tuple(map(float, outcome.shares)) if outcome else analysis.chances[-1])

    async def _judged(self, position: Match, action: int) -> Judged | None:
        for _ in range(TRIES):
            found = await self.thinkers.judge(position, action)
            if found is not None:
                return found
        return None


def told_to(analysis: Analysis, room: Room, viewer: int | None, language: str) -> dict[str, Any]:
    """An analysis as a page shows it: chances, what decided most, and what the viewer could have done better."""
    match = room.match
    assert match is not None
    if not analysis.done:
        return {"done": len(analysis.judged) / max(1, analysis.of)}
    log = room.log(viewer, language)
    return {
        "done": 1,
        "names": list(match.names),
        "chances": analysis.chances,
        "decided": [{"at": n + 1, "text": _deed(room, viewer, log, n), "by": by} for n, by in analysis.swings()],
        "missed": [
            {
                "at": n,
                "text": _deed(room, viewer, log, n),
                "best": _named(match.at(n).move(best, language), match.game),
                "by": by,
            }
            for n, best, by in ([] if viewer is None else analysis.missed(match, viewer))
        ],
    }


def _named(move: Move, game: Game) -> str:
    return move.says or order(game, move.text).striptags()


def _deed(room: Room, viewer: int | None, log: Sequence[Sequence[str]], n: int) -> str:
    lines = log[n] or [""]
    return told(room.variant.game, tuple(room.variant.seats), viewer, lines[0]).striptags()
