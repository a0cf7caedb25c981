"""What a seat sees: two fields of facing fronts, resource piles, hands, the chain, quests with their progress."""

from collections import Counter as Tally
from dataclasses import replace

from tablewright.engine import Blocked, Counter, Item, Prompt, Table, Zone

from .decks import SIDES
from .gold import available
from .ids import (
    ASK_QUEST_KEEP,
    ASK_RESPOND,
    ASSIGNED,
    ATTACKING,
    COST_NUMBER,
    CREATURE,
    DECISIONS,
    DEFENDED,
    DEFENSIVE,
    ENDS,
    EQUIPMENT,
    FACTIONS,
    I_CARD,
    I_KIND,
    I_PLAYER,
    I_TARGET,
    I_TARGET_KIND,
    I_X,
    IN_PLAY,
    ITEM_CARD,
    KEYWORDS,
    MARKED,
    NO_WINDOW,
    NOBODY,
    OFFENSIVE,
    STEP_VETO,
    TARGET_FIELD,
    TARGET_PLAYER,
)
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .log import tell
from .orders import ORDERS, order_stands, ordered
from .quests import quest_met
from .reasons import action_reasons, cost_now, hand_reasons
from .words import (
    FRONTS,
    KINDS,
    NAMES,
    SEATS,
    TEXTS,
    cost_words,
    figures,
    item_id,
    move,
    name_of,
    parse,
    title_in_play,
    title_of,
)
from .zones import active

__all__ = ["ORDERS", "move", "order_stands", "ordered", "parse", "table", "tell"]

TONES = ("grey", "green", "red", "purple", "blue")
PHASES = (
    "Quest veto",
    "Mulligan",
    "Unmark",
    "Unmark",
    "Upkeep",
    "Upkeep",
    "Draw",
    "Draw",
    "Play 1",
    "Move/Attack 1",
    "Pick-up",
    "Pick-up",
    "Play 2",
    "Move/Attack 2",
    "Entrance",
    "Discard",
    "End of turn",
    "End of turn",
    "End of turn",
    "End of turn",
    "End of turn",
)
WINDOWS = ("", "after an action", "attack window", "combat window")
PROMPTS = {
    "veto": ("Remove one quest of your opponent's quest deck.", "WTA-3.3"),
    "mulligan": ("Keep this hand, or shuffle it back and draw anew?", "WTA-3.6"),
    "keep_card": ("Keep up to two cards; they are shown.", "WTA-3.6"),
    "unassign": ("Unassign a creature for {unassign} gold, or go on?", "WTA-4.4"),
    "upkeep": ("Pay for {picked}? {upkeep}", "WTA-4.6"),
    "draw2": ("Draw one more card?", "WTA-4.7"),
    "play": ("Your Play phase: take an action or end it.", "WTA-4.8"),
    "target": ("Choose the target of {now}.", "WTA-10.1"),
    "choose_x": ("Choose X for {now}.", "WTA-6.3"),
    "front": ("Which front for {now}?", "WTA-6.8"),
    "allies": ("Choose a creature to mark for {now}.", "WTA-8.4"),
    "discard_cost": ("Choose the card to discard for {now}.", "WTA-8.4"),
    "recycle_pick": ("Choose the next resource card to take back.", "WTA-5.10"),
    "respond": ("You may respond.", "WTA-9.2"),
    "trigger_target": ("{now} triggers: choose its target.", "WTA-8.7"),
    "toll": ("Pay the toll: discard a card or sacrifice a resource card.", "WTA-15.10"),
    "discard": ("Choose a card to discard.", "WTA-15.7"),
    "sac_resource": ("Choose a resource card to sacrifice.", "WTA-15.11"),
    "tax": ("Choose a resource card to mark; it gives no gold.", "WTA-15.15"),
    "reclaim": ("Choose a resource card to take back.", "WTA-15.13"),
    "search": ("Choose a card from your deck, or none.", "WTA-15.18"),
    "moveattack": ("Move, attack or neither?", "WTA-4.10"),
    "move": ("Move a creature to its other front.", "WTA-12.2"),
    "attackers": ("Choose an attacker.", "WTA-13.2"),
    "defend": ("Against which attacker does {asked} defend?", "WTA-13.4"),
    "order": ("Which combat is fought next?", "WTA-13.7"),
    "pickup": ("Pick up dropped Equipment?", "WTA-7.6"),
    "pickup_by": ("Who picks up {picked}?", "WTA-7.6"),
    "give_to": ("Who gets {picked}?", "WTA-7.5"),
    "entrance": ("Entrance phase: play a creature or end it.", "WTA-4.12"),
    "discard_down": ("Discard a card: you have {hand}, the hand limit is {limit}.", "WTA-4.13"),
    "quest_keep": ("Turn up {top}, or put it under its pile?", "WTA-17.7"),
    "quest_expire": ("Two quests would expire: which one does?", "WTA-17.10"),
}


def table(s: State, k: Cards, seat: int) -> Table:
    """The table for a seat (-1: a spectator, who sits at A's side)."""
    me = max(seat, 0)
    foe = 1 - me
    zones = [
        _hand(s, k, foe, seat),
        _resources(s, k, foe, seat),
        _front(s, k, foe, DEFENSIVE),
        _front(s, k, me, OFFENSIVE),
        _front(s, k, foe, OFFENSIVE),
        _front(s, k, me, DEFENSIVE),
        _resources(s, k, me, seat),
        _hand(s, k, me, seat),
        _chain(s, k),
        *_quests(s, k, seat),
        _grave(s, k, me),
        _grave(s, k, foe),
    ]
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


def final(s: State, k: Cards, p: int) -> str:
    """WTA-19: what decides a finished game."""
    return f"{max(0, s.influence[p])} influence, {s.vp[p]} VP"


# Cards


def card_item(k: Cards, c: int, identity: str, detail: str = "", marks: tuple[str, ...] = ()) -> Item:
    """A card that is not in play: name, cost and text as printed."""
    card = CARD_IDS[c]
    lines = [f"{KINDS[card]}, cost {cost_words(k, c)}", FACTIONS[k.faction[c]]]
    if k.type[c] == CREATURE:
        lines[1] += f", {k.attack[c]}/{k.defence[c]}"
    lines += [word for word in (_keywords(k.keys[c], k.stealth[c]), TEXTS[card]) if word]
    return Item(identity, title_of(c), detail, card, TONES[k.faction[c]], tuple(lines), marks)


def _keywords(keys: int, stealth: int) -> str:
    words = [word for i, word in enumerate(KEYWORDS) if keys >> i & 1]
    return ", ".join(words + ([f"Stealth {stealth}"] if stealth else []))


def _hand(s: State, k: Cards, p: int, seat: int) -> Zone:
    slots = s.hand[p][: s.n_hand[p]]
    if p == seat:
        items = [_hand_item(s, k, p, i) for i in range(len(slots))]
        return Zone(f"hand.{p}", "Your hand", "fan", tuple(items), owner=p)
    hidden = tuple(Item(f"hand.{p}.{i}", "card", hidden=True) for i in range(len(slots)))
    seen = sorted(title_of(s.card[o]) for o in slots if s.shown[o])
    note = f"seen before: {', '.join(seen)}" if seen else ""
    return Zone(f"hand.{p}", f"{SEATS[p]}'s hand", "fan", hidden, owner=p, note=note)


def _hand_item(s: State, k: Cards, p: int, i: int) -> Item:
    """A card of the own hand says what it costs now, X and T worked out."""
    o = s.hand[p][i]
    item = card_item(k, s.card[o], f"hand.{p}.{i}", cost_now(s, k, p, o))
    if k.cost_kind[s.card[o]] == COST_NUMBER:
        return item
    return replace(item, lines=(KINDS[item.kind], item.detail, *item.lines[1:]))


def _resources(s: State, k: Cards, p: int, seat: int) -> Zone:
    """WTA-5.8: piles of four, a row each."""
    items = []
    for i in range(s.n_resource[p]):
        marks = ("marked",) if s.res_marked[p][i] else ()
        turned = 90 if s.res_marked[p][i] else 0
        title = title_of(s.card[s.resource[p][i]]) if p == seat else "resource card"
        kind = CARD_IDS[s.card[s.resource[p][i]]] if p == seat else ""
        items.append(
            Item(f"res.{p}.{i}", title, f"position {i + 1}", kind, marks=marks, turned=turned, hidden=p != seat)
        )
    piles = tuple(f"pile {i + 1}" for i in range((len(items) + 3) // 4))
    free = s.n_resource[p] - sum(s.res_marked[p][: s.n_resource[p]])
    note = f"{free} of {s.n_resource[p]} unmarked, {available(s, k, p)} gold available"
    title = "Your resource cards" if p == seat else f"{SEATS[p]}'s resource cards"
    return Zone(f"resources.{p}", title, "grid", tuple(items), 4, p, note, row_labels=piles)


def _grave(s: State, k: Cards, p: int) -> Zone:
    counts = Tally(CARD_IDS[s.card[o]] for o in s.grave[p][: s.n_grave[p]])
    text = ", ".join(f"{n} {NAMES[card]}" if n > 1 else NAMES[card] for card, n in counts.items())
    top = Item(f"grave.{p}", f"{s.n_grave[p]} card{'s' * (s.n_grave[p] != 1)}", text)
    return Zone(f"graves.{p}", f"{SEATS[p]}'s grave", "pile", (top,), owner=p, note=text)


# The fronts


def _front(s: State, k: Cards, p: int, front: int) -> Zone:
    here = [o for o in s.board[: s.n_board] if s.player[o] == p and s.front[o] == front and s.host[o] == 0]
    field = SEATS[p ^ front]
    title = f"{SEATS[p]}'s {FRONTS[front]}"
    note = f"field {field}, faces {SEATS[1 - p]}'s {FRONTS[1 - front]}"
    return Zone(f"front.{p}.{front}", title, "row", tuple(object_item(s, k, o) for o in here), owner=p, note=note)


def object_item(s: State, k: Cards, o: int) -> Item:
    """A permanent with its marks, its figures and what is attached to it."""
    c = s.card[o]
    card = CARD_IDS[c]
    attached = [e for e in s.board[: s.n_board] if s.host[e] == o + 1]
    under = tuple(object_item(s, k, e) for e in sorted(attached, key=lambda e: s.attached[e]))
    creature = k.type[c] == CREATURE
    text = f"{title_of(c)} {figures(s, k, o)}" if creature else title_of(c)
    words = _keywords(s.keys[o], k.stealth[c] if s.state[o] != ASSIGNED else 0)
    lines = tuple(line for line in (f"{FACTIONS[k.faction[c]]} {KINDS[card]}", words, TEXTS[card]) if line)
    detail = f"{name_of(s, o)}, gold cost {s.cost[o]}, controlled by {SEATS[s.player[o]]}"
    turned = 90 if s.state[o] == MARKED else 0
    return Item(item_id(s, o), text, detail, card, TONES[k.faction[c]], lines, _marks(s, k, o), turned, under)


def _marks(s: State, k: Cards, o: int) -> tuple[str, ...]:
    marks = [f"#{s.entry[o]}"]
    marks += ["marked"] * (s.state[o] == MARKED) + ["assigned"] * (s.state[o] == ASSIGNED)
    marks += [f"damage {s.damage[o]}"] * (s.damage[o] > 0) + [f"stun {s.stun[o]}"] * (s.stun[o] > 0)
    marks += [f"prevents {s.shield[o]}"] * (s.shield[o] > 0)
    marks += [f"counters {s.counters[o]:+d}"] * (s.counters[o] != 0)
    if s.up_attack[o] or s.up_defence[o]:
        marks.append(f"{s.up_attack[o]:+d}/{s.up_defence[o]:+d} this turn")
    marks += ["attacking"] * (s.attack[o] & ATTACKING > 0) + ["defended"] * (s.attack[o] & DEFENDED > 0)
    marks += [f"against {title_in_play(s, s.pair[1][i])}" for i in range(s.n_pairs) if s.pair[0][i] == o]
    if k.type[s.card[o]] == EQUIPMENT and s.host[o] == 0:
        marks.append("dropped")
    elif not s.in_use[o]:
        marks.append("not in use")
    if s.player[o] != s.owner[o]:
        marks.append(f"owned by {SEATS[s.owner[o]]}")
    return tuple(marks)


# Chain and quests


def _chain(s: State, k: Cards) -> Zone:
    items = []
    for i in range(s.n_chain):
        item = s.chain[i]
        what = title_of(item[I_CARD]) + ("" if item[I_KIND] == ITEM_CARD else ": ability")
        x = f", X = {item[I_X]}" if item[I_X] else ""
        detail = f"{SEATS[item[I_PLAYER]]}{_target(s, item)}{x}"
        items.append(Item(f"chain.{i}", what, detail, CARD_IDS[item[I_CARD]], TONES[k.faction[item[I_CARD]]]))
    return Zone("chain", "Chain (the last resolves first)", "row", tuple(items))


def _target(s: State, item: list[int]) -> str:
    kind, target = item[I_TARGET_KIND], item[I_TARGET]
    if kind == 0:
        return ""
    if kind in (TARGET_PLAYER, TARGET_FIELD):
        return f", target {'field ' if kind == TARGET_FIELD else ''}{SEATS[target]}"
    return f", target {name_of(s, target) if s.zone[target] == IN_PLAY else title_of(s.card[target])}"


def _quests(s: State, k: Cards, seat: int) -> list[Zone]:
    if not k.quests:
        return []
    if s.step == STEP_VETO and s.turn == 0:
        return [_quest_deck(s, k, p) for p in range(2)]
    looked_at = s.cursor if s.ask == ASK_QUEST_KEEP else -1
    items = [
        _quest_item(s, k, q, q == looked_at) for q in range(2) if s.n_quests[q] and (q != looked_at or seat == s.asker)
    ]
    left = ", ".join(f"{SEATS[q]}'s pile: {_face_down(s, q, looked_at)}" for q in range(2))
    return [Zone("quests", "Quests", "row", tuple(items), note=left + _known_quests(s, seat))]


def _face_down(s: State, q: int, looked_at: int) -> str:
    """WTA-17.7: the player who completed a quest looks at the next one before it is turned up."""
    if q == looked_at:
        return f"{s.n_quests[q]} face down, {SEATS[s.asker]} looks at the top one"
    return f"{max(0, s.n_quests[q] - 1)} below"


def _known_quests(s: State, seat: int) -> str:
    """What the seat has looked at (WTA-17.7)."""
    if seat < 0:
        return ""
    known = [
        f"{NAMES[QUEST_IDS[s.quest[q][i]]]} is number {i + 1} of {SEATS[q]}'s pile"
        for q in range(2)
        for i in range(1, s.n_quests[q])
        if s.quest_seen[q][i] >> seat & 1
    ]
    return "".join(f"; {text}" for text in known)


def _quest_deck(s: State, k: Cards, p: int) -> Zone:
    quests = sorted(s.quest[p][: s.n_quests[p]])
    items = tuple(_printed_quest(k, q, f"veto.{p}.{QUEST_IDS[q]}") for q in quests)
    return Zone(f"quests.{p}", f"{SEATS[p]}'s quest deck", "row", items, owner=p)


CHECKED = ("checked at the end of your turns", "checked at the end of your opponent's turns", "checked every turn")


def _printed_quest(k: Cards, quest: int, identity: str, marks: tuple[str, ...] = (), detail: str = "") -> Item:
    card = QUEST_IDS[quest]
    return Item(
        identity,
        f"{NAMES[card]} ({k.quest_vp[quest]} VP)",
        detail,
        card,
        "gold",
        (TEXTS[card], CHECKED[k.quest_checked[quest]], *([detail] if detail else [])),
        marks,
    )


def _quest_item(s: State, k: Cards, q: int, looked_at: bool) -> Item:
    quest = s.quest[q][0]
    if looked_at:
        return _printed_quest(k, quest, f"quest.{q}", (), f"on {SEATS[q]}'s pile, not turned up yet")
    marks = []
    for p in range(2):
        taken = s.quest_token[q][p]
        if taken:
            since = "from next turn" if taken == s.turn else "accepted"
            marks.append(f"{SEATS[p]} {since}")
    progress = ", ".join(
        f"{SEATS[p]} {min(quest_met(s, k, 2 * q + p), k.quest_amount[quest])}/{k.quest_amount[quest]}" for p in range(2)
    )
    return _printed_quest(k, quest, f"quest.{q}", tuple(marks), f"on {SEATS[q]}'s pile; now {progress}")


# Counters, prompt, reasons


def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    turn = f"{s.turn} ({SEATS[active(s)]})" if s.turn else "before the first"
    general = [Counter("Turn", turn), Counter("Phase", PHASES[s.step])]
    if s.window != NO_WINDOW:
        general.append(Counter("Window", WINDOWS[s.window]))
    for p in range(2):
        general += [
            Counter("Army", SIDES[s.army[p] - 1].replace("_", " ") if s.army[p] else "any", p),
            Counter("Influence", str(s.influence[p]), p),
            Counter("VP", f"{s.vp[p]} of {k.vp_to_win}", p),
            Counter("Gold", f"{available(s, k, p)} available, {s.pool[p]} in the pool", p),
            Counter("Hand", str(s.n_hand[p]), p),
            Counter("Deck", _deck_words(s, p), p),
        ]
    return tuple(general)


def _deck_words(s: State, p: int) -> str:
    """A card put on top is known to both until it leaves or the deck is shuffled."""
    known = [
        f"{title_of(s.card[s.deck[p][i]])} is number {s.n_deck[p] - i} from the top"
        for i in range(s.n_deck[p])
        if s.shown[s.deck[p][i]]
    ]
    return "; ".join([str(s.n_deck[p]), *known])


def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ended:
        won = "The game is drawn" if s.winner > 1 else f"{SEATS[s.winner]} wins"
        return Prompt("game_over", f"{won} ({ENDS[s.ended]}).", "WTA-19.1")
    text, clause = PROMPTS[DECISIONS[s.ask]]
    if s.ask == ASK_RESPOND and s.n_chain:
        text = f"{SEATS[1 - s.asker]} has put {title_of(s.chain[s.n_chain - 1][I_CARD])} on the chain; you may respond."
    elif s.ask == ASK_RESPOND:
        text = f"You may act ({WINDOWS[s.window]})."
    text = text.format_map(_filling(s, k, seat))
    if seat != s.asker:
        text = f"{SEATS[s.asker]} decides: {text}"
    return Prompt(DECISIONS[s.ask], text, clause)


def _filling(s: State, k: Cards, seat: int) -> dict[str, object]:
    """What the words in braces of a prompt stand for."""
    picked = s.card[s.picked - 1] if s.picked else -1
    return {
        "now": title_of(s.now[I_CARD]),
        "picked": title_of(picked),
        "upkeep": "".join(TEXTS[CARD_IDS[picked]].partition("Upkeep")[1:]),
        "asked": next((name_of(s, o) for o in s.board[: s.n_board] if s.entry[o] == s.cursor), ""),
        "top": _top_quest(s, seat) if s.ask == ASK_QUEST_KEEP else "",
        "unassign": k.unassign_cost,
        "hand": s.n_hand[s.asker],
        "limit": k.hand_limit,
    }


def _top_quest(s: State, seat: int) -> str:
    return NAMES[QUEST_IDS[s.quest[s.cursor][0]]] if seat == s.asker else "the next quest"


def _blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    if seat < 0 or s.ended or s.ask == NOBODY or s.turn == 0:
        return []
    return hand_reasons(s, k, seat) + action_reasons(s, k, seat)
