"""Compiled twins of rules: Numba machine code with bounds checks, explicit signatures and a cache that cannot go stale.

A rule is compiled from the function as written; every rule it names is replaced by that rule's compiled twin. Entry
points are called by address (`intrinsics.py`), so that one compiled driver serves all games.
"""

import gc
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tablewright.engine.layout import Layout
from tablewright.engine.rule import COMPILED_AS, is_chapter, is_rule

OPTIONS = {"nogil": True, "boundscheck": True}
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
NO_NUMBA = "Numba is not installed: everything runs in plain mode, about 40 times slower. Right: pip install numba"


@cache
def numba() -> ModuleType | None:
    """Numba if it is installed and not switched off by TABLEWRIGHT_PLAIN=1, else None."""
    if os.environ.get("TABLEWRIGHT_PLAIN") == "1":
        return None
    try:
        import numba as module
    except ImportError:
        return None
    return module  # type: ignore[no-any-return]


def cache_root() -> Path:
    """The folder for compiled code: the user's cache folder, or a temporary one where that is not writable."""
    home = os.environ.get("XDG_CACHE_HOME")
    wished = (Path(home) if home else Path("~/.cache").expanduser()) / "tablewright"
    try:
        wished.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wished):
            return wished
    except OSError:
        made = Path(tempfile.gettempdir()) / f"tablewright-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        made.mkdir(parents=True, exist_ok=True)
        return made


def source_hash(files: Sequence[Path]) -> str:
    """A name that changes with any of the sources, the options, or the versions that produce machine code."""
    module = numba()
    parts = [repr(OPTIONS), sys.version, getattr(module, "__version__", "none")]
    parts += [file.read_text("utf-8") for file in files]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def engine_sources() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.py"))


_compiling = threading.RLock()


@contextmanager
def _compiling_into(folder: Path) -> Iterator[None]:
    """Numba's cache in that folder; no garbage collection meanwhile, which would cost a twentieth of the time.

    Numba has one such setting for all threads, so they take turns.
    """
    from numba.core import config

    with _compiling:
        collecting = gc.isenabled()
        gc.disable()
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before
            if collecting:
                gc.enable()


class Compiler:
    """Compiles the rules of one set of sources into one cache folder."""

    def __init__(self, name: str, sources: Sequence[Path], chapters: Sequence[Callable[..., Any]] = ()) -> None:
        module = numba()
        if module is None:
            raise RuntimeError(NO_NUMBA)
        self.numba = module
        self.folder = cache_root() / f"{name}-{source_hash([*engine_sources(), *sources])}"
        self._twins: dict[Callable[..., Any], Any] = {}
        self.chapters = list(chapters)

    def entry(self, function: Callable[..., Any], *arguments: Any) -> "Entry":
        """Compile one entry point: it takes records (a Layout) and integers (int), and returns an integer."""
        with _compiling_into(self.folder):
            types = [self._type_of(argument) for argument in arguments]
            signature = self.numba.types.int64(*types)
            dispatcher = self.numba.njit(signature, cache=True, **OPTIONS)(self._clone(function))
        return Entry(dispatcher, signature)

    def _type_of(self, argument: Any) -> Any:
        if argument is int:
            return self.numba.types.int64
        if isinstance(argument, type) and issubclass(argument, Layout):
            return self.numba.from_dtype(argument.dtype)
        return argument

    def _twin(self, function: Callable[..., Any]) -> Any:
        """The compiled twin of a rule that other rules call; compiled when the first caller is."""
        if function not in self._twins:
            if is_chapter(function):
                self._twins[function] = self._by_address(self.chapters.index(function))
                return self._twins[function]
            source = _source(function)
            clone = FunctionType(source.__code__, {}, source.__name__, source.__defaults__)
            self._twins[function] = _compiled_once(self.numba.njit(**OPTIONS, **INNER)(clone))
            self._fill(clone, source)
        return self._twins[function]

    def _by_address(self, place: int) -> Any:
        """What callers of a chapter get: a call through the address that the cards' record holds."""
        from tablewright.engine.intrinsics import call_chapter

        values = {**call_chapter.__globals__, "PLACE": place}
        clone = FunctionType(call_chapter.__code__, values, f"chapter_{place}")
        return _compiled_once(self.numba.njit(**OPTIONS, **INNER)(clone))

    def _clone(self, function: Callable[..., Any]) -> FunctionType:
        source = _source(function)
        clone = FunctionType(source.__code__, {}, source.__name__, source.__defaults__)
        self._fill(clone, source)
        return clone

    def _fill(self, clone: FunctionType, source: FunctionType) -> None:
        clone.__module__, clone.__qualname__ = source.__module__, source.__qualname__
        clone.__globals__.update(source.__globals__)
        for name in source.__code__.co_names:
            value: Any = source.__globals__.get(name)
            if is_rule(value):
                clone.__globals__[name] = self._twin(value)


def _compiled_once(dispatcher: Any) -> Any:
    """Widen the whole numbers of every call: Numba compiles a callee anew for each width and each constant it meets."""
    from numba import types

    template = dispatcher.get_call_template

    def widened(arguments: Sequence[Any], keywords: Any) -> Any:
        wide = [types.int64 if isinstance(argument, types.Integer) else argument for argument in arguments]
        return template(wide, keywords)

    dispatcher.get_call_template = widened
    return dispatcher


def _source(function: Callable[..., Any]) -> FunctionType:
    """The function to compile: the rule itself, or what stands for it in `intrinsics.py`."""
    name = getattr(function, COMPILED_AS, None)
    if name is not None:
        from tablewright.engine import intrinsics

        function = getattr(intrinsics, name)
    if not isinstance(function, FunctionType) or function.__closure__:
        raise TypeError(f"{function!r} is not a plain module-level function, so it cannot be a rule")
    return function


class Entry:
    """A compiled function and its address; the address is good as long as this object lives."""

    def __init__(self, dispatcher: Any, signature: Any) -> None:
        from numba.core.types.function_type import CompileResultWAP

        self.call = dispatcher
        wrapper: Any = CompileResultWAP(dispatcher.get_compile_result(signature))
        self.address = int(wrapper.address)
