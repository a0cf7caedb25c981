"""What was learned of a game, on disk: `learned/<rules>-<cards>.npz` in its folder, one file for each version.

A file holds a network, which judges positions for the search, or a strategy by heart, which needs no search.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.bots.net import COLUMNS, FEATURES, PARTS, ROWS
from tablewright.bots.seats import BotError
from tablewright.engine import Variant, replacing

FOLDER = "learned"
FORMAT = 1
BY_HEART = "by heart"
Array = np.ndarray[Any, Any]
Arrays = Mapping[str, Array]


def version_of(variant: Variant) -> str:
    """What a network is good for: these rules with these numbers."""
    return f"{variant.game.rules_version}-{variant.cards_version}"


def path_of(variant: Variant) -> Path:
    return variant.game.folder / FOLDER / f"{version_of(variant)}.npz"


def has_net(variant: Variant) -> bool:
    return path_of(variant).is_file()


def net_of(variant: Variant) -> Arrays:
    """The network of a variant for the search; BotError if there is none for these very rules and cards."""
    path = path_of(variant)
    if not path.is_file():
        name = variant.game.name
        others = sorted(path.parent.glob("*.npz")) if path.parent.is_dir() else []
        known = f"; {others[0].name} was trained for other rules or cards" if others else ""
        raise BotError(f"there is no network for {variant.describe()}{known}. Right: tablewright train {name}")
    return _read(path, path.stat().st_mtime_ns)[0]


def strategy_of(variant: Variant) -> Arrays | None:
    """The strategy by heart of a variant; None if there is none."""
    path = path_of(variant)
    if not path.is_file() or told_of(path).get("kind") != BY_HEART:
        return None
    return _read(path, path.stat().st_mtime_ns)[0]


def older_net(variant: Variant) -> tuple[Path, Arrays] | None:
    """The newest network for other rules or cards whose positions are written in the same way, if there is one."""
    folder = path_of(variant).parent
    found = sorted(folder.glob("*.npz"), key=lambda path: -path.stat().st_mtime_ns) if folder.is_dir() else []
    for path in found:
        told = told_of(path)
        if told.get("kind") == BY_HEART:
            continue
        if (told.get("state"), told.get("players")) == (variant.game.state.hash, variant.players):
            return path, _read(path, path.stat().st_mtime_ns)[0]
    return None


def told_of(path: Path) -> dict[str, Any]:
    """What a file says of itself: what it was trained on and how it did at the gate."""
    return _read(path, path.stat().st_mtime_ns)[1]


@cache
def _read(path: Path, _changed: int) -> tuple[Arrays, dict[str, Any]]:
    try:
        with np.load(path) as data:
            told = json.loads(str(data["told"]))
            if told.get("kind") == BY_HEART:
                return {"mark": data["mark"], "often": data["often"]}, told
            arrays = {name: data[name] for name in ("row", "weight", "bias", "out", "power")}
    except (OSError, ValueError, KeyError) as fault:
        raise BotError(f"{path.name} is not a network: {fault}") from fault
    if told.get("format") != FORMAT or len(arrays["row"]) > ROWS or len(arrays["weight"]) > FEATURES:
        raise BotError(f"{path.name} is a network of another version of Tablewright; train it again")
    row, weight = np.zeros((ROWS, PARTS), np.int32), np.zeros((FEATURES, COLUMNS), np.int16)
    row[: len(arrays["row"])], weight[: len(arrays["weight"])] = arrays["row"], arrays["weight"]
    rows = np.array(len(arrays["row"]), np.int32)
    return {**arrays, "rows": rows, "row": row, "weight": weight}, told


def save_net(path: Path, arrays: Arrays, features: int, told: Mapping[str, Any]) -> None:
    """Write a network; the file is either complete or not there."""
    small = {**arrays, "row": arrays["row"][: int(arrays["rows"])], "weight": arrays["weight"][:features]}
    _write(path, small, {"format": FORMAT, **told})


def save_strategy(path: Path, arrays: Arrays, told: Mapping[str, Any]) -> None:
    _write(path, arrays, {"format": FORMAT, "kind": BY_HEART, **told})


def _write(path: Path, arrays: Arrays, told: Mapping[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    with replacing(path, BotError) as made, made.open("wb") as file:
        np.savez_compressed(file, told=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]
