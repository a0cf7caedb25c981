"""What a simple purposeful player would do: the greedy bot, playouts, and the chances of a position.

Every legal option gets a worth, and the best one is taken. The plan: cards that bring credits first, then blocks on the
shortest way to the Red Gun; it is never filled up for somebody else's win.
"""

from tablewright.engine import WHOLE_WIN, Moves, below, rule, total

from .board import is_free, touches_own
from .decisions import legal, sample
from .decks import is_horse
from .state import ASK, CELLS, EMPTY, IS, KIND, RED_GUN, TO, TYPE, Cards, State
from .turn import BLOCK_SCORE, GUN_SCORE, result, score

# What cards are worth to buy early, to buy late, to play, and to keep, in the order of the table (0: leave it)

BUY_EARLY = (0, 95, 0, 0, 0, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
BUY_LATE = (10, 95, 90, 80, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, 85, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
PLAY = (70, 71, 72, 73, 82, 91, 92, 0, 85, 86, 0, 68, 0, 0, 69, 0, 0, 0, 0, 0, 0, 0, 0, 80, 81, 0, 75, 0, 93, 94, 95)
KEEP = (30, 50, 60, 70, 20, 50, 70, 1, 40, 30, 9, 20, 30, 60, 65, 5, 5, 5, 5, 5, 2, 5, 5, 30, 30, 5, 25, 0, 40, 50, 60)
EARLY_ROUNDS = 4
SPARED = 2  # actions that are kept for cards and a purchase; those before draw cards

FAR = 1000
FARTHEST = 7  # one more than from the border
GUN_POINTS, STEP_POINTS, LARGER_POINTS, CREDIT_POINTS = 14, 6, 66, 30  # what makes strong
DECIDED = 6  # with so few cells of the Red Gun left, the decks no longer matter
STEPS = 4096  # where the list of moves has room for the steps to the Red Gun, cell by cell ...
QUEUE = STEPS + CELLS  # ... and for the cells still to be looked at
NEAREST = QUEUE + CELLS  # ... and for the steps from the nearest cell where the active player may begin


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """The option of the highest worth; ties at random."""
    n = legal(s, k, m)
    if s.ask == ASK.place or s.ask == ASK.cell or (s.ask == ASK.main and may_place_now(s, m, n)):
        measure_steps(s, k, m)
    best = -1
    chosen = 0
    ties = 0
    for i in range(n):
        value = worth(s, k, m, m.a[i])
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if below(m, ties) == 0:
                chosen = i
    return m.a[chosen]


@rule
def may_place_now(s: State, m: Moves, n: int) -> bool:
    """Whether a card that places blocks is possible and nothing of greater worth is: only then the way matters."""
    placing = False
    for i in range(n):
        a = m.a[i]
        if a < TO.discard:
            kind = TYPE[a - TO.play]
            if kind == IS.resource:
                return False
            placing = placing or kind == IS.polyomino or a - TO.play == KIND.airdrop
        elif a == TO.draw and s.actions_left > SPARED:
            return False
    return placing


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    """Mostly the best option, now and then any."""
    if below(m, 8) == 0:
        return sample(s, k, m)
    return greedy(s, k, m)


@rule
def worth(s: State, k: Cards, m: Moves, a: int) -> int:
    if s.ask == ASK.main:
        return worth_of_action(s, k, m, a)
    if a == TO.stop:
        return 1
    if a >= TO.choose:
        return worth_of_card(s, a - TO.choose)
    if a >= TO.opponent:
        return int(s.gun[a - TO.opponent + 1])
    return worth_of_cell(s, k, m, a - TO.cell)


# The action phase


@rule
def worth_of_action(s: State, k: Cards, m: Moves, a: int) -> int:
    """First resources, draws while actions can be spared, cards, a purchase, the last draws."""
    if a < TO.discard:
        return 10 * worth_of_play(s, k, m, a - TO.play)
    if TO.buy <= a < TO.bart:
        return 3 * worth_of_purchase(s, k, a - TO.buy)
    if a == TO.draw:
        return 880 if s.actions_left > SPARED else 2
    return 1 if a == TO.end else 0


@rule
def worth_of_purchase(s: State, k: Cards, card: int) -> int:
    if card == KIND.obstruction and total(s.gun) >= len(RED_GUN) - 2 and wins_full(s, k, 0):
        return 99
    return BUY_EARLY[card] if s.turn <= EARLY_ROUNDS * k.players else BUY_LATE[card]


@rule
def worth_of_play(s: State, k: Cards, m: Moves, card: int) -> int:
    if card == KIND.fundraiser:
        return 99 if s.hand_size[s.decider] > 3 else 0
    if TYPE[card] == IS.polyomino:
        return PLAY[card] if is_welcome(s, k, m, card + 1) else 0
    if card == KIND.airdrop:
        return PLAY[card] if is_welcome(s, k, m, 1) else 0
    if card == KIND.obstruction:
        return PLAY[card] if total(s.gun) >= len(RED_GUN) - 2 and wins_full(s, k, 0) else 0
    return PLAY[card]


@rule
def is_welcome(s: State, k: Cards, m: Moves, n: int) -> bool:
    """Whether n blocks lead towards the Red Gun and do not fill it for another's win."""
    nearest = m.a[NEAREST]
    if nearest == FAR:
        return False
    empty = len(RED_GUN) - total(s.gun)
    return n - nearest < empty or wins_full(s, k, empty)


@rule
def wins_full(s: State, k: Cards, more: int) -> bool:
    """STA-15.2: whether the active player would win a full Red Gun after so many more blocks of his there."""
    best = 0
    for p in range(k.players):
        if p != s.decider:
            best = max(best, score(s, k, p))
    return score(s, k, s.decider) + more * (GUN_SCORE - BLOCK_SCORE) > best


# The choices of cards


@rule
def worth_of_card(s: State, card: int) -> int:
    """A card to take, or an opponent's card to discard: the best; an own card to give away: the worst."""
    kept = 0 if is_horse(card) else KEEP[card]
    if s.ask == ASK.discard_down:
        return 100 - kept
    if s.ask < ASK.discard_down and s.disposals_left == 0:
        return kept
    return 2 if kept == 0 else 0


@rule
def worth_of_cell(s: State, k: Cards, m: Moves, cell: int) -> int:
    """Blocks near the Red Gun, other players' blocks to destroy."""
    if s.ask == ASK.fire_target or s.block[cell] != EMPTY:
        foreign = s.block[cell] != s.decider + 1
        return 2 * k.in_gun[cell] + (1 if foreign else 0)
    return FAR - m.a[STEPS + cell]


# The way to the Red Gun


@rule
def measure_steps(s: State, k: Cards, m: Moves) -> None:
    """The steps over free cells to the Red Gun, for every cell that is no farther than where blocks may begin."""
    for cell in range(CELLS):
        m.a[STEPS + cell] = FAR
    m.a[NEAREST] = FAR
    last = 0
    for i in range(len(RED_GUN)):
        if is_free(s, k, RED_GUN[i]):
            m.a[STEPS + RED_GUN[i]] = 0
            m.a[QUEUE + last] = RED_GUN[i]
            last += 1
    first = 0
    while first < last and (m.a[NEAREST] == FAR or s.chosen_count > 0):
        at = m.a[QUEUE + first]
        first += 1
        if touches_own(s, k, at):
            m.a[NEAREST] = min(m.a[NEAREST], m.a[STEPS + at])
        last = reach_on(s, k, m, at, last)


@rule
def reach_on(s: State, k: Cards, m: Moves, at: int, last: int) -> int:
    """The free cells around one are a step farther; returns where the queue ends now."""
    for side in range(4):
        cell = k.near[at][side]
        if cell >= 0 and m.a[STEPS + cell] == FAR and is_free(s, k, cell):
            m.a[STEPS + cell] = m.a[STEPS + at] + 1
            m.a[QUEUE + last] = cell
            last += 1
    return last


# The chances of a position


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The share of a seat's strength in that of all; fitted to games of the greedy bot with random moves between."""
    if s.ended:
        return int(10000 * result(s, k, p) // WHOLE_WIN)
    mine = strength(s, k, p)
    everyone = mine
    for other in range(k.players):
        if other != p:
            everyone += strength(s, k, other)
    return 10000 * mine // everyone


@rule
def strength(s: State, k: Cards, p: int) -> int:
    """Grows by a sixteenth with each point: for blocks in the Red Gun, for being near to it, for a good deck."""
    points = GUN_POINTS * s.gun[p + 1] + STEP_POINTS * (FARTHEST - nearest_block(s, k, p)) + deck_points(s, k, p)
    weight = 1000
    for _ in range(points + (1 if p == s.decider else 0)):
        weight = weight * 17 // 16
    return weight


@rule
def deck_points(s: State, k: Cards, p: int) -> int:
    """For the share of larger polyominoes and the credits a card of all own cards; less and less as the gun fills."""
    cards = s.hand_size[p] + s.deck_size[p] + s.discard_size[p]
    left = len(RED_GUN) - total(s.gun) - DECIDED
    if cards == 0 or left <= 0:
        return 0
    points = 0
    for card in range(KIND.poly_2, KIND.refinery):
        owned = s.hand[p][card] + s.deck[p][card] + s.discard[p][card]
        points += owned * (LARGER_POINTS if TYPE[card] == IS.polyomino else CREDIT_POINTS * k.credits[card])
    return points * left // (cards * (len(RED_GUN) - DECIDED))


@rule
def nearest_block(s: State, k: Cards, p: int) -> int:
    """How near to the Red Gun the seat has a block."""
    nearest = FARTHEST
    for cell in range(CELLS):
        if s.block[cell] == p + 1:
            nearest = min(nearest, int(k.to_gun[cell]))
    return nearest
