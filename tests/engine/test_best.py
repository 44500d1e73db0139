"""The proof of a best move, beside plain minimax."""

from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.best import proven_best
from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import Position
from tests.oracles import endgame
from tests.search.positions import endgames

EVEN = st.integers(-32, 32).map(lambda n: 2 * n)
N_EMPTIES = 5 if INTERPRETED else 9


@given(st.dictionaries(st.text("abcdefgh", min_size=2, max_size=2), st.tuples(EVEN, st.integers(-64, 64)), min_size=1))
def test_whatever_the_guesses_the_best_move_is_proven(moves):
    scores = {move: score for move, (score, _) in moves.items()}
    asked = []

    def test(move, alpha):
        assert alpha % 2
        assert (move, alpha) not in asked
        asked.append((move, alpha))
        return min(alpha + 1, 64) if scores[move] > alpha else max(alpha - 1, -64)

    *_, (best, bounds) = proven_best({move: guess for move, (_, guess) in moves.items()}, test)
    assert scores[best] == max(scores.values())
    assert all(lower <= scores[move] <= upper for move, (lower, upper) in bounds.items())
    assert all(upper <= bounds[best][0] for move, (_, upper) in bounds.items() if move != best)
    assert asked or len(moves) == 1


@given(endgames(1, N_EMPTIES))
def test_the_engine_proves_a_best_move(position):
    if position.is_over:
        return
    found = Engine(1).analyse(position, Limit(best=True))
    score = endgame.score(position.player, position.opponent)
    after = position.play(found.move)
    assert -endgame.score(after.player, after.opponent) == score
    assert -64 <= (-64 if found.lower is None else found.lower) <= score <= (64 if found.upper is None else found.upper)
    assert found.nodes == 0 or len(position.legal_moves) > 1


def test_a_small_board_has_its_best_move_too():
    position = Position.parse("-OX--XO--------- X")
    assert Engine(1).analyse(position, Limit(best=True)).is_exact
