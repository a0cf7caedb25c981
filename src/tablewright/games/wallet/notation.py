"""The rulebook's notation of the Wallet Game: seats, abilities, places and options (`swap:p0.tan+m1`)."""

from .state import BLOCKS, CARDS, COLOURS, DECK_PLACES, DISCARDED, DO, DRAW, WIDTH, ZONE_PLACES, Cards

SEATS = ("P0", "P1", "P2")


def ability_code(ability: int, colour: int, amount: int) -> str:
    """The rulebook's code: `trade teal>tan 2`."""
    name = DO._fields[ability]
    if ability == DO.trade:
        return f"trade {COLOURS[colour]}>{COLOURS[1 - colour]} {amount}"
    if ability in (DO.gain, DO.destroy):
        return f"{name} {COLOURS[colour]} {amount}"
    return f"{name} {amount}" if ability == DO.discard else name


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
