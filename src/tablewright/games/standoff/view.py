"""Standoff in words: what a seat sees, how a move is spelt, what the log says."""

from functools import cache

from tablewright.engine import Counter, IllegalMove, Item, Move, Moves, Prompt, Table, Zone
from tablewright.games.standoff import board, reasons, rules
from tablewright.games.standoff.layout import (
    A_BART,
    A_BUY,
    A_CELL,
    A_DISCARD,
    A_FIRE,
    A_PLAY,
    AIRDROP,
    AIRSTRIKE,
    ALL,
    ARTILLERY,
    BART_DISCARD,
    BLACK,
    BLOCKS,
    CELL,
    CELLS,
    DECISIONS,
    DISCARD_DOWN,
    DISPOSE,
    EMPTY,
    FIELD_TOKEN,
    FIRE_TARGET,
    FORCEFIELD,
    GUN_TOKEN,
    HACK,
    HACK_CARD,
    MAIN,
    OBSTRUCTION,
    OPPONENT,
    PERMANENT,
    PLACE,
    RED_GUN,
    REFINERY,
    RESOURCE,
    SEATS,
    SIDE,
    STEVE,
    TABLE,
    TROJAN,
    TUTOR,
    TYPE,
    Cards,
    State,
)
from tablewright.games.standoff.story import tell
from tablewright.games.standoff.words import (
    COLOURS,
    ENDS,
    LETTERS,
    NAMES,
    PLAYERS,
    TOKENS,
    TYPES,
    amount,
    cards_in,
    cell_name,
    cell_names,
    cell_of,
    counted,
    effect,
    in_words,
    looks_like_cell,
    price,
    title,
)

__all__ = ["final", "move", "parse", "table", "tell"]

PATCHES = ("", "small mineral patch", "large mineral patch")
PATCH_SIGNS = ("", "m", "M")
FOLDED = tuple(name.casefold() for name in NAMES)
CLAUSES = {
    HACK: "STA-8.3",
    OBSTRUCTION: "STA-8.4",
    AIRSTRIKE: "STA-8.5",
    AIRDROP: "STA-8.7",
    ARTILLERY: "STA-8.8",
    FORCEFIELD: "STA-8.8",
    REFINERY: "STA-8.9",
    TROJAN: "STA-8.11",
}
CARD_CHOICES = (HACK_CARD, TUTOR, DISPOSE, DISCARD_DOWN, BART_DISCARD)
VERBS = {
    "": (A_PLAY, reasons.cannot_play, "played"),
    "play": (A_PLAY, reasons.cannot_play, "played"),
    "discard": (A_DISCARD, reasons.cannot_discard, "discarded"),
    "buy": (A_BUY, reasons.cannot_buy, "bought"),
    "bart": (A_BART, reasons.cannot_sell, "discarded for credits"),
}


# Moves


def move(s: State, k: Cards, a: int) -> Move:
    """A move in the rulebook's words: `play:poly_2`, `g7`, `P1`, `credit_1`, `end`."""
    block, index = BLOCKS.decode(a)
    if block in ("play", "discard", "buy", "bart"):
        touches = tuple(_hand_ids(s, index)) if block != "buy" else (f"market.{NAMES[index]}",)
        return Move(a, f"{block}:{NAMES[index]}", _card_label(s, k, block, index), block, index, touches)
    if block in ("fire", "cell"):
        text = f"fire:{cell_name(index)}" if block == "fire" else cell_name(index)
        return Move(a, text, _cell_label(s, k, block, index), block, index, (f"cell.{cell_name(index)}",))
    if block == "opponent":
        return Move(a, PLAYERS[index], f"the opponent that {NAMES[s.effect - 1]} is used on", block, index)
    if block == "choose":
        touches = () if s.ask in (HACK_CARD, TUTOR) else tuple(_hand_ids(s, index))
        return Move(a, NAMES[index], effect(k, index), block, index, touches)
    return Move(a, block, _plain_label(s, k, block), block, index)


def _hand_ids(s: State, card: int) -> list[str]:
    return [f"hand.{NAMES[card]}.{i}" for i in range(s.hand[s.seat][card])]


def _card_label(s: State, k: Cards, block: str, card: int) -> str:
    if block == "buy":
        return f"costs {amount(*k.price[card])}: {effect(k, card)}"
    if block == "discard":
        return "to your discard pile, 1 action"
    if block == "bart":
        return f"discard it for {amount(k.bart_credits, 0)}"
    if TYPE[card] == RESOURCE:
        return effect(k, card)
    cost = "nothing this time" if s.free_next else amount(*k.cost[card])
    return f"costs {cost}: {effect(k, card)}"


def _cell_label(s: State, k: Cards, block: str, cell: int) -> str:
    if block == "fire":
        return f"1 action and {amount(k.artillery_cost, 0)}; then choose a block up to {k.artillery_range} away"
    return _cell_item(s, k, cell, _forcefields(s)).detail


def _plain_label(s: State, k: Cards, block: str) -> str:
    return {
        "draw": "a card from your deck, 1 action",
        "mine": "minerals from your refineries, 1 action",
        "convert": "1 mineral into 1 credit",
        "end": "the action phase; unused credits and actions are lost",
        "stop": "no further card",
    }[block]


def parse(s: State, k: Cards, text: str) -> int:
    """Other spellings: `buy hack`, a card's name alone, `(6,6)` for a cell; and why a cell or card is refused."""
    words = text.replace(":", " ").split()
    if words and all(looks_like_cell(word) for word in words):
        return _parse_cells(s, k, words)
    verb, name = (words[0].casefold(), "_".join(words[1:]).casefold()) if len(words) > 1 else ("", text.casefold())
    card = FOLDED.index(name) if name in FOLDED else -1
    if s.ask == MAIN and card >= 0 and verb in VERBS:
        return _parse_card(s, k, verb, card)
    if s.ask == MAIN and verb == "fire" and looks_like_cell(words[1]):
        return _parse_fire(s, k, _cell(words[1]))
    if s.ask == MAIN and name in reasons.ACTS and not verb:
        _unless(reasons.ACTS[name](s, k), f"you cannot {name}")
    if s.ask in CARD_CHOICES and card >= 0 and not verb:
        raise IllegalMove(f"{NAMES[card]} is not in {_chosen_from(s)}", "not_in_hand")
    raise IllegalMove(f"{text!r} is not possible now. {_prompt(s, s.seat).text}")


def _parse_card(s: State, k: Cards, verb: str, card: int) -> int:
    start, cannot, done = VERBS[verb]
    if verb != "buy" and not s.hand[s.seat][card]:
        raise IllegalMove(f"{NAMES[card]} is not in your hand", "not_in_hand")
    _unless(cannot(s, k, card), f"{NAMES[card]} cannot be {done}")
    return start + card


def _parse_fire(s: State, k: Cards, cell: int) -> int:
    if s.token[cell] != GUN_TOKEN or s.block[cell] != s.seat + 1:
        raise IllegalMove(f"there is no artillery of yours on {cell_name(cell)}")
    _unless(reasons.cannot_fire(s, k), f"{cell_name(cell)} cannot fire")
    return A_FIRE + cell


def _chosen_from(s: State) -> str:
    return {TUTOR: "your deck", HACK_CARD: f"the hand of {PLAYERS[s.victim - 1]}"}.get(s.ask, "your hand")


def _unless(reason: reasons.Reason | None, what: str) -> None:
    if reason is not None:
        raise IllegalMove(f"{what}: {reason[0]} ({reason[1]})", "not_possible")


def _cell(text: str) -> int:
    cell = cell_of(text)
    if cell is None:
        raise IllegalMove(f"{text} is not on the board; cells are a1 to p{SIDE}", "off_board")
    return cell


def _parse_cells(s: State, k: Cards, words: list[str]) -> int:
    cells = [_cell(word) for word in words]
    if s.ask not in (PLACE, CELL, FIRE_TARGET):
        raise IllegalMove(f"no cell is asked for now. {_prompt(s, s.seat).text}")
    if len(cells) > 1:
        raise IllegalMove(_several(s, k, cells))
    moves = Moves.plain()
    if A_CELL + cells[0] in moves.a[: rules.legal(s, k, moves)]:
        return A_CELL + cells[0]
    if s.ask != PLACE:
        raise IllegalMove(reasons.cannot_use(s, k, cells[0]))
    if s.chosen_count:
        raise IllegalMove(reasons.cannot_go_on(s, k, cells[0]))
    raise IllegalMove(reasons.cannot_begin(s, k, cells[0], s.effect))


def _several(s: State, k: Cards, cells: list[int]) -> str:
    """A whole placement is named cell by cell; say what is wrong with it, or a good order."""
    if s.ask != PLACE:
        return f"one cell is asked for, not {len(cells)}"
    if fault := reasons.placement_fault(s, k, cells, s.effect):
        return fault
    order = " ".join(cell_name(cell) for cell in reasons.in_order(s, k, cells))
    return f"begin on the border or beside a block of yours, then side by side: {order}"


# The table


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees."""
    zones = [_board(s, k)]
    if seat >= 0:
        zones.append(_hand(s, k, seat))
    zones += [_piles(s, k), _slots(s, k)]
    for p in range(k.players):
        zones += _belongings(s, k, p, seat)
    if any(s.trash):
        zones.append(_counted_zone("trash", "Trash", s.trash, k, None))
    return Table(tuple(zones), _counters(s, k), _prompt(s, seat), tuple(reasons.blocked(s, k, seat)))


def _board(s: State, k: Cards) -> Zone:
    fields = _forcefields(s)
    items = tuple(_cell_item(s, k, cell, fields) for cell in range(CELLS))
    blocks = ", ".join(f"{LETTERS[p]} {PLAYERS[p]}" for p in range(k.players))
    note = f"{blocks}, # black, a f r artillery forcefield refinery, [ ] Red Gun, m M mineral patch"
    if fields:
        note += f", {' '.join(LETTERS[: k.players]).lower()} in that forcefield"
    columns = tuple(chr(ord("a") + column) for column in range(SIDE))
    rows = tuple(str(row + 1) for row in range(SIDE))
    return Zone("board", "Board", "board", items, SIDE, note=note, column_labels=columns, row_labels=rows)


def _cell_item(s: State, k: Cards, cell: int, fields: list[int]) -> Item:
    owners = _fields_over(s, k, cell, fields) if fields else ()
    chosen = cell in s.chosen[: s.chosen_count]
    return _seen_cell(cell, s.block[cell], s.token[cell], k.patch[cell], bool(k.in_gun[cell]), owners, chosen)


@cache
def _seen_cell(
    cell: int, colour: int, token: int, patch: int, gun: bool, owners: tuple[int, ...], chosen: bool
) -> Item:
    """Most cells look the same from move to move."""
    if colour == EMPTY:
        sign = (LETTERS[owners[0]].lower() if owners else "") + PATCH_SIGNS[patch]
        tone = "red" if gun else ""
    else:
        sign = "#" if colour == BLACK else LETTERS[colour - 1] + TOKENS[token][:1]
        tone = "black" if colour == BLACK else COLOURS[colour - 1]
    text = f"[{sign or ' '}]" if gun else sign
    words = _cell_words(cell, colour, token, patch, gun, owners)
    return Item(f"cell.{cell_name(cell)}", text, words, tone=tone, marks=("!",) if chosen else ())


def _forcefields(s: State) -> list[int]:
    if not any(tokens[FIELD_TOKEN] for tokens in s.tokens):
        return []
    return [cell for cell in range(CELLS) if s.token[cell] == FIELD_TOKEN]


def _fields_over(s: State, k: Cards, cell: int, fields: list[int]) -> tuple[int, ...]:
    """STA-7.6: the players whose forcefields reach a cell."""
    return tuple(sorted({s.block[c] - 1 for c in fields if board.distance(c, cell) <= k.forcefield_range}))


def _cell_words(cell: int, colour: int, token: int, patch: int, gun: bool, owners: tuple[int, ...]) -> str:
    owner = "empty" if colour == EMPTY else "black block" if colour == BLACK else f"block of {PLAYERS[colour - 1]}"
    parts = [f"{cell_name(cell)} {owner}"]
    parts += [f"with {TOKENS[token]}"] if token else []
    parts += [PATCHES[patch]] if patch else []
    parts += ["Red Gun"] if gun else []
    parts += [f"in the forcefield of {PLAYERS[p]}" for p in owners]
    return ", ".join(parts)


def _card_words(k: Cards, card: int) -> str:
    if card >= TABLE or TYPES[TYPE[card]] == "junk":
        return f"{title(card)}: {effect(k, card)}"
    cost = "" if TYPE[card] == RESOURCE else f"cost {price(k.cost[card])}, "
    return f"{title(card)} ({TYPES[TYPE[card]]}, {cost}price {price(k.price[card])}): {effect(k, card)}"


def _card(k: Cards, card: int, place: str, marks: tuple[str, ...] = ()) -> Item:
    kind = NAMES[card] if card < TABLE else "horse"
    return Item(place, NAMES[card], _card_words(k, card), kind, marks=marks)


def _hand(s: State, k: Cards, seat: int) -> Zone:
    cards = [(card, i) for card in cards_in(s.hand[seat]) for i in range(s.hand[seat][card])]
    items = tuple(_card(k, card, f"hand.{NAMES[card]}.{i}", _cost_mark(k, card)) for card, i in cards)
    return Zone("hand", "Your hand", "fan", items, owner=seat)


def _cost_mark(k: Cards, card: int) -> tuple[str, ...]:
    return () if card >= TABLE or TYPES[TYPE[card]] in ("resource", "junk") else (price(k.cost[card]),)


def _piles(s: State, k: Cards) -> Zone:
    items = tuple(
        _card(k, card, f"market.{NAMES[card]}", (price(k.price[card]), f"x{s.pile[card]}")) for card in range(PERMANENT)
    )
    return Zone("permanent", "Permanent market", "row", items, note="price in credits/minerals")


def _slots(s: State, k: Cards) -> Zone:
    found: dict[int, int] = {}
    for card in s.slot[: k.market_slots]:
        found[card - 1] = found.get(card - 1, 0) + (card > 0)
    items = tuple(
        _card(k, card, f"market.{NAMES[card]}", (price(k.price[card]), *([f"x{n}"] if n > 1 else [])))
        for card, n in found.items()
        if card >= 0
    )
    return Zone("temporary", "Temporary market", "row", items, note=f"{s.draft_size} in the draft pile")


def _belongings(s: State, k: Cards, p: int, seat: int) -> list[Zone]:
    """Satellites and discard pile in the open; the rest as a multiset, which everybody knows (Hidden information)."""
    name = PLAYERS[p]
    zones = []
    if any(s.in_play[p]):
        satellites = [0] * STEVE + s.in_play[p] + [0] * (ALL - STEVE - len(s.in_play[p]))
        zones.append(_counted_zone(f"play.{name}", f"Satellites of {name}", satellites, k, p))
    zones.append(_counted_zone(f"discard.{name}", f"Discard pile of {name}", s.discard[p], k, p))
    if p == seat:
        return [*zones, _counted_zone(f"deck.{name}", f"Deck of {name}, in unknown order", s.deck[p], k, p)]
    both = [s.deck[p][card] + s.hand[p][card] for card in range(ALL)]
    known = s.known[seat if seat >= 0 else SEATS][p]
    note = f"{counted(s.hand_size[p], 'card')} in hand, {s.deck_size[p]} in the deck"
    if any(known):
        note += f"; in hand for certain: {', '.join(in_words(known))}"
    return [*zones, _counted_zone(f"hidden.{name}", f"Hand and deck of {name}", both, k, p, note)]


def _counted_zone(place: str, name: str, counts: list[int], k: Cards, owner: int | None, note: str = "") -> Zone:
    items = tuple(_card(k, card, f"{place}.{NAMES[card]}", (f"x{counts[card]}",)) for card in cards_in(counts))
    return Zone(place, name, "row", items, owner=owner, note=note)


def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    shared = [
        Counter("Turn", f"{s.turn} of at most {k.most_turns * k.players}"),
        Counter("Red Gun", f"{board.blocks_in_gun(s)} of {len(RED_GUN)} filled"),
        Counter("Actions left", str(s.actions_left)),
        Counter("Budget", amount(s.credits, 0)),
        Counter("Polyomino cards played", f"{s.polys_played} of {k.most_polyominoes or 'any number'}"),
        Counter("Last card", NAMES[s.last_card - 1] if s.last_card else "none"),
    ]
    shared += [Counter("Next card", "free")] if s.free_next else []
    shared += [Counter("Then", "an extra turn")] if s.extra_turn else []
    return (*shared, *(counter for p in range(k.players) for counter in _seat_counters(s, k, p)))


def _seat_counters(s: State, k: Cards, p: int) -> list[Counter]:
    values = {
        "In Red Gun": s.gun[p + 1],
        "Blocks": s.blocks[p + 1],
        "Minerals": s.minerals[p],
        "Hand": s.hand_size[p],
        "Deck": s.deck_size[p],
        "Discard pile": s.discard_size[p],
    }
    if any(s.debt):
        values["Debt"] = s.debt[p]
    if k.horse_bonus_credits:
        values["Horse bonus"] = s.bonus[p]
    colour = Counter("Colour", f"{COLOURS[p]} {LETTERS[p]}", p)
    return [colour, *(Counter(name, str(value), p) for name, value in values.items())]


def final(s: State, k: Cards, p: int) -> str:
    """STA-15.2: what decides a finished game."""
    return f"{s.gun[p + 1]} of {counted(s.blocks[p + 1], 'block')} in the Red Gun"


# The prompt


def decision(s: State) -> str:
    """The rulebook's name of the decision at hand."""
    return f"PLACE_{s.effect}" if s.ask == PLACE else DECISIONS[s.ask]


def _prompt(s: State, seat: int) -> Prompt:
    if s.ended:
        how, clause = ENDS[s.ended]
        return Prompt("game_over", f"{how}: the game is over.", clause)
    if s.seat != seat:
        return Prompt(decision(s), f"{PLAYERS[s.seat]} decides.", "STA-3.1")
    if s.ask == MAIN:
        return Prompt("MAIN", "Your action phase: play, buy, draw, discard or end.", "STA-4.1")
    if s.ask == PLACE:
        return Prompt(decision(s), _placement_words(s), "STA-17.4")
    if s.ask == FIRE_TARGET:
        return Prompt("FIRE_TARGET", f"Choose a block for the artillery on {cell_name(s.firing - 1)}.", "STA-7.5")
    words, clause = {
        CELL: (f"Choose a cell for {NAMES[s.effect - 1]}.", CLAUSES.get(s.effect - 1, "")),
        OPPONENT: (f"Choose an opponent for {NAMES[s.effect - 1]}.", CLAUSES.get(s.effect - 1, "")),
        HACK_CARD: (f"Choose a card in the hand of {PLAYERS[s.victim - 1]} to be discarded.", "STA-8.3"),
        TUTOR: ("Choose a card of your deck to take into your hand.", "STA-8.13"),
        DISCARD_DOWN: ("Your hand is too large: discard a card.", "STA-11.1"),
    }.get(s.ask, _stoppable(s))
    return Prompt(decision(s), words, clause)


def _placement_words(s: State) -> str:
    left = s.effect - s.chosen_count
    if s.chosen_count:
        return f"Name {counted(left, 'cell')} beside {cell_names(s.chosen[: s.chosen_count])}."
    first = " on" if left == 1 else " side by side, the first on"
    return f"Name {counted(left, 'cell')}{first} the border or beside a block of yours."


def _stoppable(s: State) -> tuple[str, str]:
    if s.disposals_left:
        return f"Trash up to {counted(s.disposals_left, 'card')}, or stop.", "STA-8.14"
    return "Discard cards for Bart's credits, or stop.", "STA-11.2"
