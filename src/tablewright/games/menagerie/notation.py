"""The rulebook's notation: seats, decisions, stacks (`pig2(c1)+melon†`), tableaus, the market."""

import re

from tablewright.engine import PositionError, read, unknown

from .state import ANIMALS, ASK, CARDS, CHOCOLATE, DO, LINE, MARK, Cards, State

SEAT_NAMES = ("P1", "P2", "P3", "P4")
PUFFIN = "PUFFIN"
EMPTY = "-"
STACK = re.compile(r"([a-z]+?)(\d+)(?:\(c(\d)\))?(?:\+([a-z]+))?(†?)")


def names_number(k: Cards) -> bool:
    """MEN-20.8: whether the owner names a number of cards to draw, where some stack may draw more than one."""
    return any(max(k.value[c]) > 1 for c in range(ANIMALS) if k.effect[c] == DO.draw)


def decision_name(k: Cards, ask: int) -> str:
    """The rulebook's name of a decision; MEN-20.8 has one of its own for several cards."""
    return PUFFIN if ask == ASK.market_ability and names_number(k) else ASK._fields[ask].upper()


def cell_name(cell: int) -> str:
    return f"r{cell // LINE + 1}c{cell % LINE + 1}"


def stack_text(s: State, p: int, i: int) -> str:
    """`pig2(c1)+melon†`, or `-` for an empty space."""
    if s.animal[p][i] == 0:
        return EMPTY
    sweets = f"(c{s.chocolates[p][i]})" if s.chocolates[p][i] else ""
    up = f"+{CARDS[s.upgrade[p][i] - 1]}" if s.upgrade[p][i] else ""
    dead = "†" if s.mark[p][i] & MARK.down else ""
    return f"{CARDS[s.animal[p][i] - 1]}{s.level[p][i]}{sweets}{up}{dead}"


def tableau_text(s: State, k: Cards, p: int) -> str:
    return f"[{' | '.join(stack_text(s, p, i) for i in range(k.spaces))}]"


def read_card(text: object, where: str) -> int:
    """A card's code (its number plus 1)."""
    read.require(text in CARDS, f"{where}: {unknown('card', str(text), CARDS)}")
    return CARDS.index(str(text)) + 1


def read_stack(s: State, p: int, i: int, text: str, where: str) -> None:
    """Put a stack such as `horse2+sushi` into a place of a tableau."""
    if text == EMPTY:
        return
    found = STACK.fullmatch(text)
    if found is None:
        if text.startswith((f"{EMPTY}+", "+")):
            raise PositionError(f"{where} is {text!r}; an upgrade needs a stack, an empty space cannot carry one")
        raise PositionError(f"{where} is {text!r}; write animal and level, such as horse2, pig2(c1)+melon or -")
    name, level, sweets, up, dead = found.groups()
    animal = read_card(name, where)
    read.require(animal <= ANIMALS, f"{where} is {text!r}; {name} is an upgrade, not an animal")
    read.require(1 <= int(level) <= 3, f"{where} is {text!r}; a level is 1 to 3")
    read.require(int(sweets or 0) < int(level), f"{where} is {text!r}; at least one of its cards is an animal")
    s.animal[p][i], s.level[p][i], s.chocolates[p][i] = animal, int(level), int(sweets or 0)
    s.upgrade[p][i] = _read_upgrade(up, where) if up else 0
    s.mark[p][i] = MARK.down if dead else 0


def _read_upgrade(name: str, where: str) -> int:
    card = read_card(name, where)
    read.require(card > CHOCOLATE, f"{where}: {name} cannot be attached; melon, sushi and honey can")
    return card


def read_tableau(text: object, s: State, k: Cards, p: int) -> None:
    """`[horse1 | - | cat2 | - | -]`, rear to front."""
    where = f"tableau of {SEAT_NAMES[p]}"
    if not isinstance(text, str):
        raise PositionError(f"{where} is {text!r}; write it as a text, such as [horse1 | - | cat2 | - | -]")
    spaces = [part.strip() for part in text.strip().removeprefix("[").removesuffix("]").split("|")]
    if len(spaces) != k.spaces:
        raise PositionError(f"{where} has {len(spaces)} spaces; it must have {k.spaces}, with - for an empty one")
    for i, stack in enumerate(spaces):
        read_stack(s, p, i, stack, f"space {i + 1} of {SEAT_NAMES[p]}")
