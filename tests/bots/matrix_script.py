"""A scripted player of Matrix: the least flexible cards first, the last three rounds solved."""

from collections import Counter

from tests.games.matrix_solver import Solver

from tablewright.bots import Bot
from tablewright.engine import Match
from tablewright.games.matrix.rules import card_of

SOLVED = 3


class Script(Bot):
    """It knows nothing of the search, and solves by a solver of its own."""

    name = "script"

    def __init__(self) -> None:
        self._solver: Solver | None = None

    def choose(self, match: Match, seat: int) -> int:
        self._solver = self._solver or Solver(match.variant)
        if match.state.held[seat] <= SOLVED:
            return self._solver.best(match)[0]
        ways = Counter(card_of(action) for action in match.legal_ids)
        fewest = min(ways.values())
        return max(
            (action for action in match.legal_ids if ways[card_of(action)] == fewest),
            key=lambda action: self._margin(match, seat, action),
        )

    @staticmethod
    def _margin(match: Match, seat: int, action: int) -> int:
        after = match.game.state.copy(match.state)
        match.game.rules.apply(after, match.variant.cards, action)
        return int(match.game.rule("measure")(after, match.variant.cards, seat))
