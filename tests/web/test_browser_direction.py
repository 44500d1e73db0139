"""The page in a language that is written from right to left: it is mirrored, but the board is not."""

import pytest

from tests.web.playing import WIPE_OUT
from tests.web.pseudo import hebrew, served_in
from tests.web.test_browser_screens import PLACES, SIZES, dialogs, fits
from tests.web.test_browser_study import GAME

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LANGUAGE = "he"  # one that the page does not have


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory):
    """A server with a language of Hebrew letters."""
    with served_in(LANGUAGE, hebrew, tmp_path_factory.mktemp("mirrored")) as server:
        yield server


@pytest.fixture
def open_mirrored(open_tab, mirrored):
    return lambda **options: open_tab(mirrored, locale=LANGUAGE, **options)


def left_of(tab, selector):
    return tab.page.locator(selector).first.bounding_box()["x"]


@pytest.mark.parametrize("size", ["360", "1280"])
def test_every_screen_fits(open_mirrored, size):
    page = open_mirrored(**SIZES[size])
    page.go("#/")
    page.begin("human", "level2", clock="300+5")
    page.page.wait_for_selector("#scores .score")
    fits(page, "a game")
    page.begin("human", "tribolo", "tribolo", kind="tribolo", seed=7)
    page.page.wait_for_selector("#scores .score")
    fits(page, "Tribolo")
    for place in PLACES:
        page.go(place)
        fits(page, place)
    for dialog in dialogs(page):
        fits(page, dialog)
    assert page.faults == []


def test_page_is_mirrored_but_the_board_is_not(open_mirrored):
    page = open_mirrored().go(f"#/analyse?moves={GAME[:80]}")
    assert page.page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [LANGUAGE, "rtl"]
    assert left_of(page, "#board") > left_of(page, "#panel-analyse")
    assert left_of(page, "[data-square=a1]") < left_of(page, "[data-square=h1]")
    assert left_of(page, "#evalbar") < left_of(page, "#board")
    assert left_of(page, "#button-back") < left_of(page, "#button-forward")
    assert page.faults == []


def test_sign_of_a_value_stays_before_its_number(open_mirrored):
    """Where words run from right to left, a sign without a mark before it moves behind its number."""
    page = open_mirrored().go("#/")
    page.begin("human", "human", moves=WIPE_OUT)
    page.wait("document.querySelector('#status').textContent.includes('+64')")
    sign, digit = page.page.evaluate("""() => {
      const node = document.querySelector("#status").firstChild;
      const at = node.data.indexOf("+64");
      return [at, at + 1].map((start) => {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + 1);
        return range.getBoundingClientRect().left;
      });
    }""")
    assert sign < digit
