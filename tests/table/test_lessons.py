"""The guided first games: every one fits its rules, and the table leads through it."""

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from fastapi.testclient import TestClient
from table_helpers import stranger

from tablewright.games import load, names
from tablewright.table.lessons import FILE, LessonError, lesson_of
from tablewright.table.words import languages


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_lesson_that_fits_its_rules(game: str) -> None:
    lesson = lesson_of(load(game))
    said = [step for step in lesson.steps if step.said]
    assert 8 <= len(said) <= 20, "5 to 8 minutes"
    assert lesson.steps[0].said, "the aim comes first"
    for texts in [*(step.said or {} for step in said), lesson.end]:
        assert set(texts) == set(languages())
    assert any(step.seat != lesson.seat for step in lesson.steps), "somebody plays against you"


@pytest.mark.parametrize("game", names())
def test_the_table_leads_through_the_lesson(client: TestClient, game: str) -> None:
    room = client.post("/learn", data={"game": game}, follow_redirects=False).headers["location"]
    lesson = lesson_of(load(game))
    hub = client.app.state.hub  # type: ignore[attr-defined]
    for n, step in enumerate(lesson.steps):
        if step.seat != lesson.seat:
            continue
        while (now := client.get(f"/api{room}").json())["number"] < n:
            pass
        assert now["deciding"] == lesson.seat
        page = client.get(room).text
        assert page.count('class="move"') == 1
        assert not re.search(r"[^\W\d_]</i><i[^>]*>[^\W\d_]", page), "drawn words are read as one"
        assert client.post(f"/api{room}/moves", json={"number": n, "move": step.action}).status_code == 200
    while client.get(f"/api{room}").json()["number"] < len(lesson.steps):
        pass
    made = hub.rooms[room.split("/")[-1]]
    assert made.match.steps[0].action == lesson.steps[0].action
    assert made.guided == len(lesson.steps), "what a lesson asked for is not told as a mistake"
    assert ("Now a game of your own" in client.get(room).text) == made.over
    assert lesson.end["en"][:30] in client.get(room).text.replace("&#39;", "'")


def test_nothing_else_glows_than_what_the_lesson_asks_for(client: TestClient) -> None:
    """There are two Puffins in the market; the other one was taken as well when it was clicked, for they look alike."""
    page = client.post("/learn", data={"game": "menagerie"}).text
    marks = [json.loads(unescape(marks)) for marks in re.findall(r"<template data-marks>(.*?)</template>", page)]
    assert [marks[0]["can"], marks[0]["same"]] == [["market.r1c3"], {}]


def test_another_move_is_refused_until_one_goes_on_alone(client: TestClient) -> None:
    room = client.post("/learn", data={"game": "matrix"}, follow_redirects=False).headers["location"]
    other = next(m["id"] for m in client.get(f"/api{room}/view").json()["view"]["moves"] if m["text"] != "rotate")
    answer = client.post(f"/api{room}/moves", json={"number": 0, "move": other})
    assert (answer.status_code, "by yourself" in answer.json()["detail"]) == (409, True)
    with client.websocket_connect(f"{room}/live") as socket:
        socket.receive_text()
        socket.send_json({"do": "alone", "number": 0})
        while client.get(f"/api{room}").json()["number"] == 0:
            pass
    assert client.post(f"/api{room}/moves", json={"number": 1, "move": other}).status_code == 200
    assert 'class="lesson"' not in client.get(room).text
    assert stranger(client).post("/learn", data={"game": "nothing"}).status_code == 404


def test_playing_again_after_a_lesson_is_a_game_of_ones_own(client: TestClient) -> None:
    room = client.post("/learn", data={"game": "matrix"}, follow_redirects=False).headers["location"]
    with client.websocket_connect(f"{room}/live") as socket:
        socket.receive_text()
        socket.send_json({"do": "concede", "number": 0})
        while client.get(f"/api{room}").json()["status"] != "over":
            pass
    again = client.post(f"{room}/rematch", follow_redirects=False).headers["location"]
    assert client.get(again).status_code == 200
    hub = client.app.state.hub  # type: ignore[attr-defined]
    assert hub.rooms[room.split("/")[-1]].lesson is not None
    assert hub.rooms[again.split("/")[-1]].lesson is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"steps": [{"move": "fly"}]}, "step 1"),
        ({"steps": [{"say": {"en": "x"}}]}, "it must have move and"),
        ({"end": {"de": "x"}}, "at least en"),
        ({"seats": 1}, "seats"),
    ],
)
def test_a_lesson_that_does_not_fit_is_refused(tmp_path: Path, change: dict[str, object], words: str) -> None:
    game = load("matrix")
    data = yaml.safe_load((game.folder / FILE).read_text("utf-8"))
    (tmp_path / FILE).write_text(yaml.safe_dump(data | change), "utf-8")
    fake = SimpleNamespace(folder=tmp_path, variant=game.variant)
    with pytest.raises(LessonError, match=words):
        lesson_of.__wrapped__(fake)


def test_a_piece_fits_only_where_the_lesson_wants_it(client: TestClient) -> None:
    """Put down another way, half of it was placed and the lesson asked for the other half by itself."""
    room = client.post("/learn", data={"game": "standoff"}, follow_redirects=False).headers["location"]
    lesson = lesson_of(load("standoff"))
    for n, step in enumerate(lesson.steps[:-2]):
        while (now := client.get(f"/api{room}").json())["number"] < n:
            pass
        if now["deciding"] == lesson.seat:
            client.post(f"/api{room}/moves", json={"number": n, "move": step.action})
    free = re.search('data-free="([^"]*)"', client.get(room).text)
    assert free
    assert set(free[1].split()) == {"cell.n11", "cell.m11"}
