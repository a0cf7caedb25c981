"""The guided first game: a game's `tutorial.yaml` says move by move what to look at, what to play and what happened.

The moves of all seats are written down, so that the others play as the lesson needs it. Whoever learns may go on
alone at any moment, and after the last step the game goes on. A lesson that does not fit the rules is an error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import yaml

from tablewright.engine import ANY, COUNT, TEXT, Game, Match, TablewrightError, Variant, View, check_table

FILE = "tutorial.yaml"
NEEDED = frozenset({"seat", "steps", "end"})
HEAD: dict[str, str] = {
    "seat": COUNT,
    "seed": COUNT,
    "players": COUNT,
    "edition": TEXT,
    "set": ANY,
    "position": ANY,
    "steps": ANY,
    "end": ANY,
}
Texts = Mapping[str, str]


class LessonError(TablewrightError):
    """A tutorial is not written as it should be, or does not fit the rules."""


@dataclass(frozen=True)
class Step:
    """One decision: the move, and what is said before it to the one who learns; without words the last ones hold."""

    seat: int
    action: int
    said: Texts | None
    touches: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A guided game from its first decision to its last."""

    variant: Variant
    seed: int
    position: Mapping[str, Any] | None
    seat: int
    steps: tuple[Step, ...]
    end: Texts

    def expected(self, actions: Sequence[int]) -> int | None:
        """The move that the lesson has next; None when it is over or the game has left it."""
        done = len(actions)
        if done >= len(self.steps) or any(a != step.action for a, step in zip(actions, self.steps, strict=False)):
            return None
        return self.steps[done].action

    def words(self, done: int, language: str) -> str:
        """What is said after so many decisions."""
        if done >= len(self.steps):
            return _in(self.end, language)
        said = [step.said for step in self.steps[: done + 1] if step.said and step.seat == self.seat]
        return _in(said[-1], language) if said else ""

    def coming(self, done: int, count: int) -> frozenset[str]:
        """What the next moves concern."""
        return frozenset(item for step in self.steps[done : done + count] for item in step.touches)

    def progress(self, done: int) -> tuple[int, int]:
        """Which of the learner's texts this is, of how many."""
        told = [n for n, step in enumerate(self.steps) if step.said]
        return sum(n <= done for n in told), len(told)


def _in(texts: Texts, language: str) -> str:
    return texts.get(language) or texts["en"]


def only(view: View, action: int, lesson: Lesson, done: int) -> View:
    """The view in which nothing but one move is possible; a piece fits only where the lesson wants it."""
    group = view.table.group
    if group is not None:
        coming = lesson.coming(done, group.size)
        group = replace(group, free=tuple(item for item in group.free if item in coming))
    table = replace(view.table, runs=(), group=group)
    return replace(view, table=table, moves=tuple(move for move in view.moves if move.id == action))


def has_lesson(game: Game) -> bool:
    return (game.folder / FILE).is_file()


@cache
def lesson_of(game: Game) -> Lesson:
    """The tutorial of a game, every move of it tried."""
    where = game.folder / FILE
    try:
        data = yaml.safe_load(where.read_text("utf-8"))
    except (OSError, yaml.YAMLError) as fault:
        raise LessonError(f"{where} cannot be read: {fault}") from fault
    check_table(data, HEAD, str(where), "part of a tutorial", NEEDED, LessonError)
    head: dict[str, Any] = data
    variant = game.variant(head.get("players"), head.get("edition"), head.get("set") or {})
    match = Match(variant, head.get("seed", 1), head.get("position"))
    steps = tuple(_step(match, entry, n, head["seat"], str(where)) for n, entry in enumerate(head["steps"], 1))
    return Lesson(variant, match.seed, head.get("position"), head["seat"], steps, _texts(head["end"], str(where)))


def _step(match: Match, entry: Any, n: int, learner: int, where: str) -> Step:
    place = f"{where}, step {n}"
    if not isinstance(entry, dict) or not isinstance(entry.get("move"), str) or set(entry) - {"move", "say"}:
        raise LessonError(f"{place} is {entry!r}; it must have move and, for the learner's steps, say")
    if match.seat is None:
        raise LessonError(f"{place}: the game is over before it")
    seat = match.seat
    try:
        action = match.find(entry["move"])
    except TablewrightError as fault:
        raise LessonError(f"{place}: {fault}") from fault
    said = _texts(entry["say"], place) if "say" in entry else None
    if said and seat != learner:
        raise LessonError(f"{place} belongs to another seat, which is not spoken to")
    touches = next(move.touches for move in match.moves if move.id == action)
    match.play(action)
    return Step(seat, action, said, touches)


def _texts(texts: Any, where: str) -> Texts:
    if not isinstance(texts, dict) or "en" not in texts or not all(isinstance(text, str) for text in texts.values()):
        raise LessonError(f"{where}: words are given by language, at least en")
    return texts
