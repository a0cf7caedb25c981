"""What an action sets off: activations, abilities, purchases and the units they move (WAL-4, WAL-5, WAL-6, WAL-P).

Nothing here waits for an answer: a step that needs one leaves the question in `s.ask`. An ability that activates or
buys has nothing left to do but its energy, so one pending ability is enough however long a chain gets (WAL-4.9).
"""

from tablewright.engine import note, rule

from .places import choices, last_choice, live_side, may_swap, purse, put_on_discard, swap, swaps, take_from_draw
from .state import ASK, BLOCKS, COUNT, DECK_PLACES, DO, END, FULL, NEED, READS, SAY, TO, USE, WIDTH, Cards, State

SWAPS = BLOCKS.sizes["swap"]


# Activations


@rule
def activate_market(s: State, k: Cards, slot: int) -> None:
    """WAL-4.3: the slot stays empty until the action is over."""
    card = int(s.market[slot])
    s.market[slot] = 0
    begin_ability(s, k, card, live_side(s.facing[card], k.market_reads), USE.market)
    put_on_discard(s, k, card)


@rule
def activate_zone(s: State, k: Cards, i: int) -> None:
    """WAL-4.4, WAL-4.7: the replacement takes over colour and facing, so the purse does not change."""
    card = int(s.zone[s.active][i])
    facing = int(s.facing[card])
    begin_ability(s, k, card, live_side(facing, READS.near), USE.zone)
    put_on_discard(s, k, card)
    new = take_from_draw(s, k)
    s.zone[s.active][i] = new
    s.facing[new] = facing
    s.face[new] = i // WIDTH
    note(SAY.replaced, s.active, new, i // WIDTH)


@rule
def begin_ability(s: State, k: Cards, card: int, side: int, from_zone: int) -> None:
    """Note the colour and the live ability (WAL-4.3, WAL-4.4)."""
    face = int(s.face[card])
    s.ability = k.ability[card][face][side]
    s.colour = k.colour[card][face][side]
    s.amount = k.amount[card][face][side]
    s.energy = face + 1
    s.chain += 1
    s.probe[COUNT.used + 8 * (card - 1) + 4 * face + 2 * side + from_zone] += 1


# Abilities


@rule
def carry_out(s: State, k: Cards) -> None:
    """Do what the pending ability does by itself, or ask (WAL-5)."""
    ability = s.ability
    if ability == DO.gain:  # WAL-5.1
        s.due[s.active][s.colour] = s.amount
        s.ability = DO.nothing
    elif ability == DO.destroy:
        aim(s, k)
    elif ability == DO.trade:
        ask_or_skip(s, ASK.trade, purse(s, s.active, s.colour))
    elif ability == DO.discard:
        ask_or_skip(s, ASK.discard, choices(s, k, NEED.any) if s.amount > 0 else 0)
    elif ability == DO.activate:
        if ask_or_skip(s, ASK.activate, choices(s, k, NEED.live)) and k.effects_mandatory:
            take_only(s, k, TO.activate + last_choice(s, k, NEED.live))
    elif ability == DO.buy:
        if ask_or_skip(s, ASK.buy, choices(s, k, NEED.affordable)) and k.effects_mandatory:
            take_only(s, k, TO.buy + last_choice(s, k, NEED.affordable))
    elif ask_or_skip(s, ASK.swap, swaps(s, k)) and k.effects_mandatory:
        take_only(s, k, only_swap(s, k))


@rule
def ask_or_skip(s: State, decision: int, options: int) -> bool:
    """What can do nothing is skipped (WAL-4.8). Returns whether there is a single option."""
    if options > 0:
        s.ask = decision
        s.decider = s.active
    else:
        if s.ability != DO.discard or s.amount > 0:
            note(SAY.skipped, s.ability, s.colour, 0)
        s.ability = DO.nothing
    return options == 1


@rule
def take_only(s: State, k: Cards, a: int) -> None:
    """WAL-3.6: a compulsory effect with a single option is not a decision."""
    note(SAY.only_option, a, 0, 0)
    s.ask = ASK.nobody
    use_ability(s, k, a)


@rule
def only_swap(s: State, k: Cards) -> int:
    for i in range(SWAPS):
        if may_swap(s, k, i // DECK_PLACES, i % DECK_PLACES):
            return TO.swap + i
    return TO.swap


@rule
def aim(s: State, k: Cards) -> None:
    """WAL-5.4: one opponent who has the colour, or all of them (`destroy_scope`)."""
    targets = 0
    found = 0
    for q in range(k.players):
        if q != s.active and purse(s, q, s.colour) > 0:
            targets += 1
            found = q
            if k.destroy_all:
                s.due[q][s.colour] = -s.amount
    if k.destroy_all and targets > 0:
        s.ability = DO.nothing
    elif ask_or_skip(s, ASK.destroy, targets):
        take_only(s, k, TO.destroy + found)


# Answers


@rule
def use_ability(s: State, k: Cards, a: int) -> None:
    """What an ability grants needs no allowance (WAL-3.3); whoever declines gets only the energy (WAL-5.2)."""
    ability = int(s.ability)
    if ability != DO.discard or a == TO.decline:
        s.ability = DO.nothing
    if a == TO.decline:
        return
    if ability == DO.activate:  # WAL-5.6
        activate_market(s, k, a - TO.activate)
    elif ability == DO.buy:  # WAL-5.7
        start_purchase(s, k, a - TO.buy)
    elif ability == DO.trade:  # WAL-5.3
        s.due[s.active][s.colour] = -1
        s.due[s.active][1 - s.colour] = s.amount
    elif ability == DO.discard:  # WAL-5.5: one card after the other
        card = int(s.market[a - TO.discard])
        s.market[a - TO.discard] = 0
        s.amount -= 1
        put_on_discard(s, k, card)
    elif ability == DO.destroy:  # WAL-5.4
        s.due[a - TO.destroy][s.colour] = -s.amount
    else:  # WAL-5.8
        swap(s, k, (a - TO.swap) // DECK_PLACES, (a - TO.swap) % DECK_PLACES)


@rule
def move_unit(s: State, p: int, a: int) -> None:
    """WAL-P.3: a unit onto a card, or from one."""
    if a < TO.take:
        turn_card(s, p, a - TO.place, 1)
    else:
        turn_card(s, p, a - TO.take, -1)


# Purchases


@rule
def start_purchase(s: State, k: Cards, slot: int) -> None:
    """WAL-6.2: the price is paid first."""
    card = s.market[slot]
    for colour in range(2):
        s.due[s.active][colour] = -k.price[card][s.face[card]][colour]
    s.buying = slot + 1


@rule
def take_card(s: State, k: Cards) -> None:
    """WAL-6.2, WAL-6.3, WAL-9.1: the paid card leaves the market for the bought pile; WAL-P.1: or it joins the zone."""
    p = int(s.active)
    card = int(s.market[s.buying - 1])
    face = int(s.face[card])
    s.market[s.buying - 1] = 0
    s.buying = 0
    s.probe[COUNT.bought + 2 * (card - 1) + face] += 1
    note(SAY.bought, p, card, 0)
    if k.pairs:
        s.zone[p][face * WIDTH + s.held[p][face]] = card
        s.held[p][face] += 1
        if not k.bought_keeps_facing:
            s.facing[card] = 0
    else:
        s.bought[p][s.purchases[p]] = card
        s.face[card] = 0
        s.facing[card] = 0
        if s.purchases[p] + 1 >= k.target:
            s.ended = END.purchase
    s.purchases[p] += 1


# Units: what is paid, destroyed and gained, each unit on or from one card (WAL-1.5, WAL-P.3)


@rule
def settle(s: State, k: Cards) -> bool:
    """Move units that are due, losses first, or ask which card they concern; False when none are due."""
    for sign in range(-1, 2, 2):
        for p in range(k.players):
            for colour in range(2):
                if s.due[p][colour] * sign > 0:
                    move_due(s, p, colour, sign)
                    return True
    return False


@rule
def move_due(s: State, p: int, colour: int, sign: int) -> None:
    """Nobody goes below 0 (WAL-5.4) or above 3 a card (WAL-1.5); with several cards the owner chooses (WAL-P.3)."""
    cards = 0
    found = 0
    for i in range(colour * WIDTH, colour * WIDTH + s.held[p][colour]):
        if can_turn(s, p, i, sign):
            cards += 1
            found = i
    if cards > 1:
        s.ask = ASK.place if sign > 0 else ASK.take
        s.decider = p
        s.unit = colour
    elif cards == 1:
        dots = s.facing[s.zone[p][found]]
        turn_card(s, p, found, min(s.due[p][colour], FULL - dots) if sign > 0 else max(s.due[p][colour], -dots))
    else:
        if sign > 0:
            s.probe[COUNT.overflow + colour] += s.due[p][colour]
            note(SAY.overflowed, p, colour, s.due[p][colour])
        s.due[p][colour] = 0


@rule
def can_turn(s: State, p: int, i: int, sign: int) -> bool:
    """Whether a zone card can gain (1) or lose (-1) a unit."""
    return 0 <= s.facing[s.zone[p][i]] + sign <= FULL


@rule
def turn_card(s: State, p: int, i: int, n: int) -> None:
    """WAL-1.5: gaining and losing turn a card."""
    colour = i // WIDTH
    s.facing[s.zone[p][i]] += n
    s.due[p][colour] -= n
    if n > 0:
        s.probe[COUNT.gained + colour] += n
        note(SAY.gained, p, colour, n)
    elif p == s.active:
        s.probe[COUNT.spent + colour] -= n
        note(SAY.paid, p, colour, -n)
    else:
        s.probe[COUNT.destroyed + colour] -= n
        note(SAY.destroyed, p, colour, -n)
