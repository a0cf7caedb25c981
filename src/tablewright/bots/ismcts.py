"""Information-set Monte Carlo tree search (SO-ISMCTS), written once for all games; runs plain and compiled.

Every iteration imagines a world that the deciding seat cannot tell from the real one, walks down the tree through the
moves that are legal in that world, adds one node, plays on to the end or to the game's own estimate, and tells every
node on its way how the seat that chose it fared: its share of the win, or its payoff where the game has one.

A game's own bot helps where random play shows nothing: it says which move to try first, makes the moves of playouts,
and is followed where the search has not found a better move for sure. It is the game's `greedy`; without one, whatever
looks best one decision ahead by `measure` or `score`.
"""

from typing import Any

from tablewright.bots.endgame import solve_root
from tablewright.bots.habits import chance_of, most_wanted, weigh
from tablewright.bots.inferring import infer
from tablewright.bots.net import judge
from tablewright.bots.policies import has_policy, policy_move
from tablewright.bots.tree import (
    CERTAIN,
    NODES,
    PATH,
    WHOLE,
    Tree,
    add_child,
    back_up,
    child_with,
    clear,
    drop_child,
    is_solved,
    may_widen,
    place,
    preferred,
    upper_bound,
)
from tablewright.bots.worlds import imagine, list_worlds
from tablewright.engine import (
    APPLY,
    ESTIMATE,
    LISTED,
    MOST_PLAYERS,
    OVER,
    PAYOFF,
    PLAYOUT,
    POINTLESS,
    SAMPLE,
    TOO_LONG,
    TURNS,
    WHO,
    ask,
    believe,
    below,
    call,
    drawn,
    gain,
    list_moves,
    listed,
    rule,
    stop,
)

__all__ = ["NODES", "WHOLE", "Tree", "choose_ismcts", "clear", "preferred", "search"]

ENOUGH = 2000  # visits to choose among moves of which every value is known
SLOWEST = 200  # decisions by which the end of a playout counts less, a ten-thousandth of the win each


@rule
def choose_ismcts(kit: Any, tree: Any) -> int:
    """The preferred move of a search with as many iterations as the tree's settings say."""
    n = list_moves(kit, kit.state)
    if n == 1:
        kit.trust = LISTED
        return listed(kit, 0)
    clear(tree)
    search(kit, tree, tree.iterations)
    return preferred(tree) // MOST_PLAYERS


@rule
def search(kit: Any, tree: Any, iterations: int) -> int:
    """Let the tree grow from `kit.state`, as the seat that decides there knows it.

    The v-th visit of every move at the root happens in the same imagined world with the same luck, so that moves are
    told apart by what they do and not by what chance dealt them. A win that is certain ends the search.
    """
    mover = ask(kit, WHO, kit.state)
    seat = tree.viewer - 1 if tree.viewer > 0 else mover
    if not tree.begun and begin_search(kit, tree, seat, mover):
        return 0
    most = max(0, ENOUGH - tree.visits[0]) if is_solved(tree) else iterations
    for _ in range(min(iterations, most)):
        if seat == mover:  # a seat knows what it may play, whatever the others hold
            n = list_moves(kit, kit.state)
        else:
            believe(kit, seat)
            n = list_moves(kit, kit.world)
        move = step(kit, tree, 0, mover, n)
        if tree.proof[move] == mover + 1 and tree.agreed[move] >= CERTAIN:
            return 0
        if seat == mover:
            imagine(kit, tree, seat, int(tree.visits[move]))
        length = descend(kit, tree, move, n)
        winner = play_on(kit, tree, length)
        if kit.has[PAYOFF]:
            stretch_reach(kit, tree)
        back_up(tree, length, winner)
    return 0


@rule
def begin_search(kit: Any, tree: Any, seat: int, mover: int) -> bool:
    """What is done once: list the worlds if they are few, solve the end if it is near; whether that was enough."""
    tree.begun = 1
    tree.last_turn = ask(kit, TURNS, kit.state) + tree.turns
    tree.origin = kit.rng
    if not kit.has[PAYOFF]:
        tree.least = 0
        tree.most = WHOLE
    list_worlds(kit, tree, seat)
    tree.fitting = 0
    if tree.infer > 0 and tree.listed == 0 and seat == mover:
        infer(kit, tree, seat)
    if seat == mover:
        forget_others(kit, tree, mover)
    if tree.first[0] > 0 and tree.habit > 0:
        believe(kit, seat)
        tree.advised = most_wanted(kit, tree, mover) * MOST_PLAYERS + mover
    elif tree.first[0] > 0 and tree.advice > 0 and has_policy(kit):
        believe(kit, seat)
        tree.advised = policy_move(kit, mover) * MOST_PLAYERS + mover
    near = tree.solve > 0 and kit.players == 2 and not kit.has[PAYOFF] and seat == mover
    return bool(near and solve_root(kit, tree, seat))


@rule
def forget_others(kit: Any, tree: Any, mover: int) -> int:
    """Take from a root that was kept what was possible in other worlds only, after another draw, and is not here."""
    n = list_moves(kit, kit.state)
    before = 0
    child = int(tree.first[0])
    i = 0
    while child > 0:
        while i < n and listed(kit, i) * MOST_PLAYERS + mover < tree.key[child]:
            i += 1
        following = int(tree.next[child])
        if i < n and listed(kit, i) * MOST_PLAYERS + mover == tree.key[child]:
            before = child
        else:
            drop_child(tree, 0, before, child)
        child = following
    return 0


@rule
def stretch_reach(kit: Any, tree: Any) -> int:
    """Note what everybody got, if that is less or more than ever."""
    for seat in range(kit.players):
        tree.least = min(tree.least, tree.share[seat])
        tree.most = max(tree.most, tree.share[seat])
    return 0


@rule
def descend(kit: Any, tree: Any, move: int, n: int) -> int:
    """Follow and extend the tree in `kit.world` from one of n moves at the root; returns the length of the path.

    Forced moves do not end it.
    """
    node = move
    length = 0
    plies = 0
    while node > 0:
        call(kit, APPLY, kit.world, tree.key[node] // MOST_PLAYERS)
        length += 1
        tree.path[length] = node
        plies += 1 if n > 1 else 0
        fresh = n > 1 and (tree.visits[node] == 0 or plies == tree.plies)
        if fresh or length + 1 == PATH or ask(kit, OVER, kit.world):
            return length
        mover = ask(kit, WHO, kit.world)
        n = list_moves(kit, kit.world)
        tree.full[length] = 0
        node = step(kit, tree, node, mover, n)
        tree.full[length] = tree.kids[tree.path[length]] == n
    return length


@rule
def step(kit: Any, tree: Any, node: int, mover: int, n: int) -> int:
    """The child to visit next: an untried move while the node may widen, else the one with the best upper bound.

    Children and legal moves both ascend, so one walk matches them. 0 if there is no child and no room for one.
    """
    best = 0
    highest = -1.0
    tried = 0
    untried = 0
    fresh = 0
    after = 0
    before = 0
    child = int(tree.first[node])
    for i in range(n):
        key = listed(kit, i) * MOST_PLAYERS + mover
        while child > 0 and tree.key[child] < key:
            before = child
            child = int(tree.next[child])
        if child > 0 and tree.key[child] == key:
            tree.offered[child] += 1
            tried += 1
            bound = upper_bound(tree, child)
            if bound > highest:
                highest = bound
                best = child
        else:
            untried += 1
            if below(kit, untried) == 0:
                fresh = key
                after = before
    if untried == 0 or tree.used == NODES or not may_widen(tree, node, tried):
        return best
    if tree.habit > 0:
        return by_habit(kit, tree, node, mover, best)
    advised = advice(kit, tree, node, mover, tried)
    if advised >= 0:
        fresh = advised
        after = place(tree, node, advised)
    if best > 0 and kit.has[POINTLESS] and is_pointless(kit, tree, node, mover, fresh // MOST_PLAYERS):
        return best
    return add_child(tree, node, after, fresh)


@rule
def by_habit(kit: Any, tree: Any, node: int, mover: int, best: int) -> int:
    """The untried move that habits make most likely; the best one that was tried if all that is left is pointless."""
    root = node == 0 and (tree.viewer == 0 or tree.viewer == mover + 1)
    if root:
        believe(kit, mover)
    n = weigh(kit, tree, kit.world, mover)
    found = -1
    for i in range(min(n, tree.weighed)):
        if (found < 0 or tree.wish[i] > tree.wish[found]) and not is_child(kit, tree, node, mover, i):
            found = i
    if found < 0:
        return best
    key = listed(kit, found) * MOST_PLAYERS + mover
    if root and tree.first[0] == 0:
        tree.advised = key
    if best > 0 and kit.has[POINTLESS] and call(kit, POINTLESS, kit.world, key // MOST_PLAYERS):
        return best
    made = add_child(tree, node, place(tree, node, key), key)
    tree.likely[made] = max(1, chance_of(tree, found))
    return made


@rule
def is_child(kit: Any, tree: Any, node: int, mover: int, i: int) -> bool:
    return child_with(tree, node, listed(kit, i) * MOST_PLAYERS + mover) > 0


@rule
def is_pointless(kit: Any, tree: Any, node: int, mover: int, action: int) -> bool:
    """Whether the game says that nobody would make this move; at the root the world is not imagined yet."""
    if node == 0 and (tree.viewer == 0 or tree.viewer == mover + 1):
        return bool(call(kit, POINTLESS, kit.state, action))
    return bool(call(kit, POINTLESS, kit.world, action))


@rule
def advice(kit: Any, tree: Any, node: int, mover: int, tried: int) -> int:
    """The key of the move that the game's own bot would try next in `kit.world`; -1 if it has none or it is there."""
    if tree.advice == 0:
        return -1
    if node == 0 and (tree.viewer == 0 or tree.viewer == mover + 1):
        believe(kit, mover)
    if tried == 0 and has_policy(kit):
        key = policy_move(kit, mover) * MOST_PLAYERS + mover
        if node == 0:
            tree.advised = key
    elif kit.has[PLAYOUT]:
        key = drawn(kit, PLAYOUT, kit.world) * MOST_PLAYERS + mover
    else:
        return -1
    return -1 if child_with(tree, node, key) > 0 else key


@rule
def play_on(kit: Any, tree: Any, length: int) -> int:
    """From the end of the path to the end of the game, or as deep as the settings say; leaves everybody's share.

    Returns the seat plus 1 that won all if the game had ended with the path itself, otherwise 0.
    """
    made = 0
    judged = is_learned(tree) or kit.has[ESTIMATE]
    most = tree.depth if judged else kit.bound
    while made < most and ask(kit, OVER, kit.world) == 0 and not is_late(kit, tree):
        call(kit, APPLY, kit.world, playout_move(kit, tree))
        made += 1
    if judged and ask(kit, OVER, kit.world) == 0:
        return estimate(kit, tree)
    if made == most and ask(kit, OVER, kit.world) == 0:
        stop(kit, TOO_LONG, OVER)
    winner = 0
    for seat in range(kit.players):
        tree.share[seat] = (gain(kit, kit.world, seat) - kit.low) * WHOLE // (kit.high - kit.low)
        if made == 0 and tree.share[seat] == WHOLE:
            winner = seat + 1
    if not kit.has[PAYOFF]:
        prefer_soon(kit, tree, min(SLOWEST, made + length))
    return winner if ask(kit, OVER, kit.world) else 0


@rule
def is_learned(tree: Any) -> bool:
    """Whether a network judges positions."""
    return bool(tree.judge > 0 and tree.judges > 0)


@rule
def estimate(kit: Any, tree: Any) -> int:
    """Everybody's expected share in an unfinished game: what was learned, or the game's own judgement."""
    if is_learned(tree):
        return judge(kit, tree, kit.world, tree.share)
    for seat in range(kit.players):
        tree.share[seat] = call(kit, ESTIMATE, kit.world, seat)
    return 0


@rule
def prefer_soon(kit: Any, tree: Any, decisions: int) -> int:
    """A win that comes sooner and a loss that comes later are a little better."""
    fair = WHOLE // kit.players
    for seat in range(kit.players):
        tree.share[seat] = fair + (tree.share[seat] - fair) * (WHOLE - decisions) // WHOLE
    return 0


@rule
def is_late(kit: Any, tree: Any) -> bool:
    """Whether `estimate` should judge now: at the start of a turn it compares what is comparable."""
    judged = is_learned(tree) or kit.has[ESTIMATE]
    return bool(tree.turns > 0 and judged and ask(kit, TURNS, kit.world) >= tree.last_turn)


@rule
def playout_move(kit: Any, tree: Any) -> int:
    if tree.reflex > 0 and below(kit, 100) < tree.reflex:
        return most_wanted(kit, tree, ask(kit, WHO, kit.world))
    if tree.greed > 0 and has_policy(kit) and below(kit, 100) < tree.greed:
        return policy_move(kit, ask(kit, WHO, kit.world))
    if kit.has[PLAYOUT] and below(kit, 100) < tree.sense:
        return drawn(kit, PLAYOUT, kit.world)
    if kit.has[SAMPLE]:
        return drawn(kit, SAMPLE, kit.world)
    n = list_moves(kit, kit.world)
    return listed(kit, below(kit, n))
