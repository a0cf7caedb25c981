"""Matrix: nine numbers on a 3x3 board; every card rearranges them; your score is the line in front of you.

Two players (N, S) hold ten cards each and play one card a round; the higher score moves first (MTX-3). After the last
card the higher score wins (MTX-8). With three or four players W and E score the columns (MTX-9).
Numbers are kept as ranks 0 to 8 (`k.numbers` gives the number itself), so any nine integers can be on the board.
"""

from tablewright.engine import WHOLE_WIN, Decision, Decisions, Moves, rule, seed_chance, shared_by_score, shuffle

from .bot import greedy, measure
from .effects import score
from .numbers import bound, constants
from .plays import card_of, discard, list_plays, place_in_hand, play, refuse_play, write_history
from .state import BLOCKS, CENTRE, KINDS, LEAD_CHANGES, MOST_HAND, ORDER, PROBES, TIE, TO, WHY, Cards, State

# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    lay_board(s, k)
    deal(s, k)
    s.round = 1
    for p in range(k.players):
        s.order[p] = p  # MTX-3.4: before round 1 the order is the seat order
    start_round(s, k)
    return 0


@rule
def lay_board(s: State, k: Cards) -> None:
    """MTX-2.1, MTX-10.2: the numbers at random, each once (MTX-1.2), one of them in the centre."""
    for cell in range(9):
        s.board[cell] = cell
    shuffle(s, s.board, 9)
    if k.centre >= 0:
        for cell in range(9):
            if s.board[cell] == k.centre:
                s.board[cell] = s.board[CENTRE]
        s.board[CENTRE] = k.centre


@rule
def deal(s: State, k: Cards) -> None:
    """MTX-2.2, MTX-2.3, MTX-2.5: shuffle the deck, deal the hands in seat order, set the rest aside."""
    n = 0
    for card in range(10):
        for _ in range(k.copies[card]):
            s.aside[n] = card
            n += 1
    shuffle(s, s.aside, n)
    dealt = 0
    for p in range(k.players):
        for i in range(k.hand_size):
            s.hand[p][i] = s.aside[dealt]
            dealt += 1
        s.held[p] = k.hand_size
    s.asides = n - dealt
    for i in range(n):
        s.aside[i] = s.aside[dealt + i] if dealt + i < n else 0


# Rounds and turn order


@rule
def start_round(s: State, k: Cards) -> None:
    """MTX-3.5, MTX-3.6, MTX-9.3: a stable sort of the previous order by score; MTX-10.4, MTX-10.5: its variants."""
    s.at = 0
    if k.order_rule == ORDER.fixed or k.tie_break == TIE.seat:
        for p in range(k.players):
            s.order[p] = p
    elif k.tie_break == TIE.reverse and s.round > 1:
        for i in range(k.players // 2):
            other = k.players - 1 - i
            held = s.order[i]
            s.order[i] = s.order[other]
            s.order[other] = held
    if k.order_rule != ORDER.fixed:
        sort_by_score(s, k)
    s.decider = s.order[0]


@rule
def sort_by_score(s: State, k: Cards) -> None:
    sign = -1 if k.order_rule == ORDER.low_first else 1
    for i in range(1, k.players):
        p = s.order[i]
        mine = sign * score(s, k, p)
        j = i
        while j > 0 and sign * score(s, k, s.order[j - 1]) < mine:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p


@rule
def turns(s: State, k: Cards) -> int:
    return s.plays


# A turn


@rule
def penalties(s: State, k: Cards, m: Moves) -> int:
    """MTX-7.3: what the referee may impose under the forfeit policy."""
    n = 0
    if k.forfeit:
        m.a[0] = TO.forfeit
        n = 1
        for card in range(10):
            if place_in_hand(s, s.decider, card) >= 0:
                m.a[n] = TO.forfeit + 1 + card
                n += 1
    m.n = n
    return n


@rule
def take_turn(s: State, k: Cards, p: int, a: int) -> None:
    """MTX-4.3: the card leaves the hand, the board changes, the play enters the history, the turn ends."""
    if a >= TO.forfeit:
        card = s.hand[p][0] if a == TO.forfeit else a - TO.forfeit - 1  # MTX-7.4, MTX-7.5
        write_history(s, p, card, -2, -1)  # MTX-7.6
    else:
        card = card_of(a)
        play(s, k, p, card, a)
    discard(s, p, card)
    s.probe[card * MOST_HAND + s.round - 1] += 1
    count_lead(s, k)
    end_turn(s, k)


@rule
def count_lead(s: State, k: Cards) -> None:
    """For the lab: how often another seat leads alone."""
    best = 0
    alone = True
    for p in range(1, k.players):
        difference = score(s, k, p) - score(s, k, best)
        if difference > 0:
            best = p
            alone = True
        elif difference == 0:
            alone = False
    if alone:
        if s.leader > 0 and s.leader != best + 1:
            s.probe[LEAD_CHANGES] += 1
        s.leader = best + 1


@rule
def end_turn(s: State, k: Cards) -> None:
    """MTX-3.1, MTX-3.2, MTX-3.3: the next in this round's order; after the last one a new round."""
    s.plays += 1
    s.at += 1
    if s.at == k.players:
        s.round += 1
        if s.round <= k.rounds:
            start_round(s, k)
    else:
        s.decider = s.order[s.at]


# The end


@rule
def over(s: State, k: Cards) -> int:
    """MTX-8.1: after the last turn of the last round, never earlier."""
    return 1 if s.round > k.rounds else 0


share = shared_by_score(score).result


@rule
def result(s: State, k: Cards, p: int) -> int:
    """MTX-8.2, MTX-8.3, MTX-8.4, MTX-9.4: the highest final scores share the win; MTX-10.7: or the first has it."""
    shared = int(share(s, k, p))
    if shared == 0 or not k.final_tie_by_order:
        return shared
    for i in range(k.players):
        if score(s, k, s.order[i]) == score(s, k, p):
            return WHOLE_WIN if s.order[i] == p else 0
    return 0


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card a play uses."""
    return card_of(a) if a < TO.forfeit else -1


TURN = Decision(
    name="turn",
    clause="MTX-4.1",
    prompt="ask.turn",
    options=list_plays,
    blocks=KINDS,
    refuses=refuse_play,
    reasons=WHY._fields[1:],
    answer=take_turn,
)
DECISIONS = Decisions(TURN, blocks=BLOCKS, over=over, ended="ask.over", ended_clause="MTX-8.1")
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply


# Clauses that need no code of their own:
#
# MTX-3.7: follows from MTX-3.2
# MTX-4.7: follows from MTX-5.2, MTX-5.3, MTX-5.4 and MTX-5.5; a test checks it
# MTX-4.8: follows from the effects of the cards; a test checks it
# MTX-8.5: the engine works out rewards from the shares of `result`
