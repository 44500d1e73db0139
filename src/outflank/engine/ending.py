"""Proof in pure Python that a game will end within a few plies, whichever moves are played."""

from outflank.rules import PASS, DiscPosition

_MOST = 1_000  # positions to visit


def ends_within(position: DiscPosition, plies: int) -> bool:
    """Return whether every line of play ends within `plies`, not counting passes.

    The result is also False if the proof would take too long. Usually, the first line is enough to answer no.
    """
    n_left = _MOST

    def ends(position: DiscPosition, plies: int) -> bool:
        nonlocal n_left
        n_left -= 1
        if position.is_over:
            return True
        if n_left <= 0 or (plies == 0 and not position.must_pass):
            return False
        if position.must_pass:
            return ends(position.play(PASS), plies)
        return all(ends(position.play(move), plies - 1) for move in position.legal_moves)

    return ends(position, plies)
