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
def scrambled(x: int) -> int:
    """A 32-bit number that looks nothing like x: shifts and multiplications that stay within int64."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x31848BAB) & 0xFFFFFFFF
    x = ((x ^ (x >> 14)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return x ^ (x >> 16)


@rule
def mixed(seed: int, stream: int) -> int:
    """A generator's first value from a seed and the number of a stream; seeds and streams are unrelated.

    The generator itself is linear, so streams whose first values differ by a constant would go on side by side.
    """
    high = scrambled(((seed >> 32) & 0x7FFFFFFF) + 747796405 * (stream + 1) & 0xFFFFFFFF)
    low = scrambled((seed & 0xFFFFFFFF) ^ high)
    return ((scrambled(low ^ 0x5BD1E995) % 698769068) << 32) + low + 1


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
