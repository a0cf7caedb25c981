"""What compiled drivers need and Numba has no words for: calls by address, copies of bytes, single loads and stores."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

I64 = types.int64
WORD = ir.IntType(64)


def _call(builder: Any, address: Any, arguments: Any) -> Any:
    kind = ir.FunctionType(WORD, [WORD] * len(arguments)).as_pointer()
    return builder.call(builder.inttoptr(address, kind), list(arguments))


@intrinsic
def call2(_context: Any, address: Any, a: Any, b: Any) -> Any:
    """int64 f(a, b) at an address."""
    return I64(I64, I64, I64), lambda _c, builder, _s, args: _call(builder, args[0], args[1:])


@intrinsic
def call3(_context: Any, address: Any, a: Any, b: Any, c: Any) -> Any:
    """int64 f(a, b, c) at an address."""
    return I64(I64, I64, I64, I64), lambda _c, builder, _s, args: _call(builder, args[0], args[1:])


@intrinsic
def call_with(_context: Any, address: Any, record: Any, x: Any) -> Any:
    """int64 f(record, x) at an address."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _call(builder, args[0], [builder.ptrtoint(args[1], WORD), args[2]])

    return I64(I64, record, I64), code


@intrinsic
def call_records(_context: Any, address: Any, s: Any, k: Any, x: Any) -> Any:
    """int64 f(state, cards, x) at an address, from records."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        words = [builder.ptrtoint(args[1], WORD), builder.ptrtoint(args[2], WORD), args[3]]
        return _call(builder, args[0], words)

    return I64(I64, s, k, I64), code


@intrinsic
def copy_bytes(_context: Any, to: Any, source: Any, count: Any) -> Any:
    """memcpy(to, source, count)."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(builder, builder.inttoptr(args[0], pointer), builder.inttoptr(args[1], pointer), args[2], 1)
        return ir.Constant(WORD, 0)

    return I64(I64, I64, I64), code


@intrinsic
def zero_bytes(_context: Any, to: Any, count: Any) -> Any:
    """memset(to, 0, count)."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        cgutils.memset(builder, pointer, args[1], 0)
        return ir.Constant(WORD, 0)

    return I64(I64, I64), code


@intrinsic
def load32(_context: Any, address: Any) -> Any:
    """The 32-bit integer at an address."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = builder.load(builder.inttoptr(args[0], ir.IntType(32).as_pointer()))
        return builder.sext(word, WORD)

    return I64(I64), code


@intrinsic
def load64(_context: Any, address: Any) -> Any:
    """The 64-bit integer at an address."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], WORD.as_pointer()))

    return I64(I64), code


@intrinsic
def store64(_context: Any, address: Any, value: Any) -> Any:
    """Write a 64-bit integer to an address."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], WORD.as_pointer()))
        return ir.Constant(WORD, 0)

    return I64(I64, I64), code


# The compiled sides of the primitives that rules and drivers use (their plain sides: rule.py, drivers.py).


def silent(kind: int, a: int, b: int, c: int) -> int:
    return 0


PLACE = 0  # replaced by the compiler with the chapter's own place


def call_chapter(s: Any, k: Any, x: int) -> Any:
    return call_records(k.far[PLACE], s, k, x)


def ask_rule(kit: Any, i: int, s: int) -> Any:
    return call2(kit.rule[i], s, kit.cards)


def call_rule(kit: Any, i: int, s: int, x: int) -> Any:
    return call3(kit.rule[i], s, kit.cards, x)


def choose_by(chooser: int, kit: Any, memory: int) -> Any:
    return call_with(chooser, kit, memory)


def copy_state(kit: Any, to: int, source: int) -> Any:
    return copy_bytes(to, source, kit.copied)


def clear_state(kit: Any, s: int) -> Any:
    return zero_bytes(s, kit.size)


def reseed_state(s: int, x: int) -> Any:
    return store64(s, x)


def call_drawing(kit: Any, i: int, s: int) -> Any:
    store64(kit.moves, kit.rng)  # `rng` is the first field of the list of moves
    action = call3(kit.rule[i], s, kit.cards, kit.moves)
    kit.rng = load64(kit.moves)
    return action


def listed_move(kit: Any, i: int) -> Any:
    return load32(kit.listed + 4 * i)


def read_probe(kit: Any, i: int) -> Any:
    return load32(kit.probes + 4 * i)
