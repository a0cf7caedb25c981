"""Pieces of pages that are shown again and again, drawn once."""

from collections.abc import Callable, Hashable

from markupsafe import Markup

from tablewright.engine import Lately

MOST_KEPT = 30_000_000  # letters of pieces of pages
PIECE = 2_000  # letters' worth of memory that a piece takes besides its text


class Kept:
    """Pieces of pages by what they show; those that were not wanted lately are forgotten when all take much memory."""

    def __init__(self) -> None:
        self.pieces: Lately[tuple[Hashable, ...], Markup] = Lately(MOST_KEPT // PIECE)
        self.size = 0

    def get(self, key: tuple[Hashable, ...], make: Callable[[], str]) -> Markup:
        piece = self.pieces[key]
        if piece is None:
            piece = Markup(make())
            self.size += PIECE + len(piece)
            if self.size > MOST_KEPT // 2:
                self.pieces.age()
                self.size = 0
            self.pieces[key] = piece
        return piece


KEPT = Kept()
