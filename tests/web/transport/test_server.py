"""The server as pages meet it: over a real WebSocket, with real engines, killed and started again."""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from outflank.play import Setup, kind_of
from outflank.rules import Position
from outflank.text import loads
from outflank.web.wire import VERSION
from tests.ending import descendants, is_running
from tests.web.conftest import LONG_THOUGHT, START, Page

FORCED_PASS = ["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
BOTH = ["othello", "anti-othello"]
AFTER_ONE = Position.start().play("f5").board_string


def test_person_and_computer_take_turns(page):
    page.begin("human", "level2")
    assert page.play("f5")["type"] == "done"
    page.until_moves(2)
    assert page.moves() == ["f5", "f6"]
    assert page.game["moves"][1]["found"]["depth"] == 2
    assert page.game["labels"] == ["You", "Computer 2"]


def test_two_computers_finish_a_game_by_themselves(page):
    page.begin("level1", "first")
    page.until(lambda message: message["type"] == "game" and message["result"])
    assert page.game["result"]["words"]
    assert page.game["view"]["over"]


def test_forced_pass_is_a_persons_to_make_and_a_computers_to_be_told(page):
    page.begin("human", "human", moves=FORCED_PASS)
    assert page.game["must_pass"]
    assert page.game["view"]["legal"] == {"pass": []}
    assert "must pass" in page.play("a1")["message"]
    page.play("pass")
    assert page.moves()[-1] == "pass"
    page.begin("level1", "human", moves=FORCED_PASS)
    page.until_moves(17)
    assert page.moves()[-1] == "pass"


def test_view_says_what_each_move_turns_over(page):
    view = page.ask("look", moves=["f5"])["views"][1]
    after = Position.start().play("f5")
    assert set(view["legal"]) == set(after.legal_moves)
    assert view["legal"]["f4"] == [28]
    assert view["text"] == f"{after.cells} O"


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"move": "a1"}, "refused", "turns over no disc"),
        ({"move": "z9"}, "refused", "expected a square"),
        ({"move": "pass"}, "refused", "may not pass"),
        ({"move": "d3", "ply": 7}, "stale", "moved on"),
        ({"move": "f5", "game": "x" * 22}, "unknown game", "not opened"),
    ],
)
def test_bad_move_is_refused_with_a_reason(page, fields, code, message):
    game = page.begin("human", "human")
    answer = page.ask("play", **{"game": game, "ply": 0, **fields})
    assert (answer["type"], answer["code"]) == ("error", code)
    assert message in answer["message"]
    assert page.play("f5")["type"] == "done"


def test_move_out_of_turn_is_refused(page):
    page.begin("human", LONG_THOUGHT)
    page.play("f5")
    answer = page.ask("play", game=page.game["game"], ply=1, move="d6")
    assert answer["code"] == "not your turn"
    assert "White" in answer["message"]


def test_unknown_game_is_refused(page):
    assert page.ask("open", game="AAAAAAAAAAAAAAAAAAAAAA")["code"] == "unknown game"


@pytest.mark.parametrize(
    "rubbish", ["garbage", "[]", "{}", "\0", '{"type":"play"}', '{"type":"seats","seats":7}', "[" * 5000]
)
def test_garbage_gets_a_clear_answer_and_the_page_goes_on(page, rubbish):
    page.socket.send(rubbish)
    answer = page.hear()
    assert (answer["type"], answer["code"]) == ("error", "message")
    assert "Traceback" not in answer["message"]
    page.begin()


def test_bytes_are_answered_too(page):
    page.socket.send(b"\xff\x00")
    assert page.hear()["message"] == "expected text, got bytes"


def test_nothing_is_done_before_hello(shared_server):
    with shared_server.connect() as socket:
        socket.send(json.dumps({"type": "look", "id": 1, "moves": []}))
        assert loads(socket.recv())["code"] == "hello"
        socket.send(json.dumps({"type": "hello", "id": 2, "v": 99}))
        assert "reload" in loads(socket.recv())["message"]
        socket.send(json.dumps({"type": "hello", "id": 3, "v": VERSION}))
        assert loads(socket.recv())["type"] == "welcome"


def test_games_that_are_watched_stay_so_when_another_cannot_be_opened(page):
    games = [page.begin("human", "human") for _ in range(8)]
    assert page.ask("open", game="A" * 22)["code"] == "unknown game"
    for game in games:
        assert page.ask("play", game=game, ply=0, move="f5")["type"] == "done"
    ninth = page.begin("human", "human")
    assert page.ask("play", game=games[0], ply=1, move="d6")["code"] == "unknown game"
    for game in [*games[1:], ninth]:
        assert page.ask("play", game=game, ply=9, move="d6")["code"] == "stale"


def test_games_and_players_are_told_once(shared_server):
    with shared_server.connect() as socket:
        first = Page(socket).ask("hello", v=VERSION)
    with shared_server.connect() as socket:
        again = Page(socket).ask("hello", v=VERSION, knows=first["edition"])
    with shared_server.connect() as socket:
        other = Page(socket).ask("hello", v=VERSION, knows="of another server")
    assert "othello" in first["kinds"]
    assert {**first, "kinds": None} == {**again, "kinds": None}
    assert "kinds" not in again
    assert other["kinds"] == first["kinds"]


def test_oversized_message_ends_the_connection_with_a_reason_and_nothing_else(shared_server, page):
    page.begin()
    with shared_server.page() as other:
        other.socket.send("x" * 2_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            other.hear()
    assert closed.value.rcvd.code == 1009
    assert page.play("f5")["type"] == "done"


def test_long_text_below_the_limit_is_refused_in_words(page):
    answer = page.ask("read", text="x" * 100_001)
    assert "at most 100000 characters" in answer["message"]
    assert len(answer["message"]) < 200


@pytest.mark.slow
def test_flood_of_messages_slows_down_its_sender_only(shared_server, page):
    with shared_server.page() as hasty:
        for _ in range(4000):  # which take a hundred seconds at the pace that a page may have
            hasty.socket.send("x")
        page.ask("look", moves=[])  # is answered within a minute, or this fails
        for _ in range(130):
            assert hasty.hear()["type"] == "error"


def test_page_of_another_site_is_refused(shared_server):
    with pytest.raises(InvalidStatus) as refused:
        shared_server.connect(origin="http://evil.example")
    assert refused.value.response.status_code == 403


def test_page_under_a_foreign_name_is_refused(shared_server):
    request = urllib.request.Request(f"{shared_server.address}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403
    refused.value.close()


def test_undo_while_the_computer_thinks_stops_it(serve):
    server = serve()
    with server.page() as page:
        page.begin("human", LONG_THOUGHT)
        page.play("f5")
        server.until(thinking=1)
        page.ask("undo", game=page.game["game"])
        server.until(20, thinking=0)  # a program thinks for 30 s, the longest that a server allows
        assert page.moves() == []


@pytest.mark.slow
def test_client_that_vanishes_leaves_no_engine_running(serve):
    server = serve()
    with server.page() as page:
        game = page.begin("human", LONG_THOUGHT)
        page.play("f5")
        page.send("analyse", position=START, top=3)
        server.until(thinking=1, analysing=1)
        page.socket.socket.close()
    server.until(thinking=0, analysing=0, pages=0, games=0)
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == ["f5"]
        assert page.game["thinking"]


def test_changing_the_players_keeps_the_board(page):
    page.begin("human", LONG_THOUGHT)
    page.play("f5")
    page.ask("seats", game=page.game["game"], seats=["human", "first"])
    page.until_moves(2)
    assert page.moves() == ["f5", "f4"]
    assert page.ask("seats", game=page.game["game"], seats=["human", "module:os:system"])["type"] == "error"


def test_two_pages_of_one_game_see_the_same(shared_server, page):
    game = page.begin("human", "human")
    with shared_server.page() as other:
        other.ask("open", game=game)
        page.play("f5")
        other.until_moves(1)
        assert other.moves() == ["f5"]
        assert other.play("d6")["type"] == "done"
        page.until_moves(2)
        assert page.ask("play", game=game, ply=1, move="d6")["code"] == "stale"


def test_clock_of_a_person_falls(page):
    page.begin("human", "human", clock="0.3")
    page.until(lambda message: message["type"] == "game" and message["result"])
    assert page.game["result"]["words"] == "White wins: Black ran out of time"


def test_hint_is_a_legal_move_with_its_value(page):
    page.begin("human", "human")
    answer = page.ask("hint", game=page.game["game"])
    assert answer["done"]["moves"][0]["move"] in Position.start().legal_moves


def test_what_a_page_knows_is_told_with_what_is_found_and_to_nobody_else(pages):
    found = {
        "move": "f5",
        "value": 9.0,
        "bound": "exact",
        "depth": 40,
        "selectivity": 100,
        "kind": "heuristic",
        "pv": [],
    }
    first = pages().ask("analyse", position=START, top=60, depth=1, known={"move": "f5", "moves": [found]})["done"]
    assert {move["move"]: move["depth"] for move in first["moves"]} == {"f5": 40, "d3": 1, "c4": 1, "e6": 1}
    assert {move["depth"] for move in pages().ask("analyse", position=START, top=60, depth=1)["done"]["moves"]} == {1}


def test_analysis_never_gets_shallower_and_stops_at_once(serve):
    server = serve()
    with server.page() as page:
        number = page.send("analyse", position=START, top=4)
        depths, seen = {}, 0
        while seen < 6:
            message = page.hear()
            if message.get("re") == number and "moves" in message.get("found", {}):
                seen += 1
                for found in message["found"]["moves"]:
                    assert found["depth"] >= depths.get(found["move"], 0)
                    depths[found["move"]] = found["depth"]
        assert server.status()["analysing"] == 1
        for _ in range(5):
            page.send("stop")
            page.until(lambda message: message.get("stopped"))
            server.until(analysing=0)  # long before the minute is over that it could take
            number = page.send("analyse", position=START, top=4)
            page.until(
                lambda message, number=number: message.get("re") == number and "moves" in message.get("found", {})
            )
        again = page.ask("analyse", position=START, depth=1)["done"]
        assert all(found["depth"] >= depths.get(found["move"], 0) for found in again["moves"])
        assert again["depth"] > 1
        assert page.ask("analyse", position=AFTER_ONE, depth=2)["done"]["depth"] == 2


@pytest.mark.parametrize("kind", BOTH)
def test_boards_that_no_kernel_knows_are_analysed_too(page, kind):
    position = kind_of(kind).start(Setup(size=6))
    done = page.ask("analyse", kind=kind, position=position.board_string, depth=2)["done"]
    assert done["depth"] == 2
    assert done["move"] in position.legal_moves


def test_anti_othello_is_valued_for_whoever_keeps_fewer_discs(page):
    board = "OXX-XXXXXXXXXXXX O"  # the last move turns over two discs
    found = {kind: page.ask("analyse", kind=kind, position=board)["done"]["moves"][0]["value"] for kind in BOTH}
    assert found["othello"] == -found["anti-othello"]


def test_result_of_a_full_board_is_that_of_its_kind_of_game(page):
    full = "XXXXXXXXXXXXXXOO X"
    results = [page.ask("look", kind=kind, start=full, moves=[])["views"][0]["result"] for kind in BOTH]
    counted = {"how": "counted", "loser": None, "reason": ""}
    assert results == [
        {"words": "Black wins 14–2", "winners": [0], "scores": [12, -12], **counted},
        {"words": "White wins 2–14", "winners": [1], "scores": [-12, 12], **counted},
    ]


def test_stop_that_comes_before_the_search_is_not_lost(serve):
    server = serve()
    with server.page() as page:
        page.ask("analyse", position=START, depth=1)
        for _ in range(30):
            number = page.send("analyse", position=START, top=3)
            page.send("stop")
            page.until(lambda message, number=number: message.get("re") == number and message.get("stopped"))
            server.until(analysing=0)
    assert server.errors == ""


def test_game_is_written_in_every_format_that_it_fits_into(page):
    texts = page.ask("write", moves=["f5", "d6"], players=["Ada", "Alan"])["texts"]
    assert texts["transcript"] == "f5d6"
    assert texts["board"] == Position.start().play("f5").play("d6").board_string
    assert "% White: Alan" in texts["saved"]
    anti = page.ask("write", kind="anti-othello", moves=["f5"])["texts"]
    reading = page.ask("read", text=anti["saved"])
    assert (reading["kind"], reading["moves"]) == ("anti-othello", ["f5"])


@pytest.fixture
def cold_server(serve, tmp_path, monkeypatch):
    """A server that has yet to compile the engine."""
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(tmp_path / "empty"))
    return serve(ready=False)


def test_pasted_text_is_answered_with_what_was_changed_and_how_many_more_games_there_are(page):
    reading = page.ask("read", text="c5e6f3")
    assert reading["moves"] == ["f5", "d6", "c3"]
    assert reading["notes"] == ["mirrored left to right, because c5 is a first move from the mirrored start"]
    assert reading["others"] == 0
    reading = page.ask("read", text="Ann 35-29 Bob f5d6c3\nCid 30-34 Dan f5f6e6\nEve 40-24 Flo d3c3c4")
    assert (reading["moves"], reading["black"], reading["others"]) == (["f5", "d6", "c3"], "Ann", 2)


@pytest.mark.slow
def test_first_hint_is_there_at_once_and_the_engines_follows(cold_server):
    """Once, it came after the engine was compiled."""
    with cold_server.page() as page:
        game, told = page.begin("human", "human"), []
        number = page.send("hint", game=game)
        while not told or "moves" not in told[-1]["found"]:
            told.append(page.until(lambda message: message.get("re") == number))
        assert cold_server.status()["ready"] is False
        assert told[-1]["found"]["moves"][0]["depth"] == 3
        done = page.until(
            lambda message: message.get("re") == number and (told.append(message) or "done" in message), timeout=120
        )
        depths = [message["found"]["moves"][0]["depth"] for message in told if "moves" in message.get("found", {})]
        assert depths == sorted(depths)
        assert done["done"]["moves"][0]["depth"] >= 6


def test_page_is_usable_while_the_engine_is_compiled(cold_server):
    server = cold_server
    with server.page() as page:
        number = page.send("analyse", position=START)
        said = page.until(lambda message: message.get("re") == number)["found"]["notice"]
        assert said.startswith("compiling")
        page.begin("human", "level1")
        page.play("f5")
        page.until_moves(2)
        page.send("stop")
        page.until(lambda message: message.get("re") == number and message.get("stopped"))
        assert page.ask("analyse", position="-----OX--XO----- X", depth=2)["done"]["depth"] == 2
        server.until(analysing=0, ready=False)  # the engine goes on being compiled


def test_move_is_explained_in_sentences(page):
    done = page.ask("explain", position=START, moves=["d3", "c4"])["done"]
    assert [each["move"] for each in done["moves"]] == ["d3", "c4"]
    assert any("leaves White 3 moves" in said["text"] for said in done["moves"][0]["statements"])


@pytest.mark.slow
def test_highest_level_keeps_to_the_servers_limit(serve):
    server = serve("--seconds", "1")
    with server.page() as page:
        page.begin("human", "engine:level=30")
        page.play("f5")
        page.until_moves(2)
        assert page.game["moves"][1]["found"]["depth"] > 5
        assert page.game["moves"][1]["seconds"] < 60  # without a limit it takes hours


def test_ending_is_solved_exactly(page):
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
    done = page.ask("analyse", position=board, top=6)["done"]
    best = done["moves"][0]
    assert (best["move"], best["value"], best["kind"]) == ("h5", 6, "exact")


@pytest.mark.parametrize(
    ("type_", "fields", "message"),
    [
        ("analyse", {"position": "rubbish"}, "expected a cell"),
        ("analyse", {"position": "X" * 64 + " X"}, "game is over"),
        ("review", {"moves": []}, "no move"),
        ("review", {"moves": ["a1"]}, "Black cannot play a1"),
        ("look", {"moves": ["f5", "f5"]}, "taken"),
        ("look", {"kind": "chess", "moves": []}, "expected a game"),
        ("read", {"text": "nothing here"}, "expected a board or moves"),
        ("tree", {"position": START, "player": "first"}, "has no search tree"),
        ("tree", {"position": START, "player": "human"}, "a person has no search tree"),
        ("tree", {"position": START, "player": "module:os:system"}, "no player"),
        ("new", {"setup": {"seats": ["human", "nobody"]}}, "no player 'nobody'"),
        ("new", {"setup": {"seats": ["human", "human"], "size": 7}}, "board size"),
        (
            "new",
            {"setup": {"seats": ["human", "kiki"], "size": 10}},
            "it plays on boards of 8×8, not 10×10",
        ),
        ("explain", {"position": START, "moves": ["a1"]}, "Black cannot play a1"),
        ("explain", {"kind": "anti-othello", "position": START, "moves": ["d3"]}, "Othello moves on 8×8 boards"),
        (
            "new",
            {"setup": {"kind": "anti-othello", "seats": ["human", "level2"]}},
            "it plays Othello, not Anti-Othello",
        ),
        ("tree", {"kind": "anti-othello", "position": START, "player": "lookahead"}, "not Anti-Othello"),
    ],
)
def test_request_that_cannot_be_met_says_why(page, type_, fields, message):
    answer = page.ask(type_, **fields)
    assert answer["type"] == "error"
    assert message in answer["message"]


def test_review_tells_of_each_move_and_then_of_all(page):
    number = page.send("review", moves=["f5", "d6", "c3"], seconds=0.05)
    told = []
    done = page.until(lambda m: m.get("re") == number and (told.append(m["found"]) if "found" in m else True))["done"]
    assert [entry["done"] for entry in told] == [1, 2, 3]
    assert [move["move"] for move in done["moves"]] == ["f5", "d6", "c3"]


def test_tree_shows_the_chosen_branch_and_what_was_cut(page):
    tree = page.ask("tree", position=START, player="lookahead:depth=3")["done"]
    assert tree["tree"]["best"] in Position.start().legal_moves
    assert "✂" in tree["outline"]
    assert any(reply["cut"] for child in tree["tree"]["children"] for reply in child["children"])


@pytest.mark.slow
def test_killed_server_has_the_game_to_the_last_move_when_it_is_back(serve):
    server = serve()
    draw = random.Random(1)
    with server.page() as page:
        game = page.begin("human", "human")
        for _ in range(25):
            legal = list(page.game["view"]["legal"])
            page.play(draw.choice(legal))
        moves, view = page.moves(), page.game["view"]
        server.kill()
    server.start()
    with server.page() as page:
        assert page.ask("open", game=game)["type"] == "opened"
        assert (page.moves(), page.game["view"]) == (moves, view)
        page.ask("undo", game=game)
        assert page.moves() == moves[:-1]
    assert "Traceback" not in server.errors


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_engines_of_a_killed_server_end_with_it(serve):
    server = serve()
    with server.page() as page:
        page.begin("human", LONG_THOUGHT)
        page.play("f5")
        page.send("analyse", position=START)
        server.until(thinking=1, analysing=1)
        engines = descendants(server.process.pid)
        assert len(engines) >= 2
        server.kill()
    ends = time.monotonic() + 60
    while any(is_running(engine) for engine in engines):
        assert time.monotonic() < ends, "an engine outlived its server"
        time.sleep(0.02)


@pytest.mark.slow
def test_a_hundred_pages_play_at_once(serve):
    server = serve()

    def play(seed):
        draw = random.Random(seed)
        with server.page() as page:
            page.begin("human", "level1")
            for _ in range(5):
                page.play(draw.choice(list(page.game["view"]["legal"])))
                page.until(lambda message: message["type"] == "game" and message["view"]["turn"] == 0)
            return len(page.moves())

    with ThreadPoolExecutor(100) as pool:
        assert list(pool.map(play, range(100))) == [10] * 100
    server.until(pages=0, games=0, thinking=0)
    assert server.errors == ""


@pytest.mark.slow
def test_pages_beyond_the_limit_are_told_so(serve):
    server = serve("--pages", "1")
    with server.page(), server.connect() as second:
        assert json.loads(second.recv())["code"] == "full"
        with pytest.raises(ConnectionClosed):
            second.recv()


def test_picture_of_a_position(shared_server):
    board = START.replace(" ", "%20")
    with urllib.request.urlopen(f"{shared_server.address}/picture.svg?position={board}&last=d4") as answer:
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.read().startswith(b"<svg")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{shared_server.address}/picture.svg?position=rubbish")
    assert refused.value.code == 400
    refused.value.close()


def test_page_and_all_it_needs_come_from_the_server(shared_server):
    from outflank.web.transport.site import STATIC

    for path in STATIC.rglob("*.*"):
        with urllib.request.urlopen(f"{shared_server.address}/{path.relative_to(STATIC).as_posix()}") as answer:
            assert path.name == "index.html" or answer.read() == path.read_bytes()
        if path.suffix in (".js", ".html", ".css"):
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
