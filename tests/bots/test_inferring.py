"""What others' decisions tell of their cards: the search listens if it is told to, and hears no more than was said."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.bots import find, inferring
from tablewright.bots.inferring import HIDDEN, LEAST, what_others_did
from tablewright.bots.levels import Settings
from tablewright.bots.search import CompiledSearcher, PlainSearcher, Searcher, chooser_of, compile_search, merged
from tablewright.bots.tree import FIRST_FITTING
from tablewright.engine import (
    Chooser,
    Game,
    Match,
    Variant,
    assert_conforms,
    compiled_runner,
    outputs,
    plain_runner,
    stacked,
)
from tablewright.games import load

GAMES = 400
LISTENING = Settings(200, infer=300)
DEAF = Settings(200)


@pytest.fixture(scope="module")
def tell() -> Variant:
    game: Game = load(str(Path(__file__).parent / "tell"))
    compile_search(game)
    return game.variant()


def hits(variant: Variant, teller: Chooser, settings: Settings) -> float:
    """How often B names the card."""
    out = outputs(GAMES, 2, 0)
    compiled_runner(variant, [teller, chooser_of("b", settings)])(1, 0, 1, *out)
    return float(np.mean(out[0][:, 1] > 0))


def test_the_game_is_one(tell: Variant) -> None:
    assert_conforms(tell.game, games=60)


def test_who_listens_to_the_truth_hits_twice_as_often(tell: Variant) -> None:
    truthful = find("greedy").chooser(tell)
    assert hits(tell, truthful, DEAF) == pytest.approx(1 / 8, abs=0.05)
    assert hits(tell, truthful, LISTENING) > 0.19  # one of four is named where all is believed


def test_who_listens_to_noise_hears_nothing_more(tell: Variant) -> None:
    """Nobody looks at the real card."""
    assert hits(tell, find("random").chooser(tell), LISTENING) == pytest.approx(1 / 8, abs=0.05)


def test_both_modes_think_the_same_worlds_likely(tell: Variant) -> None:
    """In games and at the table; cards that fit what was said are most of them."""
    match = Match(tell, 3)
    high = any(match.state.hand[0][4:])
    match.play(int(high))
    then, did = what_others_did(match, 1)
    assert did == [int(high)]
    plain, compiled = PlainSearcher(tell, LISTENING), CompiledSearcher(tell, LISTENING)
    searchers: list[Searcher] = [plain, compiled]
    for one in searchers:
        one.start(match.known(1), stream=5)
        one.recall(then, did)
        one.grow(40)
    assert merged([plain.tree]) == merged([compiled.tree])
    assert int(plain.tree.fitting) == int(compiled.tree.fitting) >= LEAST
    states: list[Any] = [stacked(plain.kit, FIRST_FITTING + i) for i in range(int(plain.tree.fitting))]
    worlds = [state.hand[0] for state in states]
    assert 0.6 < np.mean([any(hand[4:]) == high for hand in worlds]) < 1


def test_games_are_the_same_in_both_modes(tell: Variant) -> None:
    bots = [find("greedy").chooser(tell), chooser_of("b", Settings(20, infer=60))]
    made = []
    for runner in (plain_runner, compiled_runner):
        made.append(outputs(12, 2, 0))
        runner(tell, bots)(1, 0, 1, *made[-1])
    assert (made[0][0] == made[1][0]).all()


def test_what_was_decided_secretly_is_not_told() -> None:
    match = Match(load(str(Path(__file__).parents[1] / "engine" / "together")).variant(), 1)
    first = match.seat or 0
    match.play(match.legal_ids[1])
    assert what_others_did(match, 1 - first)[1] == [HIDDEN]
    assert what_others_did(match, first) == (None, [])


def test_too_many_decisions_are_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load("standoff").variant(), 1)
    first = match.seat or 0
    for _ in range(3):
        assert match.seat == first
        match.play(match.legal_ids[0])
    assert len(what_others_did(match, 1 - first)[1]) == 3
    monkeypatch.setattr(inferring, "DID", 2)
    assert what_others_did(match, 1 - first) == (None, [])


@pytest.mark.parametrize("game", ["wtactics", "menagerie"])
def test_a_search_that_infers_plays_whole_games_at_the_table(game: str) -> None:
    variant = load(game).variant()
    compile_search(variant.game)
    one = CompiledSearcher(variant, Settings(1, depth=5, infer=40))
    match, fitted = Match(variant, 2), 0
    while match.seat is not None and len(match.steps) < 60:
        one.start(match.known(match.seat), stream=len(match.steps))
        one.view_as(match.seat)
        then, did = what_others_did(match, match.seat)
        if did:
            one.recall(then, did)
        one.grow(10)
        fitted += int(one.tree.fitting) > 0
        match.play(find("greedy").choose(match, match.seat))
    assert fitted > 0
