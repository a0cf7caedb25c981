"""WTactics: the cards are those of the rulebook, decks and effect words are checked, a card is added by data alone."""

import re
import shutil
from pathlib import Path
from typing import Any, cast

import pytest

from tablewright.cli.options import change_of
from tablewright.engine import CardsError, Match, PositionError, Values
from tablewright.games import load
from tablewright.games.wtactics.decks import READY_MADE
from tablewright.games.wtactics.numbers import constants
from tablewright.games.wtactics.state import CARD_IDS, QUEST_IDS, State
from tests.games.wtactics_help import game, match, play, texts, variant, words

TESTS = Path(__file__).parent.parent
RULEBOOK = (game().folder / "rulebook.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|$", re.M)
PRINTED = {row[1]: [cell.strip() for cell in row[2].split("|")] for row in ROW.finditer(RULEBOOK)}


def listed(cell: str, separator: str | None = None) -> list[str]:
    return [] if cell == "—" else [word.strip() for word in cell.split(separator)]


@pytest.mark.parametrize("card", [card for card in CARD_IDS if card != "orc_token"])
def test_a_card_is_as_printed_in_the_rulebook(card: str) -> None:
    name, kind, subtypes, cost, loyalty, figures, keywords, text, source = PRINTED[card]
    have = game().cards.cards[card]
    assert (have["name"], have["type"], str(have["cost"]), str(have["loyalty"])) == (name, kind, cost, loyalty)
    assert have["subtypes"] == listed(subtypes)
    assert have["keywords"] == listed(keywords, ",")
    assert have["text"] == ("" if text == "—" else text)
    assert figures in ("—", f"{have['attack']}/{have['defence']}")
    assert have["source"] == source
    section = RULEBOOK[: RULEBOOK.index(f"| `{card}` |")].rpartition("#### ")[2]
    assert section.startswith(str(have["faction"]))


@pytest.mark.parametrize("quest", QUEST_IDS)
def test_a_quest_is_as_printed_in_the_rulebook(quest: str) -> None:
    name, vp, checked, done = PRINTED[quest]
    have = game().cards.cards[quest]
    assert (have["name"], str(have["vp"]), have["checked"]) == (name, vp, checked)
    amounts = re.findall(r"(\d+) or more", done)
    assert str(have["amount"]) == (amounts or ["1"])[0]
    assert re.findall(r"\d+", str(have["text"])) == amounts


@pytest.mark.clause("WTA-2.3")
@pytest.mark.parametrize("deck", READY_MADE)
def test_a_ready_made_deck_is_as_printed(deck: str) -> None:
    part = RULEBOOK.split(f"**`{deck}`**")[1].split("**`")[0].split("### Table")[0]
    cards = [f"{n} {card}" for n, card in re.findall(r"(\d) `(\w+)`", part)]
    quests = re.findall(r"`(q_\w+)`", part)
    assert game().cards.parameters[deck].default == cards + quests
    assert sum(int(entry.split()[0]) for entry in cards) == 50
    assert len(quests) == 10


def test_80_cards_12_quests_1_token() -> None:
    assert (len(CARD_IDS), len(QUEST_IDS)) == (81, 12)
    assert State.size < 18 * 1024  # what a search copies for every imagined game


def test_every_card_is_in_an_example() -> None:
    examples = "".join(path.read_text("utf-8") for path in (TESTS / "examples").glob("wtactics*.yaml"))
    assert [card for card in CARD_IDS if not re.search(rf"\b{card}\b", examples)] == []


# Decks

LOVE: list[str] = [str(entry) for entry in cast("list[str]", game().cards.parameters["love_for_life"].default)]


def swapped(**changes: int) -> list[str]:
    """Love for Life with other numbers of copies."""
    entries = [entry for entry in LOVE if entry.split()[-1] not in changes]
    return [f"{n} {card}" for card, n in changes.items() if n] + entries


@pytest.mark.clause("WTA-2.3")
def test_a_deck_of_39_cards_is_refused() -> None:
    small = swapped(
        elvish_fighter=0, elvish_archer=0, elvish_shaman=1, majestic_griffin=1
    )  # 50 - 4 - 3 - 2 - 2 army cards
    with pytest.raises(CardsError, match="own_deck_a has 39 army cards and 10 quests; it needs 60 in all"):
        variant(own_deck_a=small)


@pytest.mark.clause("WTA-2.2")
def test_five_copies_are_refused() -> None:
    with pytest.raises(CardsError, match="own_deck_b has 5 copies of kolibri; it may have 4"):
        variant(own_deck_b=swapped(kolibri=5))


@pytest.mark.clause("WTA-2.1")
def test_a_loyalty_fault_is_refused() -> None:
    with pytest.raises(CardsError, match=r"loyalty Gaian 3 \+ Dark Legion 1; the sum may be 3 at most"):
        variant(own_deck_a=[*LOVE, "1 fear_of_the_dark"])
    assert variant(own_deck_a=[*LOVE, "1 fear_of_the_dark"], loyalty_cap=4)
    assert variant(own_deck_a=[*LOVE, "4 mercenary"]), "loyalty 0 fits any deck"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([*LOVE, "1 elvish_figther"], "unknown card 'elvish_figther'; did you mean 'elvish_fighter'?"),
        ([*LOVE, "1 orc_token"], "orc_token is a token"),
        ([*LOVE, "four kolibri"], "'four kolibri' must be a number and a card"),
        ([*LOVE, "q_wheel"], "q_wheel 2 times"),
        ([entry for entry in LOVE if entry != "q_wheel"] + ["1 hedge_mage"], "9 quests; it must have exactly 10"),
        ([*LOVE, *(f"4 {card}" for card in CARD_IDS[60:70])], "army cards; it may have 80 at most"),
    ],
)
def test_other_faults_of_a_deck(entries: list[str], message: str) -> None:
    with pytest.raises(CardsError, match=re.escape(message)):
        variant(own_deck_a=entries, quests=True, loyalty_cap=5, max_copies=4)


def test_an_own_deck_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# my deck\n" + "\n".join(f"{entry}   # so many" for entry in LOVE) + "\n\n", "utf-8")
    name, deck = change_of(f"own_deck_b=@{path}")
    assert (name, deck) == ("own_deck_b", LOVE)
    at = Match(variant(**{name: deck}), seed=3)
    assert sorted(CARD_IDS[at.state.card[o]] for o in range(80, 130)) == sorted(
        card for entry in LOVE if " " in entry for card in [entry.split()[1]] * int(entry.split()[0])
    )
    with pytest.raises(CardsError, match=r"none\.txt cannot be read: No such file"):
        change_of(f"own_deck_b=@{tmp_path / 'none.txt'}")


@pytest.mark.clause("WTA-3.1")
def test_auto_decks_give_all_pairs() -> None:
    pairs = set()
    for seed in range(16):
        at = Match(variant(), seed=seed)
        pairs.add(tuple(at.state.probe[:2]))
    assert len(pairs) == 16
    fixed = Match(variant(deck_a="grave_digger", deck_b="toll_of_time"), seed=0)
    assert fixed.state.probe[:2] == [2, 3]
    armies = {counter.owner: counter.value for counter in fixed.view(0).table.counters if counter.title == "Army"}
    assert armies == {0: "Grave Digger", 1: "Toll of Time"}


# Words of card text


def with_rules(*rules: str, **fields: Any) -> None:
    """The numbers of the game with another text on the Hedge Mage."""
    numbers = game().cards.resolve(None, None, {"hedge_mage.rules": list(rules), **fields})[1]
    constants(numbers)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("enter: dael 2 target", "hedge_mage.rules: unknown effect word 'dael'; did you mean 'deal'?"),
        ("entre: draw 1 you", "unknown beginning 'entre'; did you mean 'enter'?"),
        ("draw 1 you", "must read 'when: words'"),
        ("use maark: draw 1 you", "unknown requirement 'maark'"),
        ("use 1, only sometimes: draw 1 you", "unknown time after only 'sometimes'"),
        ("enter: draw 1 everybody", "unknown player 'everybody'"),
        ("enter: deal 1 thing", "unknown object 'thing'"),
        ("enter: target creeture; destroy target", "unknown word of a target 'creeture'; did you mean 'creature'?"),
        ("enter: target enemy; destroy target", "a target is one of creature, player"),
        ("enter: boost target", "boost needs an amount such as +2/-1"),
        ("enter: grant Flyng to target", "unknown keyword 'Flyng'; did you mean 'Flying'?"),
        ("enter: create dragon", "unknown token 'dragon'"),
        ("enter: search Nobles", "unknown faction 'Nobles'"),
        ("enter: reclaim 9", "reclaim takes a number from 1 to 8"),
        ("enter: if lucky: draw 1 you", "unknown condition 'lucky'"),
        ("passive: enemies +1/+1", "unknown passive text 'enemies'"),
        ("passive: allied Dwarf +1/+1", "unknown subtype 'Dwarf'"),
        ("assign 1 sometimes: draw 1 you", "after 'assign 1' comes 'upkeep:' or 'passive:'"),
        ("assign one upkeep: draw 1 you", "'one' is not a number"),
        ("arrive: late", "unknown word after arrive 'late'"),
        (
            "enter: draw 1 you; destroy target",
            "'destroy target' needs a target; put 'target creature' or the like before",
        ),
    ],
)
def test_faulty_words_are_named(rule: str, message: str) -> None:
    with pytest.raises(CardsError, match=re.escape(message)):
        with_rules(rule)


def test_other_faults_of_a_card() -> None:
    with pytest.raises(CardsError, match="at most 3 abilities to use"):
        with_rules(*["use 1: draw 1 you"] * 4)
    with pytest.raises(CardsError, match=r"longbow\.rules: Equipment needs a line 'attach"):
        with_rules(**{"longbow.rules": []})
    with pytest.raises(CardsError, match="unknown keyword 'Flies'"):
        with_rules(**{"hedge_mage.keywords": ["Flies"]})
    with pytest.raises(CardsError, match="costs X, but does not say what X is"):
        with_rules(**{"hedge_mage.cost": "X"})
    with pytest.raises(CardsError, match="hedge_mage costs T, but its target is no card"):
        with_rules(**{"hedge_mage.cost": "T"})
    with pytest.raises(CardsError, match=r"touch_of_genius costs T\+1, but its target is no card"):
        with_rules(**{"touch_of_genius.cost": "T+1"})
    with pytest.raises(
        CardsError, match="deadly_shock: x is the hand of target, so its text must begin with 'target pl"
    ):
        with_rules(**{"deadly_shock.x": "hand of target"})


def test_an_event_without_text_does_nothing() -> None:
    plain: dict[str, Any] = {"sudden_donations.rules": []}
    at = play(match({"A": {"hand": ["sudden_donations", "bribe"]}}, **plain), "play sudden_donations")
    assert words(at)["A"]["grave"] == ["sudden_donations"]
    assert words(at)["A"]["pool"] == 0


@pytest.mark.clause("WTA-6.2")
def test_a_cost_of_y_plus_1_is_refused() -> None:
    with pytest.raises(CardsError, match=re.escape("hedge_mage.cost is 'Y+1'; it must be 0 to 20 or X-3")):
        with_rules(**{"hedge_mage.cost": "Y+1"})


def test_a_card_is_added_by_an_edit_of_the_data_alone(tmp_path: Path) -> None:
    folder = tmp_path / "wtactics"
    shutil.copytree(game().folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "cards.toml"
    card = """
[cards.storm_caller]
name = "Storm Caller"
faction = "Gaian"
type = "Creature"
subtypes = ["Elf", "Caster"]
cost = 3
attack = 1
defence = 3
keywords = ["Flying"]
text = "Enter: Deal 2 damage to target local enemy creature. 1 (M): You gain 3 influence."
rules = ["enter: target creature enemy; deal 2 to target", "use 1, mark: gain 3 you"]
"""
    path.write_text(
        path.read_text("utf-8").replace("\n[editions.orc_quickstart]", card + "\n[editions.orc_quickstart]")
    )
    other = load(str(folder))
    given = {
        "phase": "entrance",
        "A": {"hand": ["storm_caller", "kolibri"], "resources": ["kolibri"] * 5},
        "B": {"defensive": ["elvish_fighter"]},
    }
    at = Match(other.variant(changes={"quests": False}), seed=1, position=given)
    play(at, "play storm_caller", "offensive")
    after = words(at)
    assert after["B"]["grave"] == ["elvish_fighter"]
    assert after["A"]["offensive"][0]["keywords"] == ["Flying"]
    assert "played.A.storm_caller" in other.probes
    whole = Match(other.variant(changes={"own_deck_a": [*LOVE, "4 storm_caller"]}), seed=5)
    while not whole.over:
        whole.play(whole.legal_ids[len(whole.steps) % len(whole.legal_ids)])
    assert whole.outcome is not None


def test_too_many_cards_or_texts() -> None:
    values = game().cards.resolve(None, None, {})[1]
    copies = {f"copy_{i}": values.cards["frenzy"] for i in range(60)}
    with pytest.raises(CardsError, match="there may be 128 army cards and 16 quests, not 141 and 12"):
        constants(Values(2, values.parameters, {**values.cards, **copies}))
    wordy = {**values.cards["kolibri"], "rules": ["enter: " + "; ".join(["draw 1 you"] * 400)]}
    with pytest.raises(CardsError, match="effect words; 384 fit"):
        constants(Values(2, values.parameters, {**values.cards, "kolibri": wordy}))


# Positions


def bearer(**words: Any) -> dict[str, Any]:
    """A position with one creature."""
    return {"A": {"offensive": [{"card": "kolibri", **words}]}}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"A": {"offensive": [{"card": "kolibri", "attached": ["kolibri"]}]}}, "kolibri cannot be attached to itself"),
        ({"A": {"offensive": [{"card": "kolibri", "attached": ["botanist"]}]}}, "botanist cannot be attached;"),
        ({"A": {"hand": ["kolobri"]}}, "unknown card 'kolobri'; did you mean 'kolibri'?"),
        (bearer(attached=["erode"]), "erode cannot be attached; only Equipment and Enchantments"),
        (bearer(attached=["longbow"]), "longbow cannot be attached to kolibri; its text does not allow it"),
        (bearer(boost=3), "boost is 3; it must be a list of at most 2 numbers from -99 to 99"),
        (bearer(grants=["Flies"]), "unknown grants of kolibri 'Flies'"),
        (bearer(marked="yes"), "marked is 'yes'; it must be true or false"),
        (bearer(marked=True, assigned=1), "not true for what is assigned"),
        (bearer(used=[1, 1, 1, 1]), "used is [1, 1, 1, 1]; it must be a list of at most 3 numbers"),
        ({"A": {"hand": ["orc_token"]}}, "orc_token is a token; it can only be in a front"),
        (
            {"A": {"resources": ["erode"], "gave": [2]}},
            "gave of A names resource 2; there is only 1",
        ),
        ({"A": {"known": ["erode"]}}, "known of A must be a table of names and values"),
        ({"turn": 0}, "turn 0 has no phase play_1; turn 0 is the veto"),
        ({"turn": 1, "phase": "veto"}, "turn 1 has no phase veto"),
        ({"quests": {"A": ["q_giant"], "tokens": {"A": 3}}}, "quests tokens of A must be a table of names and values"),
        (
            {"quests": {"A": ["q_giant"], "since": {"A": "x"}}},
            "quests since of A is 'x'; it must be",
        ),
        ({"A": {"hnad": []}}, "unknown key of A 'hnad'; did you mean 'hand'?"),
        ({"phase": "play_3"}, "unknown phase 'play_3'"),
        ({"turns": 3}, "unknown key of a position 'turns'"),
        ({"turn": -1}, "turn is -1; it must be a whole number, 0 to 999"),
        ({"A": []}, "A must be a table of names and values"),
        ({"A": {"hand": "kolibri"}}, "hand of A must be a list of cards"),
        ({"A": {"offensive": ["erode"]}}, "erode cannot stand in a front"),
        ({"A": {"offensive": [{"marked": True}]}}, "an object in play needs a card"),
        ({"A": {"offensive": [{"card": "kolibri", "owner": "C"}]}}, "owner: unknown seat 'C'; known: A, B"),
        ({"A": {"hand": ["kolibri"] * 81}}, "hand of A has room for 80 cards, not 81"),
        ({"A": {"hand": ["kolibri"] * 70, "grave": ["kolibri"] * 11}}, "A has too many cards"),
        (
            {"A": {"offensive": [{"card": "kolibri", "entry": 4}, {"card": "kolibri", "entry": 4}]}},
            "two objects in play have the same entry number",
        ),
        ({"A": {"known": {"hand": ["kolibri"]}}}, "there is no kolibri in A's hand"),
        ({"quests": {"A": ["q_gaint"]}}, "unknown quest 'q_gaint'; did you mean 'q_giant'?"),
        ({"quests": {"A": ["q_giant"] * 11}}, "more than 10 quests"),
        ({"A": {"army": "love_of_life"}}, "unknown army 'love_of_life'; did you mean 'love_for_life'?"),
        ({"busy": "respond"}, "cannot be set up in the middle of respond"),
    ],
)
def test_a_faulty_position_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        match(given)


def test_an_unknown_move_names_what_is_possible() -> None:
    at = match({"A": {"hand": ["kolibri"]}})
    assert texts(at) == ["end phase", "lay kolibri"]
    with pytest.raises(Exception, match="'fly' is not a legal move now; legal: end phase, lay kolibri"):
        at.play("fly")
