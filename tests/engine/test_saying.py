"""Texts as structure: blanks, wordings, plurals, forms, lists, spans, and what is said about a wrong catalogue."""

import copy
import pickle
from pathlib import Path

import pytest

from tablewright.engine import At, Card, CardsError, Catalogue, Facts, Say, Seat, Span, Speaker, Told, named, say
from tablewright.games import load

WORDS = """
takes = "{who|You take|{who} takes} {card:den} from {place}."
owns = "{owner|your|{owner}'s} {n|card|cards}: {n}"
list = "{cards}"
any = "{cards:or}"
commas = "{cards:,}"
change = "{by:+}{why|, {why}|}"
broken = "{who"
[card.swan]
name = "Schwan"
den = "den Schwan"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text(WORDS, "utf-8")
    (tmp_path / "words" / "de.toml").write_text('list = "alle: {cards}"\n', "utf-8")
    (tmp_path / "words" / "pl.toml").write_text('owns = "{n} {n|karta|karty|kart}"\n', "utf-8")
    return tmp_path


def speaker(folder: Path, language: str = "en", viewer: int | None = None) -> Speaker:
    return Speaker(Catalogue(folder, language, load("matrix").cards), ("Anna", "Bert"), viewer)


def test_a_person_is_named_and_oneself_is_you(folder: Path) -> None:
    text = say("takes", who=Seat(0), card=Card("swan"), place=At("cell3", "row 2"))
    assert speaker(folder)(text) == "Anna takes den Schwan from row 2."
    assert speaker(folder, viewer=0)(text) == "You take den Schwan from row 2."
    assert speaker(folder, viewer=1)(text) == "Anna takes den Schwan from row 2."


def test_the_parts_of_a_text_keep_their_meaning(folder: Path) -> None:
    told = speaker(folder)(say("takes", who=Seat(1), card=Card("swan", "m4"), place=At("cell3", "row 2")))
    assert isinstance(told, Told)
    meant = {told[span.start : span.end]: (span.kind, span.id, span.at) for span in told.spans}
    assert meant == {"Bert": ("seat", "1", ""), "den Schwan": ("card", "swan", "m4"), "row 2": ("item", "cell3", "")}


def test_a_name_alone_begins_with_a_capital_only_at_the_start(folder: Path) -> None:
    speak = speaker(folder, viewer=0)
    assert speak(named(Seat(0))) == "You"
    assert speak(say("list", cards=(Seat(1), Seat(0)))) == "Bert and you"


@pytest.mark.parametrize(("n", "said"), [(0, "Anna's cards: 0"), (1, "Anna's card: 1"), (2, "Anna's cards: 2")])
def test_numbers_have_plurals(folder: Path, n: int, said: str) -> None:
    assert speaker(folder)(say("owns", owner=Seat(0), n=n)) == said


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")]
)
def test_a_third_language_is_one_file_with_its_own_plurals(folder: Path, n: int, said: str) -> None:
    assert speaker(folder, "pl")(say("owns", owner=Seat(0), n=n)) == said


def test_lists(folder: Path) -> None:
    cards = (Card("swap_odd"), Card("swan"), 3)
    assert speaker(folder)(say("list", cards=cards)) == "Swap Odd, Schwan and 3"
    assert speaker(folder)(say("any", cards=cards)) == "Swap Odd, Schwan or 3"
    assert speaker(folder)(say("commas", cards=cards)) == "Swap Odd, Schwan, 3"
    assert speaker(folder, "de")(say("list", cards=cards)) == "alle: Swap Odd, Schwan und 3"


def test_what_there_is_not_and_signs(folder: Path) -> None:
    assert speaker(folder)(say("change", by=3, why=None)) == "+3"
    assert speaker(folder)(say("change", by=-2, why=named(Card("swan")))) == "-2, Schwan"


def test_a_text_is_a_key_and_arguments_not_words(folder: Path) -> None:
    text = say("list", cards=(1, 2))
    assert text == say("list", cards=(1, 2))
    assert text != say("list", cards=(1, 3))
    assert text != "list"
    assert len({text, say("list", cards=(1, 2)), say("list", cards=(2, 1))}) == 2
    assert copy.deepcopy(text) is text
    again = pickle.loads(pickle.dumps(text))
    assert isinstance(again, Say)
    assert again == text
    told = speaker(folder)(say("list", cards=(Card("swan"),)))
    spans = pickle.loads(pickle.dumps(told)).spans
    assert spans == (Span(0, 6, "card", "swan"),)


def test_a_plain_text_stays_as_it_is(folder: Path) -> None:
    assert speaker(folder)("anything {at all}") == "anything {at all}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (say("nowhere"), "no text for 'nowhere'"),
        (say("broken", who=Seat(0)), "the text 'broken': "),
        (say("list"), "a blank 'cards' that nothing fills"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(folder: Path, text: Say, message: str) -> None:
    with pytest.raises(CardsError, match=message):
        speaker(folder)(text)


def test_facts_are_frozen_and_can_be_compared() -> None:
    facts = Facts(power=9, marked=True)
    assert hash(facts) == hash(Facts(power=9, marked=True))
    assert facts == {"power": 9, "marked": True}
    with pytest.raises(TypeError, match="do not change"):
        facts["power"] = 3
