"""Games among strangers: what they draw is the same in a replay, and nobody can compute it from what they have seen."""

import random
from collections import Counter
from typing import Any

import pytest

from tablewright.engine import LARGEST_SEED, SECRET_SEEDS, Match, match_of, mixed, record_of
from tablewright.engine.sealed import Sealed
from tablewright.games import load, names

SECRET = SECRET_SEEDS - 12345


def played(match: Match, decisions: int = 30) -> Match:
    chance = random.Random(5)
    while not match.over and len(match.steps) < decisions:
        match.play(chance.choice(match.legal_ids))
    return match


def test_known_numbers() -> None:
    """Records depend on these; they must never change."""
    drawn = Sealed(SECRET, 3)
    assert [drawn.below(1000) for _ in range(6)] == [566, 910, 820, 649, 804, 758]


@pytest.mark.parametrize("sides", [2, 6, 36])
def test_dice_are_fair(sides: int) -> None:
    drawn = Sealed(SECRET, 1)
    counts = Counter(drawn.below(sides) for _ in range(20_000))
    expected = 20_000 / sides
    assert set(counts) == set(range(sides))
    assert sum((n - expected) ** 2 for n in counts.values()) / expected < sides + 5 * (2 * sides) ** 0.5


def test_every_occasion_and_every_key_has_numbers_of_its_own() -> None:
    rows = [Sealed(seed, *about) for seed in (SECRET, SECRET - 1) for about in ((0,), (1,), ("imagined", 1))]
    assert len({tuple(row.below(2**60) for _ in range(3)) for row in rows}) == 6


@pytest.mark.parametrize("game", names())
def test_a_game_with_a_secret_seed_replays_to_the_same_bytes(game: str) -> None:
    match = played(Match(load(game).variant(), SECRET))
    assert match_of(record_of(match), load).bytes == match.bytes
    assert played(Match(match.variant, SECRET)).bytes == match.bytes
    assert played(Match(match.variant, SECRET - 1)).bytes != match.bytes


@pytest.mark.parametrize("game", names())
def test_the_generator_in_the_state_tells_nothing_of_what_is_drawn(game: str) -> None:
    """As it would if cards came from it: whoever had computed it could go on with it."""
    matches = [Match(load(game).variant(), SECRET) for _ in range(2)]
    chance, drew = random.Random(1), 0
    while not matches[0].over:
        action = chance.choice(matches[0].legal_ids)
        for n, match in enumerate(matches):
            match.state.rng = mixed(n, 77)
            drew += match.play(action).drew
        assert without_generator(matches[0]) == without_generator(matches[1])
    assert drew or game == "matrix", "it deals once and never draws again"


def without_generator(match: Match) -> bytes:
    state = match.game.state.copy(match.state)
    state.rng = 0
    return bytes(match.game.state.to_bytes(state))


def test_what_was_taken_back_is_drawn_again_as_it_was() -> None:
    match, chance = Match(load("standoff").variant(), SECRET), random.Random(1)
    while not match.play(chance.choice(match.legal_ids)).drew:
        pass
    after, step = match.bytes, match.undo()
    assert match.play(step.action).drew
    assert match.bytes == after


@pytest.mark.parametrize("game", ["matrix", "menagerie", "wallet"])
def test_whoever_chooses_the_seed_of_an_imagined_world_cannot_undo_it(game: str) -> None:
    """A new deal is a permutation of the real one. Repeated until the world comes again it gives the real one away,
    unless it also hangs on what the player does not know."""
    match = played(Match(load(game).variant(), LARGEST_SEED - 5), 10)
    seat = match.seat
    assert seat is not None
    real, found = without_generator(match), 0
    for seed in range(20):
        world = match.imagine(seat, seed)
        found += real == undone(world, seat, seed) != without_generator(world)
    assert found == 0


def undone(world: Match, seat: int, seed: int) -> bytes:
    """What a player makes of an imagined world: the last one before it comes again."""
    there, now = without_generator(world), world
    for _ in range(300):
        then = redealt(now, seat, seed)
        if without_generator(then) == there:
            break
        now = then
    return without_generator(now)


def redealt(world: Match, seat: int, seed: int) -> Match:
    made: Any = world.fork()
    made.state.rng = mixed(seed, 0)
    made.game.rules.determinize(made.state, made.variant.cards, seat)
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", names())
def test_imagined_worlds_hang_on_the_secret_of_the_game(game: str) -> None:
    matches = [Match(load(game).variant(), 3) for _ in range(2)]
    matches[1].seed = 4
    worlds = {tuple(without_generator(m.imagine(0, seed)) for seed in range(6)) for m in matches}
    assert len(worlds) == 2
