"""Kits: everything one thread needs to run a driver on a variant, in plain or in compiled mode."""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np

from tablewright.engine import drivers
from tablewright.engine.compiler import Argument, ArrayOf, Compiler, Entry, Kind
from tablewright.engine.drivers import HOOKS, RULES, STACK, Kit, Moves, PlainKit, Sight
from tablewright.engine.errors import RuleFault, TablewrightError
from tablewright.engine.faults import fault_of_kit, in_game
from tablewright.engine.game import Variant
from tablewright.engine.layout import IntArray, Layout, RecordArray, StateLayout
from tablewright.engine.rule import Rule

PAGE = 4096


def plain_kit(variant: Variant, bots: Sequence["Chooser"] = ()) -> PlainKit:
    """Tools that call the rules as written, and the memory of the bots that will use them."""
    game, kit = variant.game, PlainKit()
    functions = [game.rule(name) if game.has(name) else None for name in (*RULES, *HOOKS)]
    kit.rule = functions  # type: ignore[assignment]
    kit.has = [int(function is not None) for function in functions]
    kit.layout = game.state
    kit.cards = variant.cards
    kit.state, kit.world, kit.spare = game.state.plain(), game.state.plain(), game.state.plain()
    kit.stack = []
    kit.moves, kit.sight = Moves.plain(), Sight.plain()
    kit.players, kit.bound, kit.rng = variant.players, variant.bound, 1
    kit.low, kit.high = variant.payoff_range
    kit.memory = [bot.plain_memory() for bot in bots]
    kit.seed = kit.made = kit.trust = kit.wide = kit.why = 0
    kit.failed, kit.failed_state, kit.trail = -1, None, []
    return kit


def run_plain(variant: Variant, kit: PlainKit, driver: Rule, *arguments: object) -> int:
    """Run a driver in plain mode; whatever the rules raise ends it as a RuleFault."""
    kit.why, kit.failed = 0, -1
    try:
        return driver(kit, *arguments)
    except TablewrightError:
        raise
    except Exception as raised:
        if kit.failed < 0:
            raise
        made = [int(action) for action in kit.trail[: kit.made + in_game(kit)]]
        raise fault_of_kit(variant, kit, made, raised) from raised


class CompiledKit:
    """Tools that call compiled rules and bots by address; keeps alive all the memory that the record points to."""

    def __init__(self, variant: Variant, bots: Sequence["Chooser"] = ()) -> None:
        self.variant = variant
        game = variant.game
        size = game.state.size
        step = size + -size % PAGE  # states on pages of their own: threads never share a cache line
        self.trail = np.zeros(variant.bound + 1, np.int32)
        moves = (3 + STACK) * step  # where the list of moves begins
        self.memory = np.zeros(moves + PAGE + Moves.size + Sight.size, np.uint8)
        base = int(self.memory.ctypes.data)
        base += -base % PAGE
        self.record = np.zeros(1, Kit.dtype)
        kit = self.record[0]
        kit["rule"] = game.compiled.addresses
        kit["has"] = [int(address != 0) for address in game.compiled.addresses]
        self.cards = compiled_cards(variant)
        kit["cards"] = self.cards.ctypes.data
        kit["state"], kit["world"], kit["spare"] = base, base + step, base + 2 * step
        kit["stack"], kit["step"] = base + 3 * step, step
        kit["moves"] = base + moves
        kit["listed"] = base + moves + _offset(Moves, "a")
        kit["sight"] = base + moves + Moves.size
        kit["size"] = size
        kit["copied"] = _offset(game.state, "probe") if game.probes else size
        kit["probes"] = base + kit["copied"] if game.probes else 0
        kit["players"], kit["bound"], kit["rng"] = variant.players, variant.bound, 1
        kit["trail"] = self.trail.ctypes.data
        kit["low"], kit["high"] = variant.payoff_range
        self.choosers = np.array([bot.compiled.address for bot in bots], np.int64)
        self.memories = [bot.memory_record() for bot in bots]
        kit["memory"][: len(bots)] = [memory.ctypes.data for memory in self.memories]

    def run(self, driver: Entry, *arguments: Argument) -> int:
        """Run a compiled driver, without the GIL; whatever its rules raise ends it as a RuleFault."""
        kit = self.record[0]
        kit["why"], kit["failed"] = 0, -1
        try:
            return int(driver.call(self.record, *arguments))
        except Exception as raised:
            if kit["failed"] < 0:
                raise
            raise self.fault(raised) from raised

    def fault(self, raised: Exception) -> RuleFault:
        """What the kit tells of a driver that ended with an exception."""
        told = self.record.view(np.recarray)[0]
        made = self.trail[: told.made + in_game(told)].tolist()
        return fault_of_kit(self.variant, told, made, raised)

    def put(self, state: StateLayout, rng: int) -> None:
        """Begin from a plain state, with the bots' random numbers starting at `rng`."""
        layout = self.variant.game.state
        record = layout.to_record(state)  # held by a name, or its memory would be free before it is read
        ctypes.memmove(int(self.record[0]["state"]), record.ctypes.data, layout.size)
        self.record[0]["rng"] = rng

    def put_aside(self, state: StateLayout, i: int) -> None:
        """Put a plain state into the i-th place of the stack."""
        layout, kit = self.variant.game.state, self.record[0]
        record = layout.to_record(state)
        ctypes.memmove(int(kit["stack"]) + i * int(kit["step"]), record.ctypes.data, layout.size)

    def state_bytes(self) -> bytes:
        """The state that the driver has left behind."""
        start = int(self.record["state"][0]) - int(self.memory.ctypes.data)
        return self.memory[start : start + self.variant.game.state.size].tobytes()


def compiled_cards(variant: Variant) -> RecordArray:
    """The numbers of a variant with the addresses of the game's chapters, as the compiled rules take them."""
    cards = variant.cards_record.copy()
    for i, entry in enumerate(variant.game.compiled.chapters):
        cards["far"][0][i] = entry.address
    return cards


def _offset(layout: type[Layout], name: str) -> int:
    fields = layout.dtype.fields
    assert fields is not None
    return int(fields[name][1])


@dataclass(frozen=True)
class Chooser:
    """A bot that drivers can run: a decision (kit, memory) -> id.

    A bot that needs more than a kit names a record of its own and the values it starts with; every thread has one.
    """

    name: str
    decide: Rule
    memory: type[Layout] | None = None
    settings: tuple[tuple[str, int], ...] = ()
    weights: Mapping[str, IntArray] = field(default_factory=dict, compare=False)  # what it has learned

    @property
    def compiled(self) -> Entry:
        second: Any = self.memory or int  # the cache of a function takes no classes, says mypy
        return _compiled_decision(self.decide, second)

    def plain_memory(self) -> Any:
        made = self.memory.plain() if self.memory else None
        for name, value in self.settings:
            setattr(made, name, value)
        for name, values in self.weights.items():
            setattr(made, name, values.tolist())
        return made

    def memory_record(self) -> RecordArray:
        made = np.zeros(1, self.memory.dtype if self.memory else np.int64)
        for name, value in self.settings:
            made[name] = value
        for name, values in self.weights.items():
            made[name] = values
        return made


@cache
def _compiled_decision(decide: Rule, memory: Kind) -> Entry:
    return Compiler().entry(decide, Kit, memory)


Runner = Callable[..., int]
"""(first_seed, first_game, rotations, *outputs) -> decisions; see `drivers.run_games`."""


def plain_runner(variant: Variant, bots: Sequence[Chooser]) -> Runner:
    """Games in plain mode."""
    return partial(run_plain, variant, plain_kit(variant, bots), drivers.run_games, [bot.decide for bot in bots])


def compiled_runner(variant: Variant, bots: Sequence[Chooser]) -> Runner:
    """Games in compiled mode; runs without the GIL, on one thread at a time."""
    kit = CompiledKit(variant, bots)
    return partial(kit.run, compiled_run_games(), kit.choosers)


@cache
def compiled_run_games() -> Entry:
    line, grid = ArrayOf("int32"), ArrayOf("int32", 2)
    arrays = [ArrayOf("int8", 2), grid, line, line, grid]
    return Compiler().entry(drivers.run_games, Kit, ArrayOf("int64"), int, int, int, *arrays)
