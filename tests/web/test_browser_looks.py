"""The looks of the page as a person chooses and sees them: boards and discs, previews of lines, the review in sight."""

import pytest

from tests.web.test_browser_study import GAME

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

FELT = "getComputedStyle(document.querySelector('#board .felt')).fill"
SHOWN = """selector => {
  const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}"""
"""True if an element is in the window as a whole."""


@pytest.mark.parametrize(("label", "name"), [("Deep water", "blue"), ("Warm wood", "sand"), ("Slate", "slate")])
def test_board_is_chosen_by_its_picture_and_kept(tab, label, name):
    before = tab.page.evaluate(FELT)
    tab.page.evaluate("outflank.dialogs.settings()")
    tab.page.get_by_role("radio", name=label).check(force=True)
    felt = tab.page.evaluate(FELT)
    assert felt != before
    sample = f"getComputedStyle(document.querySelector('.sample[data-palette={name}] .felt')).fill"
    assert tab.page.evaluate(sample) == felt  # the picture shows what one gets
    tab.reload()
    assert tab.page.evaluate(FELT) == felt


def test_discs_are_chosen_by_their_picture_and_kept(tab):
    tab.page.evaluate("outflank.dialogs.settings()")
    tab.page.get_by_role("radio", name="Rings").check(force=True)
    tab.reload()
    assert tab.page.evaluate("document.documentElement.dataset.discs") == "rings"


def test_selected_tab_is_the_brightest(tab):
    ground = "each => getComputedStyle(each).backgroundColor.match(/\\d+/g).map(Number)"
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        selected, others = (tab.page.locator(each).evaluate(ground) for each in (".tabs [aria-selected=true]", ".tabs"))
        assert sum(selected) > sum(others)


def test_pointer_on_a_line_shows_its_last_position(tab):
    tab.go("#/analyse?moves=f5d6c3")
    tab.page.get_by_label("Number of best moves to value").select_option("3")
    tab.page.wait_for_selector(".line >> nth=2")
    tab.button("Engine").click()
    preview = tab.page.locator(".line-preview")
    assert preview.is_hidden()
    tab.page.locator(".line").nth(1).hover()
    preview.locator("svg").wait_for()
    shown = preview.inner_html()
    tab.page.locator(".line").nth(2).hover()
    tab.wait("before => document.querySelector('.line-preview').innerHTML !== before", shown)
    tab.page.locator("#status").hover()
    preview.wait_for(state="hidden")


def test_graph_and_verdict_of_a_review_stay_in_sight(tab):
    page = tab.more(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.go(f"#/review?moves={GAME[:40]}")
    page.page.wait_for_selector("text=Review again", timeout=200_000)
    page.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.page.evaluate("scrollY") > 300
    assert page.page.evaluate(SHOWN, ".insight .graph")
    page.page.evaluate("outflank.mode.ends(true); outflank.mode.step(1)")
    page.wait("document.querySelector('.insight .verdict').textContent !== ''")
    assert page.page.evaluate(SHOWN, ".insight .verdict")
    assert page.faults == []
