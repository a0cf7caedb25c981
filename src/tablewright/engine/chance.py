"""The random numbers of a game: a multiply-with-carry generator that lives in the state and never leaves int64.

The same numbers come out of plain Python, of the compiled rules and on every platform.
"""

import threading
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

from tablewright.engine.rule import compiled_as, rule


class _Dice(threading.local):
    draw: Callable[[int], int] | None = None


_dice = _Dice()


T = TypeVar("T")


class HasGenerator(Protocol):
    """A state, or a chooser's list of moves: whatever draws from a generator of its own."""

    rng: int


@contextmanager
def drawing(draw: Callable[[int], int]) -> Iterator[None]:
    """Plain rules draw from a function of how many numbers there are, instead of from their state's generator."""
    before, _dice.draw = _dice.draw, draw
    try:
        yield
    finally:
        _dice.draw = before


@compiled_as("below_drawn")
def below(s: HasGenerator, n: int) -> int:
    """A uniform number 0 <= x < n, drawn from the generator in `s.rng`."""
    return drawn(s, n) if _dice.draw is None else _dice.draw(n)


@rule
def drawn(s: HasGenerator, n: int) -> int:
    """The next number of the generator, made one of n."""
    x: int = 698769069 * (s.rng & 0xFFFFFFFF) + (s.rng >> 32)
    s.rng = x
    return (((x & 0xFFFFFFFF) ^ (x >> 32)) * n) >> 32


@rule
def mixed(seed: int, stream: int) -> int:
    """A generator's first value from a seed and the number of a stream; neighbours are unrelated.

    The generator itself is linear, so seeds have to be scrambled before it sees them.
    """
    key = scrambled(scrambled((seed >> 32) & 0xFFFFFFFF) ^ (stream & 0xFFFFFFFF))
    low = scrambled((seed & 0xFFFFFFFF) ^ key)
    high = scrambled(low ^ (key >> 7)) % 698769068
    return (high << 32) + low + 1


@rule
def scrambled(x: int) -> int:
    """Another number of 32 bits for each one; every bit depends on all."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x5BD1E995) & 0xFFFFFFFF
    x = ((x ^ (x >> 13)) * 0x7FEB352D) & 0xFFFFFFFF
    return x ^ (x >> 16)


@rule
def seed_chance(s: HasGenerator, seed: int) -> int:
    """Start the state's generator; the first thing every `setup` does."""
    s.rng = mixed(seed, 0)
    return 0


@rule
def shuffle(s: HasGenerator, cards: MutableSequence[T], n: int) -> int:
    """Shuffle the first n entries of a list of the state uniformly."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    return 0


@rule
def total(pile: Sequence[int]) -> int:
    """How many things there are in a pile that is kept by kinds: the sum of its numbers."""
    n = 0
    for kind in range(len(pile)):
        n += pile[kind]
    return n


@rule
def draw_kind(s: HasGenerator, pile: list[int]) -> int:
    """Take a random thing out of a pile that is kept by kinds, which must not be empty; returns its kind."""
    left = below(s, total(pile))
    kind = 0
    while left >= pile[kind]:
        left -= pile[kind]
        kind += 1
    pile[kind] -= 1
    return kind
