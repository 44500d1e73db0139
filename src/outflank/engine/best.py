"""Which move is a best one, without finding out what it is worth: bounds of the moves that leave no doubt."""

from collections.abc import Callable, Iterator, Mapping

from outflank.search.score import HIGHEST, LOWEST

Bounds = tuple[int, int]


def proven_best(guesses: Mapping[str, int], test: Callable[[str, int], int]) -> Iterator[tuple[str, dict[str, Bounds]]]:
    """The move that is best by what is known, and bounds of all moves, ever closer, until it is proven.

    The end is reached when no other move can be worth more than the one yielded last is at least: a best-first proof in
    the manner of B* (Berliner 1979), with null windows. `guesses` has a guess of each move's score; scores are even.
    `test(move, alpha)` is a null window at an odd `alpha`: a result <= alpha is an upper bound of the move's score, one
    > alpha a lower bound.
    """
    bounds: dict[str, Bounds] = dict.fromkeys(guesses, (LOWEST, HIGHEST))

    def likely(move: str) -> int:
        lower, upper = bounds[move]
        return min(max(2 * round(guesses[move] / 2), lower), upper)

    while True:
        best = max(guesses, key=likely)
        others = [move for move in guesses if move != best]
        yield best, bounds
        proven = bounds[best][0]
        rivals = [move for move in others if bounds[move][1] > proven]
        if not rivals:
            return
        second = max(map(likely, others))
        if proven >= second:  # so show that a rival is no better
            _tighten(bounds, max(rivals, key=likely), proven + 1, test)
        else:  # show that the best is worth what it seems to be; less would be easier here, and harder for the rivals
            _tighten(bounds, best, likely(best) - 1, test)


def _tighten(bounds: dict[str, Bounds], move: str, alpha: int, test: Callable[[str, int], int]) -> None:
    lower, upper = bounds[move]
    value = test(move, alpha)
    bounds[move] = (max(lower, value), upper) if value > alpha else (lower, min(upper, value))
