"""Going about the page: focus, title and history, keys, and what is found where it is looked for."""

import math

import pytest

from tests.web.playing import WIPE_OUT

pytestmark = pytest.mark.slow

FOCUSED = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
SCREENS = {
    "#/": "Home",
    "#/games": "My games",
    "#/opponents": "Opponents",
    "#/learn": "Learn",
    "#/practice": "Practice",
    "#/rules": "The rules",
    "#/help": "Help",
    "#/progress": "Progress",
    "#/study": "Studies",
}
FROM_THE_SERVER = ["outflank.kinds", "outflank.server", "outflank.recent"]  # stored when an answer arrives
PARTS = {"#/play": "Play", "#/analyse": "Analyse", "#/review": "Review"}


def until_title(tab, title):
    tab.wait("title => document.title === title", f"{title} – Outflank")


@pytest.mark.parametrize(("hash_", "title"), [*SCREENS.items(), *PARTS.items()])
def test_each_screen_takes_focus_and_title_and_is_announced(tab, hash_, title):
    tab.go("#/help" if hash_ == "#/" else "#/")
    start = tab.page.title()
    tab.page.evaluate("hash => { location.hash = hash; }", hash_)
    until_title(tab, title)
    host = "place" if hash_ in PARTS else f"screen-{hash_[2:] or 'home'}"
    assert tab.page.evaluate(FOCUSED) == host
    tab.wait("title => document.querySelector('#live').textContent.startsWith(title)", title)
    tab.page.go_back()
    tab.wait("title => document.title === title", start)
    assert tab.page.evaluate(FOCUSED) != "BODY"
    tab.page.go_forward()
    until_title(tab, title)
    assert tab.page.evaluate(FOCUSED) == host


@pytest.mark.parametrize(
    ("hash_", "words"),
    [
        ("#/practice/puzzles", "Puzzles. Difficulty: "),
        ("#/practice/endgames", "Endgames. You are "),
        ("#/practice/openings", "Openings."),
        ("#/play", "Play. A new game. Black to move."),
    ],
)
def test_name_of_a_screen_and_its_first_words_are_said_together(tab, hash_, words):
    """Once, the name that came after them took the place of the first puzzle's question."""
    tab.go("#/help")
    tab.page.evaluate("hash => { location.hash = hash; }", hash_)
    tab.wait("words => document.querySelector('#live').textContent.startsWith(words)", words, seconds=60)


def test_list_of_keys_takes_the_focus_at_its_heading(tab):
    """Once, the last link had it: the only thing there that can be pressed."""
    tab.page.keyboard.press("?")
    tab.page.wait_for_selector("#keys[open]")
    assert tab.page.evaluate(FOCUSED) == "keys-title"
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.textContent") == "More help"


def test_tab_that_was_pressed_keeps_the_focus(tab):
    tab.page.locator("#tab-play").focus()
    tab.page.keyboard.press("ArrowRight")
    until_title(tab, "Analyse")
    assert tab.page.evaluate(FOCUSED) == "tab-analyse"


@pytest.mark.parametrize("name", ["paste", "settings", "keys", "newGame", "friend"])
def test_back_closes_a_dialog_and_stays(tab, name):
    tab.go("#/games")
    tab.page.evaluate("name => outflank.dialogs[name]()", name)
    tab.page.wait_for_selector("dialog[open]")
    tab.page.go_back()
    tab.wait("!document.querySelector('dialog[open]')")
    assert tab.page.evaluate("outflank.mode.name") == "games"
    assert tab.page.evaluate("location.hash") == "#/games"


def test_dialog_that_was_closed_otherwise_costs_no_step_back(tab):
    tab.go("#/games")
    tab.page.evaluate("outflank.turnTo('help')")
    until_title(tab, "Help")
    tab.page.locator("#button-keys").click()
    tab.page.keyboard.press("Escape")
    assert tab.page.evaluate(FOCUSED) == "button-keys"  # where it was before
    tab.page.evaluate("history.back()")
    until_title(tab, "My games")
    for _ in range(2):  # a dialog leads to another screen, twice
        tab.page.locator("#button-keys").click()
        tab.page.get_by_role("link", name="More help").click()
        until_title(tab, "Help")
        tab.page.evaluate("history.back()")
        until_title(tab, "My games")


@pytest.mark.parametrize("size", [(1280, 860), (360, 500)])
@pytest.mark.parametrize("name", ["keys", "settings", "share", "newGame", "friend", "edit"])
def test_dialog_opens_at_its_beginning(tab, name, size):
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.page.evaluate("name => outflank.dialogs[name]()", name)
    tab.page.wait_for_selector("dialog[open]")
    tab.page.wait_for_timeout(100)
    assert tab.page.evaluate("document.querySelector('dialog[open]').scrollTop") == 0
    title = tab.page.locator("dialog[open] h2").bounding_box()
    assert 0 <= title["y"] < size[1]


def test_single_keys_can_be_switched_off(tab):
    rotated = "outflank.board.shown && document.querySelector('[data-square]').dataset.square"
    tab.begin("human", "human")
    first = tab.page.evaluate(rotated)
    tab.page.keyboard.press("f")
    assert tab.page.evaluate(rotated) != first
    tab.page.keyboard.press("f")
    tab.page.locator("#button-settings").click()
    tab.page.get_by_text("More choices").click()
    tab.page.get_by_label("Single-key commands").uncheck()
    tab.page.keyboard.press("Escape")
    tab.page.evaluate("document.activeElement.blur()")
    for key in ("f", "z", "r", "?", "b", " "):
        tab.page.keyboard.press(key)
    assert tab.page.evaluate(rotated) == first
    assert not tab.page.evaluate("outflank.hidden || document.querySelector('dialog[open]') !== null")
    tab.square("f5").click()
    tab.until_moves(1)
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("ArrowLeft")  # is no letter
    assert tab.page.evaluate("outflank.modes.play.at") == 0


@pytest.mark.parametrize("key", ["f", "z", "a", "d"])
def test_keys_are_no_commands_while_something_is_typed_or_with_others(tab, key):
    tab.begin("human", "human")
    tab.page.keyboard.press("Tab")  # brings the field for moves
    hints = "outflank.modes.play.hints"
    state = f"""JSON.stringify([outflank.hidden, document.querySelector('[data-square]').dataset.square,
        Boolean({hints}.search ?? {hints}.hint),
        Object.entries(localStorage).filter(([key]) => !{FROM_THE_SERVER}.includes(key)).sort()])"""
    before = tab.page.evaluate(state)
    tab.page.locator("#move-text").focus()
    tab.page.keyboard.press(key)
    for modifier in ("Control", "Alt", "Meta"):
        tab.page.evaluate("document.activeElement.blur()")
        tab.page.evaluate(
            "([key, modifier]) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true,"
            " [`${modifier.toLowerCase().replace('control', 'ctrl')}Key`]: true}))",
            [key, modifier],
        )
    assert tab.page.evaluate(state) == before


@pytest.mark.parametrize(
    ("path", "hash_"),
    [
        ("/play", "#/play"),
        ("/opponents/", "#/opponents"),
        ("/practice/endgames", "#/practice/endgames"),
        ("/analyse?moves=f5d6&at=1", "#/analyse?moves=f5d6&at=1"),
    ],
)
def test_address_without_a_sign_leads_to_the_screen(tab, path, hash_):
    tab.page.goto(tab.address + path)
    tab.page.wait_for_selector("html[data-ready]")
    assert tab.page.evaluate("location.hash") == hash_
    assert tab.page.evaluate("outflank.mode.name") == hash_[2:].split("/")[0].split("?")[0]


def test_review_from_home_opens_the_last_game_that_is_over_or_the_list(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    review = tab.page.get_by_role("button", name="Review What did my moves lose?")
    review.click()
    until_title(tab, "My games")
    tab.begin("human", "human", moves=WIPE_OUT[:-1])
    tab.square(WIPE_OUT[-1]).click()
    tab.wait("outflank.modes.play.state.result")
    tab.begin("human", "human", moves=["f5"])
    tab.square("d6").click()
    tab.until_moves(2)
    tab.page.evaluate("outflank.turnTo('home')")
    review.click()
    until_title(tab, "Review")
    tab.wait("outflank.examined.study.mainLine.length === 10")
    assert tab.faults == []


def test_fields_of_a_new_game_stand_in_line_whatever_their_labels(tab):
    tab.page.evaluate("outflank.dialogs.newGame({ kind: 'tribolo' })")
    tab.page.get_by_text("More choices").click()
    for width in (1280, 390):
        tab.page.set_viewport_size({"width": width, "height": 800})
        rows = tab.page.evaluate(
            """() => {
              const fields = [...document.querySelectorAll("#new-game .fields > .field")];
              const box = (each) => each.getBoundingClientRect();
              const boxes = fields.map((each) => [box(each), box(each.querySelector("input, select"))]);
              return boxes.flatMap(([field, box]) => boxes
                .filter(([other]) => other.top < field.bottom && field.top < other.bottom)
                .map(([, other]) => Math.abs(other.bottom - box.bottom)));
            }"""
        )
        assert max(rows) < 1


def puzzle(tab):
    tab.go("#/practice/puzzles")
    tab.page.wait_for_selector(".practice-hint")
    return "outflank.modes.practice.part.part"


def test_hint_after_a_wrong_move_is_not_swallowed(tab):
    part = puzzle(tab)
    best = tab.page.evaluate(f"{part}.app.connection.request('solve', {{ key: {part}.told.key, first: false }})")[
        "line"
    ][0]
    wrong = next(move for move in tab.page.evaluate(f"Object.keys({part}.view.legal)") if move != best)
    tab.page.keyboard.press("Tab")  # brings the field for moves
    tab.page.locator(".practice [name=move], .practice .move-form input").first.fill(wrong)
    tab.page.keyboard.press("Enter")
    tab.wait(f"{part}.answer.words.includes('loses') || {part}.answer.words.includes('Try again')")
    tab.page.wait_for_timeout(700)  # while what follows is still being shown
    tab.button("Hint").click()
    tab.wait(f"{part}.hints === 1 && !{part}.isBusy")
    assert tab.page.evaluate(f"{part}.view.text === {part}.first.text")  # the question is on the board again


def test_puzzle_can_be_tried_again_and_analysed(tab):
    part = puzzle(tab)
    text = tab.page.evaluate(f"{part}.first.text")
    tab.button("Show the answer").click()
    tab.button("Try again").click()
    assert tab.page.evaluate(f"[{part}.view.text, {part}.isOver]") == [text, False]
    tab.button("Show the answer").click()
    tab.button("Analyse this").click()
    until_title(tab, "Analyse")
    tab.wait("text => outflank.examined.study.current.view?.text === text", text)


def test_endgame_can_be_tried_again_and_analysed(tab):
    tab.go("#/practice/endgames")
    part = "outflank.modes.practice.part.part"
    tab.wait("Boolean(outflank.modes.practice.part?.part)")
    tab.page.evaluate(f"{part}.wanted.empties = 6; {part}.follow(() => {part}.next())")
    tab.wait(f"{part}.told?.start && !{part}.isBusy", seconds=120)
    text = tab.page.evaluate(f"{part}.told.view.text")
    while not tab.page.evaluate(f"{part}.isOver"):
        tab.wait(f"!{part}.isBusy")
        tab.page.evaluate(f"{part}.isHurried = true; {part}.choose(Object.keys({part}.view.legal)[0])")
    tab.button("Try again").click()
    assert tab.page.evaluate(f"[{part}.view.text, {part}.isOver, {part}.lost]") == [text, False, 0]


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_verdict_of_a_review_is_in_sight(tab, size):
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.go("#/review?moves=f5d6c3d3c4f4f6f3")
    tab.page.wait_for_selector("text=Review again", timeout=240_000)
    tab.page.evaluate("scrollTo(0, 0)")
    losses = tab.page.evaluate(
        "outflank.modes.review.judged.map(({ judged }) => judged.loss)"
    )  # a hasty search may err
    # a hasty search may err: the losses are as they come
    black, white = (math.floor(10 * sum(own) / len(own) + 0.5) / 10 for own in (losses[::2], losses[1::2]))
    first = f"Black f5: {f'{losses[0]} disc' if losses[0] else 'nothing'}"
    totals = f"Black: {black} discs lost a move. White: {white} discs lost a move."
    for key, words in (("Home", totals), ("ArrowRight", first)):
        tab.page.keyboard.press(key)
        tab.wait("words => document.querySelector('.insight .verdict').textContent.includes(words)", words)
        assert words not in tab.page.locator("#status").text_content()  # said once
        box = tab.page.locator(".insight .verdict").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]


def test_who_plays_a_friend_is_told_before_that_nobody_else_reaches_the_server(tab):
    tab.page.evaluate("outflank.dialogs.friend()")
    dialog = tab.page.locator("#friend")
    anywhere = dialog.get_by_text("Your friend opens it on any phone or computer")
    assert dialog.get_by_text("This link opens only on this computer.").is_visible()
    assert anywhere.count() == 0
    tab.page.keyboard.press("Escape")
    tab.page.evaluate("outflank.reach = 'http://club.example/'; outflank.dialogs.friend()")
    anywhere.wait_for()
    assert dialog.get_by_text("This link opens only on this computer.").count() == 0
    tab.page.evaluate("outflank.reach = ''")
    assert "--host" not in dialog.text_content()
    tab.page.keyboard.press("Escape")
    tab.begin("human", "human")
    tab.button("Share").click()
    advice = tab.page.get_by_text("Start it with --host 0.0.0.0.")
    advice.wait_for(state="attached")
    assert not advice.is_visible()
    tab.page.get_by_text("For the person who runs this server").click()
    assert advice.is_visible()


def test_other_games_of_a_pasted_text_are_taken_among_ones_own(open_tab, serve):
    tab = open_tab(serve()).go("#/analyse")
    games = "".join(f"(;GM[2]PB[Ann{number}]PW[Bob];B[f5];W[d6])\n" for number in range(3))
    tab.page.evaluate("text => outflank.dialogs.take(text)", games)
    tab.page.get_by_text("The pasted text has 2 more games.").wait_for()
    tab.button("Add all to my games").click()
    until_title(tab, "My games")
    tab.page.wait_for_selector(".game >> nth=2")
    assert tab.faults == []


def test_what_a_reader_changed_stands_beside_the_game_until_there_is_another(tab):
    for target in ("analyse", "review"):
        tab.page.evaluate("target => outflank.dialogs.take('c5e6f3e3f4', target)", target)
        notes = tab.page.locator(f"#panel-{target} .pasted li")
        notes.wait_for()
        assert "mirrored" in notes.inner_text()
        assert not tab.button("Add all to my games").count()
        tab.page.evaluate("target => outflank.dialogs.take('f5d6c3', target)", target)
        notes.wait_for(state="hidden")


@pytest.mark.parametrize(("language", "stop"), [("en", "."), ("fr", "."), ("ja", "。"), ("zh", "。")])
def test_a_refusal_is_a_sentence_with_one_stop(tab, language, stop):
    page = tab.more(locale=language).go("#/learn")
    for message in ("é is gone", "É is gone.", "(is it gone?)", "é is gone: try “x”", "(gone …)"):
        page.page.evaluate("message => outflank.refused({ code: 'any', message })", message)
        said = page.page.locator(".note.error span").inner_text()
        expected = message[0].upper() + message[1:]
        assert said == (expected if message.endswith(".") else expected + stop)
    page.page.evaluate("outflank.refused({ code: 'any', message: 'really?' })")
    assert page.page.locator(".note.error span").inner_text() == "Really?"
    page.page.evaluate(
        "outflank.connection.request('open', { game: 'x'.repeat(22) }).catch((no) => outflank.refused(no))"
    )
    page.wait("stop => document.querySelector('.note.error span').innerText.endsWith(stop)", stop)
    assert page.faults == []
