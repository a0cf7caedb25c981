"""Information-set Monte Carlo tree search (SO-ISMCTS), written once for all games; runs plain and compiled.

Every iteration imagines a world that the deciding seat cannot tell from the real one, walks down the tree through the
moves that are legal in that world, adds one node, plays on to the end or to the game's own estimate, and tells every
node on its way how the seat that chose it fared. A node stands for a sequence of moves, whatever chance and hidden
cards were; how often a move was on offer is counted apart from how often it was taken. The tree is one flat record.

A game's own bot helps where random play shows nothing: it says which move to try first, makes the moves of playouts,
and is followed where the search has not found a better move for sure.
"""

from math import log, sqrt
from typing import Any

from tablewright.engine.chance import below, mixed
from tablewright.engine.drivers import (
    APPLY,
    ESTIMATE,
    GREEDY,
    LEGAL,
    MOST_PLAYERS,
    OVER,
    PLAYOUT,
    RESULT,
    SAMPLE,
    TURNS,
    WHO,
    ask,
    believe,
    call,
    call_drawing,
    listed,
)
from tablewright.engine.game import WHOLE_WIN
from tablewright.engine.layout import Layout, array, number
from tablewright.engine.rule import rule

NODES = 1 << 17  # 28 bytes each: a tree takes 3.7 MB and never more; once full it is searched, but grows no further
PATH = 512
WHOLE = 10000  # shares of the win inside the search are in ten-thousandths, as `estimate` gives them


class Tree(Layout):
    """The search's settings and its tree; node 0 is the root, and as a link it means none."""

    iterations = number("i4")
    depth = number("i4")  # decisions of a playout before `estimate` judges, where the game has one
    turns = number("i4")  # turns until then, counted from the root; 0: no limit
    plies = number("i4")  # decisions that the tree itself may be deep, forced ones not counted; 0: no limit
    exploration = number("i4")  # in thousandths
    widening = number("i4")  # a node with v visits has at most this many tenths of the root of v children; 0: no limit
    sense = number("i4")  # how many playout decisions of a hundred follow the game's `playout`; the others are random
    greed = number("i4")  # how many of a hundred follow its `greedy`
    caution = number("i4")  # thousandths: how sure the search must be to leave the move that `greedy` advises; 0: not
    advice = number("i4")  # 1: moves are tried in the order in which the game's own bot would choose them, 0: at random
    last_turn = number("i4")  # where playouts are judged, as the game counts its turns
    origin = number("i8")  # where the random numbers of this search start
    used = number("i4")
    advised = number("i4")  # the key of the move that `greedy` advises at the root, -1: none
    key = array("i4", NODES)  # the move that leads here and who made it: action * MOST_PLAYERS + seat
    first = array("i4", NODES)  # the first child; children are in ascending order of their keys
    next = array("i4", NODES)
    visits = array("i4", NODES)
    offered = array("i4", NODES)
    won = array("i8", NODES)  # the shares that the seat which made the move got, summed up
    path = array("i4", PATH)
    share = array("i4", MOST_PLAYERS)
    total = array("i8", MOST_PLAYERS)  # every seat's shares, summed up over all iterations


@rule
def choose_ismcts(kit: Any, tree: Any) -> int:
    """The preferred move of a search with as many iterations as the tree's settings say."""
    n = call(kit, LEGAL, kit.state, kit.moves)
    if n == 1:
        return listed(kit, 0)
    clear(tree)
    search(kit, tree, tree.iterations)
    return preferred(tree) // MOST_PLAYERS


@rule
def clear(tree: Any) -> int:
    tree.used = 0
    tree.advised = -1
    add_node(tree, 0)
    for seat in range(MOST_PLAYERS):
        tree.share[seat] = 0
        tree.total[seat] = 0
    return 0


@rule
def add_node(tree: Any, key: int) -> int:
    node = int(tree.used)
    tree.used += 1
    tree.key[node] = key
    tree.first[node] = 0
    tree.next[node] = 0
    tree.visits[node] = 0
    tree.offered[node] = 0
    tree.won[node] = 0
    return node


@rule
def preferred(tree: Any) -> int:
    """The key of the root's child that was taken most often; among equals the one that fared best.

    With caution it is the child of the highest lower bound, where the move that `greedy` advises needs no proof.
    """
    best = int(tree.first[0])
    child = int(tree.next[best])
    while child > 0:
        if surpasses(tree, child, best):
            best = child
        child = int(tree.next[child])
    return int(tree.key[best])


@rule
def surpasses(tree: Any, child: int, best: int) -> bool:
    if tree.caution > 0 and tree.advised >= 0:
        return lower_bound(tree, child) > lower_bound(tree, best)
    better = tree.visits[child] - tree.visits[best]
    return bool(better > 0 or (better == 0 and tree.won[child] > tree.won[best]))


@rule
def lower_bound(tree: Any, child: int) -> float:
    visits = max(1, tree.visits[child])
    doubt = 0.0 if tree.key[child] == tree.advised else tree.caution / 1000.0
    return float(tree.won[child] / (visits * WHOLE) - doubt / sqrt(visits))


@rule
def search(kit: Any, tree: Any, iterations: int) -> int:
    """Let the tree grow from `kit.state`, as the seat that decides there knows it.

    The v-th visit of every move at the root happens in the same imagined world with the same luck, so that moves are
    told apart by what they do and not by what chance dealt them.
    """
    seat = ask(kit, WHO, kit.state)
    tree.last_turn = ask(kit, TURNS, kit.state) + tree.turns
    if tree.visits[0] == 0:
        tree.origin = kit.rng
    for _ in range(iterations):
        believe(kit, seat)
        n = call(kit, LEGAL, kit.world, kit.moves)
        move = step(kit, tree, 0, seat, n)
        kit.rng = mixed(tree.origin, tree.visits[move])
        believe(kit, seat)
        length = descend(kit, tree, move, n)
        play_on(kit, tree)
        back_up(tree, length)
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
        n = call(kit, LEGAL, kit.world, kit.moves)
        node = step(kit, tree, node, mover, n)
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
    advised = advice(kit, tree, node, mover, tried)
    if advised >= 0:
        return add_child(tree, node, place(tree, node, advised), advised)
    return add_child(tree, node, after, fresh)


@rule
def advice(kit: Any, tree: Any, node: int, mover: int, tried: int) -> int:
    """The key of the move that the game's own bot would try next in `kit.world`; -1 if it has none or it is there."""
    hook = GREEDY if tried == 0 and kit.has[GREEDY] else PLAYOUT
    if tree.advice == 0 or not kit.has[hook]:
        return -1
    key = call_drawing(kit, hook, kit.world) * MOST_PLAYERS + mover
    if node == 0 and hook == GREEDY:
        tree.advised = key
    before = place(tree, node, key)
    child = int(tree.next[before] if before > 0 else tree.first[node])
    return -1 if child > 0 and tree.key[child] == key else key


@rule
def place(tree: Any, node: int, key: int) -> int:
    """The last child of a node with a lower key; 0 if there is none."""
    before = 0
    child = int(tree.first[node])
    while child > 0 and tree.key[child] < key:
        before = child
        child = int(tree.next[child])
    return before


@rule
def upper_bound(tree: Any, child: int) -> float:
    """UCB1 with the child's own count of offers (Cowling, Powley and Whitehouse 2012)."""
    visits = tree.visits[child]
    spread = sqrt(log(tree.offered[child]) / visits)
    return float(tree.won[child] / (visits * WHOLE) + spread * tree.exploration / 1000.0)


@rule
def may_widen(tree: Any, node: int, tried: int) -> bool:
    """Children grow with the root of the visits."""
    return bool(tree.widening == 0 or 100 * tried * tried <= tree.widening * tree.widening * tree.visits[node])


@rule
def add_child(tree: Any, node: int, after: int, key: int) -> int:
    """A new child behind `after`, or at the front (0)."""
    made = add_node(tree, key)
    tree.offered[made] = 1
    if after > 0:
        tree.next[made] = tree.next[after]
        tree.next[after] = made
    else:
        tree.next[made] = tree.first[node]
        tree.first[node] = made
    return made


@rule
def play_on(kit: Any, tree: Any) -> int:
    """From the end of the path to the end of the game, or as deep as the settings say; leaves everybody's share."""
    left = tree.depth if kit.has[ESTIMATE] else kit.bound
    while left > 0 and ask(kit, OVER, kit.world) == 0 and not is_late(kit, tree):
        call(kit, APPLY, kit.world, playout_move(kit, tree))
        left -= 1
    ended = ask(kit, OVER, kit.world)
    for seat in range(kit.players):
        if ended or not kit.has[ESTIMATE]:
            tree.share[seat] = call(kit, RESULT, kit.world, seat) * WHOLE // WHOLE_WIN
        else:
            tree.share[seat] = call(kit, ESTIMATE, kit.world, seat)
    return 0


@rule
def is_late(kit: Any, tree: Any) -> bool:
    """Whether `estimate` should judge now: at the start of a turn it compares what is comparable."""
    return bool(tree.turns > 0 and kit.has[ESTIMATE] and ask(kit, TURNS, kit.world) >= tree.last_turn)


@rule
def playout_move(kit: Any, tree: Any) -> int:
    if kit.has[GREEDY] and tree.greed > 0 and below(kit, 100) < tree.greed:
        return call_drawing(kit, GREEDY, kit.world)
    if kit.has[PLAYOUT] and below(kit, 100) < tree.sense:
        return call_drawing(kit, PLAYOUT, kit.world)
    if kit.has[SAMPLE]:
        return call_drawing(kit, SAMPLE, kit.world)
    n = call(kit, LEGAL, kit.world, kit.moves)
    return listed(kit, below(kit, n))


@rule
def back_up(tree: Any, length: int) -> int:
    tree.visits[0] += 1
    for seat in range(MOST_PLAYERS):
        tree.total[seat] += tree.share[seat]
    for i in range(1, length + 1):
        node = int(tree.path[i])
        tree.visits[node] += 1
        tree.won[node] += tree.share[tree.key[node] % MOST_PLAYERS]
    return 0
