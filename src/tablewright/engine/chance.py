"""The random numbers of a game: a multiply-with-carry generator that lives in the state and never leaves int64.

The same numbers come out of plain Python, of the compiled rules and on every platform.
"""

from typing import Any

from tablewright.engine.rule import rule


@rule
def below(s: Any, n: int) -> int:
    """A uniform number 0 <= x < n, drawn from the generator in `s.rng`."""
    x: int = 698769069 * (s.rng & 0xFFFFFFFF) + (s.rng >> 32)
    s.rng = x
    return (((x & 0xFFFFFFFF) ^ (x >> 32)) * n) >> 32


@rule
def mixed(seed: int, stream: int) -> int:
    """A generator's first value from a seed and the number of a stream; neighbouring seeds are unrelated."""
    low = ((seed & 0xFFFFFFFF) * 1812433253 + stream * 69069 + 1) & 0xFFFFFFFF
    high = (((seed >> 32) & 0x7FFFFFFF) * 1103515245 + stream * 12345 + 12820163) % 698769068
    x = (high << 32) + low
    for _ in range(8):
        x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
    return x


@rule
def seed_chance(s: Any, seed: int) -> int:
    """Start the state's generator; the first thing every `setup` does."""
    s.rng = mixed(seed, 0)
    return 0


@rule
def shuffle(s: Any, cards: Any, n: int) -> int:
    """Shuffle the first n entries of a list of the state uniformly."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    return 0
