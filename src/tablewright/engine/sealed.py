"""Random numbers for a game among strangers: whoever knows any number of them can tell no other.

The generator in a state is quick and the same in both modes, but it is a simple one: with enough cards in sight it can
be computed, and with it the rest of the deck. A game whose seed is a long one (`SECRET_SEEDS`) draws from a keyed hash
of that seed instead. Only plain rules can, so this is for matches, which people play, and not for the lab.
"""

from hashlib import blake2b

SECRET_SEEDS = 2**256  # a seed below this, and too large for the generator of a state, is a key
BYTES = 16  # of a drawn number, before it is made one of n: what that favours is one part in 2**128


class Sealed:
    """The numbers that are drawn on one occasion: each is a hash of its place in the row, under the key."""

    def __init__(self, seed: int, *occasion: object) -> None:
        self._key = seed.to_bytes(32, "big")
        self._occasion = repr(occasion).encode()
        self.drawn = 0

    def below(self, n: int) -> int:
        """A uniform number 0 <= x < n."""
        self.drawn += 1
        hashed = blake2b(b"%d %s" % (self.drawn, self._occasion), key=self._key, digest_size=BYTES)
        return int.from_bytes(hashed.digest(), "big") * n >> 8 * BYTES
