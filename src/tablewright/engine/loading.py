"""Machine code from the cache into this process, by LLVM alone: Numba, which made it, need not be imported."""

import ctypes
import threading
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llvmlite.binding import TargetMachine

_loading = threading.Lock()


def load_object(code: bytes, symbol: str) -> tuple[int, object]:
    """The address of a function in an object file, and what must live as long as it is used.

    Every file has a linker of its own, as two of them may use the same names for different functions.
    """
    from llvmlite import binding

    with _loading:
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target())
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return int(engine.get_function_address(symbol)), engine


@cache
def _nothing() -> "ctypes._CFunctionType":
    """Numba counts references to arrays; ours are never its own, so nothing is ever to be freed."""
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)


def _target() -> "TargetMachine":
    from llvmlite import binding

    _begin()
    return binding.Target.from_default_triple().create_target_machine(jit=True)


@cache
def _begin() -> None:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    binding.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(_nothing(), ctypes.c_void_p).value)
