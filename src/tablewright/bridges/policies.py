"""Programs of other libraries in a seat: an OpenSpiel bot, a PettingZoo policy or a torch module decides.

`openspiel:mcts`, `openspiel:ismcts:500` (simulations), `openspiel:bots.py:make` with `make(game, player)`;
`pettingzoo:policy.py:name` with `name(observation, agent)`; `torch:policy.pt2` (made by `torch.export.save`) or
`torch:net.py:make`. Each runs in a process of its own and is told what its seat may know, like any bot of a user's.
"""

import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from tablewright.bots.worker import Decide, LoadError, SeatView, serve, target_of
from tablewright.bridges.encoding import SeatEncoding
from tablewright.bridges.spaces import observed
from tablewright.engine import Move, Variant

SIMULATIONS = 30
EXPORTED = ".pt2"
Moves = tuple[Move, ...]


def load(spec: str) -> Decide:
    """The decision that a spec such as `openspiel:mcts` means."""
    kind, _, rest = spec.partition(":")
    try:
        return KINDS[kind](rest)
    except ImportError as missing:
        if kind in (missing.name or "") or missing.name in NEEDED:
            raise LoadError(f"{spec} needs {missing.name}; try: pip install 'tablewright[{EXTRA[kind]}]'") from None
        raise LoadError(f"{spec}: loading it failed with ImportError: {missing}") from None


# OpenSpiel


def openspiel(spec: str) -> Decide:
    """A bot of OpenSpiel's, or one of the user's own for it; it thinks in worlds that its seat cannot tell apart."""
    import pyspiel  # noqa: F401

    from tablewright.bridges.openspiel import state_of

    make = _openspiel_maker(spec)
    seeds, bots = count(1), dict[tuple[Variant, int], Any]()

    def decide(view: SeatView, _: Moves) -> int:
        state = state_of(view.imagine(next(seeds)))
        place = view.variant, state.current_player()
        if place not in bots:
            bots[place] = make(state.get_game(), state.current_player())
        return int(bots[place].step(state))

    return decide


def _openspiel_maker(spec: str) -> Callable[[Any, int], Any]:
    name, _, budget = spec.partition(":")
    if name not in SEARCHES:
        if ":" not in spec and not spec.endswith(".py"):
            raise LoadError(f"openspiel:{spec} is unknown; it may be {', '.join(SEARCHES)} or FILE.py:NAME")
        made: Callable[[Any, int], Any] = target_of(spec)
        return made
    if budget and not (budget.isdecimal() and int(budget) > 0):
        raise LoadError(f"openspiel:{spec}: the number of simulations is a whole number from 1 on, as in {name}:200")
    simulations = int(budget or SIMULATIONS)
    return lambda game, _: SEARCHES[name](game, simulations)


def _mcts(game: Any, simulations: int) -> Any:
    from open_spiel.python.algorithms import mcts

    return mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1))


def _ismcts(game: Any, simulations: int) -> Any:
    from open_spiel.python.algorithms import ismcts, mcts

    chance = np.random.default_rng()
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 2, simulations)
    bot.set_resampler(lambda state, player: state.resampled(player, int(chance.integers(1 << 60))))
    return bot


SEARCHES = {"mcts": _mcts, "ismcts": _ismcts}


# PettingZoo


def pettingzoo(spec: str) -> Decide:
    """A function of an observation and the agent's name; a class is made once."""
    policy = target_of(spec)
    policy = policy() if isinstance(policy, type) else policy
    if not callable(policy):
        raise LoadError(f"pettingzoo:{spec} is a {type(policy).__name__}; a policy is a function (observation, agent)")

    def decide(view: SeatView, moves: Moves) -> Any:
        numbers = np.asarray(view.observation, np.int32)
        seen = observed(view.variant, numbers, [move.id for move in moves], _seat(view))
        action = policy(seen, f"player_{_seat(view)}")
        return int(action) if isinstance(action, np.integer) else action

    return decide


# Torch


def torch(spec: str) -> Decide:
    """A module: rows of `SeatEncoding` in, a preference for every action out; the best legal action is played."""
    import torch as library

    library.set_num_threads(1)
    module = _torch_module(library, spec)

    def decide(view: SeatView, moves: Moves) -> int:
        numbers, seats = np.asarray([view.observation], np.int32), np.asarray([_seat(view)], np.int32)
        with library.no_grad():
            liked = module(library.from_numpy(_encoding(view.variant)(numbers, seats)))[0]
        return max((move.id for move in moves), key=lambda action: float(liked[action]))

    return decide


def _torch_module(library: Any, spec: str) -> Any:
    if not spec.endswith(EXPORTED):
        made = target_of(spec)
        return made if isinstance(made, library.nn.Module) else made()
    try:
        return library.export.load(spec).module()
    except Exception as fault:
        raise LoadError(f"torch:{spec} is not a module that torch.export.save wrote ({type(fault).__name__})") from None


_encoding = cache(SeatEncoding)


def _seat(view: SeatView) -> int:
    assert view.seat is not None
    return view.seat


KINDS: dict[str, Callable[[str], Decide]] = {"openspiel": openspiel, "pettingzoo": pettingzoo, "torch": torch}
EXTRA = {"openspiel": "openspiel", "pettingzoo": "pettingzoo", "torch": "rl"}
NEEDED = ("pyspiel", "open_spiel", "gymnasium", "torch")


if __name__ == "__main__":
    spec = sys.argv[1]
    serve(lambda: load(spec))
