import pytest

from outflank.errors import ParseError
from outflank.formats import nboard
from outflank.play.record import Record
from outflank.rules import Game, Position
from tests.formats.games import converted

START = "8 ---------------------------O*------*O--------------------------- *\n"


def test_the_position_at_the_end_is_written():
    assert converted("f5d6", "nboard") == f"8 {Game(moves='f5d6').position.cells.replace('X', '*')} *\n"
    assert nboard.write([Record.of(Game())]) == START


def test_cells_may_stand_in_rows():
    rows = " ".join(START[2 + i : 10 + i] for i in range(0, 64, 8))
    assert nboard.read(f"8 {rows} *\n")[0].position == Position.start()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{START}\n8 {START[3:]}", r"expected 64 cells, got 63: .* \(x:3, column 3\)"),
        (f"6 {START[2:]}", r"expected a board, got '6' \(x:1, column 1\)"),
        (f"{START}hello", r"\(x:2, column 1\)"),
        (f"{START[:-1]} {'-' * 200_000}", r"expected at most 100,000 characters"),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message):
    with pytest.raises(ParseError, match=message):
        nboard.read(text, source="x")
