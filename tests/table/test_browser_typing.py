"""What a person types in the lobby outlives every redraw, in whatever order answers and news arrive."""

from collections.abc import Callable

from browser_helpers import PAUSE, invite, sit_down, visitor
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect
from table_helpers import Server

DECK = '.choosing[open] [name^="set."]'


class Held:
    """Requests of a page that the test lets through one by one."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._waiting: list[Route] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        self._waiting.append(route)

    def until(self, number: int) -> None:
        wait(self._page, lambda: len(self._waiting) == number)

    def release(self) -> None:
        self.until(1)
        with self._page.expect_response(self._waiting[0].request.url):
            self._waiting.pop().continue_()


class News:
    """What the server tells a page, kept until it is released."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._kept_back = False
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/live", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        def told(news: str | bytes) -> None:
            self._kept.append((page, news))
            if not self._kept_back:
                self.release()

        page.connect_to_server().on_message(told)

    def keep(self) -> None:
        self._kept_back = True

    def until_kept(self, words: str) -> int:
        """How many are kept when one with these words is among them."""
        wait(self._page, lambda: any(words in str(news) for _, news in self._kept))
        return len(self._kept)

    def release_all(self) -> None:
        self._kept_back = False
        self.release(len(self._kept))

    def release(self, number: int = 1) -> None:
        """The oldest."""
        for _ in range(number):
            page, news = self._kept.pop(0)
            page.send(news)


def wait(page: Page, for_what: Callable[[], bool]) -> None:
    while not for_what():
        page.wait_for_timeout(PAUSE)


def lobby(browser: Browser, site: Server, game: str) -> tuple[Page, Page]:
    host, guest = visitor(browser), visitor(browser)
    sit_down(guest, invite(host, site.url, game), "Bob")
    return host, guest


def own_deck(guest: Page) -> Locator:
    guest.get_by_text("Put together your own").click()
    return guest.locator(DECK)


def redraw(host: Page, guest: Page, name: str) -> None:
    """The guest's lobby is drawn again: the host has another name."""
    host.get_by_label("Your name").fill(name)
    host.get_by_label("Your name").press("Enter")
    expect(guest.locator(".sitting")).to_contain_text(name)


def test_what_is_on_its_way_to_the_server_stays(browser: Browser, site: Server) -> None:
    host, guest = lobby(browser, site, "wtactics")
    choices = Held(guest, "**/choose")
    deck = own_deck(guest)
    deck.fill("four elves")
    deck.press("Tab")
    redraw(host, guest, "Zoe")
    expect(deck).to_have_value("four elves")
    choices.release()
    expect(guest.locator(".choosing[open] .wrong")).to_be_visible()
    expect(deck).to_have_value("four elves")


def test_an_answer_to_older_text_leaves_newer_text_alone(browser: Browser, site: Server) -> None:
    host, guest = lobby(browser, site, "wtactics")
    choices = Held(guest, "**/choose")
    deck = own_deck(guest)
    deck.fill("four elves")
    deck.press("Tab")
    deck.fill("five")
    deck.evaluate("node => node.setSelectionRange(1, 3)")
    choices.release()
    wrong = guest.locator(".choosing[open] .wrong")
    expect(wrong).to_be_visible()
    redraw(host, guest, "Zoe")
    expect(wrong).to_be_visible()
    expect(deck).to_be_focused()
    expect(deck).to_have_value("five")
    assert deck.evaluate("node => [node.selectionStart, node.selectionEnd]") == [1, 3]
    deck.press("End")
    deck.press_sequentially(" elves")
    deck.press("Tab")
    redraw(host, guest, "Yve")
    expect(deck).to_have_value("five elves")
    choices.release()
    expect(wrong).to_be_visible()
    expect(deck).to_have_value("five elves")


def test_news_from_before_a_change_do_not_undo_it(browser: Browser, site: Server) -> None:
    host, guest = visitor(browser), visitor(browser)
    news = News(guest)
    sit_down(guest, invite(host, site.url, "matrix"), "Bob")
    expect(guest.locator("main")).to_have_attribute("data-ready", "true")
    news.keep()
    host.locator('[name="clock"]').fill("7")
    host.locator('[name="clock"]').press("Tab")
    before = news.until_kept("7 minutes")
    name, rated = guest.locator(".mine-name input"), guest.locator('[name="rated"]')
    name.fill("Ben")
    with guest.expect_response("**/name"):
        name.press("Tab")
    with guest.expect_response("**/rated"):
        rated.check()
    news.release(before)
    expect(guest.locator(".terms")).to_contain_text("7 minutes")
    expect(name).to_have_value("Ben")
    expect(rated).to_be_checked()
    news.until_kept("for the ratings")
    news.release_all()
    host.locator('[name="clock"]').fill("8")
    host.locator('[name="clock"]').press("Tab")
    expect(guest.locator(".terms")).to_contain_text("8 minutes")
    expect(name).to_have_value("Ben")
    expect(rated).to_be_checked()


def test_a_field_stays_itself_when_others_come_before_it(browser: Browser, site: Server) -> None:
    host, guest = lobby(browser, site, "wtactics")
    host.get_by_label("Your name").fill("Zo")
    guest.locator('[name="rated"]').check()  # words before the host's field
    expect(host.locator(".sitting")).to_contain_text("for the ratings")
    expect(host.get_by_label("Your name")).to_be_focused()
    expect(host.get_by_label("Your name")).to_have_value("Zo")
