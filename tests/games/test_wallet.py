"""What the worked examples of the Wallet Game leave open: clauses, properties, switches, bad input."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.engine import WHOLE_WIN, CardsError, Game, Match, PositionError, assert_conforms, parse_change
from tablewright.games import load
from tablewright.games.wallet.state import ASK, CARDS, COLOURS, PROBES, WIDTH

POSITION = {
    "zones": {"P0": ["05/tan/3", "06/teal/0"], "P1": ["08/tan/0", "09/teal/0"]},
    "market": ["01/tan/3", "02/teal/3", "13/tan/1"],
    "draw": ["16/teal/3", "17/tan/3", "rest"],
}
SWITCHES = [
    "purchase_target=2",
    "market_size=2",
    "market_size=5",
    "start_resources=2",
    "teal_share=0",
    "teal_share=100",
    "initial_facing=1",
    "energy_per_activation=0",
    "energy_per_activation=2",
    "market_allowance=0",
    "market_allowance=2",
    "zone_allowance=0",
    "zone_allowance=2",
    "adjust_allowance=0",
    "adjust_allowance=2",
    "market_reads=near",
    "swap_scope=own_zone",
    "swap_piles=false",
    "destroy_scope=all",
    "effects_mandatory=true",
    "wal_17_destroy=tan",
    "start_player=1",
    "start_player=random",
    "max_rounds=20",
    "bought_facing=zero",
    "wal_01.tan_price=[2, 2]",
    "wal_04.tan_right=discard 3",
]


def words(match: Match) -> dict[str, Any]:
    dumped: dict[str, Any] = match.game.position.dump(match.state, match.variant.cards)
    return dumped


def new(game: Game, seed: int = 0, players: int | None = None, edition: str | None = None, **changes: Any) -> Match:
    return Match(game.variant(players, edition, changes), seed)


def first_turn(match: Match) -> Match:
    """The position after everybody has chosen the faces of the dealt cards."""
    while match.state.ask == ASK.face:
        match.play(match.legal_ids[0])
    return match


def play_on(match: Match, numbers: list[int]) -> Match:
    """Moves picked by numbers."""
    for number in numbers:
        if not match.over:
            match.play(match.legal_ids[number % len(match.legal_ids)])
    return match


def until_reshuffle(match: Match) -> Match:
    """Play the first legal move until the draw pile has been made anew, and a little of it is used."""
    while match.state.fresh or match.state.draws < 4:
        match.play(match.legal_ids[0])
        assert not match.over
    return match


# Setup


@pytest.mark.clause("WAL-2.1", "WAL-2.2", "WAL-2.3", "WAL-2.4", "WAL-2.5")
@pytest.mark.parametrize(("players", "covered", "half"), [(2, 11, 7), (3, 9, 6)])
def test_the_setup(wallet: Game, players: int, covered: int, half: int) -> None:
    for seed in range(30):
        dumped = words(new(wallet, seed, players))
        assert all(len(zone) == 2 and all("/tan/" in card for card in zone) for zone in dumped["zones"].values())
        assert dumped["deck_faces"] == {"tan": half, "teal": half}
        assert all(card.endswith("/3") for card in dumped["deck_zone"])
        assert (len(dumped["market"]), dumped["draw_count"], dumped["discard"]) == (3, covered, [])


@pytest.mark.clause("WAL-2.1", "WAL-2.3")
def test_deals_and_teal_faces_are_uniform(wallet: Game) -> None:
    """Each card in the market, in a zone and showing teal as often as chance has it, within five deviations."""
    games = 3000
    market: Counter[int] = Counter()
    teal: Counter[int] = Counter()
    for seed in range(games):
        state = new(wallet, seed).state
        market[state.market[0]] += 1
        teal.update(card for card in range(1, 19) if state.face[card])
    for card in range(1, 19):
        assert abs(market[card] - games / 18) < 5 * (games / 18 * 17 / 18) ** 0.5
        assert abs(teal[card] - games * 7 / 18) < 5 * (games * 7 / 18 * 11 / 18) ** 0.5


@pytest.mark.clause("WAL-2.6", "WAL-2.7", "WAL-2.8")
def test_each_player_chooses_the_tan_card_in_seat_order(wallet: Game) -> None:
    match = new(wallet, 3, 3)
    for seat in range(3):
        dealt = [card[:2] for card in words(match)["zones"][f"P{seat}"]]
        assert match.seat == seat
        assert {move.text for move in match.moves} == {f"tan:wal_{card}" for card in dealt}
        match.play(f"tan:wal_{dealt[1]}")
        assert words(match)["zones"][f"P{seat}"] == [f"{dealt[1]}/tan/0", f"{dealt[0]}/teal/0"]
    assert match.seat == 0
    assert words(match)["used"] == []


@pytest.mark.clause("WAL-2.8")
def test_the_start_player(wallet: Game) -> None:
    assert first_turn(new(wallet, 1, 3, start_player=2)).seat == 2
    assert {first_turn(new(wallet, seed, 3, start_player="random")).seat for seed in range(20)} == {0, 1, 2}


@pytest.mark.clause("WAL-2.3", "WAL-2.4", "WAL-2.7")
def test_the_switches_of_the_setup(wallet: Game) -> None:
    assert words(new(wallet, 0, teal_share=0))["deck_faces"] == {"tan": 14, "teal": 0}
    assert words(new(wallet, 0, teal_share=99))["deck_faces"] == {"tan": 1, "teal": 13}  # rounded down
    assert all(card.endswith("/1") for card in words(new(wallet, 0, initial_facing=1))["deck_zone"])
    assert words(first_turn(new(wallet, 0, start_resources=2)))["resources"]["P1"] == {"tan": 2, "teal": 2}


# What must hold in every position


@pytest.mark.clause("WAL-8.6", "WAL-1.3", "WAL-1.1", "WAL-3.6", "WAL-3.7")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3]), st.lists(st.integers(0, 60), min_size=1, max_size=120))
def test_the_invariants(seed: int, players: int, numbers: list[int]) -> None:
    match = first_turn(new(load("wallet"), seed, players))
    for number in numbers:
        if match.over:
            break
        s = match.state
        assert match.game.position.components(s, match.variant.cards) == Counter(CARDS)
        assert all(s.held[p] == [1, 1] for p in range(players))
        assert all(s.face[s.zone[p][colour * WIDTH]] == colour for p in range(players) for colour in range(2))
        deck = [card for card in [*s.market, *s.draw[: s.draws], *s.discard[: s.discards]] if card]
        assert all(s.facing[card] in (1, 3) for card in deck)
        assert s.draws > 0
        assert s.ask != ASK.turn or all(s.market[:3])
        assert len(match.legal_ids) > 1
        match.play(match.legal_ids[number % len(match.legal_ids)])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["first_to", "pairs"]), st.lists(st.integers(0, 60), max_size=150))
def test_a_position_in_words_is_the_whole_position(seed: int, edition: str, numbers: list[int]) -> None:
    match = play_on(new(load("wallet"), seed, 2, edition), numbers)
    again = Match(match.variant, seed, words(match))
    again.state.rng, again.state.probe = match.state.rng, match.state.probe
    assert again.bytes == match.bytes


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_conforms(wallet: Game, switch: str) -> None:
    changes = dict([parse_change(switch)])
    for players, edition in ((2, "first_to"), (3, "first_to"), (2, "pairs")):
        assert_conforms(wallet, games=1, players=players, edition=edition, changes=changes)


# Turns and abilities


@pytest.mark.clause("WAL-1.8", "WAL-1.2", "WAL-1.6")
def test_every_ability_of_every_face_is_live_at_its_edge(wallet: Game) -> None:
    """Nothing but the box counts: each card in m0, each face, both facings, does what its table row says."""
    assert len(wallet.cards.cards) == 18
    for number, (card, row) in enumerate(wallet.cards.cards.items(), 1):
        for face in COLOURS:
            for facing, side in ((1, "left"), (3, "right")):
                match = activated(wallet, number, face, facing)
                used = dict(zip(PROBES, match.state.probe, strict=True))
                assert used[f"{card}.{face}.{side}.market"] == 1
                assert effect(match) == str(row[f"{face}_{side}"]).split()[0]


def activated(game: Game, number: int, face: str, facing: int) -> Match:
    """A position with one card activated in m0, resources enough for everything, and victims."""
    others = [f"{n:02}" for n in range(1, 19) if n != number]
    given = {
        "zones": {
            "P0": [f"{others[0]}/tan/3", f"{others[1]}/teal/3"],
            "P1": [f"{others[2]}/tan/2", f"{others[3]}/teal/2"],
        },
        "market": [f"{number:02}/{face}/{facing}", f"{others[4]}/tan/3", f"{others[5]}/teal/3"],
        "draw": ["rest"],
    }
    match = Match(game.variant(), 0, given)
    match.play("activate:m0")
    return match


def effect(match: Match) -> str:
    """Which ability must have been at work."""
    decision: str = match.view(match.seat).table.prompt.decision
    if decision != "TURN":
        return decision.lower()
    return "destroy" if any(min(p.values()) < 2 for p in list(words(match)["resources"].values())[1:]) else "gain"


@pytest.mark.clause("WAL-3.5", "WAL-3.6")
def test_a_turn_without_any_option_passes_and_the_log_says_so(wallet: Game) -> None:
    idle = first_turn(new(wallet, 0, market_allowance=0, adjust_allowance=0, max_rounds=3))
    assert idle.over  # nobody has a live ability, so all six turns pass by themselves
    assert idle.turns == 6
    assert "P1 can do nothing: the turn passes." in idle.log()


@pytest.mark.clause("WAL-6.3")
def test_bought_cards_are_public_and_never_return(wallet: Game) -> None:
    match = Match(wallet.variant(), 0, POSITION)
    match.play("buy:m0")
    titles = {zone.title: [item.kind for item in zone.items] for zone in match.view(1).table.zones}
    assert titles["Bought by P0"] == ["wal_01"]
    for _ in range(200):
        if not match.over:
            match.play(match.legal_ids[0])
        assert "wal_01" in words(match)["bought"]["P0"]


@pytest.mark.clause("WAL-8.3")
def test_a_reshuffle_keeps_faces_and_facings(wallet: Game) -> None:
    given = {
        **POSITION,
        "market": ["13/tan/3", "02/teal/3", "01/tan/1"],
        "draw": ["16/teal/3"],
        "discard": ["17/teal/1", "rest"],
    }
    orders = set()
    for seed in range(20):
        match = Match(wallet.variant(), seed, given)
        before = {*words(match)["discard"], "13/tan/3"}
        match.play("activate:m0")
        if match.state.ask != ASK.turn:
            match.play("decline")
        assert set(words(match)["draw"]) == before
        assert words(match)["discard"] == []
        orders.add(tuple(words(match)["draw"]))
    assert len(orders) > 10


@pytest.mark.clause("WAL-9.3", "WAL-9.4", "WAL-9.5")
def test_the_round_limit_with_three_players(wallet: Game) -> None:
    given = {
        "zones": {"P0": ["05/tan/2", "06/teal/0"], "P1": ["08/tan/1", "09/teal/1"], "P2": ["10/tan/1", "11/teal/0"]},
        "market": ["01/tan/3", "02/teal/3", "13/tan/1"],
        "draw": ["rest"],
        "to_move": "P2",
        "round": 60,
    }
    match = Match(wallet.variant(3), 0, given)
    match.play("end_turn")
    assert match.outcome is not None
    assert [share * WHOLE_WIN for share in match.outcome.shares] == [6, 6, 0]


def test_no_game_has_more_decisions_than_the_rulebook_says(wallet: Game) -> None:
    assert wallet.variant(3).bound == 60 * 3 * 10 + 3


# What is hidden


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_before_the_first_reshuffle_the_faces_are_only_counted(wallet: Game, seat: int) -> None:
    match = play_on(first_turn(new(wallet, 4)), [0, 5, 9, 1, 2])
    s, worlds = match.state, []
    for seed in range(40):
        world = match.game.state.copy(s)
        world.rng = seed + 1
        match.game.rules.determinize(world, match.variant.cards, seat)
        covered = world.draw[: s.draws - 1]
        assert sorted(covered) == sorted(s.draw[: s.draws - 1])
        assert sum(world.face) == sum(s.face)
        assert world.draw[s.draws - 1] == s.draw[s.draws - 1]  # the top is open
        assert world.face[world.draw[s.draws - 1]] == s.face[s.draw[s.draws - 1]]
        assert world.facing == s.facing
        worlds.append((tuple(covered), tuple(world.face)))
    assert len({order for order, _ in worlds}) > 30
    assert len({faces for _, faces in worlds}) > 10


def test_after_a_reshuffle_every_face_is_known(wallet: Game) -> None:
    match = until_reshuffle(first_turn(new(wallet, 2)))
    orders = set()
    for seed in range(20):
        world = match.game.state.copy(match.state)
        world.rng = seed + 1
        match.game.rules.determinize(world, match.variant.cards, 0)
        assert (world.face, world.facing) == (match.state.face, match.state.facing)
        orders.add(tuple(world.draw))
    assert len(orders) > 5


# The lab's counters


def test_the_probes_count_what_happened(wallet: Game) -> None:
    match = first_turn(new(wallet, 8))
    while not match.over:
        buys = [move.id for move in match.moves if move.block == "buy"]
        match.play(buys[0] if buys else match.legal_ids[match.state.turns % len(match.legal_ids)])
    counted = dict(zip(PROBES, match.state.probe, strict=True))
    bought = {name: n for name, n in counted.items() if name.endswith(".bought") and n}
    assert sum(bought.values()) == sum(match.state.purchases)
    chains = sum(n * int(name.rpartition("_")[2]) for name, n in counted.items() if name.startswith("chain_of_"))
    assert chains == sum(n for name, n in counted.items() if name.endswith((".market", ".zone")))
    for colour in COLOURS:
        left = sum(resources[colour] for resources in words(match)["resources"].values())
        assert counted[f"gained.{colour}"] - counted[f"spent.{colour}"] - counted[f"destroyed.{colour}"] == left


def test_idle_turns_are_counted(wallet: Game) -> None:
    match = first_turn(new(wallet, 8, max_rounds=2))
    match.play("end_turn")
    match.play("flip:m0")
    match.play("end_turn")
    match.play("end_turn")
    assert match.state.probe[PROBES.index("turns_without_action")] == 2


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("wal_01.tan_left=fly", "wal_01.tan_left is 'fly'; an ability is activate, buy, swap, 'gain tan 1'"),
        ("wal_01.tan_left=destroy tan 3", "'destroy tan 1' (1 or 2, tan or teal)"),
        ("wal_01.tan_left=trade tan>tan 2", "wal_01.tan_left is 'trade tan>tan 2'"),
        ("wal_01.tan_price=[1, 1, 1, 1]", "wal_01.tan_price is [1, 1, 1, 1]; it must be a list of 2 numbers 0 to 3"),
        ("wal_01.teal_price=[3, 2]", "wal_01.teal_price is [3, 2]; tan and teal together must be 2 to 4"),
        ("wal_19.tan_left=buy", "unknown card 'wal_19'"),
        ("start_player=2", "parameter 'start_player' is 2; it must be 0 to 1 or random"),
        ("market_size=6", "parameter 'market_size' is 6; it must be 2 to 5"),
        ("initial_facing=2", "parameter 'initial_facing' is 2; it must be 1 or 3"),
        ("initial_facing=4", "parameter 'initial_facing' is 4; it must be 1 to 3"),
    ],
)
def test_bad_values(wallet: Game, change: str, message: str) -> None:
    with pytest.raises(CardsError) as caught:
        wallet.variant(None, None, dict([parse_change(change)]))
    assert message in str(caught.value)


def test_a_target_that_three_players_cannot_reach(wallet: Game) -> None:
    with pytest.raises(CardsError, match="parameter 'purchase_target' is 5; 3 players can play to 1 to 4"):
        wallet.variant(3, None, {"purchase_target": 5})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"zones": {"P0": ["05/tan/0", "06/teal/0"]}}, "zones must be given for P0, P1"),
        ({"market": ["01/tan/3"]}, 'market has 3 places, not 1; "-" is an empty one'),
        ({"market": ["01/tan", "02/teal/3", "13/tan/1"]}, "'01/tan' is not a card such as 05/tan/2"),
        ({"market": ["19/tan/3", "02/teal/3", "13/tan/1"]}, "unknown card '19'"),
        ({"market": ["01/red/3", "02/teal/3", "13/tan/1"]}, "market: 01/red/3: unknown face 'red'; known: tan, teal"),
        ({"draw": ["16/teal/3"]}, "is nowhere; a pile that ends with 'rest' takes all cards not named"),
        ({"draw": ["rest", "16/teal/3"]}, "draw: rest can only be its last entry"),
        ({"draw": [], "discard": ["rest"]}, "the draw pile is empty and the discard pile is not"),
        ({"bought": {"P2": ["wal_03"]}}, "unknown seat 'P2'; known: P0, P1"),
        ({"bought": {"P0": ["03", "04", "07", "10", "11"]}}, "P0 has bought 5 cards; the game ends at 4"),
        ({"to_move": "P3"}, "to_move: unknown seat 'P3'; known: P0, P1"),
        ({"used": ["buy"]}, "unknown used 'buy'; known: adjust, market, zone"),
        ({"used": ["zone", "zone"]}, "the zone allowance is used 2 times; a turn has 1"),
        ({"round": 61}, "round is 61; it must be a whole number, 1 to 60"),
        ({"reshuffled": "yes"}, "reshuffled is 'yes'; it must be true or false"),
        ({"ended": "never"}, "unknown ending 'never'"),
        ({"pending": {"decision": "DANCE"}}, "unknown decision 'DANCE'"),
        ({"pending": {"decision": "TRADE", "ability": "fly"}}, "pending ability is 'fly'"),
        ({"pending": {"decision": "TRADE", "energy": "red"}}, "unknown pending energy 'red'; known: tan, teal"),
        ({"pending": {"decision": "TAKE", "buying": "m9"}}, "unknown slot 'm9'"),
        ({"pending": {"decision": "TAKE", "due": {"P0": {"red": 1}}}}, "unknown key of pending due of P0 'red'"),
        (
            {"pending": {"decision": "TAKE", "due": {"P0": {"tan": "x"}}}},
            "pending due of P0 tan is 'x'; it must be a whole number, -99 to 99",
        ),
        (
            {"pending": {"decision": "BUY", "ability": "buy", "chain": 999}},
            "pending chain is 999; it must be a number of one digit",
        ),
        ({"pending": {"decision": "FACE"}}, "pending: FACE needs two tan cards in the zone of P0"),
        ({"pending": {"decision": "SWAP", "ability": "buy"}}, "pending: the decision SWAP needs the ability swap"),
        ({"pending": {"decision": "BUY", "ability": "buy", "by": "P1"}, "to_move": "P1"}, "nothing to choose for BUY"),
        ({"pending": {"wish": 1}}, "unknown key of pending 'wish'"),
        ({"hand": []}, "unknown key of a position 'hand'"),
    ],
)
def test_bad_positions(wallet: Game, change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        Match(wallet.variant(), 0, {**POSITION, **change})
    assert message in str(caught.value)


def test_a_position_needs_its_parts(wallet: Game) -> None:
    with pytest.raises(PositionError, match="a position needs market; it takes zones, market, draw at least"):
        Match(wallet.variant(), 0, {"zones": POSITION["zones"]})
    with pytest.raises(PositionError, match="in the edition pairs there is no bought pile"):
        Match(wallet.variant(None, "pairs"), 0, {**POSITION, "bought": {"P0": ["wal_03"]}})


def test_the_rulebook_and_the_cards_agree(wallet: Game) -> None:
    """The table of the 18 cards, row by row."""
    text = Path(wallet.folder / "rulebook.md").read_text("utf-8")
    assert len(wallet.cards.cards) == 18
    for card, row in wallet.cards.cards.items():
        tan, teal = ("+".join(map(str, row[f"{colour}_price"])) for colour in COLOURS)  # type: ignore[arg-type]
        cells = [f"`{card}`", tan, row["tan_left"], row["tan_right"], teal, row["teal_left"], row["teal_right"]]
        assert f"| {' | '.join(map(str, cells))} |" in text
