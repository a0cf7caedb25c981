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

from tablewright.engine import PositionError, unknown
from tablewright.games.standoff import board, decks, markets
from tablewright.games.standoff.layout import (
    ACTION,
    ALL,
    BLACK,
    BLACK_AT_START,
    CELLS,
    DECISIONS,
    DUPLICATE,
    EMPTY,
    PERMANENT,
    POLYOMINO,
    SATELLITE,
    SATELLITES,
    SEATS,
    STEVE,
    TABLE,
    TYPE,
    Cards,
    State,
)
from tablewright.games.standoff.pending import check_pending
from tablewright.games.standoff.view import decision
from tablewright.games.standoff.words import NAMES, PLAYERS, TOKENS, cell_name, cell_of, in_words

INFORMS = {"red_gun", "draft_size"}
NUMBERS = ("turn", "credits", "actions_left", "actions_spent", "polys_played", "disposals_left")
FLAGS = ("free_next", "extra_turn", "in_extra_turn")
PLAYER_KEYS = {"hand", "deck", "discard", "in_play", "minerals", "debt", "bonus"}
PLAYER_INFORMS = {"hand_size", "deck_size"}
KEYS = {
    *NUMBERS,
    *FLAGS,
    *INFORMS,
    "to_move",
    "decision",
    "last_card",
    "playing",
    "effect",
    "chosen",
    "firing",
    "victim",
    "blocks",
    "tokens",
    "players",
    "piles",
    "market",
    "draft",
    "trash",
    "known",
    "sunk",
}
MOST = 30000  # of anything that is counted in a position


# Reading


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position; whatever is not given is as in the first action phase, hands and decks are empty."""
    _names(given, KEYS, "key of a position")
    s.seat = _seat(given.get("to_move", "P0"), k)
    s.turn, s.actions_left = 1, k.actions_per_turn
    for name in NUMBERS:
        if name in given:
            setattr(s, name, _whole(given[name], name, low=None if name == "credits" else 0))
    for name in FLAGS:
        setattr(s, name, int(_flag(given.get(name, False), name)))
    _load_board(given, s, k)
    _load_players(given, s, k)
    _load_markets(given, s, k)
    _load_knowledge(given, s, k)
    _load_decision(given, s, k)
    if not 1 <= s.turn <= k.most_turns * k.players:
        raise PositionError(f"turn is {s.turn}; it must be 1 to {k.most_turns * k.players} (STA-15.4)")
    if board.gun_is_full(s):
        raise PositionError("the Red Gun is full; such a game is over (STA-15.1)")


def _load_board(given: Mapping[str, Any], s: State, k: Cards) -> None:
    blocks = _table(given.get("blocks", {}), "blocks")
    _names(blocks, {*PLAYERS[: k.players], "black"}, "owner of blocks")
    black = [cell_name(cell) for cell in BLACK_AT_START]
    for owner, cells in {"black": black, **blocks}.items():
        colour = BLACK if owner == "black" else PLAYERS.index(owner) + 1
        for cell in _cells(cells, f"blocks of {owner}"):
            if s.block[cell] != EMPTY:
                raise PositionError(f"there are two blocks on {cell_name(cell)}")
            board.put_block(s, k, cell, colour)
    s.probe[:] = [0] * len(s.probe)
    for name, token in _table(given.get("tokens", {}), "tokens").items():
        _load_token(s, k, _cell(name, "tokens"), token)


def _load_token(s: State, k: Cards, cell: int, token: object) -> None:
    if token not in TOKENS[1:]:
        raise PositionError(f"tokens: {unknown('token', str(token), TOKENS[1:])}")
    if not 1 <= s.block[cell] <= SEATS:
        raise PositionError(f"a token lies on a player's block, and there is none on {cell_name(cell)} (STA-7.1)")
    if token == "refinery" and not k.patch[cell]:
        raise PositionError(f"{cell_name(cell)} is no mineral patch, so no refinery can be there (STA-8.9)")
    board.put_token(s, s.block[cell] - 1, cell, TOKENS.index(str(token)))


def _load_players(given: Mapping[str, Any], s: State, k: Cards) -> None:
    players = _table(given.get("players", {}), "players")
    _names(players, set(PLAYERS[: k.players]), "player")
    for name, values in players.items():
        p = PLAYERS.index(name)
        _names(_table(values, name), PLAYER_KEYS | PLAYER_INFORMS, f"value of {name}")
        s.hand[p] = _counts(values.get("hand", []), f"hand of {name}")
        s.discard[p] = _counts(values.get("discard", []), f"discard pile of {name}")
        s.deck[p] = _counts(values.get("deck", []), f"deck of {name}")
        s.deck_size[p], s.hand_size[p], s.discard_size[p] = sum(s.deck[p]), sum(s.hand[p]), sum(s.discard[p])
        for card in _cards(values.get("in_play", []), f"satellites of {name}"):
            if TYPE[card] != SATELLITE:
                raise PositionError(f"{NAMES[card]} is no satellite, so it cannot be in play")
            s.in_play[p][card - STEVE] += 1
        for key, field in (("minerals", s.minerals), ("debt", s.debt), ("bonus", s.bonus)):
            field[p] = _whole(values.get(key, 0), f"{key} of {name}")


def _load_markets(given: Mapping[str, Any], s: State, k: Cards) -> None:
    s.pile[:] = list(k.copies[:PERMANENT])
    for name, count in _table(given.get("piles", {}), "piles").items():
        if name not in NAMES[:PERMANENT]:
            raise PositionError(f"piles: {unknown('card of the permanent market', str(name), NAMES[:PERMANENT])}")
        s.pile[NAMES.index(name)] = _whole(count, f"pile {name}")
    s.trash[:] = _counts(given.get("trash", []), "trash")
    for card in _cards(given.get("draft", []), "draft"):
        _market_card(NAMES[card])
    s.draft[:] = _counts(given["draft"], "draft") if "draft" in given else _left_over(given, s, k)
    s.draft_size = sum(s.draft)
    if "market" not in given:
        markets.turn_up_market(s, k)
        return
    slots = given["market"]
    if not isinstance(slots, list) or len(slots) > k.market_slots:
        raise PositionError(f"market must be a list of at most {k.market_slots} cards, not {slots!r}")
    for i, name in enumerate(slots):
        s.slot[i] = 0 if name in (None, "none") else _market_card(str(name)) + 1


def _market_card(name: str) -> int:
    card = _card(name, "market")
    if card < PERMANENT or card >= TABLE or NAMES[card] == "horse":
        raise PositionError(f"{name} does not belong into the temporary market")
    return card


def _left_over(given: Mapping[str, Any], s: State, k: Cards) -> list[int]:
    """The temporary cards that are nowhere else."""
    used = _owned(s, k)
    used.update(str(name) for name in given.get("market", []))
    return [max(0, k.copies[card] - used[NAMES[card]]) if card >= PERMANENT else 0 for card in range(ALL)]


def _load_knowledge(given: Mapping[str, Any], s: State, k: Cards) -> None:
    viewers = (*PLAYERS[: k.players], "spectator")
    for viewer, holders in _table(given.get("known", {}), "known").items():
        _names({viewer: None}, set(viewers), "viewer")
        v = PLAYERS.index(viewer) if viewer in PLAYERS else SEATS
        _names(_table(holders, f"known to {viewer}"), set(PLAYERS[: k.players]) - {viewer}, "holder of cards")
        for holder, cards in holders.items():
            p = PLAYERS.index(holder)
            s.known[v][p] = _counts(cards, f"known cards of {holder}")
            if any(s.known[v][p][card] > s.hand[p][card] for card in range(ALL)):
                raise PositionError(f"known to {viewer}: the hand of {holder} does not have those cards")
    for name, count in _table(given.get("sunk", {}), "sunk").items():
        p = _seat(name, k)
        s.sunk[p] = _whole(count, f"sunk of {name}")
        if s.sunk[p] > sum(s.deck[p][card] for card in range(ALL) if decks.is_horse(card)):
            raise PositionError(f"sunk: the deck of {name} does not have {count} Horses")


def _load_decision(given: Mapping[str, Any], s: State, k: Cards) -> None:
    s.last_card = _optional_card(given.get("last_card"), "last_card")
    s.playing = _optional_card(given.get("playing"), "playing")
    s.effect = _optional_card(given.get("effect", given.get("playing")), "effect")
    s.firing = _cell(given["firing"], "firing") + 1 if given.get("firing") is not None else 0
    s.victim = _seat(given["victim"], k) + 1 if given.get("victim") is not None else 0
    if s.last_card and not (TYPE[s.last_card - 1] in (ACTION, POLYOMINO) and s.last_card - 1 != DUPLICATE):
        raise PositionError(f"last_card is {NAMES[s.last_card - 1]}; Duplicate does not repeat that (STA-5.6)")
    chosen = _cells(given.get("chosen", []), "chosen")
    s.chosen[: len(chosen)] = chosen[: len(s.chosen)]
    s.chosen_count = len(chosen)
    wanted = given.get("decision", "MAIN")
    plain = "PLACE" if str(wanted).startswith("PLACE_") else wanted
    if plain not in DECISIONS:
        raise PositionError(unknown("decision", str(wanted), DECISIONS))
    s.ask = DECISIONS.index(plain)
    check_pending(s, k, str(wanted))


# Reading single values


def _names(given: Mapping[str, Any], known: set[str], what: str) -> None:
    for name in given:
        if name not in known:
            raise PositionError(unknown(what, str(name), known))


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} must be a table of names and values, not {value!r}")
    return value


def _whole(value: object, where: str, low: int | None = 0) -> int:
    least = -MOST if low is None else low
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST:
        raise PositionError(f"{where} is {value!r}; it must be a whole number, {least} to {MOST}")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{where} is {value!r}; it must be true or false")
    return value


def _seat(name: object, k: Cards) -> int:
    if name not in PLAYERS[: k.players]:
        raise PositionError(unknown("player", str(name), PLAYERS[: k.players]))
    return PLAYERS.index(str(name))


def _cell(name: object, where: str) -> int:
    cell = cell_of(str(name))
    if cell is None:
        raise PositionError(f"{where}: {name} is not on the board; cells are a1 to p16, or (0,0) to (15,15)")
    return cell


def _cells(names: object, where: str) -> list[int]:
    if not isinstance(names, list):
        raise PositionError(f"{where} must be a list of cells, not {names!r}")
    return [_cell(name, where) for name in names]


def _card(name: str, where: str) -> int:
    if name not in NAMES:
        raise PositionError(f"{where}: {unknown('card', name, NAMES)}")
    return NAMES.index(name)


def _optional_card(name: object, where: str) -> int:
    return 0 if name in (None, "none") else _card(str(name), where) + 1


def _cards(names: object, where: str) -> list[int]:
    """A list of cards, each written `poly_1` or `3 poly_1`."""
    if not isinstance(names, list):
        raise PositionError(f"{where} must be a list of cards, not {names!r}")
    found: list[int] = []
    for name in names:
        number, space, rest = str(name).partition(" ")
        if space and not number.isdecimal():
            raise PositionError(f"{where}: {name!r} is not a card, or a number and a card such as 3 poly_1")
        found += [_card(rest if space else number, where)] * (_whole(int(number), where) if space else 1)
    _whole(len(found), f"the number of cards in {where}")
    return found


def _counts(names: object, where: str) -> list[int]:
    found = Counter(_cards(names, where))
    return [found[card] for card in range(ALL)]


# Writing


def dump(s: State, k: Cards) -> dict[str, Any]:
    """The whole position in words; examples compare any part of it."""
    seats = range(k.players)
    return {
        **{name: getattr(s, name) for name in NUMBERS},
        **{name: bool(getattr(s, name)) for name in FLAGS},
        "to_move": PLAYERS[s.seat],
        "decision": decision(s),
        "last_card": _card_or_none(s.last_card),
        "playing": _card_or_none(s.playing),
        "effect": _card_or_none(s.effect),
        "chosen": [cell_name(cell) for cell in s.chosen[: s.chosen_count]],
        "firing": cell_name(s.firing - 1) if s.firing else None,
        "victim": PLAYERS[s.victim - 1] if s.victim else None,
        "blocks": {**{PLAYERS[p]: _cells_of(s, p + 1) for p in seats}, "black": _cells_of(s, BLACK)},
        "tokens": {cell_name(cell): TOKENS[s.token[cell]] for cell in range(CELLS) if s.token[cell]},
        "players": {PLAYERS[p]: _player(s, p) for p in seats},
        "piles": {NAMES[card]: s.pile[card] for card in range(PERMANENT)},
        "market": [_card_or_none(card) or "none" for card in s.slot[: k.market_slots]],
        "draft": in_words(s.draft),
        "draft_size": s.draft_size,
        "trash": in_words(s.trash),
        "known": _known(s, k),
        "sunk": {PLAYERS[p]: s.sunk[p] for p in seats if s.sunk[p]},
        "red_gun": {**{PLAYERS[p]: s.gun[p + 1] for p in seats}, "black": s.gun[BLACK]},
    }


def _card_or_none(card: int) -> str | None:
    return NAMES[card - 1] if card else None


def _cells_of(s: State, colour: int) -> list[str]:
    return [cell_name(cell) for cell in range(CELLS) if s.block[cell] == colour]


def _player(s: State, p: int) -> dict[str, Any]:
    satellites = [0] * STEVE + s.in_play[p] + [0] * (ALL - STEVE - SATELLITES)
    return {
        "hand": in_words(s.hand[p]),
        "deck": in_words(s.deck[p]),
        "discard": in_words(s.discard[p]),
        "in_play": in_words(satellites),
        "minerals": s.minerals[p],
        "debt": s.debt[p],
        "bonus": s.bonus[p],
        "hand_size": s.hand_size[p],
        "deck_size": s.deck_size[p],
    }


def _known(s: State, k: Cards) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for v in (*range(k.players), SEATS):
        holders = {PLAYERS[p]: in_words(s.known[v][p]) for p in range(k.players) if any(s.known[v][p])}
        if holders:
            found[PLAYERS[v] if v < SEATS else "spectator"] = holders
    return found


def _owned(s: State, k: Cards) -> Counter[str]:
    """The cards of all players, of the trash, and the one being played."""
    cards: Counter[str] = Counter({NAMES[c]: s.trash[c] for c in range(ALL)})
    for p in range(k.players):
        cards.update({NAMES[c]: s.hand[p][c] + s.deck[p][c] + s.discard[p][c] for c in range(ALL)})
        cards.update({NAMES[STEVE + i]: s.in_play[p][i] for i in range(SATELLITES)})
    if s.playing:
        cards[NAMES[s.playing - 1]] += 1
    return cards


def components(s: State, k: Cards) -> Counter[str]:
    """What must stay the same all game: every card but the Horses, whose supply is unlimited (STA-14.1)."""
    cards = _owned(s, k)
    cards.update({NAMES[c]: s.pile[c] for c in range(PERMANENT)})
    cards.update({NAMES[c]: s.draft[c] for c in range(ALL)})
    cards.update(NAMES[card - 1] for card in s.slot[: k.market_slots] if card)
    return Counter({name: n for name, n in cards.items() if n and not name.startswith("horse")})
