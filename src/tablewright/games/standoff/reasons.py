"""Why something cannot be done now: the words for what the declared decisions have against it."""

from collections.abc import Iterator
from typing import NamedTuple

from tablewright.engine import Arg, Blocked, Say, Seat, say

from .board import distance
from .decisions import DECISIONS
from .descriptions import amount, lies_on
from .effects import cannot_repeat
from .markets import slot_of
from .notation import at_cell, at_cells, cards_in, hand_items, kind_of, the, type_of
from .state import ASK, BLOCKS, KIND, NAMES, PERMANENT, TABLE, TO, TOKEN_CARDS, WHY, Cards, State

ACTS = ("draw", "mine", "fire", "convert")


class Reason(NamedTuple):
    """Why not, and the clause that says so."""

    text: Say
    clause: str


def against(s: State, k: Cards, a: int) -> Reason | None:
    """What is against an answer to the pending decision; None if it is legal."""
    found = DECISIONS.why(s, k, a)
    if found is None:
        return None
    block, index = BLOCKS.decode(a)
    key = found[0]
    if key == "why.no_effect":
        return Reason(_lacks(index), found[1])
    about = _about_cell(s, k, index) if block in ("fire", "cell") else _about_card(s, k, block, index)
    about |= {"have": amount(s.credits, s.minerals[s.decider]), "credits": s.credits}
    about |= {"played": s.polys_played, "most_actions": k.most_actions}
    return Reason(say(f"{key}_{block}" if key == "why.horse" else key, **about), found[1])


def _about_card(s: State, k: Cards, block: str, index: int) -> dict[str, Arg]:
    if block == "opponent":
        return {"card": the(s.effect - 1), "victim": Seat(index)}
    takes = amount(*(k.price if block == "buy" else k.cost)[index])
    about: dict[str, Arg] = {"card": the(index), "takes": takes, "victim": Seat(s.victim - 1)}
    if block == "play" and index == KIND.duplicate and s.last_card:
        last = s.last_card - 1
        limit = cannot_repeat(s, k, last) == WHY.most_polyominoes
        why = say("why.most_polyominoes", played=s.polys_played) if limit else _lacks(last)
        about |= {"last": the(last), "why": why}
    return about


def _lacks(card: int) -> Say:
    """STA-5.3: what the effect of a card needs."""
    return say("lacks.polyomino" if type_of(card) == "polyomino" else f"lacks.{kind_of(card)}")


def _about_cell(s: State, k: Cards, cell: int) -> dict[str, Arg]:
    return {
        "cell": at_cell(cell),
        "cells": at_cells(s.chosen[: s.chosen_count]),
        "card": the(s.effect - 1),
        "what": _what_is_there(s, cell),
        "n": s.effect,
        "takes": amount(k.artillery_cost),
        "far": distance(s.firing - 1, cell),
        "reach": k.artillery_range,
    }


def _what_is_there(s: State, cell: int) -> Say:
    """STA-7.1, STA-8.9: what an own block lacks for a token; for other cards, what is on the cell."""
    if s.block[cell] == s.decider + 1 and s.effect - 1 in TOKEN_CARDS:
        return say("there.token" if s.token[cell] else "there.no_patch")
    return say(f"there.{lies_on(s.block[cell])}", who=Seat(s.block[cell] - 1))


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """Everything in sight that the seat cannot do now, and why."""
    if seat < 0 or s.ended:
        return []
    if s.decider != seat:
        return [Blocked(say("why.any"), say("why.not_your_turn", who=Seat(s.decider)), clause="STA-3.1")]
    if s.ask != ASK.main:
        return [Blocked(say("why.another"), say("why.unfinished"), clause="STA-5.7")]
    on_items = [(a, item, against(s, k, a)) for a, item in _in_sight(s, k)]
    acts = [(getattr(TO, act), "", against_act(s, k, act)) for act in ACTS]
    return [_blocked(a, item, why) for a, item, why in (*on_items, *acts) if why]


def _blocked(a: int, item: str, why: Reason) -> Blocked:
    block, index = BLOCKS.decode(a)
    return Blocked(say(f"play.{block}", card=the(index)), why.text, item, why.clause)


def against_act(s: State, k: Cards, act: str) -> Reason | None:
    """Why none of the options of an act is possible."""
    why = against(s, k, getattr(TO, act))
    return None if why and why.text.key == "why.not_there" else why


def _in_sight(s: State, k: Cards) -> Iterator[tuple[int, str]]:
    """The options with what lies on the table, each with its item."""
    hand = s.hand[s.decider]
    for card in cards_in(hand):
        played = TO.play + (card if card < TABLE else KIND.horse)
        yield from ((played, item) for item in hand_items(hand, card))
    for card in range(TABLE):
        if card < PERMANENT or slot_of(s, k, card) >= 0:
            yield TO.buy + card, f"market.{NAMES[card]}"
