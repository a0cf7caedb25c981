"""Tournaments: the formats pair as they should, a journal goes on after an interruption, and the figures are sound."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from tablewright.arena import tournament_page
from tablewright.arena.duels import Duel, Hall
from tablewright.arena.standings import Standings
from tablewright.arena.tournament import Plan, Tournament, swiss_rounds
from tablewright.bots.allowance import WAITED
from tablewright.engine import TablewrightError, Variant
from tablewright.games import load

BOTS = ("random", "greedy", "ismcts:10")
FIRST = "def choose(view, moves):\n    return moves[0]\n"


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load("matrix").variant()


def plan(bots: tuple[str, ...] = BOTS, form: str = "roundrobin", deals: int = 10) -> Plan:
    return Plan(bots, form, deals, swiss_rounds(len(bots)))  # type: ignore[arg-type]


def made_up(results: dict[tuple[str, str], float], deals: int = 200) -> Standings:
    """Standings in which every pair had so many deals with the given score."""
    names = sorted({name for pair in results for name in pair})
    duels = [
        Duel(one, other, 0, tuple(float(i < score * deals) for i in range(deals)))
        for (one, other), score in results.items()
    ]
    return Standings(names, duels)


def test_everybody_meets_everybody_once(variant: Variant) -> None:
    played = Tournament(Hall(variant), plan())
    played.play()
    assert played.rounds == [list(combinations(BOTS, 2))]
    assert played.order()[-1] == "random"
    assert all(played.standings.deals(bot) == 20 for bot in BOTS)


@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_is_shared_out_whole(players: int) -> None:
    """What one gets the other does not, and swapping the names swaps the scores."""
    hall = Hall(load("matrix").variant(players))
    there, back = hall.duel("random", "greedy", 0, 6), hall.duel("greedy", "random", 0, 6)
    assert there.scores == pytest.approx([1 - score for score in back.scores])
    assert there.score < 0.5


def test_deals_do_not_depend_on_the_batches(variant: Variant) -> None:
    hall = Hall(variant, seed=5)
    whole = hall.duel("random", "greedy", 0, 12).scores
    parts = [hall.duel("random", "greedy", first, 4).scores for first in (0, 4, 8)]
    assert whole == tuple(score for part in parts for score in part)


def test_a_swiss_tournament_pairs_equals_and_repeats_no_pair(variant: Variant) -> None:
    bots = ("random", "greedy", "ismcts:4", "ismcts:10", "ismcts:20")
    played = Tournament(Hall(variant), plan(bots, "swiss", 4))
    played.play()
    pairs = [frozenset(pair) for pairs in played.rounds for pair in pairs]
    assert len(played.rounds) == 3
    assert len(pairs) == len(set(pairs)) == 6
    rests = [set(bots) - {bot for pair in pairs for bot in pair} for pairs in played.rounds]
    assert all(len(rest) == 1 for rest in rests)
    assert len(set().union(*rests)) == 3


def test_a_knock_out_ends_with_one(variant: Variant) -> None:
    bots = ("ismcts:20", "greedy", "ismcts:4", "random", "ismcts:10")
    played = Tournament(Hall(variant), plan(bots, "elimination", 6))
    played.play()
    assert [len(pairs) for pairs in played.rounds] == [1, 2, 1]
    final = played.rounds[-1][0]
    assert set(played.order()[:2]) == set(final)
    cell = played.standings.cell(*final)
    assert cell is not None
    assert played.order()[0] == final[0 if cell.score > 0.5 else 1]


def test_an_interrupted_tournament_goes_on_from_its_journal(variant: Variant, tmp_path: Path) -> None:
    journal = tmp_path / "cup.jsonl"
    whole = Tournament(Hall(variant), plan())
    whole.play()

    class Stopping(Hall):
        left = 2

        def duel(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().duel(*args, **kwargs)

    with pytest.raises(KeyboardInterrupt):
        Tournament(Stopping(variant), plan(), journal).play()
    assert len(journal.read_text().splitlines()) == 3
    resumed = Tournament(Hall(variant), plan(), journal)
    resumed.play()
    assert resumed.standings.ratings == whole.standings.ratings
    assert [duel.scores for duel in resumed.journal.duels] == [duel.scores for duel in whole.journal.duels]


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (plan(BOTS, "swiss"), "format, rounds"),
        (plan(BOTS, deals=11), "deals"),
        (plan(BOTS[:2]), "rounds, bots"),
    ],
)
def test_the_journal_of_another_tournament_is_refused(
    variant: Variant, tmp_path: Path, other: Plan, differs: str
) -> None:
    journal = tmp_path / "cup.jsonl"
    Tournament(Hall(variant), plan(), journal)
    before = journal.read_text()
    with pytest.raises(TablewrightError, match="belongs to another tournament") as told:
        Tournament(Hall(variant), other, journal)
    assert differs.split(", ")[0] in str(told.value)
    assert journal.read_text() == before


def test_an_edited_bot_does_not_go_on_under_its_old_results(variant: Variant, tmp_path: Path) -> None:
    mine, journal = tmp_path / "mine.py", tmp_path / "cup.jsonl"
    mine.write_text(FIRST)
    bots = (str(mine), "random")
    Tournament(Hall(variant), plan(bots, deals=1), journal).play()
    mine.write_text(FIRST.replace("moves[0]", "moves[-1]"))
    with pytest.raises(TablewrightError, match="differs in bots"):
        Tournament(Hall(variant), plan(bots, deals=1), journal)


def test_a_damaged_journal_is_refused(variant: Variant, tmp_path: Path) -> None:
    journal = tmp_path / "cup.jsonl"
    journal.write_text('{"tablewright tournament": 1}\nnonsense\n')
    with pytest.raises(TablewrightError, match="is not the journal of a tournament"):
        Tournament(Hall(variant), plan(), journal)


@pytest.mark.parametrize(
    ("bots", "words"), [(("greedy",), "at least two bots, not 1"), (("greedy", "greedy"), "greedy appears twice")]
)
def test_too_few_bots_or_one_twice(bots: tuple[str, ...], words: str) -> None:
    with pytest.raises(TablewrightError, match=words):
        plan(bots)


def test_ratings_follow_the_scores() -> None:
    standings = made_up({("a", "b"): 10 / 11, ("b", "c"): 10 / 11, ("a", "c"): 100 / 101})
    assert list(standings.ratings) == ["a", "b", "c"]
    assert standings.ratings["a"] - standings.ratings["b"] == pytest.approx(400, abs=40)
    for bot in "abc":
        low, high = standings.interval(bot)
        assert low < standings.ratings[bot] < high
    assert standings.above("a", "b") > 0.99
    assert standings.above("a", "b") + standings.above("b", "a") == pytest.approx(1)


def test_the_rating_of_a_clean_sweep_lies_in_its_interval_which_is_wide() -> None:
    swept = made_up({("a", "b"): 1.0, ("b", "c"): 0.6, ("a", "c"): 1.0}, 20)
    for bot in "abc":
        low, high = swept.interval(bot)
        assert low < swept.ratings[bot] < high
    low, high = swept.interval("a")
    assert high - low > 400
    assert swept.above("a", "b") > 0.99


def test_equal_bots_are_as_likely_above_as_below() -> None:
    standings = Standings(("a", "b"), [Duel("a", "b", 0, (0.5,) * 50)])
    assert standings.above("a", "b") == pytest.approx(0.5, abs=0.01)


def test_a_circle_is_found_and_a_chain_is_none() -> None:
    assert made_up({("a", "b"): 0.8, ("b", "c"): 0.8, ("c", "a"): 0.8}).circles() == [["a", "b", "c"]]
    assert made_up({("a", "b"): 0.8, ("b", "c"): 0.8, ("a", "c"): 0.8}).circles() == []
    assert made_up({("a", "b"): 0.51, ("b", "c"): 0.51, ("c", "a"): 0.51}).circles() == []


def test_more_deals_mean_a_narrower_interval() -> None:
    few, many = (made_up({("a", "b"): 0.7}, deals).interval("a") for deals in (40, 1000))
    assert many[1] - many[0] < (few[1] - few[0]) / 3


def test_faults_that_waited_are_counted_apart() -> None:
    slept = f"a gave no answer, {WAITED}; it used 0.02 s of processor time in 60 s"
    standings = Standings(("a", "b"), [Duel("a", "b", 0, (0.5,), (("a", slept), ("a", "a failed")))])
    assert (standings.fault_count("a"), standings.fault_count("b")) == ("2 (1 waited)", "0")


def test_the_page_and_the_values_tell_the_same(variant: Variant, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view, moves):\n    return 1 // 0\n")
    played = Tournament(Hall(variant), plan((str(mine), "random", "greedy"), deals=3))
    played.play()
    values = json.loads(json.dumps(tournament_page.as_json(played)))
    assert [row["bot"] for row in values["standings"]] == played.order()
    assert len(values["standings"][-1]["faults"]) == 12
    html = tournament_page.page(played).html()
    assert "ZeroDivisionError" in html
    assert html.count("data:application/json;base64,") == 3
    assert html.count('href="http://127.0.0.1:8000/open#at=0&amp;record=') == 3
    times = {row["bot"]: (row["seconds_a_move"], row["slowest_move"]) for row in values["standings"]}
    assert 0 < times[str(mine)][0] <= times[str(mine)][1]
    assert times["random"] == times["greedy"] == (None, None)
    for row in values["standings"]:
        assert f"{row['rating']:.0f}" in html
