"""Every address, in every order: what is shown can be used, and nothing that was played is out of reach."""

import re
import sqlite3
from contextlib import closing

import pytest

from tests.web.playing import CURRENT, EXAMINED

pytestmark = pytest.mark.slow

GAME = ["f5", "d6", "c3", "d3", "c4", "f4"]


def mode(tab):
    return tab.page.evaluate("outflank.mode.name")


def check_playable(tab):
    """A click on the board makes a move, and the buttons around it work."""
    tab.wait("outflank.mode.name === 'play' && outflank.modes.play.mayMove")
    before = tab.moves
    tab.page.locator("button.legal").first.click()
    tab.wait(f"outflank.modes.play.state.moves.length > {len(before)}")
    tab.page.keyboard.press("ArrowLeft")
    tab.page.keyboard.press("End")
    tab.button("Share").click()
    assert tab.page.get_by_role("dialog").get_by_role("textbox", name="Link", exact=True).input_value()
    tab.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "address",
    ["#/analyse?moves=f5d6c3", "#/review?moves=f5d6c3", "#/analyse", "#/review", "#/", "#/what", "#/play/what", ""],
)
def test_play_is_alive_whatever_the_address_was(tab, address):
    tab.go(address)
    if mode(tab) == "home":
        tab.page.get_by_role("button", name=re.compile("^Play (?!a friend)")).click()
    else:
        tab.turn_to("Play")
    check_playable(tab)


def test_back_and_forward_go_where_one_was(tab):
    tab.begin("human", "human", moves=GAME)
    game = tab.page.evaluate("location.hash")
    tab.turn_to("Analyse")
    tab.turn_to("Review")
    tab.wait("location.hash.startsWith('#/review')")
    tab.page.go_back()
    tab.wait("outflank.mode.name === 'analyse' && location.hash.startsWith('#/analyse')")
    tab.page.go_back()
    tab.wait("outflank.mode.name === 'play'")
    assert tab.page.evaluate("location.hash") == game
    assert tab.moves == GAME
    tab.page.go_forward()
    tab.wait("outflank.mode.name === 'analyse'")
    assert tab.page.evaluate(EXAMINED) == GAME
    tab.page.go_back()
    tab.wait("outflank.mode.name === 'play'")
    check_playable(tab)


def test_back_leads_from_a_new_game_to_the_one_before(tab):
    tab.begin("human", "human", moves=GAME)
    before = tab.page.evaluate("location.hash")
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    assert tab.page.evaluate("location.hash") not in (before, "#/play")
    tab.page.go_back()
    tab.until_moves(len(GAME))
    assert tab.page.evaluate("location.hash") == before


def test_back_within_an_analysis_keeps_its_variations(tab):
    tab.begin("human", "human", moves=GAME)
    tab.turn_to("Analyse")
    tab.wait(f"{EXAMINED}.length === 6")
    tab.page.keyboard.press("ArrowLeft")
    leave_the_game(tab)
    line = tab.page.evaluate("outflank.examined.study.current.path")
    tab.page.evaluate("location.hash = location.hash.replace(/at=\\d+/, 'at=2')")
    tab.wait("outflank.examined.study.current.ply === 2")
    assert tab.page.evaluate("outflank.examined.study.root.children.length") == 1
    assert (
        tab.page.evaluate("moves => outflank.examined.study.extend(outflank.examined.study.root, moves).path", line)
        == line
    )
    assert tab.page.evaluate("outflank.examined.hasWork")


def test_quick_steps_back_end_at_the_last_of_them(tab):
    addresses = []
    for moves in (GAME[:1], GAME[:2], GAME[:3]):
        tab.begin("human", "human", moves=moves)
        addresses.append(tab.page.evaluate("location.hash"))
    tab.page.evaluate("history.back(); history.back()")
    tab.wait("hash => location.hash === hash && outflank.modes.play.state.moves.length === 1", addresses[0])
    assert tab.page.evaluate("outflank.modes.play.id") == addresses[0].removeprefix("#/play/")


def test_skipping_to_the_board_stays_in_the_game(tab):
    tab.begin("human", "human", moves=GAME)
    before = tab.page.evaluate("outflank.modes.play.id")
    tab.page.locator("#skip").focus()
    tab.page.keyboard.press("Enter")
    assert tab.page.evaluate("document.activeElement.dataset.square")
    assert tab.page.evaluate("outflank.modes.play.id") == before
    assert tab.moves == GAME


def test_skipping_where_there_is_no_board_leads_past_the_buttons_to_what_is_there(tab):
    tab.go("#/games")
    assert tab.page.locator("#skip").inner_text() == "To the content"
    tab.page.locator("#skip").focus()
    tab.page.keyboard.press("Enter")
    assert tab.page.evaluate("document.activeElement.id") == "screen-games"
    assert tab.page.evaluate("location.hash") == "#/games"
    tab.go("#/analyse")
    assert tab.page.locator("#skip").inner_text() == "To the board"


@pytest.mark.parametrize("address", ["#/nothing", "#/constructor", "#/%E0%A4%A"])
def test_address_that_is_none_is_said_and_leads_home(tab, address):
    tab.go(address)
    assert "There is no page “" in tab.page.get_by_role("alert").inner_text()
    assert (mode(tab), tab.page.evaluate("location.hash")) == ("home", "#/")


def test_no_place_is_silent_about_a_part_of_its_address_that_it_does_not_know(tab):
    tab.go("#/")
    said = tab.page.locator(".note", has_text=re.compile("There is no |This server has no club"))
    for name in tab.page.evaluate("Object.keys(outflank.modes)"):
        ownable = name in ("join", "prepare")  # anything may be the key of a game or a player's name
        for tail in ["x/y/z/w"] if ownable else ["x", "x/y/z/w"]:
            tab.page.evaluate("location.hash = '#/'")
            tab.wait("location.hash === '#/' && outflank.mode.name === 'home' && !document.querySelector('.note')")
            tab.page.evaluate("hash => { location.hash = hash; }", f"#/{name}/{tail}")
            said.first.wait_for()
            tab.wait("hash => location.hash !== hash", f"#/{name}/{tail}")
    assert tab.faults == []


def test_address_may_change_before_the_server_has_answered(tab):
    tab.page.goto("about:blank")
    tab.page.goto(f"{tab.address}/", wait_until="commit")
    tab.page.evaluate("location.hash = '#/analyse?moves=f5d6c3'")
    tab.page.wait_for_selector("html[data-ready]")
    tab.wait(f"{EXAMINED}.length === 3")
    assert mode(tab) == "analyse"


@pytest.mark.parametrize("kept", ["null", "{}", '{"edition": "x", "kinds": {}}', "[", '{"edition": "x"}'])
def test_what_the_browser_keeps_of_the_server_may_be_anything(tab, kept):
    tab.page.evaluate("kept => localStorage.setItem('outflank.kinds', kept)", kept)
    for _ in range(2):
        tab.reload()
        assert tab.page.evaluate("Object.keys(outflank.kinds)")[0] == "othello"
    check_playable(tab)


def test_logo_leads_home_and_back_to_the_game(tab):
    tab.begin("human", "human", moves=GAME)
    tab.page.get_by_role("link", name="Outflank").click()
    tab.wait("outflank.mode.name === 'home'")
    assert not tab.page.locator("#board").is_visible()
    tab.page.go_back()
    tab.wait("outflank.mode.name === 'play'")
    assert tab.moves == GAME


def leave_the_game(tab):
    """Play another move than the game has here."""
    legal = tab.page.evaluate(f"Object.keys({CURRENT}.view.legal).filter(move => move !== {CURRENT}.children[0].move)")
    tab.square(legal[0]).click()
    tab.wait(f"!outflank.examined.study.isMain({CURRENT})")


def games_in(server):
    (file,) = server.folder.rglob("games.sqlite")
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]


def test_nothing_is_stored_before_the_first_move(tab, shared_server):
    before = games_in(shared_server)
    for _ in range(3):
        tab.go()
    tab.begin("human", "human", size=6)
    assert games_in(shared_server) == before
    assert tab.page.evaluate("location.hash") == "#/play"
    tab.reload()
    assert tab.page.evaluate("outflank.board.view.width") == 6  # the game that was begun here
    tab.page.locator("button.legal").first.click()
    tab.until_moves(1)
    tab.wait("location.hash.startsWith('#/play/')")
    assert games_in(shared_server) == before + 1


def test_last_game_is_found_again_after_any_number_of_visits(tab):
    tab.begin("human", "human")
    for count, name in enumerate(GAME[:3], 1):
        tab.square(name).click()
        tab.until_moves(count)
    for _ in range(3):
        tab.go()
        assert tab.moves == []
    tab.begin("human", "human", size=6)
    tab.button("Continue the last game").click()
    tab.until_moves(3)
    assert tab.moves == GAME[:3]


def test_connection_that_is_lost_before_the_first_move_does_no_harm(tab):
    tab.begin("human", "human", size=6)
    lost = tab.page.evaluate("outflank.modes.play.id")
    with tab.without_connection():
        pass
    tab.wait("lost => ![null, lost].includes(outflank.modes.play.state && outflank.modes.play.id)", lost)
    check_playable(tab)
    assert tab.page.evaluate("outflank.board.view.width") == 6


# --- what is analysed ---------------------------------------------------------------------------------------------


def test_analysis_follows_the_game(tab):
    tab.begin("human", "human", moves=GAME[:3])
    tab.turn_to("Analyse")
    tab.wait(f"{EXAMINED}.length === 3")
    tab.turn_to("Play")
    tab.square("d3").click()
    tab.until_moves(4)
    tab.turn_to("Analyse")
    tab.wait(f"{EXAMINED}.length === 4")
    tab.wait("outflank.examined.study.current.ply === 4")
    tab.turn_to("Play")
    tab.begin("human", "human", moves=["f5", "f6"])
    tab.turn_to("Review")
    tab.wait(f"{EXAMINED}.join() === 'f5,f6'")
    assert tab.page.locator(".present").count() == 0


def test_analysis_with_work_in_it_stays_and_offers_the_game(tab):
    tab.begin("human", "human", moves=GAME[:3])
    tab.turn_to("Analyse")
    tab.wait(f"{EXAMINED}.length === 3")
    tab.page.keyboard.press("ArrowLeft")
    tab.wait("outflank.examined.study.current.ply === 2")
    leave_the_game(tab)
    tab.turn_to("Play")
    tab.begin("human", "human", moves=["f5", "f6"])
    tab.turn_to("Analyse")
    panel = tab.page.locator("#panel-analyse")
    assert "another game than the one you are playing" in panel.locator(".present").inner_text()
    assert tab.page.evaluate(EXAMINED) == GAME[:3]
    panel.get_by_role("button", name="Show my game").click()
    tab.wait(f"{EXAMINED}.join() === 'f5,f6'")
    assert panel.locator(".present").count() == 0


def test_game_that_was_taken_back_is_said_to_have_changed(tab):
    tab.begin("human", "human", moves=GAME[:3])
    tab.turn_to("Analyse")
    tab.wait(f"{EXAMINED}.length === 3")
    tab.turn_to("Play")
    tab.button("Undo").click()
    tab.until_moves(2)
    tab.turn_to("Analyse")
    assert "has changed" in tab.page.locator("#panel-analyse .present").inner_text()


def test_review_survives_a_reload_and_says_when_the_game_has_gone_on(tab):
    tab.begin("human", "human", moves=GAME[:3])
    tab.page.evaluate("outflank.reviewGame()")
    tab.wait("outflank.modes.review.isWhole && !outflank.modes.review.running", seconds=240)
    tab.reload()
    tab.wait("outflank.modes.review.judged.length === 3")
    assert tab.page.locator(".summary").count() == 2
    tab.turn_to("Play")
    tab.button("Continue the last game").click()
    tab.until_moves(3)
    tab.square("d3").click()
    tab.until_moves(4)
    tab.turn_to("Review")
    tab.page.get_by_text("The game has gone on since it was reviewed.").wait_for()
    assert tab.button("Review the whole game").is_visible()


def test_graph_keeps_the_game_when_a_variation_is_entered(tab):
    tab.begin("human", "human", moves=GAME)
    tab.page.evaluate("outflank.reviewGame()")
    tab.wait("outflank.modes.review.isWhole", seconds=240)
    tab.turn_to("Analyse")
    points = tab.page.locator("#panel-analyse .graph .point:not(.aside)")
    tab.wait("document.querySelectorAll('#panel-analyse .graph .point:not(.aside)').length > 5")
    before = points.count()
    for _ in range(3):
        tab.page.keyboard.press("ArrowLeft")
    tab.wait("outflank.examined.study.current.ply === 3")
    leave_the_game(tab)
    assert points.count() == before


def scrolled_down(tab):
    tab.wait("document.documentElement.scrollHeight > innerHeight")
    tab.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return tab.page.evaluate("scrollY")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("address", ["#/opponents", "#/rules"])
def test_what_is_turned_to_begins_at_its_top_and_back_keeps_the_place(tab, address, size):
    tab.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    tab.begin("human", "human", moves=GAME)
    tab.go(address)
    before = scrolled_down(tab)
    assert before > 100
    tab.begin("human", "human")
    tab.wait("outflank.mode.name === 'play' && location.hash.startsWith('#/play')")
    assert tab.page.evaluate("scrollY") == 0
    assert tab.page.locator("#board").bounding_box()["y"] >= 0
    tab.page.go_back()
    tab.wait("y => Math.abs(scrollY - y) < 2", before)
    tab.page.evaluate("location.hash = '#/analyse?moves=f5d6'")
    tab.wait("outflank.mode.name === 'analyse' && outflank.examined.study.mainLine.length === 3")
    assert tab.page.evaluate("scrollY") == 0
    scrolled_down(tab)
    tab.page.evaluate("location.hash = '#/help'")
    tab.wait("outflank.mode.name === 'help' && scrollY === 0")


def test_error_of_an_address_goes_with_what_it_is_about(tab):
    for address in ("#/opponents", "#/review?moves=f5d6"):
        tab.go("#/review?moves=f5d6zz")
        tab.page.get_by_role("alert").wait_for()
        tab.page.evaluate("address => { location.hash = address; }", address)
        tab.wait("!document.querySelector('.note.error')")
    tab.page.evaluate("location.hash = '#/play/no-game-has-this-id'")  # which is said, though the page turns elsewhere
    tab.page.get_by_role("alert").wait_for()
    tab.wait("location.hash !== '#/play/no-game-has-this-id'")
    assert tab.page.get_by_role("alert").inner_text().strip("×\n ")


def test_error_of_a_pasted_text_goes_when_the_text_changes(tab):
    tab.button("Paste").click()
    tab.page.locator("#paste-text").fill("no game at all")
    tab.button("Read it").click()
    tab.wait("document.getElementById('paste-error').textContent !== ''")
    tab.page.locator("#paste-text").fill("f5d6")
    assert tab.page.locator("#paste-error").inner_text() == ""


def test_settings_are_open_after_another_language_was_chosen(tab):
    tab.button("Settings").click()
    with tab.page.expect_navigation():
        tab.page.get_by_label("Language").select_option("ja")
    tab.page.wait_for_selector("html[lang=ja][data-ready]")
    tab.page.locator("#settings").wait_for()
    tab.page.keyboard.press("Escape")
    tab.reload()
    assert not tab.page.locator("#settings").is_visible()


@pytest.mark.parametrize("address", ["#/", "#/games", "#/play"])
def test_screen_has_no_frame_when_it_takes_the_focus(tab, address):
    tab.go(address)
    tab.page.keyboard.press("Tab")  # from now on the browser shows what has the focus
    tab.page.locator("#board" if address == "#/play" else ".screen:not([hidden])").focus()
    assert tab.page.evaluate("document.activeElement.matches(':focus-visible')")
    assert tab.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
