"""A turn from upkeep to the discard phase, its options, and the end of the game (STA-3, STA-4, STA-11, STA-15)."""

from tablewright.engine import WHOLE_WIN, chapter, note, rule
from tablewright.games.standoff.board import blocks_in_gun
from tablewright.games.standoff.decks import discard_from_hand, draw, leave_hand
from tablewright.games.standoff.effects import play_card, spend_action
from tablewright.games.standoff.layout import (
    A_BART,
    A_BUY,
    A_CONVERT,
    A_DISCARD,
    A_DRAW,
    A_END,
    A_FIRE,
    A_PLAY,
    BART,
    BART_DISCARD,
    CELLS,
    DISCARD_DOWN,
    EARNED,
    ENDED,
    FIRE_TARGET,
    GUN_FULL,
    GUN_TOKEN,
    LARGE_PATCHES,
    LINDA,
    MAIN,
    P_CREDITS_WASTED,
    P_END_CAP,
    P_END_GUN,
    P_GUN,
    P_MINERALS,
    P_MINERALS_WASTED,
    P_PLAYED,
    REFINERY_TOKEN,
    REPAID,
    RESOURCE,
    ROUNDS_PROBED,
    SMALL_PATCHES,
    STEVE,
    TURN_CAP,
    TURN_STARTED,
    TYPE,
    Cards,
    State,
)
from tablewright.games.standoff.markets import affordable, buy, earn, pay, play_resource

GUN_SCORE, BLOCK_SCORE = 10000, 10  # a block in the Red Gun outweighs all others, and each of those any seat

# Upkeep


@rule
def start_turn(s: State, k: Cards) -> int:
    """STA-3.2 to 3.4."""
    s.turn += 1
    s.actions_left = k.actions_per_turn
    s.actions_spent = 0
    s.polys_played = 0
    s.free_next = 0
    s.last_card = 0
    s.extra_turn = 0
    s.ask = MAIN
    note(TURN_STARTED, s.seat, s.turn, 0)
    upkeep(s, k)
    return 0


@rule
def upkeep(s: State, k: Cards) -> int:
    """STA-3.4: pay, gain, draw."""
    p = s.seat
    if s.debt[p] > 0:
        s.credits -= k.fast_credit_debt * s.debt[p]
        note(REPAID, p, k.fast_credit_debt * s.debt[p], 0)
        s.debt[p] = 0
    income = s.bonus[p] + k.linda_credits * s.in_play[p][LINDA - STEVE]
    s.bonus[p] = 0
    if income > 0:
        earn(s, income)
        note(EARNED, p, income, 0)
    for _ in range(k.steve_cards * s.in_play[p][0]):
        draw(s, k, p)
    return 0


# The action phase


@rule
def has_bart(s: State) -> bool:
    return s.in_play[s.seat][BART - STEVE] > 0


@rule
def can_fire(s: State, k: Cards) -> bool:
    """STA-4.7."""
    return s.tokens[s.seat][GUN_TOKEN] > 0 and affordable(s, k.artillery_cost, 0)


@rule
def mine_yield(s: State, k: Cards) -> int:
    """STA-4.6: what the own refineries give."""
    if s.tokens[s.seat][REFINERY_TOKEN] == 0:
        return 0
    total = 0
    for i in range(len(SMALL_PATCHES)):
        if owns_refinery(s, SMALL_PATCHES[i]):
            total += k.mine[1]
    for i in range(len(LARGE_PATCHES)):
        if owns_refinery(s, LARGE_PATCHES[i]):
            total += k.mine[2]
    return total


@rule
def owns_refinery(s: State, cell: int) -> bool:
    return s.token[cell] == REFINERY_TOKEN and s.block[cell] == s.seat + 1


@chapter
def act(s: State, k: Cards, a: int) -> int:
    """One option of the action phase (STA-4)."""
    if a < A_DISCARD:
        play(s, k, a - A_PLAY)
    elif A_BART <= a < A_FIRE:
        sell_to_bart(s, k, a - A_BART)
    elif a == A_CONVERT:
        s.minerals[s.seat] -= 1
        earn(s, 1)
    elif a == A_END:
        go_on_discarding(s, k, s.seat)
    else:
        spend_action(s)
        act_for_one(s, k, a)
    return 0


@rule
def act_for_one(s: State, k: Cards, a: int) -> int:
    """The options that cost one action."""
    if a < A_BUY:
        discard_from_hand(s, s.seat, a - A_DISCARD)
    elif a < A_BART:
        buy(s, k, a - A_BUY)
    elif a < A_DRAW:
        pay(s, k.artillery_cost, 0)
        s.firing = a - A_FIRE + 1
        s.ask = FIRE_TARGET
    elif a == A_DRAW:
        draw(s, k, s.seat)
    else:
        mined = mine_yield(s, k)
        s.minerals[s.seat] += mined
        s.probe[P_MINERALS] += mined
    return 0


@rule
def play(s: State, k: Cards, card: int) -> int:
    if TYPE[card] == RESOURCE:
        leave_hand(s, s.seat, card)
        s.probe[P_PLAYED + card] += 1
        play_resource(s, k, card)
    else:
        play_card(s, k, card)
    return 0


@rule
def sell_to_bart(s: State, k: Cards, card: int) -> int:
    """STA-4.11, 11.2."""
    discard_from_hand(s, s.seat, card)
    earn(s, k.bart_credits)
    return 0


# The discard phase


@chapter
def go_on_discarding(s: State, k: Cards, p: int) -> int:
    """STA-11.1, 11.2: down to the limit, then as Bart's owner likes."""
    if s.hand_size[p] > k.hand_limit:
        s.ask = DISCARD_DOWN
    elif has_bart(s) and s.hand_size[p] > 0:
        s.ask = BART_DISCARD
    else:
        finish_turn(s, k)
    return 0


@chapter
def discard_one(s: State, k: Cards, card: int) -> int:
    """A card named in the discard phase."""
    if s.ask == DISCARD_DOWN:
        discard_from_hand(s, s.seat, card)
    else:
        sell_to_bart(s, k, card)
    go_on_discarding(s, k, s.seat)
    return 0


@rule
def finish_turn(s: State, k: Cards) -> int:
    """STA-11.3, 11.4, then the turn cap or the next turn."""
    while s.hand_size[s.seat] < k.draw_up_to and draw(s, k, s.seat):
        pass
    if s.credits > 0:
        s.probe[P_CREDITS_WASTED] += s.credits
    s.credits = 0
    s.free_next = 0
    count_gun(s, k)
    if s.turn >= k.most_turns * k.players:
        s.ended = TURN_CAP  # STA-15.4
        return 0
    s.in_extra_turn = s.extra_turn
    if not s.extra_turn:  # STA-3.6
        s.seat = (s.seat + 1) % k.players
    start_turn(s, k)
    return 0


@rule
def count_gun(s: State, k: Cards) -> int:
    """For the lab: blocks in the Red Gun after every round."""
    if s.turn % k.players == 0 and s.turn // k.players <= ROUNDS_PROBED:
        s.probe[P_GUN + s.turn // k.players - 1] = blocks_in_gun(s)
    return 0


# The end


@rule
def count_end(s: State, k: Cards) -> int:
    """For log and lab: why the game ended, and what was left over."""
    note(ENDED, s.ended, 0, 0)
    s.probe[P_END_GUN if s.ended == GUN_FULL else P_END_CAP] += 1
    for p in range(k.players):
        s.probe[P_MINERALS_WASTED] += s.minerals[p]
    return 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    """STA-15.2, 15.3: blocks in the Red Gun, then fewest blocks, then the later seat; at the cap only the first."""
    first = GUN_SCORE * s.gun[p + 1]
    if s.ended == TURN_CAP and not k.cap_tie_chain:
        return first
    return first + BLOCK_SCORE * (CELLS - s.blocks[p + 1]) + p


@rule
def result(s: State, k: Cards, p: int) -> int:
    """STA-15.5: the winner takes all; at the turn cap those who share the lead share the win."""
    best = score(s, k, p)
    tied = 1
    for other in range(k.players):
        if other != p:
            theirs = score(s, k, other)
            if theirs > best:
                return 0
            if theirs == best:
                tied += 1
    return WHOLE_WIN // tied
