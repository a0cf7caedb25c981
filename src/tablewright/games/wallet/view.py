"""What a seat sees of the Wallet Game: the market with live abilities and prices, piles, purses, what is asked."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from tablewright.engine import Counter, Fact, Facts, Item, Prompt, Say, Seat, Table, Zone, remembered, say

from . import rules
from .descriptions import ability, colour, market_live, missing, name_of, number, price, said_card
from .log import tell
from .moves import blocked, move, parse, unused
from .notation import zone_place
from .places import live_side, purse
from .state import ASK, CARDS, COLOURS, END, FULL, OF, ON, READS, WIDTH, Cards, State

MARKET_DEGREES = (90, 180, 270, 0)  # how a card lies whose facing edge points left, to the draw pile
ZONE_DEGREES = (0, 90, 180, 270)  # how a card lies whose facing edge points down, to its player


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees; prices are compared with its own purse, or with the active player's."""
    buyer = seat if seat >= 0 else s.active
    zones = [_market(s, k, buyer), *_piles(s, k)]
    for p in sorted(range(k.players), key=lambda p: (p - max(0, seat)) % k.players):
        zones.append(_purse_zone(s, k, p))
        if s.bought[p][0]:
            zones.append(_bought(s, k, p))
    return Table(tuple(zones), _counters(s, k), _prompt(s, k))


def dots(n: int) -> str:
    return "●" * n + "○" * (FULL - n)


@remembered
def _market(s: State, k: Cards, buyer: int) -> Zone:
    items = tuple(_for_sale(s, k, buyer, slot) for slot in range(k.market_size))
    return Zone("market", say("zone.market"), "row", items, note=say("zone.market_note"))


def _for_sale(s: State, k: Cards, buyer: int, slot: int) -> Item:
    card, name = s.market[slot], f"m{slot}"
    if card == 0:
        return Item(name, say("place.empty", slot=name), say("zone.refilled_later"))
    live = tuple(market_live(s, k, card, turned, flipped) for turned, flipped in ((0, 0), (2, 0), (0, 1)))
    return _offered(k, name, card, s.face[card], s.facing[card], missing(s, k, buyer, card), live)


@lru_cache(1_000)
def _offered(k: Cards, name: str, card: int, face: int, facing: int, short: Say | None, live: tuple[Say, ...]) -> Item:
    lines = (
        say("line.costs", price=price(k, card, face)),
        say("line.now", live=live[0]),
        say("line.rotated", live=live[1]),
        say("line.flipped", live=live[2], price=price(k, card, 1 - face)),
    )
    marks = (say("mark.price", short=short), say("mark.gives", n=k.energy_per_activation, colour=colour(face)))
    text = say("place.slot", slot=name, card=said_card(card, face))
    shown = _shown(name, card, face, facing, MARKET_DEGREES)
    return _with(shown, text, lines, marks, price=tuple(k.price[card][face]), can_pay=not short)


@lru_cache(1_000)
def _shown(where: str, card: int, face: int, facing: int, degrees: tuple[int, ...]) -> Item:
    """A card with what can be seen of it anywhere: its number, its face, how it is turned."""
    detail = say("zone.toward_player" if degrees is ZONE_DEGREES else "zone.toward_pile", n=facing)
    kind, tone, facts = CARDS[card - 1], COLOURS[face], Facts(face=COLOURS[face], facing=facing)
    return Item(where, said_card(card, face), detail, kind, tone, turned=degrees[facing], facts=facts)


def _with(item: Item, text: str, lines: tuple[str, ...], marks: tuple[str, ...] = (), **facts: Fact) -> Item:
    return replace(item, text=text, lines=lines, marks=marks, facts=Facts({**item.facts, **facts}))


@remembered
def _piles(s: State, k: Cards) -> list[Zone]:
    """The draw pile's top and the discard pile are open; of the covered cards only the order is not known."""
    top = (_in_pile(s, "draw", s.draw[s.draws - 1]),) if s.draws else ()
    covered = sorted(s.draw[: max(0, s.draws - 1)])
    if s.fresh:
        note = say("zone.covered_fresh", n=sum(s.face[card] for card in covered), dots=k.initial_facing)
        known = [Item(f"covered.{card}", name_of(card), kind=CARDS[card - 1], hidden=True) for card in covered]
    else:
        note = say("zone.covered_known")
        known = [_in_pile(s, f"covered.{card}", card) for card in covered]
    discard = list(reversed(s.discard[: s.discards]))
    discarded = [_in_pile(s, f"discard{i}" if i else "discard", c) for i, c in enumerate(discard)]
    return [
        Zone("draw", say("zone.draw"), "pile", top, note=say("zone.draw_note", n=s.draws)),
        Zone("covered", say("zone.covered"), "row", tuple(known), note=note if covered else ""),
        Zone("discard", say("zone.discard"), "pile", tuple(discarded), note=say("zone.discard_note", n=s.discards)),
    ]


def _in_pile(s: State, where: str, card: int) -> Item:
    return _shown(where, card, s.face[card], s.facing[card], MARKET_DEGREES)


@remembered
def _purse_zone(s: State, k: Cards, p: int) -> Zone:
    title = say("zone.purse", who=Seat(p))
    if not s.held[p][OF.teal]:
        return Zone(f"zone{p}", title, "row", tuple(_dealt(s, k, p)), owner=p, note=say("zone.dealt"))
    items = tuple(_owned(s, k, p, of, i) for of in range(2) for i in range(of * WIDTH, of * WIDTH + s.held[p][of]))
    return Zone(f"zone{p}", title, "row", items, owner=p, note=_purse(s, p))


def _owned(s: State, k: Cards, p: int, of: int, i: int) -> Item:
    card = s.zone[p][i]
    facing, side = s.facing[card], live_side(s.facing[card], READS.near)
    lines = (say("line.dots", dots=dots(facing), n=facing, colour=colour(of)), *_edges(k, card, of))
    live = None if side == ON.neither else ability(k, card, of, side)
    name = say("place.owned", card=number(card), colour=colour(of), which=str(i % WIDTH) if k.pairs else None)
    marks = (say("mark.live", live=live),)
    shown = _shown(zone_place(k, p * 2 * WIDTH + i), card, of, facing, ZONE_DEGREES)
    return _with(shown, name, lines, marks, live=side != ON.neither)


def _edges(k: Cards, card: int, of: int) -> tuple[Say, Say]:
    """WAL-1.6: what is live in a zone at 3 and at 1."""
    left, right = ability(k, card, of, ON.left), ability(k, card, of, ON.right)
    return say("line.at", n="3", live=left), say("line.at", n="1", live=right)


def _dealt(s: State, k: Cards, p: int) -> Iterator[Item]:
    """WAL-2.6: two cards whose faces are not chosen yet."""
    for card in s.zone[p][: s.held[p][OF.tan]]:
        lines = [say("line.face", colour=colour(of), edge=edge) for of in range(2) for edge in _edges(k, card, of)]
        shown = _shown(CARDS[card - 1], card, s.face[card], s.facing[card], ZONE_DEGREES)
        yield _with(shown, name_of(card), tuple(lines))


def _purse(s: State, p: int) -> Say:
    parts = []
    for of in range(2):
        cards = s.zone[p][of * WIDTH : of * WIDTH + s.held[p][of]]
        shown = " ".join(dots(s.facing[card]) for card in cards)
        parts.append(say("purse.colour", colour=colour(of), dots=shown, n=purse(s, p, of)))
    return say("purse.both", parts=tuple(parts))


@remembered
def _bought(s: State, k: Cards, p: int) -> Zone:
    items = tuple(Item(f"bought{c}", name_of(c), kind=CARDS[c - 1]) for c in s.bought[p] if c)
    note = say("counter.of", n=len(items), all=k.target)
    return Zone(f"bought{p}", say("zone.bought", who=Seat(p)), "pile", items, owner=p, note=note)


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    now = min(k.max_rounds, s.turns // k.players + 1)
    made = [Counter(say("counter.round"), say("counter.at_most", n=now, all=k.max_rounds), None, "round", now)]
    if s.ask != ASK.face and not s.ended:
        left = say("counter.allowances", unused=unused(s, k))
        made.append(Counter(say("counter.unused"), left, s.active, "unused"))
    for p in range(k.players if s.ask != ASK.face else 0):
        made.append(Counter(say("counter.purse"), _purse(s, p), p, "purse", (purse(s, p, 0), purse(s, p, 1))))
        if k.pairs:
            pairs = min(s.held[p])
            counted = say("counter.pairs_of", n=pairs, tan=s.held[p][0], teal=s.held[p][1])
            made.append(Counter(say("counter.pairs"), counted, p, "pairs", pairs, goal=True))
        else:
            bought = say("counter.of", n=s.purchases[p], all=k.target)
            made.append(Counter(say("counter.bought"), bought, p, "bought", s.purchases[p], goal=True))
    return tuple(made)


@remembered
def _prompt(s: State, k: Cards) -> Prompt:
    if s.ended:
        clause = {END.purchase: "WAL-9.1", END.piles: "WAL-P.5"}.get(s.ended, "WAL-9.3")
        return Prompt("game_over", say(f"ask.over_{END._fields[s.ended]}"), clause)
    return rules.DECISIONS.ask(s, k, must=bool(k.effects_mandatory), unused=unused(s, k))


def final(s: State, k: Cards, p: int) -> Say:
    """WAL-9.4, WAL-P.6: what decides a finished game."""
    resources = purse(s, p, OF.tan) + purse(s, p, OF.teal)
    if k.pairs:
        return say("final.pairs", pairs=min(s.held[p]), cards=sum(s.held[p]), resources=resources)
    return say("final.bought", n=s.purchases[p], resources=resources)
