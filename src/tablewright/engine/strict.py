"""Numba with strict stores: a number that does not fit its field is a fault, where NumPy's records would cut it off."""

import operator

from llvmlite import ir as llvm
from numba import _dynfunc
from numba.core import cgutils, ir, lowering, types, typing
from numba.core.compiler import CompilerBase, StateDict
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
OUTSIDE = "index is out of bounds"


class StrictLower(lowering.Lower):  # type: ignore[misc]
    """Looks at every store into a field or an array before it is made."""

    def lower_inst(self, inst: ir.Stmt) -> object:
        if isinstance(inst, ir.SetAttr):
            self._check(inst.value, self.fndesc.calltypes[inst].args[1])
        elif isinstance(inst, (ir.SetItem, ir.StaticSetItem)):
            self._check(inst.value, getattr(self.typeof(inst.target.name), "dtype", None))
        return super().lower_inst(inst)

    def _check(self, variable: ir.Var, field: types.Type | None) -> None:
        given = self.typeof(variable.name)
        both = isinstance(given, types.Integer) and isinstance(field, types.Integer)
        if not both or given.bitwidth <= field.bitwidth:  # type: ignore[union-attr]
            return
        value = self.loadvar(variable.name)
        narrow = self.context.get_value_type(field)
        kept = self.builder.sext(self.builder.trunc(value, narrow), value.type)
        with self.builder.if_then(self.builder.icmp_signed("!=", kept, value), likely=False):
            self.call_conv.return_user_exc(self.builder, OverflowError, (TOO_LARGE,))

    def lower_getitem(
        self, resty: types.Type, expr: ir.Expr, value: ir.Var, index: ir.Var, signature: typing.Signature
    ) -> llvm.Value:
        if not self._is_place(value, index):
            return super().lower_getitem(resty, expr, value, index, signature)
        array: types.Array = self.typeof(value.name)
        found = typing.signature(signature.return_type, array, types.uintp)
        code = self.context.get_function(operator.getitem, found)
        item = code(self.builder, (self.loadvar(value.name), self._place(value, index)))
        return self.context.cast(self.builder, item, signature.return_type, resty)

    def lower_setitem(
        self, target_var: ir.Var, index_var: ir.Var, value_var: ir.Var, signature: typing.Signature
    ) -> object:
        if not self._is_place(target_var, index_var):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        array, given = self.typeof(target_var.name), self.typeof(value_var.name)
        kept = self.context.cast(self.builder, self.loadvar(value_var.name), given, signature.args[2])
        found = typing.signature(types.void, array, types.uintp, signature.args[2])
        code = self.context.get_function(operator.setitem, found)
        return code(self.builder, (self.loadvar(target_var.name), self._place(target_var, index_var), kept))

    def _is_place(self, array: ir.Var, index: ir.Var) -> bool:
        return isinstance(self.typeof(array.name), types.Array) and isinstance(self.typeof(index.name), types.Integer)

    def _place(self, array: ir.Var, index: ir.Var) -> llvm.Value:
        """An index that is inside, by one comparison (Numba's own check has two); below zero it counts from the end."""
        builder, kind = self.builder, self.typeof(array.name)
        shape = self.context.make_array(kind)(self.context, builder, self.loadvar(array.name)).shape
        size = cgutils.unpack_tuple(builder, shape, kind.ndim)[0]
        given = self.context.cast(builder, self.loadvar(index.name), self.typeof(index.name), types.intp)
        place = builder.select(builder.icmp_signed("<", given, given.type(0)), builder.add(given, size), given)
        with builder.if_then(builder.icmp_unsigned(">=", place, size), likely=False):
            self.call_conv.return_user_exc(builder, IndexError, (OUTSIDE,))
        return place


@register_pass(mutates_CFG=True, analysis_only=False)
class StrictLowering(BaseNativeLowering):  # type: ignore[misc]
    _name = "strict_lowering"

    @property
    def lowering_class(self) -> type[StrictLower]:
        return StrictLower

    def run_pass(self, state: StateDict) -> bool:
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
