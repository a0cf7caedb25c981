"""The end of a game: the table as it lay, and everybody in the order in which they came in."""

import json
import random

from fastapi.testclient import TestClient
from table_helpers import new_game, seated

from tablewright.engine import Match, record_of
from tablewright.games import load
from tablewright.table.closing import last_table
from tablewright.table.hub import Hub


def played(game: str, players: int, seed: int, **changes: int) -> Match:
    match = load(game).start(players, seed=seed, changes=changes)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal_ids))
    return match


def animals(match: Match, seat: int) -> list[list[str]]:
    view = last_table(match, match.view(seat))
    rows = sorted((zone for zone in view.table.zones if zone.id.startswith("tableau")), key=lambda zone: zone.id)
    return [[item.kind for item in zone.items if item.facts] for zone in rows]


def test_menagerie_does_not_end_on_an_emptied_table() -> None:
    match = played("menagerie", 2, 3, rounds=2)
    rows = animals(match, 0)
    assert all(rows)
    assert animals(match, 1) == rows
    sold = [line.split(" for ")[0].count("(") for line in match.log(None) if line.startswith("Final sale")]
    assert sorted(sold) == sorted(map(len, rows))


def test_the_score_is_that_of_the_real_end_and_the_rest_agrees_with_the_rows() -> None:
    """The seat said "Power now 0" beside a row with a power of 44."""
    match = played("menagerie", 3, 4, rounds=1)
    real, shown = match.view(0).table, last_table(match, match.view(0)).table
    assert [one for one in shown.counters if one.goal] == [one for one in real.counters if one.goal]
    powers = {zone.owner: zone.facts["power"] for zone in shown.zones if zone.id.startswith("tableau")}
    assert any(powers.values())
    assert {one.owner: one.fact for one in shown.counters if one.id == "power"} == powers


def test_a_game_that_leaves_its_table_alone_is_shown_as_it_ended() -> None:
    match = played("matrix", 2, 5)
    view = match.view(0)
    assert last_table(match, view) is view


def test_everybody_is_listed_in_the_order_in_which_they_came_in(client: TestClient) -> None:
    seats = [{"kind": "person"}, *({"kind": "bot", "level": "easy"} for _ in range(3))]
    wish = {"game": "matrix", "players": 4, "name": "Ann", "seats": seats, "start": True}
    made = client.post("/api/rooms", json=wish)
    room, key = f"/rooms/{made.json()['room']}", {"authorization": f"Bearer {seated(made)['token']}"}
    while (seen := client.get(f"/api{room}/view", headers=key).json())["view"]["deciding"] is not None:
        if seen["view"]["moves"]:
            move = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
            client.post(f"/api{room}/moves", json=move, headers=key)
    listed = client.get(room).text.split('class="final"')[1].split("</ol>")[0]
    scores = [int(part.split("</strong>")[0]) for part in listed.split("<strong>")[1:]]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)


def test_those_who_share_a_win_share_the_first_place(client: TestClient) -> None:
    shared = (match for seed in range(500) if tied(match := played("matrix", 3, seed)))
    record = json.dumps(record_of(next(shared)))
    opened = client.post("/records", files={"file": ("g.json", record)}, follow_redirects=False)
    page = client.get(opened.headers["location"].removesuffix("/replay")).text
    listed = page.split('class="final"')[1].split("</ol>")[0]
    assert [int(part.split('"')[0]) for part in listed.split('value="')[1:]] == [1, 1, 3]


def test_the_start_page_says_who_won_ones_own_games(client: TestClient) -> None:
    room = new_game(client)
    assert client.get("/").text.count("won</span>") == 0
    while (seen := client.get(f"/api{room}/view").json())["view"]["deciding"] is not None:
        if seen["view"]["moves"]:
            client.post(f"/api{room}/moves", json={"number": seen["number"], "move": seen["view"]["moves"][0]["id"]})
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    played = hub.rooms[room.removeprefix("/rooms/")]
    names = [seat.name for seat in played.seats]
    said = {(0,): "★ you won", (1,): f"{names[1]} won", (0, 1): f"shared: {', '.join(names)}"}[played.winners]
    assert f'<span class="state">{said}</span>' in client.get("/").text


def tied(match: Match) -> bool:
    assert match.outcome is not None
    return sum(share > 0 for share in match.outcome.shares) == 2
