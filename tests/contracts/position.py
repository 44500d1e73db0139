"""What every GamePosition must do: called with positions of every game."""

import pytest

from outflank.errors import IllegalMoveError


def check_position(position):
    """The laws of the GamePosition protocol, for one position."""
    assert position.n_players >= 2
    assert 0 <= position.turn < position.n_players
    assert len(position.scores) == position.n_players
    moves = tuple(position.legal_moves)
    assert len(set(moves)) == len(moves)
    assert all(isinstance(move, str) for move in moves)
    assert position.is_over == (not moves)
    assert not position.must_pass or len(moves) == 1
    assert isinstance(position.game, str)
    assert position.width >= 1
    assert position.height >= 1
    assert len(position.cells) == position.width * position.height
    assert len(position.counts) == position.n_players
    before = repr(position)
    for move in moves:
        after = position.play(move)
        assert type(after) is type(position)
        assert after.n_players == position.n_players
        turned = position.turned(move)
        assert len(set(turned)) == len(turned)
        assert all(position.cells[cell] != after.cells[cell] for cell in turned)
        assert all(0 <= seat < position.n_players and seat != position.turn for seat in after.skipped(position))
    assert repr(position) == before, "a position must not change"
    with pytest.raises(IllegalMoveError):
        position.play("no such move")
