"""A bot that does without one card: what the card is worth to a player who alone may not use it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablewright.engine import (
    APPLY,
    CARD,
    LEGAL,
    MEASURE,
    SCORE,
    WHO,
    Chooser,
    Layout,
    TablewrightError,
    Variant,
    ask,
    believe,
    below,
    call,
    choose,
    copy_state,
    listed,
    number,
    reseed,
    rule,
    unknown,
)

WITHOUT = " without "


class Abstention(Layout):
    """What the bot remembers: the card, and the bot that it is otherwise, with the memory of that one."""

    card = number("i8")
    inner = number("i8")
    memory = number("i8")


@rule
def choose_without(kit: Any, memory: Any) -> int:
    """What the other bot would do; where that uses the card, the move that looks best one decision ahead without it."""
    wanted = choose(memory.inner, kit, memory.memory)
    if call(kit, CARD, kit.state, wanted) != memory.card:
        return wanted
    seat = ask(kit, WHO, kit.state)
    chance = believe(kit, seat)
    yardstick = MEASURE if kit.has[MEASURE] else SCORE
    n = call(kit, LEGAL, kit.world, kit.moves)
    best = -(1 << 60)
    chosen = -1
    ties = 0
    for i in range(n):
        if call(kit, CARD, kit.world, listed(kit, i)) != memory.card:
            copy_state(kit, kit.spare, kit.world)
            reseed(kit.spare, chance)
            call(kit, APPLY, kit.spare, listed(kit, i))
            value = call(kit, yardstick, kit.spare, seat)
            if value > best:
                best = value
                ties = 0
            if value == best:
                ties += 1
                if below(kit, ties) == 0:
                    chosen = listed(kit, i)
    return wanted if chosen < 0 else chosen


@dataclass(frozen=True)
class Abstainer(Chooser):
    """A chooser around another one."""

    inner: Chooser | None = None

    def plain_memory(self) -> Any:
        assert self.inner is not None
        made = super().plain_memory()
        made.inner, made.memory = self.inner.decide, self.inner.plain_memory()
        return made

    def memory_record(self) -> np.ndarray[Any, Any]:
        """The inner bot's memory lies behind its own, so that both live as long."""
        assert self.inner is not None
        inside = self.inner.memory_record()
        made = np.zeros(1, np.dtype([*Abstention.dtype.descr, ("inside", inside.dtype)], align=False))
        made["card"] = dict(self.settings)["card"]
        made["inner"] = self.inner.compiled.address
        made["inside"] = inside
        made["memory"] = made.ctypes.data + int(made.dtype.fields["inside"][1])  # type: ignore[index]
        return made


def abstainer(inner: Chooser, card: str, variant: Variant) -> Abstainer:
    """`greedy without swan`."""
    names = list(variant.game.cards.cards)
    if "card" not in variant.game.hooks():
        raise TablewrightError(
            f"{variant.game.name} does not say which move uses which card, so none can be done without"
        )
    if card not in names:
        raise TablewrightError(unknown("card", card, names))
    settings = (("card", names.index(card)),)
    name = f"{inner.name}{WITHOUT}{card}"
    return Abstainer(name, choose_without, Abstention, settings, inner=inner)
