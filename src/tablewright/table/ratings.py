"""How well people and bots play here: a rating with its uncertainty, for those who want one.

A game counts if every person in it wanted that before it began (`Room.rated`). The change is written in the transaction
that writes the last event of the game, so it happens once however many servers see the end. The levels of the bots are
rated by the same games: whoever is new finds known opponents in the list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, Insert, bindparam, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from tablewright.table.rooms import BOT, Room
from tablewright.table.schema import RatingRow

MODEL = PlackettLuce()
ROWS = RatingRow.__table__
WIDTH = 1.96  # standard deviations on either side: 95 % of what is believed
BOTS = "bot:"

Key = tuple[str, str]  # game, player


@dataclass(frozen=True)
class Standing:
    """Who took part in a game that counts, and at which place; the lowest is the best."""

    player: str
    name: str
    rank: int


@dataclass(frozen=True)
class Result:
    """The end of a game that counts."""

    game: str
    standings: tuple[Standing, ...]

    @property
    def keys(self) -> list[Key]:
        return [(self.game, standing.player) for standing in self.standings]


@dataclass(frozen=True)
class Rating:
    """A line of the list."""

    name: str
    value: float
    low: float
    high: float
    games: int
    bot: bool
    mine: bool


def result_of(before: Room, then: Room) -> Result | None:
    """What an event means for the ratings; whoever gave up or was away at the end comes last."""
    if before.over or not then.over or not then.rated:
        return None
    assert then.match is not None
    outcome = then.match.outcome
    if outcome is None:
        return None
    gone = {*then.lost, *then.stood_in}
    ranks = [rank + len(then.seats) * (seat in gone) for seat, rank in enumerate(outcome.ranks)]
    who = [(BOTS + s.level, s.level) if s.kind == BOT else (s.token, s.name) for s in then.seats]
    return Result(then.variant.game.name, tuple(Standing(*one, rank) for one, rank in zip(who, ranks, strict=True)))


def rerated(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Ratings and their uncertainties after a game."""
    teams = [[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]


def first_rows(dialect: str) -> Insert:
    """Adds the rows of those who have none yet."""
    if dialect == "postgresql":
        return postgresql.insert(RatingRow).on_conflict_do_nothing()
    return sqlite.insert(RatingRow).on_conflict_do_nothing()


def unrated(game: str, player: str, shown: bool) -> dict[str, Any]:
    """The row of somebody before the first game."""
    new = MODEL.rating()
    first = {"game": game, "player": player, "name": "", "mu": new.mu, "sigma": new.sigma, "games": 0}
    return first | {"shown": shown, "at": datetime.now(UTC)}


def put(connection: Connection, results: Sequence[Result]) -> None:
    """Change the ratings within a transaction that has written already; all rows are locked in one order."""
    now = datetime.now(UTC)
    keys = sorted({key for result in results for key in result.keys})
    connection.execute(first_rows(connection.dialect.name), [unrated(*key, shown=True) for key in keys])
    wanted = select(RatingRow.game, RatingRow.player, RatingRow.mu, RatingRow.sigma)
    mine = tuple_(RatingRow.game, RatingRow.player).in_(keys)
    found = connection.execute(wanted.where(mine).order_by(RatingRow.game, RatingRow.player).with_for_update())
    rated = {(game, player): (mu, sigma) for game, player, mu, sigma in found}
    for result in results:
        after = rerated([rated[key] for key in result.keys], [one.rank for one in result.standings])
        pairs = list(zip(result.keys, after, strict=True))
        changed = {key: _mean([new for other, new in pairs if other == key]) for key in result.keys}
        rated |= changed
        names = {one.player: one.name for one in result.standings}
        changes = [
            {"in_game": game, "who": player, "called": names[player], "mean": mu, "doubt": sigma, "now": now}
            for (game, player), (mu, sigma) in changed.items()
        ]
        connection.execute(CHANGE, changes)


CHANGE = (
    update(ROWS)  # type: ignore[arg-type]
    .where(RatingRow.game == bindparam("in_game"), RatingRow.player == bindparam("who"))
    .values(
        name=bindparam("called"),
        mu=bindparam("mean"),
        sigma=bindparam("doubt"),
        games=RatingRow.games + 1,
        at=bindparam("now"),
    )
)


def _mean(ratings: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """A level of the bots may sit in several seats."""
    count = len(ratings)
    return sum(mu for mu, _ in ratings) / count, sum(sigma for _, sigma in ratings) / count


def listed(rows: Iterable[RatingRow], token: str) -> list[Rating]:
    """The list of a game: by what is almost certain, so that nobody leads by a single game."""
    made = [
        Rating(
            row.name,
            row.mu,
            row.mu - WIDTH * row.sigma,
            row.mu + WIDTH * row.sigma,
            row.games,
            row.player.startswith(BOTS),
            bool(token) and row.player == token,
        )
        for row in rows
    ]
    return sorted(made, key=lambda rating: (-rating.low, rating.name))
