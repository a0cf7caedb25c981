"""Games by the thousand with a user's own bot in a seat: the same games as in matches, and its failures told."""

from pathlib import Path

import pytest

from tablewright.arena.ladder import pair
from tablewright.bots import BotError, BotFault, find
from tablewright.bots.allowance import WAITED
from tablewright.bots.outside import OutsideBot
from tablewright.bots.stepping import MoveByMove, Patience, player, try_out
from tablewright.engine import Match, TablewrightError, Variant, match_of
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.runs import collect, record_of_game
from tablewright.lab.simulate import StopRule, simulate

FIRST = "def choose(view, moves):\n    return moves[0]\n"
STUMBLES = "def choose(view, moves):\n    return moves[0] if len(moves) > 9 else 'nonsense'\n"
FICKLE = "import random\n\ndef choose(view, moves):\n    return random.choice(moves)\n"


@pytest.fixture
def variant() -> Variant:
    return load("matrix").variant()


def written(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


def test_only_a_users_bot_is_asked_move_by_move(variant: Variant, tmp_path: Path) -> None:
    mine = written(tmp_path, FIRST)
    assert player(mine, variant) == MoveByMove(mine)
    assert not isinstance(player("ismcts:20", variant), MoveByMove)
    with pytest.raises(BotError, match="is not Python"):
        player(written(tmp_path, "def choose("), variant)


def test_its_games_are_those_of_matches(variant: Variant, tmp_path: Path) -> None:
    run = collect(variant, [player(written(tmp_path, FIRST), variant)], StopRule(6), seed=3)
    for row in range(6):
        match = Match(variant, 3 + row)
        while not match.over:
            match.play(match.legal_ids[0])
        assert match.outcome is not None
        assert tuple(run.scores[row]) == match.outcome.scores
        assert run.decisions[row] == len(match.steps)
        assert list(run.probes[row]) == list(match.state.probe)


@pytest.mark.slow
def test_others_decide_the_same_whatever_the_threads(variant: Variant, tmp_path: Path) -> None:
    bots = [player(written(tmp_path, FIRST), variant), player("ismcts:20", variant)]
    one, two = (simulate(variant, bots, 8, seed=3, executor=Threads(threads)) for threads in (1, 2))
    assert (one.games, one.unfinished, one.faults, one.rotations) == (8, 0, [], 2)
    assert one.scores.summary(0) == two.scores.summary(0)
    assert one.bot_shares.mean[1] > 0.5


def test_failures_cost_the_game_and_are_told(variant: Variant, tmp_path: Path) -> None:
    mine = written(tmp_path, STUMBLES)
    made = simulate(variant, [player(mine, variant), player("random", variant)], 4)
    assert {name for name, _ in made.faults} == {mine}
    assert "nonsense" in made.faults[0][1]
    assert made.bot_shares.mean[0] == 0
    assert made.to_json()["faults"][0]["bot"] == mine


@pytest.mark.slow
def test_a_game_of_it_is_played_again_if_it_repeats_itself(variant: Variant, tmp_path: Path) -> None:
    bots = [player(written(tmp_path, FIRST), variant), player("random", variant)]
    run = collect(variant, bots, StopRule(4), seed=9)
    record = record_of_game(run, 3, load, player)
    outcome = match_of(record, load).outcome
    assert outcome is not None
    assert outcome.scores == tuple(run.scores[3])
    written(tmp_path, FICKLE)
    with pytest.raises(TablewrightError, match="took another course this time"):
        record_of_game(run, 3, load, player)


def test_three_failures_of_one_kind_end_a_run_before_it_begins(variant: Variant, tmp_path: Path) -> None:
    mine = written(tmp_path, STUMBLES)
    with pytest.raises(BotError, match=r"failed in the same way in 3 games, so no more are played: .*nonsense"):
        try_out(variant, ["random", mine])
    try_out(variant, [written(tmp_path, FIRST), "greedy"])


SECOND_SEAT = """
def choose(view, moves):
    return moves[0] if view.seat == 0 else 'nonsense'
"""


def test_failures_in_another_seat_are_found_before_a_run(variant: Variant, tmp_path: Path) -> None:
    with pytest.raises(BotError, match="failed in the same way in 3 games"):
        try_out(variant, [written(tmp_path, SECOND_SEAT)])


def test_failures_in_the_midst_of_a_run_end_it() -> None:
    """Three of the same kind, if they are not seldom; what differs from position to position is one kind."""
    patience = Patience()
    patience.count(30, [("mine", "nonsense; legal: a"), ("mine", "nonsense; legal: b"), ("mine", "late")])
    patience.count(30, [("mine", "nonsense; legal: c"), ("other", "nonsense")])
    patience = Patience()
    patience.count(6, [("mine", "nonsense; legal: a"), ("mine", "nonsense; legal: b")])
    with pytest.raises(BotError, match="3 games, so no more are played: nonsense; legal: c"):
        patience.count(6, [("mine", "nonsense; legal: c")])
    slept = [("mine", f"{WAITED}; it used 0.0{n} s of processor time in 60 s") for n in range(3)]
    with pytest.raises(BotError, match=f"3 games, so no more are played: {WAITED}; it used 0.02 s"):
        Patience().count(6, slept)


def test_rating_a_bot_that_begins_to_fail_ends_with_a_word(variant: Variant, tmp_path: Path) -> None:
    """It is well for three games: only the run itself can find out."""
    mine = written(
        tmp_path,
        "made = []\n\ndef choose(view, moves):\n    made.append(1)\n    return moves[0] if len(made) < 40 else 7.5\n",
    )
    with pytest.raises(BotError, match="failed in the same way in 3 games"):
        pair(variant, mine, "random", 40, 1, Threads(1))


WARM = """
class choose:
    ready = []

    def warm_up(self, game):
        self.ready.append(game["game"])

    def choose(self, view, moves):
        assert self.ready, "it was not warm"
        return moves[0]
"""


def test_a_bot_may_warm_up_before_its_clock_runs(variant: Variant, tmp_path: Path) -> None:
    bot = find(written(tmp_path, WARM))
    match = Match(variant, 1)
    assert bot.choose(match, match.seat or 0) == match.legal_ids[0]
    bot.close()
    bad = find(written(tmp_path, WARM.replace("self.ready.append", "self.raedy.append")))
    with pytest.raises(BotFault, match="failed to warm up: AttributeError"):
        bad.choose(match, match.seat or 0)
    bad.close()


COLD = """
import time

from tablewright.bots.worker import practice

cold = [True]


def warm_up(game):
    view = practice(game)
    assert view.imagine(3).legal_ids
    choose(view, view.moves)


def choose(view, moves):
    if cold:
        cold.clear()
        end = time.process_time() + 0.7  # as if it were compiled now
        while time.process_time() < end:
            pass
    return moves[0]
"""


def test_what_a_first_move_takes_is_practised_before_the_clock_runs(variant: Variant, tmp_path: Path) -> None:
    match = Match(variant, 1)
    bot = OutsideBot(written(tmp_path, COLD), seconds=0.5)
    assert bot.choose(match, match.seat or 0) == match.legal_ids[0]
    bot.close()
    late = OutsideBot(written(tmp_path, COLD.replace("def warm_up", "def warmup")), seconds=0.5)
    with pytest.raises(BotFault, match=r"within 0.5 seconds of processor time for its first move; .* warm_up\(game\)"):
        late.choose(match, match.seat or 0)
    late.close()
