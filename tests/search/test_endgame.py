import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from outflank.board.squares import bits, full
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED
from outflank.rules import BLACK, Position
from outflank.search.endgame import null_window
from outflank.search.score import HIGHEST, LOWEST
from outflank.search.state import SearchState
from outflank.search.table import Table
from tests.oracles import endgame as oracle
from tests.search.positions import endgames, holds, placed, placed_on_all_but, played
from tests.strategies import placements

SEARCH = SearchState(Table(4), Weights.zero())
ALPHAS = st.integers(-65, 64)

# How many positions for each number of empty squares from 1 on; of the many there are 5,000 in all when compiled.
FEW = [40, 40, 20, 10, 4] if INTERPRETED else [200, 200, 200, 200, 200, 200, 100, 50, 10, 4, 2, 1]
MANY = [80, 80, 40, 20, 8] if INTERPRETED else [600, 600, 650, 700, 700, 700, 500, 350, 150, 40, 8, 2]


def search(board, alpha):
    """The result of a null window on its own."""
    SEARCH._table.clear()
    SEARCH.begin()
    result = null_window(*board, alpha, 64 - (board[0] | board[1]).bit_count(), SEARCH.record)
    assert not SEARCH.record.stopped
    return result


def score(board):
    """The score by halving the interval that holds it."""
    lower, upper = LOWEST, HIGHEST
    while lower < upper:
        alpha = (lower + upper) // 2
        value = search(board, alpha)
        if value > alpha:
            lower = value
        else:
            upper = value
    assert lower == upper
    return lower


def board_of(position):
    return position.player, position.opponent


# --- the oracle ---------------------------------------------------------------------------------------------------


@given(endgames(0, 4))
def test_the_oracle_s_cut_offs_change_nothing(position):
    assert oracle.score(*board_of(position)) == oracle.plainest(*board_of(position))


@given(placements((8,)))
def test_the_oracle_knows_the_rules(position):
    children = oracle.children(*board_of(position))
    assert list(children) == list(bits(position.legal_mask))
    for move, child in zip(position.legal_moves, children.values(), strict=False):
        assert child == board_of(position.play(move))
    assert oracle.final(*board_of(position)) == position.scores[position.turn]


# --- scores -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n_empties", "seeds"),
    [
        *enumerate(map(range, FEW), 1),
        *(
            pytest.param(n_empties, range(few, many), marks=pytest.mark.slow)
            for n_empties, (few, many) in enumerate(zip(FEW, MANY, strict=True), 1)
        ),
    ],
)
def test_scores_equal_plain_minimax(n_empties, seeds):
    for seed in seeds:
        position = (played if seed % 2 else placed)(seed, n_empties)
        assert score(board_of(position)) == oracle.score(*board_of(position)), position


@given(endgames(0, 4 if INTERPRETED else 10))
def test_all_eight_symmetries_have_the_same_score(position):
    assert len({score(board_of(position.transformed(symmetry))) for symmetry in range(8)}) == 1


@given(endgames(0, 5 if INTERPRETED else 10), ALPHAS)
def test_a_null_window_gives_a_bound_on_its_side_of_alpha(position, alpha):
    result = search(board_of(position), alpha)
    assert LOWEST <= result <= HIGHEST
    assert holds(result, alpha, oracle.score(*board_of(position)))


@given(endgames(0, 5 if INTERPRETED else 10))
def test_scores_are_even(position):
    assert score(board_of(position)) % 2 == 0


def passes(n_empties, count):
    """Positions with a number of empty squares in which the side to move must pass."""
    drawn = (placed(seed, n_empties) for seed in itertools.count())
    return list(itertools.islice((position for position in drawn if position.must_pass), count))


@pytest.mark.parametrize("n_empties", range(1, 6 if INTERPRETED else 11))
def test_a_side_that_must_pass_has_the_score_after_the_pass(n_empties):
    for position in passes(n_empties, 20):
        assert score(board_of(position)) == -score(board_of(position.switched()))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes long")
@settings(max_examples=20)
@given(endgames(10, 10), st.lists(ALPHAS, min_size=2, max_size=6))
def test_what_the_table_kept_from_other_windows_is_true(position, alphas):
    boards = [board_of(position), *oracle.children(*board_of(position)).values()]
    expected = [oracle.score(*board) for board in boards]
    SEARCH._table.clear()
    SEARCH.begin()
    for alpha in alphas:
        for board, score in zip(boards, expected, strict=True):
            n_empties = 64 - (board[0] | board[1]).bit_count()
            assert holds(null_window(*board, alpha, n_empties, SEARCH.record), alpha, score)


@given(placements((8,)).filter(lambda position: position.is_over))
@example(Position(0, 0, BLACK))
@example(Position(full(8), 0, BLACK))
@example(Position(0, 1, BLACK))
def test_a_finished_game_is_worth_its_outcome_whatever_is_empty(position):
    assert score(board_of(position)) == position.scores[position.turn]


# --- the solvers for the last squares -----------------------------------------------------------------------------


@pytest.mark.parametrize("n_empties", range(6 if INTERPRETED else 8))
@given(data=st.data(), alpha=ALPHAS)
def test_each_step_keeps_the_contract(n_empties, data, alpha):
    board, _ = data.draw(placed_on_all_but(n_empties))
    result = null_window(*board, alpha, n_empties, SEARCH.record)
    assert holds(result, alpha, oracle.score(*board))


AWKWARD = {
    "nobody can use the last square": ("-" + "X" * 63, 64),
    "only the opponent can use the last square": ("-XO" + "X" * 61, 58),
    "two squares and a pass": ("-XO" + "X" * 58 + "OX-", 40),
    "no discs of the mover": ("---" + "O" * 61, -64),
    "no discs of the opponent": ("---" + "X" * 61, 64),
    "a draw that nobody can change": ("X" * 31 + "--" + "O" * 31, 0),
}


@pytest.mark.parametrize(("cells", "expected"), AWKWARD.values(), ids=AWKWARD)
def test_awkward_endings(cells, expected):
    board = board_of(Position.parse(cells + " X"))
    assert score(board) == oracle.score(*board) == expected


# --- counting and stopping ----------------------------------------------------------------------------------------


def test_the_same_search_visits_the_same_nodes():
    board, nodes = board_of(played(1, 5 if INTERPRETED else 12)), set()
    for _ in range(2):
        search_state = SearchState(Table(1), Weights.zero())
        search_state.begin()
        null_window(*board, 0, 64 - (board[0] | board[1]).bit_count(), search_state.record)
        nodes.add(int(search_state.record.nodes))
    assert len(nodes) == 1
    assert nodes.pop() > 1


def test_begin_undoes_a_stop():
    board = board_of(played(1, 9))
    SEARCH.begin(0)
    null_window(*board, 0, 9, SEARCH.record)
    assert SEARCH.record.stopped
    SEARCH.begin()
    assert not SEARCH.record.stopped
    assert SEARCH.record.nodes == 0


def test_a_stop_is_seen_at_the_next_node():
    board = board_of(played(1, 20))
    SEARCH.begin()
    SEARCH.stop()
    null_window(*board, 0, 20, SEARCH.record)
    assert SEARCH.record.stopped
    assert SEARCH.record.nodes == 1
