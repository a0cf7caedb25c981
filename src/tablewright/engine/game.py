"""A game: one folder with `rules.py`, `view.py`, `position.py` and `cards.toml`, loaded and ready to play."""

import ast
import hashlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from tablewright.engine.blocks import Blocks
from tablewright.engine.cards import CardFile, Value, Values, read_cards
from tablewright.engine.catalogue import ENGLISH, Catalogue, languages
from tablewright.engine.compiler import Compiler, Entry, Kind
from tablewright.engine.contract import GamePosition, LoadedRules, LoadedView, Part, complete, lacking
from tablewright.engine.derive import Derived, derive
from tablewright.engine.drawing import first_table
from tablewright.engine.drivers import HOOKS, MOST_PLAYERS, MOST_RULES, RULES, last_arguments
from tablewright.engine.errors import CardsError, TablewrightError, unknown
from tablewright.engine.layout import CardsLayout, RecordArray, StateLayout
from tablewright.engine.observing import Observation, Observed, observation
from tablewright.engine.positions import Position
from tablewright.engine.rule import Rule, is_chapter
from tablewright.engine.telling import Teller
from tablewright.engine.versions import version_of
from tablewright.engine.views import Table
from tablewright.engine.winning import shared_by_score
from tablewright.engine.written import PREFIX, file_of

if TYPE_CHECKING:
    from tablewright.engine.match import Match
    from tablewright.engine.stepping import Batch, Stepper

DECIDING = ("who", "legal", "apply", "allows")  # what follows from declared decisions
GLOSSARY_LINE = re.compile(r"^- \*\*(.+?)\*\*:? ?(.*)$", re.MULTILINE)
TELLERS = 200  # viewers for whom texts are remembered
WHOLE_WIN = 12  # `result` gives shares of the win in twelfths, so that 2, 3 or 4 can share it exactly


class Game:
    """The rules, words and numbers of one game."""

    cards_text = ""  # of another card file than the folder's, where it is played with one

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        rules, view = import_module(f"{package}.rules"), import_module(f"{package}.view")
        self._check_names(rules, LoadedRules, ("State", "Cards", "BLOCKS", "setup", "over", "turns", "score", "bound"))
        self._check_names(view, LoadedView, ("move", "tell"))
        self.rules, self.view = cast(LoadedRules, rules), cast(LoadedView, view)
        self.folder = Path(self.rules.__file__).parent
        self.state: type[Any] = self.rules.State  # a StateLayout with fields of its own
        self.card_layout: type[CardsLayout] = self.rules.Cards
        self.blocks: Blocks = self.rules.BLOCKS
        self.probes: tuple[str, ...] = tuple(self.rules.PROBES)
        self.sides: tuple[str, ...] = tuple(self.rules.SIDES)
        self.written: list[Path] = []  # the files of the rules that follow from declarations
        self._derive_decisions()
        self.derived: Derived = derive(rules, self.state, self.card_layout)
        for name, function in self.derived.rules.items():
            setattr(self.rules, name, function)  # beside the rules that the game wrote itself
        self.written += [self.derived.file] if self.derived.file else []
        self.position: GamePosition[StateLayout, CardsLayout] = self._position(package)
        # Kept here, as a folder of the same name elsewhere takes the place of these modules in sys.modules.
        self.modules = {name: module for name, module in sys.modules.items() if name.startswith(f"{package}.")}
        self._check_contract()
        if "table" not in vars(view) and self.rules.DECISIONS:
            drawn = first_table(self.state, self.cards.seats, self.rules.DECISIONS, self.view.move)
            setattr(view, "table", drawn)  # noqa: B010 - a module has it where its author left it out

    def _derive_decisions(self) -> None:
        """What the game has not written itself: who decides, what is legal, what an answer does, who wins."""
        if self.rules.DECISIONS:
            self._take_over(self.rules.DECISIONS.module, DECIDING)
        if self._is_derived("result") and "players" in self.card_layout.fields:
            self._take_over(shared_by_score(self.rules.score), ("result",))

    def _is_derived(self, name: str) -> bool:
        """Whether a rule is not the game's own; a game that is loaded twice has those of the first time."""
        return not self.has(name) or self.rule(name).__module__.startswith(PREFIX)

    def _take_over(self, module: ModuleType, names: Sequence[str]) -> None:
        for name in names:
            if name in vars(module) and self._is_derived(name):
                setattr(self.rules, name, vars(module)[name])
        self.written.append(file_of(module))

    def _position(self, package: str) -> GamePosition[StateLayout, CardsLayout]:
        """The game's own words for a position, or those that follow from its zones."""
        if (self.folder / "position.py").is_file():
            found = vars(import_module(f"{package}.position")).get("POSITION")
            if not isinstance(found, GamePosition):
                raise CardsError(f"the game {self.name!r}: position.py needs POSITION; see docs/zones.md")
            return found
        return Position(self.state, self.cards.seats, settle=self.rules.settle)

    @cached_property
    def cards(self) -> CardFile:
        return read_cards(self.folder / "cards.toml")

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game has words; without catalogues it says what stands in its code."""
        return languages(self.folder) or (ENGLISH,)

    @cached_property
    def speaks(self) -> bool:
        """Whether its words stand in catalogues."""
        return bool(languages(self.folder))

    def catalogue(self, language: str = ENGLISH) -> Catalogue:
        """The game's words in a language."""
        return _catalogue(self, language)

    def table(self, state: Any, cards: Any, seat: int, reasons: bool = True) -> Table:
        """What a seat (-1: a spectator) sees; `reasons`: also what is not possible, if that is found out apart."""
        made = self.view.table(state, cards, seat)
        if not reasons or self.view.blocked is None:
            return made
        return replace(made, blocked=(*made.blocked, *self.view.blocked(state, cards, seat)))

    def teller(self, language: str, names: tuple[str, ...], viewer: int | None) -> Teller:
        """What makes words of the game's texts for a viewer (None: a spectator)."""
        return _teller(self, language, names, viewer)

    def howto(self, language: str = "en") -> str | None:
        """How it is played, for players, in that language or else in English; None if nobody has written it."""
        for file in (f"howto.{language}.md", "howto.md"):
            if (self.folder / file).is_file():
                return (self.folder / file).read_text("utf-8")
        return None

    def glossary(self, language: str = "en") -> dict[str, str]:
        """The words that `howto` explains: lines that begin with `- **Word**: `; one line may explain several."""
        found: dict[str, str] = {}
        for names, meaning in GLOSSARY_LINE.findall(self.howto(language) or ""):
            for name in names.split(", "):
                found.setdefault(name.strip(": "), meaning)
        return found

    @cached_property
    def sources(self) -> list[Path]:
        """The files in which rules may stand: rules.py and what it imports from its folder."""
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
        """Changes when games would go otherwise: see `versions.py`."""
        return version_of(self.rules, [self.state.hash, self.card_layout.hash])

    @cached_property
    def hooks_version(self) -> str:
        """Changes with what the game tells bots: its hooks, and what a seat may believe."""
        told = [name for name in HOOKS if name != "allows"]  # which only checks what bots answer
        return version_of(self.rules, [self.state.hash, self.card_layout.hash], ("determinize", *told))

    @cached_property
    def compiled(self) -> "CompiledRules":
        """The compiled twin; the first use in a while takes seconds."""
        return CompiledRules(self)

    def hooks(self) -> list[str]:
        """The optional rules that the engine calls and the game has."""
        return [name for name in HOOKS if self.has(name)]

    def has(self, name: str) -> bool:
        """Whether it has a rule of the contract."""
        return vars(self.rules).get(name) is not None

    def rule(self, name: str) -> Rule:
        """A rule of the contract by its name."""
        if not self.has(name):
            raise CardsError(f"the game {self.name!r} has no rule {name!r}")
        return cast(Rule, vars(self.rules)[name])

    def is_secret(self, s: StateLayout, k: CardsLayout, action: int) -> bool:
        """Whether only who decides learns what it is; without a rule `secret`, all decisions are open."""
        return bool(self.rules.secret and self.rules.secret(s, k, action))

    def payoff_range(self, cards: CardsLayout) -> tuple[int, int]:
        """The least and the most that a seat can get; without payoffs, of shares of the win."""
        if not self.rules.payoff_range:
            return 0, WHOLE_WIN
        low, high = (int(limit) for limit in self.rules.payoff_range(cards))
        if low >= high:
            raise ValueError(f"payoff_range is ({low}, {high}); the least must be below the most")
        return low, high

    def constants(self, values: Values) -> Mapping[str, object]:
        """The numbers of the cards for the rules: as the game works them out, or those of the same names."""
        own = self.rules.constants(values) if self.rules.constants else {}
        names = [name for name in self.card_layout.fields if name not in own and name != "far"]
        return {**own, **{name: values.named(name) for name in names}}

    def observation(self, variant: "Variant") -> Observation:
        """What the numbers of `observe` mean: names and ranges, entry by entry."""
        entries: list[Observed] = self.derived.entries or list(self.rules.OBSERVED)
        if not entries:
            raise CardsError(f"the game {self.name!r} declares no zones, so nothing of it can be observed as numbers")
        return observation(entries, variant.cards, variant.players)

    def chapters(self) -> dict[str, Callable[..., int]]:
        """The rules that are compiled on their own, by name (see `rule.chapter`)."""
        found: dict[str, Callable[..., int]] = {}
        for module in self.modules.values():
            found.update({f"{f.__module__}.{name}": f for name, f in vars(module).items() if is_chapter(f)})
        return dict(sorted(found.items()))

    def variant(
        self, players: int | None = None, edition: str | None = None, changes: Mapping[str, Value] | None = None
    ) -> "Variant":
        """The game with a number of players, an edition and changed values."""
        return Variant(self, players, edition, changes or {})

    def stepper(
        self, players: int | None = None, edition: str | None = None, changes: Mapping[str, Value] | None = None
    ) -> "Stepper":
        """One game to be stepped from Python at compiled speed, without words."""
        from tablewright.engine.stepping import Stepper

        return Stepper(self.variant(players, edition, changes))

    def batch(
        self,
        n: int,
        seed: int = 1,
        players: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
        again: bool = False,
        observing: bool = True,
    ) -> "Batch":
        """So many games side by side in compiled code, with the seeds from `seed` on; `again`: endless ones."""
        from tablewright.engine.stepping import Batch

        return Batch(self.variant(players, edition, changes), n, seed, again, observing)

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        edition: str | None = None,
        changes: Mapping[str, Value] | None = None,
        position: Mapping[str, object] | None = None,
    ) -> "Match":
        """A new match; without a seed a random one. `position` is written as in a worked example (docs/new-game.md)."""
        from tablewright.engine.match import Match

        return Match(self.variant(players, edition, changes), seed, position)

    def _check_names(self, module: ModuleType, part: Part, needed: Sequence[str]) -> None:
        complete(module, part)
        fault = lacking(module, part, needed)
        if fault:
            raise CardsError(f"{Path(str(module.__file__)).name} of {self.name!r} {fault}")

    def _check_contract(self) -> None:
        missing = [name for name in RULES if not self.has(name)]
        missing += [] if self.rules.DECISIONS or "table" in vars(self.view) else ["view.table"]
        if missing:
            raise CardsError(f"the game {self.name!r} lacks {', '.join(missing)}; see docs/new-game.md")
        if ("probe" in self.state.fields) != bool(self.probes):
            raise CardsError(f"the game {self.name!r} must have both State.probe and PROBES, or neither")
        if self.probes and self.state.fields["probe"][:2] != ("i4", (len(self.probes),)):
            raise CardsError(f"the game {self.name!r}: State.probe must be array('i4', {len(self.probes)})")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


@cache
def _catalogue(game: Game, language: str) -> Catalogue:
    return Catalogue(game.folder, language, game.cards)


@lru_cache(TELLERS)
def _teller(game: Game, language: str, names: tuple[str, ...], viewer: int | None) -> Teller:
    return Teller(_catalogue(game, language), names, viewer)


class Variant:
    """A game with all its numbers fixed: what a match, a simulation or an example is played with."""

    def __init__(self, game: Game, players: int | None, edition: str | None, changes: Mapping[str, Value]) -> None:
        self.game = game
        self.changes = dict(changes)
        self.values: Values
        self.edition, self.values = game.cards.resolve(players, edition, changes)
        self.players = self.values.players
        for counter in (*game.cards.endings, *game.cards.side_counters):
            if counter not in game.probes:
                raise CardsError(f"cards.toml [game]: {unknown('counter', counter, game.probes)}")
        if self.players > MOST_PLAYERS:
            raise CardsError(f"at most {MOST_PLAYERS} players")
        self.seats: tuple[str, ...] = game.cards.seats[: self.players]
        try:
            self.cards: Any = game.card_layout.frozen(game.constants(self.values))
            self.bound: int = game.rules.bound(self.cards)
            self.payoff_range: tuple[int, int] = game.payoff_range(self.cards)
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
            at = extract_tb(fault.__traceback__)[-1]
            where = f"{type(fault).__name__}: {fault} ({Path(at.filename).name}, line {at.lineno})"
            raise CardsError(f"the numbers do not fit the rules of {game.name}: {where}") from fault

    @cached_property
    def cards_record(self) -> RecordArray:
        record = self.game.card_layout.to_record(self.cards)
        record.flags.writeable = False
        return record

    @cached_property
    def observation(self) -> Observation:
        return self.game.observation(self)

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
        self.compiler = Compiler(list(chapters.values()))
        self.units: dict[str, tuple[Rule, *tuple[Kind, ...]]] = {}
        for name, function in chapters.items():
            self.units[name] = (function, game.state, game.card_layout, int)
        for name in [*RULES, *game.hooks()]:
            arguments: tuple[Kind, ...] = (game.state, game.card_layout, *last_arguments(name))
            self.units[name] = (game.rule(name), *arguments)
        self._chapter_names = list(chapters)
        self._made: dict[str, Entry] = {}

    def unit(self, name: str) -> Entry:
        """One rule or chapter; the first use in a while compiles it."""
        if name not in self._made:
            self._made[name] = self._compile(name)
        return self._made[name]

    def _compile(self, name: str) -> Entry:
        """What the compiler does not understand is said in one line, not in its hundreds."""
        try:
            return self.compiler.entry(*self.units[name])
        except Exception as fault:
            if not type(fault).__module__.startswith("numba."):
                raise
            raise TablewrightError(_not_compiled(name, str(fault))) from fault

    def missing(self) -> list[str]:
        """The units that are still to be compiled."""
        return [name for name, unit in self.units.items() if not self.compiler.is_cached(*unit)]

    @property
    def cached(self) -> bool:
        """Whether all units are in the cache, so that only loading them is left."""
        return not self.missing()

    @property
    def entries(self) -> dict[str, Entry]:
        """The rules of the contract."""
        return {name: self.unit(name) for name in self.units if name not in self._chapter_names}

    @cached_property
    def addresses(self) -> tuple[int, ...]:
        """Of the rules and hooks, in the order of the contract; 0 where the game has none."""
        entries = self.entries
        found = [entries[name].address if name in entries else 0 for name in (*RULES, *HOOKS)]
        return (*found, *[0] * (MOST_RULES - len(found)))

    @property
    def chapters(self) -> list[Entry]:
        """The chapters, in the order of the addresses in the cards' record."""
        return [self.unit(name) for name in self._chapter_names]


def _not_compiled(name: str, words: str) -> str:
    """What Numba complains about: its deepest reason, and the last place that it names."""
    places = re.findall(r'File "([^"]+)", line (\d+)', words)
    where = f"{Path(places[-1][0]).name}, line {places[-1][1]}: " if places else ""
    lines = [line.strip(" -*[]m\x1b0123456789;") for line in words.splitlines()]
    reasons = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "<source"))]
    return f"{where}{name} cannot be compiled: {reasons[0] if reasons else 'Numba does not say why'}"


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
