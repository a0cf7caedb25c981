"""What happened in Matrix, turn by turn."""

from collections.abc import Sequence

from tablewright.engine import Event, Seat, say

from .moves import in_words, move
from .state import TO, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """One line a turn; everything played is open (MTX-4.3)."""
    made = move(s, k, action)
    if action >= TO.forfeit:
        return [say("log.forfeits", who=Seat(seat), lost=made.label)]
    scores = made.facts["scores"]
    assert isinstance(scores, tuple)
    return [say("log.plays", who=Seat(seat), play=made.says, scores=in_words(scores))]
