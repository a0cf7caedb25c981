"""WTactics: quests, the end of the game and what cannot be played, by clause."""

from typing import Any

import pytest

from tablewright.engine import IllegalMove, Match
from tablewright.games.wtactics.ids import END

from .wtactics_help import SPARE, game, match, new, pass_until_turn, play, texts, variant, words

# Quests


@pytest.mark.clause("WTA-17.2", "WTA-17.3", "WTA-17.4")
def test_accept_and_abandon_once_a_turn() -> None:
    at = match({"A": {"hand": SPARE}, "quests": {"A": ["q_giant"], "B": ["q_wheel"]}}, quests=True)
    play(at, "accept q_giant", "accept q_wheel")
    assert texts(at) == ["end phase", "lay bribe"]
    assert words(at)["quests"]["tokens"] == {"A": {"A": 3, "B": 0}, "B": {"A": 3, "B": 0}}
    assert words(at)["A"]["influence"] == 20, "accepting is free"
    pass_until_turn(at, 5)
    play(at, "stop", "abandon q_giant")
    assert "accept q_giant" not in texts(at)


@pytest.mark.clause("WTA-17.1", "WTA-17.10")
def test_the_same_quest_on_both_piles() -> None:
    quests = {"A": ["q_giant", "q_wheel"], "B": ["q_giant", "q_lore"]}
    at = match({"A": {"hand": SPARE}, "quests": quests}, quests=True)
    assert texts(at)[2:] == ["accept q_giant on A's pile", "accept q_giant on B's pile"]
    end = match({"turn": 4, "phase": "discard", "A": {"vp": 1}, "quests": quests}, quests=True)
    end.play("expire q_giant on B's pile")
    assert [words(end)["quests"][seat][0] for seat in "AB"] == ["q_giant", "q_lore"]


QUESTS = [
    ("q_border_raid", {"raid": {"A": 5}}, {}),
    ("q_muster", {}, {"offensive": ["orc_token"] * 6}),
    ("q_treasury", {}, {"resources": ["kolibri*"] * 8}),
    ("q_wheel", {"recycled": {"A": 1}}, {}),
    ("q_slaughter", {"died": {"B": 3}}, {}),
    ("q_lore", {"spells": {"A": 2}}, {}),
    ("q_champion", {}, {"offensive": [{"card": "hedge_mage", "attached": ["longbow", "orcish_cleaver"]}]}),
    ("q_two_fronts", {}, {"offensive": ["orc_token*"] * 2, "defensive": ["orc_token*"] * 2}),
    ("q_giant", {}, {"offensive": [{"card": "orc_token", "marked": True, "counters": 5}]}),
    ("q_hoard", {"spent": {"A": 8}}, {}),
    ("q_watch", {}, {"defensive": ["orc_token"] * 4}),
]


@pytest.mark.clause("WTA-17.8", "WTA-17.9", "WTA-18.4")
@pytest.mark.parametrize(("quest", "statistics", "side"), QUESTS)
def test_each_quest_is_done_at_its_mark_and_not_below(
    quest: str, statistics: dict[str, Any], side: dict[str, Any]
) -> None:
    def vp(amount: int) -> int:
        given = {
            "phase": "discard",
            "A": side,
            "this_turn": statistics,
            "quests": {"A": [quest, "q_lore"], "tokens": {"A": {"A": 1}}},
        }
        return int(words(match(given, quests=True, **{f"{quest}.amount": amount}))["A"]["vp"])

    printed = game().cards.cards[quest]
    assert vp(int(str(printed["amount"]))) == printed["vp"]
    assert vp(int(str(printed["amount"])) + 1) == 0


@pytest.mark.clause("WTA-17.8", "WTA-17.9")
def test_hold_the_line_is_checked_in_the_opponents_turn() -> None:
    quests = {"A": ["q_hold_the_line", "q_lore"], "tokens": {"A": {"A": 1}}}

    def vp(turn: int, **statistics: Any) -> int:
        given = {"turn": turn, "phase": "discard", "quests": quests, "this_turn": statistics}
        return int(words(match(given, quests=True))["A"]["vp"])

    assert vp(4, attackers=2) == 2
    assert vp(4, attackers=1) == 0
    assert vp(4, attackers=2, lost={"A": 1}) == 0
    assert vp(3, attackers=2) == 0


@pytest.mark.clause("WTA-17.10")
def test_quests_nobody_takes_expire() -> None:
    piles = {"A": ["q_giant", "q_wheel", "q_lore"], "B": ["q_muster", "q_watch"]}

    def expired(since: int, vp: int = 0, **quests: Any) -> Match:
        since_when = {"since": {"A": since, "B": 0}}
        given = {"turn": 4, "phase": "discard", "A": {"vp": vp}, "quests": {**piles, **quests, **since_when}}
        return match(given, quests=True)

    both = expired(0, vp=1)
    assert (words(both)["decision"], both.seat) == ("quest_expire", 1), "fewer VP chooses"
    both.play("expire q_muster")
    assert words(both)["quests"]["B"] == ["q_watch"]
    assert words(both)["quests"]["A"][0] == "q_giant"
    one = expired(3)
    assert words(one)["quests"]["A"][0] == "q_giant", "turned up in this round"
    assert words(one)["quests"]["B"] == ["q_watch"]
    kept = expired(0, tokens={"A": {"B": 2}, "B": {"A": 2}})
    assert [words(kept)["quests"][seat][0] for seat in "AB"] == ["q_giant", "q_muster"]
    choosers = {Match(game().variant(), seed=seed, position=_tied(piles)).seat for seed in range(12)}
    assert choosers == {0, 1}, "chance picks the chooser in a full tie"


def _tied(piles: dict[str, list[str]]) -> dict[str, Any]:
    return {"turn": 4, "phase": "discard", "quests": piles}


# The end


@pytest.mark.clause("WTA-19.1")
def test_both_at_zero_more_vp_wins() -> None:
    def outcome(vp: int) -> Any:
        return match({"phase": "discard", "A": {"influence": -3, "vp": vp}, "B": {"influence": 0, "vp": 1}}).outcome

    assert outcome(2).winners == (0,)
    assert [float(share) for share in outcome(1).shares] == [0.5, 0.5]


@pytest.mark.clause("WTA-19.1", "WTA-19.2", "WTA-19.4")
def test_the_score_is_the_number_that_decided() -> None:
    def scores(**sides: Any) -> Any:
        outcome = match({"turn": 120, "phase": "discard", **sides}).outcome
        assert outcome is not None
        return outcome.scores

    assert scores(A={"influence": 8}, B={"influence": 5}) == (8, 5)
    assert scores(A={"influence": 8, "vp": 1}, B={"influence": 5, "vp": 3}) == (1, 3)
    assert scores(A={"influence": -2, "vp": 1}, B={"influence": 5, "vp": 3}) == (0, 5)
    assert scores(A={"influence": -2, "vp": 2}, B={"influence": 0, "vp": 1}) == (2, 1)
    assert scores(A={"influence": -2}, B={"influence": 0}) == (0, 0)


@pytest.mark.clause("WTA-19.5", "WTA-18.6")
def test_the_turn_limit() -> None:
    given = {"turn": 120, "phase": "discard", "A": {"influence": 3}, "B": {"influence": 2}}
    at = match(given)
    assert (at.over, at.turns, at.outcome and at.outcome.winners) == (True, 120, (0,))
    drawn = match({"turn": 120, "phase": "discard"})
    assert drawn.outcome is not None
    assert drawn.outcome.winners == (0, 1)


@pytest.mark.clause("WTA-20.2", "WTA-20.1")
def test_an_announcement_cannot_be_cancelled() -> None:
    at = match(
        {"A": {"hand": ["abduction"], "resources": ["kolibri"] * 3}, "B": {"defensive": ["botanist", "kolibri"]}}
    )
    at.play("play abduction")
    assert texts(at) == ["target botanist", "target kolibri"]
    with pytest.raises(IllegalMove):
        at.play("pass")


@pytest.mark.clause("WTA-2.4")
def test_tokens_beyond_what_fits_are_not_created() -> None:
    side = {"hand": SPARE, "resources": ["erode"], "offensive": ["orc_token*"] * 32, "defensive": ["orc_recruiter"]}
    at = play(match({"A": side}), "use orc_recruiter")
    assert len(words(at)["A"]["offensive"]) == 32
    assert [c["card"] for c in words(at)["A"]["defensive"]] == ["orc_recruiter"]


@pytest.mark.clause("WTA-3.1")
def test_the_seats_are_the_players() -> None:
    assert variant().seats == ("A", "B")
    assert new().seat == 0


@pytest.mark.parametrize(
    ("ended", "influence", "told"),
    [
        ("influence", (0, 4), ("Your influence is down to 0.", "A's influence is down to 0.")),
        ("influence", (0, 0), ("Both are out of influence; then victory points decide.",) * 2),
        ("victory_points", (3, 4), ("B has collected 9 victory points.", "You have collected 9 victory points.")),
        ("deck_out", (3, 4), ("Both decks are empty: victory points decide, then influence.",) * 2),
        ("turn_limit", (3, 4), ("The last turn is over: victory points decide, then influence.",) * 2),
    ],
)
@pytest.mark.clause("WTA-19.1")
def test_the_end_says_why_it_came(ended: str, influence: tuple[int, int], told: tuple[str, str]) -> None:
    at = match({"A": {"hand": SPARE}, "B": {"hand": SPARE}})
    s = at.state
    s.ended, s.winner, s.influence[:], s.vp[:] = getattr(END, ended), 1, influence, (2, 9)
    assert tuple(at.view(seat).table.prompt.text for seat in range(2)) == told
