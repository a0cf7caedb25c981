"""Numbers with names, and blocks of action ids."""

import pytest

from tablewright.engine import Blocks, numbered


def test_names_are_numbered_in_their_order() -> None:
    ask = numbered("nobody take hold")
    assert (ask.nobody, ask.take, ask.hold, ask._fields) == (0, 1, 2, ("nobody", "take", "hold"))
    assert numbered("pig swan", first=1).swan == 2


def test_blocks_start_one_after_the_other() -> None:
    blocks = Blocks(play=20, **{"pass": 1}, buy=3)
    assert (blocks.starts.play, blocks.starts.pass_, blocks.starts.buy, blocks.count) == (0, 20, 21, 24)
    assert [blocks.decode(a) for a in (19, 20, 23)] == [("play", 19), ("pass", 0), ("buy", 2)]
    with pytest.raises(ValueError, match="action ids are 0 to 23, not 24"):
        blocks.decode(24)
