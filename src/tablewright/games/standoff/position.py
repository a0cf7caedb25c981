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
from .moves import decision
from .notation import cell_of, type_of
from .pending import check_pending
from .state import ALL, ASK, BLACK, BLACK_AT_START, CELL_NAMES, KIND, NAMES, PERMANENT, PLAYERS, TOKENS, Cards, State

NAMED = [name.upper() for name in ASK._fields]
VIEWERS = (*PLAYERS, "spectator")


# The board


def owners(k: Cards) -> dict[str, int]:
    """Whose blocks there are, with their colours."""
    return {**{PLAYERS[p]: p + 1 for p in range(k.players)}, "black": BLACK}


def read_cell(name: object, where: str, s: State, k: Cards) -> int:
    cell = cell_of(str(name))
    if cell is None:
        raise PositionError(f"{where}: {name} is not on the board; cells are a1 to p16, or (0,0) to (15,15)")
    return cell


def read_blocks(value: object, s: State, k: Cards) -> None:
    blocks = read.table(value, "blocks", owners(k), "owner of blocks")
    for owner, cells in {"black": [CELL_NAMES[cell] for cell in BLACK_AT_START], **blocks}.items():
        for name in read.items(cells, f"blocks of {owner}", "cells"):
            cell = read_cell(name, f"blocks of {owner}", s, k)
            read.refuse(s.block[cell], f"there are two blocks on {CELL_NAMES[cell]}")
            board.put_block(s, k, cell, owners(k)[owner])
    s.probe[:] = [0] * len(s.probe)


def write_blocks(s: State, k: Cards) -> dict[str, list[str]]:
    return {
        owner: [CELL_NAMES[cell] for cell, block in enumerate(s.block) if block == colour]
        for owner, colour in owners(k).items()
    }


def read_tokens(value: object, s: State, k: Cards) -> None:
    for name, token in read.table(value, "tokens").items():
        cell, kind = read_cell(name, "tokens", s, k), 1 + read.word(token, "token", TOKENS[1:], "tokens")
        at, owned_block = CELL_NAMES[cell], 0 < s.block[cell] < BLACK
        read.refuse(not owned_block, f"a token lies on a player's block, and there is none on {at} (STA-7.1)")
        dry = token == "refinery" and not k.patch[cell]
        read.refuse(dry, f"{at} is no mineral patch, so no refinery can be there (STA-8.9)")
        board.put_token(s, s.block[cell] - 1, cell, kind)


# What is known: by viewer, then by holder


def read_known(value: object, s: State, k: Cards) -> None:
    players = PLAYERS[: k.players]
    for viewer, holders in read.table(value, "known", [*players, "spectator"], "viewer").items():
        others = [name for name in players if name != viewer]
        for holder, cards in read.table(holders, f"known to {viewer}", others, "holder of cards").items():
            known, hand = s.known[VIEWERS.index(viewer)][PLAYERS.index(holder)], s.hand[PLAYERS.index(holder)]
            for card in read.kinds(cards, f"known cards of {holder}", "card", NAMES):
                known[card] += 1
            lacking = any(known[card] > hand[card] for card in range(ALL))
            read.refuse(lacking, f"known to {viewer}: the hand of {holder} does not have those cards")


def write_known(s: State, k: Cards) -> dict[str, dict[str, list[str]]]:
    found = {
        viewer: {PLAYERS[p]: counted(cards) for p, cards in enumerate(s.known[v]) if any(cards)}
        for v, viewer in enumerate(VIEWERS)
    }
    return {viewer: holders for viewer, holders in found.items() if holders}


def counted(cards: list[int]) -> list[str]:
    """`3 credit_1`, `poly_1`."""
    return [f"{n} {NAMES[card]}" if n > 1 else NAMES[card] for card, n in enumerate(cards) if n]


# What follows from the rest


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    settle_market(given, s, k)
    for p in range(k.players):
        horses = sum(s.deck[p][card] for card in range(ALL) if decks.is_horse(card))
        read.refuse(s.sunk[p] > horses, f"sunk: the deck of {PLAYERS[p]} does not have {s.sunk[p]} Horses")
    last = s.last_card - 1
    repeated = type_of(last) in ("action", "polyomino") and last != KIND.duplicate
    read.refuse(s.last_card and not repeated, f"last_card is {NAMES[last]}; Duplicate does not repeat that (STA-5.6)")
    wanted = str(given.get("decision", "MAIN"))
    s.ask = read.word("PLACE" if wanted.startswith("PLACE_") else wanted, "decision", NAMED)
    check_pending(s, k, wanted)
    most = k.most_turns * k.players
    read.refuse(not 1 <= s.turn <= most, f"turn is {s.turn}; it must be 1 to {most} (STA-15.4)")
    read.refuse(board.gun_is_full(s), "the Red Gun is full; such a game is over (STA-15.1)")


def settle_market(given: Mapping[str, Any], s: State, k: Cards) -> None:
    if "draft" not in given:
        used = POSITION.in_zones(s, k)
        s.draft[PERMANENT:] = [max(0, k.copies[c] - used[NAMES[c]]) for c in range(PERMANENT, ALL)]
        s.draft_size = sum(s.draft)
    for card in [c for c in range(ALL) if "draft" in given and s.draft[c]] + [card - 1 for card in s.slot if card]:
        strange = card < PERMANENT or decks.is_horse(card)
        read.refuse(strange, f"{NAMES[card]} does not belong into the temporary market")
    if "market" not in given:
        markets.turn_up_market(s, k)


def components(s: State, k: Cards) -> Counter[str]:
    """What must stay the same all game: every card but the Horses, whose supply is unlimited (STA-14.1)."""
    cards = POSITION.in_zones(s, k).items()
    return Counter({name: n for name, n in cards if name in NAMES and not name.startswith("horse")})


CELL = Spelling(read_cell, lambda cell, s, k: CELL_NAMES[cell])
POSITION: Position = Position(
    State,
    PLAYERS,
    own="players.{seat}",
    spelled={"chosen": CELL, "firing": CELL},
    parts={
        "blocks": Part(read_blocks, write_blocks, {}),
        "tokens": Part(read_tokens, lambda s, k: {CELL_NAMES[c]: TOKENS[t] for c, t in enumerate(s.token) if t}),
        "known": Part(read_known, write_known),
        "decision": Part(later, lambda s, k: decision(s)),
    },
    facts={
        "red_gun": lambda s, k: {owner: s.gun[colour] for owner, colour in owners(k).items()},
    },
    settle=settle,
    components=components,
)
