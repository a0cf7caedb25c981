"""Standoff at the table: what a seat sees and what is asked of it."""

from functools import cache, lru_cache

from tablewright.engine import Counter, Facts, Group, Item, Run, Say, Seat, Table, Zone, named, remembered, say

from . import board, reasons
from .cells import cards_in, cell_item, kind_of, the
from .log import tell
from .moves import hand_items, move, parse, prompt
from .state import (
    ALL,
    ASK,
    BLACK,
    CELLS,
    EMPTY,
    IS,
    KIND,
    NAMES,
    PERMANENT,
    PLAYERS,
    RED_GUN,
    SEATS,
    SIDE,
    TABLE,
    TO,
    TOKENS,
    TYPE,
    Cards,
    State,
)
from .texts import PATCHES, amount, cell_words, effect, forcefields, price, shields_over

__all__ = ["final", "move", "parse", "table", "tell"]

COLOURS = ("blue", "orange", "green", "purple")
LETTERS = ("B", "O", "G", "P")
TYPES = ("polyomino", "resource", "action", "satellite", "junk")
PATCH_SIGNS = ("", "m", "M")


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees."""
    zones = [_board(s, k)]
    if seat >= 0:
        zones.append(_hand(s, k, seat))
    zones += [_piles(s, k), _slots(s, k)]
    for p in range(k.players):
        zones += _belongings(s, k, p, seat)
    if any(s.trash):
        zones.append(_counted_zone("trash", say("zone.trash"), s.trash, k, None))
    blocked = tuple(reasons.blocked(s, k, seat))
    return Table(tuple(zones), _counters(s, k), prompt(s, k, seat), blocked, _group(s, k, seat), _runs(s, k, seat))


def final(s: State, k: Cards, p: int) -> str:
    """STA-15.2: what decides a finished game."""
    return say("final.blocks", gun=s.gun[p + 1], blocks=s.blocks[p + 1])


@remembered
def _group(s: State, k: Cards, seat: int) -> Group | None:
    """STA-17.4: the blocks of a polyomino, before the first of them is named."""
    if s.decider != seat or s.ended or s.ask != ASK.place or s.chosen_count or s.effect < 2:
        return None
    free = tuple(cell_item(cell) for cell in range(CELLS) if board.is_free(s, k, cell))
    return Group("board", s.effect, free, say("play.group_start"))


@remembered
def _runs(s: State, k: Cards, seat: int) -> tuple[Run, ...]:
    """STA-4.9: credits cost nothing to play, so all of them may be played at once; those that bring debts may not."""
    if s.decider != seat or s.ended or s.ask != ASK.main:
        return ()
    hand = s.hand[seat]
    free = [card for card in cards_in(hand) if TYPE[card] == IS.resource and card < KIND.fast_credit_3]
    credits = [card for card in free for _ in range(hand[card])]
    worth = amount(sum(k.credits[card] for card in credits))
    return (Run(say("play.all", worth=worth), tuple(TO.play + card for card in credits)),) if len(credits) > 1 else ()


# The board


@remembered
def _board(s: State, k: Cards) -> Zone:
    fields = forcefields(s)
    items = tuple(_cell_item(s, k, cell, fields) for cell in range(CELLS))
    blocks = tuple(say("zone.letter", letter=LETTERS[p], who=Seat(p)) for p in range(k.players))
    shields = " ".join(LETTERS[: k.players]).lower() if fields else None
    note = say("zone.legend", blocks=blocks, shields=shields)
    columns = tuple(chr(ord("a") + column) for column in range(SIDE))
    rows = tuple(str(row + 1) for row in range(SIDE))
    return Zone("board", say("zone.board"), "board", items, SIDE, note=note, column_labels=columns, row_labels=rows)


def _cell_item(s: State, k: Cards, cell: int, fields: list[int]) -> Item:
    owners = shields_over(s, k, cell, fields) if fields else ()
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
        sign = "#" if colour == BLACK else LETTERS[colour - 1] + (TOKENS[token][0] if token else "")
        tone = "black" if colour == BLACK else COLOURS[colour - 1]
    facts = Facts(
        block=colour, token=TOKENS[token] if token else "", patch=PATCHES[patch], gun=gun, shields=owners, chosen=chosen
    )
    words = cell_words(cell, colour, token, patch, gun, owners)
    text, marks = f"[{sign or ' '}]" if gun else sign, ("!",) if chosen else ()
    return Item(cell_item(cell), say("cell.sign", sign=text), words, tone=tone, marks=marks, facts=facts)


# Cards


def _card_words(k: Cards, card: int) -> Say:
    kind = TYPES[TYPE[card]]
    if card >= TABLE or kind == "junk":
        return say("card_words.junk", card=the(card), effect=effect(k, card))
    cost = None if kind == "resource" else price(k.cost[card])
    what = say(f"type.{kind}")
    return say(
        "card_words.all", card=the(card), type=what, cost=cost, price=price(k.price[card]), effect=effect(k, card)
    )


@lru_cache(5_000)
def _card(k: Cards, card: int, place: str, marks: tuple[str, ...] = (), copies: int = 1) -> Item:
    costs = {} if card >= TABLE else {"cost": tuple(k.cost[card]), "price": tuple(k.price[card])}
    facts = Facts(type=TYPES[TYPE[card]], copies=copies, **costs)
    return Item(place, named(the(card)), _card_words(k, card), kind_of(card), marks=marks, facts=facts)


def _copies(n: int) -> Say:
    return say("mark.copies", n=n)


@remembered
def _hand(s: State, k: Cards, seat: int) -> Zone:
    held = [(card, place) for card in cards_in(s.hand[seat]) for place in hand_items(s, seat, card)]
    items = tuple(_card(k, card, place, _cost_mark(k, card)) for card, place in held)
    return Zone("hand", say("zone.hand"), "fan", items, owner=seat)


def _cost_mark(k: Cards, card: int) -> tuple[str, ...]:
    return () if card >= TABLE or TYPES[TYPE[card]] in ("resource", "junk") else (price(k.cost[card]),)


@remembered
def _piles(s: State, k: Cards) -> Zone:
    items = tuple(
        _card(k, card, f"market.{NAMES[card]}", (price(k.price[card]), _copies(s.pile[card])), s.pile[card])
        for card in range(PERMANENT)
    )
    return Zone("permanent", say("zone.permanent"), "row", items, note=say("zone.prices"))


@remembered
def _slots(s: State, k: Cards) -> Zone:
    found: dict[int, int] = {}
    for card in s.slot[: k.market_slots]:
        found[card - 1] = found.get(card - 1, 0) + (card > 0)
    items = tuple(
        _card(k, card, f"market.{NAMES[card]}", (price(k.price[card]), *([_copies(n)] if n > 1 else [])), n)
        for card, n in found.items()
        if card >= 0
    )
    return Zone("temporary", say("zone.temporary"), "row", items, note=say("zone.draft", n=s.draft_size))


@remembered
def _belongings(s: State, k: Cards, p: int, seat: int) -> list[Zone]:
    """Satellites and discard pile in the open; the rest as a multiset, which everybody knows (Hidden information)."""
    name, who = PLAYERS[p], Seat(p)
    zones = []
    if any(s.in_play[p]):
        satellites = [0] * KIND.steve + s.in_play[p] + [0] * (ALL - KIND.steve - len(s.in_play[p]))
        zones.append(_counted_zone(f"play.{name}", say("zone.satellites", who=who), satellites, k, p))
    zones.append(_counted_zone(f"discard.{name}", say("zone.discard", who=who), s.discard[p], k, p))
    if p == seat:
        return [*zones, _counted_zone(f"deck.{name}", say("zone.deck", who=who), s.deck[p], k, p)]
    both = [s.deck[p][card] + s.hand[p][card] for card in range(ALL)]
    known = s.known[seat if seat >= 0 else SEATS][p]
    certain = tuple(say("zone.some", n=known[card], card=the(card)) for card in cards_in(known))
    note = say("zone.hidden_note", n=s.hand_size[p], deck=s.deck_size[p], certain=certain or None)
    return [*zones, _counted_zone(f"hidden.{name}", say("zone.hidden", who=who), both, k, p, note)]


def _counted_zone(place: str, name: str, counts: list[int], k: Cards, owner: int | None, note: str = "") -> Zone:
    items = tuple(
        _card(k, card, f"{place}.{NAMES[card]}", (_copies(counts[card]),), counts[card]) for card in cards_in(counts)
    )
    return Zone(place, name, "row", items, owner=owner, note=note)


# Counters


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    filled, most = board.blocks_in_gun(s), k.most_turns * k.players
    polyominoes = say("counter.played", n=s.polys_played, most=str(k.most_polyominoes) if k.most_polyominoes else None)
    last = kind_of(s.last_card - 1) if s.last_card else ""
    shared = [
        _counter("turn", say("counter.turn_of", n=s.turn, most=most), s.turn),
        _counter("gun", say("counter.gun_filled", n=filled, all=len(RED_GUN)), filled),
        _counter("actions", str(s.actions_left), s.actions_left),
        _counter("budget", amount(s.credits), s.credits),
        _counter("polyominoes", polyominoes, s.polys_played),
        _counter("last", named(the(s.last_card - 1)) if s.last_card else say("counter.none"), last),
    ]
    shared += [_counter("next", say("counter.free"), 1)] if s.free_next else []
    shared += [_counter("then", say("counter.extra_turn"), 1)] if s.extra_turn else []
    return (*shared, *(counter for p in range(k.players) for counter in _seat_counters(s, k, p)))


def _counter(name: str, value: str, fact: int | str, owner: int | None = None) -> Counter:
    return Counter(say(f"counter.{name}"), value, owner, name, fact)


def _seat_counters(s: State, k: Cards, p: int) -> list[Counter]:
    values = {
        "in_gun": s.gun[p + 1],
        "blocks": s.blocks[p + 1],
        "minerals": s.minerals[p],
        "hand": s.hand_size[p],
        "deck": s.deck_size[p],
        "discard": s.discard_size[p],
    }
    if any(s.debt):
        values["debt"] = s.debt[p]
    if k.horse_bonus_credits:
        values["bonus"] = s.bonus[p]
    colour = _counter("colour", say(f"colour.{COLOURS[p]}", letter=LETTERS[p]), COLOURS[p], p)
    return [colour, *(_counter(name, str(value), value, p) for name, value in values.items())]
