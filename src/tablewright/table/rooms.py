"""A room: seats, and a match that grows by events. The same events always give the same room; no I/O here.

An event is a move, a request to take moves back and its answers, giving up, or running out of time. Their number is the
number of the decision that a client must name, so that whatever comes late, twice or in another order is noticed.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tablewright.engine import REVEALED, Match, Variant, View
from tablewright.engine.match import Fault, Step
from tablewright.table.errors import Refusal
from tablewright.table.orders import standing

GATHERING, PLAYING, OVER = "gathering", "playing", "over"
OPEN, PERSON, BOT = "open", "person", "bot"
GIVEN_UP = {"concede": "gave up", "timeout": "ran out of time"}  # as a record says it
SUBSTITUTE = "easy"  # the level of the bot that plays on for somebody who gave up in a larger game


@dataclass
class Seat:
    """Who sits where; `token` is the hash of what a person's browser knows, `order` what the table does for them."""

    kind: str = OPEN
    name: str = ""
    level: str = ""
    token: str = ""
    order: str = ""


@dataclass(frozen=True)
class Happening:
    """One event of a room."""

    kind: str
    seat: int
    value: int = 0
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass(frozen=True)
class TakeBack:
    """What taking back would mean for a seat: how many decisions stay, and whether others must agree."""

    keep: int
    free: bool
    reason: str  # a key of the catalogue: why it is free or not


@dataclass(eq=False)
class Room:
    """A room and everything that follows from its events."""

    id: str
    variant: Variant
    seed: int
    seats: list[Seat]
    host: str = ""
    status: str = GATHERING
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    next_room: str | None = None
    number: int = 0
    match: Match | None = None
    lost: dict[int, str] = field(default_factory=dict)
    asked: TakeBack | None = None
    asker: int = -1
    agreed: set[int] = field(default_factory=set)
    used: list[float] = field(default_factory=list)
    last: datetime | None = None
    _lines: dict[int | None, list[list[str]]] = field(default_factory=dict)

    def begin(self) -> None:
        """Set up the match of a room that has started."""
        names = tuple(seat.name or title for seat, title in zip(self.seats, self.variant.seats, strict=True))
        self.match = Match(self.variant, self.seed, self.position, names)
        self.used = [0.0] * self.variant.players
        self._lines = {}

    # Who

    def seat_of(self, token: str) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if token and seat.token == token), None)

    def is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == PERSON and seat not in self.lost

    @property
    def people(self) -> list[int]:
        return [n for n in range(len(self.seats)) if self.is_person(n)]

    @property
    def deciding(self) -> int | None:
        return None if self.over or self.match is None else self.match.seat

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that has to decide now."""
        seat = self.deciding
        return seat if seat is not None and not self.is_person(seat) else None

    @property
    def order_to_obey(self) -> str:
        """The standing order of the person who has to decide now."""
        seat = self.deciding
        return self.seats[seat].order if seat is not None and self.is_person(seat) else ""

    def order(self, seat: int | None) -> str:
        """The standing order that a seat has given."""
        return "" if seat is None else self.seats[seat].order

    def orders(self, seat: int | None) -> dict[str, str]:
        """The standing orders that a seat may give now, with their meanings."""
        if seat is None or self.match is None or self.over:
            return {}
        return standing(self.match, seat)

    def dropped_orders(self, before: "Room") -> bool:
        """Whether standing orders have ended since."""
        return any(seat.order for seat in before.seats) and not any(seat.order for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def winners(self) -> tuple[int, ...]:
        assert self.match is not None
        outcome = self.match.outcome
        return outcome.winners if outcome else ()

    def level(self, seat: int) -> str:
        return self.seats[seat].level or SUBSTITUTE

    # Events

    def check(self, number: int, happening: Happening) -> Happening:
        """The happening itself if it may happen now, otherwise a Refusal; nothing changes."""
        if self.match is None:
            raise Refusal("refused.not_started")
        if self.over:
            raise Refusal("refused.over")
        if number != self.number:
            raise Refusal("refused.stale")
        if happening.kind == "move":
            self._check_move(happening)
        elif happening.kind == "ask" and self.take_back(happening.seat) is None:
            raise Refusal("refused.nothing_to_undo")
        elif happening.kind in ("agree", "refuse") and not self.must_agree(happening.seat):
            raise Refusal("refused.not_asked")
        return happening

    def _check_move(self, happening: Happening) -> None:
        assert self.match is not None
        if happening.seat != self.match.seat:
            raise Refusal("refused.not_your_turn", 403)
        if happening.value not in self.match.legal_ids:
            raise Refusal("refused.illegal", 422)

    def after(self, happening: Happening) -> "Room":
        """The room as it will be; this one stays as it is, so that nobody sees what is not committed yet."""
        assert self.match is not None
        then = copy.copy(self)
        then.lost, then.agreed, then.used = dict(self.lost), set(self.agreed), list(self.used)
        then._lines = {viewer: list(lines) for viewer, lines in self._lines.items()}
        then.match = moment(self.match, len(self.match.steps))
        then.match.state = self.variant.game.state.copy(self.match.state)
        then.happen(happening)
        return then

    def happen(self, happening: Happening) -> None:
        """Carry out an event that was checked, or that the database has."""
        assert self.match is not None
        self._count_time(happening.at)
        if happening.kind == "move":
            self.match.replay(happening.value)
            self._forget_question()
        elif happening.kind == "ask":
            self._ask(happening.seat)
        elif happening.kind == "agree":
            self.agreed.add(happening.seat)
            self._take_back_if_all_agree()
        elif happening.kind == "refuse":
            self._forget_question()
        elif happening.kind in ("concede", "timeout"):
            self._give_up(happening.seat, happening.kind)
        self.number += 1
        if self.over:
            self.status = OVER

    def _give_up(self, seat: int, kind: str) -> None:
        """It ends a duel; in a larger game a bot plays on. The record tells it like a bot's failure."""
        assert self.match is not None
        self.lost[seat] = kind
        fault = Fault(len(self.match.steps), seat, GIVEN_UP[kind], lost=len(self.seats) == 2)
        self.match.faults = [*self.match.faults, fault]
        self._forget_question()

    def replay(self, happenings: Iterable[Happening]) -> None:
        """Carry out the events of the database; standing orders and a record's faults are as they were at the end."""
        seats = self.seats
        for happening in happenings:
            self.happen(happening)
        self.seats = seats
        if self.match is not None and "faults" in self.options:
            self.match.faults = [Fault(**fault) for fault in self.options["faults"]]

    def ordering(self, seat: int, order: str) -> "Room":
        """The room with another standing order."""
        then = copy.copy(self)
        then.seats = [replace(sits, order=order) if n == seat else sits for n, sits in enumerate(self.seats)]
        return then

    def _count_time(self, at: datetime) -> None:
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        if self.last is not None and self.deciding is not None:
            self.used[self.deciding] += max(0.0, (at - self.last).total_seconds())
        self.last = at

    def time_left(self, seat: int | None) -> float | None:
        """Seconds that a seat has left; None where no clock runs."""
        minutes = self.options.get("clock")
        if seat is None or not minutes or not self.used:
            return None
        thinking = (datetime.now(UTC) - self.last).total_seconds() if self.last and seat == self.deciding else 0.0
        return float(minutes) * 60 - self.used[seat] - thinking

    # Taking back

    def take_back(self, seat: int) -> TakeBack | None:
        """What taking back this seat's last decision means; None when it has made none."""
        if self.match is None or self.over:
            return None
        steps = self.match.steps
        keep = next((n for n in range(len(steps) - 1, -1, -1) if steps[n].seat == seat), None)
        if keep is None:
            return None
        reason = self._why_not_free(seat, steps[keep:])
        if reason and not [p for p in self.people if p != seat]:
            return TakeBack(keep, True, "undo.only_bots")
        return TakeBack(keep, not reason, reason or "undo.free")

    def _why_not_free(self, seat: int, steps: Sequence[Step]) -> str:
        assert self.match is not None
        states = [step.before for step in steps[1:]] + [self.match.state]
        if any(step.before.rng != after.rng for step, after in zip(steps, states, strict=True)):
            return "undo.chance"
        if any(event[0] == REVEALED for step in steps for event in step.events):
            return "undo.revealed"
        others = [step.seat for step in steps if step.seat != seat and self.is_person(step.seat)]
        waiting = self.match.seat
        if others or (waiting is not None and waiting != seat and self.is_person(waiting)):
            return "undo.passed"
        return ""

    def must_agree(self, seat: int) -> bool:
        return self.asked is not None and seat in self.people and seat != self.asker and seat not in self.agreed

    def _ask(self, seat: int) -> None:
        self.asked, self.asker, self.agreed = self.take_back(seat), seat, set()
        self._take_back_if_all_agree()

    def _take_back_if_all_agree(self) -> None:
        assert self.match is not None
        if self.asked is None or not (self.asked.free or all(not self.must_agree(p) for p in self.people)):
            return
        given_up = self.match.faults
        while len(self.match.steps) > self.asked.keep:
            self.match.undo()
        self.match.faults = [replace(fault, decision=min(fault.decision, self.asked.keep)) for fault in given_up]
        self.seats = [replace(seat, order="") for seat in self.seats]
        for lines in self._lines.values():
            del lines[self.asked.keep :]
        self._forget_question()

    def _forget_question(self) -> None:
        self.asked, self.asker, self.agreed = None, -1, set()

    # Seeing

    def view(self, viewer: int | None) -> View:
        assert self.match is not None
        return self.match.view(viewer)

    def log(self, viewer: int | None) -> list[list[str]]:
        """The log of a viewer, decision by decision; told once and remembered."""
        assert self.match is not None
        lines = self._lines.setdefault(viewer, [])
        for n in range(len(lines), len(self.match.steps)):
            lines.append(told(self.match, viewer, n))
        return self._with_faults(lines) if self.match.faults else lines

    def _with_faults(self, lines: list[list[str]]) -> list[list[str]]:
        """Who gave up or failed, told after the decision before."""
        assert self.match is not None
        whole = [list(entry) for entry in lines] or [[]]
        for fault in self.match.faults:
            words = f"{self.match.names[fault.seat]}: {fault.reason}"
            whole[fault.decision - 1].append(words) if fault.decision else whole[0].insert(0, words)
        return whole

    @property
    def finished(self) -> bool:
        """Whether everything may be shown: the game is over, or is a record that somebody wants to look at."""
        return self.match is not None and (self.over or self.status == OVER)

    def shown_at(self, number: int, viewer: int | None, asker: int | None, everything: bool = False) -> Match:
        """The match as it was after a number of decisions, if whoever asks may see it with these eyes."""
        if self.match is None or not 0 <= number <= len(self.match.steps):
            raise Refusal("refused.no_such_moment", 404)
        if viewer is not None and viewer >= len(self.seats):
            raise Refusal("refused.not_your_eyes", 403)
        if not self.finished and (everything or viewer not in (None, asker)):
            raise Refusal("refused.not_your_eyes", 403)
        return moment(self.match, number)


def told(match: Match, viewer: int | None, number: int) -> list[str]:
    """The log lines of one decision."""
    return moment(match, number + 1).log(viewer, since=number)


def moment(match: Match, number: int) -> Match:
    """A match as it was after a number of its decisions."""
    then = copy.copy(match)
    then.steps = match.steps[:number]
    then.faults = [fault for fault in match.faults if fault.decision <= number]
    then.state = match.state if number >= len(match.steps) else match.steps[number].before
    return then
