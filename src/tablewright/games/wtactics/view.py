"""What a seat sees: two fields of facing fronts, resource piles, hands, the chain, quests with their progress."""

from collections import Counter as Tally
from dataclasses import replace
from functools import lru_cache

from tablewright.engine import (
    Arg,
    Blocked,
    Card,
    Counter,
    Facts,
    Item,
    Prompt,
    Say,
    Seat,
    Table,
    Zone,
    named,
    remembered,
    say,
)

from .decisions import DECISIONS
from .decks import SIDES
from .descriptions import (
    cost_text,
    faction,
    figures,
    front,
    item_id,
    keywords,
    kind_text,
    quest_title,
    rules_text,
    thing,
    title,
)
from .gold import available
from .ids import ASK, END, FIGHT, FRONT, IN, IS, ITEM, KIND, STEP, WINDOW
from .log import tell
from .moves import move, parse
from .orders import ORDERS, order_stands, ordered
from .quests import quest_met
from .reasons import action_reasons, cost_now, hand_reasons
from .stage import STAGED, stage
from .state import CARD_IDS, QUEST_IDS, Cards, State
from .turn import upkeep_ability
from .vocabulary import ABILITY, AIM, CHECKED, COST, TYPE
from .zones import active

TONES = ("grey", "green", "red", "purple", "blue")
PHASES = (
    *("veto", "mulligan", "unmark", "unmark", "upkeep", "upkeep", "draw", "draw", "play_1", "move_1"),
    *("pickup", "pickup", "play_2", "move_2", "entrance", "discard", "end", "end", "end", "end", "end"),
)


def table(s: State, k: Cards, seat: int) -> Table:
    """The table for a seat (-1: a spectator, who sits at A's side)."""
    me = max(seat, 0)
    foe = 1 - me
    zones = [
        _hand(s, k, foe, seat),
        _resources(s, k, foe, seat),
        _front(s, k, foe, FRONT.defensive),
        _front(s, k, me, FRONT.offensive),
        _front(s, k, foe, FRONT.offensive),
        _front(s, k, me, FRONT.defensive),
        _resources(s, k, me, seat),
        _hand(s, k, me, seat),
        _chain(s, k),
        *_quests(s, k, seat),
        _grave(s, me),
        _grave(s, foe),
    ]
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat))


def final(s: State, k: Cards, p: int) -> Say:
    """WTA-19: what decides a finished game."""
    return say("final.stand", influence=max(0, s.influence[p]), vp=s.vp[p])


# Cards


@lru_cache(1_000)
def card_item(k: Cards, c: int, identity: str, detail: str = "") -> Item:
    """A card that is not in play: name, cost and text as printed."""
    card = CARD_IDS[c]
    printed = f"{k.attack[c]}/{k.defence[c]}" if k.type[c] == TYPE.creature else None
    lines = [
        say("line.kind", kind=kind_text(card), cost=cost_text(k, c)),
        say("line.faction", faction=faction(k, c), figures=printed),
        keywords(k.keys[c], k.stealth[c]),
        rules_text(card),
    ]
    facts = Facts(cost=cost_text(k, c), attack=k.attack[c], defence=k.defence[c])
    shown = tuple(line for line in lines if line)
    return Item(identity, named(title(c)), detail, card, TONES[k.faction[c]], shown, facts=facts)


def _hand(s: State, k: Cards, p: int, seat: int) -> Zone:
    if p != seat:
        return _others_hand(s, p)
    plain = all(k.cost_kind[s.card[o]] == COST.number for o in s.hand[p][: s.n_hand[p]])
    return _plain_hand(s, k, p) if plain else _own_hand(s, k, p)


def _own_hand(s: State, k: Cards, p: int) -> Zone:
    """What X and T cost may depend on everything."""
    items = tuple(_hand_item(s, k, p, i) for i in range(s.n_hand[p]))
    return Zone(f"hand.{p}", say("zone.hand", who=Seat(p)), "fan", items, owner=p)


_plain_hand = remembered(_own_hand)


@remembered
def _others_hand(s: State, p: int) -> Zone:
    slots, heading = s.hand[p][: s.n_hand[p]], say("zone.hand", who=Seat(p))
    hidden = tuple(Item(f"hand.{p}.{i}", say("zone.card"), hidden=True) for i in range(len(slots)))
    seen = tuple(Card(card) for card in sorted(CARD_IDS[s.card[o]] for o in slots if s.shown[o]))
    return Zone(f"hand.{p}", heading, "fan", hidden, owner=p, note=say("zone.seen", cards=seen) if seen else "")


def _hand_item(s: State, k: Cards, p: int, i: int) -> Item:
    """A card of the own hand says what it costs now, X and T worked out."""
    o = s.hand[p][i]
    item = card_item(k, s.card[o], f"hand.{p}.{i}", cost_now(s, k, p, o))
    if k.cost_kind[s.card[o]] == COST.number:
        return item
    return replace(item, lines=(kind_text(item.kind), item.detail, *item.lines[1:]))


@remembered
def _resources(s: State, k: Cards, p: int, seat: int) -> Zone:
    """WTA-5.8: piles of four, a row each."""
    items = tuple(_resource(s, p, i, p == seat) for i in range(s.n_resource[p]))
    piles = tuple(say("zone.pile", n=i + 1) for i in range((len(items) + 3) // 4))
    free, gold = s.n_resource[p] - sum(s.res_marked[p][: s.n_resource[p]]), available(s, k, p)
    note = say("zone.gold", free=free, all=s.n_resource[p], gold=gold)
    return Zone(f"resources.{p}", say("zone.resources", who=Seat(p)), "grid", items, 4, p, note, row_labels=piles)


def _resource(s: State, p: int, i: int, own: bool) -> Item:
    marked, c = bool(s.res_marked[p][i]), s.card[s.resource[p][i]]
    text, kind = (named(title(c)), CARD_IDS[c]) if own else (say("zone.resource"), "")
    marks, detail = (say("mark.marked"),) if marked else (), say("zone.position", n=i + 1)
    turned, facts = 90 if marked else 0, Facts(marked=marked)
    return Item(f"res.{p}.{i}", text, detail, kind, marks=marks, turned=turned, hidden=not own, facts=facts)


@remembered
def _grave(s: State, p: int) -> Zone:
    counts = Tally(CARD_IDS[s.card[o]] for o in s.grave[p][: s.n_grave[p]])
    cards = tuple(say("zone.copies", n=n, card=Card(card), many=n > 1) for card, n in counts.items())
    text = say("zone.list", cards=cards) if cards else ""
    top = Item(f"grave.{p}", say("zone.cards", n=s.n_grave[p]), text)
    return Zone(f"graves.{p}", say("zone.grave", who=Seat(p)), "pile", (top,), owner=p, note=text)


# The fronts


@remembered
def _front(s: State, k: Cards, p: int, f: int) -> Zone:
    here = [o for o in s.board[: s.n_board] if s.player[o] == p and s.front[o] == f and s.host[o] == 0]
    heading = say("zone.front", who=Seat(p), front=front(f))
    note = say("zone.faces", who=Seat(1 - p), front=front(1 - f))
    return Zone(f"front.{p}.{f}", heading, "row", tuple(object_item(s, k, o) for o in here), owner=p, note=note)


def object_item(s: State, k: Cards, o: int) -> Item:
    """A permanent with its marks, its figures and what is attached to it."""
    c = s.card[o]
    card = CARD_IDS[c]
    attached = [e for e in s.board[: s.n_board] if s.host[e] == o + 1]
    under = tuple(object_item(s, k, e) for e in sorted(attached, key=lambda e: s.attached[e]))
    text = say("object.in_play", card=title(c), figures=figures(s, k, o))
    sort = say("line.in_play", faction=faction(k, c), kind=kind_text(card))
    words = keywords(s.keys[o], k.stealth[c] if s.state[o] != IS.assigned else 0)
    lines = tuple(line for line in (sort, words, rules_text(card)) if line)
    detail = say("object.detail", number=s.entry[o], gold=s.cost[o], who=Seat(s.player[o]))
    marked = s.state[o] == IS.marked
    facts = Facts(marked=marked, assigned=s.state[o] == IS.assigned, damage=s.damage[o], stun=s.stun[o])
    turned, tone = 90 if marked else 0, TONES[k.faction[c]]
    return Item(item_id(s, o), text, detail, card, tone, lines, _marks(s, k, o), turned, under, facts=facts)


def _marks(s: State, k: Cards, o: int) -> tuple[Say, ...]:
    fights = s.attack[o]
    single = {
        "marked": s.state[o] == IS.marked,
        "assigned": s.state[o] == IS.assigned,
        "attacking": fights & FIGHT.attacking > 0,
        "defended": fights & FIGHT.defended > 0,
    }
    counted = {"damage": s.damage[o], "stun": s.stun[o], "prevents": s.shield[o]}
    marks = [say("mark.entry", n=s.entry[o]), *(say(f"mark.{name}") for name, so in single.items() if so)]
    marks += [say(f"mark.{name}", n=n) for name, n in counted.items() if n > 0]
    if s.counters[o]:
        marks.append(say("mark.counters", n=s.counters[o]))
    if s.up_attack[o] or s.up_defence[o]:
        marks.append(say("mark.this_turn", attack=s.up_attack[o], defence=s.up_defence[o]))
    marks += [say("mark.against", what=thing(s, s.pair[1][i])) for i in range(s.n_pairs) if s.pair[0][i] == o]
    if k.type[s.card[o]] == TYPE.equipment and s.host[o] == 0:
        marks.append(say("mark.dropped"))
    elif not s.in_use[o]:
        marks.append(say("mark.not_in_use"))
    if s.player[o] != s.owner[o]:
        marks.append(say("mark.owned_by", who=Seat(s.owner[o])))
    return tuple(marks)


# Chain and quests


@remembered
def _chain(s: State, k: Cards) -> Zone:
    items = []
    for i in range(s.n_chain):
        item = s.chain[i]
        c = item[ITEM.card]
        what = say("chain.item", card=title(c), ability=item[ITEM.kind] != KIND.card)
        x = str(item[ITEM.x]) if item[ITEM.x] else None
        detail = say("chain.detail", who=Seat(item[ITEM.player]), target=_target(s, item), x=x)
        items.append(Item(f"chain.{i}", what, detail, CARD_IDS[c], TONES[k.faction[c]]))
    return Zone("chain", say("zone.chain"), "row", tuple(items))


def _target(s: State, item: list[int]) -> Arg:
    kind, target = item[ITEM.target_kind], item[ITEM.target]
    if kind == 0:
        return None
    if kind == AIM.player:
        return Seat(target)
    if kind == AIM.field:
        return say("place.field", who=Seat(target))
    return thing(s, target) if s.zone[target] == IN.play else title(s.card[target])


@remembered
def _quests(s: State, k: Cards, seat: int) -> list[Zone]:
    if not k.quests:
        return []
    if s.step == STEP.veto and s.turn == 0:
        return [_quest_deck(s, k, p) for p in range(2)]
    looked_at = s.cursor if s.ask == ASK.quest_keep else -1
    shown = [q for q in range(2) if s.n_quests[q] and (q != looked_at or seat == s.decider)]
    items = tuple(_quest_item(s, k, q, q == looked_at) for q in shown)
    note = say("quest.piles", piles=(*(_face_down(s, q, looked_at) for q in range(2)), *_known_quests(s, seat)))
    return [Zone("quests", say("zone.quests"), "row", items, note=note)]


def _face_down(s: State, q: int, looked_at: int) -> Say:
    """WTA-17.7: the player who completed a quest looks at the next one before it is turned up."""
    if q == looked_at:
        return say("quest.looked_at", who=Seat(q), n=s.n_quests[q], looker=Seat(s.decider))
    return say("quest.below", who=Seat(q), n=max(0, s.n_quests[q] - 1))


def _known_quests(s: State, seat: int) -> list[Say]:
    """What the seat has looked at (WTA-17.7)."""
    known = [(q, i) for q in range(2) for i in range(1, s.n_quests[q]) if s.quest_seen[q][i] >> max(seat, 0) & 1]
    return [say("quest.known", card=quest_title(s.quest[q][i]), n=i + 1, who=Seat(q)) for q, i in known if seat >= 0]


def _quest_deck(s: State, k: Cards, p: int) -> Zone:
    quests = sorted(s.quest[p][: s.n_quests[p]])
    items = tuple(_printed_quest(k, q, f"veto.{p}.{QUEST_IDS[q]}") for q in quests)
    return Zone(f"quests.{p}", say("zone.quest_deck", who=Seat(p)), "row", items, owner=p)


@lru_cache(1_000)
def _printed_quest(k: Cards, quest: int, identity: str, marks: tuple[str, ...] = (), detail: str = "") -> Item:
    card, vp = QUEST_IDS[quest], k.quest_vp[quest]
    lines = (rules_text(card) or "", say(f"quest.checked_{CHECKED._fields[k.quest_checked[quest]]}"), detail)
    text = say("quest.worth", card=Card(card), vp=vp)
    shown = tuple(line for line in lines if line)
    return Item(identity, text, detail, card, "gold", shown, marks, facts=Facts(vp=vp))


def _quest_item(s: State, k: Cards, q: int, looked_at: bool) -> Item:
    quest = s.quest[q][0]
    if looked_at:
        return _printed_quest(k, quest, f"quest.{q}", (), say("quest.not_up", who=Seat(q)))
    taken = [(p, s.quest_token[q][p]) for p in range(2) if s.quest_token[q][p]]
    marks = tuple(say("quest.accepted", who=Seat(p), later=turn == s.turn) for p, turn in taken)
    most = k.quest_amount[quest]
    progress = tuple(
        say("quest.progress", who=Seat(p), n=min(quest_met(s, k, 2 * q + p), most), all=most) for p in range(2)
    )
    return _printed_quest(k, quest, f"quest.{q}", marks, say("quest.now", who=Seat(q), progress=progress))


# Counters, prompt, reasons


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    turn = say("counter.turn_of", n=s.turn, who=Seat(active(s))) if s.turn else say("counter.before")
    phase = PHASES[s.step]
    general = [
        Counter(say("counter.turn"), turn, None, "turn", s.turn),
        Counter(say("counter.phase"), say(f"phase.{phase}"), None, "phase", phase),
    ]
    if s.window != WINDOW.none:
        window = WINDOW._fields[s.window]
        general.append(Counter(say("counter.window"), say(f"window.{window}"), None, "window", window))
    return (*general, *(counter for p in range(2) for counter in _of_seat(s, k, p)))


def _of_seat(s: State, k: Cards, p: int) -> tuple[Counter, ...]:
    army, gold = SIDES[s.army[p] - 1] if s.army[p] else "any", available(s, k, p)
    return (
        Counter(say("counter.army"), say(f"army.{army}"), p, "army", army),
        Counter(say("counter.influence"), str(max(0, s.influence[p])), p, "influence", s.influence[p], goal=True),
        Counter(say("counter.vp"), say("counter.of", n=s.vp[p], all=k.vp_to_win), p, "vp", s.vp[p], goal=True),
        Counter(say("counter.gold"), say("counter.gold_of", n=gold, pool=s.pool[p]), p, "gold", gold),
        Counter(say("counter.hand"), str(s.n_hand[p]), p, "hand", s.n_hand[p]),
        Counter(say("counter.deck"), _deck_text(s, p), p, "deck", s.n_deck[p]),
    )


def _deck_text(s: State, p: int) -> Say:
    """A card put on top is known to both until it leaves or the deck is shuffled."""
    known = [i for i in range(s.n_deck[p]) if s.shown[s.deck[p][i]]]
    cards = tuple(say("counter.known", card=title(s.card[s.deck[p][i]]), n=s.n_deck[p] - i) for i in known)
    return say("counter.deck_of", n=s.n_deck[p], known=cards)


def _why_over(s: State) -> Say:
    fallen = [p for p in range(2) if s.influence[p] <= 0]
    if s.ended == END.influence and len(fallen) == 1:
        return say("over.influence", who=Seat(fallen[0]))
    how = "both" if s.ended == END.influence else END._fields[s.ended]
    return say(f"over.{how}", who=Seat(s.winner), vp=max(s.vp[0], s.vp[1]))


@remembered
def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ended:
        return Prompt("game_over", _why_over(s), "WTA-19.1")
    prompt, who = DECISIONS.ask(s, k, **_facts(s, k, seat)), Seat(s.decider)
    if s.ask == ASK.respond and s.n_chain:
        item, other = title(s.chain[s.n_chain - 1][ITEM.card], f"chain.{s.n_chain - 1}"), Seat(1 - s.decider)
        return replace(prompt, text=say("ask.respond_chain", who=who, other=other, card=item))
    return prompt


def _facts(s: State, k: Cards, seat: int) -> dict[str, Arg]:
    """What fills the blanks of the prompts."""
    picked = CARD_IDS[s.card[s.picked - 1]] if s.picked else ""
    asked = next((o for o in s.board[: s.n_board] if s.entry[o] == s.cursor), None)
    top = s.ask == ASK.quest_keep and seat == s.decider
    return {
        "now": title(s.now[ITEM.card]),
        "picked": Card(picked) if picked else None,
        "upkeep": rules_text(picked) if picked else None,
        "price": k.ability[upkeep_ability(s, k, s.picked - 1)][ABILITY.gold] if s.ask == ASK.upkeep else 0,
        "asked": thing(s, asked) if asked is not None else None,
        "top": quest_title(s.quest[s.cursor][0]) if top else None,
        "window": say(f"window.{WINDOW._fields[s.window]}") if s.window != WINDOW.none else None,
        "gold": available(s, k, s.decider),
        "n": k.unassign_cost,
        "hand": s.n_hand[s.decider],
        "limit": k.hand_limit,
    }


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """What is not possible, and why."""
    if seat < 0 or s.ended or s.ask == ASK.nobody or s.turn == 0:
        return []
    return hand_reasons(s, k, seat) + action_reasons(s, k, seat)
