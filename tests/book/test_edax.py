import io
import struct

import pytest

from outflank.book.edax import give_out, take_in
from outflank.book.nodes import Counts, Leaf, Verdict
from outflank.book.store import BookStore
from outflank.formats import edax_book
from outflank.formats.edax_book import BookPosition
from tests.book.books import START, grown

RECORD, LINK = 40, 2


@pytest.fixture
def book(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as found:
        yield found


@pytest.fixture
def other(tmp_path):
    with BookStore(tmp_path / "other", writes=True) as found:
        yield found


def positions_in(path):
    with path.open("rb") as file:
        return list(edax_book.read_positions(file))


def test_a_book_goes_out_and_comes_back_equal(book, other, tmp_path):
    grown(book, 100)
    book.count([(n, [(key, Counts(n, 1, 2, 3))]) for n, (key, _) in enumerate(book.entries())])
    first, second = tmp_path / "a.dat", tmp_path / "b.dat"
    assert give_out(book, first) == 100
    done = take_in(other, first)
    assert (done.n_positions, done.n_loose, done.refused, done.differing) == (100, 0, [], [])
    assert {key: (each.verdict, each.counts) for key, each in other.entries()} == {
        key: (each.verdict, each.counts) for key, each in book.entries()
    }
    assert other.faults() == []
    give_out(other, second)
    assert sorted(positions_in(first), key=repr) == sorted(positions_in(second), key=repr)


def test_what_goes_out_is_sound(book, tmp_path):
    grown(book, 60)
    give_out(book, tmp_path / "a.dat")
    found = {(each.player, each.opponent): each for each in positions_in(tmp_path / "a.dat")}
    for key, entry in book.entries():
        each = found[key]
        assert each.is_canonical
        assert each.value == entry.verdict.value == max(score for _, score in each.moves)
        assert each.level == (60 if entry.leaf.is_exact else entry.leaf.depth)
        for move, score in each.links:
            assert found[key.after(move)].value == -score


def test_games_of_a_file_are_counted_once(book, other, tmp_path):
    grown(book, 10)
    book.count([(1, [(START, Counts(1, 2, 3, 4))])])
    give_out(book, tmp_path / "a.dat")
    for _ in range(2):
        take_in(other, tmp_path / "a.dat")
        assert other.find(START).counts == Counts(1, 2, 3, 4)


def test_a_link_to_nowhere_becomes_the_leaf_if_it_is_the_best(book, tmp_path):
    position = BookPosition(*START, (("c4", 4),), ("d3", 2), value=4, level=21)
    with (tmp_path / "a.dat").open("wb") as file:
        edax_book.write_positions([position], file)
    done = take_in(book, tmp_path / "a.dat")
    assert (done.n_positions, done.n_loose) == (1, 1)
    entry = book.find(START)
    assert (entry.leaf.value, entry.leaf.depth, entry.verdict) == (4, 21, Verdict(4, cost=0.25))


def test_a_value_that_does_not_follow_is_told(book, tmp_path):
    position = BookPosition(*START, (), ("d3", 2), value=6, level=21)
    with (tmp_path / "a.dat").open("wb") as file:
        edax_book.write_positions([position], file)
    (words,) = take_in(book, tmp_path / "a.dat").differing
    assert words.endswith("+6 in the file, +2 by its moves")


def _bytes(*positions):
    file = io.BytesIO()
    edax_book.write_positions(positions, file)
    return bytearray(file.getvalue())


def test_what_is_unsound_is_refused_with_its_place_and_the_rest_goes_in(book, tmp_path):
    child = START.after("f5")
    good = BookPosition(*START, (), ("d3", 2), value=2, level=21)
    other = BookPosition(*child, (), (child.position.legal_moves[0], 1), value=1, level=21)
    size = RECORD + LINK
    data = _bytes(good, other, other, other, other)
    data[42 + size + RECORD + 1] = 0  # a1
    struct.pack_into("<b", data, 42 + 2 * size + RECORD, 65)
    data[42 + 3 * size + RECORD + 1] = 65  # no move at all
    struct.pack_into("<B", data, 42 + 4 * size + RECORD + 1, 77)
    (tmp_path / "a.dat").write_bytes(data + b"\\1\\2\\3")
    done = take_in(book, tmp_path / "a.dat")
    assert done.n_positions == len(book) == 1
    words = [str(error) for error in done.refused]
    assert len(words) == 7 - 1
    assert "position 2 at byte 84: expected legal moves" in words[0]
    assert "position 3: expected a value from -64 to 64" in words[1]
    assert "position 4: expected a move with a value, got none" in words[2]
    assert "position 5 at byte 210: expected a move from 0 to 65, got 77" in words[3]
    assert all(words[n].endswith("a.dat)") for n in range(6))


def test_positions_without_a_leaf_are_searched_anew(book, tmp_path):
    with (tmp_path / "a.dat").open("wb") as file:
        child = START.after("f5").after("d6")
        first = BookPosition(*START.after("f5"), (("d6", 1),), None, value=1, level=21)
        edax_book.write_positions(
            [first.canonical(), BookPosition(*child, (), (child.position.legal_moves[0], -1), value=-1, level=21)], file
        )
    take_in(book, tmp_path / "a.dat")
    assert book.stale() == [START.after("f5")]
    assert book.find(START.after("f5")).leaf == Leaf(None, 0, 21, 73)


def test_what_rests_on_a_deeper_search_stays(book, tmp_path):
    for level, value in (20, 2), (30, 4), (25, 6):
        with (tmp_path / "a.dat").open("wb") as file:
            edax_book.write_positions([BookPosition(*START, (), ("d3", value), value=value, level=level)], file)
        take_in(book, tmp_path / "a.dat")
    assert (book.find(START).leaf.depth, book.find(START).verdict.value) == (30, 4)
