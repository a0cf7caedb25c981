"""The page of a ladder that plays beside the table: who stands where, how sure that is, and games to watch."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict

from tablewright.table.errors import Refusal
from tablewright.table.pages import Me
from tablewright.table.templating import page

router = APIRouter(responses={404: {"description": "No ladder plays beside this table.", "model": None}})


class Plain(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class BotStanding(Plain):
    """One bot: its rating with its 95 % interval, and the results of its last deals, one letter each: W, D or L.

    `waits` is the number of faults in which it slept or waited.
    """

    bot: str
    rating: float
    interval: tuple[float, float]
    deals: int
    score: float
    form: str
    faults: int
    waits: int


class Ladder(Plain):
    """How the ladder stands: the best first; who waits, who is benched and why, and games to watch by their rooms."""

    game: str
    rows: list[BotStanding]
    waiting: list[str]
    benched: list[tuple[str, str]]
    games: list[tuple[str, str, str]]
    stopped: str


def _board(request: Request) -> Any:
    """The board of the ladder; without a ladder there is no page."""
    keeper = getattr(request.app.state, "keeper", None)
    if keeper is None:
        raise Refusal("refused.no_page", 404)
    return keeper.board


@router.get("/arena", response_class=HTMLResponse, include_in_schema=False)
async def arena(request: Request, me: Me) -> str:
    """The leaderboard, which reads itself again every few seconds."""
    return page("arena.html", me.language, me=me, board=_board(request))


@router.get("/api/arena", tags=["arena"])
async def ladder(request: Request) -> Ladder:
    """The ladder that plays beside this table (`tablewright arena serve`); without one, 404."""
    return Ladder.model_validate(_board(request))
