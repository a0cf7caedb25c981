"""Options and answers that take more than a rule of one chapter, for `decisions.py`."""

from tablewright.engine import rule

from .actions import bearers, give, pick_up_by, recycle_pick
from .combat import choose_attacker, choose_combat, declare, end_move, move_creature, offer_creatures
from .gold import offer_positions, sacrifice, tax
from .ids import ASK, ITEM, STEP, TO
from .opening import keep_card, mulligan, offer_kept
from .quests import expire
from .state import Cards, State
from .targets import seek_targets, set_target
from .turn import settle_upkeep, unassign
from .zones import ask, discard, draw, offer, offer_hand


@rule
def offer_targets(s: State, k: Cards) -> int:
    return seek_targets(s, k, 1)


@rule
def set_trigger_target(s: State, k: Cards, a: int) -> None:
    """WTA-8.7: with no legal target nothing happens."""
    if a >= 0:
        set_target(s, k, a)
    else:
        s.effect = -1


@rule
def choose_x(s: State, a: int) -> None:
    s.now[ITEM.x] = a - TO.x


@rule
def choose_front(s: State, a: int) -> None:
    s.now[ITEM.front] = a - TO.front


# Moving and fighting


@rule
def offer_movers(s: State, k: Cards, p: int) -> int:
    if s.from_front > 0:
        offer(s, TO.done)
    return offer_creatures(s, k, p, 1)


@rule
def move_or_end(s: State, k: Cards, a: int) -> int:
    return end_move(s) if a == TO.done else move_creature(s, k, s.board[a - TO.object])


@rule
def offer_attackers(s: State, k: Cards, p: int) -> int:
    if s.cursor > 0:
        offer(s, TO.done)
    return offer_creatures(s, k, p, 0)


@rule
def attack_or_declare(s: State, k: Cards, a: int) -> int:
    return declare(s, k) if a == TO.done else choose_attacker(s, s.board[a - TO.object])


@rule
def choose_next_combat(s: State, k: Cards, a: int) -> int:
    return choose_combat(s, k, s.board[a - TO.object])


# Cards of the hand and resource cards


@rule
def offer_discards(s: State, p: int) -> int:
    return offer_hand(s, p, TO.card)


@rule
def discard_one(s: State, p: int, a: int) -> int:
    return discard(s, p, a - TO.card)


@rule
def note_discard(s: State, a: int) -> None:
    s.now[ITEM.did] = a - TO.card + 1


@rule
def offer_resources(s: State, p: int) -> int:
    return offer_positions(s, p, 0)


@rule
def sacrifice_one(s: State, p: int, a: int) -> None:
    sacrifice(s, p, a - TO.position)
    s.now[ITEM.did] = 1


@rule
def pay_toll(s: State, p: int, a: int) -> int:
    return ask(s, ASK.discard if a == TO.discard else ASK.sac_resource, p)


@rule
def offer_unmarked(s: State, p: int) -> int:
    return offer_positions(s, p, 1)


@rule
def tax_one(s: State, p: int, a: int) -> int:
    return tax(s, p, a - TO.position)


@rule
def reclaim_one(s: State, a: int) -> None:
    s.picks[s.n_picks] = a - TO.position
    s.n_picks += 1


@rule
def recycle_one(s: State, k: Cards, p: int, a: int) -> int:
    return recycle_pick(s, k, p, a - TO.position)


# Equipment


@rule
def offer_bearers(s: State, k: Cards) -> int:
    return bearers(s, k, s.picked - 1, 1)


@rule
def give_to(s: State, k: Cards, p: int, a: int) -> int:
    return give(s, k, p, s.board[a - TO.object])


@rule
def pick_up_with(s: State, a: int) -> int:
    return pick_up_by(s, s.board[a - TO.object])


# Around turns


@rule
def offer_mulligan(s: State) -> int:
    offer(s, TO.done)
    return offer(s, TO.mulligan)


@rule
def mulligan_or_keep(s: State, k: Cards, p: int, a: int) -> None:
    if a == TO.mulligan:
        mulligan(s, k, p)
    else:
        s.step = STEP.unmark


@rule
def offer_kept_cards(s: State, p: int) -> int:
    return offer_kept(s, p, TO.card)


@rule
def keep_one(s: State, k: Cards, p: int, a: int) -> int:
    return keep_card(s, k, p, a, TO.card)


@rule
def unassign_or_go_on(s: State, k: Cards, p: int, a: int) -> None:
    if a == TO.done:
        s.step = STEP.upkeep_triggers
    else:
        unassign(s, k, p, s.board[a - TO.object])


@rule
def offer_payment(s: State) -> int:
    offer(s, TO.done)
    return offer(s, TO.pay)


@rule
def pay_upkeep(s: State, k: Cards, p: int, a: int) -> int:
    return settle_upkeep(s, k, p, 1 if a == TO.pay else 0)


@rule
def offer_draw(s: State) -> int:
    offer(s, TO.done)
    return offer(s, TO.draw)


@rule
def draw_or_go_on(s: State, p: int, a: int) -> None:
    if a == TO.done:
        s.step = STEP.play_1
    else:
        draw(s, p, 1)
        s.drawn += 1


@rule
def expire_one(s: State, a: int) -> int:
    return expire(s, a - TO.expire)
