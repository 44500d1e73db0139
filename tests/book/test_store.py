import multiprocessing
import random
import sqlite3
import time
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.book.nodes import PLY, Counts, Key, Leaf, Verdict
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.rules import PASS, Game
from tests.book.books import START, grown, naive_verdicts, searched
from tests.formats.games import PASSING


@pytest.fixture
def book(tmp_path):
    with BookStore(tmp_path / "a.book.db", writes=True) as found:
        yield found


@given(st.integers(0, 10**6))
@settings(max_examples=12)
def test_values_are_those_that_a_naive_computation_finds(tmp_path_factory, seed):
    with BookStore(tmp_path_factory.mktemp("book") / "b", writes=True) as book:
        rng, known = random.Random(seed), [START]
        for _ in range(60):  # in any order, with transpositions, islands and searches that are made again
            key = rng.choice(known)
            book.add(key, searched(book, key, spread=rng.choice([0, 1, 6])))
            known += [child for _, child in key.children()]
            if rng.random() < 0.2:
                known.append(rng.choice(rng.choice(known).children())[1])
        naive, kept = naive_verdicts(book)
        assert kept == naive
        assert book.faults() == []


def test_growth_follows_links_and_transpositions(book):
    grown(book, 120)
    naive, kept = naive_verdicts(book)
    assert kept == naive
    assert len(book) == len(kept) == 120
    assert sum(len(book.links(key)) for key in kept) > 120  # more ways than positions
    assert book.stale() == []


def test_a_leaf_that_comes_into_the_book_makes_its_position_stale(book):
    book.add(START, Leaf("f5", 2, 9, 73))
    child = START.after("f5")
    assert book.find(START).verdict == Verdict(2, cost=PLY)
    book.add(child, Leaf("d6", 3, 9, 73))
    found = book.find(START)  # whose moves are all the same
    assert (found.verdict, found.leaf.move, book.stale()) == (Verdict(-3, cost=2 * PLY), None, [])
    grandchild = child.after("d6")
    book.add(grandchild, Leaf("c3", -5, 9, 73))
    assert book.stale() == [child]
    assert book.find(child).verdict == Verdict(5, cost=2 * PLY)
    book.add(child, Leaf("f6", 7, 9, 73))
    assert book.stale() == []
    assert book.find(START).verdict == Verdict(-7, cost=2 * PLY)


def test_a_transposition_reaches_all_ways_to_it(book):
    lines = "f5d6c3d3c4", "f5d6c4d3c3"
    ends = {Key.of(Game(moves=line).position) for line in lines}
    assert len(ends) == 1
    for line in lines:
        for n in range(5):
            key = Key.of(Game(moves=line[: 2 * n]).position)
            moves = [move for move, _ in key.children()]
            book.add(key, Leaf(moves[0], -20, 9, 73))
    book.add(ends.pop(), Leaf("f4", 11, 9, 73))
    for line in lines:
        assert book.find(Key.of(Game(moves=line[:8]).position)).verdict.value == -11


def test_exact_values_are_proven_through_the_graph_and_cost_nothing_more(book):
    key = next(Key.of(each) for each in Game(moves=PASSING).positions if each.must_pass)
    ((move, child),) = key.children()
    assert move == PASS
    book.add(key, Leaf(PASS, 4, 9, 73))
    assert not book.find(key).verdict.is_exact
    book.add(child, Leaf(child.position.legal_moves[0], -8, child.n_empties, 100, True))
    assert book.find(key).verdict == Verdict(8, 8, 8)


def test_a_finished_game_can_be_in_a_book(book):
    over = Key.of(Game(moves="e6f4e3f6g5d6e7f5c5").position)
    book.add(over, Leaf(None))
    assert book.find(over).verdict == Verdict(-64, -64, -64)
    assert book.stale() == []


def test_games_are_counted_once_and_wanted_by_their_number(book):
    some = [Key.of(position) for position in Game(moves="f5d6c3").positions]
    assert book.count([(7, [(key, Counts(wins=1)) for key in some]), (2**64 - 1, [(some[2], Counts(draws=1))])]) == 2
    assert book.count([(7, [(key, Counts(wins=1)) for key in some])]) == 0
    assert book.wanted(2) == [some[2], some[0]]
    assert book.wanted(9, 2) == [some[2]]
    assert book.find(some[2]).counts == Counts(1, 1)
    assert (len(book), book.find(some[2]).verdict) == (0, None)
    book.add(some[2], Leaf("c3", 0, 9, 73))
    assert book.wanted(9) == [some[0], some[1], some[3]]
    assert book.find(some[2]).counts == Counts(1, 1)
    statistics = book.statistics()
    assert (statistics["positions"], statistics["wanted"], statistics["learned"]) == (1, 3, 2)


def test_the_book_is_there_when_it_is_opened_again(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as book:
        grown(book, 30)
        before = list(book.entries())
    with BookStore(tmp_path / "b") as book:
        assert list(book.entries()) == before
        with pytest.raises(OutflankError, match=r"cannot write the book .*readonly"):
            book.add(START, Leaf("f5"))


def test_readers_see_what_is_written_meanwhile(tmp_path, book):
    grown(book, 5)
    with BookStore(book.path) as reader:
        assert len(reader) == 5
        grown(book, 7)
        assert len(reader) == 7


def test_only_one_process_writes(book):
    with pytest.raises(OutflankError, match=r"another process is writing to the book '.*a\.book\.db'"):
        BookStore(book.path, writes=True)
    book.close()
    BookStore(book.path, writes=True).close()


def _add_forever(path):
    with BookStore(path, writes=True) as book:
        grown(book, 10**6)


def test_a_killed_writer_leaves_a_sound_book(tmp_path):
    path = tmp_path / "b"
    process = multiprocessing.get_context("spawn").Process(target=_add_forever, args=(path,))
    process.start()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        time.sleep(0.05)
        try:
            with BookStore(path) as reader:
                if len(reader) > 20:
                    break
        except OutflankError:  # not there yet
            continue
    process.kill()
    process.join()
    with BookStore(path, writes=True) as book:
        n_before = len(book)
        assert n_before > 20
        assert book.faults() == []
        assert len(grown(book, n_before + 5)) == n_before + 5


def test_a_full_disk_is_an_error_and_changes_nothing(book):
    grown(book, 10)
    before = list(book.entries())
    pages = book.rows("PRAGMA page_count")[0][0]
    book.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(OutflankError, match=r"cannot write the book '.*': database or disk is full"):
        grown(book, 200)
    assert {key for key, _ in before} <= {key for key, _ in book.entries()}
    assert book.faults() == []


# --- files that are no books ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("writes", [False, True])
def test_what_is_no_book_is_said_in_a_line(tmp_path, writes):
    (tmp_path / "text").write_text("no book at all, but rather more than a hundred bytes of text. " * 40)
    with pytest.raises(OutflankError, match=r"cannot open the book '.*text': file is not a database"):
        BookStore(tmp_path / "text", writes=writes)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE a (b)")
    with pytest.raises(OutflankError, match="expected an Outflank opening book, got another program"):
        BookStore(tmp_path / "other", writes=writes)
    with pytest.raises(OutflankError, match="book"):
        BookStore(tmp_path, writes=writes)
    with pytest.raises(OutflankError, match=r"no book|cannot write"):
        BookStore(tmp_path / "none" / "such", writes=writes)


def test_a_book_of_a_newer_version_is_not_touched(tmp_path):
    BookStore(tmp_path / "b", writes=True).close()
    with closing(sqlite3.connect(tmp_path / "b")) as database:
        database.execute(f"PRAGMA user_version = {len(BookStore.migrations) + 1}")
    before = (tmp_path / "b").read_bytes()
    for writes in (False, True):
        with pytest.raises(OutflankError, match=r"made by a newer Outflank \(format 2; this one reads up to 1\)"):
            BookStore(tmp_path / "b", writes=writes)
    assert (tmp_path / "b").read_bytes() == before


def test_an_older_book_is_copied_and_brought_up(tmp_path, monkeypatch):
    with BookStore(tmp_path / "b", writes=True) as book:
        grown(book, 8)
        before = list(book.entries())
    monkeypatch.setattr(BookStore, "migrations", (*BookStore.migrations, lambda database: None))
    with pytest.raises(OutflankError, match="older format"):
        BookStore(tmp_path / "b")
    with BookStore(tmp_path / "b", writes=True) as book:
        assert list(book.entries()) == before
    monkeypatch.undo()
    with BookStore(tmp_path / "b.v1") as copy:
        assert list(copy.entries()) == before
    with pytest.raises(OutflankError, match="format 2"):
        BookStore(tmp_path / "b")


def test_a_damaged_book_is_found_out(tmp_path):
    path = tmp_path / "b"
    with BookStore(path, writes=True) as book:
        grown(book, 60)
    whole = path.read_bytes()
    half = len(whole) // 2
    path.write_bytes(whole[:half] + b"\xff" * (len(whole) - half))
    with BookStore(path) as book:
        assert book.faults()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(OutflankError, match=r"cannot read the book .*malformed"):
        BookStore(path)
