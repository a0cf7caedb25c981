"""The Wallet Game's cards, abilities and options in words."""

from collections.abc import Sequence

from tablewright.games.wallet.places import live_side, purse
from tablewright.games.wallet.state import (
    ASK,
    BLOCKS,
    CARDS,
    COLOURS,
    DECK_PLACES,
    DISCARDED,
    DO,
    DRAW,
    NEITHER,
    READS,
    USE,
    WIDTH,
    ZONE_PLACES,
    Ability,
    Cards,
    Decision,
    State,
)

SEATS = ("P0", "P1", "P2")


# Cards and abilities


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


def card_name(s: State, card: int) -> str:
    return f"{CARDS[card - 1]} {COLOURS[s.face[card]]}"


def amounts(numbers: Sequence[int]) -> str:
    return " + ".join(f"{n} {COLOURS[c]}" for c, n in enumerate(numbers) if n) or "nothing"


def price(k: Cards, card: int, face: int) -> str:
    return amounts(k.price[card][face])


def market_live(s: State, k: Cards, card: int, turned: int = 0, flipped: int = 0) -> str:
    """The live ability of a market card as it lies, or rotated, or flipped (WAL-1.6, 7.2, 7.3)."""
    side = live_side((s.facing[card] + turned) % 4, k.market_reads)
    return ability_words(k, card, s.face[card] ^ flipped, side)


def missing(s: State, k: Cards, p: int, card: int) -> str:
    """What a player lacks for a card; empty if it can be paid."""
    full = k.price[card][s.face[card]]
    return amounts([max(0, full[c] - purse(s, p, c)) for c in range(2)]).replace("nothing", "")


# Options


def deck_place(place: int) -> str:
    return {DRAW: "draw", DISCARDED: "discard"}.get(place, f"m{place}")


def zone_card(k: Cards, i: int) -> str:
    return COLOURS[i // WIDTH] + (str(i % WIDTH) if k.pairs else "")


def zone_place(k: Cards, place: int) -> str:
    return f"p{place // (2 * WIDTH)}.{zone_card(k, place % (2 * WIDTH))}"


def option(k: Cards, a: int, seat: int) -> tuple[str, ...]:
    """The rulebook's name of an option, in parts: what it is, and what it concerns."""
    block, index = BLOCKS.decode(a)
    if block == "tan":
        return "tan", CARDS[index]
    if block in ("activate", "buy", "flip", "rotate", "discard"):
        return block, f"m{index}"
    if block == "activate_zone":
        return "activate", zone_card(k, index)
    if block in ("place", "take"):
        return block, zone_place(k, seat * 2 * WIDTH + index)
    if block == "destroy":
        return block, f"p{index}"
    if block == "swap":
        first, second = divmod(index, DECK_PLACES)
        name = zone_place(k, first) if first < ZONE_PLACES else deck_place(first - ZONE_PLACES)
        return block, name, deck_place(second)
    return (block,)


def option_text(k: Cards, a: int, seat: int) -> str:
    name, *parts = option(k, a, seat)
    return f"{name}:{'+'.join(parts)}" if parts else name


def label(s: State, k: Cards, block: str, index: int) -> str:
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
        "tan": f"{CARDS[index % len(CARDS)]} stays tan, the other card becomes teal",
        "end_turn": f"leaves unused: {', '.join(unused(s, k)) or 'nothing'}",
        "trade": f"pay 1 {COLOURS[s.colour]}, gain {s.amount} {COLOURS[1 - s.colour]}",
        "decline": "discard no more" if s.ask == ASK.discard else f"do not {Decision._fields[s.ask]}",
    }[block]


def _activation(s: State, k: Cards, block: str, index: int) -> str:
    card = s.market[index] if block == "activate" else s.zone[s.active][index]
    reads = k.market_reads if block == "activate" else READS.near
    words = ability_words(k, card, s.face[card], live_side(s.facing[card], reads))
    return f"{card_name(s, card)}: {words}; {k.energy} {COLOURS[s.face[card]]} energy"


def _on_market(s: State, k: Cards, block: str, card: int) -> str:
    if block == "buy":
        return f"{card_name(s, card)} for {price(k, card, s.face[card])}"
    if block == "rotate":
        return f"{card_name(s, card)}: then live: {market_live(s, k, card, turned=2)}"
    if block == "flip":
        other = 1 - s.face[card]
        cost = price(k, card, other)
        return f"{CARDS[card - 1]} to {COLOURS[other]}: costs {cost}, live: {market_live(s, k, card, flipped=1)}"
    return f"{card_name(s, card)} to the discard pile"


def _exchange(s: State, k: Cards, first: int, second: int) -> str:
    other = _top(s, second)
    if first >= ZONE_PLACES:
        return f"{card_name(s, _top(s, first - ZONE_PLACES))} and {card_name(s, other)}, each as it is turned"
    card = s.zone[first // (2 * WIDTH)][first % (2 * WIDTH)]
    return f"{card_name(s, card)} and {card_name(s, other)} trade places and facings"


def _top(s: State, place: int) -> int:
    if place == DRAW:
        return s.draw[s.draws - 1]
    return s.discard[s.discards - 1] if place == DISCARDED else s.market[place]


def unused(s: State, k: Cards) -> list[str]:
    return [name for use, name in enumerate(USE._fields) if s.used[use] < k.allowance[use]]
