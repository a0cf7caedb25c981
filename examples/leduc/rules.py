"""Leduc poker: one card each, two rounds of betting, a common card between them. What counts is chips (LDC-3.4)."""

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
    array,
    counter,
    counts,
    draw_kind,
    note,
    number,
    rule,
    seat_number,
    seed_chance,
)

DECK = Deck(("J", "Q", "K"), ("hearts", "spades"))
CARDS = DECK.size
SUITS = 2
SEATS = 2
MOST_PAID = 250
BLOCKS = Blocks(fold=1, call=1, **{"raise": 1})
FOLD, CALL, RAISE = BLOCKS.starts
CARD = DECK.kinds(copies="copies")
FIRST, SECOND, SHOWN = range(3)  # rounds; after the second one the cards are shown
DEALT = 0  # a note for the log: the common card


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    copies = number("i4")
    ante = number("i4")
    small_bet = number("i4")
    large_bet = number("i4")
    most_raises = number("i4")


@rule
def known(s: "State", k: Cards, seat: int, owner: int, c: int) -> int:
    """LDC-H.1: how many of a card in somebody's hand a seat knows."""
    return s.hand[owner][c] if seat == owner or s.round == SHOWN else 0


class State(StateLayout):
    """One position."""

    deck = counts("i1", CARDS, of=CARD, seen=NOBODY, rest=True)
    hand = counts("i1", SEATS, CARDS, of=CARD, seen=known, size="held", key="hands")
    held = array("i1", SEATS)  # cards in each hand: one
    common = counts("i1", CARDS, of=CARD)
    paid = counter("i2", SEATS, most=MOST_PAID)
    stake = counter("i2", most=MOST_PAID)
    round = counter("i1", most=SHOWN)
    actions = counter("i1", most=9)  # of this round
    raises = counter("i1", most=4)
    folded = seat_number("i1", first=1)
    turn = seat_number("i1", key="to_move")


def bound(k: Cards) -> int:
    return 2 * (k.most_raises + 2)


def payoff_range(k: Cards) -> tuple[int, int]:
    most = k.ante + k.most_raises * (k.small_bet + k.large_bet)
    return -most, most


# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """LDC-1.1, 1.2."""
    seed_chance(s, seed)
    for c in range(CARDS):
        s.deck[c] = k.copies
    for p in range(SEATS):
        s.hand[p][draw_kind(s, s.deck)] = 1
        s.held[p] = 1
        s.paid[p] = k.ante
    s.stake = k.ante
    return 0


# Betting


@rule
def why_not(s: State, k: Cards, p: int, a: int) -> int:
    """LDC-2.2, 2.4."""
    if a == FOLD and s.paid[p] == s.stake:
        return 1
    if a == RAISE and s.raises == k.most_raises:
        return 2
    return 0


@rule
def bet(s: State, k: Cards, p: int, a: int) -> int:
    """LDC-2.1: fold, call or raise."""
    if a == FOLD:
        s.folded = p + 1
        return 0
    if a == RAISE:
        s.stake += k.small_bet if s.round == FIRST else k.large_bet
        s.raises += 1
    s.paid[p] = s.stake
    s.actions += 1
    s.turn = 1 - p
    if a == CALL and s.actions > 1:
        next_round(s)
    return 0


@rule
def next_round(s: State) -> int:
    """LDC-2.5, 3.3."""
    s.round += 1
    if s.round == SECOND:
        c = draw_kind(s, s.deck)
        s.common[c] = 1
        note(DEALT, c, 0, 0)
    else:
        note(REVEALED, 0, 0, 0)
    s.actions = 0
    s.raises = 0
    s.turn = 0
    return 0


@rule
def turns(s: State, k: Cards) -> int:
    return min(s.round + 1, 2)


# The end


@rule
def over(s: State, k: Cards) -> int:
    """LDC-3.1."""
    return 1 if s.folded > 0 or s.round == SHOWN else 0


@rule
def strength(s: State, p: int) -> int:
    """LDC-3.3: the rank of a hand; a pair beats every rank."""
    for c in range(CARDS):
        if s.hand[p][c] > 0:
            rank = c // SUITS
            for other in range(rank * SUITS, rank * SUITS + SUITS):
                if s.common[other] > 0:
                    return rank + CARDS
            return rank
    return 0


@rule
def payoff(s: State, k: Cards, p: int) -> int:
    """LDC-3.2 to 3.4: the chips won or lost; while the game is on, what the player has paid is gone."""
    if over(s, k) == 0:
        return -s.paid[p]
    if s.folded > 0:
        return -s.paid[p] if s.folded == p + 1 else s.paid[1 - p]
    mine = strength(s, p)
    theirs = strength(s, 1 - p)
    return 0 if mine == theirs else s.paid[1 - p] if mine > theirs else -s.paid[p]


@rule
def score(s: State, k: Cards, p: int) -> int:
    return payoff(s, k, p)


BET = Decision(
    name="bet",
    clause="LDC-2.1",
    prompt="Fold, call or raise.",
    waiting="{who} folds, calls or raises.",
    blocks=("fold", "call", "raise"),
    refuses=why_not,
    reasons=("there is nothing to pay", "no further raise in this round"),
    answer=bet,
)
DECISIONS = Decisions(BET, blocks=BLOCKS, by="turn", over=over, ended_clause="LDC-3.1")


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """A written position must have a card in every hand, and a common card from the second round on."""
    if s.held != [1, 1] or sum(s.common) != (1 if s.round else 0):
        raise PositionError("both hands have one card, and there is a common card from the second round (1) on")
    if max(s.paid) != s.stake:
        raise PositionError(f"the stake is {s.stake}, but the most that is paid is {max(s.paid)}")
