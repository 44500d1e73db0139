"""`outflank book`."""

import gzip
import json
import re
import signal
import time
from pathlib import Path

import pytest

from outflank.book.store import BookStore
from outflank.jit import INTERPRETED
from tests.book.books import grown
from tests.ending import Command

DATA = Path(__file__).parents[1] / "data"

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")


@pytest.fixture
def book(home):
    with BookStore(home / "a.db", writes=True) as found:
        grown(found, 40)
    return "a.db"


def test_a_position_is_shown(outflank, book):
    done = outflank("book", "show", book, "start")
    assert (done.code, done.err) == (0, "")
    assert re.findall(r"(?m)^(?:c4|d3|e6|f5) +[+-]\d+ +10@73% +in the book", done.out)
    moves = json.loads(outflank("book", "show", book, "start", "--json").out)["moves"]
    assert {each["move"] for each in moves} == {"c4", "d3", "e6", "f5"}
    assert len({each["value"] for each in moves}) == 1
    assert moves[0]["kind"] == "book"
    assert not moves[0]["leaf"]


def test_a_book_of_version_1_says_what_it_said(outflank, home):
    expected = json.loads(gzip.decompress((DATA / "book-v1.shown.json.gz").read_bytes()))
    (home / "old.db").write_bytes(gzip.decompress((DATA / "book-v1.sqlite.gz").read_bytes()))
    for moves, shown in zip(("start", "f5", "f5d6c3"), expected["shown"], strict=True):
        assert json.loads(outflank("book", "show", "old.db", moves, "--json").out) == shown
    assert json.loads(outflank("book", "stats", "old.db", "--check", "--json").out) == expected["stats"]


def test_a_position_that_is_not_known_is_an_answer(outflank, book):
    done = outflank("book", "show", book, "f5f6e6f4g5d6e3")
    assert (done.code, done.out) == (1, "The book does not know this position.\n")


def test_statistics_and_what_is_wrong(outflank, book, home):
    done = outflank("book", "stats", book, "--check")
    assert done.code == 0
    assert done.out.startswith("40 positions; ")
    assert "All derived values are correct" in done.out
    assert json.loads(outflank("book", "stats", book, "--json").out)["empties"]["60"] == 1
    with BookStore(home / book, writes=True) as found, found.writing():
        found.connection.execute("UPDATE positions SET value = value - 2 WHERE n_empties = 60")
    done = outflank("book", "stats", book, "--check")
    assert done.code == 1
    assert done.err.startswith("outflank: expected Verdict(")
    assert "1 faults" in done.out


def test_a_book_goes_to_edax_and_back(outflank, book):
    assert outflank("book", "export", book, "a.dat").out == "40 positions written to a.dat\n"
    done = outflank("book", "import", "b.db", "a.dat")
    assert (done.code, done.err) == (0, "")
    assert done.out == "40 positions imported, 0 refused; 0 links lead to positions that are not in the file\n"
    assert json.loads(outflank("book", "import", "b.db", "a.dat", "--json").out) == {
        "positions": 40,
        "refused": 0,
        "loose_links": 0,
        "differing": 0,
    }
    assert outflank("book", "show", "b.db", "start").out == outflank("book", "show", book, "start").out


def test_what_is_refused_is_reported_and_the_rest_goes_in(outflank, book, home):
    outflank("book", "export", book, "a.dat")
    (home / "a.dat").write_bytes((home / "a.dat").read_bytes() + b"rest")
    done = outflank("book", "import", "b.db", "a.dat")
    assert done.code == 1
    assert done.err == (
        f"outflank: position 41 at byte {(home / 'a.dat').stat().st_size - 4:,}: "
        "the book ends in the middle of it (a.dat)\n"
        "outflank: expected 40 positions, as the header says, got 41 (a.dat)\n"
    )
    assert done.out.startswith("40 positions imported, 2 refused")


def test_a_book_is_never_written_over_itself_nor_unforced_over_another_file(outflank, book, home):
    path = home / book
    before = path.read_bytes()
    (home / "same.book").hardlink_to(path)
    (home / "other.dat").write_bytes(b"other")
    done = outflank("book", "export", book, "same.book", "--force")
    assert (done.code, done.out) == (2, "")
    assert "the output cannot be same.book, which is an input" in done.err
    assert outflank("book", "export", book, "other.dat").code == 2
    assert (home / "other.dat").read_bytes() == b"other"
    assert outflank("book", "export", book, "other.dat", "--force").code == 0
    for action in "learn", "import":
        assert "the book cannot be " in outflank("book", action, book, book).err
    assert path.read_bytes() == before


def test_a_sealed_book_says_the_same(outflank, book, home):
    outflank("book", "export", book, "a.book")
    assert outflank("book", "show", "a.book", "f5").out == outflank("book", "show", book, "f5").out
    told, of_store = (json.loads(outflank("book", "stats", each, "--json").out) for each in ("a.book", book))
    assert told["bytes"] == (home / "a.book").stat().st_size
    assert {name: told[name] for name in ("positions", "exact", "depths")} == {
        name: of_store[name] for name in ("positions", "exact", "depths")
    }
    done = outflank("book", "stats", "a.book", "--check")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"40 positions; {told['exact']} solved; the book is sealed\ndepth of search: ")
    assert done.out.endswith(")\nThe checksum is correct.\n")
    assert json.loads(outflank("book", "stats", "shipped", "--json").out)["positions"] > 1000
    (home / "a.book").write_bytes((home / "a.book").read_bytes()[:-1] + b"?")
    done = outflank("book", "stats", "a.book", "--check")
    assert (done.code, done.err) == (2, "outflank: the book 'a.book' is damaged: its checksum does not match\n")


def test_games_are_learned_once_and_bad_ones_reported(outflank, book, home):
    (home / "games.txt").write_text("f5d6c3\nf5a1\nf5f6e6\n")
    (home / "tribolo.json").write_text("{}")
    done = outflank("book", "learn", book, "games.txt", "none.ggf")
    assert done.code == 1
    assert done.out == "2 games, 2 of them new; 2 refused\n"
    assert "games.txt:2" in done.err
    assert "there is no file 'none.ggf'" in done.err
    assert outflank("book", "learn", book, "games.txt").out.startswith("2 games, 0 of them new")
    moves = json.loads(outflank("book", "show", book, "f5", "--json").out)["moves"]
    assert {each["move"]: each["lines"] for each in moves if each["lines"]} == {"d6": 1, "f6": 1}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("show", "none", "start"), "there is no file 'none'"),
        (("stats", "none"), "there is no file 'none'"),
        (("show", "a.db", "start6.txt"), "the name of an existing file, got"),
        (("export", "a.db", "a.txt"), "expected a file name that ends in .dat or .book, got 'a.txt'"),
        (("import", "b.db", "a.db"), "expected an Edax opening book"),
        (("grow", "b.db", "--exact-from", "4"), "--exact-from requires --depth"),
        (("grow", "b.db", "--depth", "4", "--level", "12"), "--level cannot be used with --depth"),
        (("grow", "b.db", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "--jobs cannot be used with --scheduler"),
        (("grow", "none/b.db", "--positions", "1"), "cannot write the book 'none/b.db'"),
        (("grow", "b.db", "--positions", "1", "--start", "X" * 35), "expected"),
        (("show", "a.db", "-" * 14 + "OX----XO" + "-" * 14), "a book is for 8×8 Othello"),
        (("show", "shipped2", "start"), "there is no file"),
    ],
)
def test_bad_requests_are_refused_in_a_line(outflank, book, arguments, error):
    done = outflank("book", *arguments)
    assert (done.code, done.out) == (2, "")
    assert error in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("grow", "t.book", "--minutes", "1"), ("learn", "t.book", "one.moves"), ("import", "t.book", "s.dat")]
)
@pytest.mark.parametrize(
    ("written", "error"),
    [
        ("t.book", "is sealed and cannot grow"),
        ("t.dat", "is an Edax book: convert it with outflank book import"),
        ("", "file is not a database"),
    ],
)
def test_a_file_that_cannot_grow_says_why_and_nothing_is_left_behind(outflank, book, home, arguments, written, error):
    outflank("book", "export", book, "s.dat")
    (home / "one.moves").write_text("f5d6\n")
    if written:
        outflank("book", "export", book, written, "--force")
        (home / written).rename(home / "t.book")
    else:
        (home / "t.book").write_text("neither a database nor a book " * 200)
    before = sorted(home.iterdir()), (home / "t.book").read_bytes()
    done = outflank("book", *arguments)
    assert (done.code, done.out) == (2, "")
    assert error in done.err
    assert "'t.book'" in done.err
    assert done.err.count("\n") == 1
    assert (sorted(home.iterdir()), (home / "t.book").read_bytes()) == before


def test_a_sealed_book_is_not_exported(outflank, book):
    outflank("book", "export", book, "t.book")
    done = outflank("book", "export", "t.book", "a.dat")
    assert done.code == 2
    assert "is sealed and cannot grow or be exported" in done.err


@pytest.mark.slow
@compiled_only
def test_two_cannot_grow_a_book_at_once(outflank, book, home):
    with BookStore(home / book, writes=True):
        done = outflank("book", "grow", book, "--positions", "1", "--depth", "2")
    assert (done.code, done.out) == (2, "")
    assert done.err == "outflank: another process is writing to the book 'a.db': wait until it finishes\n"


@pytest.mark.slow
@compiled_only
def test_a_book_is_grown(outflank):
    done = outflank("book", "grow", "b.db", "--positions", "6", "--depth", "4", "--memory", "1", "--json")
    assert (done.code, done.err) == (0, "")
    answer = json.loads(done.out)
    assert (answer["new"], answer["positions"]) == (6, 6)
    assert outflank("book", "stats", "b.db", "--check").code == 0
    done = outflank("book", "grow", "b.db", "--minutes", "1e-9", "--depth", "4")
    assert re.fullmatch(r"0 new positions from 0 searches in \d s; the book has 6\n", done.out)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_growth_that_is_ended_loses_nothing_and_leaves_no_process(outflank, home, name, code):
    path = home / "b.db"
    arguments = ("book", "grow", path, "--depth", 5, "--memory", 1, "--jobs", 2)
    with Command(*arguments) as command:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            time.sleep(0.1)
            if path.exists() and json.loads(outflank("book", "stats", path, "--json").out or "{}").get("positions"):
                break
        command.notes()
        assert len(command.started) >= 2
        ended, out, _ = command.ends(getattr(signal, name))
        assert ended == code
        assert not command.left()
    if name != "SIGKILL":
        assert re.search(r"[1-9]\d* new positions from", out)
    with BookStore(path) as book:
        n_before = len(book)
        assert n_before > 0
        assert book.faults() == []
    assert outflank("book", "grow", path, "--depth", "5", "--memory", "1", "--positions", "3").code == 0
    with BookStore(path) as book:
        assert len(book) == n_before + 3


# --- the engine and its book ----------------------------------------------------------------------------------------


@compiled_only
def test_the_book_stands_beside_what_is_searched(outflank, book):
    known = json.loads(outflank("book", "show", book, "f5", "--json").out)["moves"]
    found = json.loads(outflank("analyse", "f5", "--book", book, "--depth", "3", "--json").out)
    kinds = {each["move"]: (each["kind"], each["value"]) for each in found["moves"]}
    for each in known:
        assert kinds[each["move"]] == ("book", each["value"])
    done = outflank("analyse", "f5", "--book", book, "--player", "level3")
    assert (done.code, done.out) == (2, "")
    assert "--book is for the engine" in done.err
