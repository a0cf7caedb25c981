"""What happened in Standoff: what was decided, then what followed from it, as far as the viewer may know it."""

from collections.abc import Sequence

from tablewright.engine import Card, Event, Say, Seat, named, say

from . import turn
from .cells import at_cell, at_cells, the
from .state import ASK, BLACK, END, KIND, SAY, TO, TOKENS, Cards, State
from .texts import amount

ENDS = {END.gun_full: ("ask.gun_full", "STA-15.1"), END.turn_cap: ("ask.turn_cap", "STA-15.4")}
TOKEN_CARDS = (KIND.artillery, KIND.forcefield, KIND.refinery)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """What was decided, then what followed from it."""
    lines = [_decided(s, k, seat, action, viewer), *_followed(s, events, viewer)]
    return [line for line in lines if line is not None]


def _decided(s: State, k: Cards, seat: int, a: int, viewer: int) -> Say | None:
    who = Seat(seat)
    if s.ask == ASK.main:
        return _acted(s, k, who, a)
    if a == TO.stop:
        return say("log.stops_trashing" if s.ask == ASK.disposal else "log.stops_discarding", who=who)
    if a >= TO.choose:
        return _chose(s, who, the(a - TO.choose), viewer == seat)
    if a >= TO.opponent:
        looks = s.effect - 1 == KIND.hack
        return say("log.looks", who=who, victim=Seat(a - TO.opponent)) if looks else None
    if a >= TO.cell and s.effect - 1 in TOKEN_CARDS:
        return say("log.puts", who=who, card=the(s.effect - 1), cell=at_cell(a - TO.cell))
    return None


def _acted(s: State, k: Cards, who: Seat, a: int) -> Say | None:
    if a < TO.discard:
        return _played(s, who, a - TO.play)
    if a < TO.buy:
        return say("log.discards", who=who, card=the(a - TO.discard))
    if a < TO.bart:
        return say("log.buys", who=who, card=the(a - TO.buy), price=amount(*k.price[a - TO.buy]))
    if a < TO.fire:
        return say("log.sells", who=who, card=the(a - TO.bart), credits=amount(k.bart_credits))
    if a < TO.draw:
        return say("log.fires", who=who, cell=at_cell(a - TO.fire))
    if a == TO.draw:
        return None
    if a == TO.mine:
        return say("log.mines", who=who, minerals=say("money.minerals", n=turn.mine_yield(s, k)))
    return say("log.converts" if a == TO.convert else "log.ends", who=who)


def _played(s: State, who: Seat, card: int) -> Say:
    if card != KIND.duplicate:
        return say("log.plays", who=who, card=the(card))
    if not s.last_card:
        return say("log.plays_free", who=who, card=the(card))
    return say("log.repeats", who=who, card=the(card), last=the(s.last_card - 1))


def _chose(s: State, who: Seat, card: Card, own: bool) -> Say:
    if s.ask == ASK.hack_card:
        return say("log.hacks", who=who, card=card, victim=Seat(s.victim - 1))
    if s.ask == ASK.tutor:
        return say("log.fetches", who=who, card=card if own else None)
    if s.ask == ASK.disposal:
        return say("log.trashes", who=who, card=card)
    return say("log.discards_for_bart" if s.ask == ASK.bart_discard else "log.discards", who=who, card=card)


def _followed(s: State, events: Sequence[Event], viewer: int) -> list[Say | None]:
    """One line for each thing that happened; blocks and draws of one kind are put together."""
    placed = [cell for kind, cell, _, _ in events if kind == SAY.placed]
    lines: list[Say | None] = [_placed(events, placed)] if placed else []
    drawn: dict[int, list[Card]] = {}
    for kind, a, b, c in events:
        if kind == SAY.drew and s.ask != ASK.tutor:
            drawn.setdefault(a, []).append(the(b))
            continue
        if kind in (SAY.reshuffled, SAY.turn_started, SAY.ended):
            lines += _draws(drawn, viewer)
            drawn = {}
        lines.append(_event(kind, a, b, c))
    return [*lines, *_draws(drawn, viewer)]


def _placed(events: Sequence[Event], cells: list[int]) -> Say:
    colour = next(b for kind, _, b, _ in events if kind == SAY.placed)
    if colour == BLACK:
        return say("log.blocks_cell", cells=at_cells(cells))
    return say("log.places", who=Seat(colour - 1), n=len(cells), cells=at_cells(cells))


def _draws(drawn: dict[int, list[Card]], viewer: int) -> list[Say]:
    return [
        say("log.draws", who=Seat(p), n=len(cards), cards=tuple(cards) if p == viewer else None)
        for p, cards in drawn.items()
    ]


def _event(kind: int, a: int, b: int, c: int) -> Say | None:
    if kind == SAY.reshuffled:
        return say("log.shuffles", who=Seat(a), n=b)
    if kind == SAY.turn_started:
        return say("log.turn", n=b, who=Seat(a))
    if kind == SAY.destroyed:
        return _destroyed(a, b, c)
    if kind == SAY.refilled:
        return say("log.turned_up", card=the(b))
    if kind == SAY.planted:
        return say("log.plants", who=Seat(a), horse=named(Card("horse")))
    if kind == SAY.returned:
        return say("log.returns", who=Seat(a), card=the(b))
    if kind == SAY.earned:
        return say("log.gains", who=Seat(a), credits=amount(b))
    if kind == SAY.repaid:
        return say("log.repays", who=Seat(a), credits=amount(b))
    return say(ENDS[a][0]) if kind == SAY.ended else None


def _destroyed(cell: int, colour: int, token: int) -> Say:
    if colour == BLACK:
        return say("log.destroys_black", cell=at_cell(cell))
    lost = say(f"token.{TOKENS[token]}") if token else None
    return say("log.destroys", who=Seat(colour - 1), cell=at_cell(cell), token=lost)
