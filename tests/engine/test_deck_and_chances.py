"""The standard deck, and every way that chance can fall."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine import (
    Deck,
    Game,
    Match,
    TooManyChances,
    adding,
    chances,
    holds,
    mixed,
    openings,
    removing,
    size_of,
)

SETS = st.sets(st.integers(0, 51))


def test_the_deck_has_52_cards_with_names_of_their_own() -> None:
    deck = Deck()
    assert deck.size == len(set(deck.names)) == len({deck.face(c) for c in range(52)}) == 52
    assert (deck.face(0), deck.title(51), deck.face(43)) == ("2♣", "ace of spades", "Q♠")
    assert Counter(map(deck.suit, range(52))) == dict.fromkeys(deck.suits, 13)
    assert Counter(map(deck.tone, range(52))) == {"red": 26, "black": 26}
    assert Deck(("J", "Q", "K"), ("hearts", "spades")).kinds().names == ("JH", "JS", "QH", "QS", "KH", "KS")


@given(cards=SETS, card=st.integers(0, 51))
def test_sets_of_cards_are_sets(cards: set[int], card: int) -> None:
    mask = sum(1 << c for c in cards)
    assert size_of(mask) == len(cards)
    assert holds(mask, card) == (card in cards)
    assert adding(mask, card) == sum(1 << c for c in cards | {card})
    assert removing(mask, card) == sum(1 << c for c in cards - {card})


def test_listed_chances_are_those_that_are_drawn(tiny: Game) -> None:
    """Frequencies of 600 draws beside the stated probabilities of a card drawn from the deck."""
    variant = tiny.variant()
    match = Match(variant, 4)
    listed = chances(variant, match.state, match.legal_ids[0])
    assert sum(chance.probability for chance in listed) == 1
    stated = {tuple(chance.state.deck): chance.probability for chance in listed}
    assert len(stated) == len(listed) > 2
    drawn: Counter[tuple[int, ...]] = Counter()
    for i in range(600):
        after = tiny.state.copy(match.state)
        after.rng = mixed(i, 3)
        tiny.rules.apply(after, variant.cards, match.legal_ids[0])
        drawn[tuple(after.deck)] += 1
    assert set(drawn) == set(stated)
    for deck, probability in stated.items():
        assert abs(Fraction(drawn[deck], 600) - probability) < Fraction(1, 12)


def test_nothing_is_left_behind_and_too_much_is_refused(tiny: Game) -> None:
    match = Match(tiny.variant(), 4)
    before = match.bytes
    with pytest.raises(TooManyChances, match="more than 5 ways"):
        openings(tiny.variant(), 5)
    assert len(chances(tiny.variant(), match.state, match.legal_ids[0])) > 1
    assert match.bytes == before
    assert Match(tiny.variant(), 4).bytes == before
