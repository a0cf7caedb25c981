"""The clauses of Matrix that the worked examples leave open, and what is said about bad input."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tablewright.bots import Bot, BotFault, take_turn
from tablewright.bots.outside import OutsideBot
from tablewright.engine import CardsError, Game, IllegalMove, Match, PositionError, parse_change
from tablewright.games.matrix.state import KINDS
from tablewright.games.matrix.view import judge

DECK = Counter(dict.fromkeys(KINDS, 2))
BOARD = {"board": "463/792/185"}


def words(match: Match) -> dict[str, Any]:
    dumped: dict[str, Any] = match.game.position.dump(match.state, match.variant.cards)
    return dumped


def new(game: Game, seed: int = 0, players: int | None = None, **changes: Any) -> Match:
    return Match(game.variant(players, None, changes), seed)


def play_through(match: Match) -> None:
    while not match.over:
        match.play(match.legal_ids[-1])


# Setup


@pytest.mark.clause("MTX-1.3", "MTX-2.1", "MTX-2.2", "MTX-2.3")
def test_the_whole_deck_is_dealt_and_nine_is_in_the_centre(matrix: Game) -> None:
    for seed in range(50):
        match = new(matrix, seed)
        dumped = words(match)
        assert match.variant.seats == ("N", "S")
        assert sorted(dumped["board"].replace("/", "")) == list("123456789")
        assert dumped["board"][5] == "9"
        assert [len(hand) for hand in dumped["hands"].values()] == [10, 10]
        assert Counter(dumped["hands"]["N"]) + Counter(dumped["hands"]["S"]) == DECK
        assert dumped["aside"] == []


@pytest.mark.clause("MTX-2.1", "MTX-2.2")
def test_boards_and_deals_are_uniform(matrix: Game) -> None:
    """Each ring number on each ring cell, each kind in each hand, within five standard deviations."""
    games = 4000
    cells: Counter[tuple[int, int]] = Counter()
    firsts: Counter[int] = Counter()
    for seed in range(games):
        state = new(matrix, seed).state
        cells.update((cell, rank) for cell, rank in enumerate(state.board) if cell != 4)
        firsts[state.hand[0][0]] += 1
    assert len(cells) == 64
    assert all(abs(count - games / 8) < 5 * (games / 8 * 7 / 8) ** 0.5 for count in cells.values())
    assert all(abs(firsts[kind] - games / 10) < 5 * (games / 10 * 9 / 10) ** 0.5 for kind in range(10))


@pytest.mark.clause("MTX-2.5", "MTX-10.8", "MTX-9.2")
@pytest.mark.parametrize(("players", "hand", "aside"), [(2, 10, 0), (3, 6, 2), (4, 5, 0)])
def test_what_each_number_of_players_is_dealt(matrix: Game, players: int, hand: int, aside: int) -> None:
    match = new(matrix, 1, players)
    dumped = words(match)
    assert tuple(dumped["hands"]) == ("N", "S", "W", "E")[:players]
    assert {len(cards) for cards in dumped["hands"].values()} == {hand}
    assert len(dumped["aside"]) == aside
    assert match.variant.bound == players * hand
    play_through(match)
    assert len(match.steps) == players * hand
    assert words(match)["aside"] == dumped["aside"]  # they take no part


@pytest.mark.clause("MTX-10.2")
@pytest.mark.parametrize(("centre", "seen"), [("auto", {9}), (3, {3}), ("none", set(range(1, 10)))])
def test_the_centre_at_the_start(matrix: Game, centre: object, seen: set[int]) -> None:
    found = {int(words(new(matrix, seed, centre=centre))["board"][5]) for seed in range(150)}
    assert found == seen


@pytest.mark.clause("MTX-10.2", "MTX-10.1")
def test_with_other_numbers_the_largest_is_in_the_centre(matrix: Game) -> None:
    match = new(matrix, 0, numbers=[12, 7, -4, 0, 3, 5, 90, 2, 1])
    assert words(match)["board"][1][1] == 90
    assert sorted(x for row in words(match)["board"] for x in row) == [-4, 0, 1, 2, 3, 5, 7, 12, 90]


# Turns


@pytest.mark.clause("MTX-3.1", "MTX-4.1", "MTX-8.1")
def test_ten_rounds_of_one_turn_each(matrix: Game) -> None:
    match = new(matrix, 5)
    for number in range(1, 11):
        order = words(match)["order"]
        for seat in order:
            assert words(match)["round"] == number
            assert match.seat == match.variant.seats.index(seat)
            assert not match.over
            before = len(words(match)["hands"][seat])
            match.play(match.legal_ids[0])
            assert len(words(match)["hands"][seat]) == before - 1
    assert match.over
    assert words(match)["hands"] == {"N": [], "S": []}
    with pytest.raises(IllegalMove) as caught:
        match.play(0)
    assert caught.value.reason == "game_over"


@pytest.mark.clause("MTX-4.1")
def test_there_is_no_pass(matrix: Game) -> None:
    with pytest.raises(IllegalMove, match="'pass' is not a card in your hand"):
        new(matrix).play("pass")


@pytest.mark.clause("MTX-4.3", "MTX-4.5")
def test_a_turn_discards_the_card_and_writes_the_play_down(matrix: Game) -> None:
    match = new(matrix, 3)
    gone: Counter[str] = Counter()
    while not match.over:
        seat, move = match.seat or 0, match.moves[-1]
        match.play(move)
        gone[move.block] += 1
        dumped = words(match)
        arguments = [int(part) for part in move.text.partition("(")[2].rstrip(")").split(",") if part]
        assert dumped["history"][-1] == [match.variant.seats[seat], move.block, arguments]
        assert Counter(dumped["discarded"]) == gone
        held = Counter(card for hand in dumped["hands"].values() for card in hand)
        assert held + gone == DECK
    assert gone


@pytest.mark.clause("MTX-10.4")
@pytest.mark.parametrize(
    ("rule", "order"), [("high_first", ["S", "N"]), ("low_first", ["N", "S"]), ("fixed", ["N", "S"])]
)
def test_order_rules(matrix: Game, rule: str, order: list[str]) -> None:
    match = Match(matrix.variant(None, None, {"order_rule": rule}), 0, BOARD)
    assert words(match)["order"] == order


@pytest.mark.clause("MTX-10.4")
def test_fixed_order_never_changes(matrix: Game) -> None:
    match = new(matrix, 2, 4, order_rule="fixed")
    while not match.over:
        assert words(match)["order"] == ["N", "S", "W", "E"]
        match.play(match.legal_ids[0])
    assert match.steps


@pytest.mark.clause("MTX-10.5")
def test_reverse_ties_of_four(matrix: Game) -> None:
    """The previous order is turned round among the tied; in round 1 it is the seat order."""
    variant = matrix.variant(4, None, {"tie_break": "reverse", "hand_size": 1, "rounds": 1})
    hands = {"N": ["swap_even"], "S": ["swap_even"], "W": ["swap_odd"], "E": ["swap_odd"]}
    assert words(Match(variant, 0, {"board": "816/357/492", "hands": hands}))["order"] == ["N", "S", "W", "E"]
    variant = matrix.variant(4, None, {"tie_break": "reverse"})
    given = {"board": "816/357/492", "hands": hands, "previous_order": ["S", "N", "E", "W"]}
    assert words(Match(variant, 0, given))["order"] == ["W", "E", "N", "S"]


@pytest.mark.clause("MTX-10.6")
def test_fewer_rounds_than_cards(matrix: Game) -> None:
    match = new(matrix, 0, hand_size=6, rounds=2)
    play_through(match)
    assert len(match.steps) == 4
    assert [len(hand) for hand in words(match)["hands"].values()] == [4, 4]
    assert len(words(match)["aside"]) == 8


@pytest.mark.clause("MTX-10.3")
def test_half_a_turn_is_the_same_both_ways(matrix: Game) -> None:
    variant = matrix.variant(None, None, {"rotate_steps": 4})
    hands = {"N": ["swap_odd", "swap_odd"], "S": ["rotate_clockwise", "rotate_counterclockwise"]}
    match = Match(variant, 0, {**BOARD, "hands": hands})
    assert [move.text for move in match.moves] == ["rotate_clockwise()", "rotate_counterclockwise()"]
    boards = []
    for action in match.legal_ids:
        match.play(action)
        boards.append(words(match)["board"])
        match.undo()
    assert boards[0] == boards[1] == "581/297/364"


# Programmed players


class Failing(Bot):
    """A bot that raises an error instead of moving."""

    name = "failing"

    def choose(self, match: Match, seat: int) -> int:
        raise BotFault("failed: ZeroDivisionError")


@pytest.mark.clause("MTX-7.7", "MTX-7.4")
def test_a_bot_that_fails_has_submitted_nothing(matrix: Game) -> None:
    match = Match(matrix.variant(edition="bot_referee"), 4)
    seat = match.variant.seats[match.seat or 0]
    first, *rest = words(match)["hands"][seat]
    board = words(match)["board"]
    take_turn(match, Failing())
    assert words(match)["history"] == [[seat, first, [-1]]]
    assert words(match)["hands"][seat] == rest
    assert words(match)["board"] == board
    assert match.variant.values["time_limit"] == "none"


@pytest.mark.clause("MTX-7.7")
def test_a_bot_that_overruns_the_time_limit_has_submitted_nothing(matrix: Game, tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("def choose(view, moves):\n    while True:\n        pass\n", "utf-8")
    match = Match(matrix.variant(edition="bot_referee", changes={"time_limit": 1}), 4)
    seat = match.variant.seats[match.seat or 0]
    first = words(match)["hands"][seat][0]
    endless = OutsideBot(str(file))
    try:
        take_turn(match, endless)
    finally:
        endless.close()
    assert words(match)["history"] == [[seat, first, [-1]]]
    assert "gave no answer within 1 seconds of processor time" in match.faults[0].reason


@pytest.mark.clause("MTX-7.7")
def test_a_time_limit_needs_the_policy_that_enforces_it(matrix: Game) -> None:
    with pytest.raises(CardsError, match="'time_limit' needs illegal_policy = forfeit"):
        matrix.variant(changes={"time_limit": 5})


@pytest.mark.clause("MTX-7.1")
@pytest.mark.parametrize(
    ("kind", "arguments", "reason"),
    [
        (None, [], "not_in_hand"),
        ("swap_even", None, "wrong_count"),
        ("swap_even", [True], "not_on_board"),
        ("swap_even", ["6"], "not_on_board"),
        ("swap_even", [6.0], "not_on_board"),
        ("swap_even", [6, 6], "wrong_count"),
    ],
)
def test_faults_of_submissions_that_cannot_be_typed(matrix: Game, kind: Any, arguments: Any, reason: str) -> None:
    match = Match(matrix.variant(), 0, {**BOARD, "hands": {"N": ["swap_odd"], "S": ["swap_even"]}})
    with pytest.raises(IllegalMove) as caught:
        judge(match.state, match.variant.cards, kind, arguments)
    assert caught.value.reason == reason


@pytest.mark.clause("MTX-7.3", "MTX-7.6")
def test_a_forfeit_is_public_and_cannot_be_chosen(matrix: Game) -> None:
    match = Match(matrix.variant(edition="bot_referee"), 4)
    assert not set(match.penalty_ids) & set(match.legal_ids)
    with pytest.raises(IllegalMove, match="not a legal move"):
        match.play(match.penalty_ids[0])
    match.submit(match.seat or 0, "nonsense")
    assert "forfeits the turn" in match.log()[0]


@pytest.mark.clause("MTX-7.8")
def test_what_a_bot_is_given(matrix: Game) -> None:
    """The view has the order, the seat, the board with the history, and the hand in order; it is a copy."""
    match = new(matrix, 6, 4)
    for _ in range(5):
        match.play(match.legal_ids[0])
    before, seat = match.bytes, match.seat or 0
    view = match.view(seat)
    shown = view.to_json()
    zones = {zone["id"]: zone for zone in shown["table"]["zones"]}
    dumped = words(match)
    assert shown["seat"] == seat
    order = next(c["fact"] for c in shown["table"]["counters"] if c["id"] == "order")
    assert [match.variant.seats[p] for p in order] == dumped["order"]
    board = "".join(item["text"] for item in zones["board"]["items"])
    assert board == dumped["board"].replace("/", "")
    assert [item["kind"] for item in zones["hand"]["items"]] == dumped["hands"][match.variant.seats[seat]]
    assert len(zones["history"]["items"]) == 5
    shown["table"]["zones"] = ()
    assert match.bytes == before
    assert match.view(seat) == view


# Hidden information


@pytest.mark.clause("MTX-H.1", "MTX-H.4")
@pytest.mark.parametrize("players", [3, 4])
def test_a_view_knows_the_unseen_cards_but_not_the_split(matrix: Game, players: int) -> None:
    match = new(matrix, 808_080_808, players)
    dumped = words(match)
    for seat, name in enumerate(match.variant.seats):
        zones = {zone.id: zone for zone in match.view(seat).table.zones}
        unseen = Counter({item.kind: item.facts["copies"] for item in zones["unseen"].items})
        assert unseen == DECK - Counter(dumped["hands"][name])
        assert not [zone for zone in zones.values() if zone.kind == "fan" and zone.owner != seat]
        text = str(match.view(seat))
        assert str(match.seed) not in text
        assert str(match.state.rng) not in text


@pytest.mark.clause("MTX-H.2", "MTX-H.3")
def test_with_two_players_only_the_order_of_the_other_hand_is_unknown(matrix: Game) -> None:
    match = new(matrix, 8)
    orders = set()
    for seed in range(20):
        world: Any = matrix.state.copy(match.state)
        world.rng = 1000 + seed
        matrix.rules.determinize(world, match.variant.cards, 0)
        assert world.hand[0] == match.state.hand[0]
        assert Counter(world.hand[1]) == Counter(match.state.hand[1])
        orders.add(tuple(world.hand[1]))
    assert len(orders) > 10


@pytest.mark.clause("MTX-H.4")
def test_redeals_reach_every_hidden_place(matrix: Game) -> None:
    match = new(matrix, 8, 3)
    seen: set[tuple[int, ...]] = set()
    for seed in range(40):
        world: Any = matrix.state.copy(match.state)
        world.rng = 1000 + seed
        matrix.rules.determinize(world, match.variant.cards, 0)
        seen.add(tuple(world.aside[:2]))
    assert len(seen) > 10


# Bad input


@pytest.mark.clause("MTX-2.6")
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"board": "463/792/184"}, "4 is on the board 2 times; each number is there once"),
        ({"board": "463/792/18"}, "board is '463/792/18'; write 3 rows of 3, such as 463/792/185"),
        ({"board": "463/792/180"}, "0 is not one of the numbers 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"board": "abc/def/ghi"}, "a is not one of the numbers 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"board": 7}, "write 3 rows of 3"),
        ({}, "a position needs board"),
        ({**BOARD, "hand": {}}, "unknown key of a position 'hand'; did you mean 'hands'?"),
        ({**BOARD, "hands": {"N": ["swap_od"], "S": ["swap_odd"]}}, "unknown card 'swap_od'; did you mean 'swap_odd'?"),
        ({**BOARD, "hands": {"N": ["swap_odd"]}}, "hands must be given for N, S"),
        ({**BOARD, "hands": {"N": "swap_odd", "S": []}}, "hand of N must be a list of cards"),
        ({**BOARD, "hands": {"N": ["swap_odd"], "S": []}}, "hands must be of equal size, not 1, 0"),
        (
            {**BOARD, "hands": {"N": ["swap_odd"] * 2, "S": ["swap_odd"] * 2}},
            "too many cards called swap_odd: 4 here, 2 in the deck",
        ),
        ({**BOARD, "hands": {"N": [], "S": []}}, "a hand has 1 to 20 cards, not 0"),
        ({**BOARD, "round": 11}, "round is 11; it must be a whole number, 1 to 10"),
        ({**BOARD, "round": "two"}, "round is 'two'"),
        ({**BOARD, "round": 8, "hands": {"N": ["swap_odd"], "S": ["swap_odd"]}}, "3 rounds are left"),
        ({**BOARD, "previous_order": ["N", "N"]}, "previous_order must name N, S once each"),
    ],
)
def test_positions_that_cannot_be(matrix: Game, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        Match(matrix.variant(), 0, given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.clause("MTX-2.6", "MTX-2.5")
def test_cards_may_be_set_aside_in_a_position(matrix: Game) -> None:
    given = {**BOARD, "hands": {"N": ["swap_odd"], "S": ["swap_even"]}, "aside": ["shift_west"]}
    dumped = words(Match(matrix.variant(), 0, given))
    assert dumped["aside"] == ["shift_west"]
    assert len(dumped["discarded"]) == 17


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("rotate_steps=8", "parameter 'rotate_steps' is 8; it must be 1 to 7"),
        ("rotate_steps=two", "parameter 'rotate_steps' is 'two'; it must be 1 to 7"),
        ("rotate_step=2", "unknown parameter 'rotate_step'; did you mean 'rotate_steps'?"),
        ("hand_size=11", "20 cards allow 1 to 10"),
        ("rounds=20", "parameter 'rounds' is 20; it must be 1 to 10, the size of a hand"),
        ("numbers=[1, 1, 2, 3, 4, 5, 6, 7, 8]", "a list of 9 different numbers -9999 to 9999"),
        ("numbers=[1, 2]", "a list of 9 different numbers"),
        ("centre=12", "it must be none or one of 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("order_rule=best", "it must be one of high_first, low_first, fixed"),
        ("swap_odd.copies=5", "swap_odd.copies is 5; it must be 0 to 4"),
        ("swap_od.copies=1", "unknown card 'swap_od'; did you mean 'swap_odd'?"),
        ("swap_odd.copys=1", "did you mean 'copies'?"),
    ],
)
def test_parameters_that_cannot_be(matrix: Game, change: str, message: str) -> None:
    name, value = parse_change(change)
    with pytest.raises(CardsError) as caught:
        matrix.variant(None, None, {name: value})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
