"""What was learned of a game, on disk: `learned/<rules>-<cards>.npz` in its folder, one file for each version.

A file holds networks, which judge positions for the search and say which moves are likely, or a strategy by heart,
which needs no search.
"""

import json
from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.bots.choices import CHOICES, blocks_of
from tablewright.bots.habits import CLASSES, UNITS
from tablewright.bots.levels import LEARNED, LEVELS, LIKE, Settings, checked_settings
from tablewright.bots.net import COLUMNS, FEATURES, HOOK, PAIR, PARTS, POWER, POWERS, ROWS, SEAT, SEATS
from tablewright.bots.net_bounds import check_network, check_strategy, read_arrays
from tablewright.bots.seats import BotError
from tablewright.engine import Variant, replacing

FOLDER = "learned"
FORMAT = 2
BY_HEART = "by heart"
Array = np.ndarray[Any, Any]
Arrays = Mapping[str, Array]
NEEDED = ("row", "weight", "bias", "out", "choice", "lean", "lean_bias", "want", "want_bias")
"""What a file holds of networks: only what is used; without `choice` there are no habits, without `weight` no judge."""

OPTIONAL = ("stretch",)
"""What may be missing: then nothing is enlarged."""


def version_of(variant: Variant) -> str:
    """What a network is good for: these rules with these numbers."""
    return f"{variant.game.rules_version}-{variant.cards_version}"


def path_of(variant: Variant) -> Path:
    return variant.game.folder / FOLDER / f"{version_of(variant)}.npz"


def has_net(variant: Variant) -> bool:
    return path_of(variant).is_file()


def levels_for(variant: Variant) -> tuple[str, ...]:
    """The levels that a variant has: those with what was learned only where there is something for these very rules."""
    return (*LEVELS, *LEARNED) if has_net(variant) else LEVELS


def nearest_level(variant: Variant, level: str) -> str:
    """A level that the variant has: itself, or the one that thinks as long without anything learned."""
    return level if level not in LEARNED or has_net(variant) else LIKE[level]


def net_of(variant: Variant) -> Arrays:
    """The network of a variant for the search; BotError if there is none for these very rules and cards."""
    path = path_of(variant)
    if not path.is_file():
        name = variant.game.name
        others = sorted(path.parent.glob("*.npz")) if path.parent.is_dir() else []
        known = f"; {others[0].name} was trained for other rules or cards" if others else ""
        raise BotError(f"there is no network for {variant.describe()}{known}. Right: tablewright train {name}")
    learned = stored(path)
    check_network(learned, turned(learned["row"], variant.players), variant, path.name)
    return as_record(variant, learned)


def stored(path: Path) -> Arrays:
    return _read(path, path.stat().st_mtime_ns)[0]


def as_record(variant: Variant, learned: Arrays) -> Arrays:
    """Networks as the search reads them."""
    row, weight, choice = learned["row"], learned["weight"], learned["choice"]
    class_of = np.zeros(CHOICES, np.int16)
    class_of[choice] = np.arange(1, len(choice) + 1)
    return {
        **blocks_of(variant.game),
        "rows": np.array(len(row), np.int32),
        "stretch": learned.get("stretch", np.array(1, np.int32)),
        "judges": np.array(int(len(weight) > 0), np.int32),
        "classes": np.array(len(choice), np.int32),
        "row": turned(row, variant.players),
        "weight": _filled(weight, FEATURES, COLUMNS),
        "bias": learned["bias"],
        "out": learned["out"],
        "power": np.array([round(POWER * exp(-i / 64)) for i in range(POWERS)], np.int32),
        "class_of": class_of,
        "lean": _filled(learned["lean"], FEATURES, UNITS),
        "lean_bias": learned["lean_bias"],
        "want": _filled(learned["want"], CLASSES, UNITS),
        "want_bias": _filled(learned["want_bias"][:, None], CLASSES, 1)[:, 0],
    }


def _filled(values: Array, rows: int, columns: int) -> Array:
    made = np.zeros((rows, columns), values.dtype)
    made[: len(values)] = values
    return made


def turned(table: Array, players: int) -> Array:
    """The rows as each seat reads them: what belongs to a seat is that of the seat so many further on."""
    made = np.zeros((SEATS, ROWS, PARTS), np.int32)
    kind, seat = table[:, 0], table[:, PARTS]
    for mover in range(players):
        rows = table[:, :PARTS].copy()
        steps = (seat + mover) % players - seat
        rows[:, 2] += np.where(kind != HOOK, steps * table[:, PARTS + 1], 0)
        rows[:, 6] += np.where(kind == PAIR, steps * table[:, PARTS + 2], 0)
        rows[:, 3] = np.where(kind == HOOK, (rows[:, 3] + mover) % players, rows[:, 3])
        rows[:, 7] = np.where(kind == SEAT, players - mover, rows[:, 7])
        made[mover, : len(table)] = rows
    return made


def settings_of(variant: Variant, level: str) -> Settings:
    """How a search with what was learned of a variant thinks at a level."""
    net_of(variant)
    return _settings(path_of(variant), level)


def strategy_of(variant: Variant) -> Arrays | None:
    """The strategy by heart of a variant; None if there is none."""
    path = path_of(variant)
    if not path.is_file() or told_of(path).get("kind") != BY_HEART:
        return None
    learned = stored(path)
    check_strategy(learned, path.name)
    return learned


def _settings(path: Path, level: str) -> Settings:
    """How a search thinks with a network at a level, as the file says."""
    settings = told_of(path).get("settings")
    if not isinstance(settings, dict) or level not in settings:
        raise BotError(f"{path.name} does not say how {level} thinks; train it again")
    return checked_settings(level, settings[level], path.name)


def older_net(variant: Variant) -> tuple[Path, Arrays, Settings] | None:
    """The newest network for other rules or cards whose positions are written in the same way, if there is one."""
    folder = path_of(variant).parent
    found = sorted(folder.glob("*.npz"), key=lambda path: -path.stat().st_mtime_ns) if folder.is_dir() else []
    for path in found:
        try:
            told = told_of(path)
        except BotError:  # of another version of Tablewright
            continue
        if (told.get("state"), told.get("players")) == (variant.game.state.hash, variant.players):
            return path, stored(path), _settings(path, LEARNED[0])
    return None


def told_of(path: Path) -> dict[str, Any]:
    """What a file says of itself: what it was trained on and how it did at the gate."""
    return _read(path, path.stat().st_mtime_ns)[1]


@cache
def _read(path: Path, _changed: int) -> tuple[Arrays, dict[str, Any]]:
    arrays = read_arrays(path)
    try:
        told = json.loads(str(arrays.pop("told")))
        by_heart = told.get("kind") == BY_HEART
    except (KeyError, ValueError, AttributeError, RecursionError) as fault:
        raise BotError(f"{path.name} is not a network: it does not say what it is") from fault
    if told.get("format") != FORMAT:
        raise BotError(f"{path.name} is a network of another version of Tablewright; train it again")
    needed = {"mark", "often"} if by_heart else set(NEEDED)
    if not needed <= set(arrays) <= needed | set(OPTIONAL):
        raise BotError(f"{path.name} is not a network: it holds {', '.join(sorted(arrays))}")
    return arrays, told


def save_net(path: Path, learned: Arrays, told: Mapping[str, Any]) -> None:
    """Write networks; the file is either complete or not there."""
    _write(path, learned, {"format": FORMAT, **told})


def save_strategy(path: Path, arrays: Arrays, told: Mapping[str, Any]) -> None:
    _write(path, arrays, {"format": FORMAT, "kind": BY_HEART, **told})


def _write(path: Path, arrays: Arrays, told: Mapping[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    with replacing(path, BotError) as made, made.open("wb") as file:
        np.savez_compressed(file, told=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]
