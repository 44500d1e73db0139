import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank.board.symmetry import transformed
from outflank.evaluation.evaluate import UNIT, evaluate
from outflank.evaluation.judge import calibrated, judged, value_within
from outflank.evaluation.network import SETS, STACKS, Network
from tests.evaluation.networks import (
    STACK,
    as_bytes,
    empty_network,
    naive_judged,
    number_of_set,
    number_of_stack,
    random_network,
    random_weights,
    row_of,
)
from tests.search.positions import played
from tests.strategies import boards

MOST = 63 * UNIT
ANYTHING = -(2**40), 2**40
ESTIMATES = st.integers(-MOST, MOST)


@pytest.fixture(scope="module")
def network():
    return random_network(1)


@pytest.fixture(scope="module")
def saturated():
    """Most units of its first layer are beyond what the second takes."""
    return random_network(4, first=5000, second=20)


@pytest.fixture(scope="module")
def weights():
    return random_weights(2)


def n_empties_of(board):
    return 64 - (board[0] | board[1]).bit_count()


def value(board, estimate, network):
    row = row_of(*board)
    return judged(row.ctypes.data, *board, estimate, n_empties_of(board), network.address)


def within(board, window, weights, network):
    row, address = row_of(*board), 0 if network is None else network.address
    return value_within(row.ctypes.data, *board, *window, n_empties_of(board), weights.address, address)


def evaluated(board, weights):
    row = row_of(*board)
    return evaluate(row.ctypes.data, n_empties_of(board), weights.address)


def with_scales(network, *numbers):
    """The network with the same factor, summand, margin and worth of the move everywhere."""
    return Network(np.tile(np.array(numbers, np.int16), (65, 1)), network.stacks, network.embeddings)


# --- the sum of weights ---------------------------------------------------------------------------------------------


@given(value=ESTIMATES, n_empties=st.integers(0, 64))
def test_a_sum_is_made_right_by_the_factor_and_the_summand_of_its_empty_squares(network, value, n_empties):
    factor, summand = (int(number) for number in network.scales[n_empties, :2])
    assert calibrated(value, n_empties, network.address) == value * factor // 4096 + summand


@given(ESTIMATES, st.integers(0, 64))
def test_a_factor_of_one_changes_nothing(value, n_empties):
    assert calibrated(value, n_empties, empty_network().address) == value


# --- the network ----------------------------------------------------------------------------------------------------


@given(board=boards(), estimate=ESTIMATES)
def test_the_value_equals_the_layers_computed_one_number_at_a_time(network, board, estimate):
    assert value(board, estimate, network) == naive_judged(network, *board, estimate, n_empties_of(board))


@given(board=boards(), estimate=ESTIMATES)
def test_units_of_the_first_layer_have_bounds(saturated, board, estimate):
    assert value(board, estimate, saturated) == naive_judged(saturated, *board, estimate, n_empties_of(board))


@given(board=boards(), estimate=ESTIMATES)
def test_the_value_is_the_same_in_all_eight_symmetries(network, board, estimate):
    turned = [tuple(transformed(side, symmetry) for side in board) for symmetry in range(8)]
    assert len({value(each, estimate, network) for each in turned}) == 1


def test_random_networks_correct_neither_nothing_nor_all(network):
    """Without this, the tests here would show little."""
    corrections = [value((p.player, p.opponent), 0, network) / UNIT for p in (played(n, n) for n in range(2, 60))]
    assert 1 < np.std(corrections) < 20


@pytest.mark.parametrize("n_empties", [6, 17, 18, 29, 30, 44, 45, 55])
@pytest.mark.parametrize("number", range(SETS))
def test_each_part_of_the_game_has_embeddings_of_its_own(network, n_empties, number):
    position = played(3, n_empties)
    board = position.player, position.opponent
    without = network.embeddings.copy()
    without[number] = 0
    changed = value(board, 0, Network(network.scales, network.stacks, without)) != value(board, 0, network)
    assert changed is (number == number_of_set(n_empties))


@pytest.mark.parametrize("n_empties", [0, 1, 6, 7, 12, 13, 30, 31, 54, 55, 60])
def test_each_stack_serves_six_numbers_of_empty_squares(n_empties):
    stacks = np.zeros(STACKS, STACK)
    stacks["output_bias"] = 512 * np.arange(100, 100 + STACKS)
    network = Network(empty_network().scales, as_bytes(stacks), empty_network().embeddings)
    board = (2**64 - 1) >> n_empties, 0
    assert value(board, 0, network) - 100 == number_of_stack(n_empties)


def test_a_network_of_zeros_changes_nothing():
    position = played(1, 20)
    assert value((position.player, position.opponent), -321, empty_network()) == -321


# --- in a window ------------------------------------------------------------------------------------------------------


@given(board=boards(), window=st.tuples(st.integers(-MOST, MOST), st.integers(1, 2 * MOST)))
def test_without_a_network_the_value_is_the_sum_of_weights(weights, board, window):
    alpha, width = window
    assert within(board, (alpha, alpha + width), weights, None) == evaluated(board, weights)


def clipped(number):
    return min(max(number, -MOST), MOST)


def estimate_of(board, weights, network):
    factor, summand = (int(number) for number in network.scales[n_empties_of(board), :2])
    return clipped(evaluated(board, weights) * factor // 4096 + summand)


@given(board=boards())
def test_in_a_window_of_everything_the_value_is_that_of_the_network_and_the_move(weights, network, board):
    estimate, tempo = estimate_of(board, weights, network), int(network.scales[n_empties_of(board), 3])
    assert within(board, ANYTHING, weights, network) == clipped(value(board, estimate, network) + tempo)


@given(board=boards(), alpha=st.integers(-2 * MOST, 2 * MOST), width=st.sampled_from([1, 1, 100, 2000]))
def test_the_network_is_asked_where_the_sum_is_within_the_margin_of_the_window(weights, network, board, alpha, width):
    estimate = estimate_of(board, weights, network)
    margin, tempo = (int(number) for number in network.scales[n_empties_of(board), 2:])
    found = within(board, (alpha, alpha + width), weights, network)
    if alpha - margin < estimate + tempo < alpha + width + margin:
        assert found == clipped(value(board, estimate, network) + tempo)
    else:
        assert found == clipped(estimate + tempo)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("distance", [99, 100, 101])
def test_the_margin_is_exact_on_both_sides(weights, side, distance):
    """The network takes ten discs away from the side it thinks is ahead."""
    position = played(9, 30)
    board = position.player, position.opponent
    stacks = np.zeros(STACKS, STACK)
    stacks["output_bias"] = -side * 512 * 10 * UNIT
    wide = with_scales(empty_network(), 4096, 0, 100, 0)
    network = Network(wide.scales, as_bytes(stacks), wide.embeddings)
    estimate = evaluated(board, weights)
    assert abs(estimate) < 50 * UNIT
    edge = estimate - side * distance
    window = (edge - 1, edge) if side > 0 else (edge, edge + 1)
    outside = estimate if distance >= 100 else estimate - side * 10 * UNIT
    assert within(board, window, weights, network) == outside


@pytest.fixture(scope="module")
def doubted(network):
    """The network with one wide margin everywhere, and calibrated sums as they are."""
    return with_scales(network, 4096, 0, 700, 0)


@given(board=boards(), alpha=st.integers(-MOST, MOST))
def test_what_the_network_is_not_asked_for_is_a_bound_on_its_side_of_the_window(weights, doubted, board, alpha):
    estimate = evaluated(board, weights)
    assume(abs(estimate - alpha) > 701)
    found = within(board, (alpha, alpha + 1), weights, doubted)
    assert found == estimate
    assert (found > alpha) is (estimate > alpha)


@pytest.fixture(scope="module", params=[-1, 1], ids=["least", "most"])
def steep(request):
    """A network that adds the least or the most it can, and its sign."""
    stacks = np.zeros(STACKS, STACK)
    stacks["output_bias"] = request.param * (2**31 - 1)
    return Network(empty_network().scales, as_bytes(stacks), empty_network().embeddings), request.param


@given(board=boards())
def test_values_stay_below_a_wipe_out(weights, steep, board):
    network, sign = steep
    assert within(board, ANYTHING, weights, network) == sign * MOST


@pytest.mark.parametrize("tempo", [-(2**15), 2**15 - 1])
def test_nor_does_the_worth_of_the_move_pass_that_bound(weights, network, tempo):
    position = played(9, 30)
    board = position.player, position.opponent
    for margin in (0, 2**15 - 1):
        for window in (ANYTHING, (0, 1)):
            found = within(board, window, weights, with_scales(network, 4096, 0, margin, tempo))
            assert found == (MOST if tempo > 0 else -MOST)
