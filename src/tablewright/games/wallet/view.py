"""The Wallet Game in words: the table with live abilities, prices and purses, the options, the log."""

import re
from collections.abc import Iterator, Sequence

from tablewright.engine import REVEALED, Blocked, Counter, Event, IllegalMove, Item, Move, Moves, Prompt, Table, Zone
from tablewright.games.wallet import rules
from tablewright.games.wallet.places import fits, live_side, purse
from tablewright.games.wallet.state import (
    ASK,
    BLOCKS,
    CARDS,
    COLOURS,
    DO,
    END,
    FULL,
    LEFT,
    NEED,
    NEITHER,
    OF,
    READS,
    RIGHT,
    SAY,
    USE,
    WIDTH,
    Ability,
    Cards,
    Decision,
    State,
)
from tablewright.games.wallet.view_words import (
    SEATS,
    ability_words,
    card_name,
    label,
    market_live,
    missing,
    option,
    option_text,
    price,
    unused,
    zone_card,
    zone_place,
)

MARKET_DEGREES = (90, 180, 270, 0)  # how a card lies whose facing edge points left, to the draw pile
ZONE_DEGREES = (0, 90, 180, 270)  # how a card lies whose facing edge points down, to its player


# Options


def move(s: State, k: Cards, a: int) -> Move:
    """An option with its name in the rulebook and what it does."""
    block, index = BLOCKS.decode(a)
    touches = option(k, a, s.asked)[1:]
    if block == "activate_zone":
        touches = (zone_place(k, s.asked * 2 * WIDTH + index),)
    elif block == "destroy":
        touches = (zone_place(k, index * 2 * WIDTH + s.colour * WIDTH),)
    return Move(a, option_text(k, a, s.asked), label(s, k, block, index), block, index, touches)


# Typed options

OTHER_WORDS = {"end": "end_turn", "pass": "end_turn", "done": "end_turn", "no": "decline", "stop": "decline"}
SMALL_WORDS = {"with", "and", "my", "the", "card", "turn"}


def parse(s: State, k: Cards, text: str) -> int:
    """`swap m0 z-tan` for `swap:p0.tan+m0`: parts in any order, z- for the own zone, ids without wal_."""
    words = [word for word in re.split(r"[\s:+,&]+", text.lower()) if word and word not in SMALL_WORDS]
    if not words:
        raise IllegalMove("say what to do, such as activate m1, buy m0, flip m2 or end_turn")
    name = OTHER_WORDS.get(words[0], words[0])
    wanted = {_part(word, name, s.asked) for word in words[1:]}
    listed = Moves.plain()
    for a in listed.a[: rules.legal(s, k, listed)]:
        parts = option(k, a, s.asked)
        if parts[0] == name and set(parts[1:]) == wanted:
            return a
    for blocked in _blocked(s, k, s.asked):
        if _same(blocked.what, name, wanted):
            raise IllegalMove(f"{blocked.what} is not possible: {blocked.reason}")
    raise IllegalMove(f"{text!r} is not an option now; you can {_examples(s, k)}")


def _part(word: str, name: str, seat: int) -> str:
    own = re.sub(r"^z[-.]?", f"p{seat}.", word) if word.startswith("z") else word
    if name == "activate":
        return own.removeprefix(f"p{seat}.")
    return f"wal_{int(own):02}" if name == "tan" and own.isdecimal() else own


def _same(what: str, name: str, wanted: set[str]) -> bool:
    kind, _, parts = what.partition(":")
    return kind == name and set(parts.split("+")) == wanted


def _examples(s: State, k: Cards) -> str:
    listed = Moves.plain()
    texts = [option_text(k, a, s.asked) for a in listed.a[: rules.legal(s, k, listed)]]
    return ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")


# The table


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees; prices are compared with its own purse, or with the active player's."""
    buyer = seat if seat >= 0 else s.active
    zones = [_market(s, k, buyer), *_piles(s, k)]
    for p in sorted(range(k.players), key=lambda p: (p - max(0, seat)) % k.players):
        zones.append(_purse_zone(s, k, p, seat))
        if s.bought[p][0]:
            zones.append(_bought(s, k, p))
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


def dots(n: int) -> str:
    return "●" * n + "○" * (FULL - n)


def _market(s: State, k: Cards, buyer: int) -> Zone:
    items = []
    for slot in range(k.market_size):
        card = s.market[slot]
        if card == 0:
            items.append(Item(f"m{slot}", f"m{slot} empty", "refilled when the action is over"))
            continue
        short = missing(s, k, buyer, card)
        other = 1 - s.face[card]
        lines = (
            f"costs {price(k, card, s.face[card])}",
            f"now: {market_live(s, k, card)}",
            f"rotated: {market_live(s, k, card, turned=2)}",
            f"flipped: {market_live(s, k, card, flipped=1)}, costs {price(k, card, other)}",
        )
        marks = (f"{short} short" if short else "can pay", f"gives {k.energy} {COLOURS[s.face[card]]}")
        items.append(_card(s, f"m{slot}", card, MARKET_DEGREES, lines, marks, f"m{slot} {card_name(s, card)}"))
    return Zone("market", "Market", "row", tuple(items), note="m0 is nearest to the draw pile")


def _card(
    s: State,
    where: str,
    card: int,
    degrees: Sequence[int],
    lines: Sequence[str] = (),
    marks: Sequence[str] = (),
    text: str = "",
) -> Item:
    facing = s.facing[card]
    detail = f"{_dots(facing)} toward {'its player' if degrees is ZONE_DEGREES else 'the draw pile'}"
    name, tone = CARDS[card - 1], COLOURS[s.face[card]]
    return Item(where, text or card_name(s, card), detail, name, tone, tuple(lines), tuple(marks), degrees[facing])


def _piles(s: State, k: Cards) -> list[Zone]:
    """The draw pile's top and the discard pile are open; of the covered cards only the order is not known."""
    top = [_card(s, "draw", s.draw[s.draws - 1], MARKET_DEGREES)] if s.draws else []
    covered = sorted(s.draw[: max(0, s.draws - 1)])
    teal = sum(s.face[card] for card in covered)
    if s.fresh:
        note = f"{teal} of them show teal, all have {_dots(k.initial_facing)} toward the pile"
        known = [Item(f"covered.{card}", CARDS[card - 1], kind=CARDS[card - 1], hidden=True) for card in covered]
    else:
        note = "each as it was before the shuffle"
        known = [_card(s, f"covered.{card}", card, MARKET_DEGREES) for card in covered]
    discard = list(reversed(s.discard[: s.discards]))
    discarded = [_card(s, f"discard{i}" if i else "discard", c, MARKET_DEGREES) for i, c in enumerate(discard)]
    return [
        Zone("draw", "Draw pile", "pile", tuple(top), note=f"{_cards(s.draws)}, the top one is open"),
        Zone("covered", "Under its top, in unknown order", "row", tuple(known), note=note if covered else ""),
        Zone("discard", "Discard pile", "pile", tuple(discarded), note=f"{_cards(s.discards)}, top first"),
    ]


def _cards(n: int) -> str:
    return f"{n} card" if n == 1 else f"{n} cards"


def _purse_zone(s: State, k: Cards, p: int, seat: int) -> Zone:
    title = f"{SEATS[p]}'s zone" + (" (yours)" if p == seat else "")
    if not s.held[p][OF.teal]:
        return Zone(f"zone{p}", title, "row", tuple(_dealt(s, k, p)), owner=p, note="one stays tan, one becomes teal")
    items = []
    for colour in range(2):
        for i in range(colour * WIDTH, colour * WIDTH + s.held[p][colour]):
            card = s.zone[p][i]
            side = live_side(s.facing[card], READS.near)
            lines = (f"{dots(s.facing[card])} {s.facing[card]} {COLOURS[colour]}", *_edges(k, card, colour))
            marks = ("no live ability",) if side == NEITHER else (f"live: {ability_words(k, card, colour, side)}",)
            where, name = zone_place(k, p * 2 * WIDTH + i), f"{CARDS[card - 1]} {zone_card(k, i)}"
            items.append(_card(s, where, card, ZONE_DEGREES, lines, marks, name))
    return Zone(f"zone{p}", title, "row", tuple(items), owner=p, note=_purse(s, p))


def _edges(k: Cards, card: int, colour: int) -> tuple[str, str]:
    """WAL-1.6: what is live in a zone at 3 and at 1."""
    return f"at 3: {ability_words(k, card, colour, LEFT)}", f"at 1: {ability_words(k, card, colour, RIGHT)}"


def _dealt(s: State, k: Cards, p: int) -> Iterator[Item]:
    """WAL-2.6: two cards whose faces are not chosen yet."""
    for card in s.zone[p][: s.held[p][OF.tan]]:
        lines = [f"{name} {edge}" for colour, name in enumerate(COLOURS) for edge in _edges(k, card, colour)]
        yield _card(s, CARDS[card - 1], card, ZONE_DEGREES, lines, text=CARDS[card - 1])


def _dots(n: int) -> str:
    return "1 dot" if n == 1 else f"{n} dots"


def _purse(s: State, p: int) -> str:
    parts = []
    for colour, name in enumerate(COLOURS):
        cards = s.zone[p][colour * WIDTH : colour * WIDTH + s.held[p][colour]]
        parts.append(f"{name} {' '.join(dots(s.facing[card]) for card in cards)} {purse(s, p, colour)}")
    return ", ".join(parts)


def _bought(s: State, k: Cards, p: int) -> Zone:
    items = tuple(Item(f"bought{c}", CARDS[c - 1], kind=CARDS[c - 1]) for c in s.bought[p] if c)
    return Zone(f"bought{p}", f"Bought by {SEATS[p]}", "pile", items, owner=p, note=f"{len(items)} of {k.target}")


def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    made = [Counter("Round", f"{min(k.max_rounds, s.turns // k.players + 1)} of at most {k.max_rounds}")]
    if s.ask != ASK.face and not s.ended:
        made.append(Counter("Still to use in this turn", ", ".join(unused(s, k)) or "nothing", s.active))
    for p in range(k.players if s.ask != ASK.face else 0):
        made.append(Counter("Purse", _purse(s, p), p))
        if k.pairs:
            pairs = min(s.held[p])
            made.append(Counter("Pairs", f"{pairs} ({s.held[p][0]} tan and {s.held[p][1]} teal cards)", p))
        else:
            made.append(Counter("Bought", f"{s.purchases[p]} of {k.target}", p))
    return tuple(made)


QUESTIONS = {
    ASK.face: ("Choose which of your two cards is the tan one; the other is flipped to teal.", "WAL-2.6"),
    ASK.turn: ("Use an allowance, or end the turn.", "WAL-3.2"),
    ASK.activate: ("You may activate one more market card.", "WAL-5.6"),
    ASK.buy: ("You may buy a market card; the energy of the card just used comes afterwards.", "WAL-5.7"),
    ASK.trade: ("You may trade.", "WAL-5.3"),
    ASK.discard: ("You may discard a market card.", "WAL-5.5"),
    ASK.destroy: ("Choose the opponent who loses.", "WAL-5.4"),
    ASK.swap: ("You may swap two cards.", "WAL-5.8"),
    ASK.place: ("Choose the card that gains the unit.", "WAL-P.3"),
    ASK.take: ("Choose the card that the unit is taken from.", "WAL-P.3"),
}


def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ended:
        how = {END.purchase: "the last purchase was made", END.piles: "both piles are empty"}
        clause = {END.purchase: "WAL-9.1", END.piles: "WAL-P.5"}.get(s.ended, "WAL-9.3")
        return Prompt("END", f"The game is over: {how.get(s.ended, 'everybody has had the last turn')}.", clause)
    text, clause = QUESTIONS[s.ask]
    decision = Decision._fields[s.ask].upper()
    if k.mandatory:
        text = text.replace("You may", "You must") if s.ask in (ASK.activate, ASK.buy, ASK.swap) else text
    return Prompt(decision, text if seat == s.asked else f"{SEATS[s.asked]} decides.", clause)


def final(s: State, k: Cards, p: int) -> str:
    """WAL-9.4, WAL-P.6: what decides a finished game."""
    resources = f"resources {purse(s, p, OF.tan) + purse(s, p, OF.teal)}"
    if k.pairs:
        return f"pairs {min(s.held[p])}, cards {sum(s.held[p])}, {resources}"
    return f"bought {s.purchases[p]}, {resources}"


# Why not


def _blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """For every thing a seat cannot do now, why."""
    if seat < 0 or s.ended:
        return []
    if s.asked != seat:
        return [Blocked("any option", f"{SEATS[s.asked]} decides", clause="WAL-3.1")]
    if s.ask == ASK.turn:
        return [*_blocked_market(s, k), *_blocked_zone(s, k), *_blocked_adjust(s, k)]
    if s.ask in (ASK.activate, ASK.buy):
        name = Decision._fields[s.ask]
        return [why for slot in range(k.market_size) for why in _blocked_slot(s, k, name, slot)]
    if s.ask == ASK.swap:
        return [Blocked("two market cards", "exchanging them would change nothing", clause="WAL-5.11")]
    return []


def _blocked_market(s: State, k: Cards) -> Iterator[Blocked]:
    for name in ("activate", "buy"):
        for slot in range(k.market_size):
            if s.used[USE.market] >= k.allowance[USE.market]:
                yield Blocked(f"{name}:m{slot}", "the market allowance of this turn is used", f"m{slot}", "WAL-3.2")
            else:
                yield from _blocked_slot(s, k, name, slot)


def _blocked_slot(s: State, k: Cards, name: str, slot: int) -> Iterator[Blocked]:
    card, what, item = s.market[slot], f"{name}:m{slot}", f"m{slot}"
    if card == 0:
        yield Blocked(what, "the slot is empty until the action is over", item, "WAL-8.2")
    elif name == "activate" and not fits(s, k, slot, NEED.live):
        yield Blocked(what, f"{s.facing[card]} dots toward the draw pile: no ability is live", item, "WAL-4.2")
    elif name == "buy" and not fits(s, k, slot, NEED.affordable):
        cost, short = price(k, card, s.face[card]), missing(s, k, s.active, card)
        yield Blocked(what, f"it costs {cost}; you are {short} short", item, "WAL-6.1")


def _blocked_zone(s: State, k: Cards) -> Iterator[Blocked]:
    for colour in range(2):
        for i in range(colour * WIDTH, colour * WIDTH + s.held[s.active][colour]):
            facing, what = s.facing[s.zone[s.active][i]], f"activate:{zone_card(k, i)}"
            item = zone_place(k, s.active * 2 * WIDTH + i)
            if s.used[USE.zone] >= k.allowance[USE.zone]:
                yield Blocked(what, "the zone allowance of this turn is used", item, "WAL-3.2")
            elif live_side(facing, READS.near) == NEITHER:
                yield Blocked(what, f"it shows {facing}; an ability is live at 1 and at 3 only", item, "WAL-1.6")


def _blocked_adjust(s: State, k: Cards) -> Iterator[Blocked]:
    for name in ("flip", "rotate"):
        for slot in range(k.market_size):
            if s.used[USE.adjust] >= k.allowance[USE.adjust]:
                yield Blocked(f"{name}:m{slot}", "the adjust allowance of this turn is used", f"m{slot}", "WAL-3.2")
            elif s.market[slot] == 0:
                yield Blocked(f"{name}:m{slot}", "the slot is empty", f"m{slot}", "WAL-7.1")


# The log


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """What was decided, then what followed from it; nothing of it is secret."""
    made = move(s, k, action)
    lines = [f"{SEATS[seat]}: {made.text} ({made.label})."]
    merged: list[list[int]] = []
    for event in events:
        if merged and event[0] <= SAY.destroyed and merged[-1][:3] == list(event[:3]):
            merged[-1][3] += event[3]
        elif event[0] != REVEALED:
            merged.append(list(event))
    return lines + ["  " + _event(s, k, *event) for event in merged]


def _event(s: State, k: Cards, kind: int, a: int, b: int, c: int) -> str:
    if kind <= SAY.destroyed:
        verb = ("gains", "cannot show more and loses", "pays", "loses")[kind]
        return f"{SEATS[a]} {verb} {c} {COLOURS[b]}."
    if kind == SAY.skipped:
        return f"Nothing to {Ability._fields[a]}, skipped: {_nothing(s, a, b)}."
    if kind == SAY.replaced:
        return f"{CARDS[b - 1]} takes its place, {COLOURS[c]} side up."
    if kind == SAY.refilled:
        return f"m{a} is refilled: {CARDS[b - 1]} {COLOURS[c // 4]}, {_dots(c % 4)} toward the pile."
    if kind == SAY.reshuffled:
        return f"The draw pile is empty: the {a} discarded cards are shuffled and become the draw pile."
    if kind == SAY.passed:
        return f"{SEATS[a]}'s turn {'ends by itself' if b else 'passes'}: no unused allowance has an option."
    if kind == SAY.only_option:
        return f"The only option is taken: {option_text(k, a, s.active)}."
    if kind == SAY.bought:
        return f"{SEATS[a]} takes {CARDS[b - 1]}."
    return "The game is over: " + ("everybody has had the last turn." if a == END.rounds else "both piles are empty.")


def _nothing(s: State, ability: int, colour: int) -> str:
    return {
        DO.activate: "no card in the market has a live ability",
        DO.buy: f"{SEATS[s.active]} can pay for no card in the market",
        DO.trade: f"{SEATS[s.active]} has no {COLOURS[colour]}",
        DO.swap: "there is no pair",
        DO.discard: "the market is empty",
        DO.destroy: f"no opponent has {COLOURS[colour]}",
    }[ability]
