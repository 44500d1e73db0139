"""The club in a real browser."""

import random
import re

import pytest
import segno

from tests.web.conftest import Served
from tests.web.playing import WIPE_OUT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server_options():
    return ("--club",)


def claim(tab, name):
    tab.go("#/account")
    tab.page.get_by_label("Name on this server").fill(name)
    tab.button("Take this name").click()
    tab.page.get_by_text(f"You are {name} here.").first.wait_for()
    return tab


def test_a_name_that_the_lobby_asked_for_leads_back_to_it(tab):
    tab.go("#/lobby").page.get_by_role("link", name="Choose a name").click()
    tab.page.get_by_role("textbox", name="Name on this server", exact=True).fill("Lena")
    tab.button("Take this name").click()
    tab.wait("location.hash === '#/lobby'")
    assert tab.faults == []


def test_words_take_a_name_to_another_browser(tab):
    claim(tab, "Anna")
    tab.button("Show the words").click()
    words = tab.page.locator(".key-words li").all_inner_texts()
    assert len(words) == 16
    other = tab.more().go("#/account")
    field = other.page.get_by_label("Words from another device")
    for wrong in ("", " ".join(words[:15]), " ".join([*words[1:], words[0]]), " ".join(["bobo", *words[1:]]), "<b>"):
        field.fill(wrong)
        other.button("Be this person here").click()
        assert "not the 16 words" in other.page.get_by_role("alert").last.inner_text()
    field.fill("  ".join(words).upper() + "\n")
    other.button("Be this person here").click()
    other.page.get_by_text("You are Anna here.").first.wait_for()
    assert other.page.evaluate("outflank.connection.key") == tab.page.evaluate("outflank.connection.key")
    assert other.faults == []


def test_a_person_deletes_everything(tab):
    claim(tab, "Bob")
    tab.button("Delete it …").click()
    tab.page.get_by_label("Type your own name to delete everything").fill("Bob")
    tab.button("Delete everything").click()
    tab.page.get_by_text("Choose a name to play").wait_for()


def test_two_people_meet_in_the_lobby_and_play_a_rated_game(tab):
    claim(tab, "Cleo").go("#/lobby")
    other = claim(tab.more(), "Dan").go("#/lobby")
    tab.button("5+5 Blitz").click()
    other.button("Accept the challenge of Cleo").click()
    for each in (tab, other):
        each.wait("outflank.modes.play.state?.rated === true && outflank.mode === outflank.modes.play")
        assert each.page.get_by_role("button", name="Take back").count() == 0
        each.page.get_by_text("This game counts for your rating.").wait_for()
        each.wait("document.querySelectorAll('#scores .elo').length === 2")
        assert each.page.locator("#scores .elo").all_inner_texts() == ["?", "?"]  # no results yet
    one, two = (tab, other) if tab.page.evaluate("outflank.modes.play.state.you[0]") == 0 else (other, tab)
    for ply, square in enumerate(WIPE_OUT):
        (two if ply % 2 else one).square(square).click()
        for each in (tab, other):
            each.until_moves(ply + 1)
    tab.page.get_by_text("Your rating appears after three games.").wait_for()
    assert (tab.faults, other.faults) == ([], [])


def test_the_code_of_a_key_takes_it_to_another_browser_which_asks_first(tab, monkeypatch):
    claim(tab, "Erik")
    pad_as_the_standard(monkeypatch)
    tab.button("Show the words").click()
    key = tab.page.evaluate("outflank.connection.key")
    picture = tab.page.get_by_role("img", name="Your key as a QR code")
    link = f"{tab.address}/#/account/key/{key}"
    assert dark_modules(picture.locator("path").get_attribute("d")) in [dark(code(link, mask)) for mask in range(8)]

    other = claim(tab.more(), "Fay")
    own = other.page.evaluate("outflank.connection.key")
    asked = other.page.get_by_role("region", name="A key from another device")
    other.page.goto(link)
    asked.get_by_text("you lose Fay").wait_for()
    assert other.page.evaluate("location.hash") == "#/account"  # nor is the key in the history
    other.button("Stay as I am").click()
    asked.wait_for(state="hidden")
    assert other.page.evaluate("outflank.connection.key") == own
    for wrong in ("", "abc", key + "a", key[:-1] + "9", key[:-1] + "%00", "<b>".ljust(32, "a")):
        other.go(f"#/account/key/{wrong}").page.get_by_text("This link has no valid key").first.wait_for()
        assert asked.is_hidden()
    other.go(f"#/account/key/{own}").page.get_by_text("This browser has this key already.").first.wait_for()
    other.go(f"#/account/key/{key}")
    asked.get_by_role("button", name="Be this person here").click()
    other.page.get_by_text("You are Erik here.").first.wait_for()
    assert other.page.evaluate("outflank.connection.key") == key
    assert other.faults == []


def code(text, mask):
    """The rows of a text's QR code, made by another program."""
    return [
        list(row) for row in segno.make_qr(text.encode(), error="m", mode="byte", boost_error=False, mask=mask).matrix
    ]


def pad_as_the_standard(monkeypatch):
    """Let segno add no codeword of zeros, which the standard does not have."""
    monkeypatch.setattr("segno.encoder.write_padding_bits", lambda buff, _version, bits: buff.extend([0] * (-bits % 8)))


def dark(rows):
    return {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


def dark_modules(path):
    return {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}


@pytest.mark.parametrize("length", [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])
def test_codes_equal_those_of_another_program(tab, monkeypatch, length):
    pad_as_the_standard(monkeypatch)
    text = "".join(random.Random(length).choices("abcxyz019/#:.", k=length))
    script = "args => import('/js/screens/later/qrcode.js').then(each => each.qrCode(...args))"
    drawn = [tab.page.evaluate(script, [text, [mask]]) for mask in range(8)]
    assert drawn == [code(text, mask) for mask in range(8)]
    assert tab.page.evaluate(script, [text]) in drawn
    assert tab.page.evaluate(script, ["x" * 107]) is None


def test_signed_in_person_has_no_key_to_move(open_tab, tmp_path):
    server = Served(tmp_path, "--club", "--sign-in-header", "X-Forwarded-User").start(ready=False)
    try:
        tab = open_tab(server, extra_http_headers={"X-Forwarded-User": "anna"}).go("#/account")
        tab.page.get_by_text("You are signed in as anna.").wait_for()
        assert tab.page.get_by_label("Name on this server").input_value() == "anna"
        assert tab.page.get_by_role("region", name="Key", exact=True).count() == 0
        tab.go(f"#/account/key/{'a' * 32}").page.get_by_text("there is no key to move").first.wait_for()
        assert tab.page.get_by_role("region", name="A key from another device").count() == 0
        assert tab.faults == []
    finally:
        server.stop()
