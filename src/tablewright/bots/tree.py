"""The tree of the search: one flat record of nodes, what is counted in them, and what has been proven of them.

A node stands for a sequence of moves, whatever chance and hidden cards were; how often a move was on offer is counted
apart from how often it was taken. A node is proven when it ended, or must end, with the same seat winning all in every
world in which it was visited; one world that says otherwise takes the proof away for good.
"""

from math import log, sqrt
from typing import Any

from tablewright.bots.habits import Habits
from tablewright.engine import MOST_PLAYERS, array, number, rule

NODES = 1 << 17  # 39 bytes each: a tree takes 5.1 MB and never more, networks 3.8 MB; once full it grows no further
PATH = 512
WHOLE = 10000  # shares of the win inside the search are in ten-thousandths, as `estimate` gives them

OPEN = -1  # a proof that another world has refuted; a proof is the winner's seat plus 1, 0 as long as there is none
EXACT = 20  # the endgame solver adds this to the whole value of a move at the root, in twelfths
TWELFTHS = 12
MOST_SOLVED = 256  # moves
AGREED = 4  # worlds in which a proof must hold before it decides
CERTAIN = 16  # worlds after which a proven win needs no further thought
MOST_WORLDS = 64  # that are gone through one by one
DEEPEST = 32  # states of the kit's stack that the endgame solver uses; those behind them are worlds that fit
FIRST_FITTING, FITTING = DEEPEST, 30
THEN = FIRST_FITTING + FITTING  # the state from which on others have decided
DID = 48  # decisions of others that are thought about at most


class Tree(Habits):
    """The search's settings, what it has learned, and its tree; node 0 is the root, and as a link it means none."""

    iterations = number("i4")
    depth = number("i4")  # decisions of a playout before `estimate` judges, where the game has one
    turns = number("i4")  # turns until then, counted from the root; 0: no limit
    plies = number("i4")  # decisions that the tree itself may be deep, forced ones not counted; 0: no limit
    exploration = number("i4")  # in thousandths
    widening = number("i4")  # a node with v visits has at most this many tenths of the root of v children; 0: no limit
    sense = number("i4")  # how many playout decisions of a hundred follow the game's `playout`; the others are random
    greed = number("i4")  # how many of a hundred follow its own bot: `greedy`, or one decision ahead
    caution = number("i4")  # thousandths: how sure the search must be to leave the move of that bot; 0: not
    advice = number("i4")  # 1: moves are tried in the order in which the game's own bot would choose them, 0: at random
    solve = number("i4")  # how many positions the endgame solver may look at before it gives up; 0: it is not asked
    habit = number("i4")  # thousandths: how much learned habits guide the search; 0: they are not asked
    judge = number("i4")  # 1: a network judges positions where there is one, 0: the game's own estimate does
    reflex = number("i4")  # how many playout decisions of a hundred follow learned habits
    infer = number("i4")  # worlds that are tried for what others' decisions tell of their cards; 0: none
    worlds = number("i4")  # up to so many possible worlds are gone through instead of drawn again each time; 0: never
    viewer = number("i4")  # whose knowledge is searched: a seat plus 1; 0: that of whoever decides
    begun = number("i4")  # whether this search has begun; a tree that was kept begins again
    listed = number("i4")  # how many worlds are gone through, 0: they are drawn
    fitting = number("i4")  # how many fit what others have decided, 0: that is not looked at
    since = number("i4")  # decisions that others have made since the seat's own last one
    did = array("i4", DID)  # and which, -1 where that is secret
    last_turn = number("i4")  # where playouts are judged, as the game counts its turns
    least = number("i4")  # the least and the most that a seat got so far: what moves can make a difference of
    most = number("i4")
    origin = number("i8")  # where the random numbers of this search start
    used = number("i4")
    advised = number("i4")  # the key of the move that the game's own bot advises at the root, -1: none
    looked = number("i4")  # positions that the endgame solver has looked at
    key = array("i4", NODES)  # the move that leads here and who made it: action * MOST_PLAYERS + seat
    first = array("i4", NODES)  # the first child; children are in ascending order of their keys
    next = array("i4", NODES)
    visits = array("i4", NODES)
    offered = array("i4", NODES)
    won = array("i8", NODES)  # the shares that the seat which made the move got, summed up
    kids = array("i2", NODES)
    likely = array("i2", NODES)  # how likely habits make the move, in ten-thousandths
    proof = array("i1", NODES)
    agreed = array("i2", NODES)  # in how many worlds the proof held
    moved = array("i4", NODES)  # where a node goes when only a part of the tree is kept; -1: nowhere
    seed = array("i8", MOST_WORLDS)  # of each world that is gone through
    mark = array("i8", MOST_WORLDS)  # what tells it from the others
    path = array("i4", PATH)
    full = array("i1", PATH)  # whether the moves on offer at this node were exactly its children
    exact = array("i1", MOST_SOLVED)  # what the endgame solver found for each move of the list
    share = array("i4", MOST_PLAYERS)
    total = array("i8", MOST_PLAYERS)  # every seat's shares, summed up over all iterations


@rule
def clear(tree: Any) -> int:
    tree.used = 0
    tree.begun = 0
    tree.since = 0
    tree.advised = -1
    tree.least = WHOLE
    tree.most = 0
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
    tree.kids[node] = 0
    tree.likely[node] = 0
    tree.proof[node] = 0
    tree.agreed[node] = 0
    return node


@rule
def add_child(tree: Any, node: int, after: int, key: int) -> int:
    """A new child behind `after`, or at the front (0)."""
    made = add_node(tree, key)
    tree.kids[node] += 1
    tree.offered[made] = 1
    if after > 0:
        tree.next[made] = tree.next[after]
        tree.next[after] = made
    else:
        tree.next[made] = tree.first[node]
        tree.first[node] = made
    return made


@rule
def drop_child(tree: Any, node: int, before: int, child: int) -> int:
    """Unlink a child, which stands behind `before`, or at the front (0)."""
    tree.kids[node] -= 1
    if before > 0:
        tree.next[before] = tree.next[child]
    else:
        tree.first[node] = tree.next[child]
    return 0


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
def child_with(tree: Any, node: int, key: int) -> int:
    """The child of a key; 0 if there is none."""
    before = place(tree, node, key)
    child = int(tree.next[before] if before > 0 else tree.first[node])
    return child if child > 0 and tree.key[child] == key else 0


@rule
def keep_below(tree: Any, key: int) -> int:
    """Keep of a tree what lies below one move of its root, as a tree of its own; an empty one if that is nothing."""
    node = child_with(tree, 0, key)
    if node == 0:
        return clear(tree)
    for seat in range(MOST_PLAYERS):  # what the others got is not counted by node: they share what is left
        tree.total[seat] = (tree.visits[node] * WHOLE - tree.won[node]) * (tree.total[seat] > 0)
    tree.total[key % MOST_PLAYERS] = tree.won[node]
    kept = number_below(tree, node)
    for i in range(node, tree.used):
        if tree.moved[i] >= 0:
            move_node(tree, i, int(tree.moved[i]))
    tree.next[0] = 0
    tree.used = kept
    tree.begun = 0
    tree.advised = -1
    return 0


@rule
def number_below(tree: Any, node: int) -> int:
    """Give a node and all below it new numbers in their old order; returns how many there are."""
    for i in range(node, tree.used):
        tree.moved[i] = -1
    tree.moved[node] = 0
    kept = 0
    for i in range(node, tree.used):  # a child was always made after its parent
        if tree.moved[i] >= 0:
            tree.moved[i] = kept
            kept += 1
            child = int(tree.first[i])
            while child > 0:
                tree.moved[child] = 0
                child = int(tree.next[child])
    return kept


@rule
def move_node(tree: Any, old: int, new: int) -> int:
    first = int(tree.first[old])
    following = int(tree.next[old])
    tree.first[new] = tree.moved[first] if first > 0 else 0
    tree.next[new] = tree.moved[following] if following > 0 and new > 0 else 0
    tree.key[new] = tree.key[old]
    tree.visits[new] = tree.visits[old]
    tree.offered[new] = tree.offered[old]
    tree.won[new] = tree.won[old]
    tree.kids[new] = tree.kids[old]
    tree.likely[new] = tree.likely[old]
    tree.proof[new] = tree.proof[old]
    tree.agreed[new] = tree.agreed[old]
    return 0


@rule
def may_widen(tree: Any, node: int, tried: int) -> bool:
    """Children grow with the root of the visits."""
    return bool(tree.widening == 0 or 100 * tried * tried <= tree.widening * tree.widening * tree.visits[node])


@rule
def reach(tree: Any) -> float:
    """How far results lie apart, as a part of all that there could be; payoffs seldom use their whole range."""
    return float(max(1, tree.most - tree.least) / WHOLE)


@rule
def upper_bound(tree: Any, child: int) -> float:
    """UCB1 with the child's own count of offers (Cowling, Powley and Whitehouse 2012); a proven win is tested again.

    With habits likely moves get more of the visits (PUCT, Silver and others 2017).
    """
    if tree.proof[child] == tree.key[child] % MOST_PLAYERS + 1:
        return 1000.0
    visits = tree.visits[child]
    if tree.habit > 0:
        drive = reach(tree) * tree.habit * tree.likely[child] * sqrt(tree.offered[child]) / (1000.0 * WHOLE)
        return float(tree.won[child] / (visits * WHOLE) + drive / (1 + visits))
    spread = reach(tree) * sqrt(log(tree.offered[child]) / visits)
    return float(tree.won[child] / (visits * WHOLE) + spread * tree.exploration / 1000.0)


@rule
def back_up(tree: Any, length: int, winner: int) -> int:
    """Tell the path how its seats fared, and what was proven where the game ended (the winner's seat plus 1, or 0)."""
    settle(tree, length, winner)
    tree.visits[0] += 1
    for seat in range(MOST_PLAYERS):
        tree.total[seat] += tree.share[seat]
    for i in range(1, length + 1):
        node = int(tree.path[i])
        tree.visits[node] += 1
        tree.won[node] += tree.share[tree.key[node] % MOST_PLAYERS]
    return 0


@rule
def settle(tree: Any, length: int, winner: int) -> int:
    """Prove or refute the nodes of the path, from its end upwards."""
    for i in range(length, 0, -1):
        node = int(tree.path[i])
        found = winner if i == length else follows(tree, i)
        if tree.visits[node] == 0 or (tree.proof[node] == 0 and i < length):
            tree.proof[node] = found
        elif tree.proof[node] != found and tree.proof[node] < EXACT:
            tree.proof[node] = OPEN
        if found > 0 and tree.agreed[node] < CERTAIN:
            tree.agreed[node] += 1
    return 0


@rule
def follows(tree: Any, i: int) -> int:
    """What the children of a node of the path prove: a sure win of the one who decides, or that all moves lose alike.

    A sure win is always taken where it is on offer; where it is not, the path leads elsewhere and refutes the proof.
    """
    node = int(tree.path[i])
    child = int(tree.path[i + 1])
    proven = int(tree.proof[child])
    if proven <= 0:
        return 0
    if proven == tree.key[child] % MOST_PLAYERS + 1:
        return proven
    if not tree.full[i]:
        return 0
    other = int(tree.first[node])
    while other > 0:
        if tree.proof[other] != proven:
            return 0
        other = int(tree.next[other])
    return proven


@rule
def preferred(tree: Any) -> int:
    """The key of the root's child that was taken most often; among equals the one that fared best.

    What is proven comes first. With caution it is the child of the highest lower bound, where the move that the game's
    own bot advises needs no proof.
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
    sure = rank(tree, child) - rank(tree, best)
    if sure != 0:
        return bool(sure > 0)
    if tree.caution > 0 and tree.advised >= 0:
        return lower_bound(tree, child) > lower_bound(tree, best)
    better = tree.visits[child] - tree.visits[best]
    return bool(better > 0 or (better == 0 and tree.won[child] > tree.won[best]))


@rule
def rank(tree: Any, child: int) -> int:
    """What is known for sure of a move at the root, in twelfths of the win; half of it if nothing is."""
    proven = int(tree.proof[child])
    if proven >= EXACT:
        return proven - EXACT
    if proven <= 0 or tree.agreed[child] < AGREED:
        return TWELFTHS // 2
    return TWELFTHS if proven == tree.key[child] % MOST_PLAYERS + 1 else 0


@rule
def is_solved(tree: Any) -> bool:
    """Whether the exact solver knows the moves at the root: all of them, or none."""
    return bool(tree.first[0] > 0 and tree.proof[tree.first[0]] >= EXACT)


@rule
def lower_bound(tree: Any, child: int) -> float:
    visits = max(1, tree.visits[child])
    doubt = 0.0 if tree.key[child] == tree.advised else reach(tree) * tree.caution / 1000.0
    return float(tree.won[child] / (visits * WHOLE) - doubt / sqrt(visits))
