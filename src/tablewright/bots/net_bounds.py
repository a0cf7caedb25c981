"""What a file says of a network, held against its game: machine code reads and writes where its numbers point."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from tablewright.bots.choices import CHOICES
from tablewright.bots.habits import CLASSES, UNITS
from tablewright.bots.net import (
    ATTRIBUTE,
    CATEGORY,
    COLUMNS,
    FEATURES,
    HIDDEN,
    HOOK,
    PAIR,
    PARTS,
    ROWS,
    SCALAR,
    SEAT,
    SEATS,
    SUM,
    TURNING,
)
from tablewright.bots.seats import BotError
from tablewright.bots.strategy import SLOTS, WIDE
from tablewright.engine import MEASURE, SCORE, Variant

Array = np.ndarray[Any, Any]
FORMS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "row": ("i4", (ROWS, PARTS + TURNING)),
    "weight": ("i2", (FEATURES, COLUMNS)),
    "bias": ("i4", (COLUMNS,)),
    "out": ("i2", (HIDDEN, SEATS)),
    "choice": ("i4", (CLASSES - 1,)),
    "lean": ("i2", (FEATURES, UNITS)),
    "lean_bias": ("i4", (UNITS,)),
    "want": ("i2", (CLASSES, UNITS)),
    "want_bias": ("i4", (CLASSES,)),
    "stretch": ("i4", ()),
    "mark": ("i8", (SLOTS,)),
    "often": ("i4", (SLOTS, WIDE)),
}
"""The kind of every array, and its form; of the first number there may be fewer in those of `FEWER`."""

FEWER = {"row", "weight", "choice", "lean", "want", "want_bias"}
TEXT = 1_000_000  # letters that a file may say of itself


def read_arrays(path: Path) -> dict[str, Array]:
    """The arrays of a file, none of which is larger than the search has room for."""
    try:
        with ZipFile(path) as archive:
            names = [member.removesuffix(".npy") for member in archive.namelist()]
            for name in names:
                with archive.open(f"{name}.npy") as file:
                    np.lib.format.read_magic(file)
                    shape, _, kind = np.lib.format.read_array_header_1_0(file)
                _check_form(name, shape, kind)
        with np.load(path) as data:
            return {name: data[name] for name in names}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as fault:
        raise BotError(f"{path.name} is not a network: {fault}") from fault


def _check_form(name: str, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    if name == "told":
        right = kind.kind == "U" and shape == () and kind.itemsize <= 4 * TEXT
    else:
        wanted, most = FORMS.get(name, ("", ()))
        fits = shape[1:] == most[1:] and shape[0] <= most[0] if name in FEWER and shape else shape == most
        right = wanted == kind.str.lstrip("<|") and fits
    if not right:
        raise ValueError(f"it holds {name[:20]!r} of the form {shape} and the kind {kind}")


def check_strategy(learned: Mapping[str, Array], name: str) -> None:
    """A strategy whose numbers cannot be followed is refused."""
    if (learned["often"] < 0).any() or learned["often"].sum(1, dtype=np.int64).max(initial=0) > 1 << 30:
        raise BotError(f"{name} is not a strategy: how often a move is played is a number from 0 on")


def check_network(learned: Mapping[str, Array], turned: Array, variant: Variant, name: str) -> None:
    """A network that reads outside of its game's state, or has more features than weights, is refused."""
    choice, n = learned["choice"], len(learned["row"])
    sound = {
        "stretch": bool(learned.get("stretch", np.array(1)) >= 1),
        "choice": bool(((choice >= 0) & (choice < CHOICES)).all()),
        "row": all(_sound(turned[seat, :n].astype(np.int64), variant) for seat in range(variant.players)),
    }
    for part, right in sound.items():
        if not right:
            raise BotError(f"{name} is not a network of {variant.game.name}: {part!r} points outside of it")


def _sound(rows: Array, variant: Variant) -> bool:
    """Whether every row, as one seat reads it, stays within the state and the features."""
    kind, first, offset, size, low, high, other, width, least, most = rows.T
    whole = variant.game.state.dtype.itemsize
    hooks = [SCORE, *([MEASURE] if variant.game.rules.measure else [])]
    widths = np.isin(size, (1, 2, 4, 8))
    end = offset + size + np.where(kind == SUM, (other - 1) * width, 0)
    read = (kind == HOOK) | (widths & (offset >= 0) & (end <= whole) & ((kind != SUM) | ((other >= 1) & (width >= 0))))
    beside = np.select(
        [kind == PAIR, kind == ATTRIBUTE],
        [
            np.isin(width, (1, 2, 4, 8)) & (other >= 0) & (other + width <= whole),
            np.isin(width, (1, 2, 4, 8)) & (other + low * width >= 0) & (other + (high + 1) * width <= whole),
        ],
        True,
    )
    called = (kind != HOOK) | (np.isin(offset, hooks) & (size >= 0) & (size < variant.players))
    divided = np.select([np.isin(kind, (SCALAR, HOOK)), kind == SEAT], [high > 0, least > 0], high >= low)
    two = np.isin(kind, (PAIR, ATTRIBUTE))
    features = np.select(
        [np.isin(kind, (CATEGORY, SUM)), kind == SEAT, two],
        [high - low + 1, least + 1, (high - low + 1) * (most - least + 1)],
        1,
    )
    inside = (first >= 0) & (first + features <= FEATURES) & (~two | (most >= least))
    return bool((np.isin(kind, range(7)) & read & beside & called & divided & inside).all())
