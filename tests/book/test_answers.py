from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.book import answers
from outflank.book.answers import SHIPPED, analysis_of, moves_of, open_book
from outflank.book.nodes import BookEntry, Counts, Key, Leaf, Verdict
from outflank.book.sealed import SealedBook, seal
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.rules import Game, Position
from tests.book.books import START, grown


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    with BookStore(tmp_path_factory.mktemp("book") / "b", writes=True) as found:
        yield grown(found, 150)


@pytest.fixture(scope="module")
def sealed(book, tmp_path_factory):
    path = tmp_path_factory.mktemp("sealed") / "b.book"
    assert seal(book.entries(), path) == 150
    return SealedBook(path)


def test_a_sealed_book_says_what_the_book_says(book, sealed):
    assert len(sealed) == 150
    for key, entry in book.entries():
        found = sealed.find(key)
        assert found.leaf == entry.leaf
        assert (found.verdict.value, found.verdict.is_exact) == (entry.verdict.value, entry.verdict.is_exact)
        assert analysis_of(sealed, key.position) == analysis_of(book, key.position)
        outside = [child for _, child in key.children() if book.find(child) is None]
        assert [sealed.find(child) for child in outside] == [None] * len(outside)


@given(st.data())
def test_the_best_move_is_worth_what_the_position_is_in_every_symmetry(book, data):
    key, entry = data.draw(st.sampled_from(list(book.entries())))
    symmetry = data.draw(st.integers(0, 7))
    position = key.position.transformed(symmetry)
    moves = moves_of(book, position)
    assert {each.move for each in moves} <= set(position.legal_moves)
    assert moves[0].value == entry.verdict.value
    assert sorted((each.value, each.is_leaf) for each in moves) == sorted(
        (each.value, each.is_leaf) for each in moves_of(book, key.position)
    )
    analysis = analysis_of(book, position)
    assert (analysis.move, analysis.value) == (moves[0].move, entry.verdict.value)
    assert {found.kind for found in analysis.moves} == {"book"}
    for move in analysis.pv:
        position = position.play(move)
    assert len(analysis.pv) <= 12


def test_values_and_depths_of_links_and_leaves(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as book:
        book.add(START, Leaf("f5", 1, 9, 73))
        child = START.after("f5")
        book.add(child, Leaf("d6", 3, 8, 73))
        book.add(START, Leaf(None, depth=9))
        book.count([(1, [(child, Counts(wins=3, losses=1))])])
        (first, *_) = moves_of(book, Position.start())
        assert (first.value, first.depth, first.confidence, first.is_leaf) == (-3, 9, 73, False)
        assert first.counts == Counts(wins=1, losses=3)
        (leaf,) = moves_of(book, Game(moves="f5").position)
        assert (leaf.move, leaf.value, leaf.is_leaf) == ("d6", 3, True)
        assert analysis_of(book, Position.start()).pv[1:] != ()


def test_moves_known_from_games_alone_have_no_value(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as book:
        book.count([(1, [(START.after("f5"), Counts(draws=1))])])
        moves = moves_of(book, Position.start())
        assert [(each.value, each.counts) for each in moves] == [(None, Counts(draws=1))] * 4
        assert analysis_of(book, Position.start()) is None


def test_positions_that_no_book_can_hold_are_not_in_it(book):
    assert moves_of(book, Position.start(6)) == []
    assert moves_of(book, Game(moves="e6f4e3f6g5d6e7f5c5").position) == []


def test_a_book_is_known_by_its_content(book, sealed, tmp_path):
    seal(book.entries(), tmp_path / "any.name")
    assert isinstance(open_book(tmp_path / "any.name"), SealedBook)
    reader = open_book(book.path)
    assert isinstance(reader, BookStore)
    reader.close()
    sealed.close()
    with pytest.raises(OutflankError, match="there is no file"):
        open_book(tmp_path / "none")
    (tmp_path / "edax.dat").write_bytes(b"XADEKOOB" + bytes(34))
    with pytest.raises(OutflankError, match="is an Edax book: convert it with outflank book import"):
        open_book(tmp_path / "edax.dat")


@pytest.mark.parametrize("cut", [5, 30, -1])
def test_a_sealed_book_that_is_cut_is_refused(book, tmp_path, cut):
    path = tmp_path / "b"
    seal(book.entries(), path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(OutflankError, match=r"is damaged|is not a sealed book"):
        SealedBook(path)


def test_a_sealed_book_in_which_a_byte_differs_is_refused(book, tmp_path):
    path = tmp_path / "b"
    seal(book.entries(), path)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    with pytest.raises(OutflankError, match="is damaged: its checksum does not match"):
        SealedBook(path)
    data[8] = 3
    path.write_bytes(data)
    with pytest.raises(OutflankError, match="made by a newer Outflank"):
        SealedBook(path)


def test_a_key_is_found_by_its_position_alone(sealed):
    assert sealed.find(Key.of(Position.start().transformed(3))) == sealed.find(START)
    assert sealed.find(Key(1, 2)) is None


def test_positions_that_once_shared_a_hash_have_records_of_their_own(tmp_path):
    one, other = Key(14987979572773912632, 19327352836), Key(6917529040525983800, 1152921521786716160)
    assert one.hash == other.hash
    entries = [
        (key, BookEntry(Verdict(value), Leaf(None, value, 10, 73)))
        for key, value in ((one, 3), (other, -5), (START, 0))
    ]
    seal(entries, tmp_path / "b")
    sealed = SealedBook(tmp_path / "b")
    assert [sealed.find(key).verdict.value for key, _ in entries] == [3, -5, 0]


def test_the_shipped_book_is_small_and_its_values_follow_from_its_moves():
    shipped = open_book(SHIPPED)
    assert Path(answers.__file__).with_name("shipped.book").stat().st_size <= 2_000_000
    waiting, seen = [Position.start()], set()
    while waiting and len(seen) < 300:
        position = waiting.pop()
        entry = shipped.find(Key.of(position))
        if entry is None or Key.of(position) in seen:
            continue
        seen.add(Key.of(position))
        moves = moves_of(shipped, position)
        assert max(each.value for each in moves) == entry.verdict.value
        waiting += [position.play(each.move) for each in moves if not each.is_leaf]
    assert len(seen) == 300
