"""Plans: preferences by decision and card that override the game's own bot, in machine code and as data.

A preference belongs to a block of moves and a card (`buy` a Drill), or to a whole block (`mine` whatever it is), early
in the game or late; where the game names no card, the place of the move in its block stands for it. Where moves differ
in preference the most wanted one is played, otherwise what the game's own bot would play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.choices import CARDS, CHOICES, THINGS, Choices, block_of, blocks_of, by_card
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
    TablewrightError,
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
    unknown,
)

LOOSE = 33  # percent of the moves that are random, to see what there is to choose from
EARLY, LATE = 0, 1
PHASES = ("early", "late")
MOST_PLACES = 64  # of a block whose places are tried one by one: those of a larger board say little by themselves
ANY = "any"
Choice = tuple[int, int]  # the phase, and block * THINGS: the whole block, + card + 1, or + CARDS + the place in it


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
    best = wish_for(kit, plan, phase, own)
    chosen = own
    ties = 0
    for i in range(n):
        wish = wish_for(kit, plan, phase, listed(kit, i))
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
def wish_for(kit: Any, plan: Any, phase: int, a: int) -> int:
    """How much a move in `kit.world` is wanted: for what it is, and for its block."""
    return int(plan.wish[phase][by_card(kit, plan, kit.world, a)] + plan.wish[phase][block_of(plan, a) * THINGS])


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
            several = n > 0 and block_of(plan, listed(kit, 0)) != block_of(plan, listed(kit, n - 1))
            for i in range(n):
                plan.met[phase][by_card(kit, plan, kit.state, listed(kit, i))] += n > 1
                plan.met[phase][block_of(plan, listed(kit, i)) * THINGS] += several
            action = listed(kit, below(kit, n))
            if below(kit, 100) >= loose:
                action = choose_planned(kit, plan)
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


def choices_of(variant: Variant, games: int, seed: int, wishes: Mapping[Choice, int]) -> tuple[int, list[Choice]]:
    """The middle turn of the game, and what there is to choose from, early and late, what is met most often first.

    Games are played with these wishes: some cards are on offer only to whoever wants others first.
    """
    middle = _count(variant, Plan(0, wishes), games, seed, 0)[0] // (2 * games)
    _, met = _count(variant, Plan(middle, wishes), games, seed, LOOSE)
    for block, size in enumerate(variant.game.blocks.sizes.values()):
        part = met[:, block * THINGS : (block + 1) * THINGS]
        part[:, CARDS:] *= size <= MOST_PLACES
        part[:, 0] *= (part[:, 1:] > 0).sum(1) > 1  # of one choice the block is no other
    often = [(int(met[phase, choice]), int(phase), int(choice)) for phase, choice in np.argwhere(met >= games // 10)]
    return middle, [(phase, choice) for _, phase, choice in sorted(often, reverse=True)]


def _count(variant: Variant, plan: Plan, games: int, seed: int, loose: int) -> tuple[int, Any]:
    kit, memory = CompiledKit(variant), plan.chooser(variant.game).memory_record()
    turns = int(_compiled_count().call(kit.record[0], memory[0], seed, games, loose))
    return turns, memory["met"][0]


def meant(game: Game, text: str) -> list[Choice]:
    """The choices that somebody names: `mine`, `buy drill`, `buy drill early`."""
    known = dict[str, list[Choice]]()
    for block, size in enumerate(game.blocks.sizes.values()):
        cards = min(max(len(game.cards.cards), size), CARDS - 1)
        things = [0, *range(1, 1 + cards), *range(CARDS, CARDS + min(size, CARDS))]
        for choice in [(phase, block * THINGS + thing) for phase in (EARLY, LATE) for thing in things]:
            when = words(game, choice)
            for name in {when, when.rsplit(" ", 1)[0], when.rsplit(f" {ANY} ", 1)[0]}:
                known.setdefault(name, []).append(choice)
    if text not in known:
        raise TablewrightError(unknown("preference", text, known))
    return known[text]


def words(game: Game, choice: Choice) -> str:
    """`buy drill early`, `mine any late`; a place in a block that has one for every card is that of the card."""
    phase, at = choice
    block, thing = divmod(at, THINGS)
    names, size = list(game.cards.cards), list(game.blocks.sizes.values())[block]
    card = thing - 1 if thing < CARDS else thing - CARDS
    if thing == 0:
        return f"{game.blocks.names[block]} {ANY} {PHASES[phase]}"
    known = thing < CARDS or size == len(names)
    told = names[card] if known and 0 <= card < len(names) else str(card) if size > 1 else ""
    both = [game.blocks.names[block], *[told] * (told not in ("", game.blocks.names[block]))]
    return " ".join([*both, PHASES[phase]])
