"""Proves that a move is best without determining its exact score, because bounds are enough for that."""

from collections.abc import Callable, Iterator, Mapping

Bounds = tuple[int, int]


def proven_best(
    guesses: Mapping[str, int], test: Callable[[str, int], int], highest: int = 64
) -> Iterator[tuple[str, dict[str, Bounds]]]:
    """Yield the best-looking move and the bounds of all moves, again and again, until a move is proven best.

    The bounds become narrower each time. The proof is complete when no other move can score more than the lower bound
    of the move that was yielded last. This is a best-first proof in the style of B* (Berliner 1979), with null windows.

    `guesses` maps each move to an estimate of its score. All scores are even. `test(move, alpha)` searches a null
    window at an odd `alpha`: a result <= alpha is an upper bound of the move's score, and a result > alpha is a lower
    bound. `highest` is the score of a wipe-out.
    """
    bounds: dict[str, Bounds] = dict.fromkeys(guesses, (-highest, highest))

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
        if proven >= second:  # show that a rival is no better
            _tighten(bounds, max(rivals, key=likely), proven + 1, test)
        else:  # show that the best move is worth its guess: less is easier to prove, but leaves more to refute
            _tighten(bounds, best, likely(best) - 1, test)


def _tighten(bounds: dict[str, Bounds], move: str, alpha: int, test: Callable[[str, int], int]) -> None:
    lower, upper = bounds[move]
    value = test(move, alpha)
    bounds[move] = (max(lower, value), upper) if value > alpha else (lower, min(upper, value))
