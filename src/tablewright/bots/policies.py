"""The bots that every game has: `random` and `greedy`. Written once, they run plain and compiled."""

from pathlib import Path
from typing import Any

from tablewright.engine.chance import below
from tablewright.engine.drivers import (
    APPLY,
    GREEDY,
    LEGAL,
    MEASURE,
    SAMPLE,
    SCORE,
    WHO,
    ask,
    believe,
    call,
    call_drawing,
    copy_state,
    listed,
    reseed,
)
from tablewright.engine.kits import Chooser
from tablewright.engine.rule import rule


@rule
def choose_random(kit: Any, _memory: Any) -> int:
    """A uniform legal move."""
    if kit.has[SAMPLE]:
        return call_drawing(kit, SAMPLE, kit.state)
    n = call(kit, LEGAL, kit.state, kit.moves)
    return listed(kit, below(kit, n))


@rule
def choose_greedy(kit: Any, _memory: Any) -> int:
    """The game's own `greedy`, or one decision ahead by its measure (without one: its score); ties at random."""
    seat = ask(kit, WHO, kit.state)
    chance = believe(kit, seat)
    if kit.has[GREEDY]:
        return call_drawing(kit, GREEDY, kit.world)
    yardstick = MEASURE if kit.has[MEASURE] else SCORE
    n = call(kit, LEGAL, kit.world, kit.moves)
    best = -(1 << 60)
    chosen = 0
    ties = 0
    for i in range(n):
        copy_state(kit, kit.spare, kit.world)
        reseed(kit.spare, chance)
        call(kit, APPLY, kit.spare, listed(kit, i))
        value = call(kit, yardstick, kit.spare, seat)
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if below(kit, ties) == 0:
                chosen = i
    return listed(kit, chosen)


HERE = (Path(__file__),)
RANDOM = Chooser("random", choose_random, HERE)
GREEDY_BOT = Chooser("greedy", choose_greedy, HERE)
