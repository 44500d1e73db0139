"""Studies in a real browser: made, commented, marked, saved, come back to, taken along; in two tabs; with no server."""

import json
import time

import pytest

from tests.web.conftest import Tab
from tests.web.playing import CURRENT
from tests.web.test_browser_access import LOOKS, check
from tests.web.test_browser_study import paste

pytestmark = pytest.mark.slow

LESSON = (
    "(;GM[2]PB[Ann]PW[Ben]GN[Tiger]C[the start]TR[c4];B[f5]TE[1](;W[d6]C[perpendicular]V[-2]VB[17];B[c3])(;W[f6]BM[2]))"
)


def analyse(tab, moves=""):
    tab.go(f"#/analyse?moves={moves}&at={len(moves) // 2}" if moves else "#/analyse")
    tab.page.wait_for_selector(".notes-part")
    return tab


def state(tab):
    return tab.page.locator(".study .state").inner_text()


def until_saved(tab):
    tab.wait("document.querySelector('.study .state').textContent === 'Saved'")


def save(tab, title="One"):
    tab.button("Save as a study").click()
    tab.page.get_by_label("Title of the study").fill(title)
    tab.wait(
        "title => location.hash.startsWith('#/study/') && outflank.examined.card.title === title"
        " && document.querySelector('.study .state').textContent === 'Saved'",
        title,
    )
    return tab.page.evaluate("outflank.examined.card.id")


def kept(server, study):
    with server.page() as page:
        return page.ask("study", study=study)


def until_kept(server, study, words):
    """The tree of a study, once it has some words."""
    ends = time.monotonic() + 60
    while words not in (tree := kept(server, study)["tree"]):
        assert time.monotonic() < ends, f"not kept: {words}"
        time.sleep(0.05)
    return tree


def comment(tab):
    return tab.page.locator(".notes-part textarea")


def moves(tab):
    return tab.page.evaluate(f"{CURRENT}.path.join('')")


def test_a_study_is_made_and_is_there_again_after_a_reload_and_in_another_browser(tab, shared_server):
    analyse(tab, "f5d6")
    comment(tab).fill("角を\u3000取る\nsecond line")
    tab.page.get_by_role("button", name="interesting move").click()
    tab.square("d6").click(button="right")
    assert tab.page.locator(".drawn path").count() == 2
    assert "circle on d6" in tab.square("d6").get_attribute("aria-label")
    study = save(tab, "Тигр")
    tab.reload()
    tab.page.wait_for_selector(".notes-part")
    assert comment(tab).input_value() == "角を\u3000取る\nsecond line"
    assert tab.page.get_by_role("button", name="interesting move").get_attribute("aria-pressed") == "true"
    assert tab.page.locator(".moves").get_by_text("d6!?").count() == 1
    assert tab.page.locator(".moves .said").inner_text() == "角を\u3000取る\nsecond line"
    assert moves(tab) == "f5d6"
    other = tab.more()
    other.go(f"#/study/{study}").page.wait_for_selector(".notes-part")
    assert other.page.get_by_label("Title of the study").input_value() == "Тигр"
    assert other.page.evaluate("outflank.examined.study.mainLine[2].said.c").startswith("角")
    assert other.faults == []


def test_values_of_a_study_that_are_deeper_than_what_is_known_are_shown_and_stay(tab, shared_server):
    def know(depth, move):
        value = {"move": move, "value": 1.0, "kind": "heuristic", "bound": "exact", "depth": depth, "selectivity": 100}
        found = {"move": move, "moves": [value | {"pv": [move], "nodes": 1}], "depth": depth, "selectivity": 100}
        found |= {"nodes": 1, "seconds": 0.1, "lower": None, "upper": None}
        tab.page.evaluate(f"found => outflank.examined.take('othello', {CURRENT}.view.text, found)", found)

    analyse(tab, "f5")
    know(20, "d6")
    study = save(tab)
    tab.reload()
    analyse(tab, "f5")
    know(5, "f6")
    tab.page.evaluate("study => { location.hash = `#/study/${study}`; }", study)
    tab.wait("id => outflank.examined.card.id === id", study)
    tab.page.keyboard.press("End")
    tab.wait(f"{CURRENT}.move === 'f5'")
    known = tab.page.evaluate(f"outflank.examined.known({CURRENT}.view)")
    assert (known["depth"], known["move"]) == (20, "d6")
    assert [found["move"] for found in known["moves"]] == ["d6", "f6"]
    comment(tab).fill("still deep")
    tree = until_kept(shared_server, study, "still deep")
    assert json.loads(tree)[1][2]["a"]["depth"] == 20


def test_back_and_forward_lead_out_of_a_study_and_into_it(tab):
    analyse(tab, "f5d6c3")
    study = save(tab)
    tab.page.go_back()
    tab.wait("location.hash.startsWith('#/analyse')")
    assert not tab.page.evaluate("outflank.examined.card.id")
    tab.page.go_forward()
    tab.wait("id => location.hash === '#/study/' + id && outflank.examined.card.id === id", study)


def test_what_is_typed_right_before_the_tab_is_closed_is_kept(tab, shared_server):
    analyse(tab, "f5")
    study = save(tab)
    comment(tab).fill("last words")
    tab.page.evaluate("dispatchEvent(new Event('pagehide'))")
    tab.page.goto("about:blank")
    until_kept(shared_server, study, "last words")
    tab.go(f"#/study/{study}").page.wait_for_selector(".notes-part")
    tab.page.keyboard.press("End")
    tab.wait(f"{CURRENT}.said.c === 'last words'")


def beside_unsaved(tab):
    """Note something that is saved nowhere yet, and open another tab of the same browser."""
    comment(tab).fill("not saved")
    tab.wait("localStorage.getItem('outflank.study.unsaved')?.includes('not saved')")
    return Tab(tab.page.context, tab.address)


def test_what_is_noted_and_no_study_yet_is_there_again_in_another_tab(tab):
    analyse(tab, "f5d6")
    other = beside_unsaved(tab)
    tab.page.close()
    other.go("#/analyse").page.wait_for_selector(".notes-part")
    other.wait("document.querySelector('.notes-part textarea').value === 'not saved'")
    assert other.page.evaluate("outflank.examined.study.mainLine.length") == 3
    other.page.get_by_role("button", name="Save as a study").click()
    other.wait("localStorage.getItem('outflank.study.unsaved') === null")
    assert not other.faults


def test_of_two_tabs_the_second_is_told_and_both_are_kept(tab, shared_server):
    analyse(tab, "f5d6")
    study = save(tab, "Both")
    context = tab.page.context
    other = context.new_page()
    other.goto(f"{tab.address}/#/study/{study}")
    other.wait_for_selector(".notes-part")
    assert other.get_by_label("Title of the study").input_value() == "Both"
    other.locator(".notes-part textarea").fill("of the other")
    until_kept(shared_server, study, "of the other")
    comment(tab).fill("of the first")
    tab.wait("id => outflank.examined.card.id !== id", study)
    until_saved(tab)
    assert "This study was changed elsewhere too" in tab.page.locator(".note").inner_text()
    mine = tab.page.evaluate("outflank.examined.card.id")
    assert "of the first" in kept(shared_server, mine)["tree"]
    assert "of the other" in kept(shared_server, study)["tree"]
    assert kept(shared_server, mine)["name"] == "Both (copy)"
    other.close()


def test_a_study_outlives_a_server_that_is_killed(serve, open_tab):
    server = serve()
    tab = analyse(open_tab(server).go(), "f5")
    study = save(tab)
    server.kill()
    tab.wait("outflank.lost !== ''")
    comment(tab).fill("without a server")
    tab.wait("document.querySelector('.study .state').textContent.startsWith('Not saved: no connection')")
    server.start()
    tab.page.evaluate("outflank.connection.retry()")
    tab.wait("document.querySelector('.study .state').textContent === 'Saved'", seconds=60)
    assert "without a server" in kept(server, study)["tree"]


def test_what_is_pasted_keeps_its_variations_comments_signs_and_marks(tab):
    paste(tab, LESSON)
    tab.page.wait_for_selector(".notes-part")
    tab.wait("outflank.examined.labels[0] === 'Ann'")
    assert tab.page.locator(".moves .variation .move").inner_text() == "f6??"
    tab.page.keyboard.press("Home")
    tab.wait("document.querySelector('.notes-part textarea').value === 'the start'")
    assert "triangle on c4" in tab.square("c4").get_attribute("aria-label")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("ArrowRight")
    tab.wait(f"{CURRENT}.move === 'd6'")
    assert "d6 was given the value +2, estimated." in tab.page.locator(".notes-part").inner_text()
    tab.page.keyboard.press("ArrowDown")
    tab.wait(f"{CURRENT}.move === 'f6'")
    tab.page.keyboard.press("ArrowUp")
    tab.wait(f"{CURRENT}.move === 'd6'")
    save(tab, "Tiger")
    assert tab.page.get_by_label("Name of Black").input_value() == "Ann"


def test_own_comments_stay_where_computer_output_is_hidden_and_look_the_same_in_the_review(tab):
    paste(tab, LESSON)
    tab.page.wait_for_selector(".notes-part")
    comments = tab.page.locator("#panel-analyse .moves").get_by_text("perpendicular")
    comments.wait_for()
    colour = comments.locator("..").evaluate("each => getComputedStyle(each).color")
    tab.page.keyboard.press("z")
    tab.wait("document.body.classList.contains('hide-output')")
    assert comments.is_visible()
    other = tab.more().go()  # where nobody has been in Analyse
    other.page.evaluate(
        "async text => { await outflank.turnTo('review'); await outflank.dialogs.take(text, 'review'); }", LESSON
    )
    comments = other.page.locator("#panel-review .moves").get_by_text("perpendicular")
    comments.wait_for()
    assert comments.locator("..").evaluate("each => getComputedStyle(each).color") == colour


def test_marks_stay_on_a_board_that_is_drawn_anew_and_are_said_once(tab):
    analyse(tab, "f5d6")
    tab.square("d6").click(button="right")
    save(tab)
    assert tab.square("d6").get_attribute("aria-label").count("circle on d6") == 1
    for width, height in ((390, 844), (1280, 860)):
        place = "document.querySelector('.frame').getAttribute('width')"
        before = tab.page.evaluate(place)
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.wait(f"before => {place} !== before", before)
        assert tab.page.locator(".drawn path").count() == 2
        assert tab.square("d6").get_attribute("aria-label").count("circle on d6") == 1


def test_whoever_leaves_the_name_of_a_study_stays_where_they_go(serve, open_tab):
    tab = analyse(open_tab(serve()).go(), "f5d6")
    save(tab, "Alpha")
    tab.page.get_by_role("link", name="All studies").click()
    tab.button("Name Alpha").click()
    tab.page.keyboard.type("Beta")
    tab.page.locator(".screen-study input[type=search]").click()
    tab.page.get_by_role("heading", name="Beta").wait_for()
    assert tab.page.evaluate("document.activeElement.type") == "search"


def test_the_focus_goes_to_the_first_of_more_studies(serve, open_tab):
    server = serve()
    with server.page() as page:
        for number in range(52):
            page.ask(
                "keep-study",
                study=f"study-{number:016}",
                revision=0,
                title=f"S{number}",
                players=["", ""],
                kind="othello",
                start="",
                tree='[[-1,""]]',
            )
    tab = open_tab(server).go("#/study")
    tab.wait("document.querySelectorAll('.screen-study .game').length === 50")
    tab.button("More studies").click()
    tab.wait("document.querySelectorAll('.screen-study .game').length === 52")
    row = (
        "[...document.querySelectorAll('.screen-study .game')].findIndex(each => each.contains(document.activeElement))"
    )
    assert tab.page.evaluate(row) == 50


def test_what_was_said_right_before_going_back_out_of_a_study_is_kept(tab, shared_server):
    analyse(tab, "f5d6c3")
    study = save(tab)
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("ArrowLeft")
    tab.wait(f"{CURRENT}.move === 'd6'")
    comment(tab).fill("in a hurry")
    tab.page.go_back()  # to the address of the game, at its end
    tab.wait(f"{CURRENT}.move === 'c3' && !outflank.examined.card.id")
    until_kept(shared_server, study, "in a hurry")


LONGEST_WRITTEN = """() => {
  const write = JSON.stringify;
  window.longest = 0;
  JSON.stringify = (...given) => {
    const text = write(...given);
    window.longest = Math.max(window.longest, text?.length ?? 0);
    return text;
  };
}"""


def test_a_step_writes_nothing_of_the_study_and_is_there_after_a_reload(tab):
    analyse(tab, "f5d6c3")
    comment(tab).fill("x" * 5000)
    save(tab)
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.evaluate(LONGEST_WRITTEN)
    for move in ("d6", "f5"):
        tab.page.keyboard.press("ArrowLeft")
        tab.wait(f"move => {CURRENT}.move === move", move)
    assert tab.page.evaluate("longest") < 2000
    tab.reload()
    tab.page.wait_for_selector(".notes-part")
    tab.wait(f"{CURRENT}.move === 'f5'")


@pytest.mark.parametrize("address", ["#/analyse?moves=f5d6c3", ""])
def test_notes_that_are_no_study_come_back_where_nothing_else_is_asked_for(tab, address):
    address = address or f"#/study/{save(analyse(tab, 'f5'), 'Kept')}"
    analyse(tab, "f5d6")
    other = beside_unsaved(tab)
    told = """() => {
      window.told = [];
      new MutationObserver(() => told.push(document.body?.textContent.includes("Your last notes are here again")))
        .observe(document, { childList: true, subtree: true });
    }"""
    other.page.add_init_script(f"({told})()")
    other.go(address)
    other.page.wait_for_selector(".notes-part")
    other.page.wait_for_timeout(300)
    assert not any(other.page.evaluate("told"))
    other.page.evaluate("outflank.examined.load({}).then(() => outflank.turnTo('analyse'))")
    other.wait("document.querySelector('.notes-part textarea')?.value === 'not saved'")
    assert other.faults == []


def test_squares_are_marked_by_keyboard_and_by_touch(tab):
    analyse(tab, "f5d6")
    tab.page.keyboard.press("x")
    tab.page.get_by_role("button", name="arrow", exact=True).click()
    tab.square("f5").click()
    tab.square("d6").click()
    tab.page.get_by_role("button", name="letter", exact=True).click()
    tab.square("a1").focus()
    tab.page.keyboard.press("Enter")
    said = tab.page.evaluate(f"{CURRENT}.said.k")
    assert said == [["arrow", "f5", "d6"], ["label", "a1", "A"]]
    assert tab.said == "Letter A on a1 is drawn."
    tab.page.keyboard.press("Enter")
    assert tab.page.evaluate(f"{CURRENT}.said.k") == [["arrow", "f5", "d6"]]
    tab.button("Clear marks").click()
    assert tab.page.locator(".drawn path").count() == 0
    tab.page.mouse.move(*middle(tab, "c3"))
    tab.page.mouse.down(button="right")
    tab.page.mouse.move(*middle(tab, "c6"))
    tab.page.mouse.up(button="right")
    assert tab.page.evaluate(f"{CURRENT}.said.k") == [["arrow", "c3", "c6"]]
    assert moves(tab) == "f5d6"  # nothing was played
    tab.turn_to("Review")
    assert tab.page.locator(".drawn").count() == 0


def middle(tab, square):
    box = tab.square(square).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_studies_are_found_named_duplicated_deleted_and_restored(serve, open_tab):
    tab = analyse(open_tab(serve()).go(), "f5d6")
    save(tab, "Alpha")
    tab.page.get_by_role("link", name="All studies").click()
    rows = tab.page.locator(".screen-study .game")
    tab.button("Duplicate Alpha").click()
    tab.page.wait_for_selector(".screen-study .game >> nth=1")
    tab.button("Name Alpha (copy)").click()
    tab.page.get_by_label("Title of the study").last.fill("Beta")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("Beta").wait_for()
    tab.page.get_by_role("searchbox").last.fill("beta")
    tab.wait("document.querySelectorAll('.screen-study .game').length === 1")
    tab.button("Delete Beta").click()
    tab.wait("document.querySelectorAll('.screen-study .game').length === 0")
    tab.button("Undo").click()
    tab.wait("document.querySelectorAll('.screen-study .game').length === 1")
    assert rows.count() == 1
    tab.go("#/study/nothing-is-here-at-all").page.wait_for_selector(".screen-study .game")
    assert "You have no such study" in tab.page.get_by_role("alert").inner_text()


@LOOKS
def test_axe_finds_no_fault_in_a_study_and_the_list(options, open_tab, shared_server):
    tab = open_tab(shared_server, **options).go()
    paste(tab, LESSON)
    tab.page.wait_for_selector(".notes-part")
    save(tab, "Axe")
    tab.page.get_by_role("button", name="Mark squares").click()
    tab.square("a1").click()
    tab.page.get_by_role("button", name="arrow", exact=True).click()
    check(tab, "a study")
    tab.page.locator("main").evaluate("() => outflank.dialogs.share()")
    tab.page.locator("#share").get_by_role("button", name="Save GGF").wait_for()
    check(tab, "sharing a study")
    tab.go("#/study").page.wait_for_selector(".screen-study .game")
    check(tab, "the list")
    assert tab.faults == []
