"""Notifications for one's turn, while the page is open in the background."""

import pytest

pytestmark = pytest.mark.slow

LABEL = "Notify me when it is my turn, while this page is in the background"
NOTED = "window.noted.length"
# a browser without a screen shows no notifications: note what would be shown
NOTING = (
    "window.noted = []; window.answer = 'granted'; window.asked = 0;"
    " window.Notification = class { constructor(title, options) { noted.push([title, options.body, options.tag]); }"
    " static get permission() { return window.asked ? window.answer : 'default'; }"
    " static async requestPermission() { window.asked++; return window.answer; } };"
)
HIDE = "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); true"


@pytest.fixture
def noting(open_tab, shared_server):
    tab = open_tab(shared_server)
    tab.page.add_init_script(NOTING)
    yield tab.go()
    assert tab.faults == []


def choose(tab):
    tab.button("Settings").click()
    assert tab.page.evaluate("asked") == 0  # only the person's gesture asks
    tab.page.get_by_text("More choices").click()
    tab.page.get_by_label(LABEL).click()
    tab.wait("asked === 1")


def test_turn_is_announced_in_the_background(noting):
    choose(noting)
    noting.page.keyboard.press("Escape")
    noting.begin("human", "momo")
    noting.page.evaluate(HIDE)
    noting.page.evaluate("outflank.modes.play.choose('f5')")
    noting.until_moves(2)
    noting.wait(f"{NOTED} === 1")
    title, body, tag = noting.page.evaluate("noted[0]")
    assert title == "Your turn"
    assert body.startswith(f"White {noting.moves[1]}, flips")
    assert tag == noting.page.evaluate("outflank.modes.play.id")


def test_turn_is_not_announced_while_the_page_is_seen(noting):
    choose(noting)
    noting.page.keyboard.press("Escape")
    noting.begin("human", "momo")
    noting.square("f5").click()
    noting.until_moves(2)
    assert noting.page.evaluate(NOTED) == 0


def test_nothing_is_announced_to_a_person_who_has_not_asked(noting):
    noting.begin("human", "momo")
    noting.page.evaluate(HIDE)
    noting.page.evaluate("outflank.modes.play.choose('f5')")
    noting.until_moves(2)
    assert noting.page.evaluate("[asked, noted.length]") == [0, 0]


def test_browser_that_refuses_is_respected(noting):
    noting.page.evaluate("answer = 'denied'")
    choose(noting)
    noting.wait("document.querySelector('#settings .note') !== null")
    assert not noting.page.get_by_label(LABEL).is_checked()
    assert noting.page.evaluate("JSON.parse(localStorage.getItem('outflank.settings')).notify") is False
