"""Turns results of searches into values: the score to expect, and the spread of final scores around it.

Searches understate a lead, because the evaluation does so when it is unsure. `slope` corrects this: positions with a
value of +4 end at +4 on average. Both formulas were fitted to 32,485 values of searches to depths of 1 to 24, from
2,366 positions with 14 to 49 empty squares. The positions come from games of the engine against itself after ten random
moves, at 0.05 s a move; the values were compared with the scores of these games, or with exact scores from 24 empty
squares on. `benchmarks/calibration.py` checks the formulas on other games.
"""

# The slope at no depth and no empty squares, and its growth for each ply and each empty square.
_SLOPE, _BY_PLY, _BY_SQUARE = 0.962, -0.0046, 0.01
_STEEPEST, _SLOPED_TO = 1.4, 24

# The same for the spread, in discs, and its growth for each ply and empty square together.
_SPREAD, _SPREAD_BY_PLY, _SPREAD_BY_SQUARE, _SPREAD_BY_BOTH = 5.14, -0.245, -0.0265, 0.005
_LEAST_SPREAD, _MOST_EMPTIES = 2.0, 46
# In discs, by the search's confidence in percent.
_TO_THE_END = {42: 3.0, 58: 2.3, 73: 1.9, 87: 1.4, 95: 0.9, 98: 0.6, 99: 0.5, 100: 0.0}

# The same for the loss of a move, which is the difference of two values. To the end: measured on 63 moves that seemed
# to lose 2 discs or more with 19 to 24 empty squares in people's games, against exact losses (searches of 12 plies
# were 4.3 discs off). Further from the end, searches of 4 to 16 plies were compared with searches of 20 plies.
_LOSS_TO_THE_END = {42: 5.0, 58: 3.5, 73: 2.4, 87: 2.0, 95: 1.0, 98: 0.5, 99: 0.5, 100: 0.0}
_LOSS_NEAR_THE_END, _NEAR_TO = 4.3, 26  # up to this many empty squares, in a search that does not reach the end
_LOSS_AT_A_GLANCE, _LESS_BY_A_PLY, _LEAST_LOSS = 3.8, 0.11, 1.5


def expected_score(value: float, n_empties: int, depth: int) -> float:
    """The mean score of positions for which a search to `depth` has the result `value`.

    A lead of more than 24 discs is understated by as much as one of 24.
    """
    return value + (slope(n_empties, depth) - 1) * min(max(value, -_SLOPED_TO), _SLOPED_TO)


def slope(n_empties: int, depth: int) -> float:
    """The factor by which a lead of up to 24 discs is larger, on average, than the result of a search.

    `depth` is the depth of the search, or `n_empties` for a search to the end of the game, whose results need no
    correction: ProbCut has a slope of its own.
    """
    if depth >= n_empties:
        return 1.0
    return min(max(_SLOPE + _BY_SQUARE * n_empties + _BY_PLY * depth, 1.0), _STEEPEST)


def spread(n_empties: int, depth: int, confidence: int) -> float:
    """The standard deviation of final scores around the engine's value, in discs, rounded to one decimal place.

    `depth` is as for `slope`, and `confidence` is the reliability of the search's cut-offs, in percent.
    """
    if depth >= n_empties:
        return _TO_THE_END[confidence]
    n_empties = min(n_empties, _MOST_EMPTIES)
    by_ply = _SPREAD_BY_PLY + _SPREAD_BY_BOTH * n_empties
    return round(max(_SPREAD + _SPREAD_BY_SQUARE * n_empties + by_ply * depth, _LEAST_SPREAD), 1)


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
