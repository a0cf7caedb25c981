"""What is printed is what a game is made of."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from press_helpers import order

from tablewright.engine import CardsError, Match
from tablewright.games import load, names
from tablewright.games.sources import cards_from
from tablewright.press.changes import changed_since
from tablewright.press.recipe import recipe_of
from tablewright.press.things import Order, every_one, only, things_of

TINY = str(Path(__file__).parents[2] / "examples" / "tiny")


def printed(one: Order) -> Counter[str]:
    """Cards by id, without what is only a supply."""
    cards = [thing for thing in things_of(one) if thing.is_card and thing.group != "Supply"]
    return Counter(card.id for card in cards for _ in range(card.copies))


@pytest.mark.parametrize(("game", "players"), [(game, n) for game in names() for n in load(game).cards.players])
def test_there_are_as_many_as_a_new_game_has(game: str, players: int) -> None:
    found = load(game)
    changes = {"deck_a": "grave_digger", "deck_b": "toll_of_time"} if recipe_of(found).decks else {}
    match = Match(found.variant(players, None, changes), 7)
    pieces = {piece.component for piece in recipe_of(found).pieces if piece.component}
    expected: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for name, copies in found.position.components(match.state, match.variant.cards).items():
        first, _, rest = name.partition(" ")
        if first in pieces:
            others[first] += copies
        else:
            expected[rest if rest in found.cards.cards else name] += copies
    one = Order(found, players, None, changes)
    assert printed(one) == expected
    for piece in recipe_of(found).pieces:
        if piece.component:
            made = [thing for thing in things_of(one) if thing.group == piece.title]
            assert sum(thing.copies for thing in made) == others[piece.component]


def test_one_box_serves_every_number_of_players() -> None:
    most = printed(order("standoff"))
    assert len(load("standoff").cards.players) > 1
    for players in load("standoff").cards.players:
        assert all(most[name] >= n for name, n in printed(order("standoff", players)).items())


def test_all_ready_made_decks_are_printed_unless_others_are_chosen() -> None:
    groups = {thing.group for thing in things_of(order("wtactics")) if thing.is_card}
    assert groups == {"Love for Life", "Uneasy Alliance", "Grave Digger", "Toll of Time", "Supply"}
    decks = Counter(thing.group for thing in things_of(order("wtactics")) for _ in range(thing.copies))
    assert {decks[group] for group in groups - {"Supply"}} == {60}
    chosen = Order(load("wtactics"), None, None, {"deck_a": "grave_digger"})
    assert {thing.group for thing in things_of(chosen) if thing.is_card} == {"Deck of A", "Deck of B", "Supply"}


def test_a_game_without_faces_has_plain_ones() -> None:
    things = things_of(order(TINY))
    assert {thing.id: thing.copies for thing in things} == dict.fromkeys("123456", 2)
    assert all(thing.title in thing.front.draw(0.0) for thing in things)
    assert "Tiny" in things[0].back.draw(0.0)  # type: ignore[union-attr]


def test_an_edition_and_changed_numbers_are_printed() -> None:
    assert {thing.copies for thing in things_of(order(TINY, None, "long"))} == {4}
    changed = Order(load("menagerie"), None, None, {"pig.power": [9, 9, 9]})
    pig = next(thing for thing in things_of(changed) if thing.id == "pig")
    assert ">9<" in pig.front.draw(0.0)


def test_two_sided_cards_have_their_other_side_behind() -> None:
    card = things_of(order("wallet"))[0]
    assert card.back is not None
    assert (card.front.name, card.back.name) == ("wal_01 tan", "wal_01 teal")
    assert "#f3dfba" in card.front.draw(0.0)
    assert "#c6e8e3" in card.back.draw(0.0)


def test_only_some_also_such_as_an_edition_leaves_out() -> None:
    found = only(order("menagerie"), ["swan", "honey", "track"])
    assert [(thing.id, thing.copies) for thing in found] == [("swan", 8), ("honey", 1), ("track", 1)]


def test_an_unknown_id_is_one_line() -> None:
    with pytest.raises(CardsError, match="unknown card or piece 'swann'; did you mean 'swan'"):
        only(order("menagerie"), ["swann"])


def test_a_proof_has_everything_once() -> None:
    found = every_one(order("menagerie"))
    assert {thing.copies for thing in found} == {1}
    assert {*load("menagerie").cards.cards, "track", "vp_5"} <= {thing.id for thing in found}


def test_changed_since_prints_only_what_changed(tmp_path: Path) -> None:
    game = load("matrix")
    text = (game.folder / "cards.toml").read_text("utf-8")
    (tmp_path / "old.toml").write_text(text)
    at = text.index("[cards.swap_odd]")
    changed = text[:at] + text[at:].replace("An odd number trades places", "Any odd number trades places", 1)
    (tmp_path / "new.toml").write_text(changed)
    draft = Order(cards_from(game, str(tmp_path / "new.toml")), None, None, {})
    assert [(thing.id, thing.copies) for thing in changed_since(draft, str(tmp_path / "old.toml"))] == [("swap_odd", 2)]
    assert changed_since(order("matrix"), str(tmp_path / "old.toml")) == []


def test_changed_since_prints_what_there_are_more_of(tmp_path: Path) -> None:
    game = load("menagerie")
    (tmp_path / "old.toml").write_text((game.folder / "cards.toml").read_text("utf-8"))
    draft = replace(order("menagerie"), changes={"swan.count": 10})
    found = changed_since(draft, str(tmp_path / "old.toml"))
    assert [(thing.id, thing.copies) for thing in found] == [("swan", 2)]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("size = 'huge'", "unknown size 'huge'"),
        ("sides = ['one']", "it must name the front and the back"),
        ("supply = { nobody = 3 }", "unknown card 'nobody'"),
        ("supply = { swan = -1 }", "it must be 0 to 500"),
        ("colour = 'red'", "unknown key 'colour'"),
        ("pieces = [{ id = 'a', title = 'A', size = 20, template = 'nope.svg' }]", "there is no nope.svg"),
        ("pieces = [{ id = 'a', title = 'A', size = 20, shape = 'star' }]", "must be one of square, round"),
        ("pieces = [{ id = 'a', title = 'A', size = 20 }, { id = 'a', title = 'B', size = 20 }]", "has an id twice"),
        ("pieces = [{ id = 'swan', title = 'A', size = 20 }]", "has the id 'swan', which is a card's"),
        ("pieces = [{ id = 'a', title = 'A', size = 20, copies = 'many' }]", "unknown parameter 'many'"),
    ],
)
def test_a_table_print_that_is_wrong_is_one_line(tmp_path: Path, table: str, said: str) -> None:
    game = load("menagerie")
    text = (game.folder / "cards.toml").read_text("utf-8")
    start = text.index("[[print.pieces]]")
    end = text.index("[cards.")
    (tmp_path / "cards.toml").write_text(f"{text[:start]}[print]\n{table}\n\n{text[end:]}")
    with pytest.raises(CardsError) as fault:
        things_of(Order(cards_from(game, str(tmp_path / "cards.toml")), None, None, {}))
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)
