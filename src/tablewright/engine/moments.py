"""A position that is looked at by the conformance kit, with all that a check may need."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tablewright.engine.chance import mixed
from tablewright.engine.drivers import Moves
from tablewright.engine.game import Variant
from tablewright.engine.layout import StateLayout
from tablewright.engine.match import Match
from tablewright.engine.rule import Rule
from tablewright.engine.twin import Twin
from tablewright.engine.views import Table

REDEALS = 3  # for every seat in every position looked at
SOME = 4  # how many of the actions of a position are tried


class Broken(Exception):
    """Something does not hold; the text says what."""


@dataclass
class Totals:
    """What a whole run must have seen, not a single position."""

    redeals: int = 0
    varied: set[str] = field(default_factory=set)  # fields of the state that a redeal has changed
    hidden: bool = False  # a view has shown a card face down
    concealed: set[str] = field(default_factory=set)  # hidden numbers, such as choices, that were not 0 at some time
    written: int = 0  # positions written in words ...
    read: int = 0  # ... and read back
    refusal: str = ""  # why the last one could not be
    likeliest: int = 0  # how often the likeliest way that chance could fall was the one that came ...
    stated: float = 0.0  # ... how often it should have come, as listed ...
    variance: float = 0.0  # ... and the variance of that

    def count_draw(self, came: bool, probability: float) -> None:
        """One draw by chance: whether its likeliest outcome came, and how probable that was said to be."""
        self.likeliest += came
        self.stated += probability
        self.variance += probability * (1 - probability)


@dataclass
class Moment:
    """A position of a match, with all that a check may need."""

    match: Match
    start: StateLayout  # the state after the setup
    chance: Random
    twin: Twin | None
    totals: Totals
    deep: bool  # look at everything, not only at what every position is checked for

    @property
    def components(self) -> Counter[str]:
        """Every piece of the game, counted at the start."""
        return Counter(self.match.game.position.components(self.start, self.variant.cards))

    @property
    def variant(self) -> Variant:
        return self.match.variant

    @property
    def seats(self) -> range:
        """All who may look: the seats, and -1 for a spectator."""
        return range(-1, self.variant.players)

    def world(self, seat: int) -> StateLayout:
        """A fresh redeal of what the seat cannot know."""
        made: StateLayout = self.match.game.state.copy(self.match.state)
        made.rng = mixed(self.chance.randrange(1 << 40), 5)
        self.match.game.rules.determinize(made, self.variant.cards, seat)
        return made

    def rule(self, name: str) -> Rule:
        """A rule that the game has, by its name in the contract."""
        return self.match.game.rule(name)

    def legal(self, state: StateLayout) -> list[int]:
        moves = Moves.plain()
        n = self.match.game.rules.legal(state, self.variant.cards, moves)
        return moves.a[:n]

    def some(self, actions: list[int]) -> list[int]:
        return self.chance.sample(actions, min(SOME, len(actions)))

    def table(self, state: StateLayout, seat: int) -> Table:
        return self.match.game.table(state, self.variant.cards, seat)


class Check(NamedTuple):
    """One thing that must hold: its name, a sentence, the function, and whether every position is looked at."""

    name: str
    sentence: str
    holds: Callable[[Moment], None]
    everywhere: bool


def looker(at: Moment, seat: int) -> str:
    return "a spectator" if seat < 0 else f"seat {at.variant.seats[seat]}"
