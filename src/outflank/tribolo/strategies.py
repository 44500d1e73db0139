"""The published computer player for Tribolo: minimax without pruning, with three strategies.

A *strategy* consists of two functions. One evaluates a leaf, and the other determines whether the side to move
maximises or minimises this value. All strategies share one search, which is an open recursion
(`outflank.play.minimax`). Among moves with the same value, the last one is chosen, because `max-key` in the published
program also returns the last of several maxima.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from outflank.board.squares import bits
from outflank.board.walks import directions, jumps
from outflank.play.minimax import minimax_step
from outflank.tribolo.outcome import TriboloColour
from outflank.tribolo.position import TriboloPosition

PERCENT = {"off": None, "1.0": 100, "1.1": 110, "1.2": 120}
"""Alliance thresholds in percent.

The other colours ally if this percentage of the person's cells exceeds the number of cells that either of them owns.
"""

FEW_LEFT, FEW_MOVES = 20, 5
"""The player counts cells if fewer than FEW_LEFT cells are unowned, walls included.

Otherwise, it counts its moves if there are fewer than FEW_MOVES.
"""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A computer player's way to judge positions: the value of a leaf, and the sides that maximise this value.

    `extra` is the number of additional plies that `evaluate` looks ahead.
    """

    name: str
    evaluate: Callable[[TriboloPosition], int]
    maximises: Callable[[TriboloPosition], bool]
    extra: int


def own_score(me: TriboloColour) -> Strategy:
    """Create a strategy that maximises the player's cells. The other colours minimise them."""
    return _score_strategy("own score", (me,), lambda position: position.turn is me)


def allied(against: TriboloColour) -> Strategy:
    """Create a strategy that maximises the total number of cells of the two colours allied against a third."""
    return _score_strategy("allied", against.others, lambda position: position.turn is not against)


def own_choices(me: TriboloColour) -> Strategy:
    """Create a strategy that maximises the player's number of moves.

    The moves are counted at the leaf, even if it is another colour's turn there.
    """

    def evaluate(position: TriboloPosition) -> int:
        return position.legal_mask_of(me).bit_count()

    return Strategy("own choices", evaluate, lambda position: position.turn is me, 0)


def _score_strategy(
    name: str, friends: Collection[TriboloColour], maximises: Callable[[TriboloPosition], bool]
) -> Strategy:
    """Create a strategy for the sum of the friends' scores.

    The evaluation looks ahead one more ply, but only at the scores.
    """

    def evaluate(position: TriboloPosition) -> int:
        now = sum(position.scores[colour] for colour in friends)
        if position.is_over:
            return now
        gains = _gains(position, friends)
        return now + (max(gains) if maximises(position) else min(gains))

    return Strategy(name, evaluate, maximises, 1)


def _gains(position: TriboloPosition, friends: Collection[TriboloColour]) -> Collection[int]:
    """The change in the sum of the friends' scores caused by each legal move."""
    mover, empties = position.turn, position.empties
    sign = 1 if mover in friends else -1
    gains = Counter(dict.fromkeys(bits(position.legal_mask), int(mover in friends)))
    for loser in mover.others:
        if (loser in friends) != (mover in friends):
            steps = directions(position.width, position.height)
            for length, cells in jumps(position.discs[mover], position.discs[loser], steps):
                for cell in bits(cells & empties):
                    gains[cell] += sign * length
    return gains.values()


def choose_strategy(
    position: TriboloPosition, percent: int | None = 110, person: TriboloColour | None = None
) -> Strategy:
    """Choose a strategy for the player to move, according to the first published rule that applies.

    `person` is the human player's colour. The other two colours ally against it unless one of them has at least
    `percent` percent of its number of cells. If `percent` or `person` is None, they never ally.
    """
    me, scores = position.turn, position.scores
    if percent is not None and person is not None and person is not me:
        others = [scores[other] for other in person.others]
        if 100 * max(others) < percent * scores[person]:
            return allied(person)
    if position.width * position.height - sum(scores) < FEW_LEFT:
        return own_score(me)
    if len(position.legal_moves) < FEW_MOVES:
        return own_choices(me)
    return own_score(me)


def search(position: TriboloPosition, depth: int, strategy: Strategy) -> int:
    """The value of a position under a strategy, according to a search of `depth` plies."""
    if depth == 0 or position.is_over:
        return strategy.evaluate(position)
    children = map(position.play, position.legal_moves)
    value: int = minimax_step(lambda child: search(child, depth - 1, strategy), children, strategy.maximises(position))
    return value
