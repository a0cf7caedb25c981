"""From a rule to an object file, by Numba: every rule that it names is replaced by that rule's compiled twin."""

import ctypes
import ctypes.util
import gc
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numba
from llvmlite.binding import ModuleRef
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.typing import Signature

from tablewright.engine import intrinsics
from tablewright.engine.compiler import Kind
from tablewright.engine.keys import OPTIONS
from tablewright.engine.layout import Layout
from tablewright.engine.rule import Rule, intrinsic, is_chapter, is_rule
from tablewright.engine.strict import StrictCompiler

ALONE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
PROVIDED = {"NRT_MemInfo_call_dtor"}  # by loading.py

_compiling = threading.RLock()


@contextmanager
def _without_collecting() -> Iterator[None]:
    """No garbage collection meanwhile, which would cost a twentieth of the time; one thread at a time."""
    with _compiling:
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()


class Machine:
    """Compiles rules that share their twins."""

    def __init__(self, chapters: Sequence[Rule]) -> None:
        self.chapters = list(chapters)
        self._twins: dict[Rule, Dispatcher] = {}

    def object_of(self, function: Rule, arguments: Sequence[Kind]) -> tuple[str, bytes]:
        """The name and the object file of int64 f(arguments)."""
        with _without_collecting():
            signature = types.int64(*[_type_of(argument) for argument in arguments])
            dispatcher = self._jit(signature)(self._clone(function))
            made = dispatcher.get_compile_result(signature)
            symbol = str(made.fndesc.llvm_func_name)
            module, code = made.library.object_of(symbol)
            _check_symbols(module, function)
            return symbol, code

    def _jit(self, *signature: Signature) -> Callable[[FunctionType], Dispatcher]:
        made: Callable[[FunctionType], Dispatcher] = numba.njit(
            *signature, pipeline_class=StrictCompiler, **OPTIONS, **ALONE
        )
        return made

    def _twin(self, function: Rule) -> Dispatcher:
        """The compiled twin of a rule that other rules call; compiled when the first caller is."""
        if function not in self._twins:
            if is_chapter(function):
                self._twins[function] = self._by_address(self.chapters.index(function))
                return self._twins[function]
            source = _source(function)
            clone = FunctionType(source.__code__, {}, source.__name__, source.__defaults__)
            self._twins[function] = _compiled_once(self._jit()(clone))
            self._fill(clone, source)
        return self._twins[function]

    def _by_address(self, place: int) -> Dispatcher:
        """What callers of a chapter get: a call through the address that the cards' record holds."""
        code = intrinsics.call_chapter
        clone = FunctionType(code.__code__, {**code.__globals__, "PLACE": place}, f"chapter_{place}")
        return _compiled_once(self._jit()(clone))

    def _clone(self, function: Rule) -> FunctionType:
        source = _source(function)
        clone = FunctionType(source.__code__, {}, source.__name__, source.__defaults__)
        self._fill(clone, source)
        return clone

    def _fill(self, clone: FunctionType, source: FunctionType) -> None:
        clone.__module__, clone.__qualname__ = source.__module__, source.__qualname__
        clone.__globals__.update(source.__globals__)
        for name in source.__code__.co_names:
            value = source.__globals__.get(name)
            if is_rule(value):
                clone.__globals__[name] = self._twin(value)


def _type_of(argument: Kind) -> types.Type:
    if isinstance(argument, type):
        numbers = {int: types.int64, float: types.float64}
        return numba.from_dtype(argument.dtype) if issubclass(argument, Layout) else numbers[argument]
    kind = argument.kind
    item = getattr(types, kind) if isinstance(kind, str) else numba.from_dtype(kind.dtype)
    return types.Array(item, argument.dimensions, "C")


def _compiled_once(dispatcher: Any) -> Dispatcher:
    """Widen the whole numbers of every call: Numba compiles a callee anew for each width and each constant it meets."""
    template = dispatcher.get_call_template

    def widened(arguments: Sequence[types.Type], keywords: Mapping[str, types.Type]) -> object:
        wide = [types.int64 if isinstance(argument, types.Integer) else argument for argument in arguments]
        return template(wide, keywords)

    dispatcher.get_call_template = widened
    made: Dispatcher = dispatcher
    return made


def _source(function: Rule) -> FunctionType:
    """The function to compile: the rule itself, or what stands for it in `intrinsics.py`."""
    name = intrinsic(function)
    if name:
        function = vars(intrinsics)[name]
    if not isinstance(function, FunctionType) or function.__closure__:
        raise TypeError(f"{function!r} is not a plain module-level function, so it cannot be a rule")
    return function


def _check_symbols(module: ModuleRef, function: Rule) -> None:
    """Machine code that needs more than the C library could not be loaded without Numba, and would end the process."""
    outside = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")}
    libraries = [ctypes.CDLL(None), ctypes.CDLL(ctypes.util.find_library("m"))]
    missing = sorted(name for name in outside - PROVIDED if not any(hasattr(one, name) for one in libraries))
    if missing:
        raise TypeError(f"{function.__name__} cannot be a rule: it needs {', '.join(missing)}")
