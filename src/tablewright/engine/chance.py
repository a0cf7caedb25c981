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
