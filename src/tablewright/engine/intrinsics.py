"""What compiled drivers need and Numba has no words for: calls by address, copies of bytes, single loads and stores."""

from collections.abc import Callable, Sequence

from llvmlite import ir
from numba import types
from numba.core import cgutils, typing
from numba.core.base import BaseContext
from numba.core.callconv import Status, excinfo_ptr_t
from numba.extending import intrinsic

from tablewright.engine.chance import drawn
from tablewright.engine.drivers import OBSERVE, Kit
from tablewright.engine.layout import CardsLayout, IntArray, StateLayout

I64 = types.int64
WORD = ir.IntType(64)
Written = tuple[typing.Signature, Callable[..., ir.Value]]  # what an intrinsic gives Numba: its type, and its code


def _call(
    context: BaseContext, builder: ir.IRBuilder, address: ir.Value, arguments: Sequence[ir.Value]
) -> tuple[ir.Value, Status]:
    """Call int64 f(arguments) at an address by Numba's own convention: its value and its status."""
    kinds = [WORD.as_pointer(), excinfo_ptr_t.as_pointer(), *[WORD] * len(arguments)]
    value = cgutils.alloca_once(builder, WORD)
    fault = cgutils.alloca_once(builder, excinfo_ptr_t)
    function = builder.inttoptr(address, ir.FunctionType(ir.IntType(32), kinds).as_pointer())
    code = builder.call(function, [value, fault, *arguments])
    return builder.load(value), context.call_conv._get_return_status(builder, code, builder.load(fault))


def _passing_faults_on(
    context: BaseContext, builder: ir.IRBuilder, address: ir.Value, arguments: Sequence[ir.Value]
) -> ir.Value:
    """The value; a fault of the callee is a fault of the caller."""
    value, status = _call(context, builder, address, arguments)
    with builder.if_then(status.is_error, likely=False):
        context.call_conv.return_status_propagate(builder, status)
    return value


def _telling_the_kit(
    context: BaseContext,
    builder: ir.IRBuilder,
    signature: typing.Signature,
    args: Sequence[ir.Value],
    arguments: Sequence[ir.Value],
) -> ir.Value:
    """The same for the i-th rule of a kit; the kit keeps which rule failed, and in which state."""
    kit, i, address = args[0], args[1], args[2]
    value, status = _call(context, builder, address, arguments)
    with builder.if_then(status.is_error, likely=False):
        for name, word in (("failed", i), ("failed_state", arguments[0])):
            context.get_setattr(name, typing.signature(types.void, signature.args[0], I64))(builder, (kit, word))
        context.call_conv.return_status_propagate(builder, status)
    return value


@intrinsic
def call_two(
    _context: BaseContext, kit: types.Type, i: types.Type, address: types.Type, a: types.Type, b: types.Type
) -> Written:
    """int64 f(a, b) at the address of the kit's i-th rule."""

    def code(
        context: BaseContext, builder: ir.IRBuilder, signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        return _telling_the_kit(context, builder, signature, args, args[3:])

    return I64(kit, I64, I64, I64, I64), code


@intrinsic
def call_three(
    _context: BaseContext,
    kit: types.Type,
    i: types.Type,
    address: types.Type,
    a: types.Type,
    b: types.Type,
    c: types.Type,
) -> Written:
    """int64 f(a, b, c) at the address of the kit's i-th rule."""

    def code(
        context: BaseContext, builder: ir.IRBuilder, signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        return _telling_the_kit(context, builder, signature, args, args[3:])

    return I64(kit, I64, I64, I64, I64, I64), code


@intrinsic
def call_four(
    _context: BaseContext,
    kit: types.Type,
    i: types.Type,
    address: types.Type,
    a: types.Type,
    b: types.Type,
    c: types.Type,
    d: types.Type,
) -> Written:
    """int64 f(a, b, c, d) at the address of the kit's i-th rule."""

    def code(
        context: BaseContext, builder: ir.IRBuilder, signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        return _telling_the_kit(context, builder, signature, args, args[3:])

    return I64(kit, I64, I64, I64, I64, I64, I64), code


@intrinsic
def call_with(_context: BaseContext, address: types.Type, record: types.Type, x: types.Type) -> Written:
    """int64 f(record, x) at an address."""

    def code(
        context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        return _passing_faults_on(context, builder, args[0], [builder.ptrtoint(args[1], WORD), args[2]])

    return I64(I64, record, I64), code


@intrinsic
def call_records(_context: BaseContext, address: types.Type, s: types.Type, k: types.Type, x: types.Type) -> Written:
    """int64 f(state, cards, x) at an address, from records."""

    def code(
        context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        words = [builder.ptrtoint(args[1], WORD), builder.ptrtoint(args[2], WORD), args[3]]
        return _passing_faults_on(context, builder, args[0], words)

    return I64(I64, s, k, I64), code


@intrinsic
def copy_bytes(_context: BaseContext, to: types.Type, source: types.Type, count: types.Type) -> Written:
    """memcpy(to, source, count)."""

    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        pointer = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(builder, builder.inttoptr(args[0], pointer), builder.inttoptr(args[1], pointer), args[2], 1)
        return ir.Constant(WORD, 0)

    return I64(I64, I64, I64), code


@intrinsic
def zero_bytes(_context: BaseContext, to: types.Type, count: types.Type) -> Written:
    """memset(to, 0, count)."""

    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        cgutils.memset(builder, pointer, args[1], 0)
        return ir.Constant(WORD, 0)

    return I64(I64, I64), code


def _load(bits: int) -> Written:
    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        word = builder.load(builder.inttoptr(args[0], ir.IntType(bits).as_pointer()))
        return builder.sext(word, WORD)

    return I64(I64), code


@intrinsic
def load8(_context: BaseContext, address: types.Type) -> Written:
    """The 8-bit integer at an address."""
    return _load(8)


@intrinsic
def load16(_context: BaseContext, address: types.Type) -> Written:
    """The 16-bit integer at an address."""
    return _load(16)


@intrinsic
def load32(_context: BaseContext, address: types.Type) -> Written:
    """The 32-bit integer at an address."""
    return _load(32)


@intrinsic
def load64(_context: BaseContext, address: types.Type) -> Written:
    """The 64-bit integer at an address."""

    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        return builder.load(builder.inttoptr(args[0], WORD.as_pointer()))

    return I64(I64), code


@intrinsic
def store32(_context: BaseContext, address: types.Type, value: types.Type) -> Written:
    """Write the lower half of an integer to an address."""

    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        word = ir.IntType(32)
        builder.store(builder.trunc(args[1], word), builder.inttoptr(args[0], word.as_pointer()))
        return ir.Constant(WORD, 0)

    return I64(I64, I64), code


@intrinsic
def store64(_context: BaseContext, address: types.Type, value: types.Type) -> Written:
    """Write a 64-bit integer to an address."""

    def code(
        _context: BaseContext, builder: ir.IRBuilder, _signature: typing.Signature, args: Sequence[ir.Value]
    ) -> ir.Value:
        builder.store(args[1], builder.inttoptr(args[0], WORD.as_pointer()))
        return ir.Constant(WORD, 0)

    return I64(I64, I64), code


# The compiled sides of the primitives that rules and drivers use (their plain sides: rule.py, drivers.py).


def silent(kind: int, a: int, b: int, c: int) -> int:
    return 0


PLACE = 0  # replaced by the compiler with the chapter's own place


def call_chapter(s: StateLayout, k: CardsLayout, x: int) -> int:
    return int(call_records(k.far[PLACE], s, k, x))


def ask_rule(kit: Kit, i: int, s: int) -> int:
    return int(call_two(kit, i, kit.rule[i], s, kit.cards))


def call_rule(kit: Kit, i: int, s: int, x: int) -> int:
    return int(call_three(kit, i, kit.rule[i], s, kit.cards, x))


def call_observe(kit: Kit, s: int, seat: int, sight: int) -> int:
    return int(call_four(kit, OBSERVE, kit.rule[OBSERVE], s, kit.cards, seat, sight))


def read_sight(sight: int, i: int) -> int:
    return int(load32(sight + 4 * i))


def choose_by(chooser: int, kit: Kit, memory: int) -> int:
    return int(call_with(chooser, kit, memory))


def copy_state(kit: Kit, to: int, source: int) -> int:
    return int(copy_bytes(to, source, kit.copied))


def stacked_state(kit: Kit, i: int) -> int:
    return kit.stack + i * kit.step


def state_data(kit: Kit, s: int) -> int:
    return s


def peek_data(data: int, offset: int, size: int) -> int:
    if size == 1:
        return int(load8(data + offset))
    if size == 2:
        return int(load16(data + offset))
    if size == 4:
        return int(load32(data + offset))
    return int(load64(data + offset))


def below_drawn(s: StateLayout, n: int) -> int:
    return int(drawn(s, n))


def bytes_mark(kit: Kit, s: int) -> int:
    mark = 0
    end = s + kit.copied
    whole = end - (end - s) % 8
    for at in range(s + 8, whole, 8):
        mark = mark * 1000003 ^ load64(at)
    for at in range(whole, end):
        mark = mark * 1000003 ^ load8(at)
    return mark


def generator_of(s: int) -> int:
    return int(load64(s))


def clear_state(kit: Kit, s: int) -> int:
    return int(zero_bytes(s, kit.size))


def reseed_state(s: int, x: int) -> int:
    return int(store64(s, x))


def call_drawing(kit: Kit, i: int, s: int) -> int:
    store64(kit.moves, kit.rng)  # `rng` is the first field of the list of moves
    action = int(call_three(kit, i, kit.rule[i], s, kit.cards, kit.moves))
    kit.rng = load64(kit.moves)
    return action


def listed_move(kit: Kit, i: int) -> int:
    return int(load32(kit.listed + 4 * i))


def trail_move(kit: Kit, i: int, action: int) -> int:
    return int(store32(kit.trail + 4 * i, action))


def read_trail(kit: Kit, i: int) -> int:
    return int(load32(kit.trail + 4 * i))


def fitting(kit: Kit) -> int:
    return 0


def copy_probes(kit: Kit, probes: IntArray, row: int) -> int:
    size = 4 * probes.shape[1]
    return int(copy_bytes(probes.ctypes.data + row * size, kit.probes, size))
