"""The search knows what its seat knows and no more, counts right, stays in its memory, and is one program twice."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tablewright.bots import find, search
from tablewright.bots.habits import Habits
from tablewright.bots.ismcts import NODES, WHOLE, Tree, preferred
from tablewright.bots.levels import Budget, Settings
from tablewright.bots.search import CompiledSearcher, PlainSearcher, SearchBot, chooser_of, merged
from tablewright.engine import DETERMINIZE, ESTIMATE, GREEDY, MOST_PLAYERS, Game, Match, Variant, mixed
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate

GUESS = str(Path(__file__).parent / "guess")
TURNS = 12


@pytest.fixture(scope="module")
def guess() -> Game:
    return load(GUESS)


@pytest.fixture(scope="module")
def matrix() -> Variant:
    variant = load("matrix").variant()
    search.compile_search(variant.game)
    return variant


@pytest.fixture(params=["plain", "compiled"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def searcher(mode: str, variant: Variant, settings: Settings) -> Any:
    return PlainSearcher(variant, settings) if mode == "plain" else CompiledSearcher(variant, settings)


def nodes(tree: Any) -> list[tuple[int, ...]]:
    """The tree as far as it is used."""
    used = int(tree.used)
    names = ("key", "first", "next", "visits", "offered", "won")
    return [tuple(int(getattr(tree, name)[i]) for name in names) for i in range(used)]


def hits(game: Game, open_cards: bool) -> float:
    """How often the search names the right number."""
    variant = game.variant(changes={"open": open_cards})
    games = 60
    made = simulate(variant, [chooser_of("search", Settings(150))], games, executor=Threads(1))
    return float(made.scores.mean.sum()) / TURNS


def test_it_never_foresees_chance_nor_sees_hidden_cards(guess: Game) -> None:
    # 720 guesses with a chance of 1/6 each: four standard deviations are 0.056
    assert abs(hits(guess, open_cards=False) - 1 / 6) < 0.056


def test_it_uses_what_it_may_see(guess: Game) -> None:
    assert hits(guess, open_cards=True) > 0.9


def test_the_real_generator_changes_nothing_in_the_search(guess: Game, mode: str) -> None:
    """Two positions that differ only in what chance will bring give the same tree, node by node."""
    variant = guess.variant()
    trees = []
    for real in (1, 99):
        match = Match(variant, seed=4)
        match.state.rng = mixed(real, 0)
        one = searcher(mode, variant, Settings(1))
        one.start(match.state, stream=5)
        one.grow(200)
        trees.append(nodes(one.tree))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("settings", [Settings(1), Settings(1, widening=10), Settings(1, depth=3, exploration=200)])
def test_plain_and_compiled_grow_the_same_tree(matrix: Variant, settings: Settings) -> None:
    trees = []
    for mode in ("plain", "compiled"):
        one = searcher(mode, matrix, settings)
        one.start(Match(matrix, seed=8).state, stream=3)
        one.grow(150)
        trees.append(nodes(one.tree))
    assert trees[0] == trees[1]


def test_the_same_seed_gives_the_same_move(matrix: Variant) -> None:
    bot = SearchBot("ismcts:300", Budget(300))
    bot.wait(matrix)
    moves = {bot.choose(Match(matrix, seed=12), 0) for _ in range(3)}
    assert len(moves) == 1


def test_the_counts_add_up(matrix: Variant, mode: str) -> None:
    one = searcher(mode, matrix, Settings(1))
    one.start(Match(matrix, seed=2).state, stream=1)
    one.grow(200)
    tree = one.tree
    below_root = search.children(tree, 0)
    assert tree.visits[0] == 200 == sum(tree.visits[child] for child in below_root)
    assert int(tree.used) == 201  # one new node an iteration
    assert sum(int(x) for x in tree.total) == pytest.approx(200 * WHOLE, rel=0.001)
    for child in below_root:
        assert tree.visits[child] <= tree.offered[child] <= tree.visits[0]
        assert 0 <= tree.won[child] <= tree.visits[child] * WHOLE


def test_children_are_sorted_and_their_seat_is_the_one_who_decides(matrix: Variant) -> None:
    match = Match(matrix, seed=2)
    one = PlainSearcher(matrix, Settings(1))
    one.start(match.state, stream=1)
    one.grow(100)
    keys = [one.tree.key[child] for child in search.children(one.tree, 0)]
    assert keys == sorted(keys)
    assert {key % MOST_PLAYERS for key in keys} == {match.seat}
    assert {key // MOST_PLAYERS for key in keys} <= set(match.legal_ids)


def test_widening_limits_the_children(matrix: Variant) -> None:
    counts = []
    for widening in (0, 10):
        one = PlainSearcher(matrix, Settings(1, widening=widening))
        one.start(Match(matrix, seed=2).state, stream=1)
        one.grow(64)
        counts.append(len(search.children(one.tree, 0)))
    assert counts[0] > 10
    assert counts[1] <= 9


def spy(one: PlainSearcher, hook: int, note: Callable[[Any], int]) -> list[int]:
    """What can be said of every state that a rule is called with."""
    seen: list[int] = []
    called = one.kit.rule[hook]

    def watched(s: Any, k: Any, x: int) -> int:
        seen.append(note(s))
        return called(s, k, x)

    one.kit.rule[hook] = watched
    return seen


def test_moves_are_compared_in_the_same_worlds(matrix: Variant) -> None:
    one = PlainSearcher(matrix, Settings(1))
    worlds = spy(one, DETERMINIZE, lambda s: int(s.rng))
    luck: dict[int, set[int]] = {}
    one.start(Match(matrix, seed=2).state, stream=1)
    for _ in range(120):
        before = merged([one.tree])
        one.grow(1)
        after = merged([one.tree])
        action = next(action for action in after if after[action] != before.get(action, (0, 0)))
        luck.setdefault(after[action][0], set()).add(worlds[-1])
    assert max(luck) > 2
    assert all(len(seen) == 1 for seen in luck.values())
    assert len(set.union(*luck.values())) == len(luck)


@pytest.mark.parametrize("turns", [1, 3])
def test_playouts_are_judged_at_the_start_of_a_turn(turns: int) -> None:
    variant = load("wallet").variant()
    match = Match(variant, seed=2)
    for _ in range(8):
        match.play(match.legal_ids[0])
    one, rules = PlainSearcher(variant, Settings(1, depth=1000, turns=turns)), variant.game.rules
    judged = spy(one, ESTIMATE, lambda s: int(rules.turns(s, variant.cards)))
    one.start(match.state, stream=1)
    one.grow(20)
    assert set(judged) == {rules.turns(match.state, variant.cards) + turns}


def test_plies_limit_the_depth_of_the_tree(matrix: Variant, mode: str) -> None:
    sizes = []
    for plies in (1, 2, 0):
        one = searcher(mode, matrix, Settings(1, plies=plies, exploration=20))
        one.start(Match(matrix, seed=2).state, stream=1)
        one.grow(300)
        below_root = search.children(one.tree, 0)
        answers = [len(search.children(one.tree, child)) for child in below_root]
        sizes.append((int(one.tree.used), 1 + len(below_root), 1 + len(below_root) + sum(answers)))
    assert [used == flat for used, flat, _ in sizes] == [True, False, False]
    assert [used == two for used, _, two in sizes] == [True, True, False]


def advised_searcher(matrix: Variant, settings: Settings) -> tuple[PlainSearcher, int]:
    """A search in a game whose own bot always plays the last move of the list, and that move."""
    one, match = PlainSearcher(matrix, settings), Match(matrix, seed=2)
    one.kit.rule[GREEDY] = lambda s, k, m: m.a[matrix.game.rules.legal(s, k, m) - 1]
    one.kit.has[GREEDY] = 1
    one.start(match.state, stream=1)
    return one, match.legal_ids[-1]


def test_the_games_own_bot_says_what_to_try_first(matrix: Variant) -> None:
    one, last = advised_searcher(matrix, Settings(1))
    one.grow(1)
    assert [action for action, (visits, _) in merged([one.tree]).items() if visits] == [last]


def test_without_advice_anything_is_tried_first(matrix: Variant) -> None:
    one, _ = advised_searcher(matrix, Settings(1, advice=0))
    one.grow(1)
    assert one.tree.advised == -1


@pytest.mark.parametrize(("caution", "follows"), [(10_000, True), (1, False)])
def test_caution_needs_proof_to_leave_what_greedy_would_play(matrix: Variant, caution: int, follows: bool) -> None:
    one, last = advised_searcher(matrix, Settings(1, caution=caution))
    one.grow(200)
    assert (search.best_action([one.tree]) == last) is follows
    assert preferred(one.tree) // MOST_PLAYERS == search.best_action([one.tree])


def test_playouts_follow_the_games_own_bot(matrix: Variant) -> None:
    asked = []
    one, _ = advised_searcher(matrix, Settings(1, greed=100, advice=0))
    bot = one.kit.rule[GREEDY]
    one.kit.rule[GREEDY] = lambda s, k, m: asked.append(1) or bot(s, k, m)  # type: ignore[func-returns-value]
    one.grow(1)
    assert len(asked) == matrix.bound - 1


def test_every_seat_gets_its_own_reward() -> None:
    """With three players the tree's shares of all seats add up to one win an iteration."""
    variant = load(GUESS).variant(players=3)
    one = PlainSearcher(variant, Settings(1))
    one.start(Match(variant, seed=1).state, stream=1)
    one.grow(60)
    assert sum(one.tree.total) == pytest.approx(60 * WHOLE, rel=0.001)
    assert all(total > 0 for total in one.tree.total[:3])
    assert not any(one.tree.total[3:])


def test_a_full_tree_is_searched_but_grows_no_further(matrix: Variant, mode: str) -> None:
    one = searcher(mode, matrix, Settings(1))
    one.start(Match(matrix, seed=1).state, stream=1)
    one.grow(50)
    one.tree.used = NODES - 10
    one.grow(50)
    assert int(one.tree.used) == NODES
    assert int(one.tree.visits[0]) == 100


def test_the_memory_of_a_tree_is_what_it_says() -> None:
    assert Tree.size < 39 * NODES + Habits.size + 10_000


@pytest.mark.parametrize("threads", [1, 2])
def test_several_threads_share_the_budget(matrix: Variant, threads: int) -> None:
    bot = SearchBot("ismcts:400", Budget(400), threads)
    bot.wait(matrix)
    match = Match(matrix, seed=6)
    trees = bot.think(match, match.seat or 0, Budget(400))
    assert len(trees) == threads
    assert sum(visits for visits, _ in merged(trees).values()) == 400


def test_a_budget_of_time_is_spent(matrix: Variant) -> None:
    bot = find("ismcts:20ms")
    assert isinstance(bot, SearchBot)
    bot.wait(matrix)
    match = Match(matrix, seed=6)
    assert bot.choose(match, match.seat or 0) in match.legal_ids
    assert bot.remark == ""


def test_a_search_with_a_budget_of_time_is_not_for_simulations(matrix: Variant) -> None:
    with pytest.raises(Exception, match="cannot play in bulk"):
        find("ismcts:20ms").chooser(matrix)


class NeverDone(search.Warmup):
    """A compiler that does not finish."""

    def start(self, game: Game) -> None:
        self.asked = game

    def done(self, game: Game) -> bool:
        return False


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> NeverDone:
    warmup = NeverDone()
    monkeypatch.setattr(search, "WARMUP", warmup)
    return warmup


def test_greedy_plays_while_the_compiler_is_busy_and_says_so(matrix: Variant, busy: NeverDone) -> None:
    match = Match(matrix, seed=6)
    bot = find("hard")
    assert not bot.ready(matrix)
    assert bot.choose(match, match.seat or 0) == find("greedy").choose(match, match.seat or 0)
    assert bot.remark == "hard is still warming up for matrix; greedy made this move"
    assert busy.asked is matrix.game


def test_without_numba_the_search_runs_as_written(matrix: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "numba", lambda: None)
    bot = find("ismcts:800")
    match = Match(matrix, seed=6)
    assert bot.ready(matrix)
    assert bot.choose(match, match.seat or 0) in match.legal_ids


def test_a_forced_move_costs_no_search(matrix: Variant) -> None:
    position = {"board": "123/456/789", "hands": {"N": ["rotate_clockwise"], "S": ["rotate_clockwise"]}}
    match = Match(matrix, seed=1, position=position)
    assert find("hard").choose(match, match.seat or 0) == match.legal_ids[0]


def test_settings_reach_the_tree(mode: str, matrix: Variant) -> None:
    settings = Settings(7, depth=5, exploration=432, widening=3, sense=50, greed=20, caution=300, advice=0)
    tree = searcher(mode, matrix, settings).tree
    assert {name: int(getattr(tree, name)) for name in asdict(settings)} == asdict(settings)
