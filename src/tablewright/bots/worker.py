"""The far side of a user's bot: load it, then turn every view that comes in into one line with its move."""

import importlib
import importlib.util
import inspect
import json
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from tablewright.bots.outside import FILE
from tablewright.engine import Move, View

DEFAULT_NAME = "choose"

Decide = Callable[[View, tuple[Move, ...]], Any]


class LoadError(Exception):
    """The bot cannot be used; the message is one line."""


def main(spec: str) -> None:
    requests, answers = _take_over_pipes()
    try:
        decide = load(spec)
    except LoadError as fault:
        _write(answers, {"error": str(fault)})
        return
    _write(answers, {"ready": True})
    while head := requests.read(4):
        view = pickle.loads(requests.read(struct.unpack("!I", head)[0]))
        _write(answers, answer(decide, view))


def _take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for us: what the bot prints goes to the error output, what it reads is empty."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the near side, which then stops this process
    return requests, answers


def _write(answers: BinaryIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def load(spec: str) -> Decide:
    """The function of `module:name`, `file.py` or `file.py:name`; a class is made once and keeps its own memory."""
    found = FILE.fullmatch(spec)
    if found:
        module, name = _module_of(Path(found["file"])), found["name"] or DEFAULT_NAME
    else:
        path, _, name = spec.partition(":")
        if not path or _imported(spec, lambda: importlib.util.find_spec(path.partition(".")[0])) is None:
            raise LoadError(f"{spec}: there is no module {path!r}")
        module = _imported(spec, lambda: importlib.import_module(path))
    target = getattr(module, name, None)
    if target is None:
        raise LoadError(f"{spec}: there is no {name!r} in it; write FILE:NAME with the name of the function or class")
    return _decision(spec, target)


def _module_of(path: Path) -> ModuleType:
    if not path.is_file():
        raise LoadError(f"{path}: there is no such file")
    sys.path.insert(0, str(path.resolve().parent))
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
        return {"error": _in_a_line(fault)}
    if isinstance(move, Move):
        return {"id": move.id}
    if isinstance(move, int) and not isinstance(move, bool):
        return {"id": move}
    if isinstance(move, str):
        return {"text": move}
    return {"error": f"it answered {move!r:.80}, which is neither one of its moves nor a text"}


def _in_a_line(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" (line {frames[-1].lineno} of {Path(frames[-1].filename).name})" if frames else ""
    return " ".join(f"{type(fault).__name__}: {fault}{where}".split())


if __name__ == "__main__":
    main(sys.argv[1])
