"""Practice in a browser: puzzles, endgames and openings from beginning to end."""

import re

import pytest

from outflank import Position
from outflank.practice.puzzles import shipped
from tests.web.test_browser_access import check

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server_options():
    """So that each tab has results of its own."""
    return "--name", "club.example"


def practice(tab, expression):
    return tab.page.evaluate(f"outflank.modes.practice.part.part.{expression}")


def opened(tab, part=""):
    tab.go(f"#/practice{part}")
    tab.wait("() => outflank.modes.practice.part")
    return tab


def at_puzzle(tab):
    """The puzzle that is asked."""
    tab.wait("() => outflank.modes.practice.part.part?.isBusy === false && outflank.modes.practice.part.part.told?.key")
    return next(puzzle for puzzle in shipped() if puzzle.key == practice(tab, "told.key"))


def add(tab, opening):
    tab.page.get_by_role("button", name=re.compile(r"All \d+ openings")).click()
    tab.button(f"Add {opening}").click()


def cell(tab, square):
    return tab.page.locator(f'.practice [data-square="{square}"]')


def test_a_puzzle_is_missed_tried_again_and_solved(tab):
    opened(tab)
    tab.page.get_by_role("link", name=re.compile("^Puzzles")).click()
    puzzle = at_puzzle(tab)
    wrong, best = puzzle.choices[-1], puzzle.best
    cell(tab, wrong.move).click()
    tab.page.locator(".lesson-answer.wrong").wait_for()
    assert f"{wrong.move} loses {best.value - wrong.value} discs" in tab.page.locator(".lesson-answer").inner_text()
    assert "loses" in tab.said
    tab.wait("() => !outflank.modes.practice.part.part.isBusy")  # the line was shown, and taken back
    assert practice(tab, "view.text") == puzzle.position.board_string
    cell(tab, best.move).click()
    tab.page.locator(".lesson-answer.right").wait_for()
    assert best.move in tab.page.locator(".lesson-answer").inner_text()
    tab.button("Next puzzle").click()
    assert at_puzzle(tab).key != puzzle.key
    opened(tab)
    assert "1 answer so far" in tab.page.locator("a[href='#/practice/puzzles']").inner_text()


def test_the_puzzle_of_the_day_counts_days_in_a_row(tab):
    opened(tab)
    tab.page.get_by_role("link", name=re.compile("^Puzzle of the day")).click()
    puzzle = at_puzzle(tab)
    cell(tab, puzzle.best.move).click()
    tab.page.locator(".lesson-answer.right").wait_for()
    tab.page.get_by_text("Solved on 1 day in a row").wait_for()
    tab.page.get_by_role("link", name="Practice", exact=True).first.click()
    tab.page.get_by_text("Solved today").wait_for()
    tab.page.get_by_role("link", name=re.compile("^Puzzle of the day")).click()
    assert at_puzzle(tab).key == puzzle.key


def reloaded(tab):
    """The puzzle after a reload."""
    tab.reload()
    tab.wait("() => outflank.modes.practice.part")
    return at_puzzle(tab)


def test_a_reload_asks_the_same_puzzle_in_the_same_state(tab):
    tab = opened(tab.more(), "/puzzles")
    puzzle = at_puzzle(tab)
    assert tab.page.evaluate("location.hash") == f"#/practice/puzzles/{puzzle.key}"
    assert reloaded(tab).key == puzzle.key
    assert practice(tab, "isFirst")
    cell(tab, puzzle.choices[-1].move).click()
    tab.page.locator(".lesson-answer.wrong").wait_for()
    assert reloaded(tab).key == puzzle.key
    assert not practice(tab, "isFirst")  # the next answer does not count
    cell(tab, puzzle.best.move).click()
    tab.page.locator(".lesson-answer.right").wait_for()
    assert reloaded(tab).key == puzzle.key
    tab.page.locator(".lesson-answer.right", has_text=f"Right. {puzzle.best.move} is ").wait_for()
    assert tab.page.locator(".practice .legal").count() == 0
    tab.button("Next puzzle").click()
    other = at_puzzle(tab)
    assert other.key != puzzle.key
    tab.page.go_back()
    tab.page.locator(".lesson-answer.right", has_text=f"Right. {puzzle.best.move} is ").wait_for()
    tab.page.go_forward()
    tab.wait("key => outflank.modes.practice.part.part.told?.key === key", other.key)
    opened(tab, "")
    assert "1 answer so far" in tab.page.locator("a[href='#/practice/puzzles']").inner_text()
    assert tab.faults == []


def test_a_solved_puzzle_of_the_day_stays_solved_after_a_reload(tab):
    tab = opened(tab.more(), "/daily")
    puzzle = at_puzzle(tab)
    cell(tab, puzzle.choices[-1].move).click()
    tab.page.locator(".lesson-answer.wrong").wait_for()
    assert reloaded(tab).key == puzzle.key
    cell(tab, puzzle.best.move).click()
    tab.page.locator(".lesson-answer.right").wait_for()
    assert reloaded(tab).key == puzzle.key
    tab.page.locator(".lesson-answer.right", has_text=f"Right. {puzzle.best.move} is ").wait_for()
    tab.page.evaluate('localStorage.setItem(\'outflank.results\', \'{"momo": [{"game": "a", "margin": 4}]}\')')
    tab.go("#/")
    tab.page.get_by_text("You have solved it. The next one comes tomorrow.").wait_for()


def test_an_unknown_puzzle_in_the_address_is_named_and_another_one_is_asked(tab):
    tab = opened(tab.more(), f"/puzzles/{32 * '0'}")
    tab.page.get_by_text("There is no such puzzle").wait_for()
    assert at_puzzle(tab).key != 32 * "0"
    opened(tab, "/puzzles/xyz")
    tab.page.get_by_text("There is no page “practice/puzzles/xyz” here.").wait_for()
    at_puzzle(tab)


def test_missed_puzzles_of_a_run_are_listed_and_can_be_solved_again(tab):
    tab = opened(tab.more(), "/timed")
    tab.button("Begin").click()
    tab.wait("() => outflank.modes.practice.part.part.view")
    board = practice(tab, "view.text")
    puzzle = next(puzzle for puzzle in shipped() if puzzle.position.board_string == board)
    cell(tab, puzzle.choices[-1].move).click()
    tab.wait(f"() => outflank.modes.practice.part.part.view?.text !== {board!r}")  # the next puzzle
    tab.button("End the run").click()
    missed = tab.page.get_by_role("region", name="Missed puzzles")
    link = missed.get_by_role("link", name=f"{str(puzzle.position.turn).capitalize()} to move")
    for _ in range(2):  # solved, it can be solved once more
        link.click()
        assert at_puzzle(tab).key == puzzle.key
        assert not practice(tab, "isFirst")  # its answer has been on screen
        cell(tab, puzzle.best.move).click()
        tab.page.locator(".lesson-answer.right").wait_for()
        tab.page.go_back()
        missed.wait_for()
    tab.reload()
    missed.wait_for()
    assert tab.faults == []


def test_puzzles_against_the_clock(tab):
    opened(tab, "/timed")
    tab.button("Begin").click()
    tab.wait("() => outflank.modes.practice.part.part.view")
    board = practice(tab, "view.text")
    puzzle = next(puzzle for puzzle in shipped() if puzzle.position.board_string == board)
    cell(tab, puzzle.best.move).click()
    tab.wait("outflank.modes.practice.part.part.state.right === 1")
    assert tab.page.locator(".lesson-answer").count() == 0  # the board is already the next one
    assert tab.said.startswith("Right.")
    shown = tab.page.locator(".lesson-top").inner_text()
    assert re.search(r"[23]:\d\d · 1 solved · 0 of 3 mistakes", shown)
    tab.button("Skip (a mistake)").click()
    tab.wait("outflank.modes.practice.part.part.state.wrong === 1")
    assert tab.page.locator(".lesson-answer").count() == 0
    tab.button("End the run").click()
    tab.page.locator(".lesson-words", has_text="You have solved 1 puzzle. That is your best run.").wait_for()
    opened(tab)
    assert "Your best: 1" in tab.page.locator("a[href='#/practice/timed']").inner_text()


def solve_streak(tab):
    board = practice(tab, "view.text")
    puzzle = next(puzzle for puzzle in shipped() if puzzle.position.board_string == board)
    solved = practice(tab, "state.right")
    cell(tab, puzzle.best.move).click()
    tab.wait("solved => outflank.modes.practice.part.part.state.right === solved + 1", solved)


def test_a_streak_has_one_skip_and_a_rating_with_a_curve(tab):
    opened(tab, "/streak")
    for number in range(3):
        tab.button("Begin" if number == 0 else "Play again").click()
        tab.wait("() => outflank.modes.practice.part.part.isRunning")
        tab.button("Skip this puzzle (once)").click()
        tab.button("Skip this puzzle (once)").wait_for(state="hidden")
        solve_streak(tab)
        assert tab.page.locator(".lesson-top").inner_text().endswith("1 solved")
        tab.button("End the run").click()
        words = "Your rating appears after three puzzles." if number < 2 else "Your rating in streaks is"
        tab.page.get_by_text(words).wait_for()
    tab.page.locator("svg.rating-trend").wait_for()
    opened(tab)
    assert "Your best: 1" in tab.page.locator("a[href='#/practice/streak']").inner_text()


def test_a_streak_goes_on_after_a_reload(tab):
    tab = opened(tab.more(), "/streak")
    tab.button("Begin").click()
    tab.wait("() => outflank.modes.practice.part.part.isRunning")
    solve_streak(tab)
    tab.reload()
    tab.page.get_by_text("Your run goes on.").wait_for()
    assert tab.page.locator(".lesson-top").inner_text().endswith("1 solved")
    opened(tab)
    opened(tab, "/streak")
    tab.page.get_by_text("Your run goes on.").wait_for()
    solve_streak(tab)
    assert tab.page.locator(".lesson-top").inner_text().endswith("2 solved")
    assert tab.faults == []


def leave_run(tab):
    """Begin a run against the clock, solve a puzzle, and go back to the list."""
    door = opened(tab).page.get_by_role("link", name="Against the clock")
    door.click()
    tab.button("Begin").click()
    tab.wait("() => outflank.modes.practice.part.part.isRunning")
    solve_streak(tab)
    tab.page.go_back()
    door.wait_for()
    return tab


def test_a_run_against_the_clock_goes_on_after_back_and_forward(tab):
    tab = leave_run(tab.more())
    tab.page.go_forward()
    tab.page.get_by_text("Your run goes on.").wait_for()
    assert re.search(r"\d:\d\d · 1 solved · 0 of 3 mistakes", tab.page.locator(".lesson-top").inner_text())
    solve_streak(tab)
    assert tab.faults == []


def test_a_run_whose_time_is_up_meanwhile_shows_its_result(tab):
    tab = leave_run(tab.more())
    tab.page.evaluate("""() => {
        const { connection } = outflank;
        const ask = connection.request.bind(connection);
        connection.request = async (type, fields) => {
            const found = await ask(type, fields);
            if (found.running) found.running.left = 0;
            return found;
        };
    }""")
    tab.page.go_forward()
    tab.page.locator(".lesson-words", has_text="You have solved 1 puzzle. That is your best run.").wait_for()
    assert tab.faults == []


def test_puzzles_by_keys_alone(tab):
    opened(tab, "/puzzles")
    puzzle = at_puzzle(tab)
    tab.page.keyboard.press("h")
    tab.page.locator(".lesson-answer").wait_for()
    cell(tab, "a1").focus()
    column, row = ord(puzzle.best.move[0]) - ord("a"), int(puzzle.best.move[1]) - 1
    for key, times in (("ArrowRight", column), ("ArrowDown", row)):
        for _ in range(times):
            tab.page.keyboard.press(key)
    tab.page.keyboard.press("Enter")
    tab.wait("document.activeElement.textContent === 'Next puzzle'")
    assert "Right." in tab.said
    tab.page.keyboard.press("Enter")
    assert at_puzzle(tab).key != puzzle.key


def test_theme_and_difficulty_are_chosen_and_no_second_scale_is_shown(tab):
    opened(tab, "/puzzles")
    at_puzzle(tab)
    tab.page.get_by_label("Theme").select_option("parity")
    tab.page.get_by_label("Difficulty").select_option("medium")
    tab.wait("() => -400 < outflank.modes.practice.part.part.told?.rating")
    puzzle = at_puzzle(tab)
    assert "parity" in puzzle.themes
    assert -400 <= puzzle.rating <= -200
    assert "Difficulty: medium" in tab.page.locator(".lesson-top").inner_text()
    for address in ("/puzzles", "/daily"):
        opened(tab, address)
        at_puzzle(tab)
        assert re.search("Difficulty: (very easy|easy|medium|hard|very hard)", tab.page.inner_text(".lesson-top"))
        assert "Level" not in tab.page.inner_text("main")


def test_an_endgame_is_played_to_its_end(tab):
    opened(tab, "/endgames")
    tab.wait("() => outflank.modes.practice.part.part.told?.start", seconds=60)
    slider = tab.page.get_by_role("slider", name="Empty squares")
    slider.fill("6")
    tab.wait("() => outflank.modes.practice.part.part.view?.cells.replace(/[^-]/g, '').length === 6", seconds=60)
    start, best = Position.parse(practice(tab, "told.start")), practice(tab, "told.best")
    for _ in range(6):
        tab.wait("() => !outflank.modes.practice.part.part.isBusy", seconds=60)
        if practice(tab, "isOver"):
            break
        square = tab.page.evaluate("Object.keys(outflank.modes.practice.part.part.view.legal)[0]")
        cell(tab, square).click()
        tab.page.locator(".lesson-answer").wait_for()
    assert practice(tab, "isOver")
    score = best - practice(tab, "lost")
    words = "A draw" if not score else f"You {'win' if score > 0 else 'lose'} by {abs(score)}"
    assert words in tab.page.locator(".lesson-answer").inner_text()
    assert start.n_empties == 6
    tab.button("Next endgame").click()
    tab.wait("() => !outflank.modes.practice.part.part.isOver && !outflank.modes.practice.part.part.isBusy", seconds=60)


def test_an_endgame_goes_on_after_a_reload_and_keeps_its_result(tab):
    tab = opened(tab.more(), "/endgames")
    tab.wait("() => outflank.modes.practice.part.part.told?.start", seconds=60)
    tab.page.get_by_role("slider", name="Empty squares").fill("6")
    tab.wait("() => outflank.modes.practice.part.part.view?.cells.replace(/[^-]/g, '').length === 6", seconds=60)
    state = "[told.start, moves, lost, view.text, isOver, wanted.empties]"

    def until_idle():
        part = "outflank.modes.practice.part?.part"
        tab.wait(f"() => {part}?.view && !{part}.isBusy", seconds=60)
        return tab.page.evaluate(f"(({{ told, moves, lost, view, isOver, wanted }}) => {state})({part})")

    while not until_idle()[4]:
        tab.page.evaluate("""part = outflank.modes.practice.part.part, part.isHurried = true,
            part.choose(Object.keys(part.view.legal).at(-1))""")
        tab.wait("part.moves.length", seconds=60)
        before = until_idle()
        tab.reload()
        assert until_idle() == before
    lost = practice(tab, "lost")
    words = f"You gave away {lost} disc" if lost else "That was perfect play."
    assert words in tab.page.locator(".lesson-answer").inner_text()
    tab.button("Try again").click()
    tab.reload()
    assert until_idle()[1:3] == [[], 0]
    assert tab.faults == []


def test_a_repertoire_is_made_drilled_and_taken_apart(tab):
    opened(tab, "/openings")
    add(tab, "Tiger")
    line = tab.page.locator("li", has=tab.button("Remove Tiger"))
    line.get_by_role("heading", name="Tiger").wait_for()
    assert line.locator(".thumbnail").count() == 1
    assert line.locator("p").all_inner_texts() == ["Black · 5 moves"]
    tab.button("Drill Black’s lines").click()
    tab.wait("() => (({ moves, isBusy }) => moves.join('') === 'f5d6' && !isBusy)(outflank.modes.practice.part.part)")
    cell(tab, "c4").click()
    tab.page.locator(".lesson-answer", has_text="c4 is not in your repertoire, which has c3.").wait_for()
    tab.wait("() => (({ moves, isBusy }) => moves.length === 4 && !isBusy)(outflank.modes.practice.part.part)")
    cell(tab, "c4").click()
    tab.page.locator(".lesson-words", has_text="That is the end of the line").wait_for()
    tab.button("Lines").click()
    tab.page.get_by_role("button", name="Remove Tiger").click()
    tab.page.get_by_text("There are no lines yet.").wait_for()


def test_the_line_on_the_board_of_analyse_is_added(tab):
    tab.go("#/analyse?moves=f5f6e6&at=3")
    tab.wait("() => outflank.examined.study.current.path.length === 3")
    tab.page.evaluate("location.hash = '#/practice/openings'")
    tab.page.get_by_label("Your side").select_option("white")
    tab.button("Add the line on the board of Analyse").click()
    line = tab.page.locator("li", has=tab.button("Remove Diagonal then e6"))
    line.get_by_role("heading", name="Diagonal").wait_for()
    assert line.locator("p").all_inner_texts() == ["White · 3 moves", "then e6"]
    assert tab.page.get_by_role("button", name="Drill White’s lines").is_visible()


def test_page_that_could_not_be_fetched_is_there_when_the_server_is(serve, open_tab):
    server = serve()
    tab = open_tab(server).go("#/")
    server.kill()
    tab.wait("outflank.lost !== ''")
    tab.page.evaluate("location.hash = '#/practice'")
    tab.page.get_by_role("alert").filter(has_text="This page could not be loaded.").wait_for()
    server.start()
    tab.page.evaluate("outflank.connection.retry()")
    tab.page.locator(".screen-practice a[href='#/practice/puzzles']").wait_for()


def test_puzzles_of_own_games_are_looked_for_stopped_and_gone_on_with(tab):
    """The server's answers are put in its place: what it finds is tested without a browser."""
    opened(tab)
    section = tab.page.locator(".practice-own")
    assert "Each time you missed" in section.inner_text()
    assert not section.get_by_role("button").count()  # as there are no games
    assert section.get_by_role("link", name="Play a game").get_attribute("href") == "#/play"
    tab.page.evaluate(
        """() => {
          const { part } = outflank.modes.practice;
          window.waiting = [];
          const ask = outflank.ask;
          const later = () => new Promise((done) => window.waiting.push(done));
          outflank.ask = (type, fields) => (type === "make_puzzles" ? later() : ask.call(outflank, type, fields));
          part.overview.unsearched = 3;
          part.list();
        }"""
    )
    assert "3 games have not been searched." in section.inner_text()
    section.get_by_role("button", name="Look for puzzles").press("Enter")
    tab.wait("() => waiting.length === 1")
    assert "0 of 3" in section.inner_text()
    tab.page.evaluate("waiting[0]({ new: 2, own: 2, unsearched: 2 })")
    tab.wait("() => waiting.length === 2")
    assert "1 of 3. 2 new puzzles." in section.inner_text()
    check(tab, "own puzzles")
    tab.page.keyboard.press("Enter")  # the focus is on the button still, which stops now
    tab.page.evaluate("waiting[1]({ new: 0, own: 2, unsearched: 1 })")
    tab.wait("() => !outflank.modes.practice.part.ownPuzzles.isSearching")
    assert tab.page.evaluate("waiting.length") == 2
    section.get_by_role("button", name="Look for puzzles").click()
    tab.wait("() => waiting.length === 3")
    tab.page.evaluate("waiting[2]({ new: 0, own: 2, unsearched: 0 })")
    tab.wait("() => !outflank.modes.practice.part.ownPuzzles.isWanted")
    assert "There are 2 puzzles from your own games." in section.inner_text()
    assert "No new puzzles" in tab.said
    section.get_by_role("button", name="Solve them").click()
    tab.wait("() => location.hash === '#/practice/puzzles' && outflank.modes.practice.part.part")
    assert practice(tab, "wanted.mine")
