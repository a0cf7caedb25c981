"""What is certain is played: wins at hand, and what a game's payoff says; without `greedy` there is still a guide."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tablewright.bots import find
from tablewright.bots.levels import Settings
from tablewright.bots.search import PlainSearcher, SearchBot, best_action, merged
from tablewright.bots.tree import AGREED, OPEN, Tree, add_child, add_node, back_up, preferred
from tablewright.engine import MOST_PLAYERS, WHOLE_WIN, Game, Match, Variant
from tablewright.games import load

TINY = Path(__file__).parents[2] / "examples" / "tiny"
WHOLE = 10000


def wins_at_once(match: Match) -> list[int]:
    """The moves that end the game with a whole win for the one who makes them."""
    seat, rules, found = match.seat, match.game.rules, []
    for action in match.legal_ids:
        after = match.game.state.copy(match.state)
        rules.apply(after, match.variant.cards, action)
        if rules.over(after, match.variant.cards) and rules.result(after, match.variant.cards, seat) == WHOLE_WIN:
            found.append(action)
    return found


@pytest.mark.parametrize("level", ["medium", "hard:2500"])
def test_wins_at_hand_are_taken(level: str) -> None:
    variant = load("wallet").variant()
    bot, greedy = find(level), find("greedy")
    assert isinstance(bot, SearchBot)
    bot.wait(variant)
    met = 0
    for seed in range(40):
        match = Match(variant, seed)
        while match.seat is not None:
            wins = wins_at_once(match)
            if wins and len(wins) < len(match.legal_ids):
                met += 1
                assert bot.choose(match, match.seat) in wins
            match.play(greedy.choose(match, match.seat))
    assert met > 20


def tree_of(*children: int) -> Any:
    """A root with one child for each key."""
    tree = Tree.plain()
    add_node(tree, 0)
    before = 0
    for key in children:
        before = add_child(tree, 0, before, key)
    return tree


def visit(tree: Any, path: list[int], winner: int, full: bool = True) -> None:
    for i, node in enumerate(path, 1):
        tree.path[i] = node
        tree.full[i] = full
    tree.share[0], tree.share[1] = (WHOLE, 0) if winner == 1 else (0, WHOLE) if winner == 2 else (5000, 5000)
    back_up(tree, len(path), winner)


def test_a_proof_needs_worlds_that_agree_and_one_refutes_it() -> None:
    tree = tree_of(0, MOST_PLAYERS)
    for _ in range(9):
        visit(tree, [2], winner=0)
    for _ in range(AGREED - 1):
        visit(tree, [1], winner=1)
    assert preferred(tree) == MOST_PLAYERS  # more visits, and nothing is sure yet
    visit(tree, [1], winner=1)
    assert preferred(tree) == 0
    assert best_action([tree]) == 0
    visit(tree, [1], winner=2)
    assert tree.proof[1] == OPEN
    assert preferred(tree) == MOST_PLAYERS


def test_a_move_that_every_answer_refutes_is_avoided() -> None:
    tree = tree_of(0, MOST_PLAYERS)
    answer = add_child(tree, 1, 0, 5 * MOST_PLAYERS + 1)
    for _ in range(9):
        visit(tree, [1], winner=0)
    visit(tree, [2], winner=0)
    assert preferred(tree) == 0
    for _ in range(AGREED):
        visit(tree, [1, answer], winner=2)
    assert tree.proof[1] == 2
    assert preferred(tree) == MOST_PLAYERS


def test_an_answer_that_wins_only_proves_what_all_answers_prove() -> None:
    tree = tree_of(0)
    answer = add_child(tree, 1, 0, 5 * MOST_PLAYERS + 1)
    visit(tree, [1], winner=0)
    visit(tree, [1, answer], winner=1, full=False)  # the other seat has moves that were not looked at
    assert tree.proof[1] == 0
    visit(tree, [1, answer], winner=1)
    assert tree.proof[1] == 1


def edited(folder: Path, *edits: tuple[str, str]) -> Game:
    """The example game with other rules."""
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "rules.py").read_text("utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "rules.py").write_text(text, "utf-8")
    return load(str(folder))


LEAST = """

@rule
def payoff(s: State, k: Cards, p: int) -> int:
    return -s.points[p]


def payoff_range(k: Cards) -> tuple[int, int]:
    return -24, 0


@rule
def over("""


def chosen(variant: Variant, settings: Settings, seeds: int = 20) -> float:
    """The mean score of a search against random play."""
    total = 0
    for seed in range(seeds):
        match, other = Match(variant, seed), find("random")
        one = PlainSearcher(variant, settings)
        while match.seat is not None:
            if match.seat == 0:
                one.start(match.known(0), seed)
                one.grow(settings.iterations)
                match.play(best_action([one.tree]))
            else:
                match.play(other.choose(match, match.seat))
        assert match.outcome is not None
        total += match.outcome.scores[0]
    return total / seeds


@pytest.mark.slow
def test_it_plays_for_the_payoff(tmp_path: Path) -> None:
    """A game in which points are bad, though they still decide who wins."""
    most = chosen(load(str(TINY)).variant(), Settings(60))
    least = chosen(edited(tmp_path / "least", ("\n\n@rule\ndef over(", LEAST)).variant(), Settings(60))
    assert least < most - 0.8


def test_without_greedy_it_tries_first_what_looks_best_at_once() -> None:
    variant = load(str(TINY)).variant()
    assert "greedy" not in variant.game.hooks()
    for seed in range(6):
        match = Match(variant, seed)
        one = PlainSearcher(variant, Settings(1))
        one.start(match.known(0), stream=seed)
        one.grow(1)
        [(action, _)] = [item for item in merged([one.tree]).items() if item[1][0]]
        assert after(match, action) == max(after(match, other) for other in match.legal_ids)


def after(match: Match, action: int) -> int:
    """The score that a move leads to at once."""
    state, seat = match.game.state.copy(match.state), match.seat
    assert seat is not None
    match.game.rules.apply(state, match.variant.cards, action)
    return int(match.game.rules.score(state, match.variant.cards, seat))


def test_what_a_game_calls_pointless_is_not_tried() -> None:
    """WTactics: no level abandons a quest (WTA-17.4), though it may nearly always, and nearly nothing is lost by it."""
    variant = load("wtactics").variant()
    bot, greedy = find("medium"), find("greedy")
    assert isinstance(bot, SearchBot)
    bot.wait(variant)
    met = 0
    for seed in range(4):
        match = Match(variant, seed)
        while match.seat is not None and met < 40 * (seed + 1):
            offered = {action for action in match.legal_ids if match.game.blocks.decode(action)[0] == "abandon"}
            if offered and len(offered) < len(match.legal_ids):
                met += 1
                assert bot.choose(match, match.seat) not in offered
            match.play(greedy.choose(match, match.seat))
    assert met > 100
