"""A match beside a second implementation of its rules, compared at every decision."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol

from tablewright.engine import Match, Move

Question = tuple[int, set[str]]  # whose decision it is, and what may be played
Decisions = Generator[Question, str, None]


class Oracle(Protocol):
    """What a second implementation says of the position it has reached."""

    def position(self) -> dict[str, Any]: ...


def play_beside(
    match: Match,
    oracle: Oracle,
    decisions: Decisions,
    keys: Sequence[str],
    choose: Callable[[list[str]], str],
    written: Callable[[Move], str] = lambda move: move.text,
) -> None:
    """Play to the end; seat, legal moves and the position under some keys are the same before every decision."""
    question = next(decisions, None)
    while question is not None:
        texts = {written(move): move.id for move in match.moves}
        assert (match.seat, set(texts)) == question
        assert position(match, keys) == oracle.position()
        choice = choose(sorted(texts))
        match.play(texts[choice])
        try:
            question = decisions.send(choice)
        except StopIteration:
            question = None
    assert match.over
    assert position(match, keys) == oracle.position()


def position(match: Match, keys: Sequence[str]) -> dict[str, Any]:
    words = dump(match)
    return {key: words[key] for key in keys}


def dump(match: Match) -> dict[str, Any]:
    """The position in the rulebook's words."""
    words: dict[str, Any] = match.game.position.dump(match.state, match.variant.cards)
    return words
