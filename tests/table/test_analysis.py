"""After a game: chances, what decided most, what would have been better; by a search that says what a test wants."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import new_game

from tablewright.bots.levels import Budget
from tablewright.engine import Match
from tablewright.games import load
from tablewright.table.analysis import CLOSE, Analysis, deed, spread
from tablewright.table.bots import Judged, chance_after
from tablewright.table.hub import Hub


class Oracle:
    """Thinks that the first legal move is the best and worth a tenth more than all others."""

    can_search = True

    def ready(self, _: Any) -> bool:
        return True

    async def judge(self, match: Match, action: int, iterations: int) -> Judged | None:
        best = match.legal_ids[0]
        own = 0.5 if action == best else 0.4
        chances = (0.5, 0.5) if len(match.steps) % 7 else (0.9, 0.1)
        return Judged(chances, best, 0.5, own)


def finished(client: TestClient) -> str:
    room = new_game(client).removeprefix("/rooms/")
    while (seen := client.get(f"/api/rooms/{room}/view").json())["view"]["deciding"] is not None:
        moves = seen["view"]["moves"]
        if moves:
            client.post(f"/api/rooms/{room}/moves", json={"number": seen["number"], "move": moves[-1]["id"]})
    return room


def analysed(client: TestClient, room: str) -> dict[str, Any]:
    while (found := client.get(f"/rooms/{room}/analysis")).json().get("done", 1) < 1:
        time.sleep(0.01)
    assert found.status_code == 200
    answer: dict[str, Any] = found.json()
    return answer


def test_an_analysis_says_what_decided_and_what_was_missed(client: TestClient) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Oracle()  # type: ignore[assignment]
    room = finished(client)
    found = analysed(client, room)
    assert len(found["chances"]) == 21
    assert len(found["decided"]) == 3
    assert all(one["by"] == pytest.approx(0.1) for one in found["decided"])
    assert 0 < len(found["missed"]) <= 5
    assert all(one["by"] == pytest.approx(0.1) for one in found["missed"])
    assert all(one["best"] and one["text"] for one in found["missed"])
    analysis, match = hub.analyses.of(hub.rooms[room]), hub.rooms[room].match
    assert match is not None
    assert min(n for n, *_ in analysis.missed(match, 0, guided=10)) >= 10 > analysis.missed(match, 0)[0][0]


def test_a_decision_that_the_log_does_not_tell_is_named(client: TestClient) -> None:
    """After a game of wtactics stood "293: – better: Attack"."""
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    room = hub.rooms[finished(client)]
    assert room.match is not None
    move = room.match.at(0).move(room.match.steps[0].action, "en")
    assert deed(room, 0, "en", [["What happened."]], 0) == "What happened."
    assert deed(room, 0, "en", [[]], 0) == move.says


def test_a_spectator_is_told_of_no_moves_of_his_own(client: TestClient) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Oracle()  # type: ignore[assignment]
    room = finished(client)
    client.cookies.clear()
    assert analysed(client, room)["missed"] == []


def test_a_running_game_is_not_analysed(client: TestClient) -> None:
    room = new_game(client).removeprefix("/rooms/")
    assert client.get(f"/rooms/{room}/analysis", headers={"accept": "application/json"}).status_code == 409


def test_a_server_without_a_search_says_so(client: TestClient) -> None:
    room = finished(client)
    assert client.get(f"/rooms/{room}/analysis", headers={"accept": "application/json"}).status_code == 503


def looked_at(*worths: tuple[float, float]) -> Analysis:
    """A game of which all but the end has been looked at: what the best move was worth, and the one that was made."""
    return Analysis(
        len(worths), None, {n: Judged((best, 1 - best), 0, best, made) for n, (best, made) in enumerate(worths)}
    )


def test_only_swings_that_matter_are_told() -> None:
    calm = looked_at((0.5, 0.5), (0.51, 0.5), (0.5, 0.53))
    assert calm.swings() == []
    wild = looked_at((0.5, 0.2), (0.8, 0.79), (0.21, 0.0))
    assert [n for n, _ in wild.swings()] == [0, 2]


def test_what_only_another_player_knew_is_not_told_as_what_a_move_changed() -> None:
    """After a game of Matrix a move fell from 50 to 0 %, the next rose to 53 %, and nothing would have been better."""
    game = looked_at((0.5, 0.5), (1.0, 0.47), (0.53, 0.53))
    assert [row[n % 2] if row else None for n, row in enumerate(game.chances)] == [0.5, 0.0, 0.53, None]
    assert [n for n, _ in game.swings()] == [1]


def test_what_decided_most_is_looked_at_closely_first() -> None:
    game = looked_at((0.5, 0.5), (0.5, 0.1), (0.9, 0.7), (0.3, 0.28))
    assert game.by_weight() == [1, 2, 3, 0]


def test_what_came_of_a_move_is_judged_as_its_player_knew_it() -> None:
    match = Match(load("matrix").variant(2), 1)
    mover = match.seat
    assert mover is not None
    match.replay(match.legal_ids[0])
    assert match.seat == 1 - mover
    asked: list[int] = []

    class Thinker:
        def think(self, _: Match, seat: int, __: Budget) -> list[Any]:
            asked.append(seat)
            return [SimpleNamespace(total=(3, 1))]

    assert chance_after(match, mover, Budget(100), Thinker()) == (0.75, 0.25)[mover]  # type: ignore[arg-type]
    assert asked == [mover]


def test_what_decided_agrees_with_what_would_have_been_better(client: TestClient) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Oracle()  # type: ignore[assignment]
    found = analysed(client, finished(client))
    better = {one["at"] + 1: one["by"] for one in found["missed"]}
    own = [one for one in found["decided"] if one["now"] < one["was"]]
    assert own
    for one in own:
        assert better[one["at"]] == pytest.approx(one["was"] - one["now"])


def test_a_first_look_is_spread_over_the_game() -> None:
    assert spread(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]


class Slow(Oracle):
    """Never comes to look closely."""

    async def judge(self, match: Match, action: int, iterations: int) -> Judged | None:
        if iterations == CLOSE:
            await asyncio.Event().wait()
        return await super().judge(match, action, iterations)


def test_chances_and_what_decided_are_told_before_anything_is_looked_at_closely(client: TestClient) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Slow()  # type: ignore[assignment]
    room = finished(client)
    while not (found := client.get(f"/rooms/{room}/analysis").json()).get("decided"):
        time.sleep(0.01)
    assert 0.4 < found["done"] < 1
    assert None not in found["chances"]
    assert found["missed"] == []


class Forgetful(Oracle):
    """Never answers about the fourth decision."""

    async def judge(self, match: Match, action: int, iterations: int) -> Judged | None:
        return None if len(match.steps) == 3 else await super().judge(match, action, iterations)


def test_a_decision_that_cannot_be_judged_is_left_out(client: TestClient) -> None:
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Forgetful()  # type: ignore[assignment]
    found = analysed(client, finished(client))
    assert [n for n, chances in enumerate(found["chances"]) if chances is None] == [3]
    assert found["decided"]


class Mute(Oracle):
    """Never answers."""

    async def judge(self, match: Match, action: int, iterations: int) -> Judged | None:
        return None


def test_a_search_that_says_nothing_is_not_asked_for_ever(client: TestClient) -> None:
    """A page stops asking when all is done, also if nothing has come of it."""
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.analyses.thinkers = Mute()  # type: ignore[assignment]
    assert analysed(client, finished(client)) == {"done": 1}
