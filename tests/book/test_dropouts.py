from itertools import islice

import pytest

from outflank.book.dropouts import drop_outs
from outflank.book.nodes import PLY, Leaf
from outflank.book.store import BookStore
from tests.book.books import START, grown


@pytest.fixture
def book(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as found:
        yield found


def naive_drop_outs(book, key, cost=0.0, found=None):
    """The cheapest way to each position where a line leaves the book, over all lines."""
    found = {} if found is None else found
    entry = book.find(key)
    if entry is None or entry.verdict is None:
        found[key] = min(cost, found.get(key, cost))
        return found
    value, leaf = entry.verdict.value, entry.leaf
    if entry.verdict.is_exact:
        return found
    if leaf.move is not None and not leaf.is_exact:
        naive_drop_outs(book, key.after(leaf.move), cost + PLY + value - leaf.value, found)
    for _, child, verdict in book.links(key):
        naive_drop_outs(book, child, cost + PLY + value + verdict.value, found)
    return found


def test_an_empty_book_is_left_at_the_start(book):
    assert [found.key for found in drop_outs(book, START)] == [START]


def test_lines_leave_the_book_in_the_order_of_their_cost(book):
    grown(book, 80)
    found = list(drop_outs(book, START))
    expected = naive_drop_outs(book, START)
    assert {each.key: each.cost for each in found} == expected
    assert [each.cost for each in found] == sorted(expected.values())
    assert book.find(START).verdict.cost == found[0].cost


def test_a_book_whose_start_is_solved_has_nothing_left(book):
    book.add(START, Leaf("f5", 0, 60, 100, True))
    assert list(drop_outs(book, START)) == []


def test_positions_to_skip_cost_no_second_look(book):
    grown(book, 40)
    looked_at = []

    class Watched:
        def find(self, key):
            looked_at.append(key)
            return book.find(key)

        def links(self, key):
            return book.links(key)

    list(islice(drop_outs(Watched(), START), 3))
    assert len(looked_at) == len(set(looked_at)) < 40
