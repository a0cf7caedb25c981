"""What happened in Standoff: what was decided, then what followed from it, as far as the viewer may know it."""

from collections.abc import Sequence

from tablewright.engine import REVEALED, Card, Event, Say, Seat, say

from . import turn
from .descriptions import amount
from .notation import at_cell, at_cells, the
from .state import ASK, BLACK, BLOCKS, END, KIND, SAY, TOKEN_CARDS, TOKENS, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    return [*_decided(s, k, seat, action, viewer), *_followed(s, events, viewer)]


def _decided(s: State, k: Cards, seat: int, a: int, viewer: int) -> list[Say]:
    """What was answered; nothing where the events say it."""
    block, index = BLOCKS.decode(a)
    silent = {"draw": True, "opponent": s.effect - 1 != KIND.hack, "cell": s.effect - 1 not in TOKEN_CARDS}
    if silent.get(block):
        return []
    key = f"log.{block}_{ASK._fields[s.ask]}" if block in ("choose", "stop") else f"log.{block}"
    secret = s.ask == ASK.tutor and viewer != seat
    repeats = block == "play" and index == KIND.duplicate
    text = say(
        key,
        who=Seat(seat),
        card=None if secret else the(s.effect - 1 if block == "cell" else index),
        last=the(s.last_card - 1) if repeats and s.last_card else None,
        free=repeats and not s.last_card,
        cell=at_cell(index),
        victim=Seat(s.victim - 1 if s.victim else index),
        price=amount(*k.price[index]) if block == "buy" else None,
        credits=amount(k.bart_credits),
        minerals=say("money.minerals", n=turn.mine_yield(s, k)),
    )
    return [text]


def _followed(s: State, events: Sequence[Event], viewer: int) -> list[Say]:
    """One line for each thing that happened; blocks and draws of one kind are put together."""
    placed = [(cell, colour) for kind, cell, colour, _ in events if kind == SAY.placed]
    lines = [_placed(placed[0][1], [cell for cell, _ in placed])] if placed else []
    drawn: dict[int, list[Card]] = {}
    for kind, a, b, c in events:
        if kind == SAY.drew and s.ask != ASK.tutor:
            drawn.setdefault(a, []).append(the(b))
        elif kind not in (SAY.drew, SAY.placed, REVEALED):
            if kind in (SAY.reshuffled, SAY.turn_started, SAY.ended):
                lines += _draws(drawn, viewer)
                drawn = {}
            lines.append(_event(kind, a, b, c))
    return [*lines, *_draws(drawn, viewer)]


def _placed(colour: int, cells: list[int]) -> Say:
    key = "log.placed_black" if colour == BLACK else "log.placed"
    return say(key, who=Seat(colour - 1), n=len(cells), cells=at_cells(cells))


def _draws(drawn: dict[int, list[Card]], viewer: int) -> list[Say]:
    return [
        say("log.drew", who=Seat(p), n=len(cards), cards=tuple(cards) if p == viewer else None)
        for p, cards in drawn.items()
    ]


def _event(kind: int, a: int, b: int, c: int) -> Say:
    if kind == SAY.ended:
        return say(f"ask.{END._fields[a]}")
    if kind == SAY.destroyed:
        key = "log.destroyed_black" if b == BLACK else "log.destroyed"
        return say(key, who=Seat(b - 1), cell=at_cell(a), token=say(f"token.{TOKENS[c]}") if c else None)
    return say(f"log.{SAY._fields[kind]}", who=Seat(a), n=b, card=the(b), credits=amount(b), horse=Card("horse"))
