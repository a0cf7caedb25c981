"""One match at the terminal: people and bots take turns, people type moves and commands."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from tablewright.bots.explain import explain
from tablewright.bots.levels import LEVELS, Budget
from tablewright.bots.search import SearchBot
from tablewright.bots.seats import take_turn
from tablewright.cli import look, opponents, rulebook, typed
from tablewright.cli.digest import Digest, screenful
from tablewright.cli.opponents import HUMAN
from tablewright.cli.options import folder_option
from tablewright.cli.screen import Screen
from tablewright.engine import (
    Fault,
    IllegalMove,
    Match,
    Move,
    RecordError,
    TablewrightError,
    View,
    save_record,
    unknown,
)
from tablewright.terminal.listing import full_list, short_list
from tablewright.terminal.table import Drawing, verdict

HELP = {
    "3": "play the move with that number",
    "a move": "as it is listed; its beginning is enough if no other has it; several can be typed at once, in words",
    "moves [TEXT]": "what each move does; only those with the text",
    "table": "the whole table, where the screen is too low for it",
    "look [TEXT]": "what a card or a place is, in words",
    "why [MOVE]": "why something cannot be played now",
    "wait [FOR]": "let the screen pass for you until something happens, where the game knows such orders",
    "hint": "the best moves, their chances and how the game may go on",
    "undo": "take back your last decision",
    "log": "what has happened",
    "rules [CLAUSE]": "how to play, one clause, or what a word means",
    "save FILE": "keep the game as it is now",
    "quit": "leave; the game is saved",
    "(empty line)": "the question again",
}


HINTS = 3
D = TypeVar("D", bound=Drawing)
PLAIN_HINT = Budget(milliseconds=1000)


class Left(Exception):
    """The person wants to leave."""


class Session:
    """A match, who sits at it, and where its record is kept."""

    def __init__(self, match: Match, seats: Sequence[str], screen: Screen, record: Path | None, folder: str) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.bots = opponents.seated(seats)
        self.screen = screen
        self.record = record
        self.adviser = SearchBot("hard")
        self.folder = folder  # of a game that does not ship with Tablewright
        self.humans = [p for p, name in enumerate(self.seats) if name == HUMAN]
        self.watching: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.told = {p: len(match.steps) for p in self.humans}
        self.orders: dict[int, str] = {}  # what a person waits for
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "table": self._table,
            "look": self._look,
            "why": self._why,
            "wait": self._wait,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "rules": self._rules,
            "save": self._save,
            "quit": self._quit,
            "q": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    # The game

    def run(self) -> None:
        """Play to the end."""
        self.keep()
        self.screen.say(f"{self.match.variant.describe()}, seed {self.match.seed}", "dim")
        if self.humans:
            self.screen.say("Type a move or its number; help lists what else you can type.", "dim")
            for name in dict.fromkeys(name for name in self.seats if name != HUMAN):
                self.screen.say(f"{name} is a bot; others can be named with --seats, as in {HUMAN},{LEVELS[0]}.", "dim")
        for bot in self.bots:
            if bot is not None:
                bot.prepare(self.match.variant)
        while not self.match.over:
            seat = self.match.seat
            assert seat is not None
            if self.seats[seat] == HUMAN:
                self._human(seat)
            else:
                self._bot(seat)
            self.keep()
        self._end()

    def keep(self) -> None:
        """Write the record, where one is kept."""
        if self.record is not None:
            save_record(self.match, self.record)

    def close(self) -> None:
        """Send the bots home."""
        for bot in self.bots:
            if bot is not None:
                bot.close()

    def leave(self, reason: str) -> None:
        """Save the game and say how to go on with it."""
        if self.record is None and not self._own_decisions():
            self.screen.say(f"{reason} Nothing was played, so nothing is saved.".strip())
            return
        where = self._save_somewhere()
        self.screen.say(f"{reason} The game is saved.".strip())
        play = f"tablewright play {self.folder}".rstrip()
        self.screen.console.print(f"Go on with: {play} --resume {where}", soft_wrap=True)

    def _save_somewhere(self) -> Path:
        if self.record is not None:
            save_record(self.match, self.record)
            return self.record
        name = f"{self.match.game.name}-{self.match.seed}"
        for folder in (Path(), Path(tempfile.gettempdir())):
            try:
                free = _free_name(folder, name)
                save_record(self.match, free)
                return free
            except RecordError as fault:
                trouble = fault
        raise trouble

    def _bot(self, seat: int) -> None:
        bot = self.bots[seat]
        assert bot is not None
        with self.screen.thinking(f"{self._name(seat)} thinks"):
            taken = take_turn(self.match, bot)
        if isinstance(taken, Fault):
            self.screen.say(f"{self._name(seat)}: {taken.reason}", "red")
        elif not self.humans:
            self._say_lines(self.match.log(None, len(self.match.steps) - 1))
        if bot.remark:
            self.screen.say(bot.remark, "dim")

    def _obeys_order(self, seat: int) -> bool:
        """Play what a standing order says; an order that is fulfilled is forgotten."""
        order, view, cards = self.orders.get(seat), self.match.game.view, self.match.variant.cards
        if order is None:
            return False
        known = self.match.known(seat)
        if not view.order_stands(known, cards, seat, order):
            del self.orders[seat]
            return False
        action = view.ordered(known, cards, seat, order)
        if action is not None:
            self.match.play(action)
        return action is not None

    def _human(self, seat: int) -> None:
        if self._obeys_order(seat):
            return
        if len(self.humans) > 1 and self.watching != seat:
            self.screen.hide(f"Hand the screen to {self._name(seat)}, who presses Enter: ")
            self.watching = seat
        made = len(self.match.steps)
        news = self._tell_news(seat)
        self.show_table(seat, news)
        while len(self.match.steps) == made:
            words = [*(move.name for move in self.match.moves), *self.commands]
            line = self.screen.ask(f"{self.match.variant.seats[seat]}> ", words)
            try:
                self.obey(line)
            except TablewrightError as fault:
                if not self.screen.interactive:
                    raise
                self.screen.say(str(fault), "red")
        if len(self.match.steps) > made:
            self.told[seat] = made

    def _tell_news(self, seat: int) -> int:
        """What happened since this person last looked, their own move included; how many lines that took."""
        lines = self.match.log(seat, min(self.told[seat], len(self.match.steps)))
        self.told[seat] = len(self.match.steps)
        if lines:
            self.screen.say("")
            self._say_lines(lines)
        return len(lines)

    def _say_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.screen.say(f"{self.screen.glyphs.dot} {line}")

    def show_table(self, seat: int | None, news: int = 0) -> None:
        """The table, what is asked, and the moves; on a low screen only what matters now, below the newest lines."""
        view = self.match.view(seat)
        prompt = view.table.prompt
        clause = f"  {prompt.clause}" if prompt.clause else ""
        asked = Text.assemble((prompt.text, "bold"), (clause, "dim"))
        table, moves = self._drawing(view, Drawing).table(), short_list(view.moves, self.screen.width)
        question = len(asked.wrap(self.screen.console, self.screen.width)) + 2  # with an empty line and the one to type
        height = self.screen.height
        if height is not None and len(table) + question + len(moves) > height:
            table, moves = screenful(self._drawing(view, Digest), height - question, news)
        self.screen.say("")
        self.screen.show(table)
        self.screen.console.print(asked, width=self.screen.width)
        self.screen.show(moves)

    def _drawing(self, view: View, kind: type[D]) -> D:
        names = [self._name(p) for p in range(len(self.seats))]
        return kind(view, names, self.screen.width, self.screen.glyphs)

    def _name(self, seat: int) -> str:
        you = self.humans == [seat]
        return f"{self.match.variant.seats[seat]} ({'you' if you else self.seats[seat]})"

    def _end(self) -> None:
        viewer = self.humans[0] if len(self.humans) == 1 else None
        if viewer is not None:
            self._tell_news(viewer)
        self.screen.say("")
        self.screen.show(self._drawing(self.match.view(viewer), Drawing).table())
        self.screen.say(verdict(self.match, [self._name(p) for p in range(len(self.seats))]), "bold")
        if self.record is not None:
            again = f"tablewright replay {self.record}{folder_option(self.folder)}"
            self.screen.console.print(f"Look at it again with: {again}", soft_wrap=True)

    # What a person types

    def obey(self, line: str) -> None:
        """A command, or a move."""
        word, _, rest = line.partition(" ")
        moves = {text.casefold() for move in self.match.moves for text in (move.text, move.says)}
        if not line:
            self.show_table(self.match.seat)
        elif word.lower() in self.commands and line.casefold() not in moves:
            self.commands[word.lower()](rest.strip())
        else:
            self.answer(line)

    def answer(self, text: str) -> None:
        """Play a number of the list, a move, or several moves at once."""
        try:
            action = typed.find(self.match, text)
        except IllegalMove as fault:
            self._answer_in_parts(text.split(), fault)
        else:
            self.match.play(action)

    def _answer_in_parts(self, words: list[str], fault: IllegalMove) -> None:
        """Successive decisions typed at once, each spelled out: all of them are played, or none."""
        made, seat = len(self.match.steps), self.match.seat
        while words:
            try:
                if self.match.seat != seat:
                    raise IllegalMove(f"{words[0]!r} comes after the end of your turn")
                action, used = self._longest(words)
            except IllegalMove as stuck:
                began = len(self.match.steps) > made
                while len(self.match.steps) > made:
                    self.match.undo()
                raise IllegalMove(f"nothing was played: {stuck}", stuck.reason) if began else fault from stuck
            self.match.play(action)
            words = words[used:]

    def _longest(self, words: list[str]) -> tuple[int, int]:
        """The move that as many of the first words as possible spell, and how many those are."""
        for used in range(len(words), 1, -1):
            try:
                return typed.spelled_out(self.match, " ".join(words[:used])), used
            except IllegalMove:
                continue
        return typed.spelled_out(self.match, words[0]), 1

    # Commands

    def _moves(self, text: str) -> None:
        moves = self.match.moves
        wanted = [i for i, move in enumerate(moves) if _has(move, text)]
        if not wanted:
            raise IllegalMove(f"no legal move has {text!r} in it")
        self.screen.show(full_list(moves, self.screen.width, wanted))

    def _table(self, _: str) -> None:
        self.screen.show(self._drawing(self.match.view(self.match.seat), Drawing).table())

    def _look(self, text: str) -> None:
        """A thing on the table, or a word of the game."""
        word = rulebook.word_of(self.match.game, text) if text else None
        if word is not None:
            self.screen.print_markdown(word)
            return
        view = self.match.view(self.match.seat)
        self.screen.show(look.described(self.match.variant, view, text, self.screen.width))

    def _why(self, text: str) -> None:
        """The view's reasons; for a move, what the rules say about it."""
        found = [] if text.isdecimal() else typed.reasons(self.match, text)
        for line in found:
            self.screen.say(line)
        if found:
            return
        if not text:
            self.screen.say("Nothing is ruled out by name; type why and the move you have in mind.")
            return
        move = self.match.move(typed.find(self.match, text))
        self.screen.say(f"{move.name} can be played: {move.label}" if move.label else f"{move.name} can be played.")

    def _wait(self, text: str) -> None:
        """`wait turn`: a standing order of the game's own."""
        orders = self.match.game.view.ORDERS
        seat = self.match.seat
        assert seat is not None
        if not orders:
            raise IllegalMove(f"there is nothing to wait for in {self.match.game.name}")
        if not text:
            for order, meaning in orders.items():
                self.screen.entry(f"wait {order}", self.match.teller(seat)(meaning))
            return
        if text not in orders:
            raise IllegalMove(unknown("order", text, orders))
        self.orders[seat] = text
        if not self._obeys_order(seat):
            raise IllegalMove(f"you cannot wait now ({self.match.teller(seat)(orders[text])}); decide first")

    def _hint(self, _: str) -> None:
        """The best moves by the search; as long as nothing is compiled, with the rules as written."""
        with self.screen.thinking("thinking"):
            told = explain(self.match, None if self.adviser.compiled(self.match.variant) else PLAIN_HINT, self.adviser)
        for candidate in told.candidates[:HINTS]:
            self.screen.say(str(candidate))

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person; the bots' answers go with it."""
        own = self._own_decisions()
        if not own:
            raise IllegalMove("there is nothing to undo")
        while len(self.match.steps) > own[-1]:
            taken = self.match.undo()
        self.told = {p: min(seen, len(self.match.steps)) for p, seen in self.told.items()}
        self.screen.say(f"{self._name(taken.seat)} takes back {self.match.move(taken.action).name}.")

    def _own_decisions(self) -> list[int]:
        return [i for i, step in enumerate(self.match.steps) if self.seats[step.seat] == HUMAN]

    def _log(self, _: str) -> None:
        viewer = self.match.seat if self.humans else None
        self._say_lines(self.match.log(viewer) or ["nothing has happened yet"])

    def _rules(self, clause: str) -> None:
        rulebook.show(self.screen, self.match.game, clause or None)

    def _save(self, name: str) -> None:
        if not name:
            raise IllegalMove("save needs the name of a file: save FILE")
        save_record(self.match, Path(name).expanduser())
        self.screen.say(f"Saved in {name}.")

    def _quit(self, _: str) -> None:
        raise Left

    def _help(self, _: str) -> None:
        for command, meaning in HELP.items():
            self.screen.entry(command, meaning)


def _has(move: Move, text: str) -> bool:
    return text.casefold() in f"{move.text} {move.says} {move.label}".casefold()


def _free_name(folder: Path, name: str) -> Path:
    """A file that is not there yet."""
    found = folder / f"{name}.tw.json"
    number = 2
    while found.exists():
        found = folder / f"{name}-{number}.tw.json"
        number += 1
    return found
