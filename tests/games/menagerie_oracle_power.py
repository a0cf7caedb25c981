"""The stacks of the second Menagerie, their printed numbers and their power, from the rulebook alone."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROW = re.compile(r"\| `(\w+)` \| [A-Z]\w+ \| (\d+) \| (?:(\d)/(\d)/(\d))?")
ATTACHED_POWER = {"": 0, "melon": 1, "sushi": 3, "honey": 0}

Settings = Mapping[str, Any]
Printed = Mapping[str, tuple[int, ...]]


@dataclass(eq=False)
class Stack:
    """MEN-1.3, 1.4, 1.10: a stack is itself, wherever it lies."""

    animal: str
    animals: int = 1
    chocolates: int = 0
    upgrade: str = ""
    down: bool = False
    fresh: bool = False

    @property
    def level(self) -> int:
        return self.animals + self.chocolates

    def __str__(self) -> str:
        sweets = f"(c{self.chocolates})" if self.chocolates else ""
        up = f"+{self.upgrade}" if self.upgrade else ""
        return f"{self.animal}{self.level}{sweets}{up}{'†' if self.down else ''}"


Tableau = list[Stack | None]


def read_cards(rulebook: Path, second: bool) -> tuple[Counter[str], Printed]:
    """How many there are of each card, and the animals' power by level, from the tables of the rulebook."""
    first, _, later = rulebook.read_text(encoding="utf-8").partition("### Cards of `second`")
    rows = ROW.findall(later if second else first)
    return Counter({name: int(count) for name, count, *_ in rows}), {
        name: tuple(map(int, powers)) for name, _, *powers in rows if powers[0]
    }


def power(row: Tableau, printed: Printed, settings: Settings) -> int:
    """MEN-10.9: the sum over the stacks."""
    return sum(stack_power(row, i, printed, settings) for i in range(5))


def stack_power(row: Tableau, i: int, printed: Printed, settings: Settings) -> int:
    """MEN-10.2 to 10.6, 20.6."""
    stack = row[i]
    if not stack or stack.down:
        return 0
    friends = [friend for friend in row if friend and friend is not stack]
    near = [friend for friend in row[max(i - 1, 0) : i + 2] if friend and friend is not stack]
    counted = {
        "carrion": sum(friend.down for friend in friends) * stack.level,
        "horse": len([1 for friend in near if settings["horse_counts_dead"] or not friend.down]) * stack.level,
        "dog": row.count(None) * stack.level,
        "puffin": 0 if settings["second_powers"] else row.count(None),
    }
    own = printed[stack.animal][stack.level - 1] + counted.get(stack.animal, 0)
    return own + ATTACHED_POWER[stack.upgrade] + sum(gift(row, j, i, settings) for j in range(5))


def gift(row: Tableau, j: int, i: int, settings: Settings) -> int:
    """MEN-10.7, 10.8, 20.15, 20.16: what the stack in space j gives to the one in space i."""
    giver = row[j]
    if not giver or (giver.down and not settings["disabled_act"]):
        return 0
    if giver.animal == "monkey":
        return 2 * giver.level if i == front(row, j, settings) else 0
    if giver.animal == "flamingo" and settings["second_powers"]:
        ahead = [x for x in range(j + 1, 5) if row[x]][:2]
        return giver.level if giver.down and i in ahead else 0
    return giver.level if giver.animal == "flamingo" and i < j else 0


def front(row: Tableau, monkey: int, settings: Settings) -> int:
    """The space that a Monkey lifts."""
    spaces = [x for x in range(5) if row[x] and (settings["monkey_self"] or x != monkey)]
    if settings["monkey_target"] == "frontmost":
        return max(spaces, default=-1)
    return 4 if 4 in spaces else -1
