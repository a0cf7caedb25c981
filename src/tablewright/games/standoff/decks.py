"""Hands, decks, discard piles, and what each player knows of them (STA-12, STA-14, Hidden information).

All movements out of a hand are open, and whole decks are known as multisets. What is secret is the order of decks, and
which cards of hand and deck together are in the hand.
"""

from tablewright.engine import REVEALED, below, chapter, note, rule, shuffle
from tablewright.games.standoff.layout import ALL, DREW, HORSE, RESHUFFLED, SEATS, TABLE, Cards, State


@rule
def is_horse(card: int) -> bool:
    return card == HORSE or card >= TABLE


@rule
def horse_of(k: Cards, planter: int) -> int:
    """Open question 4: a Horse remembers its planter only if that matters."""
    if k.horse_bonus_credits == 0 or planter == 0:
        return HORSE
    return TABLE + planter - 1


@rule
def planter_of(horse: int) -> int:
    return 0 if horse == HORSE else horse - TABLE + 1


# Cards in and out of a hand


@rule
def enter_hand(s: State, p: int, card: int) -> int:
    s.hand[p][card] += 1
    s.hand_size[p] += 1
    note(REVEALED, p, 0, 0)
    note(DREW, p, card, 0)
    return 0


@rule
def leave_hand(s: State, p: int, card: int) -> int:
    """Everybody sees it go, so whoever knew of such a card knows of one less."""
    s.hand[p][card] -= 1
    s.hand_size[p] -= 1
    for viewer in range(SEATS + 1):
        if s.known[viewer][p][card] > 0:
            s.known[viewer][p][card] -= 1
    return 0


@rule
def to_discard(s: State, p: int, card: int) -> int:
    s.discard[p][card] += 1
    s.discard_size[p] += 1
    return 0


@rule
def discard_from_hand(s: State, p: int, card: int) -> int:
    leave_hand(s, p, card)
    to_discard(s, p, card)
    return 0


# Drawing


@chapter
def draw(s: State, k: Cards, p: int) -> bool:
    """STA-12.2: the top card, after a reshuffle if the deck is empty; False if there is nothing to draw."""
    if s.deck_size[p] == 0:
        reshuffle(s, k, p)
    if s.deck_size[p] == 0:
        return False
    s.deck_size[p] -= 1
    card = int(s.deck[p][s.deck_size[p]])
    s.deck[p][s.deck_size[p]] = 0
    enter_hand(s, p, card)
    if k.horse_bonus_credits > 0:
        announce_horse(s, k, p, card)
    elif s.sunk[p] > 0:
        s.sunk[p] -= 1
    return True


@rule
def announce_horse(s: State, k: Cards, p: int, card: int) -> int:
    """Open question 4: its planter's bonus is open, so everybody learns where that Horse is now."""
    if is_horse(card):
        s.bonus[planter_of(card)] += k.horse_bonus_credits
        s.sunk[p] = max(0, s.sunk[p] - 1)
        for viewer in range(SEATS + 1):
            if is_viewer(k, viewer) and viewer != p:
                s.known[viewer][p][card] += 1
    return 0


@rule
def reshuffle(s: State, k: Cards, p: int) -> int:
    """STA-12.2: the discard pile becomes the deck. The deck was empty, so everybody knows the whole hand."""
    if s.discard_size[p] == 0:
        return 0
    hand_is_known(s, k, p)
    n = 0
    for card in range(ALL):
        for _ in range(s.discard[p][card]):
            s.deck[p][n] = card
            n += 1
        if is_horse(card):
            s.sunk[p] += s.discard[p][card]
        s.discard[p][card] = 0
    s.deck_size[p] = n
    s.discard_size[p] = 0
    shuffle(s, s.deck[p], n)
    note(RESHUFFLED, p, n, 0)
    return 0


@rule
def is_viewer(k: Cards, viewer: int) -> bool:
    """A player, or the spectator."""
    return viewer < k.players or viewer == SEATS


@rule
def hand_is_known(s: State, k: Cards, p: int) -> int:
    """Everybody knows all cards that are in the hand now."""
    for viewer in range(SEATS + 1):
        if is_viewer(k, viewer) and viewer != p:
            see_hand(s, viewer, p)
    return 0


@rule
def see_hand(s: State, viewer: int, p: int) -> int:
    for card in range(ALL):
        s.known[viewer][p][card] = s.hand[p][card]
    return 0


# Cards in and out of a deck


@rule
def plant_horse(s: State, k: Cards, p: int, planter: int) -> int:
    """STA-8.11, 14.1: a Horse into the deck, which is shuffled, even if it was empty."""
    if s.deck_size[p] == 0:
        hand_is_known(s, k, p)
    s.deck[p][s.deck_size[p]] = horse_of(k, planter)
    s.deck_size[p] += 1
    s.sunk[p] += 1
    shuffle(s, s.deck[p], s.deck_size[p])
    return 0


@rule
def fetch(s: State, p: int, card: int) -> int:
    """STA-8.13: one card of the deck into the hand, unshown; the deck is shuffled."""
    last = s.deck_size[p] - 1
    for i in range(last + 1):
        if s.deck[p][i] == card:
            s.deck[p][i] = s.deck[p][last]
            break
    s.deck[p][last] = 0
    s.deck_size[p] = last
    shuffle(s, s.deck[p], last)
    enter_hand(s, p, card)
    if s.sunk[p] > 0:
        s.sunk[p] -= 1
    return 0


@rule
def in_deck(s: State, p: int, card: int) -> int:
    count = 0
    for i in range(s.deck_size[p]):
        if s.deck[p][i] == card:
            count += 1
    return count


# What a seat cannot know


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """New orders for all decks and the draft pile; new hands of the others, as far as the seat does not know them."""
    viewer = seat if seat >= 0 else SEATS
    for p in range(k.players):
        if p != seat:
            redeal(s, viewer, p)
        shuffle(s, s.deck[p], s.deck_size[p])
    shuffle(s, s.draft, s.draft_size)
    return 0


@rule
def redeal(s: State, viewer: int, p: int) -> int:
    """The unknown part of a hand goes back and is drawn again; Horses known to be in the deck stay there."""
    n = int(s.deck_size[p])
    horses = -int(s.sunk[p])
    wanted = int(s.hand_size[p])
    for card in range(ALL):
        for _ in range(s.hand[p][card] - s.known[viewer][p][card]):
            s.deck[p][n] = card
            n += 1
        s.hand[p][card] = s.known[viewer][p][card]
        wanted -= int(s.hand[p][card])
    for i in range(n):
        if is_horse(s.deck[p][i]):
            horses += 1
    while wanted > 0:
        at = below(s, n)
        card = int(s.deck[p][at])
        if not is_horse(card) or horses > 0:
            if is_horse(card):
                horses -= 1
            s.hand[p][card] += 1
            n -= 1
            s.deck[p][at] = s.deck[p][n]
            s.deck[p][n] = 0
            wanted -= 1
    return 0
