"""How the code of rules becomes one object file: Numba's library of a rule, optimised once with all that it calls.

Numba's own libraries optimise every function with all its callees and make machine code of each, although of all
these only the entry points are ever kept.
"""

from collections.abc import Iterator

from llvmlite import binding
from numba.core import cgutils
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule, tidied up function by function; the rest is done when an entry point is made of it."""

    def add_linking_library(self, library: CodeLibrary) -> None:
        self._linking_libraries.append(library)

    def add_llvm_module(self, ll_module: binding.ModuleRef) -> None:
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: it is never run from here."""
        return 0

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def object_of(self, symbol: str) -> tuple[binding.ModuleRef, bytes]:
        """The module of the function with all that it calls, optimised, and its object file."""
        module = self._final_module.clone()
        module.name = cgutils.normalize_ir_text(self.name)
        for library in sorted(_reached(self), key=lambda one: not isinstance(one, RuleLibrary)):
            module.link_in(_module_of(library), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name != symbol:
                function.linkage = "internal"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(module, builder)
        module.verify()
        return module, self._codegen._tm.emit_object(module)


def _module_of(library: CodeLibrary) -> binding.ModuleRef:
    """What Numba itself provides is ready to be linked."""
    if isinstance(library, RuleLibrary):
        return library._final_module
    return library._get_module_for_linking()


def _reached(library: RuleLibrary) -> Iterator[CodeLibrary]:
    """Every library that code is called from, once."""
    seen, waiting = {library}, [*library._linking_libraries]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if isinstance(one, RuleLibrary):
            waiting += one._linking_libraries
        yield one
