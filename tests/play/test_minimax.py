from hypothesis import given
from hypothesis import strategies as st

from outflank.play.minimax import alpha_beta_step, max_n_step, minimax_step, minimax_step_by
from tests.contracts.games import Nim, Tree

INF = float("inf")


def trees(leaves):
    return st.recursive(leaves, lambda nodes: st.lists(nodes, min_size=1, max_size=4), max_leaves=40)


number_trees = trees(st.integers(-9, 9).map(lambda value: (value, -value)))
vector_trees = trees(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)))


def children(position):
    return (position.play(move) for move in position.legal_moves)


def minimax(position):
    if position.is_over:
        return position.scores[0]
    return minimax_step(minimax, children(position), position.turn == 0)


def alpha_beta(position, alpha=-INF, beta=INF):
    if position.is_over:
        return position.scores[0]
    return alpha_beta_step(alpha_beta, children(position), alpha, beta, position.turn == 0)


def naive(node, seat=0):
    """Minimax by the book, on bare lists."""
    if isinstance(node, tuple):
        return node[0]
    values = [naive(child, 1 - seat) for child in node]
    return max(values) if seat == 0 else min(values)


@given(number_trees)
def test_minimax_equals_the_naive_one(node):
    assert minimax(Tree(node)) == naive(node)


@given(number_trees)
def test_alpha_beta_equals_minimax_and_never_visits_more(node):
    full, pruned = Tree(node), Tree(node)
    assert alpha_beta(pruned) == minimax(full)
    assert len(pruned.visited) <= len(full.visited)


@given(number_trees, st.integers(-10, 10), st.integers(1, 5))
def test_alpha_beta_keeps_its_contract_in_any_window(node, alpha, width):
    beta, value = alpha + width, naive(node)
    result = alpha_beta(Tree(node), alpha, beta)
    if result <= alpha:
        assert value <= result
    elif result >= beta:
        assert value >= result
    else:
        assert result == value


def test_alpha_beta_cuts_off_and_leaves_the_rest_of_a_generator_alone():
    tree = Tree([[(3, -3)], [(2, -2), [(9, -9)]], [(4, -4)]])
    assert alpha_beta(tree) == 4
    assert (9, -9) not in tree.visited
    assert [(9, -9)] not in tree.visited


@given(number_trees)
def test_minimax_by_key_finds_the_move_too(node):
    def search(move_and_position):
        move, position = move_and_position
        if position.is_over:
            return move, position.scores[0]
        moves = ((child, position.play(child)) for child in position.legal_moves)
        _, value = minimax_step_by(lambda pair: pair[1], search, moves, position.turn == 0)
        return move, value

    root = Tree(node)
    assert search((None, root))[1] == naive(node)


def test_minimax_by_key_takes_the_last_of_equals_as_max_key_does():
    pairs = [("a", 1), ("b", 3), ("c", 3), ("d", 1)]
    assert minimax_step_by(lambda pair: pair[1], lambda pair: pair, iter(pairs), True) == ("c", 3)
    assert minimax_step_by(lambda pair: pair[1], lambda pair: pair, iter(pairs), False) == ("d", 1)


def max_n(position):
    if position.is_over:
        return tuple(position.scores)
    return max_n_step(max_n, children(position), position.turn)


@given(number_trees)
def test_max_n_of_two_players_with_opposite_scores_is_minimax(node):
    assert max_n(Tree(node))[0] == naive(node)


@given(vector_trees)
def test_max_n_gives_each_of_three_players_the_best_it_can_get(node):
    def naive_max_n(node, seat):
        if isinstance(node, tuple):
            return node
        vectors = [naive_max_n(child, (seat + 1) % 3) for child in node]
        best = vectors[0]
        for vector in vectors[1:]:
            if vector[seat] > best[seat]:
                best = vector
        return best

    assert max_n(Tree(node, 3)) == naive_max_n(node, 0)


def test_nim_is_solved_as_theory_says():
    # Multiples of four are lost for the side to move.
    assert [minimax(Nim(n)) for n in range(1, 9)] == [1, 1, 1, 0, 1, 1, 1, 0]
    assert [alpha_beta(Nim(n)) for n in range(1, 9)] == [1, 1, 1, 0, 1, 1, 1, 0]
