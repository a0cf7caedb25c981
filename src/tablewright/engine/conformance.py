"""The conformance kit: random games of a variant, everything that must hold, and the shortest record of what does not.

report = check(game.variant(), games=2000, seed=0)
report.passed, report.failures[0].record
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tablewright.engine.checks import CHANCE, CHECKS, MODES, STANDING, WORDS, adds_up
from tablewright.engine.compiler import NO_NUMBA, numba
from tablewright.engine.errors import RuleFault
from tablewright.engine.faults import in_words
from tablewright.engine.game import Game, Variant
from tablewright.engine.kits import CompiledKit, plain_kit
from tablewright.engine.match import Match
from tablewright.engine.moments import Broken, Check, Moment, Totals
from tablewright.engine.reading import require_language
from tablewright.engine.records import record_for
from tablewright.engine.tables import Data
from tablewright.engine.twin import Twin, compiled_walk, state_difference, walk

CLOSE_GAMES = 12  # so many games, and one in a hundred of the rest, are looked at step by step
DEEP_LOOKS = 3  # positions of a close game in which the expensive checks are made
NO_ACTION = -1
SHRINK_GAMES = 100  # other games tried for a shorter record ...
SHRINK_SECONDS = 5.0  # ... as long as this lasts
SURE = 6  # standard deviations that luck does not explain

PLACE = re.compile(r"\(\S+\.py, line \d+\)$")  # at the end of what `faults.in_words` says

RUNS = Check("runs", "no rule and no view raises an error", lambda at: None, True)
VARIES = Check("varies", "determinize redeals what is hidden", lambda at: None, False)
EXTRA = (RUNS, VARIES)
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Failure:
    """One check that does not hold, and the record of a game that shows it at its end."""

    check: str
    sentence: str
    message: str
    record: Data


@dataclass(frozen=True)
class Report:
    """What a run of the kit has found."""

    variant: Variant
    games: int
    close_games: int
    decisions: int
    seconds: float
    compiled: bool
    passed_checks: tuple[str, ...]  # sentences
    failures: tuple[Failure, ...]
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        lines = [f"{self.variant.describe()}: {self.games} games, {self.decisions} decisions, {self.seconds:.1f} s"]
        lines += [f"  holds: {sentence}" for sentence in self.passed_checks]
        lines += [f"  FAILS: {f.sentence} ({f.check}): {f.message}\n    record: {f.record}" for f in self.failures]
        return "\n".join(lines + [f"  note: {note}" for note in self.notes])


def check(
    variant: Variant, games: int = 500, seed: int = 0, compiled: bool = True, progress: Progress | None = None
) -> Report:
    """Play random games with the seeds from `seed` on and check everything; the progress is called (done, games)."""
    require_language(variant.game)
    return _Run(variant, compiled and numba() is not None).check(games, seed, progress)


def assert_conforms(
    game: Game,
    games: int = 200,
    players: int | None = None,
    edition: str | None = None,
    changes: Data | None = None,
    seed: int = 0,
    compiled: bool = True,
) -> None:
    """For tests: fails with the report, records included, unless the game passes every check."""
    report = check(game.variant(players, edition, changes), games, seed, compiled)
    assert report.passed, str(report)


class _Run:
    """One run of the kit."""

    def __init__(self, variant: Variant, compiled: bool) -> None:
        self.variant = variant
        self.twin = Twin(variant) if compiled else None
        self.walker = _Walker(variant, compiled)
        self.totals = Totals()
        self.failures: dict[str, Failure] = {}
        self.raised: set[str] = set()  # errors that stand in the report
        self.stopped: set[str] = set()  # checks that an error stopped, so that nobody knows whether they hold
        self.decisions = 0

    def check(self, games: int, seed: int, progress: Progress | None) -> Report:
        """Look closely at some games, then at the rest until the first that is not as it should be."""
        began, played = time.perf_counter(), 0
        close = min(games, CLOSE_GAMES + games // 100)
        while played < close or (played < games and not self.failures):
            if played < close:
                self._look_closely(seed + played, self._actions_of_game(seed + played))
            else:
                self._look_at_end(seed + played)
            played += 1
            if progress is not None:
                progress(played, games)
        self._look_back(seed)
        return Report(
            variant=self.variant,
            games=played,
            close_games=close,
            decisions=self.decisions,
            seconds=time.perf_counter() - began,
            compiled=self.twin is not None,
            passed_checks=tuple(item.sentence for item in (*CHECKS, *EXTRA) if not self._has_failed(item)),
            failures=tuple(self.failures.values()),
            notes=tuple(self._notes()),
        )

    # Looking

    def _look_at_end(self, seed: int) -> None:
        """A whole game at full speed in both modes; step by step only if something is wrong with it."""
        try:
            made, fault = self.walker.play(seed)
            self.decisions += made
        except Exception as raised:
            fault = self._in_words(raised)
        if fault:
            actions = self.walker.played()
            self._look_closely(seed, actions, everywhere=True)
            if not self.failures:  # every step is right, but the whole is not
                record = record_for(self.variant, seed, actions)
                self.failures[MODES.name] = Failure(MODES.name, MODES.sentence, fault, record)

    def _look_closely(self, seed: int, actions: Sequence[int], everywhere: bool = False) -> None:
        """A game step by step, with every check that has not failed yet."""
        places = range(len(actions) + 1)
        deep = set(places if everywhere else Random(seed).sample(places, min(DEEP_LOOKS, len(places))))
        if not self.totals.redeals:
            deep |= {0, len(actions)}
        try:
            for match in self._positions(seed, actions):
                self._look_at(match, len(match.steps) in deep)
        except _Crash as crash:
            self._crashed(RUNS, seed, crash)
        self.decisions += len(actions)

    def _actions_of_game(self, seed: int) -> list[int]:
        """The actions of a random game, as far as it goes."""
        actions: list[int] = []
        try:
            for match in self._positions(seed):
                actions += [step.action for step in match.steps[len(actions) :]]
        except _Crash as crash:
            self._crashed(RUNS, seed, crash)
        return actions

    def _look_at(self, match: Match, deeply: bool) -> None:
        for item in CHECKS:
            if (item in STANDING or not self._has_failed(item)) and (deeply or item.everywhere):
                try:
                    message = self._broken(item, match, deeply)
                except _Crash as crash:
                    self._crashed(item, match.seed, crash)
                    continue
                if message and not self._has_failed(item):
                    self._found(item, match.seed, self._failure(item, match, message))
                if message and item in STANDING:
                    return  # what else does not hold here may only follow from that

    def _has_failed(self, item: Check) -> bool:
        return item.name in self.stopped or any(failure.check == item.name for failure in self.failures.values())

    def _crashed(self, item: Check, seed: int, crash: "_Crash") -> None:
        """An error stops every check that meets it, and is told once."""
        self.stopped |= {item.name} - {RUNS.name}
        if crash.error not in self.raised:
            self.raised.add(crash.error)
            failure = Failure(RUNS.name, RUNS.sentence, str(crash), crash.record)
            self._found(item, seed, failure, crash.error)

    def _positions(self, seed: int, actions: Sequence[int] | None = None, most: int | None = None) -> Iterator[Match]:
        """Every position of a game: a random one, or the one with these actions."""
        try:
            match = Match(self.variant, seed)
        except Exception as fault:
            raise _Crash(self._in_words(fault), record_for(self.variant, seed)) from fault
        last = min(self.variant.bound, self.variant.bound if most is None else most)
        dice = Random(seed)
        while True:
            yield match
            played = _actions(match)
            try:
                legal = match.legal_ids
                if not legal or len(played) >= (last if actions is None else len(actions)):
                    return
                played.append(dice.choice(legal) if actions is None else actions[len(played)])
                match.replay(played[-1])
            except Exception as fault:
                raise _Crash(self._in_words(fault), record_for(self.variant, seed, played)) from fault

    def _broken(self, item: Check, match: Match, deep: bool = True) -> str:
        """What is wrong with a position, in words; empty if the check holds."""
        start = match.steps[0].before if match.steps else match.state
        chance = Random(f"{match.seed}/{len(match.steps)}")
        try:
            item.holds(Moment(match, start, chance, self.twin, self.totals, deep))
        except Broken as broken:
            return str(broken)
        except Exception as fault:
            raise _Crash(self._in_words(fault), record_for(self.variant, match.seed, _actions(match))) from fault
        return ""

    def _in_words(self, fault: Exception) -> str:
        return fault.what if isinstance(fault, RuleFault) else in_words(fault, self.variant.game)

    # Finding the shortest record

    def _found(self, item: Check, seed: int, failure: Failure, error: str = "") -> None:
        """Keep the failure with the shortest record: its own game up to there, or a shorter other game."""
        until = time.process_time() + SHRINK_SECONDS
        actions = failure.record["actions"]
        shortest = self._first(item, seed, actions, len(actions), until, error) or failure
        for other in range(SHRINK_GAMES):
            length = len(shortest.record["actions"])
            if length == 0:
                break
            shortest = self._first(item, other, None, length - 1, until, error) or shortest
        self.failures[error or item.name] = shortest

    def _first(
        self, item: Check, seed: int, actions: Sequence[int] | None, most: int, until: float, error: str
    ) -> Failure | None:
        """The first position of a game in which a check does not hold, or raises that error, if there is time."""
        try:
            for match in self._positions(seed, actions, most):
                if time.process_time() > until:
                    return None
                message = self._broken(item, match)
                if message and not error:
                    return self._failure(item, match, message)
        except _Crash as crash:
            if crash.error == error:
                return Failure(RUNS.name, RUNS.sentence, str(crash), crash.record)
        return None

    def _failure(self, item: Check, match: Match, message: str) -> Failure:
        return Failure(item.name, item.sentence, message, record_for(self.variant, match.seed, _actions(match)))

    def _at_start(self, item: Check, seed: int, message: str) -> Failure:
        return Failure(item.name, item.sentence, message, record_for(self.variant, seed))

    # Looking back on the whole run

    def _look_back(self, seed: int) -> None:
        totals = self.totals
        if totals.hidden and totals.redeals and not totals.varied:
            message = f"cards lie face down, but none of {totals.redeals} redeals changed anything"
            self.failures[VARIES.name] = self._at_start(VARIES, seed, message)
        for name in sorted(totals.concealed - totals.varied):
            message = f"the field {name} is hidden, but no redeal ever changed it: determinize must draw it anew"
            self.failures[VARIES.name] = self._at_start(VARIES, seed, message)
        if abs(totals.likeliest - totals.stated) > SURE * totals.variance**0.5 + SURE:
            often = f"{totals.likeliest} times, not about {totals.stated:.0f} times"
            message = f"the likeliest ways that chance could fall came {often}, as their list says"
            self.failures.setdefault(CHANCE.name, self._at_start(CHANCE, seed, message))
        if totals.written and not totals.read and WORDS.name not in self.failures:
            message = f"position.load refuses everything that position.dump writes: {totals.refusal}"
            self.failures[WORDS.name] = self._at_start(WORDS, seed, message)

    def _notes(self) -> Iterator[str]:
        totals = self.totals
        if self.twin is None:
            yield "the compiled rules were not checked" + ("" if numba() else f": {NO_NUMBA}")
        if totals.redeals and not totals.varied:
            yield "nothing is hidden: no redeal changes a position"
        elif totals.varied:
            yield f"redeals vary {', '.join(sorted(totals.varied))}"
        if totals.read < totals.written:
            yield f"{totals.read} of {totals.written} positions can be read back from words"


class _Crash(Exception):
    """A rule or a view raised an error; the record ends with the decision that did it."""

    def __init__(self, words: str, record: Data) -> None:
        super().__init__(words)
        self.record = record
        place = PLACE.search(words)
        self.error = place[0] if place else words.partition(":")[0]  # where it is raised, or else what it is


def _actions(match: Match) -> list[int]:
    return [step.action for step in match.steps]


class _Walker:
    """Whole random games at full speed, in plain mode and beside it compiled."""

    def __init__(self, variant: Variant, compiled: bool) -> None:
        self.variant = variant
        self.plain = plain_kit(variant)
        self.compiled = CompiledKit(variant) if compiled else None
        self.actions = np.zeros((2, variant.bound + 1), np.int64)

    def play(self, seed: int) -> tuple[int, str]:
        """The number of decisions and what is wrong, in words."""
        kit, game, cards = self.plain, self.variant.game, self.variant.cards
        self.actions[:] = NO_ACTION
        made = walk(kit, seed, self.actions[0])
        if made < 0 or not game.rules.over(kit.state, cards):
            return 0, "the game does not come to its end"
        if not adds_up(self.variant, [game.rules.result(kit.state, cards, p) for p in range(self.variant.players)]):
            return made, "the results do not add up"
        if game.position.components(kit.state, cards) != self._components_at_start(seed):
            return made, "components are not conserved"
        return made, self._difference(seed, made) if self.compiled else ""

    def played(self) -> list[int]:
        """The actions of the last game, as far as it went."""
        made: list[int] = self.actions[0][: self.variant.bound].tolist()
        return made[: made.index(NO_ACTION)] if NO_ACTION in made else made

    def _components_at_start(self, seed: int) -> object:
        start = self.variant.game.state.plain()
        self.variant.game.rules.setup(start, self.variant.cards, seed)
        return self.variant.game.position.components(start, self.variant.cards)

    def _difference(self, seed: int, made: int) -> str:
        assert self.compiled is not None
        plain, compiled = self.actions
        again = compiled_walk().call(self.compiled.record, seed, compiled)
        if again != made or plain[made - 1] != compiled[made - 1] or plain[-1] != compiled[-1]:
            return "as written and compiled, the games take different courses"
        layout = self.variant.game.state
        wanted, got = layout.to_bytes(self.plain.state), self.compiled.state_bytes()
        return "" if wanted == got else state_difference(layout, wanted, got)
