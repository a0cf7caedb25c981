"""A turn from upkeep to the discard phase, its options, and the end of the game (STA-3, STA-4, STA-11, STA-15)."""

from tablewright.engine import chapter, note, rule, shared_by_score, total

from .decks import discard_from_hand, draw
from .effects import play_card, spend_action
from .markets import buy, earn, pay
from .state import ASK, CELLS, COUNT, END, IS, KIND, PATCHES, ROUNDS_PROBED, SAY, TO, TOKEN, TYPE, Cards, State

GUN_SCORE, BLOCK_SCORE = 10000, 10  # a block in the Red Gun outweighs all others, and each of those any seat

# Upkeep


@rule
def start_turn(s: State, k: Cards) -> None:
    """STA-3.2, STA-3.3, STA-3.4."""
    s.turn += 1
    s.actions_left = k.actions_per_turn
    s.actions_spent = 0
    s.polys_played = 0
    s.free_next = 0
    s.last_card = 0
    s.extra_turn = 0
    s.ask = ASK.main
    note(SAY.turn_started, s.decider, s.turn, 0)
    upkeep(s, k)


@rule
def upkeep(s: State, k: Cards) -> None:
    """STA-3.4: pay, gain, draw; Steves and Lindas add up (STA-9.2)."""
    p = s.decider  # STA-3.5: nobody else
    if s.debt[p] > 0:
        s.credits -= k.fast_credit_debt * s.debt[p]
        note(SAY.repaid, p, k.fast_credit_debt * s.debt[p], 0)
        s.debt[p] = 0
    income = s.bonus[p] + k.linda_credits * s.in_play[p][KIND.linda - KIND.steve]
    s.bonus[p] = 0
    if income > 0:
        earn(s, income)
        note(SAY.earned, p, income, 0)
    for _ in range(k.steve_cards * s.in_play[p][0]):
        draw(s, k, p)


# The action phase


@rule
def has_bart(s: State) -> bool:
    return s.in_play[s.decider][KIND.bart - KIND.steve] > 0


@rule
def mine_yield(s: State, k: Cards) -> int:
    """STA-4.6, STA-7.7: what the own refineries give."""
    if s.tokens[s.decider][TOKEN.refinery] == 0:
        return 0
    mined = 0
    for i in range(len(PATCHES)):
        cell = PATCHES[i]
        if s.token[cell] == TOKEN.refinery and s.block[cell] == s.decider + 1:  # STA-7.2: the owner of its block's
            mined += k.mine[k.patch[cell]]
    return mined


@chapter
def act(s: State, k: Cards, a: int) -> int:
    """One option of the action phase (STA-4)."""
    if a < TO.discard:
        play(s, k, a - TO.play)
    elif TO.bart <= a < TO.fire:
        sell_to_bart(s, k, a - TO.bart)
    elif a == TO.convert:
        s.minerals[s.decider] -= 1
        earn(s, 1)
    elif a == TO.end:
        go_on_discarding(s, k, s.decider)
    else:
        spend_action(s)
        act_for_one(s, k, a)
    return 0


@rule
def act_for_one(s: State, k: Cards, a: int) -> None:
    """The options that cost one action."""
    if a < TO.buy:
        discard_from_hand(s, s.decider, a - TO.discard)
    elif a < TO.bart:
        buy(s, k, a - TO.buy)
    elif a < TO.draw:
        pay(s, k.artillery_cost, 0)
        s.firing = a - TO.fire + 1
        s.ask = ASK.fire_target
    elif a == TO.draw:
        draw(s, k, s.decider)
    else:
        mined = mine_yield(s, k)
        s.minerals[s.decider] += mined
        s.probe[COUNT.minerals_earned] += mined


@rule
def play(s: State, k: Cards, card: int) -> int:
    if TYPE[card] != IS.resource:
        return play_card(s, k, card)
    discard_from_hand(s, s.decider, card)  # STA-4.9: at once
    s.probe[COUNT.played + card] += 1
    earn(s, k.credits[card])
    if KIND.fast_credit_3 <= card <= KIND.fast_credit_5:  # STA-8.15
        s.debt[s.decider] += 1
    return 0


@rule
def sell_to_bart(s: State, k: Cards, card: int) -> None:
    """STA-4.11, STA-11.2."""
    discard_from_hand(s, s.decider, card)
    earn(s, k.bart_credits)


# The discard phase


@chapter
def go_on_discarding(s: State, k: Cards, p: int) -> int:
    """STA-11.1, STA-11.2: down to the limit, then as Bart's owner likes."""
    if s.hand_size[p] > k.hand_limit:
        s.ask = ASK.discard_down
    elif has_bart(s) and s.hand_size[p] > 0:
        s.ask = ASK.bart_discard
    else:
        finish_turn(s, k)
    return 0


@rule
def discard_down(s: State, k: Cards, p: int, a: int) -> None:
    """STA-11.1."""
    discard_from_hand(s, p, a - TO.choose)
    go_on_discarding(s, k, p)


@rule
def sell_or_stop(s: State, k: Cards, p: int, a: int) -> None:
    """STA-11.2."""
    if a == TO.stop:
        finish_turn(s, k)
    else:
        sell_to_bart(s, k, a - TO.choose)
        go_on_discarding(s, k, p)


@rule
def finish_turn(s: State, k: Cards) -> None:
    """STA-11.3, STA-11.4 (STA-2.2), then the turn cap or the next turn."""
    while s.hand_size[s.decider] < k.draw_up_to and draw(s, k, s.decider):
        pass
    if s.credits > 0:
        s.probe[COUNT.credits_wasted] += s.credits
    s.credits = 0
    s.free_next = 0
    count_gun(s, k)
    if s.turn >= k.most_turns * k.players:
        s.ended = END.turn_cap  # STA-15.4
        return
    s.in_extra_turn = s.extra_turn
    if not s.extra_turn:  # STA-3.6
        s.decider = (s.decider + 1) % k.players  # STA-1.1
    start_turn(s, k)


@rule
def count_gun(s: State, k: Cards) -> None:
    """For the lab: blocks in the Red Gun after every round."""
    if s.turn % k.players == 0 and s.turn // k.players <= ROUNDS_PROBED:
        s.probe[COUNT.red_gun + s.turn // k.players - 1] = total(s.gun)


# The end


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.ended else 0


@rule
def count_end(s: State, k: Cards) -> None:
    """For log and lab: why the game ended, and what was left over."""
    if s.ended:
        note(SAY.ended, s.ended, 0, 0)
        s.probe[COUNT.end_red_gun if s.ended == END.gun_full else COUNT.end_turn_cap] += 1
        for p in range(k.players):
            s.probe[COUNT.minerals_wasted] += s.minerals[p]


@rule
def score(s: State, k: Cards, p: int) -> int:
    """STA-15.2, STA-15.3: blocks in the Red Gun, then fewest blocks, then the later seat; at the cap only the first."""
    first = GUN_SCORE * s.gun[p + 1]
    if s.ended == END.turn_cap and not k.cap_tie_chain:
        return first
    return first + BLOCK_SCORE * (CELLS - s.blocks[p + 1]) + p


result = shared_by_score(score).result  # STA-15.5: the winner takes all; at the turn cap those who lead share the win
