from hypothesis import given
from hypothesis import strategies as st

from outflank.board.walks import directions, jumps, rays, reached, turned

SIZES = [(3, 1), (1, 5), (4, 4), (16, 11), (5, 7)]


@st.composite
def boards(draw):
    """A width, a height, and two sets of squares that share none."""
    width, height = draw(st.sampled_from(SIZES))
    squares = st.integers(0, (1 << width * height) - 1)
    player = draw(squares)
    return width, height, player, draw(squares) & ~player


def walks(width, height, player, opponent):
    """The walks one by one: (from, to, squares walked over), from a disc of the player over the opponent's."""
    for start in range(width * height):
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1) if dy else (-1, 1):
                y, x, passed = start // width + dy, start % width + dx, []
                while 0 <= y < height and 0 <= x < width and opponent >> y * width + x & 1:
                    passed.append(y * width + x)
                    y, x = y + dy, x + dx
                if player >> start & 1 and passed and 0 <= y < height and 0 <= x < width:
                    yield start, y * width + x, passed


@given(boards())
def test_walks_of_all_discs_at_once_are_those_made_one_by_one(board):
    width, height, player, opponent = board
    full, steps = (1 << width * height) - 1, directions(width, height)
    found = list(walks(*board))
    ends = {end for _, end, _ in found}
    assert reached(player, opponent, steps) & full & ~opponent == sum(1 << end for end in ends)
    by_length = {}
    for length, cells in jumps(player, opponent, steps):
        for i in range(width * height):
            if cells & ~opponent & full & 1 << i:
                by_length.setdefault(i, []).append(length)
    expected = {}
    for _, end, passed in found:
        expected.setdefault(end, []).append(len(passed))
    assert {i: sorted(lengths) for i, lengths in by_length.items()} == {i: sorted(e) for i, e in expected.items()}


@given(boards(), st.data())
def test_discs_between_a_square_and_the_players_are_turned(board, data):
    width, height, player, opponent = board
    square = data.draw(st.integers(0, width * height - 1))
    player, opponent = player & ~(1 << square), opponent & ~(1 << square)
    expected = {i for _, end, passed in walks(width, height, player, opponent) if end == square for i in passed}
    got = turned(rays(width, height)[square], player, opponent)
    assert {i for i in range(width * height) if got >> i & 1} == expected
