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


def spread(n_empties: int, depth: int, confidence: int) -> float:
    """The standard deviation of final scores around the engine's value, in discs, rounded to one decimal place.

    `depth` is the depth of the search, or `n_empties` for a search to the end of the game. `confidence` is the
    reliability of the search's cut-offs, in percent.
    """
    if depth >= n_empties:
        return _TO_THE_END[confidence]
    left = n_empties - _WORTH * depth
    return round(_MOST * (1 - math.exp(-((left / _REACH) ** _POWER))), 1)
