"""A person's puzzle rating, and the puzzles that are just hard enough for it.

The rating is on the scale of the archive's players. Each puzzle is an opponent whose strength comes from the model of
people's moves: at the puzzle's rating, half of the players find the best move. The first answer to a puzzle counts as a
game against it (Glicko-2); a hint counts as a loss. Later answers to the same puzzle do not count, because the person
may remember it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from outflank.people.glicko import Encounter, GlickoRating, deviation_of, history
from outflank.practice.deck import Answer
from outflank.practice.puzzles import Puzzle

BEGINNING = GlickoRating(-500.0)
"""The rating before any answer. It equals the one before any game against a character (see `people.scale`)."""

WANTED = (0.6, 0.7)
"""The chance to solve a puzzle that is just hard enough."""

_FEWEST = 5  # puzzles to choose from if fewer are just hard enough


def rating_of(answers: Iterable[tuple[Puzzle, Answer, datetime]], *, now: datetime) -> GlickoRating:
    """Compute a rating from the first answers to puzzles, oldest first."""
    games = ((encounter_with(puzzle, is_right=answer == "right"), at.timestamp()) for puzzle, answer, at in answers)
    return history(BEGINNING, games, now.timestamp())[-1]


def encounter_with(puzzle: Puzzle, *, is_right: bool) -> Encounter:
    """An answer to a puzzle as a game against it."""
    curve = puzzle.by_rating
    return Encounter(curve.rating, deviation_of(curve.slope), float(is_right))


def chance_of(rating: GlickoRating, puzzle: Puzzle) -> float:
    """The chance that a person with this rating solves a new puzzle."""
    return puzzle.by_rating.chance(rating.rating)


def just_hard_enough(rating: GlickoRating, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles that the person solves with a chance in `WANTED`, or else those that come closest to it."""
    low, high = WANTED
    fitting = [puzzle for puzzle in puzzles if low <= chance_of(rating, puzzle) <= high]
    if len(fitting) >= _FEWEST:
        return fitting
    middle = (low + high) / 2
    return sorted(puzzles, key=lambda puzzle: abs(chance_of(rating, puzzle) - middle))[:_FEWEST]
