"""The far side of a user's bot: load it, then turn every view that comes in into one line with its move."""

import importlib
import importlib.util
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from tablewright.bots.outside import FILE
from tablewright.bots.protocol import decide_message, line_of, view_of, world_of
from tablewright.engine import Match, Move, Variant, View
from tablewright.games import load as load_game

DEFAULT_NAME = "choose"

Decide = Callable[[Any, tuple[Move, ...]], Any]


class LoadError(Exception):
    """The bot cannot be used; the message is one line."""


def main(spec: str) -> None:
    serve(partial(load, spec))


def serve(load_bot: Callable[[], Decide]) -> None:
    """Load a bot and let it decide until the pipe ends."""
    requests, answers = _take_over_pipes()
    if not requests.readline():  # hello
        return
    try:
        decide = load_bot()
    except LoadError as fault:
        _write(answers, {"error": str(fault)})
        return
    _write(answers, {"type": "ready"})
    variant: Variant | None = None

    def played() -> Variant:
        nonlocal variant
        variant = variant or load_game(game["source"]).variant(game["players"], game["edition"], game["set"])
        return variant

    def imagine(seed: int) -> Match:
        _write(answers, {"type": "imagine", "seed": seed})
        world = world_of(json.loads(requests.readline()), played(), seed)
        world.names = view.seats
        return world

    for line in requests:
        message = json.loads(line)
        if message["type"] == "game":
            game, variant = message, None
            _write(answers, warmed_up(decide, message))
        elif message["type"] == "decide":
            view = seat_view(message, imagine, played)
            _write(answers, answer(decide, view))


def warmed_up(decide: Decide, game: dict[str, Any]) -> dict[str, Any]:
    """Let the bot's own `warm_up(game)` work before the clock runs: a method of its class, or a function beside it."""
    owner = getattr(decide, "__self__", None) or sys.modules.get(getattr(decide, "__module__", ""))
    try:
        getattr(owner, "warm_up", lambda _: None)(game)
    except BaseException as fault:
        return {"error": _in_a_line(fault)}
    return {"type": "ready"}


class SeatView(View):
    """A view with what only a bot wants: numbers, and a model to think with."""

    observation: tuple[int, ...]
    _imagine: Callable[[int], Match]
    _played: Callable[[], Variant]

    @property
    def variant(self) -> Variant:
        """The game that is played, with all its numbers."""
        return self._played()

    def imagine(self, seed: int) -> Match:
        """A match that the seat cannot tell from the real one, to play on in: another deal for every seed."""
        return self._imagine(seed)


def seat_view(message: dict[str, Any], imagine: Callable[[int], Match], played: Callable[[], Variant]) -> SeatView:
    """What a bot gets for a decision."""
    view = view_of(message, SeatView)
    object.__setattr__(view, "_imagine", imagine)
    object.__setattr__(view, "_played", played)
    object.__setattr__(view, "observation", tuple(message["observation"]))
    return view


def practice(game: dict[str, Any]) -> SeatView:
    """The seat's first decision in a game that nobody plays, for `warm_up(game)`: call your function with it."""
    variant = load_game(game["source"]).variant(game["players"], game["edition"], game["set"])
    match, seat = Match(variant, 1), game["seat"]
    while match.seat is not None and match.seat != seat:
        match.play(match.legal_ids[0])
    message = decide_message(match, seat, None)
    return seat_view(message, lambda seed: match.imagine(seat, seed), lambda: variant)


def _take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for us: what the bot prints goes to the error output, what it reads is empty."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def _write(answers: BinaryIO, answer: dict[str, Any]) -> None:
    """What the bot has printed goes out first, so that it is known before the answer."""
    sys.stdout.flush()
    answers.write(line_of(answer))
    answers.flush()


def load(spec: str) -> Decide:
    """The function of `module:name`, `file.py` or `file.py:name`; a class is made once and keeps its own memory."""
    return _decision(spec, target_of(spec))


def target_of(spec: str) -> Any:
    """What `module:name`, `file.py` or `file.py:name` names."""
    found = FILE.fullmatch(spec)
    if found:
        module, name = _module_of(Path(found["file"])), found["name"] or DEFAULT_NAME
    else:
        path, _, name = spec.partition(":")
        sys.path.insert(0, os.getcwd())
        if not path or _imported(spec, lambda: importlib.util.find_spec(path.partition(".")[0])) is None:
            raise LoadError(f"{spec}: there is no module {path!r}")
        module = _imported(spec, lambda: importlib.import_module(path))
    target = getattr(module, name, None)
    if target is None:
        raise LoadError(f"{spec}: there is no {name!r} in it; write FILE:NAME with the name of the function or class")
    return target


def _module_of(path: Path) -> ModuleType:
    if not path.is_file():
        raise LoadError(f"{path}: there is no such file")
    sys.path.insert(0, str(path.resolve().parent))
    sys.dont_write_bytecode = True  # a file that is edited twice in a second would be taken for the first
    name = f"tablewright_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader = spec.loader
    _imported(str(path), lambda: loader.exec_module(module))
    return module


def _imported(spec: str, load_it: Callable[[], Any]) -> Any:
    try:
        return load_it()
    except SyntaxError as fault:
        raise LoadError(f"{spec}: line {fault.lineno} is not Python: {fault.msg}") from None
    except BaseException as fault:
        raise LoadError(f"{spec}: loading it failed with {_in_a_line(fault)}") from None


def _decision(spec: str, target: Any) -> Decide:
    if inspect.isclass(target):
        try:
            target = target()
        except TypeError as fault:
            raise LoadError(f"{spec}: the class must be made without arguments, a bot gets no seed ({fault})") from None
        target = getattr(target, DEFAULT_NAME, target)
    if not callable(target):
        raise LoadError(f"{spec} is a {type(target).__name__}; a bot is a function or a class")
    try:
        inspect.signature(target).bind(None, None)
    except TypeError:
        takes = inspect.signature(target)
        raise LoadError(f"{spec} takes {takes}; a bot takes (view, moves) and nothing else, no seed") from None
    return target  # type: ignore[no-any-return]


def answer(decide: Decide, view: View) -> dict[str, Any]:
    """The bot's move for the pipe, or what went wrong in one line."""
    try:
        move = decide(view, view.moves)
    except BaseException as fault:
        traceback.print_exc()
        return {"error": _in_a_line(fault)}
    if isinstance(move, tuple) and len(move) == 2 and isinstance(move[1], str):
        return {**_answered(move[0]), "note": move[1]}
    return _answered(move)


def _answered(move: Any) -> dict[str, Any]:
    if isinstance(move, Move):
        return {"type": "move", "id": move.id}
    if isinstance(move, int) and not isinstance(move, bool):
        return {"type": "move", "id": move}
    if isinstance(move, str):
        return {"type": "move", "text": move}
    return {"error": f"it answered {move!r:.80}, which is neither one of its moves nor a text"}


def _in_a_line(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" (line {frames[-1].lineno} of {Path(frames[-1].filename).name})" if frames else ""
    return " ".join(f"{type(fault).__name__}: {fault}{where}".split())


if __name__ == "__main__":
    main(sys.argv[1])
