"""What the cards of the Wallet Game are, as texts: abilities, prices, what is live, places."""

from functools import cache, lru_cache

from tablewright.engine import At, Card, Say, Seat, named, say

from .notation import deck_place, zone_place
from .places import live_side, purse
from .state import CARDS, COLOURS, DISCARDED, DO, DRAW, ON, WIDTH, ZONE_PLACES, Cards, State


@cache
def colour(c: int) -> Say:
    return say(f"colour.{COLOURS[c]}")


@cache
def number(card: int, at: str = "") -> Card:
    """A card by its number."""
    return Card(CARDS[card - 1], at)


@cache
def said_card(card: int, face: int, at: str = "") -> Say:
    """`№ 5 tan`."""
    return say("said.card", card=number(card, at), colour=colour(face))


@lru_cache(1_000)
def ability(k: Cards, card: int, face: int, side: int) -> Say:
    """What an ability does, for somebody who has not read the rulebook."""
    if side == ON.neither:
        return say("ability.none")
    kind, n, of = k.ability[card][face][side], k.amount[card][face][side], k.colour[card][face][side]
    every = bool(k.destroy_all)
    return say(f"ability.{DO._fields[kind]}", n=n, colour=colour(of), other=colour(1 - of), all=every)


@lru_cache(1_000)
def amounts(numbers: tuple[int, ...]) -> Say | None:
    parts = tuple(say("said.amount", n=n, colour=colour(c)) for c, n in enumerate(numbers) if n)
    return say("said.amounts", parts=parts) if parts else None


def price(k: Cards, card: int, face: int) -> Say:
    return amounts(tuple(k.price[card][face])) or say("said.nothing")


def market_live(s: State, k: Cards, card: int, turned: int = 0, flipped: int = 0) -> Say:
    """The live ability of a market card as it lies, or rotated, or flipped (WAL-1.6, WAL-7.2, WAL-7.3)."""
    side = live_side((s.facing[card] + turned) % 4, k.market_reads)
    return ability(k, card, s.face[card] ^ flipped, side)


def missing(s: State, k: Cards, p: int, card: int) -> Say | None:
    """What a player lacks for a card; None if it can be paid."""
    full = k.price[card][s.face[card]]
    return amounts(tuple(max(0, full[c] - purse(s, p, c)) for c in range(2)))


def zone_text(k: Cards, place: int) -> At:
    """`your tan card`, `Anna's teal card 2`: a place of a zone."""
    p, i = divmod(place, 2 * WIDTH)
    which = str(i % WIDTH) if k.pairs else None
    text = say("place.zone", who=Seat(p), colour=colour(i // WIDTH), which=which)
    return At(zone_place(k, place), text)


def deck_text(s: State, place: int) -> Say | At | str:
    """A card of the market or its empty slot, or the top of a pile."""
    if place in (DRAW, DISCARDED):
        return At(deck_place(place), say(f"place.{deck_place(place)}"))
    if s.market[place] == 0:
        return deck_place(place)
    return say("place.market", card=number(s.market[place], f"m{place}"), slot=f"m{place}")


def deck_card(s: State, place: int) -> Card | Say | At | str:
    """The same without the place: every number is there once."""
    in_market = place < DRAW and s.market[place]
    return number(s.market[place], f"m{place}") if in_market else deck_text(s, place)


def lying_in(s: State, place: int) -> Say | At | str:
    """Where a card of the market or on a pile lies."""
    return deck_place(place) if place < DRAW else deck_text(s, place)


def place_text(s: State, k: Cards, place: int) -> Say | At | str:
    """Any of the places that a swap may name: those of the zones, then the market and the piles."""
    return zone_text(k, place) if place < ZONE_PLACES else deck_text(s, place - ZONE_PLACES)


def lying_at(s: State, k: Cards, place: int) -> Say | At | str:
    """`№ 8 (your tan card)`: the card and where it lies."""
    if ZONE_PLACES <= place < ZONE_PLACES + DRAW:
        return deck_text(s, place - ZONE_PLACES)
    return say("place.lying", card=number(card_at(s, place)), place=place_text(s, k, place))


def card_at(s: State, place: int) -> int:
    """The card in a zone or the market, or on top of a pile."""
    if place < ZONE_PLACES:
        return s.zone[place // (2 * WIDTH)][place % (2 * WIDTH)]
    if place == ZONE_PLACES + DRAW:
        return s.draw[s.draws - 1]
    return s.discard[s.discards - 1] if place == ZONE_PLACES + DISCARDED else s.market[place - ZONE_PLACES]


def name_of(card: int) -> Say:
    return named(number(card))
