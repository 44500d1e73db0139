"""Check claimed mistakes with longer searches, so that a review claims few mistakes that are none.

A review searches every position equally deeply, and claims a mistake wherever a move seems to lose discs. With more
empty squares than the review solves, such a claim is the difference of two estimates. It is worth more time than a
position without a claim: near the end of the game, a check searches to the end, and then solves both positions if they
are not too far from it; further out, it looks two plies further ahead.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from outflank.analysis.judged import JudgedMove
from outflank.board.canonical import canonical
from outflank.engine.engine import Engine
from outflank.play import Limit, MoveValue
from outflank.rules import PASS, DiscPosition, Position

PATIENCE = 4.0
"""A check in a review with a time limit takes up to this many times the time of a position.

The search after the move takes up to twice that.
"""

_SOLVED = 3  # empty squares more than the review solves up to which a claim is solved
_TO_THE_END = ((5, 95), (7, 87))  # the same for searches to the end, with their confidence in percent
_LOOK = 87  # confidence in percent of the search before a claim is solved
_FURTHER = 2  # plies further ahead than the review, in the midgame and the opening
_MEETING = 8  # plies within which two lines may meet

P = TypeVar("P", bound=DiscPosition)


def checked(position: DiscPosition, judged: JudgedMove, engine: Engine, limit: Limit) -> JudgedMove:
    """Search a claimed mistake again, and return the move with its new values; a proven loss stays as it is.

    The result may no longer be a mistake, or may have another best move. `limit` is the review's limit for each
    position. Positions for which the engine has no compiled search are not searched again.
    """
    if judged.is_proven or not Engine.is_compiled_for(position):
        return judged
    for within in _limits(position.n_empties, limit):
        if PASS in (judged.move, judged.best.move) or not judged.is_mistake:
            break
        judged = _again(position, judged, engine, within)
        if lines_meet(position, judged):
            return replace(judged, best=judged.played)
    return judged


def _limits(n_empties: int, limit: Limit) -> Iterator[Limit]:
    """Yield the limits of a check's searches, from the quickest to the most thorough."""
    if limit.seconds is not None:
        yield Limit(seconds=PATIENCE * limit.seconds)
        return
    further = n_empties - limit.exact_from
    if further <= _SOLVED:
        yield Limit(confidence=_LOOK)
        yield Limit(exact=True)
        return
    confidence = next((sure for most, sure in _TO_THE_END if further <= most), None)
    if confidence is not None:
        yield Limit(confidence=confidence)
    elif limit.depth is not None:
        yield Limit(limit.depth + _FURTHER)


def _again(position: Position, judged: JudgedMove, engine: Engine, within: Limit) -> JudgedMove:
    """Search the position and the one after the move again, and judge the move by the new values."""
    found = _best(engine, position, within)
    if found.value is None or not _is_deeper(found, judged.best):
        return judged
    if found.move == judged.move:
        return replace(judged, best=found, played=found)
    played = _after(position, judged.move, found, engine, within)
    if played.value is None:
        return judged
    again = replace(judged, best=found, played=played)
    return again if again.loss else replace(again, best=played)


def _after(position: Position, move: str, best: MoveValue, engine: Engine, within: Limit) -> MoveValue:
    """Return the value of a move from a search that looks as far ahead as the one that found `best`."""
    if within.seconds is not None:
        within = Limit(seconds=2 * within.seconds)
    if best.depth < position.n_empties:
        within = replace(within, depth=max(1, best.depth - 1))
    return value_after(position, move, lambda after: _best(engine, after, within))


def value_after(position: P, move: str, search: Callable[[P], MoveValue]) -> MoveValue:
    """Return the value of a move from a search of the position after it, or after the pass that it forces.

    `search` returns the best move of that position. If this has no value, the result has none either.
    """
    line: tuple[str, ...]
    after, sign, line = position.play(move), -1, (move,)
    if after.is_over:
        return MoveValue(move, after.scores[position.turn], "exact", 1, 100, "exact", line)
    if after.must_pass:
        after, sign, line = after.play(PASS), 1, (move, PASS)
    if after.is_over:  # impossible: a pass is forced only if the opponent can move
        raise AssertionError(f"a forced pass ended the game: {after!r}")
    below = search(after)
    value = None if below.value is None else sign * below.value
    return replace(below, move=move, value=value, depth=below.depth + 1, pv=(*line, *below.pv))


def _best(engine: Engine, position: Position, within: Limit) -> MoveValue:
    """Search a position; return its best move, which has no value if the search was too short.

    If time runs out just after a better move is found, its lower bound serves as an estimate.
    """
    found = engine.analyse(position, within).chosen
    return found if found.bound == "exact" else replace(found, bound="exact", kind="heuristic")


def _is_deeper(found: MoveValue, known: MoveValue) -> bool:
    """Return True if a check looked further ahead than the search before it, or as far with more confidence."""
    return (found.is_proven, found.depth, found.selectivity) > (known.is_proven, known.depth, known.selectivity)


def lines_meet(position: Position, judged: JudgedMove) -> bool:
    """Return True if the best line and the line played soon reach the same position, or mirror images of it.

    In that case, the best move is only another order of the same moves.
    """
    return bool(_reached(position, judged.best.pv) & _reached(position, judged.played.pv))


def _reached(position: Position, line: tuple[str, ...]) -> set[tuple[int, int, int]]:
    found = set()
    for move in line[:_MEETING]:
        position = position.play(move)
        found.add((position.n_empties, *canonical(position.player, position.opponent)))
    return found
