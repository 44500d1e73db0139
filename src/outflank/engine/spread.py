"""The spread of final scores around the engine's values, according to a formula fitted to measurements.

For 2,000 positions with 12 to 54 empty squares from the engine's own games, the value at every depth up to 14 was
compared with the final score. The difference grows with the number of empty squares, up to 12 discs. A deeper search
reduces it unless the end of the game is too far away.

Selective searches to the end were compared with exact scores for 400 positions with 15 to 22 empty squares. The two
least reliable selectivities were measured later, on 200 positions with 20 to 22 empty squares.
"""

import math

_MOST = 12.0  # discs
_REACH, _POWER = 18.0, 1.3  # the scale, in empty squares, and the exponent of the growth
_WORTH = 0.35  # a ply of search counts as much as this many empty squares fewer
# In discs, by the search's confidence in percent.
_TO_THE_END = {42: 4.0, 58: 3.2, 73: 1.9, 87: 1.7, 95: 1.4, 98: 1.2, 99: 1.0, 100: 0.0}

# The same for the loss of a move, which is the difference of two values. To the end: measured on 63 moves that seemed
# to lose 2 discs or more with 19 to 24 empty squares in people's games, against exact losses (searches of 12 plies
# were 4.3 discs off). Further from the end, searches of 4 to 16 plies were compared with searches of 20 plies.
_LOSS_TO_THE_END = {42: 5.0, 58: 3.5, 73: 2.4, 87: 2.0, 95: 1.0, 98: 0.5, 99: 0.5, 100: 0.0}
_LOSS_NEAR_THE_END, _NEAR_TO = 4.3, 26  # up to this many empty squares, in a search that does not reach the end
_LOSS_AT_A_GLANCE, _LESS_BY_A_PLY, _LEAST_LOSS = 3.8, 0.11, 1.5


def spread(n_empties: int, depth: int, confidence: int) -> float:
    """The standard deviation of final scores around the engine's value, in discs, rounded to one decimal place.

    `depth` is the depth of the search, or `n_empties` for a search to the end of the game. `confidence` is the
    reliability of the search's cut-offs, in percent.
    """
    if depth >= n_empties:
        return _TO_THE_END[confidence]
    left = n_empties - _WORTH * depth
    return round(_MOST * (1 - math.exp(-((left / _REACH) ** _POWER))), 1)


def loss_spread(n_empties: int, depth: int, confidence: int) -> float:
    """The standard deviation of a move's true loss around a review's estimate, in discs.

    It is less than the spread of a value, because the best move and the move played share most of their errors. The
    arguments are those of `spread`.
    """
    if depth >= n_empties:
        return _LOSS_TO_THE_END[confidence]
    if n_empties <= _NEAR_TO:
        return _LOSS_NEAR_THE_END
    return max(round(_LOSS_AT_A_GLANCE - _LESS_BY_A_PLY * depth, 1), _LEAST_LOSS)
