"""Tables of a TOML file: which names they may have, and what belongs behind each."""

from collections.abc import Mapping, Set
from typing import Any

from tablewright.engine.errors import CardsError, TablewrightError, unknown

ANY, TEXT, TEXTS, NUMBER, NUMBERS, COUNT, FLAG, TABLE, TABLES = (
    "anything",
    "a text",
    "a list of texts",
    "a whole number",
    "a list of whole numbers",
    "a whole number from 0 on",
    "true or false",
    "a table of names and values",
    "a list of tables",
)
Data = Mapping[str, Any]  # what a file or a message holds
NewData = dict[str, Any]  # the same, being made
PARTS = {TEXTS: TEXT, NUMBERS: NUMBER, TABLES: TABLE}


def check_table(
    values: object,
    keys: Mapping[str, str],
    where: str,
    what: str,
    needed: Set[str] = frozenset(),
    fault: type[TablewrightError] = CardsError,
) -> None:
    """A table must have the needed names, no unknown ones, and behind each what belongs there."""
    if not isinstance(values, Mapping):
        raise fault(f"{where} must be {TABLE}")
    for name, value in values.items():
        if name not in keys:
            raise fault(f"{where}: {unknown(what, name, keys)}")
        if not _is(value, keys[name]):
            raise fault(f"{where} {name} is {value!r}; it must be {keys[name]}")
    if needed - set(values):
        raise fault(f"{where} lacks {', '.join(sorted(needed - set(values)))}")


def _is(value: object, kind: str) -> bool:
    if kind in PARTS:
        return isinstance(value, list) and all(_is(item, PARTS[kind]) for item in value)
    if kind in (NUMBER, COUNT):
        return isinstance(value, int) and not isinstance(value, bool) and (kind == NUMBER or value >= 0)
    return kind == ANY or isinstance(value, {TEXT: str, FLAG: bool, TABLE: Mapping}[kind])
