"""Tables in terminals of every width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from outflank.cli import tables
from outflank.cli.screen import Console
from outflank.cli.tables import print_table

HEADINGS = ("player", "games", "points", "years")
ROWS = (("渡辺 花子", "1,204", "50 %", "1991–2020"), ("Bo", "7", "100 %", ""), ("all", "1,211", "51 %", "1991–2020"))


def printed(width, headings=HEADINGS, rows=ROWS, **more):
    """The lines on a terminal."""
    console = Console(width=width, force_terminal=True, color_system=None)
    with pytest.MonkeyPatch.context() as patch, console.capture() as caught:
        patch.setattr(tables, "Console", lambda: console)
        print_table(headings, rows, **more)
    return [line.rstrip() for line in caught.get().splitlines()]


def test_a_pipe_gets_lines_as_long_as_their_words(capsys):
    """A cell of several lines is as wide as the longest."""
    print_table(("player", "about", "n"), [("ann", "one\nanother line\nthree", "1"), ("a", "b", "")])
    lines = ["player  about         n", "ann     one           1", "        another line", "        three", "a       b"]
    assert capsys.readouterr().out.splitlines() == lines
    console = Console(width=28, force_terminal=True)
    with pytest.MonkeyPatch.context() as patch, console.capture() as caught:
        patch.setattr(tables, "Console", lambda: console)
        print_table(("player", "about", "n"), [("ann", "one\nanother line\nthree", "1"), ("a", "b", "")])
    assert [line.rstrip() for line in caught.get().splitlines()][1:] == lines[1:]


def test_a_table_that_fits_has_a_line_a_row():
    assert printed(40, bold="all") == [
        "player     games  points  years",
        "渡辺 花子  1,204  50 %    1991–2020",
        "Bo         7      100 %",
        "all        1,211  51 %    1991–2020",
    ]


def test_words_are_folded_before_numbers():
    assert printed(32) == [
        "player  games  points  years",
        "渡辺    1,204  50 %    1991–2020",
        "花子",
        "Bo      7      100 %",
        "all     1,211  51 %    1991–2020",
    ]


def test_where_even_words_do_not_fit_each_row_is_a_paragraph():
    assert printed(22) == [
        "渡辺 花子",
        "  games 1,204,",
        "  points 50 %,",
        "  years 1991–2020",
        "Bo",
        "  games 7,",
        "  points 100 %",
        "all",
        "  games 1,211,",
        "  points 51 %,",
        "  years 1991–2020",
    ]


def test_a_mark_or_a_number_stands_before_what_a_paragraph_is_about():
    headings, rows = ("", "move", "value", "line"), (("*", "f5", "+1", "f5 d6 c3"), ("", "e6", "-3", ""))
    assert printed(14, headings, rows) == ["* f5", "  value +1,", "  line f5 d6", "  c3", "e6", "  value -3"]
    assert printed(14, ("", "games", "discs"), (("as Black", "21", "+10.5"),)) == [
        "as Black",
        "  games 21,",
        "  discs +10.5",
    ]


@given(
    st.integers(20, 120),
    st.lists(st.tuples(*[st.sampled_from(["", "12", "+3.5", "48 %", "Ann Lee", "渡辺 花子", "–"])] * 5), max_size=4),
)
def test_no_number_is_folded_and_nothing_lost_at_any_width(width, rows):
    headings = ("name", "games", "won by", "discs", "years")
    lines = printed(width, headings, rows)
    assert all(cell_len(line) <= width for line in lines)
    told = "\n".join(lines)
    for row in rows:
        for cell in row:
            assert all(part in told for part in ([cell] if cell != "Ann Lee" and "花" not in cell else cell.split()))
