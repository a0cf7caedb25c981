"""Decks (WTA-2): ready-made ones and own ones, checked against the rules of deck building.

An own deck is a list of entries such as `4 elvish_fighter` and of its quests. From a file, an entry a line:
`--set own_deck_a=@my_deck.txt`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablewright.engine import CardsError, Values, unknown

from .ids import MOST_DECK

READY_MADE = ("love_for_life", "uneasy_alliance", "grave_digger", "toll_of_time")
SIDES = (*READY_MADE, "own_deck_a", "own_deck_b")


@dataclass(frozen=True)
class Deck:
    """The army cards, one entry a copy, and the quests."""

    cards: tuple[str, ...]
    quests: tuple[str, ...]


def check_deck(name: str, entries: Sequence[str], values: Values) -> Deck:
    """The deck that a list of entries describes, or a CardsError for the first fault (WTA-2.1, WTA-2.2, WTA-2.3)."""
    counts: Counter[str] = Counter()
    for entry in entries:
        number, card = _entry(name, entry)
        if card not in values.cards:
            raise CardsError(f"{name}: {unknown('card', card, values.cards)}")
        if values.cards[card]["token"]:
            raise CardsError(f"{name}: {card} is a token; only effects create it")
        counts[card] += number
    quests = [card for card in counts if values.cards[card]["type"] == "Quest"]
    army = {card: n for card, n in counts.items() if card not in quests}
    _check_army(name, army, len(quests), values)
    return Deck(tuple(Counter(army).elements()), _check_quests(name, quests, counts, values))


def _entry(name: str, entry: str) -> tuple[int, str]:
    number, _, card = entry.strip().rpartition(" ")
    if number and not number.isdigit():
        raise CardsError(f"{name}: {entry!r} must be a number and a card, such as '4 elvish_fighter'")
    return int(number or 1), card


def _check_army(name: str, army: Mapping[str, int], quests: int, values: Values) -> None:
    size, least = sum(army.values()), values["min_total_cards"]
    if size + quests < least:
        raise CardsError(f"{name} has {size} army cards and {quests} quests; it needs {least} in all (WTA-2.3)")
    if size > MOST_DECK:
        raise CardsError(f"{name} has {size} army cards; it may have {MOST_DECK} at most")
    for card, n in army.items():
        if n > values["max_copies"]:
            raise CardsError(f"{name} has {n} copies of {card}; it may have {values['max_copies']} (WTA-2.2)")
    loyalty: dict[str, int] = {}
    for card in army:
        faction = values.cards[card]["faction"]
        loyalty[faction] = max(loyalty.get(faction, 0), values.cards[card]["loyalty"])
    if sum(loyalty.values()) > values["loyalty_cap"]:
        parts = " + ".join(f"{faction} {n}" for faction, n in loyalty.items() if n)
        raise CardsError(f"{name} has loyalty {parts}; the sum may be {values['loyalty_cap']} at most (WTA-2.1)")


def _check_quests(name: str, quests: Sequence[str], counts: Mapping[str, int], values: Values) -> tuple[str, ...]:
    size = values["quest_deck_size"]
    for quest in quests:
        if counts[quest] > 1:
            raise CardsError(f"{name} has {quest} {counts[quest]} times; quests must differ (WTA-2.3)")
    chosen = quests[:size] if name in READY_MADE else quests
    if values["quests"] and len(chosen) != size:
        raise CardsError(f"{name} has {len(chosen)} quests; it must have exactly {size} (WTA-2.3)")
    return tuple(chosen)


def deck_numbers(values: Values, designs: Sequence[str], quests: Sequence[str]) -> dict[str, Any]:
    """The decks as the rules read them: four ready-made ones, A's own, B's own."""
    cards = [[0] * MOST_DECK for _ in range(6)]
    piles = [[0] * 10 for _ in range(6)]
    sizes = [0] * 6
    of = []
    for i, name in enumerate(SIDES):
        if name in READY_MADE or values[name]:
            deck = check_deck(name, values[name], values)
            sizes[i] = len(deck.cards)
            cards[i][: sizes[i]] = [designs.index(card) for card in deck.cards]
            piles[i][: len(deck.quests)] = [quests.index(quest) for quest in deck.quests]
    for i, seat in enumerate("ab"):
        ready = ("auto", *READY_MADE).index(values[f"deck_{seat}"]) - 1
        of.append(4 + i if values[f"own_deck_{seat}"] else ready)
    return {"deck": cards, "deck_size": sizes, "deck_quests": piles, "deck_of": of}
