"""Every way that chance can fall, with its probability: small games can be enumerated and solved exactly.

A game need not state anything for it. All its chance comes from `below(s, n)`, so the rules are carried out once for
every sequence of numbers that it could give.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablewright.engine.chance import drawing
from tablewright.engine.errors import TablewrightError
from tablewright.engine.layout import StateLayout

if TYPE_CHECKING:
    from tablewright.engine.game import Variant

MOST = 10_000


class TooManyChances(TablewrightError):
    """Chance can fall in more ways than were asked for."""


@dataclass(frozen=True)
class Chance:
    """A state that chance can lead to, and how probable it is; its generator is 0."""

    probability: Fraction
    state: Any  # a game's own State


def openings(variant: "Variant", most: int = MOST) -> list[Chance]:
    """Every position in which a game can begin."""
    rules, cards = variant.game.rules, variant.cards
    return _chances(variant, variant.game.state.plain(), lambda s: rules.setup(s, cards, 0), most)


def chances(variant: "Variant", state: StateLayout, action: int, most: int = MOST) -> list[Chance]:
    """Every position to which an action can lead."""
    rules, cards = variant.game.rules, variant.cards
    return _chances(variant, state, lambda s: rules.apply(s, cards, action), most)


def _chances(variant: "Variant", before: StateLayout, happen: Callable[..., int], most: int) -> list[Chance]:
    layout = variant.game.state
    found: dict[bytes, Chance] = {}
    numbers: list[int] = []  # what is drawn, in order ...
    ranges: list[int] = []  # ... and out of how many
    for _ in range(most):
        state = layout.copy(before)
        _carry_out(happen, state, numbers, ranges)
        state.rng, probability = 0, Fraction(1)
        for n in ranges:
            probability /= n
        key = layout.to_bytes(state)
        found[key] = Chance(probability + (found[key].probability if key in found else 0), state)
        if not _next(numbers, ranges):
            return list(found.values())
    raise TooManyChances(f"chance can fall in more than {most} ways")


def _carry_out(happen: Callable[..., int], state: StateLayout, numbers: list[int], ranges: list[int]) -> None:
    """Let the given numbers be drawn, and 0 from there on; write down out of how many each was drawn."""
    given = len(numbers)
    ranges.clear()

    def draw(n: int) -> int:
        ranges.append(n)
        if len(ranges) > given:
            numbers.append(0)
        return numbers[len(ranges) - 1]

    with drawing(draw):
        happen(state)


def _next(numbers: list[int], ranges: list[int]) -> bool:
    """The next sequence of numbers, as on an odometer; whether there is one."""
    while numbers and numbers[-1] + 1 == ranges[-1]:
        numbers.pop()
        ranges.pop()
    if numbers:
        numbers[-1] += 1
    return bool(numbers)
