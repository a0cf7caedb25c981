"""A closer look at fewer games: every decision, every card, and how each seat's chances rise and fall.

The chances are measured, not guessed: from points spread over the game the rest is played out many times with fresh
random numbers by the game's `playout` (or uniformly at random), and the shares of the win are counted.
"""

import os
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

POINTS = 40  # at most so many looks at the chances in one game


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

    `used` and `offered` count decisions by seat and card; `lately` is scratch: the last decision that offered it.
    """
    clear_state(kit, kit.state)
    call(kit, SETUP, kit.state, seed)
    kit.rng = mixed(seed, 1)
    made = 0
    while ask(kit, OVER, kit.state) == 0 and made < len(actions):
        seat = ask(kit, WHO, kit.state)
        n = call(kit, LEGAL, kit.state, kit.moves)
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


class Surveyor:
    """Surveys games on one thread, compiled where possible."""

    def __init__(self, variant: Variant, bots: Sequence[Chooser]) -> None:
        self.variant = variant
        self.cards = max(1, len(variant.game.cards.cards))
        self._survey: Callable[..., int]
        self._trace: Callable[..., int]
        self._result: Callable[[int], int]
        if numba() is not None:
            kit = CompiledKit(variant, bots)
            survey, trace, result = (entry.call for entry in _compiled())
            self._survey = lambda *a: int(survey(kit.record[0], kit.choosers, *a))
            self._trace = lambda *a: int(trace(kit.record[0], *a))
            self._result = lambda seat: int(result(kit.record[0], seat))
        else:
            plain, functions = plain_kit(variant, bots), [bot.decide for bot in bots]
            self._survey = lambda *a: survey_game(plain, functions, *a)
            self._trace = lambda *a: trace_chances(plain, *a)
            self._result = lambda seat: final_share(plain, seat)

    def game(self, seed: int, shift: int = 0, rollouts: int = 0) -> GameTrace:
        """Play one game; with rollouts, measure the chances along the way."""
        players, bound = self.variant.players, self.variant.bound
        actions, seats, options = (np.zeros(bound, np.int32) for _ in range(3))
        used, offered, lately = (np.zeros((players, self.cards), np.int32) for _ in range(3))
        made = int(self._survey(seed, shift, actions, seats, options, used, offered, lately))
        shares = np.array([self._result(seat) for seat in range(players)]) / WHOLE_WIN
        points = (
            np.unique(np.linspace(0, made, min(POINTS, made + 1)).astype(np.int32))
            if rollouts
            else np.zeros(0, np.int32)
        )
        chances = np.zeros((len(points), players), np.int64)
        if rollouts:
            self._trace(seed, actions, made, points, rollouts, chances)
        cut = slice(0, made)
        shown = chances / max(1, rollouts * WHOLE_WIN)
        return GameTrace(seed, shift, actions[cut], seats[cut], options[cut], used, offered, points, shown, shares)


@rule
def final_share(kit: Any, seat: int) -> int:
    """The share of the win in the game that was played last."""
    return call(kit, RESULT, kit.state, seat)


@cache
def _compiled() -> tuple[Entry, Entry, Entry]:
    from numba import types

    def of(kind: Any, dimensions: int) -> Any:
        return types.Array(kind, dimensions, "C")

    line, grid = of(types.int32, 1), of(types.int32, 2)
    compiler = Compiler("lab", [Path(__file__)])
    survey = compiler.entry(survey_game, Kit, of(types.int64, 1), int, int, line, line, line, grid, grid, grid)
    trace = compiler.entry(trace_chances, Kit, int, line, int, line, int, of(types.int64, 2))
    return survey, trace, compiler.entry(final_share, Kit, int)


def survey(
    variant: Variant,
    bots: Sequence[Chooser],
    games: int,
    seed: int = 1,
    rollouts: int = 0,
    rotations: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[GameTrace]:
    """Survey the same games that `simulate` plays with the same seed, in order."""
    workers = (os.cpu_count() or 1) if numba() is not None else 1
    surveyors = [Surveyor(variant, bots) for _ in range(workers)]

    def share(worker: int) -> list[GameTrace]:
        traces = []
        for g in range(worker, games, workers):
            traces.append(surveyors[worker].game(seed + g // rotations, g % rotations, rollouts))
            if progress is not None:
                progress(1)
        return traces

    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(share, range(workers)))
    return [parts[g % workers][g // workers] for g in range(games)]
