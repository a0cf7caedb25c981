"""The expectations of the games that ship: true, and known to be so where a game is unfair."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.besides import besides

from tablewright import games
from tablewright.lab.expect import judge, read_expectations

FOLDER = Path(__file__).parent.parent / "balance"
FILES = sorted(FOLDER.glob("*.toml"))
FEW, FEWER = 1000, 40  # the whole files are for: tablewright expect


def test_every_game_has_its_expectations() -> None:
    assert set(games.names()) <= {path.stem for path in FILES}


@pytest.mark.parametrize(
    "path", besides([FOLDER / "matrix.toml", FOLDER / "wallet.toml"], FILES), ids=lambda path: path.stem
)
def test_no_expectation_is_broken(path: Path) -> None:
    whole = read_expectations(path, games.finder())
    file = replace(whole, games=min(whole.games, FEW), survey=min(whole.survey, FEWER))
    judged = judge(file)
    assert [one.expectation.metric for one in judged if one.outcome == "broken"] == []
    assert any(one.outcome == "holds" for one in judged)


def test_a_file_would_notice_a_change() -> None:
    """The same file, with a wallet game in which anybody may begin, is broken."""
    file = read_expectations(FOLDER / "wallet.toml", games.finder())
    fair = games.load("wallet").variant(changes={"start_player": "random"})
    changed = replace(file, variant=fair, games=FEW, survey=0, expectations=file.expectations[:1])
    assert [one.outcome for one in judge(changed)] == ["broken"]
