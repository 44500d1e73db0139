"""Two people change the same comment or marks at once, and nothing is lost."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.web.studies.merging import merged_lists, merged_texts

TEXTS = st.text("ab ", max_size=8)


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "text", "clashes"),
    [
        ("", "good", "", "good", False),
        ("", "good", "bad", "good\nbad", True),
        ("a good move", "a very good move", "a good move!", "a very good move!", False),
        ("a good move", "a good move!", "a very good move", "a very good move!", False),
        ("one two", "one", "one two three", "one three", False),
        ("one", "two", "three", "two\nthree", True),
        ("same", "", "same", "", False),
        ("x", "xy", "xy", "xy", False),
    ],
)
def test_both_changes_of_a_text_stay(base, theirs, mine, text, clashes):
    assert merged_texts(base, theirs, mine) == (text, clashes)


@given(TEXTS, TEXTS, TEXTS)
def test_every_letter_that_somebody_wrote_stays(base, theirs, mine):
    text = merged_texts(base, theirs, mine).text
    for own in (theirs, mine):
        added = {letter: own.count(letter) - base.count(letter) for letter in "ab"}
        removed = {
            letter: max(0, base.count(letter) - min(theirs.count(letter), mine.count(letter))) for letter in "ab"
        }
        assert all(text.count(letter) >= base.count(letter) + added[letter] - removed[letter] for letter in "ab")


@given(TEXTS, TEXTS)
def test_one_change_alone_is_taken_as_it_is(base, changed):
    assert merged_texts(base, base, changed) == (changed, False)
    assert merged_texts(base, changed, base) == (changed, False)
    assert merged_texts(base, changed, changed) == (changed, False)


@given(st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_marks_are_added_and_removed_one_by_one(base, theirs, mine):
    result = merged_lists(sorted(base), sorted(theirs), sorted(mine))
    assert len(result) == len(set(result))
    expected = {
        each
        for each in range(6)
        if ((each in theirs) + (each in mine) == 2) or ((each in theirs) != (each in mine) and each not in base)
    }
    assert set(result) == expected


def test_the_order_of_changes_of_different_words_does_not_matter():
    base = "one two three"
    changes = ["ONE two three", "one TWO three", "one two THREE"]
    for first, second in combinations(changes, 2):
        assert merged_texts(base, first, second) == merged_texts(base, second, first)
