"""A WTactics position in the rulebook's own words, to and from a state.

turn: 3                     # default 3; odd turns are A's
phase: play_1               # default; also mulligan, unmark, draw, move_attack_1, play_2, move_attack_2, entrance ...
A:
  influence: 20             # also vp, pool
  hand: [algae_armour]
  resources: [elder_wose*, fairy_pot]       # by position; * is marked
  deck: [misled_orc, kolibri]               # from the top; default: twenty peasant_levy
  grave: [erode]
  offensive: [merman_brawler, {card: elvish_ranger, marked: true, stun: 1, attached: [{card: entangled, player: B}]}]
  defensive: [hedge_mage*]
quests: {A: [q_giant, q_wheel], B: []}      # piles from the top, the first one face up

Creatures get entry numbers in the order listed. A position can be written down in the middle of anything, but set up
only where no item is being announced, resolved or fought over.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tablewright.engine import ABSENT, Part, Position, PositionError, later, read

from .descriptions import SEATS
from .gold import available
from .ids import ASK, FRONT, IN, IS, ITEM, MOST_DECK, QUEST_DECK, SLOTS, STEP
from .ladder import run
from .objects import attach, attack_of, defence_of, of_kind
from .state import CARD_IDS, MANY, QUEST_IDS, Cards, State
from .turn import upkeep_ability
from .vocabulary import ABILITY, COST, TARGET, TYPE
from .zones import active, to_deck, to_grave, to_hand, to_resources

IDLE = ("play", "moveattack", "entrance", "mulligan", "draw2", "discard_down", "veto")
FILLER = CARD_IDS.index("peasant_levy")


# Cards out of play


def slot_for(s: State, k: Cards, c: int, owner: int, in_play: bool = False) -> int:
    """A free slot for a card of a player, or for a token, which is nowhere but in play."""
    if k.token[c] and not in_play:
        raise PositionError(f"{CARD_IDS[c]} is a token; it can only be in a front (WTA-2.4)")
    first, last = (2 * MOST_DECK, SLOTS) if k.token[c] else (owner * MOST_DECK, (owner + 1) * MOST_DECK)
    free = [o for o in range(first, last) if s.zone[o] == IN.nowhere]
    if not free:
        raise PositionError(f"{SEATS[owner]} has too many cards; {MOST_DECK} and {SLOTS - 2 * MOST_DECK} tokens fit")
    s.card[free[0]], s.owner[free[0]] = c, owner
    return free[0]


def read_known(value: object, s: State, k: Cards, p: int) -> None:
    """What the opponent has seen of a hand and a deck."""
    for zone, cards in read.table(value, f"known of {SEATS[p]}", ("hand", "deck")).items():
        for name in read.items(cards, f"known {zone} of {SEATS[p]}", "cards"):
            unseen = [o for o in there(s, zone, p) if CARD_IDS[s.card[o]] == name and not s.shown[o]]
            if not unseen:
                raise PositionError(f"known: there is no {name} in {SEATS[p]}'s {zone}")
            s.shown[unseen[-1]] = 1


def write_known(s: State, k: Cards, p: int) -> dict[str, list[str]]:
    known = {zone: [CARD_IDS[s.card[o]] for o in there(s, zone, p) if s.shown[o]] for zone in ("hand", "deck")}
    return {zone: cards for zone, cards in known.items() if cards}


def there(s: State, zone: str, p: int) -> list[int]:
    slots: list[int] = getattr(s, zone)[p][: getattr(s, f"n_{zone}")[p]]
    return slots


# Objects in play


def read_object(entry: object, s: State, k: Cards, p: int, front: int) -> int:
    """A permanent, written as `card`, `card*` (marked) or a table, with what is attached to it."""
    if isinstance(entry, str):
        entry = {"card": entry.rstrip("*"), "marked": entry.endswith("*")}
    words = OBJECT.check(entry, "an object in play", k)
    if "card" not in words:
        raise PositionError(f"an object in play needs a card: {dict(words)!r}")
    c = read.word(words["card"], "card", CARD_IDS)
    o = slot_for(s, k, c, read.seat(words.get("owner", SEATS[p]), SEATS, "owner"), in_play=True)
    s.player[o] = read.seat(words.get("player", SEATS[p]), SEATS, "player")
    s.front[o], s.zone[o], s.board[s.n_board] = front, IN.play, o
    s.n_board += 1
    OBJECT.read({"entry": s.entries + 1, **words}, s, k, o, CARD_IDS[c])
    s.entries = max(s.entries, s.entry[o])
    if "counters" not in words and k.enters_with_x[c]:
        s.counters[o] = s.x[o]
    if "cost" not in words:
        s.cost[o] = min(99, max(0, k.cost[c] + (s.x[o] if k.cost_kind[c] == COST.x else 0)))
    if max(s.stun[o], s.x[o], s.cost[o]) > 99:
        raise PositionError(f"stun, x and cost of {CARD_IDS[c]} can be 99 at most in a position")
    return o


def read_attached(value: object, s: State, k: Cards, host: int) -> None:
    s.entries = max(s.entries, s.entry[host])
    for entry in read.items(value, f"attached of {CARD_IDS[s.card[host]]}", "cards"):
        words = entry if isinstance(entry, Mapping) else {"card": entry}
        if words.get("card") in CARD_IDS:
            check_attachment(k, CARD_IDS.index(words["card"]), s.card[host])
        seat = s.player[host]
        o = read_object({"owner": words.get("player", SEATS[seat]), **words}, s, k, seat, s.front[host])
        before, number = s.entries, s.attached[o]
        attach(s, o, host)
        if number:
            s.attached[o], s.entries = number, before
        if k.type[s.card[o]] == TYPE.equipment:
            s.player[o] = seat


def check_attachment(k: Cards, c: int, host: int) -> None:
    """WTA-7.2, WTA-7.8: what may be attached, and to what."""
    if k.type[c] not in (TYPE.equipment, TYPE.enchantment) or k.type[host] != TYPE.creature:
        itself = " to itself" if host == c else ""
        allowed = "only Equipment and Enchantments are attached to creatures"
        raise PositionError(f"{CARD_IDS[c]} cannot be attached{itself}; {allowed}")
    target = k.target[k.ability[k.play_ability[c]][ABILITY.target]]
    if not of_kind(k, host, target[TARGET.subtypes], target[TARGET.faction]):
        raise PositionError(f"{CARD_IDS[c]} cannot be attached to {CARD_IDS[host]}; its text does not allow it")


def write_attached(s: State, k: Cards, host: int) -> list[object]:
    worn = sorted((o for o in s.board[: s.n_board] if s.host[o] == host + 1), key=lambda o: s.attached[o])
    return [OBJECT.write(s, k, o) for o in worn]


def write_front(s: State, k: Cards, p: int, front: int) -> list[object]:
    here = [o for o in s.board[: s.n_board] if (s.host[o], s.player[o], s.front[o]) == (0, p, front)]
    return [OBJECT.write(s, k, o) for o in here]


def read_marked(value: object, s: State, k: Cards, o: int) -> None:
    if read.flag(value, "marked") and s.state[o] == IS.assigned:
        raise PositionError("marked is True; it must be true or false, and not true for what is assigned")
    s.state[o] = IS.marked if value else s.state[o]


def read_assigned(value: object, s: State, k: Cards, o: int) -> None:
    s.state[o], s.since[o] = IS.assigned, read.number(value, "assigned", 1, MANY)


def row(key: str, low: int, high: int, lists: Callable[[State], Any]) -> Part:
    """Several numbers of an object, one after the other."""

    def read_row(value: object, s: State, k: Cards, o: int) -> None:
        for values, n in zip(lists(s), read.numbers(value, key, len(lists(s)), low, high), strict=False):
            values[o] = n

    return Part(read_row, lambda s, k, o: [values[o] for values in lists(s)])


def of_creature(write: Any) -> Any:
    return lambda s, k, o: write(s, k, o) if k.type[s.card[o]] == TYPE.creature else ABSENT


# Quests


def read_quests(value: object, s: State, k: Cards, q: int) -> None:
    quests = read.items(value, f"the pile of {SEATS[q]}", "quests")
    pile = [read.word(name, "quest", QUEST_IDS) for name in quests]
    if len(pile) + s.n_gone[q] > QUEST_DECK:
        raise PositionError(f"{SEATS[q]}'s pile has more than {QUEST_DECK} quests")
    s.quest[q][: len(pile)], s.n_quests[q] = pile, len(pile)
    s.quest_seen[q][0] = 3 if pile and s.step != STEP.veto else 0


def read_seen(value: object, s: State, k: Cards, q: int) -> None:
    seen = read.numbers(value, f"seen of {SEATS[q]}", s.n_quests[q], 0, 3)
    s.quest_seen[q][:] = [*seen, *[0] * (QUEST_DECK - len(seen))]


# The whole position


def busy(s: State, k: Cards) -> str:
    """What is under way that a position cannot express."""
    if s.ended:
        return "the end of the game"
    idle = not (s.effect or s.check or s.announce or s.chain_on or s.window or s.battle or s.n_picks)
    return "" if idle and ASK._fields[s.ask] in IDLE else ASK._fields[s.ask]


def read_busy(value: object, s: State, k: Cards) -> None:
    if value:
        raise PositionError(f"a position cannot be set up in the middle of {value}")


def stand(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """What stands in the fronts, in the order listed."""
    listed = [(seat, front) for seat in given if seat in SEATS for front in given[seat] if front in FRONT._fields]
    for seat, front in listed:
        for entry in read.items(given[seat][front], front, "cards"):
            c = s.card[read_object(entry, s, k, SEATS.index(seat), FRONT._fields.index(front))]
            if k.type[c] not in (TYPE.creature, TYPE.equipment):
                raise PositionError(f"{CARD_IDS[c]} cannot stand in a front; only creatures and dropped Equipment")
    order = sorted(s.board[: s.n_board], key=lambda o: s.entry[o])
    if len({s.entry[o] for o in order}) < len(order):
        raise PositionError("two objects in play have the same entry number")
    s.board[: s.n_board] = order
    s.entries = max([s.entries, *(s.attached[o] for o in order)])


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """What follows from the rest; then go on to the first decision."""
    if (s.turn == 0) != (s.step == STEP.veto):
        phase = STEP._fields[s.step]
        raise PositionError(f"turn {s.turn} has no phase {phase}; turn 0 is the veto, and only there is one")
    stand(given, s, k)
    for p, seat in enumerate(SEATS):
        for _ in range(0 if "deck" in given.get(seat, {}) else 20):
            to_deck(s, slot_for(s, k, FILLER, p), 0)
        for i in [i + 1 for i, gave in enumerate(s.res_gave[p]) if gave and i >= s.n_resource[p]]:
            raise PositionError(f"gave of {seat} names resource {i}; there is only {s.n_resource[p]}")
        if s.step == STEP.veto and k.quests and s.n_quests[p] + s.n_gone[p] <= k.vetoes_each:
            raise PositionError(f"{seat} has too few quests for the veto; it needs more than {k.vetoes_each}")
    s.vetoes = sum(s.n_gone) if s.step == STEP.veto else 0
    s.entries = max(read.number(given.get("entries", 0), "entries", 0, 30000), s.entries)
    s.dirty = 1
    if s.step == STEP.upkeep:
        for o in s.board[: s.n_board]:  # WTA-4.6: those that are there when the step begins
            s.due[o] = int(s.player[o] == active(s) and upkeep_ability(s, k, o) >= 0)
    run(s, k)


def components(s: State, k: Cards) -> Counter[str]:
    """Every card of both decks in exactly one place, and every quest; tokens come and go."""
    slots = s.board[: s.n_board] + [o for o in range(SLOTS) if s.zone[o] == IN.chain]
    slots += [o for p in range(2) for zone in ("deck", "hand", "resource", "grave") for o in there(s, zone, p)]
    quests = [(q, i) for q in range(2) for i in s.quest[q][: s.n_quests[q]] + s.quest_gone[q][: s.n_gone[q]]]
    cards = [f"{SEATS[s.owner[o]]} {CARD_IDS[s.card[o]]}" for o in slots if o < 2 * MOST_DECK]
    return Counter([*cards, *(f"{SEATS[q]} {QUEST_IDS[i]}" for q, i in quests)])


POSITION: Position = Position(
    State,
    SEATS,
    keyed=True,
    own="{seat}",
    laid={
        "deck": lambda s, k, c, p: to_deck(s, slot_for(s, k, c, p), 0),
        "hand": lambda s, k, c, p: to_hand(s, slot_for(s, k, c, p), 0),
        "grave": lambda s, k, c, p: to_grave(s, slot_for(s, k, c, p)),
        "resource": lambda s, k, c, p: to_resources(s, slot_for(s, k, c, p), 0),
    },
    parts={
        "busy": Part(read_busy, busy),
        "{seat}.known": Part(read_known, write_known),
        "{seat}.offensive": Part(later, lambda s, k, p: write_front(s, k, p, FRONT.offensive)),
        "{seat}.defensive": Part(later, lambda s, k, p: write_front(s, k, p, FRONT.defensive)),
        "quests.{seat}": Part(read_quests, lambda s, k, q: [QUEST_IDS[i] for i in s.quest[q][: s.n_quests[q]]]),
        "quests.seen.{seat}": Part(read_seen, lambda s, k, q: s.quest_seen[q][: s.n_quests[q]]),
        "entries": Part(later, lambda s, k: s.entries),
    },
    facts={
        "{seat}.gold": available,
        "decision": lambda s, k: ASK._fields[s.ask] if s.ask else "none",
        "to_move": lambda s, k: None if s.ended else SEATS[s.decider],
        "chain": lambda s, k: [CARD_IDS[s.chain[i][ITEM.card]] for i in range(s.n_chain)],
        "winner": lambda s, k: None if not s.ended else ("A", "B", "draw")[s.winner],
    },
    settle=settle,
    components=components,
)
OBJECT = POSITION.of_things(
    ("damage", "stun", "shield", "counters", "cost", "x", "entry", "rested", "attached", "up_keys"),
    parts={
        "card": Part(later, lambda s, k, o: CARD_IDS[s.card[o]]),
        "owner": Part(later, lambda s, k, o: SEATS[s.owner[o]]),
        "player": Part(later, lambda s, k, o: SEATS[s.player[o]]),
        "assigned": Part(read_assigned, lambda s, k, o: s.since[o] if s.state[o] == IS.assigned else ABSENT),
        "marked": Part(read_marked, lambda s, k, o: s.state[o] == IS.marked),
        "boost": row("boost", -99, 99, lambda s: (s.up_attack, s.up_defence)),
        "used": row("used", 0, 99, lambda s: s.used),
        "attached": Part(read_attached, write_attached),
    },
    facts={
        "attack": of_creature(attack_of),
        "defence": of_creature(defence_of),
        "keywords": of_creature(lambda s, k, o: POSITION.part("keys").write(s, k, o)),
        "attacking": of_creature(lambda s, k, o: bool(s.attack[o] & 1)),
        "in_use": lambda s, k, o: bool(s.in_use[o]),
    },
)
