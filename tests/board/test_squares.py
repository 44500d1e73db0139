import pytest

from outflank.board.squares import NAMES, SIZES, SQUARES, bits, column, corners, full, row


def test_names_run_from_the_top_left_row_by_row():
    assert NAMES[8][:9] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2")
    assert NAMES[8][63] == "h8"
    assert NAMES[10][99] == "j10"


@pytest.mark.parametrize("size", SIZES)
def test_every_name_leads_back_to_its_square(size):
    assert [SQUARES[size][name] for name in NAMES[size]] == list(range(size * size))


@pytest.mark.parametrize("size", SIZES)
def test_rows_and_columns_each_tile_the_board(size):
    for line in (row, column):
        lines = [line(index, size) for index in range(size)]
        assert sum(lines) == full(size)
        assert all(each.bit_count() == size for each in lines)
    assert [NAMES[size][square] for square in bits(row(0, size))] == [name for name in NAMES[size] if name[1:] == "1"]
    assert [NAMES[size][square] for square in bits(column(0, size))] == [name for name in NAMES[size] if name[0] == "a"]


@pytest.mark.parametrize("size", SIZES)
def test_corners_are_the_ends_of_the_outer_rows(size):
    last = "abcdefghij"[size - 1]
    assert [NAMES[size][square] for square in corners(size)] == ["a1", f"{last}1", f"a{size}", f"{last}{size}"]


def test_bits_come_lowest_first():
    assert list(bits(0b1010_0001)) == [0, 5, 7]
    assert list(bits(0)) == []
