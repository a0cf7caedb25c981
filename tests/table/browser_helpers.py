"""How the browser tests sit down, click and look."""

import itertools
import json
import math
import os
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, CDPSession, FilePayload, Page, expect

from tablewright.engine import Match, record_of
from tablewright.games import load, names

PICTURES = Path(os.environ.get("TABLEWRIGHT_PICTURES", "artifacts/pictures"))
PATIENCE = int(
    os.environ.get("TABLEWRIGHT_PATIENCE", "120000")
)  # milliseconds for what takes a moment on a machine that has nothing else to do
MOST_CLICKS = 40  # for one decision
PAUSE = 15  # milliseconds between two looks at a page without a browser
ROOM = re.compile(r"/rooms/\w+$")  # the address of a table

# Short games of the long ones: still whole, from the first decision to the last.
SHORT = {
    "menagerie": {"rounds": 2},
    "wallet": {"max_rounds": 12},
    "standoff": {"max_turns_per_player": 20, "actions_per_turn": 2},
    "wtactics": {"turn_limit": 40, "start_influence": 10},
}

# What a page shows as soon as it shows this decision or a later one; a move on its way to the server is none any more.
SHOWN = """(number) => {
  const main = document.querySelector("main[data-ready]:not(.waiting)");
  if (!main || Number(main.dataset.number) < number) return null;
  const mine = Boolean(main.querySelector(".dock.mine"));
  return { number: Number(main.dataset.number), mine, over: main.dataset.status === "over" };
}"""

# What became of a click: the decision is made, or there is more to click.
CLICKED = """(number) => {
  const main = document.querySelector("main[data-ready]:not(.waiting)");
  if (!main) return null;
  return main.dataset.number === number && main.querySelector(".dock.mine") ? "more" : "made";
}"""

# What a hand could click next: something on the table or a button of the list, in sight and not covered.
TARGET = """([chance, number]) => {
  const main = document.querySelector("main");
  if (main.matches(".waiting") || main.dataset.number !== number || !document.querySelector(".dock.mine")) return null;
  const all = (what) => [...document.querySelectorAll(what)];
  const next = all("#zones .item.next"), things = next.length ? next : all("#zones .item.can:not(.chosen)");
  const moves = all(".moves .move").filter((node) => !node.hidden);
  const pool = things.length && (chance % 4 || !moves.length) ? things : moves.length ? moves : things;
  for (let n = 0; n < pool.length; n++) {
    const node = pool[(chance + n) % pool.length];
    node.scrollIntoView({ block: "center", inline: "center" });
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 40)];
    if (node.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


def games(*quick: str) -> list[pytest.ParameterSet]:
    """All games to be looked at; `make test-rest` looks at those that are not quick."""
    return [pytest.param(game, marks=() if game in quick else pytest.mark.slow) for game in names()]


@dataclass
class Kept:
    """A context that is used again: its process and its caches are warm, and nothing else is left in it."""

    made_as: dict[str, Any]
    blank: Page  # while it is open the process does not end
    devtools: CDPSession
    taken: bool = False


_KEPT: WeakKeyDictionary[BrowserContext, Kept] = WeakKeyDictionary()
DESKTOP = (1280, 860)
PHONE = (375, 812)
STORED = "local_storage,indexeddb,cache_storage,service_workers"


def visitor(browser: Browser, size: tuple[int, int] = DESKTOP, motion: bool = False, **options: Any) -> Page:
    """The page of a person of whom no table knows anything."""
    free = (one for one in browser.contexts if not _KEPT[one].taken and _KEPT[one].made_as == options)
    context = next(free, None) or _new_context(browser, options)
    _KEPT[context].taken = True
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
    return page


def phone(browser: Browser) -> Page:
    return visitor(browser, PHONE, has_touch=True, is_mobile=True)


def _new_context(browser: Browser, options: dict[str, Any]) -> BrowserContext:
    size: Any = {"width": DESKTOP[0], "height": DESKTOP[1]}
    made = browser.new_context(viewport=size, reduced_motion="reduce", **options)
    made.set_default_timeout(PATIENCE)
    blank = made.new_page()
    _KEPT[made] = Kept(options, blank, made.new_cdp_session(blank))
    return made


def forget_visitors(browser: Browser) -> None:
    """Close what is open, and forget what pages have stored."""
    for context in browser.contexts:
        kept = _KEPT[context]
        if not kept.taken:
            continue
        for page in context.pages:
            if page != kept.blank:
                page.close()
        context.clear_cookies()
        kept.devtools.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": STORED})
        kept.taken = False


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def invite(host: Page, url: str, game: str) -> str:
    host.goto(url)
    host.locator(f'[data-game="{game}"]').get_by_role("button", name="Play with friends").click()
    expect(host.locator(".lobby")).to_be_visible()
    return host.url


def arrange(host: Page, **fields: str) -> None:
    """Fill in the host's form: `seat1="bot:medium"`, or a parameter by its name."""
    host.get_by_text("Change the rules").click()
    for name, value in fields.items():
        field = host.locator(f'[name="{name}"], [name="set.{name}"]')
        if field.evaluate("(node) => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
        expect(host.locator(f'[name="{name}"], [name="set.{name}"]')).to_have_value(value)
    host.get_by_text("Change the rules").click()


def sit_down(guest: Page, link: str, name: str) -> None:
    """One name field and one click."""
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".mine-name input")).to_have_value(name)


def start(host: Page) -> None:
    expect(host.get_by_role("button", name="Start the game")).to_be_enabled()
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator(".dock")).to_be_visible()


def known(page: Page, url: str, answer: APIResponse) -> str:
    """The room of an answer; a page whose person the server meets for the first time is given the token."""
    assert answer.ok, answer.text()
    if token := answer.headers.get("tablewright-token"):
        page.context.add_cookies([{"name": "tablewright", "value": token, "url": url}])
    return str(answer.json()["room"])


def meeting(host: Page, guest: Page, url: str, game: str, **changes: int) -> str:
    """The address of a game of Ann and Bob that has begun; how people meet by mouse is in `test_browser_duels.py`."""
    wish = {"game": game, "players": 2, "name": "Ann", "set": changes}
    room = known(host, url, host.request.post(f"{url}/api/rooms", data=wish))
    known(guest, url, guest.request.post(f"{url}/api/rooms/{room}/join", data={"name": "Bob"}))
    assert host.request.post(f"{url}/api/rooms/{room}/start").ok
    return f"{url}/rooms/{room}"


def duel(browser: Browser, url: str, game: str, **changes: int) -> tuple[Page, Page]:
    """The pages of Ann and Bob at the first decision of a game."""
    host, guest = visitor(browser), visitor(browser)
    address = meeting(host, guest, url, game, **changes)
    for page in (host, guest):
        page.goto(address)
    shown_by(host, guest)
    return host, guest


def shown_by(*pages: Page, number: int = 0) -> list[dict[str, Any]]:
    """What the pages show when all show the same decision, this one or a later one, that one of them is to make.

    Or when the game is over.
    """
    while True:
        states = [page.wait_for_function(SHOWN, arg=number).json_value() for page in pages]
        numbers = [state["number"] for state in states]
        if min(numbers) == max(numbers) and any(state["mine"] or state["over"] for state in states):
            return states
        number = max(*numbers, min(numbers) + 1)


def mover(first: Page, second: Page) -> tuple[Page, Page]:
    """The page that is to decide, and the other."""
    one, other = shown_by(first, second)
    assert one["mine"] != other["mine"]
    return (first, second) if one["mine"] else (second, first)


def is_over(page: Page) -> bool:
    return page.locator("main").get_attribute("data-status") == "over"


def decide(page: Page, chance: random.Random) -> None:
    """Click until one decision is made.

    Looking in vain draws no chance, so a slow machine clicks what a quick one clicks.
    """
    ready(page)
    number = str(page.locator("main").get_attribute("data-number"))
    for _ in range(MOST_CLICKS):
        before = chance.getstate()
        if target := page.evaluate(TARGET, [chance.randrange(10_000), number]):
            page.mouse.click(*target)
        else:
            chance.setstate(before)
        if page.wait_for_function(CLICKED, arg=number).json_value() == "made":
            return
    raise AssertionError("clicking decides nothing")


def play_to_the_end(*pages: Page, middle: str = "", most: float = math.inf) -> int:
    """Play by mouse until every page shows the result, or so many decisions; how many there were.

    A picture of the middle has a name.
    """
    chance, decisions = random.Random(3), 0
    while decisions < most:
        states = shown_by(*pages)
        if states[0]["over"]:
            for page in pages:
                expect(page.locator(".result")).to_be_visible()
            break
        decide(next(page for page, state in zip(pages, states, strict=True) if state["mine"]), chance)
        decisions += 1
        if middle and decisions == 10:
            picture(pages[0], middle)
    return decisions


def room_with_bots(page: Page, url: str, game: str, players: int = 2, **changes: int | str) -> str:
    """The address of a game against easy bots that has begun; no page shows it yet."""
    wish = {
        "game": game,
        "players": players,
        "name": "Ann",
        "seats": [{"kind": "person"}, *({"kind": "bot", "level": "easy"} for _ in range(players - 1))],
        "set": changes,
        "start": True,
    }
    return f"{url}/rooms/{known(page, url, page.request.post(f'{url}/api/rooms', data=wish))}"


def against_bots(page: Page, url: str, game: str, players: int = 2, **changes: int | str) -> None:
    """A game against easy bots at the moment of the first decision."""
    page.goto(room_with_bots(page, url, game, players, **changes))
    ready(page)


def decide_by_http(page: Page, address: str) -> bool:
    """Play the first move, if the person of this page is to decide in a room; whether the game goes on."""
    room = address.replace("/rooms/", "/api/rooms/")
    seen = page.request.get(f"{room}/view").json()
    if seen["view"]["moves"]:
        move = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
        assert page.request.post(f"{room}/moves", data=move).ok
    return seen["view"]["deciding"] is not None


def played_out(address: str, *players: Page) -> str:
    """A room whose game was played to its end before any page shows it."""
    for page in itertools.cycle(players):
        if not decide_by_http(page, address):
            break
    return address


def near_the_end(page: Page, url: str, game: str, left: int) -> None:
    """The last decisions of a game against a bot, played on from its replay."""
    match, chance = Match(load(game).variant(2, None, SHORT.get(game, {})), seed=5), random.Random(5)
    while not match.over:
        match.play(chance.choice(match.legal_ids))
    saved = FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(record_of(match)).encode())
    replay = page.request.post(f"{url}/records", multipart={"file": saved}).url
    form: dict[str, str | float | bool] = {"number": len(match.steps) - left, "seat": 0}
    page.goto(page.request.post(f"{replay.removesuffix('/replay')}/play-on", form=form).url)
    ready(page)


def ready(page: Page) -> None:
    """Wait until this page is to decide, or the game is over."""
    page.wait_for_selector("main[data-ready]:not(.waiting) .dock.mine, .result")


def moves_sent(page: Page) -> list[int]:
    """The moves that a page sends from now on, as they are sent."""
    sent: list[int] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["do"] == "move":
            sent.append(message["value"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    return sent
