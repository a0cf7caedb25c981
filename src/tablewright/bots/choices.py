"""What a move is about, whatever its id: its block and its card, or its block and its place there.

Plans prefer such choices, and a learned policy weighs them: an id may mean another card in every position.
"""

from typing import Any

import numpy as np

from tablewright.engine import CARD, Game, Layout, array, call, number, rule

Array = np.ndarray[Any, Any]
BLOCKS = 64
CARDS = 256
THINGS = 2 * CARDS  # of one block: nothing, a card, then places in the block
CHOICES = BLOCKS * THINGS
IDS = 8192  # moves beyond count as the last of them


class Choices(Layout):
    """Where the blocks of a game begin, and which block each move belongs to."""

    start = array("i4", BLOCKS)
    block = array("i1", IDS)
    blocks = number("i4")


@rule
def block_of(choices: Any, a: int) -> int:
    return int(choices.block[min(a, IDS - 1)])


@rule
def by_place(choices: Any, a: int) -> int:
    block = block_of(choices, a)
    return int(block * THINGS + CARDS + min(a - choices.start[block], CARDS - 1))


@rule
def by_card(kit: Any, choices: Any, s: Any, a: int) -> int:
    """The choice of a move by its card; by its place where it names none."""
    card = call(kit, CARD, s, a) + 1 if kit.has[CARD] else 0
    if card <= 0:
        return by_place(choices, a)
    return int(block_of(choices, a) * THINGS + min(card, CARDS - 1))


def blocks_of(game: Game) -> dict[str, Array]:
    """What a record of choices knows of a game."""
    sizes = list(game.blocks.sizes.values())
    start, block = np.zeros(BLOCKS, np.int32), np.zeros(IDS, np.int8)
    start[: len(sizes)] = game.blocks.starts
    for number_of_block, first in enumerate(game.blocks.starts):
        block[first:] = number_of_block
    return {"start": start, "block": block, "blocks": np.array(len(sizes), np.int32)}
