"""Players choose their own: the host chooses for bots, guests for themselves, nobody for somebody else."""

import asyncio
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from table_helpers import stranger
from test_several_hubs import hubs

from tablewright.engine import CardsError, check_cards
from tablewright.games import load
from tablewright.table import gathering
from tablewright.table.arranging import told_rules
from tablewright.table.choices import house_rules
from tablewright.table.errors import Refusal
from tablewright.table.rooms import BOT, OPEN, PERSON, Seat

DECK = {"deck_b": "grave_digger"}


def lobby(client: TestClient) -> str:
    made = client.post("/rooms", data={"game": "wtactics", "name": "Ann"}, follow_redirects=False)
    return str(made.headers["location"])


def test_a_guest_chooses_with_pictures_and_the_host_sees_it(client: TestClient) -> None:
    room, guest = lobby(client), stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    seen = guest.get(room).text
    assert seen.count('type="radio" name="set.deck_b"') == 5
    assert 'name="set.deck_a"' not in seen
    assert "faces/lich_lord.svg" in seen
    answer = guest.post(f"{room}/choose", data={"seat": "1", "set.deck_b": "grave_digger"})
    assert answer.status_code == 204
    host = client.get(room).text
    assert 'name="set.deck_b"' not in host
    assert "Grave Digger" in host.partition('id="log"')[0]


def test_everybody_takes_the_own_deck_along_to_the_next_game(client: TestClient) -> None:
    room, guest = lobby(client), stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    guest.post(f"{room}/choose", data={"seat": "1", "set.deck_b": "grave_digger"})
    client.post(f"{room}/start")
    client.post(f"/api{room}/concede", json={"number": 0})
    following = guest.post(f"{room}/rematch", follow_redirects=False).headers["location"]
    assert [seat["name"] for seat in client.get(f"/api{following}").json()["seats"]] == ["Bob", "Ann"]
    shown = client.get(following).text
    seats = shown.partition('id="seats"')[2].partition('id="zones"')[0]
    assert "Grave Digger" in seats.partition("Ann")[0].partition("Bob")[2]


def test_nobody_chooses_for_somebody_else(client: TestClient) -> None:
    room, guest = lobby(client), stranger(client)
    guest.post(f"{room}/join", data={"name": "Bob"})
    choices = [
        (client, "1", "deck_b", "grave_digger", 403),
        (guest, "0", "deck_a", "grave_digger", 403),
        (guest, "1", "deck_a", "grave_digger", 403),
        (guest, "1", "start_influence", "40", 403),
        (stranger(client), "1", "deck_b", "grave_digger", 403),
        (guest, "7", "deck_b", "grave_digger", 403),
        (guest, "x", "deck_b", "grave_digger", 403),
        (guest, "1", "deck_b", "no_such_deck", 422),
        (guest, "1", "own_deck_b", "4 no_such_card", 422),
    ]
    for who, seat, name, value, status in choices:
        assert who.post(f"{room}/choose", data={"seat": seat, f"set.{name}": value}).status_code == status
    client.post(f"{room}/arrange", data={"set.deck_b": "grave_digger"})
    hub = client.app.state.hub  # type: ignore[attr-defined]
    assert hub.rooms[room.rpartition("/")[2]].variant.changes == {"vetoes_each": 0}  # as it began


def test_the_host_chooses_for_a_bot_and_a_choice_is_no_house_rule(tmp_path: Path) -> None:
    async def choose() -> None:
        async with hubs(tmp_path / "t.db") as (hub, _):
            variant = hub.variant("wtactics")
            seats = [Seat(PERSON), Seat(BOT, level="easy")]
            room = await gathering.create(hub, variant, "host", "Ann", seats, rated=True)
            await gathering.choose(hub, room.id, "host", 1, DECK)
            room = await hub.room(room.id)
            assert room.variant.changes == DECK
            assert house_rules(room.variant) == {}
            assert told_rules(room.variant, "en") == []
            assert room.rated
            await gathering.choose(hub, room.id, "host", 1, {"deck_b": "auto"})
            assert (await hub.room(room.id)).variant.changes == {}

    asyncio.run(choose())


def test_what_the_host_arranges_keeps_what_a_guest_chooses_at_another_server(tmp_path: Path) -> None:
    async def race() -> None:
        async with hubs(tmp_path / "t.db") as (one, two):
            seats = [Seat(PERSON), Seat(OPEN)]
            room = await gathering.create(one, one.variant("wtactics"), "host", "Ann", seats)
            await gathering.join(two, room.id, "guest", "Bob")
            await one.reread(room.id)
            await asyncio.gather(
                gathering.arrange(one, room.id, "host", {"set.start_influence": "10"}),
                gathering.choose(two, room.id, "guest", 1, DECK),
            )
            await one.reread(room.id)
            assert (await one.room(room.id)).variant.changes == {"start_influence": 10, **DECK}
            await gathering.start(one, room.id, "host")
            await two.reread(room.id)
            with pytest.raises(Refusal, match="started"):
                await gathering.choose(two, room.id, "guest", 1, {"deck_b": "auto"})

    asyncio.run(race())


def test_wrong_declarations_are_refused() -> None:
    import tomllib

    data = tomllib.loads((load("wtactics").folder / "cards.toml").read_text("utf-8"))
    data["parameters"]["deck_a"]["seat"] = "C"
    with pytest.raises(CardsError, match="seat"):
        check_cards(data)
    data["parameters"]["deck_a"]["seat"] = "A"
    data["choices"]["auto"] = {"name": "Any", "cards": ["lich_lrod"]}
    with pytest.raises(CardsError, match="lich_lord"):
        check_cards(data)


def test_whoever_wants_a_rating_is_told_that_house_rules_are_in_the_way(client: TestClient) -> None:
    room = lobby(client)
    assert "It counts if everybody wants it" in client.get(room).text
    client.post(f"{room}/arrange", data={"set.start_influence": "40"})
    assert "Not with your house rules" in client.get(room).text
