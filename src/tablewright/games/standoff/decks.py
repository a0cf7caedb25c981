"""Hands, decks, discard piles, and what each player knows of them (STA-12, STA-14, Hidden information).

All movements out of a hand are open, so everybody knows hand and deck of a player together. What is secret is which of
those cards are in the hand.
"""

from tablewright.engine import below, chapter, note, rule

from .state import ALL, KIND, SAY, SEATS, TABLE, Cards, State


@rule
def is_horse(card: int) -> bool:
    return card == KIND.horse or card >= TABLE


@rule
def horse_of(k: Cards, planter: int) -> int:
    """Open question 4: a Horse remembers its planter only if that matters."""
    if k.horse_bonus_credits == 0 or planter == 0:
        return KIND.horse
    return TABLE + planter - 1


# Cards in and out of a hand


@rule
def deck_to_hand(s: State, p: int, card: int) -> None:
    s.deck[p][card] -= 1
    s.deck_size[p] -= 1
    s.hand[p][card] += 1
    s.hand_size[p] += 1
    note(SAY.drew, p, card, 0)


@rule
def leave_hand(s: State, p: int, card: int) -> None:
    """Everybody sees it go, so whoever knew of such a card knows of one less."""
    s.hand[p][card] -= 1
    s.hand_size[p] -= 1
    for viewer in range(SEATS + 1):
        if s.known[viewer][p][card] > 0:
            s.known[viewer][p][card] -= 1


@rule
def to_discard(s: State, p: int, card: int) -> None:
    s.discard[p][card] += 1
    s.discard_size[p] += 1


@rule
def discard_from_hand(s: State, p: int, card: int) -> None:
    leave_hand(s, p, card)
    to_discard(s, p, card)


# Drawing


@rule
def pick(s: State, pile: list[int], n: int) -> int:
    """The top card of a shuffled pile of n cards: any of them with equal chance."""
    left = below(s, n)
    card = 0
    while left >= pile[card]:
        left -= pile[card]
        card += 1
    return card


@chapter
def draw(s: State, k: Cards, p: int) -> bool:
    """STA-12.2: the top card, after a reshuffle if the deck is empty; False if there is nothing to draw."""
    if s.deck_size[p] == 0:
        reshuffle(s, k, p)
    if s.deck_size[p] == 0:
        return False
    card = pick(s, s.deck[p], s.deck_size[p])
    deck_to_hand(s, p, card)
    if k.horse_bonus_credits > 0:
        announce_horse(s, k, p, card)
    elif s.sunk[p] > 0:
        s.sunk[p] -= 1
    return True


@rule
def announce_horse(s: State, k: Cards, p: int, card: int) -> None:
    """Open question 4: its planter's bonus is open, so everybody learns where that Horse is now."""
    if is_horse(card):
        planter = max(0, card - TABLE + 1)  # the inverse of `horse_of`
        s.bonus[planter] += k.horse_bonus_credits
        s.sunk[p] = max(0, s.sunk[p] - 1)
        for viewer in range(SEATS + 1):
            if is_viewer(k, viewer) and viewer != p:
                s.known[viewer][p][card] += 1


@rule
def reshuffle(s: State, k: Cards, p: int) -> None:
    """STA-12.2: the discard pile becomes the deck. The deck was empty, so everybody knows the whole hand."""
    if s.discard_size[p] == 0:
        return
    hand_is_known(s, k, p)
    for card in range(ALL):
        s.deck[p][card] = s.discard[p][card]
        s.discard[p][card] = 0
        if is_horse(card):
            s.sunk[p] += s.deck[p][card]
    s.deck_size[p] = s.discard_size[p]
    s.discard_size[p] = 0
    note(SAY.reshuffled, p, s.deck_size[p], 0)


@rule
def is_viewer(k: Cards, viewer: int) -> bool:
    """A player, or the spectator."""
    return viewer < k.players or viewer == SEATS


@rule
def hand_is_known(s: State, k: Cards, p: int) -> None:
    """Everybody knows all cards that are in the hand now."""
    for viewer in range(SEATS + 1):
        if is_viewer(k, viewer) and viewer != p:
            see_hand(s, viewer, p)


@rule
def see_hand(s: State, viewer: int, p: int) -> None:
    for card in range(ALL):
        s.known[viewer][p][card] = s.hand[p][card]


# Cards into a deck, and out of it by choice


@rule
def plant_horse(s: State, k: Cards, p: int, planter: int) -> None:
    """STA-8.11, STA-14.1: a Horse into the deck, even if it was empty."""
    if s.deck_size[p] == 0:
        hand_is_known(s, k, p)
    s.deck[p][horse_of(k, planter)] += 1
    s.deck_size[p] += 1
    s.sunk[p] += 1


@rule
def fetch(s: State, p: int, card: int) -> None:
    """STA-8.13: one card of the deck into the hand, unshown."""
    deck_to_hand(s, p, card)
    s.sunk[p] = max(0, s.sunk[p] - 1)


# What a seat cannot know


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """New hands of the others, as far as the seat (-1: a spectator) does not know them."""
    for p in range(k.players):
        if p != seat:
            redeal(s, seat if seat >= 0 else SEATS, p)
    return 0


@rule
def redeal(s: State, viewer: int, p: int) -> None:
    """The unknown part of a hand goes back and is drawn again; Horses known to be in the deck stay there."""
    n = int(s.deck_size[p])
    horses = -int(s.sunk[p])
    for card in range(ALL):
        unknown = s.hand[p][card] - s.known[viewer][p][card]
        s.hand[p][card] -= unknown
        s.deck[p][card] += unknown
        n += unknown
        if is_horse(card):
            horses += s.deck[p][card]
    while n > s.deck_size[p]:
        card = pick(s, s.deck[p], n)
        if not is_horse(card) or horses > 0:
            horses -= 1 if is_horse(card) else 0
            s.deck[p][card] -= 1
            s.hand[p][card] += 1
            n -= 1
