"""Plans: preferences by decision and card that override the game's own bot, in machine code and as data.

A preference belongs to a block of moves and a card (`buy` a Drill), early in the game or late; where the game names no
card, the place of the move in its block stands for it. Where moves differ in preference the most wanted one is played,
otherwise what the game's own bot would play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.choices import CARDS, CHOICES, THINGS, Choices, blocks_of, by_card
from tablewright.bots.policies import policy_move
from tablewright.engine import (
    APPLY,
    LEGAL,
    OVER,
    SETUP,
    TURNS,
    WHO,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Game,
    Kit,
    Variant,
    array,
    ask,
    believe,
    below,
    call,
    clear_state,
    listed,
    mixed,
    number,
    rule,
)

LOOSE = 33  # percent of the moves that are random, to see what there is to choose from
EARLY, LATE = 0, 1
PHASES = ("early", "late")
Choice = tuple[int, int]  # the phase, and block * THINGS + card + 1, or + CARDS + the place in the block


class Preferences(Choices):
    """A plan as the drivers read it."""

    until = number("i4")  # the last turn that is early
    wish = array("i1", 2, CHOICES)
    met = array("i4", 2, CHOICES)  # how often a choice was one of several


@rule
def choose_planned(kit: Any, plan: Any) -> int:
    """The most wanted move; the game's own bot decides where nothing is wanted more than what it would play."""
    seat = ask(kit, WHO, kit.state)
    believe(kit, seat)
    own = policy_move(kit, seat)
    n = call(kit, LEGAL, kit.world, kit.moves)
    if n == 1:
        return own
    phase = LATE if ask(kit, TURNS, kit.world) > plan.until else EARLY
    best = plan.wish[phase][by_card(kit, plan, kit.world, own)]
    chosen = own
    ties = 0
    for i in range(n):
        wish = plan.wish[phase][by_card(kit, plan, kit.world, listed(kit, i))]
        if wish > best:
            best = wish
            ties = 0
            chosen = -1
        if wish == best and chosen != own:
            ties += 1
            if below(kit, ties) == 0:
                chosen = listed(kit, i)
    return chosen


@rule
def count_choices(kit: Any, plan: Any, first_seed: int, games: int, loose: int) -> int:
    """Play games, some percent of the moves at random, and count what there was to choose from; returns the turns."""
    turns = 0
    for g in range(games):
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, first_seed + g)
        kit.rng = mixed(first_seed + g, 1)
        made = 0
        while ask(kit, OVER, kit.state) == 0 and made <= kit.bound:
            n = call(kit, LEGAL, kit.state, kit.moves)
            phase = LATE if ask(kit, TURNS, kit.state) > plan.until else EARLY
            for i in range(n):
                plan.met[phase][by_card(kit, plan, kit.state, listed(kit, i))] += n > 1
            action = listed(kit, below(kit, n))
            if below(kit, 100) >= loose:
                believe(kit, ask(kit, WHO, kit.state))
                action = policy_move(kit, ask(kit, WHO, kit.state))
            call(kit, APPLY, kit.state, action)
            made += 1
        turns += ask(kit, TURNS, kit.state)
    return turns


@cache
def _compiled_count() -> Entry:
    return Compiler().entry(count_choices, Kit, Preferences, int, int, int)


@dataclass(frozen=True)
class Plan:
    """What is wanted (1) and shunned (-1), until which turn it is early."""

    until: int
    wishes: Mapping[Choice, int] = field(default_factory=dict)

    def chooser(self, game: Game, name: str = "plan") -> Chooser:
        wish = np.zeros((2, CHOICES), np.int8)
        for (phase, choice), value in self.wishes.items():
            wish[phase, choice] = value
        weights = {"wish": wish, **blocks_of(game)}
        return Chooser(name, choose_planned, Preferences, (("until", self.until),), weights)

    def without(self, choice: Choice) -> "Plan":
        return Plan(self.until, {key: value for key, value in self.wishes.items() if key != choice})


def choices_of(variant: Variant, games: int, seed: int) -> tuple[int, list[Choice]]:
    """The middle turn of the game, and what there is to choose from, early and late."""
    middle = _count(variant, 0, games, seed, 0)[0] // (2 * games)
    _, met = _count(variant, middle, games, seed, LOOSE)
    found = [(int(phase), int(choice)) for phase, choice in np.argwhere(met >= games // 10)]
    return middle, found


def _count(variant: Variant, until: int, games: int, seed: int, loose: int) -> tuple[int, Any]:
    kit, memory = CompiledKit(variant), Plan(until).chooser(variant.game).memory_record()
    turns = int(_compiled_count().call(kit.record[0], memory[0], seed, games, loose))
    return turns, memory["met"][0]


def words(game: Game, choice: Choice) -> str:
    """`buy drill early`; a place in a block that has one for every card is that of the card."""
    phase, at = choice
    block, thing = divmod(at, THINGS)
    names, size = list(game.cards.cards), list(game.blocks.sizes.values())[block]
    card = thing - 1 if thing < CARDS else thing - CARDS
    known = thing < CARDS or size == len(names)
    told = f" {names[card]}" if known and 0 <= card < len(names) else f" {card}" if size > 1 else ""
    return f"{game.blocks.names[block]}{told} {PHASES[phase]}"
