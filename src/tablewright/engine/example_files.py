"""Files of worked examples: YAML in, checked examples out; every problem is one line that says where and what."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tablewright.engine.errors import TablewrightError, unknown
from tablewright.engine.tables import Data

FILE_KEYS = {"game", "players", "edition", "set", "seed", "otherwise", "examples"}
EXAMPLE_KEYS = {
    *("name", "clauses", "players", "edition", "set", "seed", "otherwise"),
    *("given", "chance", "moves", "expect", "refused"),
}
STEP_KEYS = {"move", "submit", "by", "fault", "chance", "expect", "skip", "until"}


class ExamplesError(TablewrightError):
    """A file is not a file of worked examples."""


@dataclass(frozen=True)
class ExampleStep:
    """One line of `moves`: a move, a look in between (`expect`), or a move repeated until something holds."""

    text: str = ""
    by: str | None = None
    fault: str = ""
    penalty: bool = False  # written as submit: a fault may cost what the referee says
    chance: Data = field(default_factory=dict)
    expect: Data = field(default_factory=dict)
    until: Data | None = None


@dataclass(frozen=True)
class Example:
    """One worked example, as written."""

    name: str
    file: Path
    clauses: tuple[str, ...]
    players: int | None
    edition: str | None
    set: Data
    seed: int
    otherwise: str
    given: Data | None
    chance: Data
    moves: tuple[ExampleStep, ...]
    expect: Data
    refused: str | None

    @property
    def where(self) -> str:
        return f"{self.file.name}: {self.name}"


@dataclass(frozen=True)
class ExampleFile:
    """A checked file: the name of the game, and its examples."""

    path: Path
    game: str
    examples: tuple[Example, ...]


def read_examples(path: Path) -> ExampleFile:
    """Read and check a file of examples."""
    try:
        data = yaml.load(path.read_text("utf-8"), _Loader)
    except OSError as fault:
        raise ExamplesError(f"{path} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        raise ExamplesError(f"{path} is not text in UTF-8") from fault
    except yaml.YAMLError as fault:
        raise ExamplesError(f"{path} is not valid YAML: {' '.join(str(fault).split())}") from fault
    if not isinstance(data, Mapping) or not isinstance(data.get("game"), str):
        raise ExamplesError(f"{path} is not a file of examples: it must name its game (game: NAME) and list examples")
    _known(data, FILE_KEYS, str(path))
    examples = data.get("examples")
    if not isinstance(examples, list) or not examples:
        raise ExamplesError(f"{path}: examples must be a list of examples")
    made = tuple(_example(path, number, data, values) for number, values in enumerate(examples, 1))
    twice = {example.name for example in made if sum(example.name == other.name for other in made) > 1}
    if twice:
        raise ExamplesError(f"{path}: the name {min(twice)!r} appears twice; every example needs its own")
    return ExampleFile(path, _game(path, data["game"]), made)


def _game(path: Path, game: str) -> str:
    """The name of a game; of a folder (`game: .`) that is its last part."""
    return (path.parent / game).resolve().name if game.startswith(".") else game


def _example(path: Path, number: int, file: Data, values: object) -> Example:
    where = f"{path}: example {number}"
    if not isinstance(values, Mapping) or not isinstance(values.get("name"), str):
        raise ExamplesError(f"{where} needs a name")
    where = f"{path}: {values['name']}"
    _known(values, EXAMPLE_KEYS, where)
    common = {key: value for key, value in file.items() if key in EXAMPLE_KEYS}
    moves = _typed(values, "moves", list, [], where)
    at = {**common, **values, "set": {**_mapping(file, "set", where), **_mapping(values, "set", where)}}
    return Example(
        name=values["name"],
        file=path,
        clauses=tuple(_typed(at, "clauses", list, [], where)),
        players=_typed(at, "players", int, None, where),
        edition=_typed(at, "edition", str, None, where),
        set=at["set"],
        seed=_typed(at, "seed", int, 0, where),
        otherwise=_typed(at, "otherwise", str, "", where),
        given=_mapping(at, "given", where) if "given" in at else None,
        chance=_mapping(at, "chance", where),
        moves=tuple(_step(f"{where}: move {i}", step) for i, step in enumerate(moves, 1)),
        expect=_mapping(at, "expect", where),
        refused=_typed(at, "refused", str, None, where),
    )


def _step(where: str, step: object) -> ExampleStep:
    if isinstance(step, str | int) and not isinstance(step, bool):
        return ExampleStep(str(step))
    if not isinstance(step, Mapping) or not step:
        raise ExamplesError(f"{where} is {step!r}; write a move, SEAT: move, expect: ..., or skip: move, until: ...")
    values = {str(key): value for key, value in step.items()}
    seats = [key for key in values if key not in STEP_KEYS]
    if len(seats) == 1 and not {"by", "move", "submit", "skip"} & set(values):
        values |= {"by": seats[0], "move": values.pop(seats[0])}
    _known(values, STEP_KEYS, where)
    texts = [values[key] for key in ("move", "submit", "skip") if key in values]
    if len(texts) > 1 or (not texts and "expect" not in values) or (("skip" in values) != ("until" in values)):
        raise ExamplesError(f"{where} needs one of move, submit, expect, or skip with until")
    return ExampleStep(
        text=_text(texts[0], where) if texts else "",
        by=str(values["by"]) if "by" in values else None,
        fault=_typed(values, "fault", str, "", where),
        penalty="submit" in values,
        chance=_mapping(values, "chance", where),
        expect=_mapping(values, "expect", where),
        until=_mapping(values, "until", where) if "until" in values else None,
    )


def _text(value: object, where: str) -> str:
    if value is None or value == "":
        return " "  # nothing at all was submitted
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    raise ExamplesError(f"{where}: a move is a text, not {value!r}")


def _mapping(values: Data, key: str, where: str) -> Data:
    return _typed(values, key, Mapping, {}, where)  # type: ignore[no-any-return]


def _typed(values: Data, key: str, kind: type, default: Any, where: str) -> Any:
    value = values.get(key, default)
    if value is not default and (not isinstance(value, kind) or isinstance(value, bool)):
        words = {int: "a whole number", str: "a text", list: "a list", Mapping: "a mapping of keys and values"}
        raise ExamplesError(f"{where}: {key} must be {words[kind]}, not {value!r}")
    return value


def _known(values: Data, names: set[str], where: str) -> None:
    for key in values:
        if key not in names:
            raise ExamplesError(f"{where}: {unknown('key', str(key), names)}")


class _Loader(yaml.SafeLoader):
    """YAML as people expect it: only true and false are truth values, only 12 is a number, no key appears twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key, _ in node.value:
            if key.value in seen and key.tag != "tag:yaml.org,2002:merge":
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} appears twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _plain_scalars() -> None:
    """Leave `no`, `on`, `1:30`, `017` and dates as the texts they are."""
    kept = {"tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"}
    old = yaml.SafeLoader.yaml_implicit_resolvers
    _Loader.yaml_implicit_resolvers = {k: [(t, r) for t, r in v if t in kept] for k, v in old.items()}
    _Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"true|false"), list("tf"))
    number = re.compile(r"[-+]?(0|[1-9][0-9]*)")
    _Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(f"(?:{number.pattern})$"), list("-+0123456789"))


_plain_scalars()
