"""A study that several people edit in their browsers, and a class that follows its teacher."""

import json
from functools import partial

import pytest

from tests.web.conftest import Tab
from tests.web.playing import CURRENT
from tests.web.test_browser_access import LOOKS, PHONE, check, check_width
from tests.web.test_browser_studies import analyse, comment, moves, save, state, until_saved

pytestmark = pytest.mark.slow

NAMES = "[...document.querySelectorAll('.study-people li bdi')].map(each => each.textContent).join()"
PATHS = (
    "outflank.examined.study.nodes.filter(node => !node.children.length).map(node => node.path.join('')).sort().join()"
)


@pytest.fixture(scope="module")
def server_options():
    """Several people with studies of their own."""
    return ("--club",)


def name(tab, words):
    script = f"localStorage.setItem('outflank.name', {json.dumps(json.dumps(words))})"
    tab.page.add_init_script(f"try {{ {script} }} catch {{}}")
    tab.page.evaluate(f"try {{ {script} }} catch {{}}")


def shared(tab, line="f5d6", who="Ann"):
    """Ann's study with both links."""
    name(tab, who)
    analyse(tab, line)
    save(tab, "Together")
    tab.button("Share this study …").click()
    tab.page.wait_for_selector(".study-link input")
    links = [field.input_value() for field in tab.page.locator(".study-link input").all()]
    return [link[link.index("#") :] for link in links]


def joined(tab, link, who="Ben", **options):
    other = tab.more(**options)
    name(other, who)
    other.go(link).page.wait_for_selector(".notes-part")
    other.wait("outflank.examined.card.shared === true")
    return other


def until(tab, condition, argument=None):
    tab.wait(condition, argument)


def go(tab, line):
    path = [line[at : at + 2] for at in range(0, len(line), 2)]
    tab.page.evaluate(
        "path => outflank.examined.go(path.reduce((node, move) => node.child(move), outflank.examined.study.root))",
        path,
    )
    tab.wait(f"line => {CURRENT}.path.join('') === line", line)


def test_two_people_play_moves_and_write_and_each_sees_what_the_other_does(tab):
    edit, _ = shared(tab)
    ben = joined(tab, edit)
    assert moves(ben) == ""
    until(tab, f"{NAMES} === 'You,Ben'")
    go(ben, "f5d6")
    ben.square("c3").click()
    until(tab, f"{PATHS} === 'f5d6c3'")
    go(tab, "f5d6")
    tab.square("c4").click()
    until(ben, f"{PATHS} === 'f5d6c3,f5d6c4'")
    comment(tab).fill("a good move")
    until(ben, "outflank.examined.study.root.child('f5').child('d6').child('c4').said.c === 'a good move'")
    tab.page.wait_for_selector(".moves .initial")
    assert tab.page.locator(".moves .initial").first.inner_text() == "B"
    until_saved(tab)
    until_saved(ben)
    ben.reload()
    ben.wait(f"{PATHS} === 'f5d6c3,f5d6c4'")
    assert ben.faults == []


def test_a_link_to_another_shared_study_opens_that_study(tab):
    first, _ = shared(tab, "f5d6")
    other, _ = shared(tab.more(), "f5f6", who="Cid")
    ben = joined(tab, first)
    ben.wait(f"{PATHS} === 'f5d6'")
    ben.page.evaluate("link => { location.hash = link; }", other)
    ben.wait(f"{PATHS} === 'f5f6'")
    assert ben.page.evaluate("location.hash") == other
    assert ben.faults == []


def test_two_people_write_in_one_comment_at_once_and_all_their_words_stay(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    for each in (tab, ben):
        go(each, "f5")
    comment(tab).fill("one two three")
    ben.wait("document.querySelector('.notes-part textarea').value === 'one two three'")
    with ben.without_connection():
        comment(ben).press("End")
        comment(ben).type(" four")
        comment(tab).press("Home")
        comment(tab).type("zero ")
        until_saved(tab)
        ben.wait("document.querySelector('.study .state').textContent.startsWith('Not saved: no connection')")
    for each in (tab, ben):
        each.wait("document.querySelector('.notes-part textarea').value === 'zero one two three four'")
    assert ben.page.evaluate("document.activeElement.selectionStart") == len("zero one two three four")
    with ben.without_connection():
        comment(ben).fill("all mine")
        comment(tab).fill("all yours")
        until_saved(tab)
    for each in (tab, ben):
        each.wait("document.querySelector('.notes-part textarea').value === 'all yours\\nall mine'")
    assert "both versions are there" in ben.page.locator(".note").last.inner_text()
    assert ben.faults == []


def test_a_branch_that_one_person_deletes_while_another_goes_on_there_stays(tab):
    edit, _ = shared(tab, "f5d6")
    ben = joined(tab, edit)
    go(ben, "f5d6")
    go(tab, "f5")
    with ben.without_connection():
        tab.button("Delete from here").click()
        until_saved(tab)
        ben.page.evaluate(
            "outflank.examined.study.add(outflank.examined.study.current, 'c3'); outflank.examined.keep()"
        )
    for each in (tab, ben):
        each.wait(f"{PATHS} === 'f5d6c3'")
    assert "it stays" in tab.page.locator(".notes").inner_text()
    assert ben.faults == []


def test_what_is_written_without_a_connection_is_sent_by_the_next_visit(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    go(ben, "f5")
    ben.page.evaluate("outflank.connection.connect = () => {}")
    ben.page.evaluate("outflank.connection.socket.close()")
    ben.wait("!outflank.connection.ready")
    comment(ben).fill("on the train")
    ben.wait("Object.keys(localStorage).some(key => key.startsWith('outflank.study.unsent'))")
    ben.go(edit)
    tab.wait("outflank.examined.study.root.child('f5').said.c === 'on the train'")
    ben.wait("!Object.keys(localStorage).some(key => key.startsWith('outflank.study.unsent'))")
    assert ben.faults == []


def test_somebody_who_is_removed_keeps_unsent_work_as_a_study_of_their_own(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    go(ben, "f5")
    until(tab, f"{NAMES} === 'You,Ben'")
    ben.page.evaluate(
        """() => {
          const { connection } = outflank;
          const ask = connection.request.bind(connection);
          connection.request = (type, ...rest) => type === "change-study" ? new Promise(() => {}) : ask(type, ...rest);
        }"""
    )
    comment(ben).fill("my idea")
    tab.page.get_by_role("button", name="Remove Ben").click()
    ben.page.get_by_text("You no longer have access to this study").wait_for()
    until_saved(ben)
    assert ben.page.get_by_label("Title of the study").input_value() == "Together (copy)"
    assert ben.page.evaluate("!outflank.examined.card.shared")
    late = tab.more()
    name(late, "Ben")
    assert late.faults == ben.faults == []


def test_people_follow_each_other_and_come_when_they_are_called(tab):
    edit, watch = shared(tab, "f5d6c3")
    ben, cleo = joined(tab, edit), joined(tab, watch, "Cleo")
    go(tab, "f5d6")
    cleo.page.get_by_role("button", name="Follow Ann").click()
    cleo.wait(f"{CURRENT}.path.join('') === 'f5d6'")
    go(tab, "f5d6c3")
    cleo.wait(f"{CURRENT}.path.join('') === 'f5d6c3'")
    cleo.page.get_by_text("You follow Ann.").wait_for()
    go(cleo, "f5")
    tab.button("Everyone to my board").click()
    for each in (ben, cleo):
        each.wait(f"{CURRENT}.path.join('') === 'f5d6c3'")
    assert comment(cleo).get_attribute("readonly") is not None
    assert ben.faults == cleo.faults == []


def test_a_pupil_on_a_phone_follows_tries_moves_and_answers(tab):
    _, watch = shared(tab, "f5d6")
    cleo = joined(tab, watch, "Cleo", **PHONE)
    dan = joined(tab, watch, "Dan")
    until(tab, f"{NAMES}.includes('Dan')")
    go(tab, "f5")
    tab.button("Lead a class").click()
    for pupil in (cleo, dan):
        pupil.page.get_by_text("You follow Ann.").wait_for()
        pupil.wait(f"{CURRENT}.path.join('') === 'f5'")
    cleo.button("Try for yourself").click()
    cleo.square("f4").click()
    cleo.wait(f"{CURRENT}.path.join('') === 'f5f4'")
    tab.page.get_by_text("1 tries moves.").wait_for()
    assert tab.page.evaluate(PATHS) == "f5d6"
    go(tab, "f5d6")
    dan.wait(f"{CURRENT}.path.join('') === 'f5d6'")
    assert moves(cleo) == "f5f4"
    cleo.button("Back to Ann").click()
    cleo.wait(f"{CURRENT}.path.join('') === 'f5d6'")
    assert cleo.page.evaluate(PATHS) == "f5d6"
    tab.button("Ask: find the move").click()
    for pupil, move in ((cleo, "c3"), (dan, "c4")):
        pupil.page.get_by_text("Find the best move, and choose it on the board.").wait_for()
        pupil.square(move).click()
        pupil.page.get_by_text(f"Your answer is {move}.").wait_for()
    dan.square("c3").click()
    tab.page.get_by_text("2 answers.").wait_for()
    tab.wait("document.querySelector('.answer text')?.textContent === '2'")
    assert cleo.page.locator(".answer text").count() == 0
    assert moves(cleo) == "f5d6"
    check_width(cleo)
    tab.button("Show the answers to all").click()
    for pupil in (cleo, dan):
        pupil.page.get_by_text("These are the answers. Yours was c3.").wait_for()
        pupil.wait("document.querySelector('.answer text')?.textContent === '2'")
    tab.button("Close the question").click()
    tab.square("c3").click()
    cleo.wait(f"{CURRENT}.path.join('') === 'f5d6c3'")
    cleo.reload()
    cleo.page.get_by_text("You follow Ann.").wait_for()
    cleo.wait(f"{CURRENT}.path.join('') === 'f5d6c3'")
    tab.button("End the class").click()
    cleo.page.locator(".class-bar").wait_for(state="hidden")
    assert cleo.faults == dan.faults == []


def test_a_link_asks_for_a_name_and_a_wrong_one_says_so(tab):
    edit, _ = shared(tab, "f5")
    other = tab.more().go(edit)
    other.page.get_by_label("Your name").fill("Zoe")
    other.button("Open the study").click()
    other.wait("outflank.examined.card.shared === true")
    until(tab, f"{NAMES} === 'You,Zoe'")
    wrong = tab.more()
    name(wrong, "Eve")
    wrong.go(edit[:-4] + "xxxx")
    wrong.page.get_by_text("This link is not valid any more").wait_for()
    assert other.faults == wrong.faults == []


def test_a_member_finds_the_study_again_in_the_list(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    ben.go("#/study")
    ben.page.get_by_role("link", name="Open Together").click()
    ben.wait("outflank.examined.card.shared === true")
    assert state(ben) in ("", "Saved")
    assert ben.faults == []


def test_a_deletion_is_undone_for_everybody(tab):
    edit, _ = shared(tab, "f5d6c3")
    ben = joined(tab, edit)
    go(tab, "f5d6")
    comment(tab).fill("why")
    until(ben, "outflank.examined.study.root.child('f5').child('d6').said.c === 'why'")
    tab.button("Delete from here").click()
    until(ben, f"{PATHS} === 'f5'")
    tab.button("Undo").click()
    until(ben, f"{PATHS} === 'f5d6c3'")
    until(ben, "outflank.examined.study.root.child('f5').child('d6').said.c === 'why'")
    assert ben.faults == []


def test_variations_titles_signs_and_marks_reach_the_other_tab_of_the_same_person(tab):
    shared(tab, "f5d6")
    go(tab, "f5")
    tab.square("f6").click()
    tab.wait(f"{CURRENT}.path.join('') === 'f5f6'")
    tab.button("Make main line").click()
    tab.page.get_by_role("button", name="good move", exact=True).click()
    tab.square("d6").click(button="right")
    tab.page.get_by_label("Title of the study").fill("Parallel")
    study = tab.page.evaluate("outflank.examined.card.id")
    other = Tab(tab.page.context, tab.address).go(f"#/study/{study}")
    other.wait("outflank.examined.card.shared === true")
    main = "outflank.examined.study.mainLine.map(node => node.move).join('')"
    for each in (tab, other):
        each.wait(f"{main} === 'f5f6'")
    other.wait("outflank.examined.study.mainLine[2].said.s === '!'")
    other.wait("outflank.examined.study.mainLine[2].said.k?.[0][1] === 'd6'")
    other.wait("outflank.examined.card.title === 'Parallel'")
    go(other, "f5d6")
    other.button("Make main line").click()
    tab.wait(f"{main} === 'f5d6'")
    assert other.faults == []


def test_a_game_opened_over_a_shared_study_can_be_put_away_again(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    ben.page.evaluate("outflank.examined.load({ moves: ['f5', 'f6'] })")
    ben.wait("!outflank.examined.card.id")
    until(tab, f"{NAMES} === 'You'")
    ben.page.evaluate("outflank.examined.back()")
    ben.wait("outflank.examined.card.shared === true")
    until(tab, f"{NAMES} === 'You,Ben'")
    go(tab, "f5")
    tab.square("d6").click()
    until(ben, f"{PATHS} === 'f5d6'")
    assert ben.faults == []


def test_a_shared_study_goes_on_after_its_server_was_killed(serve, open_tab):
    server = serve("--club")
    tab = open_tab(server).go()
    tab.more = partial(open_tab, server)
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    for each in (tab, ben):
        go(each, "f5")
    comment(tab).fill("before")
    until_saved(tab)
    server.kill()
    tab.wait("outflank.lost !== ''")
    comment(ben).fill("before and after")
    tab.page.evaluate("outflank.examined.study.add(outflank.examined.study.current, 'd6'); outflank.examined.keep()")
    server.start()
    for each in (tab, ben):
        each.page.evaluate("outflank.connection.retry()")
    for each in (tab, ben):
        each.wait(f"{PATHS} === 'f5d6'")
        each.wait("outflank.examined.study.root.child('f5').said.c === 'before and after'")


@LOOKS
def test_a_class_is_accessible(tab, options):
    _, watch = shared(tab, "f5")
    tab.button("Lead a class").click()
    cleo = joined(tab, watch, "Cleo", **options)
    cleo.page.get_by_text("You follow Ann.").wait_for()
    tab.button("Ask: find the move").click()
    cleo.page.get_by_text("Find the best move").wait_for()
    check(cleo, "pupil")
    check(tab, "leader")
    assert cleo.faults == []


def test_a_study_that_is_full_becomes_a_copy_and_a_full_disk_is_waited_for(tab):
    edit, _ = shared(tab, "f5")
    ben = joined(tab, edit)
    refuse = """code => {
      const { connection } = outflank;
      const ask = connection.asks ??= connection.request.bind(connection);
      connection.request = (type, ...rest) => type === "change-study" && code
        ? Promise.reject(Object.assign(new Error("no room"), { code })) : ask(type, ...rest);
    }"""
    go(ben, "f5")
    ben.page.evaluate(refuse, "refused")
    comment(ben).fill("a long story")
    ben.wait("document.querySelector('.study .state').textContent.startsWith('Not saved: no room')")
    ben.page.evaluate(refuse, "")
    until(tab, "outflank.examined.study.root.child('f5').said.c === 'a long story'")
    ben.page.evaluate(refuse, "full")
    comment(ben).fill("a longer story")
    ben.wait("!outflank.examined.card.shared && outflank.examined.card.title === 'Together (copy)'")
    until_saved(ben)
    assert tab.page.evaluate("outflank.examined.study.root.child('f5').said.c") == "a long story"
    assert ben.faults == []


def test_the_header_shares_a_study_by_its_own_link(tab):
    """Share leads with the link to the whole study, and offers to make it while nobody else can open the study."""
    name(tab, "Ann")
    analyse(tab, "f5d6")
    save(tab, "Whole")
    tab.page.click("#button-share")
    tab.page.locator("#share").get_by_role("button", name="Share this study …").click()
    tab.page.wait_for_selector("#share .share-row")
    fields = tab.page.locator("#share .share-ways input")
    tab.wait("document.querySelector('#share .share-ways input')?.value.includes('#/study/')")
    watch, edit, moves = [fields.nth(at).input_value() for at in range(3)]
    assert "#/analyse?moves=f5d6" in moves
    assert watch != edit
    assert "#/study/" in edit
    tab.page.keyboard.press("Escape")
    follower = joined(tab, watch[watch.index("#") :])
    follower.page.click("#button-share")
    follower.page.wait_for_selector("#share[open]")
    assert follower.page.locator("#share .share-ways input").first.input_value() == watch
    assert follower.page.locator("#share").get_by_label("Link to edit together", exact=True).count() == 0
