"""Before the start: what is changed, for whom it holds, what guests see, and where open games are found."""

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from table_helpers import friends, stranger

from tablewright.games import load
from tablewright.table.returning import MOST_LISTED
from tablewright.table.rooms import Happening, Room, Seat

HTML = {"accept": "text/html"}


def seats(client: TestClient, room: str) -> list[str]:
    return [seat["kind"] for seat in client.get(f"/api{room}").json()["seats"]]


@pytest.mark.parametrize(
    ("clock", "increment", "said"),
    [
        ("1", "0", "<dd>1 minute for each player</dd>"),
        ("1", "5", "<dd>1 minute for each player, plus 5 seconds for every move</dd>"),
        ("2", "1", "<dd>2 minutes for each player, plus 1 second for every move</dd>"),
    ],
)
def test_a_clock_is_told_as_a_person_would(client: TestClient, clock: str, increment: str, said: str) -> None:
    room = friends(client)
    for change in ({"clock": clock}, {"increment": increment}):
        assert client.post(f"{room}/arrange", data=change).status_code == 204
    assert said in stranger(client).get(room).text


def test_a_field_changes_only_itself(client: TestClient) -> None:
    room = friends(client)
    guest = stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    for change in ({"clock": "5"}, {"increment": "10"}, {"players": "3"}, {"seat2": "bot:easy"}, {"listed": "on"}):
        assert client.post(f"{room}/arrange", data=change).status_code == 204
    assert seats(client, room) == ["person", "person", "bot"]
    assert client.post(f"{room}/arrange", data={"set.rotate_steps": "2"}).status_code == 204
    client.post(f"{room}/arrange", data={"chat": "off"})
    page = guest.get(room).text
    assert "5 minutes for each player, plus 10 seconds for every move" in page
    assert "rotate steps: 2" in page
    assert "instead of 1" in page
    assert seats(client, room) == ["person", "person", "bot"]


def test_a_refused_field_changes_nothing(client: TestClient) -> None:
    room = friends(client)
    answer = client.post(f"{room}/arrange", data={"increment": "soon"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "The clock adds 0 to 300 seconds a move.")


def test_beginning_quickly_is_no_house_rule(client: TestClient) -> None:
    """It counts for the ratings, and a guest read under "House rules" what does not count."""
    room = friends(client, "wtactics")
    page = stranger(client).get(room).text
    assert "<dt>Begin quickly</dt><dd><small>Quests of the opponent" in page
    assert "<dt>House rules</dt><dd>none</dd>" in page
    client.post(f"{room}/arrange", data={"set.vetoes_each": "1"})
    page = stranger(client).get(room).text
    assert "Begin quickly" not in page
    assert "<b>vetoes each: 1</b>" in page


def test_a_link_to_a_full_table_is_one_to_watch(client: TestClient) -> None:
    room = friends(client)
    assert "Whoever opens it can sit down" in stranger(client).get(room).text
    client.post(f"{room}/arrange", data={"seat1": "bot:easy"})
    for page in (client.get(room).text, stranger(client).get(room).text):
        assert "Whoever opens this link can watch" in page


def test_names_are_changed_and_kept(client: TestClient) -> None:
    room = friends(client)
    assert client.post(f"{room}/name", data={"name": "Zoe"}).status_code == 204
    assert client.get(f"/api{room}").json()["seats"][0]["name"] == "Zoe"
    assert client.post(f"{room}/name", data={"name": " "}).status_code == 422
    assert stranger(client).post(f"{room}/name", data={"name": "Eve"}).status_code == 403
    assert 'value="Zoe"' in client.get("/").text


def test_a_listed_room_is_found_by_everybody(client: TestClient) -> None:
    room = friends(client)
    other = stranger(client)
    assert room not in other.get("/").text
    client.post(f"{room}/arrange", data={"listed": "on"})
    for _ in range(MOST_LISTED):  # rooms that are nobody else's business
        friends(client)
    assert room in other.get("/").text
    other.post(f"{room}/join", data={"name": "Bob"})
    assert room not in stranger(client).get("/").text


def test_play_now_remembers_level_and_players(client: TestClient) -> None:
    wish = {"game": "matrix", "level": "hard", "players": "3"}
    room = client.post("/play", data=wish, follow_redirects=False).headers["location"]
    assert [seat["level"] for seat in client.get(f"/api{room}").json()["seats"]] == ["", "hard", "hard"]
    page = client.get("/").text
    assert page.count('<option value="hard" selected>') == page.count('class="play-now"')
    assert '<option value="3" selected>' in page
    assert client.post("/play", data=wish | {"level": "genius"}).status_code == 422


def test_play_now_and_a_lobby_skip_what_the_game_says(client: TestClient) -> None:
    """WTactics begins with the own hand, not with vetoes."""
    hub = client.app.state.hub  # type: ignore[attr-defined]
    rooms = [
        client.post(path, data={"game": "wtactics"}, follow_redirects=False).headers["location"].split("/")[-1]
        for path in ("/play", "/rooms")
    ]
    assert [hub.rooms[room].variant.values.parameters["vetoes_each"] for room in rooms] == [0, 0]
    moves = client.get(f"/api/rooms/{rooms[0]}/view").json()["view"]["moves"]
    assert "keep" in [move["text"] for move in moves]
    client.post("/ratings", data={"rated": "on"})
    rated = client.post("/play", data={"game": "wtactics"}, follow_redirects=False).headers["location"].split("/")[-1]
    assert hub.rooms[rated].rated, "it is not a house rule"


def test_the_table_says_how_much_the_clock_adds(client: TestClient) -> None:
    for increment, shown in (("5", "+5 s</small>"), ("0", "</b></span>")):
        room = friends(client)
        client.post(f"{room}/arrange", data={"clock": "5", "increment": increment, "seat1": "bot:easy"})
        client.post(f"{room}/start")
        assert shown in client.get(room).text.partition('data-clock="0"')[2][:40]


def test_the_clock_adds_time_for_every_move() -> None:
    variant = load("matrix").variant()
    room = Room("r", variant, 1, [Seat("person"), Seat("person")], options={"clock": 1, "increment": 10})
    room.begin()
    assert room.match is not None
    first = room.match.seat
    assert first is not None
    start = Happening("move", first, room.match.legal_ids[0])
    room.happen(start)
    second = room.match.seat
    assert second is not None
    room.happen(Happening("move", second, room.match.legal_ids[0], start.at + timedelta(seconds=25)))
    assert room.time_left(second, 0.0) == 45
    room.happen(Happening("timeout", first, 0, start.at + timedelta(seconds=200)))
    assert room.time_left(first, 0.0) == 0


def test_whoever_shares_the_hosts_screen_is_not_called_by_a_letter(client: TestClient) -> None:
    room = friends(client)
    client.post(f"{room}/arrange", data={"seat1": "here"})
    assert [seat["name"] for seat in client.get(f"/api{room}").json()["seats"]] == ["Ann", "Ann 2"]


def levels(client: TestClient, room: str) -> list[str]:
    return [seat["level"] for seat in client.get(f"/api{room}").json()["seats"] if seat["kind"] == "bot"]


def test_what_was_learned_is_offered_where_it_is_for_these_rules(client: TestClient) -> None:
    """A bot of a level that other rules do not have plays the nearest one, and everybody sees so."""
    room = friends(client)
    assert 'value="bot:master"' in client.get(room).text
    client.post(f"{room}/arrange", data={"seat1": "bot:master"})
    assert levels(client, room) == ["master"]
    assert "Bot, master" in stranger(client).get(room).text
    client.post(f"{room}/arrange", data={"set.rotate_steps": "2"})
    assert levels(client, room) == ["expert"]
    assert 'value="bot:master"' not in client.get(room).text
    client.post(f"{room}/arrange", data={"seat1": "bot:learned"})
    assert levels(client, room) == ["medium"]


def test_play_now_offers_what_was_learned(client: TestClient) -> None:
    assert '<option value="learned">' in client.get("/").text
    answer = client.post("/play", data={"game": "matrix", "level": "learned"}, follow_redirects=False)
    assert levels(client, answer.headers["location"]) == ["learned"]
    answer = client.post("/play", data={"game": "matrix", "level": "learned", "players": "3"}, follow_redirects=False)
    assert levels(client, answer.headers["location"]) == ["medium", "medium"]
    answer = client.post("/play", data={"game": "wtactics", "level": "learned"}, follow_redirects=False)
    assert levels(client, answer.headers["location"]) == ["learned"]  # without vetoes, as "Play now" begins


def test_a_host_may_begin_as_the_rulebook_says(client: TestClient) -> None:
    hub = client.app.state.hub  # type: ignore[attr-defined]
    room = client.post("/rooms", data={"game": "wtactics"}, follow_redirects=False).headers["location"]

    def vetoes() -> object:
        return hub.rooms[room.split("/")[-1]].variant.values.parameters["vetoes_each"]

    page = client.get(room).text
    assert 'name="at_once" checked' in page
    assert "Quests of the opponent that each player removes before the game. Quickly: 0. By the rulebook: 3." in page
    client.post(f"{room}/arrange", data={"edition": "fast_windows"})
    assert vetoes() == 0
    client.post(f"{room}/arrange", data={"at_once": "off"})
    assert vetoes() == 3
    assert 'name="at_once">' in client.get(room).text
    client.post(f"{room}/arrange", data={"at_once": "on"})
    assert vetoes() == 0
    assert 'name="at_once"' not in client.get(friends(client)).text
