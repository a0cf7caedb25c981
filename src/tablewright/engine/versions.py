"""The version of a game's rules as one short name: it changes when games would go otherwise, and with nothing else.

It is made of the text of the rules that decide how a game goes and ends, of all that they call, and of the constants
that they read. Comments, docstrings, types, what is noted for the log, hooks of bots, positions and words do not count.
"""

import ast
import hashlib
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType

from tablewright.engine.chance import drawn, mixed
from tablewright.engine.contract import LoadedRules
from tablewright.engine.keys import constant_text
from tablewright.engine.rule import Rule, intrinsic, is_rule, note

COUNTING = ("setup", "legal", "apply", "who", "over", "result", "score", "turns", "payoff", "penalties")


def version_of(rules: LoadedRules, shapes: Sequence[str], names: Sequence[str] = COUNTING) -> str:
    """The version of those rules of a game that have these names; its records have these shapes."""
    reached: dict[Rule, str] = {}
    waiting: list[Rule] = [drawn, mixed, *(function for name in names if (function := vars(rules).get(name)))]
    texts = _Texts()
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached[one], callees = _part(one, texts)
            waiting += callees
    return hashlib.sha256("\0".join([*shapes, *sorted(reached.values())]).encode()).hexdigest()[:12]


def _part(function: Rule, texts: "_Texts") -> tuple[str, list[Rule]]:
    """The text and the constants of one rule, and the rules that it calls."""
    name = intrinsic(function)
    if name:
        return f"intrinsic {name}", []
    assert isinstance(function, FunctionType)
    known = function.__globals__
    tree = _Bare(known).visit(texts.of(function))
    own = set(function.__code__.co_varnames)
    names = sorted(({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - own) & set(known))
    parts = sorted({node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)})
    read = [f"{name}={constant_text(known[name], parts)}" for name in names if not is_rule(known[name])]
    return "\n".join([ast.unparse(tree), *read]), [known[name] for name in names if is_rule(known[name])]


class _Texts:
    """Where functions are written, each file read once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, ast.FunctionDef]] = {}

    def of(self, function: FunctionType) -> ast.FunctionDef:
        file = function.__code__.co_filename
        if file not in self._files:
            tree = ast.parse(Path(file).read_text("utf-8"))
            self._files[file] = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        return self._files[file][function.__name__]


class _Bare(ast.NodeTransformer):
    """A function without what does not matter to how it runs; `known` is what its names stand for."""

    def __init__(self, known: dict[str, object]) -> None:
        self._known = known

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        bare = ast.FunctionDef(node.name, self.visit(node.args), [*node.body], [], None)
        self.generic_visit(bare)
        return ast.fix_missing_locations(bare)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return ast.Assign([node.target], node.value) if node.value else None

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        return None if isinstance(node.value, ast.Constant) or self._is_note(node.value) else node

    def visit_If(self, node: ast.If) -> ast.If | None:
        """A branch in which something is only noted is none."""
        self.generic_visit(node)
        return node if node.body or node.orelse or _calls(node.test) else None

    def _is_note(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        return self._known.get(node.func.id) is note and not any(_calls(given) for given in node.args)


def _calls(node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Call) for inner in ast.walk(node))
