"""Drivers, written once for all games: they know a game only as a table of rules and a few records.

The text below runs in both modes. Plain, the table holds functions and the records are objects; compiled, the table
holds addresses and the records are memory. A `Kit` is what one thread needs to play: nothing in it is shared.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablewright.engine.chance import mixed
from tablewright.engine.layout import Layout, array, number
from tablewright.engine.rule import compiled_as, rule

MOST_MOVES = 8192
MOST_PLAYERS = 8

RULES = ("setup", "legal", "apply", "who", "over", "result", "score", "turns", "determinize")
HOOKS = ("sample", "measure", "greedy", "playout", "estimate", "card")
SETUP, LEGAL, APPLY, WHO, OVER, RESULT, SCORE, TURNS, DETERMINIZE = range(9)
SAMPLE, MEASURE, GREEDY, PLAYOUT, ESTIMATE, CARD = range(9, 15)
TWO_ARGUMENTS = ("who", "over", "turns")
TAKES_MOVES = ("legal", "sample", "greedy", "playout")


class Moves(Layout):
    """Where `legal` writes its list; `rng` is the chooser's own generator, never the game's."""

    rng = number("i8")
    n = number("i4")
    a = array("i4", MOST_MOVES)


class Kit(Layout):
    """One thread's tools in compiled mode: addresses of rules, cards, states and lists."""

    rng = number("i8")  # the bots' stream
    rule = array("i8", 16)
    has = array("i8", 16)  # which optional hooks the game has
    cards = number("i8")
    state = number("i8")  # the game being played
    world = number("i8")  # what the deciding seat may believe of it
    spare = number("i8")  # one move ahead
    moves = number("i8")
    listed = number("i8")  # where the list itself begins
    probes = number("i8")  # where the counters of `state` begin
    size = number("i8")  # bytes of a state
    copied = number("i8")  # bytes of a state without its counters
    players = number("i8")
    bound = number("i8")
    memory = array("i8", MOST_PLAYERS)  # for each bot the record of its own, 0 where it needs none


class PlainKit:
    """The same tools in plain mode."""

    __slots__ = (
        "bound",
        "cards",
        "has",
        "layout",
        "memory",
        "moves",
        "players",
        "rng",
        "rule",
        "spare",
        "state",
        "world",
    )

    rng: int
    rule: list[Callable[..., int]]
    has: list[int]
    layout: type[Layout]
    cards: Any
    state: Any
    world: Any
    spare: Any
    moves: Any
    players: int
    bound: int
    memory: list[Any]


@compiled_as("ask_rule")
def ask(kit: Any, i: int, s: Any) -> int:
    """Call a rule of (state, cards)."""
    return kit.rule[i](s, kit.cards)  # type: ignore[no-any-return]


@compiled_as("call_rule")
def call(kit: Any, i: int, s: Any, x: Any) -> int:
    """Call a rule of (state, cards, number or list of moves)."""
    return kit.rule[i](s, kit.cards, x)  # type: ignore[no-any-return]


@compiled_as("choose_by")
def choose(chooser: Any, kit: Any, memory: Any) -> int:
    """Let a bot decide in `kit.state`; `memory` is the record of its own."""
    return chooser(kit, memory)  # type: ignore[no-any-return]


@compiled_as("copy_state")
def copy_state(kit: Any, to: Any, source: Any) -> int:
    """Make one state equal to another; the game's counters may be left out."""
    kit.layout.assign(to, source)
    return 0


@compiled_as("clear_state")
def clear_state(kit: Any, s: Any) -> int:
    """Set every field to zero, as `setup` expects it."""
    kit.layout.assign(s, kit.layout.plain())
    return 0


@compiled_as("reseed_state")
def reseed(s: Any, x: int) -> int:
    """Give a copy a generator of its own, so that no search foresees the real shuffles."""
    s.rng = x
    return 0


@compiled_as("call_drawing")
def call_drawing(kit: Any, i: int, s: Any) -> int:
    """Call a hook of (state, cards, list of moves) that draws from the bots' stream."""
    kit.moves.rng = kit.rng
    action: int = kit.rule[i](s, kit.cards, kit.moves)
    kit.rng = kit.moves.rng
    return action


@compiled_as("listed_move")
def listed(kit: Any, i: int) -> int:
    """The i-th move of the list that `legal` wrote last."""
    return kit.moves.a[i]  # type: ignore[no-any-return]


@compiled_as("read_probe")
def probe(kit: Any, i: int) -> int:
    """The i-th counter of the game being played."""
    return kit.state.probe[i]  # type: ignore[no-any-return]


@rule
def believe(kit: Any, seat: int) -> int:
    """Fill `kit.world` with a state that the seat cannot tell from the real one; return the seed it got."""
    x = mixed(kit.rng, 2)
    kit.rng = mixed(kit.rng, 3)
    copy_state(kit, kit.world, kit.state)
    reseed(kit.world, x)
    call(kit, DETERMINIZE, kit.world, seat)
    return x


@rule
def run_games(
    kit: Any,
    choosers: Any,
    first_seed: int,
    first_game: int,
    rotations: int,
    shares: Any,
    scores: Any,
    turns: Any,
    decisions: Any,
    probes: Any,
) -> int:
    """Play one game for every row of the outputs; returns the decisions made in all.

    Game g has the seed `first_seed + g // rotations` and the bots moved on by `g % rotations` seats. A game that
    passes the stated bound of decisions is stopped and has -1 decisions.
    """
    total = 0
    for row in range(len(turns)):
        seed = first_seed + (first_game + row) // rotations
        shift = (first_game + row) % rotations
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, seed)
        kit.rng = mixed(seed, 1)
        made = 0
        while ask(kit, OVER, kit.state) == 0 and made <= kit.bound:
            seat = ask(kit, WHO, kit.state)
            bot = (seat + shift) % kit.players
            action = choose(choosers[bot], kit, kit.memory[bot])
            call(kit, APPLY, kit.state, action)
            made += 1
        total += made
        decisions[row] = made if made <= kit.bound else -1
        turns[row] = ask(kit, TURNS, kit.state)
        for seat in range(kit.players):
            shares[row][seat] = call(kit, RESULT, kit.state, seat)
            scores[row][seat] = call(kit, SCORE, kit.state, seat)
        for i in range(probes.shape[1]):
            probes[row][i] = probe(kit, i)
    return total


def outputs(games: int, players: int, probes: int) -> tuple[np.ndarray[Any, Any], ...]:
    """Arrays for `run_games`: shares, scores, turns, decisions, probes."""
    return (
        np.zeros((games, players), np.int8),
        np.zeros((games, players), np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.zeros((games, probes), np.int32),
    )
