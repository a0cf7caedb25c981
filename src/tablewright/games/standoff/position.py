"""A Standoff position in the rulebook's own words, to and from a state.

turn: 7                     # turn_number; default 1
to_move: P0
decision: MAIN              # others need `playing`, `effect`, `chosen`, `firing`, `victim`, `disposals_left`
credits: 3                  # also actions_left, actions_spent, polys_played, free_next, last_card, extra_turn
blocks: {P0: [c6, d6], P1: [f6], black: [g4]}   # without black: the 16 black blocks of the start
tokens: {f6: forcefield}
players:
  P0: {hand: [3 credit_1, poly_1], deck: [hack, 4 poly_1], discard: [], in_play: [bart], minerals: 1, debt: 0}
piles: {poly_3: 17}         # others as at the start
market: [hack, none, blitz] # slot by slot; without it and `draft`: what is left of the temporary cards, shuffled
draft: [airdrop, bart]      # like a deck without order: nobody knows it, every card is on top with equal chance
trash: [trojan]
known: {P0: {P1: [horse]}}  # what a player (or a spectator) knows for certain to be in another's hand
sunk: {P1: 1}               # Horses known to be still in the deck
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablewright.engine import Part, Position, PositionError, Spelling, later, read

from . import board, decks, markets
from .cells import cell_of, in_words
from .moves import decision
from .pending import check_pending
from .state import (
    ALL,
    ASK,
    BLACK,
    BLACK_AT_START,
    CELL_NAMES,
    CELLS,
    EMPTY,
    IS,
    KIND,
    NAMES,
    PERMANENT,
    PLAYERS,
    SEATS,
    TABLE,
    TOKENS,
    TYPE,
    Cards,
    State,
)

NAMED = [name.upper() for name in ASK._fields]


# The board


def read_cell(name: object, where: str, s: State, k: Cards) -> int:
    cell = cell_of(str(name))
    if cell is None:
        raise PositionError(f"{where}: {name} is not on the board; cells are a1 to p16, or (0,0) to (15,15)")
    return cell


def read_blocks(value: object, s: State, k: Cards) -> None:
    blocks = read.table(value, "blocks", [*PLAYERS[: k.players], "black"], "owner of blocks")
    for owner, cells in {"black": [CELL_NAMES[cell] for cell in BLACK_AT_START], **blocks}.items():
        colour = BLACK if owner == "black" else PLAYERS.index(owner) + 1
        for name in read.items(cells, f"blocks of {owner}", "cells"):
            cell = read_cell(name, f"blocks of {owner}", s, k)
            if s.block[cell] != EMPTY:
                raise PositionError(f"there are two blocks on {CELL_NAMES[cell]}")
            board.put_block(s, k, cell, colour)
    s.probe[:] = [0] * len(s.probe)


def write_blocks(s: State, k: Cards) -> dict[str, list[str]]:
    owners = {**{PLAYERS[p]: p + 1 for p in range(k.players)}, "black": BLACK}
    return {who: [CELL_NAMES[c] for c in range(CELLS) if s.block[c] == colour] for who, colour in owners.items()}


def read_tokens(value: object, s: State, k: Cards) -> None:
    for name, token in read.table(value, "tokens").items():
        cell, kind = read_cell(name, "tokens", s, k), 1 + read.word(token, "token", TOKENS[1:], "tokens")
        if not 1 <= s.block[cell] <= SEATS:
            raise PositionError(f"a token lies on a player's block, and there is none on {CELL_NAMES[cell]} (STA-7.1)")
        if token == "refinery" and not k.patch[cell]:
            raise PositionError(f"{CELL_NAMES[cell]} is no mineral patch, so no refinery can be there (STA-8.9)")
        board.put_token(s, s.block[cell] - 1, cell, kind)


def read_piles(value: object, s: State, k: Cards) -> None:
    s.pile[:] = k.copies[:PERMANENT]
    for name, count in read.table(value, "piles", NAMES[:PERMANENT], "card of the permanent market").items():
        s.pile[NAMES.index(name)] = read.number(count, f"pile {name}", 0, 30000)


# What is known


def read_known(value: object, s: State, k: Cards) -> None:
    players = PLAYERS[: k.players]
    for viewer, holders in read.table(value, "known", [*players, "spectator"], "viewer").items():
        v = PLAYERS.index(viewer) if viewer in PLAYERS else SEATS
        others = [name for name in players if name != viewer]
        for holder, cards in read.table(holders, f"known to {viewer}", others, "holder of cards").items():
            p = PLAYERS.index(holder)
            named = Counter(read.kinds(cards, f"known cards of {holder}", "card", NAMES))
            s.known[v][p] = [named[card] for card in range(ALL)]
            if any(s.known[v][p][card] > s.hand[p][card] for card in range(ALL)):
                raise PositionError(f"known to {viewer}: the hand of {holder} does not have those cards")


def write_known(s: State, k: Cards) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for v, viewer in [*enumerate(PLAYERS[: k.players]), (SEATS, "spectator")]:
        found[viewer] = {PLAYERS[p]: in_words(s.known[v][p]) for p in range(k.players) if any(s.known[v][p])}
    return {viewer: holders for viewer, holders in found.items() if holders}


# What follows from the rest


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    settle_market(given, s, k)
    for p in range(k.players):
        if s.sunk[p] > sum(s.deck[p][card] for card in range(ALL) if decks.is_horse(card)):
            raise PositionError(f"sunk: the deck of {PLAYERS[p]} does not have {s.sunk[p]} Horses")
    if "effect" not in given:
        s.effect = s.playing
    if s.last_card and not (TYPE[s.last_card - 1] in (IS.action, IS.polyomino) and s.last_card - 1 != KIND.duplicate):
        raise PositionError(f"last_card is {NAMES[s.last_card - 1]}; Duplicate does not repeat that (STA-5.6)")
    wanted = str(given.get("decision", "MAIN"))
    s.ask = read.word("PLACE" if wanted.startswith("PLACE_") else wanted, "decision", NAMED)
    check_pending(s, k, wanted)
    if not 1 <= s.turn <= k.most_turns * k.players:
        raise PositionError(f"turn is {s.turn}; it must be 1 to {k.most_turns * k.players} (STA-15.4)")
    if board.gun_is_full(s):
        raise PositionError("the Red Gun is full; such a game is over (STA-15.1)")


def settle_market(given: Mapping[str, Any], s: State, k: Cards) -> None:
    if "draft" not in given:
        used = owned(s, k) + POSITION.in_zones(s, k, ("slot",))
        s.draft[PERMANENT:] = [max(0, k.copies[c] - used[NAMES[c]]) for c in range(PERMANENT, ALL)]
        s.draft_size = sum(s.draft)
    for card in [c for c in range(ALL) if "draft" in given and s.draft[c]] + [card - 1 for card in s.slot if card]:
        if card < PERMANENT or card >= TABLE or NAMES[card] == "horse":
            raise PositionError(f"{NAMES[card]} does not belong into the temporary market")
    if "market" not in given:
        markets.turn_up_market(s, k)


def owned(s: State, k: Cards) -> Counter[str]:
    """The cards of all players, of the trash, and the one being played."""
    cards = POSITION.in_zones(s, k, ("trash", "hand", "deck", "discard", "in_play"))
    return cards + Counter([NAMES[s.playing - 1]] if s.playing else [])


def components(s: State, k: Cards) -> Counter[str]:
    """What must stay the same all game: every card but the Horses, whose supply is unlimited (STA-14.1)."""
    cards = owned(s, k) + POSITION.in_zones(s, k, ("pile", "draft", "slot"))
    return Counter({name: n for name, n in cards.items() if not name.startswith("horse")})


CELL = Spelling(read_cell, lambda cell, s, k: CELL_NAMES[cell])
POSITION = Position(
    State,
    PLAYERS,
    own="players.{seat}",
    spelled={"chosen": CELL, "firing": CELL},
    parts={
        "blocks": Part(read_blocks, write_blocks),
        "tokens": Part(
            read_tokens, lambda s, k: {CELL_NAMES[c]: TOKENS[s.token[c]] for c in range(CELLS) if s.token[c]}
        ),
        "piles": Part(read_piles, lambda s, k: dict(zip(NAMES, s.pile, strict=False))),
        "known": Part(read_known, write_known),
        "decision": Part(later, lambda s, k: decision(s)),
    },
    facts={
        "players.{seat}.hand_size": lambda s, k, p: s.hand_size[p],
        "players.{seat}.deck_size": lambda s, k, p: s.deck_size[p],
        "players.{seat}.discard_size": lambda s, k, p: s.discard_size[p],
        "draft_size": lambda s, k: s.draft_size,
        "red_gun": lambda s, k: {**{PLAYERS[p]: s.gun[p + 1] for p in range(k.players)}, "black": s.gun[BLACK]},
    },
    fill=lambda given, k: {"blocks": {}, "turn": 1, "piles": {}},
    settle=settle,
    components=components,
)
load, dump, INFORMS = POSITION.load, POSITION.dump, POSITION.INFORMS
