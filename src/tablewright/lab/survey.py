"""A closer look at fewer games: every decision, every card, and how each seat's chances rise and fall.

The chances are measured, not guessed: from points spread over the game the rest is played out many times with fresh
random numbers by the game's `playout` (or uniformly at random), and the shares of the win are counted.
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.engine import WHOLE_WIN, Variant
from tablewright.engine.chance import below, mixed
from tablewright.engine.compiler import Compiler, Entry, numba
from tablewright.engine.drivers import (
    APPLY,
    CARD,
    LEGAL,
    OVER,
    PLAYOUT,
    RESULT,
    SAMPLE,
    SETUP,
    WHO,
    Kit,
    ask,
    call,
    call_drawing,
    choose,
    clear_state,
    copy_state,
    listed,
    reseed,
)
from tablewright.engine.kits import Chooser, CompiledKit, plain_kit
from tablewright.engine.rule import rule
from tablewright.lab.statistics import Array


@dataclass(frozen=True)
class Looks:
    """How closely the chances are followed: looks in one game, and playouts at each of them."""

    points: int = 40
    rollouts: int = 48


NO_LOOKS = Looks(0, 0)
COARSE = Looks(10, 16)  # for games that take long to play out
GRADES = (Looks(), Looks(20, 48), Looks(12, 48), Looks(12, 24), COARSE)
SETTING_UP = -1  # instead of an action


@rule
def play_on(kit: Any) -> int:
    """Play `kit.spare` to its end, or to the stated bound."""
    made = 0
    while ask(kit, OVER, kit.spare) == 0 and made <= kit.bound:
        if kit.has[PLAYOUT]:
            action = call_drawing(kit, PLAYOUT, kit.spare)
        elif kit.has[SAMPLE]:
            action = call_drawing(kit, SAMPLE, kit.spare)
        else:
            n = call(kit, LEGAL, kit.spare, kit.moves)
            action = listed(kit, below(kit, n))
        call(kit, APPLY, kit.spare, action)
        made += 1
    return made


@rule
def survey_game(
    kit: Any,
    choosers: Any,
    seed: int,
    shift: int,
    actions: Any,
    seats: Any,
    options: Any,
    used: Any,
    offered: Any,
    lately: Any,
) -> int:
    """Play one game as `run_games` does and write down every decision; returns how many there were.

    A position without a legal move, or the stated bound, ends it. `used` and `offered` count decisions by seat and
    card; `lately` is scratch: the last decision that offered it.
    """
    clear_state(kit, kit.state)
    call(kit, SETUP, kit.state, seed)
    kit.rng = mixed(seed, 1)
    made = 0
    while ask(kit, OVER, kit.state) == 0 and made < len(actions):
        seat = ask(kit, WHO, kit.state)
        n = call(kit, LEGAL, kit.state, kit.moves)
        if n == 0:
            return made
        options[made] = n
        seats[made] = seat
        if kit.has[CARD]:
            for i in range(n):
                card = call(kit, CARD, kit.state, listed(kit, i))
                if card >= 0 and lately[seat][card] != made + 1:
                    lately[seat][card] = made + 1
                    offered[seat][card] += 1
        bot = (seat + shift) % kit.players
        action = choose(choosers[bot], kit, kit.memory[bot])
        if kit.has[CARD]:
            card = call(kit, CARD, kit.state, action)
            if card >= 0:
                used[seat][card] += 1
        actions[made] = action
        call(kit, APPLY, kit.state, action)
        made += 1
    return made


@rule
def trace_chances(kit: Any, seed: int, actions: Any, made: int, points: Any, rollouts: int, chances: Any) -> int:
    """Replay a game; before each decision named in `points` play it out many times and sum the shares of the win."""
    clear_state(kit, kit.state)
    call(kit, SETUP, kit.state, seed)
    kit.rng = mixed(seed, 5)
    point = 0
    for decision in range(made + 1):
        if point < len(points) and points[point] == decision:
            for _ in range(rollouts):
                copy_state(kit, kit.spare, kit.state)
                kit.rng = mixed(kit.rng, 6)
                reseed(kit.spare, mixed(kit.rng, 7))
                play_on(kit)
                for seat in range(kit.players):
                    chances[point][seat] += call(kit, RESULT, kit.spare, seat)
            point += 1
        if decision < made:
            call(kit, APPLY, kit.state, actions[decision])
    return 0


@dataclass(frozen=True)
class GameTrace:
    """One game, decision by decision."""

    seed: int
    shift: int
    actions: Array
    seats: Array  # who decided
    options: Array  # how many moves were legal
    used: Array  # by seat and card
    offered: Array
    points: Array  # the decisions before which the chances were measured
    chances: Array  # by point and seat; each row sums to 1
    shares: Array  # of the win, by seat, at the end
    ended: bool  # by its rules


class Surveyor:
    """Surveys games on one thread, compiled where possible."""

    def __init__(self, variant: Variant, bots: Sequence[Chooser]) -> None:
        self.variant = variant
        self.cards = max(1, len(variant.game.cards.cards))
        self._survey: Callable[..., int]
        self._trace: Callable[..., int]
        self._result: Callable[[int], int]
        self._ended: Callable[[], int]
        self._step: Callable[[int, int], int]
        self._state: Callable[[], bytes]
        if numba() is not None:
            kit = CompiledKit(variant, bots)
            survey, trace, result, ended, step = (entry.call for entry in _compiled())
            self._survey = lambda *a: int(survey(kit.record[0], kit.choosers, *a))
            self._trace = lambda *a: int(trace(kit.record[0], *a))
            self._result = lambda seat: int(result(kit.record[0], seat))
            self._ended = lambda: int(ended(kit.record[0]))
            self._step = lambda seed, action: int(step(kit.record[0], seed, action))
            self._state = kit.state_bytes
        else:
            plain, functions = plain_kit(variant, bots), [bot.decide for bot in bots]
            self._survey = lambda *a: survey_game(plain, functions, *a)
            self._trace = lambda *a: trace_chances(plain, *a)
            self._result = lambda seat: final_share(plain, seat)
            self._ended = lambda: has_ended(plain)
            self._step = lambda seed, action: step_game(plain, seed, action)
            self._state = lambda: variant.game.state.to_bytes(plain.state)

    def game(self, seed: int, shift: int = 0, looks: Looks = NO_LOOKS) -> GameTrace:
        """Play one game, and measure the chances along the way."""
        players, bound = self.variant.players, self.variant.bound
        actions, seats, options = (np.zeros(bound, np.int32) for _ in range(3))
        used, offered, lately = (np.zeros((players, self.cards), np.int32) for _ in range(3))
        made = int(self._survey(seed, shift, actions, seats, options, used, offered, lately))
        shares = np.array([self._result(seat) for seat in range(players)]) / WHOLE_WIN
        ended = bool(self._ended())
        points = np.unique(np.linspace(0, made, min(looks.points, made + 1)).astype(np.int32))
        chances = np.zeros((len(points), players), np.int64)
        if len(points):
            self._trace(seed, actions, made, points, looks.rollouts, chances)
        cut = slice(0, made)
        rows = actions[cut], seats[cut], options[cut], used, offered, points
        return GameTrace(seed, shift, *rows, chances / max(1, looks.rollouts * WHOLE_WIN), shares, ended)

    def states(self, trace: GameTrace) -> Array:
        """The state before every decision of a game, and the last one."""
        self._step(trace.seed, SETTING_UP)
        states = [self._state()]
        for action in trace.actions:
            self._step(trace.seed, int(action))
            states.append(self._state())
        return np.frombuffer(b"".join(states), self.variant.game.state.dtype)


@rule
def step_game(kit: Any, seed: int, action: int) -> int:
    """Make one decision of a game, or set it up."""
    if action == SETTING_UP:
        clear_state(kit, kit.state)
        return call(kit, SETUP, kit.state, seed)
    return call(kit, APPLY, kit.state, action)


@rule
def final_share(kit: Any, seat: int) -> int:
    """The share of the win in the game that was played last."""
    return call(kit, RESULT, kit.state, seat)


@rule
def has_ended(kit: Any) -> int:
    """Whether the game that was played last ended by its rules."""
    return ask(kit, OVER, kit.state)


@cache
def _compiled() -> tuple[Entry, ...]:
    line, grid = array_of("int32", 1), array_of("int32", 2)
    compiler = Compiler("lab", [Path(__file__)])
    return (
        compiler.entry(survey_game, Kit, array_of("int64", 1), int, int, line, line, line, grid, grid, grid),
        compiler.entry(trace_chances, Kit, int, line, int, line, int, array_of("int64", 2)),
        compiler.entry(final_share, Kit, int),
        compiler.entry(has_ended, Kit),
        compiler.entry(step_game, Kit, int, int),
    )


def array_of(kind: str, dimensions: int) -> Any:
    from numba import types

    return types.Array(getattr(types, kind), dimensions, "C")


def survey(
    variant: Variant,
    bots: Sequence[Chooser],
    games: int,
    seed: int = 1,
    looks: Looks = NO_LOOKS,
    rotations: int = 1,
    seconds: float | None = None,
    least: int = 1,
) -> list[GameTrace]:
    """Survey the same games that `simulate` plays with the same seed, in order: `least`, then until time is up."""

    def share(worker: int, workers: int, end: float) -> list[tuple[int, GameTrace]]:
        surveyor = Surveyor(variant, bots)
        found: list[tuple[int, GameTrace]] = []
        for g in range(worker, games, workers):
            if g >= least and time.monotonic() > end:
                break
            found.append((g, surveyor.game(seed + g // rotations, g % rotations, looks)))
        return found

    parts = on_all_threads(share, seconds)
    return [trace for _, trace in sorted((row for part in parts for row in part), key=lambda row: row[0])]


def on_all_threads(share: Callable[[int, int, float], list[Any]], seconds: float | None) -> list[list[Any]]:
    """The parts of some work, each done by a thread: its number, how many there are, and when to stop."""
    workers = (os.cpu_count() or 1) if numba() is not None else 1
    end = time.monotonic() + seconds if seconds is not None else float("inf")
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda worker: share(worker, workers, end), range(workers)))
