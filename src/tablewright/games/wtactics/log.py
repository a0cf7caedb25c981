"""The log: what a decision did, in words, as far as the viewer may know."""

from collections.abc import Sequence

from tablewright.engine import Event

from .ids import (
    BLOCKS,
    DRAWN,
    ENDS,
    FELL_IN_COMBAT,
    ITEM_CARD,
    TO_DECK,
    TO_HAND,
)
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .words import FRONTS, NAMES, SEATS, move, title_of
from .zones import (
    LOG_ATTACHED,
    LOG_COUNTERED,
    LOG_DAMAGE,
    LOG_DISCARDED,
    LOG_DREW,
    LOG_DROPPED,
    LOG_DUG,
    LOG_ENDED,
    LOG_ENTERED,
    LOG_FIZZLED,
    LOG_FOUND,
    LOG_GOLD_GONE,
    LOG_INFLUENCE,
    LOG_LEFT,
    LOG_MILLED,
    LOG_PAID,
    LOG_QUEST_DONE,
    LOG_QUEST_EXPIRED,
    LOG_QUEST_UP,
    LOG_RESOLVED,
    LOG_SACRIFICED,
    LOG_SHUFFLED,
    LOG_TRIGGER,
    LOG_TURN,
    LOG_UPKEEP_UNPAID,
)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """The decision, then what came of it."""
    lines = [_decision(s, k, seat, action, viewer)]
    for kind, a, b, c in events:
        text = _event(kind, a, b, c, viewer)
        if text:
            lines.append(text)
    return lines


def _decision(s: State, k: Cards, seat: int, action: int, viewer: int) -> str:
    block, index = BLOCKS.decode(action)
    who = SEATS[seat]
    if block == "lay":
        return f"{who} lays {title_of(index) if viewer == seat else 'a card'} face down."
    return f"{who}: {move(s, k, action).text}."


def _event(kind: int, a: int, b: int, c: int, viewer: int) -> str:
    """One thing that happened; a is the player, b mostly the card."""
    if kind < 0:
        return ""
    who = SEATS[a] if a in (0, 1) else ""
    if kind == LOG_DREW:
        return f"{who} draws {title_of(b) if viewer == a else 'a card'}."
    if kind == LOG_LEFT:
        ways = {TO_HAND: "returns to hand", TO_DECK: "goes on top of the deck", FELL_IN_COMBAT: "dies in combat"}
        return f"{who}'s {title_of(b)} {ways.get(c, 'goes to the grave')}."
    if kind == LOG_INFLUENCE:
        return f"{who} {'gains' if b > 0 else 'loses'} {abs(b)} influence."
    if kind in (LOG_QUEST_DONE, LOG_QUEST_UP, LOG_QUEST_EXPIRED):
        return _quest_event(kind, who, b)
    if kind == LOG_ENDED:
        return f"{'The game is drawn' if a == DRAWN else f'{who} wins'} ({ENDS[b]})."
    if kind in (LOG_RESOLVED, LOG_FIZZLED):
        what = title_of(b) if c == ITEM_CARD else f"the ability of {title_of(b)}"
        return f"{what} {'resolves' if kind == LOG_RESOLVED else 'has no legal target and does nothing'}."
    return _plain_event(kind, who, b, c)


def _quest_event(kind: int, who: str, quest: int) -> str:
    name = NAMES[QUEST_IDS[quest]]
    if kind == LOG_QUEST_DONE:
        return f"{who} completes {name}."
    return f"{name} {'is turned up on' if kind == LOG_QUEST_UP else 'expires on'} {who}'s pile."


def _plain_event(kind: int, who: str, b: int, c: int) -> str:
    name = NAMES[CARD_IDS[b]] if 0 <= b < len(CARD_IDS) else ""
    return {
        LOG_ENTERED: f"{name} enters {who}'s {FRONTS[c % 2]}.",
        LOG_DAMAGE: f"{who}'s {name} takes {c} damage.",
        LOG_TRIGGER: f"{who}'s {name} triggers.",
        LOG_COUNTERED: f"{who}'s {name} is countered.",
        LOG_TURN: f"Turn {b}: {who}.",
        LOG_MILLED: f"{name} goes from {who}'s deck to the grave.",
        LOG_DUG: f"{who} digs a card from the deck: a marked resource card.",
        LOG_SHUFFLED: f"{who}'s deck is shuffled.",
        LOG_DROPPED: f"{name} is dropped in {who}'s {FRONTS[c % 2]}.",
        LOG_PAID: f"{who} pays {b} gold.",
        LOG_GOLD_GONE: f"{b} unused gold of {who} disappears.",
        LOG_UPKEEP_UNPAID: f"The upkeep of {who}'s {name} is not paid.",
        LOG_ATTACHED: f"{name} is attached to {title_of(c)}." if 0 <= c < len(CARD_IDS) else "",
        LOG_FOUND: f"{who} shows {name} and takes it to hand.",
        LOG_SACRIFICED: f"{who} sacrifices {name}, a resource card.",
        LOG_DISCARDED: f"{who} discards {name}.",
    }.get(kind, "")
