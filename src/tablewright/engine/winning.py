"""Who wins, where a game does not say it itself: those with the highest score share the win."""

from collections.abc import Callable
from types import ModuleType

from tablewright.engine.written import HEAD, written

RESULT = """
from tablewright.engine import WHOLE_WIN, rule
from {module} import score


@rule
def result(s, k, p):
    tied = 0
    for other in range(k.players):
        if score(s, k, other) > score(s, k, p):
            return 0
        if score(s, k, other) == score(s, k, p):
            tied += 1
    return WHOLE_WIN // tied
"""


def shared_by_score(score: Callable[..., int]) -> ModuleType:
    """A module with `result` as it follows from a game's `score`."""
    return written(HEAD + RESULT.format(module=score.__module__), score.__module__)
