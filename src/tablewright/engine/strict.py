"""Numba with strict stores: a number that does not fit its field is a fault, where NumPy's records would cut it off."""

from typing import Any

from numba import _dynfunc
from numba.core import ir, lowering, types
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import (
    BaseNativeLowering,
    IRLegalization,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteDynamicRaises,
    TranslateByteCode,
)

from tablewright.engine.linking import RuleLibrary

TOO_LARGE = "a number does not fit its field"


class StrictLower(lowering.Lower):  # type: ignore[misc]
    """Looks at every store into a field or an array before it is made."""

    def lower_inst(self, inst: ir.Stmt) -> object:
        if isinstance(inst, ir.SetAttr):
            self._check(inst.value, self.fndesc.calltypes[inst].args[1])
        elif isinstance(inst, (ir.SetItem, ir.StaticSetItem)):
            self._check(inst.value, getattr(self.typeof(inst.target.name), "dtype", None))
        return super().lower_inst(inst)

    def _check(self, variable: ir.Var, field: Any) -> None:
        given: Any = self.typeof(variable.name)
        both = isinstance(given, types.Integer) and isinstance(field, types.Integer)
        if not both or given.bitwidth <= field.bitwidth:
            return
        value = self.loadvar(variable.name)
        narrow = self.context.get_value_type(field)
        kept = self.builder.sext(self.builder.trunc(value, narrow), value.type)
        with self.builder.if_then(self.builder.icmp_signed("!=", kept, value), likely=False):
            self.call_conv.return_user_exc(self.builder, OverflowError, (TOO_LARGE,))


@register_pass(mutates_CFG=True, analysis_only=False)
class StrictLowering(BaseNativeLowering):  # type: ignore[misc]
    _name = "strict_lowering"

    @property
    def lowering_class(self) -> type[StrictLower]:
        return StrictLower

    def run_pass(self, state: Any) -> bool:
        """Lower a rule for its callers; machine code is made of entry points alone."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        module, name = lowered.fndesc.lookup_module(), lowered.fndesc.qualname
        callee = _dynfunc.make_function(module, name, "stands for a rule", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(callee, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=callee)
        return True


PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    RewriteDynamicRaises,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    StrictLowering,
    NoPythonBackend,
)
"""Numba's own passes, but for the last but one and those that find nothing to do in the language of rules: no closures,
nothing that depends on a literal's value, no arithmetic of whole arrays. Dead branches are LLVM's."""


class StrictCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a rule."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("rules")
        for one in PASSES:
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]
