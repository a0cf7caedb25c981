"""Action ids: fixed integers in named blocks, so that `play + card` means the same in every position."""

from bisect import bisect_right


class Blocks:
    """Named ranges of action ids in the order given.

    BLOCKS = Blocks(play=20, buy=28, done=1)
    PLAY, BUY, DONE = BLOCKS.starts
    """

    def __init__(self, **sizes: int) -> None:
        self.sizes = sizes
        self.names = tuple(sizes)
        self.starts: tuple[int, ...] = tuple(sum(list(sizes.values())[:i]) for i in range(len(sizes)))
        self.count = sum(sizes.values())

    def decode(self, action: int) -> tuple[str, int]:
        """The block of an id and the index inside it."""
        if not 0 <= action < self.count:
            raise ValueError(f"action ids are 0 to {self.count - 1}, not {action}")
        i = bisect_right(self.starts, action) - 1
        return self.names[i], action - self.starts[i]
