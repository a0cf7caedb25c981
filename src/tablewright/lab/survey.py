"""A closer look at fewer games: every decision, every card, and how each seat's chances rise and fall.

The chances are measured, not guessed: after every eighth of the game the rest is played out many times with fresh
random numbers by the game's `playout` (or uniformly at random), and the shares of the win are counted. The playouts
come in two halves that know nothing of each other, so that what is only their noise can be told from what is there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from tablewright.engine import (
    APPLY,
    CARD,
    OVER,
    PLAYOUT,
    RESULT,
    SAMPLE,
    TOO_LONG,
    WHOLE_WIN,
    ArrayOf,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    TablewrightError,
    Variant,
    ask,
    begin,
    below,
    call,
    copy_state,
    decide,
    deciding,
    drawn,
    list_moves,
    listed,
    make,
    mixed,
    numba,
    plain_kit,
    reseed,
    rule,
    run_plain,
    stop,
)
from tablewright.lab.executor import Executor, Threads
from tablewright.lab.plan import Plan
from tablewright.lab.statistics import Array


@dataclass(frozen=True)
class Looks:
    """How closely the chances are followed: looks in one game, and playouts at each of them; the same everywhere."""

    points: int = 8
    rollouts: int = 64  # an even number


NO_LOOKS = Looks(0, 0)
FOLLOWED = 20  # games in one part of the work
SETTING_UP = -1  # instead of an action


@rule
def play_on(kit: Any) -> int:
    """Play `kit.spare` to its end."""
    made = 0
    while ask(kit, OVER, kit.spare) == 0:
        if made >= kit.bound:
            stop(kit, TOO_LONG, OVER)
        if kit.has[PLAYOUT]:
            action = drawn(kit, PLAYOUT, kit.spare)
        elif kit.has[SAMPLE]:
            action = drawn(kit, SAMPLE, kit.spare)
        else:
            n = list_moves(kit, kit.spare)
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
    begin(kit, seed)
    kit.rng = mixed(seed, 1)
    while ask(kit, OVER, kit.state) == 0:
        made = int(kit.made)
        seat = deciding(kit)
        n = list_moves(kit, kit.state)
        options[made] = n
        seats[made] = seat
        if kit.has[CARD]:
            for i in range(n):
                card = call(kit, CARD, kit.state, listed(kit, i))
                if card >= 0 and lately[seat][card] != made + 1:
                    lately[seat][card] = made + 1
                    offered[seat][card] += 1
        bot = (seat + shift) % kit.players
        action = decide(kit, choosers[bot], kit.memory[bot])
        if kit.has[CARD]:
            card = call(kit, CARD, kit.state, action)
            if card >= 0:
                used[seat][card] += 1
        actions[made] = action
        make(kit, action)
    return int(kit.made)


@rule
def trace_chances(kit: Any, seed: int, actions: Any, made: int, points: Any, rollouts: int, chances: Any) -> int:
    """Replay a game; before each decision named in `points` play it out many times and sum the shares of the win.

    `chances` has two rows a look: every other playout goes into the second one.
    """
    begin(kit, seed)
    kit.rng = mixed(seed, 5)
    point = 0
    for decision in range(made + 1):
        while point < len(points) and points[point] == decision:
            for playout in range(rollouts):
                copy_state(kit, kit.spare, kit.state)
                kit.rng = mixed(kit.rng, 6)
                reseed(kit.spare, mixed(kit.rng, 7))
                play_on(kit)
                for seat in range(kit.players):
                    chances[2 * point + playout % 2][seat] += call(kit, RESULT, kit.spare, seat)
            point += 1
        if decision < made:
            make(kit, actions[decision])
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
    halves: Array  # by point, half of the playouts, and seat; the chances of a half sum to 1
    shares: Array  # of the win, by seat, at the end
    ended: bool  # by its rules

    @property
    def chances(self) -> Array:
        """By point and seat, from all playouts."""
        return np.asarray(self.halves.mean(axis=1))


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
            survey, trace, result, ended, step = _compiled()
            self._survey = partial(kit.run, survey, kit.choosers)
            self._trace = partial(kit.run, trace)
            self._result = partial(kit.run, result)
            self._ended = partial(kit.run, ended)
            self._step = partial(kit.run, step)
            self._state = kit.state_bytes
        else:
            plain, functions = plain_kit(variant, bots), [bot.decide for bot in bots]
            run = partial(run_plain, variant, plain)
            self._survey = partial(run, survey_game, functions)
            self._trace = partial(run, trace_chances)
            self._result = partial(run, final_share)
            self._ended = partial(run, has_ended)
            self._step = partial(run, step_game)
            self._state = lambda: variant.game.state.to_bytes(plain.state)

    def game(self, seed: int, shift: int = 0, looks: Looks = NO_LOOKS) -> GameTrace:
        """Play one game, and measure the chances along the way."""
        players, bound = self.variant.players, self.variant.bound
        actions, seats, options = (np.zeros(bound, np.int32) for _ in range(3))
        used, offered, lately = (np.zeros((players, self.cards), np.int32) for _ in range(3))
        made = int(self._survey(seed, shift, actions, seats, options, used, offered, lately))
        shares = np.array([self._result(seat) for seat in range(players)]) / WHOLE_WIN
        ended = bool(self._ended())
        points = (made * np.arange(looks.points) // max(1, looks.points)).astype(np.int32)
        chances = np.zeros((2 * len(points), players), np.int64)
        if len(points):
            self._trace(seed, actions, made, points, looks.rollouts, chances)
        halves = chances.reshape(len(points), 2, players) / max(1, looks.rollouts // 2 * WHOLE_WIN)
        cut = slice(0, made)
        rows = actions[cut], seats[cut], options[cut], used, offered, points
        return GameTrace(seed, shift, *rows, halves, shares, ended)

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
        return begin(kit, seed)
    return make(kit, action)


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
    line, grid = ArrayOf("int32"), ArrayOf("int32", 2)
    compiler = Compiler()
    return (
        compiler.entry(survey_game, Kit, ArrayOf("int64"), int, int, line, line, line, grid, grid, grid),
        compiler.entry(trace_chances, Kit, int, line, int, line, int, ArrayOf("int64", 2)),
        compiler.entry(final_share, Kit, int),
        compiler.entry(has_ended, Kit),
        compiler.entry(step_game, Kit, int, int),
    )


@dataclass(frozen=True)
class Following:
    """The job of following games of a plan; a part is the first game and how many."""

    plan: Plan
    seed: int
    looks: Looks

    def worker(self) -> Callable[[tuple[int, int]], list[GameTrace]]:
        if self.plan.choosers is None:
            raise TablewrightError(
                f"games of {', '.join(self.plan.names)} cannot be followed: none can be played twice"
            )
        surveyor, rotations = Surveyor(self.plan.variant, self.plan.choosers), self.plan.rotations

        def follow(part: tuple[int, int]) -> list[GameTrace]:
            games = range(part[0], part[0] + part[1])
            return [surveyor.game(self.seed + g // rotations, g % rotations, self.looks) for g in games]

        return follow


def survey(
    plan: Plan,
    games: int,
    seed: int = 1,
    looks: Looks = NO_LOOKS,
    first: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[GameTrace]:
    """Survey the same games that `simulate` plays with the same seed, in order."""
    size = 1 if not plan.quick else FOLLOWED

    def parts() -> Iterator[tuple[int, int]]:
        for g in range(first, first + games, size):
            yield g, min(size, first + games - g)

    found: list[GameTrace] = []
    for part in (executor or Threads()).map(Following(plan, seed, looks), parts()):
        found += part
        if progress is not None:
            progress(len(part))
    return found
