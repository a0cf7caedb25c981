"""The standard deck: 52 cards or a part of them, with their names, suits, ranks and faces; sets of cards as one number.

Card c has the rank `c // suits` and the suit `c % suits`, so that cards are in order of rank.
"""

from tablewright.engine.rule import rule
from tablewright.engine.zones import Kinds

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
TITLES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


class Deck:
    """Every combination of some ranks and some suits, once.

    DECK = Deck()                                        # all 52; DECK.kinds() for declared zones
    SMALL = Deck(("J", "Q", "K"), ("hearts", "spades"))  # six of them
    """

    def __init__(self, ranks: tuple[str, ...] = RANKS, suits: tuple[str, ...] = SUITS) -> None:
        self.ranks, self.suits = ranks, suits
        self.size = len(ranks) * len(suits)
        self.names = tuple(f"{rank}{suit[0].upper()}" for rank in ranks for suit in suits)

    def kinds(self, copies: str = "") -> Kinds:
        """The cards as kinds of things; `copies` names the field of the game's numbers that says how often."""
        return Kinds("card", self.names, copies=copies, suits=len(self.suits))

    def rank(self, card: int) -> str:
        return self.ranks[card // len(self.suits)]

    def suit(self, card: int) -> str:
        return self.suits[card % len(self.suits)]

    def face(self, card: int) -> str:
        """`Q♠`."""
        return f"{self.rank(card)}{SIGNS[self.suit(card)]}"

    def title(self, card: int) -> str:
        """`queen of spades`."""
        return f"{TITLES.get(self.rank(card), self.rank(card))} of {self.suit(card)}"

    def tone(self, card: int) -> str:
        return "red" if self.suit(card) in ("diamonds", "hearts") else "black"


# Sets of cards: card c is bit c of a number of the kind i8


@rule
def holds(cards: int, c: int) -> int:
    """1 if a card is in a set, else 0."""
    return (cards >> c) & 1


@rule
def adding(cards: int, c: int) -> int:
    """The set with a card more."""
    return cards | (1 << c)


@rule
def removing(cards: int, c: int) -> int:
    """The set without a card."""
    return cards & ~(1 << c)


@rule
def size_of(cards: int) -> int:
    """How many cards a set has."""
    n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n
