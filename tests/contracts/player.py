"""What every Player must do: called with players of every kind, and positions they can play."""

import pytest

from outflank.errors import OutflankError
from outflank.play import Analysis


def check_answer(position, answer):
    """The laws of a player's answer: legal, and consistent with what it says of the moves."""
    assert isinstance(answer, Analysis)
    moves = position.legal_moves
    assert answer.move in moves
    assert answer.nodes >= 0
    looked_at = [found.move for found in answer.moves]
    assert len(set(looked_at)) == len(looked_at)
    assert set(looked_at) <= set(moves)
    for found in answer.moves:
        assert found.value is None or isinstance(found.value, int | float)
        assert found.depth >= 0
        assert not found.pv or found.pv[0] == found.move
        line = position
        for move in found.pv:
            line = line.play(move)  # raises if the line is not legal
    exact = [found.value for found in answer.moves if found.value is not None]
    if answer.value is not None:
        # "lower": time was up when the move was known to be better than expected, and not yet by how much
        assert answer.chosen.bound in ("exact", "lower")
        assert answer.value == max(exact), "the move played must be the best of the analysis"


def check_refuses_a_finished_game(player, position):
    """The law of a game that is over: every player says the same."""
    assert position.is_over
    with pytest.raises(OutflankError, match=r"^the game is over: there is no move to choose$"):
        player.choose(position)
