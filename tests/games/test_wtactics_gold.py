"""WTactics: the designer's chapter on gold and resources, kept as a ledger beside whole random games.

Every decision is entered from outside, from the position before and after it and from what the rules told the log; the
balance must come out, whatever else the cards do.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tablewright.engine import Match
from tablewright.games.wtactics.ids import SAY
from tests.games.wtactics_help import game, words

Words = dict[str, Any]


@dataclass
class Step:
    """One decision: who made it, how it read, the position before and after, and what was noted in between."""

    seat: str
    text: str
    before: Words
    after: Words
    events: list[tuple[int, int, int, int]]

    def noted(self, kind: int, player: str) -> int:
        """The sum of the numbers noted for a player."""
        return sum(b for k, a, b, _ in self.events if k == kind and "AB"[a] == player)

    def happened(self, kind: int, player: str) -> int:
        return sum(k == kind and "AB"[a] == player for k, a, _, _ in self.events)

    def same_turn(self) -> bool:
        return bool(self.before["turn"] == self.after["turn"])


def steps(seed: int, **changes: Any) -> list[Step]:
    """A random game that seldom passes, so that much is paid for."""
    chance = Random(seed)
    at = Match(game().variant(changes=changes), seed=seed)
    made: list[Step] = []
    before = words(at)
    while not at.over and len(made) < 400:
        moves = at.moves
        move = chance.choice(moves)
        if move.text in ("end phase", "pass", "skip", "mulligan"):
            move = chance.choice(moves)
        seat = "AB"[at.seat or 0]
        step = at.play(move)
        after = words(at)
        made.append(Step(seat, move.text, before, after, list(step.events)))
        before = after
    return made


def unmarked(side: Words) -> int:
    return sum(not card.endswith("*") for card in side["resources"])


def balance(step: Step, player: str) -> None:
    """WTA-5.4 to 5.6, 6.9: gold comes by marking or an effect that says so, and goes by paying or with the turn."""
    before, after = step.before[player], step.after[player]
    if len(after["resources"]) != len(before["resources"]) + (step.seat == player and step.text.startswith("lay ")):
        return  # resource cards were dug, sacrificed or taken back: other tests count those
    come = step.noted(SAY.gold, player) + step.noted(SAY.refreshed, player)
    come += step.seat == player and step.text.startswith("lay ")
    gone = step.noted(SAY.paid, player) + step.noted(SAY.gold_gone, player) + step.happened(SAY.taxed, player)
    assert after["pool"] + unmarked(after) == before["pool"] + unmarked(before) + come - gone, step.text
    assert after["gold"] == after["pool"] + unmarked(after)
    if step.text.startswith("gold ") and step.seat == player:
        assert (after["pool"] + gone, unmarked(after)) == (before["pool"] + 1, unmarked(before) - 1)


@pytest.mark.clause("WTA-5.4", "WTA-5.5", "WTA-5.6", "WTA-6.9", "WTA-6.10", "WTA-18.3")
@pytest.mark.parametrize("seed", range(4))
def test_every_gold_is_accounted_for(seed: int) -> None:
    paid = 0
    for step in steps(seed):
        for player in "AB":
            paid += step.noted(SAY.paid, player)
            if step.same_turn():
                balance(step, player)
            else:
                assert step.after[player]["pool"] <= step.noted(SAY.gold, player), "gold passed to another turn"
    assert paid > 20


@pytest.mark.clause("WTA-5.1", "WTA-5.2", "WTA-5.3", "WTA-5.9", "WTA-5.10", "WTA-5.12", "WTA-5.13", "WTA-4.13")
@pytest.mark.parametrize("seed", range(4))
def test_laying_recycling_and_the_hand_limit(seed: int) -> None:
    done: Counter[tuple[int, str]] = Counter()
    recycling: Words = {}
    for step in steps(seed, starting_resources=3):
        turn, side = step.before["turn"], step.before[step.seat]
        own_play = step.before["phase"] in ("play_1", "play_2") and "BA"[turn % 2] == step.seat
        action = "lay" if step.text.startswith("lay ") else step.text
        if action in ("lay", "recycle"):
            assert own_play
            done[turn, action] += 1
            assert done[turn, action] == 1, f"{action} twice in turn {turn}"
        if action == "lay":
            assert step.after[step.seat]["resources"][: len(side["resources"]) + 1] == [
                *side["resources"],
                step.text[4:],
            ]
        if action == "recycle":
            recycling = side
        if recycling and step.after["decision"] != "recycle_pick" and step.same_turn():
            now = step.after[step.seat]
            assert len(recycling["resources"]) - len(now["resources"]) == 4
            assert Counter(now["hand"]) - Counter(recycling["hand"]) == _faces(recycling) - _faces(now)
            recycling = {}
        if not step.same_turn() and turn > 0:
            assert len(step.after["BA"[turn % 2]]["hand"]) <= 7, "above the limit after the Discard phase"
    assert done


def _faces(side: Words) -> Counter[str]:
    return Counter(card.rstrip("*") for card in side["resources"])
