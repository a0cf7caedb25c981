"""The record of a game: a short JSON text that replays to the same bytes; it is save, replay and bug report in one."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablewright.engine.errors import IllegalMove, RecordError, TablewrightError
from tablewright.engine.files import replacing
from tablewright.engine.game import Game, Variant
from tablewright.engine.match import Fault, Match

FORMAT = 1
OPTIONAL = {"position", "faults"}
KEYS = {"tablewright", "game", "edition", "players", "set", "rules", "cards", "seed", "seats", "actions"}


def record_of(match: Match) -> dict[str, Any]:
    """Everything needed to play the match again."""
    actions = [step.action for step in match.steps]
    record = record_for(match.variant, match.seed, actions, match.names, match.position)
    if match.faults:
        record["faults"] = [asdict(fault) for fault in match.faults]
    return record


def record_for(
    variant: Variant,
    seed: int,
    actions: Sequence[int] = (),
    names: Sequence[str] | None = None,
    position: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The record of a game with these actions."""
    record: dict[str, Any] = {
        "tablewright": FORMAT,
        "game": variant.game.name,
        "edition": variant.edition,
        "players": variant.players,
        "set": variant.changes,
        "rules": variant.game.rules_version,
        "cards": variant.cards_version,
        "seed": seed,
        "seats": list(names or variant.seats),
        "actions": list(actions),
    }
    if position is not None:
        record["position"] = dict(position)
    return record


def save(match: Match, path: Path) -> None:
    """Write the record; the file is either complete or not there."""
    with replacing(path, RecordError) as made:
        made.write_text(json.dumps(record_of(match)) + "\n", "utf-8")


def read_record(path: Path) -> dict[str, Any]:
    """The record in a file, checked for its form."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise RecordError(f"{path} cannot be read: {fault.strerror}") from fault
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise RecordError(f"{path} is not a saved game: it is not JSON ({fault})") from fault
    return check_record(data, str(path))


def check_record(data: object, where: str = "the record") -> dict[str, Any]:
    """The record itself, or a RecordError that says what is wrong with its form."""
    if not isinstance(data, dict) or "tablewright" not in data:
        raise RecordError(f"{where} is not a saved game of Tablewright")
    if data["tablewright"] != FORMAT:
        raise RecordError(f"{where} has the format {data['tablewright']!r}; this version reads {FORMAT}")
    wrong = (KEYS ^ set(data)) - OPTIONAL
    if wrong:
        raise RecordError(f"{where} is damaged: {', '.join(sorted(wrong))} is missing or does not belong there")
    kinds: Mapping[str, type] = {"game": str, "edition": str, "players": int, "set": dict, "seed": int}
    for key, kind in kinds.items():
        if not isinstance(data[key], kind):
            raise RecordError(f"{where} is damaged: {key} is {data[key]!r}")
    actions, seats = data["actions"], data["seats"]
    if not isinstance(actions, list) or not all(isinstance(a, int) and not isinstance(a, bool) for a in actions):
        raise RecordError(f"{where} is damaged: actions must be a list of whole numbers")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise RecordError(f"{where} is damaged: seats must be a list of names")
    if not isinstance(data.get("position", {}), dict):
        raise RecordError(f"{where} is damaged: position is {data['position']!r}")
    _faults(data, where)
    return data


def _faults(data: Mapping[str, Any], where: str) -> list[Fault]:
    try:
        faults = [Fault(**fault) for fault in data.get("faults", [])]
    except TypeError:
        faults = [Fault(-1, -1, "", False)]
    if not all(_sound(fault, len(data["seats"])) for fault in faults):
        raise RecordError(f"{where} is damaged: faults must give decision, seat, reason and lost")
    return faults


def _sound(fault: Fault, seats: int) -> bool:
    kinds = [type(value) for value in (fault.decision, fault.seat, fault.reason, fault.lost)]
    return kinds == [int, int, str, bool] and fault.decision >= 0 and 0 <= fault.seat < seats


def match_of(record: Mapping[str, Any], load: Callable[[str], Game], anyway: bool = False) -> Match:
    """The match of a record, played to its end.

    A record made with other rules or other cards is refused, unless `anyway`: then it is played as far as its
    moves are legal under the present rules, which is good for looking, not for going on.
    """
    game = load(record["game"])
    try:
        variant = game.variant(record["players"], record["edition"], record["set"])
    except TablewrightError as fault:
        raise RecordError(f"the record cannot be opened: {fault}") from fault
    for part, now in (("rules", game.rules_version), ("cards", variant.cards_version)):
        if record[part] != now and not anyway:
            raise RecordError(
                f"the record was made with other {part} of {game.name} ({record[part]}, here {now}); "
                "look at it with: tablewright replay FILE --anyway"
            )
    if len(record["seats"]) != variant.players:
        raise RecordError(f"the record names {len(record['seats'])} seats for {variant.players} players")
    match = Match(variant, record["seed"], record.get("position"), tuple(record["seats"]))
    for action in record["actions"]:
        try:
            match.replay(action)
        except IllegalMove as fault:
            if anyway:
                break
            raise RecordError(f"the record is damaged: {fault}") from fault
    match.faults = [fault for fault in _faults(record, "the record") if fault.decision <= len(match.steps)]
    return match
