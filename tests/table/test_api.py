"""The HTTP interface: a script plays a game with it, and no request whatever gets a server error."""

import re
from pathlib import Path
from typing import Any

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from table_helpers import Server, seated

load_all_checks()
USEFUL = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_two_scripts_play_a_game(client: TestClient) -> None:
    client.cookies.clear()
    made = seated(client.post("/api/rooms", json={"game": "matrix", "name": "One"}))
    room = f"/api/rooms/{made['room']}"
    joined = seated(client.post(f"{room}/join", json={"name": "Two"}))
    tokens = [made["token"], joined["token"]]
    assert (made["seat"], joined["seat"]) == (0, 1)
    assert client.post(f"{room}/start", headers=bearer(tokens[1])).status_code == 403
    info = client.post(f"{room}/start", headers=bearer(tokens[0])).json()
    while info["status"] == "playing":
        me = bearer(tokens[info["deciding"]])
        seen = client.get(f"{room}/view", headers=me).json()
        wish = {"number": seen["number"], "move": seen["view"]["moves"][0]["text"]}
        assert client.post(f"{room}/moves", json=wish, headers=me).json()["number"] == seen["number"] + 1
        assert client.post(f"{room}/moves", json=wish, headers=me).status_code == 409
        info = client.get(room).json()
    assert info["winners"]
    assert len(client.get(f"{room}/record").json()["actions"]) == 20


def test_a_question_makes_no_scripts_move_late(client: TestClient) -> None:
    client.cookies.clear()
    made = seated(client.post("/api/rooms", json={"game": "matrix", "name": "One"}))
    joined = seated(client.post(f"/api/rooms/{made['room']}/join", json={"name": "Two"}))
    room, tokens = f"/api/rooms/{made['room']}", [made["token"], joined["token"]]
    info = client.post(f"{room}/start", headers=bearer(tokens[0])).json()
    mover = bearer(tokens[info["deciding"]])
    seen = client.get(f"{room}/view", headers=mover).json()
    first = client.post(f"{room}/moves", json={"number": 0, "move": seen["view"]["moves"][0]["id"]}, headers=mover)
    assert first.json()["number"] == 1
    with client.websocket_connect(f"/rooms/{made['room']}/live", headers=mover) as page:
        page.send_json({"do": "ask", "number": 1})
        while client.get(room).json()["number"] == 1:
            page.receive_json()
    info = client.get(room).json()
    answers = bearer(tokens[info["deciding"]])
    assert answers != mover, "otherwise nobody is asked"
    move = client.get(f"{room}/view", headers=answers).json()["view"]["moves"][0]["id"]
    assert client.post(f"{room}/moves", json={"number": 1, "move": move}, headers=answers).json()["number"] == 3
    assert client.post(f"{room}/moves", json={"number": 1, "move": move}, headers=answers).status_code == 409


def test_a_wrong_token_is_a_spectators(client: TestClient) -> None:
    made = client.post(
        "/api/rooms", json={"game": "matrix", "seats": [{"kind": "person"}, {"kind": "bot"}], "start": True}
    )
    room = f"/api/rooms/{made.json()['room']}"
    client.cookies.clear()
    seen = client.get(f"{room}/view", headers=bearer("wrong")).json()
    assert seen["view"]["seat"] is None
    assert seen["view"]["moves"] == []
    assert client.post(f"{room}/moves", json={"number": 0, "move": 0}, headers=bearer("wrong")).status_code == 403


def test_no_request_gets_a_server_error(client: TestClient) -> None:
    made = seated(client.post("/api/rooms", json={"game": "matrix"}))
    schema = schemathesis.openapi.from_asgi("/openapi.json", client.app)
    for found in schema.get_all_operations():
        operation: Any = found
        fuzz(operation.ok(), made["room"], bearer(made["token"]))


def fuzz(operation: Any, room: str, headers: dict[str, str]) -> None:
    """Half of the requests are made by the host of a room that exists."""

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), known=st.booleans())
    def one(case: Any, known: bool) -> None:
        if known and "room_id" in case.path_parameters:
            case.path_parameters["room_id"] = room
        case.call_and_validate(checks=CHECKS.get_by_names(USEFUL), headers=headers if known else None)

    one()


def test_the_example_of_the_docs_plays_a_game(site: Server) -> None:
    text = (Path(__file__).parents[2] / "docs" / "table.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.S)
    assert found
    names: dict[str, Any] = {}
    exec(found[1].replace("http://127.0.0.1:8000", site.url), names)
    assert names["table"].get(names["room"]).json()["winners"] is not None
    names["table"].close()
