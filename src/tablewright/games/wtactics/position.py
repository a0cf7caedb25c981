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
from collections.abc import Iterator
from typing import Any

from .decks import SIDES
from .gold import available
from .ids import (
    ASSIGNED,
    CREATURE,
    DECISIONS,
    I_CARD,
    KEYWORDS,
    MARKED,
    MOST_DECK,
    ON_CHAIN,
    SLOTS,
)
from .layout import CARD_IDS, QUEST_IDS, Cards, State
from .objects import attack_of, defence_of
from .reading import INFORMS, OBJECT_NUMBERS, PHASES, TURN_NUMBERS, TURN_PAIRS, load
from .words import SEATS

__all__ = ["INFORMS", "components", "dump", "load"]


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
