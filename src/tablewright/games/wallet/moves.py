"""Options of the Wallet Game: how they are said, what they do, and what a person may type."""

import re

from tablewright.engine import Arg, Blocked, IllegalMove, Move, Moves, Say, Seat, say

from .decisions import DECISIONS, legal
from .descriptions import (
    ability,
    card_at,
    colour,
    deck_card,
    deck_text,
    lying_in,
    market_live,
    missing,
    number,
    price,
    zone_text,
)
from .notation import option, option_text, zone_place
from .places import live_side, purse
from .state import ASK, BLOCKS, DECK_PLACES, READS, USE, WIDTH, ZONE_PLACES, Cards, State

ON_MARKET = ("activate", "buy", "flip", "rotate", "discard")


def move(s: State, k: Cards, a: int) -> Move:
    """An option with its name in the rulebook, how it is said and what it does."""
    block, index = BLOCKS.decode(a)
    touches = option(k, a, s.decider)[1:]
    if block == "activate_zone":
        touches = (zone_place(k, s.decider * 2 * WIDTH + index),)
    elif block == "destroy":
        touches = (zone_place(k, index * 2 * WIDTH + s.colour * WIDTH),)
    label, says = _label(s, k, block, index), spoken(s, k, a)
    return Move(a, option_text(k, a, s.decider), label, block, index, touches, says=says)


def spoken(s: State, k: Cards, a: int, placed: bool = False) -> Say:
    """An option as people say it; `placed`: with the place in the market, for whoever cannot look there any more."""
    block, index = BLOCKS.decode(a)
    card = deck_text if placed else deck_card
    if block == "tan":
        return say("play.tan", card=number(index + 1))
    if block in ON_MARKET:
        return say(f"play.{block}", what=card(s, index))
    if block == "activate_zone":
        return say("play.activate", what=zone_text(k, s.active * 2 * WIDTH + index))
    if block in ("place", "take"):
        return say(f"play.{block}", what=zone_text(k, s.decider * 2 * WIDTH + index))
    if block == "destroy":
        return say("play.destroy", who=Seat(index))
    if block == "swap":
        first, second = exchanged(index)
        one = zone_text(k, first) if first < ZONE_PLACES else card(s, first - ZONE_PLACES)
        return say("play.swap", first=one, second=card(s, second - ZONE_PLACES))
    return say(f"play.{block}")


def _label(s: State, k: Cards, block: str, index: int) -> Say:
    if block in ("activate", "activate_zone"):
        return _activation(s, k, block, index)
    if block in ON_MARKET:
        return _on_market(s, k, block, s.market[index])
    if block == "swap":
        return _exchange(s, k, *exchanged(index))
    if block == "destroy":
        n = min(s.amount, purse(s, index, s.colour))
        return say("label.destroy", who=Seat(index), n=n, colour=colour(s.colour))
    if block in ("place", "take"):
        card = s.zone[s.decider][index]
        then = s.facing[card] + (1 if block == "place" else -1)
        return say("label.unit", card=number(card), now=s.facing[card], then=then, colour=colour(s.unit))
    if block == "trade":
        return say("ability.trade", n=s.amount, colour=colour(s.colour), other=colour(1 - s.colour), all=False)
    if block == "end_turn":
        return say("label.end_turn", unused=unused(s, k))
    if block == "tan":
        return say("label.tan")
    return say("label.decline_discard") if s.ask == ASK.discard else say(f"label.decline_{ASK._fields[s.ask]}")


def _activation(s: State, k: Cards, block: str, index: int) -> Say:
    gained = colour(s.face[_activates(s, block, index)])
    return say("label.activate", does=activated(s, k, block, index), n=k.energy_per_activation, colour=gained)


def _activates(s: State, block: str, index: int) -> int:
    return s.market[index] if block == "activate" else s.zone[s.active][index]


def activated(s: State, k: Cards, block: str, index: int) -> Say:
    """The ability that an activation uses."""
    card, reads = _activates(s, block, index), k.market_reads if block == "activate" else READS.near
    return ability(k, card, s.face[card], live_side(s.facing[card], reads))


def _on_market(s: State, k: Cards, block: str, card: int) -> Say:
    if block == "buy":
        return say("label.buy", price=price(k, card, s.face[card]))
    if block == "rotate":
        return say("label.rotate", live=market_live(s, k, card, turned=2))
    if block == "flip":
        other = 1 - s.face[card]
        cost, live = price(k, card, other), market_live(s, k, card, flipped=1)
        return say("label.flip", colour=colour(other), price=cost, live=live)
    return say("label.discard")


def exchanged(index: int) -> tuple[int, int]:
    """The two places whose cards a swap exchanges."""
    first, second = divmod(index, DECK_PLACES)
    return first, ZONE_PLACES + second


def _exchange(s: State, k: Cards, first: int, second: int) -> Say:
    """What lies where afterwards; of a card that comes into a zone, what it can do there (WAL-5.9)."""
    one, other = card_at(s, first), card_at(s, second)
    if first >= ZONE_PLACES:
        here, there = (lying_in(s, place - ZONE_PLACES) for place in (first, second))
        return say("label.swap_piles", first=number(one), there=there, second=number(other), here=here)
    live = ability(k, other, s.face[other], live_side(s.facing[one], READS.near))
    return say("label.swap", card=number(other), place=zone_text(k, first), live=live)


def unused(s: State, k: Cards) -> tuple[Say, ...]:
    """What the turn still allows."""
    return tuple(say(f"allowance.{name}") for use, name in enumerate(USE._fields) if s.used[use] < k.allowance[use])


# Why not


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """For every thing a seat cannot do now, why."""
    return DECISIONS.why_not(s, k, seat, move, _facts)


def _facts(s: State, k: Cards, a: int) -> dict[str, Arg]:
    """Of the card that cannot be activated or bought: the dots that it shows, its price, what is missing."""
    block, index = BLOCKS.decode(a)
    card = s.zone[s.active][index] if block == "activate_zone" else s.market[index] if block in ON_MARKET else 0
    return {"n": s.facing[card], "price": price(k, card, s.face[card]), "short": missing(s, k, s.active, card)}


# Typed options

OTHER_WORDS = {"end": "end_turn", "pass": "end_turn", "done": "end_turn", "no": "decline", "stop": "decline"}
SMALL_WORDS = {"with", "and", "my", "the", "card", "turn"}
FEW = 8


def parse(s: State, k: Cards, text: str) -> int:
    """`swap m0 z-tan` for `swap:p0.tan+m0`: parts in any order, z- for the own zone, ids without wal_."""
    words = [word for word in re.split(r"[\s:+,&]+", text.lower()) if word and word not in SMALL_WORDS]
    if not words:
        raise IllegalMove(say("fault.nothing"))
    name = OTHER_WORDS.get(words[0], words[0])
    wanted = {_part(word, name, s.decider) for word in words[1:]}
    listed = Moves.plain()
    options = listed.a[: legal(s, k, listed)]
    for a in options:
        parts = option(k, a, s.decider)
        if parts[0] == name and set(parts[1:]) == wanted:
            return a
    for one in blocked(s, k, s.decider):
        if _same(one.text, name, wanted):
            raise IllegalMove(say("fault.blocked", what=one.text, why=one.reason))
    texts = tuple(option_text(k, a, s.decider) for a in options)
    more = max(0, len(texts) - FEW)
    raise IllegalMove(say("fault.no_option", given=repr(text), options=texts[:FEW], n=more, more=bool(more)))


def _part(word: str, name: str, seat: int) -> str:
    own = re.sub(r"^z[-.]?", f"p{seat}.", word) if word.startswith("z") else word
    if name == "activate":
        return own.removeprefix(f"p{seat}.")
    return f"wal_{int(own):02}" if name == "tan" and own.isdecimal() else own


def _same(what: str, name: str, wanted: set[str]) -> bool:
    kind, _, parts = what.partition(":")
    return kind == name and set(parts.split("+")) == wanted
