"""Analysis, review and sharing in a real browser."""

import re
from pathlib import Path

import pytest

from tests.web.playing import CURRENT, EXAMINED

pytestmark = pytest.mark.slow

GAME = (
    "d3c5c6e3f3c7b6c3c8d2d1b5b4g2h1a7a6b2a8f2g1e1a1g3f1a5a4e2e6f6"
    "c1f7c4b3a3c2b1a2h3b7d6f4g4d7e7b8g5f5f8g8h8g7g6h5h7h2h4h6e8d8"
)
BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
PASTE = """text => {
  const clipboard = new DataTransfer();
  clipboard.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true }));
}"""


def paste(tab, text):
    tab.page.evaluate(PASTE, text)


def test_pasted_game_is_read_walked_through_and_analysed(tab):
    paste(tab, "My game: 1. f5 d6 2. c3 d3 3. c4 and then I lost")
    tab.page.wait_for_selector("#panel-analyse .moves .move >> nth=4")
    assert "5 moves among other text" in tab.page.locator(".note").inner_text()
    tab.page.get_by_label("Number of best moves to value").select_option("3")
    tab.page.wait_for_selector(".line >> nth=2")
    tab.wait("outflank.examined.known(outflank.examined.study.current.view).depth >= 3")
    assert tab.page.locator(".plate.best").count() == 1
    assert tab.page.locator(".plate").count() == 3
    best = tab.page.locator('[aria-label*=", best"]').get_attribute("aria-label")
    assert re.search(r"legal, flips \d+, value [+−]?\d+ estimated, best", best)
    outlook = r"\d+ % to win, ± \d+ discs"
    assert re.fullmatch(outlook, tab.page.locator(".line-value").first.get_attribute("title"))
    assert re.search(outlook, tab.page.locator("#panel-analyse").inner_text())
    tab.page.keyboard.press("Home")
    tab.wait(
        "outflank.examined.study.current.ply === 0 && outflank.examined.known(outflank.examined.study.current.view)"
    )


def test_paste_dialog_says_what_is_wrong(tab):
    tab.button("Paste").click()
    tab.page.get_by_label("Game or position").fill("a1f5")
    tab.button("Read it").click()
    tab.wait("document.querySelector('#paste-error').innerText !== ''")
    assert "it turns over no disc" in tab.page.locator("#paste-error").inner_text()
    tab.page.get_by_label("Game or position").fill(f"{BOARD}; H5:+6; G6:-2;")
    tab.button("Read it").click()
    tab.wait(f"{CURRENT}.view?.text === '{BOARD}'")


def test_pasted_game_stops_where_a_move_is_not_legal(tab):
    paste(tab, "f5 d6 c3 c3 d3")
    tab.wait("outflank.examined.study.mainLine.length === 4")
    said = tab.page.get_by_role("alert").inner_text()
    assert "A transcript of 3 moves. White to move. The rest is left out: move 4: White cannot play c3" in said


def test_a_paste_with_a_bad_move_is_undone_like_any_other(tab):
    """Once, its note offered no Undo, and the analysis before it was lost."""
    tab.go("#/analyse?moves=f5f6")
    tab.page.evaluate(f"{CURRENT}.said.c = 'mine'")
    for text in ("f5d6c3d3a1", "f5d6c3d3"):
        paste(tab, text)
        tab.wait("outflank.examined.study.mainLine.length === 5")
        tab.page.locator(".note .undo").wait_for()
        tab.page.keyboard.press("Control+z")
        tab.wait("outflank.examined.study.mainLine.length === 3")
        assert tab.page.evaluate(f"{CURRENT}.said.c") == "mine"


def test_lost_rating_is_noted_beside_the_answer_to_a_paste(tab):
    tab.begin("human", "momo")
    tab.wait("outflank.modes.play.state.counts")
    paste(tab, "f5 d6 c3 c3 d3")
    lost = "Analysis used: this game no longer counts for your rating."
    tab.page.get_by_role("alert").filter(has_text=lost).wait_for()
    assert "The rest is left out" in tab.page.get_by_role("alert").inner_text()


def test_pasted_game_of_another_program_stops_there_too_and_keeps_its_players(tab):
    paste(tab, "(;GM[2]FF[4]PB[Anna]PW[Ben];B[f5];W[d6];B[c3];W[a1];B[c4])")
    tab.wait("outflank.examined.study.mainLine.length === 4")
    assert "White cannot play a1" in tab.page.get_by_role("alert").inner_text()
    assert tab.page.locator("#scores .player").all_inner_texts() == ["Anna", "Ben"]


def test_note_of_a_paste_leaves_names_as_they_are(tab):
    paste(tab, "(;GM[2]FF[4]PB[a]PW[b];B[f5];W[d6])")
    tab.page.locator(".note").get_by_text(" a against b. Black to move.").wait_for()


def test_focus_stays_in_the_lines_of_the_engine_while_they_change(tab):
    """Once, a shorter line, or none for a moment, threw it away."""
    tab.go("#/analyse?moves=f5d6c3d3c4")
    tab.page.wait_for_selector(".line .pv-move >> nth=2", timeout=60_000)
    tab.button("Engine").click()
    tab.page.keyboard.press("Tab")
    tab.page.locator(".line").first.locator("button").last.focus()
    lines = tab.page.evaluate("outflank.examined.known(outflank.examined.study.current.view).moves")
    short = [{**lines[0], "pv": lines[0]["pv"][:1]}]
    for moves, tag in ((short, "BUTTON"), ([], "OL"), (lines, "BUTTON")):
        tab.page.evaluate(
            """moves => {
              outflank.examined.known(outflank.examined.study.current.view).moves = moves;
              outflank.mode.draw();
            }""",
            moves,
        )
        assert tab.page.evaluate("document.activeElement.closest('.lines') && document.activeElement.tagName") == tag


def test_exact_values_are_marked_so(tab):
    tab.go(f"#/analyse?start={BOARD.replace(' ', '+')}")
    tab.page.wait_for_selector(".line-basis.exact", timeout=120_000)
    assert tab.page.locator(".line.best .line-value").inner_text() == "+6"
    assert "value +6 exact, best" in tab.square("h5").get_attribute("aria-label")


def test_a_move_of_the_analysis_is_explained(tab):
    tab.go("#/analyse?moves=f5d6c3d3c4")
    tab.page.get_by_label("Number of best moves to value").select_option("2")
    tab.page.wait_for_selector(".line >> nth=1", timeout=60_000)
    tab.button("Engine").click()
    tab.page.locator(".why-button").nth(1).click()
    tab.page.wait_for_selector(".reasons >> nth=1")
    assert re.search(r"leaves Black \d+ move", tab.page.locator(".reasons").first.inner_text())
    tab.page.keyboard.press("ArrowLeft")
    tab.page.wait_for_selector(".reasons", state="detached")


def test_variation_leaves_the_main_line_alone(tab):
    tab.go("#/analyse?moves=f5d6c3d3&at=2")
    tab.square("c4").click()
    tab.wait(f"{CURRENT}.move === 'c4'")
    assert tab.page.locator(".variation .move").inner_text() == "c4"
    assert tab.page.evaluate(f"{EXAMINED}.join('')") == "f5d6c3d3"
    tab.button("Back to the main line").click()
    tab.wait(f"{CURRENT}.move === 'd6'")
    tab.page.keyboard.press("ArrowRight")
    tab.wait(f"{CURRENT}.move === 'c3'")
    tab.reload()
    assert tab.page.locator(".variation .move").inner_text() == "c4"


def test_play_from_here_and_return(tab):
    tab.go("#/analyse?moves=f5d6c3&at=2")
    tab.button("Play from here").click()
    tab.wait("outflank.mode.name === 'play' && outflank.modes.play.state?.moves.length === 2")
    assert tab.status == "Your turn: Black"
    tab.button("Return to the analysis").click()
    tab.wait("outflank.mode.name === 'analyse'")
    assert tab.page.evaluate("outflank.examined.study.mainLine.length") == 4


def test_position_editor(tab):
    tab.page.locator("#tab-analyse").click()
    tab.button("Edit position …").click()
    tab.button("Empty board").click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_role("button", name="d4, empty").click()
    dialog.get_by_text("White", exact=True).first.click()
    dialog.get_by_role("button", name="e4, empty").click()
    dialog.get_by_role("button", name="Analyse it").click()
    tab.wait(f"{CURRENT}.view?.cells[27] === 'X' && {CURRENT}.view.cells[28] === 'O'")
    assert tab.square("f4").get_attribute("aria-label").startswith("f4, empty, legal, flips 1")


def test_game_tree_shows_the_choice_and_the_cuts(tab):
    tab.go("#/analyse?moves=f5d6")
    tab.button("Game tree …").click()
    tab.page.get_by_label("Tree of").select_option("lookahead:depth=3")
    tab.page.wait_for_selector(".tree-picture .stub.cut")
    assert tab.page.locator(".tree-picture .node.chosen").count() >= 3
    tab.page.get_by_text("The tree as text").click()
    assert "cut off, not searched" in tab.page.locator("pre").inner_text()


def test_review_has_badges_a_summary_and_lessons(tab):
    tab.go(f"#/review?moves={GAME}")
    tab.wait(f"outflank.modes.review.running && {CURRENT}.seat === 1 && {CURRENT}.judged?.badge", seconds=120)
    assert re.fullmatch(r"\d+ of 60 moves judged", tab.page.locator(".reviewing p").text_content())
    tab.page.wait_for_selector(".summary", timeout=120_000)
    tab.wait("outflank.modes.review.judged.length === 60", seconds=120)
    assert tab.page.locator("#panel-review .moves .badge").count() > 5
    assert tab.page.locator("#panel-review .badge.proven").count() > 1
    assert re.search(r"\d\.\d discs lost a move", tab.page.locator(".summary").first.inner_text())
    tab.wait("!outflank.modes.review.running")
    own = "outflank.modes.review.judged.filter(({ seat }) => seat === 1)"  # White lost
    worst = tab.page.evaluate(f"Math.max(...{own}.map(({{ judged }}) => judged.loss))")
    tab.wait(f"{CURRENT}.seat === 1 && {CURRENT}.judged.loss === {worst}")
    better, answer = tab.page.evaluate(f"[{CURRENT}.judged.best.move, {CURRENT}.judged.played.pv[1]]")
    assert "hint" in tab.square(better).get_attribute("aria-label")
    assert tab.page.evaluate("outflank.board.steps.map(({ name }) => name)") == [answer]
    reason, graph = (tab.page.locator(f"#panel-review {each}").bounding_box() for each in (".why", ".insight"))
    assert reason["y"] + reason["height"] < graph["y"]
    tab.button("Try again").click()
    assert tab.page.evaluate("outflank.modes.review.learn.node.judged.loss") == worst
    tab.button("Leave").click()
    for key, grade in (("b", "blunder"), ("m", "mistake"), ("i", "inaccuracy")):
        tab.page.keyboard.press(key)
        tab.wait(f"{CURRENT}.judged?.grade === '{grade}'")
    tab.page.locator("#panel-review").get_by_text("More about the graph").click()
    tab.page.locator("#panel-review").get_by_text("Lost so far").click()
    assert tab.page.locator("#panel-review .loss").count() == 2
    tab.page.locator("#panel-review").get_by_text("The graph as a table").first.click()
    assert tab.page.locator("#panel-review table.plain tbody tr").count() == 62  # with a pass, and the start

    tab.page.get_by_role("button", name=re.compile("Learn from Black")).click()
    best = tab.page.evaluate("outflank.modes.review.learn.node.judged.best.move")
    played = tab.page.evaluate("outflank.modes.review.learn.node.judged.move")
    assert tab.page.locator(".plate").count() == 0
    tab.square(played).click()
    assert "was the move in the game" in tab.page.locator(".learn").inner_text()
    tab.square(best).click()
    assert "is the best move" in tab.page.locator(".learn").inner_text()
    tab.button("Next").click()
    tab.wait("outflank.modes.review.learn.at === 1")
    tab.button("Leave").click()
    assert tab.page.locator(".summary").first.is_visible()


def test_costly_moves_stand_by_their_side_in_full(tab):
    tab.go(f"#/review?moves={GAME}")
    tab.wait("outflank.modes.review.isWhole && !outflank.modes.review.running", seconds=240)
    sides = tab.page.locator(".moments-side")
    assert [side.get_attribute("aria-label") for side in sides.all()] == ["Black", "White"]
    for seat, side in enumerate(sides.all()):
        shown = [int(words.split(".")[0]) for words in side.locator(".moment").all_inner_texts()]
        mistakes = f"outflank.modes.review.judged.filter(node => node.seat === {seat} && node.judged.badge)"
        costliest = f"{mistakes}.sort((a, b) => b.judged.loss - a.judged.loss).slice(0, 4)"
        numbers = tab.page.evaluate(f"{costliest}.map(node => outflank.examined.number(node))")
        assert shown == sorted(numbers)
    tab.page.evaluate("outflank.modes.review.strengths.own = 1; outflank.modes.review.show()")
    assert [side.get_attribute("aria-label") for side in sides.all()] == ["You", "Black"]
    hidden = "[...document.querySelectorAll('.moments')].map(each => each.scrollWidth - each.clientWidth)[0]"
    assert tab.page.evaluate(hidden) <= 0
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.wait(f"{hidden} > 0")
    assert "gradient" in tab.page.locator(".moments").evaluate("each => getComputedStyle(each).maskImage")


def test_moves_of_a_variation_keep_their_sides_when_the_page_is_opened_again(tab):
    tab.go("#/analyse?moves=f5d6c3d3&at=2")
    tab.page.evaluate("outflank.examined.playAll(['c4', 'd3', 'c3'])")
    tab.wait(f"{CURRENT}.move === 'c3'")
    tab.button("Back to the main line").click()
    tab.wait(f"{CURRENT}.move === 'd6'")
    tab.reload()
    tab.page.wait_for_selector(".variation .move")
    seats = "outflank.examined.study.current.children[1].children.map(node => [node.move, node.seat])"
    assert tab.page.evaluate(seats) == [["d3", 1]]


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_review_broken_off_says_so_and_goes_on_by_itself(open_tab, serve, end):
    server = serve()
    tab = open_tab(server).go(f"#/review?moves={GAME}")
    judged = "outflank.modes.review.judged.length"
    tab.wait(f"{judged} > 2", seconds=60)
    getattr(server, end)()
    tab.wait("!outflank.modes.review.running")
    count = tab.page.evaluate(judged)
    assert 2 < count < 60
    shown = tab.page.locator("#panel-review").inner_text()
    assert f"The review is not finished: {count} of 60 moves are judged." in shown
    assert "has gone on" not in shown
    assert tab.button("Finish the review").is_visible()
    server.start()
    tab.wait("outflank.modes.review.running", seconds=30)
    tab.wait("outflank.modes.review.isWhole", seconds=120)
    tab.button("Review again, deeper").wait_for()


def test_review_begins_by_itself_and_goes_on_elsewhere(tab):
    tab.go(f"#/review?moves={GAME}")
    tab.page.locator("#panel-review progress").wait_for()
    judged = "outflank.modes.review.judged.length"
    is_seen = "document.querySelector('#panel-review .insight').checkVisibility()"
    assert tab.page.evaluate(f"{judged} > 0 || !{is_seen}")  # no empty graph
    tab.wait(f"{judged} > 1", seconds=120)
    assert tab.page.locator("#panel-review .insight .graph").is_visible()
    tab.page.evaluate("outflank.turnTo('learn')")
    tab.wait(f"{judged} > 5", seconds=120)
    tab.page.evaluate("outflank.turnTo('review')")
    tab.wait("outflank.modes.review.isWhole", seconds=200)
    tab.button("Review again, deeper").wait_for()
    assert tab.page.locator("#panel-review progress").is_hidden()


def test_engine_begins_with_the_analysis_unless_it_was_turned_off(tab):
    tab.go("#/analyse?moves=f5d6c3")
    tab.page.wait_for_selector(".plate", timeout=60_000)
    tab.button("Engine").click()
    tab.reload()
    tab.page.evaluate("outflank.turnTo('learn').then(() => outflank.turnTo('analyse'))")
    assert not tab.page.evaluate("outflank.modes.analyse.on")
    tab.button("Engine").click()
    tab.page.evaluate("outflank.turnTo('learn').then(() => outflank.turnTo('analyse'))")
    tab.wait("outflank.modes.analyse.on")


def test_neither_review_nor_engine_begins_by_itself_in_a_game_that_goes_on(tab):
    tab.begin("human", "level1", moves=["f5", "d6", "c3", "d3"])
    tab.page.evaluate("outflank.turnTo('analyse')")
    tab.page.evaluate("outflank.turnTo('review')")
    tab.page.wait_for_timeout(1500)
    assert not tab.page.evaluate("outflank.modes.analyse.on || Boolean(outflank.modes.review.running)")
    tab.button("Review this game").click()
    tab.wait("outflank.modes.review.judged.length === 4", seconds=120)


def test_review_that_was_stopped_is_not_begun_again(tab):
    tab.go(f"#/review?moves={GAME}")
    tab.wait("outflank.modes.review.judged.length > 2", seconds=60)
    tab.button("Stop").click()
    tab.button("Finish the review").wait_for()
    tab.page.wait_for_timeout(1200)
    assert tab.page.evaluate("outflank.modes.review.running") is None
    tab.reload()
    assert "The review is not finished" in tab.page.locator("#panel-review").inner_text()


def test_offer_to_undo_is_gone_after_the_next_move(tab):
    tab.go("#/analyse?moves=f5")
    paste(tab, "f5 d6 c3")
    tab.page.wait_for_selector(".note .undo")
    tab.page.keyboard.press("ArrowLeft")
    tab.wait(f"{CURRENT}.ply === 2")
    assert tab.page.locator(".note .undo").count() == 1
    tab.square("c4").click()
    tab.wait(f"{CURRENT}.move === 'c4'")
    tab.page.wait_for_selector(".note", state="detached", timeout=2000)


def test_graph_is_walked_by_clicks(tab):
    tab.go("#/analyse?moves=f5d6c3d3c4&at=5")
    tab.page.locator("#panel-analyse .graph").scroll_into_view_if_needed()
    box = tab.page.locator("#panel-analyse .graph").bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] * 34 / 600 + 2, box["y"] + 50)
    tab.wait(f"{CURRENT}.ply === 0")


def test_address_holds_game_and_position(tab):
    tab.go("#/analyse?moves=f5d6c3&at=2")
    assert tab.page.evaluate(f"{CURRENT}.ply") == 2
    tab.page.keyboard.press("ArrowRight")
    tab.wait("location.hash === '#/analyse?moves=f5d6c3&at=3'")
    tab.button("Share").click()
    link = tab.page.get_by_role("dialog").get_by_role("textbox", name="Link").input_value()
    other = tab.more()
    other.page.goto(link)
    other.page.wait_for_selector("html[data-ready]")
    assert other.page.evaluate(f"{CURRENT}.path.join('')") == "f5d6c3"


def test_pictures_and_texts_can_be_taken_along(tab):
    tab.go("#/analyse?moves=f5d6")
    tab.button("Share").click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_text("Other formats").click()
    assert dialog.get_by_role("textbox", name="Transcript").input_value() == "f5d6"
    assert dialog.get_by_role("textbox", name="Board", exact=True).input_value().endswith(" X")
    assert re.search(r"B\[f5[^]]*\]W\[d6[^]]*\];\)$", dialog.get_by_role("textbox", name="GGF").input_value(), re.I)
    with tab.page.expect_download() as download:
        dialog.get_by_role("button", name="Save SVG").click()
    drawn = Path(download.value.path()).read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "rgb(58, 138, 91)" in drawn
    with tab.page.expect_download() as download:
        dialog.get_by_role("button", name="Save picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_transcript_is_copied_with_control_c(tab):
    tab.go("#/analyse?moves=f5d6c3")
    copied = tab.page.evaluate(
        """() => {
          const clipboard = new DataTransfer();
          const event = { clipboardData: clipboard, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new ClipboardEvent("copy", event));
          return clipboard.getData("text/plain");
        }"""
    )
    assert copied == "f5d6c3"


def test_keys_do_what_the_list_says(tab):
    tab.go("#/analyse?moves=f5d6c3")
    press = tab.page.keyboard.press
    press("f")
    first = "document.querySelector('#board [data-square]').dataset.square"
    tab.wait(f"{first} === 'h8'")
    press("f")
    tab.wait(f"{first} === 'a1'")
    press("Space")
    tab.wait("outflank.modes.analyse.on && outflank.examined.known(outflank.examined.study.current.view)")
    press("z")
    assert tab.page.locator(".plate").count() == 0
    press("z")
    tab.page.wait_for_selector(".plate")
    press("a")
    assert tab.page.locator(".plate").count() == 0
    press("a")
    press("l")
    tab.wait("!outflank.modes.analyse.on")
    press("g")
    tab.wait(f"{CURRENT}.ply === 4")
    press("Backspace")
    tab.wait(f"{CURRENT}.ply === 3")
    press("?")
    assert tab.page.get_by_role("dialog").get_by_text("next blunder, mistake, inaccuracy").is_visible()
