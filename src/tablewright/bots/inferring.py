"""What others' decisions tell of their cards: worlds that fit them are likelier than worlds that do not.

A world is dealt as it may have been after the seat's own last decision, and lived through from there: what the others
have decided openly must be possible in it, and is the likelier if the game's own bot would have decided so too; what
they have decided secretly is left to that bot. A world fits if the seat then sees what it really sees. Where too few
worlds fit, they are dealt as things are now.
"""

from typing import Any

from tablewright.bots.policies import has_policy, policy_move
from tablewright.bots.strategy import sight_mark
from tablewright.bots.tree import DID, FIRST_FITTING, FITTING, THEN
from tablewright.engine import (
    APPLY,
    DETERMINIZE,
    OVER,
    SECRET,
    SETUP,
    WHO,
    Match,
    ask,
    below,
    call,
    clear_state,
    copy_state,
    is_legal,
    list_moves,
    listed,
    mixed,
    reseed,
    rule,
    stacked,
    written,
)

LEAST = 8  # worlds that fit, or they tell too little
UNLIKELY = 25  # of a hundred worlds in which the own bot would have decided otherwise so many are kept
HIDDEN = -1  # a decision that the seat does not know


@rule
def infer(kit: Any, tree: Any, seat: int) -> int:
    """Find worlds that fit; `tree.fitting` says how many there are."""
    tree.fitting = 0
    if kit.made > 0:
        recall(kit, tree, seat)
    if tree.since == 0 or tree.since > DID:
        return 0
    now = sight_mark(kit, kit.state, seat)
    moves = mark_of_moves(kit, kit.state)
    for _ in range(tree.infer):
        fits = tree.fitting < FITTING and live_through(kit, tree, seat) and sight_mark(kit, kit.world, seat) == now
        if fits and mark_of_moves(kit, kit.world) == moves:
            copy_state(kit, stacked(kit, FIRST_FITTING + tree.fitting), kit.world)
            tree.fitting += 1
    if tree.fitting < LEAST:
        tree.fitting = 0
    return 0


@rule
def mark_of_moves(kit: Any, s: Any) -> int:
    """A number that tells lists of moves apart."""
    mark = 0
    for i in range(list_moves(kit, s)):
        mark = mixed(mark, listed(kit, i))
    return mark


@rule
def recall(kit: Any, tree: Any, seat: int) -> int:
    """The state after the seat's own last decision in the game being played, and what has been decided since."""
    then = stacked(kit, THEN)
    s = kit.spare
    clear_state(kit, s)
    call(kit, SETUP, s, kit.seed)
    copy_state(kit, then, s)
    tree.since = 0
    for i in range(kit.made):
        action = written(kit, i)
        own = ask(kit, WHO, s) == seat
        if tree.since < DID:
            tree.did[tree.since] = HIDDEN if kit.has[SECRET] and call(kit, SECRET, s, action) else action
        tree.since += 1
        call(kit, APPLY, s, action)
        if own:
            copy_state(kit, then, s)
            tree.since = 0
    return 0


@rule
def live_through(kit: Any, tree: Any, seat: int) -> bool:
    """Deal a world of then in `kit.world` and let the same happen in it; whether it could, and was likely enough."""
    kit.rng = mixed(kit.rng, 3)
    copy_state(kit, kit.world, stacked(kit, THEN))
    reseed(kit.world, mixed(kit.rng, 2))
    call(kit, DETERMINIZE, kit.world, seat)
    for i in range(tree.since):
        if ask(kit, OVER, kit.world):
            return False
        own = own_bots_move(kit)
        action = own if tree.did[i] == HIDDEN else int(tree.did[i])
        if action != own and (below(kit, 100) >= UNLIKELY or not is_legal(kit, kit.world, action)):
            return False
        call(kit, APPLY, kit.world, action)
    return bool(ask(kit, OVER, kit.world) == 0 and ask(kit, WHO, kit.world) == seat)


@rule
def own_bots_move(kit: Any) -> int:
    """What the game's own bot would decide in `kit.world`; without one, anything."""
    if has_policy(kit):
        return policy_move(kit, ask(kit, WHO, kit.world))
    n = list_moves(kit, kit.world)
    return listed(kit, below(kit, n))


def what_others_did(match: Match, seat: int) -> tuple[Any, list[int]]:
    """The position after the seat's last decision as it knew it, and what was decided since; none if it is too much."""
    first = len(match.steps)
    while first > 0 and match.steps[first - 1].seat != seat:
        first -= 1
    later = match.steps[first:]
    if not 0 < len(later) <= DID:
        return None, []
    return match.known(seat, later[0].before), [HIDDEN if step.secret else step.action for step in later]
