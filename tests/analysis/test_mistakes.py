from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import KINDS, kinds_of, regions_of
from outflank.play import MoveValue
from outflank.rules import PASS, Position
from outflank.rules.discs import transform_move
from tests.oracles import mistakes as oracle
from tests.oracles import naive
from tests.strategies import positions


class Named(NamedTuple):
    """A mistake that the file has; `moves` are the one played and the best one."""

    name: str
    position: Position
    moves: tuple[str, str]
    values: tuple[float, float]
    proven: tuple[bool, bool]
    kinds: set[str]

    @classmethod
    def of(cls, block):
        name, board, values, kinds = block.splitlines()
        move, played, best, value = values.split()
        return cls(
            name,
            Position.parse(board),
            (move, best),
            (float(played.strip("!")), float(value.strip("!"))),
            (played.endswith("!"), value.endswith("!")),
            set() if kinds == "none" else set(kinds.split(", ")),
        )


_BLOCKS = Path(__file__).with_name("named_mistakes.txt").read_text().strip().split("\n\n")
NAMED = [Named.of(block) for block in _BLOCKS[1:]]
NAMES = [named.name for named in NAMED]


def value(move, number, proven):
    return MoveValue(move, number, depth=60, kind="exact" if proven else "heuristic")


def kinds_in(named, symmetry=0):
    played, best = (
        value(transform_move(move, symmetry), number, proven)
        for move, number, proven in zip(named.moves, named.values, named.proven, strict=True)
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
    assert named.kinds == oracle.kinds(board, side, *named.moves, named.values, named.proven)


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
    return position, moves, values, (draw(st.booleans()), draw(st.booleans()))


@given(judged_moves())
def test_kinds_are_those_of_the_oracle(case):
    position, (move, best), values, proven = case
    found = kinds_at(position, value(move, values[0], proven[0]), value(best, values[1], proven[1]))
    board = naive.from_cells(position.cells)
    assert set(found) == oracle.kinds(board, position.turn.symbol, move, best, values, proven)
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
