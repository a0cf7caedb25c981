"""Replays: any seat's eyes or everybody's at once after the end, only one's own before."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from table_helpers import new_game, play_out

from tablewright.cli.replay import replay
from tablewright.engine import Match, Remark, record_of
from tablewright.games import load, names
from tablewright.table.replays import open_view


def uploaded(client: TestClient, match: Match) -> str:
    record = json.dumps(record_of(match))
    answer = client.post("/records", files={"file": ("game.json", record)}, follow_redirects=False)
    return str(answer.headers["location"]).removesuffix("/replay")


@pytest.mark.parametrize("game", names())
def test_the_open_view_shows_what_every_seat_saw(game: str) -> None:
    match = Match(load(game).variant(), seed=5)
    for _ in range(12):
        match.play(match.legal_ids[0])
    zones = open_view(match).table.zones
    assert len({zone.id for zone in zones}) == len(zones)
    ids = [item.id for zone in zones for item in zone.items]
    assert len(set(ids)) == len(ids)
    for seat in range(match.variant.players):
        shown = [(item.text, item.detail) for zone in zones if zone.owner == seat for item in zone.items]
        own = [zone for zone in match.view(seat).table.zones if zone.owner == seat]
        assert sorted(shown) == sorted((item.text, item.detail) for zone in own for item in zone.items)


@pytest.mark.parametrize("game", names())
def test_every_kind_of_eyes_after_the_end(client: TestClient, game: str) -> None:
    match = play_out(Match(load(game).variant(), seed=2), 3)
    room = uploaded(client, match)
    middle = len(match.steps) // 2
    pictures = [client.get(f"{room}/replay/{middle}?seat={seat}").json()["zones"] for seat in (-1, 0, 1)]
    everything = client.get(f"{room}/replay/{middle}?open=true")
    assert everything.status_code == 200
    assert all(pictures)
    assert len(everything.json()["zones"]) >= len(pictures[0])
    sight = client.get(f"/api{room}/moments/{middle}?open=true").json()
    assert sight["number"] == middle
    assert sight["view"]["moves"] == []


def test_both_hands_are_open_at_once(client: TestClient) -> None:
    match = play_out(Match(load("matrix").variant(), seed=2))
    room = uploaded(client, match)
    zones = client.get(f"/api{room}/moments/0?open=true").json()["view"]["table"]["zones"]
    fans = {zone["id"]: len(zone["items"]) for zone in zones if zone["kind"] == "fan"}
    assert fans == {"hand.of0": 10, "hand.of1": 10}
    page = client.get(f"{room}/replay/0?open=true").json()["zones"]
    assert 'data-zone="hand.of0"' in page
    assert 'data-zone="hand.of1"' in page


def test_giving_up_is_in_the_record_and_everywhere_a_record_is_shown(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = new_game(client)
    number = client.get(f"/api{room}").json()["number"]
    while (done := client.post(f"/api{room}/concede", json={"number": number})).status_code == 409:
        number = client.get(f"/api{room}").json()["number"]
    assert done.json()["winners"] == [1]
    record = client.get(f"{room}/record").json()
    assert [(fault["seat"], fault["reason"], fault["lost"]) for fault in record["faults"]] == [(0, "gave up", True)]
    assert "have given up" in client.get(f"{room}/replay").text
    answer = client.post("/records", files={"file": ("x.json", json.dumps(record))}, follow_redirects=False)
    again = str(answer.headers["location"]).removesuffix("/replay")
    assert client.get(f"/api{again}").json()["winners"] == [1]
    assert "has given up" in client.get(f"{again}/replay").text
    assert client.get(f"{again}/record").json()["faults"] == record["faults"]
    (tmp_path / "game.json").write_text(json.dumps(record))
    replay(tmp_path / "game.json")
    assert "gave up" in capsys.readouterr().out


@pytest.mark.parametrize("fault", [{"seat": 0}, {"decision": "x", "seat": 0, "reason": "", "lost": True}, 5])
def test_a_record_with_nonsense_about_giving_up(client: TestClient, fault: object) -> None:
    record = record_of(play_out(Match(load("matrix").variant(), seed=2))) | {"faults": [fault]}
    answer = client.post("/records", files={"file": ("x.json", json.dumps(record))})
    assert answer.status_code == 422
    assert "faults" in answer.json()["detail"]


def test_while_a_game_runs_nobody_sees_with_other_eyes(client: TestClient) -> None:
    room = new_game(client)
    assert client.get(f"{room}/replay/0?seat=0").status_code == 200
    for query in ("seat=1", "open=true", "seat=0&open=true"):
        assert client.get(f"{room}/replay/0?{query}").status_code == 403
        assert client.get(f"/api{room}/moments/0?{query}").status_code == 403


def test_positions_and_seats_that_are_not_there(client: TestClient) -> None:
    match = play_out(Match(load("matrix").variant(), seed=2))
    room = uploaded(client, match)
    assert client.get(f"{room}/replay/21").status_code == 404
    assert client.get(f"/api{room}/moments/21").status_code == 404
    assert client.get(f"/api{room}/moments/3?seat=2").status_code == 403


def noted() -> Match:
    """A game in which the first seat noted something on every move."""
    match = play_out(Match(load("matrix").variant(), seed=2))
    own = [n for n, step in enumerate(match.steps) if step.seat == 0]
    match.remarks = [Remark(n, 0, f"note {n}", (f"<b>said</b> {n}",)) for n in own]
    return match


def test_notes_and_error_output_of_bots_are_on_the_page_of_a_record(client: TestClient) -> None:
    match = noted()
    room = uploaded(client, match)
    page = client.get(f"{room}/replay").text
    for remark in match.remarks:
        entry = page.partition(f'<li data-n="{remark.decision + 1}">')[2].partition("</li>")[0]
        assert f"<q>{remark.note}</q>" in entry
        assert f"&lt;b&gt;said&lt;/b&gt; {remark.decision}</pre>" in entry
    assert client.get(f"{room}/record").json()["remarks"] == record_of(match)["remarks"]


def test_what_a_bot_said_before_it_lost_at_once_is_shown(client: TestClient) -> None:
    match = Match(load("wallet").variant(), seed=2)
    seat = match.seat or 0
    match.penalize("the bot ended its process")
    match.remarks = [Remark(0, seat, "", ("out of memory",))]
    assert "out of memory</pre>" in client.get(f"{uploaded(client, match)}/replay").text
