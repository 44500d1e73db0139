"""Lines out of bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.protocols.lines import Unreadable, lines_of

LONGEST = 100_000


def lines(*pieces):
    source = iter([*pieces, b""])
    return list(lines_of(lambda: next(source)))


def unreadable(*pieces):
    """The reasons why lines are unreadable."""
    return [line.reason for line in lines(*pieces) if isinstance(line, Unreadable)]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=("Cs",)))), st.data())
def test_lines_come_out_as_they_went_in_however_they_are_cut(said, data):
    whole = "".join(f"{line}\n" for line in said).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert lines(*(piece for piece in pieces if piece)) == said


def test_the_last_line_may_lack_its_end():
    assert lines(b"a\nb") == ["a", "b"]


def test_line_ends_of_windows_are_line_ends():
    assert lines(b"a\r\nb\r\n") == ["a", "b"]


def test_a_line_may_be_long_but_not_longer():
    assert lines(b"x" * LONGEST + b"\n") == ["x" * LONGEST]
    assert unreadable(b"x" * LONGEST + b"x\na\n") == ["expected at most 100,000 characters per line, got more"]


def test_of_an_endless_line_no_more_is_kept_than_of_a_long_one():
    pieces = [b"x" * 65536] * 50
    first, long, last = lines(b"a\n", *pieces, b"x\nb\n")
    assert (first, last) == ("a", "b")
    assert long.start == "x" * 200
    assert len(unreadable(*pieces)) == 1


def test_unreadable_bytes_are_reported():
    assert unreadable(b"good\na\0b\ngood\n") == ["expected text, got a zero byte"]


def test_names_in_the_old_encoding_of_windows_are_read():
    assert lines(b"PB[J\xf6rg]\nPW[J\xc3\xb6rg]\n") == ["PB[J\xf6rg]", "PW[J\xf6rg]"]


@pytest.mark.parametrize("rest", [b"x" * LONGEST, b"\0"])
def test_of_a_line_that_is_unreadable_the_start_is_known(rest):
    (line,) = lines(b"set game (;GM[Othello]" + rest + b"\n")
    assert line.start.startswith("set game (;GM[Othello]")
