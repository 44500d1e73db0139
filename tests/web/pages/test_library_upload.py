"""Games that a page takes into the library: in any format, broken off, damaged, on a server that others use."""

import json
import socket
import time
import urllib.error
import urllib.request
from dataclasses import replace

import pytest

from outflank.formats.files import write_records
from outflank.library import Library
from outflank.text import loads
from outflank.web.pages.library_upload import Fill, LibraryUpload, _place
from outflank.web.wire import MessageError
from tests.library.conftest import random_records


def body_of(*files):
    """What a page sends: files as pairs of a name and bytes."""
    head = json.dumps([{"name": name, "size": len(data)} for name, data in files])
    return head.encode() + b"\n" + b"".join(data for _, data in files)


def filled(server, page, data):
    """The lines that the server answers to a request."""
    address = server.address + page.ask("fill")["address"]
    with urllib.request.urlopen(urllib.request.Request(address, data), timeout=60) as answer:
        return [loads(line) for line in answer]


def refused(server, page, data):
    try:
        filled(server, page, data)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode().strip()
    raise AssertionError("it was taken")


def tried(server, page, data):
    """What became of the games, None while the server reads others."""
    try:
        return filled(server, page, data)[-1]["done"]
    except urllib.error.HTTPError as error:
        with error:
            return None


@pytest.fixture
def archive(tmp_path):
    """Twelve games as WTHOR files, with their names."""
    write_records(tmp_path / "WTH_2001.wtb", [replace(each, date="2001") for each in random_records(12, seed=6)])
    return [(path.name, path.read_bytes()) for path in sorted(tmp_path.glob("WTH_2001.*"))]


def test_archive_comes_with_its_names_and_other_formats_beside_it(serve, archive, tmp_path):
    server = serve(ready=False)
    with server.page() as page:
        assert page.ask("explore", moves=[])["trouble"]["code"] == "no library"
        text = b"f5d6c3d3c4f4f6f3\nf5d6a1\nf5f6\n"
        lines = filled(server, page, body_of(*archive, ("more.txt", text)))
        assert "of" in lines[0]
        done = lines[-1]["done"]
        assert (done["added"], done["known"], done["bad"], done["total"]) == (14, 0, 1, 14)
        assert "(more.txt:2, column 5)" in done["faults"][0]
        told = page.ask("explore", moves=[])
        assert (told["total"], told["trouble"]) == (14, None)
        assert any("渡辺" in name or "Ann" in name for each in told["examples"] for name in each["players"])
        assert filled(server, page, body_of(("more.txt", text)))[-1]["done"]["added"] == 0
    with Library.open(server.folder / "library.sqlite", read_only=True) as library:
        assert {source for source, _ in library.overview().sources} == {"WTH_2001.wtb", "more.txt"}
        assert "Ann" in [row.name for row in library.players()]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "expected a line of file names, got none"),
        (b"no line", "expected a line of file names, got none"),
        (b"f5d6\n", "expected a line of file names"),
        (b"[]\n", "file names: "),
        (b'[{"name": "a.txt", "size": 10}]\nf5d6', "expected 6 more bytes of file data, got none"),
        (b'[{"name": "a.txt", "size": -1}]\n', "size: "),
        (b'[{"name": "a.txt", "size": 99000000000}]\n', "size: "),
        (b'[{"name": "", "size": 1}]\nx', "name: "),
        (b"x" * 1_100_000, "one that is too long"),
    ],
)
def test_bad_requests_are_refused_in_one_line(shared_server, page, data, words):
    code, said = refused(shared_server, page, data)
    assert code == 400
    assert words in said
    assert "\n" not in said
    assert not (shared_server.folder / "library.sqlite").exists()


def test_address_is_good_once(shared_server, page):
    address = shared_server.address + page.ask("fill")["address"]
    with pytest.raises(urllib.error.HTTPError) as said:
        urllib.request.urlopen(urllib.request.Request(address, b""))
    said.value.close()
    for bad in (address, f"{shared_server.address}/library/import", f"{shared_server.address}/library/import?ticket=x"):
        with pytest.raises(urllib.error.HTTPError) as said:
            urllib.request.urlopen(urllib.request.Request(bad, b"x"))
        with said.value as answer:
            assert answer.code == 403


def test_files_in_which_there_is_no_game_say_so(serve):
    server = serve(ready=False)
    with server.page() as page:
        files = [("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(500)), ("empty.txt", b"")]
        done = filled(server, page, body_of(*files))[-1]["done"]
        assert (done["added"], done["bad"]) == (0, 2)
        assert all(name in fault for (name, _), fault in zip(files, done["faults"], strict=True))


def test_library_that_does_not_serve_is_said(serve):
    server = serve(ready=False)
    (server.folder / "library.sqlite").write_bytes(b"no database" * 100)
    with server.page() as page:
        assert "is damaged or not a database" in filled(server, page, body_of(("a.txt", b"f5d6")))[-1]["failed"]


@pytest.mark.slow
def test_import_that_is_broken_off_keeps_what_was_read_and_leaves_nothing(serve, tmp_path):
    server = serve(ready=False)
    records = random_records(3000, seed=8, plies=20)
    write_records(tmp_path / "many.ggf", records)
    data = body_of(("many.ggf", (tmp_path / "many.ggf").read_bytes()))
    with server.page() as page:
        address = page.ask("fill")["address"]
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            head = f"POST {address} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {len(data)}\r\n\r\n"
            line.sendall(head.encode() + data)
            assert line.recv(100)  # it has begun
        ends = time.monotonic() + 60
        one = body_of(("one.txt", b"f5d6c3"))
        while (done := tried(server, page, one)) is None and time.monotonic() < ends:  # until it has noticed
            time.sleep(0.2)
        assert done["added"] == 1
        assert done["total"] <= len(records) + 1
        again = filled(server, page, data)[-1]["done"]
        assert again["total"] == len(records) + 1
    assert "Traceback" not in server.errors


def test_shared_server_takes_no_games(tmp_path):
    with pytest.raises(MessageError, match="games cannot be imported from a page on a shared server"):
        LibraryUpload(tmp_path / "library.sqlite", is_shared=True).address(Fill(type="fill"), "ann")
    with pytest.raises(MessageError, match="no library of games"):
        LibraryUpload(None, is_shared=False).address(Fill(type="fill"), "ann")


@pytest.mark.parametrize(
    "name",
    ["a.wtb", "../../a.wtb", "C:\\games\\a.wtb", "/etc/a.wtb", "..", "a\0.wtb", "x" * 255, "\udcff.wtb", "棋譜.ggf"],
)
def test_names_of_files_stay_in_their_folder(tmp_path, name):
    first = _place(tmp_path, name)
    first.write_bytes(b"x")
    second = _place(tmp_path, name)
    second.write_bytes(b"y")
    assert first != second
    assert all(tmp_path in each.resolve().parents for each in (first, second))
    assert first.suffix == second.suffix
