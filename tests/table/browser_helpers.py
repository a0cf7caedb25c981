"""How the browser tests sit down, click and look."""

import json
import math
import os
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

PICTURES = Path(os.environ.get("TABLEWRIGHT_PICTURES", "artifacts/pictures"))
PATIENCE = int(
    os.environ.get("TABLEWRIGHT_PATIENCE", "120000")
)  # milliseconds for what takes a moment on a machine that has nothing else to do
WHOLE_GAME = 1200  # seconds: only a game that hangs takes so long
ROOM = re.compile(r"/rooms/\w+$")  # the address of a table
PAUSE = 15  # milliseconds between two looks at a page

# Short games of the long ones: still whole, from the first decision to the last.
SHORT = {
    "menagerie": {"rounds": "2"},
    "wallet": {"max_rounds": "12"},
    "standoff": {"max_turns_per_player": "20", "actions_per_turn": "2"},
    "wtactics": {"turn_limit": "40", "start_influence": "10"},
}

# Whether a page is to decide, and which decision; a move on its way to the server is none any more.
STATE = """() => {
  const main = document.querySelector("main[data-ready]:not(.waiting)");
  return { number: main?.dataset.number ?? "", mine: Boolean(main?.querySelector(".dock.mine")) };
}"""

# What a hand could click next: something on the table or a button of the list, in sight and not covered.
TARGET = """([chance, number]) => {
  const main = document.querySelector("main");
  const now = !main.matches(".waiting") && [null, main.dataset.number].includes(number);
  const mine = now && document.querySelector(".dock.mine");
  const state = { over: main.dataset.status === "over", mine: Boolean(mine), x: 0, y: 0 };
  if (!mine) return state;
  const all = (what) => [...document.querySelectorAll(what)];
  const next = all("#zones .item.next"), things = next.length ? next : all("#zones .item.can:not(.chosen)");
  const moves = all(".moves .move").filter((node) => !node.hidden);
  const pool = things.length && (chance % 4 || !moves.length) ? things : moves.length ? moves : things;
  for (let n = 0; n < pool.length; n++) {
    const node = pool[(chance + n) % pool.length];
    node.scrollIntoView({ block: "center", inline: "center" });
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 40)];
    if (node.contains(document.elementFromPoint(x, y))) return { ...state, x, y };
  }
  return state;
}"""


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


def duel(browser: Browser, url: str, game: str, **fields: str) -> tuple[Page, Page]:
    host, guest = visitor(browser), visitor(browser)
    link = invite(host, url, game)
    if fields:
        arrange(host, **fields)
    sit_down(guest, link, "Bob")
    start(host)
    expect(guest.locator(".dock")).to_be_visible()
    return host, guest


def mover(first: Page, second: Page) -> tuple[Page, Page]:
    """The page that is to decide, and the other, as soon as both show the same decision."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        one, other = (page.evaluate(STATE) for page in (first, second))
        if one["number"] == other["number"] and one["mine"] != other["mine"]:
            return (first, second) if one["mine"] else (second, first)
        first.wait_for_timeout(PAUSE)
    raise AssertionError("the pages do not agree about who decides")


def is_over(page: Page) -> bool:
    return page.locator("main").get_attribute("data-status") == "over"


def click_once(page: Page, chance: random.Random, number: str | None = None) -> dict[str, Any]:
    """One click of the mouse on something that can be chosen, if this page is to decide (this decision and no other).

    Looking in vain draws no chance, so a slow machine clicks what a quick one clicks.
    """
    before = chance.getstate()
    target: dict[str, Any] = page.evaluate(TARGET, [chance.randrange(10_000), number])
    if target["mine"] and (target["x"] or target["y"]):
        page.mouse.click(target["x"], target["y"])
    else:
        chance.setstate(before)
    return target


def decide(page: Page, chance: random.Random) -> None:
    """Click until one decision is made."""
    number = page.locator("main").get_attribute("data-number")
    end = time.monotonic() + PATIENCE / 1000
    while page.locator("main").get_attribute("data-number") == number:
        assert time.monotonic() < end, "clicking decides nothing"
        if not click_once(page, chance, number)["mine"]:
            page.wait_for_timeout(PAUSE)


def play_to_the_end(*pages: Page, middle: str = "", most: float = math.inf) -> None:
    """Play by mouse until every page shows the result, or for so many clicks; a picture of the middle has a name."""
    chance, clicks = random.Random(3), 0
    end = time.monotonic() + WHOLE_GAME
    while True:
        states = [click_once(page, chance) for page in pages]
        if clicks >= most:
            return
        if all(state["over"] for state in states):
            break
        assert time.monotonic() < end, "the game does not end"
        clicks += sum(state["mine"] for state in states)
        if middle and clicks >= 30:
            picture(pages[0], middle)
            middle = ""
        if not any(state["mine"] for state in states):
            pages[0].wait_for_timeout(PAUSE)
    for page in pages:
        expect(page.locator(".result")).to_be_visible()


def against_bots(page: Page, url: str, game: str, players: int = 2, level: str = "easy") -> None:
    """A game against bots that has begun, at the moment of the first decision."""
    wish = {
        "game": game,
        "players": players,
        "name": "Ann",
        "seats": [{"kind": "person"}, *({"kind": "bot", "level": level} for _ in range(players - 1))],
        "start": True,
    }
    answer = page.request.post(f"{url}/api/rooms", data=wish)
    if token := answer.headers.get("tablewright-token"):  # a browser that is known has its cookie
        page.context.add_cookies([{"name": "tablewright", "value": token, "url": url}])
    page.goto(f"{url}/rooms/{answer.json()['room']}")
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


def api(page: Page) -> str:
    """The room of a page in the HTTP interface."""
    return page.url.replace("/rooms/", "/api/rooms/")


def decide_by_http(page: Page) -> bool:
    """Play the first move, if this person is to decide; whether the game goes on."""
    seen = page.request.get(f"{api(page)}/view").json()
    if seen["view"]["moves"]:
        move = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
        page.request.post(f"{api(page)}/moves", data=move)
    return seen["view"]["deciding"] is not None
