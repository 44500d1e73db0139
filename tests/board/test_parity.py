from hypothesis import given
from hypothesis import strategies as st

from outflank.board.parity import odd_quarters
from outflank.board.squares import NAMES, full

BOARDS = st.integers(0, full(8))
QUARTERS = [(columns, rows) for rows in ("1234", "5678") for columns in ("abcd", "efgh")]


def mask(names):
    return sum(1 << NAMES[8].index(name) for name in names)


@given(BOARDS)
def test_odd_quarters_are_those_where_counting_gives_an_odd_number(empties):
    odd = 0
    for columns, rows in QUARTERS:
        names = [column + row for column in columns for row in rows]
        if sum(empties >> NAMES[8].index(name) & 1 for name in names) % 2:
            odd |= mask(names)
    assert odd_quarters(empties) == odd


def test_no_quarter_is_odd_on_a_full_and_on_an_empty_board():
    assert odd_quarters(0) == odd_quarters(full(8)) == 0


@given(BOARDS, st.integers(0, 63))
def test_filling_a_square_changes_its_quarter_alone(empties, square):
    changed = odd_quarters(empties) ^ odd_quarters(empties ^ 1 << square)
    assert changed >> square & 1
    assert changed.bit_count() == 16
