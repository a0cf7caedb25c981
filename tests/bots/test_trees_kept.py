"""Between decisions the search keeps what it may know, goes through few worlds one by one, and thinks for others."""

from pathlib import Path
from typing import Any

import pytest

from tablewright.bots import find
from tablewright.bots.levels import Budget, Settings
from tablewright.bots.search import CompiledSearcher, Past, PlainSearcher, SearchBot, children, compile_search
from tablewright.engine import MOST_PLAYERS, Decided, Match, Variant
from tablewright.games import load

LEDUC = Path(__file__).parents[2] / "examples" / "leduc"


@pytest.fixture(scope="module")
def matrix() -> Variant:
    variant = load("matrix").variant()
    compile_search(variant.game)
    return variant


@pytest.fixture(scope="module")
def leduc() -> Variant:
    variant = load(str(LEDUC)).variant()
    compile_search(variant.game)
    return variant


def told(tree: Any, node: int) -> list[Any]:
    """What lies below a node, whatever its number is."""
    return [
        (int(tree.key[child]), int(tree.visits[child]), int(tree.won[child]), told(tree, child))
        for child in children(tree, node)
    ]


@pytest.mark.parametrize("make", [PlainSearcher, CompiledSearcher])
def test_what_lies_below_the_moves_that_were_made_is_kept(matrix: Variant, make: Any) -> None:
    match = Match(matrix, seed=3)
    one = make(matrix, Settings(1, depth=0))
    one.start(match.state, stream=1)
    one.grow(500)
    chosen = max(children(one.tree, 0), key=lambda child: int(one.tree.visits[child]))
    answer = max(children(one.tree, chosen), key=lambda child: int(one.tree.visits[child]))
    keys = [int(one.tree.key[node]) for node in (chosen, answer)]
    below, visits = told(one.tree, answer), int(one.tree.visits[answer])
    for key in keys:
        match.play(key // MOST_PLAYERS)
    one.go_on(match.state, 2, keys)
    assert len(below) > 1
    assert told(one.tree, 0) == below
    assert int(one.tree.visits[0]) == visits
    one.grow(50)
    assert int(one.tree.visits[0]) == visits + 50
    assert {int(one.tree.key[child]) // MOST_PLAYERS for child in children(one.tree, 0)} <= set(match.legal_ids)


def test_a_move_that_was_never_looked_at_leaves_nothing(matrix: Variant) -> None:
    one = CompiledSearcher(matrix, Settings(1))
    one.start(Match(matrix, seed=3).state, stream=1)
    one.grow(5)
    one.go_on(Match(matrix, seed=3).state, 2, [MOST_PLAYERS * 8000])
    assert (int(one.tree.used), int(one.tree.visits[0])) == (1, 0)


def test_what_is_not_known_is_not_followed() -> None:
    before = Past(0, (Decided(0, 5),))
    known = Past(0, (Decided(0, 5), Decided(0, 2), Decided(1, 7)))
    assert known.since(before) == [2 * MOST_PLAYERS, 7 * MOST_PLAYERS + 1]
    assert before.since(before) == []
    assert Past(0, (Decided(0, 5), Decided(1, None))).since(before) is None
    assert Past(1, (Decided(0, 5), Decided(1, 7))).since(before) is None
    assert Past(0, (Decided(0, 4), Decided(1, 7))).since(before) is None
    assert Past(0, ()).since(before) is None


def test_it_plays_whole_games_with_kept_trees_and_thinks_in_the_time_of_others(matrix: Variant) -> None:
    bot = SearchBot("ismcts:60", Budget(60), threads=2, keeps=True)
    bot.wait(matrix)
    match, other = Match(matrix, seed=5), find("greedy")
    kept = 0
    while match.seat is not None:
        if match.seat == 1:
            bot.think(match, 1, Budget(30))
            match.play(bot.choose(match, 1))
            continue
        trees = bot.think(match, 1, Budget(40))
        kept += int(trees[0].visits[0]) > 20
        assert {int(trees[0].key[child]) % MOST_PLAYERS for child in children(trees[0], 0)} == {0}
        match.play(other.choose(match, 0))
    assert kept > 0


@pytest.mark.parametrize("make", [pytest.param(PlainSearcher, marks=pytest.mark.slow), CompiledSearcher])
@pytest.mark.parametrize("name", ["wallet", pytest.param("menagerie", marks=pytest.mark.slow)])
def test_what_only_another_draw_allowed_is_forgotten(name: str, make: Any) -> None:
    """What was drawn in imagined worlds lies below the same move, and cannot be played after what was really drawn."""
    variant = load(name).variant()
    compile_search(variant.game)
    one, match, greedy = make(variant, Settings(1, plies=3, depth=0)), Match(variant, seed=1), find("greedy")
    others = 0
    while match.seat is not None and others < 2:
        seat, legal = match.seat, match.legal_ids
        one.start(match.known(seat), stream=1)
        one.view_as(seat)
        one.grow(100)
        action = max(legal, key=lambda action: (action in moves_of(one.tree), -action))
        match.play(action if len(match.steps) % 2 else greedy.choose(match, seat))
        made = match.steps[-1].action
        if match.seat != seat:
            continue
        one.go_on(match.known(seat), 2, [made * MOST_PLAYERS + seat])
        others += len(set(moves_of(one.tree)) - set(match.legal_ids)) > 0
        one.grow(1)
        assert set(moves_of(one.tree)) <= set(match.legal_ids)
        assert int(one.tree.kids[0]) == len(moves_of(one.tree))
    assert others > 0


def moves_of(tree: Any) -> list[int]:
    return [int(tree.key[child]) // MOST_PLAYERS for child in children(tree, 0)]


@pytest.mark.parametrize("name", ["matrix", "menagerie", "standoff", "wallet", "wtactics"])
def test_a_kept_tree_plays_nothing_that_is_not_possible(name: str) -> None:
    variant = load(name).variant()
    compile_search(variant.game)
    match = Match(variant, seed=11)
    bots = [SearchBot("medium", threads=1, keeps=True) for _ in range(2)]
    for bot in bots:
        bot.wait(variant)
    while match.seat is not None and len(match.steps) < 120:
        bots[1 - match.seat].think(match, 1 - match.seat, Budget(20))
        action = bots[match.seat].choose(match, match.seat)
        assert action in match.legal_ids
        match.play(action)
    assert len(match.steps) > 10


def test_threads_give_the_same_move_every_time(matrix: Variant) -> None:
    bot = SearchBot("ismcts:200", Budget(200), threads=2)
    bot.wait(matrix)
    assert len({bot.choose(Match(matrix, seed=6), 0) for _ in range(3)}) == 1


@pytest.mark.parametrize("make", [PlainSearcher, CompiledSearcher])
def test_few_worlds_are_gone_through_one_by_one(leduc: Variant, make: Any) -> None:
    """The other has one of five cards; in the second round, with one on the table, one of four."""
    match = Match(leduc, seed=2)
    one = make(leduc, Settings(1, worlds=64))
    one.start(match.known(0), stream=3)
    one.grow(1)
    assert int(one.tree.listed) == 5
    match.play("call")
    match.play("call")
    one.start(match.known(0), stream=3)
    one.grow(1)
    assert int(one.tree.listed) == 4


def test_many_worlds_are_drawn(leduc: Variant) -> None:
    one = CompiledSearcher(leduc, Settings(1, worlds=4))
    one.start(Match(leduc, seed=2).known(0), stream=3)
    one.grow(20)
    assert int(one.tree.listed) == 0
