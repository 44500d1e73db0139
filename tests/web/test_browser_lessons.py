"""Lessons, the rules and the help in a real browser: played through, tried wrongly, left and come back to."""

import pytest

from outflank.rules import Position
from tests.web.lessons import all_steps, offered, steps_of, told, wins
from tests.web.test_browser_access import PHONE, check_width

pytestmark = pytest.mark.slow

LESSON = "outflank.modes.learn.part?.lesson"


class Learner:
    """A person who takes a lesson in a tab."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page

    def open(self, place):
        self.tab.go(f"#/learn/{place}")
        self.ready()
        return self

    def ready(self):
        self.tab.wait(f"{LESSON} && {LESSON}.view && !{LESSON}.isBusy")

    def square(self, name):
        return self.page.locator(f'.lesson [data-square="{name}"]')

    def button(self, name):
        return self.page.locator(".lesson").get_by_role("button", name=name, exact=True)

    @property
    def position(self):
        return Position.parse(self.page.evaluate(f"{LESSON}.view.text"))

    @property
    def answer(self):
        return self.page.locator(".lesson-answer").inner_text()

    @property
    def is_solved(self):
        return self.page.evaluate(f"{LESSON}.isSolved")

    def go_on(self, at):
        self.button("Next").click()
        self.tab.wait(f"at => {LESSON}?.at === at", at)
        self.ready()

    def until_solved(self):
        self.tab.wait(f"{LESSON}.isSolved")

    def play(self, move):
        """Make a move, and wait until it is answered."""
        before = len(self.page.evaluate(f"{LESSON}.moves"))
        (self.button("Pass") if move == "pass" else self.square(move)).click()
        self.tab.wait(f"before => {LESSON}.moves.length > before && !{LESSON}.isBusy", before)

    def win(self):
        """Play a game of a lesson to its end, with moves after which it can still be won."""
        while not self.is_solved:
            position = self.position
            self.play(next(move for move in position.legal_moves if wins(position.play(move), any)))


@pytest.fixture
def learner(tab):
    return Learner(tab)


def test_first_lesson_is_played_through_by_clicks(tab, learner):
    tab.go("#/learn")
    tab.page.get_by_role("link", name="The rules Eight boards").click()
    learner.ready()
    steps = steps_of("rules")
    for number, step in enumerate(steps, 1):
        assert tab.page.evaluate("location.hash") == f"#/learn/rules/{number}"
        assert tab.page.locator(".lesson-words p").first.inner_text() == step.says
        tab.wait("words => document.querySelector('#live').textContent.includes(words)", step.says)
        assert learner.position.cells == "".join(step.board)
        if step.asks == "game":
            learner.win()
        elif step.right[0] == "pass":
            learner.button("Pass").click()
        else:
            learner.square(step.right[-1]).click()
        learner.until_solved()
        assert learner.answer == step.yes
        assert tab.said.endswith(step.yes)  # behind the title, where that was said just before
        if number < len(steps):
            learner.go_on(number + 1)
    learner.button("Finish").click()
    tab.page.get_by_role("heading", name="The rules: done").wait_for()
    for words in told("rules")["learnt"]:
        assert tab.page.locator(".learnt").get_by_text(words).is_visible()
    tab.page.get_by_role("link", name="All lessons").click()
    tab.page.locator(".lesson-door.done").wait_for()
    assert tab.page.locator(".lesson-door.done").count() == 1
    tab.go("#/learn/rules/end")
    tab.page.get_by_role("button", name="Play a game against the weakest opponent").click()
    tab.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state?.seats[0] === 'human'")


def test_lesson_is_done_only_with_all_its_boards(tab, learner):
    learner.open("greedy/2")
    learner.square(steps_of("greedy")[1].right[0]).click()
    learner.until_solved()
    tab.go("#/learn/greedy/5")
    learner.ready()
    learner.button("Finish").click()
    tab.page.get_by_role("heading", name="Fewer is more: 1 of 5 boards solved").wait_for()
    assert tab.said.endswith("Fewer is more: 1 of 5 boards solved")
    still_open = tab.page.get_by_role("link", name="Board ", exact=False)
    assert [link.get_attribute("href") for link in still_open.all()] == [
        f"#/learn/greedy/{number}" for number in (1, 3, 4, 5)
    ]
    assert tab.page.locator(".learnt").count() == 0
    still_open.first.click()
    learner.ready()
    assert tab.page.evaluate("location.hash") == "#/learn/greedy/1"
    tab.go("#/learn")
    tab.page.get_by_role("link", name="Fewer is more").get_by_text("1 of 5 boards").wait_for()
    assert tab.page.locator(".lesson-door.done").count() == 0


def test_pages_lessons_are_those_that_are_checked(tab):
    """The tests read the scripts in their own way; what a browser makes of them must be the same."""
    for name in offered():
        given = tab.page.evaluate(
            "async name => (await import(`${location.origin}/js/lessons/${name}.js`)).lesson((words) => words)", name
        )
        assert given == told(name)


def test_wrong_move_is_shown_explained_and_taken_back(tab, learner):
    learner.open("corners/3")
    step = steps_of("corners")[2]
    learner.square("g7").click()
    tab.wait(f"{LESSON}.moves.length === 2")
    assert learner.answer == tab.said == step.wrong["g7"]["says"]
    assert learner.square("h8").get_attribute("aria-label") == "h8, white, last move"
    learner.ready()
    assert learner.position == step.position
    assert learner.answer == step.wrong["g7"]["says"]  # the words stay
    assert learner.button("Show me").count() == 0
    learner.square("g7").click()
    learner.button("Show me").wait_for()
    learner.ready()
    learner.button("Show me").click()
    learner.until_solved()
    assert learner.position == step.position.play(step.right[0])
    assert learner.answer == step.yes


def test_what_follows_a_right_move_is_shown(tab, learner):
    learner.open("mobility/5")
    learner.square("b8").click()
    learner.until_solved()
    position = steps_of("mobility")[4].position
    for move in ("b8", "a7", "a8"):
        position = position.play(move)
    assert learner.position == position


def test_illegal_moves_are_answered_with_the_reason(tab, learner):
    learner.open("rules/1")
    tab.page.keyboard.press("Tab")  # the field is there for those who use the keyboard
    text = tab.page.get_by_label("Type a square")
    for typed, said in (
        ("e4", "There is a disc on e4 already. Choose an empty square."),
        ("a1", "On a1 you would not turn anything over, so you may not play there."),
        ("z9", "“z9” is not a square. Type a letter and a number, such as f5."),
        ("<b>x</b>", "“<b>x</b>” is not a square. Type a letter and a number, such as f5."),
        ("pass", "You may pass only if you have no move. Here you have one."),
    ):
        text.fill(typed)
        text.press("Enter")
        assert learner.answer == said
    text.fill("F5")
    text.press("Enter")
    learner.until_solved()
    learner.open("rules/6")
    learner.square("c4").click()
    assert learner.answer == "There is no square where you may place a disc now. Press “Pass”."


def test_square_is_chosen_where_nothing_is_placed(tab, learner):
    learner.open("edges/1")
    learner.square("f5").click()
    assert learner.answer == steps_of("edges")[0].wrong["f5"]["says"]
    learner.square("a8").click()
    assert learner.answer == steps_of("edges")[0].no
    learner.square("g1").click()
    learner.until_solved()
    assert tab.page.evaluate(f"{LESSON}.moves") == []


def test_lost_game_can_be_started_again(tab, learner):
    learner.open("rules/8")
    while not (position := learner.position).is_over:
        losing = (move for move in position.legal_moves if not wins(position.play(move), all))
        learner.play(next(losing, position.legal_moves[0]))
    assert learner.answer == steps_of("rules")[7].no
    learner.button("Start again").click()
    tab.wait(f"{LESSON}.moves.length === 0")
    learner.ready()
    assert learner.position == steps_of("rules")[7].position


def test_reload_and_the_list_lead_back_to_the_board_one_was_at(tab, learner):
    learner.open("rules/1")
    learner.square("f5").click()
    learner.until_solved()
    learner.go_on(2)
    tab.reload()
    learner.ready()
    assert tab.page.locator(".lesson-top").get_by_text("2 of 8").is_visible()
    tab.page.get_by_role("link", name="Lessons", exact=True).click()
    tab.page.get_by_text("1 of 8 boards").wait_for()
    tab.page.get_by_role("link", name="The rules Eight boards").click()
    learner.ready()
    assert tab.page.evaluate("location.hash") == "#/learn/rules/2"
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Learn", exact=True).wait_for()
    tab.page.go_back()
    tab.wait("location.hash === '#/learn/rules/2'")
    tab.page.go_back()
    tab.wait(f"{LESSON}?.at === 1")
    learner.ready()
    tab.page.go_forward()
    tab.wait(f"{LESSON}?.at === 2")


def test_lesson_by_keyboard_alone(tab, learner):
    tab.go("#/learn")
    tab.page.get_by_role("link", name="The rules Eight boards").focus()
    tab.page.keyboard.press("Enter")
    learner.ready()
    tab.wait("document.activeElement.dataset.square === 'a1'")
    for key in ["ArrowDown"] * 4 + ["ArrowRight"] * 5:
        tab.page.keyboard.press(key)
    assert tab.page.evaluate("document.activeElement.dataset.square") == "f5"
    tab.page.keyboard.press("Enter")
    learner.until_solved()
    assert tab.page.evaluate("document.activeElement.textContent") == "Next"
    tab.page.keyboard.press("Enter")
    tab.wait(f"{LESSON}?.at === 2")
    learner.ready()
    assert tab.page.evaluate("Boolean(document.activeElement.closest('.lesson .board'))")
    tab.page.keyboard.press("l")  # the keys of a game mean nothing here
    tab.page.keyboard.press("r")
    tab.page.keyboard.press("?")
    assert tab.page.get_by_role("dialog", name="Keys").is_visible()
    tab.page.get_by_role("link", name="More help").click()
    tab.page.get_by_role("heading", name="Help", exact=True).wait_for()
    assert not tab.page.get_by_role("dialog", name="Keys").is_visible()


def test_leaving_a_lesson_ends_what_was_going_on(tab, learner):
    learner.open("corners/3")
    learner.square("g7").click()
    tab.page.evaluate("location.hash = '#/learn/corners/4'")
    tab.wait(f"{LESSON}?.at === 4")
    tab.page.wait_for_timeout(3500)
    assert learner.position == steps_of("corners")[3].position
    assert tab.page.locator(".lesson-answer").count() == 0


def test_lesson_and_help_that_cannot_be_fetched_are_there_later(tab):
    other = tab.more()
    other.go()
    for place, path, seen in (
        ("#/learn/corners/2", "**/page-*/lessons/**", ".lesson"),
        ("#/help", "**/page-*/texts/**", ".reading h3 >> nth=0"),
    ):
        other.page.route(path, lambda route: route.abort())
        other.go(place)
        assert "could not be loaded" in other.page.locator(".note.error").inner_text()
        other.page.unroute(path)
        other.page.evaluate("place => outflank.turnTo(place.split('/')[1], { rest: place.split('/').slice(2) })", place)
        other.page.locator(seen).wait_for()


def test_script_that_cannot_be_fetched_is_asked_for_under_another_address(tab):
    """As a browser may remember that an address failed."""
    tab.page.route("**/page-*/lessons/corners.js", lambda route: route.fulfill(status=404))
    tab.go("#/learn/corners/2").page.locator(".lesson").wait_for()
    assert tab.page.locator(".note.error").count() == 0
    tab.faults.clear()  # the browser says what it could not fetch


def test_lesson_goes_on_without_the_server_and_when_it_is_back(tab, learner):
    learner.open("corners/1")
    with tab.without_connection():
        tab.wait("Boolean(outflank.connection.here)")
        learner.square("h1").click()
        learner.until_solved()
    learner.go_on(2)
    learner.square(steps_of("corners")[1].right[-1]).click()
    learner.until_solved()


def test_move_that_nothing_can_answer_may_be_made_again(tab, learner):
    """Without the server, and without the part of it that works in the browser."""
    learner.open("corners/1")
    tab.page.evaluate(
        "Object.assign(outflank.connection, { local: null, load: () => Promise.reject(new Error()) }) && null"
    )
    with tab.without_connection():
        learner.square("h1").click()
        learner.ready()
        assert not learner.is_solved
    learner.square("h1").click()
    learner.until_solved()


def test_board_and_its_words_are_seen_at_once_on_a_phone(tab):
    other = tab.more(**PHONE)
    learner = Learner(other.go())
    for step in all_steps():
        learner.open(f"{step.lesson}/{step.number}")
        longest = max((words for words in step.words if words != step.says), key=len)
        other.page.evaluate(
            f"words => {{ const lesson = {LESSON}; lesson.tries = 2; lesson.say(words, false); }}", longest
        )
        under = other.page.locator(".lesson-under").bounding_box()
        assert under["y"] + under["height"] <= 844, str(step)
        board = other.page.locator(".lesson .board").bounding_box()
        assert board["width"] == pytest.approx(390, abs=1)
        check_width(other, str(step))
    assert other.faults == []


def test_rules_and_help_are_read(tab):
    tab.go("#/rules")
    tab.page.get_by_role("heading", name="Tribolo, for three").wait_for()
    tab.wait("[...document.querySelectorAll('figure img')].every((each) => each.complete && each.naturalWidth > 0)")
    tab.go("#/help/review")
    tab.page.get_by_text("Find your mistakes").wait_for()
    assert tab.page.evaluate("location.hash") == "#/help/review"
    tab.page.get_by_role("link", name="Learn it by playing").click()
    tab.page.get_by_role("heading", name="Learn", exact=True).wait_for()
