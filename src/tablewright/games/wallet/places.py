"""Where cards lie and how they turn: live abilities, purses, piles, swaps (WAL-1, WAL-5, WAL-8)."""

from tablewright.engine import REVEALED, chapter, note, rule, shuffle

from .state import DECK_PLACES, DISCARDED, DRAW, NEED, OF, ON, READS, SAY, WIDTH, ZONE_PLACES, Cards, State


@rule
def live_side(facing: int, reads: int) -> int:
    """WAL-1.6: the side of the ability opposite the draw pile, or of the one that faces the player; none at 0 and 2."""
    if facing == 1:
        return ON.left if reads == READS.far else ON.right
    if facing == 3:
        return ON.right if reads == READS.far else ON.left
    return ON.neither


@rule
def purse(s: State, p: int, colour: int) -> int:
    """WAL-1.5, WAL-P.2: what a player has of a colour."""
    n = 0
    for i in range(colour * WIDTH, colour * WIDTH + s.held[p][colour]):
        n += s.facing[s.zone[p][i]]
    return n


@rule
def fits(s: State, k: Cards, slot: int, need: int) -> bool:
    """Whether there is a card in a slot that can be chosen, activated (WAL-4.2) or bought (WAL-6.1) now."""
    card = s.market[slot]
    if card == 0:
        return False
    if need == NEED.live:
        return live_side(s.facing[card], k.market_reads) != ON.neither
    if need == NEED.affordable:
        price = k.price[card][s.face[card]]
        return purse(s, s.active, OF.tan) >= price[0] and purse(s, s.active, OF.teal) >= price[1]
    return True


@rule
def choices(s: State, k: Cards, need: int) -> int:
    """How many market cards can be chosen; the last of them is `last_choice`."""
    n = 0
    for slot in range(k.market_size):
        if fits(s, k, slot, need):
            n += 1
    return n


@rule
def last_choice(s: State, k: Cards, need: int) -> int:
    found = 0
    for slot in range(k.market_size):
        if fits(s, k, slot, need):
            found = slot
    return found


# Piles


@chapter
def reshuffle(s: State, k: Cards, n: int) -> int:
    """WAL-8.3: the n discarded cards become the draw pile, faces and facings kept."""
    for i in range(n):
        s.draw[i] = s.discard[i]
        s.discard[i] = 0
    s.draws = n
    s.discards = 0
    s.fresh = 0
    shuffle(s, s.draw, n)
    note(SAY.reshuffled, n, 0, 0)
    return 0


@rule
def put_on_discard(s: State, k: Cards, card: int) -> None:
    """WAL-1.7, WAL-8.5: on top, face and facing kept."""
    s.discard[s.discards] = card
    s.discards += 1
    if s.draws == 0:
        reshuffle(s, k, int(s.discards))


@rule
def take_from_draw(s: State, k: Cards) -> int:
    """The top card leaves the pile, and everybody sees the next one."""
    s.draws -= 1
    card = int(s.draw[s.draws])
    s.draw[s.draws] = 0
    note(REVEALED, s.active, 0, 0)
    if s.draws == 0 and s.discards > 0:
        reshuffle(s, k, int(s.discards))
    return card


@rule
def refill(s: State, k: Cards) -> None:
    """WAL-8.1, WAL-8.4: m0 first, as long as there are cards."""
    for slot in range(k.market_size):
        if s.market[slot] == 0 and s.draws > 0:
            card = take_from_draw(s, k)
            s.market[slot] = card
            note(SAY.refilled, slot, card, 4 * s.face[card] + s.facing[card])


# Swaps. A place is a zone card (seat, colour, number) or, from ZONE_PLACES on, a slot or the top of a pile.


@rule
def exposed(s: State, k: Cards, place: int) -> int:
    """WAL-5.8: the card that can be seen at a place of the deck zone, 0 for none."""
    if place == DRAW:
        return int(s.draw[s.draws - 1]) if k.swap_piles and s.draws > 0 else 0
    if place == DISCARDED:
        return int(s.discard[s.discards - 1]) if k.swap_piles and s.discards > 0 else 0
    return int(s.market[place])


@rule
def lay(s: State, place: int, card: int) -> None:
    """Put a card where another one of the deck zone lay."""
    if place == DRAW:
        s.draw[s.draws - 1] = card
    elif place == DISCARDED:
        s.discard[s.discards - 1] = card
    else:
        s.market[place] = card


@rule
def may_swap(s: State, k: Cards, first: int, second: int) -> bool:
    """WAL-5.8, WAL-5.11: any zone card and an exposed one of its colour, or two exposed ones not both in the market."""
    card = exposed(s, k, second)
    if card == 0:
        return False
    if first >= ZONE_PLACES:
        other = first - ZONE_PLACES
        return other < second and second >= DRAW and exposed(s, k, other) != 0
    p = first // (2 * WIDTH)
    i = first % (2 * WIDTH)
    if p >= k.players or (not k.swap_any_player and p != s.active) or i % WIDTH >= s.held[p][i // WIDTH]:
        return False
    return s.face[card] == i // WIDTH


@rule
def swaps(s: State, k: Cards) -> int:
    """How many pairs may be swapped: zone cards times exposed cards of each colour, then pairs within the deck zone."""
    tan = 0
    teal = 0
    piles = 0
    for place in range(DECK_PLACES):
        card = exposed(s, k, place)
        if card > 0:
            teal += s.face[card]
            tan += 1 - s.face[card]
            if place >= DRAW:
                piles += 1
    in_market = tan + teal - piles
    n = in_market * piles + piles * (piles - 1) // 2
    for p in range(k.players):
        if k.swap_any_player or p == s.active:
            n += s.held[p][0] * tan + s.held[p][1] * teal
    return n


@rule
def swap(s: State, k: Cards, first: int, second: int) -> None:
    """WAL-5.9: with a zone the cards trade places and facings; WAL-5.10: in the deck zone places only."""
    card = exposed(s, k, second)
    if first >= ZONE_PLACES:
        other = exposed(s, k, first - ZONE_PLACES)
        lay(s, first - ZONE_PLACES, card)
    else:
        p = first // (2 * WIDTH)
        other = int(s.zone[p][first % (2 * WIDTH)])
        s.zone[p][first % (2 * WIDTH)] = card
        held = int(s.facing[card])
        s.facing[card] = s.facing[other]
        s.facing[other] = held
    lay(s, second, other)
