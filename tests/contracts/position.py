"""What every Position must do: called with positions of every game."""

import pytest

from outflank.errors import IllegalMoveError


def check_position(position):
    """The laws of the Position protocol, for one position."""
    assert position.n_players >= 2
    assert 0 <= position.turn < position.n_players
    assert len(position.scores) == position.n_players
    moves = tuple(position.legal_moves)
    assert len(set(moves)) == len(moves)
    assert position.is_over == (not moves)
    before = repr(position)
    for move in moves:
        after = position.play(move)
        assert type(after) is type(position)
        assert after.n_players == position.n_players
    assert repr(position) == before, "a position must not change"
    with pytest.raises(IllegalMoveError):
        position.play("no such move")
