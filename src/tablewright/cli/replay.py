"""`tablewright replay`: a saved game, step by step or all at once."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tablewright.cli.options import Folders, Language, RecordFile, speak
from tablewright.cli.screen import EndOfInput, Screen
from tablewright.engine import ENGLISH, Match, TablewrightError, match_of, read_record
from tablewright.games import Find, finder
from tablewright.terminal.table import Drawing, verdict

Anyway = Annotated[
    bool, typer.Option("--anyway", help="Open a game made with other rules or cards, as far as it goes.")
]
GameNumber = Annotated[int | None, typer.Option(metavar="N", min=0, help="FILE is a run: this game of it.")]
RunBots = Annotated[
    str | None, typer.Option("--bots", metavar="BOT,BOT", help="With --game: the bots of the run, where you wrote one.")
]
PARQUET = b"PAR1"
KEYS = "Enter: next, b: back, a number: that decision, e: end, q: quit> "


def replay(
    file: RecordFile,
    anyway: Anyway = False,
    game: GameNumber = None,
    bots: RunBots = None,
    folders: Folders = None,
    language: Language = ENGLISH,
) -> None:
    """Step through a saved game, or one of a run; without a terminal, print all of it."""
    screen, find = Screen(), finder(folders or ())
    if game is None and _is_run(file):
        raise TablewrightError(f"{file} is a run of many games; say which one with --game N")
    if game is None and bots is not None:
        raise TablewrightError("--bots goes with --game N; the bots of a saved game do not decide again")
    record = read_record(file) if game is None else _game_of_run(file, game, find, bots)
    match = match_of(record, find, anyway)
    missing = len(record["actions"]) - len(match.steps)
    if missing:
        screen.say(f"The last {missing} decisions are not possible under the present rules and are left out.", "yellow")
    speak(match, language)
    Replay(match, screen).run()


def _is_run(file: Path) -> bool:
    """Whether a file begins as Parquet does."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(len(PARQUET)) == PARQUET


def _game_of_run(file: Path, game: int, find: Find, bots: str | None) -> dict[str, Any]:
    """The record of a game of a run, played once more with its seed and its bots."""
    from tablewright.bots.stepping import player
    from tablewright.lab.runs import read_run, record_of_game

    return record_of_game(read_run(file), game, find, player, [] if bots is None else bots.split(","))


class Replay:
    """A saved match, and the place in it that is being looked at."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.actions = [step.action for step in match.steps]
        self.faults, self.remarks = match.faults, match.remarks
        self.names = [f"{seat} ({who})" for seat, who in zip(match.variant.seats, match.names, strict=True)]

    def run(self) -> None:
        self.screen.say(f"{self.match.variant.describe()}, seed {self.match.seed}", "dim")
        if self.screen.interactive:
            self._step_through()
        else:
            self._print_all()

    def _print_all(self) -> None:
        self._stand_at(0)
        self._tell_faults()
        for place in range(1, len(self.actions) + 1):
            self._stand_at(place)
            self._tell()
        self._show_table()

    def _tell(self) -> None:
        """What the last decision did, as far as the one who made it knew."""
        made = len(self.match.steps)
        for line in self.match.log(self.match.steps[-1].seat, made - 1, by_name=True):
            self.screen.say(f"{made:>4}. {line}")
        self._tell_remarks(made - 1)
        self._tell_faults()

    def _tell_faults(self) -> None:
        """Who gave up or failed here."""
        for fault in self.faults:
            if fault.decision == len(self.match.steps):
                self.screen.say(f"      {self.names[fault.seat]}: {fault.reason}", "red")
                if fault.lost:
                    self._tell_remarks(fault.decision)

    def _tell_remarks(self, decision: int) -> None:
        """What the bot noted on a decision, and what its program said meanwhile."""
        for remark in self.remarks:
            if remark.decision == decision:
                for line in remark.lines:
                    self.screen.say(f"      {line}", "dim")

    def _step_through(self) -> None:
        self._go_to(0)
        while True:
            try:
                key = self.screen.ask(KEYS).lower()
            except EndOfInput:
                return
            place = self._place(key)
            if key == "q" or (place is None and key == "" and self.match.over):
                return
            if place is None:
                self.screen.say(f"{key!r} is not one of them; the decisions are 0 to {len(self.actions)}", "red")
            else:
                self._go_to(place)

    def _place(self, key: str) -> int | None:
        """The number of decisions made at the place that a key asks for."""
        here, end = len(self.match.steps), len(self.actions)
        places = {"": here + 1, "b": here - 1, "e": end}
        place = int(key) if key.isdecimal() else places.get(key, -1)
        return place if 0 <= place <= end else None

    def _stand_at(self, place: int) -> None:
        """The match after a number of decisions, and lost only if it was lost by then."""
        self.match.faults = []
        while len(self.match.steps) > place:
            self.match.undo()
        while len(self.match.steps) < place:
            self.match.replay(self.actions[len(self.match.steps)])
        self.match.faults = [fault for fault in self.faults if fault.decision <= place]

    def _go_to(self, place: int) -> None:
        self._stand_at(place)
        self.screen.say("")
        if place:
            self._tell()
            self.screen.say("")
        self._show_table()

    def _show_table(self) -> None:
        """The table as the one who decides sees it: a saved game holds no secrets."""
        view = self.match.view(self.match.seat)
        self.screen.show(Drawing(view, self.names, self.screen.width, self.screen.glyphs).table())
        if self.match.over:
            self.screen.say(verdict(self.match, self.names), "bold")
        else:
            self.screen.say(f"{len(self.match.steps)} of {len(self.actions)} decisions made", "dim")
