"""Whole numbers with names: those of a field's values, and action ids, which are fixed integers in named blocks."""

from bisect import bisect_right
from collections import namedtuple
from collections.abc import Iterable
from keyword import iskeyword
from typing import TYPE_CHECKING, Any


class Numbers(tuple[int, ...]):
    """A named tuple of whole numbers, which rules may read: `ASK.take`."""

    if TYPE_CHECKING:  # a name that is none is found by the check of the rules' language, in views by a test
        _fields: tuple[str, ...]

        def __getattr__(self, name: str) -> int: ...


def named_numbers(names: Iterable[str], values: Iterable[int]) -> Numbers:
    """Numbers by their names; one that Python keeps for itself gets a dash below: `pass_`."""
    make: Any = namedtuple  # its type asks for names that are written here
    numbers: Numbers = make("Numbers", [f"{name}_" if iskeyword(name) else name for name in names])(*values)
    return numbers


def numbered(names: str, first: int = 0) -> Numbers:
    """Names for numbers that follow each other: `numbered("nobody take hold").hold` is 2."""
    listed = names.split()
    return named_numbers(listed, range(first, first + len(listed)))


class Blocks:
    """Named ranges of action ids in the order given, so that `play + card` means the same in every position.

    BLOCKS = Blocks(play=20, buy=28, done=1)
    TO = BLOCKS.starts  # TO.buy is 20
    """

    def __init__(self, **sizes: int) -> None:
        self.sizes = sizes
        self.names = tuple(sizes)
        self.starts = named_numbers(sizes, [sum(list(sizes.values())[:i]) for i in range(len(sizes))])
        self.count = sum(sizes.values())

    def decode(self, action: int) -> tuple[str, int]:
        """The block of an id and the index inside it."""
        if not 0 <= action < self.count:
            raise ValueError(f"action ids are 0 to {self.count - 1}, not {action}")
        i = bisect_right(self.starts, action) - 1
        return self.names[i], action - self.starts[i]
