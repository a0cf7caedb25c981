"""A match: one game being played, with moves in words, undo, views, a log and a record that replays to the same bytes.

match = Match(game.variant(players=2), seed=7)
match.moves          # what may be played
match.play("swap_even(6)")
match.undo()
"""

import copy
import random
import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from tablewright.engine.catalogue import ENGLISH
from tablewright.engine.chance import drawing, mixed
from tablewright.engine.drivers import REASONS, TOO_LONG, Moves
from tablewright.engine.errors import IllegalMove, PositionError, RuleFault
from tablewright.engine.game import WHOLE_WIN, Variant
from tablewright.engine.layout import IntArray, Layout, StateLayout
from tablewright.engine.rule import Event, narrated
from tablewright.engine.sealed import SECRET_SEEDS, Sealed
from tablewright.engine.telling import Teller
from tablewright.engine.views import Beat, Decided, Move, View

LARGEST_SEED = 2**62  # from here on a seed is a key: the game draws from a hash (see sealed.py)
T = TypeVar("T")


class _Listing(threading.local):
    """Where rules list moves: long, so there is one for all matches of a thread."""

    def __init__(self) -> None:
        self.moves = Moves.plain()


LISTING = _Listing()


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game, seat by seat: share of the win, zero-sum reward, score, rank, payoff.

    In a game without payoffs they are the shares, and the scores rank the seats.
    """

    shares: tuple[Fraction, ...]
    rewards: tuple[Fraction, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    payoffs: tuple[Fraction, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, share in enumerate(self.shares) if share > 0)


@dataclass(frozen=True)
class Step:
    """One decision that was made: who decided, what, what the rules noted, whether chance had a part in it.

    The state before it is kept packed, in less than a twentieth of its bytes.
    """

    layout: type[Layout]
    packed: bytes
    seat: int
    action: int
    events: tuple[Event, ...]
    drew: bool
    secret: bool = False  # nobody else learns what was decided

    @property
    def before(self) -> Any:
        """The state before the decision; a new object each time."""
        return self.layout.from_bytes(zlib.decompress(self.packed))


@dataclass(frozen=True)
class Fault:
    """A bot's failure: before which decision, whose, why in words, and whether it cost the game."""

    decision: int
    seat: int
    reason: str
    lost: bool


@dataclass(frozen=True)
class Remark:
    """What a bot noted on a decision of its own, and what its program wrote to its error output meanwhile."""

    decision: int
    seat: int
    note: str = ""
    said: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Both, as a replay shows them."""
        return [*([self.note] if self.note else []), *(f"| {line}" for line in self.said)]


class Match:
    """One game being played in plain mode."""

    def __init__(
        self,
        variant: Variant,
        seed: int | None = None,
        position: Mapping[str, object] | None = None,
        names: tuple[str, ...] | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.variant = variant
        self.game = variant.game
        self.seed = random.SystemRandom().randrange(10**9) if seed is None else seed
        if not 0 <= self.seed < SECRET_SEEDS:
            raise PositionError(f"the seed is {self.seed}; it must be 0 to {LARGEST_SEED - 1}, or of 256 bits")
        self.position = dict(position) if position is not None else None
        self.names = names or variant.seats
        self.language = language  # of everything it says, unless another is asked for
        self.steps: list[Step] = []
        self.faults: list[Fault] = []
        self.remarks: list[Remark] = []
        self._earlier: tuple[Decided, ...] = ()  # what was decided before an imagined match begins
        self.state: Any = self.game.state.plain()
        self._left: bytes | None = None  # what the last decision left as bytes, where only `then` has gone on
        self._begin()

    def _begin(self) -> None:
        if self.position is None:
            self._by_chance(0, lambda: self._ask("setup", self.seed % LARGEST_SEED))
        else:
            self.state.rng = mixed(self.seed, 0)
            self._set_up(self.position)

    def _by_chance(self, number: int, happen: Callable[[], T]) -> T:
        """Let rules draw as the seed says: from the state's generator, or from a hash of a secret and the number."""
        if self.seed < LARGEST_SEED:
            return happen()
        chance = Sealed(self.seed, number)
        with drawing(chance.below):
            done = happen()
        if chance.drawn:
            self.state.rng = mixed(number, 0)  # another one, and no secret
        return done

    def _ask(self, rule: str, *more: int | Moves | SimpleNamespace) -> int:
        """A rule of the game in the present position; whatever it raises is a fault of the rules."""
        try:
            return int(vars(self.game.rules)[rule](self.state, self.variant.cards, *more))
        except Exception as fault:
            raise self._fault(rule, fault) from fault

    def _fault(self, rule: str, fault: Exception, *further: int) -> RuleFault:
        from tablewright.engine.faults import fault_in, in_words

        return fault_in(self, rule, in_words(fault, self.game), *further)

    # Where the game stands

    @property
    def over(self) -> bool:
        return self.lost is not None or bool(self._ask("over"))

    @property
    def lost(self) -> int | None:
        """The seat whose bot failed and lost the game by it, if there is one."""
        return self.faults[-1].seat if self.faults and self.faults[-1].lost else None

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return None if self.over else self._ask("who")

    @property
    def turns(self) -> int:
        return self._ask("turns")

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, ascending."""
        if self.over:
            return []
        n = self._ask("legal", LISTING.moves)
        return LISTING.moves.a[:n]

    @property
    def moves(self) -> list[Move]:
        """The legal moves of the seat whose decision it is, with their texts."""
        return self.moves_in(self.language)

    def moves_in(self, language: str) -> list[Move]:
        """The legal moves with their texts in a language."""
        return [*map(self.teller(self.seat, language).move, self._legal_moves())]

    def _legal_moves(self) -> list[Move]:
        """The legal moves as the game gives them, with texts that may be keys of its catalogue."""
        describe, state, cards = self.game.view.move, self.state, self.variant.cards
        return [describe(state, cards, action) for action in self.legal_ids]

    def move(self, action: int, language: str = "") -> Move:
        """An action id in words, in the present position."""
        return self.teller(self.seat, language).move(self.game.view.move(self.state, self.variant.cards, action))

    def _set_up(self, position: Mapping[str, object]) -> None:
        """Load a position in words; what is wrong with it may be a key of the game's catalogue."""
        try:
            self.game.position.load(position, self.state, self.variant.cards)
        except PositionError as fault:
            raise PositionError(self.teller(None)(fault.args[0])) from fault
        if not self.over and not self.legal_ids:
            raise PositionError(f"{self.names[self._ask('who')]} is to decide, but can do nothing")

    def teller(self, viewer: int | None, language: str = "") -> Teller:
        """What makes words of the game's texts for a viewer."""
        return self.game.teller(language or self.language, self._told_apart, viewer)

    @property
    def _told_apart(self) -> tuple[str, ...]:
        """The names of the players; where two have the same, with their seats."""
        if len(set(self.names)) == len(self.names):
            return tuple(self.names)
        return _told_apart(self.names, self.variant.seats)

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        seats = range(self.variant.players)
        shares = tuple(self._share(p) for p in seats)
        scores = tuple(self._ask("score", p) for p in seats)
        n = len(shares)
        rewards = tuple((n * share - 1) / (n - 1) if n > 1 else share for share in shares)
        payoffs = tuple(self._payoff(p) for p in seats) if self.game.rules.payoff else shares
        worth = payoffs if self.game.rules.payoff else scores
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        return Outcome(shares, rewards, scores, ranks, payoffs)

    def final(self, seat: int, language: str = "") -> str:
        """How a seat ended, in the game's words; without any, its score."""
        final = self.game.view.final
        if final is None:
            return str(self._ask("score", seat))
        return self.teller(None, language)(final(self.state, self.variant.cards, seat))

    def _share(self, seat: int) -> Fraction:
        if self.lost is not None:
            return Fraction(int(seat != self.lost), max(self.variant.players - 1, 1))
        return Fraction(self._ask("result", seat), WHOLE_WIN)

    def _payoff(self, seat: int) -> Fraction:
        """A seat whose bot failed gets the least there is, the others the most."""
        if self.lost is not None:
            return Fraction(self.variant.payoff_range[seat != self.lost])
        return Fraction(self._ask("payoff", seat))

    # Playing

    def play(self, move: int | str | Move) -> Step:
        """Play a legal move by id or by what a person types; anything else raises IllegalMove and changes nothing."""
        if self.over:
            raise IllegalMove("the game is over", "game_over")
        action = move.id if isinstance(move, Move) else self.find(move) if isinstance(move, str) else move
        if action not in self.legal_ids:
            raise IllegalMove(f"{move!r} is not a legal move now; legal: {self._some_moves()}")
        return self._apply(action)

    def submit(self, seat: int, text: str) -> Step:
        """A bot's answer, taken strictly: a fault raises IllegalMove, or costs what the game's referee says."""
        if self.over:
            raise IllegalMove("the game is over", "game_over")
        if seat != self.seat:
            raise IllegalMove(f"it is {self.names[self.seat or 0]}'s decision", "not_your_turn")
        try:
            return self._apply(self.parse(text))
        except IllegalMove as fault:
            penalty = self._penalty(text, fault)
            if penalty is None:
                raise
            return self._apply(penalty)

    def penalize(self, reason: str, text: str = "") -> Fault:
        """The deciding seat's bot failed: the game's referee imposes a penalty for what it submitted, or it loses."""
        seat = self.seat
        if seat is None:
            raise IllegalMove("the game is over", "game_over")
        penalty = None
        try:
            self.parse(text)
        except IllegalMove as fault:
            penalty = self._penalty(text, fault)
        made = Fault(len(self.steps), seat, reason, lost=penalty is None)
        self.faults.append(made)
        if penalty is not None:
            self._apply(penalty)
        return made

    def _penalty(self, text: str, fault: IllegalMove) -> int | None:
        referee = self.game.view.referee
        return referee(self.state, self.variant.cards, text, fault) if referee else None

    def find(self, text: str) -> int:
        """The id of the legal move that a person means by a text: exact, in another spelling, or cut short."""
        try:
            return self.parse(text)
        except IllegalMove:
            wanted = _plain(text)
            fits = [move.id for move in self.moves if wanted and _begins(move, wanted)]
            if len(fits) == 1:
                return fits[0]
            raise

    def parse(self, text: str) -> int:
        """The id of the legal move that a text spells out in full."""
        wanted = _plain(text)
        for move in self.moves:
            if wanted in (_plain(move.text), _plain(move.name)):
                return move.id
        parse = self.game.view.parse
        if parse is None:
            raise IllegalMove(f"{text!r} is not a legal move now; legal: {self._some_moves()}")
        try:
            action = int(parse(self.state, self.variant.cards, text))
        except IllegalMove as fault:
            raise IllegalMove(self.teller(self.seat)(fault.message), fault.reason) from fault
        if action not in self.legal_ids:
            raise IllegalMove(f"{text!r} is not a legal move now; legal: {self._some_moves()}")
        return action

    def replay(self, action: int) -> Step:
        """Play an id of a record: a legal move, or a penalty that the referee imposed."""
        self._check_recorded(action)
        return self._apply(action)

    def then(self, action: int) -> "Match":
        """The match after one more decision of a record; this one stays as it is."""
        made = self.fork()
        made._check_recorded(action)
        made._left = made._decide(action, self._left or self.bytes)
        return made

    def _check_recorded(self, action: int) -> None:
        if self.over:
            raise IllegalMove("the game is over", "game_over")
        if action not in self.legal_ids and action not in self.penalty_ids:
            raise IllegalMove(f"action {action} is not legal at decision {len(self.steps)}")

    @property
    def penalty_ids(self) -> list[int]:
        """Ids that only a referee may play."""
        if self.game.rules.penalties is None or self.over:
            return []
        n = self._ask("penalties", LISTING.moves)
        return LISTING.moves.a[:n]

    def _apply(self, action: int) -> Step:
        self._left = None
        self._decide(action, self.bytes)
        return self.steps[-1]

    def _decide(self, action: int, before: bytes) -> bytes:
        """Carry out a decision; the bytes of the state before it are known, those after it come back."""
        if len(self.steps) >= self.variant.bound:
            raise self._fault("over", RuntimeError(REASONS[TOO_LONG]))
        layout: type[Layout] = self.game.state
        seat, chance = self._ask("who"), self.state.rng
        secret = self.game.is_secret(self.state, self.variant.cards, action)
        try:
            events = self._by_chance(
                len(self.steps) + 1,
                lambda: narrated(lambda: self.game.rules.apply(self.state, self.variant.cards, action)),
            )
            after = layout.to_bytes(self.state)
        except Exception as fault:
            self.state = layout.from_bytes(before)
            raise self._fault("apply", fault, action) from fault
        drew = self.state.rng != chance
        self.steps.append(Step(layout, zlib.compress(before, 1), seat, action, tuple(events), drew, secret))
        return after

    def undo(self) -> Step:
        """Take back the last decision, and what a bot failed to do since."""
        if not self.steps:
            raise IllegalMove("there is nothing to undo", "nothing_to_undo")
        step, self._left = self.steps.pop(), None
        self.faults = [fault for fault in self.faults if fault.decision < len(self.steps)]
        self.remarks = [remark for remark in self.remarks if remark.decision < len(self.steps)]
        self.state = step.before
        return step

    def fork(self) -> "Match":
        """Another match that stands where this one does; what is played in one does not touch the other."""
        made = copy.copy(self)
        made.state = self.game.state.copy(self.state)
        made.steps, made.faults, made._left = list(self.steps), list(self.faults), None
        made.remarks = list(self.remarks)
        return made

    def at(self, number: int) -> "Match":
        """The match as it was after a number of its decisions; like a fork, it can be played on."""
        if not 0 <= number <= len(self.steps):
            raise IllegalMove(f"the match has {len(self.steps)} decisions, so there is no moment {number}", "no_moment")
        made = self.fork()
        if number < len(self.steps):
            made.state = self.steps[number].before
        made.steps = self.steps[:number]
        made.faults = [fault for fault in self.faults if fault.decision <= number]
        made.remarks = [remark for remark in self.remarks if remark.decision < number]
        return made

    def imagine(self, seat: int, seed: int) -> "Match":
        """A match that the seat cannot tell from this one: what it cannot know is dealt anew, and so is all chance.

        It begins here: it has no steps to look back at, since they would tell what was really dealt. Nor can whoever
        chose the seed undo the new deal: it also hangs on the seed of this match.
        """
        made = self.fork()
        made._earlier = self.history(seat)
        made.steps, made.remarks, made.position, made.seed = [], [], None, seed
        with drawing(Sealed(self.seed, "imagined", len(self.steps), seat, seed).below):
            self.game.rules.determinize(made.state, self.variant.cards, seat)
        made.state.rng = mixed(seed, 0)
        return made

    @classmethod
    def standing(cls, variant: Variant, state: "bytes", seed: int, earlier: tuple[Decided, ...] = ()) -> "Match":
        """A match that begins in a given state, as `bytes` tells it; what led there is known as far as it is told."""
        made = cls(variant, seed)
        made._earlier = earlier
        made.state = variant.game.state.from_bytes(state)
        return made

    # Seeing

    def known(self, seat: int | None, state: StateLayout | None = None) -> Any:
        """A state that the seat (None: a spectator) cannot tell from the real one; the real generator is not in it."""
        world = self.game.state.copy(self.state if state is None else state)
        world.rng = mixed(0, 7)
        self.game.rules.determinize(world, self.variant.cards, -1 if seat is None else seat)
        return world

    def view(self, seat: int | None = None, language: str = "") -> View:
        """What a seat sees, and what it may play if the decision is its own."""
        return self.seen(seat, self.known(seat), self.history(seat), language)

    def seen(
        self, seat: int | None, world: StateLayout, history: tuple[Decided, ...], language: str = "", told: bool = True
    ) -> View:
        """What a seat sees, from a world that it cannot tell from the real one.

        Without `told` its moves are not in words yet, and why other things are not possible is left out.
        """
        deciding = self.seat
        moves = () if seat is None or seat != deciding else self.moves_in(language) if told else self._legal_moves()
        table = self.game.table(world, self.variant.cards, -1 if seat is None else seat, told)
        return View(
            self.game.name,
            seat,
            self.names,
            deciding,
            self.over,
            self.teller(seat, language).table(table),
            tuple(moves),
            history,
        )

    def history(self, viewer: int | None = None) -> tuple[Decided, ...]:
        """Who decided what, as everybody could see it; with a viewer, also what only the viewer knows."""
        steps = [(step.seat, step.action, step.secret and step.seat != viewer) for step in self.steps]
        return (*self._earlier, *(Decided(seat, None if hidden else action) for seat, action, hidden in steps))

    def observe(self, seat: int) -> IntArray:
        """What a seat may know as numbers; `game.observation(variant)` says what each of them means."""
        if not 0 <= seat < self.variant.players:
            raise IllegalMove(f"there are seats 0 to {self.variant.players - 1}, not {seat}")
        sight = SimpleNamespace(a=[0] * len(self.variant.observation))
        self._ask("observe", seat, sight)
        return np.array(sight.a, np.int32)

    def log(
        self,
        viewer: int | None = None,
        since: int = 0,
        until: int | None = None,
        language: str = "",
        by_name: bool = False,
    ) -> list[str]:
        """What has happened in words, as far as the viewer may know; `by_name`: nobody is called `you`."""
        lines: list[str] = []
        teller = self.teller(None if by_name else viewer, language)
        for step in self.steps[since:until]:
            lines += map(teller, self.told(viewer, step, self.known(viewer, step.before)))
        return lines

    def told(self, viewer: int | None, step: Step, before: StateLayout) -> list[str]:
        """One decision as the game says it, from a world before it that the viewer cannot tell from the real one."""
        watcher = -1 if viewer is None else viewer
        tell = self.game.view.tell
        return list(tell(before, self.variant.cards, step.seat, step.action, step.events, watcher))

    def staged(self, viewer: int | None, number: int, language: str = "") -> list[tuple[Beat, list[str]]]:
        """What a decision set going, moment by moment, each with its words; nothing where the game stages nothing."""
        step, cards, watcher = self.steps[number], self.variant.cards, -1 if viewer is None else viewer
        stage = self.game.view.stage
        if stage is None or not any(event[0] in self.game.view.STAGED for event in step.events):
            return []
        before, teller = self.known(viewer, step.before), self.teller(viewer, language)

        def tell(events: tuple[Event, ...]) -> list[str]:
            return list(map(teller, self.game.view.tell(before, cards, step.seat, step.action, events, watcher)))

        return [(beat, tell(beat.events)[len(tell(())) :]) for beat in stage(before, cards, step.events)]

    def save(self, path: str | Path) -> None:
        """Write the record of the match to a file; `tablewright.open_match` reads it."""
        from tablewright.engine.records import save_record

        save_record(self, Path(path))

    def __str__(self) -> str:
        """The table as the one who decides sees it, for a terminal or a notebook."""
        made = f"{self.variant.describe()}, seed {self.seed}, {len(self.steps)} decisions made"
        outcome = self.outcome
        shares = [f"{name} {share}" for name, share in zip(self.names, outcome.shares, strict=True)] if outcome else []
        return "\n".join([made, str(self.view(self.seat)), *([f"The win: {', '.join(shares)}."] if shares else [])])

    @property
    def bytes(self) -> bytes:
        return bytes(self.game.state.to_bytes(self.state))

    def _some_moves(self) -> str:
        texts = [move.name for move in self.moves]
        return ", ".join(texts[:6]) + (f" and {len(texts) - 6} more" if len(texts) > 6 else "")


@lru_cache(1_000)
def _told_apart(names: tuple[str, ...], seats: tuple[str, ...]) -> tuple[str, ...]:
    pairs = zip(names, seats, strict=True)
    return tuple(name if names.count(name) == 1 else f"{name} ({seat})" for name, seat in pairs)


def _begins(move: Move, wanted: str) -> bool:
    return _plain(move.text).startswith(wanted) or _plain(move.name).startswith(wanted)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
