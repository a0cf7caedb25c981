"""Moves of WTactics: how they are spelt and said, and what they do."""

from tablewright.engine import Arg, IllegalMove, Move, Say, Seat, say

from .descriptions import SEATS, cost_text, figures, front, item_id, name_of, quest_title, rules_text, thing, title
from .ids import ASK, BLOCKS, DESIGNS, FRONT, ITEM, TO, USES
from .state import CARD_IDS, QUEST_IDS, Cards, State
from .targets import gold_cost
from .vocabulary import ABILITY, WHEN

Words = tuple[str, Say, str, tuple[str, ...]]  # notation, how it is said, what it does, what it touches

DONE = {
    ASK.play: "end phase",
    ASK.entrance: "end phase",
    ASK.respond: "pass",
    ASK.mulligan: "keep",
    ASK.keep_card: "stop",
    ASK.upkeep: "do not pay",
    ASK.draw2: "stop",
    ASK.moveattack: "skip",
    ASK.defend: "none",
    ASK.search: "none",
    ASK.quest_keep: "keep",
}
VERBS = {
    ASK.unassign: "unassign",
    ASK.move: "move",
    ASK.attackers: "attack",
    ASK.defend: "defend",
    ASK.order: "fight",
    ASK.pickup: "pick up",
    ASK.pickup_by: "by",
    ASK.give_to: "to",
    ASK.allies: "mark",
    ASK.search: "take",
    ASK.keep_card: "keep",
    ASK.recycle_pick: "recycle",
    ASK.sac_resource: "sacrifice",
    ASK.tax: "mark",
    ASK.reclaim: "reclaim",
}


def move(s: State, k: Cards, a: int) -> Move:
    """A legal move as it is spelt and said."""
    block, index = BLOCKS.decode(a)
    text, says, label, touches = _words(s, k, block, index)
    into = f"resources.{s.decider}" if block == "lay" else ""
    return Move(a, text, label, block, index, touches, into, says)


def _words(s: State, k: Cards, block: str, index: int) -> Words:
    if block == "done":
        name = ASK._fields[s.ask]
        return DONE.get(s.ask, "done"), say(f"done.{name}"), say(f"done.{name}_label"), ()
    if block in ("lay", "play", "card"):
        return _card_words(s, k, block, index)
    if block in ("use", "assign", "give", "object"):
        return _object_words(s, k, block, index)
    if block in ("mark", "position"):
        return _position_words(s, block, index)
    if block in ("grave", "item", "player", "field"):
        return _target_words(s, block, index)
    if block in ("accept", "abandon", "expire"):
        return _pile_words(s, block, index)
    if block == "quest":
        quest, at = QUEST_IDS[index], f"veto.{1 - s.decider}.{QUEST_IDS[index]}"
        return f"veto {quest}", say("play.veto", card=quest_title(index, at)), rules_text(quest) or "", (at,)
    if block == "x":
        cost = max(0, k.cost[s.now[ITEM.card]] + index)
        return f"X={index}", say("play.x", n=index), say("label.cost", cost=str(cost)), ()
    if block == "front":
        return FRONT._fields[index], say("play.front", front=front(index)), say("label.front", front=front(index)), ()
    text = "put under" if block == "under" else block
    return text, say(f"play.plain_{block}"), say(f"label.plain_{block}", n=k.recycle_count), ()


def _pile_words(s: State, verb: str, q: int) -> Words:
    """A face-up quest, with its pile where both piles show the same one."""
    quest = s.quest[q][0]
    twice = s.n_quests[1 - q] > 0 and s.quest[0][0] == s.quest[1][0]
    text = f"{verb} {QUEST_IDS[quest]}" + (f" on {SEATS[q]}'s pile" if twice else "")
    pile = say("place.pile", who=Seat(q)) if twice else None
    says = say(f"play.{verb}", card=quest_title(quest, f"quest.{q}"), pile=pile)
    return text, says, rules_text(QUEST_IDS[quest]) or "", (f"quest.{q}",)


def _card_words(s: State, k: Cards, block: str, c: int) -> Words:
    verb = VERBS.get(s.ask, "discard") if block == "card" else block
    at = next((i for i, o in enumerate(s.hand[s.decider][: s.n_hand[s.decider]]) if s.card[o] == c), None)
    touches = () if at is None or s.ask == ASK.search else (f"hand.{s.decider}.{at}",)
    label = say("label.lay") if block == "lay" else say("label.cost", cost=cost_text(k, c)) if block == "play" else ""
    return f"{verb} {CARD_IDS[c]}", say(f"play.{verb}", card=title(c, "".join(touches))), label, touches


def _object_words(s: State, k: Cards, block: str, index: int) -> Words:
    o = s.board[index // USES if block == "use" else index]
    verb = VERBS.get(s.ask, "target") if block == "object" else block
    number = index % USES + 1 if block == "use" and _uses(k, s.card[o]) > 1 else 0
    says = say(f"play.{verb.replace(' ', '_')}", what=thing(s, o), number=str(number) if number else None)
    if block in ("use", "assign"):
        label: str = rules_text(CARD_IDS[s.card[o]]) or ""
    else:
        shape = figures(s, k, o)
        gold: Arg = None if shape else str(gold_cost(s, k, o))
        label = say("label.object", who=Seat(s.player[o]), figures=shape, gold=gold)
    return f"{verb} {name_of(s, o)}{f' {number}' if number else ''}", says, label, (item_id(s, o),)


def _uses(k: Cards, c: int) -> int:
    return sum(k.ability[a][ABILITY.kind] == WHEN.use for a in range(k.first_ability[c], k.first_ability[c + 1]))


def _position_words(s: State, block: str, i: int) -> Words:
    verb = "gold" if block == "mark" else VERBS[s.ask]
    at = f"res.{s.decider}.{i}"
    says = say(f"play.resource_{verb}", n=i + 1, card=title(s.card[s.resource[s.decider][i]], at))
    return f"{verb} {i + 1}", says, "", (at,)


def _target_words(s: State, block: str, index: int) -> Words:
    if block == "grave":
        p, c = divmod(index, DESIGNS)
        says = say("play.target_grave", card=title(c), who=Seat(p))
        return f"target {CARD_IDS[c]} in {SEATS[p]}'s grave", says, "", (f"grave.{p}",)
    if block == "item":
        c = s.chain[index][ITEM.card]
        same = sum(item[ITEM.card] == c for item in s.chain[: s.n_chain])
        says = say("play.target_item", card=title(c, f"chain.{index}"), number=str(index + 1) if same > 1 else None)
        number = f"#{index + 1}" if same > 1 else ""
        return f"target {CARD_IDS[c]}{number} on the chain", says, "", (f"chain.{index}",)
    if block == "player":
        return f"target {SEATS[index]}", say("play.target_player", who=Seat(index)), "", ()
    says = say("play.target_field", who=Seat(index))
    return f"target field {SEATS[index]}", says, say("label.field", who=Seat(index)), ()


FEW = 6


def parse(s: State, k: Cards, text: str) -> int:
    """Other spellings: `pass` is the way out of any optional decision."""
    if text.strip().casefold() == "pass" and TO.done in s.option[: s.n_options]:
        return int(TO.done)
    texts = tuple(move(s, k, a).text for a in s.option[: s.n_options])
    more = max(0, len(texts) - FEW)
    raise IllegalMove(say("fault.not_legal", given=repr(text), moves=texts[:FEW], n=more, more=bool(more)))
