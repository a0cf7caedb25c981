"""Standoff at the table: what a seat sees and what is asked of it."""

from functools import cache, lru_cache

from tablewright.engine import Counter, Facts, Group, Item, Run, Say, Seat, Table, Zone, named, remembered, say

from .board import is_free
from .descriptions import PATCH_NAMES, amount, cell_words, effect, forcefields, shields_over
from .log import tell
from .moves import move, parse, prompt
from .notation import cards_in, cell_item, hand_items, kind_of, the, type_of
from .reasons import blocked
from .state import ALL, ASK, BLACK, EMPTY, KIND, NAMES, PERMANENT, PLAYERS, RED_GUN, SIDE, TO, TOKENS, Cards, State

COLOURS = ("blue", "orange", "green", "purple")
LETTERS = ("B", "O", "G", "P")
PATCH_SIGNS = ("", "m", "M")
PRINTED = ("polyomino", "action", "satellite")  # cards with a cost on them


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees."""
    zones = [_board(s, k), *([_hand(s, k, seat)] if seat >= 0 else []), _piles(s, k), _slots(s, k)]
    for p in range(k.players):
        zones += _belongings(s, k, p, seat)
    if any(s.trash):
        zones.append(_counted_zone("trash", say("zone.trash"), s.trash, k, None))
    group, runs = _group(s, k, seat), _runs(s, k, seat)
    return Table(tuple(zones), _counters(s, k), prompt(s, k, seat), group=group, runs=runs)


def final(s: State, k: Cards, p: int) -> str:
    """STA-15.2: what decides a finished game."""
    return say("final.blocks", gun=s.gun[p + 1], blocks=s.blocks[p + 1])


@remembered
def _group(s: State, k: Cards, seat: int) -> Group | None:
    """STA-17.4: the blocks of a polyomino, before the first of them is named."""
    if s.decider != seat or s.ended or s.ask != ASK.place or s.chosen_count or s.effect < 2:
        return None
    free = tuple(cell_item(cell) for cell in range(len(s.block)) if is_free(s, k, cell))
    return Group("board", s.effect, free, say("play.group_start"))


@remembered
def _runs(s: State, k: Cards, seat: int) -> tuple[Run, ...]:
    """STA-4.9: credits cost nothing to play, so all of them may be played at once; those that bring debts may not."""
    if s.decider != seat or s.ended or s.ask != ASK.main:
        return ()
    credits = [card for card in range(KIND.credit_1, KIND.refinery) for _ in range(s.hand[seat][card])]
    worth = amount(sum(k.credits[card] for card in credits))
    return (Run(say("play.all", worth=worth), tuple(TO.play + card for card in credits)),) if len(credits) > 1 else ()


# The board


@remembered
def _board(s: State, k: Cards) -> Zone:
    fields = forcefields(s)
    items = tuple(_cell_item(s, k, cell, fields) for cell in range(len(s.block)))
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
    name = TOKENS[token] if token else ""
    if colour == EMPTY:
        sign, tone = (LETTERS[owners[0]].lower() if owners else "") + PATCH_SIGNS[patch], "red" if gun else ""
    elif colour == BLACK:
        sign, tone = "#", "black"
    else:
        sign, tone = LETTERS[colour - 1] + name[:1], COLOURS[colour - 1]
    text, marks = f"[{sign or ' '}]" if gun else sign, ("!",) if chosen else ()
    facts = Facts(block=colour, token=name, patch=PATCH_NAMES[patch], gun=gun, shields=owners, chosen=chosen)
    words = cell_words(cell, colour, token, patch, gun, owners)
    return Item(cell_item(cell), say("cell.sign", sign=text), words, tone=tone, marks=marks, facts=facts)


# Cards


def _card_words(k: Cards, card: int) -> Say:
    kind = type_of(card)
    if kind == "junk":
        return say("card_words.junk", card=the(card), effect=effect(k, card))
    cost, what = _tag(k.cost[card]) if kind in PRINTED else None, say(f"type.{kind}")
    return say(
        "card_words.all", card=the(card), type=what, cost=cost, price=_tag(k.price[card]), effect=effect(k, card)
    )


@lru_cache(1_000)
def _card(k: Cards, card: int, place: str, marks: tuple[str, ...] = (), copies: int = 1) -> Item:
    facts = Facts(type=type_of(card), copies=copies, cost=tuple(k.cost[card]), price=tuple(k.price[card]))
    return Item(place, named(the(card)), _card_words(k, card), kind_of(card), marks=marks, facts=facts)


@remembered
def _hand(s: State, k: Cards, seat: int) -> Zone:
    items = tuple(
        _card(k, card, place, _to_play(k, card))
        for card in cards_in(s.hand[seat])
        for place in hand_items(s.hand[seat], card)
    )
    return Zone("hand", say("zone.hand"), "fan", items, owner=seat)


@remembered
def _piles(s: State, k: Cards) -> Zone:
    return _market("permanent", k, dict(enumerate(s.pile)), say("zone.prices"), 0)


@remembered
def _slots(s: State, k: Cards) -> Zone:
    cards = [card - 1 for card in s.slot[: k.market_slots] if card]
    return _market("temporary", k, {card: cards.count(card) for card in cards}, say("zone.draft", n=s.draft_size), 2)


def _tag(cost: list[int]) -> str:
    """A price as it stands under a card: minerals only where there are any."""
    return say("mark.both", credits=cost[0], minerals=cost[1]) if cost[1] else str(cost[0])


def _to_play(k: Cards, card: int) -> tuple[Say, ...]:
    """What it costs to play a card, where that is printed on it."""
    return (say("mark.play", price=_tag(k.cost[card])),) if type_of(card) in PRINTED else ()


def _prices(k: Cards, card: int) -> tuple[Say, ...]:
    return (say("mark.buy", price=_tag(k.price[card])), *_to_play(k, card))


def _market(name: str, k: Cards, found: dict[int, int], note: Say, counted: int) -> Zone:
    """Prices, and how many copies there are where these are as many as `counted`."""
    items = tuple(
        _card(k, card, f"market.{NAMES[card]}", (*_prices(k, card), *_copies(n if n >= counted else None)), n)
        for card, n in found.items()
    )
    return Zone(name, say(f"zone.{name}"), "row", items, note=note)


def _copies(n: int | None) -> tuple[Say, ...]:
    return () if n is None else (say("mark.copies", n=n),)


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
    known = s.known[seat][p]  # -1, a spectator, is the last
    certain = tuple(say("zone.some", n=known[card], card=the(card)) for card in cards_in(known))
    note = say("zone.hidden_note", n=s.hand_size[p], deck=s.deck_size[p], certain=certain or None)
    return [*zones, _counted_zone(f"hidden.{name}", say("zone.hidden", who=who), both, k, p, note)]


def _counted_zone(place: str, name: str, counts: list[int], k: Cards, owner: int | None, note: str = "") -> Zone:
    held = [(card, counts[card]) for card in cards_in(counts)]
    items = tuple(_card(k, card, f"{place}.{NAMES[card]}", _copies(n), n) for card, n in held)
    return Zone(place, name, "row", items, owner=owner, note=note)


# Counters


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    filled, most = sum(s.gun), k.most_turns * k.players
    polyominoes = say("counter.played", n=s.polys_played, most=str(k.most_polyominoes) if k.most_polyominoes else None)
    last = s.last_card - 1
    shared = [
        _counter("gun", say("counter.gun_filled", n=filled, all=len(RED_GUN)), filled),
        _counter("actions", str(s.actions_left), s.actions_left),
        _counter("budget", amount(s.credits), s.credits),
        _counter("polyominoes", polyominoes, s.polys_played),
        _counter("turn", say("counter.turn_of", n=s.turn, most=most), s.turn),
    ]
    shared += [_counter("last", named(the(last)), kind_of(last))] if last >= 0 and _can_be_repeated(s, k) else []
    shared += [_counter("next", say("counter.free"), 1)] if s.free_next else []
    shared += [_counter("then", say("counter.extra_turn"), 1)] if s.extra_turn else []
    return (*shared, *(counter for p in range(k.players) for counter in _seat_counters(s, k, p)))


def _can_be_repeated(s: State, k: Cards) -> bool:
    """Whether anybody owns a Duplicate, which everybody knows."""
    piles = (s.hand, s.deck, s.discard)
    return any(pile[p][KIND.duplicate] for p in range(k.players) for pile in piles)


def _counter(name: str, value: str, fact: int | str, owner: int | None = None) -> Counter:
    return Counter(say(f"counter.{name}"), value, owner, name, fact, goal=name == "in_gun")


def _seat_counters(s: State, k: Cards, p: int) -> list[Counter]:
    values = {
        "in_gun": s.gun[p + 1],
        "blocks": s.blocks[p + 1],
        "minerals": s.minerals[p],
        "hand": s.hand_size[p],
        "deck": s.deck_size[p],
        "discard": s.discard_size[p],
    }
    values |= {"debt": s.debt[p]} if any(s.debt) else {}
    values |= {"bonus": s.bonus[p]} if k.horse_bonus_credits else {}
    colour = _counter("colour", say(f"colour.{COLOURS[p]}", letter=LETTERS[p]), COLOURS[p], p)
    return [colour, *(_counter(name, str(value), value, p) for name, value in values.items())]
