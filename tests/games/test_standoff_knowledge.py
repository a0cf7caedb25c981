"""What is hidden in Standoff, and what each player has learnt (Hidden information, STA-12, STA-14)."""

from collections import Counter
from typing import Any

import pytest

from tablewright.engine import Match, mixed
from tablewright.games import load
from tablewright.games.standoff.state import KINDS

STANDOFF = load("standoff")


def match_of(seats: int = 2, changes: dict[str, Any] | None = None, **given: Any) -> Match:
    return Match(STANDOFF.variant(seats, None, changes or {}), 0, given)


def believed(match: Match, viewer: int | None, tries: int = 200) -> list[dict[str, Any]]:
    """The positions that a viewer cannot tell from the real one, as random redeals give them."""
    found = []
    for seed in range(tries):
        world: Any = STANDOFF.state.copy(match.state)
        world.rng = mixed(seed, 5)
        STANDOFF.rules.determinize(world, match.variant.cards, -1 if viewer is None else viewer)
        found.append(STANDOFF.position.dump(world, match.variant.cards))
    return found


def hands(match: Match, viewer: int | None, holder: str) -> Counter[tuple[str, ...]]:
    return Counter(tuple(world["players"][holder]["hand"]) for world in believed(match, viewer))


@pytest.mark.clause("STA-12.1")
def test_a_player_knows_hand_and_deck_together_and_nothing_more() -> None:
    match = match_of(players={"P1": {"hand": ["hack"], "deck": ["blitz"], "discard": ["steve"]}})
    assert set(hands(match, 0, "P1")) == {("hack",), ("blitz",)}
    assert set(hands(match, None, "P1")) == {("hack",), ("blitz",)}
    assert set(hands(match, 1, "P1")) == {("hack",)}


@pytest.mark.clause("STA-12.2")
def test_any_card_of_a_deck_is_on_top_with_equal_chance() -> None:
    match = match_of(players={"P0": {"deck": ["3 poly_1", "hack"]}})
    draw = match.find("draw")
    drawn: Counter[str] = Counter()
    for seed in range(2000):
        state: Any = STANDOFF.state.copy(match.state)
        state.rng = mixed(seed, 5)
        STANDOFF.rules.apply(state, match.variant.cards, draw)
        drawn[KINDS[state.hand[0].index(1)]] += 1
    assert drawn["poly_1"] + drawn["hack"] == 2000
    assert abs(drawn["hack"] - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5


@pytest.mark.clause("STA-8.3")
def test_the_hacker_remembers_the_hand_and_a_third_player_does_not() -> None:
    given = {
        "P0": {"hand": ["hack"]},
        "P2": {"hand": ["credit_2", "horse", "poly_4"], "deck": ["4 poly_1"]},
    }
    match = match_of(3, credits=2, players=given)
    match.play("play:hack")
    assert set(hands(match, 0, "P2")) == {("poly_4", "credit_2", "horse")}
    assert len(hands(match, 1, "P2")) > 1
    match.play("credit_2")
    assert set(hands(match, 0, "P2")) == {("poly_4", "horse")}
    assert len(hands(match, 1, "P2")) > 1
    assert "in hand for certain: 4-polyomino, Horse" in zone(match, 0, "hidden.P2").note
    assert "certain" not in zone(match, 1, "hidden.P2").note


def zone(match: Match, seat: int | None, name: str) -> Any:
    return next(zone for zone in match.view(seat).table.zones if zone.id == name)


@pytest.mark.clause("STA-8.3", "STA-12.1")
def test_what_leaves_the_hand_in_the_open_is_forgotten() -> None:
    players = {"P0": {"hand": ["credit_1", "poly_1"], "deck": ["3 poly_2"]}}
    match = match_of(players=players, known={"P1": {"P0": ["credit_1", "poly_1"]}})
    match.play("discard:poly_1")
    assert set(hands(match, 1, "P0")) == {("credit_1",)}
    match.play("draw")
    assert set(hands(match, 1, "P0")) == {("poly_2", "credit_1")}


@pytest.mark.clause("STA-12.2")
def test_a_reshuffle_shows_that_the_deck_was_empty() -> None:
    """Whoever reshuffles had no deck, so that hand is known to all; only the new draws are not."""
    match = match_of(players={"P0": {"hand": ["poly_1", "hack"], "discard": ["credit_1", "credit_2"]}})
    assert set(hands(match, 1, "P0")) == {("poly_1", "hack")}
    match.play("draw")
    for viewer in (1, None):
        assert set(hands(match, viewer, "P0")) == {("poly_1", "credit_1", "hack"), ("poly_1", "credit_2", "hack")}


@pytest.mark.clause("STA-14.1", "STA-8.11")
def test_a_planted_horse_is_known_to_be_in_the_deck_until_cards_are_drawn() -> None:
    players = {"P0": {"hand": ["trojan", "5 poly_2"]}, "P1": {"hand": ["2 poly_1"], "deck": ["3 credit_1"]}}
    match = match_of(credits=1, players=players)
    match.play("play:trojan")
    assert all("horse" not in hand for hand in hands(match, 0, "P1"))
    assert len(hands(match, 0, "P1")) == 3
    match.play("end")
    match.play("draw")
    seen = hands(match, 0, "P1")
    assert any("horse" in hand for hand in seen)
    assert any("horse" not in hand for hand in seen)


@pytest.mark.clause("STA-8.11", "STA-12.1")
def test_a_horse_in_an_empty_deck_tells_the_hand() -> None:
    players = {"P0": {"hand": ["trojan", "5 poly_2"]}, "P1": {"hand": ["2 poly_1", "hack"]}}
    match = match_of(credits=1, players=players)
    match.play("play:trojan")
    assert set(hands(match, 0, "P1")) == {("2 poly_1", "hack")}
    assert match.state.known[0][1] == match.state.hand[1]


@pytest.mark.clause("STA-14.5")
def test_with_a_bonus_a_drawn_horse_is_known_to_all() -> None:
    players = {"P0": {"hand": ["trojan", "5 poly_2"]}, "P1": {"hand": ["2 poly_1"], "deck": ["5 credit_1"]}}
    match = match_of(2, {"horse_bonus_credits": 2}, credits=1, players=players)
    match.play("play:trojan")
    match.play("end")
    while match.state.actions_left and not match.state.bonus[0]:
        match.play("draw")
        seen = any("horse" in hand for hand in hands(match, 0, "P1"))
        assert seen == bool(match.state.bonus[0])
    assert all("horse" in hand for hand in hands(match, 0, "P1")) == bool(match.state.bonus[0])


@pytest.mark.clause("STA-8.13")
def test_a_fetched_card_stays_secret() -> None:
    players = {"P0": {"hand": ["early_access"], "deck": ["hack", "blitz", "emp"]}}
    match = match_of(credits=1, players=players)
    match.play("play:early_access")
    match.play("emp")
    assert set(hands(match, 1, "P0")) == {("hack",), ("blitz",), ("emp",)}
    assert "takes a card from the deck" in " ".join(match.log(1))
    assert "emp" not in " ".join(match.log(1, since=1))


@pytest.mark.clause("STA-11.3")
def test_the_log_names_drawn_cards_to_their_owner_only() -> None:
    match = match_of(players={"P0": {"deck": ["blitz"]}})
    match.play("draw")
    assert match.log(0) == ["You draw Blitz."]
    assert match.log(1) == ["P0 draws 1 card."]
    assert match.log(None) == ["P0 draws 1 card."]
