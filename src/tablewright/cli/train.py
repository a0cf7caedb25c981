"""`tablewright train`: a network for a game or a variant of it, kept only where it plays better."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from tablewright.bots.learn.by_heart import train_by_heart
from tablewright.bots.learn.regrets import is_small
from tablewright.bots.learn.train import Plan, Trainer, deals_to_learn
from tablewright.bots.nets import path_of
from tablewright.cli.measure import ClusterAddress, Threads
from tablewright.cli.options import Changes, EditionName, GameName, Players, changes_of
from tablewright.cli.screen import Screen, progress_bar
from tablewright.engine import Chooser, Value, Variant, numba
from tablewright.games import load
from tablewright.games.sources import cards_from
from tablewright.lab.executor import executor_of
from tablewright.lab.harvests import gathered_by
from tablewright.lab.simulate import simulate

Minutes = Annotated[float, typer.Option(metavar="N", min=0, help="Start no new round after this many minutes.")]
Games = Annotated[int, typer.Option(metavar="N", min=20, help="Games of the game's own bot in the first round.")]
SearchGames = Annotated[
    int | None,
    typer.Option(metavar="N", min=2, help="Games of the search in a round, if not what time allows."),
]
Gate = Annotated[int, typer.Option(metavar="N", min=2, help="Games on fresh deals that a new network has to win.")]

LEAST_DEALT = 2000  # games of the gate where nothing is searched: chips vary much from game to game


def train(
    game: GameName,
    minutes: Minutes = 20.0,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    games: Games = 20_000,
    search_games: SearchGames = None,
    gate: Gate = 200,
    threads: Threads = None,
    cluster: ClusterAddress = None,
) -> None:
    """Teach the search to judge positions of a game. Ctrl-C ends it after the round; the next time it goes on."""
    variant = _variant(game, players, edition, changes_of(changes or []))
    screen, executor = Screen(), executor_of(cluster, threads)
    plan = Plan(minutes, games, search_games or 0, gate, threads=executor.workers)

    def duel(asked: Variant, one: Chooser, other: Chooser, number: int, seed: int) -> tuple[float, tuple[float, float]]:
        made = simulate(asked, [one, *[other] * (asked.players - 1)], number, seed, executor)
        return made.strength(0)

    if numba() is not None and is_small(variant):
        screen.complain(f"{variant.describe()}: small enough to be learned by heart, in at most {minutes:g} minutes")
        with _noticing_ctrl_c() as stop:
            lesson = train_by_heart(variant, minutes, max(gate, LEAST_DEALT), deals_to_learn(), screen.complain, stop)
        screen.say(_verdict(variant, lesson.kept))
        return
    screen.complain(f"{variant.describe()}: about {minutes:g} minutes on {executor.workers} threads")
    with _noticing_ctrl_c() as stop, _clock(f"{variant.game.name}: seconds", 60 * minutes):
        rounds = Trainer(variant, plan, duel, screen.complain, stop, gathered_by(executor)).run()
    screen.say(_verdict(variant, any(made.kept for made in rounds)))


def _variant(name: str, players: int | None, edition: str | None, changes: dict[str, Value]) -> Variant:
    """The variant as typed; `--set cards=FILE` names another card file."""
    game, cards = load(name), changes.pop("cards", None)
    return (game if cards is None else cards_from(game, str(cards))).variant(players, edition, changes)


def _verdict(variant: Variant, kept: bool) -> str:
    if not kept:
        return "Nothing was better beyond chance than what there was; nothing is written."
    return f"{path_of(variant)} is for {variant.describe()}; the bots learned and master play with it."


@contextmanager
def _clock(title: str, seconds: float) -> Iterator[None]:
    """A bar that is full when the time is over; what the rounds came to is told above it."""
    over = threading.Event()
    with progress_bar(title, round(seconds)) as advance:

        def tick() -> None:
            while not over.wait(1.0):
                advance(1)

        threading.Thread(target=tick, daemon=True).start()
        try:
            yield
        finally:
            over.set()


@contextmanager
def _noticing_ctrl_c() -> Iterator[threading.Event]:
    """The first Ctrl-C asks to stop, a second one stops at once."""
    stop = threading.Event()

    def notice(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
