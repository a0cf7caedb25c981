"""A game: one folder with `rules.py`, `view.py`, `position.py` and `cards.toml`, loaded and ready to play."""

import ast
import hashlib
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from tablewright.engine.blocks import Blocks
from tablewright.engine.cards import CardFile, Value, Values, read_cards
from tablewright.engine.compiler import Compiler, Entry
from tablewright.engine.drivers import HOOKS, MOST_PLAYERS, RULES, TAKES_MOVES, TWO_ARGUMENTS, Moves
from tablewright.engine.errors import CardsError
from tablewright.engine.layout import CardsLayout
from tablewright.engine.rule import is_chapter

if TYPE_CHECKING:
    from tablewright.engine.match import Match

WHOLE_WIN = 12  # `result` gives shares of the win in twelfths, so that 2, 3 or 4 can share it exactly


class Game:
    """The rules, words and numbers of one game."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.rules: ModuleType = import_module(f"{package}.rules")
        self.view: ModuleType = import_module(f"{package}.view")
        self.position: ModuleType = import_module(f"{package}.position")
        self.folder = Path(str(self.rules.__file__)).parent
        self.state: type[Any] = self.rules.State  # a StateLayout with fields of its own
        self.card_layout: type[CardsLayout] = self.rules.Cards
        self.blocks: Blocks = self.rules.BLOCKS
        self.probes: tuple[str, ...] = tuple(getattr(self.rules, "PROBES", ()))
        self.sides: tuple[str, ...] = tuple(getattr(self.rules, "SIDES", ()))  # decks, factions: what meets what
        self._check_contract()

    @cached_property
    def cards(self) -> CardFile:
        return read_cards(self.folder / "cards.toml")

    @cached_property
    def sources(self) -> list[Path]:
        """The files that decide what a recorded game means: rules.py and what it imports from its folder."""
        found: dict[str, Path] = {}
        waiting = ["rules"]
        while waiting:
            name = waiting.pop()
            file = self.folder / f"{name}.py"
            if name not in found and file.is_file():
                found[name] = file
                waiting += _imported(ast.parse(file.read_text("utf-8")), self.rules.__name__.rpartition(".")[0])
        return sorted(found.values())

    @cached_property
    def rules_version(self) -> str:
        """Changes with the code of the rules, not with comments or layout of the text."""
        trees = [ast.dump(_without_docstrings(ast.parse(file.read_text("utf-8")))) for file in self.sources]
        return hashlib.sha256("\0".join([self.state.hash, *trees]).encode()).hexdigest()[:12]

    @cached_property
    def compiled(self) -> "CompiledRules":
        """The compiled twin; the first use in a while takes seconds."""
        return CompiledRules(self)

    def hooks(self) -> list[str]:
        return [name for name in HOOKS if hasattr(self.rules, name)]

    def chapters(self) -> dict[str, Callable[..., int]]:
        """The rules that are compiled on their own, by name (see `rule.chapter`)."""
        package = self.rules.__name__.rpartition(".")[0]
        found: dict[str, Callable[..., int]] = {}
        for name, module in sorted(sys.modules.items()):
            if name.startswith(f"{package}."):
                found.update({f"{f.__module__}.{n}": f for n, f in vars(module).items() if is_chapter(f)})
        return dict(sorted(found.items()))

    def variant(
        self, players: int | None = None, edition: str | None = None, changes: Mapping[str, Value] | None = None
    ) -> "Variant":
        """The game with a number of players, an edition and changed values."""
        return Variant(self, players, edition, changes or {})

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
    ) -> "Match":
        """A new match; without a seed a random one."""
        from tablewright.engine.match import Match

        return Match(self.variant(players, edition, changes), seed)

    def _check_contract(self) -> None:
        missing = [name for name in (*RULES, "constants", "bound") if not hasattr(self.rules, name)]
        missing += [f"view.{name}" for name in ("move", "table", "tell") if not hasattr(self.view, name)]
        missing += [f"position.{n}" for n in ("load", "dump", "components") if not hasattr(self.position, n)]
        if missing:
            raise CardsError(f"the game {self.name!r} lacks {', '.join(missing)}; see docs/new-game.md")
        if ("probe" in self.state.fields) != bool(self.probes):
            raise CardsError(f"the game {self.name!r} must have both State.probe and PROBES, or neither")
        if self.probes and self.state.fields["probe"] != ("i4", (len(self.probes),)):
            raise CardsError(f"the game {self.name!r}: State.probe must be array('i4', {len(self.probes)})")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


class Variant:
    """A game with all its numbers fixed: what a match, a simulation or an example is played with."""

    def __init__(self, game: Game, players: int | None, edition: str | None, changes: Mapping[str, Value]) -> None:
        self.game = game
        self.changes = dict(changes)
        self.values: Values
        self.edition, self.values = game.cards.resolve(players, edition, changes)
        self.players = self.values.players
        if self.players > MOST_PLAYERS:
            raise CardsError(f"at most {MOST_PLAYERS} players")
        self.seats: tuple[str, ...] = game.cards.seats[: self.players]
        self.cards: Any = game.card_layout.frozen(game.rules.constants(self.values))
        self.bound: int = game.rules.bound(self.cards)

    @cached_property
    def cards_record(self) -> np.ndarray[Any, Any]:
        record = self.game.card_layout.to_record(self.cards)
        record.flags.writeable = False
        return record

    @cached_property
    def cards_version(self) -> str:
        return hashlib.sha256(self.cards_record.tobytes()).hexdigest()[:12]

    def describe(self) -> str:
        """`matrix, edition duel, 2 players, rotate_steps=2`."""
        parts = [self.game.name, f"edition {self.edition}", f"{self.players} players"]
        return ", ".join(parts + [f"{name}={value}" for name, value in self.changes.items()])

    def __repr__(self) -> str:
        return f"<Variant {self.describe()}>"


class CompiledRules:
    """The rules of a game in machine code, compiled (or read from the cache) unit by unit."""

    def __init__(self, game: Game) -> None:
        chapters = game.chapters()
        self.compiler = Compiler(game.name, game.sources, list(chapters.values()))
        self.units: dict[str, tuple[Any, ...]] = {}
        for name, function in chapters.items():
            self.units[name] = (function, game.state, game.card_layout, int)
        for name in [*RULES, *game.hooks()]:
            last = [] if name in TWO_ARGUMENTS else [Moves if name in TAKES_MOVES else int]
            self.units[name] = (getattr(game.rules, name), game.state, game.card_layout, *last)
        self._chapter_names = list(chapters)
        self._made: dict[str, Entry] = {}

    def unit(self, name: str) -> Entry:
        """One rule or chapter; the first use in a while compiles it."""
        if name not in self._made:
            self._made[name] = self.compiler.entry(*self.units[name])
        return self._made[name]

    @property
    def _complete(self) -> Path:
        return self.compiler.folder / "complete"

    @property
    def cached(self) -> bool:
        """Whether all units are in the cache, so that only loading them is left."""
        return self._complete.exists()

    def mark_cached(self) -> None:
        self._complete.parent.mkdir(exist_ok=True)
        self._complete.touch()

    @property
    def entries(self) -> dict[str, Entry]:
        """The rules of the contract."""
        return {name: self.unit(name) for name in self.units if name not in self._chapter_names}

    @property
    def chapters(self) -> list[Entry]:
        """The chapters, in the order of the addresses in the cards' record."""
        return [self.unit(name) for name in self._chapter_names]


def _imported(tree: ast.Module, package: str) -> list[str]:
    """The names of the modules of a package that a module of it imports."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = f"{package}.{node.module or ''}".rstrip(".") if node.level else node.module or ""
            if module == package:
                names += [alias.name for alias in node.names]
            elif module.startswith(f"{package}."):
                names.append(module.removeprefix(f"{package}."))
    return names


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                node.body = body[1:]  # type: ignore[attr-defined]
    return tree
