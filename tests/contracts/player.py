"""What every Player must do: called with players of every kind, and positions they can play."""

from outflank.play import Decision


def check_decision(position, decision, *, seconds=None, allowed=None):
    """The laws of a player's answer: legal, consistent with what it says of the moves, and in time."""
    assert isinstance(decision, Decision)
    moves = position.legal_moves
    assert decision.move in moves
    assert decision.nodes >= 0
    looked_at = [found.move for found in decision.moves]
    assert len(set(looked_at)) == len(looked_at)
    assert set(looked_at) <= set(moves)
    for found in decision.moves:
        assert found.value is None or isinstance(found.value, int | float)
        assert found.depth >= 0
        assert not found.pv or found.pv[0] == found.move
        line = position
        for move in found.pv:
            line = line.play(move)  # raises if the line is not legal
    exact = [found.value for found in decision.moves if found.value is not None]
    if decision.value is not None:
        assert decision.chosen.bound == "exact"
        assert decision.value == max(exact), "the move played must be the best of the analysis"
    if allowed is not None:
        assert seconds <= allowed
