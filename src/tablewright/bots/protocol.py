"""What a bot in any language is told and answers: one JSON object a line (docs/bots.md has it all).

To the bot: `hello`, then for every game `game`, for every decision `decide`, at the end `end`. From the bot: `ready`
after `hello` and `game`, `move` after `decide`; before it any number of `imagine`, each answered by `world`.
"""

import dataclasses
import json
import types
from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tablewright.bots.seats import BotFault
from tablewright.engine import LARGEST_SEED, Fact, Facts, IllegalMove, Match, Variant, View, shown
from tablewright.games import names

VERSION = 1
LONGEST_NOTE = 500

Message = dict[str, Any]


def hello() -> Message:
    return {"type": "hello", "protocol": VERSION}


def game_message(match: Match, seat: int, seconds: float | None) -> Message:
    """A new game begins: which, and as whom the bot plays it."""
    known = match.variant.observation if _observes(match) else None
    numbers = {} if known is None else {"names": known.names, "low": known.low.tolist(), "high": known.high.tolist()}
    return {
        "type": "game",
        "game": match.game.name,
        "source": match.game.name if match.game.name in names() else str(match.game.folder),
        "edition": match.variant.edition,
        "players": match.variant.players,
        "set": match.variant.changes,
        "rules": match.game.rules_version,
        "seat": seat,
        "seats": list(match.variant.seats),
        "seconds": seconds,
        "observation": numbers,
    }


def _observes(match: Match) -> bool:
    return "observe" in match.game.hooks()


def decide_message(match: Match, seat: int, seconds: float | None) -> Message:
    """A decision of the seat: what it sees, in words and in numbers, and what it may play."""
    view = match.view(seat).to_json()
    moves = view.pop("moves")
    return {
        "type": "decide",
        "number": len(match.steps),
        "seconds": seconds,
        "view": view,
        "observation": match.observe(seat).tolist() if _observes(match) else [],
        "moves": moves,
    }


def world_message(match: Match, seat: int, message: Message) -> Message:
    """A state that the seat cannot tell from the real one: in the rulebook's words, and as the bytes of the engine."""
    seed = message.get("seed")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < LARGEST_SEED:
        raise BotFault(f"asked to imagine with the seed {seed!r:.40}; it must be a whole number from 0 on")
    world = match.imagine(seat, seed)
    position = match.game.position.dump(world.state, match.variant.cards)
    return {"type": "world", "position": position, "state": b64encode(world.bytes).decode()}


def world_of(message: Mapping[str, Any], variant: Variant, seed: int) -> Match:
    """The match of a `world` message, for bots in Python."""
    return Match.standing(variant, b64decode(message["state"]), seed)


def end_message(match: Match, seat: int) -> Message:
    """The game is over: what it brought each seat."""
    outcome = match.outcome
    shares = [] if outcome is None else [float(share) for share in outcome.shares]
    scores = [] if outcome is None else list(outcome.scores)
    return {"type": "end", "seat": seat, "shares": shares, "scores": scores}


def line_of(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """A message, or a fault that says what was wrong with the line."""
    try:
        message = json.loads(line)
    except ValueError:
        raise BotFault(f"wrote {line[:60]!r}, which is not a line of JSON") from None
    if not isinstance(message, dict):
        raise BotFault(f'wrote {line[:60]!r}; a message is an object such as {{"type": "move", "id": 3}}')
    return message


def action_of(match: Match, message: Message) -> tuple[int, str]:
    """The legal move that an answer means, and the bot's note on it; or a fault in words."""
    if "error" in message:
        raise BotFault(f"failed: {str(message['error'])[:LONGEST_NOTE]}")
    if message.get("type") != "move":
        raise BotFault(f'answered a message of the type {message.get("type")!r:.40}; it must be "move"')
    if message.get("seat", match.seat) != match.seat:
        raise BotFault(f"answered for the seat {message['seat']!r:.40}; it sits on {match.seat}")
    note = message.get("note", "")
    note = shown(note)[:LONGEST_NOTE] if isinstance(note, str) else ""
    move, text = message.get("id"), message.get("text")
    if isinstance(text, str):
        try:
            return match.parse(text), note
        except IllegalMove as fault:
            raise BotFault(f"played {text[:80]!r}: {fault}", text) from None
    if isinstance(move, bool) or not isinstance(move, int):
        raise BotFault(f"answered the id {move!r:.40}; it must be the id or the text of one of its moves")
    if move not in match.legal_ids:
        raise BotFault(f"played the id {move}, which is not a legal move now")
    return move, note


AnyView = TypeVar("AnyView", bound=View)


def view_of(message: Mapping[str, Any], kind: type[AnyView]) -> AnyView:
    """The view and the moves of a `decide` message, for bots in Python."""
    made: AnyView = _built(kind, {**message["view"], "moves": message["moves"]})
    return made


@cache
def _kinds(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _built(kind: Any, value: Any) -> Any:
    """A value of JSON as the dataclass, tuple or plain value that it was."""
    if kind is Facts:
        return Facts({name: _frozen(fact) for name, fact in value.items()})
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return kind(**{name: _built(_kinds(kind)[name], part) for name, part in value.items()})
    origin = get_origin(kind)
    if origin is tuple:
        return tuple(_built(get_args(kind)[0], part) for part in value)
    if kind == Fact:
        return _frozen(value)
    if origin in (Union, types.UnionType):
        inner = next(part for part in get_args(kind) if part is not type(None))
        return None if value is None else _built(inner, value)
    return value


def _frozen(fact: Any) -> Any:
    """JSON has lists where a view has tuples."""
    return tuple(map(_frozen, fact)) if isinstance(fact, list) else fact
