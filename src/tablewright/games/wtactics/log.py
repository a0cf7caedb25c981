"""The log: what a decision did, as far as the viewer may know, then what came of it."""

from collections.abc import Sequence

from tablewright.engine import Card, Event, Say, Seat, say

from .descriptions import front, keywords, quest_title, thing, title
from .ids import ASK, BLOCKS, DRAWN, END, GOES, KIND, SAY, USES
from .state import Cards, State
from .vocabulary import AIM

QUIET_DONE = {ASK.upkeep, ASK.attackers, ASK.quest_keep}  # what follows says the same
TOLD_OBJECT = {ASK.unassign, ASK.defend, ASK.pickup}
TOLD_PLAIN = ("recycle", "discard", "sacrifice", "mulligan", "pay", "under")


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """The decision, then what came of it."""
    lines = [_decision(s, seat, action, viewer), *(_event(*event, viewer) for event in events)]
    return [line for line in lines if line]


def _decision(s: State, seat: int, action: int, viewer: int) -> Say | None:
    block, index = BLOCKS.decode(action)
    who, asked = Seat(seat), ASK._fields[s.ask]
    if block == "done":
        return None if s.ask in QUIET_DONE else say(f"log.done_{asked}", who=who, asked=_asked(s))
    if block == "object":
        what = thing(s, s.board[index])
        return say(f"log.{asked}", who=who, what=what, asked=_asked(s)) if s.ask in TOLD_OBJECT else None
    if block in ("use", "assign", "give"):
        return say(f"log.{block}", who=who, what=thing(s, s.board[index // USES if block == "use" else index]))
    if block in ("lay", "play"):
        return say(f"log.{block}", who=who, card=title(index) if block == "play" or viewer == seat else None)
    if block == "card":
        return say("log.keep_card", who=who, card=title(index)) if s.ask == ASK.keep_card else None
    if block in ("accept", "abandon"):
        return say(f"log.{block}", who=who, card=quest_title(s.quest[index][0]))
    if block == "quest":
        return say("log.veto", who=who, card=quest_title(index), other=Seat(1 - seat))
    if block == "position" and s.ask in (ASK.recycle_pick, ASK.reclaim) and viewer == seat:
        return say("log.take_back", who=who, card=title(s.card[s.resource[seat][index]]))
    if block == "mark":
        return say("log.mark", who=who, n=index + 1)
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


# What came of it: mostly a card of a player and a number; these are about something else

NUMBERS = {SAY.turn, SAY.paid, SAY.gold, SAY.gold_gone, SAY.refreshed, SAY.taxed, SAY.taken_back, SAY.dug}
NUMBERS |= {SAY.shuffled, SAY.no_defence, SAY.calmed}
ON_QUEST = {SAY.quest_done, SAY.quest_up, SAY.quest_expired}
WITH_FRONT = {SAY.entered, SAY.dropped, SAY.moved, SAY.control}


def _event(kind: int, a: int, b: int, c: int, viewer: int) -> Say | None:
    """One thing that happened; a is the player, b mostly the card."""
    if kind < 0:
        return None
    key, who = f"log.{SAY._fields[kind]}", Seat(a) if a in (0, 1) else None
    if kind in NUMBERS:
        return say(key, who=who, n=b)
    if kind in ON_QUEST:
        return say(key, who=who, card=quest_title(b), vp=c)
    if kind == SAY.drew:
        return say(key, who=who, card=title(b) if viewer == a else None)
    if kind == SAY.influence:
        return say(key, who=who, n=abs(b), gains=b > 0)
    if kind == SAY.ended:
        how = say(f"end.{END._fields[b]}")
        return say("log.drawn", how=how) if a == DRAWN else say("log.won", who=who, how=how)
    if kind == SAY.left:
        return say(f"log.{GOES._fields[c]}", who=who, card=title(b))
    if kind == SAY.target:
        return _target(who, b, c)
    return _of_card(kind, key, who, title(b), c)


def _target(who: Seat | None, c: int, kind: int) -> Say:
    if kind in (AIM.player, AIM.field):
        return say("log.target_player" if kind == AIM.player else "log.target_field", who=who)
    return say("log.target", who=who, card=title(c), grave=kind == AIM.any_grave, chain=kind == AIM.spell)


def _of_card(kind: int, key: str, who: Seat | None, card: Card, n: int) -> Say:
    if kind in WITH_FRONT:
        return say(key, who=who, card=card, front=front(n))
    if kind in (SAY.resolved, SAY.fizzled):
        return say(key, card=card, ability=n != KIND.card)
    if kind == SAY.attached:
        return say(key, who=who, card=card, host=title(n))
    if kind == SAY.granted:
        return say(key, who=who, card=card, keywords=keywords(n))
    if kind == SAY.boosted:
        attack = (n + 128) // 256
        return say(key, who=who, card=card, attack=attack, defence=n - 256 * attack)
    return say(key, who=who, card=card, n=n, any=bool(n))
