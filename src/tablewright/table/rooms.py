"""A room: seats, and a match that grows by events. The same events always give the same room; no I/O here.

An event is a move, a request to take moves back and its answers, giving up, or running out of time. A client names the
number of events that it has seen, so that whatever comes late, twice or in another order is noticed. What leaves the
position as it is (a question, an answer, somebody who gives up) makes nobody's move late.
"""

import copy
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from tablewright.bots.seats import keep_remark
from tablewright.engine import (
    REVEALED,
    Fault,
    IllegalMove,
    Match,
    Remark,
    RuleFault,
    Step,
    Variant,
    View,
    carry_over,
)
from tablewright.table.choices import house_rules
from tablewright.table.closing import last_table
from tablewright.table.errors import Refusal
from tablewright.table.lessons import Lesson, lesson_of
from tablewright.table.orders import standing
from tablewright.table.words import DEFAULT, speaker

GATHERING, PLAYING, OVER = "gathering", "playing", "over"
OPEN, PERSON, BOT = "open", "person", "bot"
HERE = "here"  # a wish for a seat: somebody else at the screen of the host
BROKEN = "broken"  # what happens when the rules themselves fail: at the move of that value, or at none
CLOSED = "closed"  # what happens to a running game when a server has other rules for it
NOTHING = -1
ANSWERS = ("ask", "agree")  # whose value in the database is one more than the decisions that were left, if any were not
A_ROOM, A_STEP = 30_000, 400  # bytes of memory that a room takes besides its match, a step besides its state,
A_NUMBER = 8  # and a byte of a state as it is in play
GIVEN_UP = {"concede": "gave up", "timeout": "ran out of time"}  # as a record says it
SUBSTITUTE = "easy"  # the level of the bot that plays on for somebody who gave up in a larger game


@dataclass
class Seat:
    """Who sits where; `token` is the hash of what a person's browser knows, `order` what the table does for them.

    `rated` says whether the person wants the game to count for the ratings.
    """

    kind: str = OPEN
    name: str = ""
    level: str = ""
    token: str = ""
    order: str = ""
    rated: bool = False


@dataclass(frozen=True)
class Happening:
    """One event of a room."""

    kind: str
    seat: int
    value: int = 0
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    spent: float | None = None  # seconds that whoever had to decide has thought; None: by the difference of the dates
    note: str = ""  # a bot's on its move,
    said: tuple[str, ...] = ()  # and what its program wrote to its error output; shown when the game is over


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
    revision: int = 0
    number: int = 0
    since: int = 0  # the number of events after which the position is as it is now
    match: Match | None = None
    lost: dict[int, str] = field(default_factory=dict)
    stood_in: set[int] = field(default_factory=set)  # seats of people who are away: bots play on for them
    alone: bool = False  # whether the learner of a guided game has gone on without the lesson
    asked: TakeBack | None = None
    asker: int = -1
    asked_at: int = 0
    agreed: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)  # who has asked in this position and was refused
    used: list[float] = field(default_factory=list)
    last: datetime | None = None
    thinking_since: float | None = None  # by the server's own clock; None: nobody has looked at a clock yet
    absent_since: float | None = None  # by the same clock: whoever has to decide is away
    old: bool = False  # played by rules that have changed since
    closed: bool = False  # its rules have changed while it ran: it can be looked at, but not gone on with
    kept: int = 0  # one more than the decisions that the last event left, if it took some back
    _lines: dict[tuple[int | None, str], list[list[str]]] = field(default_factory=dict)
    _worlds: dict[int | None, Any] = field(default_factory=dict)  # as each viewer knows it now,
    _before: dict[int | None, Any] = field(default_factory=dict)  # and one decision ago
    _stands: tuple[Match, int, int, bool, int | None] | None = (
        None  # the position that was asked about, and the answers
    )

    def begin(self) -> None:
        """Set up the match of a room that has started."""
        names = tuple(seat.name or title for seat, title in zip(self.seats, self.variant.seats, strict=True))
        self.match = Match(self.variant, self.seed, self.position, names)
        self.used = [0.0] * self.variant.players
        self._lines = {}

    # Who

    def seats_of(self, token: str) -> list[int]:
        """The seats of one browser; several people may share it."""
        return [n for n, seat in enumerate(self.seats) if token and seat.token == token]

    def seat_of(self, token: str) -> int | None:
        """With whose eyes a browser looks: of those who share it, the one who decides, or who decided last."""
        own = self.seats_of(token)
        if len(own) < 2 or self.match is None:
            return own[0] if own else None
        if self.match.seat in own:
            return self.match.seat
        return next((step.seat for step in reversed(self.match.steps) if step.seat in own), own[0])

    def is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == PERSON and seat not in self.lost and seat not in self.stood_in

    @property
    def people(self) -> list[int]:
        return [n for n in range(len(self.seats)) if self.is_person(n)]

    @property
    def deciding(self) -> int | None:
        return None if self.match is None or self.finished else self._standing[1]

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

    def orders(self, seat: int | None, language: str = "") -> dict[str, str]:
        """The standing orders that a seat may give now, with their meanings."""
        if seat is None or self.match is None or self.over or self.closed:
            return {}
        teller = self.match.teller(seat, language)
        return {name: teller(meaning) for name, meaning in standing(self.match, seat, self.world(seat)).items()}

    def dropped_orders(self, before: "Room") -> bool:
        """Whether standing orders have ended since."""
        return any(seat.order for seat in before.seats) and not any(seat.order for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.match is not None and self._standing[0]

    @property
    def _standing(self) -> tuple[bool, int | None]:
        """Whether the match is over, and who decides; the rules are asked once a position."""
        match = self.match
        assert match is not None
        now, known = (len(match.steps), len(match.faults)), self._stands
        if known is None or known[0] is not match or known[1:3] != now:
            known = self._stands = (match, *now, match.over, match.seat)
        return known[3:]

    @property
    def winners(self) -> tuple[int, ...]:
        assert self.match is not None
        outcome = self.match.outcome
        return outcome.winners if outcome else ()

    @property
    def standing(self) -> list[int]:
        """The seats of a finished game as they came in: winners, then by score, whoever left it last."""
        outcome = self.match.outcome if self.match else None
        assert outcome is not None
        winners = self.winners
        return sorted(range(len(self.seats)), key=lambda n: (n not in winners, n in self.lost, outcome.ranks[n]))

    def level(self, seat: int) -> str:
        return self.seats[seat].level or SUBSTITUTE

    @property
    def hints(self) -> bool:
        """Whether the bot's advice may be asked for: always against bots, among people if the host wants."""
        return not self.rated and (len(self.people) == 1 or bool(self.options.get("hints")))

    @property
    def rated(self) -> bool:
        """Whether the game counts: every person wants it, each at a screen of their own, without house rules."""
        tokens = [seat.token for seat in self.seats if seat.kind == PERSON and seat.rated]
        people = sum(seat.kind != BOT for seat in self.seats)
        usual = self.position is None and not self.options.get("tutorial") and not house_rules(self.variant)
        return usual and 0 < people == len(set(tokens)) and len(self.seats) > 1

    @property
    def lesson(self) -> Lesson | None:
        """The guided game that is played here, as long as it guides."""
        return lesson_of(self.variant.game) if self.options.get("tutorial") and not self.alone else None

    @property
    def expected(self) -> int | None:
        """The only move that the lesson has next."""
        lesson = self.lesson
        if lesson is None or self.match is None or self.over:
            return None
        return lesson.expected([step.action for step in self.match.steps])

    @property
    def guided(self) -> int:
        """How many decisions were those of the guided game."""
        if not self.options.get("tutorial") or self.match is None or self.old:
            return 0
        steps = zip(lesson_of(self.variant.game).steps, self.match.steps, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].action == pair[1].action, steps))

    # Events

    def check(self, number: int, happening: Happening) -> Happening:
        """The happening itself if it may happen now, otherwise a Refusal; nothing changes."""
        if self.match is None:
            raise Refusal("refused.not_started")
        if self.closed:
            raise Refusal("refused.closed")
        if self.finished:
            raise Refusal("refused.over")
        self.check_number(number)
        if happening.kind == "move":
            self._check_move(happening)
        elif happening.kind == "ask":
            self._check_question(happening.seat)
        elif happening.kind in ("agree", "refuse") and not (number > self.asked_at and self.must_agree(happening.seat)):
            raise Refusal("refused.not_asked")
        elif happening.kind == "stand_in" and (happening.value == happening.seat or happening.value != self.deciding):
            raise Refusal("refused.not_away")
        return happening

    def check_number(self, number: int) -> None:
        """Whoever names the number has seen the position as it is, whatever was asked, answered or given up since."""
        if not self.since <= number <= self.number:
            raise Refusal("refused.stale")

    def _check_move(self, happening: Happening) -> None:
        assert self.match is not None
        if happening.seat != self.match.seat:
            raise Refusal("refused.not_your_turn", 403)
        if happening.value not in self.match.legal_ids:
            raise Refusal("refused.illegal", 422)
        if self.expected not in (None, happening.value):
            raise Refusal("refused.lesson")

    def _check_question(self, seat: int) -> None:
        """One question at a time, and nobody asks again what was refused."""
        if self.asked is not None or seat in self.refused:
            raise Refusal("refused.asked_already")
        if self.take_back(seat) is None:
            raise Refusal("refused.nothing_to_undo")

    def after(self, happening: Happening) -> "Room":
        """The room as it will be; this one stays as it is, so that nobody sees what is not committed yet."""
        assert self.match is not None
        then = copy.copy(self)
        then.lost, then.used = dict(self.lost), list(self.used)
        then.agreed, then.refused = set(self.agreed), set(self.refused)
        then._lines = {viewer: list(lines) for viewer, lines in self._lines.items()}
        then.match = self.match if happening.kind == "move" else self.match.fork()
        then.happen(happening)
        return then

    def happen(self, happening: Happening) -> None:
        """Carry out an event that was checked, or that the database has."""
        assert self.match is not None
        self._count_time(happening)
        self.kept = 0
        if happening.kind == "move":
            self.used[happening.seat] -= float(self.options.get("increment", 0))
            remark = Remark(len(self.match.steps), happening.seat, happening.note, happening.said)
            self.match = self.match.then(happening.value)
            keep_remark(self.match, remark)
            self._before, self._worlds = self._worlds, {}
            self._position_changed()
        elif happening.kind == "ask":
            self._ask(happening.seat)
        elif happening.kind == "agree":
            self.agreed.add(happening.seat)
            self._take_back_if_all_agree()
        elif happening.kind == "refuse":
            self.refused.add(self.asker)
            self._forget_question()
        elif happening.kind == BROKEN:
            self._break_off(happening)
        elif happening.kind == CLOSED:
            self.closed, self.status = True, OVER
        elif happening.kind == "alone":
            self.alone = True
        elif happening.kind == "stand_in":
            self.stood_in = {*self.stood_in, happening.value}
        elif happening.kind == "back":
            self.stood_in = self.stood_in - {happening.seat}
        elif happening.kind in ("concede", "timeout"):
            self._give_up(happening.seat, happening.kind)
        self.number += 1
        if self.over:
            self.status = OVER

    def _position_changed(self) -> None:
        """Whatever was decided for the position before comes too late now."""
        self.since = self.number + 1
        self.absent_since = None
        self.refused.clear()
        self._forget_question()

    def _give_up(self, seat: int, kind: str) -> None:
        """It ends a duel; in a larger game a bot plays on. The record tells it like a bot's failure."""
        assert self.match is not None
        self.lost[seat] = kind
        fault = Fault(len(self.match.steps), seat, GIVEN_UP[kind], lost=len(self.seats) == 2)
        self.match.faults = [*self.match.faults, fault]
        self._forget_question()

    def _break_off(self, happening: Happening) -> None:
        """The rules failed: the game ends here without a winner, and its record says why."""
        assert self.match is not None
        reason = "the rules of the game failed here"
        with suppress(IllegalMove):  # it failed in what a bot imagined
            try:
                self.match.fork().replay(happening.value)
            except RuleFault as fault:
                reason = f"the rules of the game failed here: {fault.rule}: {fault.what}"
        self.match.faults = [*self.match.faults, Fault(len(self.match.steps), happening.seat, reason, lost=False)]
        self.status = OVER

    def replay(self, happenings: Iterable[Happening]) -> None:
        """Carry out the events of the database; standing orders are the last ones, faults and remarks the record's."""
        seats = self.seats
        for happening in happenings:
            self.happen(happening)
        self.seats = seats
        if self.match is not None and "faults" in self.options:
            self.match.faults = [Fault(**fault) for fault in self.options["faults"]]
        if self.match is not None and "remarks" in self.options:
            told = self.options["remarks"]
            self.match.remarks = [Remark(**{**remark, "said": tuple(remark["said"])}) for remark in told]

    def ordering(self, seat: int, order: str) -> "Room":
        """The room with another standing order."""
        then = copy.copy(self)
        then.seats = [replace(sits, order=order) if n == seat else sits for n, sits in enumerate(self.seats)]
        return then

    def _count_time(self, happening: Happening) -> None:
        at = happening.at if happening.at.tzinfo else happening.at.replace(tzinfo=UTC)
        if self.deciding is not None:
            by_dates = (at - self.last).total_seconds() if self.last else 0.0
            self.used[self.deciding] += max(0.0, by_dates if happening.spent is None else happening.spent)
        self.last, self.thinking_since = at, None

    def thought(self, now: float) -> float:
        """Seconds since it became clear here who has to decide; `now` is the server's own clock."""
        if self.thinking_since is None:
            self.thinking_since = now
        return now - self.thinking_since

    def absent(self, present: frozenset[int], now: float) -> float | None:
        """Seconds for which whoever has to decide has been away, as far as anybody was there to see it; None: here."""
        if self.deciding is None or not self.is_person(self.deciding) or self.deciding in present:
            self.absent_since = None
            return None
        if self.absent_since is None:
            self.absent_since = now
        return now - self.absent_since

    def time_left(self, seat: int | None, now: float) -> float | None:
        """Seconds that a seat has left; None where no clock runs."""
        minutes = self.options.get("clock")
        if seat is None or not minutes or not self.used:
            return None
        if self.lost.get(seat) == "timeout":
            return 0.0
        thinking = self.thought(now) if seat == self.deciding else 0.0
        return float(minutes) * 60 - self.used[seat] - thinking

    # Taking back

    def take_back(self, seat: int) -> TakeBack | None:
        """What taking back this seat's last decision means; None when it has made none."""
        if self.match is None or self.over or self.closed:
            return None
        steps = self.match.steps
        keep = next((n for n in range(len(steps) - 1, -1, -1) if steps[n].seat == seat), None)
        if keep is None:
            return None
        if seat in self.refused:
            return TakeBack(keep, False, "undo.refused")
        reason = self._why_not_free(seat, steps[keep:])
        if reason and not [p for p in self.people if p != seat]:
            return None if self.rated else TakeBack(keep, True, "undo.only_bots")
        return TakeBack(keep, not reason, reason or "undo.free")

    def _why_not_free(self, seat: int, steps: Sequence[Step]) -> str:
        assert self.match is not None
        if any(step.drew for step in steps):
            return "undo.chance"
        if any(event[0] == REVEALED for step in steps for event in step.events):
            return "undo.revealed"
        waiting = self.match.seat
        passed = waiting is not None and waiting != seat and self.is_person(waiting)
        if passed or any(step.seat != seat for step in steps):  # a bot's answer tells something too
            return "undo.passed"
        return ""

    @property
    def facts(self) -> tuple[Hashable, ...]:
        """All that a page says of a room besides its id and the position; the same facts look the same."""
        here = (self.status, self.deciding, self.over, self.winners if self.over else (), self.hints, self.rated)
        seats = tuple((seat.kind, seat.name, seat.level, seat.order) for seat in self.seats)
        question = (self.asked, self.asker, frozenset(self.agreed))
        gone = (tuple(self.lost.items()), frozenset(self.stood_in), self.alone, self.closed, self.next_room)
        return (*here, seats, question, gone)

    def must_agree(self, seat: int) -> bool:
        screen = self.seats[self.asker].token
        if self.asked is None or seat == self.asker or (screen and self.seats[seat].token == screen):
            return False  # who share a screen agree
        return seat in self.people and seat not in self.agreed

    def _ask(self, seat: int) -> None:
        self.asked, self.asker, self.agreed = self.take_back(seat), seat, set()
        self.asked_at = self.number
        self._take_back_if_all_agree()

    def _take_back_if_all_agree(self) -> None:
        assert self.match is not None
        if self.asked is None or not (self.asked.free or all(not self.must_agree(p) for p in self.people)):
            return
        given_up = self.match.faults
        self.kept = self.asked.keep + 1
        while len(self.match.steps) > self.asked.keep:
            self.match.undo()
        self.match.faults = [replace(fault, decision=min(fault.decision, self.asked.keep)) for fault in given_up]
        self.seats = [replace(seat, order="") for seat in self.seats]
        self._before, self._worlds = {}, {}
        for lines in self._lines.values():
            del lines[self.asked.keep :]
        self._position_changed()

    def _forget_question(self) -> None:
        self.asked, self.asker, self.agreed = None, -1, set()

    # Seeing

    @property
    def size(self) -> int:
        """About how many bytes of memory the room takes."""
        if self.match is None:
            return A_ROOM
        past = sum(A_STEP + len(step.packed) for step in self.match.steps)
        worlds = 1 + len(self._worlds) + len(self._before)
        return A_ROOM + past + worlds * A_NUMBER * int(self.variant.game.state.size)

    def view(self, viewer: int | None, language: str = "", told: bool = True) -> View:
        """What a viewer sees; without `told` no reasons, and whoever shows the moves says them."""
        assert self.match is not None
        return last_table(self.match, self.match.seen(viewer, self.world(viewer), (), language, told), language)

    def world(self, viewer: int | None) -> Any:
        """A state that the viewer cannot tell from the real one; made once a position."""
        assert self.match is not None
        if viewer not in self._worlds:
            world = self._worlds[viewer] = self.match.known(viewer)
            carry_over(self._before.get(viewer), world, self.variant.game.state.fields)
        return self._worlds[viewer]

    def log(self, viewer: int | None, language: str = "") -> list[list[str]]:
        """The log of a viewer, decision by decision; told once and remembered."""
        assert self.match is not None
        lines = self._lines.setdefault((viewer, language), [])
        for n in range(len(lines), len(self.match.steps)):
            lines.append(self._told(viewer, n, language))
        return self._with_faults(lines, viewer, language) if self.match.faults else lines

    def _told(self, viewer: int | None, n: int, language: str) -> list[str]:
        """A decision in words; what the viewer knew before the last one is still at hand."""
        assert self.match is not None
        before = self._before.pop(viewer, None) if n == len(self.match.steps) - 1 else None
        if before is None:
            return self.match.log(viewer, n, n + 1, language)
        return [*map(self.match.teller(viewer, language), self.match.told(viewer, self.match.steps[n], before))]

    def _with_faults(self, lines: list[list[str]], viewer: int | None, language: str) -> list[list[str]]:
        """Who gave up or failed, told after the decision before."""
        assert self.match is not None
        whole = [list(entry) for entry in lines] or [[]]
        for fault in self.match.faults:
            name = self.match.names[fault.seat]
            kind = next((kind for kind, reason in GIVEN_UP.items() if reason == fault.reason), "")
            key = f"lost.{kind}_you" if fault.seat == viewer else f"lost.{kind}_told"
            words = speaker(language or DEFAULT)(key, name=name) if kind else f"{name}: {fault.reason}"
            whole[fault.decision - 1].append(words) if fault.decision else whole[0].insert(0, words)
        return whole

    @property
    def remarks(self) -> dict[int, list[Remark]]:
        """What bots told on each decision; while the game runs it would tell what they hold."""
        if self.match is None or not self.finished:
            return {}
        last, made = max(len(self.match.steps) - 1, 0), dict[int, list[Remark]]()
        for remark in self.match.remarks:
            made.setdefault(min(remark.decision, last), []).append(remark)
        return made

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
        return self.match.at(number)
