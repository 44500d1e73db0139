"""The home and My games in a browser: everything that a person does there, once."""

import json
import re

import pytest

from tests.web.test_browser_access import LOOKS, PHONE, check, check_width

pytestmark = pytest.mark.slow

TIGER = ["f5", "d6", "c3", "d3", "c4"]
DIAGONAL = ["f5", "f6", "e6", "f4"]


@pytest.fixture(scope="module")
def server_options():
    """So that each browser has its own games."""
    return "--name", "club.example"


def rows(tab):
    return tab.page.locator(".game")


def until_rows(tab, count):
    tab.wait("count => document.querySelectorAll('.game').length === count", count)


def play_some(tab):
    """Three games: a Tiger that goes on, one that was lost, one between two people."""
    tab.begin("human", "human", moves=DIAGONAL)
    tab.begin("human", "level1", moves=["f5", "d6"])
    tab.page.evaluate("outflank.modes.play.change('resign')")
    tab.wait("outflank.modes.play.state.result")
    tab.begin("human", "level1", moves=[*TIGER, "f4"])
    tab.go("#/games")
    until_rows(tab, 3)


def row_with(tab, words):
    return rows(tab).filter(has_text=words)


def in_menu(tab, words, action):
    """Press an action in the menu of the row with these words."""
    row = row_with(tab, words)
    row.locator("summary").click()
    row.get_by_role("button", name=action).click()


def note(tab):
    return tab.page.locator(".note")


# --- the home -----------------------------------------------------------------------------------------------------


def test_first_visit_has_one_large_button_and_no_games(tab):
    tab.go("#/")
    button = tab.page.get_by_role("button", name=re.compile("^Play Coco, you are Black$"))
    assert button.bounding_box()["height"] > 90
    assert tab.page.get_by_role("region", name="Latest games").count() == 0
    assert tab.page.locator(".continue").count() == 0
    button.click()
    tab.wait("outflank.mode.name === 'play' && outflank.modes.play.mayMove")
    assert tab.page.evaluate("outflank.modes.play.state.seats.join()") == "human,coco"


def test_play_remembers_the_last_opponent(tab):
    tab.go("#/")
    tab.button("Choose another game or opponent").click()
    tab.page.get_by_label("Black is played by").select_option("level1")
    tab.page.get_by_label("White is played by").select_option("human")
    tab.button("Start game").click()
    tab.wait("outflank.modes.play.state?.seats.join() === 'level1,human'")
    tab.go("#/")
    tab.page.get_by_role("button", name="Play Computer 1, you are White").click()
    tab.wait("outflank.modes.play.state?.seats.join() === 'level1,human'")


def test_home_goes_on_with_the_last_game_and_shows_the_latest(tab):
    play_some(tab)
    tab.go("#/")
    going_on = tab.page.locator(".continue")
    going_on.wait_for()
    assert "Computer 1" in going_on.inner_text()
    latest = tab.page.get_by_role("region", name="Latest games")
    assert latest.get_by_role("listitem").count() == 3
    assert latest.locator("svg.thumbnail").count() == 3
    going_on.click()
    tab.wait("outflank.mode.name === 'play'")
    assert tab.moves[:6] == [*TIGER, "f4"]
    tab.page.get_by_role("link", name="Outflank").click()
    tab.button("My games Find, review and keep them").click()
    until_rows(tab, 3)
    assert tab.page.evaluate("location.hash") == "#/games"


# --- the list -----------------------------------------------------------------------------------------------------


def test_row_tells_who_played_how_it_ended_and_what_was_played(tab):
    play_some(tab)
    lost = row_with(tab, "Lost")
    assert "You resigned at 3–3" in lost.inner_text()
    assert "Perpendicular · 2 moves" in lost.inner_text()
    tiger = row_with(tab, "Tiger")
    assert [words.strip() for words in tiger.locator(".sides > span").all_inner_texts()] == ["You", "Computer 1"]
    assert "Unfinished" in tiger.inner_text()
    assert tiger.locator("svg.thumbnail .of-0").count() == 1
    pieces = tiger.locator("svg.thumbnail .of-0").get_attribute("d").count("M")
    counted = tab.page.evaluate("[...outflank.modes.games.part.games[0].cells].filter(cell => cell === 'X').length")
    assert pieces == counted


def test_games_are_searched_and_filtered(tab):
    play_some(tab)
    search = tab.page.get_by_role("searchbox", name="Search")
    search.fill("tiger")
    until_rows(tab, 1)
    assert tab.page.get_by_role("status").filter(has_text="1 game").count() == 1
    search.fill("nothing like this")
    tab.page.get_by_text("No game matches.").wait_for()
    search.fill("")
    until_rows(tab, 3)
    tab.page.get_by_label("Result").select_option("lost")
    until_rows(tab, 1)
    tab.page.get_by_label("Result").select_option("")
    tab.page.get_by_label("Against").select_option("Computer 1")
    until_rows(tab, 2)
    tab.page.get_by_label("Against").select_option("")
    tab.page.get_by_role("combobox", name="Game").select_option("tribolo")
    until_rows(tab, 0)


def test_more_games_are_fetched_when_asked_for(tab):
    for number in range(35):
        tab.page.evaluate(
            "moves => outflank.connection.request('new', {setup: {seats: ['human', 'human'], moves}})",
            TIGER[: 1 + number % 5],
        )
    tab.go("#/games")
    until_rows(tab, 30)
    tab.button("More games").click()
    until_rows(tab, 35)
    assert not tab.button("More games").is_visible()
    names = tab.page.evaluate("outflank.modes.games.part.games.map(game => game.id)")
    assert len(set(names)) == 35


def test_game_is_opened_analysed_and_reviewed(tab):
    play_some(tab)
    row_with(tab, "Tiger").get_by_role("link", name="Continue").click()
    tab.wait("outflank.mode.name === 'play'")
    assert tab.moves[:5] == TIGER
    tab.page.go_back()
    until_rows(tab, 3)
    in_menu(tab, "Lost", "Analyse")
    tab.wait("outflank.mode.name === 'analyse' && outflank.examined.study.mainLine.length === 3")
    tab.page.go_back()
    until_rows(tab, 3)
    row_with(tab, "Diagonal").get_by_role("button", name="Review").click()
    tab.wait("outflank.mode.name === 'review' && outflank.examined.study.mainLine.length === 5")


def test_list_without_games_says_how_to_begin(open_tab, serve):
    tab = open_tab(serve()).go("#/games")
    tab.page.get_by_text("You have no games yet.").wait_for()
    assert tab.page.locator(".nothing-yet .thumbnail").is_visible()
    assert not tab.page.get_by_role("searchbox").is_visible()
    tab.button("Play a game").click()
    tab.wait("outflank.mode.name === 'play' && outflank.modes.play.state !== null")
    assert tab.faults == []


def test_row_is_read_at_a_glance(tab):
    """Opponent with a face, result and board; the files are folded."""
    play_some(tab)
    row = row_with(tab, "Lost")
    for part in (".thumbnail", ".face", ".tag"):
        assert row.locator(part).is_visible()
    assert row.get_by_role("button", name="Delete").count() == 0
    assert not tab.button("Export all").is_visible()


def test_game_is_named_in_its_place(tab):
    play_some(tab)
    in_menu(tab, "Tiger", "Rename")
    field = tab.page.get_by_role("textbox", name="Name of the game")
    field.fill("My first Tiger")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_role("heading", name="My first Tiger").wait_for()
    assert row_with(tab, "Tiger").locator("summary").evaluate("each => each === document.activeElement")
    in_menu(tab, "Tiger", "Rename")
    field.fill("Another name")
    tab.page.keyboard.press("Escape")
    assert tab.page.get_by_role("heading", name="My first Tiger").is_visible()
    tab.reload()
    until_rows(tab, 3)
    assert tab.page.get_by_role("heading", name="My first Tiger").is_visible()
    tab.page.get_by_role("searchbox").fill("first")
    until_rows(tab, 1)


def test_game_is_deleted_and_that_is_undone(tab):
    play_some(tab)
    in_menu(tab, "Tiger", "Delete")
    until_rows(tab, 2)
    assert "The game is deleted." in note(tab).inner_text()
    assert tab.page.evaluate("document.activeElement.matches('.game a.button')")
    note(tab).get_by_role("button", name="Undo").click()
    until_rows(tab, 3)
    assert "Tiger" in rows(tab).first.inner_text()
    in_menu(tab, "Tiger", "Delete")
    until_rows(tab, 2)
    tab.reload()
    until_rows(tab, 2)
    assert row_with(tab, "Tiger").count() == 0


def test_everything_is_done_by_keyboard(tab):
    play_some(tab)
    tab.page.get_by_role("searchbox").focus()
    seen = []
    for _ in range(12):
        tab.page.keyboard.press("Tab")
        seen.append(
            tab.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName")
        )
    assert "Continue You – Computer 1" in seen
    assert "More actions for You – Computer 1" in seen
    menu = row_with(tab, "Tiger").locator("summary")
    delete = row_with(tab, "Tiger").get_by_role("button", name="Delete You – Computer 1")
    menu.focus()
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("Tab")
    delete.wait_for()
    tab.page.keyboard.press("Escape")
    delete.wait_for(state="hidden")
    assert menu.evaluate("each => each === document.activeElement")
    tab.page.keyboard.press("Enter")
    menu.page.keyboard.press("Shift+Tab")
    delete.wait_for(state="hidden")
    menu.focus()
    tab.page.keyboard.press("Enter")
    for _ in ("Analyse", "Rename", "Delete"):
        tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Enter")
    until_rows(tab, 2)


# --- files --------------------------------------------------------------------------------------------------------


def test_all_games_move_to_another_browser_as_a_file(tab, tmp_path):
    play_some(tab)
    in_menu(tab, "Tiger", "Rename")
    tab.page.keyboard.type("Kept")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_role("heading", name="Kept").wait_for()
    with tab.page.expect_download() as download:
        tab.page.get_by_text("Take your games along").click()
        tab.button("Export all").click()
    assert re.fullmatch(r"outflank-games-[0-9-]{10}\.json", download.value.suggested_filename)
    whole = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert len(whole["games"]) == 3
    with tab.page.expect_download() as download:
        tab.button("Export as GGF").click()
    assert download.value.path().read_text(encoding="utf-8").count("GM[Othello]") == 3
    for number, game in enumerate(whole["games"]):
        game["id"] = f"{'N' * 21}{number}"  # as on a server that has none of them
    file = tmp_path / "games.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    other = tab.more().go("#/games")
    other.page.locator("input[type=file]").set_input_files(file)
    until_rows(other, 3)
    assert "3 games were added." in note(other).inner_text()
    assert other.page.get_by_role("heading", name="Kept").is_visible()
    other.page.locator("input[type=file]").set_input_files(file)
    other.wait("document.querySelector('.note')?.textContent.includes('3 games were here already.')")
    until_rows(other, 3)
    other.reload()
    until_rows(other, 3)
    assert other.faults == []


def test_what_cannot_be_imported_is_named(tab, tmp_path):
    good, bad = tmp_path / "games.ggf", tmp_path / "photo.png"
    good.write_text("(;GM[Othello]PB[Ann]PW[Bob]TY[8]B[F5];)\n(;GM[Othello]TY[8]B[A1];)\n", encoding="utf-8")
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    tab.go("#/games")
    tab.faults.clear()
    tab.page.locator("input[type=file]").set_input_files([good, bad])
    until_rows(tab, 1)
    faults = tab.page.get_by_role("region", name="Not imported").get_by_role("listitem")
    assert faults.count() == 2
    assert "games.ggf, game 2, line 2: " in faults.first.inner_text()
    assert "a PNG picture" in faults.last.inner_text()
    assert note(tab).inner_text().startswith("1 game was added. 1 game could not be imported.")
    assert [fault for fault in tab.faults if "400" not in fault] == []
    tab.faults.clear()  # the browser logs the answer 400 by itself
    check(tab, "after an import")
    assert [words.strip() for words in rows(tab).locator(".sides > span").all_inner_texts()] == ["Ann", "Bob"]


def test_import_is_cancelled(tab, tmp_path):
    long = tmp_path / "long.txt"
    long.write_text("f5d6c3d3c4f4f6\n" * 100_000, encoding="utf-8")
    tab.go("#/games")
    tab.page.get_by_text("Take your games along").click()
    tab.page.locator("input[type=file]").set_input_files(long)
    tab.button("Cancel").click()
    note(tab).filter(has_text="The import was stopped.").wait_for()
    assert tab.button("Import …").is_enabled()
    assert tab.page.evaluate("document.activeElement.textContent") == "Import …"


# --- for everybody ------------------------------------------------------------------------------------------------


@LOOKS
def test_axe_finds_no_violation_and_nothing_is_cut_off(tab, options):
    page = tab.more(**options).go()
    play_some(page)
    in_menu(page, "Tiger", "Delete")
    until_rows(page, 2)
    check(page, "my games")
    in_menu(page, "Lost", "Rename")
    check(page, "naming")
    for hash_ in ("#/games", "#/"):
        page.go(hash_)
        page.page.locator("svg.thumbnail").first.wait_for()
        check(page, hash_)
        check_width(page, hash_)
        if options is PHONE:
            small = page.page.evaluate(
                """() => [...document.querySelectorAll("#screens :is(button, select, input, a:not([tabindex='-1']))")]
                  .filter((each) => each.checkVisibility() && !each.closest(".offscreen, .note"))
                  .filter((each) => Math.round(each.getBoundingClientRect().height) < 44 && each.type !== "file")
                  .map((each) => each.outerHTML.slice(0, 80))"""
            )
            assert small == []
    assert page.faults == []


def test_last_unfinished_game_is_offered_before_the_first_move(tab):
    play_some(tab)
    tab.go("#/play")
    tab.button("Continue the last game").click()
    tab.wait("outflank.modes.play.state.moves.length >= 6")
    assert tab.moves[:5] == TIGER
