"""From a position in words (see position.py) to a state; whatever does not make sense is refused in one line."""

from collections.abc import Mapping
from typing import Any

from tablewright.engine import PositionError, unknown

from .decks import SIDES
from .ids import (
    A_TARGET,
    ASSIGNED,
    CREATURE,
    ENCHANTMENT,
    EQUIPMENT,
    IN_PLAY,
    KEYWORDS,
    MARKED,
    MOST_DECK,
    QUEST_DECK,
    SLOTS,
    STEP_VETO,
    T_FACTION,
    T_SUBTYPES,
    USES,
)
from .ladder import run
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .objects import attach, of_kind
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


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position and go on to its first decision."""
    _known("a position", given, KEYS | INFORMS)
    if given.get("busy"):
        raise PositionError(f"a position cannot be set up in the middle of {given['busy']}")
    phase = given.get("phase", "play_1")
    if phase not in PHASES:
        raise PositionError(unknown("phase", str(phase), PHASES))
    s.step = PHASES.index(phase)
    s.turn = _number(given, "turn", 3, 0, 200)
    if (s.turn == 0) != (s.step == STEP_VETO):
        raise PositionError(f"turn {s.turn} has no phase {phase}; turn 0 is the veto, and only there is one")
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


def _numbers(given: Mapping[str, Any], key: str, most: int, low: int, high: int) -> list[int]:
    """A list of at most so many numbers."""
    values = given.get(key, [])
    fine = isinstance(values, list) and len(values) <= most
    if not fine or not all(isinstance(n, int) and low <= n <= high for n in values):
        raise PositionError(f"{key} is {values!r}; it must be a list of at most {most} numbers from {low} to {high}")
    return list(values)


def _pair(given: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """What belongs to A and what to B."""
    pair = given.get(key, {})
    _known(key, pair, set(SEATS))
    return dict(pair)


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
        to_deck(s, _out_of_play(s, k, name, p, used), 0)
    for name in _cards(side, "hand", []):
        to_hand(s, _out_of_play(s, k, name, p, used), 0)
    for name in _cards(side, "grave", []):
        to_grave(s, _out_of_play(s, k, name, p, used))
    for name in _cards(side, "resources", []):
        text = str(name)
        to_resources(s, _out_of_play(s, k, text.removesuffix("*"), p, used), int(text.endswith("*")))
    for i in _numbers(side, "gave", MOST_DECK, 1, s.n_resource[p]):
        s.res_gave[p][i - 1] = 1
    _load_known(s, p, side.get("known", {}))


def _out_of_play(s: State, k: Cards, name: object, p: int, used: list[int]) -> int:
    c = _design(name, k)
    if k.token[c]:
        raise PositionError(f"{name} is a token; it can only be in a front (WTA-2.4)")
    return _slot(s, k, c, p, used)


def _load_known(s: State, p: int, known: Mapping[str, Any]) -> None:
    """What the opponent has seen of a hand and a deck."""
    _known("known", known, {"hand", "deck"})
    for zone, count, slots in (("hand", s.n_hand, s.hand), ("deck", s.n_deck, s.deck)):
        for name in _cards(known, zone, []):
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
    marked = entry.get("marked", False)
    if not isinstance(marked, bool) or (marked and "assigned" in entry):
        raise PositionError(f"marked is {marked!r}; it must be true or false, and not true for what is assigned")
    s.state[o] = MARKED if marked else 0
    if "assigned" in entry:
        s.state[o] = ASSIGNED
        s.since[o] = _number(entry, "assigned", 1, 1, 200)
    s.rested[o] = int(bool(entry.get("unassigned")))
    boost = [*_numbers(entry, "boost", 2, -99, 99), 0, 0]
    s.up_attack[o], s.up_defence[o] = boost[:2]
    for word in _cards(entry, "grants", []):
        if word not in KEYWORDS:
            raise PositionError(unknown("keyword", str(word), KEYWORDS))
        s.up_keys[o] |= 1 << KEYWORDS.index(word)
    for i, uses in enumerate(_numbers(entry, "used", USES, 0, 99)):
        s.used[i][o] = uses


def _load_attachment(s: State, k: Cards, host: int, entry: object, used: list[int]) -> None:
    name = entry.get("card") if isinstance(entry, Mapping) else entry
    if name in CARD_IDS:
        _check_attachment(k, str(name), s.card[host])
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


def _check_attachment(k: Cards, name: str, host: int) -> None:
    """WTA-7.2, 7.8: what may be attached, and to what."""
    c = CARD_IDS.index(name)
    if k.type[c] not in (EQUIPMENT, ENCHANTMENT) or k.type[host] != CREATURE:
        itself = " to itself" if host == c else ""
        raise PositionError(
            f"{name} cannot be attached{itself}; only Equipment and Enchantments are attached to creatures"
        )
    target = k.target[k.ability[k.play_ability[c]][A_TARGET]]
    if not of_kind(k, host, target[T_SUBTYPES], target[T_FACTION]):
        raise PositionError(f"{name} cannot be attached to {CARD_IDS[host]}; its text does not allow it")


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
        setattr(s, name, _number(given, name, 0, 0, _most(name)))
    for name in TURN_PAIRS:
        pair = given.get(name, {})
        _known(name, pair, set(SEATS))
        for p, seat in enumerate(SEATS):
            getattr(s, name)[p] = _number(pair, seat, 0, -1, _most(name))


def _most(name: str) -> int:
    """More does not happen in a turn, and would not fit its field."""
    return 120 if State.fields[name][0] == "i1" else 999


QUEST_KEYS = {"A", "B", "tokens", "used", "since", "seen", "gone"}


def _load_quests(s: State, k: Cards, given: Mapping[str, Any]) -> None:
    _known("quests", given, QUEST_KEYS)
    for q, seat in enumerate(SEATS):
        _load_piles(s, k, q, _quests(given, seat), _quests(_pair(given, "gone"), seat))
        s.quest_since[q] = _number(_pair(given, "since"), seat, 0, 0, 200)
        seen = {seat: [3] if s.n_quests[q] and s.step != STEP_VETO else [], **_pair(given, "seen")}
        for i, who in enumerate(_numbers(seen, seat, s.n_quests[q], 0, 3)):
            s.quest_seen[q][i] = who
        for name, array, high in (("tokens", s.quest_token, 200), ("used", s.quest_used, 1)):
            mine = _pair(_pair(given, name), seat)
            array[q][:] = [_number(mine, other, 0, 0, high) for other in SEATS]
    if s.step == STEP_VETO:
        s.vetoes = sum(s.n_gone)


def _load_piles(s: State, k: Cards, q: int, pile: list[int], gone: list[int]) -> None:
    if len(pile) + len(gone) > QUEST_DECK:
        raise PositionError(f"{SEATS[q]}'s pile has more than {QUEST_DECK} quests")
    if s.step == STEP_VETO and k.quests and len(pile) + len(gone) <= k.vetoes_each:
        raise PositionError(f"{SEATS[q]} has too few quests for the veto; it needs more than {k.vetoes_each}")
    s.quest[q][: len(pile)], s.n_quests[q] = pile, len(pile)
    s.quest_gone[q][: len(gone)], s.n_gone[q] = gone, len(gone)


def _quests(given: Mapping[str, Any], seat: str) -> list[int]:
    return [_quest(name) for name in _cards(given, seat, [])]


def _quest(name: object) -> int:
    if name not in QUEST_IDS:
        raise PositionError(unknown("quest", str(name), QUEST_IDS))
    return QUEST_IDS.index(str(name))
