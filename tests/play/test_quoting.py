import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OptionError
from outflank.play.options import quoted, split


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", []),
        (" , ,", []),
        ("nodes=3000, mode = fair", [("nodes", "3000"), ("mode", "fair")]),
        ("fair,nodes=3", [("fair", None), ("nodes", "3")]),
        ("a=,b=''", [("a", ""), ("b", "")]),
        ('command="./edax -nboard, x",depth=12', [("command", "./edax -nboard, x"), ("depth", "12")]),
        ("command = './edax -nboard, x' , depth=12", [("command", "./edax -nboard, x"), ("depth", "12")]),
        (r'a="say \"x\" in C:\dir\\",b=1', [("a", 'say "x" in C:\\dir\\'), ("b", "1")]),
        (r"a='C:\dir\',b=1", [("a", "C:\\dir\\"), ("b", "1")]),
        ("a=it's,b=1", [("a", "it's"), ("b", "1")]),
        ("a=b=c", [("a", "b=c")]),
        ('a=" x "', [("a", " x ")]),
    ],
)
def test_options_are_split_at_commas_outside_quotes(text, pairs):
    assert split(text) == pairs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a='x,b=1", "expected a closing ' after \"'x,b=1\""),
        ('b=1,a="x', "expected a closing \" after '\"x'"),
        ('a="x\\"', 'expected a closing " after '),
        ("a='x'y,b=1", "expected a comma after the quotes, got 'y,b=1'"),
    ],
)
def test_bad_quotes_are_refused_in_one_line(text, message):
    with pytest.raises(OptionError) as caught:
        split(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(st.tuples(st.from_regex(r"[a-z_]{1,5}", fullmatch=True), st.text()), max_size=4))
def test_what_is_quoted_is_read_back(pairs):
    assert split(",".join(f"{key}={quoted(value)}" for key, value in pairs)) == pairs
