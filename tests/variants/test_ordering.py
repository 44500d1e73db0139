import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.moves import flips, legal_moves
from outflank.jit import INTERPRETED
from outflank.variants.ordering import EVEN_REGION, FORESIGHT_FROM, insert, sort_key
from outflank.variants.search import rank_moves
from outflank.variants.state import MAX_MOVES
from tests.variants.learned import SHAPE, boards, n_empties_of, state_with_weights

STATE = state_with_weights()
PLAIN = state_with_weights()
PLAIN.record.weights = 0


@given(st.lists(st.integers(-(2**40), 2**40), max_size=MAX_MOVES))
def test_insertion_sorts_keys_with_their_hashes(keys):
    record = STATE.record
    for i, key in enumerate(keys):
        insert(key, i, 0, i, record)
    assert record["keys"][: len(keys)].tolist() == sorted(keys)
    hashes = record["hashes"][: len(keys)].tolist()
    assert [keys[i] for i in hashes] == sorted(keys)
    assert hashes == sorted(hashes, key=lambda i: (keys[i], i))  # ties keep their order


@pytest.mark.parametrize("state", [STATE, PLAIN], ids=["learned", "plain"])
@given(board=boards(7, 13 if INTERPRETED else 24))
def test_ranking_keeps_every_move_with_its_hash(state, board):
    record, n_empties = state.record, n_empties_of(board)
    moves = legal_moves(*board) & SHAPE.squares
    squares = [square for square in range(64) if moves >> square & 1]
    first = n_empties * MAX_MOVES
    for i, square in enumerate(squares):
        record["keys"][first + i], record["hashes"][first + i] = square, 1000 + square
    rank_moves(*board, first, first + len(squares), n_empties, record)
    keys = record["keys"][first : first + len(squares)].tolist()
    assert sorted(key & 63 for key in keys) == squares
    assert keys == sorted(keys)
    assert record["hashes"][first : first + len(squares)].tolist() == [1000 + (key & 63) for key in keys]


@given(boards(7, FORESIGHT_FROM - 1))
def test_a_move_in_an_even_region_comes_later(board):
    player, opponent = board
    moves = legal_moves(player, opponent) & SHAPE.squares
    square = (moves & -moves).bit_length() - 1
    flipped = flips(square, player, opponent)
    after = opponent ^ flipped, player ^ (flipped | 1 << square)
    early, late = (
        sort_key(*after, square, flipped, odd, n_empties_of(board), PLAIN.record) for odd in (1 << square, 0)
    )
    assert late - early == EVEN_REGION
