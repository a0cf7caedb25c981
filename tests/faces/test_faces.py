"""Faces are drawn from a game's own templates; only its cards and its back have one."""

import re

import pytest

from tablewright.faces import _template_of, face, has_face
from tablewright.games import load, names


@pytest.mark.parametrize("game", names())
def test_every_card_of_a_game_with_faces_can_be_drawn(game: str) -> None:
    assert all(has_face(load(game), card) for card in load(game).cards.cards)


@pytest.mark.parametrize("kind", ["card", "art", "", "x" * 300, "../cards", "no_such_card"])
@pytest.mark.parametrize("game", names())
def test_what_is_no_card_has_no_face(game: str, kind: str) -> None:
    assert not has_face(load(game), kind)


def test_asking_for_what_is_no_card_takes_no_memory() -> None:
    game = load("matrix")
    before = _template_of.cache_info().currsize
    assert not any(has_face(game, f"no_card_{n}") for n in range(100))
    assert _template_of.cache_info().currsize == before


def test_no_two_quests_have_the_same_picture() -> None:
    variant = load("wtactics").variant()
    quests = [name for name, card in variant.values.cards.items() if card["type"] == "Quest"]
    pictures = {re.sub(r"<text.*?</text>", "", face(variant.game, variant.values, name)) for name in quests}
    assert len(pictures) == len(quests) > 10
