"""Draws docs/images/web/*.png, the page as it is in a browser, for the README and docs/explanation/web.md.

Run it in the folder above docs after a change to how the page looks: python -m docs.make_web_pictures. It needs what
the tests of the browser need, and makes the files small if Pillow is installed.
"""

import re
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.conftest import ARGUMENTS, Served, Tab, chromium
from tests.web.test_browser_together import accept, invite

FOLDER = Path(__file__).parent / "images" / "web"
GAME = (
    "d3c3c4e3f4d6c2g4f3d2e1b4f6e6f2g3c5b5a4d1c1f1e2b1h3h4h5g6f5a3"
    "b6c6a2g5a5h6h7g2c7b8d8b7f7c8a8e7f8d7e8g8h1a6a7g7h8h2g1a1b2b3"
)
SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
OTHERS = {
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "contrast": {"viewport": {"width": 1280, "height": 800}, "forced_colors": "active"},
    "japanese": {"viewport": {"width": 1280, "height": 800}, "locale": "ja-JP"},
}
KNOWN = "outflank.examined.known(outflank.examined.study.current.view)"


def play(tab):
    """A game against the engine, with reasons for its last move."""
    tab.begin("human", "engine:level=12", moves=re.findall("..", GAME[:18]))
    tab.until_moves(10)
    tab.page.locator(".why button").first.click()
    tab.page.wait_for_selector(".why .reasons li")


def analysis(tab):
    """A game that is examined, the engine's values on the board."""
    tab.go(f"#/analyse?moves={GAME[:56]}&at=24")
    tab.page.get_by_label("Number of best moves to value").select_option("3")
    for key in ["ArrowLeft"] * 10 + ["ArrowRight"] * 10:
        tab.wait(f"{KNOWN}?.depth >= 10", seconds=60)
        tab.page.keyboard.press(key)
    tab.wait(f"{KNOWN}?.depth >= 14", seconds=60)
    tab.page.locator(".why-button").first.click()
    tab.page.wait_for_selector(".reasons")
    tab.button("Stop").click()


def review(tab):
    """A reviewed game, at the first mistake."""
    tab.go(f"#/review?moves={GAME}")
    tab.page.wait_for_selector("text=Review again", timeout=200_000)
    tab.page.keyboard.press("Home")
    tab.page.keyboard.press("m")


def tribolo(tab):
    """A game of three."""
    tab.begin("human", "tribolo", "tribolo", kind="tribolo", seed=3)
    for _ in range(7):
        tab.wait("outflank.modes.play.mayMove", seconds=60)
        count = len(tab.moves)
        best = "view => Object.entries(view.legal).sort((a, b) => b[1].length - a[1].length)[0][0]"
        tab.square(tab.page.evaluate(f"({best})(outflank.modes.play.state.view)")).click()
        tab.wait("count => outflank.modes.play.state.moves.length > count", count)
    tab.wait("outflank.modes.play.mayMove", seconds=60)


def lesson(tab):
    """A wrong move in a lesson, answered."""
    tab.go("#/learn/corners/3")
    tab.wait("outflank.modes.learn.part?.lesson?.view")
    tab.page.locator('.lesson [data-square="g7"]').click()
    tab.wait("outflank.modes.learn.part?.lesson.moves.length === 2")


def opponents(tab):
    """The ladder."""
    tab.go("#/opponents")
    tab.page.wait_for_selector(".screen-opponents li")


def games(tab):
    """All games that were played so far."""
    for moves, seats in ((GAME, ("human", "coco")), (GAME[:48], ("hana", "human")), ("f5f6e6f4", ("human", "human"))):
        tab.begin(*seats, moves=re.findall("..", moves))
        tab.page.keyboard.press("Backspace")  # what was set up is kept once something happens to it
        tab.wait("outflank.modes.play.state.kept")
    tab.go("#/games")
    tab.page.wait_for_selector(".screen-games li")


def home(tab):
    """Where one comes in, with the games of before."""
    tab.go("#/")
    tab.page.wait_for_selector(".screen-home .latest")


def friends(browser, address):
    """A game of two people, from both sides: at a desk, and on a phone."""
    anna, ben = (Tab(browser.new_context(**SCREENS[screen]), address) for screen in ("desktop", "phone"))
    anna.go()
    link = invite(anna)
    shoot(anna, "invitation-desktop")
    accept(ben, link, "Ben")
    for number, name in enumerate(["f5", "d6", "c3", "d3", "c4", "f4"]):
        tab = (anna, ben)[number % 2]
        tab.wait("outflank.modes.play.mayMove")
        tab.square(name).click()
        tab.until_moves(number + 1)
    ben.until_moves(6)
    shoot(anna, "friends-desktop")
    shoot(ben, "friends-phone")


def shoot(tab, name):
    """Save the screen, without notes that are about to go."""
    tab.page.wait_for_timeout(800)
    tab.page.evaluate("document.querySelectorAll('.note').forEach(note => note.remove()); scrollTo(0, 0)")
    path = FOLDER / f"{name}.png"
    tab.page.screenshot(path=path)
    with suppress(ImportError):
        from PIL import Image

        with Image.open(path) as image:
            image.convert("RGB").quantize(255, dither=Image.Dither.NONE).save(path, optimize=True)


def main():
    """Take every picture on every screen."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for screen, options in SCREENS.items():
            tab = Tab(browser.new_context(**options), server.address).go()
            for scene in (play, analysis, review, tribolo, lesson, opponents, games, home):
                scene(tab)
                shoot(tab, f"{scene.__name__}-{screen}")
            assert tab.faults == [], tab.faults
        friends(browser, server.address)
        for name, options in OTHERS.items():
            tab = Tab(browser.new_context(**options), server.address).go()
            play(tab)
            shoot(tab, f"play-{name}")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
