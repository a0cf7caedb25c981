"""The language of rules, checked before anything is compiled: what does not belong there is one line with its place.

A rule works on whole numbers and records: `if`, `while`, `for` over a range, other rules by their names. It returns a
whole number, or, declared `-> None`, nothing. Whatever else Python has would fail in the compiler, or worse, do
something else there than as written.
"""

import ast
import builtins
from collections.abc import Iterator
from enum import IntEnum
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

from tablewright.engine.drivers import HOOKS, RULES, Moves, Sight, last_arguments
from tablewright.engine.errors import unknown
from tablewright.engine.layout import CardsLayout, Field, Layout
from tablewright.engine.rule import gives_nothing, is_rule

if TYPE_CHECKING:
    from tablewright.engine.game import Game

NUMBERS = ("abs", "bool", "int", "len", "max", "min", "range")  # the builtins that both modes have
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.Yield: "a generator",
    ast.YieldFrom: "a generator",
    ast.JoinedStr: "a text",
    ast.Slice: "a slice",
    ast.Lambda: "a lambda",
    ast.FunctionDef: "a function of its own",
    ast.AsyncFunctionDef: "a function of its own",
    ast.ClassDef: "a class",
    ast.Try: "try",
    ast.TryStar: "try",
    ast.With: "with",
    ast.AsyncWith: "with",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Match: "match",
    ast.Await: "await",
    ast.AsyncFor: "async",
    ast.Starred: "a star",
    ast.NamedExpr: ":=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Div: "the fraction of / (write //)",
    ast.MatMult: "@",
}


class Fault(NamedTuple):
    """What does not belong into a rule, and where."""

    file: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name}, line {self.line}: {self.text}"


def language_faults(game: "Game") -> Iterator[Fault]:
    """Everything in the rules of a game that is not in the language of rules."""
    package = game.rules.__name__.rpartition(".")[0]
    for file in game.sources:
        module = game.modules.get(f"{package}.{file.stem}")
        if module is not None:
            yield from _in_module(file, module, game)
    yield from _in_contract(game)


def _in_module(file: Path, module: ModuleType, game: "Game") -> Iterator[Fault]:
    for node in ast.parse(file.read_text("utf-8")).body:
        function = vars(module).get(getattr(node, "name", ""))
        if isinstance(node, ast.FunctionDef) and is_rule(function):
            yield from _Rule(file, node, module, game).faults()


def _in_contract(game: "Game") -> Iterator[Fault]:
    """The rules that the engine calls must be rules, with the arguments it gives them."""
    for name in (*RULES, *game.hooks()):
        function = vars(game.rules)[name]
        code = function.__code__ if isinstance(function, FunctionType) else None
        file, line = (code.co_filename, code.co_firstlineno) if code else (game.rules.__file__, 1)
        if not is_rule(function):
            yield Fault(Path(file), line, f"{name} must be marked with @rule")
        elif gives_nothing(function):
            yield Fault(Path(file), line, f"{name} must return a whole number: -> int, and return 0")
        elif len(signature(function).parameters) != _arguments(name):
            yield Fault(
                Path(file), line, f"{name} takes {_arguments(name)} arguments: {', '.join(_contract_names(name))}"
            )
    for name, function in game.chapters().items():
        if len(signature(function).parameters) != 3 or gives_nothing(function):
            where = Path(function.__code__.co_filename), function.__code__.co_firstlineno
            takes = "it takes a state, cards and a number and returns a number"
            yield Fault(*where, f"{name.rpartition('.')[2]} is a chapter, so {takes}")


def _arguments(name: str) -> int:
    return 2 + len(last_arguments(name))


def _contract_names(name: str) -> list[str]:
    number = {"setup": "seed", "apply": "a", "card": "a", "determinize": "seat", "observe": "seat"}.get(name, "p")
    names: dict[type, str] = {Moves: "m", Sight: "o", int: number}
    return ["s", "k", *(names[kind] for kind in last_arguments(name))]


class _Rule:
    """One rule as it is written."""

    def __init__(self, file: Path, node: ast.FunctionDef, module: ModuleType, game: "Game") -> None:
        self.file = file
        self.node = node
        self.module = module
        self.arguments = [*node.args.posonlyargs, *node.args.args]
        self.records = {argument.arg: layout for argument in self.arguments if (layout := self._layout(argument, game))}
        stored = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.locals = stored | {argument.arg for argument in self.arguments}
        self.gives_nothing = isinstance(node.returns, ast.Constant) and node.returns.value is None
        self.statements = {n.value for n in ast.walk(node) if isinstance(n, ast.Expr)}

    def _layout(self, argument: ast.arg, game: "Game") -> type[Layout] | None:
        """The record that an argument is, by its annotation, or by its place in a rule that the engine calls."""
        written = ast.unparse(argument.annotation).strip("'\"") if argument.annotation else ""
        records = {layout.__name__: layout for layout in (game.state, game.card_layout)}
        value = vars(self.module).get(written, records.get(written))  # a rule may stand before the record it is about
        if isinstance(value, type) and issubclass(value, Layout):
            return value
        if self.node.name not in (*RULES, *HOOKS) or written not in ("", "Any"):
            return None
        kinds: tuple[type, ...] = (game.state, game.card_layout, *last_arguments(self.node.name))
        known = dict(zip([a.arg for a in self.arguments], kinds, strict=False))
        found = known.get(argument.arg)
        return found if found is not None and issubclass(found, Layout) else None

    def faults(self) -> Iterator[Fault]:
        """In the order in which they are found; one place may have one fault only."""
        given = self.node.args
        if given.defaults or given.kw_defaults:
            yield self._fault(self.node, "an argument of a rule has no default value")
        if given.vararg or given.kwarg or given.kwonlyargs:
            yield self._fault(self.node, "a rule takes a fixed number of arguments by their places")
        for statement in self.node.body[1 if ast.get_docstring(self.node) is not None else 0 :]:
            yield from self._in(statement)
        if not self.gives_nothing and not _returns(self.node.body):
            yield self._fault(self.node, f"{self.node.name} may end without a value; finish it with return 0")

    def _fault(self, node: ast.AST, text: str) -> Fault:
        return Fault(self.file, getattr(node, "lineno", self.node.lineno), text)

    def _in(self, node: ast.AST) -> Iterator[Fault]:
        """What is wrong with a piece of the rule, from the outside in; inside of what is wrong nothing is looked at."""
        found = next(self._about(node), None)
        if found is not None:
            yield found
            return
        for child in self._parts(node):
            yield from self._in(child)

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.Call):
            yield from [] if self._counts_a_tuple(node) else node.args
        elif isinstance(node, ast.For):
            yield from (node.target, *node.iter.args, *node.body, *node.orelse)  # type: ignore[attr-defined]
        elif isinstance(node, ast.AnnAssign):
            yield from [node.target, *([node.value] if node.value else [])]
        else:
            for child in ast.iter_child_nodes(node):
                if type(child) in FORBIDDEN and not hasattr(child, "lineno"):
                    child.lineno = getattr(node, "lineno", self.node.lineno)  # type: ignore[attr-defined]
                yield child

    def _counts_a_tuple(self, node: ast.Call) -> bool:
        """`len(CARDS)`: how many there are is a number, whatever they are."""
        arguments = [vars(self.module).get(a.id) for a in node.args if isinstance(a, ast.Name)]
        return ast.unparse(node.func) == "len" and len(arguments) == 1 and isinstance(arguments[0], tuple)

    def _about(self, node: ast.AST) -> Iterator[Fault]:
        """What is wrong with one piece itself."""
        if type(node) in FORBIDDEN:
            yield self._fault(node, f"{FORBIDDEN[type(node)]} is not possible inside a rule")
        elif isinstance(node, ast.Constant):
            yield from self._about_constant(node)
        elif isinstance(node, ast.Name):
            yield from self._about_name(node)
        elif isinstance(node, ast.Attribute | ast.Subscript):
            yield from self._about_place(node)
        elif isinstance(node, ast.Call):
            yield from self._about_call(node)
        elif isinstance(node, ast.For):
            yield from self._about_loop(node)
        elif isinstance(node, ast.Return) and node.value is None and not self.gives_nothing:
            yield self._fault(node, "a bare return; a rule returns a whole number, or it is declared -> None")
        elif isinstance(node, ast.Return) and node.value is not None and self.gives_nothing:
            yield self._fault(node, f"{self.node.name} is declared -> None, so it returns no value")

    def _about_constant(self, node: ast.Constant) -> Iterator[Fault]:
        if not isinstance(node.value, int):
            kind = {str: "a text", float: "a fraction", bytes: "bytes", type(None): "None"}.get(type(node.value))
            yield self._fault(node, f"{node.value!r} is {kind or 'no number'}; rules know whole numbers only")

    def _about_name(self, node: ast.Name) -> Iterator[Fault]:
        if node.id in self.locals:
            return
        if node.id in vars(self.module):
            value = vars(self.module)[node.id]
            if not _is_number(value) and not is_rule(value):
                text = f"{node.id} is a {type(value).__name__}; rules read whole numbers and tuples of them"
                yield self._fault(node, text)
        elif node.id not in NUMBERS:
            known = [n for n, value in vars(self.module).items() if _is_number(value)]
            yield self._fault(
                node, unknown("name", node.id, {*self.locals, *known}, "nothing of that name is imported")
            )

    # Fields and their places

    def _about_place(self, node: ast.Attribute | ast.Subscript) -> Iterator[Fault]:
        """`s.hand[p][c]`: the record must have the field, and the field as many dimensions."""
        depth, inner = 0, node.value if isinstance(node, ast.Subscript) else node
        while isinstance(inner, ast.Subscript):
            depth, inner = depth + 1, inner.value
        depth += isinstance(node, ast.Subscript)
        if not isinstance(inner, ast.Attribute):
            return
        field = self._field(inner)
        if isinstance(field, Fault):
            yield field
        elif field is not None:
            yield from self._about_field(node, inner, field, depth)

    def _field(self, node: ast.Attribute) -> Field | Fault | None:
        """What `s.hand` is; None where that is for others to say."""
        if not isinstance(node.value, ast.Name):
            return self._fault(node, f"{ast.unparse(node)}: only records have fields")
        name = node.value.id
        if name in self.records:
            layout = self.records[name]
            if node.attr in layout.fields:
                return layout.fields[node.attr]
            return self._fault(node, unknown(f"field of {layout.__name__}", node.attr, layout.fields))
        if name in self.locals:
            of = "annotate the argument with its record" if self._is_argument(name) else "only records have fields"
            return self._fault(node, f"{ast.unparse(node)}: {of}")
        return self._constant(node, name)

    def _constant(self, node: ast.Attribute, name: str) -> Fault | None:
        """`ASK.face`: a named constant."""
        if name not in vars(self.module):
            return next(self._about_name(ast.copy_location(ast.Name(name, ast.Load()), node)), None)
        value = vars(self.module)[name]
        if isinstance(value, ModuleType):
            return self._fault(node, f"{ast.unparse(node)}: import what a rule needs by its name, not its module")
        names = _constants_of(value)
        if node.attr in names:
            return None
        if not names:
            return self._fault(node, f"{ast.unparse(node)}: rules cannot read a {type(value).__name__}")
        return self._fault(node, unknown(f"name of {name}", node.attr, names))

    def _is_argument(self, name: str) -> bool:
        return name in [argument.arg for argument in self.arguments]

    def _about_field(
        self, node: ast.Attribute | ast.Subscript, inner: ast.Attribute, field: Field, depth: int
    ) -> Iterator[Fault]:
        owner = inner.value.id if isinstance(inner.value, ast.Name) else ""
        has = len(field.shape)
        if depth > has:
            places = f"has {has} {'index' if has == 1 else 'indices'}" if has else "is one number"
            yield self._fault(node, f"{ast.unparse(inner)} {places}, not {depth}")
        elif isinstance(node.ctx, ast.Store) and issubclass(self.records[owner], CardsLayout):
            yield self._fault(node, f"{ast.unparse(inner)} cannot be changed: the numbers of the cards are read-only")
        elif isinstance(node.ctx, ast.Store) and depth < has:
            yield self._fault(node, f"{ast.unparse(node)} is not one number; {ast.unparse(inner)} has {has} indices")

    # Calls and loops

    def _about_call(self, node: ast.Call) -> Iterator[Fault]:
        if not isinstance(node.func, ast.Name):
            yield self._fault(node, f"{ast.unparse(node.func)}: rules call other rules by their names")
            return
        name = node.func.id
        value = None if name in self.locals else vars(self.module).get(name, getattr(builtins, name, None))
        if value is None:
            rules = [n for n, other in vars(self.module).items() if is_rule(other)]
            yield self._fault(node, unknown("rule", name, rules, "no rule of that name is written here or imported"))
        elif node.keywords:
            yield self._fault(node, f"{name}: rules take their arguments by place, not by name")
        elif is_rule(value):
            wanted = len(_parameters(value))
            if len(node.args) != wanted and not any(isinstance(a, ast.Starred) for a in node.args):
                yield self._fault(node, f"{name} takes {wanted} arguments, not {len(node.args)}")
            elif gives_nothing(value) and node not in self.statements:
                yield self._fault(node, f"{name} gives nothing (-> None); call it in a line of its own")
        elif name not in NUMBERS:
            kind = "is not a rule; mark it with @rule" if isinstance(value, FunctionType) else "is not for rules"
            yield self._fault(node, f"{name} {kind}")

    def _about_loop(self, node: ast.For) -> Iterator[Fault]:
        if not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range" and not node.iter.keywords):
            yield self._fault(node, f"for ... in {ast.unparse(node.iter)}: loops go over a range")
        elif not isinstance(node.target, ast.Name):
            yield self._fault(node, "a loop over a range has one variable")


def _parameters(function: object) -> list[Parameter]:
    return list(signature(function).parameters.values()) if callable(function) else []


def _is_number(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_number(item) for item in value)
    return isinstance(value, int) or _constants_of(value) != []


def _constants_of(value: object) -> list[str]:
    """The names of a group of constants: a named tuple or an IntEnum."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return list(value.__members__)
    return list(getattr(value, "_fields", ())) if isinstance(value, tuple) else []


def _returns(body: list[ast.stmt]) -> bool:
    """Whether every way through some statements ends with a return."""
    return any(_ends(statement) for statement in body)


def _ends(node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return _returns(node.body) and _returns(node.orelse)
    if isinstance(node, ast.While):
        return isinstance(node.test, ast.Constant) and bool(node.test.value) and not _breaks(node.body)
    return isinstance(node, ast.Return | ast.Raise)


def _breaks(body: list[ast.stmt]) -> bool:
    """Whether a loop can be left by a break of its own."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If) and (_breaks(node.body) or _breaks(node.orelse)):
            return True
    return False
