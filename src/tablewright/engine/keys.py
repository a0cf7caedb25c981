"""What a compiled unit is made of, as one short name: the code of its rules, their constants, the records' shape.

Texts of errors, comments and docstrings are not part of it; the machine and the versions that make machine code are.
"""

import ast
import builtins
import hashlib
import platform
import sys
from collections.abc import Sequence
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import numpy as np

from tablewright.engine.layout import Layout
from tablewright.engine.rule import Rule, intrinsic, is_chapter, is_rule

if TYPE_CHECKING:
    from tablewright.engine.compiler import Kind

OPTIONS = {"nogil": True}
CODE_MAKERS = ("intrinsics.py", "linking.py", "strict.py", "machine.py")


def unit_key(function: Rule, arguments: Sequence["Kind"], chapters: Sequence[Rule]) -> str:
    """The name under which the machine code of a function is kept."""
    shapes = [_argument(kind) for kind in arguments]
    reached: dict[Rule, str] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one in reached:
            continue
        if is_chapter(one) and one is not function:
            reached[one] = f"chapter {chapters.index(one)}"
        else:
            reached[one], callees = _own_part(one)
            waiting += callees
    return hashlib.sha256("\0".join([_makers(), *shapes, *reached.values()]).encode()).hexdigest()[:32]


def _argument(kind: "Kind") -> str:
    """A record by its shape, so that another name or place of its class changes nothing else."""
    if isinstance(kind, type):
        return f"{kind.__name__} {kind.hash}" if issubclass(kind, Layout) else repr(kind)
    record = kind.kind
    return repr(kind) if isinstance(record, str) else f"{record.hash} {kind.dimensions}"


@cache
def _makers() -> str:
    """All that turns the same rules into other machine code."""
    import llvmlite
    from llvmlite import binding

    numba = find_spec("numba")
    assert numba is not None
    files = [Path(__file__).parent / name for name in CODE_MAKERS]
    files.append(Path(str(numba.origin)).parent / "_version.py")
    trees = [ast.dump(ast.parse(file.read_text("utf-8"))) for file in files]
    versions = [sys.version, llvmlite.__version__, platform.machine()]
    cpu = [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    return repr([OPTIONS, versions, cpu, hashlib.sha256("".join(trees).encode()).hexdigest()])


@cache
def _own_part(function: Rule) -> tuple[str, tuple[Rule, ...]]:
    """The code and the constants of one function, as a short name, and the rules that it calls."""
    name = intrinsic(function)
    if name or not isinstance(function, FunctionType):
        return f"intrinsic {name}", ()
    names = _names(function.__code__)
    values: dict[str, object] = {name: function.__globals__.get(name, getattr(builtins, name, None)) for name in names}
    read = [f"{name}={'a rule' if is_rule(value) else constant_text(value, names)}" for name, value in values.items()]
    text = repr([_shape(function.__code__, function.__doc__), function.__defaults__, read])
    return hashlib.sha256(text.encode()).hexdigest(), tuple(filter(is_rule, values.values()))


def constant_text(value: object, names: Sequence[str]) -> str:
    """A constant that a rule reads; of what has parts, those that are named in the rule."""
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}{getattr(value, '_fields', '')}{[constant_text(part, names) for part in value]}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, Enum) or not hasattr(value, "__dict__"):
        return repr(value)
    if callable(value) and not isinstance(value, type):
        return str(getattr(value, "__qualname__", type(value)))
    parts = {name: getattr(value, name) for name in names if hasattr(value, name)}
    named = getattr(value, "__qualname__", getattr(value, "__name__", type(value)))
    return f"{named}{[(name, constant_text(part, ())) for name, part in parts.items()]}"


def _names(code: CodeType) -> list[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [*code.co_names, *(name for part in inner for name in _names(part))]


def _shape(code: CodeType, doc: str | None) -> list[object]:
    """The code itself, without where it stands in its file and what it says about itself."""
    constants = [_shape(c, None) if isinstance(c, CodeType) else repr(c) for c in code.co_consts if c != doc]
    return [code.co_code.hex(), constants, code.co_names, code.co_varnames, code.co_argcount]
