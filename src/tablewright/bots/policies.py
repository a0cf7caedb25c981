"""The bots that every game has: `random`, `hasty` and `greedy`. Written once, they run plain and compiled."""

from typing import Any

from tablewright.engine import (
    APPLY,
    GREEDY,
    LISTED,
    MEASURE,
    PAYOFF,
    SAMPLE,
    SCORE,
    WHO,
    Chooser,
    ask,
    believe,
    below,
    call,
    call_drawing,
    copy_state,
    drawn,
    list_moves,
    listed,
    mixed,
    reseed,
    rule,
)


@rule
def choose_random(kit: Any, _memory: Any) -> int:
    """A uniform legal move."""
    if kit.has[SAMPLE]:
        return call_drawing(kit, SAMPLE, kit.state)
    n = list_moves(kit, kit.state)
    kit.trust = LISTED
    return listed(kit, below(kit, n))


@rule
def choose_hasty(kit: Any, _memory: Any) -> int:
    """One decision ahead by the game's measure, its payoff or its score, as beginners do; ties at random."""
    seat = ask(kit, WHO, kit.state)
    chance = believe(kit, seat)
    kit.trust = LISTED
    return one_ahead(kit, kit.state, seat, chance)


@rule
def choose_greedy(kit: Any, _memory: Any) -> int:
    """The game's own `greedy` where it has one, else as `hasty`."""
    if kit.has[GREEDY]:
        believe(kit, ask(kit, WHO, kit.state))
        return call_drawing(kit, GREEDY, kit.world)
    return choose_hasty(kit, _memory)


@rule
def has_policy(kit: Any) -> bool:
    """Whether one decision ahead is a guide for the search: a payoff so far is none, whoever bets has less of it."""
    return bool(kit.has[GREEDY] or kit.has[MEASURE] or not kit.has[PAYOFF])


@rule
def policy_move(kit: Any, seat: int) -> int:
    """What the game's own bot would play in `kit.world`; it does not foresee that world's luck."""
    if kit.has[GREEDY]:
        return drawn(kit, GREEDY, kit.world)
    kit.rng = mixed(kit.rng, 3)
    return one_ahead(kit, kit.world, seat, mixed(kit.rng, 2))


@rule
def one_ahead(kit: Any, s: Any, seat: int, chance: int) -> int:
    """The move of a state after which `kit.world` looks best to the seat, with luck from `chance`; ties at random."""
    yardstick = MEASURE if kit.has[MEASURE] else PAYOFF if kit.has[PAYOFF] else SCORE
    n = list_moves(kit, s)
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


RANDOM = Chooser("random", choose_random)
HASTY_BOT = Chooser("hasty", choose_hasty)
GREEDY_BOT = Chooser("greedy", choose_greedy)
