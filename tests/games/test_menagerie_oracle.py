"""The rules of Menagerie against a second implementation, decision by decision."""

from random import Random
from typing import Any

import pytest

from tablewright.engine import Game, Match, Move
from tablewright.games import load
from tests.besides import besides
from tests.games.menagerie_oracle import Oracle
from tests.games.oracles import dump, play_beside
from tests.games.test_menagerie import SWITCHES

KEYS = (
    *("tableaus", "vp", "drafts", "last_combat", "refills_used", "powers"),
    *("market", "deck", "discard", "start", "round"),
)
WEIGHTS = {"sell": 2, "merge": 2, "refill": 2, "discard": 1, "decline": 1, "skip": 1, "tuck": 8, "swap": 6}
OFTEN = 5


@pytest.fixture
def menagerie() -> Game:
    return load("menagerie")


@pytest.mark.parametrize("players", besides([3], [2, 3, 4]))
@pytest.mark.parametrize("edition", ["default", "second"])
def test_both_implementations_play_the_same_games(menagerie: Game, edition: str, players: int) -> None:
    for seed in range(2):
        compare(menagerie, players, edition, {}, seed)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["default", pytest.param("second", marks=pytest.mark.slow)])
@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_both_implementations_read_every_switch_alike(menagerie: Game, edition: str, switch: dict[str, Any]) -> None:
    compare(menagerie, 2 if "prize_second_2p" in switch else 3, edition, switch, 1)


def compare(game: Game, players: int, edition: str, switch: dict[str, Any], seed: int) -> None:
    match, dice = Match(game.variant(players, edition, switch), seed), Random(seed)
    rulebook, order = game.folder / "rulebook.md", list(game.cards.cards)
    oracle = Oracle(rulebook, dump(match), match.state.rng, order, edition=edition, **switch)
    decisions = oracle.play()
    play_beside(match, oracle, decisions, KEYS, lambda texts: pick(dice, texts), written)
    assert match.outcome is not None
    assert [p for p, vp in enumerate(oracle.vp) if vp == max(oracle.vp)] == list(match.outcome.winners)


def written(move: Move) -> str:
    """An insert by its spaces, from the facts of the row that it leads to; any other move as it is typed."""
    if not move.text.startswith("insert"):
        return move.text
    row, new = move.facts["row"], move.facts["new"]
    assert isinstance(row, tuple)
    assert isinstance(new, int)
    occupied = [str(i) for i, stack in enumerate(row, 1) if stack]
    return f"insert {new + 1} of {' '.join(occupied)}"


def pick(dice: Random, texts: list[str]) -> str:
    """A kind of move first, so that the many inserts do not crowd out the rest."""
    verbs = sorted({text.split()[0] for text in texts})
    verb = dice.choices(verbs, [WEIGHTS.get(verb, OFTEN) for verb in verbs])[0]
    return dice.choice([text for text in texts if text.split()[0] == verb])
