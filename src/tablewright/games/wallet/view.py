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
    DECK_PLACES,
    DISCARDED,
    DO,
    DRAW,
    END,
    FULL,
    LEFT,
    NEED,
    NEITHER,
    READS,
    RIGHT,
    SAY,
    TO,
    USE,
    WIDTH,
    ZONE_PLACES,
    Ability,
    Cards,
    Decision,
    State,
)

SEATS = ("P0", "P1", "P2")
MARKET_DEGREES = (90, 180, 270, 0)  # how a card lies whose facing edge points left, to the draw pile
ZONE_DEGREES = (0, 90, 180, 270)  # how a card lies whose facing edge points down, to its player


# Cards and abilities in words


def ability_code(ability: int, colour: int, amount: int) -> str:
    """The rulebook's code: `trade teal>tan 2`."""
    name = Ability._fields[ability]
    if ability == DO.trade:
        return f"trade {COLOURS[colour]}>{COLOURS[1 - colour]} {amount}"
    if ability in (DO.gain, DO.destroy):
        return f"{name} {COLOURS[colour]} {amount}"
    return f"{name} {amount}" if ability == DO.discard else name


def ability_words(k: Cards, card: int, face: int, side: int) -> str:
    """What an ability does, for somebody who has not read the rulebook."""
    if side == NEITHER:
        return "no ability"
    ability, n = k.ability[card][face][side], k.amount[card][face][side]
    colour = COLOURS[k.colour[card][face][side]]
    other = COLOURS[1 - k.colour[card][face][side]]
    return {
        DO.activate: "activate one more market card",
        DO.buy: "buy a market card",
        DO.gain: f"gain {n} {colour}",
        DO.trade: f"pay 1 {colour}, gain {n} {other}",
        DO.swap: "swap two cards",
        DO.discard: f"discard up to {n} market cards",
        DO.destroy: f"{'every opponent loses' if k.destroy_all else 'an opponent loses'} {n} {colour}",
    }[ability]


def _name(s: State, card: int) -> str:
    return f"{CARDS[card - 1]} {COLOURS[s.face[card]]}"


def _amounts(amounts: Sequence[int]) -> str:
    return " + ".join(f"{n} {COLOURS[c]}" for c, n in enumerate(amounts) if n) or "nothing"


def _price(k: Cards, card: int, face: int) -> str:
    return _amounts(k.price[card][face])


def _market_live(s: State, k: Cards, card: int, turned: int = 0, flipped: int = 0) -> str:
    """The live ability of a market card as it lies, or rotated, or flipped (WAL-1.6, 7.2, 7.3)."""
    side = live_side((s.facing[card] + turned) % 4, k.market_reads)
    return ability_words(k, card, s.face[card] ^ flipped, side)


def _missing(s: State, k: Cards, p: int, card: int) -> str:
    """What a player lacks for a card; empty if it can be paid."""
    price = k.price[card][s.face[card]]
    return _amounts([max(0, price[c] - purse(s, p, c)) for c in range(2)]).replace("nothing", "")


# Options


def _deck_place(place: int) -> str:
    return {DRAW: "draw", DISCARDED: "discard"}.get(place, f"m{place}")


def _zone_card(k: Cards, i: int) -> str:
    return COLOURS[i // WIDTH] + (str(i % WIDTH) if k.pairs else "")


def _zone_place(k: Cards, place: int) -> str:
    return f"p{place // (2 * WIDTH)}.{_zone_card(k, place % (2 * WIDTH))}"


def option(k: Cards, a: int, seat: int) -> tuple[str, ...]:
    """The rulebook's name of an option, in parts: what it is, and what it concerns."""
    block, index = BLOCKS.decode(a)
    if block == "tan":
        return "tan", CARDS[index]
    if block in ("activate", "buy", "flip", "rotate", "discard"):
        return block, f"m{index}"
    if block == "activate_zone":
        return "activate", _zone_card(k, index)
    if block in ("place", "take"):
        return block, _zone_place(k, seat * 2 * WIDTH + index)
    if block == "destroy":
        return block, f"p{index}"
    if block == "swap":
        first, second = divmod(index, DECK_PLACES)
        name = _zone_place(k, first) if first < ZONE_PLACES else _deck_place(first - ZONE_PLACES)
        return block, name, _deck_place(second)
    return (block,)


def option_text(k: Cards, a: int, seat: int) -> str:
    name, *parts = option(k, a, seat)
    return f"{name}:{'+'.join(parts)}" if parts else name


def move(s: State, k: Cards, a: int) -> Move:
    """An option with its name in the rulebook and what it does."""
    block, index = BLOCKS.decode(a)
    parts = option(k, a, s.asked)[1:]
    touches = tuple(f"p{s.asked}.{part}" if block == "activate_zone" else part for part in parts)
    return Move(a, option_text(k, a, s.asked), _label(s, k, block, index), block, index, touches)


def _label(s: State, k: Cards, block: str, index: int) -> str:
    if block in ("activate", "activate_zone"):
        return _activation(s, k, block, index)
    if block in ("buy", "flip", "rotate", "discard"):
        return _on_market(s, k, block, s.market[index])
    if block == "swap":
        return _exchange(s, k, *divmod(index, DECK_PLACES))
    if block == "destroy":
        return f"{SEATS[index]} loses {min(s.amount, purse(s, index, s.colour))} {COLOURS[s.colour]}"
    if block in ("place", "take"):
        card = s.zone[s.asked][index]
        dots = s.facing[card]
        return f"{CARDS[card - 1]} from {dots} to {dots + (1 if block == 'place' else -1)} {COLOURS[s.unit]}"
    return {
        "tan": f"{CARDS[index % len(CARDS)]} stays tan, the other card is flipped to teal",
        "end_turn": f"leaves unused: {', '.join(_unused(s, k)) or 'nothing'}",
        "trade": f"pay 1 {COLOURS[s.colour]}, gain {s.amount} {COLOURS[1 - s.colour]}",
        "decline": "discard no more" if s.ask == ASK.discard else f"do not {Decision._fields[s.ask]}",
    }[block]


def _activation(s: State, k: Cards, block: str, index: int) -> str:
    card = s.market[index] if block == "activate" else s.zone[s.active][index]
    reads = k.market_reads if block == "activate" else READS.near
    words = ability_words(k, card, s.face[card], live_side(s.facing[card], reads))
    return f"{_name(s, card)}: {words}; {k.energy} {COLOURS[s.face[card]]} energy"


def _on_market(s: State, k: Cards, block: str, card: int) -> str:
    if block == "buy":
        return f"{_name(s, card)} for {_price(k, card, s.face[card])}"
    if block == "rotate":
        return f"{_name(s, card)}: then live: {_market_live(s, k, card, turned=2)}"
    if block == "flip":
        other = 1 - s.face[card]
        price = _price(k, card, other)
        return f"{CARDS[card - 1]} to {COLOURS[other]}: costs {price}, live: {_market_live(s, k, card, flipped=1)}"
    return f"{_name(s, card)} to the discard pile"


def _exchange(s: State, k: Cards, first: int, second: int) -> str:
    other = _top(s, second)
    if first >= ZONE_PLACES:
        return f"{_name(s, _top(s, first - ZONE_PLACES))} and {_name(s, other)}, each as it is turned"
    card = s.zone[first // (2 * WIDTH)][first % (2 * WIDTH)]
    return f"{_name(s, card)} and {_name(s, other)} trade places and facings"


def _top(s: State, place: int) -> int:
    if place == DRAW:
        return s.draw[s.draws - 1]
    return s.discard[s.discards - 1] if place == DISCARDED else s.market[place]


def _unused(s: State, k: Cards) -> list[str]:
    return [name for use, name in enumerate(USE._fields) if s.used[use] < k.allowance[use]]


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
        if not k.pairs:
            zones.append(_bought(s, k, p))
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


def dots(n: int) -> str:
    return "●" * n + "○" * (FULL - n)


def _market(s: State, k: Cards, buyer: int) -> Zone:
    items = []
    for slot in range(k.market_size):
        card = s.market[slot]
        if card == 0:
            items.append(Item(f"m{slot}", "empty", "refilled when the action is over"))
            continue
        missing = _missing(s, k, buyer, card)
        other = 1 - s.face[card]
        lines = (
            f"costs {_price(k, card, s.face[card])}",
            f"now: {_market_live(s, k, card)}",
            f"rotated: {_market_live(s, k, card, turned=2)}",
            f"flipped: {_market_live(s, k, card, flipped=1)}",
            f"flipped it costs {_price(k, card, other)}",
        )
        marks = (f"{missing} short" if missing else "can pay", f"energy: {COLOURS[s.face[card]]}")
        items.append(_card(s, f"m{slot}", card, MARKET_DEGREES, lines, marks))
    return Zone("market", "Market", "row", tuple(items), note="m0 is nearest to the draw pile")


def _card(
    s: State, where: str, card: int, degrees: Sequence[int], lines: Sequence[str] = (), marks: Sequence[str] = ()
) -> Item:
    facing = s.facing[card]
    detail = f"{facing} dots toward {'its player' if degrees is ZONE_DEGREES else 'the draw pile'}"
    name, tone = CARDS[card - 1], COLOURS[s.face[card]]
    return Item(where, _name(s, card), detail, name, tone, tuple(lines), tuple(marks), degrees[facing])


def _piles(s: State, k: Cards) -> list[Zone]:
    """The draw pile's top and the discard pile are open; of the covered cards only the order is not known."""
    top = [_card(s, "draw", s.draw[s.draws - 1], MARKET_DEGREES)] if s.draws else []
    covered = sorted(s.draw[: max(0, s.draws - 1)])
    teal = sum(s.face[card] for card in covered)
    if s.fresh:
        note = f"{teal} of them show teal, all have {k.initial_facing} dots toward the pile"
        known = [Item(f"covered.{card}", CARDS[card - 1], kind=CARDS[card - 1], hidden=True) for card in covered]
    else:
        note = "each as it was before the shuffle"
        known = [_card(s, f"covered.{card}", card, MARKET_DEGREES) for card in covered]
    discard = list(reversed(s.discard[: s.discards]))
    discarded = [_card(s, f"discard{i}" if i else "discard", c, MARKET_DEGREES) for i, c in enumerate(discard)]
    return [
        Zone("draw", "Draw pile", "pile", tuple(top), note=f"{s.draws} cards, the top one is open"),
        Zone("covered", "Under its top, in unknown order", "row", tuple(known), note=note if covered else ""),
        Zone("discard", "Discard pile", "pile", tuple(discarded), note=f"{s.discards} cards, top first"),
    ]


def _purse_zone(s: State, k: Cards, p: int, seat: int) -> Zone:
    items = []
    for colour in range(2):
        for i in range(colour * WIDTH, colour * WIDTH + s.held[p][colour]):
            card = s.zone[p][i]
            side = live_side(s.facing[card], READS.near)
            lines = (
                f"{dots(s.facing[card])} {s.facing[card]} {COLOURS[colour]}",
                f"at 3: {ability_words(k, card, colour, LEFT)}",
                f"at 1: {ability_words(k, card, colour, RIGHT)}",
            )
            marks = ("no live ability",) if side == NEITHER else (f"live: {ability_words(k, card, colour, side)}",)
            items.append(_card(s, _zone_place(k, p * 2 * WIDTH + i), card, ZONE_DEGREES, lines, marks))
    title = f"{SEATS[p]}'s zone" + (" (yours)" if p == seat else "")
    return Zone(f"zone{p}", title, "row", tuple(items), owner=p, note=_purse(s, p))


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
        made.append(Counter("Still to use in this turn", ", ".join(_unused(s, k)) or "nothing", s.active))
    for p in range(k.players):
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
    return Prompt(decision, text if seat == s.asked else f"{SEATS[s.asked]} decides: {text}", clause)


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
        price, missing = _price(k, card, s.face[card]), _missing(s, k, s.active, card)
        yield Blocked(what, f"it costs {price}; you are {missing} short", item, "WAL-6.1")


def _blocked_zone(s: State, k: Cards) -> Iterator[Blocked]:
    for colour in range(2):
        for i in range(colour * WIDTH, colour * WIDTH + s.held[s.active][colour]):
            facing, what = s.facing[s.zone[s.active][i]], f"activate:{_zone_card(k, i)}"
            item = _zone_place(k, s.active * 2 * WIDTH + i)
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
        amount = f"{c} {COLOURS[b]}"
        return {
            SAY.gained: f"{SEATS[a]} gains {amount}.",
            SAY.overflowed: f"{amount} is lost: {SEATS[a]} cannot show more.",
            SAY.paid: f"{SEATS[a]} pays {amount}.",
            SAY.destroyed: f"{SEATS[a]} loses {amount}.",
        }[kind]
    if kind == SAY.skipped:
        return f"Nothing to {Ability._fields[a]}, skipped: {_nothing(s, a, b)}."
    if kind == SAY.refilled:
        return f"m{a} is refilled: {CARDS[b - 1]} {COLOURS[c // 4]}, {c % 4} dots toward the pile."
    if kind == SAY.passed:
        return f"{SEATS[a]}'s turn {'ends by itself' if b else 'passes'}: no unused allowance has an option."
    if kind == SAY.ended:
        return "The game is over."
    return {
        SAY.replaced: f"{CARDS[b - 1]} takes its place, {COLOURS[c]} side up.",
        SAY.reshuffled: f"The draw pile is empty: the {a} discarded cards are shuffled and become the draw pile.",
        SAY.only_option: f"The only option is taken: {option_text(k, a, s.active)}.",
        SAY.bought: f"{SEATS[a]} takes {CARDS[b - 1]}.",
    }[kind]


def _nothing(s: State, ability: int, colour: int) -> str:
    return {
        DO.activate: "no card in the market has a live ability",
        DO.buy: f"{SEATS[s.active]} can pay for no card in the market",
        DO.trade: f"{SEATS[s.active]} has no {COLOURS[colour]}",
        DO.swap: "there is no pair",
        DO.discard: "the market is empty",
        DO.destroy: f"no opponent has {COLOURS[colour]}",
    }[ability]
