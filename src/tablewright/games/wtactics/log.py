"""The log: what a decision did, as far as the viewer may know, then what came of it."""

from collections.abc import Sequence

from tablewright.engine import Event, Say, Seat, say

from .descriptions import front, keywords, quest_title, thing, title
from .ids import ASK, BLOCKS, DRAWN, END, GOES, KIND, SAY, USES
from .state import CARD_IDS, Cards, State
from .vocabulary import AIM

QUIET_DONE = {ASK.upkeep, ASK.attackers, ASK.quest_keep}  # what follows says the same
TOLD_OBJECT = {ASK.unassign: "log.unassign", ASK.defend: "log.defend", ASK.pickup: "log.pick_up"}
TOLD_PLAIN = ("recycle", "discard", "sacrifice", "mulligan", "pay", "under")


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """The decision, then what came of it."""
    lines = [_decision(s, seat, action, viewer), *(_event(*event, viewer) for event in events)]
    return [line for line in lines if line]


def _decision(s: State, seat: int, action: int, viewer: int) -> Say | None:
    block, index = BLOCKS.decode(action)
    who = Seat(seat)
    if block == "done":
        return None if s.ask in QUIET_DONE else say(f"log.done_{ASK._fields[s.ask]}", who=who, asked=_asked(s))
    if block in ("use", "assign", "give", "object"):
        return _object_decision(s, who, block, index)
    if block in ("lay", "play", "card"):
        return _card_decision(s, who, block, index, viewer == seat)
    if block in ("accept", "abandon"):
        return say(f"log.{block}", who=who, card=quest_title(s.quest[index][0]))
    if block == "quest":
        return say("log.veto", who=who, card=quest_title(index), other=Seat(1 - seat))
    if block == "mark":
        return say("log.mark", who=who, n=index + 1)
    if block == "position" and s.ask in (ASK.recycle_pick, ASK.reclaim) and viewer == seat:
        return say("log.take_back", who=who, card=title(s.card[s.resource[seat][index]]))
    if block == "x":
        return say("log.x", who=who, n=index)
    if block == "front":
        return say("log.front", who=who, front=front(index))
    if block in TOLD_PLAIN:
        return say(f"log.plain_{block}", who=who, picked=title(s.card[s.picked - 1]) if s.picked else None)
    return None


def _asked(s: State) -> Say | None:
    """The creature that is asked whether it defends."""
    found = next((o for o in s.board[: s.n_board] if s.entry[o] == s.cursor), None)
    return None if found is None else say("object.shown", what=thing(s, found))


def _object_decision(s: State, who: Seat, block: str, index: int) -> Say | None:
    what = thing(s, s.board[index // USES if block == "use" else index])
    if block != "object":
        return say(f"log.{block}", who=who, what=what)
    key = TOLD_OBJECT.get(s.ask)
    return Say(key, (("who", who), ("what", what), ("asked", _asked(s)))) if key else None


def _card_decision(s: State, who: Seat, block: str, c: int, own: bool) -> Say | None:
    if block == "lay":
        return say("log.lay", who=who, card=title(c) if own else None)
    if block == "play":
        return say("log.play", who=who, card=title(c))
    return say("log.keep_card", who=who, card=title(c)) if s.ask == ASK.keep_card else None


# What came of it

WAYS = {GOES.to_hand: "log.to_hand", GOES.to_deck: "log.to_deck", GOES.fell: "log.fell"}
ON_QUEST = {SAY.quest_done: "log.quest_done", SAY.quest_up: "log.quest_up", SAY.quest_expired: "log.quest_expired"}
WITH_NUMBER = {
    SAY.turn: "log.turn",
    SAY.paid: "log.paid",
    SAY.gold: "log.gold",
    SAY.gold_gone: "log.gold_gone",
    SAY.refreshed: "log.refreshed",
    SAY.taxed: "log.taxed",
    SAY.taken_back: "log.taken_back",
    SAY.dug: "log.dug",
    SAY.shuffled: "log.shuffled",
    SAY.no_defence: "log.no_defence",
    SAY.calmed: "log.calmed",
}
WITH_FRONT = {
    SAY.entered: "log.entered",
    SAY.dropped: "log.dropped",
    SAY.moved: "log.moved",
    SAY.control: "log.control",
}
WITH_CARD = {
    SAY.trigger: "log.trigger",
    SAY.countered: "log.countered",
    SAY.milled: "log.milled",
    SAY.upkeep_unpaid: "log.upkeep_unpaid",
    SAY.found: "log.found",
    SAY.sacrificed: "log.sacrificed",
    SAY.discarded: "log.discarded",
    SAY.attacks: "log.attacks",
    SAY.marked: "log.marked",
    SAY.unmarked: "log.unmarked",
    SAY.unstunned: "log.unstunned",
    SAY.removed: "log.removed",
    SAY.damage: "log.damage",
    SAY.combat: "log.combat",
    SAY.stunned: "log.stunned",
    SAY.shielded: "log.shielded",
    SAY.counter: "log.counter",
}


def _event(kind: int, a: int, b: int, c: int, viewer: int) -> Say | None:
    """One thing that happened; a is the player, b mostly the card."""
    if kind < 0:
        return None
    who = Seat(a) if a in (0, 1) else None
    if kind == SAY.drew:
        return say("log.drew", who=who, card=title(b) if viewer == a else None)
    if kind == SAY.left:
        return Say(WAYS.get(c, "log.to_grave"), (("who", who), ("card", title(b))))
    if kind == SAY.influence:
        return say("log.influence", who=who, n=abs(b), gains=b > 0)
    if kind in ON_QUEST:
        return Say(ON_QUEST[kind], (("who", who), ("card", quest_title(b)), ("vp", c)))
    if kind == SAY.ended:
        how = say(f"end.{END._fields[b]}")
        return say("log.drawn", how=how) if a == DRAWN else say("log.won", who=who, how=how)
    if kind in (SAY.resolved, SAY.fizzled):
        return say("log.resolved" if kind == SAY.resolved else "log.fizzled", card=title(b), ability=c != KIND.card)
    if kind == SAY.target:
        return _target(who, b, c)
    if kind in WITH_NUMBER:
        return Say(WITH_NUMBER[kind], (("who", who), ("n", b)))
    return _object_event(kind, who, b, c)


def _target(who: Seat | None, c: int, kind: int) -> Say:
    if kind == AIM.player:
        return say("log.target_player", who=who)
    if kind == AIM.field:
        return say("log.target_field", who=who)
    grave, chain = kind == AIM.any_grave, kind == AIM.spell
    return say("log.target", who=who, card=title(c), grave=grave, chain=chain)


def _object_event(kind: int, who: Seat | None, b: int, c: int) -> Say | None:
    card, attack = title(b), (c + 128) // 256
    if kind in WITH_CARD:
        return Say(WITH_CARD[kind], (("who", who), ("card", card), ("n", c), ("any", bool(c))))
    if kind in WITH_FRONT:
        return Say(WITH_FRONT[kind], (("who", who), ("card", card), ("front", front(c % 2))))
    if kind == SAY.attached:
        return say("log.attached", who=who, card=card, host=title(c % len(CARD_IDS)))
    if kind == SAY.boosted:
        return say("log.boosted", who=who, card=card, attack=attack, defence=c - 256 * attack)
    if kind == SAY.granted:
        return say("log.granted", who=who, card=card, keywords=keywords(c))
    return None
