import numpy as np
import pytest
from hypothesis import given

from outflank.proofs.leaves import board_of, count, exceeds, final, first_fault, moves_of, room, turned_by
from outflank.rules import Position
from tests.variants.positions import GAMES, endgames, placed, played, score_of

ANY = [*GAMES, (Position, 8)]


def solved(position, alpha):
    board = board_of(position.size, position.fewest_win)
    return exceeds(position.player, position.opponent, alpha, *room(), board)


@pytest.mark.parametrize(("kind", "size"), ANY)
def test_moves_and_flips_are_those_of_the_rules(kind, size):
    board = board_of(size, kind.fewest_win)
    for seed in range(100):
        position = placed(kind, size, size * size // 3, seed)
        assert moves_of(position.player, position.opponent, board) == position.legal_mask
        for move in position.legal_moves:
            bit = position.play(move).occupied & ~position.occupied
            assert turned_by(bit, position.player, position.opponent, board) == position.flips(move)


@pytest.mark.parametrize(("kind", "size"), ANY)
def test_a_finished_game_has_the_score_of_the_rules(kind, size):
    board = board_of(size, kind.fewest_win)
    for seed in range(50):
        position = placed(kind, size, seed % 3, seed)
        assert count(position.player) == position.count(position.turn)
        assert final(position.player, position.opponent, board) == position.scores[position.turn]


@given(endgames(most=5))
def test_the_search_agrees_with_plain_minimax(position):
    score = score_of(position)
    assert solved(position, score - 1)
    assert not solved(position, score)


def test_the_first_fault_is_found():
    positions = [played(Position, 6, 6, seed) for seed in range(5)]
    scores = [score_of(position) for position in positions]
    players, opponents = (np.array([getattr(each, side) for each in positions], np.uint64) for side in
                          ("player", "opponent"))  # fmt: skip
    expected = np.array([True, False, True, True, False])
    alphas = np.array(scores) - expected
    board = board_of(6, False)
    assert first_fault(players, opponents, alphas, expected, *room(), board) == -1
    expected[3] = False
    assert first_fault(players, opponents, alphas, expected, *room(), board) == 3
