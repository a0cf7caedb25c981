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
from collections.abc import Iterator, Mapping
from typing import Any

from tablewright.engine import PositionError, unknown

from .decks import SIDES
from .gold import available
from .ids import (
    ASSIGNED,
    CREATURE,
    DECISIONS,
    EQUIPMENT,
    I_CARD,
    IN_PLAY,
    KEYWORDS,
    MARKED,
    MOST_DECK,
    ON_CHAIN,
    QUEST_DECK,
    SLOTS,
    STEP_VETO,
)
from .ladder import run
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .objects import attach, attack_of, defence_of
from .words import SEATS
from .zones import to_deck, to_grave, to_hand, to_resources

PHASES = (
    "veto",
    "mulligan",
    "unmark",
    "unassign",
    "upkeep_triggers",
    "upkeep",
    "draw",
    "draw_more",
    "play_1",
    "move_attack_1",
    "pick_up",
    "pick_up_passive",
    "play_2",
    "move_attack_2",
    "entrance",
    "discard",
    "wounds_end",
    "pools_end",
    "quest_checks",
    "expiry",
    "last",
)
KEYS = {"turn", "phase", "A", "B", "quests", "this_turn", "entries", "busy"}
INFORMS = {"decision", "to_move", "chain", "window", "winner", "combat"}
SIDE_KEYS = {
    "army",
    "influence",
    "vp",
    "pool",
    "hand",
    "resources",
    "deck",
    "grave",
    "offensive",
    "defensive",
    "known",
    "gave",
}
SIDE_INFORMS = {"gold"}
OBJECT_NUMBERS = ("damage", "stun", "prevention", "counters", "cost", "x", "entry", "attach")
OBJECT_KEYS = {"card", "player", "owner", "marked", "assigned", "unassigned", "boost", "grants", "used", "attached"}
OBJECT_INFORMS = {"attack", "defence", "keywords", "in_use", "attacking", "defends"}
TURN_NUMBERS = ("lays", "recycles", "did_move", "did_attack", "attackers", "drawn")
TURN_PAIRS = ("raid", "lost", "died", "spells", "spent", "recycled", "cannot_defend", "could_not_draw", "mulligans")
FILLER = "peasant_levy"


# Reading


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position and go on to its first decision."""
    _known("a position", given, KEYS)
    if given.get("busy"):
        raise PositionError(f"a position cannot be set up in the middle of {given['busy']}")
    phase = given.get("phase", "play_1")
    if phase not in PHASES:
        raise PositionError(unknown("phase", str(phase), PHASES))
    s.step = PHASES.index(phase)
    s.turn = _number(given, "turn", 3, 0, 200)
    used = [0, 0, 0]
    for seat in SEATS:
        p = SEATS.index(seat)
        s.influence[p] = k.start_influence
        side = given.get(seat, {})
        _known(seat, side, SIDE_KEYS | SIDE_INFORMS)
    for seat in given:
        if seat in SEATS:
            _load_fronts(s, k, SEATS.index(seat), given[seat], used)
    for seat in SEATS:
        _load_side(s, k, SEATS.index(seat), given.get(seat, {}), used)
    _load_turn(s, given.get("this_turn", {}))
    _load_quests(s, k, given.get("quests", {}))
    _sort_board(s)
    s.entries = max(_number(given, "entries", 0, 0, 30000), s.entries)
    s.dirty = 1
    run(s, k)


def _known(what: str, given: object, keys: set[str]) -> None:
    if not isinstance(given, Mapping):
        raise PositionError(f"{what} must be a mapping of names and values, not {given!r}")
    for key in given:
        if key not in keys:
            raise PositionError(unknown(f"key of {what}", str(key), keys))


def _number(given: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = given.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{key} is {value!r}; it must be a number from {low} to {high}")
    return value


def _design(name: object, k: Cards) -> int:
    if name not in CARD_IDS:
        raise PositionError(unknown("card", str(name), CARD_IDS))
    return CARD_IDS.index(str(name))


def _slot(s: State, k: Cards, c: int, owner: int, used: list[int]) -> int:
    """A free slot for a card of a player, or for a token."""
    pool = 2 if k.token[c] else owner
    o = pool * MOST_DECK + used[pool]
    if used[pool] >= (SLOTS - 2 * MOST_DECK if pool == 2 else MOST_DECK):
        raise PositionError(f"{SEATS[owner]} has too many cards; {MOST_DECK} and {SLOTS - 2 * MOST_DECK} tokens fit")
    used[pool] += 1
    s.card[o], s.owner[o] = c, owner
    return o


def _load_side(s: State, k: Cards, p: int, side: Mapping[str, Any], used: list[int]) -> None:
    s.influence[p] = _number(side, "influence", k.start_influence, -999, 9999)
    s.vp[p] = _number(side, "vp", 0, 0, 99)
    army = side.get("army")
    if army is not None and army not in SIDES:
        raise PositionError(unknown("army", str(army), SIDES))
    s.army[p] = 0 if army is None else SIDES.index(army) + 1
    s.pool[p] = _number(side, "pool", 0, 0, 999)
    for name in reversed(_cards(side, "deck", [FILLER] * 20)):
        to_deck(s, _slot(s, k, _design(name, k), p, used), 0)
    for name in _cards(side, "hand", []):
        to_hand(s, _slot(s, k, _design(name, k), p, used), 0)
    for name in _cards(side, "grave", []):
        to_grave(s, _slot(s, k, _design(name, k), p, used))
    for name in _cards(side, "resources", []):
        text = str(name)
        to_resources(s, _slot(s, k, _design(text.removesuffix("*"), k), p, used), int(text.endswith("*")))
    for i in side.get("gave", []):
        s.res_gave[p][i - 1] = 1
    known = side.get("known", {})
    for zone, count, slots in (("hand", s.n_hand, s.hand), ("deck", s.n_deck, s.deck)):
        for name in known.get(zone, []):
            o = next(
                (o for o in reversed(slots[p][: count[p]]) if CARD_IDS[s.card[o]] == name and not s.shown[o]), None
            )
            if o is None:
                raise PositionError(f"known: there is no {name} in {SEATS[p]}'s {zone}")
            s.shown[o] = 1


def _cards(side: Mapping[str, Any], key: str, default: list[str]) -> list[Any]:
    cards = side.get(key, default)
    if not isinstance(cards, list):
        raise PositionError(f"{key} must be a list of cards, not {cards!r}")
    return cards


def _load_fronts(s: State, k: Cards, p: int, side: Mapping[str, Any], used: list[int]) -> None:
    for key in side:
        if key in ("offensive", "defensive"):
            front = ("offensive", "defensive").index(key)
            for entry in _cards(side, key, []):
                o = _load_object(s, k, p, front, entry, used)
                kind = k.type[s.card[o]]
                if kind not in (CREATURE, EQUIPMENT):
                    raise PositionError(
                        f"{CARD_IDS[s.card[o]]} cannot stand in a front; only creatures and dropped Equipment"
                    )


def _load_object(s: State, k: Cards, p: int, front: int, entry: object, used: list[int]) -> int:
    """A permanent, written as `card`, `card*` (marked) or a mapping, with what is attached to it."""
    if isinstance(entry, str):
        entry = {"card": entry.rstrip("*"), "marked": entry.endswith("*")}
    _known("an object in play", entry, OBJECT_KEYS | OBJECT_INFORMS | set(OBJECT_NUMBERS))
    assert isinstance(entry, Mapping)
    if "card" not in entry:
        raise PositionError(f"an object in play needs a card: {dict(entry)!r}")
    c = _design(entry["card"], k)
    o = _slot(s, k, c, _seat(entry, "owner", p), used)
    s.player[o] = _seat(entry, "player", p)
    s.front[o] = front
    s.zone[o] = IN_PLAY
    s.board[s.n_board] = o
    s.n_board += 1
    _load_numbers(s, k, o, entry)
    for worn in _cards(entry, "attached", []):
        _load_attachment(s, k, o, worn, used)
    return o


def _seat(entry: Mapping[str, Any], key: str, default: int) -> int:
    if key not in entry:
        return default
    if entry[key] not in SEATS:
        raise PositionError(f"{key} is {entry[key]!r}; it must be A or B")
    return SEATS.index(entry[key])


def _load_numbers(s: State, k: Cards, o: int, entry: Mapping[str, Any]) -> None:
    s.entry[o] = _number(entry, "entry", s.entries + 1, 1, 30000)
    s.entries = max(s.entries, s.entry[o])
    s.damage[o] = _number(entry, "damage", 0, 0, 999)
    s.stun[o] = _number(entry, "stun", 0, 0, 100)
    s.shield[o] = _number(entry, "prevention", 0, 0, 999)
    s.x[o] = _number(entry, "x", 0, 0, 99)
    s.counters[o] = _number(entry, "counters", s.x[o] if k.enters_with_x[s.card[o]] else 0, -99, 99)
    played = max(0, k.cost[s.card[o]] + (s.x[o] if k.cost_kind[s.card[o]] == 1 else 0))
    s.cost[o] = _number(entry, "cost", played, 0, 99)
    s.state[o] = MARKED if entry.get("marked") else 0
    if "assigned" in entry:
        s.state[o] = ASSIGNED
        s.since[o] = _number(entry, "assigned", 1, 1, 200)
    s.rested[o] = int(bool(entry.get("unassigned")))
    boost = entry.get("boost", [0, 0])
    s.up_attack[o], s.up_defence[o] = boost
    s.up_keys[o] = sum(1 << KEYWORDS.index(word) for word in entry.get("grants", []))
    for i, uses in enumerate(entry.get("used", [])):
        s.used[i][o] = uses


def _load_attachment(s: State, k: Cards, host: int, entry: object, used: list[int]) -> None:
    name = entry.get("card") if isinstance(entry, Mapping) else entry
    if name in CARD_IDS and k.type[_design(name, k)] == CREATURE:
        itself = " to itself" if CARD_IDS[s.card[host]] == name else ""
        raise PositionError(
            f"{name} cannot be attached{itself}; only Equipment and Enchantments are attached to creatures"
        )
    seat = s.player[host]
    if isinstance(entry, Mapping) and "player" in entry:
        entry = {"owner": entry["player"], **entry}
    o = _load_object(s, k, seat, s.front[host], entry, used)
    before = s.entries
    attach(s, o, host)
    if isinstance(entry, Mapping) and "attach" in entry:
        s.attached[o], s.entries = _number(entry, "attach", 0, 1, 30000), before
    if k.type[s.card[o]] == EQUIPMENT:
        s.player[o] = seat


def _sort_board(s: State) -> None:
    order = sorted(s.board[: s.n_board], key=lambda o: s.entry[o])
    entries = [s.entry[o] for o in order]
    if len(set(entries)) < len(entries):
        raise PositionError("two objects in play have the same entry number")
    s.board[: s.n_board] = order
    s.entries = max([s.entries, *(s.attached[o] for o in order)])


def _load_turn(s: State, given: Mapping[str, Any]) -> None:
    _known("this_turn", given, {*TURN_NUMBERS, *TURN_PAIRS})
    for name in TURN_NUMBERS:
        setattr(s, name, _number(given, name, 0, 0, 999))
    for name in TURN_PAIRS:
        pair = given.get(name, {})
        _known(name, pair, set(SEATS))
        for p, seat in enumerate(SEATS):
            getattr(s, name)[p] = _number(pair, seat, 0, -1, 999)


QUEST_KEYS = {"A", "B", "tokens", "used", "since", "seen", "gone"}


def _load_quests(s: State, k: Cards, given: Mapping[str, Any]) -> None:
    _known("quests", given, QUEST_KEYS)
    for q, seat in enumerate(SEATS):
        pile = [_quest(name) for name in given.get(seat, [])]
        gone = [_quest(name) for name in given.get("gone", {}).get(seat, [])]
        if len(pile) + len(gone) > QUEST_DECK:
            raise PositionError(f"{seat}'s pile has more than {QUEST_DECK} quests")
        s.quest[q][: len(pile)], s.n_quests[q] = pile, len(pile)
        s.quest_gone[q][: len(gone)], s.n_gone[q] = gone, len(gone)
        s.quest_since[q] = given.get("since", {}).get(seat, 0)
        seen = given.get("seen", {}).get(seat, [3] if pile and s.step != STEP_VETO else [])
        s.quest_seen[q][: len(seen)] = seen
        for p, other in enumerate(SEATS):
            s.quest_token[q][p] = given.get("tokens", {}).get(seat, {}).get(other, 0)
            s.quest_used[q][p] = given.get("used", {}).get(seat, {}).get(other, 0)
    if s.step == STEP_VETO:
        s.vetoes = sum(s.n_gone)


def _quest(name: object) -> int:
    if name not in QUEST_IDS:
        raise PositionError(unknown("quest", str(name), QUEST_IDS))
    return QUEST_IDS.index(str(name))


# Writing


def dump(s: State, k: Cards) -> dict[str, Any]:
    """The whole position in words; examples compare any part of it."""
    return {
        "turn": s.turn,
        "phase": PHASES[s.step],
        "busy": _busy(s),
        **{seat: _dump_side(s, k, p) for p, seat in enumerate(SEATS)},
        "quests": _dump_quests(s),
        "this_turn": _dump_turn(s),
        "entries": s.entries,
        "decision": DECISIONS[s.ask],
        "to_move": None if s.ended else SEATS[s.asker],
        "chain": [CARD_IDS[s.chain[i][I_CARD]] for i in range(s.n_chain)],
        "window": ("none", "after_action", "attack", "combat")[s.window],
        "winner": None if not s.ended else ("A", "B", "draw")[s.winner],
    }


def _busy(s: State) -> str:
    """What is under way that a position cannot express."""
    if s.ended:
        return "the end of the game"
    plain = ("play", "moveattack", "entrance", "mulligan", "draw2", "discard_down", "veto")
    idle = not (s.effect or s.check or s.announce or s.chain_on or s.window or s.battle or s.n_picks)
    return "" if idle and DECISIONS[s.ask] in plain else DECISIONS[s.ask]


def _dump_side(s: State, k: Cards, p: int) -> dict[str, Any]:
    def names(slots: list[int]) -> list[str]:
        return [CARD_IDS[s.card[o]] for o in slots]

    hand, deck, resources = s.hand[p][: s.n_hand[p]], s.deck[p][: s.n_deck[p]], s.resource[p][: s.n_resource[p]]
    side: dict[str, Any] = {
        "army": SIDES[s.army[p] - 1] if s.army[p] else None,
        "influence": s.influence[p],
        "vp": s.vp[p],
        "pool": s.pool[p],
        "gold": available(s, k, p),
        "hand": names(hand),
        "resources": [f"{name}{'*' * s.res_marked[p][i]}" for i, name in enumerate(names(resources))],
        "gave": [i + 1 for i in range(s.n_resource[p]) if s.res_gave[p][i]],
        "deck": names(deck[::-1]),
        "grave": names(s.grave[p][: s.n_grave[p]]),
    }
    known = {"hand": [o for o in hand if s.shown[o]], "deck": [o for o in deck if s.shown[o]]}
    side["known"] = {zone: names(slots) for zone, slots in known.items() if slots}
    for front, key in enumerate(("offensive", "defensive")):
        side[key] = [
            _dump_object(s, k, o, p)
            for o in s.board[: s.n_board]
            if s.host[o] == 0 and s.player[o] == p and s.front[o] == front
        ]
    return side


def _dump_object(s: State, k: Cards, o: int, p: int) -> dict[str, Any]:
    worn = sorted((e for e in s.board[: s.n_board] if s.host[e] == o + 1), key=lambda e: s.attached[e])
    words: dict[str, Any] = {"card": CARD_IDS[s.card[o]], "owner": SEATS[s.owner[o]], "player": SEATS[s.player[o]]}
    numbers = (s.damage, s.stun, s.shield, s.counters, s.cost, s.x, s.entry)
    words |= {name: values[o] for name, values in zip(OBJECT_NUMBERS, numbers, strict=False)}
    words["marked"] = s.state[o] == MARKED
    if s.state[o] == ASSIGNED:
        words["assigned"] = s.since[o]
    if s.rested[o]:
        words["unassigned"] = True
    if s.host[o]:
        words["attach"] = s.attached[o]
    words["boost"] = [s.up_attack[o], s.up_defence[o]]
    words["grants"] = _keywords(s.up_keys[o])
    words["used"] = [uses[o] for uses in s.used]
    words["attached"] = [_dump_object(s, k, e, p) for e in worn]
    if k.type[s.card[o]] == CREATURE:
        words |= {"attack": attack_of(s, k, o), "defence": defence_of(s, k, o), "keywords": _keywords(s.keys[o])}
        words["attacking"] = bool(s.attack[o] & 1)
    words["in_use"] = bool(s.in_use[o])
    return words


def _keywords(keys: int) -> list[str]:
    return [word for i, word in enumerate(KEYWORDS) if keys >> i & 1]


def _dump_turn(s: State) -> dict[str, Any]:
    words: dict[str, Any] = {name: getattr(s, name) for name in TURN_NUMBERS}
    return words | {name: dict(zip(SEATS, getattr(s, name), strict=True)) for name in TURN_PAIRS}


def _dump_quests(s: State) -> dict[str, Any]:
    words: dict[str, Any] = {seat: [QUEST_IDS[i] for i in s.quest[q][: s.n_quests[q]]] for q, seat in enumerate(SEATS)}
    words["gone"] = {seat: [QUEST_IDS[i] for i in s.quest_gone[q][: s.n_gone[q]]] for q, seat in enumerate(SEATS)}
    words["since"] = dict(zip(SEATS, s.quest_since, strict=True))
    words["seen"] = {seat: s.quest_seen[q][: s.n_quests[q]] for q, seat in enumerate(SEATS)}
    words["tokens"] = {seat: dict(zip(SEATS, s.quest_token[q], strict=True)) for q, seat in enumerate(SEATS)}
    words["used"] = {seat: dict(zip(SEATS, s.quest_used[q], strict=True)) for q, seat in enumerate(SEATS)}
    return words


def components(s: State, k: Cards) -> Counter[str]:
    """Every card of both decks in exactly one place, and every quest; tokens come and go."""
    return Counter(f"{SEATS[s.owner[o]]} {CARD_IDS[s.card[o]]}" for o in _everywhere(s) if o < 2 * MOST_DECK) + Counter(
        f"{SEATS[q]} {QUEST_IDS[i]}"
        for q in range(2)
        for i in s.quest[q][: s.n_quests[q]] + s.quest_gone[q][: s.n_gone[q]]
    )


def _everywhere(s: State) -> Iterator[int]:
    for p in range(2):
        yield from s.deck[p][: s.n_deck[p]]
        yield from s.hand[p][: s.n_hand[p]]
        yield from s.resource[p][: s.n_resource[p]]
        yield from s.grave[p][: s.n_grave[p]]
    yield from s.board[: s.n_board]
    yield from (o for o in range(SLOTS) if s.zone[o] == ON_CHAIN)
