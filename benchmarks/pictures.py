"""The pictures of the README: `python benchmarks/pictures.py` draws docs/pictures anew with Chromium.

Each table is a game that two quick bots have played up to a moment at which a person goes on, at a real server.
"""

import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from table_clients import serving

from tablewright.bots.seats import greedy_bot, play_out
from tablewright.engine import Match, record_of
from tablewright.games import load

OUT = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH, HEIGHT = 1280, 800
PATIENCE = 120_000  # milliseconds
MOMENTS = {"matrix": 0.4, "wallet": 0.6, "menagerie": 0.55, "standoff": 0.75, "wtactics": 0.45}  # share of the game
SEED = 12
FRAMES = 5  # of the guided first game
FRAME_SIZE, FRAME_TIME = (840, 525), 2600  # pixels, milliseconds
COLOURS, FRAME_COLOURS = 256, 64
HOW = Image.Quantize.FASTOCTREE  # a median of colours loses the few bright ones
PLAY_ON = """([action, number, seat]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "post" });
  form.innerHTML = `<input name=number value=${number}><input name=seat value=${seat}>`;
  document.body.append(form);
  form.submit();
}"""
BOTS_READY = "() => !document.querySelector('.seats').textContent.includes('not ready')"
READY = "main[data-ready]:not(.waiting) .dock.mine"


def moment_of(match: Match, share: float) -> int:
    """The first decision of the first seat after a share of the game."""
    deciding = [n for n, step in enumerate(match.steps) if step.seat == 0]
    return next(n for n in deciding if n >= share * len(match.steps))


def shot(page: Page) -> Image.Image:
    page.mouse.move(2, 2)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(700)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def keep(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS, HOW, dither=Image.Dither.NONE).save(OUT / f"{name}.png", optimize=True)
    print(f"{name}.png: {(OUT / f'{name}.png').stat().st_size // 1024} kB")


def table(page: Page, game: str) -> Image.Image:
    match = load(game).start(players=2, seed=SEED)
    play_out(match, [greedy_bot(), greedy_bot()])
    record = json.dumps(record_of(match)).encode()
    page.goto("/")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    page.locator("form:has(input[type=file]) button").click()
    page.wait_for_url("**/replay")
    number, seat = moment_of(match, MOMENTS[game]), 0
    room = page.url.removesuffix("/replay")
    page.evaluate(PLAY_ON, [f"{room}/play-on", number, seat])
    page.wait_for_selector(READY)
    page.wait_for_function(BOTS_READY)
    return shot(page)


def lesson(page: Page, game: str) -> list[Image.Image]:
    """The first moments of the guided first game, in which one move is possible at a time."""
    page.goto("/")
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Learn by playing").click()
    frames = []
    for _ in range(FRAMES):
        page.wait_for_selector(READY)
        frames.append(shot(page).resize(FRAME_SIZE, Image.Resampling.LANCZOS))
        number = page.locator("main").get_attribute("data-number")
        page.locator("#status [data-move]").first.click()
        page.wait_for_selector(f"main:not([data-number='{number}'])")
    return frames


def keep_film(frames: list[Image.Image], name: str) -> None:
    first, *others = [frame.quantize(FRAME_COLOURS, HOW, dither=Image.Dither.NONE) for frame in frames]
    file = OUT / f"{name}.gif"
    first.save(file, save_all=True, append_images=others, duration=FRAME_TIME, loop=0, optimize=True)
    print(f"{file.name}: {file.stat().st_size // 1024} kB")


@contextmanager
def browser_at(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", base_url=f"http://{address}"
        )
        page.set_default_timeout(PATIENCE)
        yield page
        browser.close()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), TABLEWRIGHT_BOT_PAUSE="0") as server,
        browser_at(server.address) as page,
    ):
        page.goto("/")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Keep").click()
        page.goto("/")
        keep(shot(page), "start")
        for game in MOMENTS:
            keep(table(page, game), game)
        keep_film(lesson(page, "matrix"), "lesson")


if __name__ == "__main__":
    main()
