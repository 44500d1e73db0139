"""The club in a real browser."""

import pytest

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
    tab.button("Offer this game").click()
    other.button("Accept the challenge of Cleo").click()
    for each in (tab, other):
        each.wait("outflank.modes.play.state?.rated === true && outflank.mode === outflank.modes.play")
        assert each.page.get_by_role("button", name="Take back").count() == 0
    one, two = (tab, other) if tab.page.evaluate("outflank.modes.play.state.you[0]") == 0 else (other, tab)
    for ply, square in enumerate(WIPE_OUT):
        (two if ply % 2 else one).square(square).click()
        for each in (tab, other):
            each.until_moves(ply + 1)
    tab.page.get_by_text("1662").wait_for()
    assert (tab.faults, other.faults) == ([], [])
