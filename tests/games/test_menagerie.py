"""What the worked examples of Menagerie leave open: setup, properties of random games, words, bad input, bots."""

from collections import Counter
from math import comb
from random import Random
from typing import Any

import pytest

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import CardsError, Game, IllegalMove, Match, assert_conforms
from tablewright.games import load
from tablewright.lab.simulate import simulate
from tests.games.menagerie_oracle import DEFAULTS, SECOND
from tests.games.menagerie_oracle_power import Stack, Tableau, read_cards, stack_power

SWITCHES: list[dict[str, Any]] = [
    {"refill_at_round_start": False},
    {"death": "discard"},
    {"placement_mode": "push"},
    {"tuck_overflow": True},
    {"may_discard_drafted": True},
    {"tie_rule": "split"},
    {"tie_rule": "order"},
    {"prize_second_2p": 0},
    {"least_tie": "earliest"},
    {"mosquito_match": "exact"},
    {"scorpion_hits_self": False},
    {"monkey_target": "frontmost"},
    {"monkey_self": False},
    {"horse_counts_dead": True},
    {"disabled_act": True},
    {"pig_optional": True},
    {"chocolate_needs_bare_stack": True},
    {"pass_counts_as_draft": True},
    {"replace_upgrade": True},
]


@pytest.fixture
def menagerie() -> Game:
    return load("menagerie")


def words(match: Match) -> dict[str, Any]:
    dumped: dict[str, Any] = match.game.position.dump(match.state, match.variant.cards)
    return dumped


def given(game: Game, position: dict[str, Any], edition: str | None = None, **changes: Any) -> Match:
    return Match(game.variant(None, edition, changes), 1, position)


def random_positions(game: Game, games: int, players: int = 3, edition: str | None = None) -> Any:
    for seed in range(games):
        match, chance = Match(game.variant(players, edition), seed), Random(seed)
        while not match.over:
            yield match
            match.play(chance.choice(match.legal_ids))
        yield match


# Setup and length


@pytest.mark.clause("MEN-2.1", "MEN-2.2", "MEN-2.3", "MEN-2.4", "MEN-2.5")
def test_setup_deals_nine_cards_and_draws_lots_for_the_start(menagerie: Game) -> None:
    starts: Counter[str] = Counter()
    for players in (2, 3, 4):
        for seed in range(60):
            match = Match(menagerie.variant(players), seed)
            dumped = words(match)
            starts[dumped["start"]] += players == 4
            assert "-" not in dumped["market"].split()
            assert (dumped["deck_size"], dumped["discard"], set(dumped["vp"].values())) == (79, {}, {0})
            assert set(dumped["tableaus"].values()) == {"[- | - | - | - | -]"}
            assert match.seat == match.variant.seats.index(dumped["start"])
    assert set(starts) == {"P1", "P2", "P3", "P4"}


@pytest.mark.clause("MEN-2.2")
def test_the_deck_is_shuffled(menagerie: Game) -> None:
    assert len({words(Match(menagerie.variant(), seed))["market"] for seed in range(20)}) == 20


@pytest.mark.clause("MEN-20.1", "MEN-20.2")
@pytest.mark.parametrize(("players", "cells"), [(2, 9), (3, 9), (4, 12)])
def test_the_second_edition_has_98_cards_and_a_larger_market_for_four(
    menagerie: Game, players: int, cells: int
) -> None:
    match = Match(menagerie.variant(players, "second"), 5)
    pieces = menagerie.position.components(match.state, match.variant.cards)
    assert pieces.total() == 98
    assert sum(pieces[food] for food in ("chocolate", "honey", "sushi", "melon")) == 16
    assert words(match)["deck_size"] == 98 - cells


@pytest.mark.clause("MEN-3.1", "MEN-5.1", "MEN-12.1", "MEN-20.1")
@pytest.mark.parametrize(("edition", "rounds", "drafts"), [("default", 10, 3), ("second", 6, 5)])
def test_rounds_and_drafts(menagerie: Game, edition: str, rounds: int, drafts: int) -> None:
    seen: set[int] = set()
    most = 0
    for match in random_positions(menagerie, 3, 2, edition):
        dumped = words(match)
        seen.add(dumped["round"])
        most = max(most, *dumped["drafts"].values())
    assert seen == set(range(1, rounds + 1))
    assert most == drafts


# Properties of random games


@pytest.mark.clause("MEN-1.12", "MEN-1.11", "MEN-1.3", "MEN-1.4")
@pytest.mark.parametrize("edition", ["default", "second"])
def test_vp_are_never_lost_and_stacks_stay_within_their_bounds(menagerie: Game, edition: str) -> None:
    before: dict[str, int] = {}
    for match in random_positions(menagerie, 6, 3, edition):
        state, vp = match.state, words(match)["vp"]
        if match.steps:
            assert all(vp[seat] >= before[seat] for seat in vp)
        before = vp
        for p in range(3):
            for animal, level, sweets in zip(state.animal[p], state.level[p], state.chocolates[p], strict=True):
                assert (animal == 0) == (level == 0)
                assert 0 <= level <= 3
                assert sweets < max(level, 1)


@pytest.mark.clause("MEN-1.11")
def test_the_order_of_the_discard_pile_is_not_kept(menagerie: Game) -> None:
    one = given(menagerie, {"discard": ["pig", "cat", "pig"], "deck": []})
    other = given(menagerie, {"discard": ["cat", "pig", "pig"], "deck": []})
    assert one.bytes == other.bytes


@pytest.mark.clause("MEN-6.7", "MEN-13.2")
@pytest.mark.parametrize("stacks", range(6))
def test_every_layout_has_one_id_and_keeps_the_order(menagerie: Game, stacks: int) -> None:
    animals = ["horse1", "monkey1", "pig1", "bison1", "swan1"][:stacks]
    tableau = f"[{' | '.join(animals + ['-'] * (5 - stacks))}]"
    match = given(menagerie, {"tableaus": {"P1": tableau}, "holding": "cat"})
    inserts = [move for move in match.moves if move.text.startswith("insert")]
    assert len(inserts) == (comb(5, stacks + 1) * (stacks + 1) if stacks < 5 else 0)
    results = set()
    for move in inserts:
        match.play(move)
        after = words(match)["tableaus"]["P1"].strip("[]").split(" | ")
        results.add(tuple(after))
        assert [stack for stack in after if stack not in ("-", "cat1")] == animals
        match.undo()
    assert len(results) == len(inserts)


@pytest.mark.clause("MEN-13.1", "MEN-5.4")
def test_a_refill_comes_before_a_taking_and_once_a_round(menagerie: Game) -> None:
    refilling = 0
    for match in random_positions(menagerie, 4):
        texts = [move.text for move in match.moves]
        refills = [text for text in texts if text.startswith("refill")]
        if refills:
            dumped = words(match)
            assert dumped["decision"] in ("TAKE", "BONUS_TAKE")
            assert dumped["refills_used"][dumped["to_move"]] == 0
            refilling += 1
    assert refilling > 0


@pytest.mark.clause("MEN-10.1", "MEN-10.3", "MEN-10.9", "MEN-20.6")
@pytest.mark.parametrize("edition", ["default", "second"])
def test_power_against_an_independent_reckoning(menagerie: Game, edition: str) -> None:
    chance, second = Random(3), edition == "second"
    settings = {**DEFAULTS, **(SECOND if second else {})}
    _, printed = read_cards(menagerie.folder / "rulebook.md", second)
    for _ in range(300):
        row: Tableau = [
            Stack(animal, chance.randint(1, 3), 0, chance.choice(["", "", "melon"]), chance.random() < 0.3)
            if chance.random() < 0.8
            else None
            for animal in chance.sample(sorted(printed), 5)
        ]
        match = given(menagerie, {"tableaus": {"P1": f"[{' | '.join(str(stack or '-') for stack in row)}]"}}, edition)
        assert words(match)["stack_powers"]["P1"] == [stack_power(row, i, printed, settings) for i in range(5)]


# Conformance with every switch


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: "-".join(f"{k}={v}" for k, v in switch.items()))
def test_every_switch_conforms(menagerie: Game, switch: dict[str, Any]) -> None:
    assert_conforms(menagerie, games=1, players=3, changes=switch)
    assert_conforms(menagerie, games=1, players=2, edition="second", changes=switch)


@pytest.mark.parametrize(
    "changes",
    [
        {"spaces": 3, "market_rows": 2, "refills_per_round": 3, "swan_draws": [3, 0, 2], "pig_draws": [3, 3, 3]},
        {"spaces": 7, "market_rows": 5, "market_cols": 5, "drafts_per_round": 6, "rounds": 3, "refills_per_round": 0},
        {"honey.count": 12, "bee.count": 12, "mosquito.count": 12, "harm": "wounded", "rounds": 4},
    ],
)
def test_extreme_numbers_conform(menagerie: Game, changes: dict[str, Any]) -> None:
    assert_conforms(menagerie, games=2, players=3, changes=changes)


def test_a_deck_that_is_too_small(menagerie: Game) -> None:
    empty = {f"{card}.count": 0 for card in menagerie.cards.cards}
    with pytest.raises(CardsError, match="the deck has 10 cards; the market and 2 players need 11"):
        menagerie.variant(2, None, {**empty, "pig.count": 10})


# Words


def test_the_view_says_where_power_comes_from(menagerie: Game) -> None:
    match = given(menagerie, {"tableaus": {"P1": "[cat1 | horse2+sushi | pig1 | flamingo1 | monkey1†]"}})
    details = {item.id: item.detail for zone in match.view(0).table.zones for item in zone.items}
    assert details["P1.2"].startswith("Horse 2 + 2 neighbours x 2 + Sushi 3 + 1 from Flamingo = 10; sells for 3 VP")
    assert details["P1.3"].startswith("Pig 0 + 1 from Flamingo = 1; sells for 1 VP and 1 bonus draft")
    assert details["P1.5"].startswith("Monkey is dead = 0")


def test_the_market_says_what_a_card_would_become(menagerie: Game) -> None:
    position = {
        "tableaus": {"P1": "[cat1 | horse3+sushi | - | - | -]"},
        "market": "cat horse frog / melon chocolate pig / - - -",
    }
    match = given(menagerie, position)
    market = {item.id: item.marks for zone in match.view(0).table.zones if zone.id == "market" for item in zone.items}
    assert market["market.r1c1"] == ("level 2 in 1, new stack",)
    assert market["market.r1c2"] == ("new stack",)
    assert market["market.r1c3"] == ("new stack, swap",)
    assert market["market.r2c1"] == ("for space 1",)
    assert market["market.r3c1"] == ()
    spectator = [item.marks for zone in match.view(None).table.zones if zone.id == "market" for item in zone.items]
    assert set(spectator) == {()}


@pytest.mark.parametrize(
    ("position", "what", "reason"),
    [
        ({"market": "melon pig - / - - - / - - -"}, "take r1c1", "you have no stack that could carry it"),
        ({"market": "melon pig - / - - - / - - -"}, "pass", "there is a card that you can take"),
        ({"refills_used": {"P1": 1}}, "refill", "you have refilled in this round"),
        (
            {"tableaus": {"P1": "[pig1 | horse3 | - | - | -]"}, "holding": "chocolate"},
            "sell 1",
            "the held Chocolate would have no host left",
        ),
        (
            {"tableaus": {"P1": "[pig1+sushi | pig1 | - | - | -]"}, "holding": "melon"},
            "merge 1->2",
            "the held Melon would have no host left",
        ),
        (
            {"tableaus": {"P1": "[pig1 | horse3 | - | - | -]"}, "holding": "chocolate"},
            "attach 2",
            "it is at level 3 already",
        ),
        (
            {"tableaus": {"P1": "[pig1 | horse1+sushi | - | - | -]"}, "holding": "melon"},
            "attach 2",
            "it has an upgrade already",
        ),
        (
            {"tableaus": {"P1": "[pig1 | horse3 | cat1 | cat1 | cat1]"}, "holding": "horse"},
            "insert",
            "all spaces are taken; sell or merge first",
        ),
        (
            {"tableaus": {"P1": "[horse3 | - | - | - | -]"}, "holding": "horse"},
            "tuck 1",
            "a level-3 stack takes no further card",
        ),
        (
            {"tableaus": {"P1": "[frog1 | - | - | - | -]"}, "holding": "horse2", "fresh": 1},
            "sell 1",
            "it holds the Frog you have just drafted",
        ),
        ({"to_move": "P2"}, "", "it is the decision of P2"),
    ],
)
def test_the_view_says_why_not(menagerie: Game, position: dict[str, Any], what: str, reason: str) -> None:
    blocked = given(menagerie, position).view(0).table.blocked
    assert (what, reason) in [(item.text, item.reason) for item in blocked]
    assert all(item.what for item in blocked)


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ({"market": "melon pig - / - - - / - - -"}, "pass", "there is a card that you can take (MEN-5.8)"),
        ({"market": "melon pig - / - - - / - - -"}, "take r1c1", "you have no stack that could carry it (MEN-5.5)"),
        ({"market": "melon pig - / - - - / - - -"}, "take r2c2", "you can take r1c2; refill row 1; "),
        ({"refills_used": {"P1": 1}}, "refill row 2", "you have refilled in this round (MEN-5.4)"),
        ({"tableaus": {"P1": "[pig1 | - | - | - | -]"}}, "sell 1", "take a card first; you sell, merge and place"),
        ({"holding": "cat"}, "refill row 1", "place what you hold first (MEN-6.1)"),
        (
            {"tableaus": {"P1": "[pig1 | horse3 | cat1 | cat1 | cat1]"}, "holding": "horse"},
            "insert 2",
            "all spaces are taken; sell or merge first (MEN-6.10)",
        ),
    ],
)
def test_a_refusal_says_why(menagerie: Game, position: dict[str, Any], text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        given(menagerie, position).play(text)
    assert f"{text!r} is not a legal move now: {reason}" in str(refused.value)


@pytest.mark.parametrize(
    ("position", "edition", "words"),
    [
        ({"market": "melon - - / - - - / - - -"}, "default", "no card can be taken; pass, or first refill a market"),
        ({"refills_used": {"P1": 1}}, "default", "Draft 1 of 3: no card can be taken; pass."),
        ({"holding": "cat"}, "default", "Place the Cat."),
        (
            {"holding": "chocolate", "tableaus": {"P1": "[cat1 | pig1 | - | - | -]"}},
            "default",
            "Put the Chocolate into a",
        ),
        ({"bonus": 1, "refills_used": {"P1": 1}, "market": "cat - - / - - - / - - -"}, "second", "market, or decline."),
    ],
)
def test_the_prompt_names_what_can_be_done(menagerie: Game, position: dict[str, Any], edition: str, words: str) -> None:
    assert words in given(menagerie, position, edition).view(0).table.prompt.text


def test_inserts_are_grouped_by_neighbours(menagerie: Game) -> None:
    match = given(menagerie, {"tableaus": {"P1": "[- | horse1 | - | monkey1 | -]"}, "holding": "cat"})
    groups = Counter(move.block for move in match.moves if move.text.startswith("insert"))
    assert groups == {"insert behind horse": 10, "insert between horse and monkey": 10, "insert in front of monkey": 10}
    chosen = match.move(match.find("insert between horse and monkey, gaps 1 2"))
    assert chosen.label == "then -, -, Horse 1, new Cat 1, Monkey 1"
    assert chosen.facts["row"] == ("", "", "horse", "cat", "monkey")


def test_an_insert_by_its_space_moves_the_others_least(menagerie: Game) -> None:
    match = given(menagerie, {"tableaus": {"P1": "[- | horse1 | - | monkey1 | -]"}, "holding": "cat"})
    match.play("insert 3")
    assert words(match)["tableaus"]["P1"] == "[- | horse1 | cat1 | monkey1 | -]"


def test_an_insert_by_its_space_may_be_ambiguous(menagerie: Game) -> None:
    match = given(menagerie, {"tableaus": {"P1": "[- | horse1 | - | monkey1 | -]"}, "holding": "cat"})
    with pytest.raises(IllegalMove, match="could be 'insert behind horse, gaps 1 5' or") as fault:
        match.play("insert 2")
    assert fault.value.reason == "ambiguous"
    with pytest.raises(IllegalMove, match="spaces are 1 to 5"):
        match.play("insert 9")
    with pytest.raises(IllegalMove, match="'fly' is not a legal move now"):
        match.play("fly")


def test_stacks_of_one_type_are_told_apart(menagerie: Game) -> None:
    match = given(menagerie, {"tableaus": {"P1": "[cat1 | - | cat2 | - | -]"}, "holding": "horse"})
    assert any(move.text == "insert between cat in 1 and cat in 3, gaps 4 5" for move in match.moves)


def test_only_the_deck_is_hidden(menagerie: Game) -> None:
    for match in random_positions(menagerie, 2):
        world = match.known(0)
        for field in menagerie.state.fields:
            if field not in ("deck", "rng"):
                assert getattr(world, field) == getattr(match.state, field)
        assert Counter(world.deck) == Counter(match.state.deck)


def test_the_log_tells_the_round(menagerie: Game) -> None:
    match = Match(menagerie.variant(3, "second"), 11)
    chance = Random(11)
    while not match.over:
        match.play(chance.choice(match.legal_ids))
    lines = "\n".join(match.log())
    for part in ("Round 2 begins", "Into the market come", "Power: ", "for most power", "Final sale: ", "is wounded"):
        assert part in lines


# Bots


@pytest.mark.parametrize("edition", ["default", "second"])
def test_greedy_is_clearly_better_than_random(menagerie: Game, edition: str) -> None:
    found = simulate(menagerie.variant(2, edition), [GREEDY_BOT, RANDOM], games=100, seed=1)
    assert found.bot_interval(0)[0] > 0.9


def test_the_estimate_knows_who_is_ahead(menagerie: Game) -> None:
    match = given(menagerie, {"round": 10, "vp": {"P1": 60, "P2": 20}})
    shares = [menagerie.rule("estimate")(match.state, match.variant.cards, p) for p in range(2)]
    assert shares[0] > 9000
    assert 9990 <= sum(shares) <= 10000
    even = given(menagerie, {})
    assert menagerie.rule("estimate")(even.state, even.variant.cards, 0) == 5000


def test_the_lab_is_told_which_card_a_take_picks(menagerie: Game) -> None:
    match = given(menagerie, {"market": "pig - cat / - honey - / - - -", "deck": []}, "second")
    ids = list(menagerie.cards.cards)
    picked = {move.text: menagerie.rule("card")(match.state, match.variant.cards, move.id) for move in match.moves}
    assert (ids[picked["take r1c1"]], ids[picked["take r1c3"]]) == ("pig", "cat")
    assert picked["refill row 1"] == -1
