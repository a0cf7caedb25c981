"""What every opponent can do: decide in a match, run in a batch where that makes sense, and say when it is ready."""

from dataclasses import replace

from tablewright.bots.policies import GREEDY_BOT, HASTY_BOT, RANDOM
from tablewright.engine import (
    Chooser,
    Fault,
    IllegalMove,
    Match,
    PlainKit,
    Remark,
    Step,
    TablewrightError,
    Variant,
    faults_shown_by,
    mixed,
    plain_kit,
    run_plain,
)

MOST_SAID = 1000  # lines of the bots' error output in the record of a game
DECISION_STREAM = 16  # the bots' random streams of a match begin here, one a decision


class BotError(TablewrightError):
    """A bot cannot be used as asked: an unknown name, a budget that is none, a file that does not load."""


class BotFault(Exception):
    """A bot failed at the table; the message says how, `submitted` is what it answered in words, if anything."""

    def __init__(self, message: str, submitted: str = "") -> None:
        super().__init__(message)
        self.submitted = submitted


class Bot:
    """An opponent for one seat."""

    name: str
    note: str = ""  # on its last decision, for the record
    said: tuple[str, ...] = ()  # what its program wrote to its error output meanwhile

    def choose(self, match: Match, seat: int) -> int:
        """The id of the move that the seat plays; raises BotFault if the bot fails."""
        raise NotImplementedError

    def chooser(self, variant: Variant) -> Chooser:
        """The same opponent for drivers, which play thousands of games."""
        raise BotError(f"{self.name!r} cannot play in bulk; it takes its seat move by move")

    def prepare(self, variant: Variant) -> None:
        """Start, in the background, what takes long before the first decision."""

    def ready(self, variant: Variant) -> bool:
        """Whether it plays at its full strength already."""
        return True

    @property
    def remark(self) -> str:
        """What should be said about its last decision, if anything."""
        return self.note

    def close(self) -> None:
        """Give back processes and memory."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


class PolicyBot(Bot):
    """A bot of one rule that decides at once, without the compiler."""

    def __init__(self, chooser: Chooser) -> None:
        self.name = chooser.name
        self._chooser = chooser
        self._tools: tuple[Variant, PlainKit] | None = None

    def choose(self, match: Match, seat: int) -> int:
        if self._tools is None or self._tools[0] is not match.variant:
            self._tools = match.variant, plain_kit(match.variant)
        kit = self._tools[1]
        kit.state = match.known(seat)
        kit.rng = stream_of(match)
        with faults_shown_by(match):
            return run_plain(match.variant, kit, self._chooser.decide, self._chooser.plain_memory())

    def chooser(self, variant: Variant) -> Chooser:
        return self._chooser


def stream_of(match: Match) -> int:
    """Where a bot's own random numbers start for this decision: the same in a replay, unrelated to the game's."""
    return mixed(match.seed, DECISION_STREAM + len(match.steps))


def random_bot() -> Bot:
    return PolicyBot(RANDOM)


def hasty_bot() -> Bot:
    return PolicyBot(HASTY_BOT)


def greedy_bot() -> Bot:
    return PolicyBot(GREEDY_BOT)


def take_turn(match: Match, bot: Bot) -> Step | Fault:
    """Let the deciding seat's bot play: the step it made, or the fault that it was penalized for."""
    seat, number = match.seat, len(match.steps)
    if seat is None:
        raise IllegalMove("the game is over", "game_over")
    try:
        return match.play(bot.choose(match, seat))
    except BotFault as fault:
        return match.penalize(f"{bot.name} {fault}", fault.submitted)
    finally:
        keep_remark(match, Remark(number, seat, bot.note, bot.said))


def keep_remark(match: Match, remark: Remark) -> None:
    """What a bot told on a decision, unless it is nothing, or the bots have said too much in this game."""
    before = sum(len(earlier.said) for earlier in match.remarks)
    kept = replace(remark, said=remark.said[: MOST_SAID - before])
    if kept.note or kept.said:
        match.remarks.append(kept)


def play_out(match: Match, bots: list[Bot]) -> None:
    """Play a match to its end, one bot a seat."""
    while match.seat is not None:
        take_turn(match, bots[match.seat])
