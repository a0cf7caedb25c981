"""Compiled twins of rules: machine code with bounds checks and strict stores, and a cache that cannot go stale.

A rule is compiled from the function as written (`machine.py`). What is kept is named by what was compiled (`keys.py`),
so a changed rule compiles its own units anew and a changed error text none. Loading needs neither Numba nor the rules'
compilation (`loading.py`). Everything is called by address, so that one compiled driver serves all games.
"""

import ctypes
import os
import threading
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablewright.engine.cache import cache_root as cache_root
from tablewright.engine.cache import has_unit, read_unit, write_unit
from tablewright.engine.keys import unit_key
from tablewright.engine.layout import Layout
from tablewright.engine.loading import load_object
from tablewright.engine.rule import Rule

if TYPE_CHECKING:
    from tablewright.engine.machine import Machine

NO_NUMBA = "Numba is not installed: everything runs in plain mode, about 40 times slower. Right: pip install numba"
WORD, STATUS = ctypes.c_int64, ctypes.c_int32


@cache
def numba() -> ModuleSpec | None:
    """Whether Numba is installed and not switched off by TABLEWRIGHT_PLAIN=1; it is not imported by asking."""
    return None if os.environ.get("TABLEWRIGHT_PLAIN") == "1" else find_spec("numba")


class ArrayOf(NamedTuple):
    """An argument that is an array, row after row: of integers (`int32`) or of records."""

    kind: str | type[Layout]
    dimensions: int = 1


AnyArray = np.ndarray[tuple[int, ...], np.dtype[np.generic]]
Argument = int | float | np.void | AnyArray  # what is given for one; of records an array, or one element of it
Kind = type[int] | type[float] | type[Layout] | ArrayOf  # what an argument of a compiled function is


class CompiledFault(Exception):
    """A compiled function has ended with a fault that has no name."""


FAULTS: tuple[tuple[bytes, type[Exception], str], ...] = (
    (b"index is out of bounds", IndexError, "index is out of bounds"),
    (b"does not fit its field", OverflowError, "a number does not fit its field"),
    (b"ZeroDivisionError", ZeroDivisionError, "division by zero"),
)


class Compiler:
    """Compiles rules, or takes them from the cache."""

    def __init__(self, chapters: Sequence[Rule] = ()) -> None:
        if numba() is None:
            raise RuntimeError(NO_NUMBA)
        self.chapters = list(chapters)

    def entry(self, function: Rule, *arguments: Kind) -> "Entry":
        """An entry point: it takes records (a Layout), numbers (int, float) and arrays, and returns an integer.

        Machine code is loaded once and stays for as long as the process, since threads hold its bare address.
        """
        key = unit_key(function, arguments, self.chapters)
        place = cache_root(), key
        with _entering:
            if place not in _entries:
                _entries[place] = self._loaded(key, function, arguments)
            return _entries[place]

    def _loaded(self, key: str, function: Rule, arguments: Sequence[Kind]) -> "Entry":
        found = read_unit(key)
        if found is None:
            symbol, code = self._machine.object_of(function, arguments)
            found = symbol.encode() + b"\0" + code
            write_unit(key, found)
        name, _, code = found.partition(b"\0")
        return Entry(*load_object(code, name.decode()), arguments)

    def is_cached(self, function: Rule, *arguments: Kind) -> bool:
        return has_unit(unit_key(function, arguments, self.chapters))

    @cached_property
    def _machine(self) -> "Machine":
        from tablewright.engine.machine import Machine

        return Machine(self.chapters)


class Entry:
    """A compiled function and its address."""

    def __init__(self, address: int, owner: object, arguments: Sequence[Kind]) -> None:
        self.address, self._owner, self._arguments = address, owner, arguments
        words = [word for one in arguments for word in _kinds(one)]
        self._function = ctypes.CFUNCTYPE(STATUS, ctypes.c_void_p, ctypes.c_void_p, *words)(address)

    def call(self, *arguments: Any) -> int:
        """Call it without the GIL; a record is given as an array of one, or as one element of an array."""
        value, fault, words = WORD(), ctypes.c_void_p(), list[int | float]()
        for kind, argument in zip(self._arguments, arguments, strict=True):
            words += [kind(argument)] if kind in (int, float) else _array(kind, argument)
        if self._function(ctypes.byref(value), ctypes.byref(fault), *words) != 0:
            raise exception_of(fault.value)
        return value.value


_entries: dict[tuple[Path, str], Entry] = {}
_entering = threading.RLock()


def _kinds(argument: Kind) -> list[type[ctypes.c_int64 | ctypes.c_double]]:
    """An argument as the words that Numba makes of it."""
    if isinstance(argument, ArrayOf):
        return [WORD] * (5 + 2 * argument.dimensions)
    return [ctypes.c_double if argument is float else WORD]


def _array(kind: Kind, argument: np.void | AnyArray) -> list[int]:
    """A record as its place, an array as Numba passes it: its place with all its sizes."""
    if isinstance(argument, np.void):
        return [argument.__array_interface__["data"][0]]
    if not isinstance(kind, ArrayOf):
        return [argument.ctypes.data]
    if not argument.flags.c_contiguous or argument.ndim != kind.dimensions:
        raise TypeError(f"a compiled function takes an array of {kind.dimensions} dimensions, row after row")
    return [0, 0, argument.size, argument.itemsize, argument.ctypes.data, *argument.shape, *argument.strides]


def exception_of(fault: int | None) -> Exception:
    """The exception of a fault: Numba keeps its pickle in the machine code, of which only the texts are looked at."""
    kept = b""
    if fault:
        place, size = ctypes.c_void_p.from_address(fault).value, ctypes.c_int32.from_address(fault + 8).value
        kept = ctypes.string_at(place, size) if place else b""
    return next((made(*words) for text, made, *words in FAULTS if text in kept), CompiledFault("it failed"))
