"""Why something cannot be done now in the Wallet Game."""

from collections.abc import Iterator

from tablewright.engine import Blocked, Say, Seat, remembered, say

from .descriptions import deck_text, missing, price, zone_text
from .notation import zone_card, zone_place
from .places import fits, live_side
from .state import ASK, NEED, ON, READS, USE, WIDTH, Cards, State


@remembered
def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """For every thing a seat cannot do now, why."""
    if seat < 0 or s.ended:
        return []
    if s.decider != seat:
        return [Blocked(say("why.any"), say("why.not_your_turn", who=Seat(s.decider)), clause="WAL-3.1")]
    if s.ask == ASK.turn:
        return [*_market(s, k), *_zone(s, k), *_adjust(s, k)]
    if s.ask in (ASK.activate, ASK.buy):
        name = ASK._fields[s.ask]
        return [why for slot in range(k.market_size) for why in _slot(s, k, name, slot)]
    if s.ask == ASK.swap:
        return [Blocked(say("why.two_market"), say("why.no_change"), clause="WAL-5.11")]
    return []


def _on_slot(s: State, name: str, slot: int, why: Say, clause: str) -> Blocked:
    what = say(f"play.{name}", what=deck_text(s, slot)) if s.market[slot] else say("place.empty", slot=f"m{slot}")
    return Blocked(what, why, f"m{slot}", clause, f"{name}:m{slot}")


def _market(s: State, k: Cards) -> Iterator[Blocked]:
    for name in ("activate", "buy"):
        for slot in range(k.market_size):
            if s.used[USE.market] >= k.allowance[USE.market]:
                yield _on_slot(s, name, slot, say("why.market_used"), "WAL-3.2")
            else:
                yield from _slot(s, k, name, slot)


def _slot(s: State, k: Cards, name: str, slot: int) -> Iterator[Blocked]:
    card = s.market[slot]
    if card == 0:
        yield _on_slot(s, name, slot, say("why.empty_now"), "WAL-8.2")
    elif name == "activate" and not fits(s, k, slot, NEED.live):
        yield _on_slot(s, name, slot, say("why.not_live", n=s.facing[card]), "WAL-4.2")
    elif name == "buy" and not fits(s, k, slot, NEED.affordable):
        short = say("why.short", price=price(k, card, s.face[card]), short=missing(s, k, s.active, card))
        yield _on_slot(s, name, slot, short, "WAL-6.1")


def _zone(s: State, k: Cards) -> Iterator[Blocked]:
    for colour in range(2):
        for i in range(colour * WIDTH, colour * WIDTH + s.held[s.active][colour]):
            place, facing = s.active * 2 * WIDTH + i, s.facing[s.zone[s.active][i]]
            what, item = say("play.activate", what=zone_text(k, place)), zone_place(k, place)
            text = f"activate:{zone_card(k, i)}"
            if s.used[USE.zone] >= k.allowance[USE.zone]:
                yield Blocked(what, say("why.zone_used"), item, "WAL-3.2", text)
            elif live_side(facing, READS.near) == ON.neither:
                yield Blocked(what, say("why.shows", n=facing), item, "WAL-1.6", text)


def _adjust(s: State, k: Cards) -> Iterator[Blocked]:
    for name in ("flip", "rotate"):
        for slot in range(k.market_size):
            if s.used[USE.adjust] >= k.allowance[USE.adjust]:
                yield _on_slot(s, name, slot, say("why.adjust_used"), "WAL-3.2")
            elif s.market[slot] == 0:
                yield _on_slot(s, name, slot, say("why.empty"), "WAL-7.1")
