"""Bots by name, and what is said about names that are none."""

from dataclasses import replace
from pathlib import Path

import pytest

from tablewright.bots import BotError, find, play_out
from tablewright.bots.search import SearchBot
from tablewright.bots.stepping import player
from tablewright.engine import Match
from tablewright.games import load
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule

PLANTED = Path(__file__).parent.parent / "lab" / "planted"


@pytest.mark.parametrize(
    "name", ["random", "hasty", "greedy", "easy", "medium", "hard", "expert", "ismcts:20", "ismcts:30ms"]
)
def test_every_name_is_a_bot(name: str) -> None:
    assert find(name).name == name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hrad", "unknown bot 'hrad'; did you mean 'hard'?"),
        ("", "unknown bot ''"),
        ("ismcts", "needs a budget"),
        ("ismcts:0", "a budget of 0"),
        ("ismcts:abc", "'abc' is not a budget"),
        ("ismcts:-5", "'-5' is not a budget"),
        ("ismcts:0ms", "a budget of 0"),
        ("ismcts:999999999999", "may be up to"),
        ("ismcts:2h", "is not a budget"),
        ("hard:often", "'often' is not a budget"),
        ("greedy:300", "'greedy' takes no budget"),
    ],
)
def test_a_name_that_is_none(name: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as caught:
        find(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["random", "hasty", "greedy"])
def test_simple_bots_decide_without_a_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.engine.compiler.numba", lambda: pytest.fail("the compiler was asked for"))
    match = Match(load("matrix").variant(), seed=3)
    play_out(match, [find(name), find("random")])
    assert match.over


def test_greedy_beats_random() -> None:
    won = 0.0
    for seed in range(20):
        match = Match(load("matrix").variant(), seed)
        bots = [find("greedy"), find("random")]
        play_out(match, bots if seed % 2 else bots[::-1])
        assert match.outcome is not None
        won += float(match.outcome.shares[1 - seed % 2])
    assert won >= 13


def test_a_bot_plays_the_same_game_again() -> None:
    games = []
    for _ in range(2):
        match = Match(load("matrix").variant(), seed=11)
        play_out(match, [find("random"), find("greedy")])
        games.append([step.action for step in match.steps])
    assert games[0] == games[1]


def test_a_level_with_another_budget_keeps_its_settings() -> None:
    variant = load("menagerie").variant()
    cheap, usual = find("hard:7"), find("hard")
    assert isinstance(cheap, SearchBot)
    assert isinstance(usual, SearchBot)
    assert cheap.settings(variant) == replace(usual.settings(variant), iterations=7)
    assert find("learned").name == "learned"


def test_hasty_is_greedy_where_a_game_has_no_greedy_of_its_own() -> None:
    games_of = {name: load(name).variant() for name in ("matrix", str(PLANTED))}
    same = {}
    for name, variant in games_of.items():
        hasty, greedy = (collect(variant, [player(bot, variant)], StopRule(60)) for bot in ("hasty", "greedy"))
        same[name] = bool((hasty.scores == greedy.scores).all())
    assert same == {"matrix": False, str(PLANTED): True}
