"""A match: one game being played, with moves in words, undo, views, a log and a record that replays to the same bytes.

match = Match(game.variant(players=2), seed=7)
match.moves          # what may be played
match.play("swap_even(6)")
match.undo()
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tablewright.engine.chance import mixed
from tablewright.engine.drivers import Moves
from tablewright.engine.errors import IllegalMove, PositionError
from tablewright.engine.game import WHOLE_WIN, Variant
from tablewright.engine.rule import Event, narrated
from tablewright.engine.views import Move, View

LARGEST_SEED = 2**62


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game, seat by seat: share of the win, zero-sum reward, score, rank."""

    shares: tuple[Fraction, ...]
    rewards: tuple[Fraction, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, share in enumerate(self.shares) if share > 0)


@dataclass(frozen=True)
class Step:
    """One decision that was made: the state before it, who decided, what, and what the rules noted."""

    before: Any
    seat: int
    action: int
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Fault:
    """A bot's failure: before which decision, whose, why in words, and whether it cost the game."""

    decision: int
    seat: int
    reason: str
    lost: bool


class Match:
    """One game being played in plain mode."""

    def __init__(
        self,
        variant: Variant,
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
        names: tuple[str, ...] | None = None,
    ) -> None:
        self.variant = variant
        self.game = variant.game
        self.seed = random.SystemRandom().randrange(10**9) if seed is None else seed
        if not 0 <= self.seed < LARGEST_SEED:
            raise PositionError(f"the seed is {self.seed}; it must be 0 to {LARGEST_SEED - 1}")
        self.position = dict(position) if position is not None else None
        self.names = names or variant.seats
        self.steps: list[Step] = []
        self.faults: list[Fault] = []
        self.state: Any = self.game.state.plain()
        self._moves = Moves.plain()
        self._begin()

    def _begin(self) -> None:
        if self.position is None:
            self.game.rules.setup(self.state, self.variant.cards, self.seed)
        else:
            self.state.rng = mixed(self.seed, 0)
            self.game.position.load(self.position, self.state, self.variant.cards)

    # Where the game stands

    @property
    def over(self) -> bool:
        return self.lost is not None or bool(self.game.rules.over(self.state, self.variant.cards))

    @property
    def lost(self) -> int | None:
        """The seat whose bot failed and lost the game by it, if there is one."""
        return self.faults[-1].seat if self.faults and self.faults[-1].lost else None

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return None if self.over else int(self.game.rules.who(self.state, self.variant.cards))

    @property
    def turns(self) -> int:
        return int(self.game.rules.turns(self.state, self.variant.cards))

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, ascending."""
        if self.over:
            return []
        n = self.game.rules.legal(self.state, self.variant.cards, self._moves)
        return self._moves.a[:n]

    @property
    def moves(self) -> list[Move]:
        """The legal moves of the seat whose decision it is, with their texts."""
        return [self.move(action) for action in self.legal_ids]

    def move(self, action: int) -> Move:
        """An action id in words, in the present position."""
        return self.game.view.move(self.state, self.variant.cards, action)  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        seats = range(self.variant.players)
        cards = self.variant.cards
        shares = tuple(self._share(p) for p in seats)
        scores = tuple(int(self.game.rules.score(self.state, cards, p)) for p in seats)
        n = len(shares)
        rewards = tuple((n * share - 1) / (n - 1) if n > 1 else share for share in shares)
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(shares, rewards, scores, ranks)

    def final(self, seat: int) -> str:
        """How a seat ended, in the game's words; without any, its score."""
        final = getattr(self.game.view, "final", None)
        tell = final or self.game.rules.score
        return str(tell(self.state, self.variant.cards, seat))

    def _share(self, seat: int) -> Fraction:
        if self.lost is not None:
            return Fraction(int(seat != self.lost), max(self.variant.players - 1, 1))
        return Fraction(int(self.game.rules.result(self.state, self.variant.cards, seat)), WHOLE_WIN)

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
        referee = getattr(self.game.view, "referee", None)
        return referee(self.state, self.variant.cards, text, fault) if referee else None

    def find(self, text: str) -> int:
        """The id of the legal move that a person means by a text: exact, in another spelling, or cut short."""
        try:
            return self.parse(text)
        except IllegalMove:
            wanted = _plain(text)
            fits = [move.id for move in self.moves if wanted and _plain(move.text).startswith(wanted)]
            if len(fits) == 1:
                return fits[0]
            raise

    def parse(self, text: str) -> int:
        """The id of the legal move that a text spells out in full."""
        wanted = _plain(text)
        for move in self.moves:
            if _plain(move.text) == wanted:
                return move.id
        parse = getattr(self.game.view, "parse", None)
        if parse is None:
            raise IllegalMove(f"{text!r} is not a legal move now; legal: {self._some_moves()}")
        action = int(parse(self.state, self.variant.cards, text))
        if action not in self.legal_ids:
            raise IllegalMove(f"{text!r} is not a legal move now; legal: {self._some_moves()}")
        return action

    def replay(self, action: int) -> Step:
        """Play an id of a record: a legal move, or a penalty that the referee imposed."""
        if self.over:
            raise IllegalMove("the game is over", "game_over")
        if action not in self.legal_ids and action not in self.penalty_ids:
            raise IllegalMove(f"action {action} is not legal at decision {len(self.steps)}")
        return self._apply(action)

    @property
    def penalty_ids(self) -> list[int]:
        """Ids that only a referee may play."""
        penalties = getattr(self.game.rules, "penalties", None)
        if penalties is None or self.over:
            return []
        n = penalties(self.state, self.variant.cards, self._moves)
        return self._moves.a[:n]

    def _apply(self, action: int) -> Step:
        before = self.game.state.copy(self.state)
        seat = int(self.game.rules.who(self.state, self.variant.cards))
        events = narrated(lambda: self.game.rules.apply(self.state, self.variant.cards, action))
        step = Step(before, seat, action, tuple(events))
        self.steps.append(step)
        return step

    def undo(self) -> Step:
        """Take back the last decision, and what a bot failed to do since."""
        if not self.steps:
            raise IllegalMove("there is nothing to undo", "nothing_to_undo")
        step = self.steps.pop()
        self.faults = [fault for fault in self.faults if fault.decision < len(self.steps)]
        self.state = self.game.state.copy(step.before)
        return step

    # Seeing

    def known(self, seat: int | None, state: Any = None) -> Any:
        """A state that the seat (None: a spectator) cannot tell from the real one; the real generator is not in it."""
        world = self.game.state.copy(self.state if state is None else state)
        world.rng = mixed(0, 7)
        self.game.rules.determinize(world, self.variant.cards, -1 if seat is None else seat)
        return world

    def view(self, seat: int | None = None) -> View:
        """What a seat sees, and what it may play if the decision is its own."""
        world = self.known(seat)
        deciding = self.seat
        return View(
            self.game.name,
            seat,
            self.names,
            deciding,
            self.over,
            self.game.view.table(world, self.variant.cards, -1 if seat is None else seat),
            tuple(self.moves) if seat is not None and seat == deciding else (),
        )

    def log(self, viewer: int | None = None, since: int = 0) -> list[str]:
        """What has happened in words, as far as the viewer may know."""
        lines: list[str] = []
        for step in self.steps[since:]:
            before = self.known(viewer, step.before)
            watcher = -1 if viewer is None else viewer
            lines += self.game.view.tell(before, self.variant.cards, step.seat, step.action, step.events, watcher)
        return lines

    def save(self, path: str | Path) -> None:
        """Write the record of the match to a file; `tablewright.open_match` reads it."""
        from tablewright.engine.records import save

        save(self, Path(path))

    @property
    def bytes(self) -> bytes:
        return bytes(self.game.state.to_bytes(self.state))

    def _some_moves(self) -> str:
        texts = [move.text for move in self.moves]
        return ", ".join(texts[:6]) + (f" and {len(texts) - 6} more" if len(texts) > 6 else "")


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
