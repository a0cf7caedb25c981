"""Drivers, written once for all games: they know a game only as a table of rules and a few records.

The text below runs in both modes. Plain, the table holds functions and the records are objects; compiled, the table
holds addresses and the records are memory. A `Kit` is what one thread needs to play: nothing in it is shared.
"""

from collections.abc import Callable, Sequence

import numpy as np

from tablewright.engine.chance import mixed
from tablewright.engine.layout import CardsLayout, IntArray, Layout, StateLayout, array, number
from tablewright.engine.rule import compiled_as, rule

MOST_MOVES = 8192
MOST_PLAYERS = 8
MOST_SEEN = 8192
MOST_RULES = 32
STACK = 64

RULES = ("setup", "legal", "apply", "who", "over", "result", "score", "turns", "determinize")
HOOKS = (
    "sample",
    "measure",
    "greedy",
    "playout",
    "estimate",
    "card",
    "payoff",
    "observe",
    "allows",
    "pointless",
    "secret",
)
SETUP, LEGAL, APPLY, WHO, OVER, RESULT, SCORE, TURNS, DETERMINIZE = range(9)
SAMPLE, MEASURE, GREEDY, PLAYOUT, ESTIMATE, CARD, PAYOFF, OBSERVE, ALLOWS, POINTLESS, SECRET = range(9, 20)
TWO_ARGUMENTS = ("who", "over", "turns")
TAKES_MOVES = ("legal", "sample", "greedy", "playout")

ILLEGAL, NO_MOVES, TOO_LONG, NO_SEAT = 1, 2, 3, 4
REASONS = {
    ILLEGAL: "a decision that follows from it is not legal",
    NO_MOVES: "it lists no move, and the game is not over",
    TOO_LONG: "the game passed its stated bound of decisions",
    NO_SEAT: "it named a seat that does not play",
}
"""What drivers find wrong with a game (`Kit.why`)."""

THOUGHT, LISTED = 0, 1  # `Kit.trust`: whether the id of a decision was taken from the list of legal ones


Memory = Layout | None  # what a bot keeps for itself


class BrokenRules(Exception):
    """A driver ends here; the kit says why."""


class Moves(Layout):
    """Where `legal` writes its list; `rng` is the chooser's own generator, never the game's."""

    rng = number("i8")
    n = number("i4")
    a = array("i4", MOST_MOVES)


class Sight(Layout):
    """Where `observe` writes what a seat may know. A driver may name other memory that has room for what is written."""

    a = array("i4", MOST_SEEN)


def last_arguments(rule: str) -> tuple[type[int] | type[Layout], ...]:
    """What a rule of the contract takes after the state and the cards."""
    if rule == "observe":
        return (int, Sight)
    return () if rule in TWO_ARGUMENTS else (Moves,) if rule in TAKES_MOVES else (int,)


@rule
def offer(m: Moves, a: int) -> int:
    """Add an id to the list of legal moves."""
    m.a[m.n] = a
    m.n += 1
    return 0


class Kit(Layout):
    """One thread's tools in compiled mode: addresses of rules, cards, states and lists."""

    rng = number("i8")  # the bots' stream
    rule = array("i8", MOST_RULES)
    has = array("i8", MOST_RULES)  # which optional hooks the game has
    cards = number("i8")
    state = number("i8")  # the game being played
    world = number("i8")  # what the deciding seat may believe of it
    spare = number("i8")  # one move ahead
    stack = number("i8")  # further states, for looking several moves ahead
    step = number("i8")  # bytes from one of them to the next
    moves = number("i8")
    listed = number("i8")  # where the list itself begins
    sight = number("i8")  # where `observe` may write
    probes = number("i8")  # where the counters of `state` begin
    size = number("i8")  # bytes of a state
    copied = number("i8")  # bytes of a state without its counters
    players = number("i8")
    bound = number("i8")
    low = number("i8")  # the range of what `gain` gives
    high = number("i8")
    memory = array("i8", MOST_PLAYERS)  # for each bot the record of its own, 0 where it needs none
    seed = number("i8")  # of the game being played
    made = number("i8")  # decisions made in it
    trail = number("i8")  # where these decisions are written down
    trust = number("i8")  # where the bot's answer came from
    wide = number("i8")  # how many numbers a seat of a batch observes
    why = number("i8")  # why a driver ended the game, 0: it did not
    failed = number("i8")  # the rule that failed, -1: none
    failed_state = number("i8")  # and in which state


class PlainKit:
    """The same tools in plain mode."""

    __slots__ = (
        "bound",
        "cards",
        "failed",
        "failed_state",
        "has",
        "high",
        "layout",
        "low",
        "made",
        "memory",
        "moves",
        "players",
        "rng",
        "rule",
        "seed",
        "sight",
        "spare",
        "stack",
        "state",
        "trail",
        "trust",
        "why",
        "wide",
        "world",
    )

    rng: int
    rule: list[Callable[..., int]]
    has: list[int]
    layout: type[StateLayout]
    cards: CardsLayout
    state: StateLayout
    world: StateLayout
    spare: StateLayout
    stack: list[StateLayout]
    moves: Moves
    sight: Sight
    players: int
    bound: int
    low: int
    high: int
    memory: list[Memory]
    seed: int
    made: int
    trail: list[int]
    trust: int
    wide: int
    why: int
    failed: int
    failed_state: StateLayout | None


@compiled_as("ask_rule")
def ask(kit: PlainKit, i: int, s: StateLayout) -> int:
    """Call a rule of (state, cards)."""
    kit.failed, kit.failed_state = i, s
    return kit.rule[i](s, kit.cards)


@compiled_as("call_rule")
def call(kit: PlainKit, i: int, s: StateLayout, x: int | Moves) -> int:
    """Call a rule of (state, cards, number or list of moves)."""
    kit.failed, kit.failed_state = i, s
    return kit.rule[i](s, kit.cards, x)


@compiled_as("call_observe")
def observe(kit: PlainKit, s: StateLayout, seat: int, sight: Sight | int) -> int:
    """Write what the seat may know of a state as numbers; returns how many. `sight` is `kit.sight` or one's own."""
    kit.failed, kit.failed_state = OBSERVE, s
    return kit.rule[OBSERVE](s, kit.cards, seat, sight)


@compiled_as("read_sight")
def seen(sight: Sight, i: int) -> int:
    """The i-th number of what was observed."""
    return sight.a[i]


@compiled_as("choose_by")
def choose(chooser: Callable[[PlainKit, Memory], int], kit: PlainKit, memory: Memory) -> int:
    """Let a bot decide in `kit.state`; `memory` is the record of its own."""
    return chooser(kit, memory)


@compiled_as("copy_state")
def copy_state(kit: PlainKit, to: StateLayout, source: StateLayout) -> int:
    """Make one state equal to another; the game's counters may be left out."""
    kit.layout.assign(to, source)
    return 0


@compiled_as("stacked_state")
def stacked(kit: PlainKit, i: int) -> StateLayout:
    """The i-th state of the stack, 0 <= i < STACK."""
    while len(kit.stack) <= i:
        kit.stack.append(kit.layout.plain())
    return kit.stack[i]


@compiled_as("state_data")
def exposed(kit: PlainKit, s: StateLayout) -> bytes:
    """A state as `peek` reads it."""
    return kit.layout.to_bytes(s)


@compiled_as("peek_data")
def peek(data: bytes, offset: int, size: int) -> int:
    """The integer of 1, 2, 4 or 8 bytes at an offset of a state's record."""
    return int.from_bytes(data[offset : offset + size], "little", signed=True)


@compiled_as("bytes_mark")
def fingerprint(kit: PlainKit, s: StateLayout) -> int:
    """A number that tells states apart, whatever their generators are."""
    return hash(kit.layout.to_bytes(s)[8:])


@compiled_as("generator_of")
def generator(s: StateLayout) -> int:
    """Where a state's generator stands: it moves when chance decides something."""
    return s.rng


@compiled_as("clear_state")
def clear_state(kit: PlainKit, s: StateLayout) -> int:
    """Set every field to zero, as `setup` expects it."""
    kit.layout.assign(s, kit.layout.plain())
    return 0


@compiled_as("reseed_state")
def reseed(s: StateLayout, x: int) -> int:
    """Give a copy a generator of its own, so that no search foresees the real shuffles."""
    s.rng = x
    return 0


@compiled_as("call_drawing")
def call_drawing(kit: PlainKit, i: int, s: StateLayout) -> int:
    """Call a hook of (state, cards, list of moves) that draws from the bots' stream."""
    kit.moves.rng = kit.rng
    kit.failed, kit.failed_state = i, s
    action: int = kit.rule[i](s, kit.cards, kit.moves)
    kit.rng = kit.moves.rng
    return action


@compiled_as("listed_move")
def listed(kit: PlainKit, i: int) -> int:
    """The i-th move of the list that `legal` wrote last."""
    return kit.moves.a[i]


@compiled_as("trail_move")
def write_down(kit: PlainKit, i: int, action: int) -> int:
    """Keep the i-th decision of the game being played."""
    kit.trail[i:] = [action]
    return 0


@compiled_as("read_trail")
def written(kit: PlainKit, i: int) -> int:
    """The i-th decision of the game being played."""
    return kit.trail[i]


@compiled_as("fitting")
def check_fields(kit: PlainKit) -> int:
    """Every number fits its field; compiled rules look at each store instead."""
    kit.layout.to_record(kit.state)
    return 0


@compiled_as("copy_probes")
def copy_probes(kit: PlainKit, probes: IntArray, row: int) -> int:
    """The counters of the game being played into a row."""
    if probes.shape[1]:
        probes[row] = kit.state.probe
    return 0


@rule
def stop(kit: PlainKit, why: int, failed: int) -> int:
    """End the run: a rule has failed in what drivers expect of it."""
    kit.why = why
    kit.failed = failed
    if why > 0:
        raise BrokenRules
    return 0


@rule
def begin(kit: PlainKit, seed: int) -> int:
    """Set up the game of a seed in `kit.state`."""
    kit.seed = seed
    kit.made = 0
    clear_state(kit, kit.state)
    return call(kit, SETUP, kit.state, seed)


@rule
def list_moves(kit: PlainKit, s: StateLayout) -> int:
    """List the legal moves of a game that is not over."""
    n = call(kit, LEGAL, s, kit.moves)
    if n <= 0:
        stop(kit, NO_MOVES, LEGAL)
    return n


@rule
def deciding(kit: PlainKit) -> int:
    """Who decides in the game being played, which may not be longer than the game says."""
    if kit.made >= kit.bound:
        stop(kit, TOO_LONG, OVER)
    seat = ask(kit, WHO, kit.state)
    if seat < 0 or seat >= kit.players:
        stop(kit, NO_SEAT, WHO)
    return seat


@rule
def make(kit: PlainKit, action: int) -> int:
    """Make a decision in the game being played and write it down."""
    write_down(kit, kit.made, action)
    call(kit, APPLY, kit.state, action)
    check_fields(kit)
    kit.made += 1
    return 0


@rule
def decide(kit: PlainKit, chooser: Callable[[PlainKit, Memory], int], memory: Memory) -> int:
    """Let a bot decide in the game being played; its answer must be legal there."""
    kit.trust = THOUGHT
    action = choose(chooser, kit, memory)
    if kit.trust == THOUGHT:
        confirm(kit, kit.state, action, GREEDY if kit.has[GREEDY] else DETERMINIZE)
    return action


@rule
def confirm(kit: PlainKit, s: StateLayout, action: int, giver: int) -> int:
    """An id must be legal."""
    if not is_legal(kit, s, action):
        stop(kit, ILLEGAL, giver)
    return 0


@rule
def is_legal(kit: PlainKit, s: StateLayout, action: int) -> bool:
    """By the game's rule `allows`, or without one by its list."""
    if kit.has[ALLOWS]:
        return call(kit, ALLOWS, s, action) != 0
    return is_listed(kit, action, list_moves(kit, s))


@rule
def is_listed(kit: PlainKit, action: int, n: int) -> bool:
    """Whether an id is among the first n of the list."""
    i = 0
    while i < n and listed(kit, i) != action:
        i += 1
    return i < n


@rule
def drawn(kit: PlainKit, hook: int, s: StateLayout) -> int:
    """What a hook would play in an imagined world; that must be legal there."""
    action = call_drawing(kit, hook, s)
    confirm(kit, s, action, hook)
    return action


@rule
def believe(kit: PlainKit, seat: int) -> int:
    """Fill `kit.world` with a state that the seat cannot tell from the real one; return the seed it got."""
    x = mixed(kit.rng, 2)
    kit.rng = mixed(kit.rng, 3)
    copy_state(kit, kit.world, kit.state)
    reseed(kit.world, x)
    call(kit, DETERMINIZE, kit.world, seat)
    return x


@rule
def gain(kit: PlainKit, s: StateLayout, p: int) -> int:
    """What a seat wants as much of as it can get, `kit.low` to `kit.high`: its payoff, or its share of the win."""
    if kit.has[PAYOFF]:
        return call(kit, PAYOFF, s, p)
    return call(kit, RESULT, s, p)


@rule
def run_games(
    kit: PlainKit,
    choosers: Sequence[Callable[[PlainKit, Memory], int]],
    first_seed: int,
    first_game: int,
    rotations: int,
    shares: IntArray,
    scores: IntArray,
    turns: IntArray,
    decisions: IntArray,
    probes: IntArray,
) -> int:
    """Play one game for every row of the outputs; returns the decisions made in all.

    Game g has the seed `first_seed + g // rotations` and the bots moved on by `g % rotations` seats.
    """
    total = 0
    for row in range(len(turns)):
        shift = (first_game + row) % rotations % kit.players
        begin(kit, first_seed + (first_game + row) // rotations)
        kit.rng = mixed(kit.seed, 1)
        while ask(kit, OVER, kit.state) == 0:
            bot = deciding(kit) + shift
            if bot >= kit.players:  # a remainder would be a division
                bot -= kit.players
            make(kit, decide(kit, choosers[bot], kit.memory[bot]))
        total += kit.made
        decisions[row] = kit.made
        turns[row] = ask(kit, TURNS, kit.state)
        for seat in range(kit.players):
            shares[row][seat] = call(kit, RESULT, kit.state, seat)
            scores[row][seat] = call(kit, PAYOFF if kit.has[PAYOFF] else SCORE, kit.state, seat)
        copy_probes(kit, probes, row)
    return total


def outputs(games: int, players: int, probes: int) -> tuple[IntArray, ...]:
    """Arrays for `run_games`: shares, scores (payoffs, where the game has them), turns, decisions, probes."""
    return (
        np.zeros((games, players), np.int8),
        np.zeros((games, players), np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.zeros((games, probes), np.int32),
    )
