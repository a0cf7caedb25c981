"""What happened in Matrix, turn by turn."""

from collections.abc import Sequence

from tablewright.engine import Event, Seat, say

from .moves import in_words, move, outcome, said
from .state import TO, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """One line a turn; everything played is open (MTX-4.3)."""
    if action >= TO.forfeit:
        return [say("log.forfeits", who=Seat(seat), lost=move(s, k, action).label)]
    _, scores = outcome(s, k, action)
    return [say("log.plays", who=Seat(seat), play=said(s, k, action), scores=in_words(scores))]
