"""The example game of docs/new-game.md does all that a game must."""

import tomllib
from pathlib import Path

import pytest

from tablewright.engine import Game, Match, PositionError, assert_conforms, check_cards, coverage


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_conforms(tiny: Game, players: int) -> None:
    assert_conforms(tiny, games=60, players=players)


def test_every_clause_has_a_test(tiny: Game) -> None:
    found = coverage(tiny, Path(__file__).parent)
    assert [clause.number for clause in found.missing] == []
    assert found.unknown == {}
    assert len(found.clauses) == 9


@pytest.mark.clause("TNY-H.1")
def test_other_hands_and_draws_are_hidden(tiny: Game) -> None:
    match = Match(tiny.variant(), 0)
    match.play(match.legal_ids[0])
    hand = next(zone for zone in match.view(1).table.zones if zone.owner == 0)
    assert len(hand.items) == 3
    assert all(item.hidden and item.text == "" for item in hand.items)
    assert match.log(1)[1] == match.log(None)[1] == "A draws a card."
    assert match.log(0)[1] != "A draws a card."


def test_its_whole_folder_is_at_most_200_lines(tiny: Game) -> None:
    files = [path for path in tiny.folder.iterdir() if path.is_file()]
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    assert {"rules.py", "view.py", "cards.toml", "rulebook.md"} <= {path.name for path in files}
    assert len(lines) <= 200
    assert max(map(len, lines)) <= 120


def test_the_table_follows_from_zones_and_decisions(tiny: Game) -> None:
    match = tiny.start(players=2, seed=3)
    table = match.view(0).table
    assert [zone.title for zone in table.zones] == ["Your hand", "Hand of B", "Played"]
    assert [(counter.title, counter.value) for counter in table.counters][:2] == [
        ("Cards in the deck", "6"),
        ("Points", "0"),
    ]
    assert table.prompt.text == "Play a card."
    assert len(table.blocked) + len(match.legal_ids) == 6


def test_a_position_in_which_nothing_can_be_done_is_refused(tiny: Game) -> None:
    with pytest.raises(PositionError, match="A is to decide, but can do nothing"):
        tiny.start(position={"hands": {"A": [], "B": [1]}, "to_move": "A"})


def test_too_many_players_for_the_deck(tiny: Game) -> None:
    with pytest.raises(Exception, match="12 cards are not enough for 4 hands"):
        tiny.variant(4, None, {"hand_size": 4})


def test_the_card_file_of_the_documentation_is_one() -> None:
    text = (Path(__file__).parents[1] / "docs" / "new-game.md").read_text("utf-8")
    shown = tomllib.loads(text.split("```toml\n")[1].split("```")[0])
    cards = check_cards(shown)
    assert cards.resolve(None, "long", {})[1].cards["dragon"]["copies"] == 2
