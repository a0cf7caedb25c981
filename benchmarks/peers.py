"""The same kind of work in other libraries: random play, stepped as their users step it; skipped if not installed."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Row = tuple[str, float]
SECONDS = 2.0


def rate(step: Callable[[], int], seconds: float = SECONDS) -> float:
    """Decisions per CPU second of a function that returns how many it made."""
    step()
    start, made = time.process_time(), 0
    while time.process_time() - start < seconds:
        made += step()
    return made / (time.process_time() - start)


def open_spiel() -> Iterator[Row]:
    import pyspiel

    for name in ("connect_four", "leduc_poker"):
        game = pyspiel.load_game(name)
        length = sum(spiel_game(game) - _dealt(game) for _ in range(2000)) / 2000
        yield f"OpenSpiel {name}, stepped from Python", rate(partial(spiel_game, game))
        yield f"OpenSpiel {name}, playouts inside C++", rate(partial(spiel_rollouts, pyspiel, game, length))


def spiel_game(game: Any) -> int:
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        made += 1
    return made


def _dealt(game: Any) -> int:
    """The chance events before the first decision, which a playout from there does not repeat."""
    state, made = game.new_initial_state(), 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
        made += 1
    return made


def spiel_rollouts(pyspiel: Any, game: Any, length: float) -> int:
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
        yield f"RLCard {name}", rate(partial(_rlcard_game, env))


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
        play = _pgx_player(jax, library.make(name))
        yield f"Pgx {name}, batch of 1024 on the CPU", rate(partial(_pgx_games, play))


def _pgx_games(play: Any) -> int:
    return int(play(random.randrange(10**6)))


def _pgx_player(jax: Any, env: Any, batch: int = 1024) -> Any:
    """A compiled function of a seed: a batch of random games to the end; returns the decisions made."""

    def on(carry: Any) -> Any:
        state, key, made = carry
        key, pick, stir = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype("float32"))
        after = jax.vmap(env.step)(state, jax.random.categorical(pick, logits, axis=1), jax.random.split(stir, batch))
        return after, key, made + (~state.terminated).sum()

    def play(seed: Any) -> Any:
        key, deal = jax.random.split(jax.random.PRNGKey(seed))
        start = jax.vmap(env.init)(jax.random.split(deal, batch))
        return jax.lax.while_loop(lambda carry: ~carry[0].terminated.all(), on, (start, key, 0))[2]

    return jax.jit(play)


def all_rows(notice: Callable[[str], None]) -> Iterator[Row]:
    """A row for every peer that is installed; the others get a notice."""
    for peer in (open_spiel, rlcard, pgx):
        try:
            yield from peer()
        except ImportError as missing:
            notice(f"{peer.__name__}: skipped, {missing.name} is not installed (pip install -e '.[bench]')")
