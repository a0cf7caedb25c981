"""What people did beside the moves, for whoever designs the game: counted by room and seat, without names or times."""

import re

COUNTED = ("looked", "blocked")  # a rule was looked up, something was tried that a rule does not allow
QUESTIONS: dict[str, tuple[str, ...]] = {"mood": ("good", "fair", "poor"), "clear": ("yes", "no")}
CLAUSE = re.compile(r"[A-Z]{2,5}-\d+(\.\d+)*")
MOST_RULES = 200  # of one seat


def note_of(text: str) -> tuple[str, str] | None:
    """`blocked:WAL-4.7` or `mood:good` taken apart; None if it is no note that a page may make."""
    what, _, about = text.partition(":")
    if what in COUNTED and (not about or (len(about) <= 32 and CLAUSE.fullmatch(about))):
        return what, about
    return (what, about) if about in QUESTIONS.get(what, ()) else None
