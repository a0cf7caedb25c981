"""The socket: whatever a page sends, the room stays whole and the answer is the present state."""

import json
import random
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from table_helpers import friends, new_game, seated, stranger

from tablewright.engine import Match
from tablewright.games import names
from tablewright.table.app import create_app
from tablewright.table.bots import Advice
from tablewright.table.edits import apply
from tablewright.table.hub import Hub
from tablewright.table.rooms import Room
from tablewright.table.settings import Settings

MOVE = re.compile(r'data-move="(\d+)"')


def news(socket: WebSocketTestSession) -> dict[str, Any]:
    """The next full message; refusals before it are returned with it."""
    said = []
    while True:
        message: dict[str, Any] = socket.receive_json()
        if "say" in message:
            said.append(message["say"])
        elif "show" in message:
            return {"log": {"from": 0, "items": []}} | message | {"said": said}


def until(socket: WebSocketTestSession, number: int) -> dict[str, Any]:
    while True:
        message = news(socket)
        if message["number"] >= number:
            return message


def duel(client: TestClient, **options: str) -> tuple[str, TestClient]:
    room, other = friends(client), stranger(client)
    if options:
        assert client.post(f"{room}/arrange", data=options).status_code == 204
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    return room, other


def deciding(client: TestClient, room: str) -> dict[str, Any]:
    return client.get(f"/api{room}").json()  # type: ignore[no-any-return]


def logged(log: list[str], message: dict[str, Any]) -> list[str]:
    """The log as a page has it after a message; one about something else tells nothing of it."""
    return log[: message["log"]["from"]] + message["log"]["items"] if message["log"]["items"] else log


def test_a_game_against_a_bot_to_the_end(client: TestClient) -> None:
    room = new_game(client)
    with client.websocket_connect(f"{room}/live") as socket:
        message = news(socket)
        log = logged([], message)
        while message["status"] != "over":
            found = MOVE.search(message["show"].get("status", ""))
            if found:
                socket.send_json({"do": "move", "number": message["number"], "value": int(found[1])})
            message = news(socket)
            log = logged(log, message)
        assert message["number"] == 20
    assert len(log) == 20
    with client.websocket_connect(f"{room}/live") as socket:
        assert logged([], news(socket)) == log
    assert deciding(client, room)["winners"] is not None


def test_both_players_see_a_move_and_a_repeated_one_changes_nothing(client: TestClient) -> None:
    room, other = duel(client)
    info = deciding(client, room)
    mover, waiter = (client, other) if info["deciding"] == 0 else (other, client)
    with mover.websocket_connect(f"{room}/live") as acts, waiter.websocket_connect(f"{room}/live") as watches:
        found = MOVE.search(news(acts)["show"]["status"])
        assert found
        message = {"do": "move", "number": 0, "value": int(found[1])}
        for _ in range(3):
            acts.send_json(message)
        assert until(watches, 1)["number"] == 1
        told: list[str] = []
        while len(told) < 2:
            told += news(acts)["said"]
        assert set(told) == {"The game has moved on; this is how it stands now."}
    assert deciding(client, room)["number"] == 1


@pytest.mark.parametrize("game", names())
def test_why_things_cannot_be_chosen_is_told_to_whoever_asks(client: TestClient, game: str) -> None:
    room = friends(client, game)
    other = stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/start")
    for who in (client, other):
        blocked = who.get(f"/api{room}/view").json()["view"]["table"]["blocked"]
        with who.websocket_connect(f"{room}/live") as socket:
            assert '"why": {}' in news(socket)["show"]["zones"]
            socket.send_json({"do": "why"})
            while "reasons" not in (message := socket.receive_json()):
                pass
        told = message["reasons"]
        assert (told["number"], told["why"]) == (
            0,
            {b["item"]: [b["reason"], b["clause"]] for b in blocked if b["item"]},
        )
        for_all = [[b["reason"], b["clause"]] for b in blocked] if len(blocked) == 1 and not told["why"] else [None]
        assert told.get("general") == for_all[0]


def test_the_move_of_the_other_seat_and_of_a_spectator_is_refused(client: TestClient) -> None:
    room, other = duel(client)
    waiter = other if deciding(client, room)["deciding"] == 0 else client
    for who, words in ((waiter, "not your turn"), (stranger(client), "have no seat")):
        with who.websocket_connect(f"{room}/live") as socket:
            news(socket)
            socket.send_json({"do": "move", "number": 0, "value": 0})
            while not (said := news(socket)["said"]):  # who comes and goes is told in between
                pass
            assert words in " ".join(said)
    assert deciding(client, room)["number"] == 0


def test_taking_back_with_consent(client: TestClient) -> None:
    room, other = duel(client)
    mover, waiter = (client, other) if deciding(client, room)["deciding"] == 0 else (other, client)
    with mover.websocket_connect(f"{room}/live") as acts, waiter.websocket_connect(f"{room}/live") as agrees:
        found = MOVE.search(news(acts)["show"]["status"])
        assert found
        acts.send_json({"do": "move", "number": 0, "value": int(found[1])})
        until(acts, 1)
        acts.send_json({"do": "ask", "number": 1})
        assert 'data-do="agree"' in until(agrees, 2)["show"]["status"]
        agrees.send_json({"do": "agree", "number": 2})
        message = until(acts, 3)
        assert message["log"]["from"] == 0
        assert 'data-move="' in message["show"]["status"]


@pytest.mark.parametrize("game", names())
def test_the_lines_that_are_sent_make_the_whole_table(client: TestClient, game: str) -> None:
    made = seated(client.post("/api/rooms", json={"game": game}))
    room, chance = f"/rooms/{made['room']}", random.Random(3)
    client.cookies.clear()
    tokens = [made["token"], seated(client.post(f"/api{room}/join", json={}))["token"]]
    client.post(f"/api{room}/start", headers={"authorization": f"Bearer {tokens[0]}"})
    edits, headers = 0, {"authorization": f"Bearer {tokens[0]}"}
    with client.websocket_connect(f"{room}/live", headers=headers) as socket:
        zones = news(socket)["show"]["zones"]
        for _ in range(15):
            info = deciding(client, room)
            me = {"authorization": f"Bearer {tokens[info['deciding']]}"}
            move = chance.choice(client.get(f"/api{room}/view", headers=me).json()["view"]["moves"])["id"]
            client.post(f"/api{room}/moves", json={"number": info["number"], "move": move}, headers=me)
            message = until(socket, info["number"] + 1)
            assert "zones" not in message["show"]
            if "zones" in message["edit"]:
                zones, edits = apply(zones, message["edit"]["zones"]), edits + 1
        socket.send_json({"do": "sync"})
        assert news(socket)["show"]["zones"] == zones
    assert edits > 5


def test_a_hint_names_a_legal_move(client: TestClient) -> None:
    room, other = duel(client, hints="on")
    mover = client if deciding(client, room)["deciding"] == 0 else other
    with mover.websocket_connect(f"{room}/live") as socket:
        legal = set(MOVE.findall(news(socket)["show"]["status"]))
        socket.send_json({"do": "hint"})
        while "hint" not in (message := socket.receive_json()):
            pass
        assert str(message["hint"]["move"]) in legal


def test_a_hint_calls_whoever_asks_you(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def advise(hub: Hub, match: Match, language: str) -> Advice:
        return Advice(match.legal_ids[0], 0.5, tuple(f"{name}: Shift West 2" for name in match.names))

    monkeypatch.setattr(Hub, "advise", advise)
    room, other = duel(client, hints="on")
    first = deciding(client, room)["deciding"]
    with (client, other)[first].websocket_connect(f"{room}/live") as socket:
        socket.send_json({"do": "hint"})
        while "hint" not in (message := socket.receive_json()):
            pass
    told = ["Ann: Shift West 2", "Bob: Shift West 2"]
    told[first] = "you: Shift West 2"
    assert ", ".join(told) in message["hint"]["text"]


def test_among_people_there_are_hints_only_if_the_host_wants(client: TestClient) -> None:
    room, other = duel(client)
    mover = client if deciding(client, room)["deciding"] == 0 else other
    with mover.websocket_connect(f"{room}/live") as socket:
        assert 'data-do="hint"' not in news(socket)["show"]["status"]
        socket.send_json({"do": "hint"})
        while "say" not in (message := socket.receive_json()):
            pass
        assert message["say"] == "There are no hints at this table."


def test_giving_up_and_playing_again(client: TestClient) -> None:
    room, other = duel(client)
    with other.websocket_connect(f"{room}/live") as socket:
        socket.send_json({"do": "concede", "number": news(socket)["number"]})
        until(socket, 1)
    assert deciding(client, room)["winners"] == [0]
    first = client.post(f"{room}/rematch", follow_redirects=False).headers["location"]
    second = other.post(f"{room}/rematch", follow_redirects=False).headers["location"]
    assert first == second
    assert [seat["name"] for seat in deciding(client, first)["seats"]] == ["Bob", "Ann"]
    assert stranger(client).post(f"{room}/rematch").status_code == 403


def test_with_a_clock_the_next_game_waits_for_everybody(client: TestClient) -> None:
    """The time of whoever still looked at the last game ran already."""
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    client.post(f"{room}/arrange", data={"clock": "5"})
    client.post(f"{room}/start")
    client.post(f"/api{room}/concede", json={"number": 0})
    following = client.post(f"{room}/rematch", follow_redirects=False).headers["location"]
    assert deciding(client, following)["status"] == "gathering"
    assert other.post(f"{room}/rematch", follow_redirects=False).headers["location"] == following
    client.post(f"{following}/start")
    assert deciding(other, following)["status"] == "playing"


def test_whoever_runs_out_of_time_loses(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    room, other = friends(client), stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    given = {"seat0": "person", "seat1": "person", "edition": "duel", "clock": "1"}
    assert client.post(f"{room}/arrange", data=given).status_code == 204
    client.post(f"{room}/start")
    slow = deciding(client, room)["deciding"]
    with client.websocket_connect(f"{room}/live") as socket:
        assert 0 < news(socket)["clocks"][str(slow)] <= 60
        monkeypatch.setattr(Room, "time_left", lambda self, seat, now: 0.0)
        with other.websocket_connect(f"{room}/live"):
            assert until(socket, 1)["status"] == "over"
    assert deciding(client, room)["winners"] == [1 - slow]


def test_chat_is_escaped_and_can_be_switched_off(client: TestClient) -> None:
    room, other = duel(client)
    with client.websocket_connect(f"{room}/live") as hears, other.websocket_connect(f"{room}/live") as speaks:
        news(hears), news(speaks)
        speaks.send_json({"do": "chat", "text": "<script>alert(1)</script>"})
        while "chat" not in (message := news(hears))["show"]:
            pass
        assert "&lt;script&gt;" in message["show"]["chat"]
    with client.websocket_connect(f"{new_game(client)}/live") as silent:
        news(silent)
        silent.send_json({"do": "chat", "text": "hello"})
        while not (said := news(silent)["said"]):
            pass
        assert "switched off" in said[0]


JUNK = st.one_of(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"do": st.sampled_from(["move", "ask", "agree", "refuse", "order", "sync", "start", ""])},
        optional={"number": st.integers(-5, 30) | st.text(), "value": st.integers(-(2**70), 2**70), "text": st.text()},
    ).map(json.dumps),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(JUNK, max_size=12))
def test_no_message_breaks_a_room(client: TestClient, messages: list[str]) -> None:
    room, other = duel(client)
    with client.websocket_connect(f"{room}/live") as one, other.websocket_connect(f"{room}/live") as two:
        for n, message in enumerate(messages):
            (one, two)[n % 2].send_text(message)
        for n, socket in enumerate((one, two)):
            socket.send_json({"do": "chat", "text": f"that was all from {n}"})
            while f"that was all from {n}" not in news(socket)["show"].get("chat", ""):
                pass
        mover = (one, two)[deciding(client, room)["deciding"]]
        mover.send_json({"do": "sync"})
        shown = news(mover)
        while "data-move" not in shown["show"].get("status", ""):
            shown = news(mover)
        found = MOVE.search(shown["show"]["status"])
        assert found
        mover.send_json({"do": "move", "number": shown["number"], "value": int(found[1])})
        assert until(mover, shown["number"] + 1)


def rest(socket: WebSocketTestSession) -> tuple[list[str], int]:
    """What is still said before the server hangs up, and its reason."""
    said: list[str] = []
    try:
        while True:
            said.append(socket.receive_json().get("say", ""))
    except WebSocketDisconnect as end:
        return said, end.code


def test_a_flood_is_slowed_down_and_then_cut_off(settings: Settings) -> None:
    slow = settings.model_copy(update={"messages_per_second": 5})
    with TestClient(create_app(slow)) as client:
        room = new_game(client)
        with client.websocket_connect(f"{room}/live") as socket:
            for _ in range(300):
                socket.send_json({"do": "sync"})
            said, code = rest(socket)
        assert code == 1008
        assert "Too many messages; wait a second." in said
        assert client.get(room).status_code == 200


def test_a_foreign_page_cannot_open_the_socket(client: TestClient) -> None:
    room = new_game(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{room}/live", headers={"origin": "https://evil.example"}),
    ):
        pass


def test_an_unknown_room_is_told_so(client: TestClient) -> None:
    with client.websocket_connect("/rooms/0123456789abcdef/live") as socket:
        assert "no such room" in socket.receive_json()["say"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
