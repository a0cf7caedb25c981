"""Steps of vector environments per CPU second: 1,024 games with observations and masks, beside Pgx and PettingZoo."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from peers import rate
from rich.console import Console
from rich.table import Table

GAMES = 1024
NOISES = 16  # arrays of noise that are made beforehand: choosing at random is not what is measured
STEPS = 50
LEDUC = str(Path(__file__).parents[1] / "examples" / "leduc")
BAR = 1_000_000

Row = tuple[str, float]


def ours(name: str) -> Iterator[Row]:
    for game, title in ((name, name), (LEDUC, "leduc")):
        yield f"Tablewright {title}, a learner against random", rate(_stepping(game))


def _stepping(game: str) -> Callable[[], int]:
    """A step here is the learner's decision and its opponents' after it, counted as one."""
    from tablewright.bridges.vector import SeatVectorEnv

    env = SeatVectorEnv(GAMES, game, "random")
    seen, _ = env.reset(seed=1)
    masks = seen["action_mask"]
    noises = np.random.default_rng(1).integers(1, 100, (NOISES, *masks.shape), np.int8)

    def step() -> int:
        for i in range(STEPS):
            env.step((masks * noises[i % NOISES]).argmax(axis=1))
        return STEPS * GAMES

    return step


def pgx() -> Iterator[Row]:
    import jax
    import pgx as library

    for name in ("connect_four", "leduc_holdem"):
        yield f"Pgx {name}, on the CPU", rate(_pgx_stepping(jax, library.make(name)))


def _pgx_stepping(jax: Any, env: Any) -> Callable[[], int]:
    from pgx.experimental import auto_reset

    advance = jax.vmap(auto_reset(env.step, env.init))
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), GAMES))
    noises = jax.random.randint(jax.random.PRNGKey(2), (NOISES, *state.legal_action_mask.shape), 1, 100)
    keys = jax.random.split(jax.random.PRNGKey(3), NOISES * GAMES).reshape(NOISES, GAMES, -1)

    def one(i: Any, now: Any) -> Any:
        actions = (now.legal_action_mask * noises[i % NOISES]).argmax(axis=1)
        return advance(now, actions, keys[i % NOISES])

    steps = jax.jit(lambda now: jax.lax.fori_loop(0, STEPS, one, now))

    def step() -> int:
        nonlocal state
        state = jax.block_until_ready(steps(state))
        return STEPS * GAMES

    return step


def pettingzoo() -> Iterator[Row]:
    from importlib import import_module

    for name in ("connect_four_v3", "leduc_holdem_v4"):
        env = import_module(f"pettingzoo.classic.{name}").env()
        yield f"PettingZoo classic {name}, one game at a time", rate(partial(_pettingzoo_game, env))


def _pettingzoo_game(env: Any) -> int:
    env.reset(seed=random.randrange(10**6))
    made = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if ended or cut else int(legal[random.randrange(len(legal))]))
        made += 1
    return made


def table(name: str, console: Console) -> None:
    rows = list(ours(name))
    for peer in (pgx, pettingzoo):
        try:
            rows += peer()
        except ImportError as missing:
            console.print(
                f"{peer.__name__}: skipped, {missing.name} is not installed (pip install -e '.[bench]')", markup=False
            )
    shown = Table(f"{GAMES:,} games, observations and masks", "steps per CPU second", f"{name} is")
    for title, steps in rows:
        shown.add_row(title, f"{steps:,.0f}", f"{rows[0][1] / steps:,.1f} x")
    console.print(shown)
    console.print(f"The bar of {BAR:,} steps is {'reached' if rows[0][1] >= BAR else 'missed'}: {rows[0][1]:,.0f}")
