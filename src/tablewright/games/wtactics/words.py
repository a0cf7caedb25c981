"""WTactics in words: names of cards and objects, and how every move is spelt."""

from pathlib import Path
from typing import cast

from tablewright.engine import IllegalMove, Move
from tablewright.engine.cards import read_cards

from .ids import (
    A_KIND,
    ASK_ALLIES,
    ASK_ATTACKERS,
    ASK_DEFEND,
    ASK_DISCARD,
    ASK_DISCARD_COST,
    ASK_DISCARD_DOWN,
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
    ASK_SACRIFICE,
    ASK_SEARCH,
    ASK_TAX,
    ASK_UNASSIGN,
    ASK_UPKEEP,
    BLOCKS,
    CREATURE,
    DESIGNS,
    DONE,
    I_CARD,
    ON_USE,
    USES,
)
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .objects import attack_of, defence_of
from .targets import gold_cost

SEATS = ("A", "B")
FRONTS = ("Offensive", "Defensive")
FILE = read_cards(Path(__file__).parent / "cards.toml")
NAMES = {card: str(values["name"]) for card, values in FILE.cards.items()}
TEXTS = {card: str(values["text"]) for card, values in FILE.cards.items()}
KINDS = {card: " ".join([str(v["type"]), *cast(list[str], v["subtypes"])]) for card, v in FILE.cards.items()}

DONE_WORDS = {
    ASK_PLAY: ("end phase", "end this Play phase"),
    ASK_ENTRANCE: ("end phase", "end the Entrance phase"),
    ASK_RESPOND: ("pass", "do nothing"),
    ASK_MULLIGAN: ("keep", "keep this hand"),
    ASK_KEEP_CARD: ("stop", "keep no further card"),
    ASK_UNASSIGN: ("done", "unassign no further creature"),
    ASK_UPKEEP: ("do not pay", "its effect happens"),
    ASK_DRAW: ("stop", "draw no further card"),
    ASK_MOVEATTACK: ("skip", "neither move nor attack now"),
    ASK_MOVE: ("done", "move no further creature"),
    ASK_ATTACKERS: ("done", "attack with those chosen"),
    ASK_DEFEND: ("none", "it does not defend (any further)"),
    ASK_PICKUP: ("done", "pick up nothing more"),
    ASK_SEARCH: ("none", "take no card"),
    ASK_QUEST_KEEP: ("keep", "turn this quest face up"),
}
OBJECT_WORDS = {
    ASK_UNASSIGN: "unassign",
    ASK_MOVE: "move",
    ASK_ATTACKERS: "attack",
    ASK_DEFEND: "defend",
    ASK_ORDER: "fight",
    ASK_PICKUP: "pick up",
    ASK_PICKUP_BY: "by",
    ASK_GIVE_TO: "to",
    ASK_ALLIES: "mark",
}
CARD_WORDS = {
    ASK_DISCARD: "discard",
    ASK_DISCARD_COST: "discard",
    ASK_DISCARD_DOWN: "discard",
    ASK_SEARCH: "take",
    ASK_KEEP_CARD: "keep",
}
POSITION_WORDS = {ASK_RECYCLE: "recycle", ASK_SACRIFICE: "sacrifice", ASK_TAX: "mark", ASK_RECLAIM: "reclaim"}
PLAIN_WORDS = {
    "recycle": "take exactly {recycle} resource cards back to hand",
    "discard": "discard a card",
    "sacrifice": "sacrifice a resource card",
    "move": "move creatures to the other front",
    "attack": "attack with creatures of your Offensive",
    "mulligan": "shuffle the hand back and draw anew",
    "draw": "draw one more card",
    "pay": "pay the upkeep",
}


# Cards and objects


def name_of(s: State, o: int) -> str:
    """An object in play as a move names it: its card's id, with its entry number where there are several of it."""
    return CARD_IDS[s.card[o]] + _number_of(s, o)


def title_in_play(s: State, o: int) -> str:
    """The same as a person reads it."""
    return title_of(s.card[o]) + _number_of(s, o)


def _number_of(s: State, o: int) -> str:
    same = sum(s.card[other] == s.card[o] for other in s.board[: s.n_board])
    return f"#{s.entry[o]}" if same > 1 else ""


def title_of(c: int) -> str:
    return NAMES[CARD_IDS[c]]


def item_id(s: State, o: int) -> str:
    return f"e{s.entry[o]}"


def cost_words(k: Cards, c: int) -> str:
    """The printed cost: 5, X+2, T-3."""
    kind, n = k.cost_kind[c], k.cost[c]
    if kind == 0:
        return str(n)
    return "XT"[kind - 1] + (f"{n:+d}" if n else "")


def figures(s: State, k: Cards, o: int) -> str:
    return f"{attack_of(s, k, o)}/{defence_of(s, k, o)}"


# Moves


def move(s: State, k: Cards, a: int) -> Move:
    """A legal move in words."""
    block, index = BLOCKS.decode(a)
    text, label, touches = _words(s, k, block, index)
    return Move(a, text, label, block, index, touches)


def _words(s: State, k: Cards, block: str, index: int) -> tuple[str, str, tuple[str, ...]]:
    if block == "done":
        return (*DONE_WORDS[s.ask], ())
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
        quest = QUEST_IDS[index]
        return f"veto {quest}", f"{NAMES[quest]}: {TEXTS[quest]}", (f"veto.{1 - s.asker}.{quest}",)
    if block == "x":
        cost = max(0, k.cost[s.now[I_CARD]] + index)
        return f"X={index}", f"cost {cost}", ()
    if block == "front":
        return FRONTS[index].lower(), f"enter your {FRONTS[index]}", ()
    if block == "under":
        return "put under", "put this quest under its pile and turn up the next one", ()
    return block, PLAIN_WORDS[block].format(recycle=k.recycle_count), ()


def _pile_words(s: State, verb: str, q: int) -> tuple[str, str, tuple[str, ...]]:
    """A face-up quest, with its pile where both piles show the same one."""
    quest = QUEST_IDS[s.quest[q][0]]
    twice = s.n_quests[1 - q] > 0 and s.quest[0][0] == s.quest[1][0]
    text = f"{verb} {quest}" + (f" on {SEATS[q]}'s pile" if twice else "")
    return text, f"{NAMES[quest]}: {TEXTS[quest]}", (f"quest.{q}",)


def _card_words(s: State, k: Cards, block: str, c: int) -> tuple[str, str, tuple[str, ...]]:
    verb = CARD_WORDS[s.ask] if block == "card" else block
    label = {"lay": "face down as a resource card", "play": f"{title_of(c)}, cost {cost_words(k, c)}"}
    at = next((i for i, o in enumerate(s.hand[s.asker][: s.n_hand[s.asker]]) if s.card[o] == c), None)
    touches = () if at is None or s.ask == ASK_SEARCH else (f"hand.{s.asker}.{at}",)
    return f"{verb} {CARD_IDS[c]}", label.get(block, title_of(c)), touches


def _object_words(s: State, k: Cards, block: str, index: int) -> tuple[str, str, tuple[str, ...]]:
    o = s.board[index // USES if block == "use" else index]
    verb = OBJECT_WORDS.get(s.ask, "target") if block == "object" else block
    number = index % USES if block == "use" else 0
    name = name_of(s, o) + (f" {number + 1}" if block == "use" and _uses(k, s.card[o]) > 1 else "")
    if block in ("use", "assign"):
        label = TEXTS[CARD_IDS[s.card[o]]]
    else:
        label = f"{SEATS[s.player[o]]}'s {title_of(s.card[o])}"
        label += f" {figures(s, k, o)}" if k.type[s.card[o]] == CREATURE else f", gold cost {gold_cost(s, k, o)}"
    return f"{verb} {name}", label, (item_id(s, o),)


def _uses(k: Cards, c: int) -> int:
    return sum(k.ability[a][A_KIND] == ON_USE for a in range(k.first_ability[c], k.first_ability[c + 1]))


def _position_words(s: State, block: str, i: int) -> tuple[str, str, tuple[str, ...]]:
    verb = "gold" if block == "mark" else POSITION_WORDS[s.ask]
    card = title_of(s.card[s.resource[s.asker][i]])
    label = f"mark {card} for gold" if block == "mark" else card
    return f"{verb} {i + 1}", label, (f"res.{s.asker}.{i}",)


def _target_words(s: State, block: str, index: int) -> tuple[str, str, tuple[str, ...]]:
    if block == "grave":
        p, c = divmod(index, DESIGNS)
        return f"target {CARD_IDS[c]} in {SEATS[p]}'s grave", title_of(c), (f"grave.{p}",)
    if block == "item":
        c = s.chain[index][I_CARD]
        same = sum(item[I_CARD] == c for item in s.chain[: s.n_chain])
        number = f"#{index + 1}" if same > 1 else ""
        return f"target {CARD_IDS[c]}{number} on the chain", title_of(c), (f"chain.{index}",)
    if block == "player":
        return f"target {SEATS[index]}", f"player {SEATS[index]}", ()
    return f"target field {SEATS[index]}", f"{SEATS[index]}'s Offensive and what faces it", ()


def parse(s: State, k: Cards, text: str) -> int:
    """Other spellings: `pass` is the way out of any optional decision."""
    if text.strip().casefold() == "pass" and DONE in s.option[: s.n_options]:
        return DONE
    texts = [move(s, k, a).text for a in s.option[: s.n_options]]
    more = f" and {len(texts) - 6} more" if len(texts) > 6 else ""
    raise IllegalMove(f"{text!r} is not a legal move now; legal: {', '.join(texts[:6])}{more}")
