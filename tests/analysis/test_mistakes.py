from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import KINDS, kinds_of
from outflank.analysis.shapes import regions_of
from outflank.play import MoveValue
from outflank.rules import PASS, Position
from outflank.rules.discs import transform_move
from tests.oracles import mistakes as oracle
from tests.oracles import naive
from tests.strategies import positions


class Named(NamedTuple):
    """A mistake that the file has; `moves` and `lines` are those played and the best ones."""

    name: str
    position: Position
    moves: tuple[str, str]
    values: tuple[float, float]
    proven: tuple[bool, bool]
    kinds: set[str]
    lines: tuple[tuple[str, ...], tuple[str, ...]]

    @classmethod
    def of(cls, block):
        name, board, values, kinds, *lines = block.splitlines()
        move, played, best, value = values.split()
        return cls(
            name,
            Position.parse(board),
            (move, best),
            (float(played.strip("!")), float(value.strip("!"))),
            (played.endswith("!"), value.endswith("!")),
            set() if kinds == "none" else set(kinds.split(", ")),
            tuple(tuple(line.split()) for line in lines) or ((), ()),
        )


_BLOCKS = Path(__file__).with_name("named_mistakes.txt").read_text().strip().split("\n\n")
NAMED = [Named.of(block) for block in _BLOCKS[1:]]
NAMES = [named.name for named in NAMED]


def value(move, number, proven, line=()):
    return MoveValue(move, number, depth=60, kind="exact" if proven else "heuristic", pv=tuple(line))


def kinds_in(named, symmetry=0):
    played, best = (
        value(transform_move(move, symmetry), number, proven, [transform_move(each, symmetry) for each in line])
        for move, number, proven, line in zip(named.moves, named.values, named.proven, named.lines, strict=True)
    )
    return kinds_at(named.position.transformed(symmetry), played, best)


def kinds_at(position, played, best):
    return kinds_of(position, JudgedMove(0, position.turn, position.n_empties, best, played))


@pytest.mark.parametrize("named", NAMED, ids=NAMES)
def test_a_named_mistake_is_of_the_kinds_that_its_name_tells(named):
    assert set(kinds_in(named)) == named.kinds


def test_there_are_named_mistakes_of_every_kind_and_some_of_none():
    assert len(set(NAMES)) == len(NAMED) >= 30
    assert set().union(*(named.kinds for named in NAMED)) == set(KINDS)
    assert sum(not named.kinds for named in NAMED) >= 10


@pytest.mark.parametrize("named", NAMED, ids=NAMES)
def test_the_oracle_sees_the_same_in_a_named_mistake(named):
    board, side = naive.from_cells(named.position.cells), named.position.turn.symbol
    seen = oracle.kinds(board, side, *named.moves, named.values, named.proven, named.lines)
    assert named.kinds - {"left the book"} == seen


@pytest.mark.parametrize("symmetry", range(8))
def test_kinds_do_not_depend_on_how_the_board_is_turned(symmetry):
    for named in NAMED:
        assert kinds_in(named, symmetry) == kinds_in(named)


@st.composite
def judged_moves(draw):
    """A position with moves, two of them with values, and whether these are proven."""
    position = draw(positions((8,)).filter(lambda each: each.legal_mask))
    moves = [draw(st.sampled_from(position.legal_moves)) for _ in range(2)]
    discs = st.sampled_from([-64, -12, -4, -2, -1, 0, 1, 2, 4, 12, 64])
    best = draw(discs)
    values = (draw(discs.filter(lambda number: number <= best)), best)
    lines = [draw(lines_from(position, move)) for move in moves]
    return position, moves, values, (draw(st.booleans()), draw(st.booleans())), lines


@st.composite
def lines_from(draw, position, move):
    """A legal line that begins with a move; it may be short."""
    line = []
    for _ in range(draw(st.integers(0, 9))):
        line.append(move)
        position = position.play(move)
        if position.is_over:
            break
        move = draw(st.sampled_from(position.legal_moves))
    return tuple(line)


@given(judged_moves())
def test_kinds_are_those_of_the_oracle(case):
    position, moves, values, proven, lines = case
    found = kinds_at(position, *map(value, moves, values, proven, lines))
    board = naive.from_cells(position.cells)
    seen = oracle.kinds(board, position.turn.symbol, *moves, values, proven, lines)
    assert set(found) - {"left the book"} == seen
    assert list(found) == [kind for kind in KINDS if kind in found]  # each once, in one order


@given(positions((8,)))
def test_regions_are_the_empty_squares_that_a_king_walks_over(position):
    board = naive.from_cells(position.cells)
    regions = regions_of(position)
    assert sum(regions) == ~position.occupied & (1 << 64) - 1
    for region in regions:
        squares = {naive.name_of(square // 8, square % 8) for square in range(64) if region >> square & 1}
        assert squares == oracle.region(board, next(iter(squares)))


def test_a_pass_is_no_mistake():
    position = Position.start()
    assert kinds_at(position, value(PASS, -8, True), value(PASS, 0, True)) == ()


def test_boards_of_other_sizes_have_kinds_too():
    position = Position.parse("--XX-- -XXX-- XXXOX- OOOO-- --O--- ------ X".replace(" ", "")[:36] + " X")
    moves = position.legal_moves
    found = kinds_at(position, value(moves[0], 0, True), value(moves[1], 4, True))
    assert "win thrown away" in found
