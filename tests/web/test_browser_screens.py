"""Every screen at the sizes that people have: nothing scrolls sideways, no name is cut off, in every language.

English and Japanese are looked at in all sizes, the others where there is least room."""

import pytest

from outflank.web.transport.languages import catalogues
from tests.web.games.conftest import invite
from tests.web.lessons import offered
from tests.web.test_browser_access import SMALL, check
from tests.web.test_browser_study import GAME

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LONG = "Wolfeschlegelsteinhausen"  # as long as a name may be, without a space
WIDE = "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末"[:24]
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SIZES = {
    "360": SMALL,
    "390": {**TOUCH, "viewport": {"width": 390, "height": 844}},
    "844": {**TOUCH, "viewport": {"width": 844, "height": 390}},
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "640": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},  # 1280×800 at 200 %
}
NARROW = ("360", "390", "640")
LESSONS = [f"#/learn/{name}" for name in (*offered(), "rules/end")]
PLACES = ["#/", "#/analyse?moves=f5d6c3", f"#/review?moves={GAME[:20]}", "#/games", "#/study", "#/learn", *LESSONS]
PLACES += ["#/practice", "#/practice/openings", "#/practice/puzzles", "#/practice/endgames", "#/opponents"]
PLACES += ["#/progress", "#/help", "#/rules"]
DIALOGS = ["newGame()", "newGame({ kind: 'tribolo' })", "friend()", "paste()", "edit()", "share()", "settings()"]
DIALOGS += ["keys()", "tree(outflank.examined.study.current.view)"]
GAMES = [
    {"seats": ["human", "engine:level=12"], "clock": "300+5"},
    {"seats": ["human", "tribolo", "tribolo"], "kind": "tribolo", "clock": "300", "seed": 7},
    {"seats": ["human", "human"], "kind": "anti-othello"},
]

FAULTS = r"""() => {
  const width = document.documentElement.clientWidth;
  const found = document.scrollingElement.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const dialog = document.querySelector("dialog[open]");
  if (dialog && dialog.scrollWidth > dialog.clientWidth + 1) found.push("the dialog scrolls sideways");
  const rolls = (each) => each && (/auto|scroll/.test(getComputedStyle(each).overflowX) || rolls(each.parentElement));
  const hasText = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const WORD = /(?<![\p{L}\d])[\p{Script=Latin}\d+]{2,14}(?![\p{L}\d+])/gu;  // longer ones may be broken
  const isBroken = (node, { 0: word, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
  };
  const brokenIn = (each) => [...each.childNodes].filter((node) => node.nodeType === 3)
    .flatMap((node) => [...node.data.matchAll(WORD)].filter((found) => isBroken(node, found)).map(([word]) => word));
  for (const each of (dialog ?? document.body).querySelectorAll("*:not(svg *)")) {
    if (!each.checkVisibility() || each.closest(".offscreen, .skip")) continue;
    const box = each.getBoundingClientRect();
    const said = `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 40)}`;
    const isOutside = box.width && (box.right > width + 1 || box.left < -1);
    if (isOutside && !rolls(each.parentElement)) found.push(`beyond the edge: ${said}`);
    const isText = each.tagName === "BUTTON" || hasText(each);
    const isCut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline";
    if (isText && isCut && !each.matches("textarea, .busy")) found.push(`cut off: ${said}`);
    for (const word of brokenIn(each)) found.push(`broken: “${word}” in ${said}`);
  }
  for (const each of document.querySelectorAll("#scores :is(.side, .player)")) {
    const { height } = each.getBoundingClientRect();
    if (height > 90) found.push(`one letter a line: ${each.textContent}`);
  }
  return found;
}"""


def fits(page, where):
    page.page.wait_for_timeout(150)
    assert page.page.evaluate(FAULTS) == [], where


def dialogs(page):
    """Open each dialog over an analysis, one after the other."""
    page.go("#/analyse?moves=f5d6c3")
    for dialog in DIALOGS:
        page.page.evaluate(f"outflank.dialogs.{dialog}")
        page.page.wait_for_selector("dialog[open]")
        yield dialog
        page.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("size", "locale"),
    [(size, code) for code in catalogues() for size in (SIZES if code in ("en", "ja") else NARROW)],
)
def test_every_screen_fits_and_shows_names_in_full(tab, pages, size, locale):
    """Once, names were cut to two letters beside a clock, and a filter by a long one made a phone's page scroll."""
    page = tab.more(locale=locale, **SIZES[size])
    page.go("#/")
    page.page.evaluate("name => localStorage.setItem('outflank.name', JSON.stringify(name))", LONG)
    anna = pages("a")
    (secret,) = invite(anna, name=WIDE)
    page.go(f"#/join/{anna.game['game']}/{secret}").page.wait_for_selector(".invited")
    fits(page, "invitation")
    page.page.locator(".screen-join button.primary").click()
    page.wait("Boolean(outflank.modes.play.state?.moves)")
    fits(page, "game with a friend")
    for setup in GAMES:
        page.begin(*setup["seats"], **{key: value for key, value in setup.items() if key != "seats"})
        page.page.wait_for_selector("#scores .score")
        fits(page, setup)
    for place in PLACES:
        page.go(place)
        fits(page, place)
    for dialog in dialogs(page):
        fits(page, dialog)
    assert page.faults == []


@pytest.mark.parametrize("locale", catalogues())
@pytest.mark.parametrize("size", ["390", "1280"])
def test_axe_finds_no_violation_on_any_screen(tab, size, locale):
    page = tab.more(locale=locale, **SIZES[size])
    for place in PLACES:
        check(page.go(place), place)
    for dialog in dialogs(page):
        check(page, dialog)
    assert page.faults == []
