"""My games over the wire: whose they are, and how they go out and come in as files."""

import gzip
import json
import socket
import time
import urllib.error
import urllib.request
from contextlib import suppress

import pytest

from outflank import formats
from outflank.formats import ggf
from outflank.text import loads


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server_options(request):
    """So that each person has the own games, as on a server that many use; in either kind of database."""
    own = ("--name", "club.example")
    if request.param == "sqlite":
        return own
    return *own, "--games", request.getfixturevalue("postgres").new_database()


def ids(page, **query):
    return [game["id"] for game in page.ask("games", **query)["games"]]


def fetch(server, address, data=None):
    request = urllib.request.Request(server.address + address, data=data)
    with urllib.request.urlopen(request) as answer:
        return answer.headers, answer.read()


def exported(server, page, format_="json"):
    return fetch(server, page.ask("export", format=format_)["address"])


def imported(server, page, data):
    return loads(fetch(server, page.ask("import")["address"], data)[1])


def refused(server, address, data=None):
    with pytest.raises(urllib.error.HTTPError) as said:
        fetch(server, address, data)
    with said.value as answer:
        return answer.code, answer.read().decode()


def test_each_person_has_the_own_games(pages):
    ann, bob, nobody = pages("a"), pages("b"), pages()
    game = ann.begin("human", "human")
    assert ids(ann) == []  # nobody has moved
    ann.play("f5")
    assert ids(ann) == [game]
    assert ids(pages("a")) == [game]  # in another window
    assert ids(bob) == ids(nobody) == []
    for type_, fields in (("delete", {}), ("restore", {}), ("name", {"name": "mine"})):
        for other in (bob, nobody):
            answer = other.ask(type_, game=game, **fields)
            assert (answer["type"], answer["code"]) == ("error", "unknown game")
    assert ids(ann) == [game]


def test_game_is_found_named_deleted_and_restored(pages):
    ann = pages("c")
    first = ann.begin("human", "human", moves=["f5", "d6", "c3", "d3", "c4"])
    second = ann.begin("human", "human", moves=["f5", "f6"])
    assert ids(ann) == [second, first]
    assert ids(ann, text="tiger") == [first]
    answer = ann.ask("name", game=second, name="  The \u202e\u3164 \u2067final \n ")
    assert (answer["type"], answer["name"]) == ("named", "The final")
    assert ann.ask("name", game=second, name="\u0958" * 60)["code"] == "name"  # two characters each, when composed
    (game,) = ann.ask("games", text="FINAL")["games"]
    assert (game["id"], game["name"]) == (second, "The final")
    answer = ann.ask("games", most=1)
    assert (answer["count"], answer["more"], len(answer["games"])) == (2, True, 1)
    answer = ann.ask("games", most=1, after=second)
    assert (answer["games"][0]["id"], answer["more"], "count" in answer) == (first, False, False)
    ann.ask("delete", game=first)
    assert ids(ann) == [second]
    ann.ask("open", game=first)  # it is not gone, as others may watch it
    assert ids(ann) == [second]
    ann.ask("restore", game=first)
    assert ids(ann) == [second, first]
    ann.ask("delete", game=first)
    assert ann.play("f4")["type"] == "done"
    assert ids(ann) == [first, second]  # one has gone on with it


def test_games_that_a_browser_remembers_are_claimed(pages):
    nobody, dora = pages(), pages("d")
    game = pages("z").begin("human", "human", moves=["f5"])
    assert ids(dora) == []
    assert dora.ask("claim", games=[game, "A" * 22])["count"] == 1
    assert ids(dora) == [game]
    assert nobody.ask("claim", games=[game])["count"] == 0
    assert dora.ask("claim", games=["../../../../../etc/passwd"])["code"] == "message"


def test_review_is_kept_with_its_game(pages):
    erin = pages("e")
    game = erin.begin("human", "human", moves=["f5", "d6"])
    assert erin.ask("reviewed", game=game)["judged"] == []
    done = erin.ask("review", moves=["f5", "d6"], seconds=0.05, game=game)["done"]
    (listed,) = erin.ask("games")["games"]
    assert listed["reviewed"]
    answer = pages("e").ask("reviewed", game=game)
    assert (answer["moves"], answer["judged"]) == (["f5", "d6"], done["moves"])
    erin.ask("review", moves=["f5", "f6"], seconds=0.05, game=game)  # which are not the game's
    assert erin.ask("reviewed", game=game)["moves"] == ["f5", "d6"]


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "games", "text": "x" * 201},
        {"type": "games", "most": 51},
        {"type": "games", "most": 0},
        {"type": "games", "ending": "stolen"},
        {"type": "games", "after": "' OR 1=1 --"},
        {"type": "name", "game": "A" * 22, "name": "x" * 10_000},
        {"type": "claim", "games": ["A" * 22] * 1001},
        {"type": "export", "format": "x" * 41},
    ],
)
def test_bad_question_is_refused_in_a_line(pages, fields):
    answer = pages("a").ask(**{"type_" if name == "type" else name: value for name, value in fields.items()})
    assert (answer["type"], answer["code"]) == ("error", "message")
    assert len(answer["message"]) < 200
    assert "\n" not in answer["message"]


# --- files --------------------------------------------------------------------------------------------------------


def test_all_games_go_out_as_one_file_and_come_in_elsewhere(shared_server, pages):
    frank, grace = pages("f"), pages("g")
    game = frank.begin("human", "human", moves=["f5", "d6"])
    frank.begin("human", "level1")
    frank.play("f5")
    frank.until_moves(2)
    frank.ask("name", game=game, name="First")
    frank.ask("review", moves=["f5", "d6"], seconds=0.05, game=game)
    headers, data = exported(shared_server, frank)
    assert headers["content-disposition"].startswith('attachment; filename="outflank-games-')
    assert headers["cache-control"] == "no-store"
    data = gzip.decompress(data) if headers.get("content-encoding") == "gzip" else data
    assert len(json.loads(data)["games"]) == 2
    # Who has the file knows the ids: they are games that are there already.
    answer = imported(shared_server, grace, data)
    assert answer == {"added": 0, "back": 0, "known": 2, "refused": 0, "studies": 0, "bad": [], "most": None}
    assert len(ids(grace)) == 2
    assert imported(shared_server, frank, data)["known"] == 2
    other = json.loads(data)
    for number, each in enumerate(other["games"]):
        each["id"] = f"{'Z' * 21}{number}"
    henry = pages("h")
    assert imported(shared_server, henry, json.dumps(other).encode())["added"] == 2
    games = henry.ask("games")["games"]
    assert sorted((each["name"], each["reviewed"], each["n_moves"]) for each in games) == [
        ("", False, 2),
        ("First", True, 2),
    ]
    assert henry.ask("open", game=f"{'Z' * 21}0")["type"] == "opened"


def test_deleted_game_comes_back_with_its_file(shared_server, pages):
    iris = pages("i")
    game = iris.begin("human", "human", moves=["f5"])
    data = exported(shared_server, iris)[1]
    iris.ask("delete", game=game)
    answer = imported(shared_server, iris, data)
    assert (answer["added"], answer["back"], answer["known"]) == (1, 1, 0)
    assert ids(iris) == [game]
    answer = imported(shared_server, iris, data)
    assert (answer["added"], answer["back"], answer["known"]) == (0, 0, 1)


def test_games_of_other_programs_are_taken_once(shared_server, pages):
    jack = pages("j")
    text = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]B[F5]W[D6];)\n(;GM[Othello]TY[8]B[A1];)\n(;GM[Othello]TY[8]B[F5]W[F4];)\n"
    answer = imported(shared_server, jack, text.encode())
    assert (answer["added"], answer["known"], answer["refused"]) == (2, 0, 1)
    assert answer["bad"][0]["place"] == "game 2, line 2"
    assert "turns over no disc" in answer["bad"][0]["reason"]
    answer = imported(shared_server, jack, text.encode() + b"(;GM[Othello]TY[8]B[F5];)\n" * 2)
    assert (answer["added"], answer["known"], answer["refused"]) == (1, 3, 1)
    assert sorted(game["players"] for game in jack.ask("games")["games"]) == [["", ""], ["", ""], ["Ann", "Bob"]]
    again = ggf.read(exported(shared_server, jack, "ggf")[1].decode())
    assert sorted(record.tree.moves for record in again) == [("f5",), ("f5", "d6"), ("f5", "f4")]


@pytest.mark.parametrize("name", ["sgf", "pgn", "quest"])
def test_all_games_can_be_had_in_every_format_that_the_welcome_names(shared_server, pages, name):
    lea = pages(name[0])
    assert name in lea.welcome["exports"]
    lea.begin("human", "human", moves=["f5", "d6"])
    _, data = exported(shared_server, lea, name)
    (record,) = formats.read(data.decode())
    assert record.tree.moves == ("f5", "d6")
    assert lea.ask("export", format="svg")["type"] == "error"


def test_address_of_a_file_is_good_once_for_one_thing(shared_server, pages):
    kate = pages("k")
    address = kate.ask("export")["address"]
    assert refused(shared_server, address.replace("export", "import"), b"f5")[0] == 403
    fetch(shared_server, address)
    assert refused(shared_server, address)[0] == 403
    assert refused(shared_server, "/games/export?ticket=guessed")[0] == 403
    assert refused(shared_server, "/games/export")[0] == 403
    assert refused(shared_server, "/games/import?ticket=", b"f5")[0] == 403
    assert pages().ask("export")["type"] == "error"  # whose games?


def test_file_is_not_taken_from_another_site(shared_server, pages):
    address = shared_server.address + pages("l").ask("import")["address"]
    request = urllib.request.Request(address, b"f5d6", {"origin": "http://evil.example"})
    with pytest.raises(urllib.error.HTTPError) as said:
        urllib.request.urlopen(request)
    with said.value as answer:
        assert answer.code == 403


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe", "UTF-8"),
        (b'{"outflank": "games", "version": 9, "games": []}', "newer Outflank"),
    ],
)
def test_file_without_games_is_refused_with_a_reason(shared_server, pages, data, reason):
    mary = pages("m")
    code, words = refused(shared_server, mary.ask("import")["address"], data)
    assert code == 400
    assert reason in words
    assert len(words.splitlines()) == 1
    assert ids(mary) == []


@pytest.mark.slow
def test_file_that_is_too_large_is_refused(shared_server, pages, tmp_path):
    page = pages("n")
    code, words = refused(shared_server, page.ask("import")["address"], b"f5d6\n" * 21_000_000)
    assert code == 413
    assert "the limit is 100 MB" in words
    answer = imported(shared_server, page, b"f5d6\n" * 5_000_000)
    assert (answer["added"], answer["most"]) == (1, 50_000)


def test_import_ends_when_nobody_waits_for_it_and_keeps_nobody_waiting(shared_server, pages):
    paul, rose = pages("p"), pages("r")
    host, port = shared_server.address.removeprefix("http://").split(":")
    address = paul.ask("import")["address"]
    data = b"".join(b"%s\n" % b"f5d6c3d3c4f4f6" for _ in range(100_000))
    with socket.create_connection((host, int(port))) as gone:
        head = f"POST {address} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(data)}\r\n\r\n"
        gone.sendall(head.encode() + data)
        time.sleep(1)
        assert refused(shared_server, paul.ask("import")["address"], b"f5")[0] == 503  # which is still being read
        began = time.monotonic()
        assert imported(shared_server, rose, b"f5d6\n")["added"] == 1
        assert time.monotonic() - began < 30
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(urllib.error.HTTPError):
            assert loads(fetch(shared_server, paul.ask("import")["address"], b"f5f6\n")[1])["added"] == 1
            return
        time.sleep(0.2)
    raise AssertionError("the file is still being read")


def test_on_ones_own_machine_all_games_are_ones_own(serve):
    server = serve(ready=False)
    with server.page() as page, server.page() as other:
        game = page.begin("human", "human", moves=["f5"])
        assert ids(other) == [game]
        other.ask("delete", game=game)
        assert ids(page) == []
        page.ask("restore", game=game)
        assert ids(other) == [game]


def test_on_ones_own_machine_the_game_of_another_browser_can_only_be_watched(serve):
    server = serve(ready=False)
    with server.page() as page, server.page("e") as other:
        game = page.begin("human", "human", moves=["f5"])
        assert ids(other) == [game]
        assert ids(other, mine=True) == []
        for type_, fields in (("delete", {}), ("name", {"name": "mine"})):
            answer = other.ask(type_, game=game, **fields)
            assert (answer["type"], answer["code"]) == ("error", "watching")
        assert ids(page, mine=True) == [game]
