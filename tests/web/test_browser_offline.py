"""The page without its server: it starts, teaches, plays and remembers, and sends its games when the server is back."""

import signal
import time

import pytest

from tests.web.test_browser_access import check
from tests.web.test_browser_installing import ALLOWED, begin_game, installed

pytestmark = pytest.mark.slow

STATE = "outflank.modes.play.state"
UNSENT = "outflank.connection.local.store.unsent.length"
STORED = "outflank.connection.local !== null"
PLAYERS = ("momo", "coco", "lookahead")
HASTEN = "window.setTimeout = ((wait) => (run, ms) => wait(run, Math.min(ms, 20)))(setTimeout)"
ASK = "([type, fields]) => outflank.connection.request(type, fields)"


@pytest.fixture
def stored(open_tab, shared_server):
    """A tab that has stored the page and its games; its faults are those of a lost connection only."""
    tab = installed(open_tab, shared_server)
    tab.wait(STORED)
    yield tab
    faults = [fault for fault in tab.faults if not is_of_loss(fault)]
    assert faults == []


def is_of_loss(fault):
    return "ERR_INTERNET_DISCONNECTED" in fault or "ERR_CONNECTION" in fault or "WebSocket" in fault


def leave(tab, hash_=None):
    """Lose the network, and load the page again."""
    tab.page.context.set_offline(True)
    if hash_ is None:
        tab.reload()
    else:
        tab.go(hash_)
    tab.wait("!outflank.connection.ready")


def come_back(tab):
    tab.page.context.set_offline(False)
    tab.page.evaluate("outflank.connection.retry()")
    tab.wait("outflank.connection.ready")
    tab.wait(f"{UNSENT} === 0")


def banner(tab):
    return tab.page.locator("#banner").inner_text()


def ask(tab, type_, **fields):
    return tab.page.evaluate(ASK, [type_, fields])


def play_out(tab):
    """Play the first legal move until the game is over; its id and moves."""
    while not tab.page.evaluate(f"{STATE}.result !== null"):
        before = len(tab.moves)
        move = tab.page.evaluate(f"Object.keys({STATE}.view.legal)[0]")
        tab.page.evaluate("move => outflank.modes.play.choose(move)", move)
        is_next = f"({STATE}.result !== null || {STATE}.you.includes({STATE}.view.turn))"
        tab.wait(f"count => {STATE}.moves.length > count && {is_next}", before)
    return tab.page.evaluate(f"{STATE}.game"), tab.moves


def games_of(tab):
    return {game["id"]: game for game in ask(tab, "games", most=50)["games"]}


def newer_than(tab, time_):
    """The ids of the games that were begun or changed after a time."""
    return [id_ for id_, game in games_of(tab).items() if game["changed"] >= time_]


def test_page_starts_and_says_what_works(stored):
    leave(stored)
    assert banner(stored).startswith("Offline: games against Momo, Coco, and Lookahead")
    come_back(stored)
    stored.wait("document.querySelector('#banner').hidden")


@pytest.mark.parametrize("player", PLAYERS)
def test_whole_game_is_played_and_sent_once(stored, player):
    begun = time.time()
    leave(stored, "#/")
    stored.page.evaluate(f"{HASTEN}; true")
    stored.begin("human", player)
    game, moves = play_out(stored)
    black, white = stored.page.evaluate(f"{STATE}.view.counts")
    verdict = "You won" if black > white else "You lost" if black < white else "draw"
    assert stored.status.startswith(f"{verdict} {black}–{white}")
    assert stored.page.get_by_role("group", name=f"Game over: {stored.status}.").is_visible()
    assert games_of(stored)[game]["moves"] == moves  # among one's own games, still without the server
    come_back(stored)
    stored.reload()
    found = games_of(stored)[game]
    assert found["moves"] == moves
    assert found["own"] == 0
    assert found["result"]["how"] == "counted"
    assert newer_than(stored, begun) == [game]


def test_game_goes_on_at_the_server(stored):
    leave(stored, "#/")
    game, moves = begin_game(stored)
    assert "stored in this browser" in banner(stored)
    come_back(stored)
    stored.wait("document.querySelector('#banner').hidden")
    assert (stored.page.evaluate(f"{STATE}.game"), stored.moves) == (game, moves)
    stored.page.locator("button.legal").first.click()
    stored.until_moves(4)
    assert games_of(stored)[game]["moves"] == stored.moves


def test_moves_are_taken_back_and_a_game_is_resigned(stored):
    leave(stored, "#/")
    _, moves = begin_game(stored, "coco")
    stored.button("Undo").click()
    stored.until_moves(0)
    stored.button("Redo").click()
    stored.until_moves(2)
    assert stored.moves == moves
    stored.button("Resign").click()
    stored.wait(f"{STATE}.result !== null")
    assert stored.status == "You resigned at " + "–".join(
        str(count) for count in stored.page.evaluate(f"{STATE}.view.counts")
    )
    game = stored.page.evaluate(f"{STATE}.game")
    come_back(stored)
    assert games_of(stored)[game]["result"]["how"] == "resigned"


def test_illegal_moves_are_explained(stored):
    leave(stored, "#/")
    stored.begin("human", "coco")
    stored.page.evaluate("outflank.modes.play.choose('a1')")
    stored.wait("document.querySelector('#status').textContent === 'Black cannot move to a1.'")
    assert stored.moves == []


def test_game_of_a_tab_that_was_closed_is_sent_at_the_next_visit(stored):
    leave(stored, "#/")
    game, moves = begin_game(stored)
    stored.page.goto("about:blank")
    stored.page.context.set_offline(False)
    stored.go("#/")
    stored.wait(f"{STORED} && {UNSENT} === 0")
    assert games_of(stored)[game]["moves"] == moves


def test_two_tabs_send_a_game_once(stored):
    begun = time.time()
    leave(stored, "#/")
    game, _ = begin_game(stored)
    context = stored.page.context
    other = type(stored)(context, stored.address).go("#/")
    other.wait("outflank.connection.local.store.unsent.length === 1")
    context.set_offline(False)
    for tab in (stored, other):
        tab.page.evaluate("outflank.connection.retry()")
    for tab in (stored, other):
        tab.wait(f"outflank.connection.ready && {UNSENT} === 0")
    assert newer_than(other, begun) == [game]


def test_game_whose_answer_was_lost_is_stored_once(stored):
    begun = time.time()
    leave(stored, "#/")
    game, _ = begin_game(stored)
    stored.page.evaluate("outflank.sendGames = async () => new Map()")  # the page itself sends nothing for now
    stored.page.context.set_offline(False)
    stored.page.evaluate("outflank.connection.retry()")
    stored.wait("outflank.connection.ready")
    lossy = (
        "outflank.connection.local.sendAll(async (type, fields) => { await outflank.connection.request(type, fields);"
        " throw Object.assign(new Error('gone'), { code: 'lost' }); }).then(() => true)"
    )
    assert stored.page.evaluate(lossy)
    assert stored.page.evaluate(UNSENT) == 1
    stored.page.evaluate("delete outflank.sendGames")
    stored.page.evaluate("outflank.sendGames().then(() => true)")
    stored.wait(f"{UNSENT} === 0")
    assert newer_than(stored, begun) == [game]


def test_both_lines_stay_if_the_server_has_another(stored):
    leave(stored, "#/")
    stored.begin("human", "human")
    for count, move in enumerate(("f5", "d6"), 1):
        stored.square(move).click()
        stored.until_moves(count)
    game = stored.page.evaluate(f"{STATE}.game")
    come_back(stored)
    stored.until_moves(2)
    stored.square("c3").click()
    stored.until_moves(3)
    other = (
        "(async game => { const { store } = outflank.connection.local; const found = store.games.get(game);"
        " await store.put({ ...found, moves: ['f5', 'd6', 'c4'], unsent: true }); return true; })"
    )
    assert stored.page.evaluate(other, game)
    stored.page.evaluate("outflank.sendGames().then(() => true)")
    stored.wait(f"{UNSENT} === 0")
    found = games_of(stored)
    assert found[game]["moves"] == ["f5", "d6", "c3"]
    assert ["f5", "d6", "c4"] in [each["moves"] for each in found.values()]


def test_all_who_ask_for_the_page_without_its_server_get_the_same_one(open_tab, shared_server):
    """A second one would not know the games that are open in the first."""
    tab = open_tab(shared_server).go("#/")
    same = (
        "(async ({ connection }) => { const got = () => connection.loadLocal().then(() => connection.local);"
        " const [one, two] = await Promise.all([got(), got()]); return one !== null && one === two; })(outflank)"
    )
    assert tab.page.evaluate(same)


def test_game_lasts_without_storage_while_the_page_is_open(open_tab, shared_server):
    tab = open_tab(shared_server, **ALLOWED)
    tab.page.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    tab.go("#/")
    tab.wait(STORED)
    with tab.without_connection():
        game, moves = begin_game(tab)
    tab.wait(f"{UNSENT} === 0")
    assert games_of(tab)[game]["moves"] == moves


def test_games_of_the_server_can_be_looked_at(stored):
    game, moves = begin_game(stored.go())
    stored.wait(STORED)
    stored.wait("([id, count]) => outflank.connection.local.store.games.get(id)?.moves.length === count", [game, 2])
    leave(stored, f"#/play/{game}")
    assert stored.moves == moves
    stored.page.get_by_role("button", name="Start", exact=True).click()
    stored.wait("document.querySelector('#status').textContent.startsWith('Looking at move 0')")
    stored.page.get_by_role("button", name="End", exact=True).click()
    stored.page.evaluate("outflank.modes.play.choose('c3')")
    stored.wait("document.querySelector('.note')?.textContent.includes('goes on when the server is back.')")
    assert stored.page.locator(".together").inner_text() == "This game goes on when the server is back."
    assert stored.moves == moves
    stored.go("#/games")
    assert stored.page.locator(f'.game a[href="#/play/{game}"]').count()


def test_lessons_and_puzzles_work(stored):
    leave(stored, "#/learn/rules/1")
    assert banner(stored) == "Offline: the lessons work here."
    stored.page.wait_for_selector(".lesson button.legal")
    stored.go("#/practice/puzzles")
    stored.page.wait_for_selector(".practice button.legal")
    stored.page.get_by_role("button", name="Hint").click()
    stored.page.wait_for_selector(".lesson-answer")
    stored.page.get_by_role("button", name="Show the answer").click()
    stored.page.get_by_role("button", name="Next puzzle").wait_for()
    assert "The best move is" in stored.page.locator(".lesson-answer").inner_text()


@pytest.mark.parametrize(
    ("place", "words"),
    [("progress", "progress needs"), ("review", "reviews need"), ("study", "studies need"), ("analyse", "values of")],
)
def test_places_that_need_the_server_say_so_in_one_line(stored, place, words):
    leave(stored, f"#/{place}")
    assert words in banner(stored)
    assert stored.page.locator("#notes .note").count() == 0
    come_back(stored)
    stored.wait("document.querySelector('#banner').hidden")


def test_opponent_that_needs_the_server_says_so(stored):
    leave(stored, "#/")
    stored.page.evaluate("outflank.begin({ kind: 'othello', seats: ['human', 'kiki'] })")
    stored.page.locator("#notes .note").wait_for()
    assert "Momo, Coco, and Lookahead play Othello on 8×8 without it" in stored.page.locator("#notes").inner_text()


def test_page_starts_while_the_server_does_not_answer(stored):
    """A line on which nothing arrives: the socket opens, and no welcome comes."""
    stored.page.add_init_script(
        "WebSocket = class extends EventTarget {"
        " static OPEN = 1; static CLOSED = 3; readyState = 0; send() {} close() {} }"
    )
    stored.page.goto("about:blank")
    stored.page.goto(f"{stored.address}/#/")
    stored.page.wait_for_selector("html[data-ready]")  # from what is stored
    stored.wait("document.querySelector('#banner').textContent.startsWith('Offline')")


def test_unsent_game_survives_a_new_version_of_the_page(stored):
    leave(stored, "#/")
    game, moves = begin_game(stored)
    stored.reload()
    stored.go(f"#/play/{game}")
    stored.until_moves(2)
    assert stored.moves == moves
    stored.page.locator("button.legal").first.click()
    stored.until_moves(4)


def test_home_offers_the_opponents_that_play_in_the_browser(stored):
    stored.page.evaluate("localStorage.setItem('outflank.seats', JSON.stringify({ othello: ['human', 'leo'] }))")
    stored.go("#/")
    faces = stored.page.locator(".invitation-card .faces button")
    assert faces.count() == 6
    stored.page.context.set_offline(True)
    stored.page.evaluate("outflank.connection.socket.close()")
    stored.wait("document.querySelectorAll('.invitation-card .faces button').length === 2")
    assert faces.all_inner_texts() == ["Momo", "Coco"]
    stored.page.locator(".invitation-card .door.play").click()
    stored.wait(f"{STATE}?.seats.includes('coco')")
    stored.go("#/")
    assert faces.all_inner_texts() == ["Momo", "Coco"]
    stored.page.context.set_offline(False)
    stored.page.evaluate("outflank.connection.retry()")
    stored.wait("document.querySelectorAll('.invitation-card .faces button').length === 6")


def test_axe_finds_no_violation_without_the_server(stored):
    leave(stored, "#/")
    for place in ("#/", "#/opponents", "#/games", "#/learn", "#/practice/puzzles", "#/lobby", "#/progress"):
        stored.go(place)
        check(stored, place)
    begin_game(stored)
    check(stored, "a game")


def test_tabs_without_the_server_share_a_game(stored):
    leave(stored, "#/")
    stored.begin("human", "human")
    stored.square("f5").click()
    stored.until_moves(1)
    game = stored.page.evaluate(f"{STATE}.game")
    other = stored.page.context.new_page()
    other.goto(f"{stored.address}/#/play/{game}")
    other.wait_for_selector("html[data-ready]")
    other.locator('[data-square="d6"]').click()
    stored.until_moves(2)
    assert stored.moves == ["f5", "d6"]
    stored.square("c3").click()
    other.wait_for_selector('[data-square="c3"].last, .moves li:nth-child(3), .moves [aria-current]')
    come_back(stored)
    assert games_of(stored)[game]["moves"] == ["f5", "d6", "c3"]
    other.close()


def test_tab_that_slept_goes_on_where_the_other_has_stopped(stored):
    leave(stored, "#/")
    stored.begin("human", "human")
    stored.square("f5").click()
    stored.until_moves(1)
    stored.page.evaluate(
        "(async () => { const { store } = outflank.connection.local;"
        " const game = { ...store.games.get(outflank.modes.play.state.game), moves: ['f5', 'd6'] };"
        " game.changed = Date.now() / 1000 + 1; game.n_moves = 2; await store.put(game);"
        " store.games.set(game.id, { ...game, moves: ['f5'], changed: game.changed - 9 });"
        " document.dispatchEvent(new Event('visibilitychange')); })()"
    )
    stored.until_moves(2)
    assert stored.moves == ["f5", "d6"]


def test_full_storage_is_told_and_loses_nothing(stored):
    leave(stored, "#/")
    stored.page.evaluate(
        "IDBDatabase.prototype.transaction = () => { throw new DOMException('full', 'QuotaExceededError'); }; true"
    )
    game, moves = begin_game(stored)
    assert banner(stored) == (
        "Offline: this browser cannot store your game. Keep this page open until the server is back."
    )
    assert stored.page.evaluate("outflank.connection.local.isAtRisk")
    come_back(stored)
    stored.wait("document.querySelector('#banner').hidden")
    assert games_of(stored)[game]["moves"] == moves


# --- the start of a later visit ---------------------------------------------------------------------------------------

PATIENT = "window.setTimeout = ((wait) => (run, ms) => ms < 4000 ? wait(run, ms) : 0)(setTimeout)"
"""The page never gives up on the server."""


@pytest.fixture
def frozen(serve, open_tab):
    """A server that can be frozen, and a tab that has stored the page and a game; the page never gives up on it."""
    server = serve()
    tab = installed(open_tab, server)
    tab.wait(STORED)
    begin_game(tab)
    tab.wait("outflank.connection.local.store.games.size > 0")
    tab.page.add_init_script(PATIENT)
    tab.freeze = lambda: server.process.send_signal(signal.SIGSTOP)
    tab.thaw = lambda: server.process.send_signal(signal.SIGCONT)
    yield tab
    tab.thaw()
    assert [fault for fault in tab.faults if not is_of_loss(fault)] == []


def test_later_visit_is_usable_before_the_server_answers(frozen):
    frozen.freeze()
    frozen.go("#/")
    assert frozen.page.locator(".hearth .continue").is_visible()
    assert frozen.page.locator(".hearth-board button.legal").count() > 0
    assert not frozen.page.locator("#banner").is_visible()
    assert not frozen.page.evaluate("outflank.connection.ready")
    frozen.page.locator(".hearth .continue").click()  # waits for the server
    frozen.thaw()
    frozen.until_moves(2)
    frozen.page.locator("button.legal").first.click()
    frozen.until_moves(4)
    assert frozen.page.locator(".note").count() == 0


def test_later_visit_shows_today_as_the_server_told_it_last(frozen):
    frozen.page.evaluate("outflank.modes.play.change('resign')")
    frozen.go("#/")
    frozen.page.wait_for_selector(".hearth-board button.legal")
    told = frozen.page.locator(".hearth").inner_text()
    assert "Puzzle of the day" in told
    frozen.freeze()
    frozen.go("#/")
    assert frozen.page.locator(".hearth").inner_text() == told
    frozen.thaw()
    frozen.wait("outflank.connection.ready")
    frozen.page.wait_for_selector(".hearth-board button.legal")
    assert frozen.page.locator(".hearth").inner_text() == told


def test_later_visit_to_another_place_waits_for_the_server(frozen):
    frozen.freeze()
    frozen.page.goto("about:blank")
    frozen.page.goto(f"{frozen.address}/#/games")
    frozen.page.wait_for_selector(".screen-games .game-row, .screen-games li")
    frozen.thaw()
    frozen.page.wait_for_selector("html[data-ready]")
    frozen.page.goto("about:blank")
    frozen.freeze()
    frozen.page.goto(f"{frozen.address}/#/play")
    frozen.wait("outflank.connection.hasBegun")
    frozen.thaw()
    frozen.page.wait_for_selector("html[data-ready]")
    frozen.page.wait_for_selector("button.legal")
    assert len(games_of(frozen)) == 1
