"""The engine as a player on 6×6 and 4×4."""

import pytest

from outflank.engine.player import EnginePlayer
from outflank.jit import INTERPRETED
from outflank.rules import BLACK, Position
from outflank.variants.shape import Shape
from outflank.variants.solved import solved
from tests.variants.positions import played, score_of


@pytest.mark.parametrize("options", [{"level": 10}, {"level": 30}, {"depth": 12}, {"time": 600.0}])
@pytest.mark.parametrize("size", [4, 6])
def test_sound_levels_play_perfectly_on_smaller_boards(options, size):
    player = EnginePlayer(**options)
    for seed in range(4):
        position = played(Position, size, 7, seed)
        if position.is_over or position.must_pass:
            continue
        answer = player.choose(position)
        assert answer.chosen.is_proven
        assert answer.score == score_of(position) == -score_of(position.play(answer.move))


@pytest.mark.parametrize("size", [4, 6])
def test_weak_levels_play_whole_games_on_smaller_boards(size):
    player, position = EnginePlayer(level=2, seed=1), Position.start(size)
    while not position.is_over:
        answer = player.choose(position)
        assert position.is_legal(answer.move)
        position = position.play(answer.move)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
def test_a_proven_move_is_played_before_its_line_is_known():
    """The line would take seconds, and more on a busy machine."""
    stored = solved(Position, 6)
    boards = min(stored, key=lambda boards: sum(boards).bit_count())
    position = Position(*map(_on_6x6, boards), BLACK, 6)
    answer = EnginePlayer(level=30).choose(position)
    assert answer.score == stored[boards]
    assert answer.pv == (answer.move,)


def _on_6x6(board):
    shape = Shape(6)
    return sum(1 << square for square in range(36) if board >> shape.bit(square) & 1)
