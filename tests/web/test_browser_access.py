"""The page for everybody: no accessibility violation that axe knows of, on screens of every size and colour."""

import re

import pytest

from tests.web.playing import WIPE_OUT
from tests.web.test_browser_study import GAME

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
LOOKS = pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, PHONE], ids=["desktop", "dark", "phone"])

COLOURS = """selector => {
    const element = document.querySelector(selector);
    if (!element) return null;
    const svg = element.closest("svg");
    let [ink, ground] = [getComputedStyle(element)[svg ? "fill" : "color"], null];
    if (svg && element.matches(".corner-label")) {
        ground = getComputedStyle(element).stroke;  // an outline, on the felt and on discs of both colours
    } else if (svg) {  // letters beside the squares stand on the frame
        const under = element.parentElement.matches(".step")  // the number of a move of a line, on its disc
            ? element.previousElementSibling
            : svg.querySelector(".frame");
        ground = under && getComputedStyle(under).fill;
    }
    for (let at = element; !ground && at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor;
        const parts = colour.match(/[\\d.]+/g).map(Number);
        if (parts.length === 3 || parts[3] === 1) ground = colour;
    }
    return [ink, ground ?? "rgb(255, 255, 255)"];
}"""
"""The colour of an element's text, and of what it stands on."""

WORDS = "selector => document.querySelector(selector)?.innerText.trim() ?? ''"
"""Script for an element: the words on it; none on an element that has gone."""

RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
"""Checks of axe beyond its usual ones: a button can be called by the words on it (WCAG 2.5.3)."""

EXAMINED = {"#evalbar-value": "it stands on the part of its own side, in the colours of discs"}
"""Elements that were looked at by eye, each with the reason why it is well."""


def luminance(colour):
    """The relative luminance of a colour of CSS in RGB, as WCAG 2 defines it."""
    parts = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """The contrast ratio of two colours, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def check(tab, where):
    """Let axe look at the page as it is."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    tab.page.wait_for_timeout(250)  # until what fades has faded
    response = axe.Axe().run(tab.page, options=RULES).response
    said = [f"{each['id']}: {[node['target'] for node in each['nodes']]}" for each in response["violations"]]
    assert said == [], where
    for each in response["incomplete"]:  # what axe cannot decide is looked at here
        if each["id"] in RULES["rules"]:  # a sign such as × is no word that could be spoken
            shown = [tab.page.evaluate(WORDS, node["target"][0]) for node in each["nodes"]]
            assert all(len(words) <= 2 for words in shown), (where, shown)
            continue
        assert each["id"] == "color-contrast", (where, each["id"], [node["target"] for node in each["nodes"]])
        for node in each["nodes"]:
            if node["target"][0] in EXAMINED:
                continue
            colours = tab.page.evaluate(COLOURS, node["target"][0])  # none of a note that has gone meanwhile
            assert not colours or contrast(*colours) >= 4.5, (where, node["target"], colours)


def check_width(tab, where=None):
    """Nothing is wider than the window."""
    content, window = tab.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert content <= window, where


@LOOKS
def test_axe_finds_no_violation(tab, options):
    page = tab.more(**options).go()
    page.begin("human", "level2")
    page.square("f5").click()
    page.until_moves(2)
    check(page, "play")
    page.begin("human", "human", moves=WIPE_OUT)
    page.page.wait_for_selector(".result")
    check(page, "game over")
    page.go("#/analyse?moves=f5d6c3")
    page.page.get_by_label("Number of best moves to value").select_option("3")
    page.page.wait_for_selector(".line >> nth=2")
    page.page.get_by_text("The graph as a table").first.click()
    check(page, "analysis")
    page.go(f"#/review?moves={GAME[:40]}")
    check(page, "before a review")
    page.page.wait_for_selector("text=Review again", timeout=150_000)
    page.page.keyboard.press("i")
    check(page, "review")
    assert page.faults == []


@LOOKS
def test_axe_finds_no_violation_where_people_are_compared(tab, options):
    page = tab.more(**options).go("#/opponents")
    page.page.locator(".own-rating button").wait_for()
    check(page, "opponents")
    check_width(page, "opponents")
    page.go("#/practice/timed")
    check(page, "before a run against the clock")
    page.button("Begin").click()
    page.wait("outflank.modes.practice.part.part.view")
    check(page, "a run against the clock")
    check_width(page, "a run against the clock")
    page.button("End the run").click()
    page.page.locator(".lesson-words", has_text="You have solved").wait_for()
    check(page, "after a run against the clock")
    page.go("#/practice/openings")
    page.page.get_by_role("button", name=re.compile(r"^Add ")).first.click()
    page.page.locator(".gaps li").first.wait_for()
    check(page, "a repertoire with replies without an answer")
    check_width(page, "a repertoire with replies without an answer")
    page.go("#/analyse?moves=f5d6c3d3c4")
    page.page.locator(".explorer summary").click()
    page.page.locator(".explorer-move").first.wait_for()
    page.page.locator(".explorer .people:not(:empty)").first.wait_for(timeout=60_000)
    check(page, "explorer with the moves of people")
    check_width(page, "explorer with the moves of people")
    page.button("New game").first.click()
    page.page.locator("#new-game-openings option").first.wait_for(state="attached")
    page.page.get_by_text("More choices").click()
    check(page, "a new game")
    check_width(page, "a new game")
    assert page.faults == []


@pytest.mark.parametrize("options", [PHONE, SMALL], ids=["390", "360"])
def test_phone_shows_the_board_in_full_width_with_targets_for_fingers(tab, options):
    page = tab.more(**options).go()
    page.begin("human", "level1")
    for hash_ in (None, "#/analyse?moves=f5d6c3", f"#/review?moves={GAME[:20]}"):
        if hash_:
            page.go(hash_)
        check_width(page)
        board = page.page.locator("#board").bounding_box()
        assert board["width"] == options["viewport"]["width"]
        assert page.square("a1").bounding_box()["width"] >= 44
        tabs = page.page.locator("[role=tablist]").bounding_box()
        assert tabs["y"] > board["y"] + board["height"]
        small = page.page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, summary")]
              .filter((each) => each.checkVisibility() && !each.closest(".note"))
              .filter((each) => Math.round(each.getBoundingClientRect().height) < 44)
              .map((each) => each.outerHTML.slice(0, 80))"""
        )
        assert small == []


def test_game_is_played_by_touch(tab):
    page = tab.more(**PHONE).go()
    page.begin("human", "level1")
    page.square("f5").tap()
    page.until_moves(2)
    assert page.faults == []


def test_page_is_one_grid_with_one_tab_stop(tab):
    assert tab.page.get_by_role("grid", name="Board").count() == 1
    assert tab.page.locator("#board [tabindex='0']").count() == 1
    assert tab.page.locator("#board table button").count() == 64


def test_board_can_be_walked_with_home_and_end(tab):
    tab.square("d4").focus()
    tab.page.evaluate("outflank.board.walkTo(27)")
    for key, square in (("Home", "a4"), ("End", "h4"), ("ArrowUp", "h3"), ("ArrowRight", "h3"), ("ArrowLeft", "g3")):
        tab.page.keyboard.press(key)
        assert tab.page.evaluate("document.activeElement.dataset.square") == square


@pytest.mark.parametrize("palette", ["green", "slate", "blue", "sand", "grey", "contrast"])
def test_discs_stand_out_from_every_board(tab, palette):
    tab.page.evaluate("palette => { document.documentElement.dataset.palette = palette; }", palette)
    black, white, felt = tab.page.evaluate(
        """() => [".piece.seat-0", ".piece.seat-1", ".felt"].map((each) =>
          getComputedStyle(document.querySelector("#board " + each)).fill)"""
    )
    assert contrast(black, felt) >= 3
    assert contrast(white, felt) >= 3
