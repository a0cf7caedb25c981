"""Draft: in turn, everybody plays a card; one of a higher rank than the card below scores a point (DRF-2.2)."""

from tablewright.engine import (
    NOBODY,
    OWNER,
    Blocks,
    CardsLayout,
    Decision,
    Decisions,
    Deck,
    StateLayout,
    array,
    counter,
    counts,
    draw_kind,
    number,
    pile,
    rule,
    seat_number,
    seed_chance,
    total,
)

DECK = Deck()
CARDS = DECK.size
SUITS = 4
SEATS = 4
BLOCKS = Blocks(play=CARDS)  # action c plays card c
CARD = DECK.kinds()


class Cards(CardsLayout):
    """The numbers of cards.toml, by their names there."""

    players = number("i4")
    hand_size = number("i4")


class State(StateLayout):
    """One position."""

    aside = counts("i1", CARDS, of=CARD, seen=NOBODY, size="left", rest=True)
    left = number("i1")
    hand = counts("i1", SEATS, CARDS, of=CARD, seen=OWNER, size="held", key="hands")  # DRF-H.1
    held = array("i1", SEATS)  # cards in each hand
    pile = pile("i1", CARDS, of=CARD, size="plays")
    plays = number("i1")
    points = counter("i1", SEATS, most=CARDS)
    turn = seat_number("i1", key="to_move")


def bound(k: Cards) -> int:
    return k.players * k.hand_size


# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """DRF-1.1, 1.2."""
    seed_chance(s, seed)
    for c in range(CARDS):
        s.aside[c] = 1
    for p in range(k.players):
        for _ in range(k.hand_size):
            s.hand[p][draw_kind(s, s.aside)] = 1
        s.held[p] = k.hand_size
    s.left = total(s.aside)
    return 0


# A turn


@rule
def not_in_hand(s: State, p: int, a: int) -> int:
    """DRF-2.1."""
    return 1 if s.hand[p][a] == 0 else 0


@rule
def play(s: State, k: Cards, p: int, a: int) -> int:
    if s.plays > 0 and a // SUITS > s.pile[s.plays - 1] // SUITS:
        s.points[p] += 1  # DRF-2.2
    s.hand[p][a] = 0
    s.held[p] -= 1
    s.pile[s.plays] = a
    s.plays += 1
    s.turn = (p + 1) % k.players  # DRF-2.3
    return 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.plays


# The end


@rule
def over(s: State, k: Cards) -> int:
    """DRF-3.1."""
    return 1 if total(s.held) == 0 else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    """DRF-3.2."""
    return s.points[p]


TURN = Decision(
    name="turn",
    clause="DRF-2.1",
    prompt="Play a card.",
    waiting="{who} plays a card.",
    blocks=("play",),
    refuses=not_in_hand,
    reasons=("not in your hand",),
    answer=play,
)
DECISIONS = Decisions(TURN, blocks=BLOCKS, by="turn", over=over, ended_clause="DRF-3.1")
