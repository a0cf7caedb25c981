"""Gin: one hand of gin rummy without laying off. No hook helps any bot: what it wants is the points of the end."""

from collections.abc import Mapping
from typing import Any

from tablewright.engine import (
    NOBODY,
    REVEALED,
    Blocks,
    CardsLayout,
    Decision,
    Decisions,
    Deck,
    PositionError,
    StateLayout,
    Values,
    array,
    counter,
    counts,
    draw_kind,
    note,
    number,
    numbered,
    pile,
    rule,
    seat_number,
    seed_chance,
    total,
)

SUITS = 4
RANKS = 13
DECK = Deck(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
CARD = DECK.kinds(copies="copies")
CARDS = DECK.size
SEATS = 2
MOST_TURNS = 60  # GIN-2.3
MOST_DEADWOOD = 98  # of ten cards
BLOCKS = Blocks(take=1, draw=1, discard=CARDS, knock=CARDS)
TAKE, DRAW, DISCARD, KNOCK = BLOCKS.starts
ASK = numbered("draw play")
IN_A_ROW = 1 << RANKS  # sets of ranks of one suit
CHOICES = 6  # for a rank in melds: no set, all of its cards, all but one of the four
DREW = 0  # a note for the log: the card


class Cards(CardsLayout):
    """The numbers of cards.toml, and what follows from them."""

    players = number("i4")
    copies = number("i4")
    hand_size = number("i4")
    left_over = number("i4")
    knock = number("i4")
    bonus = number("i4")
    runs = array("i1", IN_A_ROW)  # for every set of ranks: the most points that runs of it are worth


@rule
def known(s: "State", k: Cards, seat: int, owner: int, c: int) -> int:
    """GIN-H.1; a hand that ended with a knock is shown."""
    return s.hand[owner][c] if seat == owner or s.shown[owner][c] or s.knocker else 0


class State(StateLayout):
    """One position."""

    stock = counts("i1", CARDS, of=CARD, seen=NOBODY, rest=True, title="stock")
    hand = counts("i1", SEATS, CARDS, of=CARD, seen=known, size="held", key="hands")
    held = array("i1", SEATS)
    shown = counter("i1", SEATS, CARDS, most=1, parts=tuple(map(str, DECK.names)), listed=True)  # taken face up
    top = pile("i1", 1, of=CARD, size="tops", title="face up")
    tops = number("i1")
    buried = counts("i1", CARDS, of=CARD, title="discards")
    taken = counter("i1", most=CARDS, category=True)  # the card taken in this turn, from 1 on; 0: none
    begun = counter("i1", most=MOST_TURNS)  # turns
    asked = counter("i1", most=1, category=True)
    knocker = seat_number("i1", first=1)
    turn = seat_number("i1", key="to_move")


def constants(values: Values) -> dict[str, Any]:
    return {"copies": 1, "runs": [_in_runs(ranks) for ranks in range(IN_A_ROW)]}


def _in_runs(ranks: int) -> int:
    """GIN-3.1: the most points that can be put into runs."""
    best = [0] * (RANKS + 1)  # with the ranks below
    for end in range(1, RANKS + 1):
        best[end] = best[end - 1]
        start, points = end, 0
        while start > 0 and ranks >> (start - 1) & 1:
            points += min(10, start)
            start -= 1
            if end - start >= 3:
                best[end] = max(best[end], best[start] + points)
    return best[RANKS]


def bound(k: Cards) -> int:
    return 2 * MOST_TURNS


def payoff_range(k: Cards) -> tuple[int, int]:
    return -MOST_DEADWOOD - k.bonus, MOST_DEADWOOD + k.bonus


# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """GIN-1.1."""
    seed_chance(s, seed)
    for c in range(CARDS):
        s.stock[c] = 1
    for _ in range(k.hand_size):
        for p in range(SEATS):
            s.hand[p][draw_kind(s, s.stock)] = 1
            s.held[p] += 1
    s.top[0] = draw_kind(s, s.stock)
    s.tops = 1
    s.begun = 1
    return 0


# Melds


@rule
def bit_of(c: int) -> int:
    """A card in a set that is kept suit by suit."""
    return 1 << (c % SUITS * RANKS + c // SUITS)


@rule
def cards_of(hand: list[int]) -> int:
    cards = 0
    for c in range(CARDS):
        if hand[c] > 0:
            cards |= bit_of(c)
    return cards


@rule
def set_of(cards: int, rank: int, choice: int) -> int:
    """GIN-3.1: all cards of a rank (1), or without one suit (2 to 5); empty if these are no set."""
    found = 0
    n = 0
    for suit in range(SUITS):
        bit = 1 << (suit * RANKS + rank)
        if cards & bit and suit != choice - 2:
            found |= bit
            n += 1
    return found if choice > 0 and n >= 3 else 0


@rule
def next_rank(cards: int, rank: int) -> int:
    """The next rank from this one on of which there is a set; 13 if there is none."""
    while rank < RANKS and set_of(cards, rank, 1) == 0:
        rank += 1
    return rank


@rule
def in_runs(k: Cards, cards: int) -> int:
    points = 0
    for suit in range(SUITS):
        points += k.runs[(cards >> (suit * RANKS)) & (IN_A_ROW - 1)]
    return points


@rule
def with_sets(k: Cards, cards: int, rank: int) -> int:
    """The most points in melds where only one rank makes a set, or none."""
    best = in_runs(k, cards)
    for choice in range(1, CHOICES if rank < RANKS else 1):
        found = set_of(cards, rank, choice)
        if found:
            best = max(best, worth(found) + in_runs(k, cards & ~found))
    return best


@rule
def worth(cards: int) -> int:
    points = 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if (cards >> (suit * RANKS + rank)) & 1:
                points += min(10, rank + 1)
    return points


@rule
def deadwood(k: Cards, cards: int) -> int:
    """GIN-3.1: what the best melds of up to eleven cards leave; three ranks at most make sets."""
    one = next_rank(cards, 0)
    two = next_rank(cards, one + 1)
    three = next_rank(cards, two + 1)
    best = 0
    for i in range(CHOICES if two < RANKS else 1):
        first = set_of(cards, one, i) if i > 0 else 0
        for j in range(CHOICES if three < RANKS else 1):
            second = set_of(cards, two, j) if j > 0 else 0
            last = three if three < RANKS else two if two < RANKS else one
            rest = cards & ~first & ~second
            best = max(best, worth(first) + worth(second) + with_sets(k, rest, last))
    return worth(cards) - best


# A turn


@rule
def turns(s: State, k: Cards) -> int:
    return s.begun


@rule
def nothing_to_take(s: State, a: int) -> int:
    """GIN-2.1."""
    return 1 if a == TAKE and s.tops == 0 else 0


@rule
def draw(s: State, p: int, a: int) -> int:
    """GIN-2.1."""
    if a == TAKE:
        c = s.top[0]
        s.top[0] = 0
        s.tops = 0
        s.shown[p][c] = 1
        s.taken = c + 1
    else:
        c = draw_kind(s, s.stock)
        note(DREW, p, c, 0)
    s.hand[p][c] = 1
    s.held[p] += 1
    s.asked = ASK.play
    return 0


@rule
def why_not(s: State, k: Cards, p: int, a: int) -> int:
    """GIN-2.2, GIN-3.2."""
    c = (a - DISCARD) % CARDS
    if s.hand[p][c] == 0:
        return 1
    if s.taken == c + 1:
        return 2
    return 3 if a >= KNOCK and deadwood(k, cards_of(s.hand[p]) & ~bit_of(c)) > k.knock else 0


@rule
def play(s: State, k: Cards, p: int, a: int) -> int:
    """GIN-2.1, GIN-2.3, GIN-3.2."""
    c = (a - DISCARD) % CARDS
    s.hand[p][c] = 0
    s.held[p] -= 1
    s.shown[p][c] = 0
    if s.tops > 0:
        s.buried[s.top[0]] = 1
    s.top[0] = c
    s.tops = 1
    s.taken = 0
    s.asked = ASK.draw
    if a >= KNOCK:
        s.knocker = p + 1
        note(REVEALED, 0, 0, 0)
        return 0
    s.turn = 1 - p
    s.begun += 1
    return 0


# The end


@rule
def over(s: State, k: Cards) -> int:
    """GIN-2.3, GIN-3.2."""
    ended = s.asked == ASK.draw and (s.begun > MOST_TURNS or total(s.stock) <= k.left_over)
    return 1 if s.knocker > 0 or ended else 0


@rule
def payoff(s: State, k: Cards, p: int) -> int:
    """GIN-3.3 to 3.5; nothing while the hand goes on."""
    if s.knocker == 0:
        return 0
    knocker = s.knocker - 1
    mine = deadwood(k, cards_of(s.hand[knocker]))
    theirs = deadwood(k, cards_of(s.hand[1 - knocker]))
    points = theirs - mine
    if mine == 0:
        points += k.bonus
    elif points <= 0:
        points -= k.bonus
    return points if p == knocker else -points


@rule
def score(s: State, k: Cards, p: int) -> int:
    return payoff(s, k, p)


DRAWING = Decision(
    name="draw",
    clause="GIN-2.1",
    prompt="Take the card that lies face up, or draw.",
    waiting="{who} takes a card or draws.",
    ask=ASK.draw,
    blocks=("take", "draw"),
    refuses=nothing_to_take,
    reasons=("nothing lies face up",),
    answer=draw,
)
PLAYING = Decision(
    name="play",
    clause="GIN-2.1",
    prompt="Discard a card, or knock with it.",
    waiting="{who} discards.",
    ask=ASK.play,
    blocks=("discard", "knock"),
    refuses=why_not,
    reasons=("not in your hand", "the card was just taken", "too much deadwood to knock"),
    answer=play,
)
DECISIONS = Decisions(DRAWING, PLAYING, blocks=BLOCKS, asked="asked", by="turn", over=over, ended_clause="GIN-3.2")


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """A written position must have full hands."""
    drawn = [int(s.asked == ASK.play and p == s.turn) for p in range(SEATS)]
    if s.held != [k.hand_size + more for more in drawn]:
        raise PositionError(f"each hand has {k.hand_size} cards, and one more while its owner has to discard")
    if any(s.shown[p][c] and not s.hand[p][c] for p in range(SEATS) for c in range(CARDS)):
        raise PositionError("only cards in hand are shown")
