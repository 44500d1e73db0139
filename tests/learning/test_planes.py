import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, AntiPosition, Game, OptionError, Position
from outflank.board.squares import NAMES, SIZES
from outflank.learning import (
    action_mask,
    index_to_move,
    move_to_index,
    n_actions,
    to_planes,
    transform_index,
    transform_planes,
    transform_policy,
)
from outflank.rules import BLACK, WHITE, transform_move
from tests.strategies import positions

symmetries = st.integers(0, 7)


@given(positions())
def test_planes_agree_with_the_position(position):
    """Square by square, by other means than bitboards: names, and the colour of the disc on each."""
    planes = to_planes(position)
    assert (planes.shape, planes.dtype) == ((3, position.size, position.size), np.uint8)
    for name in position:
        row, column = int(name[1:]) - 1, ord(name[0]) - ord("a")
        mine, other, legal = planes[:, row, column]
        assert mine == (position[name] is position.turn)
        assert other == (position[name] is position.turn.opponent)
        assert legal == (name in position.legal_moves)


def test_the_start_is_known():
    mine, other, legal = to_planes(Position.start())
    assert {(3, 4), (4, 3)} == set(zip(*map(list, np.nonzero(mine)), strict=True)), "black on e4 and d5"
    assert {(3, 3), (4, 4)} == set(zip(*map(list, np.nonzero(other)), strict=True))
    assert legal.sum() == 4


@given(positions())
def test_planes_in_the_view_of_a_side(position):
    for side in (BLACK, WHITE):
        mine, other, legal = to_planes(position, side)
        if side is position.turn:
            assert (to_planes(position) == (mine, other, legal)).all()
        else:
            assert (mine == to_planes(position)[1]).all()
            assert (other == to_planes(position)[0]).all()
            assert not legal.any()


def test_planes_of_variants_are_made_alike():
    assert (to_planes(AntiPosition.start()) == to_planes(Position.start())).all()


# --- moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_move_has_an_index_of_its_own(size):
    moves = [*NAMES[size], PASS]
    indices = [move_to_index(move, size) for move in moves]
    assert indices == list(range(n_actions(size)))
    assert [index_to_move(index, size) for index in indices] == moves
    assert move_to_index(" A2", size) == size


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: move_to_index("i9"), "expected a square from a1 to h8, or pass, got 'i9'"),
        (lambda: move_to_index(5), "expected a square from a1 to h8, or pass, got 5"),
        (lambda: index_to_move(65), "expected an index from 0 to 64, got 65"),
        (lambda: index_to_move(-1), "expected an index from 0 to 64, got -1"),
        (lambda: n_actions(7), "expected a board size of 4, 6, 8, 10, got 7"),
        (lambda: transform_index(3, 8), "expected a symmetry from 0 to 7, got 8"),
        (lambda: transform_policy(np.zeros(64), 1), "expected a last axis of length 17, 37, 65, 101, got the shape"),
    ],
)
def test_invalid_moves_are_refused(call, message):
    with pytest.raises(OptionError, match=message):
        call()


@given(positions())
def test_the_mask_is_the_legal_moves(position):
    mask = action_mask(position)
    assert mask.shape == (n_actions(position.size),)
    assert {index_to_move(int(index), position.size) for index in np.flatnonzero(mask)} == set(position.legal_moves)


def test_the_mask_of_a_forced_pass_is_the_pass_alone():
    passing = Position.parse("XO-------------- O")
    assert passing.must_pass
    assert np.flatnonzero(action_mask(passing)).tolist() == [16]


# --- symmetries -------------------------------------------------------------------------------------------------------


@given(positions(), symmetries)
def test_planes_of_the_symmetric_position_are_the_transformed_planes(position, symmetry):
    moved = transform_planes(to_planes(position), symmetry)
    assert (moved == to_planes(position.transformed(symmetry))).all()
    stacked = np.stack([to_planes(position)] * 2)
    assert (transform_planes(stacked, symmetry) == moved).all()


@given(st.sampled_from(SIZES), symmetries, st.data())
def test_indices_go_where_their_moves_go(size, symmetry, data):
    move = data.draw(st.sampled_from([*NAMES[size], PASS]))
    index = move_to_index(move, size)
    target = move_to_index(transform_move(move, symmetry, size), size)
    assert transform_index(index, symmetry, size) == target
    assert transform_index(np.array([index, index]), symmetry, size).tolist() == [target, target]
    policy = np.zeros((2, n_actions(size)), dtype=np.float32)
    policy[:, index] = 0.5
    assert np.flatnonzero(transform_policy(policy, symmetry)[1]).tolist() == [target]


@given(positions(), symmetries)
def test_the_legal_moves_of_the_symmetric_position_are_the_transformed_ones(position, symmetry):
    mask = action_mask(position)
    assert (transform_policy(mask, symmetry) == action_mask(position.transformed(symmetry))).all()


def test_a_game_goes_the_same_way_in_every_symmetry():
    game = Game("f5d6c3d3c4")
    for symmetry in range(8):
        position = Position.start().transformed(symmetry)
        for move in game.moves:
            index = int(transform_index(move_to_index(move), symmetry))
            position = position.play(index_to_move(index))
        assert position == game.position.transformed(symmetry)
