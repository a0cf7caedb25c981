"""WTactics: any card can be played for its text or laid face down as a resource card that gives 1 gold when marked.

Creatures stand in the Offensive, where they attack, or in the Defensive, where they defend; A's Offensive faces B's
Defensive. Bring the opponent's influence from 20 to 0, or be first to 6 victory points from quests.
This file is the contract. The chapters beside it are read along the rulebook: opening (WTA-3), turn, actions (4, 18),
gold (5), targets with costs (6, 10), objects (7, 11), announce (6, 8), chain (9), combat (12, 13), checks (14, 19),
effects with demands (15), quests (17). `ids` and `vocabulary` say what the numbers mean, `language` reads card text,
`decisions` declares what is asked, `ladder` says what goes first.
"""

from tablewright.engine import WHOLE_WIN, Moves, rule, seed_chance

from .bot import estimate, greedy, playout, pointless
from .decisions import DECISIONS, answer, list_options, over
from .decks import SIDES
from .hidden import redeal
from .ids import ASK, BLOCKS, DRAWN, END, TO, USES
from .ladder import run
from .numbers import constants
from .opening import set_up
from .state import PROBES, Cards, State

DECISIONS_A_TURN = 500  # far above what the cards of two decks allow (Termination)


def bound(k: Cards) -> int:
    return k.turn_limit * DECISIONS_A_TURN


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    set_up(s, k, seed)
    run(s, k)
    return 0


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    """The options were worked out when the decision came up."""
    for i in range(s.n_options):
        m.a[i] = s.option[i]
    m.n = s.n_options
    return s.n_options


@rule
def apply(s: State, k: Cards, a: int) -> int:
    answer(s, k, a)
    run(s, k)
    return 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.turn


@rule
def result(s: State, k: Cards, p: int) -> int:
    """WTA-19."""
    if s.winner == DRAWN:
        return WHOLE_WIN // 2
    return WHOLE_WIN if s.winner == p else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    """WTA-19: the number that decides or has decided: influence, or victory points where they came first."""
    fallen = s.influence[0] <= 0 and s.influence[1] <= 0
    counted = s.ended > END.victory_points or fallen
    if s.ended == END.victory_points or (counted and s.vp[0] != s.vp[1]):
        return s.vp[p]
    return max(0, s.influence[p])


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that a move plays or uses."""
    if a >= TO.play and a < TO.use:
        return int(k.place[a - TO.play])
    if a >= TO.use and a < TO.mark:
        return int(k.place[s.card[s.board[(a - TO.use) // USES]]])
    return -1


@rule
def secret(s: State, k: Cards, a: int) -> int:
    """WTA-5.1: cards are laid face down; WTA-5.15: which ones come back is seen when all are named."""
    return 1 if TO.lay <= a < TO.play or s.ask == ASK.reclaim or s.ask == ASK.recycle_pick else 0


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """Redeal what the seat cannot know; the options of another seat's decision follow its new cards."""
    redeal(s, k, seat)
    if s.ask != ASK.nobody and s.decider != seat:
        list_options(s, k, 0)
    return 0


# Clauses that need no code of their own:
#
# WTA-1.8: card texts are carried out as they are written, and whatever forbids something is asked first
# WTA-5.12: nothing but the Discard phase (WTA-4.13) looks at the size of a hand
# WTA-6.10: nothing gives gold back
# WTA-6.13: is about how the cards look
# WTA-13.14: marking a creature does not end its defence
# WTA-17.2: says which quests are in this set
# WTA-19.3: nothing but WTA-19.4 looks at an empty deck
