"""Rules that follow from declared zones: `determinize` and `observe`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from tablewright.engine.layout import Layout
from tablewright.engine.observing import PLAYERS, Observed, Watcher
from tablewright.engine.redealing import Redealer
from tablewright.engine.written import HEAD, PREFIX, file_of, written
from tablewright.engine.zones import Number, Zone


@dataclass(frozen=True)
class Derived:
    """The rules that a game did not write itself, their file, and the entries of its observations."""

    rules: Mapping[str, Callable[..., int]]
    file: Path | None
    entries: list[Observed]


def derive(rules: ModuleType, state: type[Layout], cards: type[Layout]) -> Derived:
    """`determinize` and `observe`, as far as the game has declared zones and not written them itself."""
    zones = state.zones()
    wanted = [name for name in ("determinize", "observe") if zones and not _its_own(rules, name)]
    if not wanted:
        return Derived({}, None, [])
    players = f"k.{PLAYERS}" if PLAYERS in cards.fields else str(max(zone.seats for zone in zones.values()) or 1)
    called = _rules_of(zones)
    names = {function: f"sees_{i}" for i, function in enumerate(called)}
    watcher = Watcher(zones, players, names)
    makers = {"determinize": Redealer(zones, players, names).text, "observe": watcher.text}
    imports = [f"from {f.__module__} import {f.__name__} as {name}" for f, name in names.items()]
    imports += ["from tablewright.engine import below, rule", f"from {rules.__name__} import over, who"]
    text = "\n\n\n".join([HEAD + "\n" + "\n".join(imports), *(makers[name]() for name in wanted)])
    module = written(text, rules.__name__)
    made = {name: getattr(module, name) for name in wanted}
    return Derived(made, file_of(module), watcher.entries if "observe" in wanted else [])


def _its_own(rules: ModuleType, name: str) -> bool:
    function = vars(rules).get(name)
    return function is not None and not function.__module__.startswith(PREFIX)


def _rules_of(zones: Mapping[str, Zone]) -> list[Callable[..., int]]:
    """The game's own rules that its zones name, each once."""
    seen = [zone.seen for zone in zones.values() if callable(zone.seen)]
    shown = [zone.shows for zone in zones.values() if isinstance(zone, Number) and zone.shows]
    return list(dict.fromkeys([*seen, *shown]))
