"""The spread of final scores around the engine's values: measured, and fitted by a formula.

Positions of the engine's own games, 12 to 54 empty squares before the end, were searched to each depth up to 14 and
compared with the final scores (2,000 positions). The difference grows with the number of empty squares up to 12 discs;
a deeper search makes it smaller if the end is not too far. Selective searches to the end were compared with exact
scores (400 positions of 15 to 22 empty squares; for the two least sure, later, 200 of 20 to 22).
"""

import math

_MOST = 12.0  # discs
_REACH, _POWER = 18.0, 1.3  # of the growth, in empty squares
_WORTH = 0.35  # empty squares per ply of search
# Discs, by the confidence of the search.
_TO_THE_END = {42: 4.0, 58: 3.2, 73: 1.9, 87: 1.7, 95: 1.4, 98: 1.2, 99: 1.0, 100: 0.0}


def spread(n_empties: int, depth: int, confidence: int) -> float:
    """The standard deviation of the final score around a value, in discs, rounded to a tenth.

    `depth` is the depth of the search, `n_empties` for a search to the end; `confidence`, in percent, belongs to its
    cut-offs.
    """
    if depth >= n_empties:
        return _TO_THE_END[confidence]
    left = n_empties - _WORTH * depth
    return round(_MOST * (1 - math.exp(-((left / _REACH) ** _POWER))), 1)
