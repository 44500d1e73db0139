"""A server as those run it who let others play on it: asked to stop, watched, its disk full, backed up, begun twice."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from outflank.jit import INTERPRETED
from outflank.web.wire import VERSION
from tests.ending import COMMAND, Command, descendants, is_running
from tests.web.conftest import LONG_THOUGHT, START, Page, Served

WHOLE_GAME = re.findall(
    "..",
    "c4c5b6d3c2a7d6e7d7e3b5d2f7b1b7c6e6e8d1a8c7a4b8c3f5e1b3c1b2a2"
    "d8f8a1f6g7g4b4a3g8a6g5g6a5h7h3g3g2h6f2g1f4h8h5f3h1h4f1c8h2e2",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them"),
]


def health(server):
    """The status of the answer, and what it says."""
    try:
        with urllib.request.urlopen(f"{server.address}/healthz") as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def until_health(server, status, seconds=60):
    ends = time.monotonic() + seconds
    while (found := health(server))[0] != status:
        assert time.monotonic() < ends, found
        time.sleep(0.1)
    return found[1]


def fill_disk(server):
    """Let the server write no byte more into any file, as on a disk that is full."""
    import resource

    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def make_room(server):
    import resource

    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_server_that_is_asked_to_stop_tells_all_pages_keeps_all_games_and_ends_in_two_seconds(serve, name):
    server = serve("--engines", "2")
    with ExitStack() as opened:
        pages = [opened.enter_context(server.page()) for _ in range(50)]
        games = []
        for page in pages:
            games.append(page.begin("human", LONG_THOUGHT))
            page.play("f5")
        pages[0].send("analyse", position=START, top=3)
        server.until(thinking=4, analysing=1, pages=50)
        engines = descendants(server.process.pid)
        assert len(engines) >= 5
        began = time.monotonic()
        server.process.send_signal(getattr(signal, name))
        assert server.process.wait(60) == 0
        assert time.monotonic() - began < 20  # a program thinks for 30 s
        for page in pages:
            said = page.until(lambda message: message["type"] == "stopping")
            assert said["message"] == "the server is stopping; your game is saved"
            with pytest.raises(ConnectionClosed) as closed:
                page.until(lambda _message: False)
            assert closed.value.rcvd.code == 1012
    assert server.errors == ""
    assert not [engine for engine in engines if is_running(engine)]
    assert not server.folder.joinpath("games.sqlite-wal").exists()
    server.start()
    with server.page() as page:
        for game in games:
            page.ask("open", game=game)
            assert page.moves() == ["f5"]
            page.ask("leave", game=game)


def test_page_that_does_not_read_does_not_hold_up_the_stop(serve):
    server = serve()
    address, options = f"ws://127.0.0.1:{server.port}/ws", {"compression": None, "max_queue": 1, "close_timeout": 0.1}
    with suppress(ConnectionClosed), connect(address, origin=server.address, **options) as deaf:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page = Page(deaf)
        page.ask("hello", v=VERSION)
        for _ in range(300):
            page.send("look", moves=WHOLE_GAME)  # of which the answer has 30 kB
        time.sleep(6)  # which is how long the server takes to read so many
        began = time.monotonic()
        server.process.terminate()
        assert server.process.wait(60) == 0
        assert time.monotonic() - began < 20  # a program thinks for 30 s
    assert "timeout graceful shutdown exceeded" in server.errors  # or the page has read after all


def test_second_server_on_the_same_games_is_refused_in_one_line_and_touches_nothing(serve):
    server = serve(ready=False)
    with server.page() as page:
        game = page.begin("human", "human")
        page.play("f5")
        games = server.folder / "games.sqlite"
        before = {path: path.read_bytes() for path in server.folder.glob("games.sqlite*")}
        command = [*COMMAND, "serve", "--no-browser", "--port", "0", "--games", str(games)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("outflank: another server stores its games in '")
        assert second.stderr.count("\n") == 1
        assert {path: path.read_bytes() for path in server.folder.glob("games.sqlite*")} == before
        page.play("d6")
    server.kill()
    server.start(ready=False)  # a server that was killed holds nothing
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == ["f5", "d6"]


def test_game_goes_on_while_the_disk_is_full_and_is_saved_when_there_is_room(serve):
    server = serve()
    with server.page() as page, server.page() as other:
        game = page.begin("human", "level1")
        page.play("f5")
        page.until_moves(2)
        assert health(server) == (200, {"healthy": True, "reasons": []})
        fill_disk(server)
        number = page.send("play", game=game, ply=2, move="d3" if "d3" in page.game["view"]["legal"] else "c3")
        heard = []
        page.until(lambda message: heard.append(message) or message.get("re") == number)
        assert heard[-1]["type"] == "done"
        page.until_moves(4)
        assert [m["saved"] for m in heard if m["type"] == "saving"] == [False]
        other.ask("open", game=game)
        assert other.moves() == page.moves()
        assert until_health(server, 503)["reasons"][0].startswith("games cannot be saved: ")
        moves = page.moves()
        make_room(server)
        assert page.until(lambda message: message["type"] == "saving")["saved"] is True
        until_health(server, 200)
        server.kill()
    server.start(ready=False)
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == moves


def test_backup_of_a_running_server_is_restored_in_another_place(serve, tmp_path):
    server = serve(ready=False)
    copy = tmp_path / "backup" / "games.sqlite"
    copy.parent.mkdir()
    with server.page() as page:
        game = page.begin("human", "human")
        page.play("f5")
        command = [*COMMAND, "serve", "--games", str(server.folder / "games.sqlite"), "--backup", str(copy)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (0, f"1 game copied to {copy}\n")
        page.play("d6")
    server.options = ("--games", str(copy))
    server.stop()
    server.start(ready=False)
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == ["f5"]


def test_health_is_asked_for_by_get_and_head_alone_and_says_nothing_of_anybody(serve):
    server = serve()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for method, status in (("GET", 200), ("HEAD", 200), ("POST", 405)):
        connection.request(method, "/healthz", headers={"Host": "probe.cluster.internal"})
        answer = connection.getresponse()
        assert answer.status == status
        assert method != "GET" or json.loads(answer.read()) == {"healthy": True, "reasons": []}
        answer.read()
    connection.close()


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow to be served")
def test_json_log_tells_of_a_game_and_of_nobody(tmp_path):
    server = Served(tmp_path, "--log", "json")
    arguments = ("serve", "--no-browser", "--port", server.port, "--games", tmp_path / "games.sqlite", "--log", "json")
    with Command(*arguments) as command:
        command.reads_until('"started"')
        with server.page() as page:
            game = page.begin("human", "human", moves=["f5"])
            page.ask("write", moves=["f5"], players=["Ada Lovelace", "Alan"])
            page.ask("look", moves=["Ada Lovelace"])
            page.ask("resign", game=game)
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(
                urllib.request.Request(f"{server.address}/", headers={"Host": "ada.example"})
            ).close()
        code, out, err = command.ends(signal.SIGTERM)
    assert (code, out) == (0, "")
    lines = [json.loads(line) for line in err.splitlines()]
    lines = [line for line in lines if line["event"] != "event loop slow"]  # as on a busy machine
    events = [line["event"] for line in lines]
    assert events == [
        "page connected",
        "game started",
        "game ended",
        *(["page gone", "refused"] if events[3] == "page gone" else ["refused", "page gone"]),
        "stopping",
        "stopped",
    ]
    begun, ended = lines[1:3]
    assert (begun["game"], begun["kind"], begun["players"]) == (game[:8], "othello", ["human", "human"])
    assert (ended["game"], ended["moves"], ended["result"][:10]) == (game[:8], 1, "Black wins")
    gone = next(line for line in lines if line["event"] == "page gone")
    assert (gone["connection"], gone["messages"]) == (1, 5)
    assert gone["seconds"] > 0
    for private in ("127.0.0.1", "Ada", "ada.example", game):
        assert private not in err
