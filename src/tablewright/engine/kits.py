"""Kits: everything one thread needs to run a driver on a variant, in plain or in compiled mode."""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.engine import drivers
from tablewright.engine.compiler import Compiler, Entry
from tablewright.engine.drivers import HOOKS, RULES, Kit, Moves, PlainKit
from tablewright.engine.game import Variant
from tablewright.engine.layout import Layout

PAGE = 4096


def plain_kit(variant: Variant, bots: Sequence["Chooser"] = ()) -> PlainKit:
    """Tools that call the rules as written, and the memory of the bots that will use them."""
    game, kit = variant.game, PlainKit()
    functions = [getattr(game.rules, name, None) for name in (*RULES, *HOOKS)]
    kit.rule = functions  # type: ignore[assignment]
    kit.has = [int(function is not None) for function in functions]
    kit.layout = game.state
    kit.cards = variant.cards
    kit.state, kit.world, kit.spare = game.state.plain(), game.state.plain(), game.state.plain()
    kit.moves = Moves.plain()
    kit.players, kit.bound, kit.rng = variant.players, variant.bound, 1
    kit.memory = [bot.plain_memory() for bot in bots]
    return kit


class CompiledKit:
    """Tools that call compiled rules and bots by address; keeps alive all the memory that the record points to."""

    def __init__(self, variant: Variant, bots: Sequence["Chooser"] = ()) -> None:
        self.variant = variant
        game = variant.game
        entries = game.compiled.entries
        size = game.state.size
        step = size + -size % PAGE  # states on pages of their own: threads never share a cache line
        self.memory = np.zeros(3 * step + PAGE + Moves.size, np.uint8)
        base = int(self.memory.ctypes.data)
        base += -base % PAGE
        self.record = np.zeros(1, Kit.dtype)
        kit = self.record[0]
        for i, name in enumerate((*RULES, *HOOKS)):
            if name in entries:
                kit["rule"][i] = entries[name].address
                kit["has"][i] = 1
        self.cards = compiled_cards(variant)
        kit["cards"] = self.cards.ctypes.data
        kit["state"], kit["world"], kit["spare"] = base, base + step, base + 2 * step
        kit["moves"] = base + 3 * step
        kit["listed"] = base + 3 * step + _offset(Moves, "a")
        kit["size"] = size
        kit["copied"] = _offset(game.state, "probe") if game.probes else size
        kit["probes"] = base + kit["copied"] if game.probes else 0
        kit["players"], kit["bound"], kit["rng"] = variant.players, variant.bound, 1
        self.choosers = np.array([bot.compiled.address for bot in bots], np.int64)
        self.memories = [bot.memory_record() for bot in bots]
        kit["memory"][: len(bots)] = [memory.ctypes.data for memory in self.memories]

    def put(self, state: Any, rng: int) -> None:
        """Begin from a plain state, with the bots' random numbers starting at `rng`."""
        layout = self.variant.game.state
        record = layout.to_record(state)  # held by a name, or its memory would be free before it is read
        ctypes.memmove(int(self.record[0]["state"]), record.ctypes.data, layout.size)
        self.record[0]["rng"] = rng

    def state_bytes(self) -> bytes:
        """The state that the driver has left behind."""
        start = int(self.record["state"][0]) - int(self.memory.ctypes.data)
        return self.memory[start : start + self.variant.game.state.size].tobytes()


def compiled_cards(variant: Variant) -> np.ndarray[Any, Any]:
    """The numbers of a variant with the addresses of the game's chapters, as the compiled rules take them."""
    cards = variant.cards_record.copy()
    for i, entry in enumerate(variant.game.compiled.chapters):
        cards["far"][0][i] = entry.address
    return cards


def _offset(layout: Any, name: str) -> int:
    return int(layout.dtype.fields[name][1])


@dataclass(frozen=True)
class Chooser:
    """A bot that drivers can run: a decision (kit, memory) -> id, and the files it is written in.

    A bot that needs more than a kit names a record of its own and the values it starts with; every thread has one.
    """

    name: str
    decide: Callable[[Any, Any], int]
    sources: tuple[Path, ...]
    memory: type[Layout] | None = None
    settings: tuple[tuple[str, int], ...] = ()

    @property
    def compiled(self) -> Entry:
        second: Any = self.memory or int
        return _compiled_decision(self.decide, second, self.sources)

    def plain_memory(self) -> Any:
        made: Any = self.memory.plain() if self.memory else 0
        for name, value in self.settings:
            setattr(made, name, value)
        return made

    def memory_record(self) -> np.ndarray[Any, Any]:
        made = np.zeros(1, self.memory.dtype if self.memory else np.int64)
        for name, value in self.settings:
            made[name] = value
        return made


@cache
def _compiled_decision(decide: Callable[[Any, Any], int], memory: Any, sources: tuple[Path, ...]) -> Entry:
    return Compiler("bots", list(sources)).entry(decide, Kit, memory)


Runner = Callable[..., int]
"""(first_seed, first_game, rotations, *outputs) -> decisions; see `drivers.run_games`."""


def plain_runner(variant: Variant, bots: Sequence[Chooser]) -> Runner:
    """Games in plain mode."""
    return partial(drivers.run_games, plain_kit(variant, bots), [bot.decide for bot in bots])


def compiled_runner(variant: Variant, bots: Sequence[Chooser]) -> Runner:
    """Games in compiled mode; runs without the GIL, on one thread at a time."""
    kit = CompiledKit(variant, bots)
    run = compiled_run_games().call

    def runner(*arguments: Any) -> int:
        return int(run(kit.record[0], kit.choosers, *arguments))

    return runner


@cache
def driver_compiler() -> Compiler:
    """Where the engine's own drivers are compiled, once for all games."""
    return Compiler("drivers", [])


@cache
def compiled_run_games() -> Entry:
    from numba import types

    def of(kind: Any, dimensions: int) -> Any:
        return types.Array(kind, dimensions, "C")

    arrays = [of(types.int8, 2), of(types.int32, 2), of(types.int32, 1), of(types.int32, 1), of(types.int32, 2)]
    return driver_compiler().entry(drivers.run_games, Kit, of(types.int64, 1), int, int, int, *arrays)
