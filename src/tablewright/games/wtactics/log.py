"""The log: what a decision did, in words, as far as the viewer may know."""

from collections.abc import Sequence

from tablewright.engine import Event

from .ids import (
    ASK_ALLIES,
    ASK_ATTACKERS,
    ASK_DEFEND,
    ASK_DRAW,
    ASK_ENTRANCE,
    ASK_GIVE_TO,
    ASK_KEEP_CARD,
    ASK_MOVE,
    ASK_MOVEATTACK,
    ASK_MULLIGAN,
    ASK_ORDER,
    ASK_PICKUP,
    ASK_PICKUP_BY,
    ASK_PLAY,
    ASK_QUEST_KEEP,
    ASK_RECLAIM,
    ASK_RECYCLE,
    ASK_RESPOND,
    ASK_SEARCH,
    ASK_TARGET,
    ASK_TRIGGER_TARGET,
    ASK_UNASSIGN,
    ASK_UPKEEP,
    BLOCKS,
    DRAWN,
    ENDS,
    FELL_IN_COMBAT,
    ITEM_CARD,
    KEYWORDS,
    TARGET_ANY_GRAVE,
    TARGET_FIELD,
    TARGET_ITEM,
    TARGET_PLAYER,
    TO_DECK,
    TO_HAND,
    USES,
)
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .words import FRONTS, NAMES, SEATS, title_of
from .zones import (
    LOG_ATTACHED,
    LOG_ATTACKS,
    LOG_BOOSTED,
    LOG_CALMED,
    LOG_COMBAT,
    LOG_CONTROL,
    LOG_COUNTER,
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
    LOG_GOLD,
    LOG_GOLD_GONE,
    LOG_GRANTED,
    LOG_INFLUENCE,
    LOG_LEFT,
    LOG_MARKED,
    LOG_MILLED,
    LOG_MOVED,
    LOG_NO_DEFENCE,
    LOG_PAID,
    LOG_QUEST_DONE,
    LOG_QUEST_EXPIRED,
    LOG_QUEST_UP,
    LOG_REFRESHED,
    LOG_REMOVED,
    LOG_RESOLVED,
    LOG_SACRIFICED,
    LOG_SHIELDED,
    LOG_SHUFFLED,
    LOG_STUNNED,
    LOG_TAKEN_BACK,
    LOG_TARGET,
    LOG_TAXED,
    LOG_TRIGGER,
    LOG_TURN,
    LOG_UNMARKED,
    LOG_UNSTUNNED,
    LOG_UPKEEP_UNPAID,
)

# Decisions; "" where what follows from it says the same

DONE_LINES = {
    ASK_PLAY: "{who} ends the Play phase.",
    ASK_ENTRANCE: "{who} ends the Entrance phase.",
    ASK_RESPOND: "{who} passes.",
    ASK_MULLIGAN: "{who} keeps this hand.",
    ASK_KEEP_CARD: "{who} keeps no further card.",
    ASK_UNASSIGN: "{who} unassigns no further creature.",
    ASK_UPKEEP: "",
    ASK_DRAW: "{who} draws no further card.",
    ASK_MOVEATTACK: "{who} neither moves nor attacks.",
    ASK_MOVE: "{who} moves no further creature.",
    ASK_ATTACKERS: "",
    ASK_DEFEND: "{who}'s {asked} does not defend.",
    ASK_PICKUP: "{who} picks up nothing more.",
    ASK_SEARCH: "{who} takes no card.",
    ASK_QUEST_KEEP: "",
}
OBJECT_LINES = {
    ASK_TARGET: "",
    ASK_TRIGGER_TARGET: "",
    ASK_UNASSIGN: "{who} unassigns {what}.",
    ASK_MOVE: "",
    ASK_ATTACKERS: "",
    ASK_DEFEND: "{who}'s {asked} defends against {what}.",
    ASK_ORDER: "",
    ASK_PICKUP: "{who} picks up {what}.",
    ASK_PICKUP_BY: "",
    ASK_GIVE_TO: "",
    ASK_ALLIES: "",
}
PLAIN_LINES = {
    "recycle": "{who} recycles.",
    "discard": "{who} pays the toll with a card.",
    "sacrifice": "{who} pays the toll with a resource card.",
    "mulligan": "{who} takes a mulligan.",
    "pay": "{who} pays the upkeep of {picked}.",
    "under": "{who} puts the quest under its pile.",
}


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """The decision, then what came of it."""
    lines = [_decision(s, seat, action, viewer), *(_event(*event, viewer) for event in events)]
    return [line for line in lines if line]


def _decision(s: State, seat: int, action: int, viewer: int) -> str:
    block, index = BLOCKS.decode(action)
    who = SEATS[seat]
    if block == "done":
        return DONE_LINES[s.ask].format(who=who, asked=_asked(s))
    if block in ("use", "assign", "give", "object"):
        return _object_decision(s, who, block, index)
    if block in ("lay", "play", "card"):
        return _card_decision(s, who, block, title_of(index), viewer == seat)
    if block in ("accept", "abandon"):
        return f"{who} {block}s {NAMES[QUEST_IDS[s.quest[index][0]]]}."
    if block == "quest":
        return f"{who} removes {NAMES[QUEST_IDS[index]]} from {SEATS[1 - seat]}'s quest deck."
    if block == "mark":
        return f"{who} marks the resource card at position {index + 1} for gold."
    if block == "position" and s.ask in (ASK_RECYCLE, ASK_RECLAIM) and viewer == seat:
        return f"{who} takes back {title_of(s.card[s.resource[seat][index]])}."
    if block == "x":
        return f"{who} chooses X = {index}."
    if block == "front":
        return f"{who} chooses the {FRONTS[index]}."
    picked = title_of(s.card[s.picked - 1]) if s.picked else ""
    return PLAIN_LINES.get(block, "").format(who=who, picked=picked)


def _asked(s: State) -> str:
    """The creature that is asked whether it defends."""
    return next((title_of(s.card[o]) for o in s.board[: s.n_board] if s.entry[o] == s.cursor), "")


def _object_decision(s: State, who: str, block: str, index: int) -> str:
    what = title_of(s.card[s.board[index // USES if block == "use" else index]])
    if block == "object":
        return OBJECT_LINES[s.ask].format(who=who, what=what, asked=_asked(s))
    return f"{who} {block}s {what}{' away' * (block == 'give')}."


def _card_decision(s: State, who: str, block: str, name: str, own: bool) -> str:
    if block == "lay":
        return f"{who} lays {name if own else 'a card'} face down."
    if block == "play":
        return f"{who} plays {name}."
    return f"{who} keeps and shows {name}." if s.ask == ASK_KEEP_CARD else ""


# What came of it


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
        return _quest_event(kind, who, b, c)
    if kind == LOG_ENDED:
        return f"{'The game is drawn' if a == DRAWN else f'{who} wins'} ({ENDS[b]})."
    if kind in (LOG_RESOLVED, LOG_FIZZLED):
        what = title_of(b) if c == ITEM_CARD else f"the ability of {title_of(b)}"
        return f"{what[0].upper()}{what[1:]} {'resolves' if kind == LOG_RESOLVED else NO_TARGET}."
    if kind == LOG_TARGET:
        return f"The target is {_target(who, b, c)}."
    return _gold_event(kind, who, b) or _object_event(kind, who, b, c)


NO_TARGET = "has no legal target and does nothing"


def _quest_event(kind: int, who: str, quest: int, vp: int) -> str:
    name = NAMES[QUEST_IDS[quest]]
    if kind == LOG_QUEST_DONE:
        return f"{who} completes {name}: {vp} VP."
    return f"{name} {'is turned up on' if kind == LOG_QUEST_UP else 'expires on'} {who}'s pile."


def _target(who: str, c: int, kind: int) -> str:
    if kind == TARGET_PLAYER:
        return who
    if kind == TARGET_FIELD:
        return f"field {who}"
    where = {TARGET_ANY_GRAVE: " in the grave", TARGET_ITEM: " on the chain"}.get(kind, "")
    return f"{who}'s {title_of(c)}{where}"


def _gold_event(kind: int, who: str, n: int) -> str:
    """Turns, gold and resource cards: n is a number."""
    cards = f"{n} resource card{'s' * (n != 1)}"
    return {
        LOG_TURN: f"Turn {n}: {who}.",
        LOG_PAID: f"{who} pays {n} gold.",
        LOG_GOLD: f"{who} gains {n} gold.",
        LOG_GOLD_GONE: f"{n} unused gold of {who} disappears.",
        LOG_REFRESHED: f"{cards} of {who} may give gold once more.",
        LOG_TAXED: f"{who}'s resource card at position {n} is marked; it gives no gold.",
        LOG_TAKEN_BACK: f"{who} takes {cards} to hand.",
        LOG_DUG: f"{who} digs a card from the deck: a marked resource card.",
        LOG_SHUFFLED: f"{who}'s deck is shuffled.",
        LOG_NO_DEFENCE: f"{who}'s creatures cannot defend this turn.",
        LOG_CALMED: "All damage in this combat is removed, and none is dealt in it.",
    }.get(kind, "")


def _object_event(kind: int, who: str, b: int, c: int) -> str:
    name = NAMES[CARD_IDS[b]]
    whose = f"{who}'s {name}"
    attack = (c + 128) // 256
    return {
        LOG_ENTERED: f"{name} enters {who}'s {FRONTS[c % 2]}.",
        LOG_ATTACHED: f"{name} is attached to {who}'s {title_of(c % len(CARD_IDS))}.",
        LOG_DROPPED: f"{name} is dropped in {who}'s {FRONTS[c % 2]}.",
        LOG_DAMAGE: f"{whose} takes {c} damage." if c else f"All damage to {whose} is prevented.",
        LOG_TRIGGER: f"{whose} triggers.",
        LOG_COUNTERED: f"{whose} is countered.",
        LOG_MILLED: f"{name} goes from {who}'s deck to the grave.",
        LOG_UPKEEP_UNPAID: f"The upkeep of {whose} is not paid.",
        LOG_FOUND: f"{who} shows {name} and takes it to hand.",
        LOG_SACRIFICED: f"{who} sacrifices {name}, a resource card.",
        LOG_DISCARDED: f"{who} discards {name}.",
        LOG_ATTACKS: f"{whose} attacks.",
        LOG_COMBAT: f"The combat of {whose} is fought: it is {'defended' if c else 'undefended'}.",
        LOG_MOVED: f"{whose} moves to the {FRONTS[c % 2]}.",
        LOG_CONTROL: f"{who} takes control of {name}, now in {who}'s {FRONTS[c % 2]}.",
        LOG_MARKED: f"{whose} is marked.",
        LOG_UNMARKED: f"{whose} is unmarked.",
        LOG_UNSTUNNED: f"{whose} loses a stun token and stays marked.",
        LOG_STUNNED: f"{whose} gets {c} stun token{'s' * (c != 1)}.",
        LOG_BOOSTED: f"{whose} gets {attack:+d}/{c - 256 * attack:+d} this turn.",
        LOG_GRANTED: f"{whose} has {_keyword(c)} this turn.",
        LOG_COUNTER: f"{whose} gets a {c:+d}/{c:+d} counter.",
        LOG_SHIELDED: f"The next {c} damage to {whose} this turn will be prevented.",
        LOG_REMOVED: f"{whose} is removed from combat.",
    }.get(kind, "")


def _keyword(keys: int) -> str:
    return ", ".join(word for i, word in enumerate(KEYWORDS) if keys >> i & 1)
