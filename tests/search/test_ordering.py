from hypothesis import assume, given
from hypothesis import strategies as st

from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.squares import SQUARES, bits, full
from outflank.evaluation.weights import Weights
from outflank.rules import Position
from outflank.search.ordering import CORNER, EVEN_REGION, FIRST, SECOND, sort_key, sort_moves
from outflank.search.state import MAX_MOVES, SearchState
from outflank.search.table import NO_MOVE, Table
from tests.strategies import boards

STATE = SearchState(Table(1), Weights.zero()).record
NONE = int(NO_MOVE)


def sort(board, best=NONE, second=NONE):
    """The moves as (key, flips, square)."""
    player, opponent = board
    n_empties = 64 - (player | opponent).bit_count()
    end = sort_moves(player, opponent, legal_moves(player, opponent), best, second, n_empties, STATE)
    places = range(n_empties * MAX_MOVES, end)
    return [(int(STATE.keys[i]), int(STATE.flips[i]), int(STATE.squares[i])) for i in places]


@given(boards())
def test_every_legal_move_is_listed_once_with_its_flips(board):
    moves = sort(board)
    assert sorted(square for _, _, square in moves) == list(bits(legal_moves(*board)))
    assert all(flipped == flips(square, *board) for _, flipped, square in moves)


@given(boards())
def test_keys_ascend(board):
    keys = [key for key, _, _ in sort(board)]
    assert keys == sorted(keys)


@given(boards())
def test_keys_are_those_of_the_positions_after_the_moves(board):
    player, opponent = board
    empties = full(8) & ~(player | opponent)
    for key, flipped, square in sort(board):
        bit = 1 << square
        after = opponent ^ flipped, player ^ flipped ^ bit
        assert key == sort_key(*after, bit, odd_quarters(empties), empties.bit_count())


@given(boards(), st.randoms(use_true_random=False))
def test_remembered_moves_come_first(board, generator):
    moves = list(bits(legal_moves(*board)))
    assume(len(moves) > 1)
    best, second = generator.sample(moves, 2)
    assert [(key, square) for key, _, square in sort(board, best, second)[:2]] == [(FIRST, best), (SECOND, second)]


@given(boards(), st.integers(0, 64), st.integers(0, 64))
def test_remembered_moves_that_are_not_legal_are_not_listed(board, best, second):
    assert sorted(square for _, _, square in sort(board, best, second)) == list(bits(legal_moves(*board)))


@given(boards())
def test_moves_of_equal_keys_stay_in_the_order_of_squares(board):
    moves = [(key, square) for key, _, square in sort(board)]
    assert moves == sorted(moves)


def test_fewer_replies_come_first():
    after = Position.start().play("f5").play("d6")
    assert len(after.legal_moves) > 1
    blocked = sort_key(0, after.opponent | after.player, 1 << SQUARES[8]["d6"], full(8), 20)
    assert blocked < sort_key(after.player, after.opponent, 1 << SQUARES[8]["d6"], full(8), 20)


def test_a_corner_and_an_odd_region_come_sooner():
    player, opponent = Position.start().player, Position.start().opponent
    corner, inside = (1 << SQUARES[8][name] for name in ("a1", "c3"))
    odd, even = full(8), 0
    assert sort_key(player, opponent, corner, odd, 1) == sort_key(player, opponent, inside, odd, 1) + CORNER
    assert sort_key(player, opponent, inside, even, 1) == sort_key(player, opponent, inside, odd, 1) + EVEN_REGION


def test_there_is_place_for_the_most_moves_that_any_discs_are_known_to_have():
    board = 4620732825940533312, 1177209854075362816
    assert len(sort(board)) == legal_moves(*board).bit_count() == 35 <= MAX_MOVES
