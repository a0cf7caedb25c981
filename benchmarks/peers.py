"""The same kind of work in other libraries: random play, stepped as their users step it; skipped if not installed."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

Row = tuple[str, float]
SECONDS = 2.0


def rate(step: Callable[[], int]) -> float:
    """Decisions per CPU second of a function that returns how many it made."""
    step()
    start, made = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        made += step()
    return made / (time.process_time() - start)


def open_spiel() -> Iterator[Row]:
    import pyspiel

    for name in ("connect_four", "leduc_poker"):
        game = pyspiel.load_game(name)
        length = sum(_spiel_game(game) for _ in range(2000)) / 2000
        yield f"OpenSpiel {name}, stepped from Python", rate(lambda g=game: _spiel_game(g))
        yield f"OpenSpiel {name}, playouts inside C++", rate(lambda g=game, n=length: _spiel_rollouts(pyspiel, g, n))


def _spiel_game(game: Any) -> int:
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        made += 1
    return made


def _spiel_rollouts(pyspiel: Any, game: Any, length: float) -> int:
    """One simulation of the library's own search, which plays 1,000 random games from its leaf."""
    rollouts = 1000
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, random.randrange(10**6))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, random.randrange(10**6), False).step(state)
    return int(rollouts * length)


def rlcard() -> Iterator[Row]:
    import rlcard as library

    for name in ("leduc-holdem", "uno"):
        env = library.make(name)
        yield f"RLCard {name}", rate(lambda e=env: _rlcard_game(e))


def _rlcard_game(env: Any) -> int:
    state, _ = env.reset()
    made = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        made += 1
    return made


def pgx() -> Iterator[Row]:
    import jax
    import pgx as library

    for name in ("connect_four", "leduc_holdem"):
        env = library.make(name)
        init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
        yield f"Pgx {name}, batch of 1024 on the CPU", rate(lambda i=init, s=step: _pgx_batch(jax, i, s))


def _pgx_batch(jax: Any, init: Any, step: Any, batch: int = 1024) -> int:
    key = jax.random.PRNGKey(random.randrange(10**6))
    state, made = init(jax.random.split(key, batch)), 0
    while not bool(state.terminated.all()):
        made += int((~state.terminated).sum())
        key, pick, stir = jax.random.split(key, 3)
        action = jax.random.categorical(pick, jax.numpy.log(state.legal_action_mask.astype("float32")), axis=1)
        state = step(state, action, jax.random.split(stir, batch))
    return made


def all_rows(notice: Callable[[str], None]) -> Iterator[Row]:
    """A row for every peer that is installed; the others get a notice."""
    for peer in (open_spiel, rlcard, pgx):
        try:
            yield from peer()
        except ImportError as missing:
            notice(f"{peer.__name__}: skipped, {missing.name} is not installed (pip install -e '.[bench]')")
