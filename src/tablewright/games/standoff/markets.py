"""Credits, minerals, and the two markets (STA-2, STA-10)."""

from tablewright.engine import note, rule

from .decks import pick, to_discard
from .state import COUNT, KIND, PERMANENT, SAY, TABLE, WHY, Cards, State


@rule
def earn(s: State, amount: int) -> None:
    s.credits += amount
    s.probe[COUNT.credits_earned] += amount


@rule
def cannot_pay(s: State, credit: int, mineral: int) -> int:
    """STA-2.3, STA-2.4: what is against it, 0 if nothing."""
    if s.credits < 0:
        return WHY.in_debt
    return WHY.no_money if s.credits < credit or s.minerals[s.decider] < mineral else WHY.none


@rule
def pay(s: State, credit: int, mineral: int) -> None:
    s.credits -= credit
    s.minerals[s.decider] -= mineral


@rule
def lay_markets(s: State, k: Cards) -> None:
    """STA-1.4, STA-1.5: eight piles; all other cards in the draft pile, the top ones turned up."""
    for card in range(PERMANENT):
        s.pile[card] = k.copies[card]
    for card in range(PERMANENT, TABLE):
        s.draft[card] = k.copies[card]
        s.draft_size += k.copies[card]
    turn_up_market(s, k)


@rule
def turn_up_market(s: State, k: Cards) -> None:
    """STA-1.5: the top cards of the draft pile into the slots in order."""
    for i in range(k.market_slots):
        refill(s, i)


@rule
def refill(s: State, i: int) -> None:
    """STA-10.3: the top card of the draft pile into a slot, which stays empty if there is none."""
    s.slot[i] = 0
    if s.draft_size > 0:
        card = pick(s, s.draft, s.draft_size)
        s.draft[card] -= 1
        s.draft_size -= 1
        s.slot[i] = card + 1
        note(SAY.refilled, i, card, 0)


@rule
def slot_of(s: State, k: Cards, card: int) -> int:
    """STA-10.3: the lowest slot that holds the card, or -1."""
    for i in range(k.market_slots):
        if s.slot[i] == card + 1:
            return i
    return -1


@rule
def cannot_buy(s: State, k: Cards, card: int) -> int:
    """STA-10.1, STA-10.2, STA-10.3, STA-14.3: what is against it but for the action."""
    if card < PERMANENT and s.pile[card] == 0:
        return WHY.sold_out
    why = cannot_pay(s, k.price[card][0], k.price[card][1])
    if why == WHY.none and card >= PERMANENT and slot_of(s, k, card) < 0:
        return WHY.horse if card == KIND.horse else WHY.not_on_offer
    return why


@rule
def buy(s: State, k: Cards, card: int) -> None:
    pay(s, k.price[card][0], k.price[card][1])
    if card < PERMANENT:
        s.pile[card] -= 1
    else:
        refill(s, slot_of(s, k, card))
    to_discard(s, s.decider, card)
    s.probe[COUNT.bought + card] += 1
