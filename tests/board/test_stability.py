import functools
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba.core import types

from outflank.board.ir import I32
from outflank.board.spread import Axes, parts, single, spread
from outflank.board.squares import NAMES, SQUARES, full
from outflank.board.stability import full_on_all_axes, lines_through, open_lines, stable_discs, stable_on_edges
from outflank.board.symmetry import transformed
from outflank.jit import intrinsic, kernel
from outflank.rules import Position
from tests.oracles import naive
from tests.strategies import boards, positions

EDGES = [[name for name in NAMES[8] if where in name] for where in "ah18"]
AXES = {"rows": (0, 1), "rising": (1, -1), "columns": (1, 0), "falling": (1, 1)}


def mask(names):
    return sum(1 << SQUARES[8][name] for name in names)


def sides(position):
    """The position from either side's view."""
    return [(position.player, position.opponent), (position.opponent, position.player)]


# --- edges --------------------------------------------------------------------------------------------------------


@functools.cache
def placements(edge):
    """The edges after one more disc of either side."""
    after = []
    for at in (at for at in range(8) if edge[at] == naive.EMPTY):
        for disc in "XO":
            cells = [*edge[:at], disc, *edge[at + 1 :]]
            for step in (1, -1):
                end = at + step
                while 0 <= end < 8 and edge[end] == naive.other(disc):
                    end += step
                if 0 <= end < 8 and edge[end] == disc:
                    for turned in range(at, end, step):
                        cells[turned] = disc
            after.append("".join(cells))
    return after


@functools.cache
def steady(edge):
    """The places of an edge that are never flipped, whatever is played in whatever order."""
    seen, waiting = {edge}, [edge]
    while waiting:
        new = set(placements(waiting.pop())) - seen
        seen |= new
        waiting += new
    return {at for at in range(8) if edge[at] != naive.EMPTY and all(other[at] == edge[at] for other in seen)}


def steady_on_edges(cells, disc):
    """The names of one side's discs that are stable on some edge."""
    found = set()
    for names in EDGES:
        edge = "".join(cells[SQUARES[8][name]] for name in names)
        found |= {names[at] for at in steady(edge) if edge[at] == disc}
    return found


def on_top(edge):
    return Position.parse(edge + "-" * 56 + " X")


@pytest.mark.parametrize(
    ("edge", "stable"),
    [
        ("X-------", {"a1"}),
        ("-X------", set()),
        ("XX------", {"a1", "b1"}),
        ("X-X-----", {"a1"}),
        ("XXOO----", {"a1", "b1"}),
        ("-XXXXXX-", set()),
        ("XXXXXXO-", {"a1", "b1", "c1", "d1", "e1", "f1"}),
        ("OXXXXXXO", {"b1", "c1", "d1", "e1", "f1", "g1"}),
        ("XOXO-XOX", {"a1", "c1", "h1"}),
        ("XXXXXXXX", {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"}),
    ],
)
def test_known_edges(edge, stable):
    position = on_top(edge)
    assert stable_on_edges(position.player, position.opponent) == mask(stable)


@given(st.text("XO-", min_size=8, max_size=8))
def test_the_table_of_edges_equals_every_sequence_of_placements(edge):
    position = on_top(edge)
    for disc, board in zip("XO", sides(position), strict=True):
        expected = mask(EDGES[2][at] for at in steady(edge) if edge[at] == disc)
        assert stable_on_edges(*board) == expected


@given(positions((8,)))
def test_stable_on_edges_looks_at_all_four(position):
    for disc, board in zip((position.turn, position.turn.opponent), sides(position), strict=True):
        assert stable_on_edges(*board) == mask(steady_on_edges(position.cells, disc.symbol))


# --- full lines ---------------------------------------------------------------------------------------------------


@intrinsic(types.uint64(Axes, types.int64), lambda b, axes, axis: b.extract_element(axes, b.trunc(axis, I32)))
def on_axis(axes, axis):
    return parts(axes)[axis]


@kernel("uint64(uint64, int64)")
def compiled_open_lines(occupied, axis):
    return on_axis(open_lines(spread(occupied)), axis)


@kernel("uint64(uint64, int64)")
def compiled_line_through(square, axis):
    return on_axis(lines_through(square), axis)


@kernel("uint64(uint64)")
def compiled_full_on_all_axes(occupied):
    return single(full_on_all_axes(open_lines(spread(occupied))))


def line(name, axis):
    """The names of the squares on a square's line."""
    names = {name}
    for sign in (1, -1):
        y, x = naive.place_of(name)
        while 0 <= y < 8 and 0 <= x < 8:
            names.add(naive.name_of(y, x))
            y, x = y + sign * axis[0], x + sign * axis[1]
    return names


LINES = {axis: {name: mask(line(name, step)) for name in NAMES[8]} for axis, step in AXES.items()}
NEARLY_FULL = st.sets(st.integers(0, 63), max_size=8).map(lambda empty: full(8) & ~sum(1 << each for each in empty))


@given(st.one_of(NEARLY_FULL, st.integers(0, full(8))))
@example(0)
@example(full(8))
def test_lines_are_open_if_a_walk_along_them_meets_an_empty_square(occupied):
    full_lines = full(8)
    for number, axis in enumerate(AXES):
        expected = mask(name for name in NAMES[8] if LINES[axis][name] & ~occupied)
        assert parts(open_lines(occupied))[number] == compiled_open_lines(occupied, number) == expected
        full_lines &= ~expected
    assert full_on_all_axes(open_lines(occupied)) == compiled_full_on_all_axes(occupied) == full_lines


@pytest.mark.parametrize("square", range(64))
def test_an_empty_square_opens_its_own_four_lines_and_no_other(square):
    for number, axis in enumerate(AXES):
        expected = LINES[axis][NAMES[8][square]]
        assert compiled_open_lines(full(8) & ~(1 << square), number) == expected
        assert parts(lines_through(square))[number] == compiled_line_through(square, number) == expected


# --- discs --------------------------------------------------------------------------------------------------------


def steady_discs(cells, disc):
    """The slow definition: on each axis the line is full or a neighbour is stable, repeated until nothing changes."""
    own = {name for name in NAMES[8] if cells[SQUARES[8][name]] == disc}
    occupied = mask(name for name in NAMES[8] if cells[SQUARES[8][name]] != naive.EMPTY)
    inner = own - {name for edge in EDGES for name in edge}
    stable, before = steady_on_edges(cells, disc), None
    while stable != before:
        before = set(stable)
        for name in inner:
            row, column = naive.place_of(name)
            if all(
                LINES[axis][name] & ~occupied == 0
                or naive.name_of(row + rows, column + columns) in stable
                or naive.name_of(row - rows, column - columns) in stable
                for axis, (rows, columns) in AXES.items()
            ):
                stable.add(name)
    return stable


@given(positions((8,)))
def test_stable_discs_equal_the_oracle(position):
    for disc, board in zip((position.turn, position.turn.opponent), sides(position), strict=True):
        assert stable_discs(*board) == mask(steady_discs(position.cells, disc.symbol))


@pytest.mark.parametrize(
    ("cells", "stable"),
    [
        ("-" * 27 + "X" + "-" * 36, set()),
        ("X" + "-" * 63, {"a1"}),
        ("X" * 8 + "-" * 56, {f"{column}1" for column in "abcdefgh"}),
        ("XXX-----XX------X-------" + "-" * 40, {"a1", "b1", "c1", "a2", "b2", "a3"}),
        ("-XX-----XX------X-------" + "-" * 40, set()),
        ("X" * 64, set(NAMES[8])),
        ("OX" * 32, {name for name in NAMES[8] if name[0] in "bdfh"}),
        ("-" * 64, set()),
    ],
    ids=["alone", "corner", "edge", "grown from a corner", "no corner", "full", "full of both", "empty"],
)
def test_known_discs(cells, stable):
    position = Position.parse(cells + " X")
    assert stable_discs(position.player, position.opponent) == mask(stable)


@given(positions((8,)), st.integers(0, 2**32 - 1))
def test_stable_discs_stay_to_the_end_of_any_game(position, seed):
    generator = random.Random(seed)
    black = stable_discs(position.black, position.white)
    white = stable_discs(position.white, position.black)
    for _ in range(5):
        end = position
        while not end.is_over:
            end = end.play(generator.choice(end.legal_moves))
            assert black & ~end.black == white & ~end.white == 0


@given(boards())
def test_stable_discs_are_the_player_s_and_those_on_edges_are_among_them(board):
    stable = stable_discs(*board)
    assert stable & ~board[0] == 0
    assert stable_on_edges(*board) & ~stable == 0


@given(boards())
def test_on_a_full_board_every_disc_is_stable(board):
    player = board[0]
    assert stable_discs(player, full(8) & ~player) == player


@given(boards(), st.integers(0, 7))
def test_stability_is_the_same_in_all_eight_symmetries(board, symmetry):
    moved = [transformed(discs, symmetry) for discs in board]
    assert stable_discs(*moved) == transformed(stable_discs(*board), symmetry)
    assert stable_on_edges(*moved) == transformed(stable_on_edges(*board), symmetry)
