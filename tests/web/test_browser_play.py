"""Playing in a real browser: with the mouse, with the keyboard alone, through reloads and beside other tabs."""

import re

import pytest

from tests.web.conftest import Tab
from tests.web.playing import clicking_at_random, play_on
from tests.web.transport.test_server import FORCED_PASS

pytestmark = pytest.mark.slow


def test_a_whole_game_by_keyboard_alone(tab):
    """From the new game's dialog to the result without a pointer."""
    keys = tab.page.keyboard

    def tab_to(selector):
        for _ in range(120):
            keys.press("Tab")
            if tab.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("#button-new")
    keys.press("Enter")
    tab_to("[aria-label='White is played by']")
    keys.type("Computer 1")
    tab_to("#new-game-fields > details > summary")
    keys.press("Enter")
    tab_to("#new-game-fields > details select")
    keys.type("6")
    tab_to("#new-game-form [type=submit]")
    keys.press("Enter")
    tab.wait("outflank.modes.play.state?.seats[1].startsWith('level1') && outflank.modes.play.state.view.width === 6")

    def walk(legal):
        if legal == ["pass"]:
            tab_to("#button-pass")
            keys.press("Enter")
            return
        if not tab.page.evaluate("document.activeElement.matches('[data-square]')"):
            tab_to("[data-square]")
        target, here = legal[-1], tab.page.evaluate("document.activeElement.dataset.square")
        across, down = ord(target[0]) - ord(here[0]), int(target[1:]) - int(here[1:])
        for key in ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across):
            keys.press(key)
        for key in ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down):
            keys.press(key)
        assert tab.page.evaluate("document.activeElement.dataset.square") == target
        assert "legal, flips" in tab.page.evaluate("document.activeElement.getAttribute('aria-label')")
        keys.press("Enter" if across else "Space")

    play_on(tab, walk)
    assert tab.said.startswith(("Black", "White"))
    assert "Game over" in tab.said


def test_illegal_click_says_why_and_changes_nothing(tab):
    tab.begin("human", "human")
    tab.square("a1").click()
    tab.wait("document.querySelector('#status').innerText.includes('turns over no disc')")
    assert tab.status == "Black cannot play a1: it turns over no disc"
    assert tab.said == tab.status
    assert tab.page.locator(".note").count() == 0
    assert tab.moves == []
    tab.wait("document.querySelector('#status').innerText === 'Black to move'")  # what matters is said again


def test_click_on_a_computers_turn_is_dropped(tab):
    tab.begin("human", "deepening:time=30")
    tab.square("f5").click()
    tab.until_moves(1)
    assert tab.status == "Deepening, 30 s a move (White) is thinking …"
    tab.square("f6").click()
    assert tab.moves == ["f5"]
    tab.button("Undo").click()
    tab.until_moves(0)


def test_forced_pass_has_a_button_and_is_announced(tab):
    tab.begin("human", "human", moves=FORCED_PASS)
    assert tab.status == "Black has no move and must pass"
    assert "Black has no move and must pass" in tab.said
    tab.button("Pass").click()
    tab.until_moves(17)
    assert "Black passes" in tab.said
    assert not tab.button("Pass").is_visible()


def test_players_change_in_mid_game_and_the_board_stays(tab):
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    tab.page.get_by_text("Change the players").click()
    tab.page.get_by_label("White is played by").nth(0).select_option("first")
    tab.button("Apply to this game").click()
    tab.until_moves(2)
    assert tab.moves == ["f5", "f4"]


def test_why_tells_the_value_of_a_computers_move(tab):
    tab.begin("human", "level2")
    tab.square("f5").click()
    tab.until_moves(2)
    tab.button("Why this move?").click()
    assert re.search(
        r"White played f6: .* for itself, on its own scale, estimated, \d+ positions",
        tab.page.locator(".why").inner_text(),
    )


def test_why_leaves_out_the_positions_of_a_player_that_counts_none(tab):
    tab.begin("human", "coco")
    tab.square("f5").click()
    tab.until_moves(2)
    tab.button("Why this move?").click()
    words = tab.page.locator(".why").inner_text()
    assert re.search(r" for itself, on its own scale, .*, \d+\.\d\d s\.", words), words
    assert "positions" not in words


def test_two_computers_can_be_paused_and_go_on(tab):
    tab.begin("level1", "level2", pace=0.3)
    tab.button("Pause").click()
    tab.wait("outflank.modes.play.state.paused")
    count = len(tab.moves)
    tab.page.wait_for_timeout(500)
    assert len(tab.moves) == count
    tab.button("Go on").click()
    tab.wait(f"outflank.modes.play.state.moves.length > {count}")


def test_killed_server_comes_back_with_the_game_and_the_page_finds_it(open_tab, serve):
    server = serve()
    tab = open_tab(server).go()
    tab.begin("human", "human")
    for count, name in enumerate(["f5", "d6", "c3"], 1):
        tab.square(name).click()
        tab.until_moves(count)
    server.kill()
    tab.page.locator("#status", has_text="No connection, trying again …").wait_for()
    server.start()
    tab.page.locator("#status", has_text="to move").wait_for()
    tab.square("d3").click()
    tab.until_moves(4)
    tab.reload()
    assert tab.moves == ["f5", "d6", "c3", "d3"]


def test_two_tabs_have_a_game_each_and_may_share_one(tab):
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    other = Tab(tab.page.context, tab.address).go()
    assert other.moves == []
    assert other.page.evaluate("outflank.modes.play.id") != tab.page.evaluate("outflank.modes.play.id")
    other.go(tab.page.evaluate("location.hash"))
    assert other.moves == ["f5"]
    other.square("d6").click()
    tab.until_moves(2)
    assert other.faults == []


def test_what_is_told_of_a_third_game_does_not_take_the_place_of_the_one_that_is_begun(tab):
    tab.begin("human", "human", moves=["f5"])
    third = {**tab.page.evaluate("outflank.modes.play.state"), "game": "a game that is not left yet"}
    begun = tab.page.evaluate(
        """async third => {
            const request = outflank.connection.request.bind(outflank.connection);
            let begun = "";
            outflank.connection.request = async (type, ...fields) => {
                const answer = await request(type, ...fields);
                if (type === "new") begun = answer.game;
                outflank.modes.play.hear(third);
                return answer;
            };
            await outflank.begin({ kind: "othello", seats: ["human", "human"] });
            return begun;
        }""",
        third,
    )
    assert begun
    assert tab.page.evaluate("outflank.modes.play.id") == begun
    assert tab.moves == []


def test_of_two_games_begun_at_once_where_there_was_none_the_last_one_is_played(tab):
    """As somebody does who presses a key twice while the page loads on a slow line; it began games without end."""
    setups = [{"kind": kind, "seats": ["human", "human"], "pace": 0} for kind in ("anti-othello", "othello")]
    tab.page.evaluate("outflank.modes.play.state = null")  # as it is while the page loads
    tab.page.evaluate("setups => Promise.all(setups.map(setup => outflank.begin(setup)))", setups)
    tab.wait("!outflank.connection.asked.size")
    assert tab.page.evaluate("[outflank.modes.play.state.kind, outflank.mode.name]") == ["othello", "play"]


def test_keys_and_buttons_mean_nothing_before_the_game_is_here(tab):
    tab.page.evaluate("outflank.modes.play.state = null")
    for key in ("ArrowLeft", "ArrowRight", "Home", "End", "Backspace", " ", "a", "g", "f"):
        tab.page.keyboard.press(key)
    tab.button("Share").click()
    tab.page.get_by_text("The game is not here yet.").wait_for()
    assert tab.page.locator("dialog[open]").count() == 0
    assert tab.faults == []


def test_buttons_of_a_game_that_the_server_lost_do_nothing(tab):
    """Once, a press between the loss and the next game ended in an error of the page's own."""
    tab.begin("human", "level1", moves=["f5"])
    tab.until_moves(2)
    tab.page.get_by_text("Change the players").click()
    buttons = [tab.button(name).element_handle() for name in ("Why this move?", "Restart", "Apply to this game")]
    tab.page.evaluate("outflank.modes.play.state = null")
    for button in buttons:
        button.dispatch_event("click")
    tab.page.wait_for_timeout(100)
    assert tab.faults == []


def test_earlier_positions_can_be_looked_at_and_left(tab):
    tab.begin("human", "human", moves=["f5", "d6", "c3"])
    tab.page.keyboard.press("ArrowLeft")
    tab.page.keyboard.press("k")
    tab.wait("document.querySelector('#status').innerText.includes('move 1 of 3')")
    assert tab.square("d6").get_attribute("aria-label") == "d6, empty"
    tab.square("d6").click()
    assert len(tab.moves) == 3
    tab.page.keyboard.press("End")
    tab.wait("!document.querySelector('#status').innerText.includes('Looking')")


def test_discs_turn_slowly_unless_less_motion_is_asked_for(tab):
    watch = "document.getAnimations().filter(each => each.effect.target.closest?.('.pieces')).length"
    calm = tab.more(reduced_motion="reduce").go()
    for page, moving in ((tab, True), (calm, False)):
        page.begin("human", "human")
        page.page.evaluate(
            "window.most = 0; (function look() { window.most = Math.max(window.most, " + watch + ");"
            "requestAnimationFrame(look); })()"
        )
        page.square("f5").click()
        page.until_moves(1)
        page.page.wait_for_timeout(500)
        assert (page.page.evaluate("window.most") > 0) is moving
        assert page.square("e5").get_attribute("aria-label") == "e5, black"


def test_tribolo_for_one_person_and_two_computers(tab):
    tab.button("New game").first.click()
    tab.page.get_by_text("More choices").click()
    tab.page.get_by_text("Tribolo, for three").click()
    tab.page.get_by_label("Board number").fill("7")
    tab.page.get_by_role("dialog").get_by_role("button", name="Start game").click()
    tab.wait("outflank.modes.play.state?.kind === 'tribolo' && outflank.modes.play.mayMove")
    assert tab.page.locator("[data-square]").count() == 176
    assert tab.page.locator(".score").count() == 3
    assert tab.page.locator('[aria-label$=", wall"]').count() == 12
    before = len(tab.moves)
    tab.page.locator("button.legal").first.click()
    tab.wait(f"outflank.modes.play.state.moves.length > {before + 1} && outflank.modes.play.mayMove")
    assert re.search(r"(Red|Green) \w+, flips \d+", tab.said)
    legal = tab.page.locator('[aria-label*="legal, flips"]').count()
    assert tab.page.locator(".dot").count() == legal
    tab.button("Help").click()
    assert tab.page.locator(".dot").count() == 0
    tab.button("Undo").click()
    tab.until_moves(before)


def test_tribolo_cannot_be_analysed_and_says_so(tab):
    tab.begin("human", "human", "human", kind="tribolo", seed=7)
    tab.page.get_by_role("tab", name="Analyse").click()
    tab.page.get_by_role("status").filter(has_text="Analysis and review are for Othello").wait_for()
    tab.page.get_by_role("tab", name="Play").click()
    tab.wait("outflank.modes.play.state?.kind === 'tribolo' && outflank.modes.play.mayMove")


def hint_in_two_steps(tab):
    """Ask twice: words say how the move looks, and no square; then the square is shown."""
    tab.button("Hint").click()
    tab.wait("document.querySelector('#status').textContent.includes('Press')")
    assert not tab.page.locator(".hint-ring").count()
    words = tab.status
    framed = tab.page.locator(".marks .marked").count()
    tab.button("Hint").click()
    tab.page.wait_for_selector(".hint-ring")
    move, flips = tab.page.evaluate(
        "(play => [play.hints.hint.found.moves[0].move, play.state.view.legal[play.hints.hint.found.moves[0].move]])"
        "(outflank.modes.play)"
    )
    discs = f"{len(flips)} disc{'s' * (len(flips) != 1)}"
    assert words == f"It turns over {discs}. It is in column {move[0]}. Press “Hint” again to see the square."
    legal = tab.page.evaluate("Object.keys(outflank.modes.play.state.view.legal)")
    assert framed == sum(each[0] == move[0] for each in legal)
    assert tab.said.startswith(f"Best: {move}.")
    assert tab.status.startswith(f"Best: {move}.")


def test_strong_players_of_tribolo_and_a_hint(tab):
    tab.begin("tribolo:mode=paranoid,time=0.1", "tribolo:mode=max_n,time=0.1", "random", kind="tribolo", seed=7)
    tab.wait("outflank.modes.play.state.moves.length >= 6", seconds=120)  # the first may have to be compiled
    assert "Tribolo, paranoid" in tab.page.locator("#scores").inner_text()
    tab.begin("human", "human", "human", kind="tribolo", seed=7)
    hint_in_two_steps(tab)


def test_refusal_of_a_new_game_is_seen_above_its_dialog(tab):
    tab.button("New game").first.click()
    dialog = tab.page.get_by_role("dialog")
    tab.page.evaluate("outflank.dialogs.game.setup.start = 'rubbish'")
    dialog.get_by_role("button", name="Start game").click()
    assert "expected a cell" in dialog.get_by_role("alert").inner_text().lower()
    dialog.get_by_label("Close this note").click()
    tab.page.evaluate("outflank.dialogs.game.setup.start = ''")
    dialog.get_by_label("White is played by").select_option("engine")
    dialog.get_by_role("button", name="Start game").click()
    tab.wait("outflank.modes.play.state?.seats[1] === 'engine:level=10'")


def test_new_game_begins_from_a_named_opening(tab):
    tab.button("New game").first.click()
    dialog = tab.page.get_by_role("dialog")
    names = tab.page.locator("#new-game-openings option")
    names.first.wait_for(state="attached")
    assert "Tiger" in names.evaluate_all("all => all.map(each => each.value)")
    dialog.get_by_text("More choices").click()
    opening = dialog.get_by_label("Opening (empty: none)")
    dialog.get_by_label("White is played by").select_option("human")
    opening.fill("tigr")
    dialog.get_by_role("button", name="Start game").click()
    assert "did you mean tiger" in dialog.get_by_role("alert").inner_text().lower()
    dialog.get_by_label("Close this note").click()
    dialog.get_by_role("combobox", name="Board").select_option("6")
    assert not opening.is_visible()
    dialog.get_by_role("combobox", name="Board").select_option("8")
    opening.fill("tiger")
    dialog.get_by_role("button", name="Start game").click()
    tab.wait("outflank.modes.play.state?.moves.map(each => each.move).join('') === 'f5d6c3d3c4'")
    tab.button("New game").first.click()
    assert opening.is_visible()  # the other choices stay open
    assert opening.input_value() == ""


def test_only_players_who_can_play_the_board_are_offered(tab):
    tab.button("New game").first.click()
    dialog = tab.page.get_by_role("dialog")
    white = dialog.get_by_label("White is played by")
    white.select_option("kiki")
    dialog.get_by_text("More choices").click()
    dialog.get_by_label("Board").select_option("6")
    assert white.locator("option[value=kiki]").count() == 0
    assert white.locator("option[value=engine]").count() == 1
    assert white.input_value() == "coco"
    assert dialog.get_by_role("status").inner_text() == "Kiki does not play on this board."
    dialog.get_by_label("Board").select_option("8")
    assert white.locator("option[value=kiki]").count() == 1


def test_anti_othello_is_begun_played_to_its_end_and_analysed(tab):
    tab.button("New game").first.click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_text("More choices").click()
    dialog.get_by_text("Anti-Othello, fewest discs win").click()
    white = dialog.get_by_label("White is played by")
    assert white.locator("option[value=engine]").count() == 0
    assert white.locator("option[value=level2]").count() == 0
    dialog.get_by_label("Board").select_option("4")
    white.select_option("max_n")
    dialog.get_by_role("button", name="Start game").click()
    tab.wait("outflank.modes.play.state?.kind === 'anti-othello' && outflank.modes.play.mayMove")
    assert tab.page.locator("#goal").inner_text() == "Anti-Othello: fewest discs win"
    play_on(tab, clicking_at_random(tab, 4))
    view = tab.page.evaluate("outflank.modes.play.state.view")
    black, white_discs = view["counts"]
    assert black != white_discs
    words = tab.status
    assert words.startswith(f"You {'won' if black < white_discs else 'lost'} {black}–{white_discs}")
    tab.turn_to("Analyse")
    tab.wait("outflank.mode.name === 'analyse' && outflank.examined.study.current.view?.over")
    assert tab.status == f"Game over: {words}."
    assert tab.page.evaluate("location.hash").startswith("#/analyse?game=anti-othello&")
    tab.page.keyboard.press("Home")
    tab.page.wait_for_selector(".line")
    tab.button("Engine").click()
    tab.button("Share").click()
    assert "game=anti-othello" in tab.page.get_by_role("dialog").get_by_role("textbox", name="Link").input_value()
    link = tab.page.get_by_role("dialog").get_by_role("textbox", name="Link").input_value()
    tab.page.keyboard.press("Escape")
    other = tab.more()
    other.page.goto(link)
    other.page.wait_for_selector("html[data-ready]")
    assert other.page.evaluate("outflank.examined.kind") == "anti-othello"
    assert other.page.locator("#goal").is_visible()
    other.button("Play from here").click()
    other.wait("outflank.mode.name === 'play' && outflank.modes.play.state?.kind === 'anti-othello'")
    assert other.faults == []


def test_hint_says_what_speaks_for_it(tab):
    start = "-----XO------O-----XOX-----OO-----OOOX-------XX----------------- X"
    tab.begin("human", "human", start=start)
    before = tab.button("Hint").bounding_box()
    tab.button("Hint").click()
    tab.wait("document.querySelector('#status').textContent.includes('Press')")
    assert tab.status == tab.said == "Think of the corners. Press “Hint” again to see the square."
    assert not tab.page.locator(".hint-ring").count()
    tab.button("Hint").click()
    tab.page.wait_for_selector(".hint-ring")
    assert tab.button("Hint").bounding_box() == before
    reason = "h1 takes the corner h1, which can never be turned over."
    assert tab.page.locator(".hint-reason").inner_text() == reason
    assert re.fullmatch(r"Best: h1\. You (will probably )?win by \d+\.", tab.status)
    assert tab.said == f"{tab.status} {reason}"
    tab.square("h1").click()
    tab.until_moves(1)
    assert tab.page.locator(".hint-reason").inner_text() == ""


def test_help_ends_what_a_game_counts_for_and_the_page_says_so(tab):
    line = tab.page.locator(".stakes")
    tab.begin("human", "coco")
    line.get_by_text("This game counts for your rating.").wait_for()
    tab.button("Hint").click()
    tab.page.get_by_role("dialog", name="A hint makes this game unrated.").wait_for()
    assert tab.button("Show the hint").get_attribute("class") == "primary"  # nothing is lost that cannot be got back
    tab.button("Cancel").click()
    assert tab.page.evaluate("[outflank.modes.play.hints.search, outflank.modes.play.state.counts]") == [None, True]
    tab.button("Hint").click()
    tab.button("Show the hint").click()
    line.get_by_text("Hint used: this game no longer counts for your rating.").wait_for()
    tab.wait("document.querySelector('#status').textContent.includes('Press')")  # the hint's words stay
    tab.button("Hint").click()  # asks no more
    tab.page.wait_for_selector(".hint-ring")
    tab.square("f5").click()
    tab.until_moves(2)
    assert line.inner_text().startswith("Hint used")
    tab.page.evaluate("outflank.modes.play.change('restart')")
    line.get_by_text("This game counts for your rating.").wait_for()
    tab.square("f5").click()
    tab.until_moves(2)
    tab.button("Undo").click()
    line.get_by_text("Move taken back").wait_for()
    tab.begin("human", "human")
    tab.wait("!document.querySelector('.stakes').textContent")
    assert tab.faults == []


def test_hint_in_anti_othello_is_the_engines(tab):
    tab.begin("human", "human", kind="anti-othello")
    hint_in_two_steps(tab)
    assert re.match(r"Best: \w\d\. (You|The game|It|Every)", tab.status)


def test_square_pressed_during_the_search_for_a_hint_counts_once(tab):
    tab.begin("human", "human")
    tab.button("Hint").click()
    tab.square("f5").click()
    tab.square("f5").click()
    tab.until_moves(1)
    tab.wait("outflank.modes.play.hints.search === null")
    tab.square("d6").click()
    tab.until_moves(2)
    assert tab.moves == ["f5", "d6"]
    assert tab.status == "Black to move"


def test_hint_pressed_twice_during_the_search_shows_the_square(tab):
    tab.begin("human", "human")
    tab.button("Hint").dblclick()
    tab.page.wait_for_selector(".hint-ring")
    assert tab.status.startswith("Best: ")


def test_second_press_before_the_answer_is_not_refused(tab):
    tab.begin("human", "human")
    tab.page.evaluate("outflank.modes.play.choose('f5'); outflank.modes.play.choose('f5'); null")
    tab.until_moves(1)
    assert tab.status == "White to move"
    assert not tab.page.locator(".note").count()


@pytest.mark.parametrize("size", [4, 6, 10])
def test_hint_on_another_board_comes_in_words_first(tab, size):
    tab.begin("human", "human", size=size)
    hint_in_two_steps(tab)
