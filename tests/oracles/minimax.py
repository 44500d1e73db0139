"""Plain minimax to the end of the game over the package's positions, for boards of any size and for anti-Othello."""

from outflank.rules import AntiPosition


def naive_score(position, known=None):
    """The final score for the side to move by the rules of the game alone; `known` keeps what was found out."""
    known = {} if known is None else known
    key = (position.black, position.white, position.turn)
    if key not in known:
        if not position.legal_moves:
            own, theirs = position.count(position.turn), position.count(position.turn.opponent)
            own, theirs = (theirs, own) if isinstance(position, AntiPosition) else (own, theirs)
            known[key] = own - theirs + position.n_empties * ((own > theirs) - (own < theirs))
        else:
            known[key] = max(-naive_score(position.play(move), known) for move in position.legal_moves)
    return known[key]
