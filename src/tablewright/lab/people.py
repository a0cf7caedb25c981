"""People's games as rows: finished rooms of the table and saved games, beside those of bots.

Nothing of who played is kept: no names, no chat, no addresses; what counts is what was done and how long it took.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import tablewright
from tablewright.engine import Game, Match, Moves, TablewrightError, Variant, match_of, read_record
from tablewright.games import finder
from tablewright.lab.runs import CONCEDED, PEOPLE, Run, RunInfo
from tablewright.lab.starters import Starters
from tablewright.lab.statistics import Array

MOODS, CLEAR = ("mood.good", "mood.fair", "mood.poor"), ("clear.yes", "clear.no")
COST, COSTLY = "cost", "costly"  # the share of the win that the dearest decision gave away, and which it was
NOTES = ("hint", "looked", "blocked", *MOODS, *CLEAR)  # columns of every run of people; `blocked.CLAUSE` where it was
LONGEST = 600.0  # seconds of one decision; who takes longer has gone for a coffee


@dataclass(frozen=True)
class Played:
    """One finished game of people, and perhaps bots."""

    match: Match
    people: tuple[bool, ...]  # which seats
    seconds: float = 0.0  # that people thought
    decisions: int = 0  # that people made in that time
    take_backs: int = 0
    conceded: bool = False  # somebody gave up or ran out of time, so that its length and result are not the game's own
    notes: dict[str, int] = field(default_factory=dict)  # what people did beside the moves, and how it was for them
    mistake: tuple[float, str] | None = None  # the decision that cost most, if the search was asked


@dataclass
class Left:
    """Games that could not be taken, and why."""

    reasons: dict[str, int] = field(default_factory=dict)

    def count(self, reason: str) -> None:
        self.reasons[reason] = self.reasons.get(reason, 0) + 1


def saved_game(path: Path, game: Game, left: Left) -> Played | None:
    """The match of a record, if it is of this game and finished; all its seats count as people's."""
    record = read_record(path)
    if record["game"] != game.name:
        left.count("of another game")
        return None
    try:
        match = match_of(record, finder(games=[game]))
    except TablewrightError:
        left.count("made with other rules or cards")
        return None
    return finished(match, (True,) * match.variant.players, left)


def finished(match: Match, people: tuple[bool, ...], left: Left, **more: Any) -> Played | None:
    """A game that tells something: played by people from its beginning to an end by its rules."""
    reason = (
        "without people"
        if not any(people)
        else "not finished"
        if match.outcome is None
        else "begun in the middle"
        if match.position is not None
        else ""
    )
    if reason:
        left.count(reason)
        return None
    return Played(match, people, conceded=any(fault.lost for fault in match.faults), **more)


def run_of_people(found: Sequence[Played]) -> Run:
    """The games as a run whose bots are `people`."""
    variant = found[0].match.variant
    for one in found:
        if one.match.variant.cards_version != variant.cards_version or one.match.variant.players != variant.players:
            told = f"{variant.describe()} and {one.match.variant.describe()}"
            raise TablewrightError(
                f"games of different variants: {told}; choose one with --players, --edition and --set"
            )
    outcomes = [one.match.outcome for one in found]
    shares = np.array([[float(share) for share in o.shares] for o in outcomes if o])
    scores = np.array([o.scores for o in outcomes if o])
    probes = np.array([list(one.match.state.probe) if variant.game.probes else [] for one in found], np.int32)
    rows = (
        np.array([one.match.turns for one in found], np.int32),
        np.array([len(one.match.steps) for one in found], np.int32),
        probes.reshape(len(found), len(variant.game.probes)),
        Starters(variant).of_matches([one.match for one in found]),
    )
    return Run(_info(variant), np.arange(len(found)), shares, scores, *rows, _more(found, variant))


def _info(variant: Variant) -> RunInfo:
    name = variant.game.name
    return RunInfo(
        name,
        variant.edition,
        variant.players,
        variant.changes,
        variant.game.rules_version,
        variant.cards_version,
        (PEOPLE,) * variant.players,
        0,
        1,
        variant.seats,
        variant.game.probes,
        tablewright.__version__,
        variant.game.cards.points,
    )


def _more(found: Sequence[Played], variant: Variant) -> dict[str, Array]:
    made = {
        "seconds": np.array([one.seconds for one in found]),
        "timed": np.array([one.decisions for one in found], np.int32),
        "take_backs": np.array([one.take_backs for one in found], np.int32),
        "people": np.array([sum(one.people) for one in found], np.int32),
        CONCEDED: np.array([one.conceded for one in found], np.int32),
    }
    for name in sorted({*NOTES, *(name for one in found for name in one.notes)}):
        made[name] = np.array([one.notes.get(name, 0) for one in found], np.int32)
    if any(one.mistake for one in found):
        made[COST] = np.array([one.mistake[0] if one.mistake else 0.0 for one in found])
        made[COSTLY] = np.array([one.mistake[1] if one.mistake else "" for one in found], object)
    if "card" not in variant.game.hooks():
        return made
    counts = np.stack([_cards_of(one) for one in found])  # game, used or offered, card
    for i, card in enumerate(variant.game.cards.cards):
        made |= {f"used.{card}": counts[:, 0, i], f"offered.{card}": counts[:, 1, i]}
    return made


def _cards_of(one: Played) -> Array:
    """How often people used each card, and could have."""
    variant = one.match.variant
    card_of, cards, counts = (
        variant.game.rule("card"),
        variant.cards,
        np.zeros((2, len(variant.game.cards.cards)), np.int32),
    )
    again, moves = Match(variant, one.match.seed, one.match.position), Moves.plain()
    for step in one.match.steps:
        if one.people[step.seat]:
            variant.game.rules.legal(again.state, cards, moves)
            offered = {int(card_of(again.state, cards, int(moves.a[i]))) for i in range(moves.n)}
            for card in offered - {-1}:
                counts[1, card] += 1
            used = int(card_of(again.state, cards, step.action))
            if used >= 0:
                counts[0, used] += 1
        again.replay(step.action)
    return counts
