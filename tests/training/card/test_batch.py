"""Games by the card's kernels, played on the processor, against the plain rules and the usual self-play."""

from dataclasses import replace

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.evaluation.evaluate import UNIT
from outflank.jit import INTERPRETED
from outflank.training.card.batch import TwinPlayer
from outflank.training.dataset import NO_PLY, RANDOM, UNKNOWN
from outflank.training.plan import PlaySettings
from outflank.training.selfplay import SelfPlay
from tests.evaluation.networks import random_weights
from tests.oracles.endgame import children, final, plainest
from tests.training.card.searching import searched

WEIGHTS = random_weights(5)
PLAY = PlaySettings(depth=3, solve_from=5, least_random=44 if INTERPRETED else 4, random_plies=50, random_percent=10)
START = 0x0000000810000000, 0x0000001008000000
N_GAMES = 4 if INTERPRETED else 30


@pytest.fixture(scope="module")
def games():
    return TwinPlayer(WEIGHTS, PLAY, 7).games(0, N_GAMES)


def positions(game):
    """Each position of a game with a move, the sign of its side, the move, and the recorded value; then the last."""
    board, sign, found = START, 1, []
    for move, value in zip(game["moves"].tolist(), game["values"].tolist(), strict=True):
        if move == NO_PLY:
            break
        if not children(*board):
            board, sign = board[::-1], -sign
        found.append((board, sign, move, value))
        board, sign = children(*board)[move % RANDOM], -sign
    return found, board, sign


def n_empties_of(board):
    return 64 - (board[0] | board[1]).bit_count()


def test_each_game_follows_the_rules_to_its_end_and_has_its_score(games):
    assert games["number"].tolist() == list(range(N_GAMES))
    for game in games:
        _, board, sign = positions(game)
        assert not children(*board)
        assert not children(*board[::-1])
        assert game["score"] == sign * final(*board)


def test_games_open_with_the_random_moves_of_the_usual_self_play(games):
    usual = SelfPlay(WEIGHTS, PLAY, 1)
    for game in games[:10]:
        expected = usual.game(int(game["number"]), 7)[0]
        n_random = int(np.argmax(expected["values"] != UNKNOWN))
        assert n_random >= PLAY.least_random
        assert game["moves"][:n_random].tolist() == expected["moves"][:n_random].tolist()
        assert (game["values"] != UNKNOWN).tolist() == [False] * n_random + (
            game["moves"][n_random:] != NO_PLY
        ).tolist()


def test_each_value_is_that_of_its_search_and_each_move_reaches_it_or_is_random(games):
    n_random = 0
    for game in games:
        for board, _, move, value in positions(game)[0]:
            if value == UNKNOWN:
                assert move >= RANDOM
            elif n_empties_of(board) > PLAY.solve_from:
                found, _, _ = searched(board, PLAY.depth, 0, WEIGHTS)
                assert value == (found + UNIT // 2) // UNIT
                n_random += move >= RANDOM
            else:
                assert value == plainest(*board)
                assert move >= RANDOM or -plainest(*children(*board)[move]) == value
    assert n_random or INTERPRETED


def test_a_batch_is_the_same_as_its_parts(games):
    player = TwinPlayer(WEIGHTS, PLAY, 7)
    parts = [player.games(first, 2) for first in (2, 0)]
    assert parts[1].tobytes() + parts[0].tobytes() == games[:4].tobytes()


def test_another_seed_gives_other_games(games):
    assert TwinPlayer(WEIGHTS, PLAY, 8).games(0, 2)["moves"].tolist() != games["moves"][:2].tolist()


def test_games_in_which_a_side_is_too_far_ahead_are_left_out(games):
    found = TwinPlayer(WEIGHTS, replace(PLAY, most_ahead=8), 7).games(0, N_GAMES)
    assert [game.tobytes() for game in found] == [
        game.tobytes() for game in games if abs(game["values"][game["values"] != UNKNOWN][0]) <= 8
    ]
    assert 0 < len(found) < N_GAMES


def test_progress_and_nodes_are_counted():
    player, heard = TwinPlayer(WEIGHTS, PLAY, 7), []
    player.games(0, 1, heard.append)
    assert heard == list(range(60, -1, -1))
    before = player.nodes
    assert before > 50
    player.games(0, 1)
    assert player.nodes == 2 * before


def test_random_games_are_solved_too():
    """As in the generation that knows nothing."""
    play = replace(PLAY, least_random=60, random_plies=60)
    for game in TwinPlayer(WEIGHTS, play, 3).games(0, 3):
        for board, _, _, value in positions(game)[0]:
            assert value == (UNKNOWN if n_empties_of(board) > 5 else plainest(*board))


@pytest.mark.parametrize(("depth", "solve_from"), [(0, 5), (6, 5), (4, 17)])
def test_searches_that_do_not_fit_the_stack_are_refused(depth, solve_from):
    with pytest.raises(OutflankError, match=f"depth of 1 to 16.*got depth {depth} and {solve_from}$"):
        TwinPlayer(WEIGHTS, replace(PLAY, depth=depth, solve_from=solve_from), 1).games(0, 1)
