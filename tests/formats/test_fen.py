import pytest
from hypothesis import given

from outflank.errors import ParseError
from outflank.formats import fen
from outflank.rules import AntiPosition, Position
from tests.formats.games import positions


@given(positions())
def test_reading_what_was_written_gives_the_position(position):
    text = fen.write(position)
    assert fen.read(text, Position) == position
    assert fen.recognises(text)


def test_the_last_row_stands_first():
    position = Position.start().play("f5")
    assert fen.write(position) == "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1"
    assert fen.read("8/8/8/3ppp2/3Pp3/8/8/8 w", AntiPosition).disc_at("f5") == position["f5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8/8/3pP3/3Pp3/8/8/8", "expected a FEN such as"),
        ("8/8/8/3kK3/8/8/8/8 b", "expected a FEN such as"),
        ("8/8/8/3pP3/3Pp3/8/8 b", "expected a square board with a side of 4, 6, 8, 10 in the FEN"),
        ("8/8/8/3pP4/3Pp3/8/8/8 b", "expected a square board"),
        ("9999999/8/8/8/8/8/8/8 b", "expected a square board"),
    ],
)
def test_what_is_no_board_is_refused(text, message):
    with pytest.raises(ParseError, match=message):
        fen.read(text, Position)
