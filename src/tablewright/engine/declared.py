"""What a game's declarations and its plain Python name must be there: fields of its records, blocks, clauses, hooks.

`language.py` reads the rules. Here is the rest of the folder: names that zones and decisions write as texts, fields
that views read, and functions that are nearly called as one of the contract.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from tablewright.engine.contract import LoadedRules, LoadedView, Part, optional
from tablewright.engine.decisions import Decisions, Reason
from tablewright.engine.errors import unknown
from tablewright.engine.language import Fault
from tablewright.engine.layout import Layout
from tablewright.engine.rule import is_rule
from tablewright.engine.zones import ALL, NOBODY, OWNER, Kinds, Zone

if TYPE_CHECKING:
    from tablewright.engine.game import Game

OF_STATE = ("size", "via", "starred", "like", "along")  # what a zone says by naming a field of the state ...
OF_CARDS = ("default", "least", "most", "used", "grid")  # ... or of the cards, where it is no number
NEAR = 0.8  # how alike a name must be to one of the contract to be taken for it
Named = tuple[str, str, Iterable[str]]  # what is named, its name, and the names that there are


def declared_faults(game: "Game") -> Iterator[Fault]:
    """Everything in a game's folder that names what is not there."""
    folder = _Folder(game)
    for what, name, known in _named(game):
        if name not in known:
            yield folder.fault(name, unknown(what, name, known))
    for key in _shared_keys(game):
        yield folder.fault(key, f"two fields have the key {key!r} in a written position; give one another")
    yield from folder.unknown_fields()
    yield from folder.nearly(LoadedRules, "rules.py")
    yield from folder.nearly(LoadedView, "view.py")


def _named(game: "Game") -> Iterator[Named]:
    """All that declarations name."""
    for zone in game.state.zones().values():
        yield from _by_zone(zone, game)
    from tablewright.engine.clauses import read_clauses  # which loads a reader of YAML

    rulebook = game.folder / "rulebook.md"
    clauses = [clause.number for clause in read_clauses(rulebook)] if rulebook.is_file() else []
    named = [spec.clause for spec in game.cards.parameters.values()]
    named += [ruling.clause for ruling in game.cards.rulings]
    if game.rules.DECISIONS:
        yield from _by_decisions(game.rules.DECISIONS, game)
        named += _clauses_of(game.rules.DECISIONS)
    yield from (("clause", clause, clauses) for clause in named if clause and clauses)


def _by_zone(zone: Zone, game: "Game") -> Iterator[Named]:
    said = {field.name: vars(zone)[field.name] for field in fields(zone)}
    kinds = said.get("of")
    if isinstance(kinds, Kinds):
        said |= {"copies": kinds.copies, "called": kinds.called}
    for word, value in said.items():
        layout = game.state if word in OF_STATE else game.card_layout
        if word in (*OF_STATE, *OF_CARDS, "copies", "called"):
            for name in value if isinstance(value, tuple) else (value,):
                if name and isinstance(name, str):
                    yield f"field of {layout.__name__}", name, layout.fields
    if isinstance(zone.seen, str):
        yield "word for who sees a zone", zone.seen, (ALL, OWNER, NOBODY)


def _shared_keys(game: "Game") -> list[str]:
    keys = Counter(zone.key or name for name, zone in game.state.zones().items() if zone.written)
    return [key for key, count in keys.items() if count > 1]


def _by_decisions(decisions: Decisions, game: "Game") -> Iterator[Named]:
    for name in (decisions.by, decisions.asked):
        if name:
            yield f"field of {game.state.__name__}", name, game.state.fields
    for item in decisions.items:
        yield from (("block of ids", name, game.blocks.names) for name in item.blocks)


def _clauses_of(decisions: Decisions) -> list[str]:
    reasons = [*decisions.reasons, *(reason for item in decisions.items for reason in item.reasons)]
    told = [reason.clause for reason in [*reasons, decisions.waiting] if isinstance(reason, Reason)]
    return [*(item.clause for item in decisions.items), *told, decisions.ended_clause]


class _Folder:
    """The files of a game, as they are written."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        package = game.rules.__name__.rpartition(".")[0]
        files = {name: game.folder / f"{name.rpartition('.')[2]}.py" for name in game.modules}
        mine = {name: file for name, file in files.items() if name.rpartition(".")[0] == package and file.is_file()}
        self.trees = {file: ast.parse(file.read_text("utf-8")) for file in mine.values()}
        self.modules = {file: game.modules[name] for name, file in mine.items()}

    def fault(self, name: str, text: str) -> Fault:
        """A fault where a name is written as a text; in cards.toml where no module writes it."""
        for file, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value == name:
                    return Fault(file, node.lineno, text)
        cards = self.game.folder / "cards.toml"
        lines = cards.read_text("utf-8").splitlines()
        return Fault(cards, next((i for i, line in enumerate(lines, 1) if name in line), 1), text)

    def unknown_fields(self) -> Iterator[Fault]:
        """Fields of the records that plain functions read by names they do not have."""
        records = {layout.__name__: layout for layout in (self.game.state, self.game.card_layout)}
        for file, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and not is_rule(vars(self.modules[file]).get(node.name)):
                    yield from _unknown_fields(file, node, records)

    def nearly(self, part: Part, name: str) -> Iterator[Fault]:
        """What stands in a module, is used nowhere, and is nearly called like something that the module lacks."""
        file = self.game.folder / name
        lacking = [one for one, instead in optional(part).items() if vars(self.modules[file])[one] is instead]
        for node in self.trees[file].body:
            for own in _defined(node):
                near = get_close_matches(own, lacking, n=1, cutoff=NEAR)
                if near and not own.startswith("_") and own not in self._used:
                    yield Fault(file, node.lineno, f"nothing uses {own}; did you mean {near[0]!r}?")

    @property
    def _used(self) -> set[str]:
        """All names that the folder's modules read or import."""
        nodes = [node for tree in self.trees.values() for node in ast.walk(tree)]
        read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        taken = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
        return read | taken | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _unknown_fields(file: Path, function: ast.FunctionDef, records: Mapping[str, type[Layout]]) -> Iterator[Fault]:
    arguments = [*function.args.posonlyargs, *function.args.args]
    given = {a.arg: ast.unparse(a.annotation).strip("'\"") for a in arguments if a.annotation}
    known = {name: records[written] for name, written in given.items() if written in records}
    changed = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in changed:
            layout = known.get(node.value.id)
            if layout is not None and node.attr not in layout.fields:
                yield Fault(file, node.lineno, unknown(f"field of {layout.__name__}", node.attr, layout.fields))


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module gives."""
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
