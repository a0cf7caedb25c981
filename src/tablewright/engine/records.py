"""The record of a game: a short JSON text that replays to the same bytes; it is save, replay and bug report in one."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from tablewright.engine.errors import IllegalMove, RecordError, RuleFault, TablewrightError
from tablewright.engine.files import replacing
from tablewright.engine.game import Game, Variant
from tablewright.engine.match import Fault, Match, Remark
from tablewright.engine.tables import Data, NewData

FORMAT = 1
LARGEST = 50_000_000  # bytes of a record; a long game has some thousands
OPTIONAL = {"position", "faults", "remarks"}
KEYS = {"tablewright", "game", "edition", "players", "set", "rules", "cards", "seed", "seats", "actions"}


def record_of(match: Match) -> NewData:
    """Everything needed to play the match again."""
    actions = [step.action for step in match.steps]
    record = record_for(match.variant, match.seed, actions, match.names, match.position)
    if match.faults:
        record["faults"] = [asdict(fault) for fault in match.faults]
    if match.remarks:
        record["remarks"] = [{**asdict(remark), "said": list(remark.said)} for remark in match.remarks]
    return record


def record_for(
    variant: Variant,
    seed: int,
    actions: Sequence[int] = (),
    names: Sequence[str] | None = None,
    position: Data | None = None,
) -> NewData:
    """The record of a game with these actions."""
    record: NewData = {
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


def save_record(match: Match, path: Path) -> None:
    """Write the record; the file is either complete or not there."""
    with replacing(path, RecordError) as made:
        made.write_text(json.dumps(record_of(match)) + "\n", "utf-8")


def read_record(path: Path) -> NewData:
    """The record in a file, checked for its form."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise RecordError(f"{path} is not a saved game: it is larger than {LARGEST // 1_000_000} MB")
        data = json.loads(text.decode("utf-8"))
    except OSError as fault:
        raise RecordError(f"{path} cannot be read: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise RecordError(f"{path} is not a saved game: it is not JSON ({fault})") from fault
    return check_record(data, str(path))


def check_record(data: object, where: str = "the record") -> NewData:
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
    _remarks(data, where)
    return data


def _faults(data: Data, where: str) -> list[Fault]:
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


def _remarks(data: Data, where: str) -> list[Remark]:
    try:
        remarks = [Remark(**{**remark, "said": tuple(remark["said"])}) for remark in data.get("remarks", [])]
    except (TypeError, KeyError):
        remarks = [Remark(-1, -1)]
    if not all(_sound_remark(remark, len(data["seats"])) for remark in remarks):
        raise RecordError(f"{where} is damaged: remarks must give decision, seat, note and said")
    return remarks


def _sound_remark(remark: Remark, seats: int) -> bool:
    numbers, words = (remark.decision, remark.seat), (remark.note, *remark.said)
    if not all(type(number) is int for number in numbers) or not all(isinstance(word, str) for word in words):
        return False
    return remark.decision >= 0 and 0 <= remark.seat < seats


def match_of(record: Data, load: Callable[[str], Game], anyway: bool = False) -> Match:
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
        except (IllegalMove, RuleFault) as fault:
            if anyway:
                break
            if isinstance(fault, RuleFault):
                raise
            raise RecordError(f"the record is damaged: {fault}") from fault
    match.faults = [fault for fault in _faults(record, "the record") if fault.decision <= len(match.steps)]
    match.remarks = [remark for remark in _remarks(record, "the record") if remark.decision <= len(match.steps)]
    return match
