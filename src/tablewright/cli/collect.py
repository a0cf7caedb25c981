"""`tablewright collect`: people's games as rows, for a report beside those of bots."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablewright.cli.measure import AsCsv, AsJson, one_format, told
from tablewright.cli.options import (
    Changes,
    EditionName,
    GameName,
    Players,
    check_writable,
    folder_option,
    measured_variant,
)
from tablewright.cli.screen import Screen, progress_bar
from tablewright.engine import Game, TablewrightError
from tablewright.games import load
from tablewright.lab import figures
from tablewright.lab.metrics import run_metrics
from tablewright.lab.mistakes import costliest
from tablewright.lab.people import LONGEST, Left, Played, finished, run_of_people, saved_game
from tablewright.lab.runs import PEOPLE, write_run

if TYPE_CHECKING:
    from tablewright.table.schema import EventRow, NoteRow, RoomRow, SeatRow

SQLITE = b"SQLite format 3"
Sources = Annotated[list[Path], typer.Argument(metavar="FILE", help="A table's database (SQLite), or saved games.")]
Searched = Annotated[
    int, typer.Option(metavar="N", min=0, help="Ask the search which decision cost most, in the first N games.")
]
Rows = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The rows, as Parquet.")]


def collect(
    game: GameName,
    sources: Sources,
    out: Rows = Path("people.parquet"),
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    searched: Searched = 0,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Take people's finished games from a table or from saved games; no names are kept. Then: tablewright report."""
    one_format(as_json, as_csv)
    check_writable(out)
    screen, left = Screen(), Left()
    variant = measured_variant(load(game), players, edition, changes)
    found = [one for path in sources for one in _games(path, variant.game, left)]
    mine = [one for one in found if one.match.variant.cards_version == variant.cards_version]
    mine = [one for one in mine if one.match.variant.players == variant.players]
    if len(mine) < len(found):
        left.reasons["of another variant"] = len(found) - len(mine)
    missing = "; ".join(f"{n:,} {reason}" for reason, n in left.reasons.items())
    if not mine:
        raise TablewrightError(f"no finished game of {variant.describe()} is there{f' ({missing})' if missing else ''}")
    if searched:
        with progress_bar("games", min(searched, len(mine))) as advance:
            mine = [*_searched(mine[:searched], advance), *mine[searched:]]
    rows = run_of_people(mine)
    write_run(rows, out)
    found_out = [figures.row(PEOPLE, name, value) for name, value in run_metrics(rows).items()]
    values = {"games": len(mine), "left_out": left.reasons, "figures": found_out}
    if told(as_json, as_csv, values, found_out):
        return
    screen.say(f"{len(mine):,} games of people are in {out}{f'; left out: {missing}' if missing else ''}")
    report = f"tablewright report {out} greedy.parquet{folder_option(game)}"
    screen.say(f"Next: tablewright simulate {game} --bots greedy -o greedy.parquet; {report}")


def _searched(found: list[Played], advance: Callable[[int], None]) -> Iterator[Played]:
    for one in found:
        yield replace(one, mistake=costliest(one))
        advance(1)


def _games(path: Path, game: Game, left: Left) -> list[Played]:
    """The finished games of a table's database, or the one of a saved game."""
    if not path.is_file():
        raise TablewrightError(f"{path} is not there; give a table's database (SQLite) or saved games")
    with path.open("rb") as file:
        database = file.read(len(SQLITE)) == SQLITE
    found = _rooms(path, game, left) if database else [saved_game(path, game, left)]
    return [one for one in found if one is not None]


def _rooms(path: Path, game: Game, left: Left) -> list[Played | None]:
    """The rooms of a database, played again by the table's own rules of taking back and giving up."""
    from sqlalchemy import create_engine, inspect, select
    from sqlalchemy.orm import Session

    from tablewright.table.schema import EventRow, NoteRow, RoomRow, SeatRow

    engine = create_engine(f"sqlite:///file:{path.resolve()}?mode=ro&uri=true")
    try:
        tables = set(inspect(engine).get_table_names())
        if not {"rooms", "seats", "events"} <= tables:
            raise TablewrightError(f"{path} is not the database of a table: it has no rooms")
        with Session(engine) as session:
            rooms = session.scalars(
                select(RoomRow).where(RoomRow.game == game.name).order_by(RoomRow.created, RoomRow.id)
            )
            return [
                _room(
                    room,
                    game,
                    list(session.scalars(select(SeatRow).where(SeatRow.room == room.id).order_by(SeatRow.number))),
                    list(session.scalars(select(EventRow).where(EventRow.room == room.id).order_by(EventRow.number))),
                    _notes(list(session.scalars(select(NoteRow).where(NoteRow.room == room.id))))
                    if "notes" in tables
                    else {},
                    left,
                )
                for room in rooms
            ]
    finally:
        engine.dispose()


def _notes(rows: "list[NoteRow]") -> dict[str, int]:
    """How often in a game, in all and by what it was about."""
    made: dict[str, int] = {}
    for row in rows:
        for name in {row.what, f"{row.what}.{row.about}" if row.about else row.what}:
            made[name] = made.get(name, 0) + row.times
    return made


def _room(
    row: "RoomRow", game: Game, seats: "list[SeatRow]", events: "list[EventRow]", notes: dict[str, int], left: Left
) -> Played | None:
    from tablewright.table.rooms import GATHERING
    from tablewright.table.rows import happening_of, room_of

    variant = game.variant(row.players, row.edition, row.changes)  # type: ignore[arg-type]
    if (row.rules, row.cards) != (variant.game.rules_version, variant.cards_version):
        left.count("made with other rules or cards")
        return None
    room = room_of(row, seats, variant)
    if room.status == GATHERING:
        left.count("not finished")
        return None
    room.begin()
    assert room.match is not None
    seconds, timed, take_backs = 0.0, 0, 0
    for event in events:
        before = len(room.match.steps)
        room.replay([happening_of(event)])
        take_backs += len(room.match.steps) < before
        if event.kind == "move" and event.spent is not None and seats[event.seat].kind == "person":
            seconds, timed = seconds + min(event.spent, LONGEST), timed + 1
    people = tuple(seat.kind == "person" for seat in seats)
    return finished(room.match, people, left, seconds=seconds, decisions=timed, take_backs=take_backs, notes=notes)
