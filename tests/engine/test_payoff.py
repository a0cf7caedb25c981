"""What a game may say about what its players want: payoffs of a stated range, instead of shares of the win."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from tablewright.bots import find
from tablewright.engine import CardsError, Game, Match, assert_conforms, check
from tablewright.games import load

TINY = Path(__file__).parent / "handmade"
PAYOFF = """

@rule
def payoff(s: State, k: Cards, p: int) -> int:
    together = 0
    for other in range(k.players):
        together += s.points[other]
    return {value}


def payoff_range(k: Cards) -> tuple[int, int]:
    return {limits}
"""
TOGETHER = PAYOFF.format(value="together", limits="(0, 24)")


def game(folder: Path, more: str, old: str = "", new: str = "") -> Game:
    """The example game with payoffs, and one further edit."""
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new) + more, "utf-8")
    return load(str(folder))


def played_out(match: Match, bot: str = "random") -> Match:
    chooser = find(bot)
    while match.seat is not None:
        match.play(chooser.choose(match, match.seat))
    return match


def test_a_cooperative_game_conforms_in_both_modes(tmp_path: Path) -> None:
    """All get the same, and with nothing scored nobody has won."""
    made = game(tmp_path / "together", TOGETHER, "return WHOLE_WIN // tied", "return WHOLE_WIN if s.points[p] else 0")
    assert_conforms(made, games=20)
    outcome = played_out(Match(made.variant(), 3)).outcome
    assert outcome is not None
    assert set(outcome.payoffs) == {Fraction(sum(outcome.scores))}


def test_without_payoffs_they_are_the_shares(tiny: Game) -> None:
    outcome = played_out(Match(tiny.variant(), 3)).outcome
    assert outcome is not None
    assert outcome.payoffs == outcome.shares
    assert tiny.variant().payoff_range == (0, 12)


def test_who_forfeits_gets_the_least(tmp_path: Path) -> None:
    match = Match(game(tmp_path / "forfeit", PAYOFF.format(value="together", limits="(-3, 24)")).variant(3), 1)
    match.penalize("no answer")
    assert match.outcome is not None
    assert list(map(int, match.outcome.payoffs)) == [-3, 24, 24]


def test_payoffs_outside_of_their_range_are_caught(tmp_path: Path) -> None:
    made = game(tmp_path / "beyond", PAYOFF.format(value="together * 9", limits="(0, 9)"))
    report = check(made.variant(), games=5, compiled=False)
    assert [failure.check for failure in report.failures] == ["payoff"]
    assert "payoff_range says 0 to 9" in report.failures[0].message


def test_both_parts_are_needed_and_the_range_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(CardsError, match="both payoff and payoff_range"):
        game(tmp_path / "half", TOGETHER.split("def payoff_range")[0])
    with pytest.raises(CardsError, match=r"payoff_range is \(5, 5\)"):
        game(tmp_path / "empty", PAYOFF.format(value="together", limits="(5, 5)")).variant()


def test_greedy_looks_at_payoffs(tmp_path: Path) -> None:
    """Whoever is paid for a high count plays high; without a measure of its own the game has nothing else to go by."""
    made = game(tmp_path / "high", PAYOFF.format(value="int(s.count)", limits="(0, 99)"), "def measure(", "def unused(")
    match = Match(made.variant(), 5)
    assert find("greedy").choose(match, 0) == max(match.legal_ids)
