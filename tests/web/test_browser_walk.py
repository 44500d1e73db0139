"""A random walk over the page: whatever is done in whatever order, picture, labels, server and store agree."""

import random
import time
from contextlib import suppress

import pytest

from tests.web.test_browser_picture import check_picture

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

N_ACTIONS = 2000
EVERY = 25  # actions between two looks at whether all agree
KILLS = 6

PLACES = ["", "#/", "#/play", "#/analyse", "#/review", "#/learn", "#/games", "#/opponents", "#/what", "#/play/what"]
STUDIES = ["#/analyse?moves=f5d6c3d3c4", "#/review?moves=f5f6e6f4", "#/analyse?moves=f5d6&at=1", "#/analyse?moves=zz"]
KEYS = ["ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "f", "z", "a", "l", " ", "k", "j", "b", "?", "Escape"]
SIZES = [(1280, 860), (390, 844), (844, 390), (320, 480), (768, 1024), (1600, 1000)]
PRESENT = """() => {
    const { state, at } = outflank.modes.play;
    return state && { game: state.game, moves: state.moves.map(each => each.move), text: state.view.text, at,
        counts: state.view.counts, kept: state.kept, waits: Boolean(state.result || state.paused || !state.thinking) };
}"""
PRESSABLE = "button:visible:not(:disabled), summary:visible, a:visible, select:visible, input[type=radio]:visible"
LEFT_ALONE = ("Save", "Copy", "Export", "Import", "Download", "Choose")  # files and the clipboard are the system's
LEFT_ALONE += ("Be this person", "Block")  # then nobody would be left to play with


class Walker:
    """Someone who does anything at all."""

    places = PLACES + STUDIES

    def __init__(self, tab, server, seed):
        self.tab, self.page, self.server = tab, tab.page, server
        self.draw = random.Random(seed)
        self.done = []
        self.sure = {}  # of each game that was seen, the moves that the server had said were made

    @property
    def actions(self):
        """All actions with their frequencies."""
        actions = {self.play: 10, self.key: 8, self.press: 8, self.turn: 4, self.begin: 2, self.size: 2, self.type: 1}
        return actions | {self.go: 2, self.back: 2, self.reload: 1, self.paste: 1}

    def act(self):
        """Something at random."""
        actions = self.actions
        action = self.draw.choices(list(actions), list(actions.values()))[0]
        self.done.append(action.__name__)
        try:
            action()
        except Exception as error:  # what was to be clicked has gone meanwhile, or lies under something
            if "Timeout" not in type(error).__name__ and "detached" not in str(error) and not is_of_another_page(error):
                raise
        self.page.wait_for_timeout(self.draw.choice([0, 0, 0, 10, 60]))

    def play(self):
        if self.page.locator("dialog[open]").count():
            self.page.keyboard.press("Escape")
        squares = self.page.locator("#board button.legal:visible")
        if count := squares.count():
            squares.nth(self.draw.randrange(count)).click(timeout=500)
        elif (passing := self.page.locator("#button-pass:visible")).count():
            passing.click(timeout=500)

    def key(self):
        self.page.keyboard.press(self.draw.choice(KEYS))

    def press(self):
        found = self.page.locator(PRESSABLE)
        if not (count := found.count()):
            return
        one = found.nth(self.draw.randrange(count))
        name = one.evaluate("each => each.getAttribute('aria-label') ?? each.textContent", timeout=500)
        address = one.get_attribute("href", timeout=500) or "#"
        if name.strip().startswith(LEFT_ALONE) or not address.startswith("#"):
            return
        if one.evaluate("each => each.tagName", timeout=500) == "SELECT":
            options = one.locator("option:not([disabled])")
            if count := options.count():
                one.select_option(index=self.draw.randrange(count), timeout=500)
        else:
            one.click(timeout=500)

    def turn(self):
        name = self.draw.choice(["Play", "Analyse", "Review"])
        tabs = self.page.get_by_role("tab", name=name)
        if tabs.is_visible():
            tabs.click(timeout=500)

    def begin(self):
        kind, size = self.draw.choice([("othello", 8), ("othello", 8), ("othello", 6), ("anti-othello", 8)])
        seats = self.draw.choice([("human", "level1"), ("level1", "human"), ("human", "human")])
        setup = {"kind": kind, "size": size, "pace": 0, "seats": list(seats)}
        self.page.evaluate("setup => { outflank.begin(setup); }", setup)

    def size(self):
        width, height = self.draw.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})

    def type(self):
        if self.page.locator("#move-text").is_visible():
            self.page.fill("#move-text", self.draw.choice(["f5", "d3", "zz", "f5d6c3", "pass", "a1"]), timeout=500)
            self.page.keyboard.press("Enter")

    def go(self):
        known = [f"#/play/{game}" for game in list(self.sure)[-5:]]
        self.page.evaluate("hash => { location.hash = hash; }", self.draw.choice(self.places + known))

    def back(self):
        self.page.evaluate(self.draw.choice(["history.back()", "history.forward()"]))

    def reload(self):
        self.page.reload()

    def paste(self):
        text = self.draw.choice(
            ["f5d6c3d3", "(;GM[Othello]BO[8 ---------------------------O*------*O--- *];)", "nonsense"]
        )
        self.page.evaluate(
            """text => { const data = new DataTransfer(); data.setData("text/plain", text);
            document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }""",
            text,
        )

    # --- whether all agree --------------------------------------------------------------------------------------------

    def settle(self):
        """Wait until nothing is under way; what is played then."""
        if self.page.url.startswith("about:blank"):  # perhaps with a place that was set there
            self.tab.go("")
        self.page.wait_for_timeout(50)  # a step back that leads to another page begins late
        self.page.wait_for_selector("html[data-ready]")
        ready = "outflank.connection.ready && !outflank.connection.asked.size"
        ends = time.monotonic() + 60
        while not self.ask(ready):
            assert time.monotonic() < ends, "the page waits for an answer"
            self.page.wait_for_timeout(20)
        present = None
        for _ in range(200):
            present = self.ask(PRESENT)
            self.page.wait_for_timeout(50)
            if (present is None or present["waits"]) and present == self.ask(PRESENT):
                break
        return present

    def ask(self, script):
        """Ask the page, again if it was just being loaded again."""
        for _ in range(20):
            try:
                return self.page.evaluate(script)
            except Exception as error:
                if not is_of_another_page(error):
                    raise
                self.page.wait_for_selector("html[data-ready]")
        raise AssertionError("the page loads itself again and again")

    def check(self):
        """All agree; asked once more if a step back led to another page just then."""
        try:
            self.look()
        except Exception as error:
            if not is_of_another_page(error):
                raise
            self.look()

    def look(self):
        """Picture, labels, counts, and what the server says of the game."""
        present = self.settle()
        if self.page.evaluate("outflank.board.view !== null") and self.page.locator("#board").is_visible():
            check_picture(self.tab)
        if present is None:
            return
        on_play = self.page.evaluate("outflank.mode.name === 'play'")
        if on_play and present["at"] is None:
            assert self.page.evaluate("outflank.board.view.text") == present["text"]
            shown = self.page.locator("#scores .count").all_inner_texts()
            assert [int(count) for count in shown] == present["counts"]
        with self.server.page() as other:
            if present["kept"]:
                other.ask("open", game=present["game"])
                assert other.moves() == present["moves"]
                assert other.game["view"]["text"] == present["text"]
                self.sure[present["game"]] = present["moves"]

    def kill(self):
        """The server dies and comes back; every game is there as it was."""
        before = self.kept()
        present = self.settle()
        self.server.kill()
        time.sleep(0.2)
        self.server.start(ready=False)
        self.tab.wait("outflank.connection.ready", seconds=30)
        after = self.kept()
        if present is not None and present["kept"]:
            now = self.settle()
            assert (now["game"], now["moves"]) == (present["game"], present["moves"])
        for game, moves in before.items():  # a program whose turn it is moves once somebody looks on
            assert after[game][: len(moves)] == moves

    def kept(self):
        """The moves of all games that were seen, as the server has them."""
        found = {}
        for game in self.sure:
            with self.server.page() as other:
                other.ask("open", game=game)
                found[game] = other.moves()
        return found

    def expects(self, fault):
        """A line in the page's log only says that there was no server for a moment."""
        return is_the_kill(fault)


def is_of_another_page(error):
    """A question to the page failed because another page, or the same anew, took its place."""
    return "Execution context was destroyed" in str(error)


def is_the_kill(fault):
    """A line in the page's log only says that there was no server for a moment."""
    return "ERR_CONNECTION_REFUSED" in fault or "WebSocket connection" in fault or "ERR_CONNECTION_RESET" in fault


def walk(walker, n_actions=N_ACTIONS):
    """Let someone act, and look again and again at whether all agree."""
    tab, server = walker.tab, walker.server
    try:
        for number in range(1, n_actions + 1):
            walker.act()
            if number % EVERY == 0:
                walker.check()
            if number % (n_actions // KILLS) == 0:
                walker.kill()
            faults = [fault for fault in tab.faults if not walker.expects(fault)]
            assert faults == [], walker.done[-30:]
    except BaseException:
        print("last actions:", walker.done[-40:])
        print("page:", tab.page.url)
        asked = "[...outflank.connection.asked.values()].map(each => each.type)"
        with suppress(Exception):  # on another page
            print("connection:", tab.page.evaluate(f"[outflank.connection.ready, {asked}]"))
        print("server:", server.errors[-2000:])
        raise
    assert len(walker.sure) > 10


@pytest.mark.parametrize("seed", [1])
def test_everything_agrees_after_a_random_walk(open_tab, serve, seed):
    server = serve()
    walk(Walker(open_tab(server).go(), server, seed))
