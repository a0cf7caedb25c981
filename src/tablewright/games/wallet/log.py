"""The log of the Wallet Game: what was decided, then what followed from it."""

from collections.abc import Sequence

from tablewright.engine import REVEALED, Event, Say, Seat, say

from .descriptions import amounts, colour, deck_text, lying_at, market_live, number, price, zone_text
from .moves import activated, exchanged, spoken, unused
from .state import ASK, BLOCKS, DO, END, SAY, WIDTH, Cards, State

AMOUNTS = range(SAY.destroyed + 1)
SAID = {"buy": (SAY.paid, SAY.bought), "trade": (SAY.paid,)}  # what the sentence about a decision has told already


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Nothing of it is secret."""
    block, index = BLOCKS.decode(action)
    lines: list[str] = [_deed(s, k, Seat(seat), block, index)]
    told = SAID.get(block, ())
    follows = [event for event in events if event[0] != REVEALED and event[0] not in told]
    while follows:
        alike = [event for event in follows if _together(event, follows[0])]
        lines.append(_event(s, k, alike))
        follows = [event for event in follows if event not in alike]
    return lines


def _together(event: Event, first: Event) -> bool:
    """What is told in one sentence: all that somebody gains or loses."""
    kind, p = event[:2]
    return event == first or (kind == first[0] and kind in AMOUNTS and p == first[1])


def _deed(s: State, k: Cards, who: Seat, block: str, index: int) -> Say:
    """What somebody decided, as people tell it."""
    if block in ("activate", "activate_zone"):
        place = deck_text(s, index) if block == "activate" else lying_at(s, k, s.active * 2 * WIDTH + index)
        return say("log.activates", who=who, what=place, does=activated(s, k, block, index))
    if block in ("buy", "flip", "rotate", "discard"):
        return _on_market(s, k, who, block, index)
    if block == "swap":
        first, second = exchanged(index)
        return say("log.swaps", who=who, first=lying_at(s, k, first), second=lying_at(s, k, second))
    if block == "destroy":
        return say("log.destroys", who=who, whose=Seat(index), colour=colour(s.colour))
    if block in ("place", "take"):
        return say(f"log.{block}s", who=who, what=zone_text(k, s.decider * 2 * WIDTH + index))
    if block == "trade":
        return say("log.trades", who=who, n=s.amount, colour=colour(s.colour), other=colour(1 - s.colour))
    if block == "tan":
        return say("log.tan", who=who, card=number(index + 1))
    return say("log.ends", who=who, unused=unused(s, k)) if block == "end_turn" else _declined(s, who)


def _on_market(s: State, k: Cards, who: Seat, block: str, slot: int) -> Say:
    card, what = s.market[slot], deck_text(s, slot)
    if block == "buy":
        return say("log.buys", who=who, what=what, price=price(k, card, s.face[card]))
    if block == "rotate":
        return say("log.rotates", who=who, what=what, live=market_live(s, k, card, turned=2))
    if block == "flip":
        live = market_live(s, k, card, flipped=1)
        return say("log.flips", who=who, what=what, colour=colour(1 - s.face[card]), live=live)
    return say("log.discards", who=who, what=what)


def _declined(s: State, who: Seat) -> Say:
    return say(f"log.declined_{ASK._fields[s.ask]}", who=who)


def _event(s: State, k: Cards, events: Sequence[Event]) -> Say:
    kind, a, b, c = events[0]
    if kind in AMOUNTS:
        sums = tuple(sum(n for _, _, of, n in events if of == colour) for colour in range(2))
        return say(f"log.{SAY._fields[kind]}", who=Seat(a), amounts=amounts(sums), n=sum(sums))
    if kind == SAY.skipped:
        return say(f"log.no_{DO._fields[a]}", who=Seat(s.active), colour=colour(b))
    if kind == SAY.replaced:
        return say("log.replaced", card=number(b), colour=colour(c))
    if kind == SAY.refilled:
        return say("log.refilled", slot=f"m{a}", card=number(b), colour=colour(c // 4), n=c % 4)
    if kind == SAY.reshuffled:
        return say("log.reshuffled", n=a)
    if kind == SAY.passed:
        return say("log.passed", who=Seat(a), acted=bool(b))
    if kind == SAY.only_option:
        return _no_choice(s, k, a)
    if kind == SAY.bought:
        return say("log.bought", who=Seat(a), card=number(b))
    return say("log.last_turn" if a == END.rounds else "log.empty_piles")


def _no_choice(s: State, k: Cards, a: int) -> Say:
    block, index = BLOCKS.decode(a)
    if block == "destroy":
        return say("log.only_victim", who=Seat(index))
    return say("log.only_option", move=spoken(s, k, a, placed=True))
